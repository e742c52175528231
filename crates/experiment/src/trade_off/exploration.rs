//! All of a space, over several seeds.

use super::told::{Sample, Seeds, are_of_most, dominates_significantly};
use super::{Average, Candidate, Criteria, Point, Space, candidates};
use crate::{ReplicateAt, Scenario, draws};
use workload::WorkloadKind;
use workload::replicate::Replication;

/// The runs of a space, and their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    /// The scenarios that are tried.
    pub candidates: Vec<Candidate>,
    /// Over how many seeds each is averaged, counted up from the scenario's own; at least one.
    pub seeds: u32,
    /// The criteria by which they are weighed.
    pub criteria: Criteria,
    /// For each candidate, whether its runs differ between seeds: they draw random numbers, or are on replicates.
    pub drawn: Vec<bool>,
    /// How the replicates of the log are made, one for each seed; none for runs on the log itself.
    pub replicate: Option<Replication>,
}

impl Exploration {
    /// The exploration of a space around a scenario on a workload of a kind, weighed by the usual
    /// criteria of its system.
    pub fn new(scenario: &Scenario, space: &Space, seeds: u32, kind: WorkloadKind) -> Self {
        let candidates = candidates(scenario, space);
        let is_drawn = |it: &Candidate| draws(&it.scenario, kind);
        Self {
            drawn: candidates.iter().map(is_drawn).collect(),
            candidates,
            seeds: seeds.max(1),
            criteria: Criteria::usual(&scenario.system),
            replicate: None,
        }
    }

    /// This exploration, weighed by other criteria.
    pub fn by(self, criteria: Criteria) -> Self {
        Self { criteria, ..self }
    }

    /// This exploration with each candidate on replicates of the log, one for each seed, if there is a replication.
    pub fn on_replicates(self, replicate: Option<Replication>) -> Self {
        match replicate {
            None => self,
            Some(it) => Self { drawn: vec![true; self.candidates.len()], seeds: it.count(), replicate, ..self },
        }
    }

    /// The replicate of the run at a place among [`Exploration::runs`]; none for the log itself.
    pub fn replicate_of(&self, run: usize) -> Option<ReplicateAt<'_>> {
        replicate_of(self.replicate.as_ref(), run, self.candidates.len())
    }

    /// The runs to be made. The seed turns slowest, so that every candidate has a point early.
    pub fn runs(&self) -> Vec<Scenario> {
        let candidates = || self.candidates.iter().map(|it| &it.scenario);
        seeded(candidates, self.seeds)
    }

    /// The averages of each candidate over those of its runs that have been made, which stand in
    /// the order of [`Exploration::runs`]; `None` where there is none yet.
    pub fn averages(&self, made: &[Option<Point>]) -> Vec<Option<Average>> {
        averages(made, &self.drawn)
    }

    /// For each candidate whether it is judged: its runs are over the same jobs as those of most candidates, with every seed.
    /// `made` stands in the order of [`Exploration::runs`].
    pub fn judged(&self, made: &[Option<Point>]) -> Vec<bool> {
        let count = self.candidates.len();
        let all: Vec<Seeds> = (0..count).map(|at| of_seeds(made, at, count)).collect();
        are_of_most(&all.iter().collect::<Vec<_>>())
    }

    /// Whether nothing is drawn at all: all seeds agree, and all differences are exact.
    pub fn is_exact(&self) -> bool {
        !self.drawn.contains(&true)
    }

    /// For each candidate whether one on the front dominates it significantly over the seeds; false for those
    /// on the front and for those that are not judged. `made` stands in the order of [`Exploration::runs`], `ranked` is the result of
    /// [`Criteria::ranked`] for the averages. O(n · f · s) for n candidates, f of them on the front, and s
    /// seeds.
    pub fn told_dominated(&self, made: &[Option<Point>], ranked: &[(usize, bool)]) -> Vec<bool> {
        let count = self.candidates.len();
        let of = |at: usize| Sample { seeds: of_seeds(made, at, count), is_drawn: self.drawn[at] };
        let front = ranked.iter().filter(|(_, on_front)| *on_front);
        let front: Vec<(Sample, Point)> = front
            .filter_map(|&(at, _)| {
                let seeds = of(at);
                let mean = mean(&seeds.seeds)?;
                Some((seeds, mean))
            })
            .collect();
        let mut told = vec![false; count];
        let judged = self.judged(made);
        for &(at, _) in ranked.iter().filter(|&&(at, on_front)| !on_front && judged[at]) {
            let own = of(at);
            let Some(point) = mean(&own.seeds) else {
                continue;
            };
            told[at] = front.iter().any(|(seeds, best)| {
                self.criteria.dominates(best, &point) && dominates_significantly(seeds, &own, front.len())
            });
        }
        told
    }
}

fn mean(seeds: &Seeds) -> Option<Point> {
    let points: Vec<Point> = seeds.iter().copied().flatten().collect();
    Some(Average::of(&points, true)?.mean)
}

/// Each of some scenarios with each of `seeds` seeds, the seed slowest.
pub(super) fn seeded<'a, I>(scenarios: impl Fn() -> I, seeds: u32) -> Vec<Scenario>
where
    I: Iterator<Item = &'a Scenario>,
{
    let with_seed = |offset: u32| {
        scenarios()
            .map(move |scenario| Scenario { seed: scenario.seed.wrapping_add(u64::from(offset)), ..scenario.clone() })
    };
    (0..seeds).flat_map(with_seed).collect()
}

/// The replicate of the run at a place in the order of [`seeded`], which has `count` scenarios.
pub(super) fn replicate_of(replication: Option<&Replication>, run: usize, count: usize) -> Option<ReplicateAt<'_>> {
    Some((replication?, (run / count.max(1)) as u32))
}

