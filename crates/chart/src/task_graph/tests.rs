//! Layers, crossings, and what lies under a pointer.

use proptest::prelude::*;

use super::{Layers, TaskGraph, task_graph_svg};
use crate::prelude::*;
use workload::workflow::generate::{Amounts, Kind, generate};

fn edges_of(kind: Kind, tasks: usize) -> (usize, Vec<(usize, usize)>) {
    let workflow = generate(kind, tasks, &Amounts::USUAL, 1);
    let edges = workflow.edges.iter().map(|it| (it.from, it.to)).collect();
    (workflow.tasks.len(), edges)
}

#[test]
fn a_task_stands_behind_its_last_predecessor() {
    let layers = Layers::new(5, &[(0, 1), (1, 2), (0, 2), (3, 4)]);
    let of = |task: usize| layers.of(task).0;
    assert_eq!([0, 1, 2, 3, 4].map(of), [0, 1, 2, 0, 1]);
    // The edge from 0 to 2 has a place in the layer between.
    assert_eq!(layers.ways[2].len(), 3);
    assert_eq!(layers.layers[1].len(), 3);
}

/// Two ladders whose rungs are written crosswise: a sweep puts them side by side.
#[test]
fn what_can_be_untangled_is() {
    let crossed: Vec<(usize, usize)> = (0..20).map(|it| (it, 39 - it)).collect();
    assert_eq!(Layers::new(40, &crossed).crossings(), 0);
    let (tasks, edges) = edges_of(Kind::ForkJoin, 60);
    assert_eq!(Layers::new(tasks, &edges).crossings(), 0);
    let (tasks, edges) = edges_of(Kind::Laplace, 60);
    assert_eq!(Layers::new(tasks, &edges).crossings(), 0);
}

#[test]
fn a_circle_does_not_hang() {
    let layers = Layers::new(3, &[(0, 1), (1, 0), (1, 2)]);
    assert_eq!(layers.layers.iter().map(Vec::len).sum::<usize>(), 3);
}

#[test]
fn a_task_is_found_where_it_is_drawn() {
    let (tasks, edges) = edges_of(Kind::Montage, 60);
    let graph = TaskGraph {
        names: (0..tasks).map(|it| it.to_string()).collect(),
        machines: (0..tasks).map(|it| it % 11).collect(),
        machine_names: (0..11).map(|it| format!("m{it}")).collect(),
        layers: Layers::new(tasks, &edges).into(),
    };
    let frame = Frame::new(900, graph.height());
    for task in 0..tasks {
        let middle = graph.centre(task, super::plot(frame.area()));
        assert_eq!(graph.task_at(frame, middle), Some(task));
    }
    assert_eq!(graph.task_at(frame, (-5.0, 5.0)), None);
    let drawn = |chosen: Option<usize>| task_graph_svg(frame, &Theme::light(), (&graph, chosen), &Captions::default());
    assert!(drawn(None).starts_with("<svg"));
    assert_ne!(drawn(None), drawn(Some(3)));
    // Every task has its name, and the first machine the blue of batch jobs.
    let svg = drawn(None);
    for name in &graph.names {
        assert!(svg.contains(&format!("\n{name}</text>")), "{name}");
    }
    let blue = Theme::light().batch[0].css();
    assert!(svg.to_lowercase().contains(&blue), "{blue}");
    let empty = TaskGraph::default();
    assert!(task_graph_svg(frame, &Theme::light(), (&empty, None), &Captions::default()).contains("no tasks"));
}

/// Twin: all pairs of steps between two layers.
fn crossings_one_by_one(layers: &Layers) -> u64 {
    let mut steps: Vec<(usize, f64, f64)> = Vec::new();
    for way in &layers.ways {
        for step in way.windows(2) {
            let ((from, y0), (to, y1)) = (layers.of(step[0]), layers.of(step[1]));
            if to == from + 1 {
                steps.push((from, y0, y1));
            }
        }
    }
    let mut all = 0;
    for (at, one) in steps.iter().enumerate() {
        for other in &steps[at + 1..] {
            let cross = (one.1 - other.1) * (one.2 - other.2) < 0.0;
            all += u64::from(one.0 == other.0 && cross);
        }
    }
    all
}

proptest! {
    #[test]
    fn edges_go_forth_and_crossings_are_counted(
        tasks in 1..30usize, pairs in prop::collection::vec((0..30usize, 0..30usize), 0..60),
    ) {
        let mut edges: Vec<(usize, usize)> = pairs
            .into_iter()
            .filter(|&(one, other)| one < tasks && other < tasks && one != other)
            .map(|(one, other)| (one.min(other), one.max(other)))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let layers = Layers::new(tasks, &edges);
        for way in &layers.ways {
            for step in way.windows(2) {
                prop_assert_eq!(layers.of(step[1]).0, layers.of(step[0]).0 + 1);
            }
        }
        prop_assert_eq!(layers.crossings(), crossings_one_by_one(&layers));
    }
}
