//! Why a broker took an offer, or did not: by lower load, then by fewer reservations (Moise et al. 2008,
//! Sect. 3.6).

use super::{before, task_name, the_broker, the_broker_first};
use crate::messages::steps::{Part, Steps, offers_of};
use crate::messages::{agent_name, percent};
use scheduling::engine::Run;
use scheduling::engine::messages::{MessageKind, Offer, Verdict};

/// The broker's decisions on the offers of the current step, a sentence for each, at most `most`; and how many
/// there are. A batch and a receipt have none.
pub fn verdicts(run: &Run, steps: &Steps, shown: usize, most: usize) -> (Vec<String>, usize) {
    let messages = &run.messages;
    let Some(step) = steps.current(shown) else {
        return (Vec::new(), 0);
    };
    let it = &messages.list[step.message as usize];
    let about = match it.kind {
        // The outcome of an offer is unknown while the offer is under way.
        MessageKind::Offers if step.part != Part::Sending => Some(step.message),
        MessageKind::Decision => before(messages, step.message, it, MessageKind::Offers),
        _ => None,
    };
    let offers = about.map_or(0..0, |it| offers_of(messages, it));
    let count = offers.len();
    let sentences = offers.take(most).map(|it| verdict_words(run, steps, it));
    (sentences.collect(), count)
}

/// The broker's decision on an offer, by its place among all. Empty if there is none.
pub fn verdict_words(run: &Run, steps: &Steps, offer: usize) -> String {
    let messages = &run.messages;
    let Some(it) = messages.offers.get(offer) else {
        return String::new();
    };
    let Some(message) = messages.list.get(it.message as usize) else {
        return String::new();
    };
    let (agent, task) = (agent_name(message.agent), task_name(run, it.job));
    let broker = the_broker_first(messages, message.broker);
    let offered = format!("{agent}’s offer for {task}");
    let load = percent(run, it.provider as usize, it.load);
    let rival = rival(run, steps, offer);
    let other = rival.map(|rival| {
        let agent = messages.list[rival.message as usize].agent;
        let load = percent(run, rival.provider as usize, rival.load);
        (agent_name(agent), load)
    });
    match (it.verdict, other) {
        (Verdict::Unseen, _) => {
            let broker = the_broker(messages, message.broker);
            format!("{offered} is not considered: it did not reach {broker} in time.")
        }
        (Verdict::First, None) => {
            format!("{broker} keeps {offered}, the only one: the load would be {load} %.")
        }
        (Verdict::First, Some((other, its))) if its == load => format!(
            "{broker} keeps {offered}: the load would be {load} % with {other} too, which came later and had no fewer reservations."
        ),
        (Verdict::First, Some((other, its))) => {
            format!("{broker} keeps {offered}: the load would be {load} % there and {its} % with {other}.")
        }
        (Verdict::LowerLoad, Some((other, its))) => format!(
            "{broker} takes {offered} in place of another: the load would be {load} % there and {its} % with {other}."
        ),
        (Verdict::LowerLoad, None) => {
            format!("{broker} takes {offered} in place of another: the load, {load} %, would be lower there.")
        }
        (Verdict::FewerReservations, Some((other, _))) => format!(
            "{broker} takes {offered} in place of another: the load would be {load} % with {other} too, which had more reservations."
        ),
        (Verdict::FewerReservations, None) => format!(
            "{broker} takes {offered} in place of another of the same load, {load} %: {agent} had fewer reservations."
        ),
        (Verdict::HigherLoad, Some((other, its))) => {
            format!("{broker} does not take {offered}: the load would be {load} % there and {its} % with {other}.")
        }
        (Verdict::HigherLoad, None) => {
            format!("{broker} does not take {offered}: the load, {load} %, would be lower elsewhere.")
        }
        (Verdict::MoreReservations, Some((other, its))) if its != load => format!(
            "{broker} does not take {offered}: an offer at {load} % was as good, and in the end {other} gets the task at {its} %."
        ),
        (Verdict::MoreReservations, Some((other, _))) => {
            let by_fewer = rival.is_some_and(|it| it.verdict == Verdict::FewerReservations);
            let had = if by_fewer { "fewer" } else { "no more" };
            format!(
                "{broker} does not take {offered}: the load would be {load} % with {other} too, which had {had} reservations."
            )
        }
        (Verdict::MoreReservations, None) => format!(
            "{broker} does not take {offered}: the load would be {load} % with another agent too, which had no more reservations."
        ),
    }
}

/// Whom an offer is compared with, among those for the same task in the same round: of one that is taken the
/// best of the others; of one that is not, the one that is. Where verdicts speak of equal loads, one of the
/// same load goes before.
fn rival<'a>(run: &'a Run, steps: &Steps, offer: usize) -> Option<&'a Offer> {
    let messages = &run.messages;
    let it = &messages.offers[offer];
    let round = |it: &Offer| messages.list.get(it.message as usize).map(|it| (it.broker, it.round));
    let load = |it: &Offer| {
        let capacity = run.platform.get(it.provider as usize).copied();
        // Loads of nodes of different sizes, in ten thousandths.
        u64::from(it.load) * 10_000 / u64::from(capacity.unwrap_or(1).max(1))
    };
    let all =
        steps.offers_for(messages, it.job).iter().map(|&other| (other as usize, &messages.offers[other as usize]));
    let others =
        all.filter(|(place, other)| *place != offer && round(other) == round(it) && other.verdict != Verdict::Unseen);
    let others = others.map(|(_, other)| other);
    if it.verdict.is_taken() {
        others.filter(|other| !other.verdict.is_taken()).min_by_key(|other| {
            let is_even = it.verdict == Verdict::FewerReservations && load(other) != load(it);
            (is_even, load(other))
        })
    } else {
        others.into_iter().find(|other| other.verdict.is_taken())
    }
}
