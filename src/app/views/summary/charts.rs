//! The figures in pictures: distributions, means by class, and the heaviest users. A table is behind each.

use std::cell::Cell;

use wasm_bindgen_futures::spawn_local;

use crate::app::context::Identity;
use crate::app::context::prelude::*;
use crate::app::control::data_table::Numbers;
use crate::app::files::view_picture::Picture;
use slotscope::chart::histogram::histogram_svg;
use slotscope::chart::summary::heat_map::{HeatMap, heat_map_svg};
use slotscope::chart::summary::heaviest;
use slotscope::chart::summary::week_map::{Side, WeekMap, week_map_svg};
use slotscope::chart::summary::{Cumulative, cumulative_svg};
use slotscope::chart::{Captions, Frame, Theme};
use slotscope::criteria::class_means::ClassMeans;
use slotscope::criteria::distribution::Value;
use slotscope::criteria::span::Span;
use slotscope::criteria::week::Week;
use slotscope::text::capital;
use slotscope::worker::Slices;
use slotscope::workload::clock::Clock;

#[derive(Properties, PartialEq)]
pub struct ChartsProps {
    pub finished: Rc<Finished>,
    pub span: Option<Span>,
    pub ground: Ground,
}

/// The height of a chart, in CSS pixels.
const HEIGHT: u32 = 270;

/// This many users are listed.
const LISTED: usize = 200;

fn id(value: Value) -> &'static str {
    match value {
        Value::Wait => "wait",
        Value::FlowTime => "flow-time",
        Value::Slowdown => "slowdown",
    }
}

fn name(value: Value) -> &'static str {
    match value {
        Value::Wait => "Waiting time",
        Value::FlowTime => "Flow time",
        Value::Slowdown => "Bounded slowdown",
    }
}

/// All charts of the view.
#[component]
pub fn Charts(props: &ChartsProps) -> Html {
    let ChartsProps { finished, span, ground } = props;
    html! {
        <section class="summary-charts" aria-label="In pictures">
            { for Value::ALL.into_iter().map(|value| html! {
                <Distributions key={id(value)} finished={finished.clone()} span={*span} ground={*ground} value={ValueProp(value)} />
            }) }
            // Tasks have no sizes that matter to their waits, and no users.
            if finished.run.is_of_log() {
                <Means finished={finished.clone()} span={*span} ground={*ground} value={ValueProp(Value::Wait)} />
                <Means finished={finished.clone()} span={*span} ground={*ground} value={ValueProp(Value::Slowdown)} />
                <Heaviest finished={finished.clone()} span={*span} ground={*ground} />
            }
        </section>
    }
}

/// A value as a property.
#[derive(Clone, Copy, PartialEq)]
struct ValueProp(Value);

#[derive(Properties, PartialEq)]
struct ValueProps {
    finished: Rc<Finished>,
    span: Option<Span>,
    ground: Ground,
    value: ValueProp,
}

/// How one value is distributed, by kind.
#[component]
fn Distributions(props: &ValueProps) -> Html {
    let ValueProp(value) = props.value;
    let cumulative = use_memo((Identity::of(&props.finished), props.span), |&(_, span)| {
        Cumulative::by_kind(&props.finished.run, span, value)
    });
    let draw = use_callback((cumulative.clone(), props.ground), |frame: Frame, (cumulative, ground)| {
        cumulative_svg(frame, &ground.theme(), cumulative, &Captions::default())
    });
    let make = Callback::from(move |()| cumulative.table().into());
    let title = format!("{}, cumulative", name(value));
    figure(id(value), &title, draw, make)
}

/// Means of one value by class.
#[component]
fn Means(props: &ValueProps) -> Html {
    let ValueProp(value) = props.value;
    let map = use_memo((Identity::of(&props.finished), props.span), |&(_, span)| HeatMap {
        value,
        means: ClassMeans::new(&props.finished.run, span, value),
    });
    let draw = use_callback((map.clone(), props.ground), |frame: Frame, (map, ground)| {
        heat_map_svg(frame, &ground.theme(), map, &Captions::default())
    });
    let make = Callback::from(move |()| map.table().into());
    let title = format!("{} by size and run time", name(value));
    figure(&format!("{}-means", id(value)), &title, draw, make)
}

#[derive(Properties, PartialEq)]
struct HeaviestProps {
    finished: Rc<Finished>,
    span: Option<Span>,
    ground: Ground,
}

/// The heaviest users.
#[component]
fn Heaviest(props: &HeaviestProps) -> Html {
    let histogram = use_memo((Identity::of(&props.finished), props.span), |&(_, span)| {
        heaviest::histogram(&props.finished.run, span)
    });
    let draw = use_callback((histogram, props.ground), |frame: Frame, (histogram, ground)| {
        histogram_svg(frame, &ground.theme(), histogram, &Captions::default())
    });
    let make = {
        let (finished, span) = (props.finished.clone(), props.span);
        Callback::from(move |()| heaviest::table(&finished.run, span, LISTED).into())
    };
    figure("users", "Heaviest users", draw, make)
}

fn figure(
    id: &str,
    title: &str,
    draw: Callback<Frame, String>,
    make: Callback<(), slotscope::chart::numbers::Numbered>,
) -> Html {
    html! {
        <article class="summary-chart">
            <h2>{ title.to_string() }</h2>
            <Picture id={format!("summary-{id}-chart")} label={format!("{title}; the numbers follow in a table")} height={HEIGHT} {draw} />
            <Numbers id={format!("summary-{id}-numbers")} title={title.to_string()} {make} />
        </article>
    }
}

