//! The promises of a provider over time: by count, and by name under static binding.

use super::{Provider, next_multiple};
use crate::availability::{ProcessorSet, Request, Window};
use workload::Time;

impl Provider {
    /// The earliest start at which the request fits. Only other promises stand in its way.
    pub fn earliest_fit(&self, request: &Request) -> Option<Time> {
        match &self.names {
            Some(names) => names.earliest_fit(request),
            None => self.calendar.earliest_fit(request),
        }
    }

    /// The first start at which the request fits of its earliest one and those that follow at `step` seconds, for
    /// which the provider is asked one by one; of all starts with step 0. O(c log c) for the c changes of the promised processors.
    pub fn earliest_asked(&self, request: &Request, step: Time) -> Option<Time> {
        if step == 0 {
            return self.earliest_fit(request);
        }
        let mut asked = request.ready;
        loop {
            let ready = asked;
            let fits = self.earliest_fit(&Request { ready, ..*request })?;
            if fits == asked {
                return Some(asked);
            }
            // The provider says no until then.
            let later = next_multiple(fits.checked_sub(request.ready)?, step);
            asked = request.ready.checked_add(later)?;
        }
    }

    /// Every start at which the request fits, as windows.
    pub fn windows(&self, request: &Request) -> Vec<Window> {
        match &self.names {
            Some(names) => names.slots.windows(request, Time::MAX),
            None => self.calendar.windows(request, Time::MAX),
        }
    }

    /// Counts a promise in, to whomever it is made; under static binding of these processors.
    pub fn promise(&mut self, (from, to): (Time, Time), processors: u32, named: &ProcessorSet) {
        self.calendar.reserve(from, to, processors);
        if let Some(names) = &mut self.names {
            names.slots.reserve(from, to, named);
        }
    }

    /// How many processors, the same ones under static binding, are not promised throughout.
    pub fn room(&self, from: Time, to: Time) -> i64 {
        match &self.names {
            Some(names) => names.room(from, to).into(),
            None => self.calendar.least_free(from, to),
        }
    }

    /// A reservation's interval moves, because another job holds its processors.
    pub fn shift(&mut self, job: u32, old: (Time, Time), new: (Time, Time), processors: u32) {
        self.calendar.release(old.0, old.1, processors);
        self.calendar.reserve(new.0, new.1, processors);
        if let Some(believed) = &mut self.believed {
            believed.shifted(job, old, new, processors);
        }
        self.lies(job, new);
        if let Some(names) = &mut self.names {
            names.shift(job, old, new);
        }
    }
}
