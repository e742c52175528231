//! Points, their means, and the Pareto front.

use std::cmp::Ordering;

use base::ordering::sort_by;
use scheduling::criteria::Criterion;
use workload::WorkloadKind;
use workload::replicate::Replication;

use super::criteria::MOST_CRITERIA;
use super::{Candidate, Criteria, Space, candidates};
use crate::comparison::Interval;
use crate::comparison::interval::half_width;
use crate::replicated::Spread;
use crate::{ReplicateAt, Scenario, Study};

/// The values of a scenario in two or three criteria, in their order; where there are two, the third
/// value does not count and is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    values: [f64; MOST_CRITERIA],
    /// The digest of what the values are over ([`scheduling::criteria::population::Population::digest`]); 0 in a mean.
    pub population: u32,
}

impl From<[f64; MOST_CRITERIA]> for Point {
    fn from(values: [f64; MOST_CRITERIA]) -> Self {
        let population = 0;
        Self { values, population }
    }
}

impl Point {
    /// The value of the criterion at a place.
    pub fn at(&self, place: usize) -> f64 {
        self.values[place]
    }

    /// The same of what has this digest.
    pub fn over(self, population: u32) -> Self {
        Self { population, ..self }
    }

    /// One of U, F and D, if these are the criteria; no number of others.
    pub fn value(&self, criterion: Criterion) -> f64 {
        place(criterion).map_or(f64::NAN, |it| self.values[it])
    }
}

/// The place of one of U, F and D among them.
pub(super) fn place(criterion: Criterion) -> Option<usize> {
    Criterion::PAPER.iter().position(|it| *it == criterion)
}

/// A point over several seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Average {
    /// The mean of each criterion.
    pub mean: Point,
    /// The sample standard deviation of each criterion; `None` of a single seed, and without random draws.
    pub deviation: Option<Point>,
    /// Half the length of the 95 % interval of each mean by Student's t; `None` as the deviation.
    pub half_width: Option<Point>,
    pub seeds: usize,
}

impl Average {
    /// Over some seeds, which differ only if there are random draws; `None` over none.
    pub fn of(points: &[Point], is_drawn: bool) -> Option<Self> {
        let [mut mean, mut deviation, mut width] = [Point::default(); 3];
        for place in 0..MOST_CRITERIA {
            let values: Vec<f64> = points.iter().map(|it| it.at(place)).collect();
            let spread = Spread::of(&values)?;
            mean.values[place] = spread.mean;
            deviation.values[place] = spread.deviation;
            width.values[place] = half_width(spread.deviation, spread.count, 1).unwrap_or(0.0);
        }
        let has_spread = is_drawn && points.len() > 1;
        Some(Self {
            mean,
            deviation: has_spread.then_some(deviation),
            half_width: has_spread.then_some(width),
            seeds: points.len(),
        })
    }
}

/// The lower, the better.
type Costs = [f64; MOST_CRITERIA];

/// Better first: by the first, then the second, then the third. Costs that dominate others stand before
/// them.
fn order(a: &Costs, b: &Costs) -> Ordering {
    a.iter().zip(b).filter_map(|(a, b)| a.partial_cmp(b)).fold(Ordering::Equal, Ordering::then)
}

