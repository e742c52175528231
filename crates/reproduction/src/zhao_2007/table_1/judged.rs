//! Claims that are tried in several readings, each by itself.

use super::tried::{Cell, Shared, Table};
use crate::{Case, Claim, PairedDifference, Verdict};

/// A quoted sentence, and how it is tested.
#[derive(Clone, Copy, Debug)]
pub struct Sentence<'a> {
    pub source: &'a str,
    pub text: &'a str,
    pub test: &'a str,
}

/// The difference of two numbers, in percent, as a share, where both schedules keep the deadline.
pub fn difference(one: (&Cell, &dyn Fn(&Shared) -> f64), other: (&Cell, &dyn Fn(&Shared) -> f64)) -> PairedDifference {
    let both = one
        .0
        .each(one.1)
        .into_iter()
        .zip(other.0.each(other.1))
        .filter_map(|(one, other)| Some((one? - other?) / 100.0));
    PairedDifference::of(both.collect(), true)
}

/// The readings in which all schedulers have the same deadline.
pub fn common(tables: &[Table]) -> impl Iterator<Item = &Table> {
    tables.iter().filter(|it| it.reading.is_common)
}

/// Each reading has the verdict that `judge` comes to over its own cases: no reading's cases count for another. The
/// cases are listed one by one if `listed`.
pub fn by_reading(
    sentence: Sentence<'_>,
    readings: &[(String, Vec<Case>)],
    judge: fn(&[Verdict]) -> Verdict,
    listed: bool,
) -> Claim {
    let Sentence { source, text, test } = sentence;
    let of_reading = |(name, cases): &(String, Vec<Case>)| {
        let verdicts: Vec<Verdict> = cases.iter().map(|it| it.verdict).collect();
        let evidence = Claim::new(source, text, test, cases).evidence;
        let evidence = evidence.trim_end_matches('.').to_owned();
        Case::new(name.clone(), judge(&verdicts), evidence)
    };
    let judged: Vec<Case> = readings.iter().map(of_reading).collect();
    let mut claim = Claim::new(source, text, test, &judged);
    let of_case = |it: &Case| format!("{}: {} ({})", it.name, it.verdict.words(), it.evidence);
    let words: Vec<String> = judged.iter().map(of_case).collect();
    claim.evidence = words.join("; ") + ".";
    claim.cases.clear();
    if listed {
        for (reading, cases) in readings {
            claim.cases.extend(cases.iter().map(|it| Case { name: format!("{reading}, {}", it.name), ..it.clone() }));
        }
    }
    claim
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three cells of one reading hold and two of another do not: pooled, most hold.
    #[test]
    fn readings_are_not_pooled() {
        let case = |verdict| Case::new("", verdict, "");
        let readings = [
            ("one".to_owned(), vec![case(Verdict::Holds); 3]),
            ("other".to_owned(), vec![case(Verdict::DoesNotHold); 2]),
        ];
        let sentence = Sentence { source: "", text: "", test: "" };
        let claim = by_reading(sentence, &readings, Verdict::of_most, true);
        assert_eq!(claim.verdict, Verdict::HoldsInPart);
        assert_eq!(claim.cases.len(), 5);
    }
}
