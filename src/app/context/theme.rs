//! Light or dark, as the system says or as was chosen.

use gloo_events::EventListener;
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use yew::prelude::*;

use crate::app::context::printing::use_printing;
use crate::app::context::storage::HERE;
use slotscope::chart::Theme;
use slotscope::page::theme_choice::{KEY, ThemeChoice};

/// The ground that everything stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Light,
    Dark,
}

impl Ground {
    /// The colours of charts on it.
    pub fn theme(self) -> Theme {
        match self {
            Self::Light => Theme::light(),
            Self::Dark => Theme::dark(),
        }
    }
}

fn query() -> Option<web_sys::MediaQueryList> {
    web_sys::window()?.match_media("(prefers-color-scheme: dark)").ok()?
}

fn is_dark() -> bool {
    query().is_some_and(|query| query.matches())
}

/// The choice that this browser keeps.
pub fn kept() -> ThemeChoice {
    HERE.get(KEY).map_or_else(ThemeChoice::default, |text| ThemeChoice::of(&text))
}

/// The ground under a choice, followed as the system changes.
#[hook]
pub fn use_ground(choice: ThemeChoice) -> Ground {
    let printing = use_printing();
    let system = use_state_eq(is_dark);
    let setter = system.setter();
    use_effect_with((), move |()| {
        let listener = query().map(|query| EventListener::new(&query, "change", move |_| setter.set(is_dark())));
        move || drop(listener)
    });
    use_effect_with(choice, |choice| show(*choice));
    if choice.is_dark(*system, printing) { Ground::Dark } else { Ground::Light }
}

/// Has the styles follow a choice (`static/theme.js`), and keeps it.
fn show(choice: ThemeChoice) {
    if choice != kept() {
        match choice {
            ThemeChoice::System => HERE.forget(KEY),
            chosen => HERE.keep(KEY, chosen.row().key),
        }
    }
    let show = web_sys::window().and_then(|it| Reflect::get(&it, &"showTheme".into()).ok());
    if let Some(show) = show.as_ref().and_then(|it| it.dyn_ref::<js_sys::Function>()) {
        let _ = show.call1(&JsValue::NULL, &choice.row().key.into());
    }
}
