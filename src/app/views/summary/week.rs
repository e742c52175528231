//! Waits over the week, of the run and of the log beside each other.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::context::Identity;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use slotscope::chart::summary::week_map::{Side, WeekMap, week_map_svg};
use slotscope::chart::{Captions, Frame, Theme};
use slotscope::criteria::span::Span;
use slotscope::criteria::week::Week;
use slotscope::page::state::Finished;
use slotscope::text::capital;
use slotscope::worker::Slices;
use slotscope::workload::clock::Clock;

#[derive(Properties, PartialEq)]
pub struct OverTheWeekProps {
    pub finished: Rc<Finished>,
    pub span: Option<Span>,
    /// The log's clock, if it has a date.
    pub clock: Option<Clock>,
    pub ground: Ground,
}

/// The height of a map, in CSS pixels.
pub const HEIGHT: u32 = 270;

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
            <Picture id={format!("week-{}", side.key())} label={format!("{title}: mean wait by hour of submission; the numbers follow in a table")} height={HEIGHT} {draw} />
            <Numbers id={format!("week-{}-numbers", side.key())} {title} {make} />
        </article>
    }
}

fn title(side: Side) -> String {
    format!("Waits over the week, {}", side.name())
}

/// The maps as pictures of this frame; none without a date.
pub fn pictures(
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
