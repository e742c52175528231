use proptest::prelude::*;

use super::*;
use crate::criteria::report;
use crate::engine::{Bar, Schedule, Status};
use crate::system::testing;
use workload::lublin::Lublin;
use workload::select::Selection;
use workload::{Flexibility, ReservationRequest};

/// A job: submission, wait, run time, processors, provider, whether it reserves, whether it is
/// rejected.
type Drawn = (Time, Time, Time, u32, u32, bool, bool);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    let one = (0i64..30, 0i64..20, 1i64..20, 1u32..4, 0u32..2, any::<bool>(), prop::bool::weighted(0.1));
    prop::collection::vec(one, 0..12)
}

/// A run of these jobs on two providers of 4 and 8 processors; they may overlap.
fn run_of(jobs: &[Drawn]) -> Run {
    let mut run = Run { platform: vec![4, 8], ..Run::default() };
    for (at, &(submit, wait, length, processors, provider, reserved, rejected)) in jobs.iter().enumerate() {
        let (start, end) = (submit + wait, submit + wait + length);
        run.jobs.push(Job {
            id: at as u64 + 1,
            submit,
            processors,
            run_time: length,
            requested_time: length,
            logged_wait: Some(0),
            reservation: reserved.then_some(ReservationRequest {
                ready: submit + 1,
                deadline: submit + 10,
                flexibility: Flexibility::Rigid,
                is_listed: false,
            }),
            ..Job::default()
        });
        run.schedule.outcomes.push(Outcome {
            status: if rejected { Status::Rejected } else { Status::Done },
            provider,
            processors,
            start,
            end,
            ran: length,
            released: end,
            completion: end + i64::from(reserved),
            first_bar: at as u32,
            bar_count: 1,
            ..Outcome::UNSEEN
        });
        run.schedule.bars.push(Bar {
            job: at as u32,
            provider,
            first_processor: 0,
            last_processor: processors - 1,
            start,
            end,
        });
    }
    run
}

/// The definitions by themselves, second by second and job by job.
fn slowly(run: &Run, span: Span, kinds: &[bool]) -> SpanFigures {
    let jobs: Vec<(&Job, &Outcome)> = run.jobs.iter().zip(&run.schedule.outcomes).collect();
    let is_kind = |job: &Job| kinds.contains(&job.reservation.is_some());
    let of_kind: Vec<_> = jobs.into_iter().filter(|(job, _)| is_kind(job)).collect();
    let ran = |outcome: &Outcome| outcome.status != Status::Rejected;
    let is_in = |time: Time| span.from <= time && time < span.to;
    let count = |of: &dyn Fn(&Job, &Outcome) -> bool| of_kind.iter().filter(|(job, outcome)| of(job, outcome)).count();
    let mean = |of: &dyn Fn(&Job, &Outcome) -> Option<f64>| {
        let values: Vec<f64> = of_kind
            .iter()
            .filter(|(job, outcome)| is_in(job.submit) && ran(outcome))
            .filter_map(|(job, outcome)| of(job, outcome))
            .collect();
        values.iter().sum::<f64>() / values.len() as f64
    };
    let mut utilization = 0.0;
    for (provider, &processors) in run.platform.iter().enumerate() {
        let mut busy = 0;
        for second in span.from..span.to {
            for (_, outcome) in &of_kind {
                let runs = ran(outcome) && outcome.start <= second && second < outcome.end;
                if runs && outcome.provider as usize == provider {
                    busy += outcome.processors;
                }
            }
        }
        let there = (span.to - span.from) as f64 * f64::from(processors);
        utilization += f64::from(busy) / there / run.platform.len() as f64;
    }
    let ready = |job: &Job| job.reservation.map_or(job.submit, |it| it.ready);
    let mean_waiting_time = mean(&|job, outcome| Some((outcome.start - ready(job)) as f64));
    let mean_tardiness = mean(&|job, outcome| Some((outcome.completion - job.reservation?.deadline).max(0) as f64));
    SpanFigures {
        submitted: count(&|job, _| is_in(job.submit)),
        started: count(&|_, outcome| ran(outcome) && is_in(outcome.start)),
        ended: count(&|_, outcome| ran(outcome) && is_in(outcome.end)),
        mean_utilization: utilization,
        mean_flow_time: mean(&|job, outcome| Some((outcome.completion - ready(job)) as f64)),
        // Without reservations among those that ran nothing is late.
        mean_tardiness: if mean_waiting_time.is_nan() { f64::NAN } else { mean_tardiness.max(0.0) },
        mean_waiting_time,
        mean_bounded_slowdown: mean(&|job, outcome| {
            let in_system = (outcome.end - ready(job)) as f64;
            Some((in_system / outcome.ran.max(10) as f64).max(1.0))
        }),
    }
}

