//! What is tried: the choices that make up a space, and the scenarios in it.

use serde::{Deserialize, Serialize};

use crate::experiment::{PeriodOf, Scenario, System, names, validate};
use crate::system::two_level::{BatchAllocation, QueuePolicy, ReservationAllocation, TwoLevel};
use crate::workload::Time;

/// The policies and periods that are combined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Space {
    /// Queue policies of the local schedulers.
    pub queues: Vec<QueuePolicy>,
    /// Where batch jobs go.
    pub batch_allocations: Vec<BatchAllocation>,
    /// Where reservations go.
    pub reservation_allocations: Vec<ReservationAllocation>,
    /// Periods δ of the grid scheduler, in seconds.
    pub periods: Vec<Time>,
    /// Periods δ of the local queues, in seconds: for those policies that read one.
    #[serde(default)]
    pub local_periods: Vec<Time>,
}

impl Default for Space {
    /// Every policy and allocation that there is, with five periods of the grid scheduler from 0 to a
    /// day, and the scenario's own of the local queues.
    fn default() -> Self {
        Self {
            queues: QueuePolicy::ALL.to_vec(),
            batch_allocations: BatchAllocation::ALL.to_vec(),
            reservation_allocations: ReservationAllocation::ALL.to_vec(),
            periods: vec![0, 600, 3_600, 14_400, 86_400],
            local_periods: Vec::new(),
        }
    }
}

/// One combination of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Queue policy of the local schedulers.
    pub queue: QueuePolicy,
    /// Where batch jobs go.
    pub batch_allocation: BatchAllocation,
    /// Where reservations go.
    pub reservation_allocation: ReservationAllocation,
    /// δ of the grid scheduler, in seconds.
    pub period: Time,
    /// δ of the local queues, in seconds; only [`QueuePolicy::Lsf`] reads it.
    pub local_period: Time,
}

impl Choice {
    /// What a scenario has chosen.
    pub fn of(scenario: &Scenario) -> Self {
        let System::TwoLevel(TwoLevel { grid, local, .. }) = &scenario.system;
        Self {
            queue: local.queue,
            batch_allocation: grid.batch_allocation,
            reservation_allocation: grid.reservation_allocation,
            period: grid.period,
            local_period: local.period,
        }
    }

    /// The scenario with this choice in place of its own; everything else is kept.
    pub fn set(self, scenario: &Scenario) -> Scenario {
        let mut scenario = scenario.clone();
        let System::TwoLevel(TwoLevel { grid, local, .. }) = &mut scenario.system;
        local.queue = self.queue;
        local.period = self.local_period;
        grid.batch_allocation = self.batch_allocation;
        grid.reservation_allocation = self.reservation_allocation;
        grid.period = self.period;
        scenario
    }

    /// The choice in a few words, what has no effect on the scenario left out: with one provider
    /// there is nothing to allocate.
    fn label(self, scenario: &Scenario) -> String {
        let mut parts = vec![names::queue(self.queue).to_owned()];
        let providers = scenario.platform.len();
        if for_batch_jobs(providers, self.reservation_allocation) > 1 {
            parts.push(names::batch_allocation(self.batch_allocation).to_owned());
        }
        if providers > 1 && scenario.workload.reservations.any() {
            parts.push(names::reservation_allocation(self.reservation_allocation).to_owned());
        }
        parts.push(PeriodOf::Grid.named(self.period));
        if self.queue == QueuePolicy::Lsf {
            parts.push(PeriodOf::Local.named(self.local_period));
        }
        parts.join(" · ")
    }
}

/// A scenario to be tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its combination in a few words: `EASY backfilling · Load balancing · MCT · grid δ 10 min`.
    pub label: String,
    /// Its combination.
    pub choice: Choice,
    /// The scenario that the space was spanned around, with that combination.
    pub scenario: Scenario,
}

/// Every combination of a space around a scenario, each once, in order: the queue policy turns
/// slowest, the period fastest. Everything else of the scenario is kept.
///
/// What cannot make a difference is not tried: with one provider the scenario's own allocations
/// stand for all, without reservations its own allocation of reservations does, and where a static
/// partition leaves one provider for batch jobs, its own allocation of those; a queue policy that does
/// not read the local period keeps the scenario's. What cannot be run
/// (a static partition of one provider) is left out. Where a list of the space is empty, the
/// scenario's own value takes its place.
///
/// O(combinations · a scenario's size).
pub fn candidates(scenario: &Scenario, space: &Space) -> Vec<Candidate> {
    let own = Choice::of(scenario);
    let several = scenario.platform.len() > 1;
    let queues = values(&space.queues, own.queue, true);
    let reservations = values(
        &space.reservation_allocations,
        own.reservation_allocation,
        several && scenario.workload.reservations.any(),
    );
    let periods = values(&space.periods, own.period, true);
    let mut found = Vec::new();
    for &queue in &queues {
        let is_lsf = queue == QueuePolicy::Lsf;
        let local_periods = values(&space.local_periods, own.local_period, is_lsf);
        for &reservation_allocation in &reservations {
            let choosable = for_batch_jobs(scenario.platform.len(), reservation_allocation) > 1;
            let batch = values(&space.batch_allocations, own.batch_allocation, choosable);
            for &batch_allocation in &batch {
                for &local_period in &local_periods {
                    found.extend(periods.iter().map(|&period| Choice {
                        queue,
                        batch_allocation,
                        reservation_allocation,
                        period,
                        local_period,
                    }));
                }
            }
        }
    }
    let candidate = |choice: Choice| {
        let label = choice.label(scenario);
        let scenario = choice.set(scenario);
        validate(&scenario).is_ok().then_some(Candidate {
            label,
            choice,
            scenario,
        })
    };
    found.into_iter().filter_map(candidate).collect()
}

