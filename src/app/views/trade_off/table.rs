//! The numbers behind the dots, the front first.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::chord::on_enter;
use crate::app::context::nothing;
use crate::app::context::terms;
use crate::app::control::use_unfolded;
use crate::app::systems::policies;
use slotscope::page::trade_off::Exploring;
use slotscope::page::trade_off::columns as numbers;
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub exploring: Rc<Exploring>,
    pub present: Option<usize>,
    pub on_take: Callback<usize>,
}

/// The front as a table, and the dominated ones folded away below.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let (is_open, on_toggle) = use_unfolded();
    let exploring = &props.exploring;
    let (front, rest) = exploring.ranked.split_at(exploring.on_front());
    html! {
        <section class="figures-table trade-table" aria-label="The front">
            <h2><span data-tip={terms::FRONT}>{ "The front" }</span>
                <small id="trade-chance">{ format!("Pareto front in {}{}. Click a row or a dot to load its scenario; Undo reverts that.", exploring.plan.criteria.together(), by_what(exploring)) }</small></h2>
            <div class="scroll-across" role="region" aria-label="Combinations on the front" tabindex="0"><table id="trade-front">
                { head(exploring) }
                <tbody>{ for front.iter().enumerate().map(|(rank, &(at, _))| row(props, Some(rank + 1), at)) }</tbody>
            </table></div>
            if !rest.is_empty() {
                <details class="fold" id="trade-rest" ontoggle={on_toggle}>
                    <summary><span>{ rest_name(exploring, rest.len()) }</span>{ not_told(exploring) }</summary>
                    // Hundreds of rows are made only once the table is opened.
                    if is_open {
                        <div class="scroll-across" role="region" aria-label="Combinations that are dominated" tabindex="0"><table id="trade-dominated">
                            { head(exploring) }
                            <tbody>{ for rest.iter().map(|&(at, _)| row(props, None, at)) }</tbody>
                        </table></div>
                    }
                </details>
            }
        </section>
    }
}

/// The basis of the front.
fn by_what(exploring: &Exploring) -> &'static str {
    match (exploring.plan.study.is_exact(), exploring.plan.study.replicate) {
        (true, _) => "; no randomness: all seeds agree",
        (false, None) => ", by the means over the seeds",
        (false, Some(_)) => ", by the means over the replicates",
    }
}

/// The name of the combinations off the front: `12 combinations dominated by these`, and the number of those of other jobs.
fn rest_name(exploring: &Exploring, rest: usize) -> String {
    let others = exploring.not_judged();
    let dominated = format!("{} dominated by these", words::plural(rest.saturating_sub(others), "combination"));
    match others {
        0 => dominated,
        _ => format!(
            "{dominated}, {} not judged, since other jobs than in most run or are reservations",
            words::count(others as i64)
        ),
    }
}

/// How many are dominated only in the mean.
fn not_told(exploring: &Exploring) -> Html {
    let study = &exploring.plan.study;
    let words = match (exploring.not_told(), study.seeds) {
        (0, _) => return nothing(),
        (_, 1) => "one seed cannot separate them from the front".to_string(),
        (count, _) => format!(
            "{} statistically tied with the front over {}",
            words::count(count as i64),
            words::plural(study.seeds as usize, study.replicate.map_or("seed", |_| "replicate"))
        ),
    };
    html! { <span class="fold-note" id="trade-not-told">{ words }</span> }
}

fn head(exploring: &Exploring) -> Html {
    let columns = numbers::columns(&exploring.plan.criteria);
    html! {
        <thead><tr>
            <th scope="col" aria-label="Number in the picture" />
            <th scope="col" class="words">{ "Combination" }</th>
            { for columns.iter().map(|it| html! {
                <th scope="col" data-tip={it.criterion.about()}>{ it.criterion.short() }</th>
            }) }
        </tr></thead>
    }
}

fn row(props: &TableProps, rank: Option<usize>, at: usize) -> Html {
    let exploring = &props.exploring;
    let (Some(candidate), Some(average)) = (exploring.plan.candidates.get(at), &exploring.averages[at]) else {
        return nothing();
    };
    let is_present = props.present == Some(at);
    let on_click = props.on_take.reform(move |_: MouseEvent| at);
    let on_key = on_enter(&props.on_take, at);
    html! {
        <tr key={at} tabindex="0" class={classes!(is_present.then_some("chosen"))} onclick={on_click} onkeydown={on_key}
            data-front={rank.is_some().to_string()} data-candidate={at.to_string()}>
            <td>{ rank.map_or(String::new(), |rank| rank.to_string()) }</td>
            <th scope="row" class="words"><span data-tip={policies(&candidate.scenario)}>{ &candidate.label }</span>
                if is_present { <small>{ "the current scenario" }</small> }
                if !exploring.judged[at] {
                    <small>{ "of other jobs, not judged" }</small>
                } else if rank.is_none() && exploring.told.get(at) == Some(&false) {
                    <small>{ "tied with the front" }</small>
                }
            </th>
            { for numbers::columns(&exploring.plan.criteria).into_iter().map(|it| html! {
                <td class={it.class()} data-value={it.value(&average.mean).to_string()}>
                    { it.mean(average) }<small>{ it.half_width(average) }</small>
                </td>
            }) }
        </tr>
    }
}
