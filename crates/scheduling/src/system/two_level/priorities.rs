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
        ranks: match by_rank {
            true => jobs.iter().map(|job| rank(&settings.priority, job)).collect(),
            false => Arc::default(),
        },
        owners: match settings.takes_turns_by(&[TurnBy::Share]) {
            true => owners(settings.fair_share.among, jobs),
            false => Arc::default(),
        },
        half_life: settings.fair_share.half_life,
        rule: Arc::new(settings.rule()),
        names: match by_formula {
            true => Arc::new(NamesOfJobs::new(jobs, names)),
            false => Arc::default(),
        },
        users_and_groups: match by_formula {
            true => [ShareAmong::Users, ShareAmong::Groups].map(|it| owners(it, jobs)),
            false => Default::default(),
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
    use workload::testing::of_user;

    fn job(processors: u32, user: i64) -> Job {
        of_user(user, workload::testing::job(0, 0, processors, 1, 10))
    }

    fn by(by: PriorityBy, first: PriorityFirst, ranked: &[i64]) -> Vec<usize> {
        let ranked = ranked.to_vec();
        let priority = Priority { by, first, ranked };
        let jobs = [job(4, 3), job(1, 7), job(9, -1), job(2, 5)];
        let mut order: Vec<usize> = (0..4).collect();
        order.sort_by_key(|&it| rank(&priority, &jobs[it]));
        order
    }

    #[test]
    fn jobs_are_ranked_by_any_property() {
        use PriorityFirst::{High, Low};
        assert_eq!(by(PriorityBy::Size, High, &[]), [2, 0, 3, 1]);
        assert_eq!(by(PriorityBy::Size, Low, &[]), [1, 3, 0, 2]);
        assert_eq!(by(PriorityBy::Work, Low, &[90]), [2, 1, 3, 0]);
        assert_eq!(by(PriorityBy::User, Low, &[]), [0, 3, 1, 2], "unknown last");
        assert_eq!(by(PriorityBy::User, High, &[5, 3]), [3, 0, 1, 2]);
        assert_eq!(by(PriorityBy::Queue, High, &[]), [0, 1, 2, 3]);
    }

    #[test]
    fn all_values_that_are_ranked_stand_before_jobs_without_a_limit() {
        let priority = Priority { by: PriorityBy::Limit, first: PriorityFirst::High, ranked: vec![2, 1] };
        let unlimited = Job { is_unlimited: true, requested_time: workload::MAX_TIME, ..Job::default() };
        let [second, last] = [&Job::default(), &unlimited].map(|it| rank(&priority, it));
        assert!(second < last && last < rank(&priority, &Job { requested_time: 3, ..Job::default() }));
    }

    #[test]
    fn owners_are_numbered_whatever_their_names() {
        let jobs = [job(1, 900), job(1, -1), job(1, 3), job(1, 900)];
        assert_eq!(owners(ShareAmong::Users, &jobs)[..], [2, 0, 1, 2]);
        assert_eq!(owners(ShareAmong::Groups, &jobs)[..], [0; 4]);
    }
}
