//! The marks of an axis of time, and their labels.

use super::axis::number_ticks;
use scheduling::engine as clock;
use workload::Time;
use workload::calendar::civil;

/// The origin of times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Days and hours since the log's time 0: `3 d 06:00`.
    #[default]
    LogStart,
    /// The calendar, in UTC: the Unix time of the log's time 0, in seconds.
    Unix(Time),
    /// Plain seconds: `30`. For a blackboard's worth of time.
    Seconds,
    /// Plain seconds with fractions, `12.5`, of times that are counted in such ticks.
    Ticks(clock::Tick),
}

impl Origin {
    /// How long a unit of such times is.
    pub fn tick(self) -> clock::Tick {
        match self {
            Self::Ticks(tick) => tick,
            Self::LogStart | Self::Unix(_) | Self::Seconds => clock::Tick::SECOND,
        }
    }

    /// The label of an axis of such times.
    pub fn axis_label(self) -> &'static str {
        match self {
            Self::LogStart => "time since the start of the log",
            Self::Unix(_) => "date and time (UTC)",
            Self::Seconds | Self::Ticks(_) => "time (s)",
        }
    }
}

/// A mark at an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where it stands.
    pub at: f64,
    /// Its text.
    pub label: String,
}

const MINUTE: Time = 60;
const HOUR: Time = 3600;
const DAY: Time = 86400;

/// The distances between marks that people read at a glance, in seconds.
const STEPS: [Time; 26] = [
    1,
    2,
    5,
    10,
    15,
    30,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    7 * DAY,
    14 * DAY,
    28 * DAY,
    56 * DAY,
    140 * DAY,
    364 * DAY,
    728 * DAY,
];

/// The room that a label takes with its surroundings, in CSS pixels at the axes' type size.
const LABEL_WIDTH: f64 = 92.0;

/// Marks for an axis from `start` to `end` seconds on `width` CSS pixels: as many as have room, at
/// times that are round in days, hours, minutes. Empty where there is nothing to mark.
pub fn time_ticks(start: f64, end: f64, width: f64, origin: Origin) -> Vec<Tick> {
    let span = end - start;
    if !(span > 0.0 && span < 1e15 && start.abs() < 1e15 && width >= 1.0) {
        return Vec::new();
    }
    // No screen is wider; without a limit a wild width asks for more marks than memory holds.
    let least = span * LABEL_WIDTH / width.min(20_000.0);
    let step = STEPS
        .into_iter()
        .find(|&step| step as f64 >= least)
        .unwrap_or_else(|| {
            let years = (least / (728 * DAY) as f64).log2().ceil();
            728 * DAY * 2i64.pow(years.clamp(0.0, 30.0) as u32)
        });
    // Dates begin at midnight UTC of the calendar, not of the log.
    let shift = match origin {
        Origin::LogStart => 0,
        Origin::Unix(unix) if unix.abs() < 1 << 50 => unix,
        Origin::Unix(_) => return time_ticks(start, end, width, Origin::LogStart),
        Origin::Seconds => return seconds(start, end, width),
        Origin::Ticks(tick) => return fractions(start, end, width, tick),
    };
    let first = (start.ceil() as Time + shift).div_euclid(step) * step;
    (0..)
        .map(|count| first + count * step)
        .skip_while(|&at| ((at - shift) as f64) < start)
        .take_while(|&at| (at - shift) as f64 <= end)
        .map(|at| Tick {
            at: (at - shift) as f64,
            label: match origin {
                Origin::Unix(_) => date(at, step),
                Origin::LogStart | Origin::Seconds | Origin::Ticks(_) => since_start(at, step),
            },
        })
        .collect()
}

/// Marks at round numbers of whole seconds.
fn seconds(start: f64, end: f64, width: f64) -> Vec<Tick> {
    let mut ticks = number_ticks(start, end, width.min(20_000.0), LABEL_WIDTH / 2.0);
    ticks.retain(|tick| tick.at.fract() == 0.0);
    for tick in &mut ticks {
        tick.label = (tick.at as Time).to_string().replace('-', "−");
    }
    ticks
}

