//! What the query is answered, in words.

use std::rc::Rc;

use yew::prelude::*;

use super::moment::Moment;
use super::query::Query;
use super::windows::Windows;
use crate::app::words;
use crate::availability::Window;
use crate::chart::time_axis::time_label;
use crate::chart::{Origin, provider_name};
use crate::workload::Time;

#[derive(Properties, PartialEq)]
pub struct AnswersProps {
    pub query: Query,
    pub moment: Rc<Moment>,
    pub answers: Rc<Vec<Vec<Window>>>,
    pub origin: Origin,
}

/// The best offer, and those of every provider.
#[component]
pub fn Answers(props: &AnswersProps) -> Html {
    let AnswersProps {
        query,
        moment,
        answers,
        origin,
    } = props;
    let offers = answers.iter().enumerate();
    let best = offers
        .filter_map(|(index, windows)| Some((windows.first()?.first_start, index)))
        .min();
    let ready = query.ready.unwrap_or(moment.now);
    let asked = |index: usize| query.provider.is_none_or(|asked| asked == index);
    let rows = answers.iter().enumerate().filter(|(index, _)| asked(*index)).map(|(index, windows)| {
        let start = windows.first().map(|first| first.first_start);
        let text = match start {
            Some(start) => offer(start, ready, query.length, *origin),
            None if moment.providers[index].processors < query.processors => "too small".to_string(),
            None => "no room before the deadline".to_string(),
        };
        let is_best = best.is_some_and(|(_, best)| best == index);
        html! {
            <li class={classes!(is_best.then_some("best"))} data-testid={format!("answer-{index}")}
                data-start={start.map(|start| start.to_string())}>
                <strong>{ provider_name(index) }</strong><span>{ text }</span>
                if !windows.is_empty() {
                    <Windows {index} windows={windows.clone()} origin={*origin} />
                }
            </li>
        }
    });
    let said = match best {
        Some((start, index)) => format!("{}, {}", provider_name(index), after(start, ready)),
        None => "Nowhere".to_string(),
    };
    html! {
        <div class="answers" aria-live="polite">
            <p id="query-answer" data-start={best.map(|(start, _)| start.to_string())}
                data-provider={best.map(|(_, index)| index.to_string())}>{ said }</p>
            <ul>{ for rows }</ul>
        </div>
    }
}

fn offer(start: Time, ready: Time, length: Time, origin: Origin) -> String {
    let end = time_label(start.saturating_add(length), origin);
    format!(
        "{} to {end} ({})",
        time_label(start, origin),
        after(start, ready)
    )
}

fn after(start: Time, ready: Time) -> String {
    match start - ready {
        0 => "at once".to_string(),
        // The letter alone on a line would look lost.
        wait => format!("{} after\u{a0}r", words::duration(wait as f64)),
    }
}
