//! The run of imprecise calendars, instant by instant.

mod backfilling;
mod beliefs;
mod cluster;
mod finding;
mod messages;
mod requests;
mod shadows;
mod sharing;
#[cfg(test)]
mod tests;
mod watching;

use std::collections::BTreeSet;

use self::beliefs::Beliefs;
use self::cluster::Cluster;
pub use self::finding::Inquiries;
use self::messages::Messages;
use self::shadows::Shadows;
use self::watching::{Watching, shares};
use super::measures::{Account, Sizes};
use super::{ImpreciseCalendar, Refine, Tree};
use crate::availability::calendar::{Grid, Rolled};
use crate::engine;
use crate::engine::{Arrivals, Course, EventQueue, Recorder};
use crate::system::prelude::*;
use backfilling::{Members, Stretch};
pub use sharing::Trade;

/// A run in progress.
pub struct CalendarSimulation {
    settings: ImpreciseCalendar,
    tree: Tree,
    clusters: Vec<Cluster>,
    shadows: Shadows,
    /// The beliefs of managers where slots are shared.
    beliefs: Beliefs,
    /// For each cluster how often something had been booked or given back when its jobs were looked at as a
    /// threshold was lifted from a slot.
    settled_at: Vec<Option<u64>>,
    /// In the order in which they become eligible as far as the log tells, then of submission.
    jobs: Vec<Job>,
    /// To which cluster each is submitted, which manager placed it, and where.
    homes: Vec<u32>,
    managers: Vec<u32>,
    parts: Vec<Vec<Part>>,
    /// When each got its present place.
    placed: Vec<Time>,
    /// Which were given a slot of the finest level when they were submitted.
    finest: Vec<bool>,
    /// The jobs that have not arrived.
    arrivals: Arrivals,
    /// How many are over or were rejected.
    settled: usize,
    /// The jobs that have a place, by the time at which they start, and those that may be moved, by
    /// index, of each manager.
    starts: BTreeSet<(Time, u32)>,
    movable: Vec<BTreeSet<u32>>,
    /// Waiting jobs that may have a later place than the first one that was free, because the belief of their
    /// manager was outdated.
    late_fits: BTreeSet<u32>,
    /// The movable jobs by cluster and start, and the changes at this instant: used where only jobs near
    /// changes are examined.
    members: Members,
    touched: Vec<Stretch>,
    /// The jobs that have started, by the time at which they end.
    ends: EventQueue,
    /// Their nodes, as ranges.
    held: Vec<Vec<Held>>,
    recorder: Recorder,
    sizes: Sizes,
    trade: Trade,
    inquiries: Inquiries,
    messages: Messages,
    now: Time,
    watching: Option<Box<Watching>>,
}

/// Nodes of a cluster that a job has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number.
    pub cluster: usize,
    pub nodes: u32,
}

/// A range of nodes, first and last inclusive.
#[derive(Clone, Copy)]
struct Held {
    cluster: usize,
    first: u32,
    last: u32,
}

impl CalendarSimulation {
    /// A run of `jobs`, sorted by submission and number, on clusters with these numbers of nodes.
    pub fn new(settings: &ImpreciseCalendar, clusters: &[u32], jobs: Vec<Job>) -> Self {
        let first = jobs.first().map_or(0, Job::eligible);
        let tree = Tree::new(&settings.managers, clusters);
        let home = |(index, job): (usize, &Job)| settings.home.of(job, index, clusters.len()) as u32;
        let mut run = Self {
            settings: settings.clone(),
            recorder: Recorder::new(jobs.len()),
            held: vec![Vec::new(); jobs.len()],
            homes: jobs.iter().enumerate().map(home).collect(),
            managers: vec![0; jobs.len()],
            parts: vec![Vec::new(); jobs.len()],
            placed: vec![Time::MIN; jobs.len()],
            finest: vec![false; jobs.len()],
            arrivals: Arrivals::of(&jobs),
            jobs,
            settled: 0,
            clusters: Vec::with_capacity(clusters.len()),
            shadows: Shadows::new(settings, &tree, first),
            beliefs: Beliefs::new(settings, &tree, first),
            settled_at: vec![None; clusters.len()],
            starts: BTreeSet::new(),
            movable: vec![BTreeSet::new(); tree.managers().len()],
            late_fits: BTreeSet::new(),
            members: Members::new(settings.refine, clusters.len()),
            touched: Vec::new(),
            ends: EventQueue::default(),
            sizes: Sizes::default(),
            trade: Trade::new(clusters.len()),
            inquiries: Inquiries::default(),
            messages: Messages::default(),
            now: Time::MIN,
            watching: None,
            tree,
        };
        let is_subscribed = clusters.len() > 1;
        run.clusters.extend(clusters.iter().map(|&nodes| {
            let mut cluster = Cluster::new(settings, nodes, first);
            if is_subscribed {
                cluster.calendar.write_changes();
            }
            cluster
        }));
        run
    }

