//! What is looked at: idle periods, a request, and the search for it, as pictures and words.

use super::form::Typed;
use crate::availability::BEGINNING;
use crate::availability::idle_periods::{FOREVER, IdlePeriod, SearchStep, TreeNode};
use crate::chart::Origin;
use crate::chart::idle_periods::{Below, Found, IdleBar, IdleView, Node, TreeView};
use crate::chart::table::Table;
use crate::chart::time_axis::time_label_beside;
use crate::experiment::Run;
use crate::page::words::plural;
use crate::system::co_allocation::CoAllocation;
use crate::system::co_allocation::inside::{
    Asked, Mark, Marks, SlotSearch, example, idle_at, words,
};
use crate::workload::Time;

/// A tree of up to so many leaves is drawn whole.
const WHOLE: u32 = 16;

/// A slot, its trees, and a search.
#[derive(PartialEq)]
pub struct LookedAt {
    pub asked: Asked,
    pub search: SlotSearch,
    /// What times are counted from; of the example from nothing.
    pub origin: Origin,
    /// Whether times are mere numbers.
    is_example: bool,
}

impl LookedAt {
    /// A run at a moment: asked for is what was typed, usually a quarter of the servers for an hour from
    /// then on.
    pub fn run(system: &CoAllocation, run: &Run, now: Time, typed: &Typed, origin: Origin) -> Self {
        let servers: u32 = run.platform.iter().sum();
        let asked = typed.asked(Asked {
            start: now,
            length: 3_600,
            servers: (servers / 4).max(1),
        });
        let periods = idle_at(run, now);
        Self {
            search: SlotSearch::of(&periods, system.slot, &asked, system.selection),
            asked,
            origin,
            is_example: false,
        }
    }

    /// The example of the paper's figures.
    pub fn example(system: &CoAllocation, typed: &Typed) -> Self {
        let (periods, slot, asked) = example();
        let asked = typed.asked(asked);
        Self {
            search: SlotSearch::of(&periods, slot, &asked, system.selection),
            asked,
            origin: Origin::default(),
            is_example: true,
        }
    }

    fn name(&self, time: Time) -> String {
        match self.is_example {
            true => time.to_string(),
            // The date only where it is another one than the request's.
            false => time_label_beside(time, Some(self.asked.start), self.origin),
        }
    }

    /// How many servers have an idle period in the slot.
    pub fn servers(&self) -> usize {
        let mut servers: Vec<u32> = self.search.periods.iter().map(|it| it.server).collect();
        servers.sort_unstable();
        servers.dedup();
        servers.len()
    }

    /// When the slot begins and ends.
    pub fn slot_words(&self) -> String {
        let (from, to) = self.search.slot;
        format!("{} … {}", self.name(from), self.name(to))
    }

    /// A step in words.
    pub fn step_words(&self, step: &SearchStep) -> String {
        words::step(&self.search, &self.asked, step, &|time| self.name(time))
    }

    /// What comes of it.
    pub fn outcome(&self) -> String {
        words::outcome(&self.search, &self.asked)
    }

    /// What the range search lists.
    pub fn idle_words(&self) -> String {
        let idle = self.search.idle_throughout(&self.asked);
        let (from, to) = (self.name(self.asked.start), self.name(self.asked.end()));
        let named = match idle.is_empty() {
            true => String::new(),
            false => format!(": {}", words::runs(&idle)),
        };
        format!(
            "Idle throughout {from} … {to}: {}{named}",
            plural(idle.len(), "server")
        )
    }

    /// The bars after so many steps, around the slot and the request.
    pub fn bars(&self, shown: usize) -> IdleView {
        let marks = Marks::after(&self.search, shown);
        let bar = |it: &IdlePeriod| IdleBar {
            server: it.server,
            start: it.start,
            end: it.end,
            found: found(marks.of(it)),
        };
        IdleView {
            window: self.window(),
            slot: self.search.slot,
            request: (self.asked.start, self.asked.end()),
            bars: self.search.periods.iter().map(bar).collect(),
        }
    }

