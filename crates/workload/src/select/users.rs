//! A lighter load: users leave with all their jobs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Selection, taken};
use crate::draw::{Draw, Stream};
use crate::{Job, UNKNOWN, Workload};

/// The least and the greatest share of the work that thinning keeps.
pub const THINNED_SHARES: (f64, f64) = (0.01, 1.0);

/// The users and the work that stay of some jobs where users leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thinned {
    /// How many users there were. Jobs without a user count as those of one.
    pub users: u64,
    /// How many of them stay.
    pub users_kept: u64,
    /// How many jobs left with the others.
    pub jobs_left_out: u64,
    /// The share of the work that stays: 0 to 1.
    pub work: f64,
}

impl Selection {
    /// Whether users leave to make the load lighter: which ones is drawn.
    pub fn thins(&self) -> bool {
        self.thin_users.is_some_and(|share| share < THINNED_SHARES.1)
    }
}

/// What thinning leaves of the jobs that `selection` takes from `workload`; `None` if it does not thin them, or if it is
/// no log. O(n log n) for n records.
pub fn thinned(workload: &Workload, selection: &Selection, seed: u64) -> Option<Thinned> {
    let share = selection.thin_users.filter(|_| selection.thins())?;
    workload.log()?;
    Some(thin(&mut taken(workload, selection), share, seed))
}

/// The processor seconds of a job.
fn work(job: &Job) -> u128 {
    u128::from(job.processors) * u128::from(job.run_time.max(0).unsigned_abs())
}

/// Keeps the jobs of a random subset of the users, which have about `share` of the work: size × run time. So the offered
/// load changes by that factor over the same span, and users that stay keep their sessions and their dependences
/// (after Zakay and Feitelson 2014; dividing the time between submissions keeps neither).
///
/// The users are gone through in an order drawn by `seed`; each stays if the work is no further from the wanted one with it.
/// At least one stays: if none would, the one with the least work. A share of 1 or more keeps all, and an invalid one as well.
/// O(n log n) for n jobs.
pub(super) fn thin(jobs: &mut Vec<Job>, share: f64, seed: u64) -> Thinned {
    let mut by_user: BTreeMap<i64, u128> = BTreeMap::new();
    for job in jobs.iter() {
        *by_user.entry(job.logged.user).or_default() += work(job);
    }
    let all: u128 = by_user.values().sum();
    let mut kept = by_user.clone();
    if share < THINNED_SHARES.1 {
        let wanted = share.max(THINNED_SHARES.0) * all as f64;
        kept = drawn(&by_user, wanted, seed);
    }
    let before = jobs.len();
    jobs.retain(|job| kept.contains_key(&job.logged.user));
    let stays: u128 = kept.values().sum();
    Thinned {
        users: by_user.len() as u64,
        users_kept: kept.len() as u64,
        jobs_left_out: (before - jobs.len()) as u64,
        work: if all == 0 { 1.0 } else { stays as f64 / all as f64 },
    }
}

/// The users that stay, with their work.
fn drawn(by_user: &BTreeMap<i64, u128>, wanted: f64, seed: u64) -> BTreeMap<i64, u128> {
    let mut draw = Draw::new(seed, Stream::LEAVING);
    let mut rest: Vec<(i64, u128)> = by_user.iter().map(|(&user, &work)| (user, work)).collect();
    let (mut kept, mut sum) = (BTreeMap::new(), 0.0);
    while !rest.is_empty() {
        let at = draw.below(u32::try_from(rest.len()).unwrap_or(u32::MAX));
        let (user, work) = rest.swap_remove(at as usize);
        let with = sum + work as f64;
        if (with - wanted).abs() <= (sum - wanted).abs() {
            kept.insert(user, work);
            sum = with;
        }
    }
    if kept.is_empty() {
        let least = by_user.iter().min_by_key(|(_, work)| **work);
        kept.extend(least);
    }
    kept
}

