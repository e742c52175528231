//! Queue policies of a local scheduler: which waiting batch jobs start now.
//!
//! Kurowski et al. 2011, Sect. 4.4.3. Each policy is one file. Its input is the queue in order of
//! arrival, the free processors and the availability over time; it starts jobs through
//! [`LocalPass::start`]. Other code knows only its row in the table below.

mod believed;
mod pass;
mod queue;
mod room;
mod sizes;
#[macro_use]
mod table;
pub mod turns;

pub use believed::Believed;
pub use conservative::Conservative;
pub use easy::Easy;
pub use fcfs::Fcfs;
pub use fss::FairShare;
pub use lsf::LsfTies;
pub use ordered::{Facts, Instant, NamesOfJobs, Ordered, Promises, Rule};
pub use pass::Standing;
pub use pass::{Ahead, Decisions, LocalPass, Promise};
pub use queue::{Finds, Left, Queue};
pub use room::Room;
pub use sizes::Sizes;
pub use table::Named;
pub use table::{Inputs, PromisedTo, TurnBy};

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

use crate::policy::order_values::OrderValues;
use workload::Time;

queue_policies! {
    /// First come first served with backfilling, without promises (the paper's FCFS-BF).
    #[default]
    FcfsBackfilling in fcfs_backfilling {
        key: "fcfs_backfilling",
        name: "FCFS with backfilling",
        label: "FCFS with backfilling",
        about: "Jobs are tried in order of arrival, and each that fits starts; no job is guaranteed a start.",
        tried: true,
        turn_by: TurnBy::Arrival,
        promised_to: PromisedTo::NoJob,
        made: |_| Box::new(fcfs_backfilling::FcfsBackfilling),
    }
    /// Strict first come first served.
    Fcfs in fcfs {
        key: "fcfs",
        name: "Strict FCFS",
        label: "Strict FCFS",
        about: "First come, first served: no job overtakes the head of the queue.",
        tried: true,
        turn_by: TurnBy::Arrival,
        promised_to: PromisedTo::NoJob,
        made: |_| Box::new(fcfs::Fcfs),
    }
    /// Backfilling with a promise to the head of the queue.
    Easy in easy {
        key: "easy",
        name: "EASY backfilling",
        label: "EASY backfilling",
        about: "Jobs may overtake others if they do not delay the head of the queue.",
        tried: true,
        turn_by: TurnBy::Arrival,
        promised_to: PromisedTo::Head,
        made: |_| Box::new(easy::Easy::default()),
    }
    /// Backfilling with a promise to every job.
    Conservative in conservative {
        key: "conservative",
        name: "Conservative backfilling",
        label: "Conservative backfilling",
        about: "Every job is promised a start at its submission, which no other job may delay; reservations find less room.",
        tried: true,
        turn_by: TurnBy::Arrival,
        promised_to: PromisedTo::All,
        made: |of| Box::new(conservative::Conservative::new(of.sizes)),
    }
    /// Largest size first, at multiples of the period.
    Lsf in lsf {
        key: "lsf",
        name: "Largest size first",
        label: "Largest size first",
        about: "At multiples of its period the largest waiting job starts first, then each job that fits.",
        tried: true,
        turn_by: TurnBy::Size,
        promised_to: PromisedTo::NoJob,
        made: |of| Box::new(lsf::LargestSizeFirst { ties: of.ties }),
    }
    /// Shortest job first, by the processing time limit.
    Sjf in sjf {
        key: "sjf",
        name: "SJF",
        label: "SJF, shortest job first",
        about: "The job with the shortest time limit first.",
        tried: true,
        turn_by: TurnBy::Request,
        promised_to: PromisedTo::NoJob,
        made: |_| Box::new(sjf::ShortestJobFirst),
    }
    /// By priority.
    Ppp in ppp {
        key: "ppp",
        name: "PPP",
        label: "PPP, by priority",
        about: "The job of the highest priority first, then each job that fits.",
        tried: true,
        turn_by: TurnBy::Priority,
        promised_to: PromisedTo::NoJob,
        made: |of| Box::new(ppp::Priority::new(of.ranks.clone())),
    }
    /// By priority, preempting running jobs of a lower one.
    Pppd in pppd {
        key: "pppd",
        name: "PPPD",
        label: "PPPD, with preemption",
        about: "The job of the highest priority first; running jobs of lower priority are preempted for it.",
        tried: true,
        turn_by: TurnBy::Preemption,
        promised_to: PromisedTo::NoJob,
        made: |of| Box::new(pppd::PreemptivePriority::new(of.ranks.clone())),
    }
    /// Fair share: first the jobs of users with the least usage.
    Fss in fss {
        key: "fss",
        name: "Fair share",
        label: "Fair share",
        about: "The job of the user with the least usage so far first, then each job that fits.",
        tried: true,
        turn_by: TurnBy::Share,
        promised_to: PromisedTo::NoJob,
        made: |of| Box::new(fss::FairShare::new(of.owners.clone(), of.half_life)),
    }
    /// By a formula, with promises to as many jobs as a setting says.
    Ordered in ordered {
        key: "ordered",
        name: "Ordered",
        label: "Ordered",
        about: "Jobs go by the value of a formula, the smallest first; the first of those that do not fit are promised a start, which no other job may delay.",
        tried: false,
        turn_by: TurnBy::Formula,
        promised_to: PromisedTo::Several,
        made: |of| Box::new(ordered::Ordered::new(of.rule.clone(), of.facts(), of.sizes)),
    }
}

