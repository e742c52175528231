//! Several workloads made of one log, for intervals where nothing is drawn: windows of it, its users drawn anew, or its
//! submissions shaken.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::draw::{Draw, Stream};
use crate::reserve::RequestKind;
use crate::select::{Selection, taken};
use crate::{Job, Log, MAX_TIME, Record, Time, UNKNOWN, Workload};

/// The most replicates of a log.
pub const MOST_REPLICATES: u32 = 10_000;

/// The longest time by which a submission is moved: a day, in seconds.
pub const LONGEST_SHAKE: Time = 86_400;

/// The usual part of a window that is warm-up.
const USUAL_WARM_UP: f64 = 0.1;

/// The usual longest time by which a submission is moved, in seconds.
const USUAL_SHAKE: Time = 60;

/// How replicates are made of the jobs that a selection takes from a log.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Replication {
    /// Consecutive windows of equal length, from the first submission to the last. The jobs of the first part of each
    /// are simulated and not counted: the machine is empty before them.
    Windows {
        /// How many windows.
        count: u32,
        /// The part of each that is warm-up, 0 to less than 1.
        warm_up: f64,
    },
    /// The users of the log drawn anew, after Zakay and Feitelson 2014. One whose submissions extend over more than
    /// half of the log is there once. Of the others as many as there are are drawn, with replacement. The jobs of each
    /// are moved by a whole number of weeks, drawn as well; what passes the end of the log begins again at its start. So
    /// the hour and the weekday of a submission stay. A log of less than two weeks is moved by whole days.
    Users {
        /// How many replicates.
        count: u32,
    },
    /// Every submission moved by a whole number of seconds, drawn from `-seconds` to `seconds`, after Tsafrir, Ouaknine
    /// and Feitelson 2007; none before time 0.
    Shake {
        /// How many replicates.
        count: u32,
        /// The longest time by which a submission is moved.
        seconds: Time,
    },
}

/// A workload made of another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Replicate {
    /// The log.
    pub workload: Workload,
    /// The selection that takes all of it, in other respects that of the original.
    pub selection: Selection,
    /// Which of its jobs figures count.
    pub counted: Counted,
}

/// The jobs of a replicate that figures count: those of a warm-up they do not. The default counts all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// For each record whether figures count its job; empty if they count all.
    records: Vec<bool>,
}

impl Counted {
    /// Whether figures count a job.
    pub fn counts(&self, job: &Job) -> bool {
        self.records.get(job.place as usize).copied().unwrap_or(true)
    }
}

/// A mistake in a replication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicationError(String);

impl fmt::Display for ReplicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReplicationError {}

fn fail<T>(why: impl Into<String>) -> Result<T, ReplicationError> {
    Err(ReplicationError(why.into()))
}

impl Replication {
    /// How many replicates there are.
    pub const fn count(&self) -> u32 {
        match *self {
            Self::Windows { count, .. } | Self::Users { count } | Self::Shake { count, .. } => count,
        }
    }

    /// The part of each window that is warm-up, in percent; 0 of other replicates.
    pub fn warm_up_percent(&self) -> f64 {
        match *self {
            // 0.07 × 100 is a little above 7.
            Self::Windows { warm_up, .. } => (warm_up * 1e8).round() / 1e6,
            Self::Users { .. } | Self::Shake { .. } => 0.0,
        }
    }

    /// The same with another number of replicates.
    pub fn with_count(self, count: u32) -> Self {
        match self {
            Self::Windows { warm_up, .. } => Self::Windows { count, warm_up },
            Self::Users { .. } => Self::Users { count },
            Self::Shake { seconds, .. } => Self::Shake { count, seconds },
        }
    }

    /// The replicates in words: `10 windows of the log, of each the first 10 % warm-up`.
    pub fn words(&self) -> String {
        match *self {
            Self::Windows { count, .. } => {
                let percent = self.warm_up_percent();
                format!("{count} windows of the log, of each the first {percent} % warm-up")
            }
            Self::Users { count } => format!("{count} resamplings of the log by user"),
            Self::Shake { count, seconds } => {
                format!("{count} perturbations of the submissions by up to {seconds} s")
            }
        }
    }

