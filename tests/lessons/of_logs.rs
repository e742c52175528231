//! `docs/lessons.md` is right, and the sentences of the lessons on logs hold in their runs.

use serde_json::{Value, json};
use slotscope::criteria::report;
use slotscope::experiment::comparison::Interval;
use slotscope::experiment::{Run, Scenario, run};
use slotscope::lesson::{Lesson, Value as Computed, computed, looks_like_one, workload};
use slotscope::workload::Workload;
use slotscope::workload::lublin::Lublin;

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

/// The mean waits of a plan of a lesson's curve with so many reservations, seed by seed.
fn waits(curve: &Value, plan: usize, percent: u32, log: &Workload) -> Vec<f64> {
    let mut chart = json!({ "scenario": curve["scenario"] });
    let set = curve["plans"][plan]["set"].as_object().expect("fields");
    for (path, value) in set {
        let mut field = &mut chart;
        for name in path.split('.') {
            field = &mut field[name];
        }
        *field = value.clone();
    }
    chart["scenario"]["workload"]["reservations"]["percent"] = percent.into();
    let scenario = chart["scenario"].to_string();
    let scenario = Scenario::from_json(scenario.as_bytes()).expect("a scenario");
    let of_seed = |seed| {
        let scenario = Scenario { seed, ..scenario.clone() };
        report(&run(&scenario, log).expect("it runs")).mean_waiting_time
    };
    (1..=10).map(of_seed).collect()
}

/// "Why reservations help here and hurt there" says this of the sample, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_co_allocation_and_queues_is_what_the_runs_show() {
    let lesson = include_str!("../../static/lessons/help-or-hurt.json");
    let lesson: Value = serde_json::from_str(lesson).expect("JSON");
    let log = Lublin::default().generate().expect("a valid model");
    let curve = &lesson["steps"][2]["show"]["curve"];
    let names: Vec<&str> = (0..4).filter_map(|at| curve["plans"][at]["name"].as_str()).collect();
    assert_eq!(names, ["co-allocation", "conservative", "EASY", "FCFS-BF"]);
    let without: Vec<f64> = (0..4).map(|plan| waits(curve, plan, 0, &log)[0]).collect();
    assert!(without[1..].iter().all(|queue| *queue < without[0]), "{without:?}");
    let change = |plan: usize, percent: u32| {
        let with = waits(curve, plan, percent, &log);
        Interval::of_differences(&with, &vec![without[plan]; with.len()]).expect("differences")
    };
    for percent in [20, 40, 60, 80, 100] {
        let co_allocation = change(0, percent);
        assert!(co_allocation.low() < 0.0 && co_allocation.high() > 0.0, "{percent}");
        for queue in [1, 2] {
            assert!(change(queue, percent).low() > 0.0, "{} {percent}", names[queue]);
        }
    }
    let conservative = change(1, 60).mean;
    assert!((3_000.0..4_500.0).contains(&conservative), "{conservative} s");
    assert!(change(3, 20).high() < 0.0);
    assert!(change(3, 60).low() > 0.0 && change(3, 80).low() > 0.0);
    // Booked for the request, waits are about ten times as long.
    let curve = &lesson["steps"][3]["show"]["curve"];
    for percent in [0, 100] {
        let [run_time, request] = [0, 1].map(|plan| waits(curve, plan, percent, &log));
        let ratio = request.iter().sum::<f64>() / run_time.iter().sum::<f64>();
        assert!((9.0..12.0).contains(&ratio), "{percent}: {ratio}");
    }
}

/// When a job starts in the schedule of a lesson's step, with some of its fields set.
fn start(lesson: &Value, step: usize, set: &[(&str, Value)], job: usize) -> i64 {
    let mut chart = lesson["steps"][step]["show"]["schedule"].clone();
    for (path, value) in set {
        *chart.pointer_mut(path).expect("a field") = value.clone();
    }
    let chart: Value = match chart["plans"].is_array() {
        true => json!({ "jobs": chart["jobs"], "scenario": chart["scenario"] }),
        false => chart,
    };
    let mut lesson = lesson.clone();
    lesson["question"] = json!({
        "ask": "When?", "show": { "schedule": chart }, "answer": { "start": { "job": job, "is": 0 } },
        "right": "Yes.", "wrong": "No.", "computed": { "start": { "job": job } },
    });
    let lesson = Lesson::from_json(lesson.to_string().as_bytes()).expect("a lesson");
    match computed(&lesson.questions[0]).expect("a chart that runs") {
        Some(Computed::Number(start)) => start as i64,
        other => panic!("no start: {other:?}"),
    }
}

