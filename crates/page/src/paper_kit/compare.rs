//! The paper kit of a comparison.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::legend_of;
use super::{Row, runs_csv};
use super::{command_of, vary_argument};
use crate::compare::{Comparison, Subject};
use crate::history::Experiment;
use crate::words;
use chart::overlay::{Curve, Measure};
use chart::paper::PaperWidth;
use chart::paper_over_time::{PaperGantt, PaperOverTime};
use chart::theme::{Look, looks};
use chart::{Origin, Viewport};
use experiment::sweep::Vary;
use experiment::words::differences::letter;
use experiment::{LogMark, Provenance, Scenario, policy_place};
use export::paper_kit::{KitFigure, PaperKit};
use workload::WorkloadKind;

/// A comparison as it is shown.
#[derive(Clone)]
pub struct ComparedForKit {
    /// The runs.
    pub comparison: Comparison,
    /// The scenarios.
    pub experiment: Rc<Experiment>,
    /// The kind of their workload.
    pub kind: WorkloadKind,
    /// How they differ, in words.
    pub names: Rc<Vec<String>>,
    /// From when to when the charts reach, in seconds.
    pub window: (f64, f64),
    /// The origin of the times.
    pub origin: Origin,
}

/// The kit of a comparison. `log` is the workload of the runs.
///
/// # Errors
///
/// In words, if some runs are still to return.
pub(super) fn kit(compared: &ComparedForKit, log: &LogMark) -> Result<PaperKit, String> {
    let ComparedForKit { comparison, experiment, .. } = compared;
    let sight = comparison.sight(experiment, compared.kind);
    let subjects: Option<Vec<Rc<Subject>>> = sight.subjects.iter().cloned().collect();
    let (Some(subjects), true) = (subjects, sight.done.0 == sight.done.1) else {
        let why = "not all scenarios have their runs: wait for them, or remove one that cannot be run";
        return Err(why.to_owned());
    };
    let scenarios: Vec<&Scenario> = experiment.scenarios().collect();
    let lines = lines_of(compared, &scenarios);
    let paths = differing(&scenarios);
    let rows = rows(comparison, experiment, &scenarios, &paths);
    let mut fields = vec!["scenario"];
    fields.extend(paths.iter().map(String::as_str));
    let figures: Vec<_> = scenarios[0].figures().collect();
    // A scenario that draws nothing has one run.
    let count = |place: usize| {
        let name = Value::from(letter(place).to_string());
        rows.iter().filter(|it| it.values[0] == name).count() as u32
    };
    let seeds: Vec<u32> = (0..scenarios.len()).map(count).collect();
    let provenance = scenarios.iter().zip(&seeds).map(|(it, &seeds)| {
        let one = Provenance::new(it, log.clone());
        match seeds {
            0 | 1 => one,
            seeds => one.swept(&[], seeds, None),
        }
    });
    Ok(PaperKit {
        view: "Compare",
        figures: pictures(compared, &subjects, &lines),
        lines,
        runs_csv: runs_csv(&log.name, &fields, &figures, &rows),
        runs: rows.len(),
        commands: commands(&scenarios, &seeds, log),
        notes: vec![means(compared.window)],
        provenance: provenance.collect(),
    })
}

/// Over how long the lines over time are means.
fn means((start, end): (f64, f64)) -> String {
    let step = |width| {
        let step = words::duration(PaperOverTime::step(width, end - start));
        // Plain spaces, as in the other words of the kit.
        step.replace(['\u{a0}', '\u{202f}'], " ")
    };
    let (column, page) = (step(PaperWidth::Column), step(PaperWidth::Page));
    format!("Lines over time are means over about {column} at 85 mm, and over about {page} at 175 mm.")
}

/// The scenarios with their looks, `A: EASY backfilling`.
fn lines_of(compared: &ComparedForKit, scenarios: &[&Scenario]) -> Vec<(String, Look)> {
    let places: Vec<usize> = scenarios.iter().map(|it| policy_place(it)).collect();
    let names = compared.names.iter().enumerate();
    names.map(|(place, name)| format!("{}: {name}", letter(place))).zip(looks(&places)).collect()
}

