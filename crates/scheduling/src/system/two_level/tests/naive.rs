//! The model a second time, in the plainest style, to compare whole schedules with.
//!
//! It shares no code with the engine, the policies or the calendars. A clock ticks every second and
//! every part acts at every tick; a processor is an `Option<job>`; free processors at a time are
//! counted anew, at each query, from all promises. Only random policies are left out.

pub mod estimates;
pub(super) mod grid;
mod machine;
pub(super) mod ordered;
mod preemption;
mod queue;
mod reservations;

use std::collections::BTreeMap;

use proptest::prelude::*;

use self::estimates::{Belief, Habits};
use self::grid::arrivals;
use self::machine::Machine;
use self::reservations::Offer;
use super::random::*;
use crate::system::prelude::*;
use crate::system::two_level::*;
use workload::{Flexibility, Logged, UNKNOWN};

/// From when to when a job held which processors.
type Stint = (Time, Time, Vec<u32>);

/// The outcome of a job at its provider.
#[derive(Clone, Debug, PartialEq)]
struct Fate {
    provider: usize,
    size: u32,
    allocated: Time,
    promised: Time,
    start: Time,
    end: Time,
    released: Time,
    completion: Time,
    held: (Time, Time),
    killed: bool,
    ran: Time,
    lost: Time,
    stints: Vec<Stint>,
}

/// The remaining work of a job that has not begun or was interrupted.
#[derive(Clone, Copy)]
struct Left {
    run_time: Time,
    limit: Option<Time>,
}

struct Naive<'a> {
    settings: &'a TwoLevel,
    jobs: &'a [Job],
    machines: Vec<Machine>,
    fates: Vec<Option<Fate>>,
    left: Vec<Left>,
    grid_queue: Vec<usize>,
    /// The place of each job in the order in which batch jobs come to their providers.
    arrivals: Vec<usize>,
    /// When the interval ends that was booked for a reservation which has begun.
    booked_until: Vec<Time>,
    /// For how long each job is believed to run, from its submission on, and each running one until when.
    estimates: Vec<Option<Time>>,
    beliefs: Vec<Option<Belief>>,
    /// The jobs that will not be done when their open reservations end.
    too_long: Vec<usize>,
    round_robin: usize,
    /// Processor seconds used of a machine by a user, or, where it is said, a group.
    usage: BTreeMap<(usize, bool, i64), Time>,
    now: Time,
}

impl Naive<'_> {
    fn second(&mut self) {
        let now = self.now;
        self.ends();
        for machine in 0..self.machines.len() {
            self.begin_reservations(machine);
        }
        self.outlive();
        for job in 0..self.jobs.len() {
            if self.jobs[job].submit == now {
                self.estimates[job] = self.estimate_of(job);
                self.grid_queue.push(job);
            }
        }
        self.grid();
        self.locals();
        // A job of length 0 ends within the second, and others may start.
        while self.ends() {
            self.locals();
        }
        self.use_up();
    }

    fn ends(&mut self) -> bool {
        let mut any = false;
        let mut over = Vec::new();
        for machine in &mut self.machines {
            let due = |job: usize| matches!(&self.fates[job], Some(it) if it.released == self.now);
            let mut ended: Vec<usize> = machine.batch.iter().chain(&machine.reserved).flatten().copied().collect();
            ended.retain(|&job| due(job));
            for job in ended {
                if machine.reserved.contains(&Some(job)) && self.too_long.contains(&job) {
                    let mine = |it: &u32| machine.reserved[*it as usize] == Some(job);
                    let own = (0..machine.capacity()).filter(mine).collect();
                    machine.outlasting.push((job, own));
                    over.push(job);
                }
                machine.remove(job);
                machine.a_job_ended = true;
                machine.has_changed = true;
                any = true;
            }
        }
        for job in over {
            self.interrupt(job, Preempted::Resume);
        }
        any
    }

    fn locals(&mut self) {
        for machine in 0..self.machines.len() {
            let nobody_waits = self.begin_reservations(machine);
            self.suspend_and_go_on(machine);
            self.go_on_after_reservations(machine);
            if nobody_waits {
                self.start_batch_jobs(machine);
                // A preempted job may have been in the way.
                while self.go_on_after_reservations(machine) {
                    self.start_batch_jobs(machine);
                }
            }
        }
    }

    fn is_over(&self) -> bool {
        let idle =
            |it: &Machine| it.waiting.is_empty() && it.booked.is_empty() && it.idle().len() == it.capacity() as usize;
        self.jobs.iter().all(|job| job.submit < self.now)
            && self.grid_queue.is_empty()
            && self.machines.iter().all(idle)
    }
}

