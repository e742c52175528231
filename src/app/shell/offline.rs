//! The page without a network: the service worker that keeps its files, and the offer of a new
//! version that it has brought.

use std::cell::Cell;

use gloo_events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    RegistrationOptions, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState,
    ServiceWorkerUpdateViaCache,
};

use super::notice::reload;
use crate::app::context::prelude::*;

/// Lies beside the page, wherever that is, and is in charge of what lies there.
const SCRIPT: &str = "./service-worker.js";

#[derive(Properties, PartialEq)]
pub struct NewVersionProps {
    /// Whether the page shows something: until then nothing else is fetched.
    pub settled: bool,
}

/// Offers to load the page again once a new version of it is there, whole.
#[component]
pub fn NewVersion(props: &NewVersionProps) -> Html {
    let ready = use_state_eq(|| false);
    let dismissed = use_state_eq(|| false);
    let taken = use_mut_ref(|| None::<Rc<Offline>>);
    {
        let (taken, ready) = (taken.clone(), ready.setter());
        use_effect_with(props.settled, move |&settled| {
            if settled && taken.borrow().is_none() {
                *taken.borrow_mut() = Offline::start(move || ready.set(true));
            }
        });
    }
    if !*ready || *dismissed {
        return nothing();
    }
    let reload = Callback::from(move |_: MouseEvent| {
        if let Some(offline) = &*taken.borrow() {
            offline.take_new_version();
        }
    });
    let dismiss = Callback::from(move |_: MouseEvent| dismissed.set(true));
    html! {
        <div class="notice" role="status" id="new-version">
            <p>{ "A new version of Slotscope is ready." }</p>
            <button type="button" onclick={reload}>{ "Reload" }</button>
            <button type="button" class="icon" onclick={dismiss} aria-label="Dismiss">{ "×" }</button>
        </div>
    }
}

/// The page's side of the service worker.
struct Offline {
    container: ServiceWorkerContainer,
    /// Whether a person has asked for the new version here.
    asked: Cell<bool>,
    /// Whether a service worker is in charge of this page: the first one that takes charge is no
    /// news.
    in_charge: Cell<bool>,
    say_ready: Box<dyn Fn()>,
}

impl Offline {
    /// Registers the service worker; `say_ready` is called when a new version waits, or has been
    /// taken in another tab. None where there are no service workers: the page does without.
    fn start(say_ready: impl Fn() + 'static) -> Option<Rc<Self>> {
        let navigator = web_sys::window()?.navigator();
        // Browsers may answer the question itself by an exception.
        let container = js_sys::Reflect::get(&navigator, &"serviceWorker".into()).ok()?;
        let container: ServiceWorkerContainer = container.dyn_into().ok()?;
        let offline = Rc::new(Self {
            asked: Cell::new(false),
            in_charge: Cell::new(container.controller().is_some()),
            container,
            say_ready: Box::new(say_ready),
        });
        let changed = offline.clone();
        EventListener::new(&offline.container, "controllerchange", move |_| {
            changed.changed();
        })
        .forget();
        let registering = offline.clone();
        spawn_local(async move {
            // Refused in private windows, or where the file is not there: then there is no going
            // off-line, and nothing else is lost.
            if let Ok(registration) = registering.register().await {
                registering.watch(&registration);
            }
        });
        Some(offline)
    }

    async fn register(&self) -> Result<ServiceWorkerRegistration, JsValue> {
        let options = RegistrationOptions::new();
        options.set_update_via_cache(ServiceWorkerUpdateViaCache::None);
        let promise = self.container.register_with_options(SCRIPT, &options);
        JsFuture::from(promise).await?.dyn_into()
    }

    /// Waits for versions that come after the page's own.
    fn watch(self: &Rc<Self>, registration: &ServiceWorkerRegistration) {
        if registration.waiting().is_some() && self.in_charge.get() {
            (self.say_ready)();
        }
        let (offline, found) = (self.clone(), registration.clone());
        EventListener::new(registration, "updatefound", move |_| {
            let Some(worker) = found.installing() else {
                return;
            };
            let (offline, installing) = (offline.clone(), worker.clone());
            EventListener::new(&worker, "statechange", move |_| {
                let installed = installing.state() == ServiceWorkerState::Installed;
                if installed && offline.in_charge.get() {
                    (offline.say_ready)();
                }
            })
            .forget();
        })
        .forget();
    }

    /// Another service worker has taken charge.
    fn changed(&self) {
        if self.asked.get() {
            reload();
        } else if self.in_charge.replace(true) {
            // Another tab has taken the new version. This one keeps its own until it is told.
            (self.say_ready)();
        }
    }

    /// Puts the new version in charge, and loads the page again.
    fn take_new_version(self: &Rc<Self>) {
        self.asked.set(true);
        let offline = self.clone();
        spawn_local(async move {
            let registration = offline.container.get_registration();
            let registration = JsFuture::from(registration).await.ok();
            let waiting = registration
                .and_then(|it| it.dyn_into::<ServiceWorkerRegistration>().ok())
                .and_then(|registration| registration.waiting());
            match waiting {
                Some(worker) => drop(worker.post_message(&"take over".into())),
                None => reload(),
            }
        });
    }
}
