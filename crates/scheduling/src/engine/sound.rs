//! Whether a run is sound: invariants of every schedule, whatever the system.

#[cfg(test)]
mod tests;

use super::{Bar, Cause, Outcome, Run, Status, Tick};
use workload::{Flexibility, Job, Time};

/// Whether a run is sound: outcomes stand beside jobs and bars beside outcomes; nothing runs before it is
/// submitted or before its reservation is ready, nor on more processors than there are, nor on fewer than it
/// takes, some of them at the provider that it was sent to; no processor has two jobs at a time; run time, lost
/// time and interruptions add up; a rejected job has a cause; and every job that is done has run for as long as it takes. O(n log n + n ·
/// w) for n bars, w of which are there at a time.
///
/// # Errors
///
/// The violated invariant, in words, with the index of the job or of the bar.
pub fn check(run: &Run) -> Result<(), String> {
    check_with(run, |_| 0)
}

/// The same for a run of the log as it was, in which a job may have been suspended for as long as the log says.
///
/// # Errors
///
/// As [`check`].
pub fn check_of_log(run: &Run) -> Result<(), String> {
    check_with(run, |job| job.suspended.into())
}

fn check_with(run: &Run, suspended: impl Fn(&Job) -> Time) -> Result<(), String> {
    let (jobs, outcomes) = (&run.jobs, &run.schedule.outcomes);
    let (count, found) = (jobs.len(), outcomes.len());
    fails(count != found, || format!("{count} jobs, {found} outcomes"))?;
    check_bars(run)?;
    for (provider, &rows) in run.rows().iter().enumerate() {
        no_row_twice(run, provider as u32, rows)?;
    }
    for (index, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let told = |why| format!("job {index}: {why}; {job:?}, {outcome:?}");
        check_job(run, index, (job, outcome), suspended(job)).map_err(told)?;
    }
    let last: u64 = outcomes.iter().map(|it| u64::from(it.bar_count)).sum();
    let earlier = run.schedule.earlier.iter();
    let all = last + earlier.map(|it| u64::from(it.bar_count)).sum::<u64>();
    let bars = run.schedule.bars.len() as u64;
    fails(all != bars, || format!("{bars} bars, of which jobs have {all}"))
}

/// Whether every job has its bars, those of earlier stints among them, at the provider that it was sent to: so
/// with all systems but those that spread a job over several. O(bars).
///
/// # Errors
///
/// The first bar that is elsewhere.
pub fn check_on_one_provider(run: &Run) -> Result<(), String> {
    for bar in &run.schedule.bars {
        let its = run.schedule.outcomes.get(bar.job as usize).map(|it| it.provider);
        fails(its != Some(bar.provider), || format!("{bar:?} of a job that was sent to {its:?}"))?;
    }
    Ok(())
}

fn fails(what: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if what { Err(why()) } else { Ok(()) }
}

fn width(bars: &[Bar]) -> u64 {
    let width = |it: &Bar| u64::from(it.last_processor) + 1 - u64::from(it.first_processor);
    bars.iter().map(width).sum()
}

/// Bars stand in order of start, within the rows of their providers.
fn check_bars(run: &Run) -> Result<(), String> {
    let (bars, rows) = (&run.schedule.bars, run.rows());
    let in_order = bars.is_sorted_by_key(|it| it.start);
    fails(!in_order, || "bars do not stand in order of start".into())?;
    for bar in bars {
        let rows = rows.get(bar.provider as usize).copied().unwrap_or(0);
        let is_within = bar.first_processor <= bar.last_processor && bar.last_processor < rows;
        let is_bar = bar.start <= bar.end && (bar.job as usize) < run.jobs.len();
        fails(!is_within || !is_bar, || format!("{bar:?} of {rows} rows"))?;
    }
    Ok(())
}

/// No row of a provider has two bars at a time. A bar without length occupies no row.
fn no_row_twice(run: &Run, provider: u32, rows: u32) -> Result<(), String> {
    let mut there: Vec<&Bar> = Vec::new();
    let bars = run.schedule.bars.iter();
    for bar in bars.filter(|it| it.provider == provider && it.start < it.end) {
        there.retain(|it| it.end > bar.start);
        let meets = |it: &&&Bar| it.first_processor <= bar.last_processor && bar.first_processor <= it.last_processor;
        if let Some(other) = there.iter().find(meets) {
            return Err(format!("{bar:?} and {other:?} at once, of {rows} rows"));
        }
        there.push(bar);
    }
    Ok(())
}