/// Which of some costs no others dominate: at least as low in all and lower in one. Equal ones are on the
/// front together; those with a value that is no number are not on it.
///
/// They are walked from the lowest first value up. Costs that dominate others are met before them then,
/// so that the second and the third value alone decide, and among those met before, the ones that none
/// dominates in both form a staircase that is searched by halves (Kung, Luccio and Preparata 1975). O(n
/// log n) comparisons.
pub(super) fn front(all: &[Costs]) -> Vec<bool> {
    let is_nan = |costs: &Costs| costs.iter().any(|it| it.is_nan());
    let mut places: Vec<usize> = (0..all.len()).filter(|&at| !is_nan(&all[at])).collect();
    sort_by(&mut places, |&a, &b| order(&all[a], &all[b]));
    let mut on_front = vec![false; all.len()];
    // By a rising second and a falling third value.
    let mut stairs: Vec<Costs> = Vec::new();
    let mut last = None;
    for at in places {
        let costs = all[at];
        let [_, second, third] = costs;
        if let Some(equal) = last.filter(|&last: &usize| all[last] == costs) {
            on_front[at] = on_front[equal];
            continue;
        }
        last = Some(at);
        let step = stairs.partition_point(|it| it[1] <= second);
        let below = step.checked_sub(1).map(|step| stairs[step]);
        if below.is_some_and(|below| below[2] <= third) {
            continue;
        }
        on_front[at] = true;
        // A step with the same second value has the larger third: it goes with those that are overtaken.
        let from = stairs.partition_point(|it| it[1] < second);
        let overtaken = stairs[from..].iter().take_while(|it| it[2] >= third).count();
        stairs.splice(from..from + overtaken, [costs]);
    }
    on_front
}

/// The values of a scenario with each seed, in the same order of seeds as others.
pub type Seeds = Vec<Option<Point>>;

/// The values of a scenario with each seed, and whether there are random draws.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Its values.
    pub seeds: Seeds,
    /// Whether a seed makes a difference ([`crate::draws`]).
    pub is_drawn: bool,
}

/// The criterion at a place with each seed.
fn values(seeds: &Seeds, place: usize) -> Vec<Option<f64>> {
    let value = |point: &Option<Point>| Some(point.as_ref()?.at(place));
    seeds.iter().map(value).collect()
}

/// Whether two scenarios differ significantly in the criterion at a place: the 95 % interval of the differences
/// seed by seed excludes 0. One of `family` comparisons that are looked at together. A single seed proves no
/// difference. Without random draws in either, every difference counts, by one run.
pub fn differ_significantly(one: &Sample, other: &Sample, place: usize, family: usize) -> bool {
    let is_drawn = one.is_drawn || other.is_drawn;
    let (one, other) = (values(&one.seeds, place), values(&other.seeds, place));
    let Some(apart) = Interval::of_pairs(&one, &other, family) else {
        return false;
    };
    if is_drawn { apart.excludes_zero() } else { apart.mean != 0.0 }
}

/// Whether the one dominates the other significantly: its means do, and in one of the criteria they
/// differ significantly.
pub fn dominates_significantly(one: &Sample, other: &Sample, family: usize) -> bool {
    (0..MOST_CRITERIA).any(|place| differ_significantly(one, other, place, family))
}

