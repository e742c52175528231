use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::{Run, System, knobs, start, validate};
use scheduling::system::{Knob, Unit, Values};
use workload::testing::rows;
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::{Workload, WorkloadKind, read};

/// Forty jobs of an hour: systems that look at every slot of a log of days take long.
fn log() -> Workload {
    let job = |at: u32| {
        let (wait, run, size) = (at % 7 * 40, 60 + at * 37 % 400, 1 + at * 5 % 16);
        format!(
            "{at} {} {wait} {run} {size} -1 -1 {size} {} -1 1 {} 1 1 {} 1 -1 -1\n",
            at * 45,
            run + at % 3 * 30,
            at % 4,
            at % 2
        )
    };
    let text: String = (1..=40).map(job).collect();
    read("log.swf", text.as_bytes()).expect("a log").workload
}

fn batch() -> Workload {
    let table = "task,start,end,load\na,5,30,40\nb,5,25,30\nc,6,40,50\nd,9,30,35\ne,9,20,45\nf,12,22,60\n";
    read("tasks.csv", table.as_bytes()).expect("a batch").workload
}

fn workflow() -> Workload {
    Workload::of_workflow("w", generate(Kind::Montage, 25, &Amounts::MONTAGE, 3))
}

fn workload(kind: WorkloadKind) -> Workload {
    match kind {
        WorkloadKind::Log => log(),
        WorkloadKind::Workflow => workflow(),
        WorkloadKind::TaskBatch => batch(),
    }
}

/// Number of instants that are run: some settings act at every second of a log of days.
const INSTANTS: usize = 3_000;

/// The runs with several seeds, as far as they come.
fn runs(scenario: &Scenario, workload: &Workload) -> Option<Vec<Run>> {
    let of_seed = |seed| {
        let seeded = Scenario { seed, ..scenario.clone() };
        let mut simulation = start(&seeded, workload).ok()?;
        simulation.advance(INSTANTS);
        Some(simulation.finish())
    };
    [1, 2, 3, u64::MAX].into_iter().map(of_seed).collect()
}

fn are_equal(runs: &[Run]) -> bool {
    runs.windows(2).all(|pair| pair[0] == pair[1])
}

/// A value that a knob may have, by two numbers that are drawn.
fn value(knob: &Knob, at: usize, share: f64) -> Value {
    match &knob.values {
        Values::Choices(choices) => choices.all[at % choices.all.len()].key.into(),
        Values::Numbers(numbers) => {
            let beyond = match numbers.unit {
                // Periods of seconds take a log of days long.
                Unit::Seconds if numbers.least == 0.0 && at.is_multiple_of(2) => 0.0,
                Unit::Seconds => 600.0 + share * 20_000.0,
                // Small values often, as the ranges go up to years.
                _ if at.is_multiple_of(2) => share * 5.0,
                _ => share * 100.0,
            };
            let value = (numbers.least + beyond).min(numbers.most);
            knobs::number(if numbers.whole { value.round() } else { value })
        }
        _ => unreachable!("it is varied"),
    }
}

/// Whether it makes a log of days one of millions of steps: periods and slots of a second, a light load.
fn is_slow(knob: &Knob) -> bool {
    let of_messages = ["jitter", "latency"].iter().any(|it| knob.path.ends_with(it));
    let in_seconds = knob.numbers().is_some_and(|it| it.unit == Unit::Seconds);
    in_seconds && !of_messages || knob.path == knobs::LOAD
}

/// A system, the values of some of its knobs, a platform and reservations.
fn scenarios() -> impl Strategy<Value = Scenario> {
    let set = prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, 0.0..1.0), 0..6);
    let reservations = (
        prop::sample::select(vec![0.0, 0.0, 30.0, 100.0, 100.0]),
        prop::sample::select(vec!["fixed", "flexible", "listed", "best_effort_processors"]),
        prop::sample::select(vec![("logged_wait", 2.0), ("lead_time", 2.0), ("lead_time", 0.0)]),
    );
    let links = prop::sample::select(vec![
        json!([]),
        json!([{"agent": 0, "jitter": 3.0}]),
        json!([{"agent": 0, "loss_percent": 20.0}]),
    ]);
    (0..System::all().len(), set, prop::collection::vec(8..40_u32, 1..4), reservations, links).prop_map(
        |(system, set, platform, (percent, request, (start, most)), links)| {
            let mut scenario = Scenario { system: System::all().swap_remove(system), platform, ..Scenario::default() };
            for (place, at, share) in set {
                let all = knobs::knobs(&scenario);
                let knob = place.get(&all);
                if is_slow(knob) {
                    continue;
                }
                let set = knobs::set(&scenario, knob.path, &value(knob, at, share));
                scenario = set.unwrap_or(scenario);
            }
            let mut json = serde_json::to_value(&scenario).expect("JSON");
            let of = &mut json["workload"]["reservations"];
            of["percent"] = json!(percent);
            of["request"] = json!(request);
            of["start"] = json!(start);
            of["lead_hours_max"] = json!(most);
            if let Some(pool) = json["system"].get_mut("co_allocation") {
                // The printed trees of a month of slots take half a minute.
                pool["horizon"] = json!(43_200);
            }
            if let Some(broker) = json["system"].get_mut("broker") {
                broker["links"] = links;
            }
            serde_json::from_value(json).expect("a scenario")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(150)))]
    /// The rule itself, over all systems, on every kind of workload that each takes.
    #[test]
    fn where_nothing_is_drawn_all_seeds_agree_to_the_last_byte(scenario in scenarios()) {
        prop_assume!(validate(&scenario).is_ok());
        for &kind in scenario.system.model().takes() {
            if draws(&scenario, kind) {
                continue;
            }
            if let Some(runs) = runs(&scenario, &workload(kind)) {
                prop_assert!(are_equal(&runs), "{scenario:?}");
            }
        }
    }
}