/// All charts as one picture, two beside each other, so wide; and its height. `clock` is that of the log, if it
/// has a date.
pub fn picture(
    finished: &Finished,
    (span, clock): (Option<Span>, Option<Clock>),
    width: u32,
    theme: &slotscope::chart::Theme,
) -> (String, u32) {
    let run = &finished.run;
    let frame = Frame::new(width / 2, HEIGHT + 40);
    let titled = |title: String| Captions { title, ..Captions::default() };
    let mut drawn: Vec<String> = Value::ALL
        .into_iter()
        .map(|value| {
            let cumulative = Cumulative::by_kind(run, span, value);
            cumulative_svg(frame, theme, &cumulative, &titled(name(value).to_string()))
        })
        .collect();
    if !run.is_of_log() {
        return slotscope::chart::summary::side_by_side(&drawn, frame);
    }
    for value in [Value::Wait, Value::Slowdown] {
        let means = ClassMeans::new(run, span, value);
        let title = format!("{} by size and run time", name(value));
        drawn.push(heat_map_svg(frame, theme, &HeatMap { value, means }, &titled(title)));
    }
    let users = heaviest::histogram(run, span);
    drawn.push(histogram_svg(frame, theme, &users, &titled("Heaviest users".to_string())));
    drawn.extend(week_pictures(finished, span, clock, frame, theme));
    slotscope::chart::summary::side_by_side(&drawn, frame)
}

#[derive(Properties, PartialEq)]
pub struct OverTheWeekProps {
    pub finished: Rc<Finished>,
    pub span: Option<Span>,
    /// The log's clock, if it has a date.
    pub clock: Option<Clock>,
    pub ground: Ground,
}

/// The height of a map, in CSS pixels.
pub const WEEK_HEIGHT: u32 = 270;

/// A map of the run, and one of the log if it has waits.
#[component]
pub fn OverTheWeek(props: &OverTheWeekProps) -> Html {
    let map = use_week(props);
    let maps = |map: &Rc<WeekMap>| {
        let sides: Vec<Side> = map.sides().collect();
        html! {
            <div class="summary-charts">
                { for sides.into_iter().map(|side| html! { <Map key={side.key()} map={map.clone()} side={side} ground={props.ground} /> }) }
            </div>
        }
    };
    let by = props.clock.map_or_else(String::new, |it| format!(": {}", it.zone.words()));
    html! {
        <section class="figures-table over-the-week" aria-label="Waits over the week">
            <h2>{ "Waits over the week" }<small>{ "mean wait by day and hour of submission, by the clock of the log" }{ by }</small></h2>
            if props.clock.is_none() {
                <p class="hint" id="week-empty">{ "The log has no date, so days of the week are not known. SWF gives it as UnixStartTime." }</p>
            } else if let Some(map) = &*map {
                { maps(map) }
            } else {
                <p class="hint" role="status">{ "The waits are being counted…" }</p>
            }
        </section>
    }
}

/// The maps, made in slices when the run or the span changes; `None` meanwhile, and without a date.
#[hook]
fn use_week(props: &OverTheWeekProps) -> UseStateHandle<Option<Rc<WeekMap>>> {
    let map = use_state(|| None::<Rc<WeekMap>>);
    let (finished, set) = (props.finished.clone(), map.setter());
    let asked = (Identity::of(&props.finished), (props.span, props.clock));
    use_effect_with(asked, move |&(_, (span, clock))| {
        let is_wanted = Rc::new(Cell::new(true));
        let still_wanted = is_wanted.clone();
        set.set(None);
        spawn_local(async move {
            let Some(clock) = clock else { return };
            let with_log = finished.report.calibration.is_some();
            let pace = Slices::begin();
            let week = Week::in_slices(&finished.run, span, clock, with_log, &pace).await;
            if still_wanted.get() {
                set.set(Some(Rc::new(WeekMap::new(week))));
            }
        });
        move || is_wanted.set(false)
    });
    map
}

#[derive(Properties, PartialEq)]
struct MapProps {
    map: Rc<WeekMap>,
    side: Side,
    ground: Ground,
}

/// One of the maps, with its numbers.
#[component]
fn Map(props: &MapProps) -> Html {
    let side = props.side;
    let draw = use_callback((Identity::of(&props.map), props.ground), {
        let map = props.map.clone();
        move |frame: Frame, (_, ground)| week_map_svg(frame, &ground.theme(), (&map, side), &Captions::default())
    });
    let make = {
        let map = props.map.clone();
        Callback::from(move |()| map.table(side).into())
    };
    let title = title(side);
    html! {
        <article class="summary-chart">
            <h3>{ capital(side.name()) }</h3>
            <Picture id={format!("week-{}", side.key())} label={format!("{title}: mean wait by hour of submission; the numbers follow in a table")} height={WEEK_HEIGHT} {draw} />
            <Numbers id={format!("week-{}-numbers", side.key())} {title} {make} />
        </article>
    }
}

fn title(side: Side) -> String {
    format!("Waits over the week, {}", side.name())
}

/// The maps as pictures of this frame; none without a date.
fn week_pictures(
    finished: &Finished,
    span: Option<Span>,
    clock: Option<Clock>,
    frame: Frame,
    theme: &Theme,
) -> Vec<String> {
    let with_log = finished.report.calibration.is_some();
    let map = clock.map(|it| WeekMap::new(Week::new(&finished.run, span, it, with_log)));
    let picture = |map: &WeekMap, side: Side| {
        let captions = Captions {
            title: format!("{}, {}", title(side), clock.map_or_else(String::new, |it| it.zone.words())),
            ..Captions::default()
        };
        week_map_svg(frame, theme, (map, side), &captions)
    };
    map.iter().flat_map(|map| map.sides().map(move |side| (map, side))).map(|(map, side)| picture(map, side)).collect()
}
