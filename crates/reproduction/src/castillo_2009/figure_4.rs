//! Figure 4: how waits and lengths are distributed.

use super::figure_3::{self, is_drawn};
use super::scheduler::{Outcome, Scheduler, online, outcomes, pair_name, pairs};
use super::setting::{jobs, words};
use super::traces::{self, OF_BOTH, OF_CTC, OF_KTH, Trace};
use crate::numbers::number;
use crate::{
    Case, Claim, Comparison, Figure, Findings, Item, Listing, Measured, Panel, Picture, Plan, Quantity, Row, Series,
    Verdict,
};
use scheduling::criteria::Report;
use scheduling::criteria::wait_profile::{CLASS, RUN_TIMES, WaitProfile};
use workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "figure-4",
    title: "Figure 4: waiting times and temporal sizes",
    section: "Sect. 5.1",
    paper: "(a) The distribution of waiting times, on-line and as the batch scheduler of the log had \
            it, and (b) that of the jobs' lengths, of CTC and KTH.",
    needs_log: true,
    plan: figure_3::plan,
    conclude,
    open: crate::nothing_open,
};

/// Classes of waits in an hour.
const HOUR: usize = (3_600 / CLASS) as usize;

/// Curves that are so near to one another, in shares of all jobs, are read as one: a twentieth of the
/// axis.
const EVEN: f64 = 0.05;

/// An improvement of U shows in the digits that papers print: three behind the point.
const TELLS_OF_U: f64 = 0.0005;

fn percent(share: f64) -> String {
    number(100.0 * share, 1) + " %"
}

/// The share of the jobs that waited less than `hours` hours.
fn less_than(profile: &WaitProfile, hours: usize) -> f64 {
    profile.from_ready.share(0, hours * HOUR)
}

fn longest(profile: &WaitProfile) -> f64 {
    profile.from_ready.longest as f64 / 3_600.0
}

/// A case for each pair: its finding, and whether it holds.
fn cases(
    outcomes: &[Outcome],
    backfilling: bool,
    of: impl Fn(&Outcome, &Outcome) -> Option<(bool, String)>,
) -> Vec<Case> {
    let of_pair = |(online, other): (&Outcome, &Outcome)| {
        let (holds, evidence) = of(online, other)?;
        let name = pair_name(online, other);
        Some(Case::new(name, Verdict::exact(holds), evidence))
    };
    pairs(outcomes, backfilling).filter_map(of_pair).collect()
}

fn below_hours(outcomes: &[Outcome], backfilling: bool, hours: usize, holds: fn(f64, f64) -> bool) -> Vec<Case> {
    cases(outcomes, backfilling, |online, other| {
        let (ours, theirs) = (less_than(online.waits()?, hours), less_than(other.waits()?, hours));
        let evidence = format!("{} on-line, {}", percent(ours), percent(theirs));
        Some((holds(ours, theirs), evidence))
    })
}

fn tails(outcomes: &[Outcome], backfilling: bool, holds: fn(f64, f64) -> bool) -> Vec<Case> {
    cases(outcomes, backfilling, |online, other| {
        let (ours, theirs) = (longest(online.waits()?), longest(other.waits()?));
        let evidence = format!("{} h on-line, {} h", number(ours, 1), number(theirs, 1));
        Some((holds(ours, theirs), evidence))
    })
}

fn utilization(outcomes: &[Outcome]) -> Vec<Case> {
    cases(outcomes, false, |online, other| {
        // The log's work would be spread over servers that its machine did not have.
        if online.setup.servers != other.setup.servers {
            return None;
        }
        let of = |it: &Outcome| it.reports.first().map(|it| it.mean_utilization);
        let (ours, theirs) = (of(online)?, of(other)?);
        let evidence = format!("U {} on-line, {}", number(ours, 6), number(theirs, 6));
        Some((ours - theirs >= TELLS_OF_U, evidence))
    })
}

/// Cases for a sentence on the share of the jobs that are shorter than two hours.
fn short(outcomes: &[Outcome], holds: fn(f64) -> bool) -> Vec<Case> {
    let Some(profile) = outcomes.first().and_then(Outcome::waits) else {
        return Vec::new();
    };
    let jobs = |below| f64::from(profile.of_run_times(0, below).jobs);
    let share = jobs(7_200) / jobs(Time::MAX).max(1.0);
    vec![Case::new("", Verdict::exact(holds(share)), percent(share))]
}

