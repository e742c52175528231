//! What becomes of commitments when several jobs share a slot.

use super::*;

/// A calendar without the rule that a request gets a full slot: a slot that is not of the finest level
/// takes jobs as long as there is resource, node seconds, for all of them (Hollingsworth and
/// Maneewongvatana 1999, Sect. 2.3: "it is possible to have an allocation that can not be scheduled when
/// a slot is divided").
///
/// It is there to show why the rule is needed: every job is looked at by itself, so it takes O(jobs) for
/// each slot. A job that goes on from one slot into the next has its nodes at once at the beginning of
/// that; when in its first slot it starts is open until the slot is split. Then the jobs that start in it
/// are given new slots in the order of their numbers, each the first within the old slot that has room,
/// and those that ask for a time before all others.
#[derive(Clone, Debug)]
pub struct SharedSlots {
    grid: Grid,
    nodes: u32,
    held: BTreeMap<u32, Held>,
}

/// A job's commitment.
#[derive(Clone, Copy, Debug)]
struct Held {
    demand: Demand,
    /// The beginning of the slot in which it starts, or the time that it asked for.
    start: Time,
}

/// A commitment that could not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The job.
    pub job: u32,
    /// The slot in which it was to start.
    pub slot: Span,
    /// When it starts instead.
    pub start: Time,
}

impl SharedSlots {
    /// The calendar of `nodes` nodes, free for all time, at time `now`. A level is refilled when fewer
    /// than `low_water` of its slots are left, or than its count.
    pub fn new(levels: &[Level], low_water: Option<u32>, nodes: u32, now: Time) -> Self {
        Self {
            grid: Grid::new(levels, low_water, now),
            nodes,
            held: BTreeMap::new(),
        }
    }

    /// Its slots, whatever they hold.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// When a job starts: at the beginning of its slot, unless that will be split.
    pub fn start(&self, job: u32) -> Option<Time> {
        self.held.get(&job).map(|it| it.start)
    }

    /// Gives a job the first slot at its ready time or later from which there is enough for it, and
    /// tells when that begins. `None` if there never is.
    pub fn book(&mut self, job: u32, demand: Demand) -> Option<Time> {
        let start = self.first_fit(demand, demand.ready, FAR_FUTURE)?;
        self.held.insert(job, Held { demand, start });
        Some(start)
    }

    /// Goes on to `now`, no farther than the next finest slot's beginning, and tells the commitments that cannot be kept now that slots are split. Those
    /// jobs get the first slot that has room for them.
    pub fn roll(&mut self, now: Time) -> Vec<Broken> {
        let before = self.grid.clone();
        self.grid.roll(now);
        let split = |it: &Held| {
            let slot = before.slot_at(it.start);
            (it.start >= now && slot != self.grid.slot_at(it.start)).then_some(slot)
        };
        let starting = self.held.iter().map(|(&job, it)| (job, *it));
        let mut starting: Vec<(Span, u32, Held)> = starting
            .filter_map(|(job, it)| split(&it).map(|slot| (slot, job, it)))
            .collect();
        starting.sort_by_key(|(slot, job, it)| (slot.start, !it.demand.fixed, *job));
        for (_, job, _) in &starting {
            self.held.remove(job);
        }
        let mut broken = Vec::new();
        for (slot, job, Held { demand, start }) in starting {
            let until = if demand.fixed { start + 1 } else { slot.end };
            let kept = self.first_fit(demand, start, until);
            let found =
                kept.or_else(|| self.first_fit(demand, slot.start.max(demand.ready), FAR_FUTURE));
            // Behind all bookings there is room.
            let start = found.unwrap_or(FAR_FUTURE);
            if kept.is_none() {
                broken.push(Broken { job, slot, start });
            }
            self.held.insert(job, Held { demand, start });
        }
        broken
    }

    /// The first start at `ready` or later and before `until` at which there is enough.
    fn first_fit(&self, demand: Demand, ready: Time, until: Time) -> Option<Time> {
        if demand.nodes > self.nodes || demand.length > FAR_FUTURE {
            return None;
        }
        let mut start = self.grid.boundary(ready);
        if demand.fixed {
            let finest = self.grid.finest();
            start = ready + (finest - ready.rem_euclid(finest)) % finest;
        }
        while start < until {
            if self.has_room(demand, start) {
                return Some(start);
            }
            start = self.grid.boundary(start + 1);
        }
        None
    }

    /// Whether each slot that a job needs from `start` on has enough for it.
    fn has_room(&self, demand: Demand, start: Time) -> bool {
        let wanted = Held { demand, start };
        let mut time = start;
        while time < self.end(&wanted) {
            let slot = self.grid.slot_at(time);
            let both = || self.held.values().chain([&wanted]);
            let enough = match slot.level {
                0 => self.nodes_in(both(), slot) <= u64::from(self.nodes),
                _ => {
                    let resource = i128::from(self.nodes) * i128::from(slot.end - slot.start);
                    let taken = both().map(|it| self.resource(it, slot)).sum::<i128>();
                    let going_on = both().filter(|it| it.start < slot.start);
                    taken <= resource && self.nodes_in(going_on, slot) <= u64::from(self.nodes)
                }
            };
            if !enough {
                return false;
            }
            time = slot.end;
        }
        true
    }

    /// When a job is over at the latest, in whole finest slots.
    fn end(&self, held: &Held) -> Time {
        let (finest, end) = (self.grid.finest(), held.start + held.demand.length);
        end + (finest - end.rem_euclid(finest)) % finest
    }

    /// The nodes of those that need some of a slot.
    fn nodes_in<'a>(&self, held: impl Iterator<Item = &'a Held>, slot: Span) -> u64 {
        let here = held.filter(|it| it.start < slot.end && self.end(it) > slot.start);
        here.map(|it| u64::from(it.demand.nodes)).sum()
    }

    /// The node seconds that a job needs of a slot.
    fn resource(&self, held: &Held, slot: Span) -> i128 {
        let time = self.end(held).min(slot.end) - held.start.max(slot.start);
        i128::from(time.max(0)) * i128::from(held.demand.nodes)
    }
}
