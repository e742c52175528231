//! Where the providers of a Gantt chart stand, and which row of processors lies at which height.

use std::ops::Range;

use experiment::Run;
use scheduling::engine::{Bar, Stint};
use workload::Time;

use crate::viewport::Viewport;

/// The lanes in sight: one per provider, each with a strip above it for the provider's name.
///
/// The strip of a provider whose first processors are out of sight stays at the top, so that its
/// name is always to be read. Heights are in the unit of the height that was given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The lanes in sight, from top to bottom.
    pub lanes: Vec<Lane>,
    /// The height of one processor; may be less than a pixel.
    pub row_height: f64,
    /// The height of the strip above each lane.
    pub strip: f64,
}

/// The visible part of one provider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// Index of the provider.
    pub provider: usize,
    /// The row of its processor 0, counted over all providers.
    pub first_row: f64,
    /// Its processors, also those out of sight.
    pub processors: u32,
    /// Where its processor 0 begins; above `top` if that is out of sight.
    pub origin: f64,
    /// The top of the visible part.
    pub top: f64,
    /// The bottom of the visible part.
    pub bottom: f64,
}

impl Lane {
    /// Its processors in sight, each `row_height` tall, and perhaps one more.
    pub fn sight(&self, row_height: f64) -> Range<u32> {
        let row = |y: f64| ((y - self.origin) / row_height.max(1e-9)) as u32;
        row(self.top)..row(self.bottom).saturating_add(1)
    }
}

/// The height of the strip with a provider's name, in CSS pixels, when there is room.
pub const STRIP: f64 = 20.0;

/// The gap between providers when there are too many for strips, in CSS pixels.
const GAP: f64 = 3.0;

/// How high the strips are, in CSS pixels, in a chart of this height: room for names if they take
/// less than a third of it, else a mere gap, else nothing. It depends on how many rows `viewport`
/// shows, not on which, so that nothing grows or shrinks while the chart is panned. O(providers).
pub fn strip_height(platform: &[u32], viewport: &Viewport, height: f64) -> f64 {
    let providers = most_lanes(platform, viewport.rows());
    let affordable = |strip: f64| strip * providers as f64 <= height / 3.0;
    [STRIP, GAP].into_iter().find(|&strip| affordable(strip)).unwrap_or(0.0)
}

/// The most providers that a window of this many rows can show at once.
fn most_lanes(platform: &[u32], rows: f64) -> usize {
    let (mut most, mut first, mut between) = (platform.len().min(1), 0, 0.0);
    for last in 1..platform.len() {
        // A window that shows something of both shows all that lie between them.
        while between >= rows {
            first += 1;
            between -= f64::from(platform[first]);
        }
        most = most.max(last - first + 1);
        between += f64::from(platform[last]);
    }
    most
}

impl Layout {
    /// Lays the providers of `platform` out over `height` CSS pixels, with strips as there is room
    /// for. O(providers).
    pub fn of(platform: &[u32], viewport: &Viewport, height: f64) -> Self {
        let strip = strip_height(platform, viewport, height);
        Self::new(platform, viewport, height, strip)
    }

    /// Lays the providers of `platform` (processors of each) out over `height`, with the rows that
    /// `viewport` shows. O(providers).
    pub fn new(platform: &[u32], viewport: &Viewport, height: f64, strip: f64) -> Self {
        let mut lanes = Vec::new();
        let mut first_row = 0.0;
        for (provider, &processors) in platform.iter().enumerate() {
            let end_row = first_row + f64::from(processors);
            if end_row > viewport.first_row && first_row < viewport.last_row {
                lanes.push((provider, processors, first_row, end_row));
            }
            first_row = end_row;
        }
        let free = (height - strip * lanes.len() as f64).max(0.0);
        let row_height = free / viewport.rows().max(1e-9);
        let mut top = 0.0;
        let lanes = lanes
            .into_iter()
            .map(|(provider, processors, first, end)| {
                top += strip;
                let (from, to) = (first.max(viewport.first_row), end.min(viewport.last_row));
                let lane = Lane {
                    provider,
                    first_row: first,
                    processors,
                    origin: top - (from - first) * row_height,
                    top,
                    bottom: top + (to - from) * row_height,
                };
                top = lane.bottom;
                lane
            })
            .collect();
        Self { lanes, row_height, strip }
    }

