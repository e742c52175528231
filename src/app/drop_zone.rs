//! Files may be dropped anywhere on the page.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct DropZoneProps {
    pub on_file: Callback<File>,
}

/// Takes files that are dropped, and says so while one hovers.
#[component]
pub fn DropZone(props: &DropZoneProps) -> Html {
    let hovers = use_state_eq(|| false);
    {
        let (hovers, on_file) = (hovers.setter(), props.on_file.clone());
        use_effect_with((), move |()| {
            let window = web_sys::window();
            let listeners: Vec<EventListener> = window
                .iter()
                .flat_map(|window| {
                    ["dragenter", "dragover", "dragleave", "drop"].map(|name| {
                        let (hovers, on_file) = (hovers.clone(), on_file.clone());
                        let options = EventListenerOptions::enable_prevent_default();
                        EventListener::new_with_options(window, name, options, move |event| {
                            let event: &DragEvent = event.unchecked_ref();
                            event.prevent_default();
                            match event.type_().as_str() {
                                // Leaving for a child of the page is no leaving.
                                "dragleave" if event.related_target().is_some() => {}
                                "dragleave" => hovers.set(false),
                                "drop" => {
                                    hovers.set(false);
                                    if let Some(file) = file_of(event) {
                                        on_file.emit(file);
                                    }
                                }
                                _ => hovers.set(true),
                            }
                        })
                    })
                })
                .collect();
            move || drop(listeners)
        });
    }
    html! {
        if *hovers {
            <div class="drop-zone" aria-hidden="true"><p>{ "Drop a log to schedule it, a scenario to take it" }</p></div>
        }
    }
}

fn file_of(event: &DragEvent) -> Option<File> {
    event.data_transfer()?.files()?.get(0)
}
