//! The summary of a reproduction in sentences: its central results, the counts of verdicts, what could not be tried.

use super::numbers::joined;
use super::{Case, Claim, Findings, Verdict, rows};

/// A printed sentence with the verdict of all its tests.
pub struct Sentence {
    /// The place of the findings that quote it first, where it is counted.
    pub place: usize,
    /// The verdict, on the jobs at hand.
    pub verdict: Verdict,
    /// Whether it is about jobs that are not at hand.
    pub is_elsewhere: bool,
}

/// The sentences of some findings, each once however many tests it has.
pub fn sentences<'a>(all: impl IntoIterator<Item = &'a Findings>) -> Vec<Sentence> {
    let mut told: Vec<(usize, &Claim, Vec<Verdict>)> = Vec::new();
    for (place, findings) in all.into_iter().enumerate() {
        for claim in &findings.claims {
            match told.iter_mut().find(|(_, first, _)| first.quotes_the_same(claim)) {
                Some((.., verdicts)) => verdicts.push(claim.verdict_at_hand()),
                None => told.push((place, claim, vec![claim.verdict_at_hand()])),
            }
        }
    }
    let sentence = |(place, claim, verdicts): (usize, &Claim, Vec<Verdict>)| Sentence {
        place,
        verdict: Verdict::of_cases(&verdicts),
        is_elsewhere: claim.elsewhere.is_some(),
    };
    told.into_iter().map(sentence).collect()
}

/// How many there are of each verdict: `3 hold, 1 in part`; `none` of no sentences.
pub fn counts<'a>(sentences: impl IntoIterator<Item = &'a Sentence>) -> String {
    let verdicts: Vec<Verdict> = sentences.into_iter().map(|it| it.verdict).collect();
    let some = Verdict::ALL.into_iter().filter(|it| it.count(&verdicts) > 0);
    match joined(some.map(|it| format!("{} {}", it.count(&verdicts), it.of_many())), ", ") {
        words if words.is_empty() => "none".to_owned(),
        words => words,
    }
}

/// The paper's central results, a row each: the key of the paper, the item, how the quotation begins, a word that the
/// names of the cases have, the result in words. Without a quotation it is the numbers of the item's first table.
const CENTRAL: &str = include_str!("central.txt");

/// The summary of the paper of a key by the findings on its items, which `name` names by their keys.
pub fn summary(paper: &str, all: &[&Findings], name: impl Fn(&str) -> String) -> Vec<String> {
    let central = rows(CENTRAL, paper).filter_map(|[key, quotation, case, result]| {
        let findings = all.iter().find(|it| it.item == key)?;
        Some(format!("{result} ({}): {}.", name(key), outcome(findings, quotation, case)?))
    });
    let sentences = sentences(all.iter().copied());
    let (others, own): (Vec<&Sentence>, Vec<&Sentence>) = sentences.iter().partition(|it| it.is_elsewhere);
    let mut counted = format!(
        "Of {} sentences, each counted once at the item that quotes it first, {}",
        sentences.len(),
        counts(own.iter().copied())
    );
    if !others.is_empty() {
        counted += &format!(
            "; {} more are about jobs that are not at hand, and by the same tests on those that are {}",
            others.len(),
            counts(others.iter().copied())
        );
    }
    let at = |wanted: &dyn Fn(&Sentence) -> bool, words: &str| {
        let count = |place: usize| sentences.iter().filter(|it| it.place == place && wanted(it)).count();
        let counts = all.iter().enumerate().map(|(place, it)| (&it.item, count(place))).filter(|it| it.1 > 0);
        let items = joined(counts.map(|(item, count)| format!("{} ({count})", name(item))), ", ");
        (!items.is_empty()).then(|| format!("{words}: {items}"))
    };
    let untried = [
        at(&|it| it.is_elsewhere, "about jobs that are not at hand"),
        at(&|it| !it.is_elsewhere && it.verdict == Verdict::NotTestable, "not testable here"),
        at(&|it| !it.is_elsewhere && it.verdict == Verdict::CannotTell, "left open by the runs"),
    ];
    let untried: Vec<String> = untried.into_iter().flatten().collect();
    let untried = if untried.is_empty() { "none".to_owned() } else { untried.join("; ") };
    central.chain([counted + ".", format!("Sentences that are not decided here: {untried}.")]).collect()
}

