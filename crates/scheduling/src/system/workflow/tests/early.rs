//! Reservations that are moved forward when tasks end early.

use proptest::prelude::*;

use super::errors::{CHAIN, keeps_the_rules, montage};
use super::run_of;
use crate::engine::{Run, Status};
use crate::policy::spare_time::{Slot, Variant};
use crate::system::workflow::execution::{Ran, execute};
use crate::system::workflow::{OnEarlyEnd, Plan, RunUntil, Workflow as Settings};
use workload::workflow::from_json;

/// Of each task when its reservation begins, the estimate and the reservation end, and when it ended.
fn times(run: &Run) -> Vec<[f64; 4]> {
    run.tasks().iter().map(|it| [it.start, it.finish, it.reserved_until, it.ended.unwrap_or(-1.0)]).collect()
}

/// a and b take 10 s each and are reserved for 15: b follows a at 10 s, and takes the rest of a's reservation.
#[test]
fn the_next_task_begins_when_the_one_before_is_done() {
    let settings = |rest: &str| format!(r#"{{"scheduler": "given", "deadline": 30, "variant": "cp_even_time"{rest}}}"#);
    let kept = run_of(CHAIN, &settings(""), 1);
    assert_eq!(times(&kept), [[0.0, 10.0, 15.0, 10.0], [15.0, 25.0, 30.0, 25.0]]);
    assert!(!kept.measures.contains_key("moved_forward"));
    let moved = run_of(CHAIN, &settings(r#", "on_early_end": "move_earlier""#), 1);
    assert_eq!(times(&moved), [[0.0, 10.0, 10.0, 10.0], [10.0, 20.0, 25.0, 20.0]]);
    let measures = ["moved_forward", "moved_forward_by", "slot_utilization"];
    assert_eq!(measures.map(|it| moved.measures[it]), [1.0, 2.5, 100.0 * 20.0 / 25.0]);
}

/// c waits for the data of a, 3 s, and of b; b is over at 20 s whatever a does, and c stays at 25 s until then.
/// d follows c on m0.
const JOIN: &str = r#"{"machines": ["m0", "m1"], "communication": [[0, 1], [1, 0]],
    "tasks": [{"name": "a", "costs": [5, 5]}, {"name": "b", "costs": [20, 20]},
              {"name": "c", "costs": [10, 10]}, {"name": "d", "costs": [5, 5]}],
    "edges": [{"from": "a", "to": "c", "data": 3}, {"from": "b", "to": "c", "data": 2}],
    "schedule": [{"task": "a", "machine": "m1", "start": 0, "finish": 5}, {"task": "b", "machine": "m0", "start": 0, "finish": 20},
                 {"task": "c", "machine": "m0", "start": 20, "finish": 30}, {"task": "d", "machine": "m0", "start": 30, "finish": 35}]}"#;

#[test]
fn a_reservation_waits_for_the_last_of_those_before_it() {
    let of = |on_early_end: &str| {
        let settings = format!(
            r#"{{"scheduler": "given", "deadline": 50, "variant": "cp_even_time", "on_early_end": "{on_early_end}"}}"#
        );
        times(&run_of(JOIN, &settings, 1))
    };
    let (kept, moved) = (of("keep"), of("move_earlier"));
    // 15 s are shared by b, c and d.
    assert_eq!([1, 2, 3].map(|it: usize| kept[it][0]), [0.0, 25.0, 40.0]);
    // No task takes the time that `a` leaves of its machine.
    assert_eq!(moved[0], kept[0]);
    assert_eq!(moved[1], [0.0, 20.0, 20.0, 20.0]);
    assert_eq!(moved[2], [20.0, 30.0, 30.0, 30.0]);
    assert_eq!(moved[3], [30.0, 35.0, 40.0, 35.0]);
}

/// The rule by walking through time: a task begins at the first moment at which the data of all before it are
/// there and its machine is done with those before it, at the latest when its reservation does.
struct Walk<'a> {
    plan: &'a Plan,
    run_times: &'a [f64],
    run_until: RunUntil,
    /// The tasks of each machine in order.
    machines: Vec<Vec<usize>>,
    begun: Vec<Option<f64>>,
    ended: Vec<Option<f64>>,
    failed: Vec<bool>,
}

impl Walk<'_> {
    fn rounding(&self) -> f64 {
        1e-9 * self.plan.deadline
    }

    fn never_runs(&self, task: usize) -> bool {
        self.plan.dag.predecessors(task).iter().into_iter().any(|it| self.failed[it.task] || self.never_runs(it.task))
    }

    fn seconds(&self, data: f64, from: usize, to: usize) -> f64 {
        let machine = |it: usize| self.plan.slots[it].machine;
        self.plan.dag.transfer(data, machine(from), machine(to))
    }

    fn before_on_machine(&self, task: usize) -> &[usize] {
        let tasks = &self.machines[self.plan.slots[task].machine];
        let at = tasks.iter().position(|it| *it == task).expect("its place");
        &tasks[..at]
    }

    fn may_begin(&self, task: usize, now: f64) -> bool {
        let now = now + self.rounding();
        let mut data = self.plan.dag.predecessors(task).iter();
        let is_over = |it: &usize| {
            if self.never_runs(*it) {
                self.plan.slots[*it].reserved_until <= now
            } else {
                self.ended[*it].is_some_and(|it| it <= now)
            }
        };
        !self.never_runs(task)
            && data.all(|it| {
                let sent = self.ended[it.task];
                sent.is_some_and(|sent| sent + self.seconds(it.data, it.task, task) <= now)
            })
            && self.before_on_machine(task).iter().all(is_over)
    }

    /// Until when a task may run that begins now: no task behind it has begun.
    fn limit(&self, task: usize, now: f64) -> f64 {
        let slot = &self.plan.slots[task];
        let own = now + (slot.reserved_until - slot.start);
        if self.run_until == RunUntil::Reservation {
            return own;
        }
        let data = self
            .plan
            .dag
            .successors(task)
            .iter()
            .map(|it| self.plan.slots[it.task].start - self.seconds(it.data, task, it.task));
        let machine = (0..self.begun.len())
            .filter(|it| self.before_on_machine(*it).contains(&task))
            .map(|it| self.plan.slots[it].start);
        data.chain(machine).fold(self.plan.deadline, f64::min).max(own)
    }

    fn begin(&mut self, task: usize, now: f64) {
        let limit = self.limit(task, now);
        let end = now + self.run_times[task];
        self.failed[task] = end > limit + self.rounding();
        self.begun[task] = Some(now);
        self.ended[task] = Some(if self.failed[task] { limit } else { end });
    }

    fn walk(&mut self) {
        let slots = &self.plan.slots;
        let mut moments: Vec<f64> = slots.iter().flat_map(|it| [it.start, it.reserved_until]).collect();
        loop {
            moments.sort_by(f64::total_cmp);
            let ready = moments.iter().find_map(|&now| {
                let mut left = (0..self.begun.len()).filter(|it| self.begun[*it].is_none());
                Some((left.find(|it| self.may_begin(*it, now))?, now))
            });
            let Some((task, now)) = ready else { return };
            self.begin(task, now.min(self.plan.slots[task].start));
            let ended = self.ended[task].expect("it has begun");
            let arrivals = self.plan.dag.successors(task).iter().map(|it| ended + self.seconds(it.data, task, it.task));
            moments.extend(arrivals.chain([ended]));
        }
    }
}

