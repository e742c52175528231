//! Executions of workflows.

mod errors;

use proptest::prelude::*;

use super::execution::{Ran, execute};
use super::{OnEarlyEnd, Plan, RunUntil, Workflow, Workflow as Settings, carried_out};
use crate::criteria::report;
use crate::criteria::wait_parts::tests::check_seconds;
use crate::engine::Tick;
use crate::policy::spare_time::{Slot, Variant};
use crate::system::Work;
use crate::system::prelude::*;
use crate::system::testing::measures;
use errors::{CHAIN, keeps_the_rules, montage};
use workload::select::Selection;
use workload::workflow;
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::workflow::{from_json, to_json};

/// The ten tasks of Topcuoglu, Hariri and Wu 2002, Figure 2.
const TOPCUOGLU: &str = r#"{
    "machines": ["p1", "p2", "p3"],
    "tasks": [
        {"name": "n1", "costs": [14, 16, 9]}, {"name": "n2", "costs": [13, 19, 18]},
        {"name": "n3", "costs": [11, 13, 19]}, {"name": "n4", "costs": [13, 8, 17]},
        {"name": "n5", "costs": [12, 13, 10]}, {"name": "n6", "costs": [13, 16, 9]},
        {"name": "n7", "costs": [7, 15, 11]}, {"name": "n8", "costs": [5, 11, 14]},
        {"name": "n9", "costs": [18, 12, 20]}, {"name": "n10", "costs": [21, 7, 16]}
    ],
    "edges": [
        {"from": "n1", "to": "n2", "data": 18}, {"from": "n1", "to": "n3", "data": 12},
        {"from": "n1", "to": "n4", "data": 9}, {"from": "n1", "to": "n5", "data": 11},
        {"from": "n1", "to": "n6", "data": 14}, {"from": "n2", "to": "n8", "data": 19},
        {"from": "n2", "to": "n9", "data": 16}, {"from": "n3", "to": "n7", "data": 23},
        {"from": "n4", "to": "n8", "data": 27}, {"from": "n4", "to": "n9", "data": 23},
        {"from": "n5", "to": "n9", "data": 13}, {"from": "n6", "to": "n8", "data": 15},
        {"from": "n7", "to": "n10", "data": 17}, {"from": "n8", "to": "n10", "data": 11},
        {"from": "n9", "to": "n10", "data": 13}
    ],
    "communication": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
}"#;

fn workflow(text: &str) -> workflow::Workflow {
    from_json(text).unwrap()
}

/// A run of a workflow with these settings, JSON, and a seed.
fn run_of(text: &str, settings: &str, seed: u64) -> Run {
    let settings: Workflow = serde_json::from_str(settings).unwrap();
    started(text, &settings, seed).unwrap().finish()
}

/// A run is over when it begins.
fn started(text: &str, settings: &Workflow, seed: u64) -> Result<Box<dyn Simulation>, String> {
    let platform = [64, 64];
    settings.validate(&platform)?;
    settings.start(Input {
        platform: &platform,
        seed,
        work: Work::Workflow(&workflow(text), &Selection::default()),
        placements: None,
        resources: None,
        names: None,
    })
}

/// Why a workflow cannot be run with these settings.
fn refusal(text: &str, settings: &str) -> String {
    let settings: Workflow = serde_json::from_str(settings).unwrap();
    started(text, &settings, 1).err().expect("it is refused")
}

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

#[test]
fn heft_takes_80_and_the_deadline_is_160() {
    let run = run_of(TOPCUOGLU, "{}", 1);
    assert_eq!(measures(&run, "schedule_length deadline"), "80 160");
    assert_eq!(run.platform, [1, 1, 1]);
    assert_eq!(run.workflow().expect("a workflow").machines, ["p1", "p2", "p3"]);
    assert!(run.tasks()[..2].iter().map(|it| &it.name).eq(["n1", "n2"]));
    assert!(run.schedule.outcomes.iter().all(|it| it.status == Status::Done));
}

