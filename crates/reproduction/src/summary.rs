//! The summary of a reproduction, in three sentences that follow from the verdicts.

use super::numbers::joined;
use super::{Claim, Findings, Item, Verdict};

/// The claims that hold, those that do not, and those that could not be tested: each sentence names the items
/// whose claims it counts, by `name`.
pub fn summary(all: &[(&Item, &Findings)], name: impl Fn(&Item) -> String) -> [String; 3] {
    let told = |wanted: &dyn Fn(&Claim) -> bool, of_one: &str, of_many: &str| {
        let counts = all.iter().map(|(item, findings)| (item, findings.claims.iter().filter(|it| wanted(it)).count()));
        let counts: Vec<_> = counts.filter(|(_, count)| *count > 0).collect();
        let items = joined(counts.iter().map(|(item, count)| format!("{} ({count})", name(item))), ", ");
        match counts.iter().map(|(_, count)| count).sum() {
            0 => format!("none {of_one}"),
            1 => format!("1 {of_one}: {items}"),
            count => format!("{count} {of_many}: {items}"),
        }
    };
    let is_open = |it: &Claim| it.elsewhere.is_none() && it.verdict == Verdict::CannotTell;
    let claims: usize = all.iter().map(|(_, findings)| findings.claims.len()).sum();
    [
        format!("What holds: of {claims} claims {}.", told(&|it| it.verdict == Verdict::Holds, "holds", "hold")),
        format!(
            "What does not: {}, and {}.",
            told(&|it| it.verdict == Verdict::DoesNotHold, "does not hold", "do not hold"),
            told(
                &|it| it.verdict == Verdict::HoldsInPart,
                "holds in some cases and not in others",
                "hold in some cases and not in others"
            )
        ),
        format!(
            "What could not be tried: {}{}, and {}.",
            told(
                &|it| it.elsewhere.is_some(),
                "is about jobs that are not at hand",
                "are about jobs that are not at hand"
            ),
            on_the_jobs_at_hand(all),
            told(&is_open, "is left open by the runs", "are left open by the runs")
        ),
    ]
}

/// The verdicts on the available jobs of the claims about other jobs; empty where there are none.
fn on_the_jobs_at_hand(all: &[(&Item, &Findings)]) -> String {
    let verdicts: Vec<Verdict> = all.iter().flat_map(|(_, it)| &it.claims).filter_map(|it| it.elsewhere).collect();
    if verdicts.is_empty() {
        return String::new();
    }
    let [holds, part, fails, open] = Verdict::ALL.map(|wanted| wanted.count(&verdicts));
    format!(
        " (the same tests on those that are: {holds} hold, {part} hold in part, {fails} do not, {open} inconclusive)"
    )
}

/// The name of an item in a sentence: its title up to the colon.
pub fn short_title(item: &Item) -> &'static str {
    item.title.split_once(':').map_or(item.title, |it| it.0)
}

#[cfg(test)]
mod tests {
    use super::super::{Case, Unavailable, nothing_open};
    use super::*;

    const fn item(key: &'static str, title: &'static str) -> Item {
        Item {
            key,
            title,
            section: "",
            paper: "",
            needs_log: false,
            plan: |_, _| Err(Unavailable(String::new())),
            conclude: |_, _, _| Findings::default(),
            open: nothing_open,
        }
    }

    fn findings(claims: Vec<Claim>) -> Findings {
        Findings { claims, ..Findings::default() }
    }

    #[test]
    fn the_sentences_name_the_items_of_each_verdict() {
        const ONE: Item = item("one", "Table 1: loads");
        const TWO: Item = item("two", "Figure 2");
        let claim = |verdict| Claim::new("", "", "", &[Case::new("", verdict, "")]);
        let all = [
            (&ONE, findings(vec![claim(Verdict::Holds), claim(Verdict::DoesNotHold), claim(Verdict::CannotTell)])),
            (
                &TWO,
                findings(vec![
                    claim(Verdict::Holds),
                    claim(Verdict::Holds),
                    claim(Verdict::Holds).elsewhere(),
                    claim(Verdict::CannotTell).elsewhere(),
                ]),
            ),
        ];
        let sentences =
            summary(&all.each_ref().map(|(item, findings)| (*item, findings)), |it| short_title(it).to_owned());
        assert_eq!(
            sentences,
            [
                "What holds: of 7 claims 3 hold: Table 1 (1), Figure 2 (2).",
                "What does not: 1 does not hold: Table 1 (1), and none holds in some cases and not in others.",
                "What could not be tried: 2 are about jobs that are not at hand: Figure 2 (2) (the same tests \
                 on those that are: 1 hold, 0 hold in part, 0 do not, 1 inconclusive), and 1 is left open by the runs: \
                 Table 1 (1).",
            ]
        );
        let none = summary(&[], |it| short_title(it).to_owned());
        assert_eq!(none[0], "What holds: of 0 claims none holds.");
    }
}