fn claims(outcomes: &[Outcome], at_hand: Option<&Trace>) -> Vec<Claim> {
    let once = "Nothing is drawn: one run of each tells.";
    let claim = |of: &[&Trace], on: &str, sentence: &str, test: String, cases: &[Case]| {
        let source = format!("Sect. 5.1, on Fig. 4({on})");
        traces::about(Claim::new(&source, sentence, &test, cases), of, at_hand)
    };
    let most: Vec<Case> = online(outcomes)
        .filter_map(|it| {
            let share = less_than(it.waits()?, 2);
            let name = format!("{} servers", it.setup.servers);
            Some(Case::new(name, Verdict::exact(share > 0.5), percent(share)))
        })
        .collect();
    vec![
        claim(
            OF_CTC,
            "a",
            "Under our online scheduler most jobs have a waiting time smaller than 2 hours",
            format!("The paper says it of CTC. The share of the jobs that wait less than 2 h: above a half. {once}"),
            &most,
        ),
        claim(
            OF_KTH,
            "a",
            "more jobs wait for less than 1 hour under the batch scheduler as compared to our algorithm",
            format!("The share of the log's jobs that waited less than 1 h is above that on-line. {once}"),
            &below_hours(outcomes, false, 1, |ours, theirs| theirs > ours),
        ),
        claim(
            OF_KTH,
            "a",
            "more jobs wait for less than 1 hour under the batch scheduler as compared to our algorithm",
            format!(
                "The same against backfilling on the same jobs and as many servers, which the authors did not have. {once}"
            ),
            &below_hours(outcomes, true, 1, |ours, theirs| theirs > ours),
        ),
        claim(
            OF_KTH,
            "a",
            "However, the waiting time distributions even out before 2 hours",
            format!(
                "The shares of the jobs that wait less than 2 h lie within five of a hundred jobs \
                 of each other, a twentieth of the axis. {once}"
            ),
            &below_hours(outcomes, false, 2, |ours, theirs| (ours - theirs).abs() <= EVEN),
        ),
        claim(
            OF_KTH,
            "a",
            "the length of the tails differ by two hundred hours",
            format!("The longest wait of the log less that on-line, to whole hundreds of hours. {once}"),
            &tails(outcomes, false, |ours, theirs| (theirs - ours - 200.0).abs() < 50.0),
        ),
        claim(
            OF_BOTH,
            "a",
            "the large difference in the tail length […] suggests that by keeping a look-ahead view till the \
             time horizon H, our algorithm can pack incoming jobs more efficiently",
            format!(
                "If it is the look-ahead that does it, batch schedulers of the same jobs without the log's \
                 own history have longer tails, too: the longest wait of backfilling on as many servers is \
                 above that on-line. {once}"
            ),
            &tails(outcomes, true, |ours, theirs| theirs > ours),
        ),
        claim(
            OF_BOTH,
            "a",
            "and hence improve the utilization of the system",
            format!(
                "Mean U on-line against that of the log, on the log's machine, from the first submission to \
                 the last end: above it by half of a digit that papers print, 0.0005, or more. The work is \
                 the same, apart from jobs to which the log gave more processors than they asked for, and the span \
                 ends with jobs that came last, so that there is little to improve. \
                 {once}"
            ),
            &utilization(outcomes),
        ),
        claim(
            OF_KTH,
            "b",
            "most jobs in the KTH workload have a duration smaller than 2 hours",
            "The share of the jobs that ran for less than 2 h: above a half. It is counted.".to_owned(),
            &short(outcomes, |share| share > 0.5),
        ),
        claim(
            OF_CTC,
            "b",
            "This is in contrast to the CTC workload where at most 14% of all jobs are smaller than 2 hours",
            "The share of the jobs that ran for less than 2 h: no more than 14 %. It is counted.".to_owned(),
            &short(outcomes, |share| share <= 0.14),
        ),
    ]
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let selection = jobs(logs, &plan.options).unwrap_or_default();
    let setups = logs.first().map(figure_3::setups).unwrap_or_default();
    let outcomes = outcomes(plan, &setups, reports);
    let at_hand = traces::of(logs);
    let rows = outcomes.iter().filter_map(|it| {
        let (online, batch) = at_hand.and_then(|it| it.longest).unzip();
        let paper = match it.setup.scheduler {
            Scheduler::Online => online,
            Scheduler::Logged => batch,
            Scheduler::OnlineByLimits | Scheduler::Backfilling(_) => return None,
        };
        Some(Row {
            label: format!("{}, longest wait in h", it.setup.name()),
            quantity: Quantity::Count,
            paper,
            ours: Measured::exact(longest(it.waits()?)),
            from_ready: None,
            cell: Some(it.cell),
        })
    });
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min, horizon 30 d. The log's own waits are of its \
             machine. Backfilling goes by the users' limits and stops no job at them.",
            words(&selection, logs)
        ),
        comparisons: vec![Comparison {
            title: format!("Longest waits, {}", traces::name(at_hand)),
            rows: rows.collect(),
        }],
        claims: claims(&outcomes, at_hand),
        figures: figures(&outcomes),
        listings: vec![listing(&outcomes)],
        remarks: vec![
            "Backfilling knows less: it goes by the limits. On-line by limits is co-allocation that books for \
             them, and has the servers back when a job ends; it stops jobs at their limits, and rejects what \
             finds no place in half of the slots of the horizon."
                .to_owned(),
            "A scheduler that tries again every Δt lets jobs wait for whole quarters of an hour; the log's \
             waits hold the seconds that it took to start a job."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

fn figures(outcomes: &[Outcome]) -> Vec<Figure> {
    let series = outcomes.iter().filter(|it| is_drawn(&it.setup)).filter_map(|outcome| {
        let profile = outcome.waits()?;
        let points = (1..=12 * HOUR).map(|class| {
            let hours = class as f64 / HOUR as f64;
            let share = 100.0 * profile.from_ready.share(0, class);
            (hours, Measured::exact(share))
        });
        Some(Series { name: outcome.setup.name(), points: points.collect() })
    });
    let waits = Figure {
        name: "figure-4a".to_owned(),
        title: "Figure 4(a): waiting times".to_owned(),
        caption: "The share of the jobs that wait less, up to 12 h.".to_owned(),
        picture: Picture::Curves {
            x_label: "wait (h)".to_owned(),
            panels: vec![Panel {
                y_label: "jobs that wait less (%)".to_owned(),
                from_zero: true,
                series: series.collect(),
            }],
        },
    };
    let profile = outcomes.first().and_then(Outcome::waits);
    let classes = profile.map(|profile| {
        let names = RUN_TIMES.iter().map(|(_, name)| (*name).to_owned());
        let counts = profile.by_run_time.iter().map(|it| f64::from(it.jobs));
        names.zip(counts).collect()
    });
    let lengths = Figure {
        name: "figure-4b".to_owned(),
        title: "Figure 4(b): temporal sizes".to_owned(),
        caption: "The jobs by their run time.".to_owned(),
        picture: Picture::Histogram {
            x_label: "run time".to_owned(),
            y_label: "jobs".to_owned(),
            classes: classes.unwrap_or_default(),
        },
    };
    vec![waits, lengths]
}

fn listing(outcomes: &[Outcome]) -> Listing {
    let head = ["", "< 15 min", "< 1 h", "< 2 h", "< 4 h", "< 12 h", "mean (s)", "longest (h)", "rejected"];
    let rows = outcomes.iter().filter_map(|outcome| {
        let profile = outcome.waits()?;
        let shares = [1, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR];
        let mut row = vec![outcome.setup.name()];
        row.extend(shares.map(|below| percent(profile.from_ready.share(0, below))));
        row.push(number(profile.from_ready.mean(), 0));
        row.push(number(longest(profile), 1));
        let rejected = outcome.reports.first()?.rejected;
        row.push(number(rejected as f64, 0));
        Some(row)
    });
    Listing {
        title: "How many jobs wait less than so long".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
