//! The clock by which the times of a log become dates: when its time 0 was, and in which zone.
//!
//! Zones and their changes are those of the tz database from 1980 to 2099, the same natively and in WebAssembly; the zone
//! files of the system are never read. Before 1980 the offset of 1980 holds, and from 2100 on that of the last winter.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::calendar::{self, FIRST_UNIX_TIME};
use super::draft::Complaints;
use super::swf::shortened;
use super::{Header, Time};

include!(concat!(env!("OUT_DIR"), "/zones.rs"));

/// The name in the tz database of a clock whose zone has not been set.
const NOT_GIVEN: &str = "Factory";

/// The rules by which a clock differs from UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Zone {
    /// None is named, and times are Unix seconds.
    #[default]
    Utc,
    /// None is named, and times are dates: their clock is kept, as if it were UTC.
    NotGiven,
    /// Seconds ahead of UTC, the same at all times.
    Offset(i32),
    /// One of the tz database, by its place among the names.
    Named(u16),
}

impl Zone {
    /// The zone of this name, whatever its case.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let place = NAMES.binary_search_by(|(it, _)| it.to_ascii_lowercase().cmp(&name));
        Some(match NAMES[place.ok()?].0 {
            NOT_GIVEN => Self::NotGiven,
            _ => Self::Named(place.ok()?.try_into().ok()?),
        })
    }

    /// By how many seconds the clock is ahead of UTC at a Unix time, and the time from which it no longer is.
    pub fn at(self, unix: Time) -> (Time, Time) {
        match self {
            Self::Utc | Self::NotGiven => (0, Time::MAX),
            Self::Offset(seconds) => (seconds.into(), Time::MAX),
            Self::Named(place) => {
                let changes = changes(NAMES.get(usize::from(place)).map_or(0, |it| it.1));
                let next = changes.partition_point(|&(from, _)| from <= unix);
                let until = changes.get(next).map_or(Time::MAX, |&(from, _)| from);
                (changes[next.max(1) - 1].1.into(), until)
            }
        }
    }

    /// The entry of a header that names it; `None` of UTC, which is meant without one.
    fn entry(self) -> Option<(&'static str, String)> {
        match self {
            Self::Utc => None,
            Self::NotGiven => Some(("TimeZoneString", NOT_GIVEN.to_owned())),
            Self::Offset(seconds) => Some(("TimeZone", seconds.to_string())),
            Self::Named(_) => Some(("TimeZoneString", self.words())),
        }
    }

    /// Its name behind dates: `UTC`, `UTC+08:00`, `US/Pacific`, `the log's clock, zone not given`.
    pub fn words(self) -> String {
        match self {
            Self::Utc | Self::Offset(0) => "UTC".to_owned(),
            Self::NotGiven => "the log's clock, zone not given".to_owned(),
            Self::Offset(seconds) => format!("UTC{}", calendar::write_offset(seconds.into())),
            Self::Named(place) => NAMES.get(usize::from(place)).map_or("UTC", |it| it.0).to_owned(),
        }
    }
}

/// When offsets begin to hold, in Unix time, and the offsets in seconds; never empty.
fn changes(place: usize) -> &'static [(Time, i32)] {
    type Unpacked = OnceLock<Box<[(Time, i32)]>>;
    static UNPACKED: [Unpacked; CHANGES.len()] = [const { OnceLock::new() }; CHANGES.len()];
    let quarters = |byte: u8| i32::from(byte.cast_signed()) * 900;
    UNPACKED[place].get_or_init(|| {
        let mut bytes = CHANGES[place].iter().copied();
        let mut offset = quarters(bytes.next().unwrap_or(0));
        let mut all = vec![(Time::MIN, offset)];
        let (mut at, mut minutes, mut shift) = (FIRST_UNIX_TIME, 0, 0);
        while let Some(byte) = bytes.next() {
            minutes |= Time::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                at += minutes * 60;
                offset += quarters(bytes.next().unwrap_or(0));
                all.push((at, offset));
                (minutes, shift) = (0, 0);
            }
        }
        all.into()
    })
}

/// When the time 0 of a log was, and in which zone its days begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The Unix time of the log's time 0, in seconds.
    pub start: Time,
    /// In which zone it tells time.
    pub zone: Zone,
}

impl Clock {
    /// That of Unix seconds.
    pub const fn utc(start: Time) -> Self {
        Self { start, zone: Zone::Utc }
    }

