//! Messages that take time between a manager and the clusters beneath it.
//!
//! "A job manager's copy of a calendar may not reflect the master one at the first-level nodes, and a request for a
//! reservation might fail" (Hollingsworth and Maneewongvatana 1999, Sect. 2.4). With a message time of m > 0:
//!
//! 1. A manager above those of the clusters looks at T for the first fit of a job, as without message time, and sends
//!    inquiries. It asks for no start before its reserve can arrive, T + 3m; for a job over several clusters, for none
//!    before it could still take parts back, T + 5m.
//! 2. At T + m each cluster that is asked sees whether it has room then. An inquiry holds no nodes.
//! 3. At T + 2m the manager has the answers. If a cluster has declined, the manager knows its state at T + m, in
//!    place of its shadow calendar, until the job has a place, and looks again; for a job over several clusters not
//!    before the start that it asked for last. If all have agreed and the start is so late that the job is bumped up,
//!    the manager above looks, and the place that was found is kept in mind: it counts unless an earlier one is
//!    found. Otherwise the manager sends reserves.
//! 4. At T + 3m each cluster sees again whether it has room. If all have, the job has its place. If not, those that
//!    have room hold their parts.
//! 5. At T + 4m the manager has the answers of a reserve that failed: it knows the state at T + 3m of clusters
//!    without room, and looks again. Parts that are held are released first, by messages that arrive at T + 5m: it
//!    looks then. A place that was kept in mind may have begun by then: as of a job that ends, only slots that begin
//!    at the release or later are free again, and if there are none, no job is moved forward. The job stays with this
//!    manager from now on.
//! 6. A cluster's own manager keeps the calendar itself: it needs no messages. If its place was kept in mind and counts,
//!    it is looked for anew.
//!
//! The messages go from a manager to a cluster at once, however many managers stand between them. To pass a job up, to
//! move jobs forward and to give nodes back takes no message time; news of a change are as late as the staleness says.
//! At one instant parts are released after jobs have ended and before jobs are moved forward; then reserves, then
//! inquiries, then answers arrive, those of the first jobs first, and all of them before new submissions.

use std::collections::{BTreeMap, BTreeSet};

use super::beliefs::Belief;
use super::finding::{Found, split};
use super::requests::Declined;
use super::{CalendarSimulation, Part};
use crate::availability::calendar::{Calendar, CalendarPlace, Demand, FAR_FUTURE};
use crate::engine::decisions::{Candidate, Rejection};
use crate::system::imprecise_calendar::RequestKind;
use crate::system::imprecise_calendar::decisions::PassedUp;
use workload::Time;

/// A message that arrives, in the order in which simultaneous messages are processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Message {
    /// The clusters release their parts.
    Release,
    /// The clusters see whether they take the job.
    Reserve,
    /// The clusters see whether they have room.
    Inquiry,
    /// The manager has the answers to its inquiries.
    Answers,
    /// The manager knows that a reserve failed, or that all parts are released.
    Failure,
}

/// Jobs for which managers send messages, and the messages under way.
#[derive(Default)]
pub struct Messages {
    due: BTreeSet<(Time, Message, u32)>,
    jobs: BTreeMap<u32, Negotiation>,
}

/// How far the search for a place of a job has come.
struct Negotiation {
    /// The manager that looks for it.
    manager: usize,
    demand: Demand,
    /// The states of clusters that have declined.
    known: BTreeMap<usize, Calendar>,
    /// The start that was asked for last.
    asked_for: Time,
    /// The last request, and whether a cluster has declined.
    found: Option<Found>,
    declined: bool,
    /// The best place that was found so far, and the manager that found it.
    in_mind: Option<(usize, Found)>,
    /// Whether it is not bumped up any more.
    stays: bool,
    /// Parts that clusters hold.
    held: Vec<Part>,
}

impl Messages {
    /// When the next one arrives.
    pub fn next_time(&self) -> Option<Time> {
        self.due.first().map(|&(time, ..)| time)
    }

