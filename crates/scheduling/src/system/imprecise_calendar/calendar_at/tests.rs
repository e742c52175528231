//! The calendar at a moment.

use super::*;
use crate::engine::decisions::{Claim, Claimant, ProviderMoment};
use crate::system::imprecise_calendar::tests::settings;

/// Two slots of 10 s, then two of 20 s, then slots of 40 s.
const LEVELS: &str = r#"{"levels": [{"count": 2, "length": 10}, {"count": 2, "length": 20}, {"length": 40}]}"#;

/// At a moment, with claims, each of its job, nodes, begin and end.
fn at(now: Time, claims: &str) -> CalendarAt {
    let claim = |text: &str| {
        let (kind, numbers) = text.trim().split_once(' ').expect(text);
        let numbers: Vec<Time> = numbers.split(' ').map(|it| it.parse().expect(text)).collect();
        let claimant = match kind {
            "running" => Claimant::Running,
            "promise" => Claimant::Promise,
            _ => Claimant::Booked,
        };
        Claim {
            job: numbers[0] as u32,
            claimant,
            processors: numbers[1] as u32,
            from: numbers[2],
            until: numbers[3],
            gives_way: false,
            since: Some(3),
        }
    };
    let claims = claims.split(',').map(claim).collect();
    let manager = ProviderMoment { processors: 8, claims, ..ProviderMoment::default() };
    let moment = Moment { providers: vec![manager], ..Moment::default() };
    CalendarAt::of(&settings(LEVELS), &moment, 0, 0, now).expect("a manager")
}

fn words(it: &CalendarAt) -> Vec<String> {
    let clock = |time: Time| format!("t{time}");
    it.assigned.iter().map(|it| it.words(&clock)).collect()
}

#[test]
fn a_coarse_slot_is_split_as_the_moment_comes_near_and_its_jobs_become_firm() {
    let spans = |it: &CalendarAt| -> Vec<String> {
        let level = |slots: &Vec<SlotAt>| {
            let slots: Vec<_> = slots.iter().map(|it| (it.span.start, it.taken)).collect();
            format!("{slots:?}")
        };
        it.levels.iter().map(level).collect()
    };
    let later = "promise 1 8 80 100, booked 2 3 130 140";
    let early = at(5, &format!("running 0 2 0 15, {later}"));
    // Every job has its slots completely.
    let expected = ["[(0, 2), (10, 2)]", "[(20, 0), (40, 0), (60, 0)]", "[(80, 8), (120, 3)]"];
    assert_eq!(spans(&early), expected);
    assert_eq!(
        words(&early),
        ["runs since t0", "vague since t3: from t80, in a slot of 40 s, split at t30", "reserved for t130 since t3",]
    );
    assert_eq!(early.by_firmness(), [1, 1, 1]);
    let near = at(30, later);
    assert_eq!(near.slot_at(80), Some((1, 1)));
    assert_eq!(words(&near)[0], "vague since t30: from t80, in a slot of 20 s, split at t70");
    // The part of the split slot that it does not need is free.
    assert_eq!(spans(&near)[1], "[(60, 0), (80, 8), (100, 0)]");
    let firm = at(70, later);
    assert_eq!(words(&firm)[0], "firm since t70: starts at t80");
    assert_eq!(firm.by_firmness(), [0, 2, 0]);
}

#[test]
fn the_slot_of_a_time_and_its_jobs() {
    let it = at(0, "promise 0 5 80 90, promise 1 3 80 130");
    let slot = |(level, at): (usize, usize)| it.levels[level][at];
    let of = |time| slot(it.slot_at(time).expect("a slot"));
    assert_eq!((of(-50).span.start, of(79).span.start), (0, 60));
    assert_eq!((of(80).taken, of(80).jobs), (8, 2));
    assert_eq!(format!("{:?}", [0, 80, 120].map(|at| it.state(&of(at)))), "[Free, Reserved, PartiallyReserved]");
    assert_eq!(it.slot_at(160), None);
    assert!(it.assigned_to(of(120).span).map(|it| it.claim.job).eq([1]));
    let settings = settings(LEVELS);
    assert_eq!(CalendarAt::of(&settings, &Moment::default(), 0, 0, 0), None);
}

/// By seconds: a slot came to be at the first second at which the calendar has it.
#[test]
fn a_slot_is_there_since_the_coarser_one_was_split() {
    let settings = settings(LEVELS);
    let mut grid = Grid::new(settings.levels(), None, 0);
    let mut levels = vec![(0, None); 400];
    for now in 0..400 {
        grid.roll(now);
        for time in now..400 {
            let slot = grid.slot_at(time);
            let known = &mut levels[time as usize];
            if now == 0 || known.0 != slot.level {
                *known = (slot.level, (now > 0).then_some(now));
            }
            assert_eq!(grid.slot_since(time, slot.level), known.1, "{time} at {now}");
        }
    }
}
