//! Verdicts of our runs on a printed sentence: by differences paired by seed, with their interval.
//!
//! Every verdict on random results is made here. A sentence that says that one thing is better than
//! another, or rises, or does not change, is put as a difference of two numbers that were measured
//! with the same seeds; the 95 % interval of that difference by Student's t decides. Neither means
//! alone nor the deviations of the two sides do.

use serde::{Deserialize, Serialize};

use super::Quantity;
use super::numbers::{signed, signed_percent};
use experiment::comparison::Interval;
use scheduling::criteria::Criterion;
use scheduling::system::{Better, Unit};

/// The verdict of our runs on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds in more than half of the cases that were run, and fails in none.
    Holds,
    /// It holds in some cases and fails in others, which the evidence names.
    HoldsInPart,
    /// It fails in more than half of the cases that were run, and holds in none.
    DoesNotHold,
    /// The runs do not decide it.
    CannotTell,
    /// No run can come out otherwise: the model or the data fix the outcome of the test.
    NotTestable,
    /// The printed numbers are met by data that were derived from them.
    Consistent,
}

impl Verdict {
    /// All of them, in the order of a summary.
    pub const ALL: [Self; 6] =
        [Self::Holds, Self::HoldsInPart, Self::DoesNotHold, Self::CannotTell, Self::NotTestable, Self::Consistent];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsInPart => "holds in part",
            Self::DoesNotHold => "does not hold",
            Self::CannotTell => "inconclusive",
            Self::NotTestable => "not testable here",
            Self::Consistent => "consistent",
        }
    }

    /// In words about several sentences, as the head of a column.
    pub fn of_many(self) -> &'static str {
        match self {
            Self::Holds => "hold",
            Self::HoldsInPart => "in part",
            Self::DoesNotHold => "do not",
            Self::CannotTell => "cannot tell",
            Self::NotTestable => "not testable",
            Self::Consistent => "consistent",
        }
    }

    /// Whether a run could have decided the test otherwise.
    pub fn is_of_a_test(self) -> bool {
        !matches!(self, Self::NotTestable | Self::Consistent)
    }

    /// What `judge` makes of the tests among the cases. Cases without any have the verdict of the first.
    fn of_tests(cases: &[Self], judge: fn(&[Self]) -> Self) -> Self {
        let tests: Vec<Self> = cases.iter().copied().filter(|it| it.is_of_a_test()).collect();
        match cases.first() {
            Some(&first) if tests.is_empty() => first,
            _ => judge(&tests),
        }
    }

    /// The verdict from counts and exact results, without randomness.
    pub fn exact(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }

    /// The verdict on a sentence that stands or falls as a whole: one part that fails refutes it.
    pub fn whole(parts: &[Self]) -> Self {
        Self::of_tests(parts, |parts| {
            let any = |wanted: Self| parts.contains(&wanted);
            match () {
                () if any(Self::DoesNotHold) || any(Self::HoldsInPart) => Self::DoesNotHold,
                () if any(Self::CannotTell) || parts.is_empty() => Self::CannotTell,
                () => Self::Holds,
            }
        })
    }

    /// How many of the cases have this verdict.
    pub fn count(self, cases: &[Self]) -> usize {
        cases.iter().filter(|&&one| one == self).count()
    }

    /// The verdict on a sentence that was tested in several cases, such as sets of jobs, readings and
    /// criteria. It holds in part if it holds in one and fails in another. It holds, or fails, if more
    /// than half of them say so and none the contrary; else it is undecided.
    pub fn of_cases(cases: &[Self]) -> Self {
        Self::of_tests(cases, |cases| {
            let [holds, part, fails, ..] = Self::ALL.map(|it| it.count(cases));
            match () {
                () if part > 0 || holds > 0 && fails > 0 => Self::HoldsInPart,
                () if 2 * holds > cases.len() => Self::Holds,
                () if 2 * fails > cases.len() => Self::DoesNotHold,
                () => Self::CannotTell,
            }
        })
    }

    /// The verdict on a sentence about most cases.
    pub fn of_most(cases: &[Self]) -> Self {
        Self::of_tests(cases, |cases| match () {
            () if 2 * Self::Holds.count(cases) > cases.len() => Self::Holds,
            () if 2 * Self::DoesNotHold.count(cases) >= cases.len() && !cases.is_empty() => Self::DoesNotHold,
            () => Self::CannotTell,
        })
    }

    /// The verdict on a sentence that says that an effect may occur: one case that shows it is
    /// enough.
    pub fn of_any(cases: &[Self]) -> Self {
        Self::of_tests(cases, |cases| match () {
            () if cases.contains(&Self::Holds) => Self::Holds,
            () if cases.contains(&Self::CannotTell) || cases.is_empty() => Self::CannotTell,
            () => Self::DoesNotHold,
        })
    }
}

