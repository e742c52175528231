//! The claims of Sect. 4.2 on Table 2.

use super::{ALPHA, Came, QOI, RECURSIVE, Runs, Table};
use crate::prelude::*;
use scheduling::policy::spare_time::Variant;

/// The place of DAG_Reserve among the variants.
const WHOLE: usize = Variant::SHARED.len();

const SOURCE: &str = "Sect. 4.2, on Table 2";

/// The cells with errors.
fn cells(table: &Table) -> impl Iterator<Item = &Runs<Came>> {
    table.iter().filter(|it| it.qoi > 0)
}

/// "Unlikely", and "very few": one run in twenty.
pub(super) const FEW: f64 = 0.05;

/// How many runs of each variant fail, as a share, in the mean over the cells that are taken.
fn few_failures(table: &Table, fine: &Table, taken: fn(f64, f64) -> bool) -> Vec<Case> {
    let of_variant = |table: &Table, variant: usize, name: String| {
        let taken = cells(table).filter(|it| taken(ALPHA[it.alpha], QOI[it.qoi]));
        let of: Vec<&[Came]> = taken.map(|it| it.of_variants[variant].as_slice()).collect();
        let count = of.first().map_or(0, |it| it.len());
        let share = (0..count).map(|run| mean(of.iter().map(|it| it[run].fails())));
        Case::drawn(name, share, Said::NotMore(FEW), ToldIn::Share)
    };
    let variants = Variant::SHARED.into_iter().enumerate();
    let usual = variants.clone().map(|(at, it)| of_variant(table, at, it.name().to_owned()));
    let finer = variants.take(RECURSIVE);
    let finer = finer.map(|(at, it)| of_variant(fine, at, format!("{}, threshold 0.1 %", it.name())));
    usual.chain(finer).collect()
}

/// The mean of the six variants less DAG_Reserve in each run of a cell.
fn apart(cell: &Runs<Came>, of: fn(&Came) -> f64) -> Case {
    let (six, whole) = cell.of_variants.split_at(WHOLE);
    let whole = whole.iter().flatten().enumerate();
    let apart = whole.map(|(run, whole)| mean(six.iter().map(|it| of(&it[run]))) - of(whole));
    Case::drawn(cell.name(), apart, Said::Less, ToldIn::Share)
}

/// `fine` is of the recursive variants with the finer threshold.
pub(super) fn claims(table: &Table, fine: &Table) -> Vec<Claim> {
    vec![
        Claim::new(
            SOURCE,
            "if the value of the QoI is less than the value of α it is unlikely to have failures",
            "No more than one run in twenty fails, variant by variant, in the mean over the cells with a QoI below α.",
            &few_failures(table, fine, |alpha, qoi| qoi < alpha),
        )
        .by_our_margin(),
        Claim::new(
            SOURCE,
            "for deviations in the task execution time that are up to about α%, the reservation plan is quite \
             resilient and no (or very few) failures are expected",
            "The same where the QoI is α.",
            &few_failures(table, fine, |alpha, qoi| qoi == alpha),
        )
        .by_our_margin(),
        robust(table),
        low_utilization(table),
    ]
}

fn robust(table: &Table) -> Claim {
    let fails = |it: &&Runs<Came>| it.of_variants.iter().flatten().any(|it| it.failures > 0.0);
    let cases: Vec<Case> = cells(table).filter(fails).map(|it| apart(it, Came::fails)).collect();
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
    let cases: Vec<Case> = cells(table).map(|it| apart(it, |it| it.utilization / 100.0)).collect();
    Claim::new(
        SOURCE,
        "but it suffers from low utilization within the reserved slots",
        "Utilization, mean over the six variants, less that of DAG_Reserve is below 0, paired by run. Table 2 itself \
         says the opposite in every cell.",
        &cases,
    )
}
