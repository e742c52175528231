use super::fewest_waiting::FewestWaiting;
use super::least_work::LeastWork;
use super::load_balancing::{LoadBalancing, LoadBalancingWithReservations};
use super::mct::Mct;
use super::most_free::MostFree;
use super::random::Random;
use super::resource_priority::ResourcePriority;
use super::round_robin::RoundRobin;
use super::static_partition::StaticPartition;
use super::*;

/// (processors, waiting)
fn loads(providers: &[(u32, u32)]) -> Vec<Load> {
    let load = |&(processors, waiting): &(u32, u32)| Load {
        processors,
        waiting,
        waiting_work: 0,
        waiting_processors: 0,
        waiting_reservations: 0,
        free: 0,
    };
    providers.iter().map(load).collect()
}

/// (start, whether it meets the deadline, reservations), of one provider after the other
fn offers(offers: &[(Time, bool, u32)]) -> Vec<Offer> {
    let all = offers.iter().enumerate();
    all.map(|(provider, &(start, meets_deadline, reservations))| Offer {
        provider,
        start,
        meets_deadline,
        reservations,
        waiting_reservations: 0,
    })
    .collect()
}

/// How often each of three is chosen in 3000 times.
fn counts(mut choose: impl FnMut() -> Option<usize>) -> [u32; 3] {
    let mut counts = [0; 3];
    for _ in 0..3000 {
        counts[choose().unwrap()] += 1;
    }
    counts
}

#[test]
fn load_balancing_takes_the_shortest_queue_that_is_large_enough() {
    let providers = loads(&[(4, 0), (8, 3), (8, 2), (16, 2)]);
    assert_eq!(LoadBalancing.choose(4, &providers), Some(0));
    assert_eq!(LoadBalancing.choose(8, &providers), Some(2));
    assert_eq!(LoadBalancing.choose(16, &providers), Some(3));
    assert_eq!(LoadBalancing.choose(17, &providers), None);
    let mut providers = providers;
    providers[0].waiting_reservations = 9;
    assert_eq!(LoadBalancing.choose(4, &providers), Some(0));
    assert_eq!(LoadBalancingWithReservations.choose(4, &providers), Some(2));
}

#[test]
fn round_robin_passes_over_what_is_too_small() {
    let providers = loads(&[(8, 0), (2, 0), (8, 0)]);
    let mut policy = RoundRobin::default();
    let chosen = [1, 1, 1, 4, 4, 4, 9, 1].map(|size| policy.choose(size, &providers));
    let expected = [0, 1, 2, 0, 2, 0].map(Some);
    assert_eq!(chosen[..6], expected);
    assert_eq!(chosen[6..], [None, Some(1)], "nobody's turn is lost");
}

#[test]
fn random_allocation_draws_evenly_among_the_large_enough() {
    let mut policy = Random::of_batch_jobs(1);
    let mut choose = |size, loads: Vec<Load>| BatchAllocator::choose(&mut policy, size, &loads);
    let [first, second, third] = counts(|| choose(5, loads(&[(8, 9), (4, 0), (5, 0)])));
    assert_eq!(second, 0);
    assert!(first.abs_diff(third) < 300, "{first} {third}");
    assert_eq!(choose(9, loads(&[(8, 0)])), None);
}

#[test]
fn mct_takes_the_earliest_offer() {
    let earliest = offers(&[(30, true, 0), (20, false, 9), (40, true, 0)]);
    for ties in MctTies::ALL {
        let mut policy = Mct::new(ties, 1);
        assert_eq!(policy.choose(&earliest), Some(1));
        assert_eq!(policy.choose(&[]), None);
    }
}

#[test]
fn ties_of_mct_go_to_the_first_the_fewest_or_by_lot() {
    let tied = offers(&[(20, true, 3), (20, true, 2), (50, true, 0)]);
    assert_eq!(Mct::new(MctTies::Order, 1).choose(&tied), Some(0));
    assert_eq!(Mct::new(MctTies::FewestReservations, 1).choose(&tied), Some(1));
    let mut by_lot = Mct::new(MctTies::Random, 1);
    let [first, second, third] = counts(|| by_lot.choose(&tied));
    assert_eq!(third, 0);
    assert!(first.abs_diff(second) < 300, "{first} {second}");
}

