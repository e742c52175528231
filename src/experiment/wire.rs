//! A run as one buffer of columns, to hand from a worker to the page without a tree of objects.
//!
//! Little-endian, no padding: a head of fifteen `u32` (format, providers, jobs, bars, stints, providers with
//! rows above them, measures, ticks in a second, the threshold of bounded slowdowns, names of machines, tasks, their edges,
//! their costs, what data take, whether it is unknown which jobs were killed), then each column in turn, names and messages at the end with counts of their own. A buffer belongs to one version of the program; it is not a file format.

mod bounds;
mod buffer;
mod messages;
#[cfg(test)]
mod tests;

use bounds::points_somewhere;
use buffer::{Reader, Writer};
pub use buffer::{Source, WireError};

use super::Run;
use crate::engine::{
    Bar, Outcome, Schedule, SlowdownThreshold, Stint, Task, TaskEdge, Tasks, Tick,
};
use crate::slices::{AtOnce, Pace, at_once};
use crate::workload::{Flexibility, Job, ReservationRequest, Time, UNKNOWN};

/// Changes whenever the columns do.
const FORMAT: u32 = 8;

/// Stands for "no reservation" in the columns of requests.
const NO_REQUEST: Time = Time::MIN;

/// Writes a run as columns. O(size).
pub fn encode(run: &Run) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_in_parts(run, &mut |part| bytes.extend_from_slice(part));
    bytes
}

/// Writes a run as columns, a part after the other, for whoever has no room for all of them. O(size).
pub fn encode_in_parts(run: &Run, hand_on: &mut dyn FnMut(&[u8])) {
    let Run {
        tick,
        slowdown_threshold,
        platform,
        over_the_top,
        jobs,
        schedule: Schedule {
            outcomes,
            bars,
            earlier,
        },
        measures,
        tasks:
            Tasks {
                machines,
                tasks,
                edges,
                costs,
                communication,
            },
        batch,
        messages,
        killed_unknown,
    } = run;
    let mut out = Writer::new(hand_on);
    for head in [
        FORMAT,
        platform.len() as u32,
        jobs.len() as u32,
        bars.len() as u32,
        earlier.len() as u32,
        over_the_top.len() as u32,
        measures.len() as u32,
        tick.per_second(),
        slowdown_threshold.seconds() as u32,
        machines.len() as u32,
        tasks.len() as u32,
        edges.len() as u32,
        costs.len() as u32,
        communication.len() as u32,
        (*killed_unknown).into(),
    ] {
        out.u32(head);
    }
    out.column(platform, |out, &processors| out.u32(processors));
    out.column(over_the_top, |out, &rows| out.u32(rows));
    for (key, value) in measures {
        write_name(&mut out, key);
        out.i64(value.to_bits() as i64);
    }
    for name in machines {
        write_name(&mut out, name);
    }
    for task in tasks {
        write_task(&mut out, task);
    }
    for edge in edges {
        out.u32(edge.from);
        out.u32(edge.to);
        out.i64(edge.data.to_bits() as i64);
        out.i64(edge.seconds.to_bits() as i64);
    }
    for numbers in [costs, communication] {
        out.column(numbers, |out, number| out.i64(number.to_bits() as i64));
    }

    out.column(jobs, |out, job| out.u32(job.id));
    out.column(jobs, |out, job| out.u32(job.processors));
    out.column(jobs, |out, job| out.u32(job.limit_known.into()));
    out.column(jobs, |out, job| out.u32(known_in_numbers(job)));
    for part in 0..2 {
        out.column(jobs, |out, job| out.u32(flexibility_in_numbers(job)[part]));
    }
    let times: [fn(&Job) -> i64; 9] = [
        |job| job.submit,
        |job| job.run_time,
        |job| job.requested_time,
        |job| job.logged_wait.unwrap_or(UNKNOWN),
        |job| job.user,
        |job| job.group,
        |job| job.queue,
        |job| job.reservation.map_or(NO_REQUEST, |request| request.ready),
        |job| {
            job.reservation
                .map_or(NO_REQUEST, |request| request.deadline)
        },
    ];
    for time in times {
        out.column(jobs, |out, job| out.i64(time(job)));
    }

    out.column(outcomes, |out, it| out.bytes(&[it.status as u8]));
    let indices: [fn(&Outcome) -> u32; 5] = [
        |it| it.provider,
        |it| it.processors,
        |it| it.interruptions,
        |it| it.first_bar,
        |it| it.bar_count,
    ];
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
    let indices: [fn(&Bar) -> u32; 4] = [
        |bar| bar.job,
        |bar| bar.provider,
        |bar| bar.first_processor,
        |bar| bar.last_processor,
    ];
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
    messages::write(&mut out, batch, messages);
    out.finish();
}

