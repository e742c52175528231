//! The differences between jobs under each scenario and the baseline.

use std::rc::Rc;

use yew::prelude::*;

use super::sign::Sign;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use slotscope::chart::histogram::{Histogram, histogram_svg};
use slotscope::chart::numbers;
use slotscope::chart::{Captions, Frame};
use slotscope::engine::Nouns;
use slotscope::experiment::comparison::JobDifferences;
use slotscope::experiment::comparison::sentences::{Sentence, sentences};
use slotscope::experiment::words::differences::letter;
use slotscope::page::state::{Action, ViewAction};
use slotscope::text::capital;

#[derive(Properties, PartialEq)]
pub struct JobsProps {
    /// The differences of each run from the baseline's.
    pub changes: Rc<Vec<Option<Rc<JobDifferences>>>>,
    pub nouns: &'static Nouns,
    pub names: Rc<Vec<String>>,
    pub baseline: usize,
    pub selected: Rc<[u64]>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

/// Sentences of each scenario against the baseline.
#[component]
pub fn Jobs(props: &JobsProps) -> Html {
    let nouns = props.nouns;
    let others = props.changes.iter().enumerate();
    let others = others.filter_map(|(place, it)| Some((place, it.clone()?)));
    html! {
        <section class="figures-table compare-jobs" aria-label="Jobs">
            <h2>{ format!("{} by {} against {}", capital(nouns.job), nouns.job, letter(props.baseline)) }
                <small>{ format!("with the scenarios' own seeds; a click highlights the {} in every chart", nouns.jobs) }</small></h2>
            <div class="compared-jobs">
                { for others.map(|(place, differences)| html! {
                    <Differences key={place} {place} baseline_place={props.baseline} {differences}
                        name={props.names[place].clone()} selected={props.selected.clone()} ground={props.ground} dispatch={props.dispatch.clone()} />
                }) }
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct DifferencesProps {
    place: usize,
    baseline_place: usize,
    differences: Rc<JobDifferences>,
    name: String,
    selected: Rc<[u64]>,
    ground: Ground,
    dispatch: Dispatch,
}

/// One scenario against the baseline.
#[component]
fn Differences(props: &DifferencesProps) -> Html {
    let differences = props.differences.clone();
    let (baseline, other) = (letter(props.baseline_place), letter(props.place));
    let said = sentences(&differences, &baseline.to_string(), &other.to_string());
    let make = {
        let differences = differences.clone();
        Callback::from(move |()| numbers::classes(&histogram(&differences)).into())
    };
    let draw = use_callback((differences.clone(), props.ground), |frame: Frame, (differences, ground)| {
        let histogram = histogram(differences);
        histogram_svg(frame, &ground.theme(), &histogram, &Captions::default())
    });
    html! {
        <article class="job-differences" aria-label={format!("{other} against {baseline}")}>
            <h3><Sign place={props.place} ground={props.ground} />{ &props.name }</h3>
            <ul>{ for said.iter().map(|it| sentence(props, it)) }</ul>
            <Picture id={format!("changes-{}", props.place)} label={format!("Number of jobs by change of waiting time, {other} against {baseline}; the numbers follow in a table")}
                height={190} {draw} />
            <Numbers id={format!("changes-{}-numbers", props.place)} title={format!("changes of waiting time under {other}")} {make} />
        </article>
    }
}

fn histogram(differences: &JobDifferences) -> Histogram {
    Histogram {
        x_label: "change of waiting time".to_string(),
        y_label: "jobs".to_string(),
        classes: differences.classes(),
    }
}

fn sentence(props: &DifferencesProps, sentence: &Sentence) -> Html {
    if sentence.jobs.is_empty() {
        return html! { <li data-sentence={sentence.id} data-jobs="0">{ &sentence.text }</li> };
    }
    let jobs: Rc<[u64]> = sentence.jobs.as_slice().into();
    let pressed = *props.selected == *jobs;
    let count = jobs.len().to_string();
    let onclick = props.dispatch.callback(move |_: MouseEvent| {
        Action::View(ViewAction::Select(if pressed { Rc::default() } else { jobs.clone() }))
    });
    html! {
        <li data-sentence={sentence.id} data-jobs={count}>
            <button type="button" class="sentence" aria-pressed={pressed.to_string()} {onclick}>{ &sentence.text }</button>
        </li>
    }
}
