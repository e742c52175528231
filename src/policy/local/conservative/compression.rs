//! What compression need not look at.

use super::runs::Runs;
use crate::availability::Availability;
use crate::policy::local::Waiting;
use crate::workload::Time;

/// For so many jobs it is worth finding out where the runs are. Few in tests, where queues are short.
const DEEP: usize = if cfg!(test) { 8 } else { 128 };

/// Intervals in which processors became free since the waiting jobs were last looked at.
pub struct Freed {
    /// Whether many jobs ask.
    deep: bool,
    intervals: Vec<Interval>,
    /// What they come to for jobs of 1, of 2 and 3, of 4 to 7 processors and so on.
    classes: Vec<Class>,
}

/// A freed interval and the most processors that were free in it when it was freed. More become
/// free there only by freeing again.
struct Interval {
    from: Time,
    to: Time,
    most: i64,
}

/// Where jobs of some sizes may find room that was freed.
#[derive(Default)]
struct Class {
    /// How many of the freed intervals have been looked at.
    looked_at: usize,
    runs: Runs,
}

impl Freed {
    /// None, for so many jobs that will ask.
    pub fn of(jobs: usize) -> Self {
        Self {
            deep: jobs >= DEEP,
            intervals: Vec::new(),
            classes: Vec::new(),
        }
    }

    /// Processors became free from `from` to `to`.
    pub fn push(&mut self, from: Time, to: Time, calendar: &dyn Availability) {
        if from < to {
            let most = calendar.most_free(from, to);
            self.intervals.push(Interval { from, to, most });
        }
    }

    /// The same for many intervals, which overlap.
    pub fn push_all(&mut self, intervals: &mut [(Time, Time)], calendar: &dyn Availability) {
        intervals.sort_unstable();
        let mut intervals = intervals.iter().copied().peekable();
        while let Some((from, mut to)) = intervals.next() {
            while let Some((_, other)) = intervals.next_if(|next| next.0 <= to) {
                to = to.max(other);
            }
            self.push(from, to, calendar);
        }
    }

    /// From when on there can possibly be a place for a job, promised `start`, to move up to, not before
    /// `from`; `None` if nowhere.
    ///
    /// When it was last looked at, every earlier place was blocked at some second, before `start`,
    /// that lies outside its own interval. For one to be open now, such a second must have become
    /// free enough. Of the freed intervals that the place meets before `start` take the last one: since
    /// it was looked at, nothing has become free in the place any more, so that all of the place was in
    /// one run with it then, up to the job's own interval where it reaches that.
    pub fn first_chance(
        &mut self,
        job: Waiting,
        from: Time,
        start: Time,
        calendar: &dyn Availability,
    ) -> Option<Time> {
        if from >= start {
            return None;
        }
        if !self.deep {
            let processors = i64::from(job.processors);
            let helps = |it: &Interval| it.most >= processors && it.from < start && it.to > from;
            return self.intervals.iter().any(helps).then_some(from);
        }
        let class = job.processors.max(1).ilog2() as usize;
        if self.classes.len() <= class {
            self.classes.resize_with(class + 1, Class::default);
        }
        let of_size = &mut self.classes[class];
        of_size.look_at(&self.intervals, 1 << class, calendar);
        of_size.runs.first_chance(job.limit, from, start)
    }
}

impl Class {
    /// Looks at the intervals that were freed since it last did.
    fn look_at(&mut self, intervals: &[Interval], smallest: u32, calendar: &dyn Availability) {
        for interval in &intervals[self.looked_at..] {
            if interval.most >= i64::from(smallest) {
                let mut tell = |from, to| self.runs.add(from, to);
                calendar.runs(interval.from, interval.to, smallest, &mut tell);
            }
        }
        self.looked_at = intervals.len();
    }
}

/// A shape for which a search has found no room, and until when.
///
/// Where there is no room for it there is none for a larger and longer one. One shape is enough:
/// keeping more was measured to cost more than it saves.
#[derive(Default)]
pub struct NoRoom {
    shape: Option<Shape>,
}

/// No `processors` are free together for `length` seconds that end by `until`.
#[derive(Clone, Copy)]
struct Shape {
    processors: u32,
    length: Time,
    until: Time,
}

impl NoRoom {
    /// No place was found for the job before `start`, where it is now.
    pub fn remember(&mut self, job: Waiting, start: Time) {
        let smaller = self
            .shape
            .is_none_or(|known| job.processors <= known.processors && job.limit <= known.length);
        if smaller {
            self.shape = Some(Shape {
                processors: job.processors,
                length: job.limit,
                until: start,
            });
        }
    }

    /// Processors became free from `from` on: what reaches beyond is not known any more.
    pub fn forget_from(&mut self, from: Time) {
        if let Some(shape) = &mut self.shape {
            shape.until = shape.until.min(from);
        }
    }

    /// No place before this one has room for the job, which is promised `start`.
    ///
    /// Its own interval, from `start` on, was taken when the shape was looked for, but is open to
    /// itself: only what ended before it counts.
    pub fn earliest_place(&self, job: Waiting, start: Time) -> Time {
        let known = self
            .shape
            .filter(|shape| shape.processors <= job.processors && shape.length <= job.limit);
        known.map_or(Time::MIN, |shape| {
            shape.until.min(start).saturating_sub(shape.length) + 1
        })
    }
}
