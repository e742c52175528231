//! The common part of the findings of Sects. 5.2 to 5.5: the words on the reading, the tasks that a sentence is about,
//! and how large a difference must be to count.

use super::job_set::{FLOW_TIME, TARDINESS, UTILIZATION};
use super::job_set::{JobSet, Origin, SECOND_SET};
use crate::prelude::*;

/// The reading that Table 5's last column singles out, in a caption's words.
pub const SINGLED_OUT_WORDS: &str = "wider tasks dropped, reservations for the run time from \
     submission + logged wait, F from the submission, limits ignored (the reading that Table 5's \
     last column singles out)";

/// Half of the last digit of mean U in Table 5: smaller differences are not visible in its numbers.
pub const UNPRINTED_UTILIZATION: f64 = 0.005;

/// Which differences between two strategies are none, in words: [`super::curves::Curves::untold`].
pub const UNTOLD_WORDS: &str = "within ±1 % of mean F under the strategy compared with, or ±0.005 of mean U";

/// A difference in mean U that Table 6 reports: 0.679 under MCT, 0.695 under AR resource priority.
pub const TOLD_UTILIZATION: f64 = 0.695 - 0.679;

/// A difference in mean F that Table 6 reports, as a share: 107,383 and 99,714 s.
pub const TOLD_FLOW_TIME: f64 = (107_383.0 - 99_714.0) / 107_383.0;

/// A difference in mean D in Table 6, as a share: 7,178 s under the static partition and 5,666 s
/// under MCT.
pub const TOLD_TARDINESS: f64 = (7_178.0 - 5_666.0) / 7_178.0;

/// The differences of each criterion that Table 6 reports: of mean U in itself, of times as a share.
pub const TOLD: [(Quantity, f64); 3] =
    [(UTILIZATION, TOLD_UTILIZATION), (FLOW_TIME, TOLD_FLOW_TIME), (TARDINESS, TOLD_TARDINESS)];

/// [`TOLD`] in words.
pub fn told_words() -> String {
    format!(
        "{} of mean U, {} of mean F, {} of mean D",
        number(TOLD_UTILIZATION, 3),
        percent(TOLD_FLOW_TIME),
        percent(TOLD_TARDINESS)
    )
}

/// By how much mean D differs between MCT and AR resource priority in Table 6, as a share, of which
/// the paper says that it does not deteriorate: 5,666 and 5,576 s.
pub const UNTOLD_TARDINESS: f64 = (5_666.0 - 5_576.0) / 5_666.0;

/// A case of a set of jobs.
pub struct OfSet {
    /// Which of the sets.
    pub set: usize,
    pub case: Case,
}

/// Several differences that one case rests on, each with its name.
pub struct Differences(pub Vec<(String, PairedDifference)>);

impl Differences {
    pub fn of(named: impl Iterator<Item = (String, PairedDifference)>) -> Self {
        Self(named.collect())
    }

    /// The interval of each widened, so that all hold at once.
    pub fn together(self) -> Self {
        let count = self.0.len();
        Self(self.0.into_iter().map(|(name, it)| (name, it.one_of(count))).collect())
    }

    /// The verdict of each on a sentence.
    pub fn verdicts(&self, said: Said) -> Vec<Verdict> {
        self.0.iter().map(|(_, it)| it.verdict(said)).collect()
    }

    /// Each in words behind its name.
    pub fn words(&self, unit: ToldIn, separator: &str) -> String {
        joined(self.0.iter().map(|(name, it)| format!("{name} {}", it.words(unit))), separator)
    }
}

/// Whether the set is the paper's second, tasks 68000-69000.
pub fn is_second(set: &JobSet) -> bool {
    set.origin == Origin::Paper && set.jobs == SECOND_SET
}

/// A sentence that the paper says in general.
pub fn in_general(source: &str, sentence: &str, test: &str, cases: Vec<OfSet>) -> Claim {
    let cases: Vec<Case> = cases.into_iter().map(|one| one.case).collect();
    Claim::new(source, sentence, test, &cases)
}

/// A sentence on the results of the paper's second set, "for the rest of our experiments" (Sect.
/// 5.2). Where the log holds these tasks they alone decide. Otherwise the verdict is open, and that
/// of the available jobs, the stand-in among them, stands beside it.
pub fn of_second_set(source: &str, sentence: &str, test: &str, sets: &[JobSet], cases: Vec<OfSet>) -> Claim {
    match sets.iter().position(is_second) {
        Some(second) => {
            let own = cases.into_iter().filter(|one| one.set == second).collect();
            in_general(source, sentence, test, own)
        }
        None => in_general(source, sentence, test, cases).elsewhere(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(jobs: (u64, u64), origin: Origin) -> JobSet {
        JobSet { log: 0, log_name: String::new(), jobs, platform: vec![64, 64], origin }
    }

    fn cases() -> Vec<OfSet> {
        let case = |name: &str, verdict| Case::new(name, verdict, "1");
        vec![OfSet { set: 0, case: case("a", Verdict::Holds) }, OfSet { set: 1, case: case("b", Verdict::DoesNotHold) }]
    }

    #[test]
    fn only_the_papers_second_set_decides_on_a_sentence_about_it() {
        let first = set((1, 1000), Origin::Paper);
        let at_hand = [set(SECOND_SET, Origin::Paper), first.clone()];
        let claim = of_second_set("Sect. 5.4", "It is so", "", &at_hand, cases());
        assert_eq!((claim.verdict, claim.elsewhere), (Verdict::Holds, None));
        let stand_in = [set((3057, 4056), Origin::StandIn(0.8)), first];
        let claim = of_second_set("Sect. 5.4", "It is so", "", &stand_in, cases());
        assert_eq!(claim.verdict, Verdict::CannotTell);
        assert_eq!(claim.elsewhere, Some(Verdict::HoldsInPart));
        assert!(claim.evidence.contains("a (holds)"), "{}", claim.evidence);
    }
}
