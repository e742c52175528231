//! Which of many intervals of time contain a moment.

use base::ordering::sort_by_key;
use workload::Time;

/// An interval in the life of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: Time,
    /// Until before when.
    pub to: Time,
    /// Index of the job.
    pub job: u32,
}

/// Intervals that are asked which of them contain a moment: sorted by their beginnings, with the
/// latest end within each block of a binary tree, so that blocks that are over are passed at once.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    sorted: Vec<Span>,
    /// The latest end below each node, the root first: node `i` has the children `2 i + 1` and
    /// `2 i + 2`, and the leaves are the intervals.
    latest: Vec<Time>,
    /// How many leaves there are: a power of two.
    leaves: usize,
}

impl Spans {
    /// The index of these intervals; empty ones are left out. O(n log n).
    pub fn of(mut spans: Vec<Span>) -> Self {
        spans.retain(|span| span.from < span.to);
        sort_by_key(&mut spans, |span| (span.from, span.job));
        let leaves = spans.len().next_power_of_two();
        let mut latest = vec![Time::MIN; 2 * leaves - 1];
        for (leaf, span) in spans.iter().enumerate() {
            latest[leaves - 1 + leaf] = span.to;
        }
        for node in (0..leaves - 1).rev() {
            latest[node] = latest[2 * node + 1].max(latest[2 * node + 2]);
        }
        Self { sorted: spans, latest, leaves }
    }

    /// The jobs whose intervals contain `now`, by their beginnings. O(log n) for each of them.
    pub fn at(&self, now: Time) -> Vec<u32> {
        let begun = self.sorted.partition_point(|span| span.from <= now);
        let mut found = Vec::new();
        if begun > 0 {
            self.collect(0, (0, self.leaves), begun, now, &mut found);
        }
        found
    }

    /// Collects the jobs below a node that has the leaves `first..end`.
    fn collect(&self, node: usize, (first, end): (usize, usize), begun: usize, now: Time, found: &mut Vec<u32>) {
        if first >= begun || self.latest[node] <= now {
            return;
        }
        if end - first == 1 {
            return found.push(self.sorted[first].job);
        }
        let middle = first + (end - first) / 2;
        self.collect(2 * node + 1, (first, middle), begun, now, found);
        self.collect(2 * node + 2, (middle, end), begun, now, found);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_finds_what_looking_at_each_finds(
            intervals in proptest::collection::vec((0..60i64, 0..40i64), 0..80), now in -2..110i64
        ) {
            let spans: Vec<Span> = (0..)
                .zip(&intervals)
                .map(|(job, &(from, length))| Span { from, to: from + length, job })
                .collect();
            let mut expected: Vec<&Span> =
                spans.iter().filter(|it| it.from <= now && now < it.to).collect();
            expected.sort_by_key(|it| (it.from, it.job));
            let expected: Vec<u32> = expected.iter().map(|it| it.job).collect();
            prop_assert_eq!(Spans::of(spans.clone()).at(now), expected);
        }
    }
}
