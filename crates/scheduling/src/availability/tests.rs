//! Both structures against a count of every second.

use proptest::prelude::*;

use super::*;

const CAPACITY: u32 = 8;
const LAST: Time = 120;

/// The obvious twin: free processors of each second from 0 to [`LAST`].
#[derive(Clone)]
struct PerSecond(Vec<i64>);

impl PerSecond {
    fn new() -> Self {
        Self(vec![i64::from(CAPACITY); LAST as usize])
    }

    fn add(&mut self, from: Time, to: Time, processors: i64) {
        for second in from..to {
            self.0[second as usize] += processors;
        }
    }

    fn earliest_fit(&self, request: &Request, limit: Time) -> Option<Time> {
        let free = |second: Time| match self.0.get(second as usize) {
            Some(&free) => free,
            None => i64::from(CAPACITY),
        };
        (request.ready..=LAST.min(limit - 1)).find(|&start| {
            let mut window = start..(start + request.length).min(limit);
            request.meets_deadline(start) && window.all(|second| free(second) >= i64::from(request.processors))
        })
    }
}

fn commitment() -> impl Strategy<Value = Commitment> {
    (0..LAST, 0..40i64, 1..=CAPACITY).prop_map(|(start, length, processors)| Commitment {
        start,
        end: (start + length).min(LAST),
        processors,
    })
}

fn request() -> impl Strategy<Value = Request> {
    let deadline = proptest::option::of(0..LAST + 60);
    (0..LAST, deadline, 1..40i64, 1..=CAPACITY).prop_map(|(ready, deadline, length, processors)| Request {
        ready,
        deadline,
        length,
        processors,
    })
}

fn assert_counts(availability: &dyn Availability, seconds: &PerSecond) {
    for second in 0..LAST {
        let free = seconds.0[second as usize];
        assert_eq!(availability.least_free(second, second + 1), free);
    }
    let steps = availability.steps();
    assert_eq!(steps[0].start, BEGINNING);
    for pair in steps.windows(2) {
        assert!(pair[0].start < pair[1].start, "sorted: {steps:?}");
        assert_ne!(pair[0].free, pair[1].free, "adjacent slots differ: {steps:?}");
    }
}