/// Checks the scenario's statement on draws, and returns whether its seeds agree.
#[track_caller]
fn tells(json: &str, kind: WorkloadKind) -> bool {
    let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
    let runs = runs(&scenario, &workload(kind)).expect("runs");
    let drawn = draws(&scenario, kind);
    assert_eq!(drawn, !are_equal(&runs), "{json}");
    drawn
}

#[test]
fn what_is_drawn_is_known() {
    for [drawn, kind, scenario] in rows(
        "// Which jobs are reservations.
        true | Log |
        false | Log | NONE
        true | Log | \"platform\": [32]
        true | Log | \"platform\": [32], \"workload\": {\"reservations\": {\"percent\": 50}}, \
        \"system\": {\"co_allocation\": {}}
        // All are, and where they go is drawn, or not.
        true | Log | TWO, ALL, \"system\": {\"two_level\": {}}
        false | Log | \"platform\": [32], ALL, \"system\": {\"two_level\": {}}
        false | Log | TWO, ALL, \"system\": {\"two_level\": {\"mct_ties\": \"order\"}}
        true | Log | TWO, ALL, \"system\": {\"two_level\": {\"grid\": {\"reservation_allocation\": \"random\"}}}
        false | Log | TWO, ALL, \
        \"system\": {\"two_level\": {\"mct_ties\": \"order\", \"grid\": {\"batch_allocation\": \"random\"}}}
        // When they begin.
        true | Log | \"platform\": [32], \"system\": {\"two_level\": {}}, \
        \"workload\": {\"reservations\": {\"percent\": 100, \"start\": \"lead_time\"}}
        false | Log | \"platform\": [32], \"system\": {\"two_level\": {}}, \
        \"workload\": {\"reservations\": {\"percent\": 100, \"start\": \"lead_time\", \"lead_hours_max\": 0}}
        // Where batch jobs go.
        true | Log | TWO, NONE, \"system\": {\"two_level\": {\"grid\": {\"batch_allocation\": \"random\"}}}
        false | Log | \"platform\": [32], NONE, \
        \"system\": {\"two_level\": {\"grid\": {\"batch_allocation\": \"random\"}}}
        false | Log | TWO, NONE, \"system\": {\"two_level\": \
        {\"grid\": {\"batch_allocation\": \"random\", \"reservation_allocation\": \"static_partition\"}}}
        // The log knows of no reservation, whatever is asked for.
        false | Log | \"system\": {\"as_logged\": {}}
        false | Workflow | \"system\": {\"workflow\": {}}, \"platform\": [1, 1, 1]
        true | Workflow | \"system\": {\"workflow\": {\"qoi_percent\": 20}}, \"platform\": [1, 1, 1]
        // A batch has none either.
        false | TaskBatch | \"system\": {\"broker\": {}}
        true | TaskBatch | \"system\": {\"broker\": {\"latency\": 1, \"jitter\": 3}}, NODES
        true | TaskBatch | \"system\": {\"broker\": {\"links\": [{\"agent\": 0, \"loss_percent\": 50}]}}, NODES
        true | TaskBatch | \"system\": {\"broker\": {\"failure_percent\": 50}}, NODES
        true | TaskBatch | \"system\": {\"broker\": {\"placement\": \"random\"}}, NODES
        false | TaskBatch | \
        \"system\": {\"broker\": {\"placement\": \"first_fit\", \"jitter\": 3, \"loss_percent\": 20}}",
    ) {
        let mut json = format!("{{{scenario}}}");
        for (name, meaning) in [
            ("NONE", r#""workload": {"reservations": {"percent": 0}}"#),
            ("ALL", r#""workload": {"reservations": {"percent": 100}}"#),
            ("TWO", r#""platform": [32, 32]"#),
            ("NODES", r#""platform": [100, 100, 100]"#),
        ] {
            json = json.replace(name, meaning);
        }
        let kinds = [WorkloadKind::Log, WorkloadKind::Workflow, WorkloadKind::TaskBatch];
        let kind = kinds.into_iter().find(|it| format!("{it:?}") == kind).expect("a kind");
        assert_eq!(tells(&json, kind).to_string(), drawn, "{json}");
    }
}
