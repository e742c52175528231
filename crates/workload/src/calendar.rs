//! Dates and durations as other programs write them, and seconds.

use super::clock::Zone;
use super::{Time, number};

const DAY: Time = 86_400;

/// The months as programs write them.
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// No supercomputer's log is older (1980-01-01, in Unix time): a smaller number counts from the
/// log's own start.
pub const FIRST_UNIX_TIME: Time = 315_532_800;

/// Year, month and day of a count of days since 1970-01-01, in the Gregorian calendar. O(1).
///
/// Years begin in March here, so that the leap day is the last of its year.
pub fn civil(days: Time) -> (Time, Time, Time) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + Time::from(month <= 2);
    (year, month, day)
}

/// Days from 1970-01-01 to a day of the Gregorian calendar. O(1).
fn days_since_1970(year: Time, month: Time, day: Time) -> Time {
    let year = year - Time::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// A moment written as `2024-03-01T12:00:00`, in seconds since 1970 as if that were UTC.
pub fn write_moment(seconds: Time) -> String {
    let (year, month, day) = civil(seconds.div_euclid(DAY));
    let clock = seconds.rem_euclid(DAY);
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
}

/// A moment as headers write it, `Fri Mar 01 12:00:00 UTC 2024`, in seconds since 1970 of this zone.
pub fn moment_words(seconds: Time, zone: &str) -> String {
    // 1970 began on a Thursday.
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let days = seconds.div_euclid(DAY);
    let (year, month, day) = civil(days);
    let (weekday, month) = (DAYS[days.rem_euclid(7) as usize], MONTHS[month as usize - 1]);
    let clock = seconds.rem_euclid(DAY);
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{weekday} {month} {day:02} {hour:02}:{minute:02}:{second:02} {zone} {year}")
}

/// Reads `2024-03-01T12:00:00`, perhaps with a fraction, a `Z` or an offset such as `+01:00`, or
/// whole seconds since 1970. `None` for all else, also for days that are in no calendar.
///
/// Without an offset the time is read as UTC. Fractions are rounded, halves up. Spreadsheets leave out the seconds,
/// which are 0 then.
pub fn read_moment(word: &[u8]) -> Option<Time> {
    if word.iter().all(u8::is_ascii_digit) {
        return number::parse(word).ok();
    }
    let text = std::str::from_utf8(word).ok()?;
    let (date, clock) = text.split_once(['T', ' '])?;
    let mut parts = date.split('-').map(digits);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let days = days_since_1970(year, month, day);
    if parts.next().is_some() || civil(days) != (year, month, day) {
        return None;
    }
    let (clock, zone) = clock.split_at(zone_begins(clock));
    let offset = match zone {
        "" => 0,
        zone => offset(zone)?,
    };
    let (hour, rest) = clock.split_once(':')?;
    let (minute, second) = rest.split_once(':').unwrap_or((rest, "0"));
    let (hour, minute) = (digits(hour)?, digits(minute)?);
    let whole = digits(second.split('.').next()?)?;
    if hour > 23 || minute > 59 || whole > 60 {
        return None;
    }
    let second = number::parse(second.as_bytes()).ok()?;
    Some(days * DAY + hour * 3600 + minute * 60 + second - offset)
}

/// `Fri Mar  1 00:00:05 2024`, also without the day of the week or with words behind, or `03/01/2024 00:00:05`, as
/// [`read_moment`] takes it. `None` for all else, also without a year.
pub fn moment_of_words(word: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(word).ok()?;
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let place = words.iter().take(2).find_map(|it| Some((it, MONTHS.iter().position(|month| month == it)? + 1)));
    let Some((name, month)) = place else {
        let [date, clock] = words[..] else { return None };
        let mut parts = date.split('/');
        let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
        return Some(format!("{year}-{month}-{day}T{clock}"));
    };
    let at = words.iter().position(|it| it == name)?;
    let [day, clock, year] = words.get(at + 1..at + 4)? else { return None };
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    is_year.then(|| format!("{year}-{month:02}-{day:0>2}T{clock}"))
}

/// Names of zones that stand for one offset: CST, IST and BST are those of several.
const ZONES: [(&str, &str); 11] = [
    ("UTC GMT WET", "Z"),
    ("CET WEST", "+01:00"),
    ("CEST EET", "+02:00"),
    ("EEST MSK", "+03:00"),
    ("SGT", "+08:00"),
    ("JST KST", "+09:00"),
    ("EDT", "-04:00"),
    ("EST CDT", "-05:00"),
    ("MDT", "-06:00"),
    ("MST PDT", "-07:00"),
    ("PST", "-08:00"),
];

/// The offset of a zone by its name.
pub fn zone_named(name: &str) -> Option<&'static str> {
    ZONES.iter().find(|it| it.0.split(' ').any(|it| it == name)).map(|it| it.1)
}

