//! Requests to the worker behind the picture: the newest run wins, and every request ends in an answer or an
//! error.

/// Numbers the requests to the worker; later ones are higher.
pub type Number = u32;

/// Names a workload.
pub use crate::history::WorkloadKey as Key;

/// A run that a newer one makes obsolete may still finish within this many milliseconds of its start:
/// while a slider moves, a picture a little late is better than none until it rests.
const GRACE: f64 = 150.0;

/// Requests to the worker without an answer yet: workloads to be read, runs `R`, questions `Q`.
#[derive(Debug)]
pub struct LiveRuns<R, Q> {
    under_way: Option<UnderWay<R>>,
    /// The newest run, while an older one may still finish.
    next: Option<R>,
    /// The run that was lost with its worker, or stopped, until there is a newer one.
    lost: Option<R>,
    /// Workloads that were given to be read.
    reading: Vec<Key>,
    /// The latest question, until it is answered.
    asked: Option<(Number, Q)>,
    numbers: Number,
    /// Whether a requested call of [`LiveRuns::begin_next`] is outstanding.
    is_patient: bool,
    /// Whether there is no worker: all requests are held until the user tries again.
    is_given_up: bool,
}

#[derive(Debug)]
struct UnderWay<R> {
    number: Number,
    run: R,
    since: f64,
}

/// A request to the worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToWorker<R, Q> {
    Read(Key),
    Run(Number, R),
    Ask(Number, Q),
    /// Stop the run that is under way.
    Stop,
}

/// When a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begins<R, Q> {
    /// Now: this is to be sent.
    Now(ToWorker<R, Q>),
    /// Asks for a call of [`LiveRuns::begin_next`] after this many milliseconds.
    Later(u32),
    /// With the next message or call that is due anyway.
    Waits,
}

/// The requests that were lost with a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost<R, Q> {
    pub reading: Vec<Key>,
    pub run: Option<R>,
    pub asked: Option<Q>,
}

impl<R, Q> Default for LiveRuns<R, Q> {
    fn default() -> Self {
        Self {
            under_way: None,
            next: None,
            lost: None,
            reading: Vec::new(),
            asked: None,
            numbers: 0,
            is_patient: false,
            is_given_up: false,
        }
    }
}

impl<R: Clone, Q: Clone> LiveRuns<R, Q> {
    /// A workload is to be read.
    pub fn read(&mut self, key: Key) -> Option<ToWorker<R, Q>> {
        if !self.reading.contains(&key) {
            self.reading.push(key);
        }
        self.sent(ToWorker::Read(key))
    }

    /// Something is to be run in place of any older run; `now` in milliseconds.
    pub fn run(&mut self, run: R, now: f64) -> Begins<R, Q> {
        self.next = Some(run);
        self.lost = None;
        let left = self.under_way.as_ref().map(|it| GRACE - (now - it.since));
        match left {
            Some(left) if left > 0.0 && self.is_patient => Begins::Waits,
            Some(left) if left > 0.0 => {
                self.is_patient = true;
                Begins::Later(left.ceil() as u32)
            }
            _ => self.begin_next(now).map_or(Begins::Waits, Begins::Now),
        }
    }

    /// Begins the newest run, if it has not begun.
    pub fn begin_next(&mut self, now: f64) -> Option<ToWorker<R, Q>> {
        self.is_patient = false;
        if self.is_given_up {
            return None;
        }
        let run = self.next.take()?;
        self.numbers += 1;
        self.under_way = Some(UnderWay { number: self.numbers, run: run.clone(), since: now });
        Some(ToWorker::Run(self.numbers, run))
    }

    /// A question is asked in place of any older one.
    pub fn ask(&mut self, question: Q) -> Option<ToWorker<R, Q>> {
        self.numbers += 1;
        self.asked = Some((self.numbers, question.clone()));
        self.sent(ToWorker::Ask(self.numbers, question))
    }

    /// Stops the current or the next run: whether there was one, and the message to send.
    pub fn cancel(&mut self) -> (bool, Option<ToWorker<R, Q>>) {
        let begun = self.under_way.take().map(|it| it.run);
        let stop = begun.as_ref().and_then(|_| self.sent(ToWorker::Stop));
        let stopped = self.next.take().or(begun);
        let is_stopped = stopped.is_some();
        self.lost = stopped.or(self.lost.take());
        (is_stopped, stop)
    }

    /// Whether the run of this number is the one that is waited for.
    pub fn is_current(&self, number: Number) -> bool {
        self.under_way.as_ref().is_some_and(|it| it.number == number)
    }

    /// The run of this number has ended: which one that was. `None` if it is not waited for.
    pub fn ended(&mut self, number: Number) -> Option<R> {
        let ended = self.under_way.take_if(|it| it.number == number)?;
        Some(ended.run)
    }

    /// The question of this number has been answered: which one that was.
    pub fn answered(&mut self, number: Number) -> Option<Q> {
        let asked = self.asked.take_if(|(asked, _)| *asked == number)?;
        Some(asked.1)
    }

    /// A workload has been read, or cannot be: whether that was waited for.
    pub fn has_read(&mut self, key: Key) -> bool {
        let place = self.reading.iter().position(|&reading| reading == key);
        place.map(|place| self.reading.remove(place)).is_some()
    }

    /// The workloads that are being read, and the runs and questions that wait for an answer.
    pub fn pending(&self) -> (&[Key], impl Iterator<Item = &R>, Option<&Q>) {
        let runs = self.under_way.iter().map(|it| &it.run).chain(&self.next).chain(&self.lost);
        (&self.reading, runs, self.asked.as_ref().map(|(_, it)| it))
    }

    /// The messages to the worker are lost: every request ends with an error.
    pub fn lose(&mut self) -> Lost<R, Q> {
        let run = self.under_way.take().map(|it| it.run);
        if self.next.is_none() {
            self.lost.clone_from(&run);
        }
        Lost {
            reading: std::mem::take(&mut self.reading),
            // A newer run begins with the next worker.
            run: run.filter(|_| self.next.is_none()),
            asked: self.asked.take().map(|(_, it)| it),
        }
    }

    /// There is no worker any more: requests are held until the user tries again.
    pub fn give_up(&mut self) {
        self.is_given_up = true;
        let run = self.under_way.take().map(|it| it.run);
        self.next = self.next.take().or(run);
    }

    /// Sends what is held, and the run that was lost or stopped, again.
    pub fn try_again(&mut self, now: f64) -> Vec<ToWorker<R, Q>> {
        let held = std::mem::take(&mut self.is_given_up);
        let mut sent = Vec::new();
        if held {
            sent.extend(self.reading.iter().copied().map(ToWorker::Read));
        }
        if let Some(run) = self.lost.take() {
            self.next.get_or_insert(run);
        }
        sent.extend(self.begin_next(now));
        if held && let Some((number, question)) = &self.asked {
            sent.push(ToWorker::Ask(*number, question.clone()));
        }
        sent
    }

    fn sent(&self, send: ToWorker<R, Q>) -> Option<ToWorker<R, Q>> {
        (!self.is_given_up).then_some(send)
    }
}

#[cfg(test)]
mod tests;
