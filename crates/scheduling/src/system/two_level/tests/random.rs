//! Random workloads and settings.

use proptest::prelude::*;

use super::naive::ordered::FORMULAS;
use crate::engine::Run;
use crate::policy::local::Sizes;
use crate::system::testing::numbered;
use crate::system::two_level::*;
use workload::{Flexibility, Job, Logged, MAX_TIME, ReservationRequest};

/// Few processors and short times, so that jobs meet often.
pub const PLATFORMS: [&[u32]; 4] = [&[8], &[5, 8], &[4, 4, 70], &[1, 6]];

/// Every platform but one has a second provider; an order that names too many is passed over.
const ORDERS: [&[u32]; 3] = [&[], &[1], &[1, 0]];

fn logged(user: i64, group: i64, queue: i64) -> Logged {
    let mut logged = Logged::UNKNOWN;
    (logged.user, logged.group, logged.queue) = (user, group, queue);
    logged
}

pub fn job() -> impl Strategy<Value = Job> {
    let times = (0..300i64, 0..60i64, 1..60i64);
    let flexibility = (0..9u32, 1..=100u32);
    let request = proptest::option::weighted(0.3, (0..80i64, 0..40i64, flexibility));
    (times, 1..=8u32, request).prop_map(|((submit, run_time, limit), processors, request)| Job {
        id: 0,
        submit,
        processors,
        run_time,
        requested_time: limit,
        limit_known: limit % 6 > 0,
        logged_wait: Some(0),
        logged: logged((submit + run_time) % 5 - 1, limit % 3 - 1, limit % 4 - 1),
        reservation: request.map(|(lead, slack, flexibility)| ReservationRequest {
            ready: submit + lead,
            deadline: submit + lead + limit + slack,
            flexibility: match flexibility {
                (7, percent) => Flexibility::Processors { least: (processors * percent).div_ceil(100) },
                (8, least_percent) => Flexibility::Time { least_percent },
                _ => Flexibility::Rigid,
            },
            is_listed: false,
        }),
        ..Job::default()
    })
}

pub fn jobs() -> impl Strategy<Value = Vec<Job>> {
    proptest::collection::vec(job(), 0..60).prop_map(numbered)
}

/// The first of the jobs, with all their times multiplied by `times`.
pub fn slower(times: i64, mut jobs: Vec<Job>) -> Vec<Job> {
    jobs.truncate(30);
    for job in &mut jobs {
        job.submit *= times;
        job.run_time *= times;
        job.requested_time *= times;
        if let Some(request) = &mut job.reservation {
            request.ready *= times;
            request.deadline *= times;
        }
    }
    jobs
}

/// Of which some have no limit, as their log says. A reservation has one.
pub fn some_without_limit(mut jobs: Vec<Job>) -> Vec<Job> {
    for job in &mut jobs {
        job.is_unlimited = job.reservation.is_none() && job.id % 4 == 0;
        if job.is_unlimited {
            (job.requested_time, job.limit_known) = (MAX_TIME, true);
        }
    }
    jobs
}

pub fn batch_jobs() -> impl Strategy<Value = Vec<Job>> {
    jobs().prop_map(|mut jobs| {
        for job in &mut jobs {
            job.reservation = None;
        }
        jobs
    })
}

pub fn platform() -> impl Strategy<Value = &'static [u32]> {
    proptest::sample::select(&PLATFORMS[..])
}

