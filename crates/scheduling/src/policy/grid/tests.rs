use super::*;

/// The number behind a name in a line of words, 0 if it does not stand there.
fn named(text: &str, name: &str) -> i64 {
    text.split(' ').find_map(|it| it.strip_prefix(name)).map_or(0, |it| it.parse().expect(text))
}

/// Loads of providers, each by its processors and what waits.
fn loads(text: &str) -> Vec<Load> {
    let load = |text: &str| Load {
        processors: named(text, "size=") as u32,
        waiting: named(text, "jobs=") as u32,
        waiting_work: named(text, "work=").into(),
        waiting_processors: named(text, "asked=") as u64,
        waiting_reservations: named(text, "reservations=") as u32,
        free: named(text, "free=") as u32,
    };
    text.split(", ").map(load).collect()
}

/// Offers of one provider after the other, each by its start, whether that is late, and the reservations there.
fn offers(text: &str) -> Vec<Offer> {
    let offer = |(provider, text): (usize, &str)| Offer {
        provider,
        start: named(text, "at="),
        meets_deadline: !text.contains("late"),
        reservations: named(text, "accepted=") as u32,
        waiting_reservations: named(text, "waiting=") as u32,
    };
    text.split(", ").enumerate().map(offer).collect()
}

/// How often each of three is chosen in 3000 times.
fn counts(mut choose: impl FnMut() -> Option<usize>) -> [u32; 3] {
    let mut counts = [0; 3];
    for _ in 0..3000 {
        counts[choose().unwrap()] += 1;
    }
    counts
}

/// Which of several providers gets a batch job of each of these sizes.
#[track_caller]
fn assert_chosen(mut policy: impl BatchAllocator, providers: &str, sizes: &[u32], expected: &str) {
    let providers = loads(providers);
    let chosen: Vec<_> = sizes.iter().map(|&size| policy.choose(size, &providers)).collect();
    assert_eq!(format!("{chosen:?}"), expected, "{sizes:?} on {providers:?}");
}

#[test]
fn load_balancing_takes_the_shortest_queue_that_is_large_enough() {
    let providers = "size=4, size=8 jobs=3, size=8 jobs=2, size=16 jobs=2";
    assert_chosen(LoadBalancing, providers, &[4, 8, 16, 17], "[Some(0), Some(2), Some(3), None]");
    let reserved = providers.replace("size=4", "size=4 reservations=9");
    assert_chosen(LoadBalancing, &reserved, &[4], "[Some(0)]");
    assert_chosen(LoadBalancingWithReservations, &reserved, &[4], "[Some(2)]");
}

#[test]
fn round_robin_passes_over_what_is_too_small() {
    // A job that no provider can hold moves the turn of no provider.
    assert_chosen(
        RoundRobin::default(),
        "size=8, size=2, size=8",
        &[1, 1, 1, 4, 4, 4, 9, 1],
        "[Some(0), Some(1), Some(2), Some(0), Some(2), Some(0), None, Some(1)]",
    );
}

#[test]
fn random_allocation_draws_evenly_among_the_large_enough() {
    let mut policy = Random::of_batch_jobs(1);
    let mut choose = |size, text| BatchAllocator::choose(&mut policy, size, &loads(text));
    let [first, second, third] = counts(|| choose(5, "size=8 jobs=9, size=4, size=5"));
    assert_eq!(second, 0);
    assert!(first.abs_diff(third) < 300, "{first} {third}");
    assert_eq!(choose(9, "size=8"), None);
}

#[test]
fn mct_takes_the_earliest_offer() {
    for ties in MctTies::ALL {
        let mut policy = Mct::new(ties, 1);
        assert_eq!(policy.choose(&offers("at=30, at=20 accepted=9, at=40")), Some(1));
        assert_eq!(policy.choose(&[]), None);
    }
}

#[test]
fn ties_of_mct_go_to_the_first_the_fewest_or_by_lot() {
    let tied = offers("at=20 accepted=3, at=20 accepted=2, at=50");
    assert_eq!(Mct::new(MctTies::Order, 1).choose(&tied), Some(0));
    assert_eq!(Mct::new(MctTies::FewestReservations, 1).choose(&tied), Some(1));
    let mut by_lot = Mct::new(MctTies::Random, 1);
    let [first, second, third] = counts(|| by_lot.choose(&tied));
    assert_eq!(third, 0);
    assert!(first.abs_diff(second) < 300, "{first} {second}");
}

#[test]
fn resource_priority_takes_the_first_in_time_else_the_earliest() {
    let mut policy = ResourcePriority::default();
    for text in ["at=40 late, at=30, at=20", "at=40 late, at=30 late, at=30 late"] {
        assert_eq!(policy.choose(&offers(text)), Some(1), "{text}");
    }
    assert_eq!(policy.choose(&[]), None);
}

#[test]
fn resource_priority_follows_any_order() {
    let all = offers("at=10, at=10, at=30, at=9 late");
    // The first would be late in the second order, and the rest goes in order of the platform.
    for (order, chosen) in [(vec![2, 0], 2), (vec![3, 1], 1), (vec![3], 0)] {
        assert_eq!(ResourcePriority { order: order.clone() }.choose(&all), Some(chosen), "{order:?}");
    }
}

#[test]
fn least_work_weighs_the_queue_by_the_processors() {
    // The second has 9 s a processor.
    let providers = "size=10 work=100, size=40 work=360, size=5 work=45, size=2";
    assert_chosen(LeastWork, providers, &[3, 2, 41], "[Some(1), Some(3), None]");
}

#[test]
fn most_free_counts_what_waits_already() {
    for (providers, chosen) in [
        ("size=64 free=10, size=64 free=12", "[Some(1)]"),
        ("size=64 free=10, size=64 free=12 asked=8", "[Some(0)]"),
        ("size=64 asked=9, size=64 asked=8, size=64 asked=8", "[Some(1)]"),
    ] {
        assert_chosen(MostFree, providers, &[1], chosen);
    }
}

#[test]
fn reservations_are_drawn_or_balanced() {
    let all = offers("at=10 waiting=4, at=20 late accepted=5 waiting=2, at=30 accepted=1 waiting=2");
    assert_eq!(FewestWaiting.choose(&all), Some(1));
    assert_eq!(FewestWaiting.choose(&[]), None);
    let mut random = Random::of_reservations(1);
    let [first, second, third] = counts(|| ReservationAllocator::choose(&mut random, &all));
    assert!(first.abs_diff(second) < 300 && second.abs_diff(third) < 300);
    assert_eq!(ReservationAllocator::choose(&mut random, &[]), None);
}

#[test]
fn a_static_partition_keeps_reservations_on_the_first_and_batch_jobs_off_it() {
    let late_there = offers("at=40 late accepted=9, at=20");
    assert_eq!(StaticPartition.choose(&late_there), Some(0));
    // The first is too small or too late: it made no offer.
    assert_eq!(StaticPartition.choose(&late_there[1..]), None);
    let beside = BesidePartition { rest: Box::new(LoadBalancing) };
    assert_chosen(beside, "size=64, size=8 jobs=5, size=8 jobs=4", &[8, 9], "[Some(2), None]");
}
