//! How many promises conservative backfilling moves: what its rule asks for, whoever carries it out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use slotscope::experiment::Scenario;
use slotscope::policy::local::{Conservative, Finds, LocalPass, LocalPolicy, Sizes, Standing, Waiting};
use slotscope::system::System;
use slotscope::system::two_level::Simulation;
use slotscope::workload::select::select;
use slotscope::workload::{Time, Workload};

/// The policy, and after every pass a look at all promises.
struct Counted {
    policy: Conservative,
    before: Vec<(u32, Time)>,
    moves: Arc<AtomicU64>,
}

impl LocalPolicy for Counted {
    fn pass(&mut self, pass: &mut LocalPass) {
        self.policy.pass(pass);
        let after: Vec<(u32, Time)> = self.policy.promised().collect();
        let mut before = self.before.iter().peekable();
        let mut moved = 0;
        for &(job, start) in &after {
            while before.next_if(|it| it.0 < job).is_some() {}
            let promised = before.next_if(|it| it.0 == job);
            moved += u64::from(promised.is_some_and(|it| it.1 != start));
        }
        self.moves.fetch_add(moved, Ordering::Relaxed);
        self.before = after;
    }

    fn finds(&self) -> Finds {
        self.policy.finds()
    }

    fn standing(&self, queue: &[Waiting], place: usize) -> Standing {
        self.policy.standing(queue, place)
    }
}

/// Moves of promises of jobs that go on waiting, in a whole run of a two-level scenario.
pub fn count(scenario: &Scenario, log: &Workload) -> Option<u64> {
    let System::TwoLevel(settings) = &scenario.system else {
        return None;
    };
    let jobs = select(log, &scenario.workload, scenario.seed);
    let moves = Arc::new(AtomicU64::new(0));
    let policy = || -> Box<dyn LocalPolicy + Send> {
        Box::new(Counted { policy: Conservative::default(), before: Vec::new(), moves: moves.clone() })
    };
    let platform = &scenario.platform;
    let mut simulation = Simulation::with_local_policy(settings, platform, jobs, scenario.seed, Sizes::USUAL, policy);
    while !simulation.advance(usize::MAX) {}
    Some(moves.load(Ordering::Relaxed))
}
