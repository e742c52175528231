//! Values of a table's fields, as people and programs write them.

use std::borrow::Cow;

use super::{Key, Unit};
use crate::calendar::{read_duration, read_moment, zone_named};
use crate::columns::Cell;
use crate::number::{self, NumberError};
use crate::sacct::cells;
use crate::sacct::cells::State;
use crate::sacct::tres::tres;
use crate::swf::shortened;
use crate::{MAX_PROCESSORS, MAX_TIME, Time};

/// Whether a field has no value: empty, or one of the words for that.
pub fn is_blank(word: &[u8]) -> bool {
    const WORDS: [&str; 14] = [
        "",
        "-",
        "-1",
        "None",
        "Unknown",
        "N/A",
        "NA",
        "nan",
        "NaT",
        "null",
        "\\N",
        "<NA>",
        "0000-00-00 00:00:00",
        "invalid",
    ];
    WORDS.iter().any(|it| word.eq_ignore_ascii_case(it.as_bytes()))
}

/// From 30 December 1899, where spreadsheets count days from, to 1970, in seconds.
const FIRST_DAY_NUMBER: Time = 25_569 * 86_400;

/// A point in time in seconds; `None` where the field has no value.
///
/// # Errors
///
/// In words, after the name of the column: `should be a time but is "x"`.
pub fn moment(word: &[u8], unit: Option<Unit>) -> Result<Option<Time>, String> {
    if is_blank(word) {
        return Ok(None);
    }
    let seconds = match scaled(word, unit.map_or((1, 1), Unit::seconds)) {
        Ok(seconds) if unit == Some(Unit::Days) => seconds - FIRST_DAY_NUMBER,
        Ok(seconds) => seconds,
        Err(NumberError::TooLarge) => return Err(beyond(word, MAX_TIME)),
        Err(NumberError::NotANumber) => date(word, unit)?,
    };
    within(word, seconds, MAX_TIME)
}

/// A date and perhaps a time of day, in seconds since 1970.
fn date(word: &[u8], unit: Option<Unit>) -> Result<Time, String> {
    let wrong = || format!("should be a time but is \"{}\"", shortened(word));
    let text = std::str::from_utf8(word).map_err(|_| wrong())?;
    let (day, clock) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
    let is_separator = |letter: char| "-/.".contains(letter);
    let parts: Vec<&str> = day.split(is_separator).collect();
    let [first, second, third] = parts[..] else {
        return Err(wrong());
    };
    let (year, month, day) = match unit {
        _ if first.len() == 4 => (first, second, third),
        Some(Unit::DayFirst) => (third, second, first),
        Some(Unit::MonthFirst) => (third, first, second),
        _ => {
            let which = "a date that begins with no year: say whether day or month comes first, by :dmy or :mdy";
            return Err(format!("is \"{}\", {which}", shortened(word)));
        }
    };
    let clock = clock_24(clock.trim()).ok_or_else(wrong)?;
    let whole = format!("{year}-{month}-{day}T{clock}");
    let is_whole = year.len() == 4 && (1..=2).contains(&month.len()) && (1..=2).contains(&day.len());
    read_moment(whole.as_bytes()).filter(|_| is_whole).ok_or_else(wrong)
}

/// A time of day, perhaps without seconds, with `AM` or `PM`, a zone behind a blank or by its name, written as
/// `12:00:00+01:00`.
fn clock_24(clock: &str) -> Option<String> {
    let end = clock.find(|it: char| !it.is_ascii_digit() && !":.".contains(it));
    let (digits, rest) = clock.split_at(end.unwrap_or(clock.len()));
    let mut rest = rest.trim();
    let mut parts = digits.splitn(3, ':');
    let (hour, minute) = (parts.next()?, parts.next()?);
    let second = parts.next().unwrap_or("00");
    let mut hour: u32 = hour.parse().ok().filter(|&it| it < 24)?;
    for (mark, is_afternoon) in [("AM", false), ("PM", true)] {
        let found = rest.get(..2).filter(|it| it.eq_ignore_ascii_case(mark));
        if found.is_some() {
            hour = match (hour, is_afternoon) {
                (12, afternoon) => u32::from(afternoon) * 12,
                (1..=11, afternoon) => hour + u32::from(afternoon) * 12,
                _ => return None,
            };
            rest = rest[2..].trim();
        }
    }
    // Java writes the region behind the offset.
    let rest = rest.split('[').next()?;
    let zone = zone_named(rest).unwrap_or(rest);
    Some(format!("{hour:02}:{minute}:{second}{zone}"))
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The field has no value.
    Unknown,
    /// There is no limit.
    Unlimited,
    /// In seconds.
    Seconds(Time),
}

