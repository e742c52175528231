//! A set of places.

/// Places of a queue, a bit for each.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    words: Vec<u64>,
}

impl Marks {
    /// Puts a place in.
    pub fn add(&mut self, place: usize) {
        let (word, bit) = (place / 64, place % 64);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// Takes a place out, if it is in.
    pub fn remove(&mut self, place: usize) {
        if let Some(word) = self.words.get_mut(place / 64) {
            *word &= !(1 << (place % 64));
        }
    }

    /// The first place from `from` on.
    pub fn next(&self, from: usize) -> Option<usize> {
        let first = self.words.get(from / 64)? >> (from % 64);
        if first != 0 {
            return Some(from + first.trailing_zeros() as usize);
        }
        let (index, word) =
            self.words.iter().enumerate().skip(from / 64 + 1).into_iter().find(|&(_, &word)| word != 0)?;
        Some(index * 64 + word.trailing_zeros() as usize)
    }

    /// Only these places, which ascend, are left, numbered anew in this order.
    pub fn renumber(&mut self, kept: &[usize]) {
        let mut marks = Self::default();
        let mut next = self.next(0);
        while let Some(place) = next {
            if let Ok(number) = kept.binary_search(&place) {
                marks.add(number);
            }
            next = self.next(place + 1);
        }
        *self = marks;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn marks_are_a_set(
            changes in proptest::collection::vec((0..300usize, any::<bool>()), 0..80),
            from in 0..400usize,
            kept in proptest::collection::btree_set(0..300usize, 0..200),
        ) {
            let (mut marks, mut set) = (Marks::default(), BTreeSet::new());
            for (place, is_added) in changes {
                if is_added {
                    marks.add(place);
                    set.insert(place);
                } else {
                    marks.remove(place);
                    set.remove(&place);
                }
            }
            prop_assert_eq!(marks.next(from), set.range(from..).next().copied());
            let kept: Vec<usize> = kept.into_iter().collect();
            marks.renumber(&kept);
            for (number, place) in kept.iter().enumerate() {
                prop_assert_eq!(marks.next(number) == Some(number), set.contains(place));
            }
        }
    }
}
