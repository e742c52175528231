//! The event by which a browser tells that a control has been released.

use web_sys::{Event, EventInit, EventTarget};

/// Tells of a change where the browser does not: a control was set by code. It ends the step that undo takes back.
pub fn tell_change(control: &EventTarget) {
    let options = EventInit::new();
    options.set_bubbles(true);
    if let Ok(event) = Event::new_with_event_init_dict("change", &options) {
        let _ = control.dispatch_event(&event);
    }
}
