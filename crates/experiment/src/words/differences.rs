//! Differences between scenarios, in words.

use std::collections::BTreeSet;

use serde_json::Value;

use super::words;
use crate::Scenario;

/// The distinguishing words of each scenario: those that most others do not have, such as `EASY
/// backfilling` or `grid: every 600 s`. A scenario with only common words is described by those that
/// not all have; one that only lacks words of others is `default`, since options are named where
/// they are not the default. Where words do not distinguish scenarios their fields do; an equal of an
/// earlier one is `the same as A`, counted by letters. Empty for a single scenario.
///
/// O(scenarios² · clauses): meant for a handful.
pub fn differences(scenarios: &[&Scenario]) -> Vec<String> {
    if scenarios.len() < 2 {
        return vec![String::new(); scenarios.len()];
    }
    let all: Vec<Vec<Clause>> = scenarios.iter().map(|it| said(it)).collect();
    let short: Vec<Vec<&Clause>> = (0..all.len()).map(|at| said_by_at_most(&all, at, all.len() / 2)).collect();
    (0..all.len())
        .map(|at| {
            if let Some(earlier) = scenarios[..at].iter().position(|it| *it == scenarios[at]) {
                return format!("the same as {}", letter(earlier));
            }
            let is_its_own = |other| other == at || short[other] != short[at];
            if !short[at].is_empty() && (0..all.len()).all(is_its_own) {
                return joined(&short[at]);
            }
            let alike: Vec<&Scenario> = (0..all.len())
                .filter(|&other| all[other] == all[at] && scenarios[other] != scenarios[at])
                .map(|other| scenarios[other])
                .collect();
            match joined(&said_by_at_most(&all, at, all.len() - 1)) {
                told if alike.is_empty() && told.is_empty() => "default".to_owned(),
                told if alike.is_empty() => told,
                _ => by_fields(scenarios[at], &alike),
            }
        })
        .collect()
}

/// The words that most scenarios share, in the order in which they first occur, and whether all
/// share them: then no scenario says otherwise.
pub fn usual(scenarios: &[&Scenario]) -> (String, bool) {
    let all: Vec<Vec<Clause>> = scenarios.iter().map(|it| said(it)).collect();
    let mut usual: Vec<&Clause> = Vec::new();
    for clause in all.iter().flatten() {
        if count(&all, clause) * 2 > all.len() && !usual.contains(&clause) {
            usual.push(clause);
        }
    }
    let by_all = usual.iter().all(|clause| count(&all, clause) == all.len());
    (joined(&usual), by_all)
}

/// How many say it.
fn count(all: &[Vec<Clause>], clause: &Clause) -> usize {
    all.iter().filter(|it| it.contains(clause)).count()
}

/// The words of the scenario at `at` that at most `most` scenarios have.
fn said_by_at_most(all: &[Vec<Clause>], at: usize, most: usize) -> Vec<&Clause> {
    let rare = |clause: &&Clause| count(all, clause) <= most;
    all[at].iter().filter(rare).collect()
}

/// The fields of a scenario that are not the same in all of others with the same words.
fn by_fields(scenario: &Scenario, alike: &[&Scenario]) -> String {
    let others: Vec<Vec<Clause>> = alike.iter().map(|it| fields(it)).collect();
    let own = fields(scenario);
    let told = own.iter().filter(|clause| count(&others, clause) < others.len());
    match joined(&told.collect::<Vec<_>>()) {
        told if told.is_empty() => "default".to_owned(),
        told => told,
    }
}

/// The letter that names a scenario by its place: A, B, C.
pub fn letter(place: usize) -> char {
    char::from(b'A' + (place % 26) as u8)
}

/// One thing that is said, and under which heading.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Clause {
    head: String,
    text: String,
}

/// The words of a scenario. Headings whose parts are understood without them are left out.
fn said(scenario: &Scenario) -> Vec<Clause> {
    let plain = scenario.system.model().card().plain_headings;
    let mut said = clauses(&words(scenario));
    for clause in &mut said {
        if plain.contains(&clause.head.as_str()) {
            clause.head.clear();
        }
    }
    said
}

/// Clauses with their headings, each heading once.
fn joined(clauses: &[&Clause]) -> String {
    let mut text = String::new();
    let mut head = "";
    for clause in clauses {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if clause.head != head && !clause.head.is_empty() {
            text.push_str(&clause.head);
            text.push_str(": ");
        }
        head = &clause.head;
        text.push_str(&clause.text);
    }
    text
}

/// Takes the words of a scenario apart: parts at ` · `, headings at `: `, clauses at commas that do
/// not stand in parentheses.
fn clauses(words: &str) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for part in words.split(" · ") {
        let (head, rest) = part.split_once(": ").unwrap_or(("", part));
        let mut depth = 0;
        let mut from = 0;
        for (at, c) in rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 => {
                    clauses.push(clause(head, &rest[from..at]));
                    from = at + 1;
                }
                _ => {}
            }
        }
        clauses.push(clause(head, &rest[from..]));
    }
    clauses
}

fn clause(head: &str, text: &str) -> Clause {
    Clause { head: head.to_owned(), text: text.trim().to_owned() }
}

/// The fields of a scenario with their values, by the paths of its JSON.
fn fields(scenario: &Scenario) -> Vec<Clause> {
    let mut found = BTreeSet::new();
    let json = serde_json::to_value(scenario).unwrap_or_default();
    leaves(&json, "", &mut found);
    found.into_iter().collect()
}

