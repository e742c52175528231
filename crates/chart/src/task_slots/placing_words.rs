//! A scheduler's decisions in words.

use super::Placing;
use super::placing::number;
use scheduling::policy::workflow::{Decided, FirstAssignment, Scheduler, Stays, Step, Tried};
use workload::workflow::Placed;

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
