//! The answer to the query, in words.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;

use super::moment::{Answers, Moment, Offered};
use super::query::Query;
use super::windows::Windows;
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Origin, provider_name};
use slotscope::page::words;
use slotscope::system::two_level::Given;
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct AnswersProps {
    pub query: Query,
    pub moment: Rc<Moment>,
    pub answers: Rc<Answers>,
    /// Why the promises of the queues are unknown.
    pub failed: Option<String>,
    pub origin: Origin,
}

/// The choice of the grid scheduler, and the offers of every provider.
#[component]
pub fn AnswerList(props: &AnswersProps) -> Html {
    let AnswersProps { query, moment, answers, failed, origin } = props;
    if moment.lacks_promises {
        let said = match failed {
            Some(why) => format!("Unknown: {why}"),
            None => "Computing the promises of the queues …".to_string(),
        };
        return html! {
            <div class="answers" aria-live="polite"><p id="query-answer" class="hint" data-state="asking">{ said }</p></div>
        };
    }
    let ready = query.ready.unwrap_or(moment.now);
    let asked = |index: usize| query.provider.is_none_or(|asked| asked == index);
    let rows = answers.offers.iter().enumerate().filter(|(index, _)| asked(*index)).map(|(index, offered)| {
        let start = offered.given.map(|given| given.start);
        let text = match offered.given {
            Some(given) => offer(given, query, ready, *origin),
            None if moment.providers[index].processors < moment.size_of(query) => "too small".to_string(),
            None if query.deadline.is_some() => "no room before the deadline".to_string(),
            None => "no room".to_string(),
        };
        let is_best = answers.taken.contains(&index);
        html! {
            <li class={classes!(is_best.then_some("best"))} data-testid={format!("answer-{index}")}
                data-start={start.map(|start| start.to_string())}>
                <strong>{ provider_name(index) }</strong><span>{ text }</span>
                if !offered.windows.is_empty() {
                    <Windows {index} windows={offered.windows.clone()} origin={*origin} />
                }
            </li>
        }
    });
    let best = best(answers);
    html! {
        <div class="answers" aria-live="polite">
            <p id="query-answer" data-state="told" data-start={best.map(|given| given.start.to_string())}
                data-provider={best.map(|given| given.provider.to_string())}>{ said(answers, query, ready) }</p>
            <ul>{ for rows }</ul>
            { how(moment, *origin) }
        </div>
    }
}

/// The chosen offer, or the first of those among which the choice is random.
fn best(answers: &Answers) -> Option<Given> {
    let first = answers.taken.first()?;
    answers.offers[*first].given
}

/// Where it would go, in a line.
fn said(answers: &Answers, query: &Query, ready: Time) -> String {
    let Some(best) = best(answers) else {
        return "No fit".to_string();
    };
    let start = |it: &Offered| it.given.map(|given| given.start);
    let taken = || answers.taken.iter().map(|&index| &answers.offers[index]);
    let names = match answers.taken.as_slice() {
        [one] => provider_name(*one),
        [one, other] => format!("{} or {}, at random", provider_name(*one), provider_name(*other)),
        all => format!("One of {} providers, at random", all.len()),
    };
    if taken().all(|it| start(it) == Some(best.start)) {
        format!("{names}, {}", after(best, query, ready))
    } else {
        names
    }
}

fn offer(given: Given, query: &Query, ready: Time, origin: Origin) -> String {
    let end = time_label(given.start.saturating_add(query.length), origin);
    format!("{} to {end} ({})", time_label(given.start, origin), after(given, query, ready))
}

fn after(given: Given, query: &Query, ready: Time) -> String {
    let wait = match given.start - ready {
        0 => "at once".to_string(),
        // The letter alone on a line would look lost.
        wait => format!("{} after\u{a0}r", words::duration(wait as f64)),
    };
    match query.deadline.filter(|_| !given.in_time) {
        Some(deadline) => {
            let late = given.start.saturating_add(query.length) - deadline;
            format!("{wait}, {} late", words::duration(late as f64))
        }
        None => wait,
    }
}

/// At which point of the moment the providers are asked, and in which state.
fn how(moment: &Moment, origin: Origin) -> Html {
    let Some(asked) = &moment.asked else {
        return nothing();
    };
    let when = if asked.at == moment.now {
        "The answer of a run to a reservation that is submitted at the cursor, after the jobs that end at that moment and before any queue starts jobs.".to_string()
    } else {
        format!(
            "The answer of a run to a reservation that is submitted at the cursor: it waits for the grid scheduler until {}, behind the batch jobs that were submitted before it.",
            time_label(asked.at, origin)
        )
    };
    let named = asked.providers.iter().any(|it| it.names_processors());
    html! {
        <p class="hint" id="query-how">
            { when }
            if !asked.is_certain { { " Not certain: in the run, jobs that are submitted between the cursor and that time may have taken processors that jobs before the reservation would have had." } }
            if named { { " Where reservations are bound to their processors, the same ones have to be free throughout." } }
        </p>
    }
}
