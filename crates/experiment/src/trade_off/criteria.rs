//! Criteria by which scenarios are weighed.

use super::{Average, Point};
use crate::Scenario;
use scheduling::criteria::population::Population;
use scheduling::criteria::{Criterion, Report};
use scheduling::system::System;

/// The most criteria that are weighed against one another.
pub const MOST_CRITERIA: usize = 3;

/// Two or three criteria, none twice, each of which is better high or low. The first is the horizontal axis of a
/// picture, the second the vertical, the third the colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Criteria(Vec<Criterion>);

impl Default for Criteria {
    /// U, F and D.
    fn default() -> Self {
        Self(Criterion::PAPER.into())
    }
}

impl Criteria {
    /// The criteria by which a scenario can be weighed against others: the usual ones of its system, then all others
    /// of its runs that are better high or low.
    pub fn offered(scenario: &Scenario) -> Vec<Criterion> {
        let usual = scenario.system.model().card().usual_criteria;
        let place = |it: &Criterion| usual.iter().position(|key| *key == it.key());
        let (mut first, others): (Vec<_>, Vec<_>) =
            scenario.figures().filter(|it| it.higher_is_better().is_some()).partition(|it| place(it).is_some());
        base::ordering::sort_by_key(&mut first, place);
        [first, others].concat()
    }

    pub fn usual(system: &System) -> Self {
        Self::named(system, system.model().card().usual_criteria).unwrap_or_default()
    }

    /// The criteria of these names ([`Criterion::key`]), in this order.
    ///
    /// # Errors
    ///
    /// In words, if runs of the system have no such criterion that is better high or low, if one is named twice, or if
    /// they are not two or three.
    pub fn named<T: AsRef<str>>(system: &System, names: &[T]) -> Result<Self, String> {
        let offered = |largest| {
            let all = Criterion::of_system(system, largest);
            all.filter(|it| it.higher_is_better().is_some())
        };
        let mut found = Vec::with_capacity(names.len());
        for name in names {
            let name = name.as_ref();
            let Some(criterion) = offered(u32::MAX).find(|it| it.key() == name) else {
                let all: Vec<&str> = offered(1).map(|it| it.key()).collect();
                let all = all.join(", ");
                return Err(format!(
                    "\"{name}\" is no criterion to weigh by: there are {all}, and of logs by_size.2, by_size.4, \
                     by_size.8 and so on as by_size.1"
                ));
            };
            if found.contains(&criterion) {
                return Err(format!("\"{name}\" is named twice"));
            }
            found.push(criterion);
        }
        match found.len() {
            2..=MOST_CRITERIA => Ok(Self(found)),
            1 => Err("a single criterion has no trade-off: name two or three".into()),
            count => Err(format!("{count} criteria are named: it takes two or three")),
        }
    }

    /// All of them.
    pub fn all(&self) -> &[Criterion] {
        &self.0
    }

