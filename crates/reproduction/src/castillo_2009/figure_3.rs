//! Figure 3: temporal penalty by the length of jobs.

use super::setting::{
    BACKFILLING, Outcome, Scheduler, Setup, jobs, online, outcomes, pair_name, pairs, servers, words,
};
use super::traces;
use crate::prelude::*;
use scheduling::criteria::wait_profile::{RUN_TIMES, RunTimeClass};
use scheduling::system::co_allocation::CoAllocation;
use workload::Time;

pub const ITEM: Item = Item {
    key: "figure-3",
    title: "Figure 3: temporal penalty by temporal size",
    section: "Sect. 5.1",
    paper: "The temporal penalty W / l of the jobs of KTH against their length, on-line and as the \
            batch scheduler of the log had it: (a) all jobs, (b) those of 2 to 10 hours.",
    plan,
    conclude,
    ..ON_LOG
};

const HOUR: Time = 3_600;

/// Small jobs, as the paper's medium ones of 2 to 10 hours leave them: shorter than 2 hours.
const SMALL: Time = 2 * HOUR;

/// Jobs of medium size are shorter than this, and not small.
const MEDIUM: Time = 10 * HOUR;

/// "An order of magnitude".
const ORDER: f64 = 10.0;

/// 0 is no order of magnitude above 0.
fn an_order_higher(ours: f64, theirs: f64) -> bool {
    theirs > ours && theirs >= ORDER * ours
}

/// The log on its machine, and there on-line by the limits; on-line and backfilling on each number of
/// servers. Figure 4 uses the same.
pub fn setups(log: &Workload) -> Vec<Setup> {
    let servers = servers(log);
    let own = [Scheduler::Logged, Scheduler::OnlineByLimits];
    let mut all = own.map(|it| Setup::new(it, servers[0])).to_vec();
    for servers in servers {
        let schedulers = [Scheduler::Online].into_iter().chain(BACKFILLING);
        all.extend(schedulers.map(|scheduler| Setup::new(scheduler, servers)));
    }
    all
}

pub fn plan(logs: &[Workload], options: &Options) -> Planned {
    let selection = jobs(logs, options)?;
    let all = setups(&logs[0]);
    Ok(all.iter().filter_map(|it| it.cell(&selection, 1)).collect())
}

/// The classes of run times below a bound, from another one on, as they are called.
fn classes(from: Time, below: Time) -> impl Iterator<Item = usize> {
    RUN_TIMES.iter().enumerate().filter(move |(_, (bound, _))| (from + 1..=below).contains(bound)).map(|(at, _)| at)
}

/// A case for each pair, and for the means and the medians of the classes of run times in which there
/// are jobs of both: whether it holds of all.
fn cases(
    outcomes: &[Outcome],
    backfilling: bool,
    (from, below): (Time, Time),
    holds: fn(online: f64, other: f64) -> bool,
) -> Vec<Case> {
    let mut cases = Vec::new();
    for (online, other) in pairs(outcomes, backfilling) {
        let (Some(ours), Some(theirs)) = (online.waits(), other.waits()) else {
            continue;
        };
        for (statistic, of) in STATISTICS {
            let classes = classes(from, below).filter_map(|class| {
                let (ours, theirs) = (&ours.by_run_time[class], &theirs.by_run_time[class]);
                let both = ours.jobs > 0 && theirs.jobs > 0;
                both.then(|| (of(ours), of(theirs)))
            });
            let (verdicts, evidence): (Vec<_>, Vec<_>) = classes
                .map(|(ours, theirs)| {
                    let evidence = format!("{} / {}", penalty(ours), penalty(theirs));
                    (Verdict::exact(holds(ours, theirs)), evidence)
                })
                .unzip();
            let held = verdicts.iter().filter(|it| **it == Verdict::Holds).count();
            cases.push(Case::new(
                format!("{}, {statistic}", pair_name(online, other)),
                Verdict::of_cases(&verdicts),
                format!("{held} of {} classes, {}", verdicts.len(), evidence.join(", ")),
            ));
        }
    }
    cases
}

