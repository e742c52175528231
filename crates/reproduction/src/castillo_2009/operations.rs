//! Figure 7(b): operations for a request, of searches, updates and new slots apart, and how large trees are.

use super::figure_7::{Measurements, SHARES, Values};
use super::setting::paired;
use super::traces::{self, OF_ALL, Trace};
use crate::numbers::number;
use crate::{Case, Claim, Listing, Measured, PairedDifference, Said, ToldIn};

/// Which operations are meant.
type Part = (&'static str, fn(&Measurements) -> Values);

/// The paper says "computational operations performed by the scheduling algorithm to schedule a request": those
/// of its searches, those of its updates, and all of them with those of new slots.
const PARTS: [Part; 3] = [
    ("search", |it| sum(&it.search, &it.look_up)),
    ("update", |it| it.update.clone()),
    ("all", |it| it.operations.clone()),
];

/// A value of a course, and its name.
type Named = (&'static str, fn(&Measurements) -> &Values);

/// The sums of two values, seed by seed.
fn sum(one: &Values, other: &Values) -> Values {
    let of_share =
        |(one, other): (&Vec<f64>, &Vec<f64>)| one.iter().zip(other).map(|(one, other)| one + other).collect();
    one.iter().zip(other).map(of_share).collect()
}

/// The slope of the line through a value over ρ that has the least squares, seed by seed: by how much it
/// changes from none to all, as a share of its mean over ρ.
fn slope(values: &Values) -> PairedDifference {
    let seeds = values.iter().map(Vec::len).max().unwrap_or(0);
    let of_seed = |seed: usize| {
        let at = |of: &Vec<f64>| of.get(seed).or(of.first()).copied().unwrap_or(f64::NAN);
        let values: Vec<f64> = values.iter().map(at).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let middle = SHARES.iter().sum::<f64>() / count;
        let shares = SHARES.iter().map(|share| share - middle);
        let products = shares.clone().zip(&values).map(|(share, value)| share * (value - mean));
        let squares = shares.map(|share| share * share);
        products.sum::<f64>() / squares.sum::<f64>() * SHARES[SHARES.len() - 1] / mean
    };
    PairedDifference::of((0..seeds).map(of_seed).collect(), true)
}

/// How far a value at any ρ is from that without reservations, seed by seed, less how far it is from
/// that on the other number of servers, as shares of the one without reservations.
fn beside_servers(one: &Values, other: &Values) -> PairedDifference {
    let seeds = one.iter().map(Vec::len).max().unwrap_or(0);
    let of_seed = |seed: usize| {
        let at = |of: &Vec<f64>| of.get(seed).or(of.first()).copied().unwrap_or(f64::NAN);
        let without = at(&one[0]);
        let moved = one.iter().map(|it| (at(it) - without).abs());
        let moved = moved.fold(0.0, f64::max);
        let apart = (at(&other[0]) - without).abs();
        (moved - apart) / without
    };
    PairedDifference::of((0..seeds).map(of_seed).collect(), true)
}

/// Operations over ρ: their slope, and whether they move less than with the number of servers.
fn over_shares(all: &[Measurements], is_fast: bool) -> (Vec<Case>, Vec<Case>) {
    let of_structure: Vec<&Measurements> = all.iter().filter(|it| it.is_fast == is_fast).collect();
    let (mut slopes, mut beside) = (Vec::new(), Vec::new());
    for (part, of) in PARTS {
        for (one, other) in of_structure.iter().zip(of_structure.iter().rev()) {
            let name = format!("{}, {part}", one.name);
            let slope = slope(&of(one));
            slopes.push(Case::of(&name, &slope, Said::NotMore(0.0), ToldIn::Share));
            if one.name != other.name {
                let apart = beside_servers(&of(one), &of(other));
                beside.push(Case::of(&name, &apart, Said::Less, ToldIn::Share));
            }
        }
    }
    (slopes, beside)
}

/// Whether trees have more periods where all are reservations than where none is.
fn tree_growth(all: &[Measurements]) -> Vec<Case> {
    let of: [Named; 2] = [("the tree of a request", |it| &it.tree), ("all trees", |it| &it.trees)];
    let cases = all.iter().filter(|it| !it.is_fast).flat_map(|it| {
        of.map(|(which, of)| {
            let values = of(it);
            let grown = paired(&values[0], &values[SHARES.len() - 1], true, |all, none| all / none - 1.0);
            let name = format!("{}, {which}", it.name);
            Case::of(name, &grown, Said::More, ToldIn::Share)
        })
    });
    cases.collect()
}

/// The claims about operations; `attempts` are the cases of fewer attempts.
pub fn claims(all: &[Measurements], attempts: &[Case], at_hand: Option<&Trace>) -> Vec<Claim> {
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        let claim = Claim::new("Sect. 5.2, on Fig. 7(b)", sentence, test, cases);
        traces::about(claim, OF_ALL, at_hand)
    };
    let mut claims = vec![
        claim(
            "when performing advance reservations, it is more likely that the algorithm will find resources \
             available without having to search in multiple slots, resulting in fewer scheduling attempts",
            "Attempts for a request where all are reservations less those where none is, seed by seed, as a share: \
             below 0.",
            attempts,
        ),
        claim(
            "increasing ρ increases resource fragmentation in the system, and hence the size of the binary search \
             trees is expected to increase",
            "Of the printed trees: idle periods in the tree in which a request is first searched for, and in a tree \
             on average over slots and submissions, where all are reservations less where none is, seed by seed, as \
             a share: above 0.",
            &tree_growth(all),
        ),
    ];
    for (is_fast, whose) in
        [(false, "Of the printed trees:"), (true, "Of the fast structure, whose operations are its own:")]
    {
        let (slopes, beside) = over_shares(all, is_fast);
        claims.push(claim(
            "our algorithm scales well as the fraction of advance reservations increases",
            &format!(
                "{whose} the slope of the operations for a request over ρ, by least squares and seed by \
                 seed, as their change from ρ 0 to 100 % in shares of their mean. It is not above 0: of searches \
                 with look-ups, of updates, and of all."
            ),
            &slopes,
        ));
        claims.push(claim(
            "the number of operations remains relatively constant",
            &format!(
                "{whose} the paper gives no measure for “relatively”, and draws machines of different sizes \
                 into one chart. So the farthest that ρ moves the operations for a request from those \
                 without reservations is held against how far these are from those on the other number of \
                 servers: the difference of the two, seed by seed, is below 0; of searches with look-ups, of \
                 updates, and of all."
            ),
            &beside,
        ));
    }
    claims
}

/// The operations for a request over ρ.
pub fn listing(all: &[Measurements]) -> Listing {
    let head = [
        "",
        "ρ",
        "attempts",
        "all",
        "search",
        "look-up",
        "update",
        "new slots, past periods",
        "periods in the tree of a request",
        "periods per tree",
    ];
    let mean = |values: &Values, at: usize, digits: usize| number(Measured::of(&values[at]).mean, digits);
    let mut rows = Vec::new();
    for it in all {
        for (at, share) in SHARES.iter().enumerate() {
            rows.push(vec![
                it.name.clone(),
                format!("{share} %"),
                mean(&it.attempts, at, 2),
                mean(&it.operations, at, 1),
                mean(&it.search, at, 1),
                mean(&it.look_up, at, 1),
                mean(&it.update, at, 1),
                mean(&it.roll, at, 1),
                mean(&it.tree, at, 1),
                mean(&it.trees, at, 1),
            ]);
        }
    }
    Listing {
        title: "Operations for a request, means over the seeds".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn a_slope_is_the_change_from_none_to_all_in_shares_of_the_mean() {
        let line = |from: f64, to: f64| -> Values {
            let value = |share: f64| from + (to - from) * share / 100.0;
            SHARES.map(|share| vec![value(share); 2]).to_vec()
        };
        let rising = slope(&line(90.0, 110.0));
        assert!((rising.interval().mean - 0.2).abs() < 1e-12);
        assert_eq!(rising.verdict(Said::NotMore(0.0)), Verdict::DoesNotHold);
        assert_eq!(slope(&line(110.0, 90.0)).verdict(Said::NotMore(0.0)), Verdict::Holds);
        // A setup without reservations gives the same values with each seed.
        let mut values = line(100.0, 100.0);
        values[0].truncate(1);
        assert_eq!(slope(&values).interval().mean, 0.0);
    }

    #[test]
    fn what_moves_is_held_against_the_other_number_of_servers() {
        let values = |of: [f64; 6]| -> Values { of.map(|value| vec![value; 2]).to_vec() };
        let one = values([100.0, 104.0, 90.0, 98.0, 101.0, 103.0]);
        let other = values([130.0; 6]);
        assert!((beside_servers(&one, &other).interval().mean + 0.2).abs() < 1e-12);
    }
}