    /// Checks every value.
    ///
    /// # Errors
    ///
    /// A sentence with the invalid value.
    pub fn validate(&self) -> Result<(), ReplicationError> {
        let count = self.count();
        if !(2..=MOST_REPLICATES).contains(&count) {
            return fail(format!("{count} replicates: there must be 2 to {MOST_REPLICATES}"));
        }
        match *self {
            Self::Windows { warm_up, .. } if !(0.0..1.0).contains(&warm_up) => {
                fail(format!("a warm-up of {warm_up}: it is a part of each window, from 0 to less than 1"))
            }
            Self::Shake { seconds, .. } if !(1..=LONGEST_SHAKE).contains(&seconds) => {
                fail(format!("{seconds} s: submissions are moved by up to 1 to {LONGEST_SHAKE} s"))
            }
            _ => Ok(()),
        }
    }

    /// The replicate at a place, counted from 0, of the jobs that `selection` takes from `workload`. `seed` decides all
    /// draws: the same one gives the same replicate. O(n log n).
    ///
    /// # Errors
    ///
    /// A sentence: if it is no log, if the selection folds it, if a window has no jobs, if the log names no users or is not longer than a day, or if
    /// reservations are listed by the numbers of jobs that resampling changes.
    pub fn replicate(
        &self,
        workload: &Workload,
        selection: &Selection,
        (seed, place): (u64, u32),
    ) -> Result<Replicate, ReplicationError> {
        self.validate()?;
        let Some(log) = workload.log() else {
            return fail(format!("replicates are made of logs, and this is {}", workload.kind().name()));
        };
        if selection.fold.is_some() {
            return fail("workload.fold: a folded log has no replicates; set it to null");
        }
        let speed = selection.flops_per_second;
        let records = workload.records_at(speed);
        let jobs = taken(workload, selection);
        // Resampled jobs have numbers of their own, so no names.
        let (places, named, records, counted) = match *self {
            Self::Windows { count, warm_up } => {
                let window = window(&jobs, (place, count), warm_up)?;
                let records = copied(&records, &window.places);
                (window.places, true, records, window.counted)
            }
            Self::Shake { seconds, .. } => {
                let mut places: Vec<usize> = jobs.iter().map(|it| it.place as usize).collect();
                places.sort_unstable();
                let mut records = copied(&records, &places);
                shake(&mut records, seconds, seed);
                (places, true, records, Vec::new())
            }
            Self::Users { .. } => {
                if selection.reservations.request == RequestKind::Listed {
                    return fail("reservations are listed by the numbers of jobs, which resampling by user changes");
                }
                let taken: Vec<Record> = jobs.iter().map(|it| records[it.place as usize]).collect();
                let (drawn, resampled) = resample(&taken, seed)?;
                let places = drawn.iter().map(|&at| jobs[at].place as usize);
                (places.collect(), false, resampled, Vec::new())
            }
        };
        let replicate = Log {
            header: log.header.clone(),
            records,
            unused: log.unused.clone(),
            names: log.names.at_places(places.iter().copied().filter(|_| named)),
            resources: Box::new(log.resources.at_places(places.into_iter())),
            ..Log::default()
        };
        Ok(Replicate {
            workload: Workload::of_log(&workload.name, replicate),
            selection: Selection {
                first_job: None,
                last_job: None,
                count: None,
                flops_per_second: None,
                ..selection.clone()
            },
            counted: Counted { records: counted },
        })
    }
}

fn copied(records: &[Record], places: &[usize]) -> Vec<Record> {
    places.iter().map(|&place| records[place]).collect()
}

impl FromStr for Replication {
    type Err = ReplicationError;