    /// Where slots begin and end, of all calendars alike.
    fn grid(&self) -> &Grid {
        self.clusters[0].calendar.grid()
    }

    /// All that happens at the next instant.
    fn instant(&mut self) -> bool {
        let Some(now) = self.next_time() else {
            return false;
        };
        if let Some(watching) = &mut self.watching
            && !watching.log.goes_on_to(now)
        {
            return false;
        }
        self.at(now);
        true
    }

    /// All that happens at `now`: splits, ends, backfilling, messages, submissions, starts.
    fn at(&mut self, now: Time) {
        self.now = now;
        let ends = self.grid().ends().to_vec();
        let rolled: Vec<Rolled> = if self.settings.one_job_per_slot {
            (0..self.clusters.len()).map(|it| self.roll(it)).collect()
        } else {
            self.roll_shared()
        };
        let mut freed: Vec<bool> = rolled.iter().map(|it| it.freed || it.lifted).collect();
        self.shadows.roll(now);
        self.beliefs.roll(now);
        while let Some(job) = self.ends.pop_due(now) {
            self.end(job, &mut freed);
        }
        self.release_parts(&mut freed);
        let changed = self.changed();
        for (rolled, settled) in rolled.iter().zip(&mut self.settled_at) {
            if rolled.settles {
                *settled = Some(changed);
            }
        }
        match self.settings.refine {
            _ if !self.settings.backfill => self.touched.clear(),
            Refine::AtDivision => {
                self.note_divided(&ends);
                self.refine();
            }
            Refine::AtSubmission if freed.contains(&true) => self.backfill(&mut freed),
            Refine::AtSubmission => {}
        }
        self.deliver();
        while let Some(job) = self.arrivals.pop_due(&self.jobs, now) {
            self.tell(job, now, Decision::Submitted);
            self.submit(job);
        }
        self.tell_places();
        while let Some(&(start, job)) = self.starts.first()
            && start <= now
        {
            self.starts.pop_first();
            self.start(job);
        }
    }

    /// Advances a cluster's calendar.
    fn roll(&mut self, cluster: usize) -> Rolled {
        let there = &mut self.clusters[cluster];
        let rolled = there.calendar.roll(self.now);
        let changes = there.calendar.take_changes();
        self.shadows.tell(cluster, cluster, self.now, changes);
        rolled
    }

    /// How often something was booked or given back in any calendar.
    fn changed(&self) -> u64 {
        self.clusters.iter().map(|it| it.calendar.changed()).sum()
    }

    /// The next instant. Splits matter only to those that wait, to managers that hear of them later, and
    /// to jobs that share slots.
    fn next_time(&self) -> Option<Time> {
        let arrival = self.arrivals.next(&self.jobs).map(|it| it.1);
        let start = self.starts.first().map(|&(time, _)| time);
        let are_waiting = !self.movable.iter().all(BTreeSet::is_empty);
        let is_news = self.clusters.len() > 1 && self.settings.staleness > 0;
        let is_refined = self.settings.refine == Refine::AtDivision;
        let division = (is_refined && are_waiting).then(|| self.next_division());
        let split = if (are_waiting && !is_refined) || is_news || !self.settings.one_job_per_slot {
            self.next_split()
        } else {
            None
        };
        let times = [
            arrival,
            start,
            split,
            division.flatten(),
            self.ends.next_time(),
            self.next_firmer(),
            self.messages.next_time(),
        ];
        times.into_iter().flatten().min()
    }

    fn next_split(&self) -> Option<Time> {
        let changed = Some(self.changed());
        self.clusters.iter().zip(&self.settled_at).filter_map(|(it, settled)| it.next_split(*settled == changed)).min()
    }