fn naive(settings: &TwoLevel, platform: &[u32], jobs: &[Job]) -> Vec<Option<Fate>> {
    let machine = |(index, &count): (usize, &u32)| {
        let habits = Habits::of(&settings.local, index);
        Machine::new(habits, count)
    };
    let left = |job: &Job| Left { run_time: job.run_time, limit: Some(job.requested_time) };
    let mut naive = Naive {
        settings,
        jobs,
        machines: platform.iter().enumerate().map(machine).collect(),
        fates: vec![None; jobs.len()],
        left: jobs.iter().map(left).collect(),
        grid_queue: Vec::new(),
        arrivals: arrivals(settings, jobs),
        booked_until: vec![-1; jobs.len()],
        estimates: vec![None; jobs.len()],
        beliefs: vec![None; jobs.len()],
        too_long: Vec::new(),
        round_robin: 0,
        usage: BTreeMap::new(),
        now: 0,
    };
    while !naive.is_over() {
        naive.second();
        naive.now += 1;
        assert!(naive.now < 100_000, "somebody waits for ever");
    }
    naive.fates
}

fn fate_of(run: &Run, index: usize, it: &Outcome) -> Fate {
    let schedule = &run.schedule;
    let stint = |bars: &[crate::engine::Bar]| -> Stint {
        let processors = bars.iter().flat_map(|bar| bar.first_processor..=bar.last_processor);
        (bars[0].start, bars[0].end, processors.collect())
    };
    let earlier = schedule.earlier_stints(index).iter().map(|it| stint(schedule.bars_of_stint(it)));
    Fate {
        provider: it.provider as usize,
        size: it.processors,
        allocated: it.allocated,
        promised: it.promised_start,
        start: it.start,
        end: it.end,
        released: it.released,
        completion: it.completion,
        held: (it.held_from, it.held_until),
        killed: it.status == Status::Killed,
        ran: it.ran,
        lost: it.lost,
        stints: earlier.chain([stint(schedule.bars_of(index))]).collect(),
    }
}