    /// How many jobs have no place yet.
    pub fn waiting(&self) -> usize {
        self.jobs.len()
    }

    /// Whether a job has no place yet.
    pub fn has(&self, job: u32) -> bool {
        self.jobs.contains_key(&job)
    }

    fn next_due(&mut self, now: Time, last: Message) -> Option<(Message, u32)> {
        let &(time, message, job) = self.due.first()?;
        let is_due = time < now || (time == now && message <= last);
        is_due.then(|| {
            self.due.pop_first();
            (message, job)
        })
    }
}

impl CalendarSimulation {
    /// Releases arrive: in which clusters slots are free again that have not begun.
    pub(super) fn release_parts(&mut self, freed: &mut [bool]) {
        while let Some((_, job)) = self.messages.next_due(self.now, Message::Release) {
            let Some(it) = self.messages.jobs.get_mut(&job) else {
                continue;
            };
            let manager = it.manager;
            for part in std::mem::take(&mut it.held) {
                let cluster = &mut self.clusters[part.cluster];
                freed[part.cluster] |= cluster.cancel(job, self.now);
                let changes = cluster.calendar.take_changes();
                self.shadows.tell(part.cluster, manager, self.now, changes);
            }
            self.messages.due.insert((self.now, Message::Failure, job));
        }
    }

    /// All other messages arrive that are due.
    pub(super) fn deliver(&mut self) {
        while let Some((message, job)) = self.messages.next_due(self.now, Message::Failure) {
            let Some(mut it) = self.messages.jobs.remove(&job) else {
                continue;
            };
            let next = match message {
                Message::Release => unreachable!("these were delivered first"),
                Message::Inquiry => self.inquire(job, &mut it),
                Message::Answers if it.declined => self.look(job, &mut it),
                Message::Answers => self.decide(job, &mut it),
                Message::Reserve => self.reserve(job, &mut it),
                Message::Failure => self.fail(job, &mut it),
            };
            self.go_on(job, it, next);
        }
    }

    /// Begins to look for a place of a job that a manager above those of the clusters may have to find.
    /// Whether it has one at once.
    pub(super) fn negotiate(&mut self, job: u32, manager: usize, demand: Demand) -> Result<bool, Rejection> {
        let mut it = Negotiation {
            manager,
            demand,
            known: BTreeMap::new(),
            asked_for: Time::MIN,
            found: None,
            declined: false,
            in_mind: None,
            stays: false,
            held: Vec::new(),
        };
        let next = self.look(job, &mut it)?;
        if let Some(message) = next {
            self.send(job, it, message);
        }
        Ok(next.is_none())
    }

    fn send(&mut self, job: u32, it: Negotiation, message: Message) {
        let time = self.after(1);
        self.messages.due.insert((time, message, job));
        self.messages.jobs.insert(job, it);
    }

    /// Waits for the next message; or it is over, with a place or without.
    fn go_on(&mut self, job: u32, it: Negotiation, next: Next) {
        match next {
            Ok(Some(message)) => self.send(job, it, message),
            Ok(None) => self.has_place(),
            Err(why) => self.reject(job, why),
        }
    }

    /// The manager looks for the first fit, and asks.
    fn look(&mut self, job: u32, it: &mut Negotiation) -> Next {
        if it.manager < self.clusters.len() {
            it.found = self.own_place(job, it);
            return self.decide(job, it);
        }
        let beneath = &self.tree.manager(it.manager).clusters;
        for calendar in it.known.values_mut() {
            calendar.roll(self.now);
        }
        let largest = beneath.iter().map(|&at| self.clusters[at].calendar.nodes());
        it.found = if it.demand.nodes <= largest.max().unwrap_or(0) {
            self.first_cluster(job, it)
        } else {
            self.first_group(job, it)
        };
        match &it.found {
            Some(found) => {
                it.asked_for = found.start;
                Ok(Some(Message::Inquiry))
            }
            None => self.decide(job, it),
        }
    }

