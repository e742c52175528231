//! The paper kit of a trade-off.

use std::fmt::Write;

use super::command::{command_of, quoted, repeats_argument, vary_argument};
use super::table::{Row, missing, replicates_noted, runs_csv};
use crate::trade_off::Exploring;
use crate::trade_off::scattered::scatter;
use chart::trade_off::{PaperTradeOff, Sight};
use experiment::sweep::Vary;
use experiment::{LogMark, Provenance, knobs};
use export::paper_kit::{KitFigure, PaperKit};

/// The kit of an exploration. `log` is the workload of the runs. O(runs × figures).
///
/// # Errors
///
/// In words, if no run has returned, or some are still to return.
pub(super) fn kit(exploring: &Exploring, sight: Sight, log: &LogMark) -> Result<PaperKit, String> {
    if exploring.runs.is_running() {
        let why = "the runs of this trade-off have not ended: wait for them, or cancel them";
        return Err(why.to_owned());
    }
    let rows = rows(exploring);
    if rows.is_empty() {
        return Err("there are no results yet: run them first".to_owned());
    }
    let shown = scatter(exploring, None, sight);
    let what = format!("{} against {} of {} combinations", shown.y_label, shown.x_label, shown.dots.len());
    let varied = vary(exploring);
    let paths: Vec<&str> = varied.iter().map(|it| it.path.as_str()).collect();
    let (base, study) = (&exploring.base.scenario, &exploring.plan.study);
    Ok(PaperKit {
        view: "Trade-off",
        figures: vec![KitFigure::of("trade-off", &what, &PaperTradeOff(&shown))],
        lines: Vec::new(),
        runs_csv: runs_csv(&log.name, &paths, exploring.kept(), &rows),
        runs: rows.len(),
        commands: vec![command(exploring, &varied, log)],
        notes: notes(exploring, rows.len()),
        provenance: vec![Provenance::new(base, log.clone()).swept(&varied, study.seeds, study.replicate)],
    })
}

/// The fields that are combined, with the values that candidates have.
fn vary(exploring: &Exploring) -> Vec<Vary> {
    let fields = exploring.space.varied.iter().map(|varied| {
        let path = varied.knob.path;
        let values = if varied.values.is_empty() {
            vec![knobs::get(&exploring.base.scenario, path)]
        } else {
            varied.values.clone()
        };
        let path = path.to_owned();
        Vary { path, values }
    });
    fields.collect()
}

/// The runs that have returned. A field that a candidate does not read has the scenario's own value.
fn rows(exploring: &Exploring) -> Vec<Row> {
    let candidates = &exploring.plan.candidates;
    let rows = exploring.runs.made.iter().enumerate().filter_map(|(place, figures)| {
        let scenario = &candidates[place % candidates.len()].scenario;
        let fields = exploring.space.varied.iter();
        Some(Row {
            values: fields.map(|it| knobs::get(scenario, it.knob.path)).collect(),
            seed: scenario.seed.wrapping_add((place / candidates.len()) as u64),
            figures: figures.as_ref()?.values.iter().map(|&it| it.is_finite().then_some(it)).collect(),
        })
    });
    rows.collect()
}

fn command(exploring: &Exploring, varied: &[Vary], log: &LogMark) -> String {
    let mut command = command_of("trade-off --scenario", "scenario.json", log);
    for field in varied {
        let _ = write!(command, " --vary {}", vary_argument(field));
    }
    let criteria: Vec<&str> = exploring.plan.criteria.all().iter().map(|it| it.key()).collect();
    command += &repeats_argument(&exploring.plan.study);
    let _ = write!(command, " --criteria {}", quoted(&criteria.join(",")));
    command
}

fn notes(exploring: &Exploring, made: usize) -> Vec<String> {
    let front = exploring.ranked.iter().take_while(|it| it.1);
    let front: Vec<String> = front
        .enumerate()
        .map(|(place, &(at, _))| format!("{} {}", place + 1, exploring.plan.candidates[at].label))
        .collect();
    let numbers = format!("The numbers at the dots, where they have room: {}.", front.join("; "));
    let replicates = exploring.plan.study.replicate.as_ref().map(replicates_noted);
    [numbers].into_iter().chain(replicates).chain(missing(made, exploring.runs.total())).collect()
}