fn leaves(value: &Value, path: &str, found: &mut BTreeSet<Clause>) {
    let Value::Object(fields) = value else {
        // A list of requests has a thousand entries: its length and its content set it apart.
        let text = match value {
            Value::Array(items) if items.len() > 8 => {
                format!("{} entries, the first {}", items.len(), items[0])
            }
            other => other.to_string(),
        };
        let name = path.rsplit('.').next().unwrap_or(path).replace('_', " ");
        found.insert(clause("", &format!("{name} {}", text.replace('"', ""))));
        return;
    };
    for (name, value) in fields {
        leaves(value, &format!("{path}.{name}"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::testing::rows;

    /// Asserts the names of compared scenarios. A row: the scenario as JSON, its name.
    #[track_caller]
    fn assert_told(table: &str) {
        let rows: Vec<[String; 2]> = rows(table);
        let scenarios: Vec<_> = rows.iter().map(|it| Scenario::from_json(it[0].as_bytes()).unwrap()).collect();
        let told = differences(&scenarios.iter().collect::<Vec<_>>());
        assert!(told.iter().eq(rows.iter().map(|it| &it[1])), "{told:?}");
    }

    fn local(queue: &str) -> String {
        format!(r#"{{"system": {{"two_level": {{"local": {{"queue": "{queue}"}}}}}}}}"#)
    }

    #[test]
    fn policies_are_told_apart_by_their_names() {
        assert_told(
            "{\"system\": {\"two_level\": {\"local\": {\"queue\": \"fcfs\"}}}} | strict FCFS
            {\"system\": {\"two_level\": {\"local\": {\"queue\": \"easy\"}}}} | EASY backfilling
            {\"system\": {\"two_level\": {\"local\": {\"queue\": \"fcfs\"}}}} | the same as A",
        );
        assert_told(
            "{} | grid: on arrival
            {\"system\": {\"two_level\": {\"grid\": {\"period\": 600}}}} | grid: every 600 s",
        );
        assert_told(
            "{\"system\": {\"two_level\": {\"local\": {\"queue\": \"easy\"}}}} | grid: on arrival, EASY backfilling
            {\"system\": {\"two_level\": {\"grid\": {\"period\": 600}}}} | grid: every 600 s, FCFS with backfilling",
        );
    }

    #[test]
    fn what_most_say_is_usual() {
        let scenarios = [local("fcfs"), local("easy")];
        let mut scenarios = scenarios.map(|json| Scenario::from_json(json.as_bytes()).unwrap()).to_vec();
        let (said, by_all) = usual(&scenarios.iter().collect::<Vec<_>>());
        let expected = "jobs 1–1000 that ran, 30 % advance reservations (fixed), 2 × 64 processors, \
                        grid: AR first, load balancing, MCT, on arrival, killed at the limit, seed 1";
        assert_eq!((said.as_str(), by_all), (expected, true));
        scenarios.push(scenarios[0].clone());
        scenarios[2].seed = 2;
        let (said, by_all) = usual(&scenarios.iter().collect::<Vec<_>>());
        assert!(said.contains("seed 1") && said.contains(", strict FCFS") && !by_all);
        assert_eq!(usual(&[]), (String::new(), true));
    }

    #[test]
    fn commas_within_parentheses_separate_nothing() {
        assert_told(
            "{} | 30 % advance reservations (fixed)
            {\"workload\": {\"reservations\": {\"request\": \"flexible\", \"later_hours\": 2}}} | \
            30 % advance reservations (flexible, up to 0 h earlier and 2 h later)",
        );
    }

    #[test]
    fn what_is_named_only_where_it_is_unusual_is_usual_elsewhere() {
        assert_told(
            "{} | default
            {\"system\": {\"two_level\": {\"late_reservations\": \"deadline\"}}} | reservations: late ones rejected",
        );
    }

    #[test]
    fn fields_tell_apart_what_words_do_not() {
        // EASY does not read the local period, so that words leave it out.
        assert_told(
            "{\"system\": {\"two_level\": {\"local\": {\"queue\": \"easy\", \"period\": 60}}}} | period 60
            {\"system\": {\"two_level\": {\"local\": {\"queue\": \"easy\", \"period\": 90}}}} | period 90",
        );
        assert_told("{} | default\n{} | the same as A");
        assert_told("{} |");
        assert_told("");
    }

    #[test]
    fn what_most_say_goes_without_saying() {
        assert_told(
            "{} | 30 % advance reservations (fixed), grid: AR first, MCT, FCFS with backfilling
            {\"system\": {\"two_level\": {\"local\": {\"queue\": \"easy\"}}}} | EASY backfilling
            {\"system\": {\"two_level\": {\"local\": {\"queue\": \"fcfs\"}}}} | strict FCFS
            {\"workload\": {\"reservations\": {\"percent\": 0}}} | no advance reservations
            {\"workload\": {\"reservations\": {\"percent\": 50}}} | 50 % advance reservations (fixed)",
        );
    }

    #[test]
    fn what_only_lacks_something_usual_is_told_in_full() {
        assert_told(
            "{\"system\": {\"two_level\": {\"late_reservations\": \"deadline\"}}} | FCFS with backfilling
            {\"system\": {\"two_level\": {\"late_reservations\": \"deadline\", \"local\": {\"queue\": \"easy\"}}}} | \
            EASY backfilling, reservations: late ones rejected
            {\"system\": {\"two_level\": {\"local\": {\"queue\": \"easy\"}}}} | EASY backfilling",
        );
    }
}
