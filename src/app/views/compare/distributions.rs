//! How waits, flow times and slowdowns are distributed, a curve for each scenario.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use slotscope::chart::summary::{Cumulative, cumulative_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::criteria::distribution::Value;
use slotscope::criteria::span::Span;
use slotscope::experiment::words::differences::letter;
use slotscope::page::compare::Subject;

#[derive(Properties, PartialEq)]
pub struct DistributionsProps {
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// The span that is marked: the jobs submitted in it count.
    pub span: Option<Span>,
    pub ground: Ground,
}

/// A chart for each value.
#[component]
pub fn Distributions(props: &DistributionsProps) -> Html {
    let of = |place: usize| html! { <Distribution key={place} {place} subjects={props.subjects.clone()} span={props.span} ground={props.ground} /> };
    html! {
        <section class="figures-table" aria-label="Distributions">
            <h2>{ "Distributions" }<small>{ "with the scenarios' own seeds" }</small></h2>
            <div class="summary-charts">{ for (0..Value::ALL.len()).map(of) }</div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct DistributionProps {
    /// Of the value, among all.
    place: usize,
    subjects: Vec<Option<Rc<Subject>>>,
    span: Option<Span>,
    ground: Ground,
}

const NAMES: [&str; 3] = ["Waiting time", "Flow time", "Bounded slowdown"];

#[component]
fn Distribution(props: &DistributionProps) -> Html {
    let place = props.place;
    let cumulative = use_memo((props.subjects.clone(), props.span), |(subjects, span)| {
        let letters: Vec<String> = (0..subjects.len()).map(|at| letter(at).to_string()).collect();
        let runs = subjects.iter().enumerate().filter_map(|(at, subject)| {
            let run = &subject.as_ref()?.finished.run;
            Some((at, letters[at].as_str(), run))
        });
        Cumulative::of_runs(runs, *span, Value::ALL[place])
    });
    let draw = use_callback((cumulative.clone(), props.ground), |frame: Frame, (cumulative, ground)| {
        cumulative_svg(frame, &ground.theme(), cumulative, &Captions::default())
    });
    let make = Callback::from(move |()| cumulative.table().into());
    let title = format!("{}, cumulative", NAMES[place]);
    html! {
        <article class="summary-chart">
            <h3>{ &title }</h3>
            <Picture id={format!("compared-distribution-{place}")} label={format!("{title}, a curve for each scenario; the numbers follow in a table")} height={250} {draw} />
            <Numbers id={format!("compared-distribution-{place}-numbers")} {title} {make} />
        </article>
    }
}