    /// The first place from now on in the only cluster of a manager.
    fn own_place(&mut self, job: u32, it: &Negotiation) -> Option<Found> {
        let wanted = self.from(&it.demand, self.now);
        self.find(job, it.manager, &wanted)
    }

    /// The time that is `messages` message times after now.
    fn after(&self, messages: Time) -> Time {
        let m = self.settings.message_time.saturating_mul(messages);
        self.now.saturating_add(m)
    }

    /// The demand if no start is possible before `first`.
    fn from(&self, demand: &Demand, first: Time) -> Demand {
        let ready = demand.ready.max(first);
        Demand { ready, fixed: demand.fixed && ready == demand.ready, ..*demand }
    }

    /// The calendar of a cluster as the manager knows it.
    fn view<'a>(&'a self, it: &'a Negotiation, cluster: usize) -> &'a Calendar {
        it.known.get(&cluster).unwrap_or_else(|| self.believed_alone(it.manager, cluster))
    }

    fn first_cluster(&self, job: u32, it: &Negotiation) -> Option<Found> {
        let home = self.homes[job as usize] as usize;
        let wanted = self.from(&it.demand, self.after(3));
        let clusters = self.tree.manager(it.manager).clusters.iter();
        let offers = clusters.filter_map(|&cluster| {
            let start = self.view(it, cluster).earliest(&wanted)?.start;
            let rank = self.settings.ties.rank(cluster, home, self.clusters.len());
            Some((start, rank, cluster))
        });
        let offers: Vec<_> = offers.collect();
        let &(start, _, cluster) = offers.iter().min()?;
        let candidate = |&(start, _, at): &(Time, usize, usize)| Candidate {
            provider: at as u32,
            taken: at == cluster,
            waiting: 0,
            free: self.clusters[at].nodes.free(),
            start: Some(start),
        };
        Some(Found {
            start,
            parts: vec![Part { cluster, nodes: it.demand.nodes }],
            offers: offers.iter().map(candidate).collect(),
        })
    }

    fn first_group(&self, job: u32, it: &Negotiation) -> Option<Found> {
        let home = self.homes[job as usize] as usize;
        let mut clusters = self.tree.manager(it.manager).clusters.clone();
        clusters.sort_by_key(|&at| self.settings.ties.rank(at, home, self.clusters.len()));
        let mut ready = it.demand.ready.max(self.after(5)).max(it.asked_for);
        loop {
            let start = self.next_start(it.manager, &it.demand, ready)?;
            let place = CalendarPlace::at(self.grid(), start, it.demand.length);
            if place.to > FAR_FUTURE {
                return None;
            }
            let room = |cluster: usize| self.view(it, cluster).room(place.from, place.to);
            if let Some(parts) = split(&clusters, it.demand.nodes, room) {
                return Some(Found { start, parts, offers: Vec::new() });
            }
            ready = start.saturating_add(1);
        }
    }

    /// The clusters see whether they have room.
    fn inquire(&mut self, job: u32, it: &mut Negotiation) -> Next {
        let Some(found) = &it.found else {
            return Ok(Some(Message::Answers));
        };
        let (declined, instead) = self.declining(found, &it.demand);
        let of = (job, it.manager);
        self.inquiries.sent += found.parts.len() as u64;
        self.inquiries.declined += declined.len() as u64;
        self.inquiries.aborted += u64::from(found.parts.len() > 1 && !declined.is_empty());
        let asked = (found.start, &found.parts[..]);
        self.tell_request(of, RequestKind::Inquiry, asked, &declined, instead);
        it.declined = !declined.is_empty();
        self.learn(it, &declined);
        Ok(Some(Message::Answers))
    }

