//! The outcomes of jobs, in sentences that name the jobs.

use super::JobDifferences;
use super::jobs::Changed;
use base::text;
use scheduling::engine::Nouns;

/// A sentence about some jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its name in ids.
    pub id: &'static str,
    /// Its text: `37 jobs waited longer under B, by 12 min on average and 3.5 h at most`.
    pub text: String,
    /// The jobs that it is about, by their numbers, ascending.
    pub jobs: Vec<u64>,
}

/// The sentences on two runs that are called `baseline` and `other`. The numbers of jobs that
/// waited longer, shorter and equally long are always given; the rest where there is such a job.
pub fn sentences(differences: &JobDifferences, baseline: &str, other: &str) -> Vec<Sentence> {
    let (same, nouns) = (differences.same(), differences.nouns);
    let mut all = vec![
        waited(("longer", "longer"), differences.longer(), differences, other),
        waited(("shorter", "less"), differences.shorter(), differences, other),
        Sentence { id: "same", text: format!("{} waited equally long", jobs(same.len(), nouns)), jobs: same },
    ];
    let only = [
        ("rejected", "rejected under", &differences.rejected),
        ("killed", "killed under", &differences.killed),
        ("taken", "taken under", &differences.taken),
    ];
    for (id, what, one_only) in only {
        for (name, numbers) in [(baseline, &one_only.baseline), (other, &one_only.other)] {
            if !numbers.is_empty() {
                let were = if numbers.len() == 1 { "was" } else { "were" };
                let killed = format!("{} {were} {what} {name}", jobs(numbers.len(), nouns));
                let unknown = unknown_killed(differences, baseline, other).filter(|_| id == "killed");
                all.push(Sentence {
                    id,
                    text: match unknown {
                        None => killed + " only",
                        Some(unknown) => {
                            format!("{killed}; {unknown} is the log, which does not record killed jobs")
                        }
                    },
                    jobs: numbers.clone(),
                });
            }
        }
    }
    all
}

/// The name of the run in which it is unknown which jobs were killed.
fn unknown_killed<'a>(differences: &JobDifferences, baseline: &'a str, other: &'a str) -> Option<&'a str> {
    match differences.killed_unknown {
        (true, _) => Some(baseline),
        (false, true) => Some(other),
        (false, false) => None,
    }
}

fn waited((id, how): (&'static str, &str), changed: Changed, differences: &JobDifferences, other: &str) -> Sentence {
    let count = changed.jobs.len();
    let tick = differences.tick;
    let mut text = format!("{} waited {how} under {other}", jobs(count, differences.nouns));
    if count > 0 {
        let mean = text::short_duration(tick.seconds(changed.sum) / count as f64);
        let most = text::short_duration(tick.seconds(changed.largest));
        text += &match count {
            1 => format!(", by {most}"),
            _ => format!(", by {mean} on average and {most} at most"),
        };
    }
    Sentence { id, text, jobs: changed.jobs }
}

fn jobs(count: usize, nouns: &Nouns) -> String {
    match count {
        0 => format!("No {}", nouns.job),
        1 => format!("1 {}", nouns.job),
        _ => format!("{} {}", text::count(count as i64), nouns.jobs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::jobs::OneOnly;

    #[test]
    fn counts_means_and_names_are_said() {
        let differences = JobDifferences {
            waits: vec![(1, 600), (2, 840), (3, -45), (4, 0)],
            rejected: OneOnly { baseline: vec![5], other: vec![6, 7] },
            ..JobDifferences::default()
        };
        let said = sentences(&differences, "A", "B");
        let texts: Vec<&str> = said.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "2 jobs waited longer under B, by 12 min on average and 14 min at most",
                "1 job waited less under B, by 45 s",
                "1 job waited equally long",
                "1 job was rejected under A only",
                "2 jobs were rejected under B only",
            ]
        );
        assert_eq!(said[0].jobs, [1, 2]);
    }

    #[test]
    fn what_the_log_does_not_tell_is_no_difference() {
        let differences = JobDifferences {
            killed: OneOnly { baseline: vec![], other: vec![6, 7] },
            killed_unknown: (true, false),
            ..JobDifferences::default()
        };
        let said = sentences(&differences, "A", "B");
        let killed = said.iter().find(|it| it.id == "killed").expect("killed");
        assert_eq!(killed.text, "2 jobs were killed under B; A is the log, which does not record killed jobs");
    }

    #[test]
    fn nothing_changed_is_said_too() {
        let said = sentences(&JobDifferences::default(), "A", "B");
        assert_eq!(said[0].text, "No job waited longer under B");
        assert_eq!(said.len(), 3);
    }
}
