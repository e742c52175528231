//! Scenarios and workloads that bytes choose.

use std::fmt::Write;

use serde_json::Value;
use slotscope::experiment::{Scenario, System, knobs, validate};
use slotscope::system::{Knob, Values};
use slotscope::workload::task_batch::{BatchTask, Node, TaskBatch};
use slotscope::workload::workflow::generate::{Kind, MadeUp};
use slotscope::workload::{Workload, WorkloadKind, read};

use crate::draws::Draws;

/// Numbers that settings get beside small ones.
const NUMBERS: [f64; 12] = [-1.0, 0.0, 0.5, 1.0, 2.0, 7.0, 60.0, 99.5, 100.0, 600.0, 3600.0, 1e11];

/// A scenario that can be run: a system as usual, some of whose fields are other ones.
pub fn scenario_of(draws: &mut Draws) -> Scenario {
    let mut systems = System::all();
    let place = draws.number(0, systems.len() as i64 - 1) as usize;
    let mut scenario =
        Scenario { system: systems.swap_remove(place), seed: draws.number(0, 3) as u64, ..Scenario::default() };
    let providers = draws.number(1, 4);
    scenario.platform = (0..providers).map(|_| draws.number(1, 12) as u32).collect();
    scenario.workload.first_job = None;
    scenario.workload.last_job = None;
    let mut scenario = with_few_slots(scenario);
    for _ in 0..draws.number(0, 12) {
        let changed = match draws.number(0, 2) {
            0 => with_another_field(&scenario, draws),
            _ => with_a_knob(&scenario, draws),
        };
        if let Some(changed) = changed.filter(is_small) {
            scenario = changed;
        }
    }
    scenario
}

/// Whether it can be run, and on few enough processors and slots for many runs: what settings may ask for takes
/// minutes.
fn is_small(scenario: &Scenario) -> bool {
    let few = scenario.platform.len() <= 8 && scenario.platform.iter().all(|&it| it <= 200);
    few && most_slots(scenario) <= 300.0 && validate(scenario).is_ok()
}

/// How many slots the settings ask for, if they have slots.
fn most_slots(scenario: &Scenario) -> f64 {
    let json = serde_json::to_value(&scenario.system).unwrap_or_default();
    let pool = &json["co_allocation"];
    let horizon = pool["horizon"].as_f64().unwrap_or(0.0);
    let slots = horizon / pool["slot"].as_f64().unwrap_or(1.0).max(1.0);
    let levels = json["imprecise_calendar"]["levels"].as_array();
    levels.into_iter().flatten().filter_map(|it| it["count"].as_f64()).fold(slots, f64::max)
}

/// A system whose usual settings have too many slots, with a hundred.
fn with_few_slots(scenario: Scenario) -> Scenario {
    if is_small(&scenario) {
        return scenario;
    }
    let path = "system.co_allocation.slot";
    knobs::set(&scenario, path, &Value::from(25_920)).unwrap_or(scenario)
}

fn number(draws: &mut Draws) -> f64 {
    if draws.flag() { draws.number(0, 200) as f64 } else { *draws.one_of(&NUMBERS).expect("there are some") }
}

/// Another value of a field that can sensibly be varied.
fn with_a_knob(scenario: &Scenario, draws: &mut Draws) -> Option<Scenario> {
    let knobs = knobs::knobs(scenario);
    let knob: &Knob = draws.one_of(&knobs)?;
    let value = match &knob.values {
        Values::Choices(choices) => Value::from(draws.one_of(choices.all)?.key),
        Values::Numbers(numbers) => {
            let number = match draws.number(0, 3) {
                0 => numbers.least,
                _ => number(draws),
            };
            knobs::number(number)
        }
        _ => return None,
    };
    knobs::set(scenario, knob.path, &value).ok()
}

/// Another value of any field of the JSON, of a kind that it may have.
fn with_another_field(scenario: &Scenario, draws: &mut Draws) -> Option<Scenario> {
    let mut json = serde_json::to_value(scenario).ok()?;
    let mut paths = Vec::new();
    leaves(&json, &mut String::new(), &mut paths);
    let field = json.pointer_mut(draws.one_of(&paths)?)?;
    *field = match &*field {
        Value::Bool(it) => Value::Bool(!it),
        Value::Array(list) if list.is_empty() => {
            (0..draws.number(1, 3)).map(|_| knobs::number(number(draws))).collect()
        }
        Value::Null | Value::Number(_) => match draws.number(0, 4) {
            0 => Value::Null,
            _ => knobs::number(number(draws)),
        },
        _ => return None,
    };
    serde_json::from_value(json).ok()
}

