//! The paper kit of a sweep.

use std::fmt::Write;

use super::command::{command_of, repeats_argument, vary_argument};
use super::legend_of;
use super::table::{Row, missing, replicates_noted, runs_csv};
use crate::curves::Sweep;
use crate::curves::panels::curves;
use crate::words::slug;
use chart::curves::{Curves, Legend};
use chart::paper_curves::PaperCurves;
use chart::theme::{Look, looks};
use experiment::sweep::{Vary, further};
use experiment::{LogMark, Provenance, knobs};
use export::paper_kit::{KitFigure, PaperKit};
use export::snapshot::CurvesForm;

/// The kit of a sweep whose panels are those of the form. `log` is the workload of the runs. O(runs × figures).
///
/// # Errors
///
/// In words, if there are no figures yet.
pub(super) fn kit(sweep: &Sweep, form: &CurvesForm, log: &LogMark) -> Result<PaperKit, String> {
    if sweep.runs.is_running() {
        return Err("the runs of these curves have not ended: wait for them, or cancel them".to_owned());
    }
    let places = sweep.drawn(form);
    if places.is_empty() || !sweep.runs.made.iter().any(Option::is_some) {
        return Err("there are no curves yet: run them first".to_owned());
    }
    let lines = lines_of(sweep);
    let figures = figures(sweep, form, &places, &lines);
    let (rows, varied) = (rows(sweep), vary(sweep));
    let paths: Vec<&str> = varied.iter().map(|it| it.path.as_str()).collect();
    Ok(PaperKit {
        view: "Curves",
        figures,
        lines,
        runs_csv: runs_csv(&log.name, &paths, &sweep.figures, &rows),
        runs: rows.len(),
        commands: vec![command(sweep, &places, log)],
        notes: notes(sweep, form, rows.len()),
        provenance: vec![Provenance::new(&sweep.base.scenario, log.clone()).swept(
            &varied,
            sweep.study.seeds,
            sweep.study.replicate,
        )],
    })
}

/// All that is varied: the field along the x axis, then those of the lines.
fn vary(sweep: &Sweep) -> Vec<Vary> {
    let axis = Vary { path: sweep.axis.path.clone(), values: sweep.xs.iter().map(|&x| knobs::number(x)).collect() };
    [axis].into_iter().chain(sweep.varied.iter().cloned()).collect()
}

/// The lines with their looks in figures of papers.
fn lines_of(sweep: &Sweep) -> Vec<(String, Look)> {
    sweep.names.iter().cloned().zip(looks(&sweep.policies())).collect()
}

/// A figure for each panel; their legend, if there are several, is one of its own.
fn figures(sweep: &Sweep, form: &CurvesForm, places: &[usize], lines: &[(String, Look)]) -> Vec<KitFigure> {
    let legend = match places {
        [_] => Legend::Above,
        _ => Legend::Apart,
    };
    let drawn = places.iter().map(|&at| {
        let shown = with_looks(curves(sweep, form, &[at]), lines);
        let what = format!("{} over {}", shown.panels[0].y_label, sweep.axis.label);
        let name = slug(&sweep.figures[at].id());
        let figure = PaperCurves { curves: &shown, legend };
        KitFigure::of(&name, &what, &figure)
    });
    let apart = (legend == Legend::Apart).then(|| legend_of(lines));
    drawn.chain(apart.flatten()).collect()
}

fn with_looks(mut curves: Curves, lines: &[(String, Look)]) -> Curves {
    for panel in &mut curves.panels {
        for (series, (_, look)) in panel.series.iter_mut().zip(lines) {
            series.look = Some(*look);
        }
    }
    curves
}

/// The runs that have figures.
fn rows(sweep: &Sweep) -> Vec<Row> {
    let (points, lines) = (sweep.xs.len() * sweep.names.len(), sweep.names.len());
    let rows = sweep.runs.made.iter().enumerate().filter_map(|(place, run)| {
        let (seed, point) = (place / points, place % points);
        let x = knobs::number(sweep.xs[point / lines]);
        let of_line = sweep.values_of(point % lines).into_iter().cloned();
        Some(Row {
            values: [x].into_iter().chain(of_line).collect(),
            seed: sweep.base.scenario.seed.wrapping_add(seed as u64),
            figures: run.as_ref()?.values.iter().map(|it| it.filter(|it| it.is_finite())).collect(),
        })
    });
    rows.collect()
}

/// The command that makes the sweep again, with the figures that are drawn.
fn command(sweep: &Sweep, places: &[usize], log: &LogMark) -> String {
    let mut command = command_of("sweep", "scenario.json", log);
    let varied = vary(sweep);
    for field in &varied {
        let _ = write!(command, " --vary {}", vary_argument(field));
    }
    command += &repeats_argument(&sweep.study);
    let drawn: Vec<&str> = places.iter().map(|&at| sweep.figures[at].key()).collect();
    // A sweep tells the others without being asked.
    let asked = further(&sweep.base.scenario, &varied, &drawn).unwrap_or_default();
    if !asked.is_empty() {
        let keys: Vec<&str> = asked.iter().map(|it| it.key()).collect();
        let _ = write!(command, " --criteria {}", keys.join(","));
    }
    command + " --table means.csv --out curves.json"
}

fn notes(sweep: &Sweep, form: &CurvesForm, made: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if sweep.has_intervals() {
        notes.push(
            "A curve is the mean over the seeds, its band the 95 % interval of the mean by Student's t.".to_owned(),
        );
    }
    if sweep.as_differences(form) {
        notes.push(sweep.differences_told());
    }
    notes.extend(missing(made, sweep.runs.total()));
    notes.extend(sweep.study.replicate.as_ref().map(replicates_noted));
    if let Some(given) = &sweep.given {
        notes.push(format!("The runs come from the file {}.", given.file));
    }
    for it in sweep.left_out(form) {
        notes.push(format!("No figure of {}: {}.", it.figure.plain(), it.why));
    }
    notes
}

/// The log of a sweep that was run elsewhere.
pub(super) fn log_of(sweep: &Sweep) -> Option<LogMark> {
    sweep.given.as_ref().map(|it| LogMark::without_file(&it.log))
}