/// The claim of a sentence on a difference, the first of two numbers less the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said {
    /// It lies below 0.
    Less,
    /// It lies above 0.
    More,
    /// It is no larger than this either way: "does not change".
    Within(f64),
    /// It is not above 0 by more than this: "does not get worse", of times.
    NotMore(f64),
}

impl Said {
    /// Whether it is so of that value.
    fn holds(self, value: f64) -> bool {
        match self {
            Self::Less => value < 0.0,
            Self::More => value > 0.0,
            Self::Within(margin) => value.abs() <= margin,
            Self::NotMore(margin) => value <= margin,
        }
    }

    /// That the first is better than the second.
    pub fn better(quantity: Quantity) -> Self {
        match quantity.criterion().map(Criterion::better) {
            Some(Better::Higher) => Self::More,
            _ => Self::Less,
        }
    }

    /// That the first is worse than the second.
    pub fn worse(quantity: Quantity) -> Self {
        match Self::better(quantity) {
            Self::More => Self::Less,
            _ => Self::More,
        }
    }
}

/// The unit in which a difference is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldIn {
    /// U, 0 to 1.
    Utilization,
    /// Seconds.
    Seconds,
    /// A share, written in percent.
    Share,
    /// A number of no unit.
    Number,
}

impl ToldIn {
    /// That of a quantity.
    pub fn of(quantity: Quantity) -> Self {
        match quantity.criterion().map(Criterion::unit) {
            Some(Unit::Share) => Self::Utilization,
            Some(Unit::Count) => Self::Number,
            _ => Self::Seconds,
        }
    }

    fn write(self, value: f64) -> String {
        match self {
            Self::Utilization => signed(value, 4),
            Self::Seconds => signed(value, 0),
            Self::Share => signed_percent(value),
            Self::Number => signed(value, 2),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Seconds => " s",
            Self::Utilization | Self::Share | Self::Number => "",
        }
    }
}

/// The differences of two numbers, seed by seed.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedDifference {
    /// One for each seed.
    values: Vec<f64>,
    /// Whether a seed changes either number. A number without random draws is known after one run.
    is_drawn: bool,
    /// How often it may be examined, as seeds are added.
    looks: usize,
    /// Mean and 95 % interval over the seeds.
    interval: Interval,
}

/// A difference that is smaller than this is none in the digits in which any is told.
const UNTOLD: f64 = 0.00005;

impl PairedDifference {
    /// Of the difference of each seed. Without random draws all are the same.
    pub fn of(values: Vec<f64>, is_drawn: bool) -> Self {
        let interval = Interval { mean: f64::NAN, half_width: None, count: 0 };
        Self { values, is_drawn, looks: 1, interval }.one_of(1)
    }

    /// As one that is examined that often, as seeds are added.
    pub fn looked_at(self, looks: usize) -> Self {
        Self { looks, ..self }.one_of(1)
    }

