//! The waiting jobs by the starts that are promised to them.

#[cfg(test)]
mod tests;

use super::promises::Promise;
use crate::availability::{Availability, Request};
use crate::policy::local::{Sizes, Waiting};
use workload::Time;

/// The number of classes of job sizes: 1; 2 and 3; 4 to 7 processors; and so on.
pub const CLASSES: usize = 32;

/// The shortest limit of the jobs of each class; [`Time::MAX`] where there is none.
pub type Shortest = [Time; CLASSES];

/// There are no jobs.
pub const NONE: Shortest = [Time::MAX; CLASSES];

/// Waiting jobs by promised start. With q of them, adding and removing one looks at two blocks and
/// searches q / 64 heads.
#[derive(Clone, Debug, Default)]
pub struct Starts {
    /// The start of the first entry of each block.
    heads: Vec<Time>,
    blocks: Vec<Block>,
    /// The shortest limits in each block and all later ones.
    beyond: Vec<Shortest>,
    sizes: Sizes,
}

/// A waiting job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The start promised to it.
    pub start: Time,
    /// Its place in the order of arrival.
    pub place: u32,
    /// Its size.
    pub processors: u32,
    /// Its limit, in seconds.
    pub limit: Time,
}

/// Neighbouring entries, by start and place.
#[derive(Clone, Debug)]
struct Block {
    entries: Vec<Entry>,
    shortest: Shortest,
}

/// Which jobs a stretch of free processors may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub class: usize,
    /// When the stretch begins.
    pub from: Time,
    /// When it ends.
    pub to: Time,
}

/// The class of jobs of this size.
pub fn class_of(processors: u32) -> usize {
    processors.max(1).ilog2() as usize
}

impl Entry {
    fn key(&self) -> (Time, u32) {
        (self.start, self.place)
    }
}

impl Wanted {
    /// Whether a job of this size and limit could run in the stretch before its own start.
    pub fn is_for(&self, processors: u32, limit: Time, start: Time) -> bool {
        let end = self.from.saturating_add(limit.max(1));
        end <= self.to.min(start) && class_of(processors) == self.class
    }

    /// Whether it is a part of another one.
    pub fn is_within(&self, other: &Self) -> bool {
        self.class == other.class && other.from <= self.from && self.to <= other.to
    }
}

impl Block {
    fn of(entries: Vec<Entry>) -> Self {
        let mut block = Self { entries, shortest: NONE };
        for entry in &block.entries {
            let shortest = &mut block.shortest[class_of(entry.processors)];
            *shortest = (*shortest).min(entry.limit);
        }
        block
    }

    /// Where an entry stands or would stand.
    fn place_of(&self, entry: &Entry) -> usize {
        self.entries.partition_point(|it| it.key() < entry.key())
    }

    fn shortest_of(&self, class: usize) -> Time {
        self.entries.iter().filter(|it| class_of(it.processors) == class).map(|it| it.limit).min().unwrap_or(Time::MAX)
    }
}

impl Starts {
    /// An empty index with blocks of this size.
    pub fn new(sizes: Sizes) -> Self {
        Self { sizes, ..Self::default() }
    }

    /// A job was promised a start.
    pub fn add(&mut self, entry: Entry) {
        if self.blocks.is_empty() {
            self.insert(0, Block::of(vec![entry]));
            return self.sum_up(0);
        }
        let index = self.block_of(entry.key());
        let block = &mut self.blocks[index];
        let place = block.place_of(&entry);
        block.entries.insert(place, entry);
        self.heads[index] = block.entries[0].start;
        let class = class_of(entry.processors);
        block.shortest[class] = block.shortest[class].min(entry.limit);
        if block.entries.len() > self.sizes.block {
            let upper = block.entries.split_off(self.sizes.block / 2);
            let lower = std::mem::take(&mut block.entries);
            self.blocks[index] = Block::of(lower);
            self.insert(index + 1, Block::of(upper));
            return self.sum_up(index + 1);
        }
        self.sum_up_class(index, class);
    }

