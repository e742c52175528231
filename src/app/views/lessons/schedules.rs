//! One to three schedules, each with its criteria beneath.

use yew::prelude::*;

use super::figure::Named;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::shell::theme::Ground;
use crate::app::terms::{self, Term};
use crate::app::views::lessons::state::{Chart, Result};
use slotscope::chart::GanttIndex;
use slotscope::chart::lessons::{common_window, origin_of, schedule_height, schedule_svg};
use slotscope::chart::numbers;
use slotscope::chart::{Frame, Theme};
use slotscope::engine::Run;
use slotscope::lesson::{Criterion, Schedule, Shot};
use slotscope::page::words;
use slotscope::system::Better;
use slotscope::workload::Time;

/// What is drawn of a schedule: its runs, and the window that they share.
struct Drawn<'a> {
    shown: &'a Schedule,
    runs: Vec<&'a Run>,
    window: Option<(Time, Time)>,
}

impl<'a> Drawn<'a> {
    fn of(chart: &'a Chart, shown: &'a Schedule) -> Self {
        let made = chart.made.iter().flatten();
        let runs: Vec<&Run> = made.filter_map(|it| it.run.as_ref()).collect();
        let window = shown.window.or_else(|| common_window(&runs));
        Self {
            shown,
            runs,
            window,
        }
    }
}

/// The schedules of a chart, `names` their names, and with each a button that takes it into the
/// explorer.
pub fn schedules(
    chart: &Chart,
    shown: &Schedule,
    names: &[String],
    ground: Ground,
    on_take: &Callback<Shot>,
) -> Html {
    let drawn = Drawn::of(chart, shown);
    let results: Vec<&Result> = chart.made.iter().flatten().collect();
    let all = results.iter().zip(chart.shots.iter()).enumerate();
    let figure = |(at, (result, shot)): (usize, (&&Result, &Shot))| {
        let Some(run) = result.run.clone() else {
            return Html::default();
        };
        let height = schedule_height(&run.platform, results.len());
        let tabled = run.clone();
        let make = Callback::from(move |()| {
            let index = GanttIndex::new(&tabled);
            let number = |job: u32| tabled.jobs[job as usize].id;
            let origin = origin_of(&tabled, false);
            numbers::bars(&index, &index.whole(), origin, MOST, number)
        });
        let (theme, window) = (ground.theme(), drawn.window);
        let draw =
            Callback::from(move |frame: Frame| schedule_svg(frame, &theme, "", &run, window));
        let name = names.get(at).cloned().unwrap_or_default();
        let take = {
            let shot = shot.clone();
            on_take.reform(move |_: MouseEvent| shot.clone())
        };
        html! {
            <div class="lesson-schedule" key={at}>
                <Named {at} name={name.clone()} numbers="the bars follow in a table" {height} {draw}>
                    <Numbers id={format!("lesson-numbers-{at}")} title={format!("the bars of “{name}”")} {make} />
                    <div class="lesson-told">
                        { figures(drawn.shown, result, &results) }
                        <button type="button" id={format!("lesson-take-{at}")} onclick={take}>{ "Open this in the explorer" }</button>
                    </div>
                </Named>
            </div>
        }
    };
    html! { <>{ for all.map(figure) }</> }
}

/// The criteria of one schedule; where there are several, the best of each stands out.
fn figures(shown: &Schedule, result: &Result, all: &[&Result]) -> Html {
    let nouns = result
        .run
        .as_ref()
        .map(|run| run.nouns())
        .unwrap_or_default();
    let one = |&criterion: &Criterion| {
        let value = criterion.of(&result.report);
        let is_best = all.len() > 1 && is_best(criterion, value, all);
        html! {
            <div class={is_best.then_some("is-best")}>
                <dt data-tip={term(criterion)}>{ criterion.name_in(nouns) }</dt>
                <dd data-criterion={criterion_mark(criterion)} data-value={value.to_string()}>{ in_words(criterion, value) }
                    if is_best { <span class="out-of-sight">{ ", the best" }</span> }
                </dd>
            </div>
        }
    };
    html! { <dl class="lesson-figures">{ for shown.criteria.iter().map(one) }</dl> }
}

/// What it is told by in the page's marks.
fn criterion_mark(criterion: Criterion) -> String {
    match criterion {
        Criterion::Own(measure) => measure.key.to_owned(),
        of_all => format!("{of_all:?}"),
    }
}

/// Whether no other is better, and some other is worse.
fn is_best(criterion: Criterion, value: f64, all: &[&Result]) -> bool {
    let cost = |value: f64| {
        if criterion.more_is_better() {
            -value
        } else {
            value
        }
    };
    let mut others = all.iter().map(|it| cost(criterion.of(&it.report)));
    if criterion.better() == Better::Neither {
        return false;
    }
    let none_better = others.clone().all(|other| cost(value) <= other);
    none_better && others.any(|other| cost(value) < other)
}

fn term(criterion: Criterion) -> Term {
    match criterion {
        Criterion::Utilization => terms::U,
        Criterion::FlowTime => terms::F,
        Criterion::Tardiness => terms::D,
        Criterion::WaitingTime => terms::WAIT,
        Criterion::Rejected => terms::REJECTED,
        Criterion::Killed => terms::KILLED,
        Criterion::Makespan => terms::MAKESPAN,
        Criterion::Own(measure) => measure.about,
    }
}

fn in_words(criterion: Criterion, value: f64) -> String {
    match criterion {
        Criterion::Utilization => format!("{} %", words::decimal(100.0 * value, 1)),
        Criterion::Rejected | Criterion::Killed => words::count(value as i64),
        Criterion::Own(measure) => {
            let digits = if value.fract() == 0.0 { 0 } else { 2 };
            let number = words::decimal(value, digits);
            format!("{number} {}", measure.unit.symbol())
                .trim_end()
                .to_owned()
        }
        _ if value < 600.0 => format!("{} s", words::decimal(value, 1)),
        _ => words::duration(value),
    }
}

/// The schedules as pictures of some width, with their heights.
pub fn pictures(chart: &Chart, shown: &Schedule, width: u32, theme: &Theme) -> Vec<(u32, String)> {
    let drawn = Drawn::of(chart, shown);
    let all = drawn.runs.iter().zip(chart.shots.iter());
    all.map(|(run, shot)| {
        let height = schedule_height(&run.platform, drawn.runs.len());
        let frame = Frame::new(width, height);
        let picture = schedule_svg(frame, theme, &shot.name, run, drawn.window);
        (height, picture)
    })
    .collect()
}
