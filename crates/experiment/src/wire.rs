//! A run as one buffer, to hand from a worker to the page without a tree of objects.
//!
//! A head of five `u32`: format, jobs, bars, stints, and how many bytes follow of all that is not long ([`Rest`], written
//! by `postcard`). Behind them the columns of jobs, outcomes, bars, stints and what jobs held, which are a million rows long
//! and are read in slices. Little-endian, no padding. A buffer belongs to one version of the program; it is not a file format.

mod bounds;
mod buffer;
mod held;
mod rare_columns;
#[cfg(test)]
mod tests;

use bounds::points_somewhere;
use buffer::{Reader, Writer};
pub use buffer::{Source, WireError};

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Run;
use base::slices::{AtOnce, Pace, at_once};
use scheduling::engine::{
    Bar, Causes, Groups, Measures, Messages, Of, Outcome, Schedule, SlowdownThreshold, Stint, Tick,
};
use workload::{Flexibility, Job, ReservationRequest, Time, UNKNOWN};

/// Changes whenever the columns do.
const FORMAT: u32 = 13;

/// Stands for "no reservation" in the columns of requests.
const NO_REQUEST: Time = Time::MIN;

/// All of a run but its columns.
#[derive(Serialize, Deserialize)]
struct Rest<'a> {
    ticks_per_second: u32,
    slowdown_threshold: Time,
    /// How many causes of rejections follow the outcomes.
    causes: u32,
    platform: Cow<'a, [u32]>,
    measures: Cow<'a, Measures>,
    of: Cow<'a, Of>,
    groups: Cow<'a, Groups>,
    messages: Cow<'a, Messages>,
}

/// Writes a run as a buffer. O(size).
pub fn encode(run: &Run) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_in_parts(run, &mut |part| bytes.extend_from_slice(part));
    bytes
}

/// Writes a run as a buffer, a part after the other, where there is no room for all of them. O(size).
pub fn encode_in_parts(run: &Run, hand_on: &mut dyn FnMut(&[u8])) {
    let Run {
        tick,
        slowdown_threshold,
        platform,
        jobs,
        schedule: Schedule { outcomes, bars, earlier },
        causes,
        measures,
        of,
        groups,
        messages,
    } = run;
    let rest = Rest {
        ticks_per_second: tick.per_second(),
        slowdown_threshold: slowdown_threshold.seconds(),
        causes: causes.as_list().len() as u32,
        platform: Cow::Borrowed(platform),
        measures: Cow::Borrowed(measures),
        of: Cow::Borrowed(of),
        groups: Cow::Borrowed(groups),
        messages: Cow::Borrowed(messages),
    };
    // All of it can be written; a buffer without it is refused.
    let rest = postcard::to_allocvec(&rest).unwrap_or_default();
    let mut out = Writer::new(hand_on);
    out.u32(FORMAT);
    for count in [jobs.len(), bars.len(), earlier.len(), rest.len()] {
        out.u32(count as u32);
    }
    out.bytes(&rest);

    out.column(jobs, |out, job| out.u32(job.place));
    out.column(jobs, |out, job| out.u32(job.processors));
    out.column(jobs, |out, job| out.u32(job.limit_known.into()));
    out.column(jobs, |out, job| out.u32(known_in_numbers(job)));
    for part in 0..2 {
        out.column(jobs, |out, job| out.u32(flexibility_in_numbers(job)[part]));
    }
    let numbers: [fn(&Job) -> i64; 5] = [
        |job| job.id as i64,
        |job| job.submit,
        |job| job.run_time,
        |job| job.requested_time,
        |job| job.logged_wait.unwrap_or(UNKNOWN),
    ];
    for number in numbers {
        out.column(jobs, |out, job| out.i64(number(job)));
    }
    rare_columns::write(&mut out, jobs);
    let windows: [fn(&ReservationRequest) -> i64; 2] = [|it| it.ready, |it| it.deadline];
    for time in windows {
        out.column(jobs, |out, job| out.i64(job.reservation.as_ref().map_or(NO_REQUEST, time)));
    }

    out.column(outcomes, |out, it| out.bytes(&[it.status as u8]));
    let indices: [fn(&Outcome) -> u32; 5] =
        [|it| it.provider, |it| it.processors, |it| it.interruptions, |it| it.first_bar, |it| it.bar_count];
    for index in indices {
        out.column(outcomes, |out, it| out.u32(index(it)));
    }
    let times: [fn(&Outcome) -> Time; 11] = [
        |it| it.allocated,
        |it| it.promised_start,
        |it| it.promised_end,
        |it| it.start,
        |it| it.end,
        |it| it.ran,
        |it| it.lost,
        |it| it.held_from,
        |it| it.held_until,
        |it| it.released,
        |it| it.completion,
    ];
    for time in times {
        out.column(outcomes, |out, it| out.i64(time(it)));
    }
    out.column(causes.as_list(), |out, it| out.bytes(&[*it as u8]));
    let indices: [fn(&Bar) -> u32; 4] =
        [|bar| bar.job, |bar| bar.provider, |bar| bar.first_processor, |bar| bar.last_processor];
    for index in indices {
        out.column(bars, |out, bar| out.u32(index(bar)));
    }
    out.column(bars, |out, bar| out.i64(bar.start));
    out.column(bars, |out, bar| out.i64(bar.end));
    let indices: [fn(&Stint) -> u32; 3] = [|it| it.job, |it| it.first_bar, |it| it.bar_count];
    for index in indices {
        out.column(earlier, |out, stint| out.u32(index(stint)));
    }
    out.column(earlier, |out, stint| out.u32(stint.suspended.into()));
    out.column(earlier, |out, stint| out.i64(stint.held_until));
    held::write(&mut out, of);
    out.finish();
}

