//! The dynamic table of a node after a number of steps, and the clone of it on which offers stand (Moise et al. 2008,
//! Sect. 3.7).

use super::node_loads::{Held, LoadsAt};
use super::percent;
use crate::numbers::Numbered;
use crate::prelude::*;
use crate::time_axis::time_label;
use base::text;
use scheduling::availability::node_load::{DynamicTable, Interval, Reservation};
use scheduling::engine::Run;

/// The table of a node, and its clone.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeTable {
    /// The node's place among the providers.
    pub node: usize,
    /// The reservations of the agent.
    pub table: DynamicTable,
    /// The same with its undecided offers; none if it has no such offers.
    pub clone: Option<DynamicTable>,
    /// The reservations on the node, and the span over which a mean over time is taken.
    held: Vec<Held>,
    window: (Time, Time),
}

impl NodeTable {
    /// The table of one of the nodes of which it is known what they hold; means over time are over the window.
    /// O(n log n + what the intervals hold) for n tasks on the node.
    pub fn of(loads: &LoadsAt, node: usize, window: (Time, Time)) -> Option<Self> {
        let at = node.checked_sub(loads.nodes.start)?;
        let held = loads.held.get(at)?;
        let reserved: Vec<Held> = held.iter().filter(|it| !it.is_offered).copied().collect();
        let is_offered = reserved.len() < held.len();
        Some(Self {
            node,
            table: table_of(&reserved),
            clone: is_offered.then(|| table_of(held)),
            held: reserved,
            window,
        })
    }

    /// The paper's average load, over the intervals of the table, in percent of the node.
    pub fn average_load(&self, run: &Run) -> f64 {
        100.0 * self.table.average_load() / capacity(run, self.node)
    }

    /// The mean load over the window of time, in percent of the node.
    pub fn mean_load(&self, run: &Run) -> f64 {
        let work = |it: &Held| i64::from(it.load) * (it.end - it.start);
        let work: i64 = self.held.iter().map(work).sum();
        let span = (self.window.1 - self.window.0).max(1) as f64;
        100.0 * work as f64 / (span * capacity(run, self.node))
    }

    /// How many intervals it has, and both means: `9 intervals, average load 28 % over them, 33.3 % over time`.
    pub fn words(&self, run: &Run) -> String {
        let (intervals, them) = match self.table.intervals().len() {
            1 => ("1 interval".to_owned(), "it"),
            count => (format!("{} intervals", text::count(count as i64)), "them"),
        };
        format!(
            "{intervals}, average load {} % over {them}, {} % over time",
            one_digit(self.average_load(run)),
            one_digit(self.mean_load(run))
        )
    }
}

fn table_of(held: &[Held]) -> DynamicTable {
    let reserved = held.iter().filter(|it| it.start < it.end);
    let reserved: Vec<Reservation> = reserved.map(|it| (it.job, (it.start, it.end), it.load)).collect();
    DynamicTable::of(&reserved)
}

fn capacity(run: &Run, node: usize) -> f64 {
    f64::from(run.platform.get(node).copied().unwrap_or(0).max(1))
}

fn one_digit(percent: f64) -> String {
    let rounded = (10.0 * percent).round() / 10.0;
    rounded.to_string()
}

/// The first intervals of a node's table, up to a given number.
pub fn intervals_table(run: &Run, node: usize, table: &DynamicTable, origin: Origin, most: usize) -> Numbered {
    let all = table.intervals();
    let row = |it: &Interval| {
        let end = match it.end {
            Time::MAX => "INFINITE".to_owned(),
            end => time_label(end, origin),
        };
        let tasks = it.tasks.iter().map(|&job| run.job_name(job as usize)).collect::<Vec<_>>().join(", ");
        vec![
            time_label(it.start, origin),
            end,
            if tasks.is_empty() { "none".to_owned() } else { tasks },
            format!("{} %", percent(run, node, it.usage)),
        ]
    };
    Numbered {
        table: Table {
            head: ["From", "Until", "Tasks", "Usage"].map(str::to_owned).to_vec(),
            rows: all.iter().take(most).map(row).collect(),
        },
        count: all.len(),
    }
}