    /// Reads `windows=10`, `users=20` or `shake=20`, with the warm-up or the longest move behind a colon where another
    /// one is wanted: `windows=10:0.2`, `shake=20:300`.
    fn from_str(text: &str) -> Result<Self, ReplicationError> {
        let wrong = || {
            ReplicationError(format!(
                "\"{text}\": write windows=10 (windows=10:0.2 for a warm-up of a fifth), users=20 or shake=20 \
                 (shake=20:300 for up to 300 s)"
            ))
        };
        let (kind, rest) = text.split_once('=').ok_or_else(wrong)?;
        let (count, value) = match rest.split_once(':') {
            Some((count, value)) => (count, Some(value)),
            None => (rest, None),
        };
        let count = count.trim().parse().map_err(|_| wrong())?;
        let read = match (kind.trim(), value) {
            ("windows", value) => Self::Windows {
                count,
                warm_up: match value {
                    Some(value) => value.trim().parse().map_err(|_| wrong())?,
                    None => USUAL_WARM_UP,
                },
            },
            ("users", None) => Self::Users { count },
            ("shake", value) => Self::Shake {
                count,
                seconds: match value {
                    Some(value) => value.trim().parse().map_err(|_| wrong())?,
                    None => USUAL_SHAKE,
                },
            },
            _ => return Err(wrong()),
        };
        read.validate().map_err(|why| ReplicationError(format!("\"{text}\": {why}")))?;
        Ok(read)
    }
}

impl fmt::Display for Replication {
    /// As [`FromStr`] reads it, with every value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Windows { count, warm_up } => write!(f, "windows={count}:{warm_up}"),
            Self::Users { count } => write!(f, "users={count}"),
            Self::Shake { count, seconds } => write!(f, "shake={count}:{seconds}"),
        }
    }
}

/// Moves every submission by up to `seconds`, earlier or later, and the instant from which the job was eligible with
/// it. Waits and run times stay. Each draw belongs to a record, in their order.
fn shake(records: &mut [Record], seconds: Time, seed: u64) {
    let mut draw = Draw::new(seed, Stream::SHAKES);
    let choices = u32::try_from(2 * seconds + 1).unwrap_or(u32::MAX);
    for record in records {
        let by = Time::from(draw.below(choices)) - seconds;
        let submit = (record.submit + by).clamp(0, MAX_TIME.max(record.submit));
        move_to(record, submit);
    }
}

/// Gives a record another submission; what lies after it moves along.
fn move_to(record: &mut Record, submit: Time) {
    record.eligible += submit - record.submit;
    record.submit = submit;
}

const DAY: Time = 86_400;

const WEEK: Time = 7 * DAY;

/// A record with its place.
type Placed<'a> = (usize, &'a Record);

/// A user that was drawn: the number that its jobs have, and by how much they are moved.
struct Drawn<'a> {
    records: &'a [Placed<'a>],
    user: i64,
    moved: Time,
}

/// A log of the users of another one, drawn anew. `records` are in order of submission; the new ones are numbered in
/// theirs, from 1. A user that is drawn again is another user, and a job that a record names as its predecessor is the
/// one of the same draw. With each record comes the place of the one that it is made of.
fn resample(records: &[Record], seed: u64) -> Result<(Vec<usize>, Vec<Record>), ReplicationError> {
    if records.iter().all(|it| it.user == UNKNOWN) {
        return fail("the log does not say which user submitted a job");
    }
    let mut by_user: BTreeMap<i64, Vec<Placed>> = BTreeMap::new();
    for (place, record) in records.iter().enumerate() {
        let own = by_user.entry(record.user).or_default();
        own.push((place, record));
    }
    let (Some(first), Some(last)) = (records.first(), records.last()) else {
        return fail("the selection takes no jobs");
    };
    let (start, length) = (first.submit, last.submit - first.submit + 1);
    let unit = if length < 2 * WEEK { DAY } else { WEEK };
    let units = (length + unit - 1) / unit;
    if units < 2 {
        return fail("the log is not longer than a day, and users are moved by whole days or weeks");
    }
    let drawn = draw(&by_user, (length, units), unit, seed);
    let mut made: Vec<(Record, usize, usize)> = Vec::with_capacity(records.len());
    for (number, of) in drawn.iter().enumerate() {
        for &(place, record) in of.records {
            let mut record = *record;
            let since = (record.submit - start + of.moved) % (units * unit);
            move_to(&mut record, start + since);
            record.user = of.user;
            made.push((record, number, place));
        }
    }
    // A stable sort: of one instant in the order of the draws.
    made.sort_by_key(|(record, ..)| record.submit);
    let places = made.iter().map(|(.., place)| *place).collect();
    let made = made.into_iter().map(|(record, number, _)| (record, number));
    Ok((places, numbered(made.collect())))
}

