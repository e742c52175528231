//! Examples worked by hand.

use super::super::{Cluster, Gpus, Largest, Mix, Node, Placement, Room, fragmentation, unusable};
use super::request;

fn node(cores: u64, gpus: u32) -> Node {
    Node { cores, memory: 1_000, gpus, gpu_type: Some(0) }
}

fn room(cores: u64, gpus: &[u16]) -> Room {
    Room { cores, memory: 1_000, gpus: gpus.to_vec(), gpu_type: Some(0), ..Room::default() }
}

/// The points and the GPU for a share of 400 with 10 cores, where the largest node has 100 cores and 4 GPUs.
fn rated(policy: Placement, room: &Room) -> (i64, Option<usize>) {
    let largest = Largest { cores: 100_000, gpus: 4_000 };
    let task = request(10_000, 0, Gpus::Share(400));
    let rating = policy.rate(largest, &Mix::default(), room, &task);
    (rating.points, rating.gpu)
}

#[test]
fn a_request_is_of_whole_gpus_or_of_a_share_of_one() {
    for (count, of_each, gpus) in [
        (0, 0, Some(Gpus::None)),
        (1, 470, Some(Gpus::Share(470))),
        (8, 1_000, Some(Gpus::Whole(8))),
        (1, 0, None),
        (2, 500, None),
        (1, 1_001, None),
        (1, 70_000, None),
    ] {
        assert_eq!(Gpus::of(count, of_each), gpus, "{count} × {of_each}");
    }
}

#[test]
fn the_same_node_has_these_points() {
    let room = room(60_000, &[1_000, 500, 900, 100]);
    for (policy, points, gpu) in [
        // Left: 50 of 100 cores, 2.1 of 4 GPUs; their mean is 51.25 %.
        (Placement::BestFit, 48, 1),
        (Placement::Spread, 51, 0),
        // 0.6 · 0.1 + 0.625 · 0.1 = 0.1225, its half 6.125 %.
        (Placement::DotProduct, 93, 1),
        // 50 % is free on the GPU in use that is taken.
        (Placement::GpuPacking, 95, 1),
        // No task runs here, 1.5 of 4 GPUs are in use: 9 and 25.
        (Placement::GpuClustering, 34, 1),
    ] {
        assert_eq!(rated(policy, &room), (points, Some(gpu)), "{policy:?}");
    }
}

#[test]
fn packing_prefers_gpus_in_use_then_nodes_in_use() {
    for (gpus, points) in [([1_000; 4], 29), ([1_000, 300, 300, 300], 49), ([1_000, 400, 300, 300], 96)] {
        assert_eq!(rated(Placement::GpuPacking, &room(60_000, &gpus)).0, points, "{gpus:?}");
    }
}

#[test]
fn clustering_goes_by_the_kinds_that_run() {
    for (kinds, points) in [(&[0][..], 75), (&[0, 1], 50), (&[], 25), (&[1, 2], 0)] {
        let room = Room { kinds: kinds.iter().copied().collect(), ..room(60_000, &[1_000; 4]) };
        assert_eq!(rated(Placement::GpuClustering, &room).0, points, "{kinds:?}");
    }
}

/// The measure by hand: GPUs with 0.2, 0.5 and 1 free.
#[test]
fn idle_gpus_are_unusable_for_tasks_that_ask_for_more() {
    let room = room(8_000, &[200, 500, 1_000]);
    for (cores, gpus, expected) in [
        (1_000, Gpus::Share(500), 200),
        (1_000, Gpus::Whole(1), 700),
        (1_000, Gpus::Whole(2), 1_700),
        (9_000, Gpus::Share(100), 1_700),
        (1_000, Gpus::None, 1_700),
    ] {
        assert_eq!(unusable(&room, &request(cores, 0, gpus)), expected, "{gpus:?}");
    }
    let [share, whole] = [Gpus::Share(500), Gpus::Whole(1)].map(|it| request(1_000, 0, it));
    let mix = Mix { tasks: vec![(share, 3), (whole, 1)] };
    assert_eq!(fragmentation(&room, &mix), (3.0 * 200.0 + 700.0) / 4.0);
}

#[test]
fn fgd_fills_the_gpu_that_no_other_task_can_use() {
    let mix = Mix { tasks: vec![(request(1_000, 0, Gpus::Whole(1)), 1)] };
    let task = request(1_000, 0, Gpus::Share(300));
    let largest = Largest::of(&[node(8_000, 2)]);
    let rate = |gpus: &[u16]| Placement::Fgd.rate(largest, &mix, &room(8_000, gpus), &task);
    // From an idle GPU it makes 0.7 unusable; of a started one it takes 0.3 that were.
    assert_eq!(rate(&[1_000]).points, 33);
    let started = rate(&[1_000, 500]);
    assert_eq!((started.points, started.gpu), (57, Some(1)));
}

#[test]
fn typical_tasks_are_the_most_frequent_that_make_up_the_part() {
    let kind = |cores| request(cores, 7, Gpus::Share(500));
    let tasks: Vec<_> =
        [(1, 5), (2, 3), (3, 1), (4, 1)].into_iter().flat_map(|(cores, count)| vec![kind(cores); count]).collect();
    // Of equally frequent kinds the one with more cores.
    for (percent, expected) in [(80, &[(1, 5), (2, 3)][..]), (81, &[(1, 5), (2, 3), (4, 1)])] {
        let mix = Mix::typical(&tasks, percent).tasks.into_iter();
        assert!(mix.map(|(it, count)| (it.cores, count)).eq(expected.iter().copied()), "{percent}");
    }
    assert_eq!(Mix::typical(&tasks, 100).tasks.len(), 4);
    assert_eq!(Mix::typical(&tasks, 80).tasks[0].0.memory, 0);
}

#[test]
fn whole_gpus_are_the_lowest_idle_ones_and_types_are_kept() {
    let nodes = [node(8_000, 1), node(8_000, 4)];
    let mut cluster = Cluster::new(&nodes, Placement::FirstFit, Mix::default(), 1);
    let [share, two, none] = [Gpus::Share(600), Gpus::Whole(2), Gpus::None].map(|it| request(0, 0, it));
    let other = super::Request { types: vec![1], ..none };
    let places = [&share, &share, &two, &two, &other].map(|it| cluster.place(it).map(|it| (it.node, it.gpus)));
    assert_eq!(format!("{places:?}"), "[Some((0, [0])), Some((1, [0])), Some((1, [1, 2])), None, None]");
}

#[test]
fn random_places_are_the_same_for_a_seed() {
    let nodes = vec![node(8_000, 2); 50];
    let task = request(1_000, 0, Gpus::Share(400));
    let places = |seed| -> Vec<_> {
        let mut cluster = Cluster::new(&nodes, Placement::Random, Mix::default(), seed);
        (0..40).map(|_| cluster.place(&task)).collect()
    };
    assert_eq!(places(1), places(1));
    assert_ne!(places(1), places(2));
    assert!(places(1).iter().flatten().any(|it| it.gpus == [1]));
}
