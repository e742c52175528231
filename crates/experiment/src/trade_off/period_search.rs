//! The best period δ, of the grid scheduler or of the local queues, for one criterion.

use super::criteria::cost;
use super::front::{Sample, Seeds, are_of_most, averages, differ_significantly, of_seeds, place};
use super::{Average, Point};
use crate::{PeriodOf, ReplicateAt, Scenario, Study};
use base::ordering::sort_by_key;
use scheduling::criteria::Criterion;
use workload::replicate::Replication;
use workload::{Time, WorkloadKind};

/// A period and its value over the seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// δ, in seconds.
    pub period: Time,
    /// U, F and D.
    pub average: Average,
}

/// A search for the best period of a scenario ("find and apply the best δ period", Kurowski et al.
/// 2011, Sect. 6).
///
/// The criteria go up and down with δ many times, so that no method finds the best period without
/// trying all of them. This one tries a grid of round periods over the whole range, nearly
/// geometric, and then goes three times into the gaps on both sides of the best so far, with four
/// periods each. It finds the best of those that it tried, and has all of them to show. Where the
/// criterion differs more between seeds than between periods, that best is one by chance:
/// [`PeriodSearch::not_told_from_the_best`] lists the others that may be as good; with more seeds
/// they become fewer.
///
/// It goes in rounds: [`PeriodSearch::run`] has the runs of the present round,
/// [`PeriodSearch::take`] takes their results and begins the next.
#[derive(Clone, Debug, PartialEq)]
pub struct PeriodSearch {
    of: PeriodOf,
    criterion: Criterion,
    base: Scenario,
    /// The kind of the workload.
    kind: WorkloadKind,
    /// By period.
    tried: Vec<Tried>,
    /// The values of each period of the finished rounds with each seed.
    seeds_of: Vec<(Time, Sample)>,
    /// The periods of the present round.
    asked: Vec<Time>,
    /// How often each of them is run.
    study: Study,
    /// How many rounds into the gaps are still to come.
    refinements: u32,
}

/// Number of times that the search refines the gaps beside the best: they shrink by five each time,
/// from a factor of two or three between neighbours to about 1 %.
const REFINEMENTS: u32 = 3;

/// Number of parts into which a gap is divided.
const PARTS: Time = 5;

/// The round periods up to a day that a search begins with; from there on they double.
const STOPS: [Time; 15] = [0, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400];

impl PeriodSearch {
    /// A search for the best value of a criterion over the periods `from..=to` of the grid scheduler,
    /// or of the local queues, in seconds, on a workload of a kind: each in the mean over `seeds` seeds, counted up from
    /// the scenario's own, or over replicates if they are given. Periods below 0 are none, so that the range begins at 0
    /// at least.
    pub fn new(
        scenario: &Scenario,
        (of, criterion): (PeriodOf, Criterion),
        (from, to): (Time, Time),
        (seeds, replicate): (u32, Option<Replication>),
        kind: WorkloadKind,
    ) -> Self {
        let from = from.max(0);
        let mut search = Self {
            of,
            criterion,
            base: scenario.clone(),
            kind,
            tried: Vec::new(),
            seeds_of: Vec::new(),
            asked: Vec::new(),
            study: Study::new([], (seeds, replicate), kind),
            refinements: REFINEMENTS,
        };
        search.ask(stops(from, to.max(from)));
        search
    }

    /// Begins a round.
    fn ask(&mut self, periods: Vec<Time>) {
        let scenarios: Vec<Scenario> = periods.iter().map(|&it| self.scenario(it)).collect();
        self.study = Study::new(&scenarios, (self.study.seeds, self.study.replicate), self.kind);
        self.asked = periods;
    }

    /// How often the periods of the present round are run; no period when the search is over.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// One of the runs of the present round, as [`Study::run`] counts them.
    pub fn run(&self, run: usize) -> (Scenario, Option<ReplicateAt<'_>>) {
        self.study.run(run, |at| self.scenario(self.asked[at]))
    }

    /// Whether nothing is drawn, whatever the period: all seeds agree, and all differences are exact.
    pub fn is_exact(&self) -> bool {
        self.study.is_exact() && !self.seeds_of.iter().any(|(_, it)| it.is_drawn)
    }

    pub fn period_of(&self) -> PeriodOf {
        self.of
    }

    pub fn criterion(&self) -> Criterion {
        self.criterion
    }

    /// The scenario with a period in place of its own.
    pub fn scenario(&self, period: Time) -> Scenario {
        let mut scenario = self.base.clone();
        self.of.set(&mut scenario, period);
        scenario
    }

