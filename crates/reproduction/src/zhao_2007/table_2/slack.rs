//! How much slack it takes: α as a multiple of the largest deviation.

use super::FEW;
use super::{RECURSIVE, TASKS};
use crate::prelude::*;
use crate::zhao_2007::setting::{FINE_THRESHOLD, plan, workflow};
use scheduling::policy::spare_time::{THRESHOLD, Variant};
use scheduling::system::workflow::{Scheduler, Workflow as Settings, carried_out};
use workload::workflow::generate::Kind;

/// α over the QoI.
const MULTIPLES: [f64; 6] = [0.5, 0.75, 1.0, 1.25, 1.5, 2.0];

/// "Roughly": half as much again will do, and half as much will not.
const ENOUGH: usize = 4;
const TOO_LITTLE: usize = 0;

/// The QoI of Table 2, in percent.
const QOI: [f64; 4] = [20.0, 50.0, 100.0, 150.0];

/// The variants that are tried, each with a threshold.
fn tried() -> impl Iterator<Item = (Variant, f64, String)> {
    let six = Variant::SHARED.into_iter();
    let fine = Variant::SHARED.into_iter().take(RECURSIVE);
    six.map(|it| (it, THRESHOLD, it.name().to_owned()))
        .chain(fine.map(|it| (it, FINE_THRESHOLD, format!("{}, threshold 0.1 %", it.name()))))
}

/// The share of the four QoI at which a run fails, by variant, then by multiple.
fn trial(seed: u64) -> Option<Vec<Vec<f64>>> {
    let workflow = workflow(Kind::Montage, TASKS, seed);
    let mut plan = plan(&workflow, Scheduler::HybridBmct, 1.0)?;
    let length = plan.allocation.finish();
    let mut all = Vec::new();
    for (variant, threshold, _) in tried() {
        plan.threshold = threshold;
        let mut of_multiples = Vec::new();
        for multiple in MULTIPLES {
            let mut fails = Vec::new();
            for qoi_percent in QOI {
                plan.deadline = (1.0 + multiple * qoi_percent / 100.0) * length;
                plan.share_out(variant);
                let settings = Settings { qoi_percent, ..Settings::default() };
                let failures = *carried_out(&plan, &settings, seed).get("failures")?;
                fails.push(f64::from(u8::from(failures > 0.0)));
            }
            of_multiples.push(mean(fails));
        }
        all.push(of_multiples);
    }
    Some(all)
}

/// Run by run.
pub(super) struct Slack(Vec<Vec<Vec<f64>>>);

pub(super) fn slack(seeds: u32) -> Slack {
    Slack(each_seed(seeds, trial))
}

impl Slack {
    fn share(&self, tried: usize, multiple: usize, less: f64) -> PairedDifference {
        PairedDifference::drawn(self.0.iter().map(|it| it[tried][multiple] - less))
    }

    pub(super) fn claim(&self) -> Claim {
        let case = |(at, (_, _, name)): (usize, (Variant, f64, String))| {
            let enough = self.share(at, ENOUGH, 0.0);
            let too_little = self.share(at, TOO_LITTLE, FEW);
            let verdicts = [enough.verdict(Said::NotMore(FEW)), too_little.verdict(Said::More)];
            let half = self.share(at, TOO_LITTLE, 0.0);
            let words = format!(
                "{} of the runs fail with 1.5 times, {} with half",
                enough.words(ToldIn::Share),
                half.words(ToldIn::Share)
            );
            Case::new(name, Verdict::whole(&verdicts), words)
        };
        let cases: Vec<Case> = tried().enumerate().map(case).collect();
        Claim::new(
            "Sect. 4.2, on Table 2",
            "all that users need to do when asking for resources for a workflow is to specify the amount of 'slack' that \
             they would be prepared to afford for the execution of their workflow: this should be roughly related to the \
             maximum deviation that they expect from the estimated execution time of each task in the workflow",
            "“Roughly” by half of it: with an α of 1.5 times the QoI no more than one run in twenty fails, with an α of half \
             the QoI more do, in the mean over a QoI of 20, 50, 100 and 150 %. The half is ours.",
            &cases,
        )
        .by_our_margin()
    }

    pub(super) fn listing(&self) -> Listing {
        let mut head = vec![String::new()];
        head.extend(MULTIPLES.map(|it| format!("α = {it} QoI")));
        let row = |(at, (_, _, name)): (usize, (Variant, f64, String))| {
            let mut row = vec![name];
            row.extend((0..MULTIPLES.len()).map(|multiple| {
                let share = self.share(at, multiple, 0.0).interval().mean;
                number(100.0 * share, 1)
            }));
            row
        };
        Listing::new(
            "Runs with a failure, in %, by the slack as a multiple of the largest deviation, in the mean over a QoI \
                    of 20, 50, 100 and 150 %",
            head,
            tried().enumerate().map(row),
        )
    }
}
