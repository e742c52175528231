//! What the waits of jobs are due to, second by second.

use proptest::prelude::*;

use super::naive::hindrances;
use super::random;
use crate::criteria::wait_parts::{WaitPart, wait_parts};
use crate::engine::decisions::{Hindrance, Watch};
use crate::engine::{Run, Status};
use crate::system::Simulation;
use crate::system::cluster::ClusterSimulation;
use workload::Time;

/// The part of a second, of a job that lacks that.
fn part(run: &Run, job: usize, now: Time, lacks: Option<Hindrance>) -> WaitPart {
    let order = |at: usize| (run.jobs[at].eligible(), run.jobs[at].submit, at);
    if now < run.jobs[job].eligible() {
        return WaitPart::NotEligible;
    }
    let size = i64::from(run.schedule.outcomes[job].processors);
    let (mut free, mut later) = (i64::from(run.platform[0]), 0);
    for bar in &run.schedule.bars {
        if bar.start <= now && now < bar.end {
            let processors = i64::from(bar.last_processor - bar.first_processor) + 1;
            free -= processors;
            if order(bar.job as usize) > order(job) {
                later += processors;
            }
        }
    }
    match lacks {
        _ if free + later < size => WaitPart::EarlierJobs,
        _ if free < size => WaitPart::LaterJobs,
        Some(Hindrance::Nodes) => WaitPart::Nodes,
        Some(Hindrance::Outage) => WaitPart::Outage,
        Some(Hindrance::Promise) => WaitPart::Promise,
        None => WaitPart::EnoughFree,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(60)))]

    #[test]
    fn the_parts_of_waits_are_those_of_the_second_simulator(scenario in random::scenario()) {
        let simulation = || {
            let simulation = ClusterSimulation::new(&scenario.settings, scenario.of_system());
            Box::new(simulation.expect("it runs"))
        };
        let mut whole = simulation();
        while !whole.advance(100) {}
        let run = whole.finish();
        let lacked = hindrances(&scenario.input());
        for (job, outcome) in run.schedule.outcomes.iter().enumerate() {
            if outcome.status == Status::Rejected {
                continue;
            }
            let mut watched = simulation();
            watched.watch(Watch::Job(job as u32));
            while !watched.advance(100) {}
            let told = watched.explanation().expect("a watched run explains");
            let parts = wait_parts(&run, job, true, &told.hindrances).expect("it ran");
            let mut expected = [0; WaitPart::ALL.len()];
            for now in run.jobs[job].submit..outcome.start {
                let before = lacked.partition_point(|it| it.0 <= now);
                let lacks = lacked[..before].last().and_then(|it| it.1.iter().find(|it| it.0 == job)).map(|it| it.1);
                // Its turn has not come.
                let lacks = lacks.filter(|it| !scenario.settings.strict || *it != Hindrance::Promise);
                expected[part(&run, job, now, lacks) as usize] += 1;
            }
            prop_assert_eq!(WaitPart::ALL.map(|it| parts.of(it)), expected, "job {}", job);
        }
    }
}
