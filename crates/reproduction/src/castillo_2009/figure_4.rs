//! Figure 4: how waits and lengths are distributed.

use super::figure_3::{self, is_drawn};
use super::setting::{Outcome, Scheduler, online, outcomes, pair_name, pairs, words};
use super::traces::{self, OF_BOTH, OF_CTC, OF_KTH, Trace};
use crate::prelude::*;
use scheduling::criteria::wait_profile::{CLASS, RUN_TIMES, WaitProfile};
use workload::Time;

pub const ITEM: Item = Item {
    key: "figure-4",
    title: "Figure 4: waiting times and temporal sizes",
    section: "Sect. 5.1",
    paper: "(a) The distribution of waiting times, on-line and as the batch scheduler of the log had \
            it, and (b) that of the jobs' lengths, of CTC and KTH.",
    plan: figure_3::plan,
    conclude,
    ..ON_LOG
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

/// A number of waits, and its words.
type Compared = (fn(&WaitProfile) -> f64, fn(f64) -> String);

/// The share of the jobs that waited less than an hour, or two.
const BELOW_1_H: Compared = (|it| it.from_ready.share(0, HOUR), percent);
const BELOW_2_H: Compared = (|it| it.from_ready.share(0, 2 * HOUR), percent);

/// The longest wait.
const LONGEST: Compared = (longest, |hours| number(hours, 1) + " h");

fn longest(profile: &WaitProfile) -> f64 {
    profile.from_ready.longest as f64 / 3_600.0
}

/// A case for each pair: whether the number of the one on-line and that of the other are as they are said to be.
fn cases(outcomes: &[Outcome], backfilling: bool, (of, words): Compared, holds: fn(f64, f64) -> bool) -> Vec<Case> {
    let case = |(online, other): (&Outcome, &Outcome)| {
        let (ours, theirs) = (of(online.waits()?), of(other.waits()?));
        let evidence = format!("{} on-line, {}", words(ours), words(theirs));
        Some(Case::exact(pair_name(online, other), holds(ours, theirs), evidence))
    };
    pairs(outcomes, backfilling).filter_map(case).collect()
}

fn utilization(outcomes: &[Outcome]) -> Vec<Case> {
    // The log's work would be spread over servers that its machine did not have.
    let on_its_machine = pairs(outcomes, false).filter(|(online, other)| online.setup.servers == other.setup.servers);
    let case = |(online, other): (&Outcome, &Outcome)| {
        let of = |it: &Outcome| it.reports.first().map(|it| it.mean_utilization);
        let (ours, theirs) = (of(online)?, of(other)?);
        let evidence = format!("U {} on-line, {}", number(ours, 6), number(theirs, 6));
        Some(Case::exact(pair_name(online, other), ours - theirs >= TELLS_OF_U, evidence))
    };
    on_its_machine.filter_map(case).collect()
}

/// Cases for a sentence on the share of the jobs that are shorter than two hours.
fn short(outcomes: &[Outcome], holds: fn(f64) -> bool) -> Vec<Case> {
    let Some(profile) = outcomes.first().and_then(Outcome::waits) else {
        return Vec::new();
    };
    let jobs = |below| f64::from(profile.of_run_times(0, below).jobs);
    let share = jobs(7_200) / jobs(Time::MAX).max(1.0);
    vec![Case::exact("", holds(share), percent(share))]
}

fn claims(outcomes: &[Outcome], at_hand: Option<&Trace>) -> Vec<Claim> {
    let once = "Nothing is drawn: one run of each tells.";
    let claim = |of: &[&Trace], on: &str, sentence: &str, test: String, cases: &[Case]| {
        let source = format!("Sect. 5.1, on Fig. 4({on})");
        traces::about(Claim::new(&source, sentence, &test, cases), of, at_hand)
    };
    let case = |it: &Outcome| {
        let (of, words) = BELOW_2_H;
        let share = of(it.waits()?);
        Some(Case::exact(format!("{} servers", it.setup.servers), share > 0.5, words(share)))
    };
    let most: Vec<Case> = online(outcomes).filter_map(case).collect();
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
            &cases(outcomes, false, BELOW_1_H, |ours, theirs| theirs > ours),
        ),
        claim(
            OF_KTH,
            "a",
            "more jobs wait for less than 1 hour under the batch scheduler as compared to our algorithm",
            format!(
                "The same against backfilling on the same jobs and as many servers, which the authors did not have. {once}"
            ),
            &cases(outcomes, true, BELOW_1_H, |ours, theirs| theirs > ours),
        ),
        claim(
            OF_KTH,
            "a",
            "However, the waiting time distributions even out before 2 hours",
            format!(
                "The shares of the jobs that wait less than 2 h lie within five of a hundred jobs \
                 of each other, a twentieth of the axis. {once}"
            ),
            &cases(outcomes, false, BELOW_2_H, |ours, theirs| (ours - theirs).abs() <= EVEN),
        )
        .by_our_margin(),
        claim(
            OF_KTH,
            "a",
            "the length of the tails differ by two hundred hours",
            format!("The longest wait of the log less that on-line, to whole hundreds of hours. {once}"),
            &cases(outcomes, false, LONGEST, |ours, theirs| (theirs - ours - 200.0).abs() < 50.0),
        ),
        claim(
            OF_BOTH,
            "a",
            "the large difference in the tail length […] suggests that by keeping a look-ahead view till the \
             time horizon H, our algorithm can pack incoming jobs more efficiently",
            format!(
                "If it is the look-ahead that does it, batch schedulers of the same jobs without the log's \
                 own history also have longer tails: the longest wait of backfilling on as many servers is \
                 above that on-line. {once}"
            ),
            &cases(outcomes, true, LONGEST, |ours, theirs| theirs > ours),
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
        )
        .by_our_margin(),
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
    let outcomes = outcomes(plan, logs, figure_3::setups, reports);
    let at_hand = traces::of(logs);
    let rows = outcomes.iter().filter_map(|it| {
        let (online, batch) = at_hand.and_then(|it| it.longest).unzip();
        let paper = match it.setup.scheduler {
            Scheduler::Online => online,
            Scheduler::Logged => batch,
            Scheduler::OnlineByLimits | Scheduler::Backfilling(_) => return None,
        };
        Some(
            Row::new(
                format!("{}, longest wait in h", it.setup.name()),
                Quantity::Count,
                paper,
                Measured::exact(longest(it.waits()?)),
            )
            .of_cell(it.cell),
        )
    });
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min, horizon 30 d. The log's own waits are of its \
             machine. Backfilling goes by the users' limits and stops no job at them.",
            words(plan, logs)
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
    let waits = Figure::curves(
        "figure-4a",
        "Figure 4(a): waiting times",
        "The share of the jobs that wait less, up to 12 h.",
        "wait (h)",
        [Panel::from_zero("jobs that wait less (%)", series)],
    );
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
    Listing::new("How many jobs wait less than so long", head, rows)
}
