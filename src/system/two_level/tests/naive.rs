//! The model a second time, in the plainest style, to compare whole schedules with.
//!
//! It shares no code with the engine, the policies or the calendars. A clock ticks every second and
//! everybody looks at every tick; a processor is an `Option<job>`; who is free at a time is counted
//! anew, each time it is asked, from all that is promised. Only what is drawn by lot is left out.

use proptest::prelude::*;

use super::random::*;
use crate::engine::{Run, Status};
use crate::system::two_level::*;
use crate::workload::{Job, Time};

/// What became of a job, here and there.
#[derive(Clone, Debug, PartialEq)]
struct Fate {
    provider: usize,
    allocated: Time,
    promised: Time,
    start: Time,
    end: Time,
    released: Time,
    completion: Time,
    killed: bool,
    processors: Vec<u32>,
}

/// Processors promised to a job.
#[derive(Clone, Copy)]
struct Promise {
    job: usize,
    from: Time,
    to: Time,
    size: u32,
}

#[derive(Default)]
struct Machine {
    processors: Vec<Option<usize>>,
    /// To reservations, to running batch jobs, and under `conservative` to waiting ones.
    promises: Vec<Promise>,
    /// Batch jobs in order of arrival.
    waiting: Vec<usize>,
    /// Reservations accepted and not begun: their start and the job.
    booked: Vec<(Time, usize)>,
    reservations: usize,
    /// Since its scheduler last decided: somebody ended here, or ended, arrived or was booked.
    somebody_ended: bool,
    something_happened: bool,
}

impl Machine {
    fn capacity(&self) -> i64 {
        self.processors.len() as i64
    }

    fn idle(&self) -> usize {
        self.processors.iter().filter(|it| it.is_none()).count()
    }

    fn free_at(&self, time: Time) -> i64 {
        let there = self.promises.iter();
        let taken = there.filter(|it| it.from <= time && time < it.to);
        self.capacity() - taken.map(|it| i64::from(it.size)).sum::<i64>()
    }

    /// The count only falls where a promise begins: looking there and at `from` is enough.
    fn has_room(&self, from: Time, to: Time, size: u32) -> bool {
        let begins = self.promises.iter().map(|it| it.from);
        let inside = begins.filter(|&time| from < time && time < to);
        inside
            .chain([from])
            .all(|time| self.free_at(time) >= i64::from(size))
    }

    fn earliest(&self, ready: Time, length: Time, size: u32) -> Option<Time> {
        let last = self.promises.iter().map(|it| it.to).max().unwrap_or(ready);
        (ready..=last.max(ready)).find(|&start| self.has_room(start, start + length, size))
    }

    fn forget(&mut self, job: usize) {
        self.promises.retain(|it| it.job != job);
    }

    fn promise(&mut self, job: usize, size: u32, from: Time, length: Time) {
        let to = from + length;
        self.promises.push(Promise {
            job,
            from,
            to,
            size,
        });
    }

    fn promised_start(&self, job: usize) -> Option<Time> {
        let mine = self.promises.iter().find(|it| it.job == job);
        mine.map(|it| it.from)
    }
}

struct Naive<'a> {
    settings: &'a TwoLevel,
    jobs: &'a [Job],
    machines: Vec<Machine>,
    fates: Vec<Option<Fate>>,
    grid_queue: Vec<usize>,
    round_robin: usize,
    now: Time,
}

