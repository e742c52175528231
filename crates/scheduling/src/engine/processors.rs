//! The processors of one provider: which are free right now.

use crate::availability::ProcessorSet;

/// The free processors. First fit: the lowest indices are taken first.
#[derive(Clone, Debug)]
pub struct Processors {
    free: ProcessorSet,
    count: u32,
    /// No word before this one has a free processor.
    lowest: usize,
}

impl Processors {
    /// `count` processors, all free.
    pub fn new(count: u32) -> Self {
        Self { free: ProcessorSet::all(count), count, lowest: 0 }
    }

    pub fn free(&self) -> u32 {
        self.count
    }

    pub fn free_set(&self) -> &ProcessorSet {
        &self.free
    }

    /// Takes these, which must be free.
    pub fn take_set(&mut self, set: &ProcessorSet) {
        debug_assert!(self.has_free(set));
        self.free.remove(set);
        self.count -= set.count();
    }

    pub fn has_free(&self, set: &ProcessorSet) -> bool {
        let mut taken = set.clone();
        taken.remove(&self.free);
        taken.is_empty()
    }

    /// Frees these, which must be taken.
    pub fn give_set(&mut self, set: &ProcessorSet) {
        for (first, last) in set.ranges() {
            self.give(first, last);
        }
    }

    /// Takes the `count` free processors of lowest index and calls `tell` with each range of
    /// neighbours, first and last inclusive, in increasing order. At least `count` must be free.
    pub fn take(&mut self, count: u32, mut tell: impl FnMut(u32, u32)) {
        debug_assert!(count <= self.count);
        self.count -= count;
        let free = self.free.words_mut();
        let mut wanted = count;
        let mut run: Option<(u32, u32)> = None;
        while wanted > 0 {
            let bits = free[self.lowest];
            if bits == 0 {
                self.lowest += 1;
                continue;
            }
            let first = bits.trailing_zeros();
            let length = (bits >> first).trailing_ones().min(wanted);
            let mask = (u64::MAX >> (64 - length)) << first;
            free[self.lowest] &= !mask;
            wanted -= length;
            let first = self.lowest as u32 * 64 + first;
            let last = first + length - 1;
            run = match run {
                Some((start, end)) if end + 1 == first => Some((start, last)),
                Some((start, end)) => {
                    tell(start, end);
                    Some((first, last))
                }
                None => Some((first, last)),
            };
        }
        if let Some((start, end)) = run {
            tell(start, end);
        }
    }

    /// Frees the processors from `first` to `last` inclusive, which must be taken.
    pub fn give(&mut self, first: u32, last: u32) {
        self.count += last - first + 1;
        self.lowest = self.lowest.min((first / 64) as usize);
        self.free.insert(first, last);
        debug_assert_eq!(self.free.count(), self.count, "some were free already");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn takes_the_lowest_free_ones(
            count in 1..200u32,
            sizes in proptest::collection::vec((1..200u32, any::<bool>()), 1..40),
        ) {
            let mut processors = Processors::new(count);
            let mut free: BTreeSet<u32> = (0..count).collect();
            let mut held = Vec::new();
            for (size, give_back) in sizes {
                if give_back && !held.is_empty() {
                    let taken: Vec<(u32, u32)> = held.remove(0);
                    for (first, last) in taken {
                        processors.give(first, last);
                        free.extend(first..=last);
                    }
                } else if size <= processors.free() {
                    let mut taken = Vec::new();
                    processors.take(size, |first, last| taken.push((first, last)));
                    let expected: Vec<u32> = free.iter().copied().take(size as usize).collect();
                    let got: Vec<u32> = taken.iter().flat_map(|&(first, last)| first..=last).collect();
                    prop_assert_eq!(&got, &expected);
                    prop_assert!(taken.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
                    free.retain(|index| !expected.contains(index));
                    held.push(taken);
                }
                prop_assert_eq!(processors.free() as usize, free.len());
            }
        }
    }
}
