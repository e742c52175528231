//! The export of lessons: the open chart, or the list.

use super::schedules;
use crate::app::files::view_picture::stacked;
use slotscope::chart::idle_periods::{bars_height, idle_svg, tree_height, tree_svg};
use slotscope::chart::lessons::{
    SLOTS_HEIGHT, Talk, algorithm_height, binding_height, binding_svg, curve_svg, generation_svg, planned, search_svg,
    searched, slots_svg,
};
use slotscope::chart::table::{Table, heading_svg, height, table_svg};
use slotscope::chart::task_slots::{task_slots_height, task_slots_svg};
use slotscope::chart::{Captions, Frame, Theme};
use slotscope::lesson::shelf::SHELF;
use slotscope::lesson::{Lesson, Show, generation, search};
use slotscope::page::lessons::{Chart, Lessons, Progress};

/// The height of a heading, in CSS pixels.
const HEADING: u32 = 86;

/// The open chart under the name of its lesson and step.
pub fn picture(lessons: &Lessons, width: u32, theme: &Theme, captions: &Captions) -> String {
    let Some((lesson, progress)) = lessons.open() else {
        return list(width, theme, captions);
    };
    let captions = Captions {
        title: lesson.title.clone(),
        subtitle: heading_of(lessons, lesson, progress).to_owned(),
        ..captions.clone()
    };
    let heading = heading_svg(Frame::new(width, HEADING), theme, &captions);
    let mut all = vec![(HEADING, heading)];
    if !progress.is_hidden(lesson) {
        all.extend(pictures(lessons.chart.drawn(), progress, width, theme));
    }
    let (heights, pictures): (Vec<u32>, Vec<String>) = all.into_iter().unzip();
    stacked(&pictures, width, &heights)
}

/// The title of the open step, or the open question.
fn heading_of<'a>(lessons: &Lessons, lesson: &'a Lesson, progress: &Progress) -> &'a str {
    let question = progress.question(lesson).and_then(|at| lesson.questions.get(at));
    let step = lesson.steps.get(progress.at).map(|it| it.title.as_str());
    // Before its values are there, its text has none.
    let question = question.filter(|_| lessons.chart.is_asked());
    step.or(question.map(|it| it.ask.as_str())).unwrap_or_default()
}

fn pictures(chart: &Chart, progress: &Progress, width: u32, theme: &Theme) -> Vec<(u32, String)> {
    let frame = |height| Frame::new(width, height);
    let moment = |count: usize| progress.moment(chart.show.as_deref()).min(count.saturating_sub(1));
    match chart.show.as_deref() {
        None => Vec::new(),
        Some(Show::Schedule(it)) => schedules::pictures(chart, it, width, theme),
        Some(Show::Slots(it)) => {
            let run = chart.made.first().and_then(|made| made.as_ref()?.run.as_ref());
            let svg = run.map(|run| slots_svg(frame(SLOTS_HEIGHT), theme, run, it));
            svg.map(|svg| (SLOTS_HEIGHT, svg)).into_iter().collect()
        }
        Some(Show::Curve(it)) => {
            let reports: Vec<_> = chart.made.iter().map(|it| Some(it.as_ref()?.report.clone())).collect();
            let panels: Vec<usize> = (0..it.criteria.len()).collect();
            vec![(420, curve_svg(frame(420), theme, it, &reports, &panels))]
        }
        Some(Show::Generate(it)) => {
            let (height, states) = (algorithm_height(&it.reservations), generation(it).states);
            let state = &states[moment(states.len())];
            vec![(height, generation_svg(frame(height), theme, it, state))]
        }
        Some(Show::Search(it)) => {
            let (height, traced) = (algorithm_height(&it.reservations), search(it));
            let state = &traced.states[moment(traced.states.len())];
            let svg = search_svg(frame(height), theme, it, &traced.slots, state);
            vec![(height, svg)]
        }
        Some(Show::RangeSearch(it)) => {
            let searched = searched(it);
            let shown = moment(searched.steps() + 1);
            let captions = Captions { origin: searched.origin, ..Captions::default() };
            let (bars, trees) = (searched.bars(shown), searched.trees(shown));
            let heights = (bars_height(searched.servers()), tree_height(&trees));
            vec![
                (heights.0, idle_svg(frame(heights.0), theme, &bars, &captions)),
                (heights.1, tree_svg(frame(heights.1), theme, &trees, &captions)),
            ]
        }
        Some(Show::Planning(it)) => planned(it).map_or_else(Vec::new, |steps| {
            let shown = moment(steps.count() + 1);
            let height = task_slots_height(steps.machines());
            let view = steps.view(shown);
            let svg = task_slots_svg(frame(height), theme, &view, &Captions::default());
            vec![(height, svg)]
        }),
        Some(Show::Messages(_)) => {
            let run = chart.made.first().and_then(|it| it.as_ref()?.run.clone());
            run.map_or_else(Vec::new, |run| {
                let talk = Talk::of(run);
                let shown = moment(talk.steps() + 1);
                talk.heights(width)
                    .into_iter()
                    .enumerate()
                    .map(|(at, height)| (height, talk.svg(at, shown, frame(height), theme)))
                    .collect()
            })
        }
        Some(Show::Binding(it)) => {
            let height = binding_height(it.capacity);
            let booked = moment(it.reservations.len()) + 1;
            let one = |(title, is_static)| {
                let svg = binding_svg(frame(height), theme, title, it, booked, is_static);
                (height, svg)
            };
            [("Static binding", true), ("Dynamic binding", false)].map(one).to_vec()
        }
    }
}

/// The list as a table.
fn list(width: u32, theme: &Theme, captions: &Captions) -> String {
    let row = |card: &slotscope::lesson::shelf::Card| {
        let minutes = format!("{} min", card.minutes);
        vec![card.title.to_owned(), card.summary.to_owned(), minutes]
    };
    let table = Table {
        head: ["lesson", "what it teaches", "time"].map(str::to_owned).to_vec(),
        rows: SHELF.iter().map(row).collect(),
    };
    let captions = Captions { title: "Lessons".to_owned(), subtitle: String::new(), ..captions.clone() };
    table_svg(Frame::new(width, height(SHELF.len())), theme, &table, &captions)
}
