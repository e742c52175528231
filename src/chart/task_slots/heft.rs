//! HEFT as pictures, a table and words: how far it has come is a number of tasks.

use super::{Piece, TaskSlots, Tone, Transfer};
use crate::chart::table::Table;
use crate::policy::workflow::{HeftStep, heft_steps, upward_ranks};
use crate::workload::workflow::{Dag, Fault, Placed, Workflow};

/// HEFT on a workflow, task by task.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    names: Vec<String>,
    machines: Vec<String>,
    dag: Dag,
    ranks: Vec<f64>,
    /// A task each, in the order in which they are placed.
    pub steps: Vec<HeftStep>,
}

impl Ranking {
    /// Of a workflow that names its machines.
    ///
    /// # Errors
    ///
    /// As [`Dag::of`].
    pub fn of(workflow: &Workflow) -> Result<Self, Fault> {
        let dag = Dag::of(workflow)?;
        Ok(Self {
            names: workflow.tasks.iter().map(|it| it.name.clone()).collect(),
            machines: workflow.machines.clone(),
            ranks: upward_ranks(&dag),
            steps: heft_steps(&dag),
            dag,
        })
    }

    /// How many machines there are.
    pub fn machines(&self) -> usize {
        self.machines.len()
    }

    /// The tasks that are placed after so many steps, the last of them with all places that it could have had
    /// and the data that it waits for.
    pub fn view(&self, shown: usize) -> TaskSlots {
        let placed = &self.steps[..shown.min(self.steps.len())];
        let mut view = TaskSlots {
            machines: self.machines.clone(),
            end: self.end(),
            ..TaskSlots::default()
        };
        let Some((now, before)) = placed.split_last() else {
            return view;
        };
        let piece = |at: &Placed, tone: Tone, task: usize| Piece {
            machine: at.machine,
            from: at.start,
            to: at.finish,
            tone,
            name: self.names[task].clone(),
        };
        for step in before {
            view.pieces
                .push(piece(&step.chosen, Tone::Estimate, step.task));
        }
        let others = now.candidates.iter().filter(|it| **it != now.chosen);
        for other in others {
            view.pieces.push(piece(other, Tone::Candidate, now.task));
        }
        view.pieces.push(piece(&now.chosen, Tone::Chosen, now.task));
        view.transfers = self.transfers(before, now);
        view
    }

    /// What comes to the last task from other machines.
    fn transfers(&self, before: &[HeftStep], now: &HeftStep) -> Vec<Transfer> {
        let links = self.dag.predecessors(now.task).iter();
        let of_link = |link: &crate::workload::workflow::Link| {
            let from = before.iter().find(|it| it.task == link.task)?.chosen;
            let machine = now.chosen.machine;
            let seconds = self.dag.transfer(link.data, from.machine, machine);
            (seconds > 0.0).then_some(Transfer {
                from: (from.machine, from.finish),
                to: (machine, from.finish + seconds),
            })
        };
        links.filter_map(of_link).collect()
    }

    /// The latest time of any step, and a little more.
    fn end(&self) -> f64 {
        let ends = self.steps.iter().flat_map(|it| &it.candidates);
        1.04 * ends.map(|it| it.finish).fold(0.0, f64::max)
    }

    /// The last of so many steps in words.
    pub fn words(&self, shown: usize) -> String {
        let Some(at) = shown.checked_sub(1) else {
            let first = self.steps.first().map_or("", |it| &self.names[it.task]);
            return format!(
                "Nothing is placed yet. The task of the greatest upward rank is first: {first}."
            );
        };
        let step = &self.steps[at];
        let (name, rank) = (&self.names[step.task], number(step.rank));
        let ends: Vec<String> = step
            .candidates
            .iter()
            .map(|it| format!("{} at {}", self.machines[it.machine], number(it.finish)))
            .collect();
        let machine = &self.machines[step.chosen.machine];
        let between = match self.is_between(at) {
            true => ", into a gap between tasks that are there already",
            false => "",
        };
        format!(
            "Task {name} has the greatest rank of those left, {rank}. It would end on {}: it goes to {machine}, from {} to {}{between}.",
            ends.join(", on "),
            number(step.chosen.start),
            number(step.chosen.finish)
        )
    }

    /// Whether a task goes before another that was placed earlier on its machine.
    fn is_between(&self, at: usize) -> bool {
        let chosen = self.steps[at].chosen;
        let mut before = self.steps[..at].iter().map(|it| it.chosen);
        before.any(|it| it.machine == chosen.machine && it.start >= chosen.finish)
    }

    /// All tasks by rank, those placed after so many steps with their times.
    pub fn table(&self, shown: usize) -> Table {
        let row = |(at, step): (usize, &HeftStep)| {
            let chosen = step.chosen;
            let placed = [
                self.machines[chosen.machine].clone(),
                number(chosen.start),
                number(chosen.finish),
            ];
            let placed = match at < shown {
                true => placed,
                false => [String::new(), String::new(), String::new()],
            };
            let mut row = vec![self.names[step.task].clone(), number(self.ranks[step.task])];
            row.extend(placed);
            row
        };
        Table {
            head: [
                "Task",
                "Upward rank (s)",
                "Machine",
                "Start (s)",
                "Finish (s)",
            ]
            .map(str::to_owned)
            .to_vec(),
            rows: self.steps.iter().enumerate().map(row).collect(),
        }
    }

    /// When the last task finishes, in seconds.
    pub fn makespan(&self) -> f64 {
        let finishes = self.steps.iter().map(|it| it.chosen.finish);
        finishes.fold(0.0, f64::max)
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