    /// The time of the clock at a second of the log, in seconds since 1970 of the same zone, and the second of the log up to
    /// which the offset stays.
    pub fn local(self, at: Time) -> (Time, Time) {
        let unix = self.start.saturating_add(at);
        let (offset, until) = self.zone.at(unix);
        (unix.saturating_add(offset), until.saturating_sub(self.start))
    }

    /// The first second of the log at which the clock shows `local`, in seconds since 1970 of its zone; of a time that the
    /// clock leaves out, as many seconds after the change. `None` beyond all times.
    pub fn instant(self, local: Time) -> Option<Time> {
        const DAY: Time = 86_400;
        let offset = |unix: Time| self.zone.at(unix).0;
        let before = offset(local.checked_sub(DAY)?);
        let after = offset(local.checked_add(DAY)?);
        let found = [before, after].into_iter().find(|&it| offset(local - it) == it);
        (local - found.unwrap_or(before)).checked_sub(self.start)
    }
}

impl Header {
    /// One that says nothing but a clock, if there is one.
    pub fn of_clock(clock: Option<Clock>) -> Self {
        let mut header = Self::default();
        if let Some(Clock { start, zone }) = clock {
            header.set("UnixStartTime", start.to_string());
            zone.entry().into_iter().for_each(|(key, value)| header.set(key, value));
        }
        header
    }

    /// The clock of its dates; `None` where it does not say when its time 0 was.
    pub fn clock(&self) -> Option<Clock> {
        let start = self.unix_start_time()?;
        let zone = self.zone().unwrap_or_else(|unknown| unknown.instead);
        Some(Clock { start, zone })
    }

    /// By `TimeZoneString`, or else by the deprecated `TimeZone`.
    ///
    /// # Errors
    ///
    /// The name that is no zone.
    fn zone(&self) -> Result<Zone, UnknownZone<'_>> {
        let given = |key: &'static str| Some((key, self.get(key)?.split_whitespace().next()?));
        let offset = given("TimeZone").map(|(key, value)| {
            value.parse().ok().filter(|it| (-86_399..86_400).contains(it)).map(Zone::Offset).ok_or((key, value))
        });
        let instead = offset.and_then(Result::ok).unwrap_or_default();
        given("TimeZoneString")
            .map(|(key, value)| Zone::named(value).ok_or((key, value)))
            .or(offset)
            .unwrap_or(Ok(Zone::Utc))
            .map_err(|(key, value)| UnknownZone { key, value, instead })
    }

    /// That its zone is not known, and which one its dates are in instead.
    pub(super) fn unknown_zone(&self) -> Option<String> {
        self.unix_start_time()?;
        let UnknownZone { key, value, instead } = self.zone().err()?;
        Some(format!(
            "{key} \"{}\" is no zone of the tz database, such as Europe/Paris: dates are in {}",
            shortened(value.as_bytes()),
            instead.words()
        ))
    }
}

/// An entry of a header that names no zone.
struct UnknownZone<'a> {
    key: &'static str,
    value: &'a str,
    /// The zone that counts.
    instead: Zone,
}

/// The zones in which the dates of a file are written.
#[derive(Default)]
pub(super) struct Zones {
    /// How many dates have each offset, in seconds.
    offsets: BTreeMap<i32, u64>,
    has_dates: bool,
    /// The line of the first date whose offset is another one.
    differs: Option<u64>,
}

impl Zones {
    /// Looks at the date of a job's submission.
    pub fn look(&mut self, line: u64, date: &[u8]) {
        match calendar::zone_of(date) {
            None => {}
            Some(Zone::Offset(seconds)) => {
                *self.offsets.entry(seconds).or_default() += 1;
                if self.offsets.len() > 1 {
                    self.differs.get_or_insert(line);
                }
            }
            Some(_) => self.has_dates = true,
        }
    }