    /// Their names ([`Criterion::key`]).
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|it| it.key()).collect()
    }

    /// `U, F and D`; `schedule length, least spare time and failures`.
    pub fn in_words(&self) -> String {
        listed(self.0.iter().map(|it| it.brief()).collect())
    }

    /// `all of U, F and D`; of two `both U and F`.
    pub fn together(&self) -> String {
        let how = if self.0.len() == 2 { "both" } else { "all of" };
        format!("{how} {}", self.in_words())
    }

    /// As [`Criteria::in_words`], without letters: `utilization, flow time and tardiness`.
    pub fn in_plain_words(&self) -> String {
        listed(self.0.iter().map(|it| it.plain()).collect())
    }

    /// The values of a run. A value that its report does not have is NaN.
    pub fn point(&self, report: &Report) -> Point {
        let point = self.point_of(|it| it.of(report).unwrap_or(f64::NAN));
        point.over(self.over(report.population))
    }

    /// The digest of what the values of a run are over. The jobs that ran do not count where their number is weighed itself.
    pub fn over(&self, population: Population) -> u32 {
        population.digest(!self.0.iter().any(|it| it.counts_ran()))
    }

    /// The point that has this value in each of the criteria.
    pub fn point_of(&self, value: impl Fn(Criterion) -> f64) -> Point {
        let mut values = [0.0; MOST_CRITERIA];
        for (place, &criterion) in values.iter_mut().zip(&self.0) {
            *place = value(criterion);
        }
        Point::from(values)
    }

    /// The values of a point turned round where higher is better: the lower, the better, in all.
    pub(super) fn costs(&self, point: &Point) -> [f64; MOST_CRITERIA] {
        let mut costs = [0.0; MOST_CRITERIA];
        for (at, criterion) in self.0.iter().enumerate() {
            costs[at] = cost(*criterion, point.at(at));
        }
        costs
    }

    /// Whether the first point is at least as good as the other in all criteria and better in one.
    pub fn dominates(&self, one: &Point, other: &Point) -> bool {
        let (one, other) = (self.costs(one), self.costs(other));
        one.iter().zip(&other).all(|(one, other)| one <= other)
            && one.iter().zip(&other).any(|(one, other)| one < other)
    }

    /// Which of the points no other one dominates. Equal points are on the front together; a point with
    /// a value that is no number is not on it. O(n log n) comparisons.
    pub fn front(&self, points: &[Point]) -> Vec<bool> {
        let costs: Vec<_> = points.iter().map(|it| self.costs(it)).collect();
        super::front::front(&costs)
    }

    /// The candidates that have a point, by their place, and whether they are on the front: first those
    /// that are, then the others, each from the best by the second criterion and otherwise in their order. Those that are
    /// not `judged` are not on the front and dominate none. O(n log n).
    pub fn ranked(&self, averages: &[Option<Average>], judged: &[bool]) -> Vec<(usize, bool)> {
        let there = averages.iter().enumerate();
        let (places, points): (Vec<usize>, Vec<Point>) =
            there.filter_map(|(at, average)| Some((at, average.as_ref()?.mean))).unzip();
        let second = |point: &Point| self.costs(point)[1];
        let by_second = points.iter().map(second);
        let unjudged = Point::from([f64::NAN; MOST_CRITERIA]);
        let weighed = places.iter().zip(&points);
        let weighed = weighed.map(|(&at, &point)| if judged[at] { point } else { unjudged });
        let on_front = self.front(&weighed.collect::<Vec<Point>>());
        let mut ranked: Vec<((usize, bool), f64)> = places.into_iter().zip(on_front).zip(by_second).collect();
        base::ordering::sort_by(&mut ranked, |((_, a_on_front), a), ((_, b_on_front), b)| {
            b_on_front.cmp(a_on_front).then(a.total_cmp(b))
        });
        ranked.into_iter().map(|(it, _)| it).collect()
    }
}

/// A value of a criterion, turned round where higher is better.
pub(super) fn cost(criterion: Criterion, value: f64) -> f64 {
    match criterion.higher_is_better() {
        Some(true) => -value,
        _ => value,
    }
}

