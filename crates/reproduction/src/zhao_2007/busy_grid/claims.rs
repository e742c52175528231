//! Sentences of the paper that a busy grid can test.

use super::{Came, Table, name};
use crate::{Case, Claim, PairedDifference, Said, ToldIn};
use scheduling::policy::spare_time::Variant;

/// The place of DAG_Reserve among the variants.
const WHOLE: usize = Variant::SHARED.len();

/// A case of each of the six variants: its numbers less those of DAG_Reserve, workflow by workflow.
fn against_whole(table: &Table, value: impl Fn(&Came) -> f64, unit: ToldIn) -> Vec<Case> {
    let Some(whole) = table.get(WHOLE) else {
        return Vec::new();
    };
    let of_variant = |(variant, runs): (Variant, &Vec<Came>)| {
        let values = runs.iter().zip(whole).map(|(one, whole)| value(one) - value(whole));
        let less = PairedDifference::of(values.collect(), true);
        Case::of(name(variant), &less, Said::Less, unit)
    };
    Variant::SHARED.into_iter().zip(table).map(of_variant).collect()
}

pub(super) fn claims(table: &Table) -> Vec<Claim> {
    vec![
        Claim::new(
            "Sect. 1",
            "Although one might consider the whole workflow as a single job for which resources are negotiated and \
             reserved for its whole duration ..., this may lead to a waste of resources",
            "Processor hours booked by each variant less those of DAG_Reserve are below 0, paired by workflow.",
            &against_whole(table, |it| it.booked, ToldIn::Number),
        ),
        Claim::new(
            "Sect. 4.2",
            "our variants allow to regain unused resource time after a job has been completed by backfilling other, \
             independent jobs that do not have advance reservation",
            "The batch jobs' mean wait with the workflow under each variant less that under DAG_Reserve is below 0, \
             paired by workflow.",
            &against_whole(table, |it| it.mean_wait, ToldIn::Seconds),
        ),
    ]
}
