//! Named processors of one provider.

/// A set of processors, as bits. Sets that meet in an operation are of the same provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcessorSet {
    words: Vec<u64>,
}

impl ProcessorSet {
    /// None of `capacity` processors.
    pub fn none(capacity: u32) -> Self {
        Self { words: vec![0; capacity.div_ceil(64) as usize] }
    }

    /// All of `capacity` processors.
    pub fn all(capacity: u32) -> Self {
        let mut set = Self::none(capacity);
        if capacity > 0 {
            set.insert(0, capacity - 1);
        }
        set
    }

    /// Its bits, 64 a word, the lowest first.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// How many there are. O(capacity / 64).
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Adds the processors from `first` to `last` inclusive.
    pub fn insert(&mut self, first: u32, last: u32) {
        let (low, high) = ((first / 64) as usize, (last / 64) as usize);
        for word in low..=high {
            let from = if word == low { first % 64 } else { 0 };
            let to = if word == high { last % 64 } else { 63 };
            self.words[word] |= (u64::MAX >> (63 - (to - from))) << from;
        }
    }

    /// Keeps the processors that are also in `other`.
    pub fn keep(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Adds the processors of `other`.
    pub fn add(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Removes the processors of `other`.
    pub fn remove(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// Whether some processor is in both.
    pub fn meets(&self, other: &Self) -> bool {
        let mut words = self.words.iter().zip(&other.words);
        words.any(|(word, other)| word & other != 0)
    }

    /// The `count` of lowest number, or all where there are fewer.
    pub fn lowest(&self, count: u32) -> Self {
        let mut set = self.clone();
        let mut wanted = count;
        for word in &mut set.words {
            let here = word.count_ones();
            if here <= wanted {
                wanted -= here;
                continue;
            }
            let mut rest = *word;
            for _ in 0..wanted {
                rest &= rest - 1;
            }
            *word &= !rest;
            wanted = 0;
        }
        set
    }

    /// Its runs of neighbours, first and last inclusive, in increasing order.
    pub fn ranges(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let first = self.next(from, true)?;
            let after = self.next(first, false).unwrap_or(64 * self.words.len() as u32);
            from = after;
            Some((first, after - 1))
        })
    }

    /// The first number from `from` on that is in the set, or that is not.
    fn next(&self, from: u32, inside: bool) -> Option<u32> {
        let flip = if inside { 0 } else { u64::MAX };
        let mut word = (from / 64) as usize;
        let mut bits = (self.words.get(word)? ^ flip) & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = self.words.get(word)? ^ flip;
        }
        Some(word as u32 * 64 + bits.trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    const CAPACITY: u32 = 150;

    fn set(numbers: &BTreeSet<u32>) -> ProcessorSet {
        let mut set = ProcessorSet::none(CAPACITY);
        numbers.iter().for_each(|&number| set.insert(number, number));
        set
    }

    fn numbers() -> impl Strategy<Value = BTreeSet<u32>> {
        proptest::collection::btree_set(0..CAPACITY, 0..CAPACITY as usize)
    }

    fn listed(set: &ProcessorSet) -> BTreeSet<u32> {
        set.ranges().flat_map(|(first, last)| first..=last).collect()
    }

    proptest! {
        #[test]
        fn it_is_a_set_of_numbers(a in numbers(), b in numbers(), count in 0..CAPACITY) {
            let (one, other) = (set(&a), set(&b));
            prop_assert_eq!(listed(&one), a.clone());
            prop_assert_eq!(one.count() as usize, a.len());
            prop_assert_eq!(one.is_empty(), a.is_empty());
            prop_assert_eq!(one.meets(&other), !a.is_disjoint(&b));
            let ranges: Vec<_> = one.ranges().collect();
            prop_assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
            let lowest = a.iter().copied().take(count as usize).collect();
            prop_assert_eq!(listed(&one.lowest(count)), lowest);
            let with = |change: fn(&mut ProcessorSet, &ProcessorSet)| {
                let mut changed = one.clone();
                change(&mut changed, &other);
                listed(&changed)
            };
            prop_assert_eq!(with(ProcessorSet::keep), &a & &b);
            prop_assert_eq!(with(ProcessorSet::add), &a | &b);
            prop_assert_eq!(with(ProcessorSet::remove), &a - &b);
        }

        #[test]
        fn ranges_are_inserted_whole(first in 0..CAPACITY, more in 0..CAPACITY) {
            let last = (first + more).min(CAPACITY - 1);
            let mut set = ProcessorSet::none(CAPACITY);
            set.insert(first, last);
            prop_assert_eq!(set.ranges().collect::<Vec<_>>(), [(first, last)]);
            prop_assert_eq!(ProcessorSet::all(CAPACITY).count(), CAPACITY);
        }
    }
}
