//! The tables behind the charts of a comparison.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::control::data_table::{MOST, Numbers};
use slotscope::chart::numbers::{self, Line};
use slotscope::chart::{Origin, Viewport};
use slotscope::experiment::words::differences::letter;
use slotscope::page::compare::Subject;

/// The bars in sight of one Gantt chart.
pub fn bars(place: usize, subject: &Rc<Subject>, sight: Option<Viewport>, origin: Origin) -> Html {
    let shown = subject.clone();
    let make = Callback::from(move |()| {
        let number = |job: u32| shown.finished.run.jobs[job as usize].id;
        let sight = sight.unwrap_or_else(|| shown.index.whole());
        numbers::bars(&shown.index, &sight, origin, MOST, number)
    });
    let title = format!("the visible bars of {}", letter(place));
    let summary = format!("Bars of {} as table", letter(place));
    html! { <Numbers id={format!("compare-{place}-numbers")} {summary} {title} {make} /> }
}

/// Utilization and waiting over the time in sight, a column each for every scenario.
pub fn over_time(subjects: &[Option<Rc<Subject>>], sight: Option<Viewport>, origin: Origin) -> Html {
    let subjects = subjects.to_vec();
    let make = Callback::from(move |()| {
        let there = subjects.iter().enumerate();
        let there = there.filter_map(|(place, it)| Some((letter(place), it.as_deref()?)));
        let Some(whole) = there.clone().map(|(_, it)| it.index.whole()).reduce(|a, b| Viewport {
            start: a.start.min(b.start),
            end: a.end.max(b.end),
            ..a
        }) else {
            return numbers::Numbered::default();
        };
        let lines = there.flat_map(|(letter, it)| {
            let processors = it.index.platform.iter().map(|&it| f64::from(it)).sum();
            [
                Line { name: format!("{letter}, busy"), steps: &it.busy, percent_of: Some(processors) },
                Line { name: format!("{letter}, waiting jobs"), steps: &it.queue.jobs, percent_of: None },
                Line { name: format!("{letter}, waiting processors"), steps: &it.queue.processors, percent_of: None },
            ]
        });
        let lines: Vec<Line> = lines.collect();
        numbers::over_time(&lines, &sight.unwrap_or(whole), origin).into()
    });
    html! { <Numbers id="compare-time-numbers" title="utilization and waiting over time" {make} /> }
}
