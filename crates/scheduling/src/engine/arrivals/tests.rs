use proptest::prelude::*;

use super::*;
use workload::{Predecessor, testing};

fn job(submit: Time) -> Job {
    testing::job(1, submit, 1, 10, 10)
}

fn after(job: u32, think_time: u32) -> Option<Predecessor> {
    Some(Predecessor { job, think_time })
}

/// The jobs that arrive until `now`, with their instants.
fn until(arrivals: &mut Arrivals, jobs: &[Job], now: Time) -> Vec<(u32, Time)> {
    let mut found = Vec::new();
    while let Some((_, time)) = arrivals.next(jobs) {
        let Some(job) = arrivals.pop_due(jobs, now) else {
            break;
        };
        found.push((job, time));
    }
    found
}

#[test]
fn a_job_arrives_when_it_becomes_eligible() {
    let mut jobs = vec![job(0), job(5), job(5), job(7)];
    jobs[0].eligible_after = 7;
    jobs[1].eligible_after = 2;
    let mut arrivals = Arrivals::of(&jobs);
    assert_eq!(until(&mut arrivals, &jobs, 6), [(2, 5)]);
    // At one instant the earlier submission comes first.
    let rest = [(0, 7), (1, 7), (3, 7)];
    assert_eq!(until(&mut arrivals, &jobs, 7), rest);
    assert_eq!(arrivals.next(&jobs), None);
}

#[test]
fn a_job_is_submitted_its_think_time_after_the_end_of_another() {
    let mut jobs = vec![job(0), job(10), job(100), job(50)];
    jobs[1].predecessor = after(0, 5);
    jobs[2].predecessor = after(0, 0);
    let mut arrivals = Arrivals::of(&jobs);
    assert_eq!(until(&mut arrivals, &jobs, 20), [(0, 0)]);
    assert_eq!(arrivals.next(&jobs), Some((3, 50)));
    // One comes later than in the log, the other sooner.
    arrivals.ended(&mut jobs, 0, 45);
    assert_eq!((jobs[1].submit, jobs[2].submit), (50, 45));
    let expected = [(2, 45), (1, 50), (3, 50)];
    assert_eq!(until(&mut arrivals, &jobs, 50), expected);
}

#[test]
fn after_a_rejection_the_log_holds_unless_it_is_past() {
    let mut jobs = vec![job(0), job(10), job(100)];
    jobs[1].predecessor = after(0, 5);
    jobs[2].predecessor = after(0, 5);
    let mut arrivals = Arrivals::of(&jobs);
    arrivals.rejected(&mut jobs, 0, 45);
    assert_eq!((jobs[1].submit, jobs[2].submit), (45, 100));
}

proptest! {
    /// The obvious way: at every second, all jobs that are due, by a whole search.
    #[test]
    fn jobs_arrive_as_by_a_whole_search(
        shapes in prop::collection::vec((0..20i64, 0..5u32, prop::option::of((0..1000usize, 0..4u32)), 0..6i64), 1..12),
    ) {
        let mut jobs: Vec<Job> = shapes.iter().map(|it| Job { eligible_after: it.1, ..job(it.0) }).collect();
        jobs.sort_by_key(|it| it.submit);
        for (at, shape) in shapes.iter().enumerate().skip(1) {
            // A predecessor that stands before it makes no circle.
            jobs[at].predecessor = shape.2.and_then(|(of, think)| after((of % at) as u32, think));
        }
        let length = |job: usize| shapes[job].3;
        let mut slow = jobs.clone();
        let mut arrivals = Arrivals::of(&jobs);
        let (mut fast_ends, mut slow_ends) = (vec![None; jobs.len()], vec![None; jobs.len()]);
        let (mut fast_order, mut slow_order) = (Vec::new(), Vec::new());
        for now in 0..300 {
            // Jobs run as soon as they arrive; those of no length end at the next instant.
            let over = (0..).zip(&fast_ends).filter(|it| *it.1 == Some(now));
            for job in over.map(|it| it.0) {
                arrivals.ended(&mut jobs, job, now);
            }
            while let Some(job) = arrivals.pop_due(&jobs, now) {
                fast_order.push(job);
                fast_ends[job as usize] = Some(now + 1 + length(job as usize));
            }
            for job in &mut slow {
                if let Some(it) = job.predecessor && slow_ends[it.job as usize] == Some(now) {
                    job.submit = now + Time::from(it.think_time);
                    job.predecessor = None;
                }
            }
            let mut due: Vec<u32> = (0..slow.len() as u32)
                .filter(|&it| {
                    let job = &slow[it as usize];
                    job.predecessor.is_none() && job.eligible() <= now && slow_ends[it as usize].is_none()
                })
                .collect();
            due.sort_by_key(|&it| (slow[it as usize].eligible(), slow[it as usize].submit, it));
            for job in due {
                slow_order.push(job);
                slow_ends[job as usize] = Some(now + 1 + length(job as usize));
            }
        }
        prop_assert_eq!(fast_order.len(), jobs.len());
        prop_assert_eq!(fast_order, slow_order);
        prop_assert_eq!(fast_ends, slow_ends);
    }
}
