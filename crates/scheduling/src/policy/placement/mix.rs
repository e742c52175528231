//! The target workload of fragmentation: its typical tasks.

use std::collections::BTreeMap;

use super::{Gpus, Request};

/// Typical tasks of a workload with their frequencies. Their memory is 0: the published measure looks at cores and
/// GPUs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mix {
    /// Each kind of task with the number of such tasks, the most frequent first.
    pub tasks: Vec<(Request, u64)>,
}

impl Mix {
    /// The most frequent kinds of tasks that together make up at least `percent` of all, as `GetTypicalPods` of the
    /// published simulator takes them (95 % in its experiments, tasks without GPUs among them). Of kinds that are
    /// equally frequent the one with more cores comes first, then with more of a GPU, then with more GPUs.
    pub fn typical<'a>(requests: impl IntoIterator<Item = &'a Request>, percent: u64) -> Self {
        let mut counts: BTreeMap<Kind, u64> = BTreeMap::new();
        for request in requests {
            *counts.entry(Kind::of(request)).or_default() += 1;
        }
        let all: u64 = counts.values().sum();
        let mut kinds: Vec<(Kind, u64)> = counts.into_iter().collect();
        base::ordering::sort_by(&mut kinds, |a, b| (b.1, &b.0).cmp(&(a.1, &a.0)));
        let mut told = 0;
        let typical = kinds.into_iter().take_while(|(_, count)| {
            let goes_on = told * 100 < percent * all;
            told += count;
            goes_on
        });
        Self { tasks: typical.map(|(kind, n)| (kind.request(), n)).collect() }
    }

    /// How many tasks the frequencies count.
    pub fn total(&self) -> u64 {
        self.tasks.iter().map(|(_, count)| count).sum()
    }
}

/// A kind of task, in the order of the published simulator.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    cores: u64,
    of_each: u16,
    count: u32,
    types: Vec<u32>,
    gpus: Gpus,
}

impl Kind {
    fn of(request: &Request) -> Self {
        Self {
            cores: request.cores,
            of_each: request.gpus.of_each(),
            count: request.gpus.count(),
            types: request.types.clone(),
            gpus: request.gpus,
        }
    }

    fn request(self) -> Request {
        Request { cores: self.cores, memory: 0, gpus: self.gpus, types: self.types }
    }
}
