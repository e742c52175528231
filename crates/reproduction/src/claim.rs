//! A printed sentence and the verdict of our runs on it.

use serde::{Deserialize, Serialize};

use super::Listing;
use super::numbers::joined;
use super::verdict::{PairedDifference, Said, ToldIn, Verdict};

/// A claim of the paper in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The sentence as printed, or the part of it that is tested.
    pub text: String,
    /// Where: `Sect. 5.4.1`.
    pub source: String,
    /// The test: the compared quantities, and every margin with its reason.
    pub test: String,
    /// The verdict of our runs.
    pub verdict: Verdict,
    /// Their verdict on other jobs, where the sentence is about jobs that are not available.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Verdict>,
    /// The numbers that the verdict rests on; of many cases how many there are of each verdict.
    pub evidence: String,
    /// The cases, where they are many; if few, the evidence covers each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<Case>,
}

/// The most cases that the evidence names one by one; a table lists more.
const FEW: usize = 3;

/// One case in which a sentence was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Which: `jobs 1-1000, AR FCFS`.
    pub name: String,
    /// The verdict on the sentence.
    pub verdict: Verdict,
    /// By which numbers.
    pub evidence: String,
}

impl Case {
    /// A case of a verdict and its numbers.
    pub fn new(name: impl Into<String>, verdict: Verdict, evidence: impl Into<String>) -> Self {
        Self { name: name.into(), verdict, evidence: evidence.into() }
    }

    /// A case that one difference decides.
    pub fn of(name: impl Into<String>, difference: &PairedDifference, said: Said, unit: ToldIn) -> Self {
        Self::new(name, difference.verdict(said), difference.words(unit))
    }
}

impl Claim {
    /// A sentence, how it is tested, and the cases in which it was.
    pub fn new(source: &str, sentence: &str, test: &str, cases: &[Case]) -> Self {
        let are_few = cases.len() <= FEW;
        Self {
            text: format!("“{sentence}”"),
            source: source.to_owned(),
            test: test.to_owned(),
            verdict: Verdict::of_cases(&verdicts(cases)),
            elsewhere: None,
            evidence: if are_few { evidence(cases) } else { counts(cases) },
            cases: if are_few { Vec::new() } else { cases.to_vec() },
        }
    }

    /// The claim, about jobs that none of the cases covers.
    pub fn elsewhere(self) -> Self {
        Self { elsewhere: Some(self.verdict), verdict: Verdict::CannotTell, ..self }
    }

    /// The verdict in words, with that on other jobs.
    pub fn verdict_words(&self) -> String {
        let words = self.verdict.words();
        match self.elsewhere {
            Some(elsewhere) => format!("{words}; on the jobs at hand: {}", elsewhere.words()),
            None => words.to_owned(),
        }
    }

    /// Its cases as a table; of few cases, which the evidence names, a table without rows.
    pub fn case_listing(&self) -> Listing {
        let row = |it: &Case| {
            let verdict = it.verdict.words().to_owned();
            vec![it.name.clone(), verdict, it.evidence.clone()]
        };
        let title = format!("{}, case by case", self.text);
        Listing::new(title, ["case", "verdict", "by"], self.cases.iter().map(row))
    }
}

/// The verdicts of some cases.
pub fn verdicts(cases: &[Case]) -> Vec<Verdict> {
    cases.iter().map(|case| case.verdict).collect()
}

/// How many cases there are of each verdict.
fn counts(cases: &[Case]) -> String {
    let all = verdicts(cases);
    let told = Verdict::ALL.into_iter().filter(|it| it.count(&all) > 0);
    joined(told.map(|it| format!("{} in {} of {} cases", it.words(), it.count(&all), all.len())), ", ") + "."
}

/// Case by case; each with its verdict where they differ.
fn evidence(cases: &[Case]) -> String {
    let differ = cases.iter().any(|case| case.verdict != cases[0].verdict);
    let of_case = |case: &Case| {
        let verdict = if differ { format!(" ({})", case.verdict.words()) } else { String::new() };
        if case.name.is_empty() {
            format!("{}{verdict}", case.evidence)
        } else {
            format!("{}{verdict}: {}", case.name, case.evidence)
        }
    };
    match cases {
        [] => "No run tells.".to_owned(),
        _ => joined(cases.iter().map(of_case), "; ") + ".",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, verdict: Verdict) -> Case {
        Case::new(name, verdict, "1 against 2")
    }

    #[test]
    fn what_holds_in_part_says_where() {
        let cases = [case("a", Verdict::Holds), case("b", Verdict::DoesNotHold)];
        let claim = Claim::new("Sect. 1", "It is so", "By counting.", &cases);
        assert_eq!(claim.verdict, Verdict::HoldsInPart);
        assert_eq!(claim.evidence, "a (holds): 1 against 2; b (does not hold): 1 against 2.");
        let alike = Claim::new("Sect. 1", "It is so", "By counting.", &cases[..1]);
        assert_eq!((alike.text.as_str(), alike.evidence.as_str()), ("“It is so”", "a: 1 against 2."));
    }

    #[test]
    fn many_cases_are_counted_and_listed() {
        let cases: Vec<Case> = ["a", "b", "c", "d"]
            .map(|name| case(name, Verdict::Holds))
            .into_iter()
            .chain([case("e", Verdict::CannotTell)])
            .collect();
        let claim = Claim::new("Sect. 1", "It is so", "By counting.", &cases);
        assert_eq!(claim.evidence, "holds in 4 of 5 cases, inconclusive in 1 of 5 cases.");
        assert_eq!(claim.cases, cases);
    }

    #[test]
    fn jobs_that_are_not_at_hand_cannot_be_told_of() {
        let claim = Claim::new("Sect. 1", "It is so", "", &[case("", Verdict::Holds)]).elsewhere();
        assert_eq!(claim.verdict, Verdict::CannotTell);
        assert_eq!(claim.verdict_words(), "inconclusive; on the jobs at hand: holds");
    }
}
