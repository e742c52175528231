//! Many runs of a view in one sentence.

use crate::chance::repeats;
use crate::curves::Sweep;
use crate::trade_off::{Exploring, Searching};
use crate::words;
use experiment::trade_off::Average;

/// An exploration: how many combinations, and the best by each criterion that is weighed. `None` if no run has returned.
pub fn exploring(exploring: &Exploring) -> Option<String> {
    let plan = &exploring.plan;
    let there = || exploring.averages.iter().enumerate();
    let best = plan.criteria.all().iter().enumerate().filter_map(|(place, &criterion)| {
        let higher = criterion.higher_is_better().unwrap_or(false);
        let value = |average: &Average| average.mean.at(place);
        let cost = |average: &Average| {
            if higher { -value(average) } else { value(average) }
        };
        let known = there().filter_map(|(at, it)| Some((at, it.as_ref()?)));
        let is_judged = |at: usize| exploring.judged.get(at) != Some(&false);
        let (at, average) = known
            .filter(|(at, it)| is_judged(*at) && value(it).is_finite())
            .min_by(|one, other| cost(one.1).total_cmp(&cost(other.1)))?;
        Some(format!(
            "best {} {}: {}",
            criterion.brief(),
            words::criterion_value(criterion, value(average)),
            plan.candidates.get(at)?.label
        ))
    });
    let best: Vec<String> = best.collect();
    if best.is_empty() {
        return None;
    }
    let count = words::plural(plan.candidates.len(), "combination");
    let stopped = stopped(exploring.runs.done, exploring.runs.total());
    Some(format!("Trade-off over {count}, {}{stopped}; {}", repeats(&plan.study), best.join("; ")))
}

/// A search for a period: the criterion, how many periods, and the best. `None` if no run has returned.
pub fn searching(searching: &Searching) -> Option<String> {
    let search = &searching.search;
    let (best, criterion) = (search.best()?, search.criterion());
    Some(format!(
        "Search for the best period: {} tried; best {} {}: {} s",
        words::plural(search.tried().len(), "period"),
        criterion.brief(),
        words::criterion_value(criterion, best.average.mean.value(criterion)),
        words::count(best.period)
    ))
}

/// A sweep that was started here: its axis, its values and lines. `None` if no run has returned.
pub fn sweep(sweep: &Sweep) -> Option<String> {
    if sweep.given.is_some() || sweep.runs.done == 0 {
        return None;
    }
    Some(format!(
        "Curves over {}: {}, {}, {}{}",
        sweep.axis.label,
        words::plural(sweep.xs.len(), "value"),
        words::plural(sweep.names.len(), "line"),
        repeats(&sweep.study),
        stopped(sweep.runs.done, sweep.runs.total())
    ))
}

fn stopped(done: usize, total: usize) -> String {
    if done < total { format!(" (stopped after {done} of {total} runs)") } else { String::new() }
}
