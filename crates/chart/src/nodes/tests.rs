//! The texts of the picture, and the node under a pointer.

use super::*;
use crate::prelude::*;
use crate::tests::{is_well_formed, keep};
use base::text::count;
use workload::testing::one_in;

fn group(name: &str, count: u64, all: [u64; 3]) -> NodeGroup {
    let node = |at: u64| NodeCell {
        name: format!("{name}{at:03}"),
        all,
        used: all.map(|it| it * (at * 7 % 11) / 10).map(|it| it.min(all[0].max(it))),
        is_out: at % 13 == 5,
    };
    NodeGroup { heading: format!("{count} × {name}"), nodes: (0..count).map(node).collect() }
}

fn view(cpu: u64, gpu: u64) -> NodesView {
    NodesView {
        chosen: Some(2),
        promised: vec![1, 4],
        promised_to: "promised to job 12".to_owned(),
        ..NodesView::new(vec![group("n", cpu, [64, 0, 256 << 10]), group("gpu", gpu, [32, 4_000, 512 << 10])])
    }
}

fn titled() -> Captions {
    Captions { title: "The nodes".to_owned(), ..Captions::default() }
}

#[test]
fn the_picture_tells_what_is_in_use() {
    let view = NodesView::new(vec![NodeGroup {
        heading: "n[1-2]".to_owned(),
        nodes: vec![
            NodeCell { name: "n1".to_owned(), all: [64, 4_000, 1_024], used: [16, 1_500, 512], is_out: false },
            NodeCell { name: "n2".to_owned(), all: [64, 4_000, 1_024], is_out: true, ..NodeCell::default() },
        ],
    }]);
    let frame = Frame::new(600, 300);
    let drawn = nodes_svg(frame, &Theme::light(), &view, &titled());
    for words in [
        "2 nodes, 1 out of service.",
        "cores in use: 16 of 128.",
        "GPUs in use: 1.5 of 8.",
        "memory in use: 0.5 of 2 GiB.",
        ">\nn[1-2]<",
        ">\nout of service<",
    ] {
        assert!(drawn.contains(words), "{words}: {drawn}");
    }
    let table = nodes_table(&view, 10);
    assert_eq!(table.table.head[2], "GPUs in use");
    assert_eq!(table.table.rows[0], ["n1", "16 of 64", "1.5 of 4", "0.5 of 1 GiB", "in service"]);
    assert_eq!(table.table.rows[1][4], "out of service");
}

#[test]
fn a_resource_that_no_node_has_is_not_named() {
    let view = NodesView::new(vec![group("n", 3, [64, 0, 0])]);
    let drawn = nodes_svg(Frame::new(400, 200), &Theme::dark(), &view, &titled());
    assert!(!drawn.contains("GPU") && !drawn.contains("memory"), "{drawn}");
    assert_eq!(nodes_table(&view, 10).table.head.len(), 3);
}

#[test]
fn every_node_of_any_number_is_under_a_pointer() {
    for (cpu, gpu) in one_in(2, 0, [(1, 0), (3, 2), (40, 20), (300, 100), (900, 400)]) {
        let view = view(cpu, gpu);
        for width in [340, 1_000] {
            let height = nodes_height(&view, width);
            assert!(height < 1_400, "{cpu} + {gpu} at {width}: {height}");
            let frame = Frame::new(width, height);
            let mut found = vec![false; view.count()];
            for y in (0..height).step_by(3) {
                for x in (0..width).step_by(3) {
                    if let Some(place) = node_at(&view, frame, (f64::from(x), f64::from(y))) {
                        found[place] = true;
                    }
                }
            }
            assert!(found.iter().all(|&it| it), "{cpu} + {gpu} at {width}");
        }
    }
}

#[test]
fn keys_go_from_node_to_node_and_stay_at_the_edges() {
    // Seven large cells in a row of this width.
    let view = view(10, 4);
    let frame = Frame::new(840, nodes_height(&view, 840));
    let to = |place, direction| beside(&view, frame, place, direction);
    assert_eq!([0, 1].map(|it| to(it, Direction::Left)), [0, 0]);
    assert_eq!([0, 13].map(|it| to(it, Direction::Right)), [1, 13]);
    assert_eq!([1, 5, 8].map(|it| to(it, Direction::Down)), [8, 9, 11]);
    assert_eq!([11, 1].map(|it| to(it, Direction::Up)), [8, 1]);
}

#[test]
fn of_too_many_nodes_the_others_are_counted_and_of_too_many_kinds_all_are_one_group() {
    let many = NodesView::new(vec![group("n", 5_000, [64, 0, 0])]);
    assert_eq!(many.left_out(), 5_000 - MOST_DRAWN);
    let frame = Frame::new(900, nodes_height(&many, 900));
    let drawn = nodes_svg(frame, &Theme::light(), &many, &titled());
    let more = format!("and {} more nodes", count(1_000));
    assert!(drawn.contains(&more));
    let kinds = (0..100).map(|it| group("n", 2, [it + 1, 0, 0])).collect();
    let kinds = NodesView::new(kinds);
    assert_eq!(kinds.groups[0].heading, "200 nodes of 100 kinds");
}

#[test]
fn pictures_of_any_size_are_well_formed() {
    let captions = Captions { subtitle: "cluster: 12 nodes, by submit, 1 promise, first fit".to_owned(), ..titled() };
    for (cpu, gpu) in [(0, 0), (1, 0), (10, 4), (120, 40), (900, 400)] {
        for (name, theme) in [("light", Theme::light()), ("dark", Theme::dark())] {
            for width in [0, 1, 340, 900] {
                let view = view(cpu, gpu);
                let height = nodes_height(&view, width) + 80;
                let drawn = nodes_svg(Frame::new(width, height), &theme, &view, &captions);
                assert!(is_well_formed(&drawn), "{cpu} + {gpu} at {width}");
                keep(&format!("nodes-{cpu}-{gpu}-{width}-{name}.svg"), drawn);
            }
        }
    }
}

/// The bars of the picture are as long as the table says, node by node.
#[test]
fn the_table_says_how_long_the_bars_are() {
    let view = view(130, 40);
    let table = nodes_table(&view, MOST_DRAWN).table;
    assert_eq!(table.rows.len(), view.count());
    for (row, node) in table.rows.iter().zip(view.nodes()) {
        assert_eq!(row[0], node.name);
        assert_eq!(row[row.len() - 1] == "out of service", node.is_out);
        for (amounts, resource) in row[1..].iter().zip(view.resources()) {
            let share = amounts.trim_end_matches(" GiB").split_once(" of ").map_or(0.0, |(used, all)| {
                let number = |it: &str| it.parse::<f64>().unwrap();
                number(used) / number(all)
            });
            let drawn = node.share(resource);
            assert!((share - drawn).abs() < 1e-3, "{}: {amounts}, {drawn}", node.name);
        }
    }
}
