//! A run as one buffer, to hand from a worker to the page without a tree of objects.
//!
//! A head of five `u32`: format, jobs, bars, stints, and how many bytes follow of all that is not long ([`Rest`], written
//! by `postcard`). Behind them the columns of jobs, outcomes, bars, stints and what jobs held, which are a million rows long
//! and are read in slices. Little-endian, no padding. A buffer belongs to one version of the program; it is not a file format.

mod rare_columns;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::Run;
use base::slices;
use base::slices::{AtOnce, Pace, at_once};
use scheduling::engine::holds::{HeldGpus, HeldMemory};
use scheduling::engine::messages::{Booking, Message, Offer};
use scheduling::engine::{
    Bar, Cause, Causes, Groups, Holds, Measures, Messages, Of, OfLog, Outcome, Schedule, SlowdownThreshold, Status,
    Stint, Task, TaskEdge, Tasks, Tick,
};
use workload::{Flexibility, Job, Nodes, ReservationRequest, Time, UNKNOWN};

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
    write(&mut out, of);
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
    read(&mut from, &mut run.of).await?;
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

/// Whether the lists of a run of a log are of its jobs and providers.
fn log_holds(of: &OfLog, jobs: usize, platform: &[u32]) -> bool {
    let has_room = |it: &Nodes| platform.first().is_some_and(|&most| it.processors() <= most);
    all_or_none(of.over_the_top.len(), platform.len())
        && of.elsewhere.iter().all(|&job| (job as usize) < jobs)
        && of.nodes.are_sound()
        && (of.nodes.is_empty() || has_room(&of.nodes))
        && of.holds.are_sound(jobs, of.nodes.count())
}

/// Whether every index of the run is within its bounds, so that no later code checks again.
fn points_somewhere(run: &Run) -> bool {
    let Schedule { outcomes, bars, earlier } = &run.schedule;
    let providers = run.platform.len();
    let rows = run.rows();
    let are_bars = |first: u32, count: u32| u64::from(first) + u64::from(count) <= bars.len() as u64;
    let outcome_holds = |it: &Outcome| {
        are_bars(it.first_bar, it.bar_count) && (it.status == Status::Rejected || (it.provider as usize) < providers)
    };
    let bar_holds = |bar: &Bar| {
        let known = (bar.job as usize) < outcomes.len() && (bar.provider as usize) < providers;
        known && bar.first_processor <= bar.last_processor && bar.last_processor < rows[bar.provider as usize]
    };
    let stint_holds =
        |stint: &Stint| (stint.job as usize) < outcomes.len() && are_bars(stint.first_bar, stint.bar_count);
    let of_holds = match &run.of {
        Of::Log(it) => log_holds(it, run.jobs.len(), &run.platform),
        Of::Workflow(it) => tasks_hold(it, run.jobs.len(), providers),
        Of::Batch(it) => it.tasks.len() == run.jobs.len() && all_or_none(it.nodes.len(), providers),
    };
    let jobs = run.jobs.len();
    let are_jobs = |it: &Job| it.predecessor.is_none_or(|it| (it.job as usize) < jobs);
    of_holds
        && run.causes.as_list().len() <= jobs
        && run.jobs.iter().all(are_jobs)
        && outcomes.iter().all(outcome_holds)
        && bars.iter().all(bar_holds)
        && earlier.iter().all(stint_holds)
        && earlier.is_sorted()
        && all_or_none(run.groups.clusters.len(), providers)
        && all_or_none(run.groups.farms.len(), providers)
        && messages_hold(&run.messages, (run.jobs.len(), providers))
}

const fn all_or_none(count: usize, all: usize) -> bool {
    count == 0 || count == all
}

fn tasks_hold(of: &Tasks, jobs: usize, providers: usize) -> bool {
    let Tasks { machines, tasks, edges, costs, communication } = of;
    let edge_holds = |edge: &TaskEdge| edge.from.max(edge.to) < tasks.len() as u32;
    let task_holds = |task: &Task| (task.machine as usize) < providers;
    tasks.len() == jobs
        && machines.len() == providers
        && tasks.iter().all(task_holds)
        && edges.iter().all(edge_holds)
        && all_or_none(costs.len(), tasks.len() * machines.len())
        && all_or_none(communication.len(), machines.len() * machines.len())
}

