//! The grid scheduler: which provider a job goes to.

use super::preemption::urgency;
use super::*;

/// The order in which jobs come to the providers under an order of the grid's queue that does not change, if all are
/// forwarded at the first multiple of δ from their submission on: "largest first", say, among the batch jobs that are
/// forwarded together. A reservation has the place of its submission.
pub fn arrivals(settings: &TwoLevel, jobs: &[Job]) -> Vec<usize> {
    let period = settings.grid.period.max(1);
    let forwarded = |job: usize| (jobs[job].submit + period - 1).div_euclid(period);
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&job| jobs[job].submit);
    let mut rank = vec![0; jobs.len()];
    order.iter().enumerate().for_each(|(place, &job)| rank[job] = place);
    let before = |one: usize, other: usize| {
        let key = |job: usize| match settings.grid.queue {
            GridQueue::Fcfs | GridQueue::FairShare => (0, 0),
            GridQueue::Largest => (0, -i64::from(jobs[job].processors)),
            GridQueue::Shortest => (0, jobs[job].requested_time),
            GridQueue::Priority => urgency(&settings.local.priority, &jobs[job]),
        };
        (key(one), rank[one]) < (key(other), rank[other])
    };
    let place = |job: usize| {
        let together = |other: &usize| !jobs[*other].is_reservation() && forwarded(*other) == forwarded(job);
        let places: Vec<usize> = order.iter().copied().filter(together).collect();
        let ahead = places.iter().filter(|&&other| before(other, job)).count();
        rank[places[ahead]]
    };
    let all = 0..jobs.len();
    all.map(|job| if jobs[job].is_reservation() { rank[job] } else { place(job) }).collect()
}

/// Whether the routes let a job go to a provider.
pub fn may_go(settings: &TwoLevel, job: &Job, provider: usize) -> bool {
    for route in &settings.grid.routes {
        let is_for_it = match route.by {
            RouteBy::Queue => route.values.contains(&job.logged.queue),
            RouteBy::User => route.values.contains(&job.logged.user),
            RouteBy::Limit => {
                let most = route.most.unwrap_or(Time::MAX);
                (route.least..=most).contains(&job.requested_time)
            }
        };
        if is_for_it {
            return route.providers.iter().any(|&it| it as usize == provider);
        }
    }
    true
}

