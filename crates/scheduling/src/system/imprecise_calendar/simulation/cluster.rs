//! A cluster: the calendar of its manager, and the jobs on its nodes now.

use super::super::ImpreciseCalendar;
use super::beliefs::Belief;
use crate::availability::calendar::{Booking, Calendar, CalendarPlace, Demand, Grid, SharedSlots, Span};
use crate::engine::Processors;
use workload::Time;

/// A cluster of nodes that are all alike.
pub struct Cluster {
    /// Its calendar: where slots are shared only its slots are used, and it has no bookings.
    pub calendar: Calendar,
    /// The jobs on its nodes now.
    pub nodes: Processors,
    shared: Option<SharedSlots>,
    /// How many commitments could not be kept.
    pub broken: u64,
}

/// A job's place in a cluster.
#[derive(Clone, Copy, Debug)]
pub struct Booked {
    /// The request.
    pub demand: Demand,
    /// When it starts: at the beginning of its slot, or a time within it.
    pub start: Time,
}

impl From<&Booking> for Booked {
    fn from(booking: &Booking) -> Self {
        Self { demand: booking.demand, start: booking.place.start }
    }
}

impl Booked {
    /// When it ends at the latest.
    pub fn end(&self) -> Time {
        self.demand.end(self.start)
    }

    /// The slot in which it starts: as long as that is a coarse one, its start is vague.
    pub fn first_slot(&self, grid: &Grid) -> Span {
        grid.slot_at(self.start)
    }
}

impl Cluster {
    /// A cluster of `nodes` nodes, all free, at time `now`.
    pub fn new(settings: &ImpreciseCalendar, nodes: u32, now: Time) -> Self {
        let (levels, low_water) = (settings.levels(), settings.low_water);
        let shared = || SharedSlots::new(levels, low_water, nodes, now);
        Self {
            calendar: settings.calendar(nodes, now),
            nodes: Processors::new(nodes),
            shared: (!settings.one_job_per_slot).then(shared),
            broken: 0,
        }
    }

    /// Its slots, if they are shared.
    pub fn shared(&self) -> Option<&SharedSlots> {
        self.shared.as_ref()
    }

    /// The shared slots, mutably.
    pub fn shared_mut(&mut self) -> Option<&mut SharedSlots> {
        self.shared.as_mut()
    }

    /// The calendar by which it answers inquiries.
    pub fn belief(&self) -> Belief<'_> {
        match &self.shared {
            Some(shared) => Belief::Shared(shared),
            None => Belief::Alone(&self.calendar),
        }
    }

    /// Gives a job the place that begins then.
    pub fn book(&mut self, job: u32, demand: &Demand, start: Time) {
        match &mut self.shared {
            Some(shared) => shared.book(job, *demand, start),
            None => {
                let place = CalendarPlace::at(self.calendar.grid(), start, demand.length);
                self.calendar.book(job, demand, place);
            }
        }
    }

    /// Cancels a booking. Returns whether that frees nodes.
    pub fn cancel(&mut self, job: u32, now: Time) -> bool {
        match &mut self.shared {
            Some(shared) => shared.cancel(job, now),
            None => self.calendar.cancel(job, now),
        }
    }

    /// Moves a job forward, if it can be.
    pub fn move_forward(&mut self, job: u32, now: Time) -> bool {
        match &mut self.shared {
            Some(shared) => shared.move_forward(job, now),
            None => self.calendar.move_forward(job, now),
        }
    }

    /// Moves a job forward whose place need not be the first that was free when the job got it: the place is
    /// searched anew, whatever became free since.
    pub fn move_anywhere(&mut self, job: u32, now: Time) -> bool {
        let Some(demand) = self.calendar.booking(job).map(|it| it.demand) else {
            return self.move_forward(job, now);
        };
        let Some(place) = self.calendar.earlier(job, now) else {
            return false;
        };
        self.calendar.cancel(job, place.start);
        self.calendar.book(job, &demand, place);
        true
    }

    /// When the advance of time next has an effect; `all_are_settled` says whether no booking was made or given
    /// back since jobs were examined when the threshold was lifted here.
    pub fn next_split(&self, all_are_settled: bool) -> Option<Time> {
        match &self.shared {
            Some(shared) => shared.next_split(),
            None => {
                let freed = self.calendar.next_freed();
                let lifted = self.calendar.next_lifted(all_are_settled);
                freed.into_iter().chain(lifted).min()
            }
        }
    }

    /// How many slots its calendar has, and how many a flat one would need.
    pub fn size(&self, least: u32) -> (u64, u64) {
        let grid = self.calendar.grid();
        match &self.shared {
            Some(shared) => {
                let (slots, end) = grid.slots_until(shared.last_end(), least);
                (slots, ((end - grid.begin()) / grid.finest()) as u64)
            }
            None => self.calendar.size(least),
        }
    }

    /// A job's place, if it has one.
    pub fn booking(&self, job: u32) -> Option<Booked> {
        match &self.shared {
            Some(shared) => {
                let (demand, start) = shared.booking(job)?;
                Some(Booked { demand, start })
            }
            None => self.calendar.booking(job).map(Booked::from),
        }
    }

    /// All places, by job.
    pub fn bookings(&self) -> Vec<(u32, Booked)> {
        match &self.shared {
            Some(shared) => shared.bookings().map(|(job, demand, start)| (job, Booked { demand, start })).collect(),
            None => self.calendar.bookings().map(|(job, booking)| (job, booking.into())).collect(),
        }
    }
}
