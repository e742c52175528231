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
    assert_eq!(Gpus::of(0, 0), Some(Gpus::None));
    assert_eq!(Gpus::of(1, 470), Some(Gpus::Share(470)));
    assert_eq!(Gpus::of(8, 1_000), Some(Gpus::Whole(8)));
    for (count, of_each) in [(1, 0), (2, 500), (1, 1_001), (1, 70_000)] {
        assert_eq!(Gpus::of(count, of_each), None, "{count} × {of_each}");
    }
}

#[test]
fn the_same_node_has_these_points() {
    let room = room(60_000, &[1_000, 500, 900, 100]);
    // Left: 50 of 100 cores, 2.1 of 4 GPUs; their mean is 51.25 %.
    assert_eq!(rated(Placement::BestFit, &room), (48, Some(1)));
    assert_eq!(rated(Placement::Spread, &room), (51, Some(0)));
    // 0.6 · 0.1 + 0.625 · 0.1 = 0.1225, its half 6.125 %.
    assert_eq!(rated(Placement::DotProduct, &room), (93, Some(1)));
    // 50 % is free on the GPU in use that is taken.
    assert_eq!(rated(Placement::GpuPacking, &room), (95, Some(1)));
    // No task runs here, 1.5 of 4 GPUs are in use: 9 and 25.
    assert_eq!(rated(Placement::GpuClustering, &room), (34, Some(1)));
}

#[test]
fn packing_prefers_gpus_in_use_then_nodes_in_use() {
    let points = |gpus: &[u16]| rated(Placement::GpuPacking, &room(60_000, gpus)).0;
    assert_eq!(points(&[1_000, 1_000, 1_000, 1_000]), 29);
    assert_eq!(points(&[1_000, 300, 300, 300]), 49);
    assert_eq!(points(&[1_000, 400, 300, 300]), 96);
}

#[test]
fn clustering_goes_by_the_kinds_that_run() {
    let points = |kinds: &[u32]| {
        let room = Room { kinds: kinds.iter().copied().collect(), ..room(60_000, &[1_000; 4]) };
        rated(Placement::GpuClustering, &room).0
    };
    assert_eq!([points(&[0]), points(&[0, 1]), points(&[]), points(&[1, 2])], [75, 50, 25, 0]);
}

/// The measure by hand: GPUs with 0.2, 0.5 and 1 free.
#[test]
fn idle_gpus_are_unusable_for_tasks_that_ask_for_more() {
    let room = room(8_000, &[200, 500, 1_000]);
    let share = request(1_000, 0, Gpus::Share(500));
    let whole = request(1_000, 0, Gpus::Whole(1));
    let two = request(1_000, 0, Gpus::Whole(2));
    let wide = request(9_000, 0, Gpus::Share(100));
    let cores = request(1_000, 0, Gpus::None);
    let of = |task| unusable(&room, task);
    assert_eq!((of(&share), of(&whole)), (200, 700));
    assert_eq!((of(&two), of(&wide), of(&cores)), (1_700, 1_700, 1_700));
    let mix = Mix { tasks: vec![(share, 3), (whole, 1)] };
    assert_eq!(fragmentation(&room, &mix), (3.0 * 200.0 + 700.0) / 4.0);
}

#[test]
fn fgd_fills_the_gpu_that_no_other_task_can_use() {
    let whole = request(1_000, 0, Gpus::Whole(1));
    let mix = Mix { tasks: vec![(whole, 1)] };
    let task = request(1_000, 0, Gpus::Share(300));
    let largest = Largest::of(&[node(8_000, 2)]);
    let rate = |gpus: &[u16]| Placement::Fgd.rate(largest, &mix, &room(8_000, gpus), &task);
    // From an idle GPU it makes 0.7 unusable; of a started one it takes 0.3 that were.
    assert_eq!(rate(&[1_000]).points, 33);
    assert_eq!(rate(&[1_000, 500]).points, 57);
    assert_eq!(rate(&[1_000, 500]).gpu, Some(1));
}

#[test]
fn typical_tasks_are_the_most_frequent_that_make_up_the_part() {
    let kind = |cores| request(cores, 7, Gpus::Share(500));
    let tasks: Vec<_> =
        [(1, 5), (2, 3), (3, 1), (4, 1)].into_iter().flat_map(|(cores, count)| vec![kind(cores); count]).collect();
    let cores = |percent| -> Vec<(u64, u64)> {
        let mix = Mix::typical(&tasks, percent);
        mix.tasks.iter().map(|(it, count)| (it.cores, *count)).collect()
    };
    assert_eq!(cores(80), [(1, 5), (2, 3)]);
    // Of equally frequent kinds the one with more cores.
    assert_eq!(cores(81), [(1, 5), (2, 3), (4, 1)]);
    assert_eq!(cores(100).len(), 4);
    assert_eq!(Mix::typical(&tasks, 80).tasks[0].0.memory, 0);
}

#[test]
fn whole_gpus_are_the_lowest_idle_ones_and_types_are_kept() {
    let nodes = [node(8_000, 1), node(8_000, 4)];
    let mut cluster = Cluster::new(&nodes, Placement::FirstFit, Mix::default(), 1);
    let share = request(0, 0, Gpus::Share(600));
    let place = |cluster: &mut Cluster, task| cluster.place(task).map(|it| (it.node, it.gpus));
    assert_eq!(place(&mut cluster, &share), Some((0, vec![0])));
    assert_eq!(place(&mut cluster, &share), Some((1, vec![0])));
    let two = request(0, 0, Gpus::Whole(2));
    assert_eq!(place(&mut cluster, &two), Some((1, vec![1, 2])));
    assert_eq!(place(&mut cluster, &two), None);
    let other = super::Request { types: vec![1], ..request(0, 0, Gpus::None) };
    assert_eq!(place(&mut cluster, &other), None);
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