    /// Which clusters have no room for their part, how many nodes they have, and when one alone could have the job.
    fn declining(&self, found: &Found, demand: &Demand) -> (Vec<Declined>, Option<Time>) {
        let place = CalendarPlace::at(self.grid(), found.start, demand.length);
        if let [part] = found.parts[..] {
            let calendar = &self.clusters[part.cluster].calendar;
            if found.start >= self.now && Belief::Alone(calendar).agrees(demand, found.start) {
                return (Vec::new(), None);
            }
            let wanted = self.from(demand, self.after(4));
            let instead = calendar.earliest(&wanted).map(|it| it.start);
            return (vec![(part.cluster, None)], instead);
        }
        let declines = |part: &Part| {
            let has = if found.start >= self.now {
                self.clusters[part.cluster].calendar.room(place.from, place.to)
            } else {
                0
            };
            (has < part.nodes).then_some((part.cluster, Some(has)))
        };
        (found.parts.iter().filter_map(declines).collect(), None)
    }

    /// Clusters that decline report their state to the manager.
    fn learn(&self, it: &mut Negotiation, declined: &[Declined]) {
        for &(cluster, _) in declined {
            it.known.insert(cluster, self.clusters[cluster].calendar.clone());
        }
    }

    /// All have agreed, or there is no place: the manager passes the job up, or reserves.
    fn decide(&mut self, job: u32, it: &mut Negotiation) -> Next {
        if let Some(found) = it.found.take() {
            let is_earlier = |(_, best): &(usize, Found)| found.start < best.start;
            if it.in_mind.as_ref().is_none_or(is_earlier) {
                it.in_mind = Some((it.manager, found));
            }
        }
        let Some((manager, best)) = &it.in_mind else {
            return Err(super::finding::beyond(&it.demand));
        };
        let start = best.start;
        let above = self.tree.manager(it.manager).above;
        if let Some(above) = above.filter(|_| !it.stays && self.is_late(job, &it.demand, start)) {
            self.tell_passed_up(job, PassedUp::TooLate { start });
            it.manager = above;
            it.known.clear();
            it.asked_for = Time::MIN;
            return self.look(job, it);
        }
        it.manager = *manager;
        if it.manager >= self.clusters.len() {
            return match self.misses_deadline(job, &it.demand, start) {
                Some(why) => Err(why),
                None => Ok(Some(Message::Reserve)),
            };
        }
        let found = self.own_place(job, it).ok_or_else(|| super::finding::beyond(&it.demand))?;
        if let Some(why) = self.misses_deadline(job, &it.demand, found.start) {
            return Err(why);
        }
        self.book(job, it.manager, &it.demand, found.start, &found.parts);
        self.take_place(job, it.manager, &it.demand, found);
        Ok(None)
    }

    /// The clusters see whether they take the job.
    fn reserve(&mut self, job: u32, it: &mut Negotiation) -> Next {
        let Some((_, found)) = it.in_mind.take() else {
            return Ok(Some(Message::Failure));
        };
        let (declined, instead) = self.declining(&found, &it.demand);
        self.inquiries.reserves += found.parts.len() as u64;
        self.inquiries.failed += declined.len() as u64;
        let of = (job, it.manager);
        let asked = (found.start, &found.parts[..]);
        self.tell_request(of, RequestKind::Reserve, asked, &declined, instead);
        let has_room = |part: &&Part| declined.iter().all(|of| of.0 != part.cluster);
        let parts: Vec<Part> = found.parts.iter().filter(has_room).copied().collect();
        self.book(job, it.manager, &it.demand, found.start, &parts);
        if declined.is_empty() {
            self.take_place(job, it.manager, &it.demand, found);
            return Ok(None);
        }
        self.inquiries.aborted += u64::from(found.parts.len() > 1);
        self.placed[job as usize] = self.now;
        self.learn(it, &declined);
        (it.held, it.stays) = (parts, true);
        Ok(Some(Message::Failure))
    }

    /// The manager releases the parts that are held, or looks again.
    fn fail(&mut self, job: u32, it: &mut Negotiation) -> Next {
        if it.held.is_empty() { self.look(job, it) } else { Ok(Some(Message::Release)) }
    }
}

/// The message that is awaited next; none where the job has its place; or why it gets none.
type Next = Result<Option<Message>, Rejection>;
