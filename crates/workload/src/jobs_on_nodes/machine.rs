//! Which processors of nodes are free.

use std::collections::HashMap;

use super::segments::Segments;
use super::{Ranges, TooMany};

/// The most processors of a machine that is found from its nodes.
const MOST_PROCESSORS: u64 = 1_000_000;

/// Which processors of which segments are free.
pub struct Machine {
    segments: Vec<Free>,
    /// What each running job has of one node of each of its segments.
    held: HashMap<usize, Vec<(usize, Ranges)>>,
}

/// The nodes of a segment: all have the same processors free.
struct Free {
    nodes: u32,
    /// The processors of a node.
    size: u32,
    /// The first processor of the first node.
    first: u32,
    /// A bit for each processor of a node.
    free: Vec<u64>,
}

impl Machine {
    /// # Errors
    ///
    /// If there are too many processors.
    pub fn of(segments: &Segments, sizes: &[u32]) -> Result<Self, TooMany> {
        let mut next = 0u64;
        let mut free = Vec::with_capacity(sizes.len());
        for (at, &size) in sizes.iter().enumerate() {
            let nodes = segments.nodes(at);
            let first = next;
            next += u64::from(nodes) * u64::from(size);
            if next > MOST_PROCESSORS {
                return Err(TooMany);
            }
            let word = |at: u32| u64::MAX >> (64 - (size - at).min(64));
            free.push(Free { nodes, size, first: first as u32, free: (0..size).step_by(64).map(word).collect() });
        }
        Ok(Self { segments: free, held: HashMap::new() })
    }

    /// Takes the lowest free processors for a job: its ranges, at most `most`.
    ///
    /// # Errors
    ///
    /// If there are more.
    pub fn take(
        &mut self,
        job: usize,
        shares: impl Iterator<Item = (usize, u32)>,
        most: usize,
    ) -> Result<Ranges, TooMany> {
        let mut ranges = Ranges::new();
        let mut held = Vec::new();
        for (segment, share) in shares {
            let at = &mut self.segments[segment];
            let own = at.take(share);
            if own == [(0, at.size - 1)] {
                push(&mut ranges, (at.first, at.first + at.nodes * at.size - 1));
            } else {
                for node in 0..at.nodes {
                    let first = at.first + node * at.size;
                    own.iter().for_each(|it| push(&mut ranges, (first + it.0, first + it.1)));
                    if ranges.len() > most {
                        return Err(TooMany);
                    }
                }
            }
            held.push((segment, own));
        }
        self.held.insert(job, held);
        Ok(ranges)
    }

    /// Gives the processors of a job back.
    pub fn give(&mut self, job: usize) {
        for (segment, ranges) in self.held.remove(&job).into_iter().flatten() {
            self.segments[segment].give(&ranges);
        }
    }
}

impl Free {
    /// Takes the lowest free processors of a node.
    fn take(&mut self, share: u32) -> Ranges {
        let (mut ranges, mut left) = (Ranges::new(), share);
        for (word, free) in (0..).zip(&mut self.free) {
            while left > 0 && *free != 0 {
                // The lowest row of free bits.
                let bit = free.trailing_zeros();
                let count = (*free >> bit).trailing_ones().min(left);
                *free &= !(u64::MAX >> (64 - count) << bit);
                left -= count;
                let first = 64 * word + bit;
                push(&mut ranges, (first, first + count - 1));
            }
        }
        ranges
    }

    fn give(&mut self, ranges: &[(u32, u32)]) {
        for &(first, last) in ranges {
            for processor in first..=last {
                self.free[(processor / 64) as usize] |= 1 << (processor % 64);
            }
        }
    }
}

/// Adds a range behind the others, to the last one where they meet.
fn push(ranges: &mut Ranges, (first, last): (u32, u32)) {
    match ranges.last_mut() {
        Some(before) if before.1 + 1 == first => before.1 = last,
        _ => ranges.push((first, last)),
    }
}
