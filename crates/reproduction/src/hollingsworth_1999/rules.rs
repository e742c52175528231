//! What the paper describes without showing its effect: a threshold for each slot size (Sect. 2.2), and the jobs that
//! are looked at when slots are divided (Sect. 2.4).

use super::setting::{calendar, cells, listing_by_class, months, nodes};
use crate::prelude::*;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Configured, ImpreciseCalendar, Refine, Threshold};

pub const THRESHOLDS: Item = Item {
    key: "thresholds",
    title: "Sect. 2.2: thresholds by slot size (ours)",
    section: "Sect. 2.2",
    paper: "The resource threshold, “a per-slot size limit on the amount of a resource that we will commit in advance”; \
            it gives no values and shows no effect.",
    plan: |logs, options| plan(logs, options, &thresholds(), "threshold "),
    conclude: conclude_thresholds,
    ..ON_LOG
};

pub const REFINING: Item = Item {
    key: "refining",
    title: "Sect. 2.4: refining when a slot is divided (ours)",
    section: "Sect. 2.4",
    paper: "“It is like drafting a tentative schedule and then refining it later (when we partition the slot)”; it shows \
            no effect.",
    plan: |logs, options| plan(logs, options, &refinings(), "looked at: "),
    conclude: conclude_refining,
    ..ON_LOG
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

/// A variant: the name of its slots, its varied setting, and all settings.
type Variant = (&'static str, String, ImpreciseCalendar);

fn thresholds() -> Vec<Variant> {
    let mut variants = Vec::new();
    for (name, configuration) in CONFIGURATIONS {
        let coarse = configuration.levels().map_or(0, |it| it.len() - 1) as u32;
        for course in COURSES {
            let threshold_percent = course.of(coarse);
            let settings = ImpreciseCalendar { threshold_percent, ..calendar(configuration) };
            variants.push((name, course.words(), settings));
        }
    }
    variants
}

fn refinings() -> Vec<Variant> {
    let mut variants = Vec::new();
    for configuration in Configured::ALL.into_iter().filter(|&it| it != Configured::Levels) {
        for refine in Refine::ALL {
            let settings = ImpreciseCalendar { refine, ..calendar(configuration) };
            variants.push((configuration.name(), refine.name().to_owned(), settings));
        }
    }
    variants
}

fn plan(logs: &[Workload], options: &Options, variants: &[Variant], what: &str) -> Planned {
    let named = |(name, varied, settings): &Variant| {
        (format!("{name}, {what}{varied}"), System::ImpreciseCalendar(settings.clone()))
    };
    cells(logs, options, variants.iter().map(named))
}

/// A table of each month, a row for each variant.
fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report], variants: &[Variant], varied: &str) -> Findings {
    let months = months(plan, logs, reports, variants.len());
    let listings = months.iter().map(|month| {
        let runs = variants
            .iter()
            .zip(month.reports)
            .map(|((name, varied, _), report)| ([(*name).to_owned(), varied.clone()], report));
        listing_by_class(&month.name, ["slots", varied], runs)
    });
    Findings { listings: listings.collect(), ..Findings::default() }
}

fn conclude_thresholds(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    Findings {
        setting: format!(
            "An item of our own. All jobs of the month that ran, on {} nodes, from an empty machine, under slots of two \
             levels beside the finest and of four; jobs are moved forward. Where levels differ the thresholds go from \
             {LEAST} to {MOST} % in equal steps; {MEAN} % of all is their mean.",
            nodes(logs)
        ),
        remarks: vec![
            "The paper prints no numbers on it. It names two reasons: room “for last minute tasks”, and that \
             commitments can be met. With one job to a slot the second is met without a threshold; a threshold then only \
             decides which jobs are favoured. A job that is larger than a threshold has the slot alone."
                .to_owned(),
            "Where thresholds grow with the slots a division lowers what may be committed: a job that has a place keeps it. \
             Where they fall every division lets more in, and there is a pass of backfilling."
                .to_owned(),
        ],
        ..conclude(plan, logs, reports, &thresholds(), "threshold")
    }
}

fn conclude_refining(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let variants = refinings().into_iter();
    let lowercase: Vec<Variant> = variants.map(|(name, looked, it)| (name, looked.to_lowercase(), it)).collect();
    Findings {
        setting: format!(
            "An item of our own. All jobs of the month that ran, on {} nodes, from an empty machine. In every pass of \
             backfilling either all jobs that wait are looked at, or those that start in slots that were divided, given \
             back or left, and next behind them.",
            nodes(logs)
        ),
        remarks: vec![
            "The paper prints no numbers on it. Either way a job starts at the beginning of the slot that it is given \
             when it is submitted, or earlier. A pass that looks at all jobs fills free slots at once, with jobs from everywhere; \
             one that looks near changes takes time that grows nearly as the jobs do, and fills some of these slots later."
                .to_owned(),
            "Slots of one level are never divided: under configuration 1 only early ends move jobs.".to_owned(),
        ],
        ..conclude(plan, logs, reports, &lowercase, "looked at")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_go_from_the_least_to_the_most_in_equal_steps() {
        assert_eq!(Course::Growing.of(2), Threshold::Levels(vec![60, 100]));
        let four = vec![100, 86, 73, 60];
        assert_eq!(Course::Falling.of(4), Threshold::Levels(four));
        for (_, _, settings) in thresholds() {
            assert_eq!(settings.validate(&[100]), Ok(()));
        }
    }
}
