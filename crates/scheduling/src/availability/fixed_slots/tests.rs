//! Slots of a fixed length against a count of every second.

use proptest::prelude::*;

use super::*;

const CAPACITY: u32 = 10;
/// The seconds that are counted.
const FIRST: Time = -400;
const LAST: Time = 800;

/// The obvious twin: free processors of each second, with promises rounded outward.
struct PerSecond {
    length: Time,
    free: Vec<i64>,
    /// The promises still to be given back.
    held: Vec<(Time, Time, u32)>,
    /// The end of the last slot with a promise.
    end: Time,
    /// Earliest time for which queries are allowed.
    forgotten: Time,
}

impl PerSecond {
    fn new(length: Time) -> Self {
        Self {
            length,
            free: vec![i64::from(CAPACITY); (LAST - FIRST) as usize],
            held: Vec::new(),
            end: 0,
            forgotten: FIRST,
        }
    }

    fn outward(&self, from: Time, to: Time) -> (Time, Time) {
        let mut down = from;
        while down % self.length != 0 {
            down -= 1;
        }
        let mut up = to;
        while up % self.length != 0 {
            up += 1;
        }
        (down, up)
    }

    fn add(&mut self, from: Time, to: Time, processors: i64) {
        let (from, to) = self.outward(from, to);
        self.end = self.end.max(to);
        for second in from..to {
            self.free[(second - FIRST) as usize] += processors;
        }
    }

    fn free(&self, second: Time) -> i64 {
        let free = usize::try_from(second - FIRST).ok().and_then(|second| self.free.get(second));
        free.copied().unwrap_or(i64::from(CAPACITY))
    }

    /// The counts of the seconds of all slots that the interval touches.
    fn touched(&self, from: Time, to: Time) -> impl Iterator<Item = i64> {
        let (from, to) = self.outward(from, to);
        (from..to).map(|second| self.free(second))
    }

    fn earliest_fit(&self, request: &Request, limit: Time) -> Option<Time> {
        (request.ready..LAST.min(limit)).find(|&start| {
            let end = (start + request.length).min(limit);
            request.meets_deadline(start) && self.touched(start, end).all(|free| free >= i64::from(request.processors))
        })
    }
}

#[derive(Clone, Debug)]
enum Event {
    Promise(Time, Time, u32),
    /// The oldest promise is given back, after this many seconds.
    GiveBack(Time),
    Forget(Time),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        4 => (-150..300i64, 1..60i64, 1..5u32)
            .prop_map(|(from, length, processors)| Event::Promise(from, from + length, processors)),
        3 => (0..40i64).prop_map(Event::GiveBack),
        1 => (-200..300i64).prop_map(Event::Forget),
    ];
    proptest::collection::vec(event, 0..40)
}

/// An array for all slots, or so short that most of them stand outside.
fn most() -> impl Strategy<Value = Time> {
    prop_oneof![Just(MOST_SLOTS), 1..40i64]
}

fn both(length: Time, most: Time, events: &[Event]) -> (FixedSlots, PerSecond) {
    let mut fixed = FixedSlots::with_at_most(CAPACITY, length, most);
    let mut seconds = PerSecond::new(length);
    for event in events {
        match *event {
            Event::Promise(from, to, processors) => {
                fixed.reserve(from, to, processors);
                seconds.add(from, to, -i64::from(processors));
                seconds.held.push((from, to, processors));
            }
            Event::GiveBack(after) if !seconds.held.is_empty() => {
                let (from, to, processors) = seconds.held.remove(0);
                if from + after < to {
                    fixed.release(from + after, to, processors);
                    seconds.add(from + after, to, i64::from(processors));
                }
            }
            Event::GiveBack(_) => {}
            Event::Forget(time) => {
                fixed.forget_before(time);
                seconds.forgotten = seconds.forgotten.max(time);
            }
        }
    }
    (fixed, seconds)
}

