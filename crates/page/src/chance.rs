//! Sentences about the certainty of figures: over how many seeds they are means, and the meaning of their
//! marks.

use super::words;
use chart::comparison::differing;
use experiment::Study;
use experiment::comparison::{Basis, Row, Unjudged};
use experiment::words::differences::letter;
use scheduling::criteria::Criterion;

/// That seeds make no difference.
pub const NO_RANDOMNESS: &str = "no randomness: all seeds agree";

/// What the means of a study are over: `10 seeds`, or its replicates.
pub fn repeats(study: &Study) -> String {
    match &study.replicate {
        Some(replicate) => replicate.words(),
        None => words::plural(study.seeds as usize, "seed"),
    }
}

pub fn of_curves(study: &Study) -> String {
    match (study.is_exact(), study.replicate, study.seeds) {
        (_, Some(replicate), _) => format!("means over {}; bands are their 95 % intervals", replicate.words()),
        (true, None, _) => format!("{NO_RANDOMNESS}; one run suffices"),
        (false, None, 0 | 1) => "one seed, no intervals".to_owned(),
        (false, None, _) => format!("means over {}, bands are their 95 % intervals", repeats(study)),
    }
}

/// Of the means of a study; `is_exact` where nothing is drawn.
pub fn of_means(is_exact: bool, study: &Study) -> String {
    if is_exact && study.replicate.is_none() {
        NO_RANDOMNESS.to_owned()
    } else {
        format!("means over {}", repeats(study))
    }
}

/// Of a comparison over the seeds that all scenarios have.
pub fn of_comparison(bases: &[Basis], seeds: usize) -> String {
    match seeds {
        0 => "no runs yet".to_owned(),
        _ if !draws(bases) => {
            format!("{NO_RANDOMNESS}; differences are exact")
        }
        1 => "one seed: add seeds to see whether the differences are significant".to_owned(),
        seeds => format!("mean over {seeds} seeds ± 95 % confidence interval"),
    }
}

/// The meaning of the marks of a comparison, and why there are none.
pub fn marks(rows: &[Row], bases: &[Basis], seeds: usize) -> String {
    let has_log = bases.iter().any(|it| it.is_log);
    let far = bases.iter().enumerate().filter(|(_, it)| it.is_far);
    let far: Vec<String> = far.map(|(place, _)| letter(place).to_string()).collect();
    let is_judged = !has_log || far.is_empty();
    let tells = draws(bases) && seeds > 1;
    let mut parts: Vec<String> = Vec::new();
    let mut add = |text: &str| parts.push(text.to_owned());
    match (tells, is_judged) {
        (false, _) => add("Bold: best of a row."),
        (true, true) => add("★ best of a row, or not significantly worse."),
        (true, false) => {}
    }
    if tells {
        add("● significant difference: its 95 % interval over paired seeds excludes 0.");
    }
    if !is_judged {
        let are = if far.len() == 1 { "is" } else { "are" };
        let far = far.join(", ");
        add(&format!("No ★, and no comparison with the log is judged: {far} {are} far from it."));
    }
    if rows.iter().flat_map(|row| row.cells.iter().flatten()).any(|it| it.unjudged == Some(Unjudged::Far)) {
        add("⚠ difference between the log and a model that is far from it.");
    }
    let differ = differing(rows);
    if !differ.is_empty() {
        add(&format!("≠ no verdict: {differ}."));
    }
    if has_log && !tells_killed(rows, bases) {
        add("The log does not record which jobs were killed.");
    }
    parts.join(" ")
}

fn draws(bases: &[Basis]) -> bool {
    bases.iter().any(|it| it.is_drawn)
}

/// Whether the log has a number of killed jobs, as far as there are rows.
fn tells_killed(rows: &[Row], bases: &[Basis]) -> bool {
    let Some(row) = rows.iter().find(|it| it.criterion == Criterion::KILLED) else {
        return true;
    };
    let mut of_logs = row.cells.iter().zip(bases).filter(|(_, it)| it.is_log);
    of_logs.all(|(cell, _)| cell.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::comparison::rows;
    use scheduling::criteria::Report;

    const DRAWN: Basis = Basis { is_drawn: true, is_log: false, is_far: false };
    const EXACT: Basis = Basis { is_drawn: false, ..DRAWN };
    const LOG: Basis = Basis { is_log: true, ..EXACT };
    const FAR: Basis = Basis { is_far: true, ..DRAWN };

    /// What is said of the marks where the first has a flow time of 900 s and the second one of 10 s.
    fn said(bases: [Basis; 2], seeds: usize, killed_unknown: bool) -> String {
        let all = [(900.0, killed_unknown), (10.0, false)].map(|(flow, killed_unknown)| Report {
            mean_flow_time: flow,
            killed_unknown,
            ..Report::default()
        });
        let reports: Vec<Vec<_>> = all.iter().map(|it| vec![Some(it); seeds]).collect();
        marks(&rows(&reports, &bases, 0), &bases, seeds)
    }

    #[test]
    fn curves_and_means_say_whether_there_is_chance() {
        let study = |is_drawn, seeds| Study { drawn: vec![is_drawn], seeds, replicate: None };
        assert_eq!(of_curves(&study(false, 10)), "no randomness: all seeds agree; one run suffices");
        assert!(!of_curves(&study(true, 1)).contains("95 %"));
        assert_eq!(of_curves(&study(true, 10)), "means over 10 seeds, bands are their 95 % intervals");
        assert_eq!(of_means(true, &study(false, 10)), NO_RANDOMNESS);
        assert_eq!(of_means(false, &study(true, 1)), "means over 1 seed");
        let replicate = Some("users=7".parse().unwrap());
        assert_eq!(
            of_means(false, &Study { replicate, ..study(true, 7) }),
            "means over 7 resamplings of the log by user"
        );
    }

    #[test]
    fn a_comparison_without_randomness_has_no_marks_of_the_seeds() {
        assert!(of_comparison(&[EXACT; 2], 10).contains("differences are exact"));
        assert!(of_comparison(&[EXACT, DRAWN], 10).contains("95 %"));
        assert!(of_comparison(&[DRAWN; 2], 1).starts_with("one seed"));
        assert_eq!(of_comparison(&[EXACT; 2], 0), "no runs yet");
        for bases in [[EXACT; 2], [LOG, EXACT]] {
            assert_eq!(said(bases, 10, false), "Bold: best of a row.");
        }
        assert_eq!(said([DRAWN; 2], 1, false), "Bold: best of a row.");
        let drawn = said([EXACT, DRAWN], 10, false);
        assert!(drawn.contains('★') && drawn.contains('●'), "{drawn}");
    }

    #[test]
    fn beside_the_log_a_model_that_is_far_from_it_is_not_judged() {
        let told = said([LOG, FAR], 10, false);
        assert!(!told.contains("★ best"), "{told}");
        assert!(told.contains("no comparison with the log is judged: B is far from it"), "{told}");
        assert!(told.contains('⚠'), "{told}");
        // Without the log there is nothing to be far from.
        let told = said([DRAWN, FAR], 10, false);
        assert!(told.contains("★ best") && !told.contains('⚠'), "{told}");
    }

    #[test]
    fn a_log_that_does_not_tell_who_was_killed_says_so() {
        let silent = "The log does not record which jobs were killed.";
        assert!(said([LOG, EXACT], 1, true).ends_with(silent));
        assert!(!said([LOG, EXACT], 1, false).contains(silent));
    }
}
