use proptest::prelude::*;

use super::*;
use crate::read;
use crate::reserve::{RequestKind, Reservations};
use crate::select::{Selection, select};

/// The jobs that a scheduler is given of a sketch.
fn jobs_of(sketch: &Sketch) -> Vec<Job> {
    let reading = read("sketch", sketch.swf("sketch").as_bytes()).expect("a log");
    assert_eq!(reading.complaint_count, 0);
    let selection = Selection {
        first_job: None,
        last_job: None,
        reservations: Reservations {
            request: RequestKind::Listed,
            listed: sketch.requests().into(),
            ..Reservations::default()
        },
        ..Selection::default()
    };
    assert_eq!(selection.validate(), Ok(()));
    select(&reading.workload, &selection, 1)
}

#[test]
fn a_reservation_moves_with_its_window_and_a_batch_job_with_its_submission() {
    let shifted = |job, seconds| {
        let after = Sketch::blackboard().after(Stroke::Shift { job, seconds }, 8);
        *after.job(job).unwrap()
    };
    assert_eq!(shifted(2, 60).submit, 360);
    assert_eq!(shifted(2, -3600).submit, 0);
    let later = shifted(5, 600);
    assert_eq!((later.submit, later.window), (1200, Some((6000, 7800))));
    let first = shifted(5, -99_999);
    assert_eq!((first.submit, first.window), (0, Some((0, 1800))));
}

#[test]
fn what_is_drawn_gets_the_next_number_and_fits_the_largest_provider() {
    let stroke = Stroke::Add { at: -5, length: 600, processors: 12, reservation: true };
    let after = Sketch::blackboard().after(stroke, 8);
    let drawn = SketchedJob {
        id: 6,
        submit: 0,
        processors: 8,
        run_time: 600,
        requested_time: 600,
        window: Some((0, 600)),
        logged: Logged::UNKNOWN,
    };
    assert_eq!(after.jobs[5], drawn);
    let turned = after.after(Stroke::Turn { job: 6 }, 8);
    assert_eq!(turned.jobs[5].window, None);
    assert_eq!(turned.after(Stroke::Wipe { job: 6 }, 8), Sketch::blackboard());
}

#[test]
fn a_hundred_jobs_are_enough() {
    let stroke = Stroke::Add { at: 0, length: 1, processors: 1, reservation: false };
    let full = (0..200).fold(Sketch::default(), |sketch, _| sketch.after(stroke, 8));
    assert_eq!(full.jobs.len(), MOST_SKETCHED);
    assert_eq!(Sketch::of(&jobs_of(&full)), Some(full));
}

fn strokes() -> impl Strategy<Value = Vec<Stroke>> {
    let time = prop_oneof![-5000i64..5000, any::<i64>()];
    let number = 1u64..9;
    let add = (time.clone(), time.clone(), any::<u32>(), any::<bool>());
    let stroke = prop_oneof![
        add.prop_map(|(at, length, processors, reservation)| Stroke::Add { at, length, processors, reservation }),
        (number.clone(), time.clone()).prop_map(|(job, seconds)| Stroke::Shift { job, seconds }),
        (number.clone(), time.clone()).prop_map(|(job, seconds)| Stroke::Lengthen { job, seconds }),
        (number.clone(), any::<u32>()).prop_map(|(job, processors)| Stroke::Resize { job, processors }),
        number.clone().prop_map(|job| Stroke::Turn { job }),
        number.clone().prop_map(|job| Stroke::Wipe { job }),
        (number, time.clone(), time.clone(), time.clone(), time).prop_map(|(id, submit, run_time, ready, deadline)| {
            Stroke::Set(SketchedJob {
                id,
                submit,
                processors: 1,
                run_time,
                requested_time: run_time,
                window: Some((ready, deadline)),
                logged: Logged { group: 7, ..Logged::UNKNOWN },
            })
        }),
    ];
    prop::collection::vec(stroke, 0..30)
}

#[test]
fn the_last_job_cannot_be_wiped_out() {
    let wiped = (1..=5).fold(Sketch::blackboard(), |sketch, job| sketch.after(Stroke::Wipe { job }, 8));
    assert_eq!(wiped.jobs.len(), 1);
    assert_eq!(Sketch::of(&jobs_of(&wiped)), Some(wiped));
}

proptest! {
    #[test]
    fn whatever_is_drawn_reads_back_as_it_was(strokes in strokes(), largest in 1u32..50) {
        let mut sketch = Sketch::blackboard();
        for stroke in strokes {
            sketch = sketch.after(stroke, largest);
        }
        let mut sorted = sketch.clone();
        sorted.jobs.sort_by_key(|job| (job.submit, job.id));
        prop_assert_eq!(Sketch::of(&jobs_of(&sketch)), Some(sorted));
    }
}