/// With a deadline at the schedule's end no spare time is shared out, and the slots are the
/// schedule.
#[test]
fn without_time_to_share_reservations_are_the_schedule() {
    let run = run_of(TOPCUOGLU, r#"{"deadline_factor": 1}"#, 1);
    let n1 = &run.tasks()[0];
    assert_eq!((n1.start, n1.finish, n1.reserved_until), (0.0, 9.0, 9.0));
    let last = &run.tasks()[9];
    assert_eq!((last.finish, last.ended), (80.0, Some(80.0)));
    assert_eq!(run.measures["spare_least"], 0.0);
    let report = report(&run);
    assert_eq!(report.makespan, 80.0);
    assert_eq!(report.measures["slot_utilization"], 100.0);
}

#[test]
fn a_deadline_in_seconds_counts_in_place_of_the_factor() {
    let run = run_of(TOPCUOGLU, r#"{"deadline": 100.5, "deadline_factor": 3}"#, 1);
    assert_eq!(run.measures["deadline"], 100.5);
    assert_eq!(run.measures["alpha"], 100.0 * 20.5 / 80.0);
    assert_eq!(run.jobs[0].reservation.unwrap().deadline, 100_500);
    let refused = refusal(TOPCUOGLU, r#"{"deadline": 79.5}"#);
    assert_eq!(refused, "system.workflow.deadline: 79.5 s is before the end of the schedule, 80 s");
}

/// The schedule, the deadline and the reservations count from the earliest start; spare time stays the same.
#[test]
fn nothing_starts_before_the_earliest_start() {
    let [at_once, later] = ["{}", r#"{"earliest_start": 100.5}"#].map(|it| run_of(TOPCUOGLU, it, 1));
    assert_eq!(later.measures["deadline"], 260.5);
    let asked = later.jobs[0].reservation.unwrap();
    assert_eq!((asked.ready, asked.deadline), (100_500, 260_500));
    for (first, second) in at_once.schedule.outcomes.iter().zip(&later.schedule.outcomes) {
        assert_eq!((second.start, second.completion), (first.start + 100_500, first.completion + 100_500));
    }
    for (first, second) in at_once.tasks().iter().zip(later.tasks()) {
        assert_eq!((second.start, second.planned_start), (first.start + 100.5, first.planned_start));
    }
    for key in ["schedule_length", "alpha", "spare_least", "spare_mean", "slot_utilization"] {
        assert_eq!(at_once.measures[key], later.measures[key], "{key}");
    }
}

/// A deadline of no lengths at all would be shorter than any schedule.
#[test]
fn the_own_schedule_is_asked_for_in_vain_where_there_is_none() {
    let refused = refusal(TOPCUOGLU, r#"{"scheduler": "given"}"#);
    assert!(refused.contains("no schedule of its own"), "{refused}");
}

#[test]
fn times_in_ticks_are_the_exact_ones_rounded() {
    let workflow = to_json(&generate(Kind::Montage, 60, &Amounts::MONTAGE, 3));
    for variant in ["r_even_time", "cp_even_percent"] {
        let run = run_of(&workflow, &format!(r#"{{"variant": "{variant}"}}"#), 1);
        assert_eq!(run.tick, Tick::MILLISECOND);
        for (at, (outcome, task)) in run.schedule.outcomes.iter().zip(run.tasks()).enumerate() {
            for (ticks, seconds) in
                [(outcome.start, task.start), (outcome.end, task.finish), (outcome.held_until, task.reserved_until)]
            {
                assert!((ticks as f64 / 1000.0 - seconds).abs() <= 5.1e-4, "{ticks} {seconds}");
            }
            let bars = run.schedule.bars_of(at).iter().map(|it| (it.start, it.end));
            assert!(bars.eq([(outcome.start, outcome.held_until)]));
        }
        assert!(run.schedule.bars.is_sorted_by_key(|bar| bar.start));
    }
}

/// Where the file names no machines, providers are the machines, and speeds divide run times.
#[test]
fn providers_are_machines_where_the_file_names_none() {
    let text = r#"{"tasks": [{"name": "a", "costs": [10]}, {"name": "b", "costs": [6]}],
        "edges": [{"from": "a", "to": "b", "data": 100}]}"#;
    let run = run_of(text, r#"{"deadline_factor": 1}"#, 1);
    assert_eq!((run.platform.len(), run.measures["schedule_length"]), (2, 16.0));
    let run = run_of(text, r#"{"speeds": [1, 4], "bandwidth": 10}"#, 1);
    assert_eq!(run.measures["schedule_length"], 4.0);
    assert_eq!(run.tasks()[1].machine, 1);
}

#[test]
fn a_run_is_the_same_every_time() {
    let workflow = to_json(&generate(Kind::Layered, 40, &Amounts::USUAL, 5));
    let settings = r#"{"qoi_percent": 80, "on_overrun": "renegotiate"}"#;
    assert_eq!(run_of(&workflow, settings, 7), run_of(&workflow, settings, 7));
    assert_ne!(run_of(&workflow, settings, 7), run_of(&workflow, settings, 8));
}

/// Reproductions execute one plan repeatedly; the result equals that of a run with its settings.
#[test]
fn a_plan_that_is_shared_out_again_is_that_of_a_run() {
    let workflow = generate(Kind::Montage, 57, &Amounts::MONTAGE, 3);
    let mut plan = Plan::new(&workflow, &Workflow::default(), 0).unwrap();
    for (variant, deadline_factor, threshold_percent) in [
        (Variant::REvenPercent1, 1.2, 5.0),
        (Variant::REvenPercent1, 1.2, 0.1),
        (Variant::CpEvenPercent, 1.5, 5.0),
        (Variant::DagReserve, 1.1, 5.0),
    ] {
        let settings =
            Workflow { variant, deadline_factor, threshold_percent, qoi_percent: 60.0, ..Workflow::default() };
        plan.deadline = deadline_factor * plan.allocation.finish();
        plan.threshold = threshold_percent / 100.0;
        plan.share_out(variant);
        let json = serde_json::to_string(&settings).unwrap();
        let run = run_of(&to_json(&workflow), &json, 11);
        assert_eq!(carried_out(&plan, &settings, 11), run.measures, "{json}");
    }
}

/// a (10 s) on m0, then b (10 s) there; c (4 s) on m1 waits for the data of a, which take 2 s.
const FORK: &str = r#"{"machines": ["m0", "m1"],
    "tasks": [{"name": "a", "costs": [10, 10]}, {"name": "b", "costs": [10, 10]}, {"name": "c", "costs": [4, 4]}],
    "edges": [{"from": "a", "to": "b", "data": 0}, {"from": "a", "to": "c", "data": 2}],
    "communication": [[0, 1], [1, 0]],
    "schedule": [{"task": "a", "machine": "m0", "start": 0, "finish": 10},
                 {"task": "b", "machine": "m0", "start": 10, "finish": 20},
                 {"task": "c", "machine": "m1", "start": 12, "finish": 16}]}"#;

fn settings(scheduler: &str, factor: f64, qoi: f64) -> String {
    format!(
        r#"{{"scheduler": "{scheduler}", "variant": "dag_reserve", "deadline_factor": {factor}, "qoi_percent": {qoi}}}"#
    )
}

#[test]
fn both_machines_are_reserved_from_the_start_to_the_deadline() {
    let run = run_of(FORK, &settings("given", 1.25, 0.0), 1);
    let told: Vec<(f64, f64, f64)> = run.tasks().iter().map(|it| (it.start, it.finish, it.reserved_until)).collect();
    assert_eq!(told, [(0.0, 10.0, 10.0), (10.0, 20.0, 25.0), (12.0, 16.0, 25.0)]);
    // 20 s of 25 s, and 4 s of 25 s.
    assert_eq!(run.measures["slot_utilization"], (80.0 + 16.0) / 2.0);
    assert_eq!(run.measures["failures"], 0.0);
    // a and b may be late by 5 s each, alone; c may end at 25 s.
    assert_eq!(run.measures["spare_least"], 50.0);
    assert_eq!(run.measures["spare_most"], 225.0);
}

/// Where b, behind a, comes to more than 25 s together, it is killed at the deadline; where a alone does
/// not, c has its data 2 s behind it.
#[test]
fn tasks_start_when_they_can_and_end_by_the_deadline() {
    let (mut killed, mut earlier) = (0, 0);
    for seed in 0..100 {
        let run = run_of(FORK, &settings("given", 1.25, 60.0), seed);
        let ran = [0, 1, 2].map(|task: usize| run.schedule.outcomes[task].ran as f64 / 1e3);
        let [a, b, c] = [0, 1, 2].map(|task: usize| run.tasks()[task].clone());
        let near = |one: f64, other: f64| (one - other).abs() <= 2e-3;
        assert!(near(a.ended.unwrap(), ran[0]), "{a:?}");
        assert_eq!((b.start, c.start), (a.ended.unwrap(), a.ended.unwrap() + 2.0));
        let fails = run.measures["failures"];
        let is_killed = run.schedule.outcomes[1].status == Status::Killed;
        assert_eq!(fails, f64::from(u8::from(is_killed)));
        if is_killed {
            assert_eq!(b.ended, Some(25.0));
            killed += 1;
        }
        if b.start < 10.0 {
            earlier += 1;
        }
    }
    assert!(killed > 0 && earlier > 0, "{killed} killed, {earlier} earlier");
}

/// Data that come at the deadline are too late: the workflow is not done, though no task was killed.
#[test]
fn a_task_that_could_begin_only_at_the_deadline_fails() {
    let text = FORK
        .replace(r#""to": "c", "data": 2"#, r#""to": "c", "data": 9"#)
        .replace(r#""start": 12, "finish": 16"#, r#""start": 19, "finish": 23"#);
    let mut late = 0;
    for seed in 0..200 {
        let run = run_of(&text, &settings("given", 1.0, 90.0), seed);
        let a = run.tasks()[0].ended.unwrap();
        let is_rejected = run.schedule.outcomes[2].status == Status::Rejected;
        assert_eq!(is_rejected, a + 9.0 >= 23.0, "a ends at {a}");
        if is_rejected {
            late += 1;
            assert!(run.measures["failures"] >= 1.0);
        }
    }
    assert!(late > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(60)))]

    #[test]
    fn exact_estimates_never_fail(seed in 0..1_000u64, factor in 1.0..3.0_f64, kind in 0..5usize) {
        let text = to_json(&generate(Kind::ALL[kind], 40, &Amounts::USUAL, seed));
        for scheduler in ["heft", "hybrid_bmct", "fcp", "dls"] {
            let run = run_of(&text, &settings(scheduler, factor, 0.0), seed);
            prop_assert_eq!(run.measures["failures"], 0.0);
            prop_assert!(run.schedule.outcomes.iter().all(|it| it.status == Status::Done));
        }
    }

    /// Under all errors: no task runs past the deadline, machines run one task at a time and tasks wait
    /// for their data; a failure is reported exactly where not all is done.
    #[test]
    fn what_runs_keeps_the_rules(
        seed in 0..1_000u64, factor in 1.0..2.0_f64, qoi in 0.0..200.0_f64,
    ) {
        let workflow = generate(Kind::Montage, 40, &Amounts::MONTAGE, seed);
        let run = run_of(&to_json(&workflow), &settings("hybrid_bmct", factor, qoi), seed);
        let (tasks, outcomes) = (run.tasks(), &run.schedule.outcomes);
        let deadline = run.measures["deadline"];
        for edge in &run.workflow().expect("a workflow").edges {
            let (from, to) = (edge.from as usize, edge.to as usize);
            if tasks[to].ended.is_none() {
                continue;
            }
            prop_assert_eq!(outcomes[from].status, Status::Done);
            prop_assert!(tasks[to].start >= tasks[from].ended.unwrap() + edge.seconds);
        }
        let mut by_machine: Vec<(u32, f64, f64)> = tasks
            .iter()
            .filter_map(|it| Some((it.machine, it.start, it.ended?)))
            .collect();
        by_machine.sort_by(|one, other| {
            let starts = one.1.total_cmp(&other.1).then(one.2.total_cmp(&other.2));
            one.0.cmp(&other.0).then(starts)
        });
        for pair in by_machine.windows(2) {
            prop_assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1);
        }
        prop_assert!(by_machine.iter().all(|it| it.2 <= deadline));
        prop_assert!(tasks.iter().all(|it| it.finish <= it.reserved_until && it.reserved_until <= deadline));
        let all_done = outcomes.iter().all(|it| it.status == Status::Done);
        prop_assert_eq!(run.measures["failures"] == 0.0, all_done);
        prop_assert!(run.measures["slot_utilization"] <= 100.0);
        check_seconds(&run, true)?;
    }
}