/// The users of the new log. `length` and `units` are those of the log.
fn draw<'a>(
    by_user: &'a BTreeMap<i64, Vec<Placed<'a>>>,
    (length, units): (Time, Time),
    unit: Time,
    seed: u64,
) -> Vec<Drawn<'a>> {
    let is_there_long = |of: &&Vec<Placed>| {
        of.first().zip(of.last()).is_some_and(|(first, last)| 2 * (last.1.submit - first.1.submit) > length)
    };
    let (long, short): (Vec<_>, Vec<_>) = by_user.iter().partition(|(_, of)| is_there_long(of));
    let mut draw = Draw::new(seed, Stream::USERS);
    let mut next_user = by_user.keys().last().map_or(0, |last| last.saturating_add(1));
    let mut seen = std::collections::BTreeSet::new();
    let mut drawn = Vec::with_capacity(by_user.len());
    let count = long.len();
    let rounds = u32::try_from(short.len()).unwrap_or(u32::MAX);
    for round in 0..count + rounds as usize {
        let (user, records) = match long.get(round) {
            Some(&(user, of)) => (*user, of),
            None => {
                let (user, of) = short[draw.below(rounds) as usize];
                (*user, of)
            }
        };
        let user = if seen.insert(user) {
            user
        } else {
            next_user = next_user.saturating_add(1);
            next_user - 1
        };
        let moved = draw.below(u32::try_from(units).unwrap_or(u32::MAX));
        drawn.push(Drawn { records, user, moved: Time::from(moved) * unit });
    }
    drawn
}

/// The records with numbers in their order, from 1, and the numbers that they refer to.
fn numbered(made: Vec<(Record, usize)>) -> Vec<Record> {
    let ids: HashMap<(usize, u64), u64> =
        (1..).zip(&made).map(|(id, (record, draw))| ((*draw, record.id), id)).collect();
    let mut wholes: HashMap<(usize, u32), u32> = HashMap::new();
    let mut records = Vec::with_capacity(made.len());
    for (id, (record, draw)) in (1..).zip(made) {
        let preceding = u64::try_from(record.preceding_job).ok();
        let preceding = preceding.and_then(|it| ids.get(&(draw, it)).copied());
        let preceding_job = preceding.and_then(|it| i64::try_from(it).ok());
        let heterogeneous = match record.heterogeneous {
            0 => 0,
            whole => {
                let next = wholes.len() as u32 + 1;
                *wholes.entry((draw, whole)).or_insert(next)
            }
        };
        records.push(Record { id, preceding_job: preceding_job.unwrap_or(UNKNOWN), heterogeneous, ..record });
    }
    records
}

/// The jobs of a window.
struct Window {
    /// The places of their records, ascending.
    places: Vec<usize>,
    /// For each of them whether it was submitted after the warm-up.
    counted: Vec<bool>,
}

/// The jobs of the window at a place among `count` of equal length. `jobs` are in order of submission.
fn window(jobs: &[Job], (place, count): (u32, u32), warm_up: f64) -> Result<Window, ReplicationError> {
    let (Some(first), Some(last)) = (jobs.first(), jobs.last()) else {
        return fail("the selection takes no jobs");
    };
    let (first, length) = (first.submit, last.submit - first.submit + 1);
    // The second at which a window begins: the first that is not before its share of the log.
    let begin = |place: u32| {
        let share = i128::from(length) * i128::from(place);
        let count = i128::from(count);
        first + ((share + count - 1) / count) as Time
    };
    let (from, to) = (begin(place), begin(place + 1));
    let counted_from = from + ((to - from) as f64 * warm_up).ceil() as Time;
    let mut jobs: Vec<(usize, bool)> = jobs
        .iter()
        .filter(|job| (from..to).contains(&job.submit))
        .map(|job| (job.place as usize, job.submit >= counted_from))
        .collect();
    if !jobs.iter().any(|(_, is_counted)| *is_counted) {
        return fail(format!("window {} of {count} has no jobs after its warm-up: take fewer windows", place + 1));
    }
    jobs.sort_unstable();
    let (places, counted) = jobs.into_iter().unzip();
    Ok(Window { places, counted })
}