/// "Vague first, exact later" says this of its small schedules.
#[test]
fn what_a_lesson_says_of_vague_promises_is_what_the_schedules_show() {
    let lesson = include_str!("../../static/lessons/vague-first.json");
    let lesson: Value = serde_json::from_str(lesson).expect("JSON");
    const SYSTEM: &str = "/scenario/system/imprecise_calendar";
    let coarsest = format!("{SYSTEM}/levels/2/length");
    for (length, promised) in [(40, 120), (80, 160)] {
        let of = |backfill: bool| {
            let mut given = lesson.clone();
            given["steps"][0]["show"]["schedule"]["scenario"]["system"]["imprecise_calendar"]["backfill"] =
                backfill.into();
            start(&given, 0, &[(&coarsest, length.into())], 2)
        };
        assert_eq!((of(false), of(true)), (promised, 90));
    }
    for (nodes, expected) in [(1, 40), (2, 40), (3, 40), (4, 80)] {
        let set = [("/jobs/2/size", nodes.into())];
        assert_eq!(start(&lesson, 1, &set, 2), 40);
        assert_eq!(start(&lesson, 1, &set, 3), expected, "{nodes}");
    }
    for (run, expected) in [(15, 20), (30, 30), (45, 50), (60, 60), (75, 130), (90, 130)] {
        let set = [("/jobs/0/run", run.into())];
        assert_eq!(start(&lesson, 2, &set, 2), expected, "{run}");
        assert_eq!(start(&lesson, 2, &set, 3), 100);
    }
}

/// "Vague first, exact later" says this of the sample, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_coarse_slots_is_what_the_runs_show() {
    let lesson = include_str!("../../static/lessons/vague-first.json");
    let lesson: Value = serde_json::from_str(lesson).expect("JSON");
    let log = Lublin::default().generate().expect("a valid model");
    let wait = |length: i64, backfill: bool| {
        let mut scenario = lesson["steps"][3]["show"]["curve"]["scenario"].clone();
        let system = &mut scenario["system"]["imprecise_calendar"];
        system["levels"][0]["length"] = length.into();
        system["backfill"] = backfill.into();
        let scenario = Scenario::from_json(scenario.to_string().as_bytes()).expect("a scenario");
        report(&run(&scenario, &log).expect("it runs")).mean_waiting_time
    };
    let moved = wait(10, true);
    let times = |wait: f64| wait / moved;
    assert!((8.5..9.5).contains(&times(wait(10, false))));
    assert!((1.035..1.045).contains(&times(wait(160, true))));
    assert!((1.9..2.1).contains(&times(wait(2_560, true))));
    let curve = &lesson["steps"][4]["show"]["curve"];
    let scenario = curve["scenario"].to_string();
    let scenario = Scenario::from_json(scenario.as_bytes()).expect("a scenario");
    let measures = run(&scenario, &log).expect("it runs").measures;
    let sizes = ["calendar_slots", "flat_slots"].map(|it| measures[it]);
    assert_eq!(sizes, [200.0, 34_445.0]);
    let names = (0..3).filter_map(|at| curve["plans"][at]["name"].as_str());
    assert!(names.eq(["10 s alone", "three levels", "2,560 s alone"]));
    for percent in [20, 40, 60] {
        let [fine, three, coarse] = [0, 1, 2].map(|plan| waits(curve, plan, percent, &log));
        let three = Interval::of_differences(&three, &fine).expect("differences");
        let coarse = Interval::of_differences(&coarse, &fine).expect("differences");
        assert!(coarse.low() > 0.0, "{percent}");
        match percent {
            60 => assert!(three.low() > 0.0),
            _ => assert!(three.low() < 0.0 && three.high() > 0.0, "{percent}"),
        }
    }
}