    /// Half as much on either side as slot and request take; of the example all.
    fn window(&self) -> (Time, Time) {
        let (from, to) = self.search.slot;
        let to = to.max(self.asked.end());
        let beside = to.saturating_sub(from) / 2;
        (from.saturating_sub(beside), to.saturating_add(beside))
    }

    /// The primary tree, and the secondary one that is searched, after so many steps.
    pub fn trees(&self, shown: usize) -> TreeView {
        let Some(root) = &self.search.tree else {
            return TreeView::default();
        };
        let marks = Marks::after(&self.search, shown);
        let primary = Drawing {
            of: self,
            marks: &marks,
            is_primary: true,
        };
        let mut trees = vec![(
            "Primary tree, by start from the latest on".to_owned(),
            primary.node(root),
        )];
        let searched = marks.at.and_then(|at| root.find(at));
        // Until phase 2 is somewhere, the ends of all are shown.
        let of = searched.unwrap_or(root);
        let secondary = of.branch.as_ref().and_then(|it| it.secondary.as_ref());
        if let Some(secondary) = secondary {
            let drawing = Drawing {
                is_primary: false,
                ..primary
            };
            let name = format!(
                "Secondary tree, by end, of the {} at {}",
                match searched {
                    Some(_) => "candidates",
                    None => "root",
                },
                words::time(of.period.start, &|time| self.name(time))
            );
            trees.push((name, drawing.node(secondary)));
        }
        TreeView { trees }
    }

    /// The idle periods of the slot as a table.
    pub fn table(&self, shown: usize) -> Table {
        let marks = Marks::after(&self.search, shown);
        let rows = self.search.periods.iter().map(|it| {
            let time = |time: Time| match time {
                BEGINNING => "always".to_owned(),
                FOREVER => "open".to_owned(),
                time => self.name(time),
            };
            vec![
                it.server.to_string(),
                time(it.start),
                time(it.end),
                found(marks.of(it)).words().to_owned(),
            ]
        });
        Table {
            head: ["Server", "Idle from", "Until", "Found to be"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows.collect(),
        }
    }
}

fn found(mark: Mark) -> Found {
    match mark {
        Mark::Unknown => Found::Unknown,
        Mark::Candidate => Found::Candidate,
        Mark::Feasible => Found::Feasible,
        Mark::Taken => Found::Taken,
    }
}

/// How a tree is drawn.
struct Drawing<'a> {
    of: &'a LookedAt,
    marks: &'a Marks,
    is_primary: bool,
}

impl Drawing<'_> {
    fn node(&self, it: &TreeNode) -> Node {
        let is_marked = self.marks.marked.contains(&it.node);
        let visited = self.marks.visited.contains(&it.node);
        let time = match self.is_primary {
            true => it.period.start,
            false => it.period.end,
        };
        let marked = match self.is_primary {
            true => Found::Candidate,
            false => Found::Feasible,
        };
        let mut label = words::time(time, &|time| self.of.name(time));
        if it.branch.is_none() {
            label = format!("{}: {label}", it.period.server);
        }
        let below = match &it.branch {
            None => Below::Leaf,
            Some(branch) if self.is_open(it) => Below::Sides(Box::new([
                self.node(&branch.left),
                self.node(&branch.right),
            ])),
            Some(_) => Below::Hidden,
        };
        Node {
            label,
            size: it.size,
            visited,
            current: self.marks.current == Some(it.node),
            marked: is_marked.then_some(match it.branch.is_none() {
                // Of a leaf all is known.
                true => found(self.marks.of(&it.period)).max(marked),
                false => marked,
            }),
            below,
        }
    }

    /// Whether its sides are drawn: in a small tree, and where the search goes.
    fn is_open(&self, it: &TreeNode) -> bool {
        let steps = &self.of.search.steps;
        let is_small = self.of.search.periods.len() as u32 <= WHOLE;
        is_small
            || steps.iter().any(|step| match step {
                SearchStep::Primary { node, .. } | SearchStep::Secondary { node, .. } => {
                    *node == it.node
                }
                _ => false,
            })
    }
}
