//! Stretches of time with enough free processors.

use crate::workload::Time;

/// Runs in order of time, none of which lies within another.
#[derive(Default)]
pub struct Runs {
    runs: Vec<Run>,
}

struct Run {
    from: Time,
    to: Time,
    /// How long it and those before it are at the most.
    longest: Time,
}

impl Runs {
    /// Another run, if it does not lie within one that is known.
    pub fn add(&mut self, from: Time, to: Time) {
        let place = self.runs.partition_point(|it| it.from < from);
        let before = place.checked_sub(1).map(|it| &self.runs[it]);
        let same = self.runs.get(place).filter(|it| it.from == from);
        if before.into_iter().chain(same).any(|it| it.to >= to) {
            return;
        }
        let within = self.runs[place..].iter().take_while(|it| it.to <= to);
        let within = within.count();
        let run = Run {
            from,
            to,
            longest: 0,
        };
        if within == 0 {
            self.runs.insert(place, run);
        } else {
            self.runs[place] = run;
            self.runs.drain(place + 1..place + within);
        }
        let mut longest = place.checked_sub(1).map_or(0, |it| self.runs[it].longest);
        for (index, run) in self.runs[place..].iter_mut().enumerate() {
            longest = longest.max(run.to.saturating_sub(run.from));
            if index > 0 && run.longest == longest {
                // Nor does it matter to those that follow.
                break;
            }
            run.longest = longest;
        }
    }

    /// The earliest time, from `from` on and before `start`, from which a run goes on for `length` or
    /// until `start`.
    pub fn first_chance(&self, length: Time, from: Time, start: Time) -> Option<Time> {
        // Mostly there is none.
        let last = self.runs.last()?;
        if last.to < start && last.longest < length {
            return None;
        }
        let until_start = self.runs.partition_point(|it| it.to < start);
        let long = self.runs.partition_point(|it| it.longest < length);
        let long_enough = |it: &&Run| it.to.saturating_sub(it.from.max(from)) >= length;
        // The runs before `until_start` begin before `start`.
        let found = match self.runs[..until_start].get(long..) {
            Some(runs) => runs.iter().find(long_enough),
            None => None,
        };
        let found = found.or(self.runs.get(until_start))?;
        let chance = found.from.max(from);
        (chance < start).then_some(chance)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_chance_is_the_first_of_any_run(
            told in proptest::collection::vec((0..60i64, 1..30i64), 0..20),
            length in 1..30i64,
            from in 0..60i64,
            wait in 1..60i64,
        ) {
            let mut runs = Runs::default();
            for &(begin, length) in &told {
                runs.add(begin, begin + length);
            }
            let start = from + wait;
            let chance = |&time: &Time| told.iter().any(|&(begin, its)| {
                let end = begin + its;
                begin <= time && (time + length <= end || start <= end)
            });
            prop_assert_eq!(runs.first_chance(length, from, start), (from..start).find(chance));
        }
    }
}
