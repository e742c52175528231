//! Times with fractions of a second, made whole.
//!
//! Instants are rounded to the nearest second, halves up, and durations are the differences of rounded instants. So
//! jobs that follow one another without a gap still do, and none seems to begin before the one before it has ended. A
//! duration rounded for itself would be off by up to a second against the instants.

use super::{MAX_TIME, Time, UNKNOWN};

/// Millionths of a second.
pub(super) type Micros = i64;

/// A second.
const SECOND: Micros = 1_000_000;

/// A decimal number of seconds; `None` if it is no number or beyond [`MAX_TIME`] either way. Digits behind the sixth
/// after the point make no difference.
pub(super) fn micros(word: &[u8]) -> Option<Micros> {
    let text = std::str::from_utf8(word).ok()?;
    let most = MAX_TIME * SECOND;
    if text.contains(['e', 'E']) {
        let seconds: f64 = text.parse().ok()?;
        let micros = (seconds * SECOND as f64).round();
        return (micros.abs() <= most as f64).then_some(micros as Micros);
    }
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(fraction) || whole.len() + fraction.len() == 0 {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole: Micros = match whole {
        "" => 0,
        _ if whole.len() > 12 => return None,
        _ => whole.parse().ok()?,
    };
    let digit = |place: usize| fraction.as_bytes().get(place).map_or(0, |it| i64::from(it - b'0'));
    let fraction = (0..6).fold(0, |sum, place| sum * 10 + digit(place));
    let micros = whole * SECOND + fraction;
    (micros <= most).then_some(if is_negative { -micros } else { micros })
}

/// The nearest second, halves up.
fn rounded(instant: Micros) -> Time {
    (instant + SECOND / 2).div_euclid(SECOND)
}

/// The times of a job, each if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    pub submit: Micros,
    pub start: Option<Micros>,
    /// From the start on; from the submission on where that is not known.
    pub run_time: Option<Micros>,
    pub limit: Option<Micros>,
}

/// The times of a job in whole seconds, [`UNKNOWN`] where they are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WholeCourse {
    pub submit: Time,
    pub wait: Time,
    pub run_time: Time,
    pub limit: Time,
}

impl Course {
    /// Rounds the instants. A run time and a limit above 0 are 1 second at least: no job that ran shall seem not to
    /// have. Such a job ends up to a second late and may seem to overlap with the next one, whose own times are not
    /// changed by it. A job that kept its limit still does.
    pub fn whole(self) -> WholeCourse {
        let submit = rounded(self.submit);
        let begin = self.start.unwrap_or(self.submit);
        let begun = rounded(begin);
        let run_time = self.run_time.map(|run_time| {
            let seconds = rounded(begin + run_time) - begun;
            if run_time > 0 { seconds.max(1) } else { seconds.max(0) }
        });
        let limit = self.limit.map(|limit| {
            let seconds = rounded(limit).max(Time::from(limit > 0));
            match (self.run_time, run_time) {
                (Some(exact), Some(run_time)) if exact <= limit => seconds.max(run_time),
                _ => seconds,
            }
        });
        WholeCourse {
            submit,
            wait: self.start.map_or(UNKNOWN, |_| (begun - submit).max(0)),
            run_time: run_time.unwrap_or(UNKNOWN),
            limit: limit.unwrap_or(UNKNOWN),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    #[test]
    fn decimal_seconds_are_exact() {
        for [word, expected] in rows(
            "0 | Some(0)
            11.1 | Some(11100000)
            -0.25 | Some(-250000)
            +3. | Some(3000000)
            .5 | Some(500000)
            1709251200.0000019 | Some(1709251200000001)
            2.5e1 | Some(25000000)
            100000000000 | Some(100000000000000000)
            100000000000.1 | None
            99999999999999999999 | None
            1e300 | None
            | None
            . | None
            x | None
            1.2.3 | None
            nan | None",
        ) {
            assert_eq!(format!("{:?}", micros(word.as_bytes())), expected, "{word}");
        }
    }

    /// Submission, wait, run time and limit, rounded.
    fn course(words: &str) -> String {
        let [submit, start, run_time, limit] = words.split(',').map(|it| micros(it.as_bytes())).collect::<Vec<_>>()[..]
        else {
            panic!("{words}")
        };
        let whole = Course { submit: submit.unwrap(), start, run_time, limit }.whole();
        format!("{} {} {} {}", whole.submit, whole.wait, whole.run_time, whole.limit)
    }

    #[test]
    fn jobs_that_follow_one_another_still_do() {
        for [exact, whole] in rows(
            "// From 0.6 to 11.1, and from 11.1 to 21.1.
            0,0.6,10.5,60 | 0 1 10 60
            0,11.1,10,60 | 0 11 10 60
            // Halves up: from 1 on for 0 seconds, which is at least 1.
            0.5,0.5,0.2,0.3 | 1 0 1 1
            0.5,0.5,0, | 1 0 0 -1
            // Without a start from the submission on.
            0.4,,0.2, | 0 -1 1 -1
            // It ran from 0 to 11 and kept its limit of 10.8 s; the other did not keep that of 10.4 s.
            0.4,0.4,10.4,10.4 | 0 0 11 11
            0.4,0.4,10.5,10.4 | 0 0 11 10",
        ) {
            assert_eq!(course(&exact), whole, "{exact}");
        }
    }

    proptest! {
        #[test]
        fn whole_times_stay(submit in 0..MAX_TIME, wait in 0_i64..1_000_000, run_time in 0_i64..1_000_000, limit in 0_i64..1_000_000) {
            let exact = Course {
                submit: submit * SECOND,
                start: Some((submit + wait) * SECOND),
                run_time: Some(run_time * SECOND),
                limit: Some(limit * SECOND),
            };
            prop_assert_eq!(exact.whole(), WholeCourse { submit, wait, run_time, limit });
        }

        #[test]
        fn the_next_job_begins_where_the_one_before_ends(times in prop::collection::vec(500_000_i64..100_000_000, 1..20)) {
            let mut at = 0;
            let mut end = 0;
            for run_time in times {
                // Rounding 0.5 s and more gives a second or none: none is lengthened if it is rounded to one.
                let whole = Course { submit: 0, start: Some(at), run_time: Some(run_time), limit: None }.whole();
                prop_assert!(whole.wait >= end - 1);
                at += run_time;
                end = whole.wait + whole.run_time;
                prop_assert!(end >= rounded(at));
                if rounded(at) > whole.wait {
                    prop_assert_eq!(end, rounded(at));
                }
            }
        }
    }
}
