//! Pictures of idle periods and trees, of any size and of nothing.

use proptest::prelude::*;

use super::*;
use crate::prelude::*;
use crate::tests::is_well_formed;
use scheduling::availability::idle_periods::steps::{Asked, example};
use scheduling::availability::idle_periods::{IdlePeriod, Selection};

fn tree(leaves: u32, look: u32) -> Node {
    let below = match leaves {
        0 | 1 => Below::Leaf,
        _ if look == 0 => Below::Hidden,
        _ => Below::Sides(Box::new([tree(leaves / 2, look - 1), tree(leaves - leaves / 2, look / 2)])),
    };
    Node {
        label: leaves.to_string(),
        size: leaves,
        visited: look > 0,
        current: look == 1,
        marked: (look == 0).then_some(Mark::Candidate),
        below,
    }
}

fn bar() -> impl Strategy<Value = IdleBar> {
    let times = (any::<Time>(), any::<Time>());
    (0..50u32, times, 0..4usize).prop_map(|(server, (start, end), mark)| IdleBar {
        period: IdlePeriod { start, end, server },
        mark: Mark::ALL[mark],
    })
}

proptest! {
    #[test]
    fn whatever_is_idle_is_drawn(
        bars in prop::collection::vec(bar(), 0..40),
        window in (0..100i64, 0..1_000_000i64),
        (width, height) in (0..1500u32, 0..900u32),
    ) {
        let view = IdleView { window, slot: (0, 900), request: (10, 4_000), bars };
        let picture = idle_svg(Frame::new(width, height), &Theme::light(), &view, &Captions::default());
        prop_assert!(is_well_formed(&picture));
    }

    /// A row of the table for each bar, in their order, and every bar is in sight.
    #[test]
    fn the_table_has_the_bars_of_the_picture(
        periods in prop::collection::vec((0..9u32, 0..500i64, 1..500i64), 0..30),
        (start, length, servers) in (0..600i64, 1..300i64, 1..6u32),
        (slot, share) in (20..200i64, 0.0..=1.0),
    ) {
        let periods = periods.iter().map(|&(server, start, length)| IdlePeriod { start, end: start + length, server });
        let periods: Vec<IdlePeriod> = periods.collect();
        let asked = Asked { start, length, servers };
        let searched = Searched::of(&periods, slot, asked, Selection::LatestStart, Origin::Seconds);
        let shown = (share * searched.steps() as f64) as usize;
        let view = searched.bars(shown);
        let rows = searched.table(shown).rows;
        prop_assert_eq!(rows.len(), view.bars.len());
        for (row, bar) in rows.iter().zip(&view.bars) {
            let IdlePeriod { start, end, server } = bar.period;
            prop_assert_eq!(&row[..3], &[server.to_string(), start.to_string(), end.to_string()]);
            prop_assert_eq!(&row[3], name_of(bar.mark));
            prop_assert!(start < view.window.1 && end > view.window.0, "{bar:?} {:?}", view.window);
        }
    }

    #[test]
    fn whatever_tree_is_drawn(leaves in 1..3000u32, look in 0..14u32, width in 0..1500u32) {
        let view = TreeView { trees: vec![("primary".to_owned(), tree(leaves, look))] };
        let frame = Frame::new(width, tree_height(&view));
        prop_assert!(is_well_formed(&tree_svg(frame, &Theme::dark(), &view, &Captions::default())));
    }
}

#[test]
fn every_leaf_and_every_hidden_part_is_told() {
    let root = tree(12, 3);
    let view = TreeView { trees: vec![("primary tree".to_owned(), root.clone())] };
    let frame = Frame::new(1200, tree_height(&view));
    let picture = tree_svg(frame, &Theme::light(), &view, &Captions::default());
    fn told(node: &Node) -> u32 {
        match &node.below {
            Below::Leaf | Below::Hidden => node.size,
            Below::Sides(sides) => sides.iter().map(told).sum(),
        }
    }
    assert_eq!(told(&root), 12);
    assert!(picture.contains("primary tree"));
}

#[test]
fn the_example_is_pictured_and_listed() {
    let (periods, slot, asked) = example();
    let searched = Searched::of(&periods, slot, asked, Selection::LatestStart, Origin::Seconds);
    assert_eq!((searched.steps(), searched.servers()), (8, 4));
    assert_eq!(searched.slot_words(), "10 … 20");
    assert_eq!(searched.asked_words(), "17 … 29");
    let marks = |shown| searched.bars(shown).bars.iter().map(|it| format!("{:?} ", it.mark)).collect::<String>();
    assert_eq!(marks(0), "Unknown Unknown Unknown Unknown ");
    // As the leaves stand: Y, Z, X, V.
    assert_eq!(marks(8), "Taken Taken Candidate Candidate ");
    let names = |shown| searched.trees(shown).trees.into_iter().map(|it| it.0).collect::<Vec<_>>().join("; ");
    assert_eq!(names(1), "Primary tree, by start from the latest on; Secondary tree, by end, of the root at 7");
    // Phase 2 is at a leaf, which has no tree.
    assert!(!names(5).is_empty() && !names(5).contains("; "), "{}", names(5));
    let table = searched.table(8);
    assert_eq!(table.rows[0], ["1", "12", "36", "taken"]);
}

#[test]
fn of_a_large_tree_only_the_way_of_the_search_is_open() {
    let periods: Vec<IdlePeriod> = (0..500)
        .map(|server| IdlePeriod { start: i64::from(server), end: 10_000 + i64::from(server * 7 % 500), server })
        .collect();
    let asked = Asked { start: 250, length: 10_000, servers: 5 };
    let searched = Searched::of(&periods, 1_000, asked, Selection::LatestStart, Origin::Seconds);
    let (_, root) = searched.trees(searched.steps()).trees.swap_remove(0);
    fn drawn(node: &Node) -> (usize, u32) {
        match &node.below {
            Below::Leaf | Below::Hidden => (1, node.size),
            Below::Sides(sides) => sides.iter().map(drawn).fold((1, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1)),
        }
    }
    let (nodes, leaves) = drawn(&root);
    assert_eq!(leaves, 500);
    assert!(nodes < 40, "{nodes}");
}
