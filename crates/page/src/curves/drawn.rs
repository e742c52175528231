//! The figures of a sweep that are drawn, and those that are left out since no run has them.

use std::collections::BTreeSet;

use super::{RunFigures, Sweep};
use experiment::Scenario;
use experiment::sweep::Figures;
use export::snapshot::CurvesForm;
use export::snapshot::curves_form::{WAITS, figures, has_deadlines, is_usual};
use scheduling::criteria::{Criterion, FigureGroup};

/// A figure that would have a panel, and why it has none.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    pub figure: Criterion,
    /// The reason, in a clause: `no reservation ran`.
    pub why: &'static str,
}

/// The least factor between the ends of an x axis that may be logarithmic.
const WIDE: f64 = 10.0;

/// The figures of a sweep from a file: those that the scenario's runs may have, and any other of its runs.
pub(super) fn figures_of(scenario: &Scenario, runs: &[Figures]) -> Vec<Criterion> {
    let mut all = figures(scenario);
    let keys = runs.iter().flat_map(|run| run.measures.keys());
    let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
    let others = keys.into_iter().filter_map(Criterion::of_key);
    let others: Vec<Criterion> = others.filter(|it| !all.contains(it)).collect();
    all.extend(others);
    all
}

impl Sweep {
    /// The places of the figures that the form requests and that runs have. If it requests none: U and F; D where some job
    /// has a deadline, waits and slowdowns where none has; the other default figures and those of a file that are not 0 in
    /// all runs, and flow times by kind if a run has jobs of both kinds.
    pub fn drawn(&self, form: &CurvesForm) -> Vec<usize> {
        self.requested(form).into_iter().filter(|&at| self.why_empty(at).is_none()).collect()
    }

    /// The figures that are no panel since no run has a value, with the reasons; none as long as runs are to return.
    pub fn left_out(&self, form: &CurvesForm) -> Vec<LeftOut> {
        self.requested(form)
            .into_iter()
            .filter_map(|at| Some(LeftOut { figure: self.figures[at], why: self.why_empty(at)? }))
            .collect()
    }

    fn requested(&self, form: &CurvesForm) -> Vec<usize> {
        let any = |at: usize| self.any(at, |value| value != 0.0);
        let by_kind = [Criterion::BATCH_FLOW_TIME, Criterion::RESERVATION_FLOW_TIME];
        let kinds: Vec<usize> = (0..self.figures.len()).filter(|&at| by_kind.contains(&self.figures[at])).collect();
        let has_both = self.made().any(|run| kinds.iter().all(|&at| run.values[at].is_some()));
        let chosen = form.chosen(&self.base.scenario);
        let has_deadlines = match self.given {
            Some(_) => self.met_deadlines(),
            None => has_deadlines(&self.base.scenario, &self.axis.path),
        };
        let is_requested = |&at: &usize| match (&chosen, self.figures[at]) {
            (Some(chosen), figure) => chosen.contains(&figure),
            (None, figure) if figure == Criterion::TARDINESS => has_deadlines,
            (None, figure) if Criterion::PAPER.contains(&figure) => true,
            (None, figure) if self.given.is_none() && WAITS.contains(&figure.key()) => !has_deadlines,
            (None, figure) if by_kind.contains(&figure) => has_both,
            (None, figure) => (is_usual(figure) || self.given.is_some()) && any(at),
        };
        (0..self.figures.len()).filter(is_requested).collect()
    }

    /// The places of the figures that have a column: those that are drawn, and the system's own, unless others are
    /// asked for.
    pub fn tabled(&self, form: &CurvesForm) -> Vec<usize> {
        let drawn = self.drawn(form);
        let is_of_system = form.chosen(&self.base.scenario).is_none();
        let is_tabled = |at: &usize| {
            let is_own = matches!(self.figures[*at], Criterion::Own(_));
            drawn.contains(at) || is_own && is_of_system
        };
        (0..self.figures.len()).filter(is_tabled).collect()
    }

    /// Whether the x axis may be logarithmic: all its values are above 0, and the last is 10 times the first or more.
    pub fn may_be_log(&self) -> bool {
        let least = self.xs.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = self.xs.iter().copied().fold(0.0, f64::max);
        least > 0.0 && greatest >= WIDE * least
    }

    /// Whether a run has reservations, or tells of tardiness.
    fn met_deadlines(&self) -> bool {
        let place = |figure: Criterion| self.figures.iter().position(|it| *it == figure);
        place(Criterion::RESERVATION_FLOW_TIME).is_none_or(|at| self.any(at, |_| true))
            || place(Criterion::TARDINESS).is_some_and(|at| self.any(at, |it| it != 0.0))
    }

    /// The runs that have returned.
    fn made(&self) -> impl Iterator<Item = &RunFigures> {
        self.runs.made.iter().flatten()
    }

    /// Whether the figure at a place has such a value in any run.
    fn any(&self, at: usize, is_such: impl Fn(f64) -> bool) -> bool {
        self.made().any(|run| run.values[at].is_some_and(&is_such))
    }

    /// Why the figure at a place has no value in any run. Tardiness is one of reservations, and reports have 0 without
    /// them.
    fn why_empty(&self, at: usize) -> Option<&'static str> {
        if self.runs.is_running() || self.made().next().is_none() {
            return None;
        }
        let figure = self.figures[at];
        if figure == Criterion::TARDINESS {
            return (!self.met_deadlines()).then_some("no reservation ran");
        }
        if self.any(at, |_| true) {
            return None;
        }
        Some(match figure.group() {
            _ if self.given.is_some() => "the file does not have it",
            FigureGroup::Batch => "no batch job ran",
            FigureGroup::Reservations => "no reservation ran",
            FigureGroup::Size => "no job of this size ran",
            FigureGroup::Own => "runs do not have it",
            _ if figure == Criterion::KILLED => "the log does not say which jobs were killed",
            _ => "no run has it",
        })
    }
}
