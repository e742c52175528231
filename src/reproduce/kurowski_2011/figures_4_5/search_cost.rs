//! How many slots a search for a window looks at: a cost that does not depend on the machine.

use super::super::job_set::JobSet;
use super::super::reading::SINGLED_OUT;
use crate::availability::{Availability, Carts, FixedSlots, Request, Step};
use crate::reproduce::numbers::number;
use crate::reproduce::{Case, Claim, Listing, Verdict};
use crate::workload::select::select;
use crate::workload::{Job, Time, Workload};

/// What searching cost on one set with one kind of slots.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Slots looked at, by all searches.
    examined: u64,
    /// Slots that the windows found reach over: what is left where no window before fails.
    spanned: u64,
    /// Searches: one for each reservation and provider.
    searches: u64,
    /// Slots that both providers had in the end, from the first promise to the last.
    slots: u64,
}

impl Cost {
    fn examined_per_search(self) -> f64 {
        self.examined as f64 / self.searches.max(1) as f64
    }

    fn spanned_per_search(self) -> f64 {
        self.spanned as f64 / self.searches.max(1) as f64
    }
}

/// One provider's slots, and a search that counts.
enum Calendar {
    Variable(Carts),
    Fixed(FixedSlots),
}

impl Calendar {
    fn new(processors: u32, length: Option<Time>) -> Self {
        match length {
            None => Self::Variable(Carts::new(processors)),
            Some(length) => Self::Fixed(FixedSlots::new(processors, length)),
        }
    }

    /// ARTS²: the earliest start, how many slots it looks at from the ready time on, and how many of
    /// them the window found reaches over.
    fn search(&self, request: &Request) -> Option<(Time, u64, u64)> {
        match self {
            Self::Variable(carts) => {
                let start = carts.earliest_fit(request)?;
                let steps = carts.slots();
                let last = slot_at(steps, start + request.length - 1) + 1;
                let from = |time| (last - slot_at(steps, time)) as u64;
                Some((start, from(request.ready), from(start)))
            }
            Self::Fixed(fixed) => {
                let (start, examined) = fixed.earliest_fit_counting(request);
                let start = start?;
                let slot = |time: Time| time.div_euclid(fixed.length());
                let spanned = slot(start + request.length - 1) - slot(start) + 1;
                Some((start, examined as u64, spanned as u64))
            }
        }
    }

    fn reserve(&mut self, from: Time, to: Time, processors: u32) {
        match self {
            Self::Variable(carts) => carts.reserve(from, to, processors),
            Self::Fixed(fixed) => fixed.reserve(from, to, processors),
        }
    }

    /// Slots between the first promise and the last.
    fn slots(&self) -> u64 {
        match self {
            Self::Variable(carts) => carts.slots().len().saturating_sub(2) as u64,
            Self::Fixed(fixed) => {
                let steps = fixed.steps();
                let ends = (steps.get(1), steps.last());
                let (Some(first), Some(last)) = ends else {
                    return 0;
                };
                ((last.start - first.start) / fixed.length()) as u64
            }
        }
    }
}

/// The slot that holds a time.
fn slot_at(steps: &[Step], time: Time) -> usize {
    steps
        .partition_point(|step| step.start <= time)
        .saturating_sub(1)
}

/// Books every task of a set as a reservation, by MCT, the first provider of equals.
fn replay(jobs: &[Job], platform: &[u32], length: Option<Time>) -> Cost {
    let mut calendars: Vec<Calendar> = platform
        .iter()
        .map(|&processors| Calendar::new(processors, length))
        .collect();
    let mut cost = Cost::default();
    for job in jobs {
        let request = Request {
            ready: job.ready(),
            deadline: None,
            length: job.run_time.max(1),
            processors: job.processors,
        };
        let mut best: Option<(Time, usize)> = None;
        for (index, calendar) in calendars.iter().enumerate() {
            let Some((start, examined, spanned)) = calendar.search(&request) else {
                continue;
            };
            cost.examined += examined;
            cost.spanned += spanned;
            cost.searches += 1;
            if best.is_none_or(|(earliest, _)| start < earliest) {
                best = Some((start, index));
            }
        }
        if let Some((start, index)) = best {
            calendars[index].reserve(start, start + request.length, job.processors);
        }
    }
    cost.slots = calendars.iter().map(Calendar::slots).sum();
    cost
}

/// For each set the cost with each length; `None` is variable.
pub fn of_sets(sets: &[JobSet], logs: &[Workload], lengths: &[Option<Time>]) -> Vec<Vec<Cost>> {
    sets.iter()
        .map(|set| {
            let mut scenario = set.scenario();
            SINGLED_OUT.apply(&mut scenario);
            scenario.workload.reservations.percent = 100.0;
            let log = logs.get(set.log);
            let jobs = log.map(|log| select(log, &scenario.workload, scenario.seed));
            let jobs = jobs.unwrap_or_default();
            let costs = lengths
                .iter()
                .map(|&length| replay(&jobs, &set.platform, length));
            costs.collect()
        })
        .collect()
}

