//! The local schedulers in words.

use crate::policy::formula::{Formula, Quantity};
use crate::system::two_level::{
    Binding, Estimate, FairShare, Local, LocalSystem, LsfTies, OverLimit, Preempted, Priority, PriorityBy,
    PriorityFirst, Promises, QueuePolicy, ShareAmong, Slots, TurnBy, USUAL_NOTICE,
};
use base::text;

/// The policies of the local schedulers, and their systems where those are not the model.
pub(super) fn local(local: &Local) -> String {
    let limit = match local.over_limit {
        OverLimit::Kill => "killed at the limit",
        OverLimit::Ignore => "running on past the limit",
    };
    let mut parts = vec![queue(local), limit.to_owned()];
    if let Some(systems) = systems(local) {
        parts.push(systems);
        if local.has_open_reservations() {
            parts.push("open reservations".to_owned());
        }
    }
    if local.systems.is_empty() || local.systems.iter().any(is_model) {
        if local.binding == Binding::Static {
            parts.push("bound statically".to_owned());
        }
        if let Slots::Fixed(length) = local.slots {
            parts.push(format!("slots of {length} s"));
        }
    }
    format!("local: {}", parts.join(", "))
}

/// The local systems, unless all are the model: `on SGE, the model`.
pub(super) fn systems(local: &Local) -> Option<String> {
    if local.systems.iter().all(is_model) {
        return None;
    }
    let names = local.systems.iter().map(|&it| match it {
        LocalSystem::Sge if local.sge_notice != USUAL_NOTICE => {
            let (name, notice) = (it.name(), local.sge_notice);
            format!("{name} (jobs killed {notice} s before the end of a reservation)")
        }
        _ => it.name().to_owned(),
    });
    Some(format!("on {}", names.collect::<Vec<_>>().join(", ")))
}

fn is_model(system: &LocalSystem) -> bool {
    *system == LocalSystem::Model
}

/// The queue policy of all providers, or of each, with the settings that it reads.
pub(super) fn queue(local: &Local) -> String {
    let told = |&queue: &QueuePolicy| {
        let every = match local.period_of(queue) {
            0 => String::new(),
            period => format!(" every {period} s"),
        };
        format!("{}{every}", policy(local, queue))
    };
    let all: Vec<String> = local.all_queues().iter().map(told).collect();
    match all.as_slice() {
        [one] => one.clone(),
        several => format!("by provider {}", several.join("; ")),
    }
}

fn policy(local: &Local, queue: QueuePolicy) -> String {
    let name = text::in_text(queue.name());
    // The meaning of its letters, if its name is an abbreviation.
    let in_full = queue.row().label.split_once(", ").map(|(_, it)| it);
    match (queue.turn_by(), in_full) {
        (TurnBy::Arrival | TurnBy::Request, None) => name,
        (TurnBy::Arrival | TurnBy::Request, Some(in_full)) => format!("{name} ({in_full})"),
        (TurnBy::Size, _) => {
            let ties = match local.lsf_ties {
                LsfTies::Arrival => "",
                LsfTies::Latest => ", of equals the latest",
                LsfTies::ShorterLimit => ", of equals the shortest limit",
            };
            format!("{name}{ties}")
        }
        (TurnBy::Priority, _) => format!("{name} ({})", priority(&local.priority)),
        (TurnBy::Preemption, _) => format!(
            "{name} ({}, preempted jobs {})",
            priority(&local.priority),
            match local.preempted {
                Preempted::Resume => "go on",
                Preempted::Restart => "begin anew",
            }
        ),
        (TurnBy::Share, _) => format!("{name} {}", fair_share(&local.fair_share)),
        (TurnBy::Formula, _) => ordered(local),
    }
}

/// `ordered by submit, then limit, 1 promise`, with the settings that are read.
fn ordered(local: &Local) -> String {
    let rule = local.rule();
    let mut words = format!("ordered by {}", rule.order);
    if let Some(backfill) = rule.backfill_order.as_ref().filter(|_| rule.reads_backfill_order()) {
        words += &format!(", backfilled by {backfill}");
    }
    words += &match rule.promises {
        _ if rule.strict => ", strictly".to_owned(),
        Promises::Count(0) => ", no promises".to_owned(),
        Promises::Count(1) => ", 1 promise".to_owned(),
        Promises::Count(count) => format!(", {count} promises"),
        Promises::All => ", a promise to every job".to_owned(),
    };
    words += &match local.estimate {
        Estimate::Limit => String::new(),
        Estimate::RunTime => ", estimates: run times".to_owned(),
        Estimate::UserMean => ", estimates: the mean of the user's last two jobs".to_owned(),
        Estimate::Factor(factor) => format!(", estimates: {factor} × run time"),
    };
    let usage = local.formulas().into_iter().any(reads_usage);
    if usage {
        words += &format!(", usage with {}", half_life(&local.fair_share));
    }
    words
}