/// Decodes a run that [`encode`] wrote. O(size).
///
/// # Errors
///
/// If the buffer is of another version, too short or too long, or has invalid indices.
pub fn decode(bytes: &[u8]) -> Result<Run, WireError> {
    at_once(decode_from(&bytes, &AtOnce))
}

/// Reads it from where it lies, in slices. O(size).
///
/// # Errors
///
/// As [`decode`].
pub async fn decode_from(bytes: &dyn Source, pace: &dyn Pace) -> Result<Run, WireError> {
    let mut from = Reader::new(bytes, pace);
    if from.u32()? != FORMAT {
        return Err(WireError);
    }
    let mut count = || from.u32().map(|it| it as usize);
    let (jobs, bars, stints, rest) = (count()?, count()?, count()?, count()?);
    let rest: Rest = postcard::from_bytes(from.bytes(rest)?).map_err(|_| WireError)?;
    let mut run = Run {
        tick: Tick::of(rest.ticks_per_second).ok_or(WireError)?,
        slowdown_threshold: SlowdownThreshold::of(rest.slowdown_threshold),
        platform: rest.platform.into_owned(),
        measures: rest.measures.into_owned(),
        of: rest.of.into_owned(),
        groups: rest.groups.into_owned(),
        messages: rest.messages.into_owned(),
        jobs: read_jobs(&mut from, jobs).await?,
        // In the order of the columns.
        schedule: Schedule { outcomes: read_outcomes(&mut from, jobs).await?, ..Schedule::default() },
        causes: Causes::from_list(from.column(rest.causes as usize, Reader::cause)?),
    };
    run.schedule.bars = read_bars(&mut from, bars).await?;
    run.schedule.earlier = read_stints(&mut from, stints)?;
    held::read(&mut from, &mut run.of).await?;
    if from.left() == 0 && points_somewhere(&run) { Ok(run) } else { Err(WireError) }
}

/// Whether the log says how long it ran, whether it says how it ended, whether that was at its limit, and whether it
/// says that there was none: a bit each.
fn known_in_numbers(job: &Job) -> u32 {
    let killed = job.killed_at_limit;
    let bits = [job.run_time_known, killed.is_some(), killed == Some(true), job.is_unlimited];
    (0..).zip(bits).map(|(at, bit)| u32::from(bit) << at).sum()
}

/// Added to the kind of flexibility of a request that was listed.
const LISTED: u32 = 4;

/// Which kind of flexibility, and whether it was listed; and the number of that kind.
fn flexibility_in_numbers(job: &Job) -> [u32; 2] {
    let Some(request) = job.reservation else {
        return [0, 0];
    };
    let (kind, number) = match request.flexibility {
        Flexibility::Rigid => (0, 0),
        Flexibility::Processors { least } => (1, least),
        Flexibility::Time { least_percent } => (2, least_percent),
    };
    [kind + LISTED * u32::from(request.is_listed), number]
}

fn flexibility_of([kind, number]: [u32; 2]) -> Flexibility {
    match kind % LISTED {
        1 => Flexibility::Processors { least: number },
        2 => Flexibility::Time { least_percent: number },
        _ => Flexibility::Rigid,
    }
}

/// The least bytes of a job in all its columns, of an outcome, and of a bar.
const JOB: usize = 6 * 4 + 7 * 8;
const OUTCOME: usize = 1 + 5 * 4 + 11 * 8;
const BAR: usize = 4 * 4 + 2 * 8;

