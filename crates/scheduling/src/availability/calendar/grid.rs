//! Where the slots of a calendar begin and end, and when they are split.

use super::Level;
use workload::Time;

/// A slot of a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its level, 0 for the finest.
    pub level: usize,
    /// When it begins.
    pub start: Time,
    /// When it ends: when the next one begins.
    pub end: Time,
}

/// The slots of a calendar at a moment, without their contents: levels of slots, the finest first, each
/// up to an end that moves with time. The last level has no end.
///
/// The slots of a level begin at multiples of its length from time 0. A calendar begins with as many of
/// each level as it says, and more until the next level's slots can begin. When fewer are left than
/// the level's low-water mark, the first slot of the next level is split. So where a level ends is a
/// function of time: the least multiple of the next length that leaves as many slots as the mark, but
/// never before where it ended at the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    lengths: Vec<Time>,
    /// The low-water marks, and where the levels ended at the beginning: of all levels but the last.
    marks: Vec<Time>,
    first_ends: Vec<Time>,
    /// When the first slot begins.
    begin: Time,
    /// Where the levels end now: of all but the last.
    ends: Vec<Time>,
}

/// The least multiple of `length` that is `time` or later.
fn round_up(time: Time, length: Time) -> Time {
    match time.rem_euclid(length) {
        0 => time,
        over => time.saturating_add(length - over),
    }
}

fn round_down(time: Time, length: Time) -> Time {
    time.saturating_sub(time.rem_euclid(length))
}

impl Grid {
    /// The slots as they are at the beginning, at time `now`. A level is split into when fewer than
    /// `low_water` of its slots are left, or than its count.
    pub fn new(levels: &[Level], low_water: Option<u32>, now: Time) -> Self {
        let lengths: Vec<Time> = levels.iter().map(|it| it.length).collect();
        let begin = round_down(now, lengths[0]);
        let inner = &levels[..levels.len() - 1];
        let count = |level: &Level| level.count.unwrap_or(1).max(1);
        let mark = |level: &Level| Time::from(low_water.map_or(count(level), |it| it.max(1)));
        let mut end = begin;
        let ends: Vec<Time> = inner
            .iter()
            .zip(&lengths[1..])
            .map(|(level, &next)| {
                end = round_up(end + Time::from(count(level)) * level.length, next);
                end
            })
            .collect();
        let mut grid = Self { marks: inner.iter().map(mark).collect(), lengths, first_ends: ends.clone(), begin, ends };
        // A mark above the count has slots split at once.
        grid.roll(now);
        grid
    }

    /// The length of the finest slots.
    pub fn finest(&self) -> Time {
        self.lengths[0]
    }

    /// Whether there is but one level.
    pub fn is_flat(&self) -> bool {
        self.ends.is_empty()
    }

    /// Where the finest level ends; `None` if there is no other.
    pub fn finest_end(&self) -> Option<Time> {
        self.ends.first().copied()
    }

    /// Where all levels end but the last.
    pub fn ends(&self) -> &[Time] {
        &self.ends
    }

    /// The level of the slot that holds `time`. O(levels).
    pub fn level_at(&self, time: Time) -> usize {
        self.ends.iter().take_while(|&&end| end <= time).count()
    }

    /// Where it ends when the next slot has been split into finest ones.
    pub fn next_finest_end(&self) -> Option<Time> {
        let end = self.finest_end()?;
        Some(end.saturating_add(self.lengths[1]))
    }

    /// When the first slot begins.
    pub fn begin(&self) -> Time {
        self.begin
    }

    /// Advances to `now`: past slots are dropped, and coarse slots are split. O(levels).
    pub fn roll(&mut self, now: Time) {
        self.begin = self.begin.max(round_down(now, self.lengths[0]));
        let mut before = self.begin;
        for (level, end) in self.ends.iter_mut().enumerate() {
            let left = before + self.marks[level] * self.lengths[level];
            *end = round_up(left, self.lengths[level + 1]).max(self.first_ends[level]);
            before = *end;
        }
    }

    /// The slot that holds `time`. O(levels).
    pub fn slot_at(&self, time: Time) -> Span {
        let level = self.level_at(time);
        let start = round_down(time, self.lengths[level]);
        Span { level, start, end: start.saturating_add(self.lengths[level]) }
    }

    /// The first beginning of a slot at `time` or later. O(levels).
    pub fn boundary(&self, time: Time) -> Time {
        let slot = self.slot_at(time);
        if slot.start == time { time } else { slot.end }
    }

    /// When a slot as it is now is split; `None` for a finest one. O(levels).
    pub fn split_time(&self, slot: Span) -> Option<Time> {
        let mut end = slot.end;
        // The finer level must end where this slot does; and so on to the finest.
        for level in (0..slot.level).rev() {
            let left = self.marks[level] * self.lengths[level];
            end = end - self.lengths[level + 1] - left + self.lengths[level];
        }
        (slot.level > 0).then_some(end)
    }

    /// When the slot of `level` that holds a time comes to be or came to be, by splitting a coarser one; `None` if it
    /// was there from the beginning. O(levels).
    pub fn slot_since(&self, time: Time, level: usize) -> Option<Time> {
        if self.first_ends.get(level).is_none_or(|&end| time < end) {
            return None;
        }
        let (level, length) = (level + 1, self.lengths[level + 1]);
        let start = round_down(time, length);
        let end = start.saturating_add(length);
        self.split_time(Span { level, start, end })
    }

    /// How many slots there are from now until `end` or later, the last level with `least` slots at
    /// least. O(levels).
    pub fn slots_until(&self, end: Time, least: u32) -> (u64, Time) {
        let (mut begin, mut count) = (self.begin, 0);
        for (level, &level_end) in self.ends.iter().enumerate() {
            count += (level_end - begin) / self.lengths[level];
            begin = level_end;
        }
        let length = self.lengths[self.lengths.len() - 1];
        // The first slot of the last level may have begun before now where that level is the only one.
        let needed = (round_up(end, length) - begin) / length;
        let last = needed.max(Time::from(least.max(1)));
        ((count + last) as u64, begin.saturating_add(last * length))
    }

    /// How many slots begin from now on and before `time`. O(levels).
    pub fn slots_before(&self, time: Time) -> u64 {
        let (mut begin, mut count) = (self.begin, 0);
        let ends = self.ends.iter().copied().chain([Time::MAX]);
        for (end, &length) in ends.zip(&self.lengths) {
            let span = time.min(end).saturating_sub(begin).max(0);
            count += span.div_euclid(length) + Time::from(span.rem_euclid(length) > 0);
            begin = end;
        }
        count as u64
    }
}
