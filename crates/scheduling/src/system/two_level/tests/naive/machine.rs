//! A provider: the jobs on its processors, and its promises.

use super::estimates::Habits;
use workload::Time;

/// Processors promised to a job, for whole slots.
#[derive(Clone)]
pub struct Promise {
    pub job: usize,
    pub from: Time,
    pub to: Time,
    pub size: u32,
    /// Which ones, where they are named.
    pub processors: Option<Vec<u32>>,
}

/// A reservation that was accepted and has not taken its processors.
#[derive(Clone)]
pub struct Booked {
    pub job: usize,
    /// When it takes its processors, when its job may begin, and how long that is given.
    pub from: Time,
    pub start: Time,
    pub length: Time,
}

#[derive(Clone)]
pub struct Machine {
    pub habits: Habits,
    /// The batch job that each processor belongs to, running or suspended.
    pub batch: Vec<Option<usize>>,
    /// The reservation that holds each processor: if it belongs to a batch job as well, it is lent.
    pub reserved: Vec<Option<usize>>,
    /// To reservations, to running batch jobs, and to waiting ones by their policy.
    pub promises: Vec<Promise>,
    /// Batch jobs in order of arrival.
    pub waiting: Vec<usize>,
    pub booked: Vec<Booked>,
    /// Jobs that were not done when their open reservations ended, by that time, with their
    /// processors: they wait until no other job has those.
    pub outlasting: Vec<(usize, Vec<u32>)>,
    /// Batch jobs whose processors are lent.
    pub suspended: Vec<usize>,
    /// How many reservations were accepted.
    pub reservations: usize,
    /// Since its scheduler last decided: a job ended here; or a job ended, arrived or was booked.
    pub a_job_ended: bool,
    pub has_changed: bool,
}

impl Machine {
    pub fn new(habits: Habits, processors: u32) -> Self {
        Self {
            habits,
            batch: vec![None; processors as usize],
            reserved: vec![None; processors as usize],
            promises: Vec::new(),
            waiting: Vec::new(),
            booked: Vec::new(),
            outlasting: Vec::new(),
            suspended: Vec::new(),
            reservations: 0,
            a_job_ended: false,
            has_changed: false,
        }
    }

    pub fn capacity(&self) -> u32 {
        self.batch.len() as u32
    }

    /// The idle processors for which no job waits that was there before, in order.
    pub fn idle(&self) -> Vec<u32> {
        let waited_for = |it: &u32| self.outlasting.iter().any(|(_, own)| own.contains(it));
        let all = 0..self.capacity();
        all.filter(|it| self.is_idle(*it) && !waited_for(it)).collect()
    }

    fn is_idle(&self, processor: u32) -> bool {
        let place = processor as usize;
        self.batch[place].is_none() && self.reserved[place].is_none()
    }

    /// Removes and returns the first of the jobs whose reservations ended too early whose processors
    /// no other job has or has waited for longer.
    pub fn take_resumable(&mut self) -> Option<(usize, Vec<u32>)> {
        let before = |place: usize| self.outlasting[..place].iter().flat_map(|it| &it.1);
        let his = |place: usize| {
            let mut own = self.outlasting[place].1.iter();
            own.all(|it| self.is_idle(*it) && before(place).all(|other| other != it))
        };
        let first = (0..self.outlasting.len()).find(|&place| his(place))?;
        Some(self.outlasting.remove(first))
    }

    /// How many processors are not promised at this time.
    pub fn count_at(&self, time: Time) -> i64 {
        let taken = self.promises.iter().filter(|it| it.from <= time && time < it.to);
        i64::from(self.capacity()) - taken.map(|it| i64::from(it.size)).sum::<i64>()
    }

    /// How many are not promised in the slots that this interval touches: the count only falls
    /// where a promise begins.
    fn count_throughout(&self, from: Time, to: Time) -> u32 {
        let (from, to) = (self.habits.down(from), self.habits.up(to));
        self.promises
            .iter()
            .map(|it| it.from)
            .filter(|&time| from < time && time < to)
            .chain([from])
            .map(|time| self.count_at(time))
            .min()
            .unwrap_or(0)
            .max(0) as u32
    }

