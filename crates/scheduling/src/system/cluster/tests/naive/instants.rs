//! The instants of a run.

use workload::{Job, Time};

use super::placing::Machine;
use super::values::{NamesOfJob, names_of};
use super::{Input, Started};
use crate::engine::Arrivals;
use crate::policy::formula::{Bound, Names};
use crate::system::cluster::Cluster;

/// A run as far as it has come.
pub struct Instants<'a> {
    pub settings: &'a Cluster,
    pub machine: Machine,
    /// Submitted when the run says so, where they wait for the end of others.
    pub jobs: Vec<Job>,
    pub names: Vec<NamesOfJob>,
    pub order: Bound,
    pub backfill_order: Option<Bound>,
    pub arrivals: Arrivals,
    pub waiting: Vec<usize>,
    pub running: Vec<usize>,
    /// When outages end that are still to end.
    outage_ends: Vec<Time>,
    pub started: Vec<Option<Started>>,
}

impl<'a> Instants<'a> {
    pub fn new(input: &Input<'a>) -> Self {
        let settings = input.settings;
        let mut all = Names::default();
        let names = names_of(input.jobs, input.names, &mut all);
        Self {
            settings,
            machine: Machine::new(input),
            jobs: input.jobs.to_vec(),
            names,
            order: settings.order.bind(&all),
            backfill_order: settings.backfill_order.as_ref().map(|it| it.bind(&all)),
            arrivals: Arrivals::of(input.jobs),
            waiting: Vec::new(),
            running: Vec::new(),
            outage_ends: settings.outages.iter().map(|it| it.until).collect(),
            started: vec![None; input.jobs.len()],
        }
    }

    /// The next instant at which something happens. A job that takes no time ends at the instant of its start, which then
    /// comes a second time.
    pub fn next(&self) -> Option<Time> {
        let mut times: Vec<Time> = self.running.iter().map(|&job| self.end(job)).collect();
        times.extend(&self.outage_ends);
        times.extend(self.arrivals.next(&self.jobs).map(|it| it.1));
        times.into_iter().min()
    }

    pub fn instant(&mut self, now: Time) {
        let a_job_ended = self.ends(now);
        let an_outage_ended = self.outage_ends.contains(&now);
        self.outage_ends.retain(|&it| it != now);
        let a_job_arrived = self.arrive(now);
        if a_job_ended || an_outage_ended || a_job_arrived {
            self.pass(now);
        }
    }

    fn end(&self, job: usize) -> Time {
        self.started[job].as_ref().expect("a running job").end
    }

    /// Whether jobs ended.
    fn ends(&mut self, now: Time) -> bool {
        let mut ended = self.running.clone();
        ended.retain(|&job| self.end(job) == now);
        self.running.retain(|it| !ended.contains(it));
        // One after another in the order of their indices.
        ended.sort();
        for &job in &ended {
            self.machine.ended(job);
            self.arrivals.ended(&mut self.jobs, job as u32, now);
        }
        !ended.is_empty()
    }

    /// Whether jobs arrived, which wait now or were rejected.
    fn arrive(&mut self, now: Time) -> bool {
        let mut any = false;
        while let Some(job) = self.arrivals.pop_due(&self.jobs, now) {
            any = true;
            if self.machine.could_hold(&self.machine.asked[job as usize]) {
                self.waiting.push(job as usize);
            } else {
                self.arrivals.rejected(&mut self.jobs, job, now);
            }
        }
        any
    }
}