/// The values to try, each once; a scenario's own where there are none or they do not matter.
fn values<T: Copy + PartialEq>(listed: &[T], own: T, matters: bool) -> Vec<T> {
    if listed.is_empty() || !matters {
        return vec![own];
    }
    let mut values = Vec::with_capacity(listed.len());
    for &value in listed {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// How many of the providers take batch jobs.
fn for_batch_jobs(providers: usize, allocation: ReservationAllocation) -> usize {
    match allocation {
        ReservationAllocation::StaticPartition => providers.saturating_sub(1),
        _ => providers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_tried_once() {
        let space = Space::default();
        let three_providers = Scenario {
            platform: vec![64, 64, 32],
            ..Scenario::default()
        };
        let all = candidates(&three_providers, &space);
        let expected = QueuePolicy::ALL.len()
            * BatchAllocation::ALL.len()
            * ReservationAllocation::ALL.len()
            * space.periods.len();
        assert_eq!(all.len(), expected);
        let mut labels: Vec<&str> = all.iter().map(|it| it.label.as_str()).collect();
        assert!(
            labels.contains(
                &"EASY backfilling · Load balancing · AR resource priority · grid δ 10 min"
            )
        );
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), expected, "two combinations with one label");
    }

    #[test]
    fn a_candidate_differs_from_its_scenario_in_its_choice_alone() {
        let mut base = Scenario {
            seed: 7,
            ..Scenario::default()
        };
        base.workload.reservations.percent = 45.0;
        let own = Choice::of(&base);
        for candidate in candidates(&base, &Space::default()) {
            assert_eq!(Choice::of(&candidate.scenario), candidate.choice);
            assert_eq!(own.set(&candidate.scenario), base);
        }
    }

    #[test]
    fn what_makes_no_difference_is_not_tried() {
        let space = Space::default();
        let (queues, periods) = (space.queues.len(), space.periods.len());
        let one_provider = Scenario {
            platform: vec![128],
            ..Scenario::default()
        };
        let all = candidates(&one_provider, &space);
        assert_eq!(all.len(), queues * periods);
        assert!(all.iter().any(|it| it.label == "SJF · grid δ 1 d"));
        let all = candidates(&Scenario::default(), &space);
        let one_for_batch_jobs = all
            .iter()
            .filter(|it| it.label.starts_with("SJF · AR static partition ·"));
        assert_eq!(one_for_batch_jobs.count(), periods);
        let mut batch_only = Scenario::default();
        batch_only.workload.reservations.percent = 0.0;
        let all = candidates(&batch_only, &space);
        assert_eq!(all.len(), queues * space.batch_allocations.len() * periods);
        assert!(
            all.iter()
                .any(|it| it.label == "SJF · Batch random · on arrival")
        );
    }

    #[test]
    fn both_periods_are_varied_and_told_apart() {
        let space = Space {
            queues: vec![QueuePolicy::Lsf, QueuePolicy::Easy],
            periods: vec![0, 600],
            local_periods: vec![0, 600, 3_600],
            ..Space::default()
        };
        let mut one_provider = Scenario {
            platform: vec![128],
            ..Scenario::default()
        };
        PeriodOf::Local.set(&mut one_provider, 60);
        let all = candidates(&one_provider, &space);
        let labels: Vec<&str> = all.iter().map(|it| it.label.as_str()).collect();
        assert_eq!(
            labels,
            [
                "LSF · on arrival · local δ 0",
                "LSF · grid δ 10 min · local δ 0",
                "LSF · on arrival · local δ 10 min",
                "LSF · grid δ 10 min · local δ 10 min",
                "LSF · on arrival · local δ 1 h",
                "LSF · grid δ 10 min · local δ 1 h",
                // EASY does not read the local one.
                "EASY backfilling · on arrival",
                "EASY backfilling · grid δ 10 min",
            ]
        );
        for candidate in &all {
            let [grid, local] = PeriodOf::ALL.map(|it| it.of(&candidate.scenario));
            let Choice {
                period,
                local_period,
                ..
            } = candidate.choice;
            assert_eq!((grid, local), (period, local_period));
            let reads = PeriodOf::Local.is_read_by(&candidate.scenario);
            assert!(reads || local == 60);
        }
    }

    #[test]
    fn an_empty_list_stands_for_the_scenarios_own_value_and_equal_values_for_one() {
        let space = Space {
            queues: Vec::new(),
            batch_allocations: Vec::new(),
            reservation_allocations: vec![ReservationAllocation::Mct; 3],
            periods: vec![60, 60, -1, 0],
            local_periods: Vec::new(),
        };
        let all = candidates(&Scenario::default(), &space);
        let periods: Vec<Time> = all.iter().map(|it| it.choice.period).collect();
        assert_eq!(periods, [60, 0], "a negative period cannot be run");
    }
}
