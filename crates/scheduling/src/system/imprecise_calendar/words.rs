//! The settings in words, for titles and captions.

use super::labels;
use super::{Assignment, ClusterTies, Configured, ImpreciseCalendar, Managers, Promote, Refine};
use crate::availability::calendar::Level;
use crate::system::Surroundings;
use base::text::in_text;

/// The settings: the slots, then all values that are not the default; and in a part of their own the
/// managers, if there are several.
pub(super) fn words(settings: &ImpreciseCalendar, of: &Surroundings) -> Vec<String> {
    let mut parts = vec![match settings.configuration {
        Configured::Levels => slots(&settings.levels),
        configured => in_text(configured.name()),
    }];
    let levels = settings.levels().len();
    if settings.threshold_percent.is_felt(levels) {
        parts.push(settings.threshold_percent.words(levels));
    }
    if let Some(low_water) = settings.low_water
        && settings.levels().len() > 1
    {
        parts.push(format!("low water {low_water}"));
    }
    if !settings.backfill {
        parts.push("no backfilling".to_owned());
    }
    if settings.backfill && settings.refine == Refine::AtDivision {
        parts.push("jobs looked at near changes".to_owned());
    }
    if !settings.one_job_per_slot {
        parts.push("slots shared".to_owned());
    }
    let mut said = vec![format!("imprecise calendar: {}", parts.join(", "))];
    if settings.managers.are_several() && of.platform.len() > 1 {
        said.push(format!("managers: {}", managers(settings).join(", ")));
    }
    said
}

/// The slots, whether jobs move forward, and the managers if there are several.
pub(super) fn policy(settings: &ImpreciseCalendar, of: &Surroundings) -> String {
    let mut parts = vec![in_text(settings.configuration.name())];
    if !settings.backfill {
        parts.push("no backfilling".to_owned());
    }
    if settings.managers.are_several() && of.platform.len() > 1 {
        parts.push(format!("managers {}", tree(settings)));
    }
    parts.join(", ")
}

/// How the managers stand to one another.
fn tree(settings: &ImpreciseCalendar) -> String {
    match settings.managers {
        Managers::Tree(_) => "in a tree".to_owned(),
        Managers::One | Managers::Clusters => in_text(labels::CLUSTERS),
    }
}

/// The tree, and the behaviour of its managers.
fn managers(settings: &ImpreciseCalendar) -> Vec<String> {
    let mut parts = vec![tree(settings)];
    parts.push(format!("jobs {}", in_text(settings.home.name())));
    if settings.assignment == Assignment::Late {
        parts.push("assigned late".to_owned());
    }
    if settings.ties == ClusterTies::AfterOwn {
        parts.push("of equal clusters the next behind the own".to_owned());
    }
    if settings.staleness > 0 {
        parts.push(format!("hints {} s late", settings.staleness));
    }
    if settings.message_time > 0 {
        parts.push(format!("messages of {} s", settings.message_time));
    }
    match settings.promote {
        Promote { processors: None, hours: None } => {}
        Promote { processors, hours } => {
            let nodes = processors.map(|it| format!("more than {it} nodes"));
            let hours = hours.map(|it| format!("{it} h or more"));
            let which: Vec<String> = nodes.into_iter().chain(hours).collect();
            parts.push(format!("promotion of {}", which.join(" or ")));
        }
    }
    parts.push(match settings.bump_after {
        Some(seconds) => format!("bumped up after {seconds} s"),
        None => "never bumped up".to_owned(),
    });
    if let Some(limit) = settings.deficit_limit {
        parts.push(format!("deficit up to {limit} node hours"));
    }
    parts
}

/// `slots of 32 × 10, 8 × 320, 2560 s`.
pub(super) fn slots(levels: &[Level]) -> String {
    let level = |it: &Level| match it.count {
        Some(count) => format!("{count} × {}", it.length),
        None => it.length.to_string(),
    };
    let levels: Vec<String> = levels.iter().map(level).collect();
    format!("slots of {} s", levels.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::testing::settings;

    #[test]
    fn what_is_rarely_touched_is_named_only_where_it_is() {
        let of = Surroundings { platform: &[8, 8], reservations: false, batch: true };
        for row in " => 32 × 10, 8 × 320, 2560 s
            levels: [{\"length\": 40}]; threshold_percent: 80; low_water: 2 => 40 s
            threshold_percent: [90, 70] => 32 × 10, 8 × 320, 2560 s, threshold 90 % of S₁ and 70 % of S₂
            refine: at_division => 32 × 10, 8 × 320, 2560 s, jobs looked at near changes
            managers: clusters => 32 × 10, 8 × 320, 2560 s; managers: one per cluster, jobs by user, \
                bumped up after 2560 s
            managers: [[0, 1]]; home: queue; assignment: late; ties: after_own; staleness: 60; message_time: 5; \
                bump_after: null; promote.processors: 4; promote.hours: 12; deficit_limit: 100 => \
                32 × 10, 8 × 320, 2560 s; managers: in a tree, jobs by queue, assigned late, of equal clusters the \
                next behind the own, hints 60 s late, messages of 5 s, promotion of more than 4 nodes or 12 h or \
                more, never bumped up, deficit up to 100 node hours"
            .lines()
        {
            let (json, expected) = row.split_once(" => ").expect(row);
            let told = words(&settings(json), &of).join("; ");
            assert_eq!(told, format!("imprecise calendar: slots of {expected}"), "{row}");
        }
        let named = settings("configuration: configuration3; threshold_percent: 80; low_water: 2; backfill: false");
        let expected = "imprecise calendar: configuration 3, threshold 80 %, low water 2, no backfilling";
        assert_eq!(words(&named, &of).join("; "), expected);
    }
}
