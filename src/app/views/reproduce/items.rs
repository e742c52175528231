//! A button for each table and figure, with its result.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use slotscope::page::reproduce::live::Live;
use slotscope::page::reproduce::{Reproduction, ReproductionAction};
use slotscope::page::state::{Action, Start};
use slotscope::reproduce::summary::sentences;
use slotscope::reproduce::{About, Findings, Verdict};

#[derive(Properties, PartialEq)]
pub struct ItemsProps {
    pub reproduction: Rc<Reproduction>,
    pub dispatch: Dispatch,
}

/// A button for each table and figure, which shows its result.
#[component]
pub fn Items(props: &ItemsProps) -> Html {
    let paper = props.reproduction.paper();
    html! {
        <nav class="items" aria-label="Tables and figures of the paper">
            if let Some(live) = Live::of(paper) {
                <button type="button" id="paper-live" onclick={props.dispatch.callback(move |_: MouseEvent| Action::Start(Start::Live(live)))}>
                    <strong>{ "Draw live" }</strong><small>{ live.label }</small>
                </button>
            }
            <ul>{ for paper.items.iter().map(|item| one(props, item)) }</ul>
            <p class="hint">{ paper.citation }</p>
        </nav>
    }
}

fn one(props: &ItemsProps, item: &'static About) -> Html {
    let reproduction = &props.reproduction;
    let done = reproduction.result(item);
    let is_published = reproduction.done(item).is_none();
    let on_click = props.dispatch.callback(move |_: MouseEvent| Action::Reproduce(ReproductionAction::Show(item)));
    let (name, rest) = item.title.split_once(": ").unwrap_or((item.title, ""));
    let (state, words) = if reproduction.is_making(item) {
        ("making", "running".to_string())
    } else if reproduction.is_waiting(item) {
        ("waiting", "waits".to_string())
    } else {
        match done.map(|done| &done.outcome) {
            None => ("none", String::new()),
            Some(Ok(reproduced)) => (if is_published { "published" } else { "done" }, claims(&reproduced.findings)),
            Some(Err(_)) => ("refused", "not possible".to_string()),
        }
    };
    let shown = reproduction.shown == item;
    html! {
        <li key={item.key}>
            <button type="button" id={format!("item-{}", item.key)} aria-current={shown.to_string()} data-state={state}
                data-holds={(words == "all hold").to_string()} onclick={on_click}>
                <strong>{ name }</strong>
                <span class="badge">{ words }</span>
                <small>{ rest }</small>
            </button>
        </li>
    }
}

/// How many of the paper's sentences hold, each counted once, on the jobs at hand where it speaks of others.
fn claims(findings: &Findings) -> String {
    let told = sentences([findings]);
    let count = |verdict: Verdict| told.iter().filter(|it| it.verdict == verdict).count();
    let (all, whole) = (told.len(), count(Verdict::Holds));
    match (count(Verdict::HoldsInPart), all - whole) {
        (_, 0) if all == 0 => "done".to_string(),
        (_, 0) => "all hold".to_string(),
        (0, _) => format!("{whole} of {all} hold"),
        (part, _) => format!("{whole} of {all} hold, {part} in part"),
    }
}