impl Naive<'_> {
    fn length(&self, job: usize) -> Time {
        match self.settings.reservation_length {
            ReservationLength::Requested => self.jobs[job].requested_time,
            ReservationLength::RunTime => self.jobs[job].run_time.max(1),
        }
    }

    fn second(&mut self) {
        let now = self.now;
        self.ends();
        for job in 0..self.jobs.len() {
            if self.jobs[job].submit == now {
                self.grid_queue.push(job);
            }
        }
        self.grid();
        self.locals();
        // Who runs for no time at all ends within the second, and others may start.
        while self.ends() {
            self.locals();
        }
    }

    fn ends(&mut self) -> bool {
        let mut any = false;
        for machine in &mut self.machines {
            let due = |job: usize| matches!(&self.fates[job], Some(it) if it.released == self.now);
            let mut ended: Vec<usize> = machine.processors.iter().flatten().copied().collect();
            ended.retain(|&job| due(job));
            for processor in &mut machine.processors {
                if processor.is_some_and(|job| ended.contains(&job)) {
                    *processor = None;
                }
            }
            for &job in &ended {
                machine.forget(job);
                machine.somebody_ended = true;
                machine.something_happened = true;
                any = true;
            }
        }
        any
    }

    fn grid(&mut self) {
        let period = self.settings.grid.period;
        let is_tick = period == 0 || self.now % period == 0;
        let mut order = std::mem::take(&mut self.grid_queue);
        if self.settings.grid.reservation_queue == ReservationQueue::First {
            let jobs = self.jobs;
            let (first, rest): (Vec<_>, Vec<_>) = order
                .into_iter()
                .partition(|&job| jobs[job].is_reservation());
            for job in first {
                self.allocate_reservation(job);
            }
            order = rest;
        }
        if !is_tick {
            self.grid_queue = order;
            return;
        }
        for job in order {
            if self.jobs[job].is_reservation() {
                self.allocate_reservation(job);
            } else {
                self.allocate_batch_job(job);
            }
        }
    }

    fn allocate_batch_job(&mut self, job: usize) {
        let size = i64::from(self.jobs[job].processors);
        let count = self.machines.len();
        let grid = &self.settings.grid;
        let partitioned = grid.reservation_allocation == ReservationAllocation::StaticPartition;
        let fits = |it: &usize| self.machines[*it].capacity() >= size && !(partitioned && *it == 0);
        let chosen = match self.settings.grid.batch_allocation {
            BatchAllocation::RoundRobin => (0..count)
                .map(|step| (self.round_robin + step) % count)
                .find(fits),
            BatchAllocation::LeastWork => (0..count).filter(fits).min_by(|&a, &b| {
                let of =
                    |it: usize| self.waiting_work(it) as f64 / self.machines[it].capacity() as f64;
                of(a).total_cmp(&of(b))
            }),
            BatchAllocation::MostFree => (0..count).filter(fits).min_by_key(|&it| {
                let waiting = self.machines[it].waiting.iter();
                let asked: u32 = waiting.map(|&job| self.jobs[job].processors).sum();
                i64::from(asked) - self.machines[it].idle() as i64
            }),
            _ => (0..count)
                .filter(fits)
                .min_by_key(|&it| self.machines[it].waiting.len()),
        };
        if let Some(chosen) = chosen {
            self.round_robin = (chosen + 1) % count;
            self.machines[chosen].waiting.push(job);
            self.machines[chosen].something_happened = true;
            self.fates[job] = Some(self.unborn(chosen));
        }
    }

    fn waiting_work(&self, machine: usize) -> Time {
        let waiting = self.machines[machine]
            .waiting
            .iter()
            .map(|&job| &self.jobs[job]);
        waiting
            .map(|job| Time::from(job.processors) * job.requested_time)
            .sum()
    }

    fn unborn(&self, provider: usize) -> Fate {
        Fate {
            provider,
            allocated: self.now,
            promised: -1,
            start: -1,
            end: -1,
            released: -1,
            completion: -1,
            killed: false,
            processors: Vec::new(),
        }
    }

    fn allocate_reservation(&mut self, job: usize) {
        let (length, size) = (self.length(job), self.jobs[job].processors);
        let Some(request) = self.jobs[job].reservation else {
            return;
        };
        let on_time = |start: Time| start + length <= request.deadline;
        let mut offers = Vec::new();
        for (index, machine) in self.machines.iter().enumerate() {
            if let Some(start) = machine.earliest(request.ready.max(self.now), length, size)
                && (self.settings.late_reservations == LateReservations::DueDate || on_time(start))
            {
                offers.push((start, index));
            }
        }
        let earliest = offers.iter().map(|offer| offer.0).min();
        let mut equals = offers.iter().filter(|offer| Some(offer.0) == earliest);
        let mct = match self.settings.mct_ties {
            MctTies::FewestReservations => {
                equals.min_by_key(|offer| self.machines[offer.1].reservations)
            }
            _ => equals.next(),
        };
        let chosen = match self.settings.grid.reservation_allocation {
            ReservationAllocation::Mct => mct,
            ReservationAllocation::ResourcePriority => {
                let order = &self.settings.grid.resource_order;
                let rank = |offer: &&(Time, usize)| {
                    let named = order.iter().position(|&it| it as usize == offer.1);
                    named.unwrap_or(order.len() + offer.1)
                };
                let earliest = offers.iter().map(|offer| offer.0).min();
                let in_time = offers
                    .iter()
                    .filter(|offer| on_time(offer.0))
                    .min_by_key(rank);
                let equals = offers.iter().filter(|offer| Some(offer.0) == earliest);
                in_time.or(equals.min_by_key(rank))
            }
            ReservationAllocation::LoadBalancing => offers
                .iter()
                .min_by_key(|offer| self.machines[offer.1].booked.len()),
            ReservationAllocation::Random => unreachable!("draws by lot are not compared"),
            ReservationAllocation::StaticPartition => offers.iter().find(|offer| offer.1 == 0),
        };
        if let Some(&(start, index)) = chosen {
            let machine = &mut self.machines[index];
            machine.promise(job, size, start, length);
            machine.booked.push((start, job));
            machine.reservations += 1;
            machine.something_happened = true;
            self.fates[job] = Some(Fate {
                promised: start,
                ..self.unborn(index)
            });
        }
    }

    fn locals(&mut self) {
        for machine in 0..self.machines.len() {
            if self.begin_reservations(machine) {
                self.start_batch_jobs(machine);
            }
        }
    }

    /// Whether nobody is held up. While somebody is, no batch job starts.
    fn begin_reservations(&mut self, machine: usize) -> bool {
        let mut booked = std::mem::take(&mut self.machines[machine].booked);
        booked.sort_unstable();
        let mut nobody_waits = true;
        for (start, job) in booked {
            let (size, length) = (self.jobs[job].processors, self.length(job));
            if start <= self.now && self.machines[machine].idle() >= size as usize {
                self.machines[machine].forget(job);
                self.machines[machine].promise(job, size, self.now, length);
                self.begin(job, length, true);
            } else {
                nobody_waits &= start > self.now;
                self.machines[machine].booked.push((start, job));
            }
        }
        nobody_waits
    }

    /// Puts the job on the idle processors of lowest index.
    fn begin(&mut self, job: usize, length: Time, over_is_killed: bool) {
        let now = self.now;
        let Job {
            run_time,
            requested_time,
            processors,
            ..
        } = self.jobs[job];
        let Some(fate) = &mut self.fates[job] else {
            return;
        };
        let here = &mut self.machines[fate.provider].processors;
        for (index, processor) in here.iter_mut().enumerate() {
            if processor.is_none() && fate.processors.len() < processors as usize {
                *processor = Some(job);
                fate.processors.push(index as u32);
            }
        }
        fate.killed = over_is_killed && run_time > length;
        fate.start = now;
        fate.end = now + if fate.killed { length } else { run_time };
        (fate.released, fate.completion) = (fate.end, fate.end);
        if !self.jobs[job].is_reservation() {
            fate.promised = now;
            return;
        }
        if self.settings.reservation_end == ReservationEnd::ReservationEnd {
            fate.released = now + length;
        }
        if self.settings.completion == Completion::Reservation {
            fate.completion = now + requested_time;
        }
    }

    fn fits(&self, machine: usize, job: usize) -> bool {
        let (machine, job) = (&self.machines[machine], &self.jobs[job]);
        let end = self.now + job.requested_time;
        machine.idle() >= job.processors as usize && machine.has_room(self.now, end, job.processors)
    }

    fn start_if_it_fits(&mut self, machine: usize, job: usize) -> bool {
        let fits = self.fits(machine, job);
        if fits {
            let limit = self.jobs[job].requested_time;
            let size = self.jobs[job].processors;
            self.machines[machine].waiting.retain(|&it| it != job);
            self.machines[machine].promise(job, size, self.now, limit);
            self.begin(
                job,
                limit,
                self.settings.local.over_limit == OverLimit::Kill,
            );
        }
        fits
    }

    fn start_batch_jobs(&mut self, machine: usize) {
        let jobs = self.jobs;
        let happened = std::mem::take(&mut self.machines[machine].something_happened);
        let mut order = self.machines[machine].waiting.clone();
        let period = self.settings.local.period;
        match self.settings.local.queue {
            QueuePolicy::Lsf if period > 0 && self.now % period != 0 => order.clear(),
            QueuePolicy::Lsf => order.sort_by_key(|&job| -i64::from(jobs[job].processors)),
            QueuePolicy::Sjf => order.sort_by_key(|&job| jobs[job].requested_time),
            _ => {}
        }
        match self.settings.local.queue {
            QueuePolicy::Conservative => self.conservative(machine, &order),
            // With a job over its limit the head is promised the next second, whenever one asks: it
            // matters that decisions are taken only when a job arrives or ends (Sect. 4.4.3).
            QueuePolicy::Easy if happened => self.easy(machine, &order),
            QueuePolicy::Easy => {}
            QueuePolicy::Fcfs => {
                let _ = order
                    .into_iter()
                    .all(|job| self.start_if_it_fits(machine, job));
            }
            _ => {
                for job in order {
                    self.start_if_it_fits(machine, job);
                }
            }
        }
    }

    fn easy(&mut self, machine: usize, order: &[usize]) {
        let mut head = 0;
        while head < order.len() && self.start_if_it_fits(machine, order[head]) {
            head += 1;
        }
        let Some(&waits) = order.get(head) else {
            return;
        };
        let (size, limit) = (self.jobs[waits].processors, self.jobs[waits].requested_time);
        let Some(start) = self.machines[machine].earliest(self.now + 1, limit, size) else {
            return;
        };
        self.machines[machine].promise(waits, size, start, limit);
        for &job in &order[head + 1..] {
            self.start_if_it_fits(machine, job);
        }
        self.machines[machine].forget(waits);
    }

    fn conservative(&mut self, machine: usize, order: &[usize]) {
        let ended = std::mem::take(&mut self.machines[machine].somebody_ended);
        for &job in order {
            let here = &mut self.machines[machine];
            if ended || here.promised_start(job).is_none() {
                let (size, limit) = (self.jobs[job].processors, self.jobs[job].requested_time);
                here.forget(job);
                if let Some(start) = here.earliest(self.now, limit, size) {
                    here.promise(job, size, start, limit);
                }
            }
        }
        for &job in order {
            if self.machines[machine].promised_start(job) == Some(self.now) {
                self.machines[machine].forget(job);
                assert!(self.start_if_it_fits(machine, job));
            }
        }
    }

    fn is_over(&self) -> bool {
        let idle = |it: &Machine| {
            it.waiting.is_empty()
                && it.booked.is_empty()
                && it.processors.iter().all(|p| p.is_none())
        };
        self.jobs.iter().all(|job| job.submit < self.now)
            && self.grid_queue.is_empty()
            && self.machines.iter().all(idle)
    }
}

