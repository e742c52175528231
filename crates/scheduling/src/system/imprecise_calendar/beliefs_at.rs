//! A manager's beliefs of the clusters beneath it at a moment, beside their true state.

#[cfg(test)]
mod tests;

use super::managers::{FreeFrom, Managed};
use super::{ImpreciseCalendar, Tree};
use crate::availability::calendar::Grid;
use crate::system::prelude::*;

/// Slots side by side of which as many nodes are free, and are believed to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// When the first of them begins.
    pub from: Time,
    /// When the last one ends.
    pub to: Time,
    pub slots: u64,
    /// How many nodes are free.
    pub free: u32,
    /// How many the manager believes to be free.
    pub believed: u32,
}

impl Stretch {
    /// Whether the manager's belief is wrong.
    pub fn differs(&self) -> bool {
        self.free != self.believed
    }
}

/// A manager's belief about a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeliefAt {
    /// The cluster's number, counted from 0.
    pub cluster: usize,
    pub nodes: u32,
    /// From the present slot on, without a gap.
    pub stretches: Vec<Stretch>,
}

impl BeliefAt {
    /// How many slots there are, and in how many of them the manager's belief is wrong.
    pub fn slots(&self) -> [u64; 2] {
        let differing = self.stretches.iter().filter(|it| it.differs());
        [self.stretches.iter().map(|it| it.slots).sum(), differing.map(|it| it.slots).sum()]
    }
}

/// How a manager knows of the clusters beneath it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knows {
    /// It keeps the calendar of its cluster itself.
    ItsOwn,
    /// It hears of every change at once.
    AtOnce,
    /// It hears of a change after these seconds, for each manager that passes it on.
    After(Time),
}

/// A manager's beliefs about all clusters beneath it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeliefsAt {
    pub knows: Knows,
    /// Each of them, ascending.
    pub clusters: Vec<BeliefAt>,
}

impl BeliefsAt {
    /// The beliefs of a manager, by its number in the tree, in a run whose first job was submitted at `first`; `None`
    /// if there is no such manager, or one manager only, or if jobs share slots. O(c · e log e) for c clusters with e
    /// edges each.
    pub fn of(settings: &ImpreciseCalendar, moment: &Moment, manager: usize, first: Time, now: Time) -> Option<Self> {
        let managed = Managed::of(moment).filter(|it| !it.free.is_empty())?;
        let nodes: Vec<u32> = moment.providers.iter().map(|it| it.processors).collect();
        let tree = Tree::new(&settings.managers, &nodes);
        let it = tree.managers().get(manager)?;
        let grid = settings.grid_at(first, now);
        let least = settings.least_slots();
        let belief = |&cluster: &usize| {
            let believed = believed(&managed, manager, cluster);
            BeliefAt {
                cluster,
                nodes: nodes[cluster],
                stretches: stretches(&grid, least, &managed.free[cluster], believed),
            }
        };
        Some(Self {
            knows: match settings.staleness {
                _ if manager < nodes.len() => Knows::ItsOwn,
                0 => Knows::AtOnce,
                seconds => Knows::After(seconds),
            },
            clusters: it.clusters.iter().map(belief).collect(),
        })
    }
}

/// A manager's belief about a cluster: its true state, unless the moment records another belief.
fn believed(managed: &Managed, manager: usize, cluster: usize) -> &[FreeFrom] {
    let of = (manager as u32, cluster as u32);
    let other = managed.beliefs.iter();
    other.filter(|it| (it.manager, it.provider) == of).map(|it| &it.free).next().unwrap_or(&managed.free[cluster])
}

/// Where either changes a stretch ends; the last one reaches as far as the calendar has slots.
fn stretches(grid: &Grid, least: u32, free: &[FreeFrom], believed: &[FreeFrom]) -> Vec<Stretch> {
    let mut edges: Vec<Time> = free.iter().chain(believed).map(|it| it.from).collect();
    edges.push(grid.begin());
    let last = edges.iter().copied().max().unwrap_or(0);
    edges.push(grid.slots_until(last.saturating_add(1), least).1);
    edges.sort_unstable();
    edges.dedup();
    let count = |of: &[FreeFrom], time: Time| {
        let at = of.partition_point(|it| it.from <= time);
        at.checked_sub(1).map_or(0, |it| of[it].free)
    };
    let stretch = |edge: &[Time]| Stretch {
        from: edge[0],
        to: edge[1],
        slots: grid.slots_before(edge[1]) - grid.slots_before(edge[0]),
        free: count(free, edge[0]),
        believed: count(believed, edge[0]),
    };
    edges.windows(2).map(stretch).collect()
}
