//! A scheduler at work as pictures and a table: how far it has come is a number of decisions.

use super::{Piece, TaskSlots, Tone, Transfer};
use crate::table::Table;
use scheduling::policy::workflow::{Decided, FirstAssignment, Scheduler, Stays, Step, Tried};
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
            let others = now
                .candidates
                .iter()
                .filter(|it| it.machine != chosen.machine)
                .map(|it| self.piece(it, Tone::Candidate, task));
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
        let head = ["Task", figure].into_iter().chain(is_grouped.then_some("Group")).chain([
            "Machine",
            "Start (s)",
            "Finish (s)",
        ]);
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

/// The most machines, or tasks that stay where they are, that are told one by one; more are counted.
const MOST_TOLD: usize = 8;

impl Placing {
    /// The last of `shown` decisions in words.
    pub fn words(&self, shown: usize) -> String {
        let Some(step) = self.last(shown) else {
            return self.before_the_first();
        };
        match &step.what {
            Decided::FirstFinish { rank } => self.first_finish(shown, step, *rank),
            Decided::OneOfTwo { .. } => self.one_of_two(step),
            Decided::HighestLevel { .. } => self.highest_level(step),
            Decided::Assigned { .. } => self.assigned(shown, step),
            Decided::Moved { .. } => self.moved(step),
            Decided::Settled { .. } => self.settled(step),
        }
    }

    fn before_the_first(&self) -> String {
        let first = self.steps.first().and_then(Step::task);
        let Some((task, _)) = first else {
            return "The schedule is from the file: no scheduler decided.".to_owned();
        };
        let name = &self.names[task];
        let why = match self.scheduler {
            Scheduler::Dls => "The ready task with the highest dynamic level is first",
            _ => "The task of the greatest upward rank is first",
        };
        format!("No task is placed yet. {why}: {name}.")
    }

    fn first_finish(&self, shown: usize, step: &Step, rank: f64) -> String {
        let ends = self.on_machines(&step.candidates, |at, it| format!("on {at} at {}", number(it.finish)));
        let between = if self.is_between(shown) { ", into a gap between placed tasks" } else { "" };
        format!(
            "Task {} has the greatest rank of the remaining tasks, {}. It would end {}: it goes to {}{between}.",
            self.name(step),
            number(rank),
            ends,
            self.place(step)
        )
    }

    fn one_of_two(&self, step: &Step) -> String {
        let Decided::OneOfTwo { rank, enabling, idle_first, others: (sorted, waiting) } = step.what else {
            return String::new();
        };
        let name = |it: usize| &self.machines[it];
        let starts = self.on_machines(&step.candidates, |at, it| format!("on {at} at {}", number(it.start)));
        let machines = match enabling {
            None => format!("It depends on no other task; {} is idle first", name(idle_first)),
            Some(it) if it == idle_first => {
                format!("Its last message comes from {}, which is also idle first", name(it))
            }
            Some(it) => format!(
                "Its last message comes from {}, and {} is idle first; it would start {}",
                name(it),
                name(idle_first),
                starts
            ),
        };
        format!(
            "Task {} has the greatest rank in the sorted list, {}; {sorted} more stand in it, and {waiting} wait for a place. {machines}: it goes to {}.",
            self.name(step),
            number(rank),
            self.place(step)
        )
    }

    fn highest_level(&self, step: &Step) -> String {
        let Decided::HighestLevel { level, dynamic, second, ready } = &step.what else {
            return String::new();
        };
        let levels = step.candidates.iter().zip(dynamic);
        let levels = levels.map(|(it, level)| format!("{} on {}", number(*level), self.machines[it.machine]));
        let levels = listed(levels, "machine");
        let second = match second {
            Some((task, machine, level)) => format!(
                " The best of the others is {} on {} with {}.",
                self.names[*task],
                self.machines[*machine],
                number(*level)
            ),
            None => String::new(),
        };
        format!(
            "{ready} ready. Task {} has the highest dynamic level: {}; its static level is {}. It goes to {}.{second}",
            self.name(step),
            levels,
            number(*level),
            self.place(step)
        )
    }

