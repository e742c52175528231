//! The marks of an axis of time, and their labels.

use std::borrow::Cow;

use super::axis::number_ticks;
use crate::prelude::*;
use scheduling::engine;
use workload::calendar::civil;
use workload::clock::Clock;

/// The origin of times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Days and hours since the log's time 0: `3 d 06:00`.
    #[default]
    LogStart,
    /// The calendar, by the log's clock.
    Dated(Clock),
    /// Plain seconds: `30`. For a blackboard's worth of time.
    Seconds,
    /// Plain seconds with fractions, `12.5`, of times that are counted in such ticks.
    Ticks(engine::Tick),
}

impl Origin {
    /// How long a unit of such times is.
    pub fn tick(self) -> engine::Tick {
        match self {
            Self::Ticks(tick) => tick,
            Self::LogStart | Self::Dated(_) | Self::Seconds => engine::Tick::SECOND,
        }
    }

    /// Of times that are counted in such ticks, by the clock of their log if it has one.
    pub fn of(tick: engine::Tick, clock: Option<Clock>) -> Self {
        match tick {
            engine::Tick::SECOND => clock.map_or(Self::LogStart, Self::Dated),
            tick => Self::Ticks(tick),
        }
    }

    /// The label of an axis of such times.
    pub fn axis_label(self) -> Cow<'static, str> {
        match self {
            Self::LogStart => "time since the start of the log".into(),
            Self::Dated(clock) => format!("date and time ({})", clock.zone.words()).into(),
            Self::Seconds | Self::Ticks(_) => "time (s)".into(),
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
    let step = STEPS.into_iter().find(|&step| step as f64 >= least).unwrap_or_else(|| {
        let years = (least / (728 * DAY) as f64).log2().ceil();
        728 * DAY * 2i64.pow(years.clamp(0.0, 30.0) as u32)
    });
    let clock = match origin {
        Origin::LogStart => None,
        Origin::Dated(clock) if (-1 << 50..1 << 50).contains(&clock.start) => Some(clock),
        Origin::Dated(_) => return time_ticks(start, end, width, Origin::LogStart),
        Origin::Seconds => return seconds(start, end, width),
        Origin::Ticks(tick) => return fractions(start, end, width, tick),
    };
    // Dates begin at the midnights of their clock, which a change of it moves.
    let mut ticks: Vec<Tick> = Vec::new();
    let mut from = start.ceil() as Time;
    while from as f64 <= end {
        let (local, until) = clock.map_or((from, Time::MAX), |clock| clock.local(from));
        let (shift, last) = (local - from, end.min((until - 1) as f64));
        let first = (local + step - 1).div_euclid(step) * step;
        let found = (0..).map(|count| first + count * step).take_while(|&at| (at - shift) as f64 <= last);
        for local in found {
            let at = (local - shift) as f64;
            // A change may bring two marks together.
            if ticks.last().is_none_or(|it| at - it.at > step as f64 * 0.7) {
                let label = match clock {
                    Some(_) => date(local, step),
                    None => since_start(local, step),
                };
                ticks.push(Tick { at, label });
            }
        }
        from = until;
    }
    ticks
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
fn fractions(start: f64, end: f64, width: f64, tick: engine::Tick) -> Vec<Tick> {
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
    if step % MINUTE == 0 { format!("{h:02}:{m:02}") } else { format!("{h:02}:{m:02}:{s:02}") }
}

/// `3 May 1998`, `3 May 06:00`, `06:00:30` of the seconds that a clock shows.
fn date(local: Time, step: Time) -> String {
    let (year, month, day) = civil(local.div_euclid(DAY));
    let name = MONTHS[month as usize - 1];
    if step % DAY == 0 {
        return format!("{day} {name} {year}");
    }
    let clock = clock(local.rem_euclid(DAY), step);
    if step % MINUTE == 0 { format!("{day} {name} {clock}") } else { clock }
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A point in time in full, for tooltips and tables: `3 d 06:12:07`, or `3 May 1998 06:12:07`.
pub fn time_label(at: Time, origin: Origin) -> String {
    match origin {
        Origin::LogStart => since_start(at, 1),
        Origin::Seconds => format!("{at} s"),
        Origin::Ticks(tick) => format!("{} s", tick.seconds(at)).replace('-', "−"),
        Origin::Dated(clock) => {
            let at = clock.local(at).0.clamp(-(1 << 50), 1 << 50);
            format!("{} {}", date(at, DAY), self::clock(at.rem_euclid(DAY), 1))
        }
    }
}

/// The same beside another time: on the same day the time of day alone.
pub fn time_label_beside(at: Time, other: Option<Time>, origin: Origin) -> String {
    let day = |at: Time| match origin {
        Origin::LogStart => at.div_euclid(DAY),
        Origin::Dated(clock) => clock.local(at).0.div_euclid(DAY),
        Origin::Seconds | Origin::Ticks(_) => 0,
    };
    match other {
        Some(other) if day(other) == day(at) => match origin {
            Origin::LogStart => clock(at.rem_euclid(DAY), 1),
            Origin::Dated(dated) => clock(dated.local(at).0.rem_euclid(DAY), 1),
            Origin::Seconds | Origin::Ticks(_) => time_label(at, origin),
        },
        _ => time_label(at, origin),
    }
}

// The marks and labels of a time axis beneath a plot: inside the picture, none upon another, the
// first in full where the others tell the time of day alone.

/// The width of a letter of a label, about, in CSS pixels.
const LETTER: f64 = 6.4;

/// Labels keep this far apart.
const GAP: f64 = 8.0;

/// Labels may reach out this far on the left, over the numbers' column, and on the right.
const OUT: (f64, f64) = (30.0, 0.0);

/// Draws marks and labels for the times from `start` to `end`.
pub(super) fn draw_time_marks(pen: &mut Pen, plot: Area, (start, end): (f64, f64), origin: Origin) -> Drawn {
    let theme = pen.theme;
    let style = Lettering::new(11.0, theme.muted).below();
    let mut free_from = f64::NEG_INFINITY;
    let ticks = time_ticks(start, end, plot.width, origin);
    for (index, tick) in ticks.iter().enumerate() {
        let x = plot.left + (tick.at - start) / (end - start) * plot.width;
        pen.down(x, (plot.bottom(), plot.bottom() + 5.0), theme.axis)?;
        let label = words(tick, index == 0, origin);
        let width = label.chars().count() as f64 * LETTER;
        let least = plot.left - OUT.0;
        let most = (plot.right() + OUT.1 - width).max(least);
        let left = (x - width / 2.0).clamp(least, most);
        if left >= free_from {
            let middle = (left + width / 2.0, plot.bottom() + 8.0);
            pen.text(&label, middle, style.centred())?;
            free_from = left + width + GAP;
        }
    }
    Ok(())
}

/// The label of a mark. The first label includes the day, if no other does.
fn words(tick: &Tick, is_first: bool, origin: Origin) -> String {
    let tells_time_alone = tick.label.contains(':') && !tick.label.contains(' ');
    if is_first && tells_time_alone { time_label(tick.at.round() as Time, origin) } else { tick.label.clone() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use workload::clock::{Clock, Zone};

    /// The labels of the marks of a window.
    fn labels(start: f64, end: f64, origin: Origin) -> String {
        let labels: Vec<String> = time_ticks(start, end, 500.0, origin).into_iter().map(|tick| tick.label).collect();
        labels.join(" | ")
    }

    #[test]
    fn marks_are_round_and_as_fine_as_the_window() {
        for (start, end, expected) in [
            (0.0, 60.0, "00:00:00 | 00:00:15 | 00:00:30 | 00:00:45 | 00:01:00"),
            (270_000.0, 340_000.0, "3 d 06:00 | 3 d 12:00 | 3 d 18:00"),
            (0.0, 30.0 * 86400.0, "0 d | 7 d | 14 d | 21 d | 28 d"),
            (-90_000.0, 0.0, "−1 d 00:00 | −18:00 | −12:00 | −06:00 | 00:00"),
        ] {
            assert_eq!(labels(start, end, Origin::LogStart), expected);
        }
    }

    #[test]
    fn few_seconds_are_counted_plainly() {
        assert_eq!(labels(0.0, 90.0, Origin::Seconds), "0 | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90");
        assert_eq!(labels(0.0, 3.0, Origin::Seconds), "0 | 1 | 2 | 3");
    }

    #[test]
    fn ticks_are_told_in_seconds_with_fractions() {
        let origin = Origin::Ticks(engine::Tick::MILLISECOND);
        assert!(labels(0.0, 1_000.0, origin).starts_with("0 | 0.1 | 0.2 | "));
        let ticks = time_ticks(0.0, 200_000.0, 500.0, origin);
        assert!(ticks.iter().any(|it| it.label == "100" && it.at == 100_000.0));
        assert_eq!(time_label(35_850, origin), "35.85 s");
        assert_eq!(time_label_beside(-5, Some(0), origin), "−0.005 s");
        assert_eq!(origin.axis_label(), "time (s)");
    }

    #[test]
    fn with_a_calendar_marks_stand_at_its_midnights() {
        // The log SDSC-SP2-1998 begins at Unix time 893466664.
        let origin = Origin::Dated(Clock::utc(893_466_664));
        assert!(labels(0.0, 8.0 * 86400.0, origin).starts_with("26 Apr 1998 | 28 Apr 1998 | "));
        assert_eq!(labels(0.0, 10_000.0, origin), "25 Apr 02:00 | 25 Apr 03:00");
        assert_eq!(time_label(0, origin), "25 Apr 1998 01:11:04");
    }

    #[test]
    fn beside_a_time_of_the_same_day_the_day_is_not_said() {
        let label = |at, other| time_label_beside(at, Some(other), Origin::LogStart);
        assert_eq!(label(3 * DAY + 60, 3 * DAY), "00:01:00");
        assert_eq!(label(3 * DAY + 60, 2 * DAY), "3 d 00:01:00");
        let origin = Origin::Dated(Clock::utc(893_466_664));
        assert_eq!(time_label_beside(60, Some(0), origin), "01:12:04");
        assert_eq!(time_label_beside(0, None, origin), "25 Apr 1998 01:11:04");
    }

    #[test]
    fn marks_stand_at_the_hours_and_midnights_of_a_clock_that_changes() {
        // The clocks of US/Pacific went from 2:00 to 3:00 on 10 March 2024, and from 2:00 back to 1:00 on 3 November.
        let zone = Zone::named("US/Pacific").unwrap();
        let of = |start| Origin::Dated(Clock { start, zone });
        const HOURS: f64 = 3600.0;
        // From Saturday, 9 March, 0:00.
        let ticks = time_ticks(0.0, 96.0 * HOURS, 500.0, of(1_709_971_200));
        let marks: Vec<String> = ticks.iter().map(|it| format!("{} h {}", it.at / HOURS, it.label)).collect();
        assert_eq!(
            marks.join(" | "),
            "0 h 9 Mar 2024 | 24 h 10 Mar 2024 | 47 h 11 Mar 2024 | 71 h 12 Mar 2024 | 95 h 13 Mar 2024"
        );
        for (begin, start, end, expected) in [
            (1_709_971_200, 24.0, 28.0, "10 Mar 00:00 | 10 Mar 01:00 | 10 Mar 03:00 | 10 Mar 04:00 | 10 Mar 05:00"),
            (1_730_617_200, 0.0, 4.0, "3 Nov 00:00 | 3 Nov 01:00 | 3 Nov 01:00 | 3 Nov 02:00 | 3 Nov 03:00"),
        ] {
            assert_eq!(labels(start * HOURS, end * HOURS, of(begin)), expected);
        }
        let winter = time_label(26 * 3600 - 1, of(1_709_971_200));
        assert_eq!(winter, "10 Mar 2024 01:59:59");
        let summer = time_label_beside(26 * 3600, Some(25 * 3600), of(1_709_971_200));
        assert_eq!(summer, "03:00:00");
        assert_eq!(of(0).axis_label(), "date and time (US/Pacific)");
        assert_eq!(Origin::Dated(Clock::utc(0)).axis_label(), "date and time (UTC)");
    }

    proptest! {
        #[test]
        fn marks_are_never_crowded_nor_outside(
            start in -1e10..1e10, span in 1e-3..1e12, width in 1.0..4000.0, unix in prop::option::of(any::<i64>()),
        ) {
            let origin = unix.map_or(Origin::LogStart, |it| Origin::Dated(Clock::utc(it)));
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

    #[test]
    fn the_first_label_tells_the_day_where_the_others_do_not() {
        let origin = Origin::Dated(Clock::utc(978_307_200));
        let ticks = time_ticks(3600.0, 3610.0, 900.0, origin);
        assert_eq!(words(&ticks[0], true, origin), "1 Jan 2001 01:00:00");
        assert_eq!(words(&ticks[1], false, origin), "01:00:02");
    }
}