impl Length {
    /// The seconds, if it has any.
    pub const fn seconds(self) -> Option<Time> {
        match self {
            Self::Seconds(seconds) => Some(seconds),
            Self::Unknown | Self::Unlimited => None,
        }
    }
}

/// A length of time: a number of the unit, or hours, minutes and seconds; one above 0 is at least 1 second.
///
/// # Errors
///
/// As [`moment`].
pub fn length(word: &[u8], unit: Option<Unit>) -> Result<Length, String> {
    // Slurm's NO_VAL and INFINITE.
    if is_blank(word) || word == b"4294967294" || word.eq_ignore_ascii_case(b"Partition_Limit") {
        return Ok(Length::Unknown);
    }
    let is = |it: &&str| word.eq_ignore_ascii_case(it.as_bytes());
    if ["UNLIMITED", "INFINITE", "inf", "4294967295"].iter().any(is) {
        return Ok(Length::Unlimited);
    }
    let seconds = match scaled(word, unit.map_or((1, 1), Unit::seconds)) {
        Ok(0) if has_digit_above_0(word) => 1,
        Ok(seconds) => seconds,
        Err(NumberError::TooLarge) => return Err(beyond(word, MAX_TIME)),
        Err(NumberError::NotANumber) => match clock_length(word, unit).or_else(|| length_in_words(word)) {
            Some(seconds) => seconds,
            None if read_duration(word).is_some() => {
                let which = "two parts of which it is not known whether hours come first: say it by :hhmm or :mmss";
                return Err(format!("is \"{}\", {which}", shortened(word)));
            }
            None => return Err(format!("should be a duration but is \"{}\"", shortened(word))),
        },
    };
    let within = within(word, seconds, MAX_TIME)?;
    Ok(within.map_or(Length::Unknown, Length::Seconds))
}

/// `03:25:45`, `2-03:25:45`, or `2 days 03:25:45` as pandas writes it; by its unit also `03:25`.
fn clock_length(word: &[u8], unit: Option<Unit>) -> Option<Time> {
    let text = std::str::from_utf8(word).ok()?;
    let text = match text.split_once(" day") {
        Some((days, rest)) => {
            let clock = rest.trim_start_matches('s').trim_start_matches([',', ' ']);
            let clock = if clock.is_empty() { "00:00:00" } else { clock };
            format!("{days}-{}", clock.trim_start_matches('+'))
        }
        None => text.to_owned(),
    };
    let text = match (text.matches(':').count(), unit) {
        (2, _) => text,
        (1, Some(Unit::HoursMinutes)) => format!("{text}:00"),
        (1, Some(Unit::MinutesSeconds)) => format!("00:{text}"),
        _ => return None,
    };
    read_duration(text.as_bytes())
}

/// `2d 3h`, `59m 30s`, `1h30m`, `250ms`, `1.5 hours`: numbers with units, each once, the longest first.
fn length_in_words(word: &[u8]) -> Option<Time> {
    const UNITS: [(&[&str], i64); 5] = [
        (&["d", "day", "days"], 86_400_000),
        (&["h", "hr", "hrs", "hour", "hours"], 3_600_000),
        (&["m", "min", "mins", "minute", "minutes"], 60_000),
        (&["s", "sec", "secs", "second", "seconds"], 1_000),
        (&["ms"], 1),
    ];
    let text = std::str::from_utf8(word).ok()?;
    // 500M are megabytes.
    if text.ends_with('M') {
        return None;
    }
    let text = text.to_ascii_lowercase();
    let (mut rest, mut least, mut all) = (text.trim_start(), 0, 0_i64);
    while !rest.is_empty() {
        let (amount, after) = rest.split_at(rest.find(|it: char| !it.is_ascii_digit() && it != '.')?);
        let after = after.trim_start();
        let (name, after) = after.split_at(after.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(after.len()));
        let place = least + UNITS[least..].iter().position(|it| it.0.contains(&name))?;
        all = all.checked_add(scaled(amount.as_bytes(), (UNITS[place].1, 1)).ok()?)?;
        (rest, least) = (after.trim_start_matches([' ', ',']), place + 1);
    }
    (least > 0).then(|| (all.saturating_add(500) / 1_000).max(i64::from(all > 0)))
}

fn has_digit_above_0(word: &[u8]) -> bool {
    let mantissa = word.split(|byte| b"eE".contains(byte)).next();
    let digits = mantissa.unwrap_or_default();
    digits.first() != Some(&b'-') && digits.iter().any(|byte| (b'1'..=b'9').contains(byte))
}