    /// As one of `family` that are examined together: wider, so that all of them hold at once.
    pub fn one_of(mut self, family: usize) -> Self {
        let interval = Interval::one_of(&self.values, family * self.looks);
        self.interval = interval.map_or(self.interval, |it| it.exact_unless(self.is_drawn));
        self
    }

    /// A number made up of two differences with one seed, for every seed that both have.
    pub fn and(&self, other: &Self, value: impl Fn(f64, f64) -> f64) -> Self {
        let values = self.values.iter().zip(&other.values).map(|(&own, &other)| value(own, other)).collect();
        Self::of(values, self.is_drawn || other.is_drawn).looked_at(self.looks.max(other.looks))
    }

    /// Mean and interval over the seeds.
    pub fn interval(&self) -> Interval {
        self.interval
    }

    /// With how many of the seeds it lies on that side of 0, and how many there are.
    pub fn seeds(&self, said: Said) -> (usize, usize) {
        (self.values.iter().filter(|value| said.holds(**value)).count(), self.values.len())
    }

    /// Whether the sentence holds of it: the interval lies wholly on the side that it names, wholly
    /// off it, or neither. Of a change that is denied: within the margin it holds; beyond, an
    /// interval that excludes 0 refutes it, and one that holds 0 leaves it open.
    pub fn verdict(&self, said: Said) -> Verdict {
        let (low, high) = (self.interval.low(), self.interval.high());
        let is_unknown = !(low.is_finite() && high.is_finite());
        let is_one_seed = self.is_drawn && self.interval.count < 2;
        let fails = match said {
            Said::Less => low >= 0.0,
            Said::More => high <= 0.0,
            Said::Within(_) => low > 0.0 || high < 0.0,
            Said::NotMore(_) => low > 0.0,
        };
        match () {
            () if is_unknown || is_one_seed => Verdict::CannotTell,
            () if matches!(said, Said::Less | Said::More) && self.is_the_same() => Verdict::NotTestable,
            () if said.holds(low) && said.holds(high) => Verdict::Holds,
            () if fails => Verdict::DoesNotHold,
            () => Verdict::CannotTell,
        }
    }

    /// The verdict on a sentence about a relevant difference: an interval within the margin shows that
    /// there is none, so that the sentence fails.
    pub fn verdict_beyond(&self, margin: f64, said: Said) -> Verdict {
        match self.verdict(said) {
            Verdict::CannotTell if self.is_within(margin) => Verdict::DoesNotHold,
            verdict => verdict,
        }
    }

    /// Whether the two numbers are the same whatever is drawn, to the digits in which they are told.
    pub fn is_the_same(&self) -> bool {
        self.is_drawn && self.values.iter().all(|it| it.abs() < UNTOLD)
    }

    /// Whether more seeds could decide it: the interval contains 0, and exceeds the margin.
    pub fn is_open(&self, margin: f64, said: Said) -> bool {
        self.is_drawn && self.verdict_beyond(margin, said) == Verdict::CannotTell
    }

    /// Whether the interval lies within the margin on both sides of 0.
    pub fn is_within(&self, margin: f64) -> bool {
        self.interval.low() >= -margin && self.interval.high() <= margin
    }

