//! Tells the page around the frame in which a lesson stands how far the lesson has come.

use js_sys::JSON;
use wasm_bindgen::JsValue;
use yew::prelude::*;

use slotscope::page::lessons::{LessonResult, Lessons};

/// Sends the result of the open lesson to the page around, whenever an answer changes it. Any page may be around: the
/// result has nothing but the name of the lesson and numbers of tries.
#[hook]
pub fn use_telling_around(lessons: &Lessons) {
    let result = lessons.result().filter(LessonResult::has_answers);
    use_effect_with(result, |result| {
        if let Some(result) = result {
            let _ = tell(result);
        }
    });
}

fn tell(result: &LessonResult) -> Option<()> {
    let window = web_sys::window()?;
    let around = window.parent().ok()??;
    if around == window {
        return None;
    }
    let text = serde_json::to_string(result).ok()?;
    let message: JsValue = JSON::parse(&text).ok()?;
    around.post_message(&message, "*").ok()
}