fn naive(settings: &TwoLevel, platform: &[u32], jobs: &[Job]) -> Vec<Option<Fate>> {
    let machine = |&count: &u32| Machine {
        processors: vec![None; count as usize],
        ..Machine::default()
    };
    let mut naive = Naive {
        settings,
        jobs,
        machines: platform.iter().map(machine).collect(),
        fates: vec![None; jobs.len()],
        grid_queue: Vec::new(),
        round_robin: 0,
        now: 0,
    };
    while !naive.is_over() {
        naive.second();
        naive.now += 1;
        assert!(naive.now < 100_000, "somebody waits for ever");
    }
    naive.fates
}

fn fates_of(run: &Run) -> Vec<Option<Fate>> {
    let fate = |(index, it): (usize, &crate::engine::Outcome)| {
        let bars = run.schedule.bars_of(index).iter();
        (it.status != Status::Rejected).then(|| Fate {
            provider: it.provider as usize,
            allocated: it.allocated,
            promised: it.promised_start,
            start: it.start,
            end: it.end,
            released: it.released,
            completion: it.completion,
            killed: it.status == Status::Killed,
            processors: bars
                .flat_map(|bar| bar.first_processor..=bar.last_processor)
                .collect(),
        })
    };
    let outcomes = run.schedule.outcomes.iter().enumerate();
    outcomes.map(fate).collect()
}