/// Reads what [`encode`] wrote. O(size).
///
/// # Errors
///
/// If the buffer is of another version, too short or too long, or its indices point nowhere.
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
    let providers = from.u32()? as usize;
    let jobs = from.u32()? as usize;
    let bars = from.u32()? as usize;
    let stints = from.u32()? as usize;
    let (over_the_top, measures) = (from.u32()? as usize, from.u32()?);
    let (tick, threshold) = (from.u32()?, from.u32()?);
    let (machines, tasks, edges) = (from.u32()?, from.u32()?, from.u32()?);
    let (costs, communication) = (from.u32()? as usize, from.u32()? as usize);
    let killed_unknown = from.u32()? != 0;
    let mut run = Run {
        tick: Tick::of(tick).ok_or(WireError)?,
        slowdown_threshold: SlowdownThreshold::of(threshold.into()),
        killed_unknown,
        platform: from.column(providers, Reader::u32)?,
        over_the_top: from.column(over_the_top, Reader::u32)?,
        measures: (0..measures)
            .map(|_| read_measure(&mut from))
            .collect::<Result<_, WireError>>()?,
        tasks: Tasks {
            machines: (0..machines)
                .map(|_| read_name(&mut from))
                .collect::<Result<_, WireError>>()?,
            tasks: (0..tasks)
                .map(|_| read_task(&mut from))
                .collect::<Result<_, WireError>>()?,
            edges: (0..edges)
                .map(|_| read_edge(&mut from))
                .collect::<Result<_, WireError>>()?,
            costs: from.column(costs, read_float)?,
            communication: from.column(communication, read_float)?,
        },
        jobs: read_jobs(&mut from, jobs).await?,
        schedule: Schedule {
            outcomes: read_outcomes(&mut from, jobs).await?,
            bars: read_bars(&mut from, bars).await?,
            earlier: read_stints(&mut from, stints)?,
        },
        ..Run::default()
    };
    (run.batch, run.messages) = messages::read(&mut from)?;
    if from.left() == 0 && points_somewhere(&run) {
        Ok(run)
    } else {
        Err(WireError)
    }
}

/// Whether the log says how long it ran, whether it says how it ended, and whether that was at its limit: a bit
/// each.
fn known_in_numbers(job: &Job) -> u32 {
    let killed = job.killed_at_limit;
    let bits = [job.run_time_known, killed.is_some(), killed == Some(true)];
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
        2 => Flexibility::Time {
            least_percent: number,
        },
        _ => Flexibility::Rigid,
    }
}

fn read_measure(from: &mut Reader) -> Result<(String, f64), WireError> {
    Ok((read_name(from)?, read_float(from)?))
}

fn write_name(out: &mut Writer, name: &str) {
    out.u32(name.len() as u32);
    out.bytes(name.as_bytes());
}

fn read_name(from: &mut Reader) -> Result<String, WireError> {
    let length = from.u32()? as usize;
    let name = std::str::from_utf8(from.bytes(length)?).map_err(|_| WireError)?;
    Ok(name.to_owned())
}

fn read_float(from: &mut Reader) -> Result<f64, WireError> {
    Ok(f64::from_bits(from.i64()? as u64))
}

fn write_task(out: &mut Writer, task: &Task) {
    write_name(out, &task.name);
    out.u32(task.machine);
    // No time is no number.
    let ended = task.ended.unwrap_or(f64::NAN);
    for time in [
        task.planned_start,
        task.planned_finish,
        task.start,
        task.finish,
        task.reserved_until,
        ended,
    ] {
        out.i64(time.to_bits() as i64);
    }
}

fn read_task(from: &mut Reader) -> Result<Task, WireError> {
    Ok(Task {
        name: read_name(from)?,
        machine: from.u32()?,
        planned_start: read_float(from)?,
        planned_finish: read_float(from)?,
        start: read_float(from)?,
        finish: read_float(from)?,
        reserved_until: read_float(from)?,
        ended: Some(read_float(from)?).filter(|it| !it.is_nan()),
    })
}

fn read_edge(from: &mut Reader) -> Result<TaskEdge, WireError> {
    Ok(TaskEdge {
        from: from.u32()?,
        to: from.u32()?,
        data: read_float(from)?,
        seconds: read_float(from)?,
    })
}

/// The least bytes of a job in all its columns, of an outcome, and of a bar.
const JOB: usize = 6 * 4 + 9 * 8;
const OUTCOME: usize = 1 + 5 * 4 + 11 * 8;
const BAR: usize = 4 * 4 + 2 * 8;

async fn read_jobs(from: &mut Reader<'_>, count: usize) -> Result<Vec<Job>, WireError> {
    let blank = Job {
        id: 0,
        submit: 0,
        processors: 0,
        run_time: 0,
        requested_time: 0,
        limit_known: false,
        logged_wait: None,
        run_time_known: false,
        killed_at_limit: None,
        user: 0,
        group: 0,
        queue: 0,
        reservation: None,
    };
    let mut jobs = from.rows(count, JOB, blank).await?;
    let numbers: [fn(&mut Job, u32); 4] = [
        |job, it| job.id = it,
        |job, it| job.processors = it,
        |job, it| job.limit_known = it != 0,
        |job, it| {
            job.run_time_known = it & 1 != 0;
            job.killed_at_limit = (it & 2 != 0).then_some(it & 4 != 0);
        },
    ];
    for set in numbers {
        from.fill(&mut jobs, Reader::u32, set).await?;
    }
    let flexibility = from.numbers(count).await?;
    let its_number = from.numbers(count).await?;
    let times: [fn(&mut Job, i64); 7] = [
        |job, it| job.submit = it,
        |job, it| job.run_time = it,
        |job, it| job.requested_time = it,
        |job, it| job.logged_wait = (it != UNKNOWN).then_some(it),
        |job, it| job.user = it,
        |job, it| job.group = it,
        |job, it| job.queue = it,
    ];
    for set in times {
        from.fill(&mut jobs, Reader::i64, set).await?;
    }
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
    from.fill(&mut outcomes, Reader::status, |it, status| {
        it.status = status
    })
    .await?;
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
    let blank = Bar {
        job: 0,
        provider: 0,
        first_processor: 0,
        last_processor: 0,
        start: 0,
        end: 0,
    };
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
    from.fill(&mut bars, Reader::i64, |bar, start| bar.start = start)
        .await?;
    from.fill(&mut bars, Reader::i64, |bar, end| bar.end = end)
        .await?;
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