/// The statistic of a class: the paper does not say how its curves are averaged.
type Statistic = fn(&RunTimeClass) -> f64;
const STATISTICS: [(&str, Statistic); 2] =
    [("means", RunTimeClass::mean_penalty), ("medians", |class| class.median_penalty)];

/// Two significant digits.
fn penalty(value: f64) -> String {
    number(
        value,
        if value < 1.0 {
            3
        } else if value < 100.0 {
            2
        } else {
            0
        },
    )
}

fn rescheduled(outcomes: &[Outcome]) -> Vec<Case> {
    let case = |it: &Outcome| {
        let profile = it.waits()?;
        let step = CoAllocation::default().step as f64;
        let times = |class: RunTimeClass| class.mean_wait() / step;
        let small = times(profile.of_run_times(0, SMALL));
        let others = times(profile.of_run_times(SMALL, Time::MAX));
        Some(Case::exact(
            format!("{} servers", it.setup.servers),
            small < others,
            format!("{} times against {}", number(small, 2), number(others, 2)),
        ))
    };
    online(outcomes).filter_map(case).collect()
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let outcomes = outcomes(plan, logs, setups, reports);
    let once = "Nothing is drawn: one run of each tells.";
    let small = "W / l of each class of jobs shorter than 2 hours, on-line / batch, mean and median";
    let higher: fn(f64, f64) -> bool = |ours, theirs| theirs > ours;
    let at_hand = traces::of(logs);
    let claim = |sentence: &str, test: String, cases: &[Case]| {
        let claim = Claim::new("Sect. 5.1, on Fig. 3", sentence, &test, cases);
        // "Similar results were obtained for the other two workloads" (Sect. 5.1).
        traces::about(claim, traces::OF_ALL, at_hand)
    };
    let sentence = "small jobs experience a higher temporal penalty, an order of magnitude or more, \
                    under the batch scheduler compared to our online co-allocation algorithm";
    Findings {
        setting: format!(
            "On {}, booked for their run time, which is the l of every scheduler here; Δt 15 min, \
             horizon 30 d. The log's own waits are of its machine. Backfilling goes by the users' \
             limits and stops no job at them.",
            words(plan, logs)
        ),
        claims: vec![
            claim(
                sentence,
                format!("Of “higher”: {small}: the log's is higher. {once}"),
                &cases(&outcomes, false, (0, SMALL), higher),
            ),
            claim(
                sentence,
                format!("{small}: the log's is ten times as high or more. {once}"),
                &cases(&outcomes, false, (0, SMALL), an_order_higher),
            ),
            claim(
                sentence,
                format!(
                    "The same against backfilling on the same jobs and as many servers, which the \
                     authors did not have: ten times as high or more. {once}"
                ),
                &cases(&outcomes, true, (0, SMALL), an_order_higher),
            ),
            claim(
                "the mid-tail of both curves (for jobs of size between 2 to 10 hours) […] reveals that \
                 our algorithm penalizes larger jobs more heavily",
                format!(
                    "W / l of each whole hour from 2 to 10, on-line / batch, mean and median: on-line it \
                     is above the log's. {once}"
                ),
                &cases(&outcomes, false, (SMALL, MEDIUM), |ours, theirs| ours > theirs),
            ),
            claim(
                "the small number of times that the algorithm needs to reschedule (by increasing s_r) \
                 small jobs",
                format!(
                    "How often s is increased, on average: for jobs shorter than 2 hours less often than \
                     for the others. {once}"
                ),
                &rescheduled(&outcomes),
            ),
        ],
        figures: figures(&outcomes),
        listings: STATISTICS.map(|it| listing(&outcomes, it)).to_vec(),
        remarks: vec![
            "The mean of W / l is made by the shortest jobs: a job of one second that waits for one step \
             Δt has a penalty of 900. So the first class is set apart."
                .to_owned(),
            "The paper does not say how its curves are averaged over lengths, so means and medians of \
             classes are tried; the means are drawn, at the middle of each class."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

/// The middle of a class of run times, in hours; the last is drawn at 36.
fn middle(class: usize) -> f64 {
    let below = class.checked_sub(1).map_or(0, |before| RUN_TIMES[before].0);
    let bound = RUN_TIMES[class].0.min(48 * HOUR);
    (below + bound) as f64 / 2.0 / HOUR as f64
}

/// Whether a setup is drawn: the log, and on-line and EASY.
pub fn is_drawn(setup: &Setup) -> bool {
    let easy = BACKFILLING[1];
    [Scheduler::Logged, Scheduler::Online, easy].contains(&setup.scheduler)
}

fn figures(outcomes: &[Outcome]) -> Vec<Figure> {
    let of = |name: &str, title: &str, y_label: &str, from: Time, below: Time, value: fn(f64) -> f64| {
        let series = outcomes.iter().filter(|it| is_drawn(&it.setup));
        let series = series.filter_map(|outcome| {
            let profile = outcome.waits()?;
            let with_jobs = classes(from, below).filter(|&at| {
                let class = &profile.by_run_time[at];
                class.jobs > 0 && class.penalty > 0.0
            });
            let points = with_jobs.map(|at| {
                let mean = profile.by_run_time[at].mean_penalty();
                (middle(at), Measured::exact(value(mean)))
            });
            Some(Series { name: outcome.setup.name(), points: points.collect() })
        });
        Figure::curves(
            name,
            title,
            "Means of classes, drawn at their middles.",
            "run time l (h)",
            [Panel::from_zero(y_label, series)],
        )
    };
    vec![
        of(
            "figure-3a",
            "Figure 3(a): temporal penalty, all jobs",
            "mean W / l, as its power of 10",
            0,
            Time::MAX,
            libm::log10,
        ),
        of("figure-3b", "Figure 3(b): temporal penalty, medium-size jobs", "mean W / l", SMALL, MEDIUM, |mean| mean),
    ]
}

fn listing(outcomes: &[Outcome], (statistic, of): (&str, Statistic)) -> Listing {
    let mut head = vec!["l".to_owned(), "jobs".to_owned()];
    head.extend(outcomes.iter().map(|it| it.setup.name()));
    let profiles: Vec<_> = outcomes.iter().filter_map(Outcome::waits).collect();
    let rows = RUN_TIMES.iter().enumerate().map(|(at, (_, name))| {
        let jobs = profiles.iter().map(|it| it.by_run_time[at].jobs).max();
        let mut row = vec![(*name).to_owned(), number(f64::from(jobs.unwrap_or(0)), 0)];
        row.extend(profiles.iter().map(|it| match it.by_run_time[at].jobs {
            0 => "–".to_owned(),
            _ => penalty(of(&it.by_run_time[at])),
        }));
        row
    });
    Listing::new(format!("Temporal penalty by run time, {statistic}"), head, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_no_order_of_magnitude_above_nothing() {
        assert!(an_order_higher(0.1, 1.0) && an_order_higher(0.0, 0.1));
        assert!(!an_order_higher(0.1, 0.9) && !an_order_higher(0.0, 0.0));
    }

    #[test]
    fn the_classes_of_small_and_medium_jobs_are_whole() {
        let names = |from, below| -> Vec<_> { classes(from, below).map(|at| RUN_TIMES[at].1).collect() };
        assert_eq!(names(0, SMALL), ["< 1 min", "1–10 min", "10–60 min", "1–2 h"]);
        assert_eq!(names(SMALL, MEDIUM).len(), 8);
        assert_eq!((names(SMALL, MEDIUM)[0], names(SMALL, MEDIUM)[7]), ("2–3 h", "9–10 h"));
        assert_eq!((middle(3), middle(12), middle(13)), (1.5, 17.0, 36.0));
    }
}
