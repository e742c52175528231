//! EASY backfilling: a promise to the head of the queue.

use super::{Finds, LocalPass, LocalPolicy, Standing, Waiting, start_all_that_fit};
use workload::Time;

/// The head of the queue is promised the earliest time at which enough processors will be free by
/// the running jobs' limits; the rest, in order of arrival, start now if they end by then or use
/// only processors that the head leaves over (Mu'alem and Feitelson 2001).
///
/// Both conditions of the rest are one: that the job fits while the head's interval is taken. The
/// promise is made anew at each pass, so it only ever moves earlier, unless a reservation was
/// accepted in between, which does not see it. Where no time is early enough, because jobs without a limit run, nothing is
/// promised, and the rest starts as it fits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Easy {
    /// The head that waits, and its start; [`Time::MAX`] where jobs without a limit leave it none.
    promise: Option<(u32, Time)>,
}

impl Easy {
    /// The head that was left waiting by the last pass, and the start promised to it.
    pub fn promise(&self) -> Option<(u32, Time)> {
        self.promise
    }
}

impl LocalPolicy for Easy {
    fn pass(&mut self, pass: &mut LocalPass) {
        self.promise = None;
        let queue = pass.queue;
        while let Some(head) = pass.first().filter(|&head| pass.fits(head)) {
            pass.start(head);
        }
        let Some(head) = pass.first() else {
            return;
        };
        // It does not fit now: only a job that runs on past its limit hides that from the calendar.
        let promised = pass.earliest_fit(head, pass.now + 1).unwrap_or(Time::MAX);
        self.promise = Some((queue[head].job, promised));
        let promise = (promised < Time::MAX).then(|| pass.promise(head, promised));
        start_all_that_fit(pass, || head + 1..queue.len());
        promise.into_iter().for_each(|it| pass.withdraw(it));
    }

    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn standing(&self, queue: &[Waiting], place: usize) -> Standing {
        match (place, self.promise) {
            (0, Some((job, start))) if queue[0].job == job => Standing::Promised { start },
            (0, _) => Standing::Open,
            (_, Some((_, Time::MAX))) => Standing::Open,
            (_, Some(_)) => Standing::BehindPromises,
            (_, None) => Standing::Behind { place: 0 },
        }
    }
}
