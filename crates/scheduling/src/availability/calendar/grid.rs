//! Where the slots of a calendar begin and end, and when they are split.

use serde::{Deserialize, Serialize};

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

/// A level S_k of a calendar: slots of one length (Hollingsworth and Maneewongvatana 1999, Sect. 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// How many slots of it there are: of the last level at least; `null` there for as many as the
    /// bookings need.
    pub count: Option<u32>,
    /// How long they are, in seconds: a whole multiple of the finer level's.
    pub length: Time,
}

/// A configuration that the paper simulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// Its name, capitalized.
    pub name: &'static str,
    /// Its levels, the finest first.
    pub levels: &'static [Level],
}

const fn level(count: u32, length: Time) -> Level {
    Level { count: Some(count), length }
}

/// As many slots of 2560 s as are needed.
const FAR: Level = Level { count: None, length: 2_560 };

/// The six of Figure 4, and that of Los Alamos (Sect. 3.2, footnote 2).
pub const CONFIGURATIONS: [Configuration; 7] = [
    Configuration { name: "Figure 4, configuration 1", levels: &[level(100_000, 40)] },
    Configuration { name: "Figure 4, configuration 2", levels: &[level(64, 40), FAR] },
    Configuration { name: "Figure 4, configuration 3", levels: &[level(8, 40), level(8, 320), FAR] },
    Configuration { name: "Figure 4, configuration 4", levels: &[level(2, 40), level(2, 1_280), FAR] },
    Configuration { name: "Figure 4, configuration 5", levels: &[level(2, 10), level(2, 1_280), FAR] },
    Configuration { name: "Figure 4, configuration 6", levels: &[level(32, 10), level(8, 320), FAR] },
    Configuration {
        name: "Los Alamos",
        levels: &[level(16, 10), level(16, 40), level(16, 160), level(16, 640), level(16, 2_560)],
    },
];

/// The resource threshold of every level, in nodes (Hollingsworth and Maneewongvatana 1999, Sect. 2.2: "a per-slot size
/// limit on the amount of a resource that we will commit in advance").
#[derive(Clone, Debug)]
pub struct Limits {
    nodes: u32,
    /// The limit of each level, the finest first: that of the finest is all nodes.
    most: Vec<u32>,
    /// The largest of each level and those coarser than it.
    largest: Vec<u32>,
    /// The last level of each run of levels that have the same limit.
    runs: Vec<usize>,
}

impl Limits {
    /// Limits of `percent` hundredths of `nodes` nodes for each of `levels` levels but the finest.
    pub fn alike(nodes: u32, levels: usize, percent: u32) -> Self {
        let coarse = levels.saturating_sub(1);
        Self::new(nodes, &vec![percent; coarse])
    }

    /// Hundredths of `nodes` nodes for each level but the finest, the second level's first.
    pub fn new(nodes: u32, percents: &[u32]) -> Self {
        let limit = |percent: &u32| u64::from(nodes) * u64::from(*percent.min(&100)) / 100;
        let coarse = percents.iter().map(|it| limit(it) as u32);
        let most: Vec<u32> = std::iter::once(nodes).chain(coarse).collect();
        let mut largest = most.clone();
        for level in (1..most.len()).rev() {
            largest[level - 1] = largest[level - 1].max(largest[level]);
        }
        let ends_run = |&level: &usize| most.get(level + 1) != Some(&most[level]);
        Self { nodes, runs: (0..most.len()).filter(ends_run).collect(), most, largest }
    }

    /// How many nodes must be free in a slot of a level for a job of `nodes` nodes: enough that the threshold is kept, or all
    /// for a job that is above it by itself.
    pub fn need(&self, level: usize, nodes: u32) -> u32 {
        self.under(self.most[level], nodes)
    }

    /// The least that it needs in any slot of a level or of a coarser one.
    pub fn least_need(&self, level: usize, nodes: u32) -> u32 {
        self.under(self.largest[level], nodes)
    }

    fn under(&self, limit: u32, nodes: u32) -> u32 {
        if nodes > limit { self.nodes } else { nodes + (self.nodes - limit) }
    }

    /// How many nodes of a slot of a level one more job may have where `free` nodes are free.
    pub fn room(&self, level: usize, free: u32) -> u32 {
        if free == self.nodes { free } else { free.saturating_sub(self.nodes - self.most[level]) }
    }

    /// Whether more may be committed of the slots of a level than of those of the next, of which they are parts.
    pub fn are_lifted(&self, level: usize) -> bool {
        self.most.get(level + 1).is_some_and(|&it| it < self.most[level])
    }

    /// The levels of which [`Limits::are_lifted`] is true.
    pub fn lifted(&self) -> impl Iterator<Item = usize> {
        (0..self.most.len()).filter(|&level| self.are_lifted(level))
    }

    /// Whether all levels but the finest have the same.
    pub fn are_alike(&self) -> bool {
        self.most.iter().skip(1).all(|it| Some(it) == self.most.last())
    }

    /// The last level of each run of levels that have the same.
    pub fn runs(&self) -> &[usize] {
        &self.runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_a_multiple_of_the_finer_one() {
        for configuration in CONFIGURATIONS {
            for pair in configuration.levels.windows(2) {
                assert_eq!(pair[1].length % pair[0].length, 0, "{}", configuration.name);
                assert!(pair[0].count.is_some());
            }
        }
    }

    #[test]
    fn what_a_job_needs_to_be_free_is_told_of_every_level() {
        let limits = Limits::new(10, &[50, 80, 80]);
        assert_eq!([0, 1, 2, 3].map(|it| limits.need(it, 4)), [4, 9, 6, 6]);
        assert_eq!([0, 1, 2, 3].map(|it| limits.need(it, 6)), [6, 10, 8, 8]);
        assert_eq!([0, 1, 2].map(|it| limits.least_need(it, 6)), [6, 8, 8]);
        assert_eq!([10, 7, 3].map(|it| limits.room(1, it)), [10, 2, 0]);
        assert_eq!(limits.lifted().collect::<Vec<_>>(), [0]);
        assert_eq!(limits.runs(), [0, 1, 3]);
        assert!(!limits.are_alike());
        let alike = Limits::alike(10, 3, 80);
        assert_eq!(alike.runs(), [0, 2]);
        assert!(alike.are_alike() && Limits::alike(10, 1, 80).are_alike());
        assert_eq!(Limits::alike(10, 3, 100).lifted().count(), 0);
        let growing = Limits::new(10, &[90, 50]);
        assert_eq!(growing.lifted().collect::<Vec<_>>(), [0, 1]);
    }
}