    /// Takes the results of the runs of this round, as [`Study::run`] counts them,
    /// `None` where a run failed, and begins the next round. A period without a successful run
    /// counts as not tried.
    pub fn take(&mut self, made: &[Option<Point>]) {
        self.tried = self.known(made);
        let sample = |at| Sample { seeds: of_seeds(made, at, &self.study), is_drawn: self.study.drawn[at] };
        self.seeds_of.extend(self.asked.iter().enumerate().map(|(at, &period)| (period, sample(at))));
        let is_last = self.refinements == 0;
        self.refinements = self.refinements.saturating_sub(1);
        self.ask(if is_last { Vec::new() } else { self.beside_the_best() });
    }

    /// All periods tried so far, in order, with those of the present round that have results.
    pub fn known(&self, made: &[Option<Point>]) -> Vec<Tried> {
        let mut known = self.tried.clone();
        let new = self.asked.iter().zip(averages(made, &self.study));
        known.extend(new.filter_map(|(&period, average)| {
            let average = average?;
            Some(Tried { period, average })
        }));
        sort_by_key(&mut known, |it| it.period);
        known
    }

    /// All periods tried in the rounds that are over, in order.
    pub fn tried(&self) -> &[Tried] {
        &self.tried
    }

    /// The periods tried whose runs are over the same jobs as those of most periods, with every seed.
    fn judged(&self) -> Vec<Time> {
        let samples: Vec<&Seeds> = self.seeds_of.iter().map(|(_, it)| &it.seeds).collect();
        self.seeds_of
            .iter()
            .zip(are_of_most(&samples))
            .filter_map(|((period, _), judged)| judged.then_some(*period))
            .collect()
    }

    /// The periods tried that are not judged, in order: other jobs than with most of them ran or were reservations.
    pub fn of_other_jobs(&self) -> Vec<Time> {
        let judged = self.judged();
        self.tried.iter().map(|it| it.period).filter(|it| !judged.contains(it)).collect()
    }

    /// The best period of the rounds that are over, of those whose runs are over the same jobs as most; the shortest of
    /// equals.
    pub fn best(&self) -> Option<Tried> {
        let judged = self.judged();
        let tried = self.tried.iter().copied();
        best(self.criterion, tried.filter(|it| judged.contains(&it.period)))
    }

    /// The other periods that are not significantly worse than the best, in order: the 95 % interval
    /// of the differences from it, seed by seed, contains 0, where all comparisons with the best hold
    /// together. With a single seed all of them. Without random draws, those that are exactly as
    /// good.
    pub fn not_told_from_the_best(&self) -> Vec<Time> {
        let of = |period: Time| {
            let mut all = self.seeds_of.iter();
            Some(&all.find(|(one, _)| *one == period)?.1)
        };
        let Some((best, seeds)) = self.best().and_then(|it| Some((it, of(it.period)?))) else {
            return Vec::new();
        };
        let judged = self.judged();
        let others = self.tried.iter().map(|it| it.period);
        let others: Vec<Time> = others.filter(|it| *it != best.period && judged.contains(it)).collect();
        let is_told = |period: Time| {
            let own = of(period).zip(place(self.criterion));
            own.is_some_and(|(own, place)| differ_significantly(own, seeds, place, others.len()))
        };
        others.iter().copied().filter(|&it| !is_told(it)).collect()
    }

    /// Periods within the gaps on both sides of the best.
    fn beside_the_best(&self) -> Vec<Time> {
        let Some(best) = self.best() else {
            return Vec::new();
        };
        let at = self.tried.partition_point(|it| it.period < best.period);
        let around = &self.tried[at.saturating_sub(1)..self.tried.len().min(at + 2)];
        let mut periods: Vec<Time> = around
            .windows(2)
            .flat_map(|gap| {
                let (low, high) = (gap[0].period, gap[1].period);
                let within = move |part| low + (high - low) * part / PARTS;
                (1..PARTS).map(within).filter(move |&it| low < it && it < high)
            })
            .collect();
        periods.dedup();
        periods
    }
}

/// The best of some periods, which stand in order; the shortest of equals. A value that is no number is not the best.
fn best(criterion: Criterion, tried: impl Iterator<Item = Tried>) -> Option<Tried> {
    let has_value = |it: &Tried| !it.average.mean.value(criterion).is_nan();
    tried.filter(has_value).reduce(|best, it| {
        let cost = |it: Tried| cost(criterion, it.average.mean.value(criterion));
        if cost(it) < cost(best) { it } else { best }
    })
}

