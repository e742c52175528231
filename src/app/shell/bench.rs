//! Built with the feature `bench` and with `?bench` in its address, the page measures itself and leaves the figures, as JSON, in
//! `window.slotscopeBench`.
//!
//! With `?bench=log` it waits for the bytes of a log in `window.slotscopeBenchInput` (a
//! `Uint8Array`). With `?bench=memory` it does nothing but tell of its memory, as it always does, in
//! `window.slotscopeBenchMemory`. It works the page's own controls and takes the times where a person would: from
//! the event to the picture.

use std::cell::Cell;

use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Promise, Reflect, Uint8Array};
use serde_json::{Map, Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Document, Element, Event, EventInit, HtmlElement, HtmlInputElement, KeyboardEvent, KeyboardEventInit, WheelEvent,
    WheelEventInit, Window,
};
use yew::Callback;

use crate::app::context::clock::now;
use crate::app::context::drawings::{begin_timing, end_timing, pictures};
use crate::app::context::state::Dispatch;
use slotscope::experiment::{Scenario, knobs};
use slotscope::page::history::WorkloadKey;
use slotscope::page::state::{Action, EditAction};
use slotscope::worker::Source;
use slotscope::workload::lublin::Lublin;

/// Measures, if the address says so.
pub fn start(dispatch: Dispatch, read: Callback<Source, WorkloadKey>) {
    let search = window().location().search().unwrap_or_default();
    if search.starts_with("?bench") {
        let memory = wasm_bindgen::memory();
        let _ = Reflect::set(&window(), &"slotscopeBenchMemory".into(), &memory);
    }
    if search.starts_with("?bench") && search != "?bench=memory" {
        let with_log = search == "?bench=log";
        spawn_local(async move {
            let figures = measure(&dispatch, &read, with_log).await;
            let text = figures.to_string();
            if let Ok(value) = js_sys::JSON::parse(&text) {
                let _ = Reflect::set(&window(), &"slotscopeBench".into(), &value);
            }
        });
    }
}

/// Enough for the median to be one of compiled code that has been optimized.
const REPEATS: usize = 11;

async fn measure(dispatch: &Dispatch, read: &Callback<Source, WorkloadKey>, with_log: bool) -> Value {
    while pictures().count == 0 {
        TimeoutFuture::new(10).await;
    }
    let mut figures = json!({ "first_view_ms": pictures().first });
    figures["control_to_picture_ms"] = control_to_picture().await;
    change(dispatch, vec![EditAction::Put(Box::default())]).await;
    figures["first_curve_ms"] = json!(first_curve().await);
    figures["sweep_ms"] = json!(sweep().await);
    let mut parse = Vec::new();
    if with_log {
        while parse.len() < REPEATS {
            if let Some(bytes) = handed_over() {
                let before = pictures().count;
                let name = "log".to_string();
                read.emit(Source::file(name, bytes));
                next_picture(before).await;
                parse.push(attribute("workload-name", "data-milliseconds"));
            }
            TimeoutFuture::new(20).await;
        }
    } else {
        // As many jobs as the log that the targets are named for.
        load(read, Lublin { jobs: 28_489, processors: 100, ..Lublin::default() }).await;
    }
    change(dispatch, vec![set(knobs::SHARE, 0.0)]).await;
    figures["log"] = runs(dispatch, &QUEUES, REPEATS).await;
    figures["log"]["parse_ms"] = spread(parse)["median"].take();
    figures["log"]["first_curve_ms"] = json!(first_curve().await);
    change(dispatch, vec![set(knobs::SHARE, 30.0)]).await;
    figures["frames"] = frames("gantt-canvas").await;
    figures["six_charts"] = six_charts().await;
    load(read, overload(10_000)).await;
    change(dispatch, vec![set(knobs::SHARE, 0.0)]).await;
    figures["overload"] = runs(dispatch, &["conservative"], REPEATS).await;
    figures["deep_queues"] = growing(dispatch, read).await;
    change(dispatch, vec![EditAction::Put(Box::default())]).await;
    figures["large"] = logs(dispatch, read).await;
    figures
}

const QUEUES: [&str; 4] = ["fcfs", "fcfs_backfilling", "easy", "conservative"];