async fn read_jobs(from: &mut Reader<'_>, count: usize) -> Result<Vec<Job>, WireError> {
    let blank = Job { processors: 0, requested_time: 0, limit_known: false, run_time_known: false, ..Job::default() };
    let mut jobs = from.rows(count, JOB, blank).await?;
    let numbers: [fn(&mut Job, u32); 4] = [
        |job, it| job.place = it,
        |job, it| job.processors = it,
        |job, it| job.limit_known = it != 0,
        |job, it| {
            job.run_time_known = it & 1 != 0;
            job.killed_at_limit = (it & 2 != 0).then_some(it & 4 != 0);
            job.is_unlimited = it & 8 != 0;
        },
    ];
    for set in numbers {
        from.fill(&mut jobs, Reader::u32, set).await?;
    }
    let flexibility = from.numbers(count).await?;
    let its_number = from.numbers(count).await?;
    let numbers: [fn(&mut Job, i64); 5] = [
        |job, it| job.id = it as u64,
        |job, it| job.submit = it,
        |job, it| job.run_time = it,
        |job, it| job.requested_time = it,
        |job, it| job.logged_wait = (it != UNKNOWN).then_some(it),
    ];
    for set in numbers {
        from.fill(&mut jobs, Reader::i64, set).await?;
    }
    rare_columns::read(from, &mut jobs).await?;
    let mut kinds = flexibility.into_iter().zip(its_number);
    from.fill(&mut jobs, Reader::i64, |job, ready| {
        let kind = kinds.next().filter(|_| ready != NO_REQUEST);
        job.reservation = kind.map(|(kind, number)| ReservationRequest {
            ready,
            deadline: NO_REQUEST,
            flexibility: flexibility_of([kind, number]),
            is_listed: kind >= LISTED,
        });
    })
    .await?;
    from.fill(&mut jobs, Reader::i64, |job, deadline| {
        if let Some(request) = &mut job.reservation {
            request.deadline = deadline;
        }
    })
    .await?;
    Ok(jobs)
}

async fn read_outcomes(from: &mut Reader<'_>, count: usize) -> Result<Vec<Outcome>, WireError> {
    let mut outcomes = from.rows(count, OUTCOME, Outcome::UNSEEN).await?;
    from.fill(&mut outcomes, Reader::status, |it, status| it.status = status).await?;
    let indices: [fn(&mut Outcome, u32); 5] = [
        |it, index| it.provider = index,
        |it, index| it.processors = index,
        |it, index| it.interruptions = index,
        |it, index| it.first_bar = index,
        |it, index| it.bar_count = index,
    ];
    for set in indices {
        from.fill(&mut outcomes, Reader::u32, set).await?;
    }
    let times: [fn(&mut Outcome, Time); 11] = [
        |it, time| it.allocated = time,
        |it, time| it.promised_start = time,
        |it, time| it.promised_end = time,
        |it, time| it.start = time,
        |it, time| it.end = time,
        |it, time| it.ran = time,
        |it, time| it.lost = time,
        |it, time| it.held_from = time,
        |it, time| it.held_until = time,
        |it, time| it.released = time,
        |it, time| it.completion = time,
    ];
    for set in times {
        from.fill(&mut outcomes, Reader::i64, set).await?;
    }
    Ok(outcomes)
}

async fn read_bars(from: &mut Reader<'_>, count: usize) -> Result<Vec<Bar>, WireError> {
    let blank = Bar { job: 0, provider: 0, first_processor: 0, last_processor: 0, start: 0, end: 0 };
    let mut bars = from.rows(count, BAR, blank).await?;
    let indices: [fn(&mut Bar, u32); 4] = [
        |bar, index| bar.job = index,
        |bar, index| bar.provider = index,
        |bar, index| bar.first_processor = index,
        |bar, index| bar.last_processor = index,
    ];
    for set in indices {
        from.fill(&mut bars, Reader::u32, set).await?;
    }
    from.fill(&mut bars, Reader::i64, |bar, start| bar.start = start).await?;
    from.fill(&mut bars, Reader::i64, |bar, end| bar.end = end).await?;
    Ok(bars)
}

fn read_stints(from: &mut Reader, count: usize) -> Result<Vec<Stint>, WireError> {
    let mut column = || from.column(count, Reader::u32);
    let (job, first_bar, bar_count) = (column()?, column()?, column()?);
    let suspended = column()?;
    let held_until = from.column(count, Reader::i64)?;
    let stint = |i: usize| Stint {
        job: job[i],
        first_bar: first_bar[i],
        bar_count: bar_count[i],
        held_until: held_until[i],
        suspended: suspended[i] != 0,
    };
    Ok((0..count).map(stint).collect())
}
