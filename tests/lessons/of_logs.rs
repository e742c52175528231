//! `docs/lessons.md` is right, and the sentences of the lessons on logs hold in their runs.

use super::{base, cannot_tell, chart, run_of, runs, starts};
use slotscope::criteria::report;
use slotscope::experiment::comparison::Interval;
use slotscope::experiment::{Run, Scenario, run};
use slotscope::lesson::{Lesson, Shot, computed, looks_like_one};
use slotscope::workload::Workload;
use slotscope::workload::lublin::Lublin;

const HURT: &str = "help-or-hurt";
const VAGUE: &str = "vague-first";
const TRADE: &str = "balance-of-trade";

#[test]
fn the_example_of_the_documentation_is_a_lesson_with_the_right_answer() {
    let text = include_str!("../../docs/lessons.md");
    let (_, after) = text.split_once("```json\n").expect("an example");
    let (json, _) = after.split_once("```").expect("its end");
    assert!(looks_like_one(json.as_bytes()));
    let lesson = Lesson::from_json(json.as_bytes()).expect("a lesson that is whole");
    let value = computed(&lesson.questions[0]).expect("a chart that runs");
    assert!(lesson.questions[0].agrees(&value.expect("an answer")));
}

fn sample() -> Workload {
    Lublin::default().generate().expect("a valid model")
}

/// The plans of a curve, with so many reservations.
fn plans(id: &str, step: usize, percent: u32) -> Vec<Shot> {
    let show = chart(id, step, &format!("scenario.workload.reservations.percent={percent}"));
    show.experiments().expect("plans")
}

/// The mean waits of a plan, seed by seed.
fn waits(plan: &Shot, log: &Workload) -> Vec<f64> {
    let of_seed = |seed| {
        let scenario = Scenario { seed, ..plan.scenario.clone() };
        report(&run(&scenario, log).expect("it runs")).mean_waiting_time
    };
    (1..=10).map(of_seed).collect()
}

/// "Why reservations help here and hurt there" says this of the sample, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_co_allocation_and_queues_is_what_the_runs_show() {
    let log = sample();
    let without = plans(HURT, 3, 0);
    let names: Vec<&str> = without.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["co-allocation", "conservative", "EASY", "FCFS-BF"]);
    let without: Vec<f64> = without.iter().map(|it| waits(it, &log)[0]).collect();
    assert!(without[1..].iter().all(|queue| *queue < without[0]), "{without:?}");
    let change = |plan: usize, percent: u32| {
        let with = waits(&plans(HURT, 3, percent)[plan], &log);
        Interval::of_differences(&with, &vec![without[plan]; with.len()]).expect("differences")
    };
    for percent in [20, 40, 60, 80, 100] {
        assert!(cannot_tell(&change(0, percent)), "{percent}");
        assert!(change(1, percent).low() > 0.0 && change(2, percent).low() > 0.0, "{percent}");
    }
    let conservative = change(1, 60).mean;
    assert!((3_000.0..4_500.0).contains(&conservative), "{conservative} s");
    assert!(change(3, 20).high() < 0.0);
    assert!(change(3, 60).low() > 0.0 && change(3, 80).low() > 0.0);
    // Booked for the request, waits are about ten times as long.
    for percent in [0, 100] {
        let booked = plans(HURT, 4, percent);
        let [run_time, request] = [0, 1].map(|at| waits(&booked[at], &log).iter().sum::<f64>());
        let ratio = request / run_time;
        assert!((9.0..12.0).contains(&ratio), "{percent}: {ratio}");
    }
}

/// When jobs start in a step without its plans, in the order of their numbers.
fn started(id: &str, step: usize, set: &str) -> Vec<i64> {
    starts(&run_of(&base(id, step, set)))
}