    /// The processors that are named in no promise for the slots that this interval touches.
    pub fn named_throughout(&self, from: Time, to: Time) -> Vec<u32> {
        let (from, to) = (self.habits.down(from), self.habits.up(to));
        let taken: Vec<u32> = self
            .promises
            .iter()
            .filter(|it| it.from < to && from < it.to)
            .flat_map(|it| it.processors.clone())
            .flatten()
            .collect();
        let all = 0..self.capacity();
        all.filter(|it| !taken.contains(it)).collect()
    }

    /// How many processors can be promised for the whole of the interval.
    pub fn free_throughout(&self, from: Time, to: Time) -> u32 {
        if self.habits.names_processors {
            self.named_throughout(from, to).len() as u32
        } else {
            self.count_throughout(from, to)
        }
    }

    /// The first start at which `size` processors can be promised for `length`: the count rises
    /// only where a promise ends.
    pub fn earliest(&self, ready: Time, length: Time, size: u32) -> Option<Time> {
        let mut starts: Vec<Time> =
            self.promises.iter().map(|it| it.to).filter(|&end| ready < end && end < Time::MAX).chain([ready]).collect();
        starts.sort_unstable();
        let fits = |start: &Time| self.free_throughout(*start, start.saturating_add(length)) >= size;
        starts.into_iter().find(fits)
    }

    /// The first start at which `size` processors can be promised for `length` of those that are asked for, from `ready` on every
    /// `step` seconds; of all starts with 0.
    pub fn earliest_asked(&self, (ready, step): (Time, Time), length: Time, size: u32) -> Option<Time> {
        if step == 0 {
            return self.earliest(ready, length, size);
        }
        let last = self.promises.iter().map(|it| it.to).filter(|&end| end < Time::MAX).max().unwrap_or(ready);
        let asked = (0..).map(|attempt| ready + attempt * step);
        let mut asked = asked.take_while(|&start| start <= last.max(ready) + step);
        asked.find(|&start| self.free_throughout(start, start.saturating_add(length)) >= size)
    }

    /// Whether the slots of such a reservation would begin where those of another one end, or end where they begin.
    pub fn touches(&self, start: Time, length: Time) -> bool {
        let (from, to) = (self.habits.down(start), self.habits.up(start + length));
        let is_reservation =
            |job: usize| self.booked.iter().any(|it| it.job == job) || self.reserved.contains(&Some(job));
        let mut others = self.promises.iter().filter(|it| is_reservation(it.job));
        others.any(|it| it.to == from || it.from == to)
    }

    pub fn forget(&mut self, job: usize) {
        self.promises.retain(|it| it.job != job);
    }

    /// Promises the slots that the interval touches: these processors, or, where none are named
    /// although this provider names them, the lowest that are free.
    pub fn promise(&mut self, job: usize, size: u32, (from, to): (Time, Time), named: Option<Vec<u32>>) {
        let lowest = || {
            let free = self.named_throughout(from, to);
            free.into_iter().take(size as usize).collect()
        };
        let names = self.habits.names_processors;
        let processors = names.then(|| named.unwrap_or_else(lowest));
        let (from, to) = (self.habits.down(from), self.habits.up(to));
        self.promises.push(Promise { job, from, to, size, processors });
    }

    pub fn promise_to(&self, job: usize) -> Option<&Promise> {
        self.promises.iter().find(|it| it.job == job)
    }

    /// On which processors a batch job with this limit would start now: the lowest that are idle
    /// and stay out of the way of all promises.
    pub fn place_for(&self, size: u32, now: Time, limit: Option<Time>) -> Option<Vec<u32>> {
        let end = limit.map_or(Time::MAX, |it| now + it);
        let mut usable = self.idle();
        if usable.len() < size as usize {
            return None;
        }
        if self.habits.batch_jobs_count && self.habits.names_processors {
            let free = self.named_throughout(now, end);
            usable.retain(|it| free.contains(it));
        } else if self.habits.batch_jobs_count && self.count_throughout(now, end) < size {
            return None;
        }
        usable.truncate(size as usize);
        (usable.len() == size as usize).then_some(usable)
    }

    /// Takes the job off all processors and out of all promises.
    pub fn remove(&mut self, job: usize) {
        for place in self.batch.iter_mut().chain(&mut self.reserved) {
            if *place == Some(job) {
                *place = None;
            }
        }
        self.forget(job);
    }
}