    fn assigned(&self, shown: usize, step: &Step) -> String {
        let Decided::Assigned { group, rank, size } = step.what else {
            return String::new();
        };
        let is_first = self.last(shown - 1).and_then(Step::group) != Some(group);
        let begins = match (is_first, size) {
            (false, _) => String::new(),
            (true, 1) => format!("Group {} has one task. ", group + 1),
            (true, _) => format!("Group {} has {size} independent tasks. ", group + 1),
        };
        let figures = match self.first {
            FirstAssignment::ExecutionTime => {
                self.on_machines(&step.candidates, |at, it| format!("{} s on {at}", number(it.finish - it.start)))
            }
            FirstAssignment::CompletionTime => {
                self.on_machines(&step.candidates, |at, it| format!("on {at} at {}", number(it.finish)))
            }
        };
        let least = match self.first {
            FirstAssignment::ExecutionTime => format!("takes {}", figures),
            FirstAssignment::CompletionTime => {
                format!("would finish alone {}", figures)
            }
        };
        format!(
            "{begins}Task {}, rank {}, {least}: it first goes to {}.",
            self.name(step),
            number(rank),
            self.place(step)
        )
    }

    fn moved(&self, step: &Step) -> String {
        let Decided::Moved { group, from, done: (before, now), without, with, tried } = &step.what else {
            return String::new();
        };
        let from = &self.machines[*from];
        let with = step.candidates.iter().zip(with);
        let with = with.map(|(it, end)| format!("{} with it at {}", self.machines[it.machine], number(*end)));
        let done = if now < before {
            format!("at {} now, before at {}", number(*now), number(*before))
        } else {
            format!("at {} as before: another machine finishes as late", number(*now))
        };
        format!(
            "{from} is done last, at {}.{} Without {} it is done at {}, {}: the task goes to {}. Group {} is done {done}.",
            number(*before),
            self.stays(tried, from),
            self.name(step),
            number(*without),
            listed(with, "machine"),
            self.place(step),
            group + 1,
        )
    }

    fn settled(&self, step: &Step) -> String {
        let Decided::Settled { group, last, done, tried } = &step.what else {
            return String::new();
        };
        let last = &self.machines[*last];
        let stays =
            if tried.is_empty() { " It has no task of this group.".to_owned() } else { self.stays(tried, last) };
        let end = if self.is_last(*group) { " It is the last group." } else { "" };
        format!("{last} is done last, at {}.{stays} No move helps: group {} is done.{end}", number(*done), group + 1)
    }

    /// Why tasks stay on a machine.
    fn stays(&self, tried: &[Tried], own: &str) -> String {
        let of_task = |it: &Tried| {
            let name = &self.names[it.task];
            match it.why {
                Stays::NoEarlier => format!("{own} would be done no earlier without {name}"),
                Stays::NoRoom(Some(end)) => {
                    let end = number(end);
                    format!("with {name} another machine would be done at {end} at the earliest")
                }
                Stays::NoRoom(None) => format!("{name} has no other machine"),
            }
        };
        if tried.is_empty() { String::new() } else { format!(" Tried: {}.", listed(tried.iter().map(of_task), "task")) }
    }

    fn is_last(&self, group: usize) -> bool {
        self.steps.last().and_then(Step::group) == Some(group)
    }

    fn name(&self, step: &Step) -> &str {
        step.task().map_or("", |(task, _)| &self.names[task])
    }

    /// Where a decision's task goes: its machine, from when until when.
    fn place(&self, step: &Step) -> String {
        let Some((_, it)) = step.task() else {
            return String::new();
        };
        format!("{}, from {} to {}", self.machines[it.machine], number(it.start), number(it.finish))
    }

    /// Places in words, each told with its machine's name.
    fn on_machines(&self, places: &[Placed], tell: impl Fn(&str, &Placed) -> String) -> String {
        let told = places.iter().map(|it| tell(&self.machines[it.machine], it));
        listed(told, "machine")
    }

    /// Whether the last of `shown` decisions puts a task before another that was placed earlier on its machine.
    fn is_between(&self, shown: usize) -> bool {
        let Some((_, chosen)) = self.last(shown).and_then(Step::task) else {
            return false;
        };
        let before = self.places(shown - 1);
        let mut before = before.iter().flatten();
        before.any(|it| it.machine == chosen.machine && it.start >= chosen.finish)
    }
}

/// The first of some items, and how many more there are.
fn listed(items: impl Iterator<Item = String>, noun: &str) -> String {
    let mut items: Vec<String> = items.collect();
    let more = items.len().saturating_sub(MOST_TOLD);
    items.truncate(MOST_TOLD);
    match more {
        0 => items.join(", "),
        1 => format!("{}, and one more {noun}", items.join(", ")),
        more => format!("{}, and {more} more {noun}s", items.join(", ")),
    }
}