/// "Vague first, exact later" says this of its small schedules.
#[test]
fn what_a_lesson_says_of_vague_promises_is_what_the_schedules_show() {
    const SYSTEM: &str = "scenario.system.imprecise_calendar";
    for (length, backfill, promised) in [(40, false, 120), (40, true, 90), (80, false, 160), (80, true, 90)] {
        let set = format!("{SYSTEM}.levels.2.length={length} {SYSTEM}.backfill={backfill}");
        assert_eq!(started(VAGUE, 1, &set)[1], promised, "{set}");
    }
    for (nodes, expected) in [(1, 40), (2, 40), (3, 40), (4, 80)] {
        let set = format!("jobs.2.size={nodes}");
        assert_eq!(started(VAGUE, 2, &set)[1..], [40, expected], "{set}");
    }
    for (run, expected) in [(15, 20), (30, 30), (45, 50), (60, 60), (75, 130), (90, 130)] {
        let set = format!("jobs.0.run={run}");
        assert_eq!(started(VAGUE, 3, &set)[1..], [expected, 100], "{set}");
    }
}

/// "Vague first, exact later" says this of the sample, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_coarse_slots_is_what_the_runs_show() {
    let log = sample();
    let ran = |step: usize, set: &str| run(&base(VAGUE, step, set).scenario, &log).expect("it runs");
    let wait = |length: i64, backfill: bool| {
        const SYSTEM: &str = "scenario.system.imprecise_calendar";
        let set = format!("{SYSTEM}.levels.0.length={length} {SYSTEM}.backfill={backfill}");
        report(&ran(4, &set)).mean_waiting_time
    };
    let moved = wait(10, true);
    let times = |wait: f64| wait / moved;
    assert!((8.5..9.5).contains(&times(wait(10, false))));
    assert!((1.035..1.045).contains(&times(wait(160, true))));
    assert!((1.9..2.1).contains(&times(wait(2_560, true))));
    let measures = ran(5, "").measures;
    assert_eq!(["calendar_slots", "flat_slots"].map(|it| measures[it]), [200.0, 34_445.0]);
    for percent in [20, 40, 60] {
        let plans = plans(VAGUE, 5, percent);
        assert!(plans.iter().map(|it| &it.name).eq(["10 s alone", "three levels", "2,560 s alone"]));
        let [fine, three, coarse] = [0, 1, 2].map(|at| waits(&plans[at], &log));
        let of = |plan: &[f64]| Interval::of_differences(plan, &fine).expect("differences");
        assert!(of(&coarse).low() > 0.0, "{percent}");
        match percent {
            60 => assert!(of(&three).low() > 0.0),
            _ => assert!(cannot_tell(&of(&three)), "{percent}"),
        }
    }
}

/// "The balance of trade" says this of its small schedules.
#[test]
fn what_a_lesson_says_of_trade_is_what_the_schedules_show() {
    let traded = |step: usize, set: &str, value: i64| runs(TRADE, step, &format!("{set}={value}"));
    const ASKS: &str = "scenario.system.imprecise_calendar.bump_after";
    let [apart, asked] = &traded(1, ASKS, 0)[..] else {
        panic!("two plans");
    };
    assert_eq!(starts(apart), [0, 30, 60, 90, 120]);
    assert!(apart.schedule.outcomes.iter().all(|it| it.provider == 0));
    assert_eq!(starts(asked)[4], 40);
    let never = traded(1, ASKS, 120);
    assert_eq!(starts(&never[0]), starts(&never[1]));
    for run_time in [30, 40, 50, 60] {
        let run = &traded(2, "jobs.1.run", run_time)[0];
        let seconds = |key: &str, cluster: usize| (run.measures[&format!("{key}_{cluster}")] * 3_600.0).round() as i64;
        assert_eq!(seconds("consumption", 1), 3 * run_time + 180);
        let balances = [1, 2, 3].map(|it| seconds("balance", it));
        assert_eq!(balances.iter().sum::<i64>(), 0);
        if run_time == 30 {
            let elsewhere: Vec<bool> = run.schedule.outcomes[..5].iter().map(|it| it.provider != 0).collect();
            assert_eq!(elsewhere, [false, true, true, false, true]);
            assert_eq!(balances, [270, -180, -90]);
            assert_eq!([2, 3].map(|it| seconds("supply", it)), [180, 90]);
        }
    }
    for run_time in [40, 50, 60, 70] {
        let [apart, asked] = &traded(3, "jobs.0.run", run_time)[..] else {
            panic!("two plans");
        };
        assert_eq!(starts(apart), [0, 10, run_time, 30]);
        assert_eq!(starts(asked), [0, 10, 20, run_time]);
        assert_eq!(asked.schedule.outcomes[2].provider, 1);
    }
}

