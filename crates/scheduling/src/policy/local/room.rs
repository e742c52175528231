//! Knowledge gained in a pass about the room for jobs that start now.

use workload::Time;

/// The number of processors with room for each length asked so far. The longer a job, the less
/// room, so that each answer bounds those for other lengths.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// Lengths, ascending, and how many processors are free for each.
    known: Vec<(Time, i64)>,
}

impl Room {
    /// Whether `processors` processors are free for `length`; `find_out` returns the number that
    /// are, and is called only if earlier answers do not decide it.
    pub fn has(&mut self, processors: u32, length: Time, find_out: impl FnOnce() -> i64) -> bool {
        let processors = i64::from(processors);
        let above = self.known.partition_point(|&(known, _)| known <= length);
        if let Some(&(shorter, free)) = self.known[..above].last()
            && (free < processors || shorter == length)
        {
            return free >= processors;
        }
        if let Some(&(_, free)) = self.known.get(above)
            && free >= processors
        {
            return true;
        }
        let free = find_out();
        self.known.insert(above, (length, free));
        free >= processors
    }

    /// Discards all answers.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_says_what_would_be_found_out(
            steps in proptest::collection::vec(0..40i64, 0..12),
            asked in proptest::collection::vec((0..14u32, 0..50i64), 0..60),
        ) {
            let mut room = Room::default();
            for (processors, length) in asked {
                let free = 12 - steps.iter().filter(|&&time| time < length).count() as i64;
                let has = room.has(processors, length, || free);
                prop_assert_eq!(has, free >= i64::from(processors));
            }
        }
    }
}