/// Where the zone of a time of day begins.
fn zone_begins(clock: &str) -> usize {
    clock.find(['Z', '+', '-']).unwrap_or(clock.len())
}

/// The zone in which a moment is written, whatever the form of its date; `None` of a number.
pub fn zone_of(word: &[u8]) -> Option<Zone> {
    let text = std::str::from_utf8(word).ok()?.trim();
    let (_, clock) = text.split_once(['T', ' ']).unwrap_or((text, ""));
    // Java writes the region behind the offset.
    let clock = clock.split('[').next().unwrap_or_default();
    let named = clock.rsplit(' ').next().and_then(zone_named);
    let zone = named.unwrap_or_else(|| &clock[zone_begins(clock)..]);
    let is_number = || text.parse::<f64>().is_ok();
    match offset(zone) {
        Some(seconds) => Some(Zone::Offset(i32::try_from(seconds).ok()?)),
        None => (!is_number()).then_some(Zone::NotGiven),
    }
}

/// An offset in seconds as `+01:00`.
pub fn write_offset(seconds: Time) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.abs() / 60;
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

/// `Z`, `+01:00` or `-0530` in seconds east of Greenwich.
fn offset(text: &str) -> Option<Time> {
    if text == "Z" {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let rest = text.get(1..)?.replace(':', "");
    let (hour, minute) = (rest.get(..2)?, rest.get(2..).filter(|it| it.len() != 1)?);
    let minute = if minute.is_empty() { 0 } else { digits(minute)? };
    let (hour, minute) = (digits(hour)?, minute);
    (hour < 24 && minute < 60).then_some(sign * (hour * 3600 + minute * 60))
}

/// A duration as Slurm writes it: `03:25:45`, with days `2-03:25:45`.
pub fn write_duration(seconds: Time) -> String {
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let clock = format!("{hour:02}:{minute:02}:{second:02}");
    match seconds / DAY {
        0 => clock,
        days => format!("{days}-{clock}"),
    }
}

/// Reads a duration as Slurm writes and takes it: `minutes`, `minutes:seconds`,
/// `hours:minutes:seconds`, `days-hours`, `days-hours:minutes`, `days-hours:minutes:seconds`; the
/// seconds perhaps with a fraction, which is rounded, halves up. `None` for all else.
pub fn read_duration(word: &[u8]) -> Option<Time> {
    let text = std::str::from_utf8(word).ok()?;
    let (days, clock) = match text.split_once('-') {
        Some((days, clock)) => (Some(digits(days)?), clock),
        None => (None, text),
    };
    let mut fields = [0; 3];
    let mut count = 0;
    for part in clock.split(':') {
        let field = fields.get_mut(count)?;
        digits(part.split('.').next()?)?;
        *field = number::parse(part.as_bytes()).ok()?;
        count += 1;
    }
    let [first, second, third] = fields;
    Some(match (days, count) {
        (Some(days), _) => days * DAY + first * 3600 + second * 60 + third,
        (None, 1) => first * 60,
        (None, 2) => first * 60 + second,
        (None, _) => first * 3600 + second * 60 + third,
    })
}

/// One to nine digits.
fn digits(text: &str) -> Option<Time> {
    let is_short = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_short.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    /// Asserts the value of each word. A row: the word, the value.
    #[track_caller]
    fn assert_read<T: std::fmt::Debug>(read: impl Fn(&[u8]) -> T, table: &str) {
        for [word, value] in rows(table) {
            assert_eq!(format!("{:?}", read(word.as_bytes())), value, "{word}");
        }
    }

    #[test]
    fn moments_are_read() {
        assert_read(
            read_moment,
            "1970-01-01T00:00:00 | Some(0)
            2000-02-29T23:59:59 | Some(951868799)
            2024-03-01 12:00:00 | Some(1709294400)
            2024-03-01T12:00:00Z | Some(1709294400)
            2024-03-01T13:00:00+01:00 | Some(1709294400)
            2024-03-01T06:30:00-0530 | Some(1709294400)
            2024-03-01T11:59:59.5 | Some(1709294400)
            2024-03-01 12:00 | Some(1709294400)
            2024-03-01T9:05 | Some(1709283900)
            1709294400 | Some(1709294400)
            Unknown | None
            None | None
            2023-02-29T00:00:00 | None
            2024-13-01T00:00:00 | None
            2024-00-01T00:00:00 | None
            2024-01-01T24:00:00 | None
            2024-01-01T00:60:00 | None
            2024-01-01 | None
            2024-01-01T00 | None
            2024-01-01T00: | None
            2024-01-01T00:00:00+1 | None
            2024-01-01T00:00:00é | None
            -1-1T0:0:0 | None",
        );
    }

    #[test]
    fn days_are_those_of_a_calendar_that_is_turned_page_by_page() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..150_000 {
            assert_eq!(civil(days), (year, month, day));
            assert_eq!(days_since_1970(year, month, day), days);
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 if is_leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            (year, month, day) = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                _ if day == last => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
    }

    #[test]
    fn a_date_tells_its_zone() {
        assert_read(
            zone_of,
            "2024-03-01T12:00:00 | Some(NotGiven)
            2024-03-01 | Some(NotGiven)
            01/03/2024 12:00 PM | Some(NotGiven)
            2024-03-01T12:00:00Z | Some(Offset(0))
            2024-03-01 12:00:00 UTC | Some(Offset(0))
            2024-03-01 13:00:00 CET | Some(Offset(3600))
            2024-03-01T13:00:00+01:00[Europe/Berlin] | Some(Offset(3600))
            2023-03-01 00:00:05+08:00 | Some(Offset(28800))
            2024-03-01T06:30:00.5-0530 | Some(Offset(-19800))
            1709294400 | None
            1709294400.25 | None
            1.7e9 | None",
        );
    }

    #[test]
    fn moments_in_words_are_read_with_their_year() {
        assert_read(
            moment_of_words,
            r#"Fri Mar  1 00:00:05 2024 | Some("2024-03-01T00:00:05")
            Mar  1 00:00 2024 L | Some("2024-03-01T00:00")
            Dec 31 23:59:59 2024 | Some("2024-12-31T23:59:59")
            03/01/2024 00:00:05.123 | Some("2024-03-01T00:00:05.123")
            Mar  1 00:00 | None
            Mar  1 00:00 L | None
            2024-03-01 00:00:05 | None
            1709251205 | None
            | None"#,
        );
    }

    #[test]
    fn durations_are_read_as_slurm_means_them() {
        assert_read(
            read_duration,
            "00:00:10 | Some(10)
            1-02:03:04 | Some(93784)
            365-00:00:00 | Some(31536000)
            90 | Some(5400)
            01:30 | Some(90)
            00:00:01.600 | Some(2)
            2-12 | Some(216000)
            UNLIMITED | None
            Partition_Limit | None
            | None
            1:2:3:4 | None
            -1:00:00 | None
            +5 | None",
        );
    }

    proptest! {
        #[test]
        fn moments_come_back(seconds in 0i64..250_000_000_000) {
            prop_assert_eq!(read_moment(write_moment(seconds).as_bytes()), Some(seconds));
        }

        #[test]
        fn durations_come_back(seconds in 0i64..crate::MAX_TIME) {
            prop_assert_eq!(read_duration(write_duration(seconds).as_bytes()), Some(seconds));
        }

        #[test]
        fn anything_is_taken(
            bytes in prop::collection::vec(any::<u8>(), 0..40),
            like_them in "[-0-9:TZ+. é]{0,30}",
        ) {
            for word in [&bytes, like_them.as_bytes()] {
                read_moment(word);
                read_duration(word);
            }
        }
    }
}
