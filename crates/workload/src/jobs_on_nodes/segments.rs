//! Nodes that are alike at any time.

use super::{OnNodes, Ranges, Span, TooMany};
use crate::Time;

/// The most segments of all jobs together, each counted once for every job on it.
const MOST_STEPS: usize = 50_000_000;

/// Nodes that are alike at any time, in the order of names; and which of them each list has.
pub struct Segments {
    pub all: Vec<Span>,
    /// For each list ranges of places, first and last.
    of_lists: Vec<Ranges>,
}

impl Segments {
    /// # Errors
    ///
    /// If all jobs together have too many.
    pub fn of(lists: &[Vec<Span>], jobs: &[OnNodes]) -> Result<Self, TooMany> {
        // Where spans begin and end, and where the nodes end that have a processor more.
        let mut marks: Vec<(u32, u32, i64)> = Vec::new();
        for &(prefix, first, last) in lists.iter().flatten() {
            marks.push((prefix, first, 1));
            marks.push((prefix, last + 1, -1));
        }
        marks.extend(jobs.iter().filter_map(OnNodes::mark));
        marks.sort_unstable();
        let (mut all, mut covered) = (Vec::new(), 0);
        for pair in marks.windows(2) {
            covered += pair[0].2;
            if covered > 0 && pair[0].1 < pair[1].1 {
                all.push((pair[0].0, pair[0].1, pair[1].1 - 1));
            }
        }
        let place = |prefix, number| all.partition_point(|it: &Span| (it.0, it.1) < (prefix, number));
        let range = |&(prefix, first, last): &Span| (place(prefix, first) as u32, place(prefix, last + 1) as u32 - 1);
        let of_list = |list: &Vec<Span>| list.iter().map(range).collect();
        let of_lists: Vec<Ranges> = lists.iter().map(of_list).collect();
        let steps = |it: &Ranges| it.iter().map(|it| (it.1 - it.0) as usize + 1).sum::<usize>();
        let steps: Vec<usize> = of_lists.iter().map(steps).collect();
        if jobs.iter().map(|it| steps[it.list]).sum::<usize>() > MOST_STEPS {
            Err(TooMany)
        } else {
            Ok(Self { all, of_lists })
        }
    }

    /// The nodes of a segment.
    pub fn nodes(&self, segment: usize) -> u32 {
        self.all[segment].2 - self.all[segment].1 + 1
    }

    /// Each segment of a job with its processors on each node there.
    pub fn shares(&self, job: &OnNodes) -> impl Iterator<Item = (usize, u32)> {
        let ranges = self.of_lists[job.list].iter();
        let mut before = 0;
        let (each, more) = (job.each, job.more);
        ranges.flat_map(|&(first, last)| first as usize..=last as usize).map(move |segment| {
            let share = each + u32::from(before < more);
            before += self.nodes(segment);
            (segment, share)
        })
    }

    /// The segments of a list.
    pub fn of_list(&self, list: usize) -> impl Iterator<Item = usize> {
        self.of_lists[list].iter().flat_map(|&(first, last)| first as usize..=last as usize)
    }

    /// For each segment the most that is in use on a node at once.
    pub fn most_in_use(&self, jobs: &[OnNodes], events: &[(Time, bool, usize)]) -> Vec<InUse> {
        let mut in_use = vec![InUse::default(); self.all.len()];
        let a_processor = InUse { cores: 1, asked_cores: 1, ..InUse::default() };
        let mut most = vec![a_processor; self.all.len()];
        for &(_, is_start, at) in events {
            let job = &jobs[at];
            for (segment, cores) in self.shares(job) {
                let (now, most) = (&mut in_use[segment], &mut most[segment]);
                if is_start {
                    now.cores = now.cores.saturating_add(cores);
                    now.asked_cores = now.asked_cores.saturating_add(job.asked_cores());
                    now.gpus = now.gpus.saturating_add(job.gpus);
                    now.memory = now.memory.saturating_add(job.memory);
                    most.cores = most.cores.max(now.cores);
                    most.asked_cores = most.asked_cores.max(now.asked_cores);
                    most.gpus = most.gpus.max(now.gpus);
                    most.memory = most.memory.max(now.memory);
                } else {
                    now.cores = now.cores.saturating_sub(cores);
                    now.asked_cores = now.asked_cores.saturating_sub(job.asked_cores());
                    now.gpus = now.gpus.saturating_sub(job.gpus);
                    now.memory = now.memory.saturating_sub(job.memory);
                }
            }
        }
        most
    }
}

/// What is in use on a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InUse {
    /// Processors.
    pub cores: u32,
    /// Processors if each job has as many on all of its nodes, rounded up, as its chunks ask for.
    pub asked_cores: u32,
    /// GPUs, in thousandths.
    pub gpus: u64,
    /// Memory, in MiB.
    pub memory: u64,
}

impl OnNodes<'_> {
    /// The processors on each node, rounded up.
    fn asked_cores(&self) -> u32 {
        self.each + u32::from(self.more > 0)
    }

    /// Behind the last node that has a processor more.
    fn mark(&self) -> Option<(u32, u32, i64)> {
        let mut left = Some(self.more).filter(|&it| it > 0)?;
        for &(prefix, first, last) in self.spans {
            let nodes = last - first + 1;
            if left <= nodes {
                return Some((prefix, first + left, 0));
            }
            left -= nodes;
        }
        None
    }
}