/// The count at a time according to the steps.
fn at(steps: &[Step], time: Time) -> i64 {
    steps[steps.partition_point(|step| step.start <= time) - 1].free
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(500)))]

    #[test]
    fn it_equals_a_count_of_every_second(
        length in 1..50i64,
        most in most(),
        events in events(),
        questions in proptest::collection::vec((-300..400i64, 1..60i64), 1..10),
    ) {
        let (fixed, seconds) = both(length, most, &events);
        let steps = fixed.steps();
        prop_assert_eq!(steps[0].start, BEGINNING);
        for pair in steps.windows(2) {
            prop_assert!(pair[0].start < pair[1].start && pair[0].free != pair[1].free);
        }
        for second in seconds.forgotten..LAST {
            prop_assert_eq!(fixed.least_free(second, second + 1), seconds.free(second));
            prop_assert_eq!(at(&steps, second), seconds.free(second));
        }
        for (from, lasts) in questions {
            let from = from.max(seconds.forgotten);
            let to = from + lasts;
            prop_assert_eq!(Some(fixed.least_free(from, to)), seconds.touched(from, to).min());
            prop_assert_eq!(Some(fixed.most_free(from, to)), seconds.touched(from, to).max());
        }
    }

    #[test]
    fn it_equals_carts_of_rounded_intervals(length in 1..50i64, most in most(), events in events()) {
        let mut fixed = FixedSlots::with_at_most(CAPACITY, length, most);
        let (mut carts, rounding) = (Carts::new(CAPACITY), PerSecond::new(length));
        for event in events {
            if let Event::Promise(from, to, processors) = event {
                fixed.reserve(from, to, processors);
                let (from, to) = rounding.outward(from, to);
                carts.reserve(from, to, processors);
            }
        }
        prop_assert_eq!(fixed.steps(), carts.steps());
    }

    #[test]
    fn arts2_equals_a_search_of_every_second(
        length in 1..50i64,
        most in most(),
        events in events(),
        ready in -200..300i64,
        lasts in 1..60i64,
        processors in 1..=CAPACITY + 1,
        deadline in proptest::option::of(-100..500i64),
        limit in -200..500i64,
    ) {
        let (fixed, seconds) = both(length, most, &events);
        let ready = ready.max(seconds.forgotten);
        let request = Request { ready, deadline, length: lasts, processors };
        prop_assert_eq!(fixed.earliest_fit(&request), seconds.earliest_fit(&request, Time::MAX));
        prop_assert_eq!(
            fixed.earliest_fit_before(&request, limit),
            seconds.earliest_fit(&request, limit)
        );
    }

    /// Of an array, each slot from the first to the last that the interval takes is read once, and
    /// none after its end.
    #[test]
    fn slots_looked_at_are_counted(
        length in 1..50i64,
        events in events(),
        ready in 0..300i64,
        lasts in 1..60i64,
        processors in 1..=CAPACITY,
    ) {
        let events: Vec<Event> = events
            .into_iter()
            .filter(|it| matches!(it, Event::Promise(..)))
            .collect();
        let (fixed, seconds) = both(length, MOST_SLOTS, &events);
        let request = Request { ready, deadline: None, length: lasts, processors };
        let (start, examined) = fixed.earliest_fit_counting(&request);
        prop_assert_eq!(start, fixed.earliest_fit(&request));
        let last = start.unwrap() + lasts - 1;
        let slots = (ready..=last).map(|second| second.min(seconds.end) / length);
        prop_assert_eq!(examined, slots.collect::<std::collections::BTreeSet<_>>().len());
    }
}

fn request(ready: Time, processors: u32) -> Request {
    Request { ready, deadline: None, length: 60, processors }
}

#[test]
fn intervals_are_rounded_outward() {
    let mut fixed = FixedSlots::new(CAPACITY, 600);
    fixed.reserve(12 * 60, 18 * 60, 4);
    let expected = [(BEGINNING, 10), (600, 6), (1200, 10)];
    let steps = expected.map(|(start, free)| Step { start, free });
    assert_eq!(fixed.steps(), steps);
}

#[test]
fn logs_that_count_from_1970_have_slots_as_others_do() {
    let now = 1_700_000_000;
    for forget in [false, true] {
        let mut fixed = FixedSlots::new(CAPACITY, 60);
        if forget {
            fixed.forget_before(now);
        }
        fixed.reserve(now, now + 600, 8);
        assert_eq!(fixed.earliest_fit(&request(now, 2)), Some(now));
        assert_eq!(fixed.earliest_fit(&request(now, 3)), Some((now + 600) / 60 * 60 + 60));
        assert_eq!(fixed.least_free(now + 86_400, now + 90_000), 10);
    }
}

#[test]
fn what_is_far_away_takes_little_memory() {
    let mut fixed = FixedSlots::new(CAPACITY, 1);
    fixed.reserve(99_999_999_990, 100_000_000_000, 4);
    fixed.reserve(-100_000_000_000, -50, 3);
    fixed.reserve(0, Time::MAX, 1);
    fixed.reserve(Time::MIN, Time::MAX, 1);
    assert_eq!(fixed.free.len() as Time, MOST_SLOTS);
    assert!(fixed.outside.slots().len() < 10);
    assert_eq!(fixed.least_free(99_999_999_000, 100_000_000_000), 10 - 4 - 1 - 1);
    assert_eq!(fixed.least_free(-60, -50), 10 - 3 - 1);
    assert_eq!(fixed.earliest_fit(&request(99_999_999_931, 6)), Some(100_000_000_000));
    assert_eq!(fixed.earliest_fit(&request(0, 9)), None, "one is taken for ever");
    fixed.release(Time::MIN, Time::MAX, 1);
    fixed.forget_before(99_999_999_995);
    assert_eq!(fixed.least_free(99_999_999_995, 99_999_999_996), 5);
    assert_eq!(fixed.outside.slots().len(), 2, "what has no end");
    fixed.release(99_999_999_995, Time::MAX, 1);
    fixed.release(99_999_999_995, 100_000_000_000, 4);
    fixed.forget_before(Time::MAX);
    assert!(fixed.free.is_empty());
}

#[test]
fn what_is_forgotten_does_not_come_back() {
    let mut fixed = FixedSlots::new(CAPACITY, 10);
    fixed.reserve(0, 100, 4);
    fixed.forget_before(55);
    assert_eq!(fixed.free.len(), 5, "the slots from 50 on");
    fixed.forget_before(1_000);
    assert!(fixed.free.is_empty());
    fixed.release(50, 100, 4);
    assert_eq!(fixed.most_free(0, 5_000), 10);
}