/// For each scenario whether its figures are over the same jobs as those of most, with every seed that is there; of equally
/// many the first ones count. No other scenario is judged against these. O(seeds · scenarios · populations).
pub fn are_of_most(all: &[&Seeds]) -> Vec<bool> {
    let mut same = vec![true; all.len()];
    for seed in 0..all.iter().map(|it| it.len()).max().unwrap_or(0) {
        let of = |seeds: &Seeds| Some((*seeds.get(seed)?)?.population);
        let there: Vec<u32> = all.iter().filter_map(|it| of(it)).collect();
        let mut counts: Vec<(u32, usize)> = Vec::new();
        for population in there {
            match counts.iter_mut().find(|it| it.0 == population) {
                Some((_, count)) => *count += 1,
                None => counts.push((population, 1)),
            }
        }
        let more = |most: (u32, usize), it: (u32, usize)| if it.1 > most.1 { it } else { most };
        let most = counts.into_iter().reduce(more).map(|it| it.0);
        for (same, seeds) in same.iter_mut().zip(all) {
            *same &= of(seeds).is_none_or(|it| Some(it) == most);
        }
    }
    same
}

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

    /// U is better high, F and D low.
    fn costs(u: f64, f: f64, d: f64) -> Costs {
        [-u, f, d]
    }

    #[test]
    fn the_front_of_five_points_by_hand() {
        let points = [
            costs(0.6, 100.0, 10.0),
            // Worse in F alone: dominated.
            costs(0.6, 101.0, 10.0),
            // Worse in U and F, better in D.
            costs(0.5, 120.0, 0.0),
            // Equal to the first.
            costs(0.6, 100.0, 10.0),
            // Better in F alone.
            costs(0.4, 90.0, 30.0),
        ];
        assert_eq!(front(&points), [true, false, true, true, true]);
        assert_eq!(front(&[]), Vec::<bool>::new());
        assert_eq!(front(&[costs(0.1, f64::NAN, 0.0)]), [false]);
    }

    #[test]
    fn an_average_is_of_every_criterion() {
        let points = [[0.25, 10.0, 0.0], [0.75, 20.0, 6.0]].map(Point::from);
        let average = Average::of(&points, true).unwrap();
        let deviation = average.deviation.unwrap();
        assert_eq!(average.mean, Point::from([0.5, 15.0, 3.0]));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        for (place, spread) in [0.5, 10.0, 6.0].into_iter().enumerate() {
            assert!(near(deviation.at(place), spread * half));
        }
        assert_eq!((average.seeds, Average::of(&[], true)), (2, None));
        let spread = |it: Average| (it.deviation, it.half_width);
        let one = Average::of(&points[..1], true).unwrap();
        let exact = Average::of(&points, false).unwrap();
        assert_eq!([spread(one), spread(exact)], [(None, None); 2]);
    }

    fn seeds(flows: &[f64]) -> Sample {
        let point = |&flow: &f64| Some(Point::from([0.5, flow, 0.0]));
        Sample { seeds: flows.iter().map(point).collect(), is_drawn: true }
    }

    #[test]
    fn most_decide_seed_by_seed() {
        let of = |populations: &[u32]| -> Seeds {
            let point = |&population: &u32| Some(Point::default().over(population));
            populations.iter().map(point).collect()
        };
        let told = |all: &[Seeds]| are_of_most(&all.iter().collect::<Vec<_>>());
        assert_eq!(told(&[of(&[1, 5]), of(&[2, 5]), of(&[1, 5])]), [true, false, true]);
        assert_eq!(told(&[of(&[1, 5]), of(&[1, 6]), of(&[1, 6])]), [false, true, true]);
        assert_eq!(told(&[of(&[1]), of(&[2])]), [true, false]);
        // A run that has not returned decides nothing.
        assert_eq!(told(&[vec![None], of(&[2]), of(&[2])]), [true; 3]);
    }

    #[test]
    fn where_nothing_is_drawn_one_run_tells_all() {
        let exact = |flow: f64| Sample { is_drawn: false, ..seeds(&[flow]) };
        assert!(differ_significantly(&exact(9.0), &exact(9.5), 1, 100));
        assert!(!differ_significantly(&exact(9.0), &exact(9.0), 1, 1));
        // Against a random result one run proves no difference.
        assert!(!differ_significantly(&exact(9.0), &seeds(&[9.5]), 1, 1));
    }

    #[test]
    fn more_seeds_tell_more_apart() {
        // The one is better by 1 s in the mean; the seeds put up to 1.5 s on top of that.
        let from: Vec<f64> = (0..20).map(|seed| f64::from(seed * 37 % 20) * 100.0).collect();
        let better: Vec<f64> = (0..20).map(|seed| from[seed as usize] - 1.0 + f64::from(seed % 4) - 1.5).collect();
        let told = |count: usize| {
            let (one, other) = (seeds(&better[..count]), seeds(&from[..count]));
            differ_significantly(&one, &other, 1, 1)
        };
        assert_eq!([1, 4, 8, 20].map(told), [false, false, true, true]);
        let (one, other) = (seeds(&better), seeds(&from));
        assert!(dominates_significantly(&one, &other, 1));
        assert!(!differ_significantly(&one, &other, 0, 1));
    }

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
