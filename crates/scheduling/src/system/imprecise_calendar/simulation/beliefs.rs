//! Beliefs of managers about the calendars beneath them where jobs share slots.

use std::collections::BTreeMap;

use super::super::{ImpreciseCalendar, Tree};
use crate::availability::calendar::{Calendar, CalendarPlace, Demand, SharedSlots};
use workload::Time;

/// A calendar, or a copy of it, that is asked for a place.
#[derive(Clone, Copy)]
pub enum Belief<'a> {
    /// A calendar of slots that a job has for itself.
    Alone(&'a Calendar),
    /// A calendar of slots that are shared.
    Shared(&'a SharedSlots),
}

impl Belief<'_> {
    /// First fit.
    pub fn earliest(self, demand: &Demand) -> Option<Time> {
        match self {
            Self::Alone(calendar) => Some(calendar.earliest(demand)?.start),
            Self::Shared(shared) => shared.earliest(demand),
        }
    }

    /// Whether there is a place at that start, as an inquiry asks.
    pub fn agrees(self, demand: &Demand, start: Time) -> bool {
        match self {
            Self::Alone(calendar) => {
                let place = CalendarPlace::at(calendar.grid(), start, demand.length);
                calendar.has_room(demand, place)
            }
            Self::Shared(shared) => shared.has_room(*demand, start),
        }
    }

    /// How many nodes a job may have at that start at the most.
    pub fn room(self, demand: &Demand, start: Time) -> u32 {
        match self {
            Self::Alone(calendar) => {
                let place = CalendarPlace::at(calendar.grid(), start, demand.length);
                calendar.room(place.from, place.to)
            }
            Self::Shared(shared) => shared.room(*demand, start),
        }
    }
}

/// The copies of calendars with shared slots that managers keep, which hear of a change as late as shadow calendars
/// do, and of their own bookings at once. A copy knows which jobs start in which slot, and moves no job itself: of a
/// slot that is split it believes that all jobs that start in it do so at its beginning, until it hears otherwise.
/// Where all changes are known at once there is no need for copies.
#[derive(Default)]
pub struct Beliefs {
    copies: Vec<Copied>,
    /// The news of each cluster, in order.
    told: Vec<Vec<News>>,
}

struct Copied {
    manager: usize,
    cluster: usize,
    delay: Time,
    slots: SharedSlots,
    /// How much of its cluster's news it has heard.
    heard: usize,
    /// The last news of each job that was heard: older news are ignored.
    last: BTreeMap<u32, usize>,
}

#[derive(Clone, Copy)]
struct News {
    time: Time,
    job: u32,
    /// The new booking of the job.
    booking: Option<(Demand, Time)>,
}

impl Beliefs {
    /// The copies of calendars that are all free at time `now`.
    pub fn new(settings: &ImpreciseCalendar, tree: &Tree, now: Time) -> Self {
        if settings.one_job_per_slot || settings.staleness == 0 {
            return Self::default();
        }
        let mut copies = Vec::new();
        for (manager, it) in tree.above_clusters() {
            copies.extend(it.clusters.iter().map(|&cluster| {
                let nodes = tree.manager(cluster).nodes as u32;
                let hops = Time::from(tree.hops(cluster, manager));
                Copied {
                    manager,
                    cluster,
                    delay: settings.staleness.saturating_mul(hops),
                    slots: SharedSlots::new(settings.levels(), settings.low_water, nodes, now),
                    heard: 0,
                    last: BTreeMap::new(),
                }
            }));
        }
        let clusters = tree.managers().len() - tree.above_clusters().count();
        Self { copies, told: vec![Vec::new(); clusters] }
    }

    /// Goes on to `now`: slots are split, and old news heard.
    pub fn roll(&mut self, now: Time) {
        for copy in &mut self.copies {
            copy.slots.go_on(now);
            let told = &self.told[copy.cluster];
            while let Some(news) = told.get(copy.heard)
                && news.time.saturating_add(copy.delay) <= now
            {
                copy.learn(copy.heard, *news);
                copy.heard += 1;
            }
        }
    }

    /// The booking of a job in a cluster has changed at `now`, by an action of a manager.
    pub fn tell(&mut self, cluster: usize, by: usize, now: Time, job: u32, booking: Option<(Demand, Time)>) {
        if self.copies.is_empty() {
            return;
        }
        let (time, told) = (now, &mut self.told[cluster]);
        let news = News { time, job, booking };
        let own = |it: &&mut Copied| (it.manager, it.cluster) == (by, cluster);
        self.copies.iter_mut().filter(own).for_each(|copy| copy.learn(told.len(), news));
        told.push(news);
    }

    /// A manager's belief about a cluster beneath it; `None` if it knows the true state.
    pub fn of(&self, manager: usize, cluster: usize) -> Option<&SharedSlots> {
        let mut copies = self.copies.iter();
        let copy = copies.find(|it| (it.manager, it.cluster) == (manager, cluster))?;
        Some(&copy.slots)
    }
}

impl Copied {
    fn learn(&mut self, number: usize, news: News) {
        if self.last.get(&news.job).is_some_and(|&last| last >= number) {
            return;
        }
        self.last.insert(news.job, number);
        match news.booking {
            Some((demand, start)) => self.slots.book(news.job, demand, start),
            None => self.slots.forget(news.job),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::imprecise_calendar::Managers;

    #[test]
    fn what_is_older_than_its_own_doing_a_manager_does_not_believe() {
        let settings = ImpreciseCalendar { one_job_per_slot: false, staleness: 100, ..ImpreciseCalendar::default() };
        let tree = Tree::new(&Managers::Clusters, &[4, 4]);
        let mut beliefs = Beliefs::new(&settings, &tree, 0);
        let demand = Demand { nodes: 4, length: 100, ready: 0, fixed: false };
        // Manager 2 stands above both. The cluster books job 0 at 0; at 50 the manager moves it to 200.
        beliefs.tell(0, 0, 0, 0, Some((demand, 0)));
        let starts = |beliefs: &Beliefs| {
            let booking = beliefs.of(2, 0)?.booking(0)?;
            Some(booking.1)
        };
        beliefs.roll(50);
        assert_eq!(starts(&beliefs), None);
        beliefs.tell(0, 2, 50, 0, Some((demand, 200)));
        assert_eq!(starts(&beliefs), Some(200));
        beliefs.roll(120);
        assert_eq!(starts(&beliefs), Some(200));
        // The calendar of another cluster does not change, and later changes of the cluster arrive
        // later.
        beliefs.tell(0, 0, 130, 0, None);
        beliefs.roll(229);
        assert_eq!((starts(&beliefs), beliefs.of(2, 1).unwrap().booking(0)), (Some(200), None));
        beliefs.roll(230);
        assert_eq!(starts(&beliefs), None);
        assert!(beliefs.of(0, 0).is_none());
    }
}