/// The times of runs, taken within the worker: the median of this many.
async fn runs(dispatch: &Dispatch, queues: &[&'static str], repeats: usize) -> Value {
    let mut times = serde_json::Map::new();
    let path = knobs::keyed(&Scenario::default(), "queue").map_or("", |it| it.path);
    for &queue in queues {
        let mut spent = Vec::new();
        for _ in 0..repeats {
            let drawn = change(dispatch, vec![set(path, queue), set("seed", next_seed())]).await;
            // Otherwise what stands there is of the run before.
            if drawn {
                spent.push(attribute("spent", "data-value"));
            }
        }
        times.insert(queue.to_owned(), spread(spent)["median"].take());
    }
    json!({
        "jobs": attribute("spent", "data-jobs"),
        "run_ms": times,
    })
}

/// A sweep through the Curves view, which begins with the last change of its form, from there to the last run: 11 shares of
/// reservations × 5 queue policies × 10 seeds on the sample. The workers start within that time.
async fn sweep() -> f64 {
    const SWEPT: [&str; 5] = ["fcfs_backfilling", "fcfs", "easy", "conservative", "lsf"];
    click("group-compare");
    frame().await;
    click("tab-curves");
    frame().await;
    type_into("curves-values", "0, 10, .., 100");
    frame().await;
    type_into("curves-seeds", "10");
    frame().await;
    let mut since = now();
    let queues = knobs::keyed(&Scenario::default(), "queue").and_then(|it| it.choices());
    for (at, choice) in queues.map_or(&[][..], |it| it.all).iter().enumerate() {
        let id = format!("curves-queue-{at}");
        let ticked = element(&id).and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
        if ticked.is_some_and(|it| it.checked() != SWEPT.contains(&choice.key)) {
            since = now();
            click(&id);
            frame().await;
        }
    }
    let runs = 11.0 * SWEPT.len() as f64 * 10.0;
    while attribute("curves-done", "data-done") != runs && now() < since + 60_000.0 {
        TimeoutFuture::new(5).await;
    }
    let took = now() - since;
    back_to_the_schedule().await;
    took
}

/// From opening the Curves view to the first curve of the present scenario.
async fn first_curve() -> f64 {
    click("group-compare");
    frame().await;
    let since = now();
    click("tab-curves");
    let is_drawn = || {
        let line = document().and_then(|it| it.query_selector(".curves-drawn:not(.old) polyline").ok());
        line.flatten().is_some()
    };
    while !is_drawn() && now() < since + 60_000.0 {
        TimeoutFuture::new(5).await;
    }
    let took = now() - since;
    back_to_the_schedule().await;
    took
}

async fn back_to_the_schedule() {
    click("group-schedule");
    frame().await;
    click("tab-gantt");
    frame().await;
}

fn click(id: &str) {
    if let Some(element) = element(id).and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        element.click();
    }
}

fn type_into(id: &str, text: &str) {
    if let Some(input) = element(id).and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) {
        input.set_value(text);
        send(&input, &Event::new_with_event_init_dict("input", &bubbling()).ok());
    }
}

/// From a slider's event to the new picture.
async fn control_to_picture() -> Value {
    let mut times = Vec::new();
    for step in 0..40 {
        let Some(slider) = element("ar-percent").and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) else {
            break;
        };
        let before = pictures().count;
        let since = now();
        slider.set_value(&format!("{}", 10 + step % 60));
        send(&slider, &Event::new_with_event_init_dict("input", &bubbling()).ok());
        next_picture(before).await;
        times.push(pictures().last - since);
        TimeoutFuture::new(30).await;
    }
    spread(times)
}

/// Zooming in, panning along, and zooming out, an event in each frame.
async fn frames(canvas: &str) -> Value {
    const FRAMES: usize = 240;
    let Some(canvas) = element(canvas) else {
        return Value::Null;
    };
    begin_timing();
    let mut intervals = Vec::new();
    let mut last = frame().await;
    for step in 0..FRAMES {
        match step {
            0..40 => send(&canvas, &wheel(-60.0)),
            200..240 => send(&canvas, &wheel(60.0)),
            step => send(&canvas, &key(if step % 80 < 40 { "ArrowRight" } else { "ArrowLeft" })),
        }
        let now = frame().await;
        intervals.push(now - last);
        last = now;
    }
    json!({
        "work_ms": spread(end_timing()),
        "interval_ms": spread(intervals),
    })
}

/// Reads a generated workload and waits for its picture.
async fn load(read: &Callback<Source, WorkloadKey>, model: Lublin) {
    let before = pictures().count;
    read.emit(Source::Generated(Box::new(model)));
    next_picture(before).await;
}