pub fn settings() -> impl Strategy<Value = TwoLevel> {
    use proptest::sample::select;
    let grid = (
        select(&[0i64, 7, 30][..]),
        select(&[ReservationQueue::First, ReservationQueue::Fcfs][..]),
        select(&BatchAllocation::ALL[..]),
        select(&ReservationAllocation::ALL[..]),
        select(&ORDERS[..]),
        select(&GridQueue::ALL[..]),
        select(&FlexibleStart::ALL[..]),
        proptest::collection::vec(route(), 0..3),
        select(&[0i64, 0, 7, 25][..]),
    );
    let local = (
        select(&QueuePolicy::ALL[..]),
        select(&[0i64, 10][..]),
        select(&[OverLimit::Kill, OverLimit::Ignore][..]),
        select(&LsfTies::ALL[..]),
        select(&[0i64, 0, 12][..]),
        select(&[0i64, 5, 60][..]),
        rule(),
        proptest::option::weighted(0.3, estimate()),
    );
    let readings = (
        select(&[LateReservations::DueDate, LateReservations::Deadline][..]),
        select(&[ReservationLength::Requested, ReservationLength::RunTime][..]),
        select(&[ReservationEnd::ReservationEnd, ReservationEnd::JobEnd][..]),
        select(&Completion::ALL[..]),
        select(&[MctTies::Random, MctTies::FewestReservations, MctTies::Order][..]),
    );
    (grid, local, priority(), readings).prop_map(|(grid, local, priority, readings)| TwoLevel {
        grid: Grid {
            period: grid.0,
            reservation_queue: grid.1,
            batch_allocation: grid.2,
            reservation_allocation: grid.3,
            resource_order: grid.4.to_vec(),
            queue: grid.5,
            flexible_start: grid.6,
            routes: grid.7,
            inquiry_step: match grid.6 {
                FlexibleStart::Earliest => grid.8,
                FlexibleStart::BesideReservation => 0,
            },
        },
        local: Local {
            queue: local.0,
            period: local.1,
            over_limit: local.2,
            lsf_ties: local.3,
            // Conservative backfilling's promises respect no period.
            pass_period: match local.0 {
                QueuePolicy::Conservative => 0,
                _ => local.4,
            },
            sge_notice: local.5,
            order: local.6.order,
            backfill_order: local.6.backfill_order,
            promises: local.6.promises,
            strict: local.6.strict,
            estimate: local.7.unwrap_or_default(),
            priority: priority.0,
            preempted: priority.1,
            // Usage is a whole number where the order of the grid queue is counted again.
            fair_share: match grid.5 {
                GridQueue::FairShare => FairShare { half_life: 0, ..priority.2 },
                _ => priority.2,
            },
            ..Local::default()
        },
        late_reservations: readings.0,
        reservation_length: readings.1,
        reservation_end: readings.2,
        // Hard deadlines do not apply to time after the booked interval.
        completion: match readings.0 {
            LateReservations::Deadline if readings.3 == Completion::Requested => Completion::Reservation,
            _ => readings.3,
        },
        mct_ties: readings.4,
    })
}

/// Orders and promises of `ordered`.
fn rule() -> impl Strategy<Value = Rule> {
    use proptest::sample::select;
    let formula = || {
        let texts = select(&FORMULAS[..]).prop_map(|it| it.0);
        texts.prop_map(|text| Formula::read(text).expect("a formula"))
    };
    let promises = [0, 1, 1, 2, 5].map(Promises::Count);
    let promises = [&promises[..], &[Promises::All]].concat();
    let backfill = proptest::option::of(formula());
    let strict = proptest::bool::weighted(0.15);
    (formula(), backfill, select(promises), strict).prop_map(|(order, backfill_order, promises, strict)| Rule {
        order,
        backfill_order,
        promises,
        strict,
        believes_limits: true,
    })
}

/// Estimates, of which some are too long and some too short.
pub fn estimate() -> impl Strategy<Value = Estimate> {
    use Estimate::{Factor, RunTime, UserMean};
    proptest::sample::select(&[RunTime, UserMean, UserMean, Factor(0.05), Factor(0.6), Factor(1.5)][..])
}

/// Every platform but one has a second provider; a route that names it there alone leads nowhere.
fn route() -> impl Strategy<Value = Route> {
    use proptest::sample::select;
    let values = proptest::collection::vec(-1..4i64, 1..3);
    let providers = select(vec![vec![0], vec![1], vec![0, 1], vec![2, 0]]);
    let by = select(&RouteBy::ALL[..]);
    (by, values, 0..40i64, proptest::option::of(0..30i64), providers).prop_map(
        |(by, values, least, more, providers)| {
            let route = Route { by, providers, ..Route::default() };
            match by {
                RouteBy::Limit => Route { least, most: more.map(|more| least + more), ..route },
                RouteBy::Queue | RouteBy::User => Route { values, ..route },
            }
        },
    )
}

