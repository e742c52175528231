//! A pass over the waiting jobs.

use workload::Time;

use super::Started;
use super::instants::Instants;
use super::placing::Spot;
use super::values::{AskedOfNodes, Before, ValuesOfJob};
use crate::policy::formula::Bound;
use crate::policy::local::Promises;

impl Instants<'_> {
    pub fn pass(&mut self, now: Time) {
        let before = self.before(now);
        let by_order = self.sorted(&self.order, before);
        if self.settings.strict {
            for job in by_order {
                if !self.start_if_it_fits(job, now) {
                    return;
                }
            }
            return;
        }
        let most = match self.settings.promises {
            Promises::All => usize::MAX,
            Promises::Count(count) => count as usize,
        };
        let reads_backfill_order = most != 0 && most != usize::MAX;
        let rest = match &self.backfill_order {
            Some(order) if reads_backfill_order => self.sorted(order, before),
            _ => by_order.clone(),
        };
        let mut walked = Vec::new();
        let mut promises = 0;
        for job in by_order {
            if promises == most {
                break;
            }
            walked.push(job);
            if !self.start_if_it_fits(job, now) {
                promises += 1;
                if let Some((start, spots)) = self.earliest(job, now) {
                    let asked = self.machine.asked[job].clone();
                    self.machine.promise(&asked, &spots, start);
                }
            }
        }
        for job in rest {
            if !walked.contains(&job) {
                self.start_if_it_fits(job, now);
            }
        }
        self.machine.forget_promises();
    }

    fn before(&self, now: Time) -> Before {
        let nodes = self.machine.nodes.iter();
        let free = nodes.map(|it| it.free_at(now).cores as u64).sum::<u64>();
        let nodes = self.machine.nodes.iter();
        Before {
            now,
            waiting: self.waiting.len(),
            free: free / 1_000,
            processors: nodes.map(|it| it.cores).sum::<u64>() / 1_000,
        }
    }

    /// The waiting jobs, the smallest value first, of equals the one that arrived first.
    fn sorted(&self, order: &Bound, before: Before) -> Vec<usize> {
        let mut jobs = self.waiting.clone();
        jobs.sort_by_key(|&job| {
            let values = ValuesOfJob {
                job: &self.jobs[job],
                names: &self.names[job],
                before,
                asked: AskedOfNodes::of(&self.machine.asked[job], &self.machine.nodes),
            };
            (order.turn(&values), self.arrivals.number(job as u32))
        });
        jobs
    }

    fn start_if_it_fits(&mut self, job: usize, now: Time) -> bool {
        let asked = self.machine.asked[job].clone();
        let Some(spots) = self.machine.place(&asked, now) else {
            return false;
        };
        let gpus = self.machine.start(&asked, &spots, now);
        let it = &self.jobs[job];
        self.started[job] = Some(Started {
            start: now,
            end: now + it.run_time.min(it.requested_time),
            killed: it.run_time > it.requested_time,
            chunks: spots.iter().map(|it| it.node).collect(),
            gpus,
        });
        self.waiting.retain(|&other| other != job);
        self.running.push(job);
        true
    }

    /// The earliest later start of a job that does not fit now, and its places then.
    fn earliest(&self, job: usize, now: Time) -> Option<(Time, Vec<Spot>)> {
        let mut ends = Vec::new();
        for node in &self.machine.nodes {
            ends.extend(node.holds.iter().map(|it| it.until));
            ends.extend(node.outages.iter().map(|it| it.1));
        }
        // A job without a limit may hold its nodes for ever.
        ends.retain(|&it| it > now && it < Time::MAX);
        ends.sort();
        let asked = &self.machine.asked[job];
        ends.into_iter().find_map(|start| Some((start, self.machine.place(asked, start)?)))
    }
}
