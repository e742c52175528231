//! Conservative backfilling: a promise to every job.

mod chances;
mod promises;
mod starts;

use chances::Chances;
use promises::Promises;
use starts::{Freed, NoRoom};

use super::queue::place_of;
use super::{Finds, LocalPass, LocalPolicy, Sizes, Standing, Waiting};
use workload::Time;

/// Every job gets its earliest reservation when it is submitted; whenever jobs end, each waiting job
/// in order of arrival is taken out and put back at its earliest place while the others stay, so
/// that no job is ever moved later (Mu'alem and Feitelson 2001, with compression).
///
/// The promises stand in the calendar, so that advance reservations respect them as well.
///
/// A job that runs on past its limit can break a promise. The job waiting for it then starts as soon
/// as there are processors, in order of arrival, and may in its turn delay later promises, among
/// them advance reservations.
#[derive(Clone, Debug, Default)]
pub struct Conservative {
    promises: Promises,
    /// For a long queue, once all its jobs have been examined.
    chances: Option<Chances>,
    /// For a short queue, the intervals that became free since some of its jobs were last examined.
    left: Vec<(Time, Time)>,
    /// A buffer that is reused.
    due: Vec<usize>,
}

impl Conservative {
    /// Without promises, with structures of these sizes.
    pub fn new(sizes: Sizes) -> Self {
        Self { promises: Promises::new(sizes), ..Self::default() }
    }

    /// The jobs that the last pass left waiting, in order of arrival, with the starts promised to them.
    pub fn promised(&self) -> impl Iterator<Item = (u32, Time)> {
        self.promises.iter().map(|it| (it.job.job, it.start))
    }

    /// Makes a promise to each job that has arrived since the last pass.
    fn promise(&mut self, pass: &mut LocalPass) {
        let queue = pass.queue;
        let first = self.promises.last().map_or(0, |last| queue.partition_point(|it| it.arrival <= last));
        for (place, &job) in queue.iter().enumerate().skip(first) {
            if pass.left.is_gone(place) {
                continue;
            }
            // Jobs without a limit may leave it no time: it then holds nothing until others end.
            let start = pass.earliest_fit(place, pass.now).unwrap_or(Time::MAX);
            let end = start.saturating_add(job.limit);
            pass.calendar.reserve(start, end, job.processors);
            self.promises.add(job, start);
        }
    }

    /// Takes each waiting job out and puts it back at its earliest place.
    ///
    /// Of a long queue, most jobs cannot move: [`Chances`] says which have to be examined.
    fn compress(&mut self, pass: &mut LocalPass) {
        match self.chances.take() {
            Some(chances) => self.compress_many(pass, chances),
            None => self.examine_each_job(pass),
        }
    }

    /// Examines one job after the other: [`Freed`] and [`NoRoom`] show which can be skipped.
    fn examine_each_job(&mut self, pass: &mut LocalPass) {
        let mut freed = Freed::default();
        for (from, to) in self.left.drain(..).chain(pass.ended.iter().copied()) {
            freed.push(from.max(pass.now), to, pass.calendar);
        }
        let mut no_room = NoRoom::default();
        let mut chances = self.promises.is_long().then(Chances::default);
        for place in 0..self.promises.len() {
            let Some(&promise) = self.promises.waiting_at(place) else {
                continue;
            };
            let (job, start) = (promise.job, promise.start);
            let from = no_room.earliest_place(job, start).max(pass.now);
            if let Some(request) = freed.request(&promise, from) {
                if let Some(earlier) = pass.calendar.earliest_fit_before(&request, start) {
                    self.move_up(pass, place, earlier, chances.as_mut());
                    self.left.push((start, promise.end()));
                    freed.push(start, promise.end(), pass.calendar);
                    no_room.forget_from(start);
                    no_room.remember(job, earlier);
                } else {
                    no_room.remember(job, start);
                }
            }
            if let Some(chances) = &mut chances {
                chances.looked_at(place, &self.promises);
            }
        }
        self.chances = chances;
    }

    fn compress_many(&mut self, pass: &mut LocalPass, mut chances: Chances) {
        chances.begin(&self.promises, pass.calendar);
        // An ended job gave its processors back from its end on, which is not after now.
        let until = pass.ended.iter().map(|&(_, until)| until).max();
        let freed = (pass.now, until.unwrap_or(pass.now));
        chances.freed(freed, None, pass.now, &self.promises, pass.calendar);
        let mut next = chances.next(0);
        while let Some(place) = next {
            let promise = self.promises.at(place);
            if let Some(earlier) = chances.earlier(promise, pass.now, pass.calendar) {
                self.move_up(pass, place, earlier, Some(&mut chances));
            }
            chances.looked_at(place, &self.promises);
            next = chances.next(place + 1);
        }
        self.chances = Some(chances);
    }

    /// Puts the job at this place back at an earlier place.
    fn move_up(&mut self, pass: &mut LocalPass, place: usize, earlier: Time, chances: Option<&mut Chances>) {
        let promise = *self.promises.at(place);
        let Waiting { processors, limit, .. } = promise.job;
        let end = earlier.saturating_add(limit);
        // Where the two places overlap, nothing changes.
        let freed = (end.max(promise.start), promise.end());
        let taken = (earlier, end.min(promise.start));
        pass.calendar.reserve(taken.0, taken.1, processors);
        pass.calendar.release(freed.0, freed.1, processors);
        self.promises.change(place, earlier);
        if let Some(chances) = chances {
            let (promises, calendar) = (&self.promises, &*pass.calendar);
            chances.taken(taken, place, promises, calendar);
            chances.freed(freed, Some(place), pass.now, promises, calendar);
        }
    }

    fn start_due(&mut self, pass: &mut LocalPass) {
        let mut due = std::mem::take(&mut self.due);
        self.promises.due(pass.now, &mut due);
        for &place in &due {
            let promise = *self.promises.at(place);
            // Only a job that runs on past its limit can be in the way of a promise.
            if promise.job.processors > pass.free() {
                self.promises.stays_due(place);
                continue;
            }
            let in_queue = place_of(pass.queue, promise.job.arrival);
            if promise.start < pass.now {
                let (start, end) = (promise.start, promise.end());
                pass.calendar.release(start, end, promise.job.processors);
                pass.start(in_queue);
            } else {
                pass.start_as_promised(in_queue);
            }
            self.promises.leave(place);
            if let Some(chances) = &mut self.chances {
                chances.forget(place);
            }
        }
        self.due = due;
        let kept = self.promises.close();
        if let Some((kept, chances)) = kept.zip(self.chances.as_mut()) {
            chances.renumber(&kept);
        }
        if self.promises.decide() && self.chances.take().is_some() {
            // The chances are forgotten: every job has to be examined.
            self.left = vec![(Time::MIN, Time::MAX)];
        }
    }
}

impl LocalPolicy for Conservative {
    fn pass(&mut self, pass: &mut LocalPass) {
        if !pass.ended.is_empty() {
            self.compress(pass);
        }
        self.promise(pass);
        self.start_due(pass);
    }

    fn finds(&self) -> Finds {
        Finds::ByPlace
    }

    fn standing(&self, queue: &[Waiting], place: usize) -> Standing {
        match self.promises.start_of(queue[place].arrival) {
            Some(start) => Standing::Reserved { start },
            None => Standing::Open,
        }
    }
}
