//! The paper kit of the open view: the view says what it shows, this makes the files of it.

mod compare;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Write;
use std::rc::Rc;

use serde_json::Value;

use crate::curves::{Sweep, curves};
use crate::finished::Finished;
use crate::trade_off::{Exploring, scatter};
use crate::view::View;
use crate::words::slug;
use chart::curves::{Curves, Legend};
use chart::paper_curves::{PaperCurves, PaperLegend};
use chart::paper_over_time::PaperGantt;
use chart::theme::{Look, looks};
use chart::trade_off::{PaperTradeOff, Sight};
use chart::{GanttIndex, Origin, Viewport, VisiblePart};
use experiment::sweep::{Vary, further, value_field};
use experiment::{LogMark, Provenance, Study, knobs};
use export::paper_kit::{KitFigure, PaperKit};
use export::snapshot::CurvesForm;
use scheduling::criteria::Criterion;
use workload::csv::name_field;
use workload::replicate::Replication;

pub use compare::ComparedForKit;

/// Whether a view has a kit.
pub fn has_one(view: View) -> bool {
    matches!(view, View::Gantt | View::Compare | View::Curves | View::TradeOff)
}

/// The note of a kit whose log has no digest.
const NO_FILE: &str = "The digest of the log is not known here. A log that was generated or drawn is no file: make it with \
     slotscope generate, or export the workload, and put its name into the commands.";

/// What a view shows.
#[derive(Clone)]
pub enum KitSubject {
    /// Curves, and the form that chooses their figures.
    Curves(Rc<Sweep>, Rc<CurvesForm>),
    /// A Gantt chart.
    Gantt(Box<GanttForKit>),
    /// A comparison.
    Compare(Box<ComparedForKit>),
    /// The dots of a trade-off, as far as they are in sight.
    TradeOff(Rc<Exploring>, Sight),
}

impl KitSubject {
    /// The kit. `provenance` has the runs of the view on their workload.
    ///
    /// # Errors
    ///
    /// In words, if there is nothing to show yet, or the workload is no longer loaded.
    pub fn kit(&self, provenance: &[Provenance]) -> Result<PaperKit, String> {
        let log = provenance.first().map(|it| it.log.clone());
        let gone = || "the workload is no longer loaded".to_owned();
        let has_digest = log.as_ref().is_some_and(|it| it.digest.is_some());
        let mut kit = match self {
            Self::Curves(sweep, form) => {
                let log = log_of(sweep).or(log).ok_or_else(gone)?;
                curves_kit(sweep, form, &log)?
            }
            Self::Gantt(shown) => gantt_kit(shown, &log.ok_or_else(gone)?),
            Self::Compare(compared) => compare::kit(compared, &log.ok_or_else(gone)?)?,
            Self::TradeOff(exploring, sight) => trade_off_kit(exploring, *sight, &log.ok_or_else(gone)?)?,
        };
        if !has_digest {
            kit.notes.push(NO_FILE.to_owned());
        }
        Ok(kit)
    }
}

/// The legend of lines as a figure of its own, if there are several.
fn legend_of(lines: &[(String, Look)]) -> Option<KitFigure> {
    let legend = || KitFigure::of("legend", "the legend of the figures", &PaperLegend(lines));
    (lines.len() > 1).then(legend)
}

/// The beginning of a command: the program with a scenario and a log.
fn command_of(command: &str, scenario: &str, log: &LogMark) -> String {
    let columns = log.columns.as_ref();
    let columns = columns.map_or_else(String::new, |it| format!(" --columns {}", quoted(it)));
    format!("slotscope {command} {scenario} {}{columns}", quoted(&log.name))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "-_./=,:+".contains(it);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// How often the cells of a study are run, as `--seeds` or `--replicate`.
fn repeats_argument(study: &Study) -> String {
    match &study.replicate {
        Some(replicate) => format!(" --replicate {}", quoted(&replicate.to_string())),
        None => format!(" --seeds {}", study.seeds),
    }
}

/// A varied field with its values, as `--vary` takes them.
fn vary_argument(field: &Vary) -> String {
    if field.values.iter().filter_map(Value::as_str).any(|it| it.contains(',')) {
        let values = Value::from(field.values.clone());
        return quoted(&format!("{}={values}", field.path));
    }
    let words: Vec<Cow<str>> = field.values.iter().map(word).collect();
    quoted(&format!("{}={}", field.path, words.join(",")))
}

fn word(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(word) => word.into(),
        other => other.to_string().into(),
    }
}

/// A Gantt chart as it is shown.
#[derive(Clone)]
pub struct GanttForKit {
    /// The run.
    pub finished: Rc<Finished>,
    /// The run arranged for drawing, in the colours that are shown.
    pub index: Rc<GanttIndex>,
    /// The part in sight.
    pub viewport: Viewport,
    /// The jobs that are highlighted, a flag for each of the run; `None` if none is.
    pub selected: Option<Rc<[bool]>>,
    /// The origin of the times.
    pub origin: Origin,
}

