//! A scheduler at work as pictures and a table: how far it has come is a number of decisions.

use super::{Piece, TaskSlots, Tone, Transfer};
use crate::table::Table;
use scheduling::policy::workflow::{Decided, FirstAssignment, Scheduler, Step};
use workload::workflow::{Dag, Fault, Placed, Workflow};

/// A scheduler on a workflow, decision by decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Placing {
    pub(super) names: Vec<String>,
    pub(super) machines: Vec<String>,
    dag: Dag,
    pub(super) scheduler: Scheduler,
    /// Where Hybrid.BMCT puts tasks at first.
    pub(super) first: FirstAssignment,
    /// The decisions in order.
    pub steps: Vec<Step>,
}

impl Placing {
    /// Of a workflow that names its machines. The schedule that a file brings along has no steps.
    ///
    /// # Errors
    ///
    /// As [`Dag::of`].
    pub fn of(workflow: &Workflow, scheduler: Scheduler, first: FirstAssignment) -> Result<Self, Fault> {
        let dag = Dag::of(workflow)?;
        Ok(Self {
            names: workflow.tasks.iter().map(|it| it.name.clone()).collect(),
            machines: workflow.machines.clone(),
            scheduler,
            first,
            steps: scheduler.steps(&dag, first),
            dag,
        })
    }

    pub fn machines(&self) -> usize {
        self.machines.len()
    }

    /// Where each task is after `shown` decisions.
    pub fn places(&self, shown: usize) -> Vec<Option<Placed>> {
        let mut places = vec![None; self.names.len()];
        let steps = self.steps.iter().take(shown);
        for &(task, place) in steps.flat_map(|it| &it.placed) {
            places[task] = Some(place);
        }
        places
    }

    /// The last of `shown` decisions.
    pub(super) fn last(&self, shown: usize) -> Option<&Step> {
        self.steps.get(shown.min(self.steps.len()).checked_sub(1)?)
    }

    /// The tasks that are placed after `shown` decisions; of the last one all places that were looked at and
    /// the data that its task waits for.
    pub fn view(&self, shown: usize) -> TaskSlots {
        let mut view = TaskSlots { machines: self.machines.clone(), end: self.end(), ..TaskSlots::default() };
        let Some(now) = self.last(shown) else {
            return view;
        };
        let places = self.places(shown);
        let about = now.task().map(|(task, _)| task);
        let in_group = self.in_group(now.group());
        for (task, place) in places.iter().enumerate() {
            let tone = if in_group[task] { Tone::Present } else { Tone::Estimate };
            if let Some(place) = place.filter(|_| Some(task) != about) {
                view.pieces.push(self.piece(&place, tone, task));
            }
        }
        if let Some((task, chosen)) = now.task() {
            let before = self.places(shown - 1)[task];
            let was = before.map(|it| self.piece(&it, Tone::Was, task));
            let others = now.candidates.iter();
            let others = others.filter(|it| it.machine != chosen.machine);
            let others = others.map(|it| self.piece(it, Tone::Candidate, task));
            view.pieces.extend(was.into_iter().chain(others));
            view.pieces.push(self.piece(&chosen, Tone::Chosen, task));
            view.transfers = self.transfers(&places, (task, chosen));
        }
        view
    }

    fn piece(&self, at: &Placed, tone: Tone, task: usize) -> Piece {
        Piece { machine: at.machine, from: at.start, to: at.finish, tone, name: self.names[task].clone() }
    }

    /// Which tasks are of a group.
    fn in_group(&self, group: Option<usize>) -> Vec<bool> {
        let mut is_in = vec![false; self.names.len()];
        let steps = self.steps.iter();
        for step in steps.filter(|it| group.is_some() && it.group() == group) {
            if let Some((task, _)) = step.task() {
                is_in[task] = true;
            }
        }
        is_in
    }

    /// The data that come to a task from other machines.
    fn transfers(&self, places: &[Option<Placed>], (task, chosen): (usize, Placed)) -> Vec<Transfer> {
        let links = self.dag.predecessors(task).iter();
        let of_link = |link: &workload::workflow::Link| {
            let from = places[link.task]?;
            let seconds = self.dag.transfer(link.data, from.machine, chosen.machine);
            (seconds > 0.0)
                .then_some(Transfer { from: (from.machine, from.finish), to: (chosen.machine, from.finish + seconds) })
        };
        links.filter_map(of_link).collect()
    }

    /// The latest time of any decision, and a little more.
    fn end(&self) -> f64 {
        let ends = self.steps.iter().flat_map(|step| {
            let placed = step.placed.iter().map(|(_, it)| it);
            step.candidates.iter().chain(placed)
        });
        1.04 * ends.map(|it| it.finish).fold(0.0, f64::max)
    }

    /// All tasks in the order in which their turn comes first, those that are placed after `shown` decisions
    /// with their times.
    pub fn table(&self, shown: usize) -> Table {
        let places = self.places(shown);
        let is_grouped = self.scheduler == Scheduler::HybridBmct;
        let rows = self.turns().map(|(task, figure, group)| {
            let mut row = vec![self.names[task].clone(), number(figure)];
            row.extend(group.map(|it| (it + 1).to_string()));
            row.extend(match places[task] {
                Some(it) => [self.machines[it.machine].clone(), number(it.start), number(it.finish)],
                None => [String::new(), String::new(), String::new()],
            });
            row
        });
        let figure = match self.scheduler {
            Scheduler::Dls => "Static level (s)",
            _ => "Upward rank (s)",
        };
        let head = ["Task", figure].into_iter();
        let head = head.chain(is_grouped.then_some("Group"));
        let head = head.chain(["Machine", "Start (s)", "Finish (s)"]);
        Table { head: head.map(str::to_owned).collect(), rows: rows.collect() }
    }

    /// The tasks as their turn comes first, each with its rank or level, and its group.
    fn turns(&self) -> impl Iterator<Item = (usize, f64, Option<usize>)> + '_ {
        self.steps.iter().filter_map(|step| {
            let figure = match step.what {
                Decided::FirstFinish { rank } | Decided::OneOfTwo { rank, .. } | Decided::Assigned { rank, .. } => rank,
                Decided::HighestLevel { level, .. } => level,
                Decided::Moved { .. } | Decided::Settled { .. } => return None,
            };
            let (task, _) = step.task()?;
            Some((task, figure, step.group()))
        })
    }

    /// When the last task finishes, in seconds.
    pub fn makespan(&self) -> f64 {
        let places = self.places(self.steps.len());
        places.iter().flatten().map(|it| it.finish).fold(0.0, f64::max)
    }
}

/// With two decimals at most.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    match short {
        "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}
