//! A search in words, step by step.

use super::{Asked, SlotSearch};
use crate::availability::BEGINNING;
use crate::availability::idle_periods::{FOREVER, IdlePeriod, SearchStep, ServerSet};
use workload::Time;

/// Formats a time.
pub type NameTime<'a> = &'a dyn Fn(Time) -> String;

/// The start of an idle period, or its end, in a word.
pub fn time(time: Time, name: NameTime) -> String {
    match time {
        BEGINNING => "−∞".to_owned(),
        FOREVER => "∞".to_owned(),
        time => name(time),
    }
}

/// From when until when a server is idle.
pub fn period(it: &IdlePeriod, name: NameTime) -> String {
    let (start, end) = (time(it.start, name), time(it.end, name));
    format!("server {}, idle {start} … {end}", it.server)
}

/// One step of the search, in words.
pub fn step(search: &SlotSearch, asked: &Asked, step: &SearchStep, name: NameTime) -> String {
    let found = |node: u32| search.tree.as_ref().and_then(|it| it.find(node));
    match *step {
        SearchStep::Primary { node, marked, candidates } => {
            let Some(it) = found(node) else {
                return String::new();
            };
            let start = time(it.period.start, name);
            let so_far = format!("{candidates} so far");
            match (it.branch.is_some(), marked.is_some()) {
                (true, true) => format!(
                    "Phase 1, median start {start}: begins by s, so all on its right are candidates, {so_far}. Go left."
                ),
                (true, false) => {
                    format!("Phase 1, median start {start}: begins after s, as do all on its left. Go right.")
                }
                (false, true) => format!("Phase 1, {}: a candidate, {so_far}.", period(&it.period, name)),
                (false, false) => format!("Phase 1, {}: begins after s.", period(&it.period, name)),
            }
        }
        SearchStep::Candidates { candidates, enough: true } => format!(
            "Phase 1 ends: {candidates} begin in time, {} are needed. Phase 2 looks at their ends.",
            asked.servers
        ),
        SearchStep::Candidates { candidates, .. } => {
            format!("Phase 1 ends: {candidates} begin in time, {} are needed. This attempt fails.", asked.servers)
        }
        SearchStep::Secondary { of, node, marked, feasible } => {
            let (Some(it), Some(of)) = (found(node), found(of)) else {
                return String::new();
            };
            let end = time(it.period.end, name);
            let so_far = format!("{feasible} so far");
            match (it.branch.is_some(), marked.is_some()) {
                (true, true) => format!(
                    "Phase 2, among {} candidates, median end {end}: not before e, so all on its right are feasible, {so_far}. Go left.",
                    of.size
                ),
                (true, false) => format!(
                    "Phase 2, among {} candidates, median end {end}: before e, as are all on its left. Go right.",
                    of.size
                ),
                (false, true) => {
                    format!("Phase 2, {}: feasible, {so_far}.", period(&it.period, name))
                }
                (false, false) => format!("Phase 2, {}: ends before e.", period(&it.period, name)),
            }
        }
        SearchStep::Fetched { period: it, taken: true } => format!("Taken: {}.", period(&it, name)),
        SearchStep::Fetched { period: it, .. } => format!("Not needed: {}.", period(&it, name)),
    }
}

/// The outcome of the search, in one line.
pub fn outcome(search: &SlotSearch, asked: &Asked) -> String {
    match search.chosen() {
        Some(chosen) => {
            let servers = ServerSet::of(chosen.iter().map(|it| it.server).collect());
            let plural = if servers.count() == 1 { "" } else { "s" };
            format!("Server{plural} {servers}")
        }
        None => {
            let idle = search.idle_throughout(asked).count();
            format!("No place at this start: {idle} of {} idle throughout", asked.servers)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::availability::idle_periods::Selection;
    use crate::availability::idle_periods::steps::example;

    #[test]
    fn the_example_is_told_as_the_text_tells_it() {
        let (periods, slot, asked) = example();
        let search = SlotSearch::of(&periods, slot, &asked, Selection::LatestStart);
        let name = |time: Time| time.to_string();
        let told: Vec<String> = search.steps.iter().map(|it| step(&search, &asked, it, &name)).collect();
        assert_eq!(
            told,
            [
                "Phase 1, median start 7: begins by s, so all on its right are candidates, 2 so far. Go left.",
                "Phase 1, median start 12: begins by s, so all on its right are candidates, 3 so far. Go left.",
                "Phase 1, server 1, idle 12 … 36: a candidate, 4 so far.",
                "Phase 1 ends: 4 begin in time, 2 are needed. Phase 2 looks at their ends.",
                "Phase 2, server 1, idle 12 … 36: feasible, 1 so far.",
                "Phase 2, server 2, idle 7 … 32: feasible, 2 so far.",
                "Taken: server 1, idle 12 … 36.",
                "Taken: server 2, idle 7 … 32.",
            ]
        );
        assert_eq!(outcome(&search, &asked), "Servers 1–2");
        let more = Asked { servers: 3, ..asked };
        let search = SlotSearch::of(&periods, slot, &more, Selection::LatestStart);
        assert_eq!(outcome(&search, &more), "No place at this start: 2 of 3 idle throughout");
    }
}
