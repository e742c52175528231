//! The example of Sects. 4.1 and 4.2.

use super::super::printed::slots_of;
use super::super::steps::{V, X, Y, Z};
use super::*;

/// The schedule of Figure 1 at time 0, H = 42 and τ = 10. The text gives X, the medians and which periods
/// are feasible; the other times are ours, to agree with it.
fn figure_2() -> SlotTrees {
    SlotTrees::of(&[X, Y, Z, V], 4, 42, 10, 0)
}

#[test]
fn the_tree_of_slot_2_is_the_one_that_is_drawn() {
    let trees = figure_2();
    assert_eq!(trees.slot_at(17), (10, 20));
    assert_eq!(trees.periods(10, 20), [Y, Z, X, V]);
    let root = trees.tree_at(17).unwrap();
    assert_eq!((root.size, root.period.start), (4, 7));
    let branch = root.branch.unwrap();
    let ends = branch.secondary.unwrap();
    assert_eq!((ends.size, ends.period.end), (4, 25));
    let (left, right) = (branch.left, branch.right);
    assert_eq!((left.size, right.size), (2, 2));
    let leaves = |node: TreeNode| {
        let branch = node.branch.unwrap();
        [branch.left.period, branch.right.period]
    };
    assert_eq!([leaves(left), leaves(right)], [[Y, Z], [X, V]]);
    assert_eq!(slots_of(42, 10), 5);
    // V appears in the slots 1 and 2 alone.
    assert!(trees.periods(0, 10).contains(&V) && !trees.periods(20, 30).contains(&V));
}

#[test]
fn the_request_finds_y_and_z() {
    let mut trees = figure_2();
    let (from, to) = (17, 17 + 12);
    for selection in [Selection::LatestStart, Selection::Printed] {
        let found = trees.search(from, to, 2, selection).unwrap();
        assert_eq!(periods_of(&found), [Y, Z]);
    }
    assert_eq!(trees.search(from, to, 3, Selection::LatestStart), None);
    assert_eq!(trees.idle_throughout(from, to).iter().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn the_phases_go_as_the_text_tells() {
    let trees = figure_2();
    let leaf = |period: IdlePeriod| {
        let branch = trees.tree_at(17).unwrap().branch.unwrap();
        let leaves =
            [branch.left, branch.right].map(|it| *it.branch.unwrap()).into_iter().flat_map(|it| [it.left, it.right]);
        let mut leaves = leaves.filter(|it| it.period == period);
        leaves.next().unwrap().node
    };
    let steps = trees.search_steps(17, 29, 2, Selection::Printed);
    let candidates: Vec<u32> = steps
        .iter()
        .filter_map(|step| match step {
            SearchStep::Primary { candidates, .. } => Some(*candidates),
            _ => None,
        })
        .collect();
    // X and V by the right side of A, then Z, then Y.
    assert_eq!(candidates, [2, 3, 4]);
    let enough = SearchStep::Candidates { candidates: 4, enough: true };
    assert!(steps.contains(&enough));
    // In reverse order: first Y, then Z, and then there are enough.
    let looked: Vec<(u32, u32)> = steps
        .iter()
        .filter_map(|step| match step {
            SearchStep::Secondary { of, feasible, .. } => Some((*of, *feasible)),
            _ => None,
        })
        .collect();
    assert_eq!(looked, [(leaf(Y), 1), (leaf(Z), 2)]);
    let fetched: Vec<IdlePeriod> = steps
        .iter()
        .filter_map(|step| match step {
            SearchStep::Fetched { period, .. } => Some(*period),
            _ => None,
        })
        .collect();
    assert_eq!(fetched, [Y, Z]);
}