/// Every provider has this queue policy.
pub fn everywhere(settings: &mut TwoLevel, queue: QueuePolicy) {
    settings.local.queue = queue;
    settings.local.queues.clear();
    if queue == QueuePolicy::Conservative {
        settings.local.pass_period = 0;
    }
}

/// Settings with static binding, slots of a fixed length, the systems of Table 1 and a queue policy for each provider
/// too.
pub fn any_settings() -> impl Strategy<Value = TwoLevel> {
    use proptest::sample::select;
    let binding = select(&[Binding::Dynamic, Binding::Static][..]);
    let slots = select(&[Slots::Variable, Slots::Fixed(7), Slots::Fixed(20)][..]);
    let systems = proptest::collection::vec(select(&LocalSystem::ALL[..]), 0..3);
    let lsf = select(&[LsfReservations::Closed, LsfReservations::Open][..]);
    let queues = proptest::collection::vec(select(&QueuePolicy::ALL[..]), 2..4);
    let queues = proptest::option::weighted(0.3, queues);
    (settings(), binding, slots, systems, lsf, queues)
        .prop_map(|(mut settings, binding, slots, systems, lsf, queues)| {
            settings.local.queues = queues.unwrap_or_default();
            if settings.local.has_queue(QueuePolicy::Conservative) {
                settings.local.pass_period = 0;
            }
            (settings.local.binding, settings.local.slots) = (binding, slots);
            settings.local.systems = systems;
            settings.local.platform_lsf_reservations = lsf;
            // Estimates are counts, at any second.
            if settings.local.validate().is_err() {
                settings.local.estimate = Estimate::Limit;
            }
            settings
        })
        .prop_filter("what is refused", |settings| settings.validate(3).is_ok())
}

/// Any settings, of which half have `ordered` everywhere.
pub fn often_ordered() -> impl Strategy<Value = TwoLevel> {
    let ordered = any_settings().prop_map(|mut settings| {
        everywhere(&mut settings, QueuePolicy::Ordered);
        if settings.local.validate().is_err() {
            settings.local.estimate = Estimate::Limit;
        }
        settings
    });
    let ordered = ordered.prop_filter("what is refused", |it| it.validate(3).is_ok());
    prop_oneof![any_settings(), ordered]
}

fn priority() -> impl Strategy<Value = (Priority, Preempted, FairShare)> {
    use proptest::sample::select;
    let by =
        [PriorityBy::Size, PriorityBy::Limit, PriorityBy::Work, PriorityBy::Queue, PriorityBy::User, PriorityBy::Group];
    (
        select(by.to_vec()),
        select(&[PriorityFirst::High, PriorityFirst::Low][..]),
        proptest::collection::vec(0..4i64, 0..3),
        select(&[Preempted::Resume, Preempted::Restart][..]),
        select(&[ShareAmong::Users, ShareAmong::Groups][..]),
        select(&[0i64, 20, 1000][..]),
    )
        .prop_map(|(by, first, ranked, preempted, among, half_life)| {
            let share = FairShare { among, half_life };
            (Priority { by, first, ranked }, preempted, share)
        })
}

pub fn run(settings: &TwoLevel, platform: &[u32], jobs: &[Job]) -> Run {
    finish(Simulation::with_sizes(settings, platform, jobs.to_vec(), 1, Sizes::SMALL), platform)
}

pub fn finish(mut simulation: Simulation, platform: &[u32]) -> Run {
    while !simulation.advance(1000) {}
    let causes = simulation.take_causes();
    let (jobs, schedule) = simulation.finish();
    Run { platform: platform.to_vec(), jobs, schedule, causes, ..Run::default() }
}
