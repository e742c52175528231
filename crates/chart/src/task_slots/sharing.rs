//! Spare time that is shared out, as pictures, a table and words: how far it has come is a number of rounds.

use super::placing::number;
use super::{Piece, TaskSlots, Tone};
use crate::table::Table;
use scheduling::policy::spare_time::{Iteration, Recursive, ScheduleGraph, Slot, Variant, critical_path, reserve_on};

/// How the spare time of an initial schedule is shared out, round by round.
#[derive(Clone, Debug, PartialEq)]
pub struct Sharing {
    /// The names of the tasks.
    names: Vec<String>,
    machines: Vec<String>,
    deadline: f64,
    variant: Variant,
    /// The slots before the first round: the initial schedule.
    initial: Vec<Slot>,
    /// Tasks on the critical path.
    is_critical: Vec<bool>,
    /// The times that each round gives; the critical path variants have one round.
    pub rounds: Vec<Iteration>,
}

impl Sharing {
    /// On a schedule's graph, up to a deadline in seconds; the recursive variants go on until less than this
    /// part of the deadline is left.
    pub fn of(
        graph: &ScheduleGraph,
        (names, machines): (Vec<String>, Vec<String>),
        (deadline, threshold): (f64, f64),
        variant: Variant,
    ) -> Self {
        let none = vec![0.0; graph.tasks()];
        let initial = graph.slots(&none);
        let mut is_critical = vec![false; graph.tasks()];
        for task in critical_path(graph) {
            is_critical[task] = true;
        }
        let rounds = if variant.is_recursive() {
            let recursive = Recursive::new(graph, deadline, variant);
            let mut recursive = recursive.leaving(threshold);
            std::iter::from_fn(|| recursive.iterate()).collect()
        } else {
            let slots = reserve_on(graph, deadline, variant, threshold);
            vec![at_once(graph, &initial, slots, deadline)]
        };
        Self { names, machines, deadline, variant, initial, is_critical, rounds }
    }

    pub fn machines(&self) -> usize {
        self.machines.len()
    }

    /// The slots after this many rounds.
    fn slots(&self, shown: usize) -> &[Slot] {
        match shown.checked_sub(1).and_then(|it| self.rounds.get(it)) {
            Some(round) => &round.slots,
            None => &self.initial,
        }
    }

    /// The slots after this many rounds, what the last round gave apart.
    pub fn view(&self, shown: usize) -> TaskSlots {
        let given = shown.checked_sub(1).and_then(|it| self.rounds.get(it));
        let mut pieces = Vec::new();
        for (task, slot) in self.slots(shown).iter().enumerate() {
            let estimate = if self.is_critical[task] && self.variant.has_critical_path() {
                Tone::Critical
            } else {
                Tone::Estimate
            };
            let given = given.map_or(0.0, |it| it.given[task]);
            let before = (slot.reserved_until - given).max(slot.finish);
            let parts = [
                (slot.start, slot.finish, estimate),
                (slot.finish, before, Tone::Extra),
                (before, slot.reserved_until, Tone::Given),
            ];
            for (from, to, tone) in parts {
                let is_estimate = tone == estimate;
                if to > from || is_estimate {
                    pieces.push(Piece {
                        machine: slot.machine,
                        from,
                        to,
                        tone,
                        name: if is_estimate { self.names[task].clone() } else { String::new() },
                    });
                }
            }
        }
        TaskSlots {
            machines: self.machines.clone(),
            pieces,
            transfers: Vec::new(),
            end: 1.04 * self.deadline,
            deadline: Some(self.deadline),
        }
    }

    /// The last of this many rounds, in words.
    pub fn words(&self, shown: usize) -> String {
        let ends = self.slots(shown).iter().map(|it| it.reserved_until);
        let left = (self.deadline - ends.fold(0.0, f64::max)).max(0.0);
        let Some(at) = shown.checked_sub(1) else {
            return format!(
                "The initial schedule. {} s are left until the deadline at {} s.",
                number(left),
                number(self.deadline)
            );
        };
        let Some(round) = self.rounds.get(at) else {
            return String::new();
        };
        let most = round.given.iter().copied().fold(0.0, f64::max);
        let least = round.given.iter().copied().fold(f64::INFINITY, f64::min);
        let given = if (most - least).abs() < 1e-9 {
            format!("each task is given {} s", number(most))
        } else {
            format!("tasks are given {} to {} s", number(least), number(most))
        };
        let last = if shown == self.rounds.len() { " It is the last round." } else { "" };
        format!("Of {} s that were left, {given}; {} s are left now.{last}", number(round.left), number(left))
    }

    /// The tasks as in Figure 6 of the paper: the spare time before the round, what the round gave, the slot.
    pub fn table(&self, shown: usize) -> Table {
        let round = shown.checked_sub(1).and_then(|it| self.rounds.get(it));
        let row = |(task, slot): (usize, &Slot)| {
            let of_round = |of: fn(&Iteration) -> &Vec<f64>| round.map_or(String::new(), |it| number(of(it)[task]));
            vec![
                self.names[task].clone(),
                of_round(|it| &it.spare),
                of_round(|it| &it.given),
                number(slot.start),
                number(slot.reserved_until),
            ]
        };
        Table {
            head: ["Task", "Spare time before (s)", "Given (s)", "Slot starts (s)", "Slot ends (s)"]
                .map(str::to_owned)
                .to_vec(),
            rows: self.slots(shown).iter().enumerate().map(row).collect(),
        }
    }
}

/// All that a variant gives in one round.
fn at_once(graph: &ScheduleGraph, initial: &[Slot], slots: Vec<Slot>, deadline: f64) -> Iteration {
    let end = initial.iter().map(|it| it.reserved_until);
    Iteration {
        left: deadline - end.fold(0.0, f64::max),
        spare: graph.spare_times(initial),
        given: slots.iter().map(|it| it.reserved_until - it.finish).collect(),
        slots,
    }
}
