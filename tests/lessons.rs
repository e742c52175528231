//! What docs/lessons.md says of lessons is so.

use serde_json::{Value, json};
use slotscope::criteria::report;
use slotscope::experiment::comparison::Interval;
use slotscope::experiment::{Scenario, run};
use slotscope::lesson::{Lesson, computed, looks_like_one};
use slotscope::workload::Workload;
use slotscope::workload::lublin::Lublin;

#[test]
fn the_example_of_the_documentation_is_a_lesson_with_the_right_answer() {
    let text = include_str!("../docs/lessons.md");
    let (_, after) = text.split_once("```json\n").expect("an example");
    let (json, _) = after.split_once("```").expect("its end");
    assert!(looks_like_one(json.as_bytes()));
    let lesson = Lesson::from_json(json.as_bytes()).expect("a lesson that is whole");
    let value = computed(&lesson.question).expect("a chart that runs");
    assert!(lesson.question.agrees(&value.expect("an answer")));
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
        let scenario = Scenario {
            seed,
            ..scenario.clone()
        };
        report(&run(&scenario, log).expect("it runs")).mean_waiting_time
    };
    (1..=10).map(of_seed).collect()
}

/// "Why reservations help here and hurt there" says this of the sample, by differences paired by seed.
#[test]
fn what_a_lesson_says_of_co_allocation_and_queues_is_what_the_runs_show() {
    let lesson = include_str!("../static/lessons/help-or-hurt.json");
    let lesson: Value = serde_json::from_str(lesson).expect("JSON");
    let log = Lublin::default().generate().expect("a valid model");
    let curve = &lesson["steps"][2]["show"]["curve"];
    let names: Vec<&str> = (0..4)
        .filter_map(|at| curve["plans"][at]["name"].as_str())
        .collect();
    assert_eq!(names, ["co-allocation", "conservative", "EASY", "FCFS-BF"]);
    let without: Vec<f64> = (0..4).map(|plan| waits(curve, plan, 0, &log)[0]).collect();
    assert!(
        without[1..].iter().all(|queue| *queue < without[0]),
        "{without:?}"
    );
    let change = |plan: usize, percent: u32| {
        let with = waits(curve, plan, percent, &log);
        Interval::of_differences(&with, &vec![without[plan]; with.len()]).expect("differences")
    };
    for percent in [20, 40, 60, 80, 100] {
        let co_allocation = change(0, percent);
        assert!(
            co_allocation.low() < 0.0 && co_allocation.high() > 0.0,
            "{percent}"
        );
        for queue in [1, 2] {
            assert!(
                change(queue, percent).low() > 0.0,
                "{} {percent}",
                names[queue]
            );
        }
    }
    let conservative = change(1, 60).mean;
    assert!(
        (3_000.0..4_500.0).contains(&conservative),
        "{conservative} s"
    );
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