/// Whether a result holds, how strongly and where; `None` where it was not tried.
fn outcome(findings: &Findings, quotation: &str, case: &str) -> Option<String> {
    if quotation.is_empty() {
        let numbers = &findings.comparisons.first()?.rows;
        let near = |most: f64| numbers.iter().filter(|it| it.is_within(most)).count();
        return Some(format!("{} of {} numbers are within 10 %, {} within 25 %", near(0.1), numbers.len(), near(0.25)));
    }
    let claim = findings.claims.iter().find(|it| it.text.trim_start_matches('“').starts_with(quotation))?;
    let cases: Vec<&Case> = claim.cases.iter().filter(|it| it.name.contains(case)).collect();
    let verdict = match case {
        "" => claim.verdict_at_hand(),
        _ => Verdict::of_cases(&cases.iter().map(|it| it.verdict).collect::<Vec<_>>()),
    };
    let at_hand = if claim.elsewhere.is_some() { "on the jobs at hand " } else { "" };
    let margin = if claim.has_our_margin { " by a margin of ours" } else { "" };
    let side = |(wanted, words): (Verdict, &str)| {
        let own = cases.iter().filter(|it| it.verdict == wanted);
        let clearest = own.clone().max_by(|one, other| one.size().total_cmp(&other.size()))?;
        let most = if clearest.size() > 0.0 { "farthest from 0 at" } else { "such as" };
        let place = if clearest.name.is_empty() { String::new() } else { format!("{most} {}: ", clearest.name) };
        Some(format!("{words} in {} of {} cases ({place}{})", own.count(), cases.len(), clearest.first_number()))
    };
    let sides = [(Verdict::Holds, "so"), (Verdict::DoesNotHold, "not so"), (Verdict::Consistent, "met")];
    let sides = joined(sides.into_iter().filter_map(side), ", ");
    let sides = if sides.is_empty() { sides } else { format!("; {sides}") };
    Some(format!("{at_hand}{}{margin}{sides}", verdict.words()))
}

/// The name of an item in a sentence: its title up to the colon.
pub fn short_title(title: &str) -> &str {
    title.split_once(':').map_or(title, |it| it.0)
}

#[cfg(test)]
mod tests {
    use super::super::{ON_TABLES, PAPERS, Paper, Written};
    use super::*;

    fn claim(sentence: &str, verdict: Verdict) -> Claim {
        Claim::new("", sentence, "", &[Case::new("", verdict, "")])
    }

    fn findings(claims: Vec<Claim>) -> Findings {
        Findings { claims, ..Findings::default() }
    }

    #[test]
    fn a_sentence_is_counted_once_where_it_is_quoted_first() {
        let all = [
            findings(vec![
                claim("a and b", Verdict::Holds),
                claim("a", Verdict::NotTestable),
                claim("c", Verdict::NotTestable),
            ]),
            findings(vec![
                claim("c so", Verdict::DoesNotHold),
                claim("d", Verdict::Holds).elsewhere(),
                claim("e", Verdict::CannotTell),
            ]),
        ];
        let told: Vec<_> = sentences(&all).iter().map(|it| (it.place, it.verdict, it.is_elsewhere)).collect();
        let expected = [
            (0, Verdict::Holds, false),
            (0, Verdict::DoesNotHold, false),
            (1, Verdict::Holds, true),
            (1, Verdict::CannotTell, false),
        ];
        assert_eq!(told, expected);
        let [one, two] = all;
        let two = Findings { item: "Figure 2".to_owned(), ..two };
        let sentences = summary(PAPERS[0].key, &[&one, &two], str::to_owned);
        assert_eq!(
            sentences,
            [
                "Of 4 sentences, each counted once at the item that quotes it first, 1 hold, 1 do not, 1 cannot tell; 1 more are \
                 about jobs that are not at hand, and by the same tests on those that are 1 hold.",
                "Sentences that are not decided here: about jobs that are not at hand: Figure 2 (1); left open by the runs: \
                 Figure 2 (1).",
            ]
        );
    }

