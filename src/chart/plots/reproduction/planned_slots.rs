//! Reservations of tasks as a schedule that can be drawn.

use crate::engine::{Course, Recorder, Run, Task, Tasks, Tick};
use crate::reproduce::PlannedSlot;
use crate::workload::{Flexibility, Job, ReservationRequest, UNKNOWN};

const TICK: Tick = Tick::MILLISECOND;

/// The schedule in which every task ends by its estimate and keeps its reservation.
pub(super) fn run(machines: &[String], slots: &[PlannedSlot], deadline: f64) -> Run {
    let mut slots = slots.to_vec();
    slots.sort_by(|one, other| one.start.total_cmp(&other.start));
    let mut recorder = Recorder::new(slots.len());
    for (job, slot) in (0..).zip(&slots) {
        let [start, end, until] = [slot.start, slot.finish, slot.until].map(|it| TICK.ticks(it));
        recorder.promise(job, start, until);
        recorder.allocate(job, slot.machine as usize, 1, 0);
        let course = Course {
            held_from: start,
            held_until: until,
            start,
            end,
            released: until,
            completion: end,
            killed: false,
        };
        recorder.start(job, course, |tell| tell(0, 0));
    }
    Run {
        tick: TICK,
        platform: vec![1; machines.len()],
        jobs: (1..)
            .zip(&slots)
            .map(|(id, slot)| job(id, slot, deadline))
            .collect(),
        schedule: recorder.finish(),
        tasks: Tasks {
            machines: machines.to_vec(),
            tasks: slots.iter().map(task).collect(),
            edges: Vec::new(),
        },
        ..Run::default()
    }
}

fn job(id: u32, slot: &PlannedSlot, deadline: f64) -> Job {
    let run_time = TICK.ticks(slot.finish - slot.start);
    Job {
        id,
        submit: 0,
        processors: 1,
        run_time,
        requested_time: run_time.max(1),
        limit_known: true,
        logged_wait: None,
        run_time_known: true,
        user: UNKNOWN,
        group: UNKNOWN,
        queue: UNKNOWN,
        reservation: Some(ReservationRequest {
            ready: 0,
            deadline: TICK.ticks(deadline),
            flexibility: Flexibility::Rigid,
        }),
    }
}

fn task(slot: &PlannedSlot) -> Task {
    Task {
        name: slot.name.clone(),
        machine: slot.machine,
        start: slot.start,
        finish: slot.finish,
        reserved_until: slot.until,
        ended: Some(slot.finish),
    }
}