fn plan_of(text: &str, settings: &Settings) -> Plan {
    Plan::new(&from_json(text).expect("a workflow"), settings, 0).expect("a plan")
}

fn any_settings() -> impl Strategy<Value = Settings> {
    (0..6_usize, 1.0..2.5_f64, 0.0..150.0_f64, any::<bool>()).prop_map(
        |(variant, deadline_factor, qoi_percent, strict)| Settings {
            variant: Variant::SHARED[variant],
            deadline_factor,
            qoi_percent,
            run_until: if strict { RunUntil::Reservation } else { RunUntil::SpareTime },
            on_early_end: OnEarlyEnd::MoveEarlier,
            ..Settings::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(80)))]

    #[test]
    fn moving_forward_is_what_its_rule_says(seed in 0..1_000u64, settings in any_settings()) {
        let plan = plan_of(&montage(seed), &settings);
        let execution = execute(&plan, &settings, seed);
        let run_times: Vec<f64> = execution.ran.iter().map(|it| it.run_time).collect();
        let tasks = run_times.len();
        let mut walk = Walk {
            plan: &plan,
            run_times: &run_times,
            run_until: settings.run_until,
            machines: plan.allocation.by_machine(&plan.dag),
            begun: vec![None; tasks],
            ended: vec![None; tasks],
            failed: vec![false; tasks],
        };
        walk.walk();
        let near = |one: f64, other: f64| (one - other).abs() <= 10.0 * walk.rounding();
        for task in 0..tasks {
            let (ran, slot): (Ran, Slot) = (execution.ran[task], execution.slots[task]);
            prop_assert_eq!(ran.failed, walk.failed[task]);
            prop_assert_eq!(ran.ended.is_some(), walk.begun[task].is_some());
            let Some((begun, ended)) = walk.begun[task].zip(walk.ended[task]) else { continue };
            prop_assert!(near(slot.start, begun) && near(ran.ended.unwrap(), ended), "{task}: {slot:?} {begun}");
            // Its reservation is as long as it was, or to where the next one on its machine begins.
            let planned = plan.slots[task];
            let whole = begun + (planned.reserved_until - planned.start);
            let next = (0..tasks).filter(|it| walk.before_on_machine(*it).contains(&task)).filter_map(|it| walk.begun[it]).fold(f64::INFINITY, f64::min);
            prop_assert!(near(slot.reserved_until, whole.min(next)), "{task}: {slot:?} {whole} {next}");
        }
    }

    /// Under the same errors: every task that was done is done no later, unless renegotiating has saved others; data,
    /// machines and the deadline are kept, and no machine is reserved twice.
    #[test]
    fn no_task_is_later_for_it(seed in 0..1_000u64, given in any_settings(), renegotiate in any::<bool>()) {
        let text = montage(seed);
        let run = |on_early_end: &str| {
            let mut settings = serde_json::to_value(&given).unwrap();
            settings["on_early_end"] = on_early_end.into();
            settings["on_overrun"] = if renegotiate { "renegotiate" } else { "fail" }.into();
            run_of(&text, &settings.to_string(), seed)
        };
        let (kept, moved) = (run("keep"), run("move_earlier"));
        keeps_the_rules(&from_json(&text).unwrap(), &moved);
        let rounding = 1e-9 * moved.measures["deadline"];
        let outcomes = kept.schedule.outcomes.iter().zip(&moved.schedule.outcomes);
        // Where renegotiating does not help, a task is killed, and others need not wait for it; moved forward it may
        // have been kept, and they wait.
        let none_was_killed = kept.measures["failures"] == 0.0;
        for ((before, now), (one, other)) in kept.tasks().iter().zip(moved.tasks()).zip(outcomes) {
            if one.status == Status::Done && (!renegotiate || none_was_killed) {
                prop_assert_eq!(other.status, Status::Done);
                prop_assert!(now.start <= before.start + rounding, "{before:?} {now:?}");
                prop_assert!(now.ended.unwrap() <= before.ended.unwrap() + rounding, "{before:?} {now:?}");
            }
        }
        let mut slots: Vec<(u32, f64, f64)> = moved.tasks().iter().map(|it| (it.machine, it.start, it.reserved_until)).collect();
        slots.sort_by(|one, other| one.partial_cmp(other).unwrap());
        for pair in slots.windows(2) {
            prop_assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1 + rounding, "{pair:?}");
        }
        prop_assert!(moved.measures["slot_utilization"] <= 100.0 + 1e-9);
        prop_assert!(moved.tasks().iter().all(|it| it.finish <= it.reserved_until + rounding));
    }
}