/// Changes the scenario and waits for its picture; whether it came.
async fn change(dispatch: &Dispatch, edits: Vec<EditAction>) -> bool {
    let before = pictures().count;
    edits.into_iter().for_each(|edit| dispatch.dispatch(Action::Edit(edit)));
    next_picture(before).await
}

fn set(path: &str, value: impl Into<Value>) -> EditAction {
    EditAction::Set { path: path.to_owned(), value: value.into(), moving: false }
}

/// A seed that no run had before.
fn next_seed() -> u64 {
    thread_local!(static LAST: Cell<u64> = const { Cell::new(1_000) });
    LAST.with(|it| it.replace(it.get() + 1))
}

/// Waits until there is a picture after number `before`, at most a minute; whether there is.
async fn next_picture(before: u32) -> bool {
    let until = now() + 60_000.0;
    while pictures().count == before && now() < until {
        frame().await;
    }
    pictures().count != before
}

/// Waits for the next animation frame; its time.
async fn frame() -> f64 {
    let promise = Promise::new(&mut |resolve, _| {
        let _ = window().request_animation_frame(&resolve);
    });
    let time = JsFuture::from(promise).await;
    time.ok().and_then(|time| time.as_f64()).unwrap_or_else(now)
}

fn spread(mut times: Vec<f64>) -> Value {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
    json!({ "median": at(0.5), "p95": at(0.95), "most": times.last(), "count": times.len() })
}

fn handed_over() -> Option<Uint8Array> {
    Reflect::get(&window(), &"slotscopeBenchInput".into()).ok()?.dyn_into().ok()
}

fn wheel(delta: f64) -> Option<Event> {
    let init = WheelEventInit::new();
    init.set_delta_y(delta);
    init.set_client_x(900);
    init.set_client_y(400);
    Some(WheelEvent::new_with_event_init_dict("wheel", &init).ok()?.into())
}

fn key(name: &str) -> Option<Event> {
    let init = KeyboardEventInit::new();
    init.set_key(name);
    Some(KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).ok()?.into())
}

fn bubbling() -> EventInit {
    let init = EventInit::new();
    init.set_bubbles(true);
    init
}

fn send(target: &Element, event: &Option<Event>) {
    if let Some(event) = event {
        let _ = target.dispatch_event(event);
    }
}

fn attribute(id: &str, name: &str) -> f64 {
    let text = element(id).and_then(|element| element.get_attribute(name));
    text.and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}

fn element(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}

fn document() -> Option<Document> {
    window().document()
}

fn window() -> Window {
    js_sys::global().unchecked_into()
}

/// More jobs than there is room for.
fn overload(jobs: u32) -> Lublin {
    Lublin { jobs, load: Some(1.3), largest_job: None, ..Lublin::default() }
}

/// Loads with long queues, by the share of reservations and by the number of jobs: once each if they take long.
async fn growing(dispatch: &Dispatch, read: &Callback<Source, WorkloadKey>) -> Value {
    const QUEUES: [&str; 7] = ["fcfs", "fcfs_backfilling", "easy", "lsf", "sjf", "ppp", "conservative"];
    let mut figures = json!({});
    // What is there already, 10,000 jobs without reservations, comes last: a change that changes nothing draws no
    // picture, and the wait for one takes a minute.
    for jobs in [80_000, 10_000] {
        load(read, overload(jobs)).await;
        for percent in [20, 0] {
            change(dispatch, vec![set(knobs::SHARE, f64::from(percent))]).await;
            let repeats = if jobs > 10_000 { 1 } else { 5 };
            let took = runs(dispatch, &QUEUES, repeats).await;
            figures[percent.to_string()][jobs.to_string()] = took;
        }
    }
    figures
}

/// Logs that are handed over in `window.slotscopeBenchLarge`, pairs of a name and bytes, are dropped one by
/// one, with 30 % reservations.
async fn logs(dispatch: &Dispatch, read: &Callback<Source, WorkloadKey>) -> Value {
    let mut figures = Map::new();
    // A share that was set by hand stays when a log is dropped.
    for percent in [20.0, 30.0] {
        change(dispatch, vec![set(knobs::SHARE, percent)]).await;
    }
    for pair in handed_over_logs().iter() {
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
async fn six_charts() -> Value {
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

fn handed_over_logs() -> Array {
    let handed_over = Reflect::get(&window(), &"slotscopeBenchLarge".into());
    let array = handed_over.ok().and_then(|it| it.dyn_into().ok());
    array.unwrap_or_default()
}
