//! The numbers behind the charts: utilization and queue length over stretches of what is in sight.

use std::rc::Rc;

use yew::prelude::*;

use super::stack::span_of;
use crate::app::comparison::Subject;
use crate::app::control::Fold;
use crate::app::words;
use crate::chart::Viewport;
use crate::chart::time_axis::{Origin, time_label};
use crate::experiment::words::differences::letter;
use crate::workload::Time;

/// Into so many stretches the times in sight are cut.
const STRETCHES: usize = 24;

#[derive(Properties, PartialEq)]
pub struct NumbersProps {
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// What is in sight; `None` for all.
    pub sight: Option<Viewport>,
    pub origin: Origin,
}

/// A row for each stretch of time, two columns for each scenario.
#[component]
pub fn Numbers(props: &NumbersProps) -> Html {
    let (start, end) = props
        .sight
        .map_or(span_of(&props.subjects), |it| (it.start, it.end));
    let window = Viewport::new(start, end, 1);
    let columns: Vec<(usize, Vec<f64>, Vec<f64>)> = props
        .subjects
        .iter()
        .enumerate()
        .filter_map(|(place, subject)| {
            let subject = subject.as_ref()?;
            let processors: f64 = subject.index.platform.iter().map(|&it| f64::from(it)).sum();
            let busy = subject.busy.means(&window, STRETCHES);
            let busy = busy.iter().map(|it| it / processors.max(1.0)).collect();
            let waiting = subject.queue.jobs.means(&window, STRETCHES);
            Some((place, busy, waiting))
        })
        .collect();
    let heads = columns.iter().map(|(place, ..)| {
        let letter = letter(*place);
        html! { <><th scope="col">{ format!("{letter}, utilization") }</th><th scope="col">{ format!("{letter}, jobs waiting") }</th></> }
    });
    let rows = (0..STRETCHES).map(|at| {
        let from = window.time(at as f64, STRETCHES as f64);
        let cells = columns.iter().map(|(_, busy, waiting)| {
            html! {
                <>
                    <td>{ format!("{} %", words::decimal(busy[at] * 100.0, 1)) }</td>
                    <td>{ words::decimal(waiting[at], 1) }</td>
                </>
            }
        });
        html! { <tr><th scope="row">{ time_label(from as Time, props.origin) }</th>{ for cells }</tr> }
    });
    html! {
        <Fold id="compare-numbers" title="The numbers: means over stretches of the times in sight">
            <div class="scroll-across"><table>
                <thead><tr><th scope="col">{ "From" }</th>{ for heads }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
        </Fold>
    }
}
