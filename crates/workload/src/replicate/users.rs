//! The users of a log drawn anew.

use std::collections::{BTreeMap, HashMap};

use super::shake::move_to;
use super::{ReplicationError, fail};
use crate::draw::{Draw, Stream};
use crate::{Record, Time, UNKNOWN};

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
pub(super) fn resample(records: &[Record], seed: u64) -> Result<(Vec<usize>, Vec<Record>), ReplicationError> {
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
