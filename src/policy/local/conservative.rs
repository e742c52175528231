//! Conservative backfilling: a promise to every job.

mod compression;
mod runs;

use compression::{Freed, NoRoom};

use super::{LocalPolicy, Shown, Standing, Waiting, remove_places};
use crate::workload::Time;

/// Every job gets its earliest reservation when it is submitted; whenever jobs end, each waiting
/// job in order of arrival is taken out and put back at its earliest place while the others stay,
/// so that nobody is ever moved later (Mu'alem and Feitelson 2001, with compression).
///
/// The promises stand in the calendar, so that advance reservations respect them too.
///
/// A job that runs on past its limit can break a promise. The job waiting for it then starts as soon
/// as there are processors, in order of arrival, and may in its turn delay what was promised for
/// later, advance reservations among it.
#[derive(Clone, Debug, Default)]
pub struct Conservative {
    /// Promised start of each waiting job, parallel to the queue.
    promised: Vec<Time>,
    /// Intervals that jobs moved out of in the last compression: the jobs before them in the queue
    /// have not looked there yet.
    left: Vec<(Time, Time)>,
}

impl Conservative {
    /// The promised starts, parallel to the queue as the last pass left it.
    pub fn promised(&self) -> &[Time] {
        &self.promised
    }

    fn promise(&mut self, shown: &mut Shown, place: usize) {
        // Every job in a local queue is small enough to fit at some time.
        let start = shown.earliest_fit(place, shown.now).unwrap_or(Time::MAX);
        let job = shown.queue[place];
        let end = start.saturating_add(job.limit);
        shown.calendar.reserve(start, end, job.processors);
        self.promised.push(start);
    }

    /// Takes each waiting job out and puts it back at its earliest place.
    ///
    /// Most jobs cannot move, and most of the time before a job's start is known to have no room
    /// for it: [`Freed`] and [`NoRoom`] tell where there is no need to look.
    fn compress(&mut self, shown: &mut Shown) {
        self.left.extend(shown.ended);
        for interval in &mut self.left {
            interval.0 = interval.0.max(shown.now);
        }
        let mut freed = Freed::of(self.promised.len());
        freed.push_all(&mut self.left, shown.calendar);
        self.left.clear();
        let mut no_room = NoRoom::default();
        for place in 0..self.promised.len() {
            let (start, job) = (self.promised[place], shown.queue[place]);
            let from = no_room.earliest_place(job, start).max(shown.now);
            let chance = freed.first_chance(job, from, start, shown.calendar);
            let Some(from) = chance else {
                continue;
            };
            let Some(earlier) = shown.earlier_fit(place, from, start) else {
                no_room.remember(job, start);
                continue;
            };
            let end = start.saturating_add(job.limit);
            let earlier_end = earlier.saturating_add(job.limit);
            shown.calendar.release(start, end, job.processors);
            shown.calendar.reserve(earlier, earlier_end, job.processors);
            self.promised[place] = earlier;
            self.left.push((start, end));
            freed.push(start, end, shown.calendar);
            no_room.forget_from(start);
            no_room.remember(job, earlier);
        }
    }

    fn start_due(&mut self, shown: &mut Shown) {
        for place in 0..self.promised.len() {
            let promised = self.promised[place];
            // Only a job that runs on past its limit can be in the way of a promise.
            if promised > shown.now || shown.queue[place].processors > shown.free() {
                continue;
            }
            if promised < shown.now {
                let job = shown.queue[place];
                let end = promised.saturating_add(job.limit);
                shown.calendar.release(promised, end, job.processors);
                shown.start(place);
            } else {
                shown.start_as_promised(place);
            }
        }
        remove_places(&mut self.promised, shown.started());
    }
}

impl LocalPolicy for Conservative {
    fn pass(&mut self, shown: &mut Shown) {
        if !shown.ended.is_empty() {
            self.compress(shown);
        }
        for place in self.promised.len()..shown.queue.len() {
            self.promise(shown, place);
        }
        self.start_due(shown);
    }

    fn standing(&self, _queue: &[Waiting], place: usize) -> Standing {
        match self.promised.get(place) {
            Some(&start) => Standing::Reserved { start },
            None => Standing::Open,
        }
    }
}