/// Slots looked at, for each set and kind of slots.
pub fn listing(sets: &[JobSet], costs: &[Vec<Cost>]) -> Listing {
    let mut head = vec!["jobs".to_owned(), "".to_owned()];
    head.extend(super::STRATEGIES.iter().map(|one| one.name.to_owned()));
    let mut rows = Vec::new();
    for (set, costs) in sets.iter().zip(costs) {
        let mut line = |name: &str, value: &dyn Fn(&Cost) -> String| {
            let mut cells = vec![set.label(), name.to_owned()];
            cells.extend(costs.iter().map(value));
            rows.push(cells);
        };
        line("slots looked at per search", &|cost| {
            number(cost.examined_per_search(), 1)
        });
        line("slots under the window found", &|cost| {
            number(cost.spanned_per_search(), 1)
        });
        line("slots kept in the end", &|cost| {
            number(cost.slots as f64, 0)
        });
    }
    Listing {
        title:
            "What ARTS² costs where every task is a reservation: slots looked at from the ready \
                time on"
                .to_owned(),
        head,
        rows,
    }
}

/// What Sect. 3.5 says of search times. Nothing is drawn: the slots are counted.
pub fn claims(sets: &[JobSet], costs: &[Vec<Cost>]) -> Vec<Claim> {
    let mut short_is_slow = Vec::new();
    let mut long_is_fast = Vec::new();
    for (set, costs) in sets.iter().zip(costs) {
        let (Some(variable), [_, short, longer @ ..]) = (costs.first(), costs.as_slice()) else {
            continue;
        };
        let looked_at = |cost: &Cost| number(cost.examined_per_search(), 1);
        let is_less = |one: &Cost, other: &Cost| {
            Verdict::exact(one.examined_per_search() < other.examined_per_search())
        };
        let words = format!(
            "variable {}, 10 min {}",
            looked_at(variable),
            looked_at(short)
        );
        short_is_slow.push(Case::new(set.label(), is_less(variable, short), words));
        for (long, strategy) in longer.iter().zip(&super::STRATEGIES[2..]) {
            let words = format!(
                "{} against {}, of which {} under the window found against {}",
                looked_at(long),
                looked_at(variable),
                number(long.spanned_per_search(), 1),
                number(variable.spanned_per_search(), 1)
            );
            let name = format!("{}, {}", set.label(), strategy.name);
            long_is_fast.push(Case::new(name, is_less(long, variable), words));
        }
    }
    vec![
        Claim::new(
            "Sect. 3.5",
            "short fixed-length slots (around 10 min) caused long search times, longer than in the \
             case of variable slots",
            "Slots looked at per search in place of seconds, which depend on the machine.",
            &short_is_slow,
        ),
        Claim::new(
            "Sect. 3.5",
            "The fixed-slot approach outperformed the variable-slot one for longer slots",
            "The same for slots of 1 and 4 h. What is looked at and does not lie under the window found \
             is passed over on the way to it.",
            &long_is_fast,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::ReservationRequest;

    fn job(id: u32, ready: Time, run_time: Time) -> Job {
        let text = "1 0 0 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n";
        let log = crate::workload::read("made.swf", text.as_bytes())
            .unwrap()
            .workload;
        let mut job = select(&log, &crate::experiment::Scenario::default().workload, 1).remove(0);
        job.id = id;
        job.run_time = run_time;
        let request = ReservationRequest {
            ready,
            deadline: ready + run_time,
            ..job.reservation.unwrap_or(ReservationRequest {
                ready,
                deadline: ready,
                flexibility: crate::workload::Flexibility::Rigid,
                is_listed: false,
            })
        };
        job.reservation = Some(request);
        job
    }

    #[test]
    fn slots_are_counted_from_the_ready_time_to_the_end() {
        // Four processors: the second waits for the first.
        let jobs = [job(1, 0, 100), job(2, 50, 100)];
        let variable = replay(&jobs, &[4], None);
        // First: one free slot. Second: the taken slot and the free one behind it.
        assert_eq!((variable.examined, variable.searches), (1 + 2, 2));
        assert_eq!(variable.spanned, 1 + 1);
        let fixed = replay(&jobs, &[4], Some(10));
        // First: nothing promised yet. Second: five taken slots, then nothing promised.
        assert_eq!((fixed.examined, fixed.searches), (1 + 6, 2));
        assert_eq!((fixed.spanned, fixed.slots), (10 + 10, 20));
    }
}