/// Utilization and waiting jobs over time, a Gantt chart of each scenario, and the legend.
fn pictures(compared: &ComparedForKit, subjects: &[Rc<Subject>], lines: &[(String, Look)]) -> Vec<KitFigure> {
    let origin = compared.origin;
    let (start, end) = compared.window;
    let over_time = |name: &str, label: &str, measure: Measure| {
        let curves = subjects.iter().zip(lines).enumerate().map(|(series, (subject, (_, look)))| {
            let (steps, whole) = match measure {
                Measure::Share => {
                    let platform = subject.index.platform.iter();
                    (&subject.busy, platform.map(|&it| f64::from(it)).sum())
                }
                Measure::Number => (&subject.queue.jobs, 1.0),
            };
            Curve { series, steps, whole, look: Some(*look) }
        });
        let curves: Vec<Curve> = curves.collect();
        let figure = PaperOverTime { curves: &curves, measure, label, viewport: &Viewport::new(start, end, 1), origin };
        KitFigure::of(name, &format!("{label} over time"), &figure)
    };
    let mut figures = vec![
        over_time("utilization", "utilization", Measure::Share),
        over_time("jobs-waiting", "jobs waiting", Measure::Number),
    ];
    for (subject, (name, _)) in subjects.iter().zip(lines) {
        let rows = subject.index.whole().rows() as u32;
        let viewport = Viewport::new(start, end, rows);
        let figure = PaperGantt { index: &subject.index, shown: (&viewport).into(), origin };
        let file = format!("gantt-{}", name[..1].to_lowercase());
        figures.push(KitFigure::of(&file, &format!("Gantt chart of {name}"), &figure));
    }
    figures.extend(legend_of(lines));
    figures
}

/// A field for each number, word or list in a scenario, by its path.
fn fields_of(value: &Value, path: &str, into: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = match path {
                    "" => name.clone(),
                    path => format!("{path}.{name}"),
                };
                fields_of(value, &path, into);
            }
        }
        value => into.push((path.to_owned(), value.clone())),
    }
}

fn fields(scenario: &Scenario) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let json = serde_json::to_value(scenario).unwrap_or_default();
    fields_of(&json, "", &mut all);
    all
}

/// The paths of the fields in which some scenarios differ, but for the seed.
fn differing(scenarios: &[&Scenario]) -> Vec<String> {
    let all: Vec<Vec<(String, Value)>> = scenarios.iter().map(|it| fields(it)).collect();
    let paths: BTreeSet<&String> = all.iter().flatten().map(|it| &it.0).collect();
    let value = |of: &[(String, Value)], path: &str| of.iter().find(|it| it.0 == path).map(|it| it.1.clone());
    let differs = |path: &&String| {
        let mut values = all.iter().map(|it| value(it, path));
        let first = values.next();
        *path != "seed" && values.any(|it| Some(it) != first)
    };
    paths.into_iter().filter(differs).cloned().collect()
}

fn rows(comparison: &Comparison, experiment: &Experiment, scenarios: &[&Scenario], paths: &[String]) -> Vec<Row> {
    let figures: Vec<_> = scenarios[0].figures().collect();
    let rows = comparison.made(experiment).into_iter().map(|(place, offset, report)| {
        let own = fields(scenarios[place]);
        let value = |path: &String| own.iter().find(|it| it.0 == *path).map_or(Value::Null, |it| it.1.clone());
        let named = [Value::from(letter(place).to_string())].into_iter();
        Row {
            values: named.chain(paths.iter().map(value)).collect(),
            seed: scenarios[place].seed.wrapping_add(offset as u64),
            figures: figures.iter().map(|it| it.of(&report)).collect(),
        }
    });
    rows.collect()
}

fn commands(scenarios: &[&Scenario], seeds: &[u32], log: &LogMark) -> Vec<String> {
    let command = |(place, (scenario, &seeds)): (usize, (&&Scenario, &u32))| {
        let file = PaperKit::scenario_file(place, scenarios.len());
        let number = place + 1;
        if seeds <= 1 {
            let run = command_of("run", &file, log);
            return format!("{run} --report report-{number}.json");
        }
        let all = (0..u64::from(seeds)).map(|it| Value::from(scenario.seed.wrapping_add(it)));
        let vary = Vary { path: "seed".to_owned(), values: all.collect() };
        let (sweep, vary) = (command_of("sweep", &file, log), vary_argument(&vary));
        format!("{sweep} --vary {vary} --table runs-{number}.csv")
    };
    scenarios.iter().zip(seeds).enumerate().map(command).collect()
}
