//! Files may be dropped anywhere on the page.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File};
use yew::prelude::*;

use crate::app::context::state::Dispatch;
use slotscope::page::state::Action;

#[derive(Properties, PartialEq)]
pub struct DropZoneProps {
    pub on_file: Callback<File>,
    pub dispatch: Dispatch,
}

/// Takes files that are dropped, and says so while one hovers.
#[component]
pub fn DropZone(props: &DropZoneProps) -> Html {
    let hovers = use_state_eq(|| false);
    {
        let (hovers, on_file) = (hovers.setter(), props.on_file.clone());
        let dispatch = props.dispatch.clone();
        use_effect_with((), move |()| {
            let window = web_sys::window();
            let listeners: Vec<EventListener> = window
                .iter()
                .flat_map(|window| {
                    ["dragenter", "dragover", "dragleave", "drop"].map(|name| {
                        let (hovers, on_file) = (hovers.clone(), on_file.clone());
                        let dispatch = dispatch.clone();
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
                                    match only_file_of(event) {
                                        Ok(file) => on_file.emit(file),
                                        Err(why) => dispatch.dispatch(Action::complain(why)),
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
            <div class="drop-zone" aria-hidden="true"><p>{ "Drop a log, workflow, task batch, scenario, list of reservations, lesson, project or finished sweep" }</p></div>
        }
    }
}

/// The one file that was dropped, or an advice.
fn only_file_of(event: &DragEvent) -> Result<File, &'static str> {
    let files = event.data_transfer().and_then(|dropped| dropped.files());
    let Some(files) = files.filter(|files| files.length() > 0) else {
        return Err("This is not a file. Drop a workload log, such as .swf or .swf.gz.");
    };
    if files.length() > 1 {
        return Err("Several files were dropped. Drop one file at a time.");
    }
    files.get(0).ok_or("The file could not be opened.")
}