/// Settings without draws by lot, and without the promises of `conservative` that jobs over their
/// limit break: how those are mended is the policy's own.
fn decided(mut settings: TwoLevel) -> TwoLevel {
    if settings.grid.batch_allocation == BatchAllocation::Random {
        settings.grid.batch_allocation = BatchAllocation::LoadBalancing;
    }
    if settings.grid.reservation_allocation == ReservationAllocation::Random {
        settings.grid.reservation_allocation = ReservationAllocation::LoadBalancing;
    }
    use QueuePolicy::{Fss, Ppp, Pppd};
    if [Ppp, Pppd, Fss].contains(&settings.local.queue) {
        settings.local.queue = QueuePolicy::Sjf;
    }
    if settings.mct_ties == MctTies::Random {
        settings.mct_ties = MctTies::Order;
    }
    if settings.local.queue == QueuePolicy::Conservative {
        settings.local.over_limit = OverLimit::Kill;
    }
    settings
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_engine_equals_the_naive_model(
        settings in settings().prop_map(decided), platform in platform(), jobs in rigid_jobs()
    ) {
        let run = run(&settings, platform, &jobs);
        let (got, expected) = (fates_of(&run), naive(&settings, platform, &jobs));
        for (index, (got, expected)) in got.iter().zip(&expected).enumerate() {
            prop_assert_eq!(got, expected, "job {} {:?}", index, jobs[index]);
        }
    }
}
