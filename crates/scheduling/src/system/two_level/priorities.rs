//! Ranks and owners of jobs for the policies by priority and by share.

use std::sync::Arc;

use crate::policy::local::{Inputs, LocalPolicy, NamesOfJobs, Sizes, TurnBy};
use crate::policy::usage::owners_of;
use workload::{Job, LogNames, UNKNOWN};

use super::{Local, Priority, PriorityBy, PriorityFirst, ShareAmong};

/// Makes a fresh policy, with an empty memory and structures of these sizes, for each provider, in their order.
pub fn policies<'a>(
    settings: &'a Local,
    jobs: &[Job],
    names: Option<&LogNames>,
    sizes: Sizes,
) -> impl FnMut() -> Box<dyn LocalPolicy + Send> + use<'a> {
    let by_rank = settings.takes_turns_by(&[TurnBy::Priority, TurnBy::Preemption]);
    let by_formula = settings.takes_turns_by(&[TurnBy::Formula]);
    let inputs = Inputs {
        sizes,
        ties: settings.lsf_ties,
        ranks: if by_rank { jobs.iter().map(|job| rank(&settings.priority, job)).collect() } else { Arc::default() },
        owners: if settings.takes_turns_by(&[TurnBy::Share]) {
            owners(settings.fair_share.among, jobs)
        } else {
            Arc::default()
        },
        half_life: settings.fair_share.half_life,
        rule: Arc::new(settings.rule()),
        names: if by_formula { Arc::new(NamesOfJobs::new(jobs, names)) } else { Arc::default() },
        users_and_groups: if by_formula {
            [ShareAmong::Users, ShareAmong::Groups].map(|it| owners(it, jobs))
        } else {
            Default::default()
        },
    };
    let mut queues = (0..).map(|index| settings.queue_of(index));
    move || queues.next().unwrap_or_default().made(&inputs)
}

/// The rank of a job, the lower the more urgent: first the values that are ranked by name, then the
/// others from the first to the last, at the end the jobs whose log does not know the value.
pub fn rank(priority: &Priority, job: &Job) -> i64 {
    let size = i64::from(job.processors);
    let (value, may_be_unknown) = match priority.by {
        PriorityBy::Size => (size, false),
        PriorityBy::Limit => (job.limit(), false),
        PriorityBy::Work => (size.saturating_mul(job.limit()), false),
        PriorityBy::Queue => (job.logged.queue, true),
        PriorityBy::User => (job.logged.user, true),
        PriorityBy::Group => (job.logged.group, true),
    };
    if let Some(place) = priority.ranked.iter().position(|&it| it == value) {
        return i64::MIN + place as i64;
    }
    match priority.first {
        _ if may_be_unknown && value == UNKNOWN => i64::MAX,
        PriorityFirst::Low => value,
        // A job without a limit has the greatest one, and stands behind those that are ranked by name.
        PriorityFirst::High => -value.min(i64::MAX / 2),
    }
}

/// The user or group of each job, numbered from 0 ([`owners_of`]).
pub fn owners(among: ShareAmong, jobs: &[Job]) -> Arc<[u32]> {
    owners_of(jobs.iter().map(|job| match among {
        ShareAmong::Users => job.logged.user,
        ShareAmong::Groups => job.logged.group,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::testing::{jobs, settings};

    #[test]
    fn jobs_are_ranked_by_any_property() {
        let jobs = jobs("0 4 1 10 user=3, 0 1 1 10 user=7, 0 9 1 10, 0 2 1 10 user=5");
        for (priority, expected) in [
            ("by: size; first: high", [2, 0, 3, 1]),
            ("by: size; first: low", [1, 3, 0, 2]),
            ("by: work; first: low; ranked: [90]", [2, 1, 3, 0]),
            // Unknown last.
            ("by: user; first: low", [0, 3, 1, 2]),
            ("by: user; first: high; ranked: [5, 3]", [3, 0, 1, 2]),
            ("by: queue; first: high", [0, 1, 2, 3]),
        ] {
            let mut order = [0, 1, 2, 3];
            order.sort_by_key(|&it| rank(&settings(priority), &jobs[it]));
            assert_eq!(order, expected, "{priority}");
        }
    }

    #[test]
    fn all_values_that_are_ranked_stand_before_jobs_without_a_limit() {
        let priority = settings("by: limit; first: high; ranked: [2, 1]");
        assert!(
            jobs("0 1 0 1, 0 1 0 0 endless, 0 1 0 3")
                .iter()
                .is_sorted_by(|one, other| { rank(&priority, one) < rank(&priority, other) })
        );
    }

    #[test]
    fn owners_are_numbered_whatever_their_names() {
        let jobs = jobs("0 1 1 10 user=900, 0 1 1 10, 0 1 1 10 user=3, 0 1 1 10 user=900");
        assert_eq!(owners(ShareAmong::Users, &jobs)[..], [2, 0, 1, 2]);
        assert_eq!(owners(ShareAmong::Groups, &jobs)[..], [0; 4]);
    }
}
