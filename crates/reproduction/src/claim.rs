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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Verdict>,
    /// Whether the verdict goes by a margin that the paper does not give.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_our_margin: bool,
    /// In how many cases it holds, and how many there are that could decide it.
    pub share: (usize, usize),
    /// The numbers that the verdict rests on; of many cases how many there are of each verdict.
    pub evidence: String,
    /// The cases in which it was tried.
    pub cases: Vec<Case>,
}

/// The most cases that the evidence names one by one; a table lists more.
const FEW: usize = 3;

/// The length of evidence from which on its first number stands for it in a summary.
const LONG: usize = 60;

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

    /// The number that its evidence begins with, with the interval in brackets.
    pub(crate) fn first_number(&self) -> &str {
        let end = self.evidence.find(']').map(|it| it + 1).or_else(|| self.evidence.find(';'));
        let end = end.or_else(|| self.evidence.find(", ").filter(|_| self.evidence.len() > LONG));
        &self.evidence[..end.unwrap_or(self.evidence.len())]
    }

    /// How large a difference that the evidence begins with is, whatever its sign; 0 if it begins with none.
    pub(crate) fn size(&self) -> f64 {
        let digits = self.evidence.strip_prefix(['+', '−']).unwrap_or_default().replace(',', "");
        let end = digits.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(digits.len());
        digits[..end].parse().unwrap_or(0.0)
    }

    /// A case that one difference decides.
    pub fn of(name: impl Into<String>, difference: &PairedDifference, said: Said, unit: ToldIn) -> Self {
        Self::new(name, difference.verdict(said), difference.words(unit))
    }
}

impl Claim {
    /// A sentence, how it is tested, and the cases in which it was.
    pub fn new(source: &str, sentence: &str, test: &str, cases: &[Case]) -> Self {
        Self {
            text: format!("“{sentence}”"),
            source: source.to_owned(),
            test: test.to_owned(),
            verdict: Verdict::of_cases(&verdicts(cases)),
            elsewhere: None,
            has_our_margin: false,
            share: share(&verdicts(cases)),
            evidence: if cases.len() <= FEW { evidence(cases) } else { counts(cases) },
            cases: cases.to_vec(),
        }
    }

    /// The claim, with the verdict that `judge` makes of its cases.
    pub fn judged(self, judge: fn(&[Verdict]) -> Verdict) -> Self {
        Self { verdict: judge(&verdicts(&self.cases)), ..self }
    }

    /// The claim, whose test goes by a margin that the paper does not give.
    pub fn by_our_margin(self) -> Self {
        Self { has_our_margin: true, ..self }
    }

    /// The claim, about jobs that none of the cases covers.
    pub fn elsewhere(self) -> Self {
        Self { elsewhere: Some(self.verdict), verdict: Verdict::CannotTell, ..self }
    }

    /// Whether both test the same printed sentence: one quotation begins with the other.
    pub fn quotes_the_same(&self, other: &Self) -> bool {
        let [one, other] = [self, other].map(|it| it.text.trim_end_matches('”'));
        one.starts_with(other) || other.starts_with(one)
    }

    /// The verdict of the runs, on the jobs at hand where the sentence is about others.
    pub fn verdict_at_hand(&self) -> Verdict {
        self.elsewhere.unwrap_or(self.verdict)
    }

    /// Whether the runs leave it open.
    pub fn is_open(&self) -> bool {
        self.verdict_at_hand() == Verdict::CannotTell
    }

    /// The verdict in words, with that on other jobs.
    pub fn verdict_words(&self) -> String {
        match self.elsewhere {
            Some(_) => format!("{}; on the jobs at hand: {}", self.verdict.words(), self.words_at_hand()),
            None => self.words_at_hand(),
        }
    }

    /// The verdict of the runs in words, with the part of the cases in which it holds, and whose margin decides.
    pub fn words_at_hand(&self) -> String {
        let verdict = self.verdict_at_hand();
        let share = match self.share {
            (held, all) if verdict == Verdict::HoldsInPart && held > 0 => format!(" ({held} of {all})"),
            _ => String::new(),
        };
        format!("{}{share}{}", verdict.words(), if self.has_our_margin { ", by a margin of ours" } else { "" })
    }

    /// Whether its cases are a table of their own; of few cases the evidence covers each.
    pub fn has_listing(&self) -> bool {
        self.cases.len() > FEW
    }

    /// Its cases as a table.
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

/// How many of the cases hold, and how many could have decided.
pub fn share(cases: &[Verdict]) -> (usize, usize) {
    (Verdict::Holds.count(cases), cases.iter().filter(|it| it.is_of_a_test()).count())
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
        assert!(claim.has_listing() && !Claim::new("", "", "", &cases[..3]).has_listing());
        assert_eq!(claim.judged(Verdict::whole).verdict, Verdict::CannotTell);
    }

    #[test]
    fn what_holds_in_part_says_in_how_many_of_the_cases_that_could_decide() {
        let verdicts = [Verdict::Holds, Verdict::DoesNotHold, Verdict::CannotTell, Verdict::NotTestable];
        let claim = Claim::new("Sect. 1", "It is so", "", &verdicts.map(|it| case("", it)));
        assert_eq!(claim.verdict_words(), "holds in part (1 of 3)");
        let words = claim.by_our_margin().elsewhere().verdict_words();
        assert_eq!(words, "inconclusive; on the jobs at hand: holds in part (1 of 3), by a margin of ours");
    }

    #[test]
    fn jobs_that_are_not_at_hand_cannot_be_told_of() {
        let claim = Claim::new("Sect. 1", "It is so", "", &[case("", Verdict::Holds)]).elsewhere();
        assert_eq!(claim.verdict, Verdict::CannotTell);
        assert_eq!(claim.verdict_words(), "inconclusive; on the jobs at hand: holds");
    }
}