    /// A job that is here is not any more.
    pub fn remove(&mut self, entry: &Entry) {
        let index = self.block_of(entry.key());
        let block = &mut self.blocks[index];
        let place = block.place_of(entry);
        debug_assert_eq!(block.entries.get(place), Some(entry));
        block.entries.remove(place);
        let Some(first) = block.entries.first() else {
            self.heads.remove(index);
            self.blocks.remove(index);
            self.beyond.remove(index);
            return self.sum_up(index);
        };
        self.heads[index] = first.start;
        let class = class_of(entry.processors);
        if block.shortest[class] == entry.limit {
            block.shortest[class] = block.shortest_of(class);
            self.sum_up_class(index, class);
        }
    }

    /// A job that is here is promised an earlier start.
    pub fn change(&mut self, entry: &Entry, start: Time) {
        let index = self.block_of(entry.key());
        let changed = Entry { start, ..*entry };
        let block = &mut self.blocks[index];
        let first = block.entries[0].key();
        if index > 0 && changed.key() < first {
            self.remove(entry);
            return self.add(changed);
        }
        let (from, to) = (block.place_of(entry), block.place_of(&changed));
        debug_assert_eq!(block.entries[from], *entry);
        block.entries[to..=from].rotate_right(1);
        block.entries[to] = changed;
        self.heads[index] = block.entries[0].start;
    }

    /// Calls `tell` with the entries that start after `from` and at `to` at the latest, by start.
    pub fn tell_between(&self, from: Time, to: Time, mut tell: impl FnMut(&Entry)) {
        let first = self.first_block_after(from);
        for block in self.blocks.get(first..).unwrap_or_default() {
            for entry in &block.entries {
                if entry.start > to {
                    return;
                }
                if entry.start > from {
                    tell(entry);
                }
            }
        }
    }

    /// The shortest limits of those that start after `from`, by class, and perhaps of some more.
    pub fn shortest_after(&self, from: Time) -> Option<&Shortest> {
        self.beyond.get(self.first_block_after(from))
    }

    pub fn has_wanted(&self, wanted: &Wanted) -> bool {
        let (class, length) = (wanted.class, wanted.to.saturating_sub(wanted.from));
        let Some(shortest) = self.shortest_after(wanted.from) else {
            return false;
        };
        // No job could end earlier.
        let end = wanted.from.saturating_add(shortest[class]);
        let first = self.first_block_after(end.saturating_sub(1));
        let blocks = self.blocks.iter().zip(&self.beyond).skip(first);
        let mut blocks = blocks.take_while(|(_, beyond)| beyond[class] <= length);
        blocks.any(|(block, _)| {
            let is_wanted = |it: &Entry| wanted.is_for(it.processors, it.limit, it.start);
            let mut entries = block.entries.iter();
            block.shortest[class] <= length && entries.any(is_wanted)
        })
    }

    /// The block that has an entry of this key or would get it.
    fn block_of(&self, key: (Time, u32)) -> usize {
        let after = self.heads.partition_point(|&head| head <= key.0);
        let mut index = after.max(1) - 1;
        // Several blocks may begin with the same start.
        while index > 0 && self.heads[index] == key.0 && self.blocks[index].entries[0].key() > key {
            index -= 1;
        }
        index
    }

    /// The first start after `time`, if any.
    pub fn first_after(&self, time: Time) -> Option<Time> {
        let block = self.blocks.get(self.first_block_after(time))?;
        let place = block.entries.partition_point(|it| it.start <= time);
        block.entries.get(place).map(|it| it.start)
    }

    /// The first block with an entry that starts after `time`, if any.
    fn first_block_after(&self, time: Time) -> usize {
        let after = self.heads.partition_point(|&head| head <= time);
        let ends_after = after
            .checked_sub(1)
            .map(|it| &self.blocks[it].entries)
            .and_then(|it| it.last())
            .is_some_and(|it| it.start > time);
        after - usize::from(ends_after)
    }

    fn insert(&mut self, index: usize, block: Block) {
        self.heads.insert(index, block.entries[0].start);
        self.blocks.insert(index, block);
        self.beyond.insert(index, NONE);
    }

