//! All of a space, over several seeds.

use super::front::{Sample, Seeds, are_of_most, dominates_significantly};
use super::{Average, Candidate, Criteria, Point, Space, candidates};
use crate::{ReplicateAt, Scenario, Study};
use workload::WorkloadKind;
use workload::replicate::Replication;

/// The runs of a space, and their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    /// The scenarios that are tried.
    pub candidates: Vec<Candidate>,
    /// How often each is run.
    pub study: Study,
    /// The criteria by which they are weighed.
    pub criteria: Criteria,
}

impl Exploration {
    /// The exploration of a space around a scenario on a workload of a kind, weighed by the usual
    /// criteria of its system. `repeats`: the seeds of each candidate, and the replicates in place of them, if any.
    pub fn new(scenario: &Scenario, space: &Space, repeats: (u32, Option<Replication>), kind: WorkloadKind) -> Self {
        let candidates = candidates(scenario, space);
        Self {
            study: Study::new(candidates.iter().map(|it| &it.scenario), repeats, kind),
            candidates,
            criteria: Criteria::usual(&scenario.system),
        }
    }

    /// This exploration, weighed by other criteria.
    pub fn by(self, criteria: Criteria) -> Self {
        Self { criteria, ..self }
    }

    /// One of the runs to be made, as [`Study::run`] counts them.
    pub fn run(&self, run: usize) -> (Scenario, Option<ReplicateAt<'_>>) {
        self.study.run(run, |at| self.candidates[at].scenario.clone())
    }

    /// The averages of each candidate over those of its runs that have been made, as [`Study::run`] counts them;
    /// `None` where there is none yet.
    pub fn averages(&self, made: &[Option<Point>]) -> Vec<Option<Average>> {
        averages(made, &self.study)
    }

    /// For each candidate whether it is judged: its runs are over the same jobs as those of most candidates, with every seed.
    /// `made` has the runs as [`Study::run`] counts them.
    pub fn judged(&self, made: &[Option<Point>]) -> Vec<bool> {
        let all: Vec<Seeds> = (0..self.candidates.len()).map(|at| of_seeds(made, at, &self.study)).collect();
        are_of_most(&all.iter().collect::<Vec<_>>())
    }

    /// For each candidate whether one on the front dominates it significantly over the seeds; false for those
    /// on the front and for those that are not judged. `made` has the runs as [`Study::run`] counts them, `ranked` is the result of
    /// [`Criteria::ranked`] for the averages. O(n · f · s) for n candidates, f of them on the front, and s
    /// seeds.
    pub fn told_dominated(&self, made: &[Option<Point>], ranked: &[(usize, bool)]) -> Vec<bool> {
        let study = &self.study;
        let of = |at: usize| Sample { seeds: of_seeds(made, at, study), is_drawn: study.drawn[at] };
        let front = ranked.iter().filter(|(_, on_front)| *on_front);
        let front: Vec<(Sample, Point)> = front
            .filter_map(|&(at, _)| {
                let seeds = of(at);
                let mean = mean(&seeds.seeds)?;
                Some((seeds, mean))
            })
            .collect();
        let mut told = vec![false; self.candidates.len()];
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

/// The averages of the cells of a study over the seeds that have come back.
pub(super) fn averages(made: &[Option<Point>], study: &Study) -> Vec<Option<Average>> {
    let average = |(at, &is_drawn): (usize, &bool)| {
        Average::of(&of_seeds(made, at, study).into_iter().flatten().collect::<Vec<Point>>(), is_drawn)
    };
    study.drawn.iter().enumerate().map(average).collect()
}

/// The values of a cell with each seed.
pub(super) fn of_seeds(made: &[Option<Point>], cell: usize, study: &Study) -> Seeds {
    study.of_cell(made, cell).map(Option::<&Point>::copied).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exploration() -> Exploration {
        let space = of_queues(&["easy", "sjf"]).with("period", [0]);
        Exploration::new(&Scenario::default(), &space, (3, None), WorkloadKind::Log)
    }

    fn point(flow_time: f64) -> Point {
        Point::from([0.5, flow_time, 0.0])
    }

    #[test]
    fn every_candidate_is_run_with_every_seed() {
        let exploration = exploration();
        let seeds: Vec<u64> = (0..exploration.study.count()).map(|run| exploration.run(run).0.seed).collect();
        assert_eq!(seeds, [1, 1, 2, 2, 3, 3]);
        assert_eq!(exploration.run(4).0.system, exploration.candidates[0].scenario.system);
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
        let exploration = Exploration::new(&Scenario::default(), &space, (4, None), WorkloadKind::Log);
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
        let exploration = Exploration::new(&scenario, &space, (1, None), WorkloadKind::Log);
        assert!(exploration.study.is_exact());
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
            let repeats = (1, replicate.map(|it| it.parse().expect("a replication")));
            Exploration::new(&scenario, &of_queues(&["easy", "sjf"]), repeats, WorkloadKind::Log)
        };
        let replicated = of(Some("windows=3"));
        assert_eq!((replicated.study.seeds, replicated.study.is_exact()), (3, false));
        let runs: Vec<_> = (0..replicated.study.count()).map(|run| replicated.run(run)).collect();
        let places = runs.iter().map(|(_, on)| on.expect("a replicate").1);
        assert_eq!(places.collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        // The pairs have the same seed, which draws the same replicate.
        assert_eq!((runs[2].0.seed, runs[3].0.seed), (2, 2));
        // The replicates tell how sure a mean is.
        let made: Vec<_> = (0..6).map(|it| Some(point(f64::from(it)))).collect();
        assert!(replicated.averages(&made)[0].is_some_and(|it| it.half_width.is_some()));
        let log = of(None);
        assert_eq!((log.study.seeds, log.study.is_exact(), log.run(0).1), (1, true, None));
    }

    #[test]
    fn a_seed_at_the_end_of_its_range_comes_round() {
        let scenario = Scenario { seed: u64::MAX, ..Scenario::default() };
        let space = of_queues(&["easy"]);
        let exploration = Exploration::new(&scenario, &space, (2, None), WorkloadKind::Log);
        assert_eq!([0, 1].map(|run| exploration.run(run).0.seed), [u64::MAX, 0]);
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
