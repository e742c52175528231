//! A schedule with its criteria, or several on one time axis with one legend.

use std::rc::Rc;

use yew::prelude::*;

use super::figure::Named;
use crate::app::context::nothing;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::{MOST, Numbers};
use slotscope::chart::lessons::{
    Together, common_window, origin_of, schedule_height, schedule_index, schedule_rows, schedule_svg,
};
use slotscope::chart::numbers;
use slotscope::chart::piece::Kind;
use slotscope::chart::{Frame, Theme};
use slotscope::criteria::Criterion;
use slotscope::engine::Run;
use slotscope::lesson::{Schedule, Shot};
use slotscope::page::lessons::{Chart, ShotResult};
use slotscope::page::words;
use slotscope::system::Unit;
use slotscope::workload::Time;

/// The drawing of a schedule: its runs, and the window that they share.
struct Drawn<'a> {
    shown: &'a Schedule,
    runs: Vec<&'a Run>,
    window: Option<(Time, Time)>,
}

impl<'a> Drawn<'a> {
    fn of(chart: &'a Chart, shown: &'a Schedule) -> Self {
        let runs: Vec<&Run> = chart.made.iter().flatten().filter_map(|it| it.run.as_ref()).collect();
        let window = shown.window.or_else(|| common_window(&runs));
        Self { shown, runs, window }
    }
}

/// The schedules of a chart, `names` their names, and with each a button that takes it into the
/// explorer.
pub fn schedules(chart: &Chart, shown: &Schedule, names: &[String], ground: Ground, on_take: &Callback<Shot>) -> Html {
    let drawn = Drawn::of(chart, shown);
    let results: Vec<&ShotResult> = chart.made.iter().flatten().collect();
    let all = results.iter().zip(chart.shots.iter()).enumerate();
    let together = Rc::new(Together::of(&drawn.runs, drawn.window));
    let several = results.len() > 1;
    let figure = |(at, (result, shot)): (usize, (&&ShotResult, &Shot))| {
        let Some(run) = result.run.clone() else {
            return nothing();
        };
        let height = if several { together.least_height(at) } else { schedule_height(&schedule_rows(&run), 1) };
        let tabled = run.clone();
        let make = Callback::from(move |()| {
            let index = schedule_index(&tabled);
            let number = |job: u32| tabled.jobs[job as usize].id;
            let origin = origin_of(&tabled, false);
            numbers::bars(&index, &index.whole(), origin, MOST, number)
        });
        let (theme, window) = (ground.theme(), drawn.window);
        let together = together.clone();
        let draw = Callback::from(move |frame: Frame| {
            if several { together.svg(at, frame, &theme) } else { schedule_svg(frame, &theme, "", &run, window) }
        });
        let name = names.get(at).cloned().unwrap_or_default();
        let take = {
            let shot = shot.clone();
            on_take.reform(move |_: MouseEvent| shot.clone())
        };
        html! {
            <div class={classes!("lesson-schedule", several.then_some("together"))} key={at}>
                <Named {at} name={name.clone()} numbers="the bars follow in a table" {height} {draw}>
                    <Numbers id={format!("lesson-numbers-{at}")} title={format!("the bars of “{name}”")} {make} />
                    <div class="lesson-told">
                        { figures(drawn.shown, result, &results) }
                        <button type="button" id={format!("lesson-take-{at}")} onclick={take}>{ "Open this in Slotscope" }</button>
                    </div>
                </Named>
            </div>
        }
    };
    let figures: Vec<Html> = all.map(figure).collect();
    html! { <>{ several.then(|| legend(&together)) }{ figures }</> }
}

/// The legend of all schedules.
fn legend(together: &Together) -> Html {
    let entry = |(kind, words): (Kind, &'static str)| {
        let swatch = match kind {
            Kind::Batch => "batch",
            Kind::Reservation => "reservation",
            Kind::Idle => "held",
        };
        html! { <li><i class={classes!("swatch", swatch)} />{ words }</li> }
    };
    html! { <ul class="legend" id="lesson-legend" aria-label="Legend">{ for together.legend().into_iter().map(entry) }</ul> }
}

/// The height of a schedule that is drawn until a time, in seconds, and the function that draws it.
pub fn schedule_until(run: Run, until: Time, ground: Ground) -> (u32, impl Fn(Frame) -> String) {
    let height = schedule_height(&schedule_rows(&run), 1);
    let first = run.jobs.iter().map(|job| job.submit).min().unwrap_or(0);
    let window = (first, run.tick.ticks(until as f64).max(first + 1));
    let theme = ground.theme();
    let draw = move |frame: Frame| schedule_svg(frame, &theme, "", &run, Some(window));
    (height, draw)
}

/// The criteria of one schedule; where there are several, of the same jobs, the best of each stands out.
fn figures(shown: &Schedule, result: &ShotResult, all: &[&ShotResult]) -> Html {
    let nouns = result.run.as_ref().map(|run| run.nouns()).unwrap_or_default();
    let population = result.report.population;
    let is_same = all.iter().all(|it| it.report.population == population);
    let one = |&criterion: &Criterion| {
        let value = criterion.of(&result.report);
        let is_best = all.len() > 1 && is_same && is_best(criterion, value, all);
        html! {
            <div class={is_best.then_some("is-best")}>
                <dt data-tip={criterion.about()}>{ criterion.label_in(nouns) }</dt>
                <dd data-criterion={criterion.id()} data-value={value.map(|it| it.to_string())}>{ in_words(criterion, value) }
                    if is_best { <span class="out-of-sight">{ ", the best" }</span> }
                </dd>
            </div>
        }
    };
    html! { <dl class="lesson-figures">{ for shown.criteria.iter().map(one) }</dl> }
}

/// Whether no other is better, and some other is worse.
fn is_best(criterion: Criterion, value: Option<f64>, all: &[&ShotResult]) -> bool {
    let (Some(value), Some(higher)) = (value, criterion.higher_is_better()) else {
        return false;
    };
    let cost = |value: f64| if higher { -value } else { value };
    let others = all.iter().filter_map(|it| criterion.of(&it.report));
    let mut others = others.map(cost);
    let none_better = others.clone().all(|other| cost(value) <= other);
    none_better && others.any(|other| cost(value) < other)
}

fn in_words(criterion: Criterion, value: Option<f64>) -> String {
    let Some(value) = value else {
        return "–".to_owned();
    };
    match (criterion, criterion.unit()) {
        (Criterion::Own(_), unit) => {
            let digits = if value.fract() == 0.0 { 0 } else { 2 };
            let number = words::decimal(value, digits);
            format!("{number} {}", unit.symbol()).trim_end().to_owned()
        }
        (_, Unit::Share) => format!("{} %", words::decimal(100.0 * value, 1)),
        (_, Unit::Count) => words::count(value as i64),
        (_, Unit::Times) => words::decimal(value, 2),
        (_, Unit::Seconds) if value >= 600.0 => words::duration(value),
        _ => format!("{} s", words::decimal(value, 1)),
    }
}

/// The schedules as pictures of some width, with their heights.
pub fn pictures(chart: &Chart, shown: &Schedule, width: u32, theme: &Theme) -> Vec<(u32, String)> {
    let drawn = Drawn::of(chart, shown);
    drawn
        .runs
        .iter()
        .zip(chart.shots.iter())
        .map(|(run, shot)| {
            let height = schedule_height(&schedule_rows(run), drawn.runs.len());
            let frame = Frame::new(width, height);
            let picture = schedule_svg(frame, theme, &shot.name, run, drawn.window);
            (height, picture)
        })
        .collect()
}
