//! Conservative backfilling: a promise to every job.

mod chances;
mod promises;
mod starts;

use chances::Chances;
use promises::Promises;

use super::queue::place_of;
use super::{Finds, LocalPolicy, Shown, Standing, Waiting};
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
    promises: Promises,
    chances: Chances,
    /// Kept for its memory.
    due: Vec<usize>,
}

impl Conservative {
    /// The jobs that the last pass left waiting, in order of arrival, with the starts promised to them.
    pub fn promised(&self) -> impl Iterator<Item = (u32, Time)> {
        self.promises.iter().map(|it| (it.job.job, it.start))
    }

    /// Makes a promise to each job that has arrived since the last pass.
    fn promise(&mut self, shown: &mut Shown) {
        let queue = shown.queue;
        let known = self.promises.last();
        let first = known.map_or(0, |job| place_of(queue, job.saturating_add(1)));
        for (place, &job) in queue.iter().enumerate().skip(first) {
            if shown.left.is_gone(place) {
                continue;
            }
            // Every job in a local queue is small enough to fit at some time.
            let start = shown.earliest_fit(place, shown.now).unwrap_or(Time::MAX);
            let end = start.saturating_add(job.limit);
            shown.calendar.reserve(start, end, job.processors);
            self.promises.add(job, start);
        }
    }

    /// Takes each waiting job out and puts it back at its earliest place.
    ///
    /// Most jobs cannot move: [`Chances`] tells who has to be looked at.
    fn compress(&mut self, shown: &mut Shown) {
        self.chances.begin(&self.promises, shown.calendar);
        // Whoever ended gave back what it had from its end, which is not after now.
        let until = shown.ended.iter().map(|&(_, until)| until).max();
        let freed = (shown.now, until.unwrap_or(shown.now));
        let (promises, calendar) = (&self.promises, &*shown.calendar);
        self.chances
            .freed(freed, None, shown.now, promises, calendar);
        let mut next = self.chances.next(0);
        while let Some(place) = next {
            self.move_up(shown, place);
            next = self.chances.next(place + 1);
        }
    }

    /// Puts the job at this place back at its earliest place, if that is an earlier one.
    fn move_up(&mut self, shown: &mut Shown, place: usize) {
        let promise = *self.promises.at(place);
        let now = shown.now;
        if let Some(earlier) = self.chances.earlier(&promise, now, shown.calendar) {
            let Waiting {
                processors, limit, ..
            } = promise.job;
            let end = earlier.saturating_add(limit);
            // Where the two places overlap, nothing changes.
            let freed = (end.max(promise.start), promise.end());
            let taken = (earlier, end.min(promise.start));
            shown.calendar.reserve(taken.0, taken.1, processors);
            shown.calendar.release(freed.0, freed.1, processors);
            self.promises.change(place, earlier);
            let (promises, calendar) = (&self.promises, &*shown.calendar);
            self.chances.taken(taken, place, promises, calendar);
            self.chances
                .freed(freed, Some(place), now, promises, calendar);
        }
        self.chances.looked_at(place, &self.promises);
    }

    fn start_due(&mut self, shown: &mut Shown) {
        let mut due = std::mem::take(&mut self.due);
        self.promises.due(shown.now, &mut due);
        for &place in &due {
            let promise = *self.promises.at(place);
            // Only a job that runs on past its limit can be in the way of a promise.
            if promise.job.processors > shown.free() {
                continue;
            }
            let in_queue = place_of(shown.queue, promise.job.job);
            if promise.start < shown.now {
                let (start, end) = (promise.start, promise.end());
                shown.calendar.release(start, end, promise.job.processors);
                shown.start(in_queue);
            } else {
                shown.start_as_promised(in_queue);
            }
            self.promises.leave(place);
            self.chances.forget(place);
        }
        self.due = due;
        if let Some(kept) = self.promises.close() {
            self.chances.renumber(&kept);
        }
    }
}

impl LocalPolicy for Conservative {
    fn pass(&mut self, shown: &mut Shown) {
        if !shown.ended.is_empty() {
            self.compress(shown);
        }
        self.promise(shown);
        self.start_due(shown);
    }

    fn finds(&self) -> Finds {
        Finds::ByPlace
    }

    fn standing(&self, queue: &[Waiting], place: usize) -> Standing {
        match self.promises.start_of(queue[place].job) {
            Some(start) => Standing::Reserved { start },
            None => Standing::Open,
        }
    }
}