/// `a, b and c`.
fn listed(names: Vec<String>) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use scheduling::system::{Better, Measure, Unit};
    use workload::WorkloadKind;
    use workload::testing::{assert_told, rows};

    const fn own(key: &'static str, better: Better) -> Measure {
        Measure::new(key, "Own", "", Unit::Times, better)
    }

    const HIGH: Measure = own("high", Better::Higher);
    const LOW: Measure = own("low", Better::Lower);

    fn workflow() -> System {
        System::of_key("workflow").expect("a system")
    }

    #[test]
    fn every_system_has_two_or_three_that_are_usual() {
        for system in System::all() {
            let names = system.model().card().usual_criteria;
            let usual = Criteria::named(&system, names);
            assert_eq!(usual.map(|it| it.names()), Ok(names.to_vec()));
            let offered = Criteria::offered(&Scenario { system: system.clone(), ..Scenario::default() });
            let mut fields: Vec<&str> = offered.iter().map(|it| it.key()).collect();
            fields.sort_unstable();
            fields.dedup();
            assert_eq!(fields.len(), offered.len(), "a name stands for two");
            // They stand beside the knobs in one row.
            let mut knobs = system.model().knobs().into_iter();
            assert!(!knobs.any(|knob| fields.contains(&knob.key())));
            // Tardiness is that of reservations.
            let takes_logs = system.model().takes().first() == Some(&WorkloadKind::Log);
            if takes_logs && system.model().books() {
                assert_eq!(Criteria::usual(&system), Criteria::default());
            }
        }
    }

    #[test]
    fn a_workflow_is_weighed_by_its_own_figures() {
        let usual = Criteria::usual(&workflow());
        assert_eq!(usual.in_words(), "schedule length, least spare time and failures");
        let directions: Vec<_> = usual.all().iter().map(|it| it.higher_is_better()).collect();
        assert_eq!(directions, [Some(false), Some(true), Some(false)]);
        assert_eq!(Criteria::default().together(), "all of U, F and D");
        let two = Criteria::named(&workflow(), &["makespan", "failures"]).expect("criteria");
        assert_eq!(two.together(), "both makespan and failures");
        assert_eq!(Criteria::default().in_plain_words(), "utilization, flow time and tardiness");
    }

    #[test]
    fn what_cannot_be_weighed_is_refused_in_words() {
        for [names, told] in rows(
            "schedule_length failure | \"failure\" is no criterion…
            schedule_length failure | …schedule_length…
            schedule_length failure | …spare_least…
            schedule_length failure | …failures…
            schedule_length failure | …makespan…
            // A figure that is neither good nor bad is not offered.
            deadline failures | …is no criterion…
            spare_most failures | …is no criterion…
            jobs failures | …is no criterion…
            failures failures | …named twice…
            failures | …two or three…
            | …two or three…
            failures spare_least makespan moves | …4 criteria…",
        ) {
            let names: Vec<&str> = names.split_whitespace().collect();
            assert_told(Criteria::named(&workflow(), &names).expect_err("refused"), &told, &names.join(" "));
        }
        // Another system's figures are not there.
        let logs = Criteria::named(&System::default(), &["failures", "makespan"]);
        assert_told(logs.expect_err("refused"), "…mean_flow_time…", "failures");
    }

    #[test]
    fn a_point_has_what_the_report_has() {
        let report = Report {
            mean_utilization: 0.25,
            makespan: 7.0,
            measures: [("spare_least".to_owned(), 40.0)].into(),
            ..Report::default()
        };
        let criteria = |names: &[&str]| Criteria::named(&workflow(), names).expect("criteria");
        let two = criteria(&["makespan", "spare_least"]).point(&report);
        assert_eq!((two.at(0), two.at(1)), (7.0, 40.0));
        let missing = criteria(&["mean_utilization", "failures"]).point(&report);
        assert!(missing.at(0) == 0.25 && missing.at(1).is_nan());
    }

    #[test]
    fn the_front_stands_before_the_rest_each_from_the_best_by_the_second() {
        let criteria = Criteria(vec![Criterion::Own(&LOW), Criterion::Own(&HIGH)]);
        let average = |low, high| Average::of(&[Point::from([low, high, 0.0])], true);
        let averages = [average(9.0, 10.0), None, average(1.0, 20.0), average(9.0, 30.0), average(1.0, 15.0)];
        let expected = [(3, true), (2, true), (4, false), (0, false)];
        assert_eq!(criteria.ranked(&averages, &vec![true; averages.len()]), expected);
    }

    /// Few values, so that many are equal, and some that are no numbers.
    fn value() -> impl Strategy<Value = f64> {
        prop_oneof![
            20 => (0u8..6).prop_map(f64::from),
            4 => prop_oneof![Just(-0.0), Just(f64::INFINITY), Just(f64::NEG_INFINITY)],
            1 => Just(f64::NAN),
        ]
    }

    /// By the definition: at least as good in each, and better in one.
    fn betters(higher: &[bool], one: &[f64; 3], other: &[f64; 3]) -> bool {
        let mut better_in_one = false;
        for (at, &higher) in higher.iter().enumerate() {
            let (one, other) = (one[at], other[at]);
            let (better, equal) = if higher { (one > other, one == other) } else { (one < other, one == other) };
            if !(better || equal) {
                return false;
            }
            better_in_one |= better;
        }
        better_in_one
    }

    const HIGHS: [Measure; 3] = [HIGH, own("high_2", Better::Higher), own("high_3", Better::Higher)];
    const LOWS: [Measure; 3] = [LOW, own("low_2", Better::Lower), own("low_3", Better::Lower)];

    proptest! {
        /// Two or three criteria of any directions; of two the third value does not count.
        #[test]
        fn the_front_is_what_comparing_every_pair_by_its_directions_finds(
            higher in prop::collection::vec(any::<bool>(), 2..=3),
            values in prop::collection::vec((value(), value(), value()), 0..50),
        ) {
            let of = |(at, &higher): (usize, &bool)| {
                Criterion::Own(if higher { &HIGHS[at] } else { &LOWS[at] })
            };
            let criteria = Criteria(higher.iter().enumerate().map(of).collect());
            let values: Vec<[f64; 3]> = values.into_iter().map(|(a, b, c)| [a, b, c]).collect();
            let points: Vec<Point> = values.iter().map(|&it| Point::from(it)).collect();
            let counts = |it: &[f64; 3]| it[..higher.len()].iter().all(|value| !value.is_nan());
            let expected: Vec<bool> = values
                .iter()
                .map(|it| counts(it) && !values.iter().any(|other| betters(&higher, other, it)))
                .collect();
            prop_assert_eq!(criteria.front(&points), expected);
            for (at, one) in values.iter().enumerate() {
                for (place, other) in values.iter().enumerate() {
                    prop_assert_eq!(
                        criteria.dominates(&points[at], &points[place]),
                        betters(&higher, one, other)
                    );
                }
            }
        }
    }
}
