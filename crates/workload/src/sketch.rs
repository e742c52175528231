//! Small workloads drawn by hand, as on a blackboard.

#[cfg(test)]
mod tests;

use super::calendar::FIRST_UNIX_TIME;
use super::reserve::ListedRequest;
use super::{Header, Job, Log, Logged, MAX_TIME, Record, Time, Workload, write_swf};

/// The most jobs that are edited by hand.
pub const MOST_SKETCHED: usize = 100;

/// A few jobs, some of them advance reservations. Edits make a new one and leave the old as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// In the order in which they were drawn; no number stands twice.
    pub jobs: Vec<SketchedJob>,
}

/// One job of a sketch. Times are seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SketchedJob {
    /// Its number.
    pub id: u64,
    /// When it is submitted.
    pub submit: Time,
    /// Size s, at least 1.
    pub processors: u32,
    /// Processing time p, at least 1.
    pub run_time: Time,
    /// Processing time limit c, at least 1.
    pub requested_time: Time,
    /// Ready time and deadline of an advance reservation; of a batch job none. The ready time is not
    /// before the submission.
    pub window: Option<(Time, Time)>,
    /// What else the log says of it: some policies look at it.
    pub logged: Logged,
}

/// An edit of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Draws a job that is ready at `at`, for `length` seconds on this number of processors; its
    /// limit is its length.
    Add {
        /// When it is submitted, and a reservation ready.
        at: Time,
        /// Its length, in seconds.
        length: Time,
        /// Its size.
        processors: u32,
        /// Whether it is an advance reservation.
        reservation: bool,
    },
    /// Moves a job by this many seconds: a batch job's submission, a reservation's window.
    Shift {
        /// The job's number.
        job: u64,
        /// How far, negative for earlier.
        seconds: Time,
    },
    /// Makes a job longer by this many seconds, with its limit and its window.
    Lengthen {
        /// The job's number.
        job: u64,
        /// By how much, negative for shorter.
        seconds: Time,
    },
    /// Gives a job this number of processors.
    Resize {
        /// The job's number.
        job: u64,
        /// Its size from now on.
        processors: u32,
    },
    /// Makes a reservation of a batch job, ready at its submission, or a batch job of a reservation.
    Turn {
        /// The job's number.
        job: u64,
    },
    /// Writes all of a job anew, by its number.
    Set(SketchedJob),
    /// Wipes a job out, unless it is the last: a log without jobs is none.
    Wipe {
        /// The job's number.
        job: u64,
    },
}

impl Sketch {
    /// The blackboard example: five jobs on eight processors. The third is too wide to start when
    /// it comes, and the others show which jobs may pass it: the fourth is short enough to be done
    /// before the reservation begins, the fifth is that reservation.
    pub fn blackboard() -> Self {
        let minutes = |submit: Time, processors, run_time: Time, requested_time: Time| SketchedJob {
            id: 0,
            submit: submit * 60,
            processors,
            run_time: run_time * 60,
            requested_time: requested_time * 60,
            window: None,
            logged: Logged::UNKNOWN,
        };
        let mut jobs = vec![
            minutes(0, 3, 50, 60),
            minutes(5, 4, 40, 40),
            minutes(10, 6, 30, 30),
            minutes(15, 1, 35, 40),
            minutes(20, 5, 30, 30),
        ];
        jobs[4].window = Some((90 * 60, 120 * 60));
        for (job, id) in jobs.iter_mut().zip(1..) {
            job.id = id;
        }
        Self { jobs }
    }

    /// The first example: five jobs on eight processors that strict FCFS, greedy and EASY backfilling schedule
    /// differently. The second needs all processors; the fourth fits beside the first, but runs past its end.
    pub fn first_example() -> Self {
        let jobs = [(0, 5, 60), (5, 8, 30), (10, 2, 45), (15, 1, 90), (20, 4, 40)];
        let of = |(id, (submit, processors, length)): (u64, (Time, u32, Time))| SketchedJob {
            id,
            submit: submit * 60,
            processors,
            run_time: length * 60,
            requested_time: length * 60,
            window: None,
            logged: Logged::UNKNOWN,
        };
        Self { jobs: (1..).zip(jobs).map(of).collect() }
    }

    /// The jobs of a run, to be edited; `None` if they are too many.
    pub fn of(jobs: &[Job]) -> Option<Self> {
        let sketched = |job: &Job| SketchedJob {
            id: job.id,
            submit: job.submit,
            processors: job.processors,
            run_time: job.run_time.max(1),
            requested_time: job.requested_time.max(1),
            window: job.reservation.map(|it| (it.ready, it.deadline)),
            logged: job.logged,
        };
        (jobs.len() <= MOST_SKETCHED).then(|| Self { jobs: jobs.iter().map(sketched).collect() })
    }

