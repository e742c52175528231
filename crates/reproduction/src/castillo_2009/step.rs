//! The increment Δt of the starting time.

use super::setting::{cells, words};
use super::traces::{self, OF_ALL};
use crate::numbers::signed_percent;
use crate::prelude::*;
use scheduling::system::co_allocation::CoAllocation;
use workload::Time;

pub const ITEM: Item = Item {
    key: "step",
    title: "Sect. 5: the increment Δt",
    section: "Sect. 5",
    paper: "Δt is 15 minutes, “set empirically, i.e., no major gain was found for smaller values of Δt”.",
    plan,
    conclude,
    ..ON_LOG
};

/// Δt in seconds, the paper's first.
const STEPS: [Time; 4] = [900, 600, 300, 60];

/// A gain is major from a tenth of the mean wait on: smaller differences are called the same elsewhere in
/// these items.
const MAJOR: f64 = 0.1;

/// Settings with another Δt and the number of attempts that keeps the longest delay, R_max Δt.
fn settings(step: Time) -> CoAllocation {
    let own = CoAllocation::default();
    let longest = Time::from(own.most_attempts()) * own.step;
    CoAllocation { step, attempts: u32::try_from(longest / step).ok(), ..own }
}

fn plan(logs: &[Workload], options: &Options) -> Planned {
    cells(logs, options, &STEPS.map(|step| (format!("Δt {} min", step / 60), settings(step))))
}

/// The run of one Δt, with that of the paper's on as many servers.
struct Outcome<'a> {
    name: &'a str,
    step: Time,
    paper: &'a Report,
    ours: &'a Report,
}

impl Outcome<'_> {
    /// The share by which the mean wait is shorter.
    fn gain(&self) -> f64 {
        1.0 - self.ours.mean_waiting_time / self.paper.mean_waiting_time
    }
}

fn outcomes<'a>(plan: &'a Plan, reports: &'a [Report]) -> Vec<Outcome<'a>> {
    let results = plan.results(reports);
    let of = |(at, (&(cell, reports), step)): (usize, (&(&'a Cell, &'a [Report]), Time))| {
        let (_, papers) = results[at - at % STEPS.len()];
        Some(Outcome { name: &cell.label, step, paper: papers.first()?, ours: reports.first()? })
    };
    results.iter().zip(STEPS.into_iter().cycle()).enumerate().filter_map(of).collect()
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let all = outcomes(plan, reports);
    let smaller = all.iter().filter(|it| it.step < STEPS[0]);
    let cases: Vec<Case> = smaller
        .map(|it| {
            let (from, to) = (it.paper.mean_waiting_time, it.ours.mean_waiting_time);
            let gain = signed_percent(-it.gain());
            let evidence = format!("{} to {} ({gain})", seconds(from), seconds(to));
            Case::exact(it.name, it.gain() < MAJOR, evidence)
        })
        .collect();
    let claim = Claim::new(
        "Sect. 5",
        "no major gain was found for smaller values of Δt",
        "Mean wait with a smaller Δt against that with 15 min: shorter by less than a tenth, as what lies within a \
         tenth is called the same in these items. Nothing is drawn: one run of each tells.",
        &cases,
    );
    Findings {
        setting: format!(
            "On {}, booked for their run time, horizon 30 d; as many attempts as leave the longest delay R_max Δt \
             what it is with 15 min.",
            words(plan, logs)
        ),
        claims: vec![traces::about(claim.by_our_margin(), OF_ALL, traces::of(logs))],
        listings: vec![listing(&all)],
        remarks: gains(&all),
        ..Findings::default()
    }
}

/// How large the gains are that the margin calls none.
fn gains(all: &[Outcome]) -> Vec<String> {
    let gains: Vec<f64> = all.iter().filter(|it| it.step < STEPS[0]).map(Outcome::gain).collect();
    let Some(most) = gains.iter().copied().reduce(f64::max) else {
        return Vec::new();
    };
    let at_least = |least: f64| gains.iter().filter(|&&it| it >= least).count();
    vec![format!(
        "The largest gain is {} % of the mean wait; {} of {} cases gain a twentieth or more, {} gain anything. The paper \
         says “no major gain”, and not that there is none.",
        number(100.0 * most, 1),
        at_least(0.05),
        gains.len(),
        gains.iter().filter(|&&it| it > 0.0).count()
    )]
}

fn listing(all: &[Outcome]) -> Listing {
    let head = ["", "mean wait (s)", "gain", "longest (h)", "attempts per request", "rejected"];
    let rows = all.iter().map(|it| {
        vec![
            it.name.to_owned(),
            number(it.ours.mean_waiting_time, 0),
            number(100.0 * it.gain(), 1) + " %",
            number(measure(it.ours, "longest_wait"), 1),
            number(measure(it.ours, "attempts_per_request"), 2),
            number(it.ours.rejected as f64, 0),
        ]
    });
    Listing::new("Waits over Δt", head, rows)
}