fn fates_of(run: &Run) -> Vec<Option<Fate>> {
    let outcomes = run.schedule.outcomes.iter().enumerate();
    let fate = |(index, it): (usize, &Outcome)| (it.status != Status::Rejected).then(|| fate_of(run, index, it));
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
    // The usage is a whole number then.
    settings.local.fair_share.half_life = 0;
    if settings.mct_ties == MctTies::Random {
        settings.mct_ties = MctTies::Order;
    }
    if settings.local.has_queue(QueuePolicy::Conservative) {
        settings.local.over_limit = OverLimit::Kill;
    }
    settings
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(1500)))]

    #[test]
    fn the_engine_equals_the_naive_model(
        settings in any_settings().prop_map(decided), platform in platform(), jobs in jobs()
    ) {
        compare(&settings, platform, &jobs)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(300)))]

    #[test]
    fn the_engine_equals_the_naive_model_where_jobs_are_preempted(
        mut settings in any_settings().prop_map(decided), platform in platform(), jobs in jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Pppd);
        compare(&settings, platform, &jobs)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(200)))]

    /// Over several of its slots of ten minutes.
    #[test]
    fn the_engine_equals_the_naive_model_of_platform_lsf(
        settings in any_settings().prop_map(decided),
        platform in platform(),
        jobs in jobs().prop_map(|jobs| slower(20, jobs)),
    ) {
        let mut settings = settings;
        settings.local.systems.insert(0, LocalSystem::PlatformLsf);
        prop_assume!(settings.validate(3).is_ok());
        compare(&settings, platform, &jobs)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(100)))]

    /// With requests that are given less than they need, so that jobs outlast their reservations.
    #[test]
    fn the_engine_equals_the_naive_model_where_reservations_are_open(
        settings in any_settings().prop_map(decided),
        platform in platform(),
        jobs in jobs().prop_map(|jobs| slower(20, jobs)),
        preempts: bool,
    ) {
        let mut settings = settings;
        settings.local.systems = vec![LocalSystem::PlatformLsf];
        settings.local.platform_lsf_reservations = LsfReservations::Open;
        if preempts {
            everywhere(&mut settings, QueuePolicy::Pppd);
        }
        prop_assume!(settings.validate(3).is_ok());
        let mut jobs = jobs;
        for job in &mut jobs {
            if let Some(request) = job.reservation.as_mut().filter(|_| job.id % 3 > 0) {
                request.flexibility = match job.id % 2 {
                    0 => Flexibility::Time { least_percent: 10 },
                    _ => Flexibility::Processors { least: 1 },
                };
            }
        }
        compare(&settings, platform, &jobs)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(120)))]

    /// Over times in which estimates of a minute and more are outlived.
    #[test]
    fn the_engine_equals_the_naive_model_where_run_times_are_estimated(
        settings in any_settings().prop_map(decided),
        platform in platform(),
        jobs in jobs().prop_map(|jobs| slower(20, jobs)),
        estimate in estimate(),
    ) {
        let mut settings = settings;
        everywhere(&mut settings, QueuePolicy::Ordered);
        settings.local.systems.clear();
        (settings.local.binding, settings.local.slots) = (Binding::Dynamic, Slots::Variable);
        settings.local.estimate = estimate;
        settings.local.strict = false;
        if settings.local.promises == Promises::Count(0) {
            settings.local.promises = Promises::Count(1);
        }
        compare(&settings, platform, &jobs)?;
    }
}

/// The jobs in another order than that of their submission: the order of arrival differs from that of their indices.
fn shuffled() -> impl Strategy<Value = Vec<Job>> {
    jobs().prop_flat_map(|jobs| Just(jobs).prop_shuffle())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(60)))]

    #[test]
    fn the_engine_equals_the_naive_model_where_jobs_arrive_in_another_order(
        settings in any_settings().prop_map(decided), platform in platform(), jobs in shuffled()
    ) {
        for queue in QueuePolicy::ALL {
            let mut settings = settings.clone();
            everywhere(&mut settings, queue);
            let settings = decided(settings);
            if settings.validate(3).is_ok() {
                compare(&settings, platform, &jobs)?;
            }
        }
    }
}

/// With limits, and with some jobs that have none.
fn compare(settings: &TwoLevel, platform: &[u32], jobs: &[Job]) -> Result<(), TestCaseError> {
    equal(settings, platform, jobs)?;
    // A job that never ends takes a million slots of a fixed length.
    if settings.local.slots != Slots::Variable {
        return Ok(());
    }
    equal(settings, platform, &some_without_limit(jobs.to_vec()))
}

fn equal(settings: &TwoLevel, platform: &[u32], jobs: &[Job]) -> Result<(), TestCaseError> {
    let run = run(settings, platform, jobs);
    let (got, expected) = (fates_of(&run), naive(settings, platform, jobs));
    for (index, (got, expected)) in got.iter().zip(&expected).enumerate() {
        prop_assert_eq!(got, expected, "job {} {:?}", index, jobs[index]);
    }
    Ok(())
}
