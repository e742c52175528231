//! Seeds of sweeps.

use super::{Outcome, put};
use slotscope::experiment::Scenario;
use slotscope::experiment::plan::{self, Plan};
use slotscope::experiment::sweep::{Figures, Vary};
use slotscope::export::curves_file::CurvesFile;
use slotscope_fuzz::targets::task;

/// A sweep over two fields: its plan, the outcome of a task, and its curves.
pub fn sweeps() -> Outcome {
    let scenario = Scenario::default();
    let numbers: Vary = "workload.reservations.percent=0,50,100".parse()?;
    let words: Vary = "system.two_level.local.queue=easy,fcfs".parse()?;
    let figures = |run: u32| Figures {
        criteria: [0.5, f64::from(run), f64::NAN],
        measures: [("own".to_owned(), 1.5), ("rare".to_owned(), 1e-300)].into(),
        ..Figures::default()
    };
    for (name, varied, seeds) in [
        ("one", vec![numbers.clone()], 1),
        ("two", vec![words, numbers], 2),
    ] {
        let plan = Plan {
            scenario: scenario.clone(),
            varied: varied.clone(),
            seeds,
            replicate: None,
            criteria: Vec::new(),
            columns: None,
            log: plan::File::of("a log.swf", b"1 0 1 1 1\n"),
            kind: Default::default(),
            runs_per_task: 5,
        };
        put("plan", name, plan.to_json())?;
        let file = CurvesFile {
            scenario: scenario.clone(),
            varied,
            seeds,
            replicate: None,
            log: "a log.swf".to_owned(),
            kind: Default::default(),
            runs: (0..plan.runs() as u32).map(figures).collect(),
        };
        put("curves", name, file.to_json())?;
    }
    let (plan, task) = task();
    let figures = vec![figures(1), Figures::default()];
    let text = plan::Outcome(figures).write(plan, &task);
    put("outcome", "whole", &text)?;
    let before = text.split("end ").next().unwrap_or_default();
    put("outcome", "without-end", before)
}
