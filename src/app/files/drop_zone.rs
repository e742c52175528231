//! Files may be dropped anywhere on the page.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File};

use crate::app::context::prelude::*;

#[derive(Properties, PartialEq)]
pub struct DropZoneProps {
    pub on_files: Callback<Vec<File>>,
    pub dispatch: Dispatch,
}

/// Takes files that are dropped, and says so while one hovers.
#[component]
pub fn DropZone(props: &DropZoneProps) -> Html {
    let hovers = use_state_eq(|| false);
    {
        let (hovers, on_files) = (hovers.setter(), props.on_files.clone());
        let dispatch = props.dispatch.clone();
        use_effect_with((), move |()| {
            let window = web_sys::window();
            let listeners: Vec<EventListener> = window
                .iter()
                .flat_map(|window| {
                    ["dragenter", "dragover", "dragleave", "drop"].map(|name| {
                        let (hovers, on_files) = (hovers.clone(), on_files.clone());
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
                                    take(files_of(event), &on_files, &dispatch);
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
            <div class="drop-zone" aria-hidden="true"><p>{ "Drop files, several at once: a log with its nodes and reservations, a workflow, task batch, scenario, lesson, project, finished sweep or hand-ins" }</p></div>
        } else {
            { nothing() }
        }
    }
}

/// Takes the files that were dropped, or says what to drop.
fn take(files: Vec<File>, on_files: &Callback<Vec<File>>, dispatch: &Dispatch) {
    if files.is_empty() {
        dispatch.dispatch(Action::complain("This is not a file. Drop a workload log, such as .swf or .swf.gz."))
    } else {
        on_files.emit(files)
    }
}

fn files_of(event: &DragEvent) -> Vec<File> {
    let files = event.data_transfer().and_then(|dropped| dropped.files());
    files.iter().flat_map(|files| (0..files.length()).map(|at| files.get(at))).flatten().collect()
}
