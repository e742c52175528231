//! A schedule of a lesson: its height, its rows and its picture.

use super::captions;
use crate::gantt::gantt_svg;
use crate::gantt::index::GanttIndex;
use crate::{Frame, Origin, Resource, Theme, Viewport};
use scheduling::engine::{Run, Tick};
use workload::Time;

/// The most processors whose jobs have their names on the bars.
pub(super) const FEW: u32 = 40;

/// The height of one of `plans` schedules of these rows ([`schedule_rows`]), in CSS pixels.
pub fn schedule_height(platform: &[u32], plans: usize) -> u32 {
    let rows: u32 = platform.iter().fold(0, |sum, &it| sum.saturating_add(it));
    if rows > FEW {
        return if plans > 1 { 290 } else { 380 };
    }
    let row = if plans > 2 { 26 } else { 32 };
    130 + rows * row + platform.len() as u32 * 30
}

/// The window that shows all of these runs, so that they can be compared; none of none.
pub fn common_window(runs: &[&Run]) -> Option<(Time, Time)> {
    let end = runs.iter().flat_map(|run| &run.schedule.bars).map(|bar| bar.end).max()?;
    let start = runs.iter().flat_map(|run| &run.jobs).map(|job| job.submit).min()?.min(end);
    // Room after the last end, so that it is seen to be one.
    Some((start, end + (end - start) / 25 + 1))
}

/// A schedule, its jobs named where they are few. `window` is the time drawn; none draws all.
pub fn schedule_svg(frame: Frame, theme: &Theme, title: &str, run: &Run, window: Option<(Time, Time)>) -> String {
    let index = schedule_index(run);
    let whole = index.whole();
    let (start, end) = window.map(|(from, to)| (from as f64, to as f64)).unwrap_or((whole.start, whole.end));
    let viewport = Viewport { start, end, ..whole };
    let captions = captions(title, origin_of(run, are_few(run)));
    gantt_svg(frame, theme, &index, &viewport, &captions)
}

/// Whether a run has so few processors that its jobs have their names on the bars.
pub(super) fn are_few(run: &Run) -> bool {
    run.platform.iter().sum::<u32>() <= FEW
}

/// Whether the rows of a schedule are GPUs: every job that ran has held some.
fn shows_gpus(run: &Run) -> bool {
    let Some(holds) = run.holds() else {
        return false;
    };
    let mut ran = run.schedule.bars.iter();
    let holds_some = |job: u32| holds.gpus.iter().any(|it| it.job == job);
    !holds.gpus.is_empty() && ran.all(|bar| holds_some(bar.job))
}

/// The rows of a schedule, by provider: its GPUs where every job holds some, or else its processors.
pub fn schedule_rows(run: &Run) -> Vec<u32> {
    let gpus = run.holds().filter(|_| shows_gpus(run));
    match gpus.and_then(|it| u32::try_from(it.all_gpus()).ok()) {
        Some(gpus) => vec![gpus],
        None => run.platform.clone(),
    }
}

/// A run as a schedule of a lesson draws it: its jobs named where they are few, its rows GPUs where every job holds some.
/// O(n log n + n · m) for n jobs and m entries of held GPUs.
pub fn schedule_index(run: &Run) -> GanttIndex {
    let index = named(run);
    let of_gpus = shows_gpus(run).then(|| index.with_rows_of(run, Resource::Gpus));
    of_gpus.flatten().unwrap_or(index)
}

/// A run with its jobs named where they are few.
fn named(run: &Run) -> GanttIndex {
    let names = if are_few(run) { (0..run.jobs.len()).map(|at| run.job_name(at)).collect() } else { Vec::new() };
    GanttIndex::new(run).named(names)
}

/// The unit of the times of a schedule: small examples, and those in parts of a second, count in seconds.
pub fn origin_of(run: &Run, few: bool) -> Origin {
    match run.tick == Tick::SECOND {
        true if few => Origin::Seconds,
        true => Origin::LogStart,
        false => Origin::Ticks(run.tick),
    }
}