/// Clusters that keep to their own nodes.
const APART: &str = "scenario.system.imprecise_calendar.bump_after=null";

/// The clusters of "The balance of trade" with a field set, on a sample each of these seeds.
fn clusters(nodes: u32, set: &str, seeds: std::ops::RangeInclusive<u64>) -> Vec<Run> {
    let set = format!("{set} scenario.platform=[{nodes},{nodes},{nodes}]");
    let [scenario, again] = [4, 5].map(|step| base(TRADE, step, &set).scenario);
    assert_eq!(scenario, again);
    let of = |seed| {
        let sample = Lublin { seed, ..Lublin::default() };
        run(&scenario, &sample.generate().expect("a valid model")).expect("it runs")
    };
    seeds.map(of).collect()
}

/// A measure of each run.
fn each(runs: &[Run], key: &str) -> Vec<f64> {
    runs.iter().map(|it| it.measures[key]).collect()
}

/// The interval of the differences of a measure, paired by seed.
fn change(to: &[Run], from: &[Run], key: &str) -> Interval {
    Interval::of_differences(&each(to, key), &each(from, key)).expect("differences")
}

/// The same of the mean wait.
fn change_of_wait(to: &[Run], from: &[Run]) -> Interval {
    let waits = |runs: &[Run]| -> Vec<f64> {
        let of = |it: &Run| report(it).mean_waiting_time;
        runs.iter().map(of).collect()
    };
    Interval::of_differences(&waits(to), &waits(from)).expect("differences")
}

/// The mean and both ends of an interval, to two digits.
fn said(it: &Interval) -> String {
    format!("{:.2} {:.2} {:.2}", it.mean, it.low(), it.high())
}

/// "The balance of trade" says this of twenty samples, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_who_pays_is_what_the_runs_show() {
    let apart = clusters(64, APART, 1..=20);
    let asked = clusters(64, "", 1..=20);
    let delays = |runs: &[Run]| {
        let of = |it| format!("{:.2}", runs[0].measures[&format!("weighted_delay_of_{it}")]);
        [1, 2, 3].map(of)
    };
    assert_eq!(delays(&apart), ["1.45", "3.73", "2.00"]);
    assert_eq!(delays(&asked), ["1.42", "1.85", "1.77"]);
    assert_eq!(said(&change(&asked, &apart, "weighted_delay_of_2")), "-2.01 -2.47 -1.55");
    assert_eq!(said(&change(&asked, &apart, "weighted_delay_of_1")), "-0.35 -0.58 -0.12");
    assert!(change(&asked, &apart, "weighted_delay_of_3").high() < 0.0);
    let mut jobs_of = std::collections::BTreeMap::new();
    for job in &apart[0].jobs {
        *jobs_of.entry(job.logged.user).or_insert(0) += 1;
    }
    let busiest = jobs_of.iter().max_by_key(|(_, jobs)| **jobs);
    assert_eq!(busiest.map(|(user, _)| user % 3), Some(1));
    let of_1 = |runs| each(runs, "weighted_delay_of_1");
    let grows = of_1(&asked).into_iter().zip(of_1(&apart));
    assert_eq!(grows.filter(|(asked, apart)| asked > apart).count(), 4);
    let balance = |it| change(&asked, &apart, &format!("balance_{it}"));
    assert!(balance(1).high() < 0.0 && balance(2).low() > 0.0 && cannot_tell(&balance(3)));
    let means = [balance(1), balance(2), change(&asked, &apart, "consumption_1")];
    assert_eq!(means.map(|it| it.mean.round()), [-2_154.0, 2_385.0, 2_386.0]);
    for run in &asked {
        let sum = |key: &str| (1..=3).map(|it| run.measures[&format!("{key}_{it}")]).sum::<f64>();
        assert!((sum("supply") - sum("consumption")).abs() < 1e-6);
    }
    // In the sample less is gained with more nodes.
    let gain = |nodes| {
        let [apart, asked] = [APART, ""].map(|set| report(&clusters(nodes, set, 1..=1)[0]).mean_waiting_time);
        apart - asked
    };
    let gains = [64, 80, 96, 128].map(gain);
    assert!(gains.is_sorted_by(|more, less| more > less) && gains[3] > 0.0);
}