/// A number of processors or nodes, rounded up to a whole one; `None` where the field has no value.
///
/// # Errors
///
/// As [`moment`].
pub fn count(word: &[u8], key: Key, unit: Option<Unit>) -> Result<Option<i64>, String> {
    if is_blank(word) {
        return Ok(None);
    }
    let most = i64::from(MAX_PROCESSORS);
    let number = match unit {
        Some(Unit::Tres) => match in_tres(word, key) {
            Some(number) => rounded_up(number, 1),
            None => return Ok(None),
        },
        Some(Unit::Thousandths) => rounded_up(word, 1_000),
        Some(Unit::Hundredths) => rounded_up(word, 100),
        Some(Unit::One) => Ok(1),
        _ => rounded_up(word, 1),
    };
    match number {
        Ok(number) => within(word, number, most),
        Err(NumberError::TooLarge) => Err(beyond(word, most)),
        Err(NumberError::NotANumber) => Err(format!("should be a number but is \"{}\"", shortened(word))),
    }
}

/// The number of processors, or of nodes, in trackable resources.
fn in_tres(word: &[u8], key: Key) -> Option<&[u8]> {
    match key {
        Key::Nodes => tres(Cell { column: "", word }, &mut Vec::new()).nodes,
        _ => cells::processors(word),
    }
}

/// How a job ended.
///
/// # Errors
///
/// As [`moment`].
pub fn state(word: &[u8], unit: Option<Unit>) -> Result<State, String> {
    if word.is_empty() || is_blank(word) {
        return Ok(State::Unknown);
    }
    let number = number::parse(word);
    let found = match (unit, number) {
        (Some(Unit::Slurm), Ok(number)) => slurm_state(number),
        (_, Ok(1)) => State::Completed,
        (_, Ok(0)) => State::Failed,
        (_, Ok(5)) => State::Cancelled,
        (_, Ok(_)) => State::Other(shortened(word)),
        (_, Err(_)) => other_state(word).unwrap_or_else(|| State::read(word)),
    };
    match found {
        State::Other(word) => Err(format!("is \"{word}\", no state that is known")),
        found => Ok(found),
    }
}

/// By the numbers of `enum job_states` in slurm.h; flags stand in the higher bits.
fn slurm_state(number: i64) -> State {
    match number & 0xff {
        0 => State::Pending,
        1 | 2 => State::Running,
        3 => State::Completed,
        4 => State::Cancelled,
        6 => State::TimedOut,
        5 | 7..=11 => State::Failed,
        _ => State::Other(number.to_string()),
    }
}

/// Words that Slurm does not use.
fn other_state(word: &[u8]) -> Option<State> {
    let is = |words: &[&str]| words.iter().any(|it| word.eq_ignore_ascii_case(it.as_bytes()));
    match () {
        () if is(&["Succeeded", "Success", "Successful", "Pass", "Passed", "Finished", "Complete", "Done", "OK"]) => {
            Some(State::Completed)
        }
        () if is(&["Error", "Failure", "Fail"]) => Some(State::Failed),
        () if is(&["Killed", "Aborted", "Cancel"]) => Some(State::Cancelled),
        () if is(&["Queued", "Waiting", "Submitted"]) => Some(State::Pending),
        () => None,
    }
}

/// A number times a fraction, rounded to the nearest whole one, halves up.
fn scaled(word: &[u8], (times, of): (i64, i64)) -> Result<i64, NumberError> {
    let word = &*with_point(word);
    let whole = number::parse(word)?;
    if (times, of) == (1, 1) {
        return Ok(whole);
    }
    let is_whole = word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    if is_whole {
        let (whole, times, of) = (i128::from(whole), i128::from(times), i128::from(of));
        let rounded = (2 * whole * times + of).div_euclid(2 * of);
        return i64::try_from(rounded).map_err(|_| NumberError::TooLarge);
    }
    let number = float(word)? * times as f64 / of as f64;
    Ok((number + 0.5).floor() as i64)
}

/// A number with a decimal comma written with a point. A comma before three digits may part thousands: it stays, except
/// behind a 0.
pub fn with_point(word: &[u8]) -> Cow<'_, [u8]> {
    let mut commas = word.iter().enumerate().filter(|it| *it.1 == b',');
    match (commas.next(), commas.next()) {
        (Some((at, _)), None) if word.len() - at != 4 || matches!(&word[..at], b"0" | b"-0") => {
            [&word[..at], b".", &word[at + 1..]].concat().into()
        }
        _ => word.into(),
    }
}