/// The fewest processors that a job may be given.
fn fewest(job: &Job) -> u32 {
    match job.reservation.map(|request| request.flexibility) {
        Some(Flexibility::Processors { least }) => least,
        _ => job.processors,
    }
}

fn check_job(run: &Run, index: usize, (job, outcome): (&Job, &Outcome), suspended: Time) -> Result<(), String> {
    let bars = run.schedule.bars_of(index);
    let stints = run.schedule.earlier_stints(index);
    if outcome.status == Status::Rejected {
        let ran = !bars.is_empty() || !stints.is_empty();
        fails(ran, || "it has bars, and never ran".into())?;
        let is_known = run.causes.of(index) != Cause::NotKnown;
        return fails(!is_known, || "it was rejected for no reason".into());
    }
    let held = width(bars);
    let given = outcome.processors;
    fails(held != u64::from(given), || format!("its bars are {held} wide"))?;
    fails(!(fewest(job)..=job.processors).contains(&given), || format!("it has {given} processors"))?;
    let times = (outcome.held_from, outcome.released);
    let is_its = |it: &Bar| it.job as usize == index && (it.start, it.end) == times;
    fails(!bars.iter().all(is_its), || format!("its bars are {bars:?}"))?;
    let is_there = |it: &Bar| it.provider == outcome.provider;
    fails(!bars.iter().any(is_there), || format!("no bar is at its provider: {bars:?}"))?;
    fails(outcome.start < job.ready(), || "it starts too early".into())?;
    let in_order = outcome.start <= outcome.end && outcome.end <= outcome.released;
    fails(!in_order, || "it ends before it starts, or holds on too short".into())?;
    let booked_first = outcome.allocated <= outcome.start && job.submit <= outcome.allocated;
    fails(!booked_first, || "its provider was chosen too early or too late".into())?;
    check_ran(job, outcome, run.tick)?;
    check_stints(run, index, outcome, suspended)
}

/// Jobs that are done have run for as long as they take on their processors; killed jobs, shorter. Times with
/// fractions are rounded one by one, so that their differences may be off by a tick.
fn check_ran(job: &Job, outcome: &Outcome, tick: Tick) -> Result<(), String> {
    let given = Time::from(outcome.processors);
    let whole = (job.run_time * Time::from(job.processors) + given - 1) / given;
    let rounding = Time::from(tick != Tick::SECOND);
    let is_so = match outcome.status {
        Status::Done => (outcome.ran - whole).abs() <= rounding,
        _ => (0..whole + rounding).contains(&outcome.ran),
    };
    let ran = outcome.ran;
    fails(!is_so, || format!("it ran for {ran} of {whole}"))
}

/// The run time of an interrupted job is neither lost nor done twice: its time on processors is the sum of the
/// time that counts, the time that was lost and the time for which it was suspended on them.
fn check_stints(run: &Run, index: usize, outcome: &Outcome, suspended: Time) -> Result<(), String> {
    let stints = run.schedule.earlier_stints(index);
    let count = stints.len();
    fails(count != outcome.interruptions as usize, || format!("{count} stints"))?;
    // Slots may begin before the job that they are for.
    let mut on_processors = outcome.end - outcome.held_from.max(outcome.start);
    let mut after = outcome.start;
    for stint in stints {
        let bars = run.schedule.bars_of_stint(stint);
        let Some(first) = bars.first() else {
            return Err("a stint has no bars".into());
        };
        let (start, end) = (first.start.max(outcome.start), first.end);
        let is_its = |it: &Bar| (it.job as usize, it.start, it.end) == (index, first.start, first.end);
        let is_whole = bars.iter().all(is_its) && width(bars) == u64::from(outcome.processors);
        fails(!is_whole, || format!("a stint's bars are {bars:?}"))?;
        fails(start < after || end < start, || "stints do not follow one another".into())?;
        after = end;
        on_processors += end - start;
    }
    fails(count > 0 && outcome.held_from < after, || "its last stint is too early".into())?;
    let told = outcome.ran + outcome.lost + suspended;
    fails(on_processors != told, || format!("it was on its processors for {on_processors}, {told} are told of"))
}