/// Whether every index is within its bounds.
fn messages_hold(messages: &Messages, (jobs, providers): (usize, usize)) -> bool {
    let held: u64 = messages.agents.iter().map(|&it| u64::from(it)).sum();
    let (agents, list) = (messages.agents.len(), messages.list.len());
    let message_holds = |it: &Message| it.broker < messages.brokers && (it.agent as usize) < agents;
    let offer_holds =
        |it: &Offer| (it.message as usize) < list && (it.job as usize) < jobs && (it.provider as usize) < providers;
    let booking_holds = |it: &Booking| {
        it.agent.is_none_or(|agent| (agent as usize) < agents)
            && it.decision.is_none_or(|decision| (decision as usize) < list)
    };
    all_or_none(messages.bookings.len(), jobs)
        && all_or_none(messages.most_load.len(), providers)
        && (messages.agents.is_empty() || held == providers as u64)
        && messages.list.iter().all(message_holds)
        && messages.offers.iter().all(offer_holds)
        && messages.bookings.iter().all(booking_holds)
}

/// A buffer that is not a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireError;

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the result that arrived is damaged or of another version: reload the page")
    }
}

impl std::error::Error for WireError {}

/// The number of bytes that are handed on, or fetched, at a time.
const PART: usize = 1 << 18;

/// Values written one after the other, and handed on in parts.
struct Writer<'a> {
    part: Vec<u8>,
    hand_on: &'a mut dyn FnMut(&[u8]),
}

impl<'a> Writer<'a> {
    fn new(hand_on: &'a mut dyn FnMut(&[u8])) -> Self {
        Self { part: Vec::with_capacity(PART), hand_on }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if self.part.len() + bytes.len() > PART {
            (self.hand_on)(&self.part);
            self.part.clear();
        }
        self.part.extend_from_slice(bytes);
    }

    fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    fn i64(&mut self, value: i64) {
        self.bytes(&value.to_le_bytes());
    }

    fn column<T>(&mut self, rows: &[T], write: impl Fn(&mut Self, &T)) {
        for row in rows {
            write(self, row);
        }
    }

    /// Hands on the remaining bytes.
    fn finish(self) {
        (self.hand_on)(&self.part);
    }
}

/// Bytes that may lie elsewhere, and are fetched in parts.
pub trait Source {
    fn size(&self) -> usize;

    /// Fetches as many as `into` holds, from place `from` on; there are as many.
    fn fetch(&self, from: usize, into: &mut [u8]);
}

impl Source for &[u8] {
    fn size(&self) -> usize {
        self.len()
    }

    fn fetch(&self, from: usize, into: &mut [u8]) {
        into.copy_from_slice(&self[from..from + into.len()]);
    }
}

/// The values not yet read.
struct Reader<'a> {
    source: &'a dyn Source,
    pace: &'a dyn Pace,
    /// Behind the last byte that was fetched.
    fetched: usize,
    part: Vec<u8>,
    /// How many of the part have been read.
    read: usize,
}

impl<'a> Reader<'a> {
    fn new(source: &'a dyn Source, pace: &'a dyn Pace) -> Self {
        Self { source, pace, fetched: 0, part: Vec::new(), read: 0 }
    }

    /// How many bytes have not been read.
    fn left(&self) -> usize {
        self.source.size() - self.fetched + self.part.len() - self.read
    }

    /// The next bytes.
    fn take(&mut self, count: usize) -> Result<&[u8], WireError> {
        if count > self.part.len() - self.read {
            if count > self.left() {
                return Err(WireError);
            }
            self.part.drain(..self.read);
            self.read = 0;
            let kept = self.part.len();
            let more = PART.max(count - kept).min(self.source.size() - self.fetched);
            self.part.resize(kept + more, 0);
            self.source.fetch(self.fetched, &mut self.part[kept..]);
            self.fetched += more;
        }
        self.read += count;
        Ok(&self.part[self.read - count..self.read])
    }

    fn number<const SIZE: usize>(&mut self) -> Result<[u8; SIZE], WireError> {
        self.take(SIZE)?.try_into().map_err(|_| WireError)
    }

    fn u32(&mut self) -> Result<u32, WireError> {
        Ok(u32::from_le_bytes(self.number()?))
    }

    fn i64(&mut self) -> Result<i64, WireError> {
        Ok(i64::from_le_bytes(self.number()?))
    }

    fn bytes(&mut self, count: usize) -> Result<&[u8], WireError> {
        self.take(count)
    }

    fn status(&mut self) -> Result<Status, WireError> {
        let head = self.take(1)?[0];
        let all = [Status::Done, Status::Killed, Status::Rejected];
        all.into_iter().find(|&status| status as u8 == head).ok_or(WireError)
    }

    fn cause(&mut self) -> Result<Cause, WireError> {
        let number = self.take(1)?[0];
        Cause::ALL.get(usize::from(number)).copied().ok_or(WireError)
    }

