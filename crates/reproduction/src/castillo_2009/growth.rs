//! Sect. 4.3: how the operations of the printed trees grow.

use crate::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use scheduling::availability::idle_periods::{IdlePeriod, IdlePeriods, Operations, Selection, SlotTrees};
use workload::Time;

pub const ITEM: Item = Item {
    key: "growth",
    title: "Sect. 4.3: the complexity of the algorithm",
    section: "Sect. 4.3",
    paper: "A search takes O((log N)²), and the update of a request that has a place O(n Q (log N)²).",
    conclude,
    ..MADE_UP
};

/// Numbers N of servers, each with an idle period in every slot.
const SERVERS: [u32; 5] = [64, 128, 256, 512, 1_024];

/// Numbers Q of slots, and n of servers of a request, that are varied at the N in the middle.
const SLOTS: [i64; 4] = [4, 8, 16, 32];
const WANTED: [u32; 4] = [1, 4, 16, 64];
const MIDDLE: u32 = 512;

/// Q and n where N is varied.
const FEW_SLOTS: i64 = 4;
const FEW: u32 = 4;

/// Requests over which counts are averaged, and seeds at most.
const REQUESTS: u32 = 8;
const MOST_SEEDS: u32 = 10;

/// The length τ of a slot, in seconds: the result does not depend on it.
const SLOT: Time = 10_000;

/// N, Q and n.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Size {
    servers: u32,
    slots: i64,
    wanted: u32,
}

/// The mean operations of a search that finds no place, and of an update that books.
fn count(size: Size, seed: u64) -> [f64; 2] {
    let mut draw = ChaCha8Rng::seed_from_u64(seed);
    let mut below = |most: Time| (draw.next_u64() % most as u64) as Time;
    let end = size.slots * SLOT;
    // They begin in the first slot, and end behind the last: every tree has one of each server.
    let periods: Vec<IdlePeriod> =
        (0..size.servers).map(|server| IdlePeriod { start: below(SLOT), end: end + 1 + below(end), server }).collect();
    let made = SlotTrees::of(&periods, size.servers, end - SLOT, SLOT, 0);
    let mut sums = [0; 2];
    for _ in 0..REQUESTS {
        let (from, to) = (SLOT / 2 + below(SLOT / 2), end + below(end / 2));
        let mut trees = made.clone();
        let feasible = trees.idle_throughout(from, to).count();
        let searched = operations(&mut trees, |it| {
            // One more than there are: neither phase stops early.
            it.search(from, to, feasible + 1, Selection::Printed);
        });
        sums[0] += searched.search;
        let Some(found) = trees.search(from, from + 1, size.wanted, Selection::Printed) else {
            continue;
        };
        let updated = operations(&mut trees, |it| it.book(&found, from, from + 1));
        sums[1] += updated.update;
    }
    sums.map(|it| it as f64 / f64::from(REQUESTS))
}

/// The operations of one action.
fn operations(trees: &mut SlotTrees, what: impl FnOnce(&mut SlotTrees)) -> Operations {
    let before = trees.operations();
    what(trees);
    let after = trees.operations();
    Operations { search: after.search - before.search, update: after.update - before.update, ..Operations::default() }
}

/// The power of x with which y grows, by least squares over their logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (libm::log(x), libm::log(y))).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), it| (x + it.0 / count, y + it.1 / count));
    let products: f64 = logs.iter().map(|it| (it.0 - x) * (it.1 - y)).sum();
    let squares: f64 = logs.iter().map(|it| (it.0 - x) * (it.0 - x)).sum();
    products / squares
}

/// Sizes of which one dimension grows, the x of the power law.
struct Course {
    name: &'static str,
    /// The power that the paper has.
    most: f64,
    sizes: Vec<Size>,
    x: fn(Size) -> f64,
    /// Whether it is the search, or the update.
    is_search: bool,
    /// Whether operations are counted for each server of the request.
    for_each: bool,
    /// Whether a case is made of it.
    is_case: bool,
}

/// N / n, where n grows with N.
const SERVERS_FOR_ONE: u32 = 8;

fn courses() -> Vec<Course> {
    let few = Size { servers: MIDDLE, slots: FEW_SLOTS, wanted: FEW };
    let over_servers: Vec<Size> = SERVERS.map(|servers| Size { servers, ..few }).to_vec();
    let logarithm: fn(Size) -> f64 = |size| f64::from(size.servers.ilog2());
    let of_updates =
        |name, most, sizes, x| Course { name, most, sizes, x, is_search: false, for_each: false, is_case: true };
    let with_servers = SERVERS.map(|servers| Size { servers, wanted: servers / SERVERS_FOR_ONE, ..few });
    vec![
        Course { is_search: true, ..of_updates("search over log N", 2.0, over_servers.clone(), logarithm) },
        of_updates("update over log N", 2.0, over_servers, logarithm),
        of_updates("update over Q", 1.0, SLOTS.map(|slots| Size { slots, ..few }).to_vec(), |size| size.slots as f64),
        Course {
            for_each: true,
            ..of_updates("update for each of n = N / 8 servers over log N", 2.0, with_servers.to_vec(), logarithm)
        },
        // At one N a power implies no bound: the first bookings into perfectly balanced trees cause no rebuild.
        Course {
            is_case: false,
            ..of_updates("update over n", 1.0, WANTED.map(|wanted| Size { wanted, ..few }).to_vec(), |size| {
                f64::from(size.wanted)
            })
        },
    ]
}