/// Whether a formula reads usage, which fades.
fn reads_usage(formula: &Formula) -> bool {
    [Quantity::UserUsage, Quantity::GroupUsage].into_iter().any(|it| formula.uses(it))
}

pub(super) fn priority(priority: &Priority) -> String {
    let high = priority.first == PriorityFirst::High;
    let first = |highest, lowest| if high { highest } else { lowest };
    let (name, rest) = match priority.by {
        PriorityBy::Size => ("size", first("largest size", "smallest size")),
        PriorityBy::Limit => ("limit", first("longest limit", "shortest limit")),
        PriorityBy::Work => ("work", first("most work", "least work")),
        PriorityBy::Queue => ("queue", first("highest queue", "lowest queue")),
        PriorityBy::User => ("user", first("highest user", "lowest user")),
        PriorityBy::Group => ("group", first("highest group", "lowest group")),
    };
    if priority.ranked.is_empty() {
        return rest.to_owned();
    }
    let ranked: Vec<String> = priority.ranked.iter().map(i64::to_string).collect();
    format!("{name} {}, then the {rest}", ranked.join(", "))
}

pub(super) fn fair_share(share: &FairShare) -> String {
    let among = match share.among {
        ShareAmong::Users => "users",
        ShareAmong::Groups => "groups",
    };
    format!("among {among}, {}", half_life(share))
}

fn half_life(share: &FairShare) -> String {
    match share.half_life {
        0 => "never forgetting".to_owned(),
        half_life => format!("half-life {}", text::period(half_life)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_words(rows: &str, after: &str) {
        for row in rows.lines() {
            let (settings, words) = row.split_once(" => ").expect(row);
            let settings = crate::system::testing::settings(settings);
            assert_eq!(local(&settings), format!("local: {words}{after}"), "{row}");
        }
    }

    #[test]
    fn every_queue_policy_names_what_it_goes_by() {
        assert_words(
            "queue: lsf; period: 0 => largest size first
             queue: lsf; period: 600 => largest size first every 600 s
             queue: sjf; period: 600 => SJF (shortest job first)
             queue: sjf; pass_period: 600 => SJF (shortest job first) every 600 s
             queue: lsf; pass_period: 600 => largest size first
             queues: [\"easy\", \"lsf\"]; pass_period: 60; period: 10 => by provider EASY backfilling every 60 s; \
                 largest size first every 10 s
             queue: fcfs; queues: [\"easy\"] => EASY backfilling
             queue: ppp => PPP (largest size)
             queue: ppp; priority.by: user; priority.first: low; priority.ranked: [7, 3] => PPP (user 7, 3, then \
                 the lowest user)
             queue: pppd; priority.by: work; priority.first: low => PPPD (least work, preempted jobs go on)
             queue: pppd; preempted: restart => PPPD (largest size, preempted jobs begin anew)
             queue: fss => fair share among users, half-life 7 d
             queue: fss; fair_share.among: groups; fair_share.half_life: 0 => fair share among groups, never \
                 forgetting
             queue: ordered => ordered by submit, 1 promise
             queue: ordered; order: size; backfill_order: limit; promises: 3; pass_period: 60 => ordered by size, \
                 backfilled by limit, 3 promises every 60 s
             queue: ordered; order: user_usage; backfill_order: limit; promises: 0 => ordered by user_usage, no \
                 promises, usage with half-life 7 d
             queue: ordered; promises: all => ordered by submit, a promise to every job
             queue: ordered; estimate.factor: 1.5 => ordered by submit, 1 promise, estimates: 1.5 × run time
             queue: ordered; strict: true; promises: 2 => ordered by submit, strictly",
            ", killed at the limit",
        );
    }

    #[test]
    fn systems_and_structures_are_named_where_they_differ() {
        // Maui has its own binding, whatever the model's.
        assert_words(
            "systems: [\"model\"] => FCFS with backfilling, killed at the limit
             systems: [\"sge\"] => FCFS with backfilling, killed at the limit, on SGE
             systems: [\"sge\", \"maui\"]; sge_notice: 5 => FCFS with backfilling, killed at the limit, on SGE \
                 (jobs killed 5 s before the end of a reservation), Maui
             systems: [\"maui\"]; sge_notice: 5 => FCFS with backfilling, killed at the limit, on Maui
             systems: [\"platform_lsf\", \"model\"]; slots.fixed: 60 => FCFS with backfilling, killed at the limit, \
                 on Platform LSF, the model, slots of 60 s
             systems: [\"platform_lsf\"]; platform_lsf_reservations: open => FCFS with backfilling, killed at the \
                 limit, on Platform LSF, open reservations
             platform_lsf_reservations: open => FCFS with backfilling, killed at the limit
             binding: static => FCFS with backfilling, killed at the limit, bound statically
             systems: [\"maui\", \"pbs_pro\"]; binding: static => FCFS with backfilling, killed at the limit, on \
                 Maui, PBS Pro",
            "",
        );
    }
}
