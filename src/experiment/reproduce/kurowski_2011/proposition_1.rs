//! Proposition 1: what a count of free processors tells, and what it does not.

use crate::availability::proposition_1::{Counterexample, letter, smallest_counterexample};
use crate::criteria::Report;
use crate::experiment::reproduce::{
    Cell, Claim, Findings, Item, Listing, Options, Plan, Unavailable,
};
use crate::workload::Workload;

pub const ITEM: Item = Item {
    key: "proposition-1",
    title: "Proposition 1: where counts mislead",
    section: "Sect. 3.2",
    paper: "With dynamic binding the amounts of free processors over time tell whether a \
            reservation can be created; without it they may not.",
    plan,
    conclude,
};

/// Nothing is run: the search makes its own workloads.
fn plan(_: &[Workload], _: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(Vec::new())
}

fn conclude(_: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let Some(found) = smallest_counterexample() else {
        return Findings::default();
    };
    let last = found.reservations.len() - 1;
    let refused = found.static_binding()[last].is_none();
    let all_run = found.dynamic_binding().iter().all(Option::is_some);
    Findings {
        setting: "A search over all workloads of up to four reservations in every order of their \
                  times, the fewest processors first, then the fewest reservations, then the \
                  shortest time. Under static binding each reservation gets, when it is created, \
                  the processors of lowest number that are free throughout. The log is not looked \
                  at."
        .to_owned(),
        claims: vec![
            Claim::new(
                "Sect. 3.2",
                "If specific processors are assigned before the start, the count may not be \
                 sufficient to determine if a reservation can be created.",
                refused,
                format!(
                    "Smallest: {} processors, {} reservations. {} finds enough free processors at \
                     every time, and never the same ones throughout.",
                    found.capacity,
                    found.reservations.len(),
                    letter(last)
                ),
            ),
            Claim::new(
                "Proposition 1",
                "With dynamic binding the count is sufficient.",
                all_run,
                "The same reservations all run if each takes its processors when it starts."
                    .to_owned(),
            ),
        ],
        listings: vec![steps(&found), drawing(&found)],
        ..Findings::default()
    }
}

/// The reservations one after the other.
fn steps(found: &Counterexample) -> Listing {
    let bound = found.static_binding();
    let row = |(index, wanted): (usize, &crate::availability::proposition_1::Small)| {
        let units = wanted.start..wanted.end;
        let free: Vec<String> = found.free_before(index)[units]
            .iter()
            .map(u32::to_string)
            .collect();
        vec![
            letter(index).to_string(),
            wanted.processors.to_string(),
            format!("{}–{}", wanted.start, wanted.end),
            free.join(", "),
            match bound[index] {
                Some(bits) => processors(bits),
                None => "none: never the same ones".to_owned(),
            },
        ]
    };
    Listing {
        title: "Static binding, step by step".to_owned(),
        head: [
            "",
            "asks for",
            "from–to",
            "free at each time",
            "gets processor",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: found.reservations.iter().enumerate().map(row).collect(),
    }
}

fn processors(bits: u32) -> String {
    let numbers = (0..32).filter(|number| bits >> number & 1 == 1);
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    numbers.join(", ")
}

/// Who is where under either binding, a row for each processor.
fn drawing(found: &Counterexample) -> Listing {
    let bound_early = found.drawing(&found.static_binding());
    let bound_late = found.drawing(&found.dynamic_binding());
    let mut rows = Vec::new();
    for (name, drawn) in [("static", bound_early), ("dynamic", bound_late)] {
        for (number, row) in drawn.iter().enumerate() {
            let name = format!("{name}, processor {number}");
            let cells = row.chars().map(|cell| cell.to_string());
            rows.push([name].into_iter().chain(cells).collect());
        }
    }
    Listing {
        title: "Who is where; . is idle".to_owned(),
        head: [String::new()]
            .into_iter()
            .chain((0..found.units).map(|unit| unit.to_string()))
            .collect(),
        rows,
    }
}
