//! Columns of jobs that most logs leave at one value: only those with another value are written.

use super::WireError;
use super::{Reader, Writer};
use workload::{Job, Logged, Predecessor, UNKNOWN};

/// A column of values of jobs.
struct Column {
    /// The value of most jobs.
    usual: i64,
    of: fn(&Job) -> i64,
    set: fn(&mut Job, i64),
}

/// A column, most of whose values are `usual`.
const fn column(usual: i64, of: fn(&Job) -> i64, set: fn(&mut Job, i64)) -> Column {
    Column { usual, of, set }
}

/// The columns beside those of [`Logged`]; a predecessor before its think time.
const COLUMNS: [Column; 6] = [
    column(0, |job| job.eligible_after.into(), |job, it| job.eligible_after = it as u32),
    column(0, |job| job.suspended.into(), |job, it| job.suspended = it as u32),
    column(0, |job| job.heterogeneous.into(), |job, it| job.heterogeneous = it as u32),
    column(0, |job| job.allocated.into(), |job, it| job.allocated = it as u32),
    column(
        UNKNOWN,
        |job| job.predecessor.map_or(UNKNOWN, |it| it.job.into()),
        |job, it| {
            let job_of = |job| Predecessor { job, think_time: 0 };
            job.predecessor = u32::try_from(it).ok().map(job_of);
        },
    ),
    column(
        0,
        |job| job.predecessor.map_or(0, |it| it.think_time.into()),
        |job, it| {
            if let Some(predecessor) = &mut job.predecessor {
                predecessor.think_time = it as u32;
            }
        },
    ),
];

/// A bit for each column that is written, then these columns. O(n).
pub(super) fn write(out: &mut Writer, jobs: &[Job]) {
    let is_written = |column: &Column| jobs.iter().any(|job| (column.of)(job) != column.usual);
    let logged = (0..Logged::NAMES.len()).map(|at| jobs.iter().any(|job| job.logged.values()[at] != UNKNOWN));
    let written: Vec<bool> = logged.chain(COLUMNS.iter().map(is_written)).collect();
    let bits = (0..).zip(&written).map(|(at, &bit)| u32::from(bit) << at);
    out.u32(bits.sum());
    let (logged, others) = written.split_at(Logged::NAMES.len());
    for (at, _) in (0..).zip(logged).filter(|(_, written)| **written) {
        out.column(jobs, |out, job| out.i64(job.logged.values()[at]));
    }
    for (column, _) in COLUMNS.iter().zip(others).filter(|(_, written)| **written) {
        out.column(jobs, |out, job| out.i64((column.of)(job)));
    }
}

/// Reads what [`write`] wrote into jobs that have the usual values.
///
/// # Errors
///
/// If the buffer is too short, or has columns that are not known.
pub(super) async fn read(from: &mut Reader<'_>, jobs: &mut [Job]) -> Result<(), WireError> {
    let bits = from.u32()?;
    let count = Logged::NAMES.len() + COLUMNS.len();
    if bits >> count != 0 {
        return Err(WireError);
    }
    let is_written = |at: usize| bits >> at & 1 == 1;
    for at in (0..Logged::NAMES.len()).filter(|&at| is_written(at)) {
        from.fill(jobs, Reader::i64, |job, it| job.logged.set(at, it)).await?;
    }
    for (at, column) in (Logged::NAMES.len()..).zip(&COLUMNS) {
        if is_written(at) {
            from.fill(jobs, Reader::i64, column.set).await?;
        }
    }
    Ok(())
}