/// "The balance of trade" says this of limits and of stale news, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_limits_and_stale_news_is_what_the_runs_show() {
    let apart = clusters(64, APART, 1..=20);
    let asked = clusters(64, "", 1..=20);
    let limited = clusters(64, "scenario.system.imprecise_calendar.deficit_limit=1000", 1..=20);
    let trade = |runs| each(runs, "trade").iter().sum::<f64>();
    let less = 100.0 * (1.0 - trade(&limited) / trade(&asked));
    assert_eq!(less.round(), 36.0);
    assert_eq!(said(&change(&limited, &asked, "weighted_delay_of_2")), "0.82 0.50 1.15");
    assert!(change(&limited, &apart, "weighted_delay_of_2").high() < 0.0);
    for key in ["weighted_delay_of_1", "weighted_delay_of_3"] {
        assert!(cannot_tell(&change(&limited, &asked, key)), "{key}");
    }
    let stale = clusters(64, "scenario.system.imprecise_calendar.staleness=86400", 1..=20);
    assert!(each(&asked, "declined").iter().all(|&it| it == 0.0));
    let declined = each(&stale, "declined").iter().sum::<f64>() / 20.0;
    assert_eq!(declined.round(), 444.0);
    let grows = change_of_wait(&stale, &asked);
    let ends = [grows.mean, grows.low(), grows.high()].map(f64::round);
    assert_eq!(ends, [289.0, 96.0, 482.0]);
    assert_eq!(change_of_wait(&asked, &apart).mean.round(), -6_414.0);
    let wait = |runs: &[Run]| report(&runs[0]).mean_waiting_time.round();
    let limit =
        |hours: u32| wait(&clusters(64, &format!("scenario.system.imprecise_calendar.deficit_limit={hours}"), 1..=1));
    let waits = [limit(4_000), wait(&asked), limit(0), wait(&apart)];
    assert_eq!(waits, [2_181.0, 2_181.0, 6_313.0, 7_792.0]);
}

/// "Why are GPUs idle while jobs wait" says this of its schedules.
#[test]
fn what_a_lesson_says_of_idle_gpus_is_what_the_runs_show() {
    for (step, set, expected) in [
        (1, "scenario.system.cluster.placement=spread", &[&[0, 10, 100][..]][..]),
        (1, "scenario.system.cluster.placement=first_fit", &[&[0, 10, 20]]),
        (1, "scenario.system.cluster.placement=best_fit", &[&[0, 10, 20]]),
        (2, "", &[&[0, 5, 30, 120], &[0, 5, 30, 40]]),
        (2, "jobs.2.run=150", &[&[0, 5, 30, 180], &[0, 5, 30, 40]]),
        (3, "", &[&[0, 100, 100], &[0, 10, 20]]),
    ] {
        let starts: Vec<Vec<i64>> = runs("idle-gpus", step, set).iter().map(starts).collect();
        assert_eq!(starts, expected, "{step} {set}");
    }
}