/// The round periods from `from` to `to`, and both of these.
fn stops(from: Time, to: Time) -> Vec<Time> {
    let longer = (1..64).map_while(|power| 86_400_i64.checked_mul(1 << power.min(62)));
    let round = STOPS.into_iter().chain(longer);
    let mut stops = vec![from];
    stops.extend(round.filter(|&stop| from < stop && stop < to));
    if to > from {
        stops.push(to);
    }
    stops
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::System;

    fn grid() -> PeriodOf {
        PeriodOf::named(&System::default(), "grid").unwrap()
    }

    fn local() -> PeriodOf {
        PeriodOf::named(&System::default(), "local").unwrap()
    }

    /// Takes what a function in place of a simulation makes of each scenario, until no more is wanted: how often.
    fn exhaust(search: &mut PeriodSearch, point: impl Fn(&Scenario) -> Point) -> usize {
        let mut rounds = 0;
        while !search.asked.is_empty() {
            let made: Vec<_> = wanted(search).iter().map(|it| Some(point(it))).collect();
            search.take(&made);
            rounds += 1;
        }
        rounds
    }

    /// The scenarios of the present round.
    fn wanted(search: &PeriodSearch) -> Vec<Scenario> {
        (0..search.study.count()).map(|run| search.run(run).0).collect()
    }

    /// A search for the period with the best flow time.
    fn new(scenario: &Scenario, range: (Time, Time), seeds: u32) -> PeriodSearch {
        PeriodSearch::new(scenario, (grid(), Criterion::FLOW_TIME), range, (seeds, None), WorkloadKind::Log)
    }

    /// Runs a search on a function of periods in place of a simulation.
    fn search(criterion: Criterion, range: (Time, Time), value: impl Fn(Time) -> f64) -> (PeriodSearch, usize) {
        let mut search =
            PeriodSearch::new(&Scenario::default(), (grid(), criterion), range, (2, None), WorkloadKind::Log);
        let rounds = exhaust(&mut search, |scenario| Point::from([value(grid().of(scenario)); 3]));
        (search, rounds)
    }

    fn without_reservations() -> Scenario {
        let mut scenario = Scenario::default();
        scenario.workload.reservations.percent = 0.0;
        scenario
    }

    #[test]
    fn it_comes_near_the_bottom_of_a_valley() {
        let valley = |period: Time| (period - 1_000).abs() as f64;
        let (found, rounds) = search(Criterion::FLOW_TIME, (0, 86_400), valley);
        let best = found.best().unwrap();
        assert!((990..=1_010).contains(&best.period), "{best:?}");
        assert_eq!(rounds, 4);
        assert_eq!(found.tried().len(), 15 + 3 * 8);
        // Both seeds came to the same, and no other period did.
        assert_eq!(found.not_told_from_the_best(), [] as [Time; 0]);
    }

    /// A period under which other jobs run has the least flow time, and is neither the best nor worse than it.
    #[test]
    fn a_period_of_other_jobs_is_not_judged() {
        let mut search = new(&Scenario::default(), (0, 60), 1);
        exhaust(&mut search, |scenario| match grid().of(scenario) {
            30 => Point::from([0.5, 1.0, 0.0]).over(1),
            at => Point::from([0.5, 100.0 + at as f64, 0.0]),
        });
        assert_eq!(search.best().map(|it| it.period), Some(0));
        assert_eq!(search.of_other_jobs(), [30]);
        assert!(!search.not_told_from_the_best().contains(&30));
    }

    #[test]
    fn the_period_of_the_local_queues_is_another() {
        let mut scenario = Scenario::default();
        grid().set(&mut scenario, 300);
        let by = (local(), Criterion::FLOW_TIME);
        let wanted = wanted(&PeriodSearch::new(&scenario, by, (0, 60), (1, None), WorkloadKind::Log));
        assert!(wanted.iter().map(|it| local().of(it)).eq([0, 10, 30, 60]));
        assert!(wanted.iter().map(|it| grid().of(it)).eq([300; 4]));
    }

    #[test]
    fn higher_utilization_is_better() {
        let hill = |period: Time| -((period - 50_000).abs() as f64);
        let (found, _) = search(Criterion::UTILIZATION, (0, 86_400), hill);
        let best = found.best().unwrap().period;
        assert!((49_500..=50_500).contains(&best), "{best}");
    }

    #[test]
    fn where_the_period_makes_no_difference_the_shortest_is_named() {
        let (found, _) = search(Criterion::TARDINESS, (30, 7_200), |_| 5.0);
        assert_eq!(found.best().map(|it| it.period), Some(30));
        assert_eq!(found.not_told_from_the_best().len(), found.tried().len() - 1);
    }

    /// Periods differ by a second for each hundred; every seed puts its own hour on top of all, and
    /// two seconds more on some.
    #[test]
    fn more_seeds_tell_more_periods_from_the_best() {
        let not_told = |seeds: u32| {
            let mut search = new(&Scenario::default(), (0, 7_200), seeds);
            exhaust(&mut search, |scenario| {
                let period = grid().of(scenario);
                let mixed = (period as u64 + 1).wrapping_mul(scenario.seed + 3);
                let noise = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61;
                let value = period as f64 / 100.0 + 3_600.0 * scenario.seed as f64;
                Point::from([0.5, value + noise as f64 / 2.0, 0.0])
            });
            search.not_told_from_the_best().len()
        };
        let [one, few, many] = [1, 5, 40].map(not_told);
        assert!(one > few && few > many, "{one} {few} {many}");
    }

    #[test]
    fn without_randomness_one_seed_tells_all_periods_apart() {
        let mut search = new(&without_reservations(), (0, 60), 1);
        assert!(search.is_exact());
        // 0 and 10 s are as good.
        let point = |it: &Scenario| Some(Point::from([0.5, grid().of(it).max(10) as f64, 0.0]));
        let made: Vec<_> = wanted(&search).iter().map(point).collect();
        search.take(&made);
        assert_eq!(search.not_told_from_the_best(), [10]);
        assert_eq!(search.best().and_then(|it| it.average.half_width), None);
    }

    #[test]
    fn every_period_is_tried_on_every_replicate() {
        let (by, repeats) = ((grid(), Criterion::FLOW_TIME), (1, Some("shake=3".parse().unwrap())));
        let mut search = PeriodSearch::new(&without_reservations(), by, (0, 10), repeats, WorkloadKind::Log);
        assert_eq!((search.study.seeds, search.is_exact()), (3, false));
        let places = (0..search.study.count()).map(|it| search.run(it).1.unwrap().1);
        assert_eq!(places.collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        search.take(&[5.0, 5.0, 7.0, 7.0, 9.0, 9.0].map(|it| Some(Point::from([0.5, it, 0.0]))));
        assert!(search.best().is_some_and(|it| it.average.half_width.is_some()));
    }

    #[test]
    fn a_range_of_one_period_is_tried_once() {
        let (found, rounds) = search(Criterion::TARDINESS, (77, 77), |_| 5.0);
        assert_eq!((found.tried().len(), rounds), (1, 1));
        let (found, _) = search(Criterion::TARDINESS, (9, -3), |_| 5.0);
        assert_eq!(found.best().map(|it| it.period), Some(9));
    }

    #[test]
    fn periods_whose_runs_all_failed_are_not_tried() {
        let mut search = new(&Scenario::default(), (0, 10), 2);
        assert_eq!(search.study.count(), 4);
        let point = Point::from([0.5, 3.0, 0.0]);
        let made = [None, Some(point), None, None];
        assert_eq!(search.known(&made).len(), 1);
        search.take(&made);
        let best = search.best().expect("one run came back");
        assert_eq!((best.period, best.average.mean), (10, point));
        assert!(search.asked.is_empty(), "no gap is left");
        search.take(&[]);
        assert_eq!(search.tried().len(), 1);
    }

    proptest! {
        #[test]
        fn nothing_that_was_tried_is_better_than_the_best(
            from in 0i64..100_000, width in 0i64..400_000, salt: u64,
        ) {
            // A function without any order.
            let value = |period: Time| {
                let mixed = (period as u64 ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                (mixed % 1_000) as f64
            };
            let range = (from, from + width);
            let (found, _) = search(Criterion::FLOW_TIME, range, value);
            let tried = found.tried();
            prop_assert!(tried.windows(2).all(|pair| pair[0].period < pair[1].period));
            prop_assert_eq!((tried[0].period, tried[tried.len() - 1].period), range);
            let best = found.best().unwrap();
            let flow = |it: &Tried| it.average.mean.value(Criterion::FLOW_TIME);
            prop_assert_eq!(flow(&best), value(best.period));
            for it in tried {
                prop_assert_eq!(flow(it), value(it.period));
                prop_assert!(flow(it) >= flow(&best));
            }
        }
    }
}
