//! The paper kit of a Gantt chart.

use std::rc::Rc;

use super::command::command_of;
use super::table::{Row, runs_csv};
use crate::finished::Finished;
use chart::paper_over_time::PaperGantt;
use chart::{GanttIndex, Origin, Viewport, VisiblePart};
use experiment::{LogMark, Provenance};
use export::paper_kit::{KitFigure, PaperKit};

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
pub(super) fn kit(shown: &GanttForKit, log: &LogMark) -> PaperKit {
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