/// The averages of scenarios, with or without random draws, over the seeds that have come back, in the order
/// of [`seeded`].
pub(super) fn averages(made: &[Option<Point>], drawn: &[bool]) -> Vec<Option<Average>> {
    let points = |at| of_seeds(made, at, drawn.len()).into_iter().flatten();
    let average = |(at, &is_drawn): (usize, &bool)| Average::of(&points(at).collect::<Vec<Point>>(), is_drawn);
    drawn.iter().enumerate().map(average).collect()
}

/// The values of one of `count` scenarios with each seed.
pub(super) fn of_seeds(made: &[Option<Point>], at: usize, count: usize) -> Seeds {
    made.iter().skip(at).step_by(count).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exploration() -> Exploration {
        let space = of_queues(&["easy", "sjf"]).with("period", [0]);
        Exploration::new(&Scenario::default(), &space, 3, WorkloadKind::Log)
    }

    fn point(flow_time: f64) -> Point {
        Point::from([0.5, flow_time, 0.0])
    }

    #[test]
    fn every_candidate_is_run_with_every_seed() {
        let exploration = exploration();
        let seeds: Vec<u64> = exploration.runs().iter().map(|it| it.seed).collect();
        assert_eq!(seeds, [1, 1, 2, 2, 3, 3]);
        assert_eq!(exploration.runs()[4].system, exploration.candidates[0].scenario.system);
    }

    #[test]
    fn averages_are_of_what_has_been_made() {
        let exploration = exploration();
        assert_eq!(exploration.averages(&[]), [None, None]);
        let made = [Some(point(10.0)), None, Some(point(20.0)), None, None, None];
        let averages = exploration.averages(&made);
        let first = averages[0].expect("two of its runs have been made");
        assert_eq!((first.mean, first.seeds), (point(15.0), 2));
        assert_eq!(averages[1], None);
    }

    #[test]
    fn what_the_seeds_do_not_tell_from_the_front_is_not_told_to_be_dominated() {
        let space = of_queues(&["easy", "sjf", "lsf"]);
        let exploration = Exploration::new(&Scenario::default(), &space, 4, WorkloadKind::Log);
        // Of each seed: the best, one that is worse by 5 s each time, one now better, now worse.
        let made: Vec<Option<Point>> = [100.0, 900.0, 500.0, 300.0]
            .into_iter()
            .zip([-80.0, 90.0, 60.0, -40.0])
            .flat_map(|(flow, off)| [flow, flow + 5.0, flow + off].map(|it| Some(point(it))))
            .collect();
        let averages = exploration.averages(&made);
        let ranked = exploration.criteria.ranked(&averages, &exploration.judged(&made));
        assert_eq!(ranked[0], (0, true));
        let told = exploration.told_dominated(&made, &ranked);
        assert_eq!(told, [false, true, false]);
        // One seed proves no difference.
        let told = exploration.told_dominated(&made[..3], &ranked);
        assert_eq!(told, [false; 3]);
    }

    #[test]
    fn without_randomness_one_seed_tells_all() {
        let mut scenario = Scenario::default();
        scenario.workload.reservations.percent = 0.0;
        let space = of_queues(&["easy", "sjf"]);
        let exploration = Exploration::new(&scenario, &space, 1, WorkloadKind::Log);
        assert!(exploration.is_exact());
        let made = [100.0, 105.0].map(|flow| Some(point(flow)));
        let averages = exploration.averages(&made);
        assert_eq!(averages[0].and_then(|it| it.half_width), None);
        let ranked = exploration.criteria.ranked(&averages, &exploration.judged(&made));
        let told = exploration.told_dominated(&made, &ranked);
        assert_eq!(told, [false, true]);
    }

    #[test]
    fn every_candidate_is_run_on_every_replicate() {
        let mut scenario = Scenario::default();
        scenario.workload.reservations.percent = 0.0;
        let of = |replicate: Option<&str>| {
            let exploration = Exploration::new(&scenario, &of_queues(&["easy", "sjf"]), 1, WorkloadKind::Log);
            exploration.on_replicates(replicate.map(|it| it.parse().expect("a replication")))
        };
        let replicated = of(Some("windows=3"));
        assert_eq!((replicated.seeds, replicated.is_exact()), (3, false));
        let runs = replicated.runs();
        let places = (0..runs.len()).map(|it| replicated.replicate_of(it).expect("a replicate").1);
        assert_eq!(places.collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        // The pairs have the same seed, which draws the same replicate.
        assert_eq!((runs[2].seed, runs[3].seed), (2, 2));
        // The replicates tell how sure a mean is.
        let made: Vec<_> = (0..6).map(|it| Some(point(f64::from(it)))).collect();
        assert!(replicated.averages(&made)[0].is_some_and(|it| it.half_width.is_some()));
        let log = of(None);
        assert_eq!((log.seeds, log.is_exact(), log.replicate_of(0)), (1, true, None));
    }

    #[test]
    fn a_seed_at_the_end_of_its_range_comes_round() {
        let scenario = Scenario { seed: u64::MAX, ..Scenario::default() };
        let space = of_queues(&["easy"]);
        let runs = Exploration::new(&scenario, &space, 2, WorkloadKind::Log).runs();
        assert_eq!((runs[0].seed, runs[1].seed), (u64::MAX, 0));
    }

    /// These queue policies, and the scenario's own of everything else.
    fn of_queues(queues: &[&str]) -> Space {
        let mut space = Space::usual(&Scenario::default());
        for varied in &mut space.varied {
            varied.values.clear();
        }
        space.with("queue", queues.iter().copied())
    }
}