/// A number divided by `of`, rounded up.
fn rounded_up(word: &[u8], of: i64) -> Result<i64, NumberError> {
    let whole = number::parse(word)?;
    if word.iter().all(u8::is_ascii_digit) {
        Ok(whole.saturating_add(of - 1) / of)
    } else {
        Ok((float(word)? / of as f64).ceil() as i64)
    }
}

/// A number that may have a fraction.
pub fn float(word: &[u8]) -> Result<f64, NumberError> {
    let text = std::str::from_utf8(word).map_err(|_| NumberError::NotANumber)?;
    text.parse().map_err(|_| NumberError::NotANumber)
}

/// A value that is not above the largest; one below 0 is unknown.
fn within(word: &[u8], value: i64, most: i64) -> Result<Option<i64>, String> {
    match value {
        ..0 => Ok(None),
        value if value <= most => Ok(Some(value)),
        _ => Err(beyond(word, most)),
    }
}

/// That a value is too large, in words after the name of the column.
pub fn beyond(word: &[u8], most: i64) -> String {
    format!("is {}, more than {most}", shortened(word))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::table::Takes;
    use crate::table::devices::{gpus, memory};
    use crate::testing::rows;

    /// Whether a field holds a value that a key takes.
    fn is_value_of(word: &[u8], key: Key, unit: Option<Unit>) -> bool {
        match key.takes() {
            Takes::Name => true,
            Takes::Moment => moment(word, unit).is_ok(),
            Takes::Duration => length(word, unit).is_ok(),
            Takes::Count if key == Key::RequestedGpus => gpus(word, unit).is_ok(),
            Takes::Count => count(word, key, unit).is_ok(),
            Takes::Memory => memory(word, unit).is_ok(),
            Takes::Status => state(word, unit).is_ok(),
        }
    }

    /// Asserts the values of words with their units: `word | unit | value`.
    #[track_caller]
    fn assert_read<T: std::fmt::Debug>(read: impl Fn(&[u8], Option<Unit>) -> T, table: &str) {
        for [word, unit, value] in rows(table) {
            assert_eq!(format!("{:?}", read(word.as_bytes(), Unit::of(&unit))), value, "{word} {unit}");
        }
    }

    #[test]
    fn moments_are_dates_or_numbers() {
        assert_read(
            moment,
            "2024-03-01 12:00:00 | | Ok(Some(1709294400))
            2024-03-01T12:00:00Z | | Ok(Some(1709294400))
            2024-03-01 12:00:00+00:00 | | Ok(Some(1709294400))
            2024-03-01 13:00 +01:00 | | Ok(Some(1709294400))
            2024/3/1 12:00 | | Ok(Some(1709294400))
            2024-03-01 12:00:00 UTC | | Ok(Some(1709294400))
            2024-03-01 13:00:00 CET | | Ok(Some(1709294400))
            2024-03-01 07:00 EST | | Ok(Some(1709294400))
            2024-03-01T13:00:00+01:00[Europe/Berlin] | | Ok(Some(1709294400))
            1709294400,4 | | Ok(Some(1709294400))
            2024-03-01 11:59:59.5 | | Ok(Some(1709294400))
            2024-03-01 | | Ok(Some(1709251200))
            01.03.2024 12:00 | dmy | Ok(Some(1709294400))
            3/1/2024 12:00:00 PM | mdy | Ok(Some(1709294400))
            3/1/2024 12:00 AM | mdy | Ok(Some(1709251200))
            3/1/2024 1:00 pm | mdy | Ok(Some(1709298000))
            1709294400 | | Ok(Some(1709294400))
            1709294400.4 | | Ok(Some(1709294400))
            1709294400000 | ms | Ok(Some(1709294400))
            1709294399500 | ms | Ok(Some(1709294400))
            1709294399499 | ms | Ok(Some(1709294399))
            1709294400000000 | us | Ok(Some(1709294400))
            1709294400499999999 | ns | Ok(Some(1709294400))
            45352.5 | days | Ok(Some(1709294400))
            45352.0000578704 | days | Ok(Some(1709251205))
            2.5 | min | Ok(Some(150))
            -5 | | Ok(None)
            NaT | | Ok(None)
            | | Ok(None)",
        );
        for [word, why] in rows(
            "01.03.2024 12:00 | is \"01.03.2024 12:00\", a date that begins with no year: say whether day or month \
            comes first, by :dmy or :mdy
            2024-13-01 | should be a time but is \"2024-13-01\"
            2024-03-01 25:00 | should be a time but is \"2024-03-01 25:00\"
            soon | should be a time but is \"soon\"
            1709294400000 | is 1709294400000, more than 100000000000",
        ) {
            assert_eq!(moment(word.as_bytes(), None), Err(why));
        }
    }

    #[test]
    fn lengths_have_units() {
        assert_read(
            length,
            "90 | | Ok(Seconds(90))
            90 | min | Ok(Seconds(5400))
            1.5 | h | Ok(Seconds(5400))
            1499 | ms | Ok(Seconds(1))
            20 | ms | Ok(Seconds(1))
            0 | ms | Ok(Seconds(0))
            0.2 | | Ok(Seconds(1))
            01:30:00 | min | Ok(Seconds(5400))
            1-00:00:01 | | Ok(Seconds(86401))
            1 days 00:00:01 | | Ok(Seconds(86401))
            59m 30s | | Ok(Seconds(3570))
            2d 3h | | Ok(Seconds(183600))
            1h30m | | Ok(Seconds(5400))
            1.5 Hours | | Ok(Seconds(5400))
            2 days, 3 min | | Ok(Seconds(172980))
            250ms | | Ok(Seconds(1))
            1s 600ms | | Ok(Seconds(2))
            30:00 | mmss | Ok(Seconds(1800))
            01:30 | hhmm | Ok(Seconds(5400))
            1-01:30 | hhmm | Ok(Seconds(91800))
            1,5 | h | Ok(Seconds(5400))
            0,250 | h | Ok(Seconds(900))
            0 days 00:01:40.250000 | | Ok(Seconds(100))
            UNLIMITED | | Ok(Unlimited)
            4294967295 | min | Ok(Unlimited)
            4294967294 | min | Ok(Unknown)
            -1 | | Ok(Unknown)",
        );
        let two_parts =
            "is \"01:30\", two parts of which it is not known whether hours come first: say it by :hhmm or :mmss";
        assert_eq!(length(b"01:30", None), Err(two_parts.to_owned()));
        for word in ["soon", "30s 2m", "5", "1,500x", "1,500", "2m 3m", "h", "500M", "9223372036854775807ms"] {
            let is_read = length(word.as_bytes(), None).is_ok();
            assert_eq!(is_read, word == "5", "{word}");
        }
        for (word, key) in [("0,1", Key::RequestedGpus), ("3,7", Key::Nodes)] {
            assert!(!is_value_of(word.as_bytes(), key, None), "{word}");
        }
    }

    #[test]
    fn counts_are_rounded_up() {
        let size = |word: &[u8], unit| count(word, Key::RequestedProcessors, unit);
        assert_read(
            size,
            "64 | | Ok(Some(64))
            12.0 | | Ok(Some(12))
            0.5 | | Ok(Some(1))
            3152 | milli | Ok(Some(4))
            4000 | milli | Ok(Some(4))
            1=40,2=340000,4=1 | tres | Ok(Some(40))
            billing=3,cpu=64,mem=4G | tres | Ok(Some(64))
            mem=4G | tres | Ok(None)
            | | Ok(None)",
        );
        let nodes = |word: &[u8], unit| count(word, Key::Nodes, unit);
        assert_read(nodes, "cpu=64,node=3 | tres | Ok(Some(3))\npod-7 | one | Ok(Some(1))");
        assert!(size(b"many", None).is_err() && size(b"99999999", None).is_err());
    }

    #[test]
    fn states_are_words_or_numbers() {
        assert_read(
            state,
            "COMPLETED | | Ok(Completed)
            CANCELLED by 1003 | | Ok(Cancelled)
            Pass | | Ok(Completed)
            Killed | | Ok(Cancelled)
            Failed | | Ok(Failed)
            Succeeded | | Ok(Completed)
            TIMEOUT | | Ok(TimedOut)
            1 | | Ok(Completed)
            0 | | Ok(Failed)
            3 | slurm | Ok(Completed)
            6 | slurm | Ok(TimedOut)
            32772 | slurm | Ok(Cancelled)
            | | Ok(Unknown)",
        );
        assert_eq!(state(b"blue", None), Err("is \"blue\", no state that is known".to_owned()));
    }

    proptest! {
        #[test]
        fn anything_is_taken(
            bytes in prop::collection::vec(any::<u8>(), 0..40),
            like_them in "[-0-9:TZ+. /eEAPMday é=,]{0,30}",
        ) {
            for word in [&bytes, like_them.as_bytes()] {
                for key in Key::ALL {
                    is_value_of(word, key, None);
                    for &unit in key.units() {
                        is_value_of(word, key, Some(unit));
                    }
                }
            }
        }
    }
}