proptest! {
    #[test]
    fn algorithm_1_equals_a_count_of_every_second(
        commitments in proptest::collection::vec(commitment(), 0..30)
    ) {
        let carts = Carts::generate(CAPACITY, &commitments);
        let mut seconds = PerSecond::new();
        for it in &commitments {
            seconds.add(it.start, it.end, -i64::from(it.processors));
        }
        assert_counts(&carts, &seconds);
    }

    #[test]
    fn reserving_and_releasing_equal_a_count_of_every_second(
        commitments in proptest::collection::vec((commitment(), any::<bool>()), 0..150),
        window in (0..LAST, 0..LAST),
    ) {
        let (mut flat, mut blocked) = (Carts::new(CAPACITY), BlockedCarts::new(CAPACITY));
        let mut seconds = PerSecond::new();
        for (it, keep) in &commitments {
            flat.reserve(it.start, it.end, it.processors);
            blocked.reserve(it.start, it.end, it.processors);
            seconds.add(it.start, it.end, -i64::from(it.processors));
            if !keep {
                let from = it.start + (it.end - it.start) / 2;
                flat.release(from, it.end, it.processors);
                blocked.release(from, it.end, it.processors);
                seconds.add(from, it.end, i64::from(it.processors));
            }
        }
        assert_counts(&flat, &seconds);
        assert_counts(&blocked, &seconds);
        prop_assert_eq!(flat.steps(), blocked.steps());
        prop_assert_eq!(flat.least_free(window.0, window.1), blocked.least_free(window.0, window.1));
        prop_assert_eq!(flat.most_free(window.0, window.1), blocked.most_free(window.0, window.1));
    }

    #[test]
    fn arts2_equals_an_exhaustive_search(
        commitments in proptest::collection::vec(commitment(), 0..30),
        requests in proptest::collection::vec(request(), 1..20),
        limit in 0..LAST,
    ) {
        let flat = Carts::generate(CAPACITY, &commitments);
        let mut blocked = BlockedCarts::new(CAPACITY);
        let mut seconds = PerSecond::new();
        for it in &commitments {
            blocked.reserve(it.start, it.end, it.processors);
            seconds.add(it.start, it.end, -i64::from(it.processors));
        }
        for request in &requests {
            let expected = seconds.earliest_fit(request, Time::MAX);
            prop_assert_eq!(flat.earliest_fit(request), expected);
            prop_assert_eq!(blocked.earliest_fit(request), expected);
            let expected = seconds.earliest_fit(request, limit);
            prop_assert_eq!(flat.earliest_fit_before(request, limit), expected);
            prop_assert_eq!(blocked.earliest_fit_before(request, limit), expected);
        }
    }

    #[test]
    fn slots_and_runs_equal_a_count_of_every_second(
        commitments in proptest::collection::vec(commitment(), 0..80),
        time in 0..LAST,
        processors in 1..=CAPACITY,
        most in 1..30usize,
    ) {
        let (mut flat, mut blocked) = (Carts::new(CAPACITY), BlockedCarts::new(CAPACITY));
        let mut seconds = PerSecond::new();
        for it in &commitments {
            flat.reserve(it.start, it.end, it.processors);
            blocked.reserve(it.start, it.end, it.processors);
            seconds.add(it.start, it.end, -i64::from(it.processors));
        }
        let free = |second: Time| match seconds.0.get(second as usize) {
            Some(&free) if second >= 0 => free,
            _ => i64::from(CAPACITY),
        };
        let begins = |second: &Time| free(*second) != free(second - 1);
        let enough = |second: &Time| free(*second) >= i64::from(processors);
        let slot = |start: Time| (start, free(start.max(-1)));
        let first = (0..=time).rev().find(begins).unwrap_or(BEGINNING);
        let later = (time + 1..=LAST).filter(begins);
        let on: Vec<_> = [first].into_iter().chain(later).map(slot).take(most).collect();
        let back: Vec<_> = (0..=time).rev().filter(begins).chain([BEGINNING]).map(slot).take(most).collect();
        let since = (0..time).rev().find(|it| !enough(it)).map_or(BEGINNING, |it| it + 1);
        let until = (time..=LAST).find(|it| !enough(it)).unwrap_or(Time::MAX);
        for availability in [&flat as &dyn Availability, &blocked] {
            let mut told = Vec::new();
            availability.slots_from(time, &mut |start, free| {
                told.push((start, free));
                told.len() < most
            });
            prop_assert_eq!(&told, &on);
            told.clear();
            availability.slots_back(time, &mut |start, free| {
                told.push((start, free));
                told.len() < most
            });
            prop_assert_eq!(&told, &back);
            prop_assert_eq!(availability.free_since(time, processors), since);
            prop_assert_eq!(availability.free_until(time, processors), until);
        }
    }

    #[test]
    fn windows_hold_every_start_that_fits(
        commitments in proptest::collection::vec(commitment(), 0..30),
        request in request(),
        no_length in any::<bool>(),
        until in -10..LAST + 30,
    ) {
        let request = Request { length: if no_length { 0 } else { request.length }, ..request };
        let mut blocked = BlockedCarts::new(CAPACITY);
        let mut fixed = FixedSlots::new(CAPACITY, 7);
        for it in &commitments {
            blocked.reserve(it.start, it.end, it.processors);
            fixed.reserve(it.start, it.end, it.processors);
        }
        for availability in [&blocked as &dyn Availability, &fixed] {
            let windows = availability.windows(&request, until);
            let starts: Vec<Time> = windows
                .iter()
                .flat_map(|window| window.first_start..=window.last_start)
                .collect();
            let free = |start: &Time| {
                let end = start + request.length.max(1);
                (*start..end).all(|second| {
                    availability.least_free(second, second + 1) >= i64::from(request.processors)
                })
            };
            let expected: Vec<Time> = (request.ready..=until)
                .filter(|&start| request.meets_deadline(start))
                .filter(free)
                .collect();
            prop_assert_eq!(starts, expected);
            for pair in windows.windows(2) {
                prop_assert!(pair[0].last_start + 1 < pair[1].first_start, "maximal: {:?}", windows);
            }
            let endless = availability.windows(&request, Time::MAX);
            prop_assert_eq!(
                endless.first().map(|window| window.first_start),
                availability.earliest_fit(&request)
            );
            let without_end = endless.last().is_some_and(|it| it.last_start == Time::MAX);
            prop_assert_eq!(without_end, request.deadline.is_none());
        }
    }

    /// The slot of the ready time, and each one that begins later and before the job's end, is looked
    /// at once.
    #[test]
    fn slots_looked_at_are_counted(
        commitments in proptest::collection::vec(commitment(), 0..30),
        request in request(),
    ) {
        let carts = Carts::generate(CAPACITY, &commitments);
        let (start, examined) = carts.earliest_fit_counting(&request);
        prop_assert_eq!(start, carts.earliest_fit(&request));
        let Some(start) = start else {
            prop_assert!(examined <= carts.slots().len());
            return Ok(());
        };
        let end = start + request.length;
        let begun = |step: &&Step| step.start > request.ready && step.start < end;
        prop_assert_eq!(examined, carts.slots().iter().filter(begun).count() + 1);
    }

    /// Long requests among short promises: the search leaps over many blocks.
    #[test]
    fn long_requests_answer_alike(
        commitments in proptest::collection::vec((0..20_000i64, 1..150i64, 1..=3u32), 300..700),
        requests in proptest::collection::vec(
            (0..20_000i64, 1..9_000i64, 1..=CAPACITY, 0..30_000i64), 1..20),
    ) {
        let (mut flat, mut blocked) = (Carts::new(CAPACITY), BlockedCarts::new(CAPACITY));
        for (start, length, processors) in commitments {
            flat.reserve(start, start + length, processors);
            blocked.reserve(start, start + length, processors);
        }
        for (ready, length, processors, limit) in requests {
            let request = Request { ready, deadline: None, length, processors };
            prop_assert_eq!(flat.earliest_fit(&request), blocked.earliest_fit(&request));
            prop_assert_eq!(
                flat.earliest_fit_before(&request, limit),
                blocked.earliest_fit_before(&request, limit)
            );
        }
    }

    #[test]
    fn long_lists_answer_alike(
        commitments in proptest::collection::vec(
            ((0..20_000i64, 1..900i64, 1..=3u32), any::<bool>()), 200..600),
        requests in proptest::collection::vec(
            (0..20_000i64, 1..2_000i64, 1..=CAPACITY, proptest::option::of(0..22_000i64)), 1..20),
        forget in 0..20_000i64,
    ) {
        let (mut flat, mut blocked) = (Carts::new(CAPACITY), BlockedCarts::new(CAPACITY));
        for (at, &((start, length, processors), keep)) in commitments.iter().enumerate() {
            // As a run does: the past is forgotten while promises come and go, also some that began
            // before.
            if at == commitments.len() / 2 {
                prop_assert_eq!(flat.steps(), blocked.steps());
                flat.forget_before(forget);
                blocked.forget_before(forget);
            }
            let end = start + length;
            flat.reserve(start, end, processors);
            blocked.reserve(start, end, processors);
            if !keep {
                let from = start + length / 3;
                flat.release(from, end, processors);
                blocked.release(from, end, processors);
            }
        }
        for &(ready, length, processors, deadline) in &requests {
            let ready = ready.max(forget);
            let (end, limit) = (ready + length, ready + 7 * length);
            let request = Request { ready, deadline, length, processors };
            prop_assert_eq!(flat.earliest_fit(&request), blocked.earliest_fit(&request));
            prop_assert_eq!(
                flat.earliest_fit_before(&request, limit),
                blocked.earliest_fit_before(&request, limit)
            );
            prop_assert_eq!(flat.least_free(ready, end), blocked.least_free(ready, end));
            prop_assert_eq!(flat.most_free(ready, end), blocked.most_free(ready, end));
        }
    }
}

#[test]
fn a_request_larger_than_the_provider_never_fits() {
    let request = Request { ready: 0, deadline: None, length: 1, processors: CAPACITY + 1 };
    assert_eq!(Carts::new(CAPACITY).earliest_fit(&request), None);
    assert_eq!(BlockedCarts::new(CAPACITY).earliest_fit(&request), None);
}
