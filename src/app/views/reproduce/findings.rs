//! All that is to be told of an item.

use std::rc::Rc;

use yew::prelude::*;

use super::figures::Figures;
use super::scenarios::Scenarios;
use super::table;
use crate::app::context::nothing;
use crate::app::context::state::Dispatch;
use crate::app::context::theme::Ground;
use crate::app::control::Fold;
use slotscope::page::reproduce::Done;
use slotscope::page::words;
use slotscope::reproduce::{Claim, Verdict};

#[derive(Properties, PartialEq)]
pub struct ItemFindingsProps {
    pub done: Rc<Done>,
    pub ground: Ground,
    /// Takes the scenario of a cell.
    pub on_take: Callback<usize>,
    pub dispatch: Dispatch,
}

/// All that is to be told of an item that has been made.
#[component]
pub fn ItemFindings(props: &ItemFindingsProps) -> Html {
    let Ok(reproduced) = &props.done.outcome else {
        return nothing();
    };
    let findings = &reproduced.findings;
    html! {
        <>
            <p class="item-setting"><strong>{ "Ours: " }</strong>{ &findings.setting }</p>
            { for findings.comparisons.iter().map(|it| table::html(it, &props.on_take)) }
            <Figures done={props.done.clone()} ground={props.ground} dispatch={props.dispatch.clone()} />
            if !findings.claims.is_empty() {
                <section class="claims" aria-label="Claims of the paper">
                    <h3>{ "What the paper says" }</h3>
                    <ul>{ for findings.claims.iter().enumerate().map(claim) }</ul>
                </section>
            }
            if !findings.remarks.is_empty() {
                <section class="remarks" aria-label="Remarks">
                    <h3>{ "Remarks" }</h3>
                    <ul>{ for findings.remarks.iter().map(|remark| html! { <li>{ remark }</li> }) }</ul>
                </section>
            }
            { for findings.listings.iter().enumerate().map(|(at, listing)| html! {
                <Fold id={format!("listing-{at}")} title={listing.title.clone()} note={words::plural(listing.rows.len(), "row")}>
                    { table::listing(listing) }
                </Fold>
            }) }
            { for findings.appendices.iter().map(|appendix| html! {
                <p class="hint">{ format!("{}: {}, in the JSON.", appendix.listing.title, words::plural(appendix.listing.rows.len(), "row")) }</p>
            }) }
            <Scenarios done={props.done.clone()} on_take={&props.on_take} />
        </>
    }
}

fn claim((at, claim): (usize, &Claim)) -> Html {
    let class = |verdict| match verdict {
        Verdict::Holds => "better",
        Verdict::DoesNotHold => "worse",
        _ => "open",
    };
    html! {
        <li>
            <span class={classes!("verdict", class(claim.verdict))}>{
                if claim.elsewhere.is_some() { claim.verdict.words().to_owned() } else { claim.words_at_hand() }
            }</span>
            <p>{ &claim.text }<small>{ &claim.source }</small></p>
            if let Some(elsewhere) = claim.elsewhere {
                <p class="elsewhere">{ "The claim concerns jobs that this log does not contain. On the jobs at hand: " }
                    <span class={classes!("verdict", class(elsewhere))}>{ claim.words_at_hand() }</span></p>
            }
            <p class="evidence">{ &claim.test }</p>
            <p class="evidence">{ &claim.evidence }</p>
            if claim.has_listing() {
                <Fold id={format!("claim-cases-{at}")} title="Case by case" note={words::plural(claim.cases.len(), "case")}>
                    { table::listing(&claim.case_listing()) }
                </Fold>
            }
        </li>
    }
}
