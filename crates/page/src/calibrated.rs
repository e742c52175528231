//! Sentences that compare the waits of a run with those of its log.

use super::words;
use scheduling::criteria::Calibration;
use workload::Unused;

/// Logged and simulated waits in a line.
pub fn line(of: &Calibration) -> String {
    let correlation = match of.rank_correlation {
        Some(it) => words::decimal(it, 2),
        None => "not defined, all waits of one side are equal".to_owned(),
    };
    format!(
        "Waits compared with the log: mean {} simulated, {} logged; median {} simulated, {} logged; rank correlation {correlation} ({})",
        words::duration(of.simulated_mean_wait),
        words::duration(of.logged_mean_wait),
        words::duration(of.simulated_median_wait),
        words::duration(of.logged_median_wait),
        words::plural(of.jobs, "job"),
    )
}

/// The warning for a model that is far from the log, with the features of the log that it leaves out.
pub fn warning(of: &Calibration) -> Option<String> {
    if !of.far {
        return None;
    }
    let unused =
        Unused { features: of.left_out.clone(), columns: of.columns_not_read.clone(), jobs: Default::default() };
    let far = "Far from the log: mean or median wait differ by more than a factor of three, so this model \
               says little about the logged system.";
    Some(match unused.words(|_| false) {
        none if none.is_empty() => {
            format!("{far} The model uses all that the log has: other influences on the logged system are unknown.")
        }
        words => format!("{far} The log has features that the model leaves out: {words}."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::Feature;

    fn calibration() -> Calibration {
        Calibration {
            jobs: 4_606,
            logged_mean_wait: 73_800.0,
            logged_median_wait: 3_600.0,
            simulated_mean_wait: 1_080.0,
            simulated_median_wait: 0.0,
            rank_correlation: Some(0.421),
            far: true,
            left_out: vec![Feature::Gpus, Feature::Partitions, Feature::Dependencies],
            columns_not_read: Vec::new(),
        }
    }

    #[test]
    fn both_waits_and_their_order_stand_in_a_line() {
        assert_eq!(
            line(&calibration()).replace(['\u{a0}', '\u{202f}'], " "),
            "Waits compared with the log: mean 18 min simulated, 20 h 30 min logged; median 0 s simulated, 1 h logged; \
             rank correlation 0.42 (4 606 jobs)"
        );
        let none = Calibration { rank_correlation: None, ..calibration() };
        assert!(line(&none).contains("not defined"));
    }

    #[test]
    fn the_warning_names_what_the_model_leaves_out() {
        let told = warning(&calibration()).unwrap();
        assert!(told.starts_with("Far from the log"), "{told}");
        assert!(told.ends_with("leaves out: GPUs, partitions, dependencies."), "{told}");
        let nothing = Calibration { left_out: Vec::new(), ..calibration() };
        assert!(warning(&nothing).unwrap().contains("uses all that the log has"));
        let near = Calibration { far: false, ..calibration() };
        assert_eq!(warning(&near), None);
    }
}
