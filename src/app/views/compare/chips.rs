//! The scenarios of a comparison: the one in front, the baseline, and the buttons to add and remove scenarios.

use std::rc::Rc;

use yew::prelude::*;

use super::sign::Sign;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::theme::Ground;
use crate::app::files::export_menu::{Menu, use_menu};
use crate::app::files::kept_formulas;
use crate::app::systems::policies;
use slotscope::experiment::Scenario;
use slotscope::experiment::comparison::Contrast;
use slotscope::experiment::words::differences::letter;
use slotscope::page::compare::{further_policy, offered};
use slotscope::page::history::{Compared, Experiment, MOST_COMPARED};
use slotscope::page::schedulable::Schedulable;
use slotscope::page::state::{Action, EditAction};

#[derive(Properties, PartialEq)]
pub struct ChipsProps {
    pub experiment: Rc<Experiment>,
    pub workload: Schedulable,
    /// How the scenarios differ, in words.
    pub names: Rc<Vec<String>>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

fn compare(dispatch: &Dispatch, step: Compared) -> Callback<MouseEvent> {
    dispatch.callback(move |_: MouseEvent| Action::Edit(EditAction::Compare(step)))
}

fn with(dispatch: &Dispatch, scenario: Scenario) -> Callback<MouseEvent> {
    dispatch.callback(move |_: MouseEvent| Action::Edit(EditAction::CompareWith(Box::new(scenario.clone()))))
}

/// A chip for each scenario, and a menu to add another.
#[component]
pub fn Chips(props: &ChipsProps) -> Html {
    let experiment = &props.experiment;
    let chips = props.names.iter().enumerate().map(|(place, name)| {
        let letter = letter(place);
        let (front, baseline) = (place == experiment.front(), place == experiment.baseline());
        let act = |step| compare(&props.dispatch, step);
        let scenario = experiment.scenarios().nth(place);
        let told = scenario.map(policies).unwrap_or_default();
        let tip = format!("{told} The panel edits the scenario in front, which the other views show.");
        html! {
            <li key={place} class={classes!("chip", front.then_some("in-front"))} id={format!("chip-{place}")}>
                <button type="button" class="chip-name" id={format!("front-{place}")} aria-pressed={front.to_string()}
                    aria-label={format!("{letter} {name}, bring to the front")} data-tip={tip}
                    onclick={act(Compared::Front(place))}>
                    <Sign {place} ground={props.ground} />{ " " }<span>{ name }</span>
                </button>
                <button type="button" class="chip-baseline" id={format!("baseline-{place}")} aria-pressed={baseline.to_string()}
                    aria-label={format!("Baseline {letter}")} data-tip="Differences are relative to the baseline."
                    onclick={act(Compared::Baseline(place))}>{ "baseline" }</button>
                <button type="button" class="icon" id={format!("remove-{place}")} aria-label={format!("Remove {letter}")}
                    onclick={act(Compared::Remove(place))}>{ "×" }</button>
            </li>
        }
    });
    let further = (experiment.count() == 2)
        .then(|| further_policy(experiment, &offered(experiment, props.workload, &kept_formulas::all())));
    let further = further.flatten().map(|(name, scenario)| {
        let onclick = with(&props.dispatch, scenario);
        html! { <button type="button" id="compare-further" aria-label={format!("Compare with {name}")} {onclick}>{ format!("+ {name}") }</button> }
    });
    html! {
        <div class="chips">
            <ul aria-label="Scenarios">{ for chips }</ul>
            { further }
            if experiment.count() < MOST_COMPARED {
                <Offers experiment={experiment.clone()} workload={props.workload} dispatch={props.dispatch.clone()} />
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct OffersProps {
    pub experiment: Rc<Experiment>,
    pub workload: Schedulable,
    pub dispatch: Dispatch,
}

/// A menu of scenarios to compare with.
#[component]
fn Offers(props: &OffersProps) -> Html {
    let Menu { open, node, toggle } = use_menu();
    let close = open.setter().to_callback().reform(|_: MouseEvent| false);
    html! {
        <div class="menu offers" ref={node}>
            <button type="button" id="compare-with" aria-expanded={open.to_string()} aria-controls="compare-offers" onclick={toggle}>
                { "Compare with …" }
            </button>
            <ul id="compare-offers" hidden={!*open} onclick={close}>
                { for offers(props).into_iter().map(|button| html! { <li>{ button }</li> }) }
            </ul>
        </div>
    }
}

/// A button for each contrast, and one for a copy.
fn offers(props: &OffersProps) -> Vec<Html> {
    let contrasts = offered(&props.experiment, props.workload, &kept_formulas::all()).into_iter().map(|contrast| {
        let Contrast {
            id,
            label,
            scenario,
        } = contrast;
        let onclick = with(&props.dispatch, scenario);
        html! { <button type="button" id={format!("contrast-{id}")} {onclick}><strong>{ format!("Same jobs, {label}") }</strong></button> }
    });
    let onclick = compare(&props.dispatch, Compared::Add);
    let copy = html! {
        <button type="button" id="contrast-copy" {onclick}><strong>{ "Duplicate" }</strong><small>{ "and edit in the panel" }</small></button>
    };
    contrasts.chain([copy]).collect()
}

/// A placeholder for a comparison with one scenario.
#[component]
pub fn Invite(props: &OffersProps) -> Html {
    html! {
        <div class="empty invite compare-invite" id="compare-invite">
            <p>{ "Compare this scenario with another on the same jobs" }</p>
            <p class="hint">{ "Up to six stand side by side: Gantt charts over one time axis, utilization and queues over time, all criteria with confidence intervals, and how each job changed." }</p>
            <div class="contrasts">{ for offers(props) }</div>
        </div>
    }
}