/// The place of a job in the order of arrival, in which jobs become eligible: no two have the same. It does not
/// follow from the index of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival(pub u32);

/// A batch job in a local queue, as far as a policy may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its index among the jobs of the run.
    pub job: u32,
    /// Its place in the order of arrival.
    pub arrival: Arrival,
    /// Size s.
    pub processors: u32,
    /// Processing time limit c, in seconds: after a preemption the remaining time.
    pub limit: Time,
}

/// What else a policy may know of a job when it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// When it was submitted, or became eligible where that is later.
    pub eligible: Time,
    /// For how long it is believed to run, in seconds.
    pub estimate: Time,
}

/// A batch job on its processors, as far as a policy that preempts may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Its index among the jobs of the run.
    pub job: u32,
    /// Its size.
    pub processors: u32,
    /// When it got its processors.
    pub since: Time,
    /// Until when they are promised to it.
    pub until: Time,
}

/// Decides which waiting jobs start.
pub trait LocalPolicy {
    /// It is the policy of a provider with this number of processors.
    fn serves(&mut self, _processors: u32) {}

    /// A job arrives in the queue.
    fn arrived(&mut self, _job: &Waiting, _known: Known) {}

    /// One pass over the queue at one instant. After a pass that preempts, another follows. By default every job that
    /// fits starts, in the order of turns.
    fn pass(&mut self, pass: &mut LocalPass) {
        let (queue, now) = (pass.queue, pass.now);
        start_all_that_fit(pass, || in_order(queue, |job| self.order(job, now)));
    }

    /// How it finds the jobs that it starts.
    fn finds(&self) -> Finds {
        Finds::Walking
    }

    /// Which waiting job has its turn first: the one with the lowest number, of equals the one that
    /// arrived first.
    fn order(&self, _job: &Waiting, _now: Time) -> i64 {
        0
    }

    /// Where an index of the queue has a job (see [`Finds::ByTurn`]): where it has its turn, unless that
    /// changes as it waits.
    fn filed(&self, job: &Waiting) -> i64 {
        self.order(job, 0)
    }

    /// How the job at this place of the queue, as the last pass left it, stands.
    fn standing(&self, _queue: &[Waiting], _place: usize) -> Standing {
        Standing::Open
    }

    /// The values that an order by formula gave the jobs at the last watched pass; `None` where no formula decides.
    fn values(&self) -> Option<&OrderValues> {
        None
    }

    /// Whether a running job of this index may be preempted for a waiting one.
    fn gives_way(&self, _running: u32, _waiting: u32) -> bool {
        false
    }

    /// Whether it preempts, and so needs the running jobs.
    fn preempts(&self) -> bool {
        false
    }

    /// Batch job or reservation, `job` gets `processors` processors at `now`.
    fn began(&mut self, _now: Time, _job: u32, _processors: u32) {}

    /// `job` gives them back at `now`.
    fn ended(&mut self, _now: Time, _job: u32, _processors: u32) {}
}

/// The places of a queue by an order, equals in order of arrival. O(n), and O(log n) for each that is
/// asked for: a pass over a long queue mostly ends after a few.
fn in_order(queue: &[Waiting], order: impl Fn(&Waiting) -> i64) -> impl Iterator<Item = usize> {
    let mut heap: BinaryHeap<_> = queue.iter().enumerate().map(|(place, job)| Reverse((order(job), place))).collect();
    std::iter::from_fn(move || heap.pop().map(|Reverse((_, place))| place))
}

/// Starts every job that fits, in the order of `places`: the scan that several policies share.
///
/// An index of the same order finds the same jobs, because room only ever shrinks in a scan: a job
/// that does not fit in its turn does not fit later.
fn start_all_that_fit<P: Iterator<Item = usize>>(pass: &mut LocalPass, places: impl FnOnce() -> P) {
    if pass.left.turns().is_some() {
        while let Some(place) = pass.first_that_fits() {
            pass.start(place);
        }
        return;
    }
    for place in places() {
        if pass.free == 0 {
            break;
        }
        if pass.fits(place) {
            pass.start(place);
        }
    }
}

/// Takes the elements at `places`, which ascend, out of `queue`; the rest keeps its order.
pub fn remove_places<T: Copy>(queue: &mut Vec<T>, places: &[usize]) {
    let Some(&first) = places.first() else {
        return;
    };
    let mut kept = first;
    for (index, &place) in places.iter().enumerate() {
        let next = places.get(index + 1).copied().unwrap_or(queue.len());
        queue.copy_within(place + 1..next, kept);
        kept += next - place - 1;
    }
    queue.truncate(kept);
}