/// Marks at round numbers of seconds, of times in ticks.
fn fractions(start: f64, end: f64, width: f64, tick: clock::Tick) -> Vec<Tick> {
    let (from, to) = (tick.in_seconds(start), tick.in_seconds(end));
    let mut ticks = number_ticks(from, to, width.min(20_000.0), LABEL_WIDTH / 2.0);
    for it in &mut ticks {
        it.at *= f64::from(tick.per_second());
    }
    // Rounding may move a mark beyond an end by a tiny amount.
    ticks.retain(|it| it.at >= start && it.at <= end);
    ticks
}

/// `3 d`, `3 d 06:00`, `06:00`, `06:00:30`: as fine as the step.
fn since_start(at: Time, step: Time) -> String {
    let sign = if at < 0 { "−" } else { "" };
    let at = at.abs();
    let (days, rest) = (at / DAY, at % DAY);
    if step % DAY == 0 {
        return format!("{sign}{days} d");
    }
    let clock = clock(rest, step);
    match days {
        0 => format!("{sign}{clock}"),
        _ => format!("{sign}{days} d {clock}"),
    }
}

fn clock(seconds: Time, step: Time) -> String {
    let (h, m, s) = (seconds / HOUR, seconds / MINUTE % 60, seconds % 60);
    if step % MINUTE == 0 {
        format!("{h:02}:{m:02}")
    } else {
        format!("{h:02}:{m:02}:{s:02}")
    }
}

/// `3 May 1998`, `3 May 06:00`, `06:00:30` by the calendar (UTC).
fn date(unix: Time, step: Time) -> String {
    let (year, month, day) = civil(unix.div_euclid(DAY));
    let name = MONTHS[month as usize - 1];
    if step % DAY == 0 {
        return format!("{day} {name} {year}");
    }
    let clock = clock(unix.rem_euclid(DAY), step);
    if step % MINUTE == 0 {
        format!("{day} {name} {clock}")
    } else {
        clock
    }
}

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// A point in time in full, for tooltips and tables: `3 d 06:12:07`, or `3 May 1998 06:12:07`.
pub fn time_label(at: Time, origin: Origin) -> String {
    match origin {
        Origin::LogStart => since_start(at, 1),
        Origin::Seconds => format!("{at} s"),
        Origin::Ticks(tick) => format!("{} s", tick.seconds(at)).replace('-', "−"),
        Origin::Unix(unix) => {
            let at = at.saturating_add(unix).clamp(-(1 << 50), 1 << 50);
            format!("{} {}", date(at, DAY), clock(at.rem_euclid(DAY), 1))
        }
    }
}

