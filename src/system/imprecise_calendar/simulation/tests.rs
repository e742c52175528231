//! The instants of a run.

use proptest::prelude::*;

use super::Run;
use crate::system::Simulation;
use crate::system::imprecise_calendar::tests::{any_job, numbered, settings};

/// Beyond all that can be booked.
const END: i64 = 20_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn between_the_instants_nothing_happens(
        jobs in proptest::collection::vec(any_job(), 1..40).prop_map(numbered),
        lengths in (1..5i64, 2..5i64, 2..5i64),
        counts in (1..6u32, 1..6u32),
        low_water in 1..6u32,
        percent in prop_oneof![1 => Just(100u32), 2 => 0..100u32],
    ) {
        let (finest, middle) = (lengths.0, lengths.0 * lengths.1);
        let settings = settings(&format!(
            r#"{{"levels": [{{"count": {}, "length": {finest}}}, {{"count": {}, "length": {middle}}},
                {{"length": {}}}], "low_water": {low_water}, "threshold_percent": {percent}}}"#,
            counts.0, counts.1, middle * lengths.2
        ));
        let mut by_instants = Box::new(Run::new(&settings, 8, jobs.clone()));
        while !by_instants.advance(100) {}
        let mut by_seconds = Box::new(Run::new(&settings, 8, jobs));
        for now in 0..END {
            by_seconds.at(now);
            while by_seconds.next_time().is_some_and(|next| next <= now) {
                by_seconds.at(now);
            }
        }
        prop_assert!(by_seconds.next_time().is_none());
        prop_assert_eq!(by_instants.finish().schedule.outcomes, by_seconds.finish().schedule.outcomes);
    }
}