    /// Says in the header of a log of such dates in which zone they are, unless it says so itself.
    pub fn tell(&self, header: &mut Header, complaints: &mut Complaints) {
        let says_so = header.get("TimeZoneString").or(header.get("TimeZone"));
        if header.unix_start_time().is_none() || says_so.is_some() {
            return;
        }
        let most = self.offsets.iter().max_by_key(|&(_, count)| *count);
        let zone = match most {
            Some((&seconds, _)) => Zone::Offset(seconds),
            None if self.has_dates => Zone::NotGiven,
            None => Zone::Utc,
        };
        zone.entry().into_iter().for_each(|(key, value)| header.set(key, value));
        if let Some(line) = self.differs {
            let zone = zone.words();
            let how = format!("dates have different offsets from UTC; all are shown in {zone}, the most frequent one");
            complaints.amend(line, [how]);
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::tz::TimeZoneDatabase;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{assert_told, rows};

    /// A header of `key=value`, parted by commas.
    fn header(entries: &str) -> Header {
        let owned = |it: &str| it.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
        Header { entries: entries.split(',').filter_map(owned).collect() }
    }

    fn clock(entries: &str) -> String {
        let header = header(&format!("UnixStartTime=0,{entries}"));
        let zone = header.clock().expect("a date").zone.words();
        match header.unknown_zone() {
            Some(told) => format!("{zone}; {told}"),
            None => zone,
        }
    }

    #[test]
    fn the_name_of_a_zone_goes_before_its_offset_and_what_is_unknown_is_told() {
        for [entries, words] in rows(
            "TimeZone=3600,TimeZoneString=US/Pacific | US/Pacific
            | UTC
            TimeZone=-28800 | UTC-08:00
            TimeZone=0 | UTC
            TimeZone=19800 | UTC+05:30
            TimeZoneString=europe/paris | Europe/Paris
            TimeZoneString=Etc/GMT+8 (PST) | Etc/GMT+8
            TimeZoneString=Factory | the log's clock, zone not given
            TimeZoneString=Mars/Olympus,TimeZone=3600 | UTC+01:00; TimeZoneString \"Mars/Olympus\" is no zone…
            TimeZone=-2147483648 | UTC; TimeZone…
            TimeZone=PST | UTC; TimeZone \"PST\" is no zone…",
        ) {
            assert_told(clock(&entries), &words, &entries);
        }
        assert_eq!(header("TimeZoneString=US/Pacific").clock(), None);
    }

    #[test]
    fn days_are_as_long_as_the_clock_has_them() {
        // In 2024 US/Pacific left out 2:00 to 3:00 on 10 March, and had 1:00 to 2:00 twice on 3 November.
        let zone = Zone::named("US/Pacific").expect("a zone");
        let clock = Clock { start: 1_709_539_200, zone };
        let local = |at| calendar::write_moment(clock.local(at).0);
        const HOUR: Time = 3_600;
        let change = 6 * 24 * HOUR + 2 * HOUR;
        assert_eq!(local(0), "2024-03-04T00:00:00");
        assert_eq!(local(change - 1), "2024-03-10T01:59:59");
        assert_eq!(local(change), "2024-03-10T03:00:00");
        assert_eq!(clock.local(0).1, change);
        let at = |text: &str| clock.instant(calendar::read_moment(text.as_bytes()).unwrap());
        assert_eq!(at("2024-03-10T02:30:00"), Some(change + HOUR / 2));
        assert_eq!(at("2024-03-10T03:30:00"), Some(change + HOUR / 2));
        let twice = at("2024-11-03T01:30:00").unwrap();
        assert_eq!(local(twice), local(twice + HOUR));
        assert_ne!(local(twice), local(twice - HOUR));
    }

    proptest! {
        #[test]
        fn offsets_are_those_of_the_tz_database(place in 0..NAMES.len(), unix in FIRST_UNIX_TIME..4_102_444_800) {
            let name = NAMES[place].0;
            let zone = TimeZoneDatabase::bundled().get(name).unwrap();
            let expected = zone.to_offset(Timestamp::from_second(unix).unwrap()).seconds();
            let (offset, until) = Zone::named(name).unwrap().at(unix);
            prop_assert_eq!(offset, Time::from(expected), "{}", name);
            let next = zone.to_offset(Timestamp::from_second(until.min(4_102_444_800) - 1).unwrap());
            prop_assert_eq!(next.seconds(), expected, "{}", name);
        }

        #[test]
        fn what_a_clock_shows_is_found_again(place in 0..NAMES.len(), start in any::<i64>(), at in -10_000_000_000..10_000_000_000_i64) {
            for start in [start, start % 4_000_000_000] {
                let clock = Clock { start, zone: Zone::named(NAMES[place].0).unwrap() };
                let (local, until) = clock.local(at);
                prop_assert!(until > at || start.checked_add(at).is_none());
                if let Some(found) = clock.instant(local).filter(|_| start.checked_add(at).is_some()) {
                    prop_assert_eq!(clock.local(found).0, local);
                    prop_assert!(found <= at);
                }
            }
        }
    }
}