/// Whether no job says which user submitted it: no user can leave.
pub fn names_no_users(jobs: &[Job]) -> bool {
    jobs.iter().all(|job| job.logged.user == UNKNOWN)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::select::select;
    use crate::{Log, Record};

    /// A log of jobs by user, size and run time, one a minute.
    fn log(rows: &[(i64, i64, i64)]) -> Workload {
        let records = (1..).zip(rows).map(|(id, &(user, size, run_time))| Record {
            id,
            submit: id as i64 * 60,
            user,
            run_time,
            requested_processors: size,
            requested_time: 2 * run_time,
            ..Record::UNKNOWN
        });
        let log = Log { records: records.collect(), ..Log::default() };
        Workload::of_log("a.swf", log)
    }

    fn at(share: f64) -> Selection {
        Selection { thin_users: Some(share), skip_never_ran: false, ..Selection::of_all() }
    }

    /// The same, plainly: all users by turns, each summed up over all jobs whenever that is needed.
    fn plainly(log: &Workload, share: f64, seed: u64) -> Vec<u64> {
        let all = select(log, &at(1.0), seed);
        let of = |users: &[i64]| -> i128 {
            all.iter()
                .filter(|it| users.contains(&it.logged.user))
                .map(|it| i128::from(it.processors) * i128::from(it.run_time))
                .sum()
        };
        let mut users: Vec<i64> = all.iter().map(|it| it.logged.user).collect();
        users.sort_unstable();
        users.dedup();
        let everyone = users.clone();
        let wanted = share * of(&everyone) as f64;
        let mut draw = Draw::new(seed, Stream::LEAVING);
        // From the end to the front each place takes one of those up to it.
        for end in (0..users.len()).rev() {
            let place = draw.below(end as u32 + 1) as usize;
            users.swap(place, end);
        }
        let mut staying: Vec<i64> = Vec::new();
        for &user in users.iter().rev() {
            let with = [&staying[..], &[user]].concat();
            let off = |users: &[i64]| (of(users) as f64 - wanted).abs();
            if off(&with) <= off(&staying) {
                staying = with;
            }
        }
        if staying.is_empty() {
            staying.extend(everyone.iter().min_by_key(|user| (of(&[**user]), **user)));
        }
        all.iter().filter(|it| staying.contains(&it.logged.user)).map(|it| it.id).collect()
    }

    proptest! {
        #[test]
        fn those_stay_that_stay_in_the_plain_model(
            rows in prop::collection::vec((-1..9_i64, 1..20_i64, 0..5_000_i64), 1..60),
            share in 0.01..1.0_f64,
            seed: u64,
        ) {
            let log = log(&rows);
            let ids: Vec<u64> = select(&log, &at(share), seed).iter().map(|it| it.id).collect();
            prop_assert_eq!(&ids, &plainly(&log, share, seed));
            let told = thinned(&log, &at(share), seed).expect("users leave");
            prop_assert_eq!(told.jobs_left_out as usize, rows.len() - ids.len());
            prop_assert!(told.users_kept >= 1 && told.users_kept <= told.users);
            prop_assert!((0.0..=1.0).contains(&told.work));
        }
    }

    /// 200 users with ten jobs each; none has more than a hundredth of the work.
    fn many() -> Workload {
        let rows = (0..2_000_i64).map(|at| (at % 200, 1 + at % 8, 100 + at * 37 % 900));
        log(&rows.collect::<Vec<_>>())
    }

    #[test]
    fn the_work_comes_near_the_share_and_users_stay_or_leave_as_a_whole() {
        let log = many();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 1..=20 {
            for share in [0.05, 0.3, 0.5, 0.9] {
                let told = thinned(&log, &at(share), seed).expect("users leave");
                assert!((told.work - share).abs() < 0.01, "{share} {told:?}");
                let jobs = select(&log, &at(share), seed);
                let of = |user: i64| jobs.iter().filter(|it| it.logged.user == user).count();
                let counts: Vec<usize> = (0..200).map(of).collect();
                assert!(counts.iter().all(|it| [0, 10].contains(it)));
                let users = counts.iter().filter(|it| **it > 0).count() as u64;
                assert_eq!(told.users_kept, users);
                // What stays is as it was.
                let first = &jobs[0];
                assert_eq!(first.submit, first.id as i64 * 60);
                seen.insert(counts);
            }
        }
        assert_eq!(seen.len(), 80, "every seed draws other users");
    }

    #[test]
    fn all_stay_at_a_share_of_one_and_at_least_one_at_any() {
        let log = log(&[(1, 1, 1_000), (2, 1, 900), (3, 1, 950)]);
        let ids = |selection: &Selection| -> Vec<u64> { select(&log, selection, 7).iter().map(|it| it.id).collect() };
        assert_eq!(ids(&at(1.0)), [1, 2, 3]);
        assert_eq!((thinned(&log, &at(1.0), 7), at(1.0).thins()), (None, false));
        assert_eq!(ids(&at(0.01)), [2], "the one with the least work");
        // The first jobs are taken before users leave, so the span stays.
        let two = Selection { count: Some(2), ..at(0.01) };
        assert_eq!(ids(&two), [2]);
        assert!(!names_no_users(&select(&log, &at(1.0), 7)));
    }
}
