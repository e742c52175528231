//! Requests of managers to clusters, and beliefs of managers, as a watched run records them.

use std::collections::VecDeque;

use super::super::Tree;
use super::cluster::Cluster;
use super::finding::Found;
use super::shadows::Shadows;
use super::watching::share;
use super::{CalendarSimulation, Part};
use crate::availability::calendar::Calendar;
use crate::system::imprecise_calendar::decisions::OwnDecision;
use crate::system::imprecise_calendar::managers::{
    Belief, FreeFrom, Inquiry, Managed, Request, RequestAt, RequestKind,
};
use workload::Time;

/// The most requests that are remembered, the last ones.
const MOST_REQUESTS: usize = 400;

/// A cluster that declined, and how many nodes it has instead, if it reported that.
pub type Declined = (usize, Option<u32>);

/// The latest requests of managers, and the number of earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    last: VecDeque<RequestAt>,
    earlier: u64,
}

impl Requests {
    fn push(&mut self, request: RequestAt) {
        if self.last.len() == MOST_REQUESTS {
            self.last.pop_front();
            self.earlier += 1;
        }
        self.last.push_back(request);
    }
}

impl CalendarSimulation {
    /// A manager has asked whether there is room: which clusters declined, and when a cluster that was asked alone could have
    /// the job instead.
    pub(super) fn tell_inquiry(
        &mut self,
        of: (u32, usize),
        start: Time,
        parts: &[Part],
        declined: &[Declined],
        instead: Option<Time>,
    ) {
        let kind = RequestKind::Inquiry;
        self.tell_request(of, kind, (start, parts), declined, instead);
    }

    /// A manager above those of the clusters has reserved the place that it found.
    pub(super) fn note_reserve(&mut self, of: (u32, usize), found: &Found) {
        if self.tree.manager(of.1).clusters.len() > 1 {
            let asked = (found.start, &found.parts[..]);
            self.tell_request(of, RequestKind::Reserve, asked, &[], None);
        }
    }

    /// A manager has asked for a start and parts. A successful reserve is not recorded here: the job's own entries
    /// show it.
    pub(super) fn tell_request(
        &mut self,
        of: (u32, usize),
        kind: RequestKind,
        (start, parts): (Time, &[Part]),
        declined: &[Declined],
        instead: Option<Time>,
    ) {
        if self.watching.is_none() {
            return;
        }
        let request = Request { start, asked: parts.iter().map(|it| answer(it, declined)).collect(), instead };
        self.note_request(of, kind, &request);
        let said = match (kind, request.is_agreed()) {
            (RequestKind::Inquiry, true) => OwnDecision::Agreed(request),
            (RequestKind::Inquiry, false) => OwnDecision::Declined(request),
            (RequestKind::Reserve, true) => return,
            (RequestKind::Reserve, false) => OwnDecision::NotReserved(request),
        };
        self.tell(of.0, self.now, said.into());
    }

    fn note_request(&mut self, (job, manager): (u32, usize), kind: RequestKind, request: &Request) {
        let time = self.now;
        if let Some(watching) = &mut self.watching {
            watching.requests.push(RequestAt { time, manager: manager as u32, job, kind, request: request.clone() });
        }
    }

    /// The knowledge of managers above those of the clusters at `at`, which is no earlier than the last instant and
    /// before the next, and their requests; `None` where there are no such managers.
    pub(super) fn managed(&self, requests: &Requests, at: Time) -> Option<Managed> {
        if self.clusters.len() < 2 {
            return None;
        }
        let (free, beliefs) =
            if self.settings.one_job_per_slot { self.free_and_believed(at) } else { (Vec::new(), Vec::new()) };
        Some(Managed {
            free,
            beliefs,
            balances: (0..self.clusters.len()).map(|it| self.trade.balance(it)).collect(),
            requests: requests.last.iter().cloned().collect(),
            earlier_requests: requests.earlier,
        })
    }
}

impl CalendarSimulation {
    /// How many nodes of each cluster are free from `at` on, and the beliefs of managers that differ from
    /// that.
    fn free_and_believed(&self, at: Time) -> (Vec<Vec<FreeFrom>>, Vec<Belief>) {
        // Between two instants news are heard that no step of the run has read yet.
        let mut shadows = self.shadows.clone();
        shadows.roll(at);
        let free = |cluster: &Cluster| {
            let mut calendar = cluster.calendar.clone();
            calendar.roll(at);
            ahead(&calendar)
        };
        let free: Vec<Vec<FreeFrom>> = self.clusters.iter().map(free).collect();
        let beliefs = beliefs(&self.tree, &shadows, &free);
        (free, beliefs)
    }
}

/// Beliefs of managers about clusters beneath them that differ from the true state.
fn beliefs(tree: &Tree, shadows: &Shadows, truth: &[Vec<FreeFrom>]) -> Vec<Belief> {
    let mut beliefs = Vec::new();
    for (manager, it) in tree.above_clusters() {
        for &cluster in &it.clusters {
            let free = shadows.hint(manager, cluster).map(ahead);
            if let Some(free) = free.filter(|it| *it != truth[cluster]) {
                beliefs.push(Belief { manager: manager as u32, provider: cluster as u32, free });
            }
        }
    }
    beliefs
}

/// The answer of a cluster for its part.
fn answer(part: &Part, declined: &[Declined]) -> Inquiry {
    let declined = declined.iter().find(|it| it.0 == part.cluster);
    Inquiry { share: share(part), agrees: declined.is_none(), has: declined.and_then(|it| it.1) }
}

/// The free nodes of a calendar from now on.
fn ahead(calendar: &Calendar) -> Vec<FreeFrom> {
    let free = calendar.free_ahead().into_iter();
    free.map(|(from, free)| FreeFrom { from, free }).collect()
}
