//! The requests of a log while it is read.

use std::collections::HashMap;

use super::{Chunks, Resources};

/// The requests of the jobs that are read so far; each different one is found by its value.
#[derive(Default)]
pub(crate) struct Gathering {
    resources: Resources,
    /// The number of each request, from 1.
    known: HashMap<Chunks, u32>,
    /// How many jobs have each request, by its number less 1.
    jobs: Vec<u32>,
}

impl Gathering {
    /// Sets the request of the job at a place, in place of an earlier one; `None` for one that asks for processors only.
    /// O(1) expected.
    pub fn set(&mut self, place: usize, chunks: Option<Chunks>) {
        let former = self.resources.number_of(place);
        let number = chunks.map_or(0, |chunks| self.number(chunks));
        if former > 0 {
            self.jobs[former as usize - 1] -= 1;
        }
        if number > 0 {
            self.jobs[number as usize - 1] += 1;
        }
        if former != number {
            self.resources.set_number(place, number);
        }
    }

    fn number(&mut self, chunks: Chunks) -> u32 {
        let next = self.jobs.len() as u32 + 1;
        let number = *self.known.entry(chunks).or_insert(next);
        if number == next {
            self.jobs.push(0);
        }
        number
    }

    /// All of them; requests that no job has any more are left out. O(requests, and jobs where there are such).
    pub fn finish(self) -> Resources {
        let mut resources = self.resources;
        resources.requests = vec![Chunks::default(); self.jobs.len()];
        for (chunks, number) in self.known {
            resources.requests[number as usize - 1] = chunks;
        }
        if self.jobs.contains(&0) {
            leave_out(&mut resources, &self.jobs);
        }
        resources
    }
}

/// Leaves out the requests of no job.
fn leave_out(resources: &mut Resources, jobs: &[u32]) {
    let mut next = 0;
    let numbers: Vec<u32> = jobs
        .iter()
        .map(|&jobs| {
            next += u32::from(jobs > 0);
            next
        })
        .collect();
    for number in resources.of.iter_mut().filter(|it| **it > 0) {
        *number = numbers[*number as usize - 1];
    }
    let mut jobs = jobs.iter();
    let is_asked = |_: &Chunks| jobs.next().is_some_and(|jobs| *jobs > 0);
    resources.requests.retain(is_asked);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn memory(memory: u64) -> Option<Chunks> {
        (memory > 0).then(|| Chunks { memory, ..Chunks::default() })
    }

    #[test]
    fn a_hundred_thousand_different_requests_are_gathered() {
        let mut gathering = Gathering::default();
        for place in 0..100_000 {
            gathering.set(place, memory(place as u64));
        }
        let resources = gathering.finish();
        assert_eq!(resources.of(0), None);
        assert_eq!(resources.of(77).map(|it| it.memory), Some(77));
        assert_eq!(resources.requests.len(), 99_999);
    }

    proptest! {
        #[test]
        fn the_last_request_of_a_job_counts(
            rows in prop::collection::vec((0..9_usize, 0..5_u64), 0..60),
        ) {
            let mut gathering = Gathering::default();
            let mut plainly = [0; 9];
            for &(place, asked) in &rows {
                gathering.set(place, memory(asked));
                plainly[place] = asked;
            }
            let resources = gathering.finish();
            for (place, &asked) in plainly.iter().enumerate() {
                prop_assert_eq!(resources.of(place).cloned(), memory(asked));
            }
            prop_assert_eq!(resources.is_empty(), plainly == [0; 9]);
            let kinds: std::collections::BTreeSet<u64> = plainly.into_iter().filter(|it| *it > 0).collect();
            prop_assert_eq!(resources.requests.len(), kinds.len());
        }
    }
}
