//! The jobs of a run in groups, as a table.

use std::fmt::Write;

use scheduling::criteria::groups::{Group, Grouped, Waits};
use workload::csv::name_field;

/// The columns of the waits of a run or of the log, behind their prefix.
const WAITS: [&str; 6] =
    ["jobs", "mean_waiting_time", "median_waiting_time", "waiting_time_90", "waiting_time_99", "mean_bounded_slowdown"];

/// One row for each group, in their order: its label, jobs, rejected jobs and processor hours, then the figures of
/// the waits, those of the run with `simulated_` and those of the log with `logged_` in front, and `without_logged_wait`.
/// Times are seconds. A field is empty where a group has no such figure. O(groups).
pub fn groups_csv(grouped: &Grouped) -> String {
    let mut text = "group,jobs,rejected,processor_hours".to_owned();
    // Writing to a string does not fail.
    for side in ["simulated", "logged"] {
        for name in WAITS {
            let _ = write!(text, ",{side}_{name}");
        }
    }
    text.push_str(",without_logged_wait\n");
    let others = grouped.others.iter().map(|(_, group)| group);
    for group in grouped.groups.iter().chain(others) {
        push_row(&mut text, group);
    }
    text
}

fn push_row(text: &mut String, group: &Group) {
    let Group { label, jobs, rejected, processor_hours, .. } = group;
    let label = name_field(label);
    let _ = write!(text, "{label},{jobs},{rejected},{processor_hours}");
    for waits in [&group.simulated, &group.logged] {
        push_waits(text, waits.as_ref());
    }
    let _ = match group.without_logged_wait {
        Some(jobs) => writeln!(text, ",{jobs}"),
        None => writeln!(text, ","),
    };
}

fn push_waits(text: &mut String, waits: Option<&Waits>) {
    let Some(waits) = waits else {
        return text.push_str(&",".repeat(WAITS.len()));
    };
    let _ = write!(text, ",{}", waits.jobs);
    for value in [
        waits.mean_waiting_time,
        waits.median_waiting_time,
        waits.waiting_time_90,
        waits.waiting_time_99,
        waits.mean_bounded_slowdown,
    ] {
        let _ = write!(text, ",{value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::criteria::groups::GroupBy;

    #[test]
    fn a_row_for_each_group() {
        let waits = Waits {
            jobs: 2,
            mean_waiting_time: 4.5,
            median_waiting_time: 0.0,
            waiting_time_90: 9.0,
            waiting_time_99: 9.0,
            mean_bounded_slowdown: 1.25,
        };
        let group = |label: &str, logged, without_logged_wait| Group {
            label: label.to_owned(),
            number: 1,
            jobs: 3,
            rejected: 1,
            processor_hours: 0.5,
            simulated: Some(waits),
            logged,
            without_logged_wait,
        };
        let grouped = Grouped {
            by: GroupBy::User,
            zone: None,
            groups: vec![group("user 1", Some(waits), Some(1)), group("user a,b", None, None)],
            others: Some((4, group("others", None, Some(3)))),
        };
        let expected = "\
            group,jobs,rejected,processor_hours,\
            simulated_jobs,simulated_mean_waiting_time,simulated_median_waiting_time,simulated_waiting_time_90,\
            simulated_waiting_time_99,simulated_mean_bounded_slowdown,\
            logged_jobs,logged_mean_waiting_time,logged_median_waiting_time,logged_waiting_time_90,\
            logged_waiting_time_99,logged_mean_bounded_slowdown,without_logged_wait\n\
            user 1,3,1,0.5,2,4.5,0,9,9,1.25,2,4.5,0,9,9,1.25,1\n\
            \"user a,b\",3,1,0.5,2,4.5,0,9,9,1.25,,,,,,,\n\
            others,3,1,0.5,2,4.5,0,9,9,1.25,,,,,,,3\n";
        assert_eq!(groups_csv(&grouped), expected);
    }
}