    /// With its interval: `−0.0214 [−0.0260, −0.0168]`.
    pub fn words(&self, unit: ToldIn) -> String {
        let mean = unit.write(self.interval.mean);
        let name = unit.name();
        match (self.is_drawn, self.interval.count) {
            (false, _) => format!("{mean}{name}"),
            (true, 0 | 1) => format!("{mean}{name} (one seed)"),
            (true, _) => {
                format!("{mean}{name} [{}, {}]", unit.write(self.interval.low()), unit.write(self.interval.high()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{CannotTell, Consistent, DoesNotHold, Holds, HoldsInPart, NotTestable};
    use super::*;

    /// Mean ± 1 by Student's t, over five seeds.
    fn about(mean: f64) -> PairedDifference {
        let half_width = Interval::of(&[-2.0, -1.0, 0.0, 1.0, 2.0]).unwrap().half_width.unwrap();
        let values = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|value| mean + value / half_width);
        PairedDifference::of(values.to_vec(), true)
    }

    #[test]
    fn the_interval_decides_and_not_the_mean() {
        for (mean, less, more) in [
            (-1.5, Holds, DoesNotHold),
            (-0.5, CannotTell, CannotTell),
            (0.5, CannotTell, CannotTell),
            (1.5, DoesNotHold, Holds),
        ] {
            assert_eq!(about(mean).verdict(Said::Less), less, "{mean}");
            assert_eq!(about(mean).verdict(Said::More), more, "{mean}");
        }
    }

    #[test]
    fn the_same_number_in_every_run_refutes_nothing() {
        let same = PairedDifference::of(vec![0.0; 20], true);
        assert_eq!(same.verdict(Said::Less), NotTestable);
        assert_eq!(same.verdict(Said::More), NotTestable);
        assert_eq!(same.verdict(Said::Within(0.1)), Holds);
        assert_eq!(same.verdict(Said::NotMore(0.1)), Holds);
        assert_eq!(same.verdict_beyond(0.1, Said::Less), NotTestable);
        assert!(!same.is_open(0.1, Said::Less));
        // The same to the digits that are told, and one seed that differs.
        let rounded = PairedDifference::of(vec![-0.00004, 0.0, 0.0], true);
        assert_eq!(rounded.verdict_beyond(0.005, Said::More), NotTestable);
        let told = PairedDifference::of(vec![-0.0004, 0.0, 0.0], true);
        assert_eq!(told.verdict_beyond(0.005, Said::More), DoesNotHold);
    }

    #[test]
    fn what_no_run_can_decide_counts_neither_way() {
        let tests = [Holds, NotTestable, NotTestable, DoesNotHold];
        assert_eq!(Verdict::of_cases(&tests), HoldsInPart);
        assert_eq!(Verdict::of_cases(&tests[..3]), Holds);
        assert_eq!(Verdict::of_most(&tests[1..]), DoesNotHold);
        assert_eq!(Verdict::whole(&tests[..2]), Holds);
        for judge in [Verdict::of_cases, Verdict::of_most, Verdict::of_any, Verdict::whole] {
            assert_eq!(judge(&[NotTestable; 2]), NotTestable);
            assert_eq!(judge(&[Consistent]), Consistent);
            assert_eq!(judge(&[]), CannotTell);
        }
    }

    #[test]
    fn a_difference_that_may_be_looked_at_again_is_judged_more_strictly() {
        let one = about(1.2).looked_at(8);
        assert_eq!(one.verdict(Said::More), CannotTell);
        assert_eq!(one.clone().one_of(3).interval(), about(1.2).one_of(24).interval());
        assert_eq!(one.and(&about(0.0), |one, _| one).interval(), one.interval());
    }

    #[test]
    fn an_interval_within_the_margin_tells_that_there_is_no_difference() {
        for (mean, margin, expected, open) in [
            (-1.5, 9.0, Holds, false),
            (0.5, 2.0, DoesNotHold, false),
            (0.5, 1.0, CannotTell, true),
            (1.5, 1.0, DoesNotHold, false),
        ] {
            let difference = about(mean);
            assert_eq!(difference.verdict_beyond(margin, Said::Less), expected, "{mean}");
            assert_eq!(difference.is_open(margin, Said::Less), open, "{mean}");
        }
    }

    #[test]
    fn no_change_needs_a_margin_and_an_interval_off_0_refutes_it() {
        for (mean, margin, expected) in [
            (0.5, 2.0, Holds),
            // Significant, but within the margin that counts as no change.
            (1.5, 3.0, Holds),
            (0.5, 1.0, CannotTell),
            (0.0, 0.5, CannotTell),
            (1.5, 2.0, DoesNotHold),
            (-1.5, 1.0, DoesNotHold),
        ] {
            assert_eq!(about(mean).verdict(Said::Within(margin)), expected, "{mean}");
        }
        for (mean, margin, expected) in
            [(-9.0, 0.0, Holds), (0.5, 2.0, Holds), (0.5, 1.0, CannotTell), (1.5, 2.0, DoesNotHold)]
        {
            assert_eq!(about(mean).verdict(Said::NotMore(margin)), expected, "{mean}");
        }
    }

    #[test]
    fn one_seed_tells_nothing_of_what_is_drawn_and_all_of_what_is_not() {
        let of = |value, is_drawn| PairedDifference::of(vec![value], is_drawn);
        assert_eq!(of(-9.0, true).verdict(Said::Less), CannotTell);
        assert_eq!(of(-9.0, false).verdict(Said::Less), Holds);
        assert_eq!(of(0.0, false).verdict(Said::Less), DoesNotHold);
        assert_eq!(of(0.0, false).verdict(Said::Within(0.0)), Holds);
        let nothing = PairedDifference::of(Vec::new(), false);
        assert_eq!(nothing.verdict(Said::Less), CannotTell);
    }

    #[test]
    fn one_of_many_is_judged_more_strictly() {
        let one = about(1.2);
        assert_eq!(one.verdict(Said::More), Holds);
        assert_eq!(one.one_of(10).verdict(Said::More), CannotTell);
    }

    #[test]
    fn the_interval_stands_beside_the_mean() {
        assert_eq!(about(1_500.0).words(ToldIn::Seconds), "+1,500 s [+1,499, +1,501]");
        let exact = PairedDifference::of(vec![-0.02; 3], false);
        assert_eq!(exact.words(ToldIn::Utilization), "−0.0200");
        let share = PairedDifference::of(vec![0.5, 0.5], true);
        assert_eq!(share.words(ToldIn::Share), "+50.0 % [+50.0 %, +50.0 %]");
    }

    #[test]
    fn verdicts_are_joined_as_the_sentence_joins_its_cases() {
        let parts = [Holds, CannotTell];
        assert_eq!(Verdict::whole(&[Holds, Holds]), Holds);
        assert_eq!(Verdict::whole(&parts), CannotTell);
        assert_eq!(Verdict::whole(&[Holds, DoesNotHold]), DoesNotHold);
        assert_eq!(Verdict::whole(&[]), CannotTell);
        assert_eq!(Verdict::of_cases(&[Holds, Holds]), Holds);
        assert_eq!(Verdict::of_cases(&parts), CannotTell);
        assert_eq!(Verdict::of_cases(&[Holds, DoesNotHold]), HoldsInPart);
        assert_eq!(Verdict::of_cases(&[CannotTell, DoesNotHold]), CannotTell);
        assert_eq!(Verdict::of_cases(&[DoesNotHold, DoesNotHold]), DoesNotHold);
        for verdict in [Holds, DoesNotHold] {
            let most = [verdict, CannotTell, verdict];
            assert_eq!(Verdict::of_cases(&most), verdict);
            assert_eq!(Verdict::of_cases(&[&most[..], &[CannotTell]].concat()), CannotTell);
        }
        assert_eq!(Verdict::of_cases(&[]), CannotTell);
        assert_eq!(Verdict::of_most(&[Holds, Holds, DoesNotHold]), Holds);
        assert_eq!(Verdict::of_most(&[Holds, DoesNotHold]), DoesNotHold);
        assert_eq!(Verdict::of_most(&[Holds, Holds, CannotTell, CannotTell]), CannotTell);
        assert_eq!(Verdict::of_any(&[DoesNotHold, Holds]), Holds);
        assert_eq!(Verdict::of_any(&[DoesNotHold, CannotTell]), CannotTell);
    }
}
