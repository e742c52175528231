//! The figures of the calendar of a run: its size, and the delays by the length of jobs.

use std::rc::Rc;

use yew::prelude::*;

use slotscope::page::state::Finished;
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    pub finished: Rc<Finished>,
}

/// The classes of run times, by the ends of their measures' keys.
const CLASSES: [(&str, &str); 5] = [
    ("", "All jobs"),
    ("_below_10", "Below 10 s"),
    ("_10_100", "10 to 100 s"),
    ("_100_1000", "100 to 1000 s"),
    ("_above_1000", "Over 1000 s"),
];

/// The three ways of a normalized delay, by the beginnings of their measures' keys.
const WAYS: [&str; 3] = ["weighted_delay", "delay", "delay_by_limit"];

const HEAD: [&str; 4] = ["Run time", "Weighted", "Per job", "By the limit"];

/// The size in a sentence, and the delays as a table.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let rows = rows(&props.finished);
    let count = |key: &str| {
        let count = props.finished.report.measures.get(key);
        words::count(count.map_or(0, |&it| it as i64))
    };
    let row = |cells: Vec<String>| html! { <tr>{ for cells.into_iter().map(|it| html! { <td>{ it }</td> }) }</tr> };
    html! {
        <section class="slot-picture calendar-figures" id="calendar-figures">
            <p>
                { format!("The calendar had up to {} slots; with finest slots only, it would have needed {} for the same time.",
                    count("calendar_slots"), count("flat_slots")) }
            </p>
            <h2>{ "Normalized queuing delay" }</h2>
            <div class="scroll-across" role="region" aria-label="Normalized queuing delay" tabindex="0">
                <table>
                    <thead><tr>{ for HEAD.map(|it| html! { <th scope="col">{ it }</th> }) }</tr></thead>
                    <tbody>{ for rows.into_iter().map(row) }</tbody>
                </table>
            </div>
        </section>
    }
}

fn rows(finished: &Finished) -> Vec<Vec<String>> {
    let figure = |way: &str, class: &str| {
        finished.report.measures.get(&format!("{way}{class}")).map_or_else(|| "–".to_owned(), |it| format!("{it:.2}"))
    };
    let row = |&(class, name): &(&str, &str)| {
        let figures = WAYS.map(|way| figure(way, class));
        [name.to_owned()].into_iter().chain(figures).collect()
    };
    CLASSES.iter().map(row).collect()
}
