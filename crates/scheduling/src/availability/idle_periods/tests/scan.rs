//! A scan of every server, from the definitions alone.

use crate::availability::BEGINNING;
use crate::availability::idle_periods::{FOREVER, IdlePeriod, IdlePeriods, Operations, Selection, ServerSet, Share};
use workload::Time;

/// The idle periods of each server.
pub struct Scan {
    now: Time,
    idle: Vec<Vec<(Time, Time)>>,
}

impl Scan {
    pub fn new(servers: u32) -> Self {
        Self { now: BEGINNING, idle: vec![vec![(BEGINNING, FOREVER)]; servers as usize] }
    }

    fn all(&self) -> Vec<IdlePeriod> {
        let of = |(server, periods): (usize, &Vec<(Time, Time)>)| {
            let server = server as u32;
            let period = |&(start, end): &(Time, Time)| IdlePeriod { start, end, server };
            periods.iter().map(period).collect::<Vec<_>>()
        };
        self.idle.iter().enumerate().flat_map(of).collect()
    }

    fn set(&mut self, server: u32, mut periods: Vec<(Time, Time)>) {
        periods.retain(|&(start, end)| start < end && end > self.now);
        periods.sort_unstable();
        self.idle[server as usize] = periods;
    }
}

impl IdlePeriods for Scan {
    fn servers(&self) -> u32 {
        self.idle.len() as u32
    }

    fn roll(&mut self, now: Time) {
        self.now = now;
        for server in 0..self.servers() {
            let periods = self.idle[server as usize].clone();
            self.set(server, periods);
        }
    }

    fn search(&mut self, from: Time, to: Time, count: u32, selection: Selection) -> Option<Vec<Share>> {
        let mut feasible = self.all();
        feasible.retain(|it| it.start <= from && to <= it.end);
        match selection {
            Selection::LatestStart | Selection::Printed => {
                feasible.sort_by_key(|it| (-i128::from(it.start), it.end, it.server));
            }
            Selection::EarliestEnd => {
                feasible.sort_by_key(|it| (it.end, -i128::from(it.start), it.server));
            }
            Selection::FirstServer => feasible.sort_by_key(|it| it.server),
        }
        if feasible.len() < count as usize {
            return None;
        }
        let share = |it: &IdlePeriod| Share { start: it.start, end: it.end, servers: ServerSet::of(vec![it.server]) };
        Some(feasible[..count as usize].iter().map(share).collect())
    }

    fn book(&mut self, chosen: &[Share], from: Time, to: Time) {
        for share in chosen {
            for server in share.servers.iter() {
                let mut periods = self.idle[server as usize].clone();
                periods.retain(|&it| it != (share.start, share.end));
                periods.push((share.start, from));
                periods.push((to, share.end));
                self.set(server, periods);
            }
        }
    }

    fn release(&mut self, servers: &ServerSet, from: Time, to: Time) {
        for server in servers.iter() {
            let mut periods = self.idle[server as usize].clone();
            let (mut start, mut end) = (from, to);
            for &(other_start, other_end) in &self.idle[server as usize] {
                if other_end == from {
                    start = other_start;
                }
                if other_start == to {
                    end = other_end;
                }
            }
            periods.retain(|&(_, it)| it != from);
            periods.retain(|&(it, _)| it != to);
            periods.push((start, end));
            self.set(server, periods);
        }
    }

    fn idle_throughout(&mut self, from: Time, to: Time) -> ServerSet {
        let idle = self.all().into_iter().filter(|it| it.start <= from && to <= it.end);
        ServerSet::of(idle.map(|it| it.server).collect())
    }

    fn periods(&self, from: Time, to: Time) -> Vec<IdlePeriod> {
        let mut periods = self.all();
        periods.retain(|it| it.start < to && from < it.end);
        periods.sort_by_key(|it| (-i128::from(it.start), it.end, it.server));
        periods
    }

    fn operations(&self) -> Operations {
        Operations::default()
    }
}