    /// The lane of a provider, if it is in sight.
    pub fn lane(&self, provider: usize) -> Option<&Lane> {
        let found = self.lanes.binary_search_by_key(&provider, |lane| lane.provider).ok()?;
        Some(&self.lanes[found])
    }

    /// Provider and processor at height `y`; none in a strip or outside.
    pub fn processor_at(&self, y: f64) -> Option<(usize, u32)> {
        let lane = self.lanes.iter().find(|lane| y >= lane.top && y < lane.bottom)?;
        let processor = ((y - lane.origin) / self.row_height) as u32;
        Some((lane.provider, processor.min(lane.processors - 1)))
    }

    /// The row at height `y`, with its fraction. A strip, and what lies beyond the lanes, belongs to
    /// the nearest row in sight below it, or else above; 0 where nothing is in sight.
    pub fn row_at(&self, y: f64) -> f64 {
        let lane = self.lanes.iter().find(|lane| y < lane.bottom);
        let Some(lane) = lane.or(self.lanes.last()) else {
            return 0.0;
        };
        let y = y.clamp(lane.top, lane.bottom);
        lane.first_row + (y - lane.origin) / self.row_height.max(1e-9)
    }

    /// The height at which a row begins; that of one out of sight is beyond the lanes.
    pub fn y_of(&self, row: f64) -> f64 {
        let end = |lane: &&Lane| row < lane.first_row + f64::from(lane.processors);
        let lane = self.lanes.iter().find(end).or(self.lanes.last());
        lane.map_or(0.0, |lane| lane.origin + (row - lane.first_row) * self.row_height)
    }

    /// The extent of the processors `first..=last` of a lane, cut to the visible part; empty (from ≥ to) if
    /// they are outside of it.
    pub fn span(&self, lane: &Lane, first: u32, last: u32) -> (f64, f64) {
        let from = lane.origin + f64::from(first) * self.row_height;
        let to = lane.origin + (f64::from(last) + 1.0) * self.row_height;
        (from.max(lane.top), to.min(lane.bottom))
    }
}

/// The processors that suspended jobs hold idle, as bars of theirs. O(bars, and for each suspension
/// the reservations about that time).
pub fn idle_bars(run: &Run) -> Vec<Bar> {
    let suspensions = run.schedule.earlier.iter().filter(|stint| stint.suspended);
    let mut suspensions = suspensions.peekable();
    if suspensions.peek().is_none() {
        return Vec::new();
    }
    let is_reservation = |bar: &&Bar| run.jobs[bar.job as usize].is_reservation();
    let borrowed: Vec<Bar> = run.schedule.bars.iter().filter(is_reservation).copied().collect();
    let longest = borrowed.iter().map(|bar| bar.end - bar.start).max().unwrap_or(0);
    let mut idle = Vec::new();
    for stint in suspensions {
        let until = resumed_at(run, stint);
        for own in run.schedule.bars_of_stint(stint) {
            let kept = Bar { start: own.end, end: until, ..*own };
            // Bars stand in order of start, and none is longer than the longest.
            let from = borrowed.partition_point(|bar| bar.start < kept.start - longest);
            let to = borrowed.partition_point(|bar| bar.start < kept.end);
            let meets = |bar: &&Bar| {
                bar.provider == kept.provider
                    && bar.end > kept.start
                    && bar.first_processor <= kept.last_processor
                    && bar.last_processor >= kept.first_processor
            };
            let lent: Vec<&Bar> = borrowed[from..to].iter().filter(meets).collect();
            cut_out(kept, &lent, &mut idle);
        }
    }
    idle
}

/// When the job of an interrupted stint got its processors again.
fn resumed_at(run: &Run, stint: &Stint) -> Time {
    let mut after = run.schedule.earlier_stints(stint.job as usize).iter();
    let next = after.find(|other| other.first_bar > stint.first_bar);
    match next.map(|next| run.schedule.bars_of_stint(next)) {
        Some(bars) => bars[0].start,
        None => run.schedule.outcomes[stint.job as usize].held_from,
    }
}