    /// Updates the minima over later blocks for the blocks up to this one.
    fn sum_up(&mut self, last: usize) {
        let last = (last + 1).min(self.blocks.len());
        for index in (0..last).rev() {
            let mut sum = self.beyond.get(index + 1).copied().unwrap_or(NONE);
            for (sum, &own) in sum.iter_mut().zip(&self.blocks[index].shortest) {
                *sum = own.min(*sum);
            }
            if index + 2 < last && self.beyond[index] == sum {
                return;
            }
            self.beyond[index] = sum;
        }
    }

    /// Updates the minima of one class over later blocks.
    fn sum_up_class(&mut self, last: usize, class: usize) {
        for index in (0..=last).rev() {
            let after = self.beyond.get(index + 1).map_or(Time::MAX, |it| it[class]);
            let sum = after.min(self.blocks[index].shortest[class]);
            if self.beyond[index][class] == sum {
                return;
            }
            self.beyond[index][class] = sum;
        }
    }
}

/// Intervals in which processors became free since the waiting jobs were last looked at.
#[derive(Default)]
pub struct Freed {
    intervals: Vec<Interval>,
}

/// A freed interval and the most processors that were free in it when it was freed. More become
/// free there only by freeing again.
struct Interval {
    from: Time,
    to: Time,
    most: i64,
}

impl Freed {
    /// Processors became free from `from` to `to`.
    pub fn push(&mut self, from: Time, to: Time, calendar: &dyn Availability) {
        if from < to {
            let most = calendar.most_free(from, to);
            self.intervals.push(Interval { from, to, most });
        }
    }

    /// A request for the places to which a job can possibly move up, at or after `from`; `None` if
    /// there are none.
    ///
    /// When it was last examined, every earlier place was blocked at some second, before its start,
    /// that lies outside its own interval. For one to be open now, such a second must have become
    /// free enough: it lies in a freed interval, before the start, with enough processors free. So
    /// the place meets such an interval.
    pub fn request(&self, promise: &Promise, from: Time) -> Option<Request> {
        let Promise { job, start, .. } = *promise;
        let processors = i64::from(job.processors);
        let helps = |it: &&Interval| it.most >= processors && it.from < start && it.to > from;
        let mut helping = self.intervals.iter().filter(helps);
        let first = helping.next().filter(|_| from < start)?;
        let (since, until) =
            helping.fold((first.from, first.to), |(since, until), it| (since.min(it.from), until.max(it.to)));
        let ready = since.saturating_sub(job.limit - 1).max(from);
        let last = until.min(start).saturating_sub(1);
        Some(Request { deadline: Some(last.saturating_add(job.limit)), ..promise.request(ready) })
    }
}

/// A shape for which a search has found no room, and until when.
///
/// Where there is no room for it there is none for a larger and longer one. One shape is enough:
/// keeping more was measured to cost more than it saves.
#[derive(Default)]
pub struct NoRoom {
    shape: Option<Shape>,
}

/// No `processors` are free together for `length` seconds that end by `until`.
#[derive(Clone, Copy)]
struct Shape {
    processors: u32,
    length: Time,
    until: Time,
}

impl NoRoom {
    /// No place was found for the job before `start`, where it is now.
    pub fn remember(&mut self, job: Waiting, start: Time) {
        let smaller = self.shape.is_none_or(|known| job.processors <= known.processors && job.limit <= known.length);
        if smaller {
            self.shape = Some(Shape { processors: job.processors, length: job.limit, until: start });
        }
    }

    /// Processors became free from `from` on: findings beyond that are no longer valid.
    pub fn forget_from(&mut self, from: Time) {
        if let Some(shape) = &mut self.shape {
            shape.until = shape.until.min(from);
        }
    }

    /// No place before this one has room for the job, which is promised `start`.
    ///
    /// Its own interval, from `start` on, was taken when a place for its shape was searched, but is
    /// open to itself: only places that end before it count.
    pub fn earliest_place(&self, job: Waiting, start: Time) -> Time {
        self.shape
            .filter(|shape| shape.processors <= job.processors && shape.length <= job.limit)
            .map_or(Time::MIN, |shape| shape.until.min(start).saturating_sub(shape.length) + 1)
    }
}