    /// The job of that number.
    pub fn job(&self, id: u64) -> Option<&SketchedJob> {
        self.jobs.iter().find(|job| job.id == id)
    }

    /// The sketch after an edit, on providers of at most `largest` processors: values that do not
    /// fit, before time 0 or above that size, are set to the nearest that do. An edit of a job that
    /// does not exist, or a job too many, leaves it as it is. O(jobs).
    pub fn after(&self, stroke: Stroke, largest: u32) -> Self {
        let mut after = self.clone();
        match stroke {
            Stroke::Add { .. } if after.jobs.len() >= MOST_SKETCHED => {}
            Stroke::Add { at, length, processors, reservation } => {
                let at = at.max(0);
                let last = after.jobs.iter().map(|job| job.id).max().unwrap_or(0);
                after.jobs.push(SketchedJob {
                    id: last.saturating_add(1),
                    submit: at,
                    processors,
                    run_time: length,
                    requested_time: length,
                    window: reservation.then(|| (at, at.saturating_add(length))),
                    logged: Logged::UNKNOWN,
                });
            }
            Stroke::Shift { job, seconds } => after.change(job, |job| job.shift(seconds)),
            Stroke::Lengthen { job, seconds } => after.change(job, |job| job.lengthen(seconds)),
            Stroke::Resize { job, processors } => after.change(job, |job| job.processors = processors),
            Stroke::Turn { job } => after.change(job, |job| {
                let end = job.submit.saturating_add(job.requested_time);
                job.window = job.window.is_none().then_some((job.submit, end));
            }),
            Stroke::Set(set) => after.change(set.id, |job| *job = set),
            Stroke::Wipe { .. } if after.jobs.len() == 1 => {}
            Stroke::Wipe { job } => after.jobs.retain(|other| other.id != job),
        }
        for job in &mut after.jobs {
            job.fit(largest);
        }
        after
    }

    fn change(&mut self, id: u64, change: impl FnOnce(&mut SketchedJob)) {
        if let Some(job) = self.jobs.iter_mut().find(|job| job.id == id) {
            change(job);
        }
    }

    /// Its jobs as the text of a log in SWF.
    pub fn swf(&self, name: &str) -> String {
        let mut header = Header::default();
        // So late in a log, times would be taken for Unix times.
        let first = self.jobs.iter().map(|job| job.submit).min();
        if first.is_some_and(|first| first >= FIRST_UNIX_TIME) {
            let entry = ("UnixStartTime".to_owned(), "0".to_owned());
            header.entries.push(entry);
        }
        let log = Log { header, records: self.jobs.iter().map(SketchedJob::record).collect(), ..Log::default() };
        write_swf(&Workload::of_log(name, log))
    }

    /// The requests of its reservations.
    pub fn requests(&self) -> Vec<ListedRequest> {
        let requests = self.jobs.iter().filter_map(|job| {
            let (ready, deadline) = job.window?;
            Some(ListedRequest { job: job.id, ready, deadline, best_effort: None })
        });
        requests.collect()
    }
}

impl SketchedJob {
    fn shift(&mut self, seconds: Time) {
        match &mut self.window {
            None => self.submit = self.submit.saturating_add(seconds).max(0),
            Some((ready, deadline)) => {
                // As far as it can go, so that the window stays as long as it is.
                let seconds = seconds.max(-*ready);
                *ready = ready.saturating_add(seconds);
                *deadline = deadline.saturating_add(seconds);
                self.submit = self.submit.min(*ready);
            }
        }
    }

    fn lengthen(&mut self, seconds: Time) {
        let seconds = seconds.max(1 - self.run_time);
        self.run_time = self.run_time.saturating_add(seconds);
        self.requested_time = self.requested_time.saturating_add(seconds);
        if let Some((_, deadline)) = &mut self.window {
            *deadline = deadline.saturating_add(seconds);
        }
    }

    /// Brings every value to the nearest that a log and a scenario may hold.
    fn fit(&mut self, largest: u32) {
        // Sums of a few of these must stay times too.
        let latest = MAX_TIME / 8;
        self.submit = self.submit.clamp(0, latest);
        self.run_time = self.run_time.clamp(1, latest);
        self.requested_time = self.requested_time.clamp(1, latest);
        self.processors = self.processors.clamp(1, largest.max(1));
        if let Some((ready, deadline)) = &mut self.window {
            *ready = (*ready).clamp(self.submit, latest);
            *deadline = (*deadline).clamp(*ready, MAX_TIME / 2);
        }
    }

    fn record(&self) -> Record {
        Record {
            id: self.id,
            submit: self.submit,
            run_time: self.run_time,
            allocated_processors: self.processors.into(),
            requested_processors: self.processors.into(),
            requested_time: self.requested_time,
            status: 1,
            ..self.logged.record()
        }
    }
}