impl Naive<'_> {
    pub fn grid(&mut self) {
        let period = self.settings.grid.period;
        let is_tick = period == 0 || self.now % period == 0;
        let mut order = std::mem::take(&mut self.grid_queue);
        if self.settings.grid.reservation_queue == ReservationQueue::First {
            let jobs = self.jobs;
            let (first, rest): (Vec<_>, Vec<_>) = order.into_iter().partition(|&job| jobs[job].is_reservation());
            for job in first {
                self.allocate_reservation(job);
            }
            order = rest;
        }
        if !is_tick {
            self.grid_queue = order;
            return;
        }
        if self.settings.grid.queue == GridQueue::FairShare {
            self.put_in_order_of_usage(&order);
        }
        order.sort_by_key(|&job| self.arrivals[job]);
        let is_fcfs = self.settings.grid.reservation_queue == ReservationQueue::Fcfs;
        for (place, &job) in order.iter().enumerate() {
            let is_reservation = |&job: &usize| self.jobs[job].is_reservation();
            if !is_reservation(&job) {
                self.allocate_batch_job(job);
                continue;
            }
            // The job before it in the queue has its chance first.
            if is_fcfs && place > 0 && !is_reservation(&order[place - 1]) {
                self.locals();
            }
            self.allocate_reservation(job);
        }
    }

    fn allocate_batch_job(&mut self, job: usize) {
        let size = self.jobs[job].processors;
        let count = self.machines.len();
        let grid = &self.settings.grid;
        let partitioned = grid.reservation_allocation == ReservationAllocation::StaticPartition;
        let fits = |it: &usize| {
            self.machines[*it].capacity() >= size
                && !(partitioned && *it == 0)
                && may_go(self.settings, &self.jobs[job], *it)
        };
        let chosen = match self.settings.grid.batch_allocation {
            BatchAllocation::RoundRobin => (0..count).map(|step| (self.round_robin + step) % count).find(fits),
            BatchAllocation::LeastWork => (0..count).filter(fits).min_by(|&a, &b| {
                let capacity = |it: usize| i128::from(self.machines[it].capacity());
                let (of_a, of_b) = (self.waiting_work(a), self.waiting_work(b));
                (of_a * capacity(b)).cmp(&(of_b * capacity(a)))
            }),
            BatchAllocation::MostFree => (0..count).filter(fits).min_by_key(|&it| {
                let asked: u32 = self.machines[it].waiting.iter().map(|&job| self.size_of(job)).sum();
                i64::from(asked) - self.machines[it].idle().len() as i64
            }),
            BatchAllocation::LoadBalancingWithReservations => (0..count).filter(fits).min_by_key(|&it| {
                let machine = &self.machines[it];
                machine.waiting.len() + machine.booked.len()
            }),
            BatchAllocation::LoadBalancing | BatchAllocation::Random => {
                (0..count).filter(fits).min_by_key(|&it| self.machines[it].waiting.len())
            }
        };
        if let Some(chosen) = chosen {
            self.round_robin = (chosen + 1) % count;
            let machine = &mut self.machines[chosen];
            self.left[job].limit = machine.habits.limit(&self.jobs[job]);
            machine.waiting.push(job);
            machine.has_changed = true;
            self.fates[job] = Some(self.unborn(chosen, size));
        }
    }

    fn waiting_work(&self, machine: usize) -> i128 {
        let waiting = self.machines[machine].waiting.iter();
        let work = |&job: &usize| {
            let limit = self.left[job].limit.unwrap_or(Time::MAX);
            i128::from(self.size_of(job)) * i128::from(limit)
        };
        waiting.map(work).sum()
    }

    pub fn unborn(&self, provider: usize, size: u32) -> Fate {
        Fate {
            provider,
            size,
            allocated: self.now,
            promised: -1,
            start: -1,
            end: -1,
            released: -1,
            completion: -1,
            held: (-1, -1),
            killed: false,
            ran: 0,
            lost: 0,
            stints: Vec::new(),
        }
    }

    fn allocate_reservation(&mut self, job: usize) {
        let Some(request) = self.jobs[job].reservation else {
            return;
        };
        let on_time = |it: &Offer| it.start + it.length <= request.deadline;
        let machines = 0..self.machines.len();
        let offers: Vec<Offer> = machines
            .filter(|&it| may_go(self.settings, &self.jobs[job], it))
            .filter_map(|it| self.offer(it, job))
            .collect();
        let order = &self.settings.grid.resource_order;
        let rank = |it: &&Offer| {
            let named = order.iter().position(|&other| other as usize == it.machine);
            named.unwrap_or(order.len() + it.machine)
        };
        let earliest = offers.iter().map(|it| it.start).min();
        let mut equals = offers.iter().filter(|it| Some(it.start) == earliest);
        let chosen = match self.settings.grid.reservation_allocation {
            ReservationAllocation::Mct => match self.settings.mct_ties {
                MctTies::FewestReservations => equals.min_by_key(|it| self.machines[it.machine].reservations),
                _ => equals.next(),
            },
            ReservationAllocation::ResourcePriority => {
                let in_time = offers.iter().filter(|it| on_time(it)).min_by_key(rank);
                in_time.or(equals.min_by_key(rank))
            }
            ReservationAllocation::LoadBalancing => {
                offers.iter().min_by_key(|it| self.machines[it.machine].booked.len())
            }
            ReservationAllocation::Random => unreachable!("draws by lot are not compared"),
            ReservationAllocation::StaticPartition => offers.iter().find(|it| it.machine == 0),
        };
        if let Some(offer) = chosen.cloned() {
            self.book(job, offer);
        }
    }
}
