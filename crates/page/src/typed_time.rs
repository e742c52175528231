//! Moments of a log as people type them.

use chart::Origin;
use workload::Time;
use workload::calendar::{read_moment, write_moment, write_offset, zone_of};
use workload::clock::Zone;

/// Examples of valid times, for error messages.
pub fn examples(origin: Origin) -> &'static str {
    match origin {
        Origin::Dated(_) => "2001-05-03 06:12, or since the log's start 3 d 06:12, 36 h, 5400",
        Origin::LogStart | Origin::Seconds | Origin::Ticks(_) => "3 d 06:12, 36 h, 5400",
    }
}

/// A moment as it is shown in a field: `3 d 06:12:07` since the log's start, `2001-05-03 06:12:07`
/// where the log's start is known, plain seconds where times are counted in seconds.
pub fn written(at: Time, origin: Origin) -> String {
    match origin {
        Origin::Dated(clock) => {
            let local = clock.local(at).0;
            let date = write_moment(local).replace('T', " ");
            // Of an hour that the clock shows twice the offset tells which one.
            match clock.instant(local) {
                Some(first) if first != at => date + &write_offset(local - clock.start - at),
                _ => date,
            }
        }
        Origin::Seconds => at.to_string(),
        Origin::Ticks(tick) => tick.seconds(at).to_string(),
        Origin::LogStart if at < 0 => at.to_string(),
        Origin::LogStart => {
            let (days, rest) = (at / 86_400, at % 86_400);
            let (hours, minutes, seconds) = (rest / 3_600, rest / 60 % 60, rest % 60);
            format!("{days} d {hours:02}:{minutes:02}:{seconds:02}")
        }
    }
}

/// The moment that a text means, in seconds of the log: whatever [`written`] writes; a date with or
/// without a time of day, where the log's start is known; seconds; or days, hours, minutes and
/// seconds since the log's start, each with its unit, the last part perhaps as `06:12`.
pub fn read(text: &str, origin: Origin) -> Option<Time> {
    let text = text.trim();
    if let Origin::Dated(clock) = origin
        && text.get(4..5) == Some("-")
    {
        let joined = text.replacen(' ', "T", 1);
        let moment = match joined.len() {
            10 => joined + "T00:00:00",
            16 => joined + ":00",
            _ => joined,
        };
        let seconds = read_moment(moment.as_bytes())?;
        return match zone_of(moment.as_bytes()) {
            Some(Zone::Offset(_)) => seconds.checked_sub(clock.start),
            _ => clock.instant(seconds),
        };
    }
    if let Origin::Ticks(tick) = origin {
        let seconds = text.parse().ok().filter(|it: &f64| it.abs() <= 1e12);
        let since = || Some(since_start(text)? as f64);
        return seconds.or_else(since).map(|it| tick.ticks(it));
    }
    if let Ok(seconds) = text.parse::<Time>() {
        return Some(seconds);
    }
    since_start(text)
}

/// `3 d 06:12:07`, `36 h`, `90 min`.
fn since_start(text: &str) -> Option<Time> {
    let spaced = text.replace(|c: char| c.is_alphabetic(), " ");
    if spaced.trim().is_empty() {
        return None;
    }
    let mut total: Time = 0;
    let mut words = split_units(text).into_iter().peekable();
    while let Some(word) = words.next() {
        if word.contains(':') {
            total = total.checked_add(time_of_day(&word)?)?;
            continue;
        }
        let number: Time = word.parse().ok().filter(|&it| it >= 0)?;
        let unit = match words.next()?.as_str() {
            "w" => 604_800,
            "d" => 86_400,
            "h" => 3_600,
            "min" | "m" => 60,
            "s" => 1,
            _ => return None,
        };
        total = total.checked_add(number.checked_mul(unit)?)?;
    }
    Some(total)
}

/// Numbers (with their colons) and letters apart from each other.
fn split_units(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last_kind = None;
    for c in text.chars() {
        let kind = (!c.is_whitespace()).then_some(c.is_alphabetic());
        match (kind, words.last_mut()) {
            (Some(_), Some(word)) if kind == last_kind => word.push(c),
            (Some(_), _) => words.push(c.to_string()),
            (None, _) => {}
        }
        last_kind = kind;
    }
    words
}

/// `06:12` or `06:12:07`, in seconds.
fn time_of_day(word: &str) -> Option<Time> {
    let parts: Option<Vec<Time>> = word.split(':').map(|it| it.parse().ok()).collect();
    match *parts?.as_slice() {
        [hours, minutes] => clock(hours, minutes, 0),
        [hours, minutes, seconds] => clock(hours, minutes, seconds),
        _ => None,
    }
}

fn clock(hours: Time, minutes: Time, seconds: Time) -> Option<Time> {
    let fits = (0..100_000).contains(&hours) && (0..60).contains(&minutes);
    (fits && (0..60).contains(&seconds)).then_some(hours * 3_600 + minutes * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use workload::clock::Clock;

    #[test]
    fn moments_are_typed_in_many_ways() {
        let check = |origin, rows: &str| {
            for row in rows.lines() {
                let (text, expected) = row.split_once(" = ").expect(row);
                assert_eq!(read(text, origin), expected.parse().ok(), "{row}");
            }
        };
        check(
            Origin::LogStart,
            "5400 = 5400\n36 h = 129600\n3d 06:12 = 281520\n 1 d 2 h 3 min 4 s  = 93784\n00:01:30 = 90",
        );
        // 1970-01-11.
        let dated = Origin::Dated(Clock::utc(864_000));
        check(dated, "1970-01-11 = 0\n1970-01-12 06:30 = 109800\n1970-01-12T06:30:05 = 109805\n2 d = 172800");
        for text in ["", "soon", "3 fortnights", "12:75", "1970-13-01", "h", "--", "3 d 5"] {
            assert_eq!(read(text, dated), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_the_same(at in 0i64..4_000_000_000, start in 0i64..2_000_000_000, zone in prop::sample::select(vec!["UTC", "US/Pacific", "Australia/Lord_Howe"])) {
            let zone = Zone::named(zone).unwrap();
            for origin in [Origin::LogStart, Origin::Seconds, Origin::Dated(Clock { start, zone })] {
                prop_assert_eq!(read(&written(at, origin), origin), Some(at));
            }
        }

        #[test]
        fn no_text_is_too_odd(text in "[0-9a-zé: -]{0,20}") {
            for origin in [Origin::LogStart, Origin::Dated(Clock::utc(0))] {
                let _ = read(&text, origin);
            }
        }
    }
}