/// The counts of a course, size by size, seed by seed.
type Counts = Vec<Vec<f64>>;

fn counts(course: &Course, seeds: u32) -> Counts {
    let of_size = |&size: &Size| {
        let seeds = 1..=u64::from(seeds.min(MOST_SEEDS));
        let part = usize::from(!course.is_search);
        let of = if course.for_each { f64::from(size.wanted) } else { 1.0 };
        seeds.map(|seed| count(size, seed)[part] / of).collect()
    };
    course.sizes.iter().map(of_size).collect()
}

/// A power that is above a printed one by no more than this may come of terms of lower order.
const LOWER_ORDER: f64 = 0.5;

fn case(course: &Course, counts: &Counts) -> Case {
    let seeds = counts.first().map_or(0, Vec::len);
    let of_seed = |seed: usize| {
        let points = course.sizes.iter().zip(counts).map(|(&size, counts)| ((course.x)(size), counts[seed]));
        exponent(&points.collect::<Vec<_>>()) - course.most
    };
    let name = format!("{}, power less {}", course.name, course.most);
    Case::drawn(name, (0..seeds).map(of_seed), Said::NotMore(LOWER_ORDER), ToldIn::Number)
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let courses = courses();
    let all: Vec<(&Course, Counts)> = courses.iter().map(|it| (it, counts(it, plan.options.seeds))).collect();
    let cases = |is_search: bool| -> Vec<Case> {
        let tested = all.iter().filter(|(it, _)| it.is_case && it.is_search == is_search);
        tested.map(|(course, counts)| case(course, counts)).collect()
    };
    let test = "The power with which the operations grow, by least squares over logarithms and seed by seed, less the \
                one that is printed: not above a half, since terms of lower order, which an O leaves out, weigh in sizes \
                as small as these.";
    Findings {
        setting: format!(
            "Of the printed trees with an idle period of each of N servers in every slot, drawn at random; {REQUESTS} \
             requests for each size, over {} seeds. No log is looked at.",
            plan.options.seeds.min(MOST_SEEDS)
        ),
        claims: vec![
            Claim::new(
                "Sect. 4.3",
                "in the worst case, the search in Phase 2 takes time O((log N)^2)",
                &format!(
                    "Nodes that both phases look at for requests that need one server more than is idle, so that \
                     neither stops early. {test}"
                ),
                &cases(true),
            )
            .by_our_margin(),
            Claim::new(
                "Sect. 4.3",
                "This update operation takes O(n_r × Q × (log N)^2) time",
                &format!(
                    "Nodes that are looked at, made or changed when n servers are booked. {test}"
                ),
                &cases(false),
            )
            .by_our_margin(),
        ],
        remarks: vec![
            "Over n at one N there is a table, and no case: the trees are in perfect balance at first, so that the first \
             bookings rebuild none of their parts, and a request for more servers takes more for each of them. The paper \
             does not say how its trees are kept in balance; a part of ours is built anew when one of its sides has more \
             than 70 % of it."
                .to_owned(),
        ],
        listings: all
            .iter()
            .map(|(course, counts)| listing(course, counts))
            .collect(),
        ..Findings::default()
    }
}

fn listing(course: &Course, counts: &Counts) -> Listing {
    let rows = course.sizes.iter().zip(counts).map(|(&size, counts)| {
        let mean = Measured::of(counts).mean;
        let expected = libm::pow((course.x)(size), course.most);
        vec![
            number(f64::from(size.servers), 0),
            size.slots.to_string(),
            size.wanted.to_string(),
            number(mean, 1),
            number(mean / expected, 2),
        ]
    });
    let of = if course.most > 1.0 { "by (log₂ N)²" } else { "by Q or n" };
    Listing::new(format!("Operations of a request: {}", course.name), ["N", "Q", "n", "operations", of], rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_found_again() {
        let points = [1.0, 2.0, 4.0, 8.0].map(|x| (x, 3.0 * x * x));
        assert!((exponent(&points) - 2.0).abs() < 1e-12);
        assert!((exponent(&points.map(|(x, _)| (x, 5.0)))).abs() < 1e-12);
    }

    #[test]
    fn booking_twice_as_many_servers_changes_twice_as_many_trees() {
        let size = Size { servers: 64, slots: 4, wanted: 2 };
        let update = |size| count(size, 1)[1];
        let ratio = update(Size { slots: 8, ..size }) / update(size);
        assert!((1.6..2.2).contains(&ratio), "{ratio}");
        assert!(update(Size { wanted: 4, ..size }) > 1.7 * update(size));
    }
}
