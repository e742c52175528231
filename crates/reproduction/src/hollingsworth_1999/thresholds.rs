//! Sect. 2.2: a threshold for each slot size.

use super::setting::{cell, listing_by_class, nodes, periods};
use crate::{Cell, Findings, Item, Listing, Options, Plan, Unavailable};
use scheduling::criteria::Report;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Configured, ImpreciseCalendar, Threshold};
use workload::Workload;

pub const ITEM: Item = Item {
    key: "thresholds",
    title: "Sect. 2.2: thresholds by slot size (ours)",
    section: "Sect. 2.2",
    paper: "The resource threshold, “a per-slot size limit on the amount of a resource that we will commit in advance”; \
            it gives no values and shows no effect.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

/// With two levels that have a threshold, and with four.
const CONFIGURATIONS: [(&str, Configured); 2] =
    [("configuration 6", Configured::Configuration6), ("Los Alamos' slots", Configured::LosAlamos)];

/// The least and the most that is committed in advance where levels differ, in percent, and the equal value for all.
const LEAST: u32 = 60;
const MOST: u32 = 100;
const MEAN: u32 = 80;

/// How thresholds go with the length of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    All(u32),
    Growing,
    Falling,
}

const COURSES: [Course; 5] =
    [Course::All(MOST), Course::All(MEAN), Course::All(LEAST), Course::Growing, Course::Falling];

impl Course {
    /// The thresholds of `coarse` levels that have one.
    fn of(self, coarse: u32) -> Threshold {
        let rise = |at: u32| LEAST + (MOST - LEAST) * at / coarse.saturating_sub(1).max(1);
        match self {
            Self::All(percent) => Threshold::All(percent),
            Self::Growing => Threshold::Levels((0..coarse).map(rise).collect()),
            Self::Falling => Threshold::Levels((0..coarse).rev().map(rise).collect()),
        }
    }

    fn words(self) -> String {
        match self {
            Self::All(MOST) => "none".to_owned(),
            Self::All(percent) => format!("{percent} % of all"),
            Self::Growing => format!("{LEAST} to {MOST} %, growing with the slots"),
            Self::Falling => format!("{MOST} to {LEAST} %, falling"),
        }
    }
}

/// A month's cells, in the order of telling.
fn variants() -> impl Iterator<Item = (&'static str, Course, ImpreciseCalendar)> {
    CONFIGURATIONS.into_iter().flat_map(|(name, configuration)| {
        let coarse = configuration.levels().map_or(0, |it| it.len() - 1) as u32;
        COURSES.into_iter().map(move |course| {
            let settings = ImpreciseCalendar {
                configuration,
                threshold_percent: course.of(coarse),
                ..ImpreciseCalendar::default()
            };
            (name, course, settings)
        })
    })
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let nodes = nodes(logs);
    let mut cells = Vec::new();
    for period in &periods(logs, options)? {
        cells.extend(variants().map(|(name, course, settings)| {
            let label = format!("{}, {name}, threshold {}", period.name, course.words());
            let system = System::ImpreciseCalendar(settings);
            cell(label, &period.selection, vec![nodes], system)
        }));
    }
    Ok(cells)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let periods = periods(logs, &plan.options).unwrap_or_default();
    let count = variants().count();
    let months = periods.iter().zip(reports.chunks_exact(count));
    Findings {
        setting: format!(
            "An item of our own. All jobs of the month that ran, on {} nodes, from an empty machine, under slots of two \
             levels beside the finest and of four; jobs are moved forward. Where levels differ the thresholds go from \
             {LEAST} to {MOST} % in equal steps; {MEAN} % of all is their mean.",
            nodes(logs)
        ),
        listings: months.map(|(it, reports)| listing(&it.name, reports)).collect(),
        remarks: vec![
            "The paper prints no numbers on it. It names two reasons: room “for last minute tasks”, and that \
             commitments can be met. With one job to a slot the second is met without a threshold; a threshold then only \
             decides which jobs are favoured. A job that is larger than a threshold has the slot alone."
                .to_owned(),
            "Where thresholds grow with the slots a division lowers what may be committed: a job that has a place keeps it. \
             Where they fall every division lets more in, and there is a pass of backfilling."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

fn listing(month: &str, reports: &[Report]) -> Listing {
    let runs = variants().zip(reports);
    let runs = runs.map(|((name, course, _), report)| ([name.to_owned(), course.words()], report));
    listing_by_class(month, ["slots", "threshold"], runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_go_from_the_least_to_the_most_in_equal_steps() {
        assert_eq!(Course::Growing.of(2), Threshold::Levels(vec![60, 100]));
        let four = vec![100, 86, 73, 60];
        assert_eq!(Course::Falling.of(4), Threshold::Levels(four));
        for (_, _, settings) in variants() {
            assert_eq!(settings.validate(&[100]), Ok(()));
        }
    }
}
