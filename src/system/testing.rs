//! What the tests of several systems share.

use serde::Serialize;

use super::{Input, Knob, Simulated, Simulation};
use crate::engine::Run;
use crate::workload::Job;

/// A run of jobs before its first instant, its draws from seed 1.
pub fn started(system: &impl Simulated, platform: &[u32], jobs: Vec<Job>) -> Box<dyn Simulation> {
    let input = Input::of_jobs(platform, jobs, 1);
    system.start(input).expect("jobs can be run")
}

/// A run of jobs to its end, in pieces as large as they come; nobody is left waiting.
pub fn run(system: &impl Simulated, platform: &[u32], jobs: Vec<Job>) -> Run {
    let mut simulation = started(system, platform, jobs);
    for pieces in 1.. {
        if simulation.advance(pieces) {
            break;
        }
    }
    let standing = simulation.standing();
    assert_eq!((standing.waiting, standing.left()), (0, 0));
    simulation.finish()
}

/// The choices of the knob with that key are all that there are, by their values and names.
#[track_caller]
pub fn assert_choices<T: Serialize + Copy>(
    knobs: &[Knob],
    key: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) {
    let knob = knobs.iter().find(|it| it.key == key).expect("a knob");
    let values = knob.choices().expect("choices").all.iter();
    let told: Vec<_> = values.map(|it| (it.value.into(), it.name)).collect();
    let value = |it: T| serde_json::to_value(it).expect("a value");
    let expected: Vec<_> = all.iter().map(|&it| (value(it), name(it))).collect();
    assert_eq!(told, expected);
}
