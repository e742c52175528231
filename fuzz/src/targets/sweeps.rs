//! What sweeps leave behind: curves, plans, and what has come of a task.

use slotscope::experiment::plan::{Digest, Outcome, Plan, Task};
use slotscope::export::curves_file::{self, CurvesFile};
use slotscope::page::curves::Sweep;

use crate::Watch;

/// Curves: what is read, written and read again is written as the same, and what is drawn of it has all its points.
pub fn curves(input: &[u8], watch: &mut Watch) {
    watch.reading(input.len(), || curves_file::looks_like_one(input));
    match watch.reading(input.len(), || CurvesFile::from_json(input)) {
        Ok(file) => {
            // Criteria may be no numbers, which equal nothing: so the texts are compared.
            let text = file.to_json();
            let back = CurvesFile::from_json(text.as_bytes()).expect(&text);
            assert_eq!(back.to_json(), text);
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
    match watch.reading(input.len(), || Sweep::read("curves.json", input)) {
        Ok(given) => {
            let points = given.xs.len() * given.names.len();
            assert_eq!((given.runs.total(), given.runs.is_running()), (points * given.study.seeds as usize, false));
        }
        Err(why) => assert!(!why.is_empty()),
    }
}

/// Plans: what is read, written and read again is the same, and its first and last tasks and runs are told.
pub fn plan(input: &[u8], watch: &mut Watch) {
    let plan = match watch.reading(input.len(), || Plan::from_json(input)) {
        Ok(plan) => plan,
        Err(why) => return assert!(!why.to_string().is_empty()),
    };
    let text = plan.to_json();
    assert_eq!(Plan::from_json(text.as_bytes()).as_ref(), Ok(&plan), "{text}");
    let (runs, tasks) = (plan.runs(), plan.tasks());
    let ends = |number| plan.task(number).map(|it| (it.runs.start, it.runs.end));
    assert_eq!(ends(1).map(|it| it.0), Some(0), "{text}");
    assert_eq!(ends(tasks).map(|it| it.1), Some(runs), "{text}");
    assert_eq!((ends(0), ends(tasks + 1)), (None, None), "{text}");
    for run in [0, runs - 1] {
        if let Err(why) = plan.scenario(run) {
            assert!(!why.to_string().is_empty());
        }
    }
    if tasks <= 100 {
        let table = watch.running(input.len(), || plan.table_of_tasks());
        assert!(table.lines().count() as u64 > tasks, "{table}");
    }
}

/// The plan and the task that what is tried should have come of.
pub fn task() -> (Digest, Task) {
    let task = Task { number: 2, runs: 3..5 };
    (Digest::of(b"a plan"), task)
}

/// What has come of a task: the text as it is, and with the digest behind it that makes it whole.
pub fn outcome(input: &[u8], watch: &mut Watch) {
    whole_or_not(input, watch);
    let mut text = input.to_vec();
    if !text.ends_with(b"\n") {
        text.push(b'\n');
    }
    let digest = Digest::of(&text);
    text.extend(format!("end {digest}\n").bytes());
    whole_or_not(&text, watch);
}

fn whole_or_not(input: &[u8], watch: &mut Watch) {
    let (plan, task) = task();
    match watch.reading(input.len(), || Outcome::read(input, plan, &task)) {
        Ok(outcome) => {
            assert_eq!(outcome.0.len(), 2);
            // Figures may be no numbers, which equal nothing: so the texts are compared.
            let text = outcome.write(plan, &task);
            let back = Outcome::read(text.as_bytes(), plan, &task).expect(&text);
            assert_eq!(back.write(plan, &task), text);
        }
        Err(damage) => assert!(!damage.to_string().is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use slotscope::experiment::sweep::Figures;

    use super::*;

    #[test]
    fn a_digest_makes_a_text_whole() {
        let (plan, task) = task();
        let text = Outcome(vec![Figures::default(); 2]).write(plan, &task);
        let (before, _) = text.split_once("end ").expect("an end");
        assert_eq!(before.lines().count(), 3 + 2 * 5);
        let mut watch = Watch::default();
        outcome(before.as_bytes(), &mut watch);
    }
}