/// The same beside another time: on the same day the time of day alone.
pub fn time_label_beside(at: Time, other: Option<Time>, origin: Origin) -> String {
    let day = |at: Time| match origin {
        Origin::LogStart => at.div_euclid(DAY),
        Origin::Unix(unix) => at.saturating_add(unix).div_euclid(DAY),
        Origin::Seconds | Origin::Ticks(_) => 0,
    };
    match other {
        Some(other) if day(other) == day(at) => match origin {
            Origin::LogStart => clock(at.rem_euclid(DAY), 1),
            Origin::Unix(unix) => clock(at.saturating_add(unix).rem_euclid(DAY), 1),
            Origin::Seconds | Origin::Ticks(_) => time_label(at, origin),
        },
        _ => time_label(at, origin),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(start: f64, end: f64, origin: Origin) -> Vec<String> {
        let ticks = time_ticks(start, end, 500.0, origin);
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn marks_are_round_and_as_fine_as_the_window() {
        assert_eq!(
            labels(0.0, 60.0, Origin::LogStart),
            ["00:00:00", "00:00:15", "00:00:30", "00:00:45", "00:01:00"]
        );
        assert_eq!(
            labels(270_000.0, 340_000.0, Origin::LogStart),
            ["3 d 06:00", "3 d 12:00", "3 d 18:00"]
        );
        assert_eq!(
            labels(0.0, 30.0 * 86400.0, Origin::LogStart),
            ["0 d", "7 d", "14 d", "21 d", "28 d"]
        );
        assert_eq!(
            labels(-90_000.0, 0.0, Origin::LogStart),
            ["−1 d 00:00", "−18:00", "−12:00", "−06:00", "00:00"]
        );
    }

    #[test]
    fn few_seconds_are_counted_plainly() {
        assert_eq!(
            labels(0.0, 90.0, Origin::Seconds),
            ["0", "10", "20", "30", "40", "50", "60", "70", "80", "90"]
        );
        assert_eq!(labels(0.0, 3.0, Origin::Seconds), ["0", "1", "2", "3"]);
    }

    #[test]
    fn ticks_are_told_in_seconds_with_fractions() {
        let origin = Origin::Ticks(clock::Tick::MILLISECOND);
        assert_eq!(labels(0.0, 1_000.0, origin)[..3], ["0", "0.1", "0.2"]);
        let ticks = time_ticks(0.0, 200_000.0, 500.0, origin);
        assert!(
            ticks
                .iter()
                .any(|it| it.label == "100" && it.at == 100_000.0)
        );
        assert_eq!(time_label(35_850, origin), "35.85 s");
        assert_eq!(time_label_beside(-5, Some(0), origin), "−0.005 s");
        assert_eq!(origin.axis_label(), "time (s)");
    }

    #[test]
    fn with_a_calendar_marks_stand_at_its_midnights() {
        // The log SDSC-SP2-1998 begins at Unix time 893466664.
        let origin = Origin::Unix(893_466_664);
        assert_eq!(
            labels(0.0, 8.0 * 86400.0, origin)[..2],
            ["26 Apr 1998", "28 Apr 1998"]
        );
        assert_eq!(
            labels(0.0, 10_000.0, origin)[..2],
            ["25 Apr 02:00", "25 Apr 03:00"]
        );
        assert_eq!(time_label(0, origin), "25 Apr 1998 01:11:04");
    }

    #[test]
    fn beside_a_time_of_the_same_day_the_day_is_not_said() {
        let label = |at, other| time_label_beside(at, Some(other), Origin::LogStart);
        assert_eq!(label(3 * DAY + 60, 3 * DAY), "00:01:00");
        assert_eq!(label(3 * DAY + 60, 2 * DAY), "3 d 00:01:00");
        let origin = Origin::Unix(893_466_664);
        assert_eq!(time_label_beside(60, Some(0), origin), "01:12:04");
        assert_eq!(time_label_beside(0, None, origin), "25 Apr 1998 01:11:04");
    }

    #[test]
    fn the_calendar_knows_leap_years() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(-1), (1969, 12, 31));
    }

    proptest! {
        #[test]
        fn marks_are_never_crowded_nor_outside(
            start in -1e10..1e10, span in 1e-3..1e12, width in 1.0..4000.0, unix in prop::option::of(any::<i64>()),
        ) {
            let origin = unix.map_or(Origin::LogStart, Origin::Unix);
            let ticks = time_ticks(start, start + span, width, origin);
            for pair in ticks.windows(2) {
                prop_assert!((pair[1].at - pair[0].at) / span * width >= LABEL_WIDTH - 1e-6);
            }
            prop_assert!(ticks.iter().all(|tick| tick.at >= start && tick.at <= start + span));
        }

        #[test]
        fn no_numbers_are_too_wild(start in prop::num::f64::ANY, end in prop::num::f64::ANY, width in prop::num::f64::ANY) {
            time_ticks(start, end, width, Origin::LogStart);
        }
    }
}