/// The kit of a chart. `log` is the workload of the run.
fn gantt_kit(shown: &GanttForKit, log: &LogMark) -> PaperKit {
    let scenario = &shown.finished.experiment.scenario;
    let figures: Vec<_> = scenario.figures().collect();
    let row = Row {
        values: Vec::new(),
        seed: scenario.seed,
        figures: figures.iter().map(|it| it.of(&shown.finished.report)).collect(),
    };
    let figure = PaperGantt {
        index: &shown.index,
        shown: VisiblePart { viewport: &shown.viewport, selected: shown.selected.as_deref() },
        origin: shown.origin,
    };
    let command = command_of("run", "scenario.json", log);
    PaperKit {
        view: "Gantt",
        figures: vec![KitFigure::of("gantt", "Gantt chart of the part in sight", &figure)],
        lines: Vec::new(),
        runs_csv: runs_csv(&log.name, &[], &figures, &[row]),
        runs: 1,
        commands: vec![format!("{command} --report report.json")],
        notes: Vec::new(),
        provenance: vec![Provenance::new(scenario, log.clone())],
    }
}

/// A run as a row.
struct Row {
    /// The values of the varied fields.
    values: Vec<Value>,
    seed: u64,
    /// Its figures; those that it does not have are missing.
    figures: Vec<Option<f64>>,
}

/// Workload, varied fields, seed, and every figure that any row has, as CSV. O(rows × figures).
fn runs_csv(log: &str, paths: &[&str], figures: &[Criterion], rows: &[Row]) -> String {
    let has = |at: &usize| rows.iter().any(|row| row.figures[*at].is_some());
    let columns: Vec<usize> = (0..figures.len()).filter(has).collect();
    let mut csv = "workload".to_owned();
    for path in paths {
        let _ = write!(csv, ",{}", name_field(path));
    }
    csv.push_str(",seed");
    for &at in &columns {
        let _ = write!(csv, ",{}", figures[at].key());
    }
    csv.push('\n');
    for row in rows {
        csv.push_str(&name_field(log));
        for value in &row.values {
            let _ = write!(csv, ",{}", value_field(value));
        }
        let _ = write!(csv, ",{}", row.seed);
        for &at in &columns {
            csv.push(',');
            if let Some(value) = row.figures[at] {
                let _ = write!(csv, "{value}");
            }
        }
        csv.push('\n');
    }
    csv
}

/// The note about runs that have no row.
fn missing(made: usize, total: usize) -> Option<String> {
    let note = format!("{made} of {total} runs are in this kit: the others failed or were cancelled.");
    (made < total).then_some(note)
}

/// The note about replicates of the log.
fn replicates_noted(replicate: &Replication) -> String {
    format!("The seeds number replicates of the log: {}.", replicate.words())
}

/// The kit of an exploration. `log` is the workload of the runs. O(runs × figures).
///
/// # Errors
///
/// In words, if no run has returned, or some are still to return.
fn trade_off_kit(exploring: &Exploring, sight: Sight, log: &LogMark) -> Result<PaperKit, String> {
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
        commands: vec![trade_off_command(exploring, &varied, log)],
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

fn trade_off_command(exploring: &Exploring, varied: &[Vary], log: &LogMark) -> String {
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

/// The kit of a sweep whose panels are those of the form. `log` is the workload of the runs. O(runs × figures).
///
/// # Errors
///
/// In words, if there are no figures yet.
fn curves_kit(sweep: &Sweep, form: &CurvesForm, log: &LogMark) -> Result<PaperKit, String> {
    if sweep.runs.is_running() {
        return Err("the runs of these curves have not ended: wait for them, or cancel them".to_owned());
    }
    let places = sweep.drawn(form);
    if places.is_empty() || !sweep.runs.made.iter().any(Option::is_some) {
        return Err("there are no curves yet: run them first".to_owned());
    }
    let lines = lines_of(sweep);
    let figures = figures(sweep, form, &places, &lines);
    let (rows, varied) = (curves_rows(sweep), curves_vary(sweep));
    let paths: Vec<&str> = varied.iter().map(|it| it.path.as_str()).collect();
    Ok(PaperKit {
        view: "Curves",
        figures,
        lines,
        runs_csv: runs_csv(&log.name, &paths, &sweep.figures, &rows),
        runs: rows.len(),
        commands: vec![curves_command(sweep, &places, log)],
        notes: curves_notes(sweep, form, rows.len()),
        provenance: vec![Provenance::new(&sweep.base.scenario, log.clone()).swept(
            &varied,
            sweep.study.seeds,
            sweep.study.replicate,
        )],
    })
}

/// All that is varied: the field along the x axis, then those of the lines.
fn curves_vary(sweep: &Sweep) -> Vec<Vary> {
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
fn curves_rows(sweep: &Sweep) -> Vec<Row> {
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
fn curves_command(sweep: &Sweep, places: &[usize], log: &LogMark) -> String {
    let mut command = command_of("sweep", "scenario.json", log);
    let varied = curves_vary(sweep);
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

fn curves_notes(sweep: &Sweep, form: &CurvesForm, made: usize) -> Vec<String> {
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
fn log_of(sweep: &Sweep) -> Option<LogMark> {
    sweep.given.as_ref().map(|it| LogMark::without_file(&it.log))
}