    #[test]
    fn a_result_says_how_strongly_and_where() {
        let cases = [
            Case::new("jobs 1, F", Verdict::Holds, "−1,204 s [−1,300, −1,100], 20 seeds"),
            Case::new("jobs 2, F", Verdict::Holds, "−90 s [−95, −85], 20 seeds"),
            Case::new("jobs 3, F", Verdict::DoesNotHold, "+3 s [+1, +5]"),
            Case::new("jobs 3, U", Verdict::DoesNotHold, "0.1 against 0.2; more"),
        ];
        let all = findings(vec![Claim::new("", "It is less", "", &cases).by_our_margin()]);
        let expected = "holds in part by a margin of ours; so in 2 of 3 cases (farthest from 0 at jobs 1, F: −1,204 s [−1,300, \
                        −1,100]), not so in 1 of 3 cases (farthest from 0 at jobs 3, F: +3 s [+1, +5])";
        assert_eq!(outcome(&all, "It is", "F").as_deref(), Some(expected));
        let of_u = "does not hold by a margin of ours; not so in 1 of 1 cases (such as jobs 3, U: 0.1 against 0.2)";
        assert_eq!(outcome(&all, "It is", "U").as_deref(), Some(of_u));
        assert_eq!(outcome(&all, "", ""), None);
    }

    /// The written results of every paper, with its items.
    fn written(paper: &Paper) -> Written {
        let path = format!("{}/../../docs/reproduction/{}.json", env!("CARGO_MANIFEST_DIR"), paper.key);
        serde_json::from_slice(&std::fs::read(path).expect("the results")).expect("results")
    }

    fn of_written(paper: &Paper, written: &Written) -> Vec<String> {
        summary(paper.key, &written.findings.iter().collect::<Vec<_>>(), str::to_owned)
    }

    #[test]
    fn every_paper_has_its_central_results_in_at_most_ten_sentences() {
        for paper in PAPERS.iter().chain(ON_TABLES) {
            let sentences = of_written(paper, &written(paper));
            let central = rows::<4>(CENTRAL, paper.key).count();
            assert!(central >= 3 && sentences.len() == central + 2 && sentences.len() <= 10, "{}", paper.key);
        }
    }

    /// What the sentences say is counted here in another way, from the JSON itself.
    #[test]
    fn the_sentences_say_what_the_results_hold() {
        let told = |key: &str, wanted: &str| {
            let paper = super::super::paper(key).expect("a paper");
            let written = written(paper);
            let sentence = of_written(paper, &written).into_iter().find(|it| it.starts_with(wanted)).expect(wanted);
            (serde_json::to_value(written).expect("JSON"), sentence)
        };
        let (_, sentence) = told("zhao-2007", "Spare times and α");
        assert!(sentence.contains(": 2 of 120 numbers are within 10 %"), "{sentence}");
        let (json, sentence) = told("kurowski-2011", "Mean F by thousands of jobs");
        let items = json["findings"].as_array().expect("items");
        let table = items.iter().find(|it| it["item"] == "table-6").expect("Table 6");
        let claims = table["claims"].as_array().expect("claims");
        let claim = claims.last().expect("the claim on every thousand jobs");
        let of_f = |verdict: &str| {
            let cases = claim["cases"].as_array().expect("cases").iter();
            let is_of_f = |it: &&serde_json::Value| it["name"].as_str().is_some_and(|it| it.ends_with("mean F"));
            cases.filter(is_of_f).filter(|it| verdict.is_empty() || it["verdict"] == verdict).count()
        };
        let [held, not, all] = ["holds", "does_not_hold", ""].map(of_f);
        for words in [format!("; so in {held} of {all} cases"), format!(", not so in {not} of {all} cases")] {
            assert!(held > 0 && sentence.contains(&words), "{words}: {sentence}");
        }
    }
}
