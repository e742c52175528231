//! Proposition 1: where a count of free processors suffices, and where it does not.

use crate::prelude::*;
use scheduling::availability::proposition_1::{
    Counterexample, DynamicSearch, Small, letter, search_dynamic_binding, smallest_counterexample,
};

pub const ITEM: Item = Item {
    key: "proposition-1",
    title: "Proposition 1: where counts mislead",
    section: "Sect. 3.2",
    paper: "With dynamic binding the amounts of free processors over time tell whether a \
            reservation can be created; without it they may not.",
    needs_log: false,
    plan,
    conclude,
    ..ON_LOG
};

/// There are no runs: the search makes its own workloads.
fn plan(_: &[Workload], _: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(Vec::new())
}

fn conclude(_: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let Some(found) = smallest_counterexample() else {
        return Findings::default();
    };
    let last = found.reservations.len() - 1;
    let refused = found.static_binding()[last].is_none();
    let searched = search_dynamic_binding();
    Findings {
        setting: format!(
            "A search over all workloads of up to four reservations in every order of their times, the \
             fewest processors first, then the fewest reservations, then the shortest time. Under \
             static binding each reservation gets, when it is created, the processors of lowest number \
             that are free throughout. The same space, up to {} processors, is then searched for a \
             workload that dynamic binding cannot run although the counts allow it. The log is not \
             looked at.",
            searched.most
        ),
        claims: vec![
            Claim::new(
                "Sect. 3.2",
                "if a resource provider does not dynamically bind resources to ARs at their start times \
                 ... then the description of resource availability may not be sufficient to determine \
                 if AR can be created",
                "One workload that shows it, found by search.",
                &[Case::new(
                    "",
                    Verdict::exact(refused),
                    format!(
                        "Smallest: {} processors, {} reservations. {} finds enough free processors at \
                         every time, and never the same ones throughout",
                        found.capacity,
                        found.reservations.len(),
                        letter(last)
                    ),
                )],
            ),
            sufficient(&searched),
        ],
        listings: vec![steps(&found), drawing(&found)],
        ..Findings::default()
    }
}

fn sufficient(searched: &DynamicSearch) -> Claim {
    let allowed = number(searched.workloads as f64, 0);
    let words = match &searched.counterexample {
        None => format!(
            "All {allowed} workloads that the counts allow run, of up to {most} reservations on up to \
             {most} processors within {} units of time, reservations in another order counted once",
            searched.units,
            most = searched.most
        ),
        Some((capacity, workload)) => {
            format!("With {capacity} processors the last of {} reservations finds too few idle ones", workload.len())
        }
    };
    Claim::new(
        "Proposition 1",
        "If specific resources for all ARs are allocated not earlier than at their start times ... then \
         information about the amounts of free resources over time is sufficient to determine whether \
         the AR can be created",
        "No workload that refutes it, in a search through the same space. A search is no proof for \
         larger ones, for which the paper refers to Oleksiak (2009).",
        &[Case::new("", Verdict::exact(searched.counterexample.is_none()), words)],
    )
}

/// The reservations one after the other.
fn steps(found: &Counterexample) -> Listing {
    let bound = found.static_binding();
    let row = |(index, wanted): (usize, &Small)| {
        let free = found.free_before(index);
        vec![
            letter(index).to_string(),
            wanted.processors.to_string(),
            format!("{}–{}", wanted.start, wanted.end),
            joined(free[wanted.start..wanted.end].iter().map(u32::to_string), ", "),
            match bound[index] {
                Some(bits) => processors(bits),
                None => "none: never the same ones".to_owned(),
            },
        ]
    };
    Listing::new(
        "Static binding, step by step",
        ["", "asks for", "from–to", "free at each time", "gets processor"],
        found.reservations.iter().enumerate().map(row),
    )
}

fn processors(bits: u32) -> String {
    let numbers = (0..32).filter(|number| bits >> number & 1 == 1);
    joined(numbers.map(|number| number.to_string()), ", ")
}

/// The reservations on processors under either binding, a row for each processor.
fn drawing(found: &Counterexample) -> Listing {
    let mut rows = Vec::new();
    for (name, bound) in [("static", found.static_binding()), ("dynamic", found.dynamic_binding())] {
        for (number, row) in found.drawing(&bound).iter().enumerate() {
            let name = format!("{name}, processor {number}");
            let cells = row.chars().map(|cell| cell.to_string());
            rows.push(Listing::row([name], cells));
        }
    }
    let head = Listing::row([""], (0..found.units).map(|unit| unit.to_string()));
    Listing::new("Who is where; . is idle", head, rows)
}