    fn column<T>(
        &mut self,
        count: usize,
        read: impl Fn(&mut Self) -> Result<T, WireError>,
    ) -> Result<Vec<T>, WireError> {
        // A count that the buffer cannot hold fails at its end, not by running out of memory: at first there is
        // no more room than there are bytes left.
        let most = self.left() / size_of::<T>().max(1);
        let mut column = Vec::with_capacity(count.min(most));
        for _ in 0..count {
            column.push(read(self)?);
        }
        Ok(column)
    }

    /// `count` rows, each of at least `size` bytes, that are to be filled in column by column; made in slices.
    async fn rows<T: Clone>(&self, count: usize, size: usize, blank: T) -> Result<Vec<T>, WireError> {
        if count > self.left() / size {
            return Err(WireError);
        }
        let mut rows = Vec::with_capacity(count);
        while rows.len() < count {
            let more = slices::ITEMS.min(count - rows.len());
            rows.extend(std::iter::repeat_n(blank.clone(), more));
            slices::rest(self.pace).await;
        }
        Ok(rows)
    }

    /// A long column of numbers, in slices.
    async fn numbers(&mut self, count: usize) -> Result<Vec<u32>, WireError> {
        let mut numbers = self.rows(count, size_of::<u32>(), 0).await?;
        self.fill(&mut numbers, Self::u32, |number, it| *number = it).await?;
        Ok(numbers)
    }

    /// Fills in a column of rows, in slices.
    async fn fill<T, V>(
        &mut self,
        rows: &mut [T],
        read: impl Fn(&mut Self) -> Result<V, WireError>,
        mut set: impl FnMut(&mut T, V),
    ) -> Result<(), WireError> {
        for slice in rows.chunks_mut(slices::ITEMS) {
            for row in slice {
                set(row, read(self)?);
            }
            slices::rest(self.pace).await;
        }
        Ok(())
    }
}

/// The bytes of an entry in all its columns: of GPUs, and of memory.
const GPUS: usize = 4 * 4;
const MEMORY: usize = 2 * 4 + 8;

/// The number of entries of GPUs and of memory, then their columns. O(n).
fn write(out: &mut Writer, of: &Of) {
    let none = Holds::default();
    let holds = match of {
        Of::Log(it) => &it.holds,
        Of::Workflow(_) | Of::Batch(_) => &none,
    };
    let Holds { gpus, memory, .. } = holds;
    out.u32(gpus.len() as u32);
    out.u32(memory.len() as u32);
    let numbers: [fn(&HeldGpus) -> u32; 4] =
        [|it| it.job, |it| it.node, |it| u32::from(it.last) << 16 | u32::from(it.first), |it| it.share.into()];
    for number in numbers {
        out.column(gpus, |out, it| out.u32(number(it)));
    }
    let numbers: [fn(&HeldMemory) -> u32; 2] = [|it| it.job, |it| it.node];
    for number in numbers {
        out.column(memory, |out, it| out.u32(number(it)));
    }
    out.column(memory, |out, it| out.i64(it.mebibytes as i64));
}

/// Reads what [`write`] wrote, in slices.
///
/// # Errors
///
/// If the buffer is too short, or a workload other than a log has entries.
async fn read(from: &mut Reader<'_>, of: &mut Of) -> Result<(), WireError> {
    let (gpus, memory) = (from.u32()? as usize, from.u32()? as usize);
    let holds = match of {
        Of::Log(it) => &mut it.holds,
        Of::Workflow(_) | Of::Batch(_) if gpus == 0 && memory == 0 => return Ok(()),
        Of::Workflow(_) | Of::Batch(_) => return Err(WireError),
    };
    let blank = HeldGpus { job: 0, node: 0, first: 0, last: 0, share: 0 };
    holds.gpus = from.rows(gpus, GPUS, blank).await?;
    let numbers: [fn(&mut HeldGpus, u32); 4] = [
        |it, number| it.job = number,
        |it, number| it.node = number,
        |it, number| (it.first, it.last) = (number as u16, (number >> 16) as u16),
        |it, number| it.share = u16::try_from(number).unwrap_or(u16::MAX),
    ];
    for set in numbers {
        from.fill(&mut holds.gpus, Reader::u32, set).await?;
    }
    let blank = HeldMemory { job: 0, node: 0, mebibytes: 0 };
    holds.memory = from.rows(memory, MEMORY, blank).await?;
    let numbers: [fn(&mut HeldMemory, u32); 2] = [|it, number| it.job = number, |it, number| it.node = number];
    for set in numbers {
        from.fill(&mut holds.memory, Reader::u32, set).await?;
    }
    let set = |it: &mut HeldMemory, number: i64| it.mebibytes = number as u64;
    from.fill(&mut holds.memory, Reader::i64, set).await
}
