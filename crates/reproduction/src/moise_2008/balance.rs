//! The paper's claims on load balancing, by its own indicator and compared with chance.

use super::setting::settings;
use super::table_1::{Came, LATEST, NODES, TESTS, Test};
use crate::numbers::number;
use crate::{Case, Claim, Measured, PairedDifference, Said, ToldIn, Verdict};
use scheduling::system::broker::{Broker, Placement};

/// As even as whole numbers of tasks can be.
const EVEN: f64 = 1.0;

fn even(test: &Test, nodes: u32, came: &[Came]) -> Case {
    let spreads: Vec<f64> = came.iter().map(Came::spread).collect();
    let even = spreads.iter().filter(|it| **it <= EVEN).count();
    let verdict = if came.is_empty() { Verdict::CannotTell } else { Verdict::exact(even == came.len()) };
    let printed = test.printed.iter().copied();
    let apart = printed.clone().fold(0.0, f64::max) - printed.fold(f64::INFINITY, f64::min);
    let words = format!(
        "{even} of {} batches, {} tasks apart in the mean; printed: {}",
        came.len(),
        number(Measured::of(&spreads).mean, 1),
        number(apart, 0)
    );
    Case::new(format!("test {}, {nodes} nodes an agent", test.number), verdict, words)
}

/// By the load of the agents, which Sect. 4 defines and Table 1 prints.
pub(super) fn ensured(as_printed: &[Vec<Vec<Came>>]) -> Claim {
    let mut cases = Vec::new();
    for (&nodes, tests) in NODES.iter().zip(as_printed) {
        cases.extend(TESTS.iter().zip(tests).map(|(test, came)| even(test, nodes, came)));
    }
    Claim::new(
        "Sect. 5.1",
        "The load balancing property of the final schedule is ensured by the algorithm itself",
        "By the paper's indicator, the load of an agent, which is to “establish if the final schedule loads the resources of the \
         system in a balanced manner”: in every batch the agent with most tasks has at most one more than the one with fewest, \
         as even as whole tasks go.",
        &cases,
    )
}

/// A guarantee that chance fulfils as well is none.
pub(super) fn guaranty(ours: &[Vec<Came>], seeds: u32) -> Claim {
    let random = |test: &Test| {
        let settings = Broker { placement: Placement::Random, ..settings(test.agents()) };
        test.came(seeds, (NODES[0], LATEST[0]), &settings)
    };
    let mut cases = Vec::new();
    for (test, came) in TESTS.iter().zip(ours) {
        let other = random(test);
        let less = |of: fn(&Came) -> f64| {
            let pairs = came.iter().zip(&other);
            PairedDifference::of(pairs.map(|(one, other)| of(one) - of(other)).collect(), true)
        };
        for (name, of) in [
            ("tasks of the agents, most less fewest", Came::spread as fn(&Came) -> f64),
            ("variation of the nodes' mean loads", |it| it.balance),
        ] {
            let name = format!("test {}, {name}", test.number);
            cases.push(Case::of(name, &less(of), Said::Less, ToldIn::Number));
        }
    }
    let verdicts: Vec<Verdict> = cases.iter().map(|it| it.verdict).collect();
    Claim {
        verdict: Verdict::whole(&verdicts),
        ..Claim::new(
            "Sect. 3.6",
            "these two criteria provide the guaranty that, in the end, the broker will obtain a schedule with the property of \
             load balancing",
            "Beside a placement that has neither criterion and puts each task on any node that fits, by a draw: agents' tasks \
             and nodes' mean loads lie less far apart than there, paired by batch, two nodes an agent. A guaranty stands or falls \
             as a whole.",
            &cases,
        )
    }
}
