//! The instants of a run.

use proptest::prelude::*;
use serde_json::json;

use std::collections::BTreeMap;

use super::CalendarSimulation;
use crate::availability::calendar::tests::any_percents;
use crate::system::imprecise_calendar::tests::naive_tree::any_jobs;
use crate::system::imprecise_calendar::tests::{CLUSTERS, any_settings};
use crate::system::imprecise_calendar::tests::{any_job, numbered, settings, three_levels};
use crate::system::imprecise_calendar::{CalendarAt, ImpreciseCalendar, Refine};
use crate::system::prelude::*;

/// Beyond all that can be booked.
const END: i64 = 20_000;

impl CalendarSimulation {
    /// Looks at every second until `end`, by when all is over.
    pub fn goes_second_by_second(&mut self, end: i64) {
        for now in 0..end {
            self.at(now);
            while self.next_time().is_some_and(|next| next <= now) {
                self.at(now);
            }
        }
        assert!(self.next_time().is_none());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(256)))]

    #[test]
    fn between_the_instants_nothing_happens(
        jobs in proptest::collection::vec(any_job(), 1..40).prop_map(numbered),
        lengths in (1..5i64, 2..5i64, 2..5i64),
        counts in (1..6u32, 1..6u32),
        low_water in 1..6u32,
        percents in any_percents(),
        refine in prop::sample::select(vec!["at_submission", "at_division"]),
    ) {
        let percents = &percents[1..];
        let threshold = if percents[0] == percents[1] { json!(percents[0]) } else { json!(percents) };
        let settings = settings(&format!(
            r#"{{"levels": {}, "low_water": {low_water}, "threshold_percent": {threshold}, "refine": "{refine}"}}"#,
            json!(three_levels(counts, lengths))
        ));
        let mut by_instants = Box::new(CalendarSimulation::new(&settings, &[8], jobs.clone()));
        while !by_instants.advance(100) {}
        let mut by_seconds = Box::new(CalendarSimulation::new(&settings, &[8], jobs));
        by_seconds.goes_second_by_second(END);
        prop_assert_eq!(by_instants.finish().schedule.outcomes, by_seconds.finish().schedule.outcomes);
    }

    /// The place that a job gets when it is submitted is a promise: where slots are not shared it moves forward at
    /// the most, whichever jobs a manager examines.
    #[test]
    fn every_job_starts_by_its_promise(
        jobs in any_jobs(),
        settings in any_settings(),
        refine in prop::sample::select(Refine::ALL.to_vec()),
    ) {
        let settings = ImpreciseCalendar { one_job_per_slot: true, refine, ..settings };
        let mut run = CalendarSimulation::new(&settings, &CLUSTERS, jobs);
        let mut promised: BTreeMap<u32, i64> = BTreeMap::new();
        let mut is_over = false;
        while !is_over {
            is_over = run.advance(1);
            let members = &run.starts;
            for &(start, job) in members {
                let promise = *promised.entry(job).or_insert(start);
                prop_assert!(start <= promise, "{} from {} to {}", job, promise, start);
                promised.insert(job, start);
            }
        }
        for (job, promise) in promised {
            prop_assert!(run.recorder.schedule().outcomes[job as usize].start <= promise);
        }
    }

    /// A run that goes on from a moment to later ones records of each the same as a run of its own.
    #[test]
    fn a_watched_run_goes_on_to_later_moments(
        jobs in proptest::collection::vec(any_job(), 1..40).prop_map(numbered),
        moments in proptest::collection::vec(-10..3_000i64, 1..8),
        low_water in 1..6u32,
    ) {
        let settings = settings(&format!(
            r#"{{"levels": [{{"count": 3, "length": 2}}, {{"count": 3, "length": 8}}, {{"length": 40}}],
                "low_water": {low_water}}}"#
        ));
        let watched = |moment: i64| {
            let mut run = CalendarSimulation::new(&settings, &[8], jobs.clone());
            run.watch(Watch::Moment(moment));
            run
        };
        let mut goes_on = watched(moments[0]);
        while !goes_on.advance(3) {}
        for &moment in &moments {
            let mut anew = watched(moment);
            while !anew.advance(100) {}
            let is_behind = goes_on.now > moment;
            prop_assert_eq!(goes_on.watch_on(moment), !is_behind);
            if !is_behind {
                while !goes_on.advance(3) {}
                prop_assert_eq!(goes_on.explanation(), anew.explanation());
            }
        }
    }

    /// The calendar that the page draws is that of the run.
    #[test]
    fn the_calendar_of_a_moment_is_that_of_the_run(
        jobs in proptest::collection::vec(any_job(), 1..40).prop_map(numbered),
        lengths in (1..5i64, 2..5i64, 2..5i64),
        counts in (1..6u32, 1..6u32),
        instants in 1..80usize,
        nodes in prop_oneof![Just(vec![8]), Just(vec![5, 4])],
    ) {
        let settings = settings(&format!(
            r#"{{"levels": {}, "managers": "clusters"}}"#,
            json!(three_levels(counts, lengths))
        ));
        let first = jobs.first().map_or(0, |it| it.submit);
        let mut run = CalendarSimulation::new(&settings, &nodes, jobs);
        run.advance(instants);
        let now = run.now;
        run.watch(Watch::Moment(now));
        let moment = run.explanation().and_then(|it| it.moment).expect("a moment");
        for (manager, cluster) in run.clusters.iter().enumerate() {
            let at = CalendarAt::of(&settings, &moment, manager, first, now).expect("a manager");
            for slot in at.levels.iter().flatten() {
                let free = cluster.calendar.least_free(slot.span.start, slot.span.end);
                let taken = nodes[manager] - free;
                // A job that ended within the present slot keeps it, and is no longer listed.
                if slot.span.start < now { prop_assert!(slot.taken <= taken, "{:?} at {}", slot, now) } else { prop_assert_eq!(slot.taken, taken, "{:?} at {}", slot, now) }
            }
            let last = at.levels.iter().flatten().map(|it| it.span.end).max();
            let ends = cluster.calendar.bookings().map(|(_, it)| it.place.to).max();
            prop_assert!(ends <= last, "{ends:?} after {last:?}");
        }
    }
}
