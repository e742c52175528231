//! The tree against a list that is walked.

use proptest::prelude::*;

use super::*;
use workload::Time;

/// An operation on the waiting jobs.
#[derive(Clone, Debug)]
enum Change {
    /// One of this order and shape arrives.
    Add(i64, Shape),
    /// The one at this place, counted around, leaves.
    Remove(usize),
    /// Takes the first job that fits into this many free processors, one fewer of which stays free
    /// after each of these times.
    Take(u32, Vec<Time>),
    /// The same among those after a turn and below an order.
    TakeOf(Turn, i64, u32),
}

fn change() -> impl Strategy<Value = Change> {
    let shape = (1..20u32, 0..50i64).prop_map(|(processors, limit)| Shape { processors, limit });
    let steps = proptest::collection::vec(0..60i64, 0..12);
    prop_oneof![
        4 => (0..6i64, shape).prop_map(|(order, shape)| Change::Add(order, shape)),
        1 => (0..1000usize).prop_map(Change::Remove),
        2 => (0..20u32, steps).prop_map(|(free, steps)| Change::Take(free, steps)),
        1 => ((-1..6i64, 0..700u32), 0..8i64, 0..20u32)
            .prop_map(|((order, arrival), below, free)| {
                Change::TakeOf((order, Arrival(arrival)), below, free)
            }),
    ]
}

/// Checks that the summary of every node matches the jobs below it, that all leaves are equally
/// deep, and that none is empty but the root. Returns the depth.
fn assert_sound(node: &Node, after: Option<Turn>, is_root: bool) -> (usize, Option<Turn>, Vec<Shape>) {
    assert!(is_root || node.len() > 0);
    let (mut depth, mut last, mut shapes) = (0, after, Vec::new());
    match &node.below {
        Below::Jobs(jobs) => {
            assert!(jobs.len() <= Sizes::SMALL.leaf);
            for &(turn, shape) in jobs {
                assert!(last < Some(turn) && node.first <= turn);
                last = Some(turn);
                shapes.push(shape);
            }
        }
        Below::Nodes(nodes) => {
            assert!(nodes.len() <= Sizes::SMALL.branches);
            let mut depths = Vec::new();
            for node in nodes {
                let (below, upto, its) = assert_sound(node, last, false);
                depths.push(below);
                last = upto;
                shapes.extend(its);
            }
            assert!(depths.windows(2).all(|pair| pair[0] == pair[1]));
            depth = depths[0] + 1;
        }
    }
    for it in &shapes {
        let covers = |other: &Shape| other != it && other.processors <= it.processors && other.limit <= it.limit;
        assert_eq!(node.front.has(*it), !shapes.iter().any(covers));
    }
    (depth, last, shapes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(300)))]

    #[test]
    fn the_first_that_fits_is_the_one_that_a_walk_finds(
        changes in proptest::collection::vec(change(), 0..700)
    ) {
        let mut turns = Turns::new(Sizes::SMALL);
        let mut list: Vec<(Turn, Shape)> = Vec::new();
        for (number, change) in (0u32..).zip(changes) {
            match change {
                Change::Add(order, shape) => {
                    let turn = (order, Arrival(number));
                    turns.add(turn, shape);
                    list.push((turn, shape));
                    list.sort_by_key(|&(turn, _)| turn);
                }
                Change::Remove(place) if !list.is_empty() => {
                    let (turn, shape) = list.remove(place % list.len());
                    turns.remove(turn, shape);
                }
                Change::Remove(_) => {}
                Change::Take(free, steps) => {
                    let fits = |it: Shape| {
                        let taken = steps.iter().filter(|&&time| time < it.limit).count();
                        it.processors + taken as u32 <= free
                    };
                    let expected = list.iter().position(|&(_, it)| fits(it));
                    let found = turns.first(free, fits);
                    prop_assert_eq!(found, expected.map(|place| list[place].0));
                    if let Some(place) = expected {
                        let (turn, shape) = list.remove(place);
                        turns.remove(turn, shape);
                    }
                }
                Change::TakeOf(after, below, free) => {
                    let span = Span { after: Some(after), below: Some(below) };
                    let fits = |it: Shape| it.processors <= free && it.limit <= 2 * below;
                    let expected = list.iter().position(|&(turn, it)| {
                        turn > after && turn.0 < below && fits(it)
                    });
                    let found = turns.first_of(&span, free, fits);
                    prop_assert_eq!(found, expected.map(|place| list[place].0));
                    if let Some(place) = expected {
                        let (turn, shape) = list.remove(place);
                        turns.remove(turn, shape);
                    }
                }
            }
        }
        let (_, _, shapes) = assert_sound(&turns.root, None, true);
        prop_assert_eq!(shapes, list.iter().map(|&(_, it)| it).collect::<Vec<_>>());
    }
}