/// Adds the rest of `whole` without `parts`, which all overlap it.
fn cut_out(whole: Bar, parts: &[&Bar], left: &mut Vec<Bar>) {
    let (first, after) = (whole.first_processor, whole.last_processor + 1);
    let mut rows: Vec<u32> = vec![first, after];
    for part in parts {
        rows.push(part.first_processor.max(first));
        rows.push((part.last_processor + 1).min(after));
    }
    rows.sort_unstable();
    rows.dedup();
    // Between two neighbours of these rows all processors fare alike.
    for strip in rows.windows(2) {
        let covers = |part: &&&Bar| part.first_processor <= strip[0] && strip[1] <= part.last_processor + 1;
        let mut from = whole.start;
        let mut push = |start: Time, end: Time| {
            if start < end {
                left.push(Bar { first_processor: strip[0], last_processor: strip[1] - 1, start, end, ..whole });
            }
        };
        // They are in order of start, and on one processor one after the other.
        for part in parts.iter().filter(covers) {
            push(from, part.start.min(whole.end));
            from = from.max(part.end);
        }
        push(from, whole.end);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn providers_are_stacked_with_strips_between() {
        let all = Viewport::new(0.0, 100.0, 30);
        let layout = Layout::new(&[10, 20], &all, 340.0, 20.0);
        assert_eq!(layout.row_height, 10.0);
        assert_eq!((layout.lanes[0].top, layout.lanes[0].bottom), (20.0, 120.0));
        assert_eq!((layout.lanes[1].top, layout.lanes[1].bottom), (140.0, 340.0));
        assert_eq!(layout.processor_at(139.0), None);
        assert_eq!(layout.processor_at(140.0), Some((1, 0)));
        assert_eq!(layout.span(&layout.lanes[1], 0, 1), (140.0, 160.0));
    }

    #[test]
    fn a_provider_scrolled_half_out_of_sight_keeps_its_strip() {
        let window = Viewport { first_row: 5.0, last_row: 15.0, ..Viewport::new(0.0, 100.0, 30) };
        let layout = Layout::new(&[10, 20], &window, 140.0, 20.0);
        assert_eq!(layout.row_height, 10.0);
        assert_eq!((layout.lanes[0].origin, layout.lanes[0].top), (-30.0, 20.0));
        assert_eq!((layout.lanes[1].top, layout.lanes[1].bottom), (90.0, 140.0));
        assert_eq!(layout.processor_at(20.0), Some((0, 5)));
    }

    #[test]
    fn few_providers_in_sight_have_their_names_again() {
        let platform = [4u32; 60];
        let whole = Viewport::new(0.0, 100.0, 240);
        assert_eq!(strip_height(&platform, &whole, 600.0), 3.0);
        let rows = |first_row: f64, rows: f64| Viewport { first_row, last_row: first_row + rows, ..whole };
        assert_eq!(strip_height(&platform, &rows(7.0, 10.0), 600.0), STRIP);
        // Rows 0 to 36 are nine providers, but moved by one row they are ten.
        assert_eq!(most_lanes(&platform, 36.0), 10);
        assert_eq!(most_lanes(&platform, 240.0), 60);
        assert_eq!(most_lanes(&[5, 1, 1, 5], 2.1), 4);
        assert_eq!(most_lanes(&[5, 1, 1, 5], 2.0), 3);
        assert_eq!((most_lanes(&[], 4.0), most_lanes(&[9], 4.0)), (0, 1));
    }

    #[test]
    fn nothing_to_lay_out_is_no_reason_to_panic() {
        let all = Viewport::new(0.0, 0.0, 0);
        assert!(Layout::new(&[], &all, 0.0, 20.0).lanes.is_empty());
        assert_eq!(Layout::new(&[0, 3], &all, 0.0, 0.0).processor_at(0.0), None);
    }

    proptest! {
        #[test]
        fn rows_and_heights_map_back_and_forth(
            platform in prop::collection::vec(1u32..5000, 1..30), height in 50.0..2000.0,
            (from, share) in (0.0..1.0, 0.001..1.0), at in 0.0..1.0,
        ) {
            let whole = Viewport::new(0.0, 1.0, platform.iter().sum());
            let window = Viewport {
                first_row: from * whole.rows(),
                last_row: (from + share) * whole.rows(),
                ..whole
            }.clamped(&whole);
            let layout = Layout::of(&platform, &window, height);
            for lane in &layout.lanes {
                let y = lane.top + at * (lane.bottom - lane.top) * 0.999;
                let row = layout.row_at(y);
                prop_assert!(row >= window.first_row - 1e-6 && row <= window.last_row + 1e-6);
                prop_assert!((layout.y_of(row) - y).abs() < 1e-6);
                let processor = (row - lane.first_row).floor() as u32;
                if (row - row.round()).abs() > 1e-6 {
                    prop_assert_eq!(layout.processor_at(y), Some((lane.provider, processor)));
                }
            }
        }

        #[test]
        fn no_window_shows_more_lanes_than_strips_are_reckoned_for(
            platform in prop::collection::vec(1u32..9, 1..12), first in 0.0..60.0, rows in 0.5..60.0,
        ) {
            let window = Viewport { start: 0.0, end: 1.0, first_row: first, last_row: first + rows };
            let lanes = Layout::new(&platform, &window, 300.0, 0.0).lanes.len();
            prop_assert!(lanes <= most_lanes(&platform, rows));
        }

        #[test]
        fn every_processor_is_found_where_it_is_drawn(
            platform in prop::collection::vec(1u32..200, 1..6), height in 100.0..2000.0,
        ) {
            let all = Viewport::new(0.0, 1.0, platform.iter().sum());
            let layout = Layout::new(&platform, &all, height, 4.0);
            for lane in &layout.lanes {
                for processor in 0..lane.processors {
                    let (from, to) = layout.span(lane, processor, processor);
                    prop_assert_eq!(
                        layout.processor_at((from + to) / 2.0), Some((lane.provider, processor))
                    );
                }
            }
        }
    }

    fn bar(rows: (u32, u32), times: (Time, Time)) -> Bar {
        Bar { job: 0, provider: 0, first_processor: rows.0, last_processor: rows.1, start: times.0, end: times.1 }
    }

    /// Reservations that do not overlap, in order of start.
    fn parts() -> impl Strategy<Value = Vec<Bar>> {
        let part = ((0..8u32, 0..4u32), (0..40i64, 1..20i64));
        proptest::collection::vec(part, 0..12).prop_map(|mut parts| {
            base::ordering::sort_by_key(&mut parts, |it| it.1.0);
            let mut kept: Vec<Bar> = Vec::new();
            for ((first, more), (start, length)) in parts {
                let new = bar((first, first + more), (start, start + length));
                let apart = |other: &Bar| {
                    other.end <= new.start
                        || other.last_processor < new.first_processor
                        || new.last_processor < other.first_processor
                };
                if kept.iter().all(apart) {
                    kept.push(new);
                }
            }
            kept
        })
    }

    proptest! {
        #[test]
        fn what_is_left_covers_what_no_part_does(parts in parts()) {
            let whole = bar((2, 7), (5, 35));
            let meets = |it: &&Bar| it.end > 5 && it.start < 35 && it.last_processor >= 2 && it.first_processor <= 7;
            let meeting: Vec<&Bar> = parts.iter().filter(meets).collect();
            let mut left = Vec::new();
            cut_out(whole, &meeting, &mut left);
            let holds = |it: &Bar, row: u32, time: Time| {
                (it.first_processor..=it.last_processor).contains(&row) && it.start <= time && time < it.end
            };
            for row in 0..12 {
                for time in 0..70 {
                    let expected = holds(&whole, row, time) && !parts.iter().any(|it| holds(it, row, time));
                    let count = left.iter().filter(|it| holds(it, row, time)).count();
                    prop_assert_eq!(count, usize::from(expected), "{} {}", row, time);
                }
            }
        }
    }
}
