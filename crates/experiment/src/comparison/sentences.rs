//! The outcomes of jobs, in sentences that name the jobs.

use super::jobs::Changed;
use super::{Cell, Interval, JobDifferences, Row, Unjudged};
use base::text;
use scheduling::criteria::Criterion;
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

/// The answer of a comparison, in one sentence: how the mean wait of the scenario at a place differs from the baseline's,
/// for which share of the jobs, and how utilization does. `name` and `baseline` are those of the scenarios: `B, EASY: mean wait
/// 12 min less than under A, less for 71 % of the jobs; U 1.2 points higher`. A difference whose interval holds 0 is told as
/// such, and so is one of a single seed where random numbers are drawn; figures of different jobs have no verdict. `None`
/// without a mean wait of both.
pub fn answer(
    rows: &[Row],
    place: usize,
    (baseline, name): (&str, &str),
    (jobs, is_drawn): (&JobDifferences, bool),
) -> Option<String> {
    let cell =
        |criterion| -> Option<Cell> { rows.iter().find(|it| it.criterion == criterion)?.cells.get(place).copied()? };
    let wait = cell(Criterion::WAITING_TIME)?;
    if let Some(Unjudged::Differs(what)) = wait.unjudged {
        return Some(format!("{name}: no verdict beside {baseline}, since {}", what.why()));
    }
    let difference = wait.difference?;
    let mut said = match difference.mean {
        0.0 => format!("{name}: mean wait as under {baseline}"),
        mean => {
            let (how, changed) = if mean < 0.0 { ("less", jobs.shorter()) } else { ("more", jobs.longer()) };
            let share = 100.0 * changed.jobs.len() as f64 / jobs.waits.len().max(1) as f64;
            let wait = text::short_duration(mean.abs());
            format!(
                "{name}: mean wait {wait} {how} than under {baseline}{}, {how} for {share:.0} % of the {}",
                certainty(difference, is_drawn),
                jobs.nouns.jobs
            )
        }
    };
    if let Some(points) = cell(Criterion::UTILIZATION).and_then(|it| it.difference) {
        let size = 100.0 * points.mean.abs();
        said += &match points.mean {
            _ if size < 0.05 => "; U equal".to_owned(),
            mean => {
                format!(
                    "; U {size:.1} points {}{}",
                    if mean < 0.0 { "lower" } else { "higher" },
                    certainty(points, is_drawn)
                )
            }
        };
    }
    if wait.unjudged == Some(Unjudged::Far) {
        said += "; one of the two is far from the log";
    }
    Some(said)
}

/// What the seeds say of a difference: nothing more where its interval tells it from 0, or nothing is drawn.
fn certainty(difference: Interval, is_drawn: bool) -> &'static str {
    match difference.half_width {
        Some(_) if !difference.excludes_zero() => " (within the spread over the seeds)",
        None if is_drawn => " (with one seed)",
        _ => "",
    }
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
    use crate::comparison::{Basis, rows};
    use scheduling::criteria::Report;
    use scheduling::criteria::population::Population;

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
    fn the_answer_tells_waits_their_share_of_jobs_and_utilization() {
        let jobs = JobDifferences { waits: vec![(1, -600), (2, -840), (3, 45), (4, 0)], ..JobDifferences::default() };
        let of = |waits: &[f64], from: &[f64], (utilization, ran): (f64, u32), is_drawn: bool| {
            let report = |(wait, utilization, ran): (f64, f64, u32)| Report {
                mean_waiting_time: wait,
                mean_utilization: utilization,
                population: Population { ran, ..Population::default() },
                ..Report::default()
            };
            let first: Vec<Report> = from.iter().map(|&wait| report((wait, 0.5, 1))).collect();
            let other: Vec<Report> = waits.iter().map(|&wait| report((wait, utilization, ran))).collect();
            let reports = [first.iter().map(Some).collect(), other.iter().map(Some).collect::<Vec<_>>()];
            let basis = Basis { is_drawn, is_log: false, is_far: false };
            answer(&rows(&reports, &[basis; 2], 0), 1, ("A", "B, EASY"), (&jobs, is_drawn)).unwrap()
        };
        let told = |waits: &[f64], from: &[f64], utilization, ran| of(waits, from, (utilization, ran), waits.len() > 1);
        let less = "B, EASY: mean wait 12 min less than under A, less for 50 % of the jobs; U equal";
        assert_eq!(told(&[100.0], &[820.0], 0.5, 1), less);
        let more = "B, EASY: mean wait 45 s more than under A, more for 25 % of the jobs; U 1.2 points higher";
        assert_eq!(told(&[145.0], &[100.0], 0.512, 1), more);
        let unsure = "B, EASY: mean wait 10 s less than under A (within the spread over the seeds), less for 50 % of the jobs; U equal";
        assert_eq!(told(&[100.0, 200.0], &[210.0, 110.0], 0.5, 1), unsure);
        let single = "B, EASY: mean wait 12 min less than under A (with one seed), less for 50 % of the jobs; U equal";
        assert_eq!(of(&[100.0], &[820.0], (0.5, 1), true), single);
        assert_eq!(told(&[100.0], &[100.0], 0.5, 1), "B, EASY: mean wait as under A; U equal");
        let others = "B, EASY: no verdict beside A, since other jobs are rejected";
        assert_eq!(told(&[100.0], &[820.0], 0.5, 2), others);
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