fn assert_same(fast: &SpanFigures, slow: &SpanFigures) {
    let counts = |it: &SpanFigures| (it.submitted, it.started, it.ended);
    assert_eq!(counts(fast), counts(slow));
    let means = |it: &SpanFigures| {
        [it.mean_utilization, it.mean_flow_time, it.mean_tardiness, it.mean_waiting_time, it.mean_bounded_slowdown]
    };
    for (fast, slow) in means(fast).into_iter().zip(means(slow)) {
        let are_none = fast.is_nan() && slow.is_nan();
        let is_near = (fast - slow).abs() <= 1e-9 * slow.abs().max(1.0);
        assert!(are_none || is_near, "{fast} {slow}");
    }
}

proptest! {
    #[test]
    fn figures_are_those_of_their_definitions(jobs in drawn(), a in -5i64..70, b in -5i64..70) {
        let (run, span) = (run_of(&jobs), Span::between(a, b));
        let report = SpanReport::of(&run, span);
        assert_same(&report.all, &slowly(&run, span, &[false, true]));
        assert_same(&report.batch, &slowly(&run, span, &[false]));
        assert_same(&report.reservations, &slowly(&run, span, &[true]));
    }

    #[test]
    fn spans_side_by_side_share_the_jobs_and_the_work(jobs in drawn(), cut in 1i64..60) {
        let run = run_of(&jobs);
        let figures = |from, to| SpanReport::of(&run, Span { from, to }).all;
        let (first, second, both) = (figures(0, cut), figures(cut, 70), figures(0, 70));
        prop_assert_eq!(first.submitted + second.submitted, both.submitted);
        prop_assert_eq!(first.started + second.started, both.started);
        prop_assert_eq!(first.ended + second.ended, both.ended);
        let work = first.mean_utilization * cut as f64 + second.mean_utilization * (70 - cut) as f64;
        prop_assert!((work - both.mean_utilization * 70.0).abs() < 1e-9);
    }
}

#[test]
fn a_span_is_told_by_two_times_in_either_order() {
    assert_eq!(Span::between(9, 4), Span { from: 4, to: 9 });
    assert_eq!(Span::between(4, 4), Span { from: 4, to: 5 });
    assert!(Span::between(4, 9).holds(4) && !Span::between(4, 9).holds(9));
}

/// Also where jobs were preempted, and began anew or went on.
#[test]
fn the_whole_run_has_the_figures_of_its_report() {
    let workload = Lublin::default().generate().unwrap();
    for options in
        [r#"{}"#, r#"{"local": {"queue": "pppd"}}"#, r#"{"local": {"queue": "pppd", "preempted": "restart"}}"#]
    {
        let system = format!(r#"{{"two_level": {options}}}"#);
        let run = testing::run_of(&system, &[64, 64], (&workload, &Selection::default()), 1);
        let (whole, report) = (SpanReport::whole(&run), report(&run));
        assert_eq!(whole.all.submitted, report.jobs);
        assert_eq!(whole.all.started, report.jobs - report.rejected);
        assert_eq!(whole.all.mean_flow_time, report.mean_flow_time);
        assert_eq!(whole.all.mean_tardiness, report.mean_tardiness);
        assert_eq!(whole.batch.mean_waiting_time, report.batch.mean_waiting_time);
        let difference = whole.all.mean_utilization - report.mean_utilization;
        assert!(difference.abs() < 1e-12, "{options}: {difference}");
    }
}

fn bar() -> impl Strategy<Value = Bar> {
    let processors = (0..12u32, 0..4u32);
    (0..2u32, processors, -20..60i64, 0..30i64).prop_map(|(provider, (first, more), start, length)| Bar {
        job: 0,
        provider,
        first_processor: first,
        last_processor: first + more,
        start,
        end: start + length,
    })
}

proptest! {
    #[test]
    fn a_processor_is_free_whose_every_second_is(
        mut bars in prop::collection::vec(bar(), 0..20), from in -10..60i64, length in 1..20i64,
    ) {
        bars.sort_by_key(|bar| bar.start);
        let schedule = Schedule { bars, ..Schedule::default() };
        let run = Run { platform: vec![8, 15], schedule, ..Run::default() };
        let span = Span::between(from, from + length);
        let found = free_throughout(&run, span);
        for (provider, &processors) in run.platform.iter().enumerate() {
            for processor in 0..processors {
                let is_held = |second: i64| run.schedule.bars.iter().any(|bar| {
                    bar.provider as usize == provider
                        && (bar.first_processor..=bar.last_processor).contains(&processor)
                        && (bar.start..bar.end).contains(&second)
                });
                let free = !(span.from..span.to).any(is_held);
                let told = found[provider].iter().any(|it| it == processor);
                prop_assert_eq!(told, free);
            }
            prop_assert!(found[provider].iter().all(|it| it < processors));
        }
    }
}