/// The schedules of a step of "The balance of trade", one for each plan, with a field of the chart set.
fn traded(step: usize, path: &str, value: i64) -> Vec<Run> {
    let lesson = include_str!("../../static/lessons/balance-of-trade.json");
    let mut lesson: Value = serde_json::from_str(lesson).expect("JSON");
    let chart = &mut lesson["steps"][step]["show"]["schedule"];
    *chart.pointer_mut(path).expect("a field") = value.into();
    let lesson = Lesson::from_json(lesson.to_string().as_bytes()).expect("a lesson");
    let shots = lesson.steps[step].show.shots().expect("runs");
    let of = |shot: &slotscope::lesson::Shot| run(&shot.scenario, &workload(&shot.jobs));
    shots.iter().map(|it| of(it).expect("it runs")).collect()
}

/// "The balance of trade" says this of its small schedules.
#[test]
fn what_a_lesson_says_of_trade_is_what_the_schedules_show() {
    let starts = |run: &Run| -> Vec<i64> {
        let outcomes = run.schedule.outcomes.iter();
        outcomes.map(|it| it.start).collect()
    };
    const ASKS: &str = "/scenario/system/imprecise_calendar/bump_after";
    let [apart, asked] = &traded(0, ASKS, 0)[..] else {
        panic!("two plans");
    };
    assert_eq!(starts(apart), [0, 30, 60, 90, 120]);
    assert!(apart.schedule.outcomes.iter().all(|it| it.provider == 0));
    assert_eq!(starts(asked)[4], 40);
    let never = traded(0, ASKS, 120);
    assert_eq!(starts(&never[0]), starts(&never[1]));
    for run_time in [30, 40, 50, 60] {
        let run = &traded(1, "/jobs/1/run", run_time)[0];
        let seconds = |key: &str, cluster: usize| (run.measures[&format!("{key}_{cluster}")] * 3_600.0).round() as i64;
        let of_2 = 3 * run_time;
        assert_eq!(seconds("consumption", 1), of_2 + 180);
        let balances = [1, 2, 3].map(|it| seconds("balance", it));
        assert_eq!(balances.iter().sum::<i64>(), 0);
        if run_time == 30 {
            let elsewhere = |&at: &usize| run.schedule.outcomes[at].provider != 0;
            assert_eq!((0..5).filter(elsewhere).collect::<Vec<_>>(), [1, 2, 4]);
            assert_eq!(balances, [270, -180, -90]);
            assert_eq!([2, 3].map(|it| seconds("supply", it)), [180, 90]);
        }
    }
    for run_time in [40, 50, 60, 70] {
        let [apart, asked] = &traded(2, "/jobs/0/run", run_time)[..] else {
            panic!("two plans");
        };
        assert_eq!(starts(apart), [0, 10, run_time, 30]);
        assert_eq!(starts(asked), [0, 10, 20, run_time]);
        assert_eq!(asked.schedule.outcomes[2].provider, 1);
    }
}

/// The clusters of "The balance of trade" with some of their settings, on a sample each of these seeds.
fn clusters(nodes: u32, set: &Value, seeds: std::ops::RangeInclusive<u64>) -> Vec<Run> {
    let lesson = include_str!("../../static/lessons/balance-of-trade.json");
    let lesson: Value = serde_json::from_str(lesson).expect("JSON");
    let mut scenario = lesson["steps"][3]["show"]["curve"]["scenario"].clone();
    assert_eq!(scenario, lesson["steps"][4]["show"]["curve"]["scenario"]);
    scenario["platform"] = json!([nodes, nodes, nodes]);
    for (field, value) in set.as_object().expect("fields") {
        scenario["system"]["imprecise_calendar"][field] = value.clone();
    }
    let scenario = Scenario::from_json(scenario.to_string().as_bytes()).expect("a scenario");
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

fn cannot_tell(it: &Interval) -> bool {
    it.low() < 0.0 && it.high() > 0.0
}

/// "The balance of trade" says this of twenty samples, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_who_pays_is_what_the_runs_show() {
    let apart = clusters(64, &json!({ "bump_after": null }), 1..=20);
    let asked = clusters(64, &json!({}), 1..=20);
    let delays = |runs: &[Run]| {
        let of = |it| format!("{:.2}", runs[0].measures[&format!("weighted_delay_of_{it}")]);
        [1, 2, 3].map(of)
    };
    assert_eq!(delays(&apart), ["1.45", "3.73", "2.00"]);
    assert_eq!(delays(&asked), ["1.42", "1.85", "1.77"]);
    let of_2 = change(&asked, &apart, "weighted_delay_of_2");
    assert_eq!(said(&of_2), "-2.01 -2.47 -1.55");
    let of_1 = change(&asked, &apart, "weighted_delay_of_1");
    assert_eq!(said(&of_1), "-0.35 -0.58 -0.12");
    let of_3 = change(&asked, &apart, "weighted_delay_of_3");
    assert!(of_3.high() < 0.0);
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
        let [apart, asked] = [json!({ "bump_after": null }), json!({})]
            .map(|set| report(&clusters(nodes, &set, 1..=1)[0]).mean_waiting_time);
        apart - asked
    };
    let gains = [64, 80, 96, 128].map(gain);
    assert!(gains.is_sorted_by(|more, less| more > less) && gains[3] > 0.0);
}