    /// The slots of all calendars together, and of flat ones.
    fn size(&self) -> (u64, u64) {
        let least = self.settings.least_slots();
        self.clusters.iter().map(|it| it.size(least)).fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1))
    }

    /// A job has its nodes.
    fn start(&mut self, job: u32) {
        let Some(start) = self.start_of(job) else {
            return;
        };
        self.movable[self.managers[job as usize] as usize].remove(&job);
        self.late_fits.remove(&job);
        self.members.remove(&self.parts[job as usize], start, job);
        let it = &self.jobs[job as usize];
        let limit = start.saturating_add(it.requested_time);
        let end = start.saturating_add(it.run_time.max(0)).min(limit);
        let course = Course {
            held_from: start,
            held_until: limit,
            start,
            end,
            released: end,
            completion: end,
            killed: it.run_time > it.requested_time,
        };
        let (parts, held) = (&self.parts[job as usize], &mut self.held[job as usize]);
        let clusters = &mut self.clusters;
        self.recorder.start_on(job, course, |tell| {
            for &Part { cluster, nodes } in parts {
                clusters[cluster].nodes.take(nodes, |first, last| {
                    held.push(Held { cluster, first, last });
                    tell(cluster, first, last);
                });
            }
        });
        let processors = it.processors;
        self.ends.push(end, job);
        self.arrivals.ended(&mut self.jobs, job, end);
        let started = Decision::Started {
            processors,
            until: limit,
            again: false,
            overtaking: None,
            shares: shares(&self.parts[job as usize]),
        };
        self.tell(job, start, started);
    }

    /// A job gives its nodes back; `freed` marks the clusters in which nodes become free.
    fn end(&mut self, job: u32, freed: &mut [bool]) {
        self.settled += 1;
        for it in std::mem::take(&mut self.held[job as usize]) {
            self.clusters[it.cluster].nodes.give(it.first, it.last);
        }
        self.tell_ended(job);
        let parts = std::mem::take(&mut self.parts[job as usize]);
        for part in &parts {
            if self.settings.refine == Refine::AtDivision {
                self.note_given_back(job, part.cluster);
            }
            let cluster = &mut self.clusters[part.cluster];
            freed[part.cluster] |= cluster.cancel(job, self.now);
            let changes = cluster.calendar.take_changes();
            self.shadows.tell(part.cluster, part.cluster, self.now, changes);
            self.tell_shared(part.cluster, part.cluster, job);
        }
        let ran = self.recorder.schedule().outcomes[job as usize].ran;
        let limit = self.jobs[job as usize].requested_time;
        let home = self.homes[job as usize] as usize;
        self.trade.add(home, &parts, ran.saturating_sub(limit));
    }
}

impl Simulation for CalendarSimulation {
    fn advance(&mut self, instants: usize) -> bool {
        !(0..instants).all(|_| self.instant())
    }

    fn standing(&self) -> Standing {
        Standing {
            jobs: self.jobs.len(),
            submitted: self.arrivals.count(),
            settled: self.settled,
            waiting: self.movable.iter().map(BTreeSet::len).sum::<usize>() + self.messages.waiting(),
        }
    }

    fn watch(&mut self, watch: Watch) {
        self.watching = Some(Box::new(Watching::new(watch)));
    }

    fn explanation(&mut self) -> Option<Explanation> {
        let watching = self.watching.as_ref()?;
        let moment = match watching.log.watch() {
            Watch::Job(_) => None,
            Watch::Moment(_) => Some(self.moment(watching)),
        };
        Some(watching.log.clone().explanation(moment))
    }

    fn watch_on(&mut self, moment: Time) -> bool {
        self.watching.as_mut().is_some_and(|it| it.log.watch_on(moment))
    }

    fn finish(mut self: Box<Self>) -> engine::Run {
        let causes = self.recorder.take_causes();
        let schedule = self.recorder.finish();
        let account = Account {
            sizes: self.sizes,
            trade: self.trade,
            homes: self.homes,
            finest: self.finest,
            inquiries: self.inquiries,
            has_messages: self.settings.message_time > 0,
            broken: (!self.settings.one_job_per_slot).then(|| self.clusters.iter().map(|it| it.broken).sum()),
        };
        let clusters = self.clusters.iter();
        engine::Run {
            platform: clusters.map(|it| it.calendar.nodes()).collect(),
            measures: super::measures::measures(&self.jobs, &schedule, &account),
            jobs: self.jobs,
            schedule,
            causes,
            ..engine::Run::default()
        }
    }
}