#[test]
fn resource_priority_takes_the_first_in_time_else_the_earliest() {
    let in_time = offers(&[(40, false, 0), (30, true, 0), (20, true, 0)]);
    let mut policy = ResourcePriority::default();
    assert_eq!(policy.choose(&in_time), Some(1));
    let all_late = offers(&[(40, false, 0), (30, false, 0), (30, false, 0)]);
    assert_eq!(policy.choose(&all_late), Some(1));
    assert_eq!(policy.choose(&[]), None);
}

#[test]
fn resource_priority_follows_any_order() {
    let all = offers(&[(10, true, 0), (10, true, 0), (30, true, 0), (9, false, 0)]);
    let chosen = |order: &[u32]| {
        let order = order.to_vec();
        ResourcePriority { order }.choose(&all)
    };
    assert_eq!(chosen(&[2, 0]), Some(2));
    assert_eq!(chosen(&[3, 1]), Some(1), "the first would be late");
    assert_eq!(chosen(&[3]), Some(0), "the rest in order of the platform");
}

#[test]
fn least_work_weighs_the_queue_by_the_processors() {
    let load = |processors, waiting_work| Load {
        processors,
        waiting: 0,
        waiting_work,
        waiting_processors: 0,
        waiting_reservations: 0,
        free: 0,
    };
    let providers = [load(10, 100), load(40, 360), load(5, 45), load(2, 0)];
    assert_eq!(LeastWork.choose(3, &providers), Some(1), "9 s a processor");
    assert_eq!(LeastWork.choose(2, &providers), Some(3));
    assert_eq!(LeastWork.choose(41, &providers), None);
}

#[test]
fn most_free_counts_what_waits_already() {
    let load = |free, waiting_processors| Load {
        waiting_reservations: 0,
        processors: 64,
        waiting: 0,
        waiting_work: 0,
        waiting_processors,
        free,
    };
    let choose = |providers: &[Load]| MostFree.choose(1, providers);
    assert_eq!(choose(&[load(10, 0), load(12, 0)]), Some(1));
    assert_eq!(choose(&[load(10, 0), load(12, 8)]), Some(0));
    assert_eq!(choose(&[load(0, 9), load(0, 8), load(0, 8)]), Some(1));
}

#[test]
fn reservations_are_drawn_or_balanced() {
    let mut all = offers(&[(10, true, 0), (20, false, 5), (30, true, 1)]);
    for (offer, waiting) in all.iter_mut().zip([4, 2, 2]) {
        offer.waiting_reservations = waiting;
    }
    assert_eq!(FewestWaiting.choose(&all), Some(1));
    assert_eq!(FewestWaiting.choose(&[]), None);
    let mut random = Random::of_reservations(1);
    let [first, second, third] = counts(|| ReservationAllocator::choose(&mut random, &all));
    assert!(first.abs_diff(second) < 300 && second.abs_diff(third) < 300);
    assert_eq!(ReservationAllocator::choose(&mut random, &[]), None);
}

#[test]
fn a_static_partition_keeps_reservations_on_the_first_and_batch_jobs_off_it() {
    let late_there = offers(&[(40, false, 9), (20, true, 0)]);
    assert_eq!(StaticPartition.choose(&late_there), Some(0));
    // The first is too small or too late: it made no offer.
    assert_eq!(StaticPartition.choose(&late_there[1..]), None);
    let rest = Box::new(LoadBalancing);
    let mut beside = BesidePartition { rest };
    let providers = loads(&[(64, 0), (8, 5), (8, 4)]);
    assert_eq!(beside.choose(8, &providers), Some(2));
    assert_eq!(beside.choose(9, &providers), None);
}
