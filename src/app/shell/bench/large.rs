//! Large logs: from the drop to the picture, and how smoothly it is panned and zoomed then; and six charts of
//! one log.

use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Reflect, Uint8Array};
use serde_json::{Map, Value, json};
use wasm_bindgen::JsCast;
use yew::Callback;

use super::{attribute, change, click, element, frame, frames, next_picture, set, window};
use crate::app::context::clock::now;
use crate::app::context::drawings::pictures;
use crate::app::context::state::Dispatch;
use slotscope::experiment::knobs;
use slotscope::page::history::WorkloadKey;
use slotscope::worker::Source;

/// Logs that are handed over in `window.slotscopeBenchLarge`, pairs of a name and bytes, are dropped one by
/// one, with 30 % reservations.
pub(super) async fn logs(dispatch: &Dispatch, read: &Callback<Source, WorkloadKey>) -> Value {
    let mut figures = Map::new();
    // A share that was set by hand stays when a log is dropped.
    for percent in [20.0, 30.0] {
        change(dispatch, vec![set(knobs::SHARE, percent)]).await;
    }
    for pair in handed_over().iter() {
        let pair: Array = pair.unchecked_into();
        let (Some(name), Ok(bytes)) = (pair.get(0).as_string(), pair.get(1).dyn_into()) else {
            continue;
        };
        let bytes: Uint8Array = bytes;
        let (before, since) = (pictures().count, now());
        let file = format!("{name}.swf.gz");
        read.emit(Source::file(file, bytes));
        next_picture(before).await;
        let drop_to_picture = pictures().last - since;
        TimeoutFuture::new(1_000).await;
        let mut of_log = frames("gantt-canvas").await;
        of_log["drop_to_picture_ms"] = json!(drop_to_picture);
        of_log["jobs"] = json!(attribute("spent", "data-jobs"));
        figures.insert(name, of_log);
    }
    figures.into()
}

/// The scenario in front and five others beside it, all with their charts.
pub(super) async fn six_charts() -> Value {
    click("group-compare");
    frame().await;
    click("tab-compare");
    TimeoutFuture::new(500).await;
    let others = ["easy", "fcfs", "conservative", "no-reservations", "half-reservations"];
    for (place, other) in others.iter().enumerate() {
        if place > 0 {
            click("front-0");
            frame().await;
            click("compare-with");
            frame().await;
        }
        click(&format!("contrast-{other}"));
        let chip = format!("chip-{}", place + 1);
        let until = now() + 20_000.0;
        while element(&chip).is_none() && now() < until {
            TimeoutFuture::new(20).await;
        }
        TimeoutFuture::new(1_000).await;
    }
    let figures = frames("compare-gantt-0").await;
    click("group-schedule");
    frame().await;
    click("tab-gantt");
    frame().await;
    figures
}

fn handed_over() -> Array {
    let handed_over = Reflect::get(&window(), &"slotscopeBenchLarge".into());
    let array = handed_over.ok().and_then(|it| it.dyn_into().ok());
    array.unwrap_or_default()
}