/// "The balance of trade" says this of limits and of stale news, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_limits_and_stale_news_is_what_the_runs_show() {
    let apart = clusters(64, &json!({ "bump_after": null }), 1..=20);
    let asked = clusters(64, &json!({}), 1..=20);
    let limited = clusters(64, &json!({ "deficit_limit": 1_000 }), 1..=20);
    let trade = |runs| each(runs, "trade").iter().sum::<f64>();
    let less = 100.0 * (1.0 - trade(&limited) / trade(&asked));
    assert_eq!(less.round(), 36.0);
    let of_2 = change(&limited, &asked, "weighted_delay_of_2");
    assert_eq!(said(&of_2), "0.82 0.50 1.15");
    assert!(change(&limited, &apart, "weighted_delay_of_2").high() < 0.0);
    for key in ["weighted_delay_of_1", "weighted_delay_of_3"] {
        assert!(cannot_tell(&change(&limited, &asked, key)), "{key}");
    }
    let stale = clusters(64, &json!({ "staleness": 86_400 }), 1..=20);
    assert!(each(&asked, "declined").iter().all(|&it| it == 0.0));
    let declined = each(&stale, "declined").iter().sum::<f64>() / 20.0;
    assert_eq!(declined.round(), 444.0);
    let grows = change_of_wait(&stale, &asked);
    let ends = [grows.mean, grows.low(), grows.high()].map(f64::round);
    assert_eq!(ends, [289.0, 96.0, 482.0]);
    assert_eq!(change_of_wait(&asked, &apart).mean.round(), -6_414.0);
    let wait = |runs: &[Run]| report(&runs[0]).mean_waiting_time.round();
    let limit = |hours: u32| wait(&clusters(64, &json!({ "deficit_limit": hours }), 1..=1));
    let waits = [limit(4_000), wait(&asked), limit(0), wait(&apart)];
    assert_eq!(waits, [2_181.0, 2_181.0, 6_313.0, 7_792.0]);
}

/// The starts of the jobs of a lesson's step under each of its plans, some fields set.
fn starts(lesson: &Lesson, step: usize, set: &[(&str, Value)]) -> Vec<Vec<i64>> {
    let show = &lesson.steps[step].show;
    let show = show.with(set.iter().map(|(path, value)| (*path, value)));
    let shots = show.expect("a chart").shots().expect("runs");
    let of = |shot: &slotscope::lesson::Shot| {
        let run = run(&shot.scenario, &workload(&shot.jobs)).expect("it runs");
        run.schedule.outcomes.iter().map(|it| it.start).collect()
    };
    shots.iter().map(of).collect()
}

/// "Why are GPUs idle while jobs wait" says this of its schedules.
#[test]
fn what_a_lesson_says_of_idle_gpus_is_what_the_runs_show() {
    let text = include_str!("../../static/lessons/idle-gpus.json");
    let lesson = Lesson::from_json(text.as_bytes()).expect("a lesson");
    let placement = "scenario.system.cluster.placement";
    for (policy, start) in [("spread", 100), ("first_fit", 20), ("best_fit", 20)] {
        let runs = starts(&lesson, 0, &[(placement, policy.into())]);
        assert_eq!(runs, [[0, 10, start]], "{policy}");
    }
    assert_eq!(starts(&lesson, 1, &[]), [[0, 5, 30, 120], [0, 5, 30, 40]]);
    let longer = starts(&lesson, 1, &[("jobs.2.run", 150.into())]);
    assert_eq!(longer, [[0, 5, 30, 180], [0, 5, 30, 40]]);
    assert_eq!(starts(&lesson, 2, &[]), [[0, 100, 100], [0, 10, 20]]);
}
