//! Light or dark, as the system says.

use gloo_events::EventListener;
use yew::prelude::*;

use crate::app::context::printing::use_printing;
use slotscope::chart::Theme;

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
    web_sys::window()?
        .match_media("(prefers-color-scheme: dark)")
        .ok()?
}

fn present() -> Ground {
    match query() {
        Some(query) if query.matches() => Ground::Dark,
        _ => Ground::Light,
    }
}

/// The system's present choice, followed as it changes. Paper is light.
#[hook]
pub fn use_ground() -> Ground {
    let printing = use_printing();
    let ground = use_state_eq(present);
    let setter = ground.setter();
    use_effect_with((), move |()| {
        let listener = query()
            .map(|query| EventListener::new(&query, "change", move |_| setter.set(present())));
        move || drop(listener)
    });
    if printing { Ground::Light } else { *ground }
}