/// The paths of all values that hold no others.
fn leaves(json: &Value, path: &mut String, found: &mut Vec<String>) {
    let length = path.len();
    match json {
        Value::Object(fields) => {
            for (name, value) in fields {
                // Writing to a string cannot fail.
                let _ = write!(path, "/{name}");
                leaves(value, path, found);
                path.truncate(length);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            for (place, value) in list.iter().enumerate() {
                let _ = write!(path, "/{place}");
                leaves(value, path, found);
                path.truncate(length);
            }
        }
        _ => found.push(path.clone()),
    }
}

/// A small workload of that kind.
pub fn workload_of(draws: &mut Draws, kind: WorkloadKind) -> Workload {
    let text = match kind {
        WorkloadKind::Log => log(draws),
        WorkloadKind::TaskBatch => return Workload::of_tasks("drawn", batch(draws)),
        WorkloadKind::Workflow if draws.flag() => return made_up(draws),
        WorkloadKind::Workflow => workflow(draws),
    };
    match read("drawn", text.as_bytes()) {
        Ok(reading) => reading.workload,
        Err(why) => panic!("{why}\n{text}"),
    }
}

/// Up to forty jobs that are close together: in SWF.
fn log(draws: &mut Draws) -> String {
    let mut text = "; UnixStartTime: 0\n".to_owned();
    let mut submit = 0;
    for id in 1..=draws.number(1, 40) {
        submit += draws.number(0, 90);
        let wait = draws.number(-1, 100);
        let run_time = match draws.number(0, 20) {
            0 => draws.number(-1, 1_000_000),
            _ => draws.number(-1, 200),
        };
        let (size, limit) = (draws.number(1, 14), draws.number(-1, 220));
        let user = draws.number(-1, 4);
        let _ = writeln!(
            text,
            "{id} {submit} {wait} {run_time} {size} -1 -1 {size} {limit} -1 1 {user} {user} -1 {user} -1 -1 -1"
        );
    }
    text
}

fn made_up(draws: &mut Draws) -> Workload {
    let made_up = MadeUp {
        kind: *draws.one_of(&Kind::ALL).expect("there are some"),
        tasks: draws.number(4, 30) as u32,
        machines: draws.number(1, 4) as u32,
        seed: draws.number(0, 255) as u64,
    };
    made_up.workload().expect("it is within the limits")
}

/// Up to twelve tasks, each of which waits for some before it; on some machines or on none.
fn workflow(draws: &mut Draws) -> String {
    let (tasks, machines) = (draws.number(1, 12), draws.number(0, 3));
    let names: Vec<String> = (0..machines).map(|it| format!("m{it}")).collect();
    let listed = (0..tasks).map(|task| {
        let costs = (0..machines.max(1)).map(|_| amount(draws));
        let costs: Vec<f64> = costs.collect();
        serde_json::json!({"name": format!("t{task}"), "costs": costs})
    });
    let listed: Vec<Value> = listed.collect();
    let mut edges = Vec::new();
    for to in 1..tasks {
        for _ in 0..draws.number(0, 3) {
            let from = draws.number(0, to - 1);
            edges.push(serde_json::json!({
                "from": format!("t{from}"), "to": format!("t{to}"), "data": amount(draws),
            }));
        }
    }
    let rows =
        (0..machines).map(|row| (0..machines).map(|column| if row == column { 0.0 } else { amount(draws) }).collect());
    let communication: Vec<Vec<f64>> = rows.collect();
    serde_json::json!({
        "machines": names, "tasks": listed, "edges": edges, "communication": communication,
    })
    .to_string()
}

/// An amount with a fraction, rarely a wild one.
fn amount(draws: &mut Draws) -> f64 {
    match draws.number(0, 30) {
        0 => 0.0,
        1 => 1e-9,
        2 => 1e11,
        _ => draws.number(0, 255) as f64 / 8.0,
    }
}

/// Up to thirty tasks, and nodes or none.
fn batch(draws: &mut Draws) -> TaskBatch {
    let some = |most: i64, draws: &mut Draws| match draws.number(0, most) {
        0 => None,
        it => Some(it as u32 - 1),
    };
    let names = |kind: &str| (0..3).map(|it| format!("{kind}{it}")).collect();
    let mut batch = TaskBatch { clusters: names("c"), users: names("u"), ..TaskBatch::default() };
    for task in 0..draws.number(1, 30) {
        let start = draws.number(0, 200);
        batch.tasks.push(BatchTask {
            name: format!("t{task}"),
            submit: draws.number(0, start),
            start,
            end: start + draws.number(1, 80),
            load: draws.number(1, 100) as u32,
            cluster: some(3, draws),
            user: some(3, draws),
        });
    }
    let agents = draws.flag();
    for node in 0..draws.number(0, 5) {
        batch.nodes.push(Node {
            name: format!("n{node}"),
            cluster: some(3, draws),
            agent: agents.then_some(node as u32 / 2),
            access: some(3, draws).map(|user| vec![user]),
            ..Node::default()
        });
    }
    batch.tidy();
    batch
}
