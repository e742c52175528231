//! The decisions of schedulers one by one: together they make the schedule.

use proptest::prelude::*;

use super::by_hand::dag;
use super::naive_bmct::naive;
use crate::policy::workflow::testing::any_dag;
use crate::policy::workflow::{Decided, FirstAssignment, Scheduler, Stays, Step, Tried};
use workload::workflow::{Dag, Placed};

/// All schedulers that decide by themselves, with their first assignment.
fn schedulers() -> impl Iterator<Item = (Scheduler, FirstAssignment)> {
    let of = |scheduler| FirstAssignment::ALL.map(|first| (scheduler, first));
    Scheduler::ALL.into_iter().flat_map(of).filter(|(it, _)| *it != Scheduler::Given)
}

/// Where tasks are after the last decision.
fn last_places(dag: &Dag, steps: &[Step]) -> Vec<Option<Placed>> {
    let mut places = vec![None; dag.tasks()];
    for &(task, place) in steps.iter().flat_map(|it| &it.placed) {
        places[task] = Some(place);
    }
    places
}

fn at(machine: usize, start: f64, finish: f64) -> Placed {
    Placed { machine, start, finish }
}

proptest! {
    #[test]
    fn the_last_step_is_the_schedule(dag in any_dag(40, 6)) {
        for (scheduler, first) in schedulers() {
            let steps = scheduler.steps(&dag, first);
            let schedule = scheduler.schedule(&dag, first).expect("it decides by itself");
            let placed: Vec<_> = schedule.placed.into_iter().map(Some).collect();
            prop_assert_eq!(last_places(&dag, &steps), placed, "{:?}", scheduler);
        }
    }

    /// Each task goes where it ends first, of all machines, and the ranks fall.
    #[test]
    fn heft_chooses_the_first_finish(dag in any_dag(40, 6)) {
        let steps = Scheduler::Heft.steps(&dag, FirstAssignment::default());
        prop_assert_eq!(steps.len(), dag.tasks());
        let mut before = f64::INFINITY;
        for step in steps {
            let Decided::FirstFinish { rank } = step.what else { panic!("{step:?}") };
            prop_assert!(rank <= before);
            before = rank;
            prop_assert_eq!(step.candidates.len(), dag.machines());
            let first = step.candidates.iter().map(|it| it.finish).fold(f64::INFINITY, f64::min);
            prop_assert_eq!(step.placed[0].1.finish, first);
        }
    }

    /// The chosen pair has the highest level of its task's pairs, and no other task has a higher one.
    #[test]
    fn dls_chooses_the_highest_level(dag in any_dag(30, 5)) {
        for step in Scheduler::Dls.steps(&dag, FirstAssignment::default()) {
            let chosen = step.placed[0].1;
            let Decided::HighestLevel { dynamic, second, ready, .. } = step.what else { panic!("{step:?}") };
            prop_assert_eq!(dynamic.len(), dag.machines());
            let highest = dynamic.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert_eq!(dynamic[chosen.machine], highest);
            prop_assert_eq!(step.candidates[chosen.machine], chosen);
            prop_assert_eq!(second.is_some(), ready > 1);
            prop_assert!(second.is_none_or(|(.., level)| level <= highest));
        }
    }

    /// Of one or two places the one that begins first, and no more tasks sorted than there are machines.
    #[test]
    fn fcp_chooses_one_of_two(dag in any_dag(30, 5)) {
        for step in Scheduler::Fcp.steps(&dag, FirstAssignment::default()) {
            let chosen = step.placed[0].1;
            let Decided::OneOfTwo { others, .. } = step.what else { panic!("{step:?}") };
            prop_assert!((1..=2).contains(&step.candidates.len()));
            prop_assert!(step.candidates.contains(&chosen));
            prop_assert!(step.candidates.iter().all(|it| chosen.start <= it.start));
            prop_assert!(others.0 <= dag.machines());
        }
    }

    #[test]
    fn hybrid_bmct_is_what_its_rule_says(dag in any_dag(18, 4)) {
        for first in FirstAssignment::ALL {
            prop_assert_eq!(Scheduler::HybridBmct.steps(&dag, first), naive(&dag, first));
        }
    }
}

/// By rank a (8), b (6), c (3), d (1), in the groups a, then b and c, then d.
#[test]
fn hybrid_bmct_by_hand_step_by_step() {
    let dag = dag("a 2 2, b 6 6, c 2 2, d 1 1", "a b 0, a c 1, c d 0");
    let assigned = |group, rank, size| Decided::Assigned { group, rank, size };
    let stays = |task, end| Tried { task, why: Stays::NoRoom(Some(end)) };
    let settled = |group, last, done, tried| Step {
        placed: Vec::new(),
        candidates: Vec::new(),
        what: Decided::Settled { group, last, done, tried },
    };
    let expected = vec![
        Step {
            placed: vec![(0, at(0, 0.0, 2.0))],
            candidates: vec![at(0, 0.0, 2.0), at(1, 0.0, 2.0)],
            what: assigned(0, 8.0, 1),
        },
        settled(0, 0, 2.0, vec![stays(0, 2.0)]),
        Step {
            placed: vec![(1, at(0, 2.0, 8.0))],
            candidates: vec![at(0, 2.0, 8.0), at(1, 2.0, 8.0)],
            what: assigned(1, 6.0, 2),
        },
        // c could start at 2 as well, and comes behind b; its data are on m1 at 3.
        Step {
            placed: vec![(2, at(0, 8.0, 10.0)), (1, at(0, 2.0, 8.0))],
            candidates: vec![at(0, 2.0, 4.0), at(1, 3.0, 5.0)],
            what: assigned(1, 3.0, 2),
        },
        // b, whose mean earliest start is 2 and that of c 2.5, is tried first.
        Step {
            placed: vec![(1, at(1, 2.0, 8.0)), (2, at(0, 2.0, 4.0))],
            candidates: vec![at(1, 2.0, 8.0)],
            what: Decided::Moved {
                group: 1,
                from: 0,
                done: (10.0, 8.0),
                without: 4.0,
                with: vec![8.0],
                tried: Vec::new(),
            },
        },
        settled(1, 1, 8.0, vec![stays(1, 10.0)]),
        Step {
            placed: vec![(3, at(0, 4.0, 5.0))],
            candidates: vec![at(0, 4.0, 5.0), at(1, 8.0, 9.0)],
            what: assigned(2, 1.0, 1),
        },
        // m1 is done with b at 8, and has no task of this group.
        settled(2, 1, 8.0, Vec::new()),
    ];
    for first in FirstAssignment::ALL {
        assert_eq!(Scheduler::HybridBmct.steps(&dag, first), expected);
    }
}

/// After e on m0 until 1 and f on m1 until 9, x has m0 from 1 to 2, and y from 10, when its data are there, to
/// 12: without x m0 is done no earlier. y would be done on m1 at 24.
#[test]
fn a_task_that_does_not_help_stays_with_the_reason() {
    let dag = dag("e 1 90, f 90 9, x 1 50, y 2 15", "e x 0, f y 1");
    let steps = Scheduler::HybridBmct.steps(&dag, FirstAssignment::ExecutionTime);
    let settled = Decided::Settled {
        group: 1,
        last: 0,
        done: 12.0,
        tried: vec![Tried { task: 2, why: Stays::NoEarlier }, Tried { task: 3, why: Stays::NoRoom(Some(24.0)) }],
    };
    assert_eq!(steps.last().map(|it| &it.what), Some(&settled));
}
