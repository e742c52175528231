//! The claims of Sect. 4.2 on Table 2.

use super::printed::{ALPHA, QOI};
use super::{Came, RECURSIVE, Table};
use crate::zhao_2007::setting::mean;
use crate::{Case, Claim, PairedDifference, Said, ToldIn};
use scheduling::policy::spare_time::Variant;

/// The place of DAG_Reserve among the variants.
const WHOLE: usize = Variant::SHARED.len();

const SOURCE: &str = "Sect. 4.2, on Table 2";

/// Every α and QoI above 0: their places, their names, and the runs by variant.
fn cells(table: &Table) -> impl Iterator<Item = (usize, usize, String, &[Vec<Came>])> {
    table.iter().enumerate().flat_map(|(alpha, by_qoi)| {
        by_qoi.iter().enumerate().skip(1).map(move |(qoi, runs)| {
            let name = format!("α {}, QoI {} %", ALPHA[alpha], QOI[qoi]);
            (alpha, qoi, name, runs.as_slice())
        })
    })
}

/// "Unlikely", and "very few": one run in twenty.
pub(super) const FEW: f64 = 0.05;

/// How many runs of each variant fail, as a share, in the mean over the cells that are taken.
fn few_failures(table: &Table, fine: &Table, taken: impl Fn(f64, f64) -> bool) -> Vec<Case> {
    let of_variant = |table: &Table, variant: usize, name: String| {
        let of: Vec<&[Came]> = cells(table)
            .filter(|(alpha, qoi, ..)| taken(ALPHA[*alpha], QOI[*qoi]))
            .map(|(.., runs)| runs[variant].as_slice())
            .collect();
        let count = of.first().map_or(0, |it| it.len());
        let of_run = |run: usize| mean(&of.iter().map(|it| it[run].fails()).collect::<Vec<_>>());
        let share = PairedDifference::of((0..count).map(of_run).collect(), true);
        Case::of(name, &share, Said::NotMore(FEW), ToldIn::Share)
    };
    let mut cases: Vec<Case> =
        Variant::SHARED.into_iter().enumerate().map(|(at, it)| of_variant(table, at, it.name().to_owned())).collect();
    for (at, it) in Variant::SHARED.into_iter().enumerate().take(RECURSIVE) {
        cases.push(of_variant(fine, at, format!("{}, threshold 0.1 %", it.name())));
    }
    cases
}

/// The mean of the six variants less DAG_Reserve in each run, as a share.
fn apart(runs: &[Vec<Came>], of: impl Fn(&Came) -> f64) -> PairedDifference {
    let (six, whole) = runs.split_at(WHOLE);
    let whole = whole.first().map_or(&[][..], Vec::as_slice);
    let of_run = |(at, whole): (usize, &Came)| {
        let six: Option<Vec<f64>> = six.iter().map(|it| it.get(at).map(&of)).collect();
        Some(mean(&six?) - of(whole))
    };
    let values = whole.iter().enumerate().filter_map(of_run);
    PairedDifference::of(values.collect(), true)
}

/// `fine` is of the recursive variants with the finer threshold.
pub(super) fn claims(table: &Table, fine: &Table) -> Vec<Claim> {
    vec![
        Claim::new(
            SOURCE,
            "if the value of the QoI is less than the value of α it is unlikely to have failures",
            "No more than one run in twenty fails, variant by variant, in the mean over the cells with a QoI below α.",
            &few_failures(table, fine, |alpha, qoi| qoi < alpha),
        ),
        Claim::new(
            SOURCE,
            "for deviations in the task execution time that are up to about α%, the reservation plan is quite \
             resilient and no (or very few) failures are expected",
            "The same where the QoI is α.",
            &few_failures(table, fine, |alpha, qoi| qoi == alpha),
        ),
        robust(table),
        low_utilization(table),
    ]
}

fn robust(table: &Table) -> Claim {
    let of_cell = |(_, _, name, runs): (usize, usize, String, &[Vec<Came>])| {
        if runs.iter().flatten().all(|it| it.failures == 0.0) {
            return None;
        }
        let apart = apart(runs, Came::fails);
        Some(Case::of(name, &apart, Said::Less, ToldIn::Share))
    };
    let cases: Vec<Case> = cells(table).filter_map(of_cell).collect();
    Claim::new(
        SOURCE,
        "Comparing the variants proposed in this paper with the approach that reserves all resources throughout \
         the entire DAG's execution, it can be seen that the former is more robust to failures",
        "Share of failing runs, mean over the six variants, less that of DAG_Reserve is below 0, paired by run, in \
         every cell in which anything fails. Table 2 itself says the opposite: DAG_Reserve has the fewest failures \
         in every such cell but the one in which all fail.",
        &cases,
    )
}

fn low_utilization(table: &Table) -> Claim {
    let of_cell = |(_, _, name, runs): (usize, usize, String, &[Vec<Came>])| {
        let apart = apart(runs, |it| it.utilization / 100.0);
        Case::of(name, &apart, Said::Less, ToldIn::Share)
    };
    let cases: Vec<Case> = cells(table).map(of_cell).collect();
    Claim::new(
        SOURCE,
        "but it suffers from low utilization within the reserved slots",
        "Utilization, mean over the six variants, less that of DAG_Reserve is below 0, paired by run. Table 2 itself \
         says the opposite in every cell.",
        &cases,
    )
}
