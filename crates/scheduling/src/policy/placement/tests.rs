//! Placement, held to a second one in the plainest style and to examples by hand.

use proptest::prelude::*;

use super::{Cluster, Gpus, Largest, Mix, Node, Place, Placement, Request, Room, fragmentation, unusable};
use base::setting::Setting;

/// A request without types.
fn request(cores: u64, memory: u64, gpus: Gpus) -> Request {
    Request { cores, memory, gpus, types: Vec::new() }
}

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
    let other = Request { types: vec![1], ..none };
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

/// A node with its free resources and the requests that run there.
#[derive(Clone)]
struct Machine {
    cores: i128,
    memory: i128,
    gpus: Vec<i128>,
    gpu_type: Option<u32>,
    running: Vec<Gpus>,
}

/// A fraction, its denominator positive.
type Fraction = (i128, i128);

fn add(a: Fraction, b: Fraction) -> Fraction {
    (a.0 * b.1 + b.0 * a.1, a.1 * b.1)
}

fn times(a: Fraction, b: Fraction) -> Fraction {
    (a.0 * b.0, a.1 * b.1)
}

/// The largest whole number that is not above it.
fn floor(a: Fraction) -> i128 {
    a.0.div_euclid(a.1)
}

/// How many GPUs, and how much of each.
fn asked(gpus: Gpus) -> (i128, i128) {
    match gpus {
        Gpus::None => (0, 0),
        Gpus::Share(share) => (1, i128::from(share)),
        Gpus::Whole(count) => (i128::from(count), 1_000),
    }
}

impl Machine {
    fn idle(&self) -> i128 {
        self.gpus.iter().sum()
    }

    fn has_gpus(&self, request: &Request) -> bool {
        let (count, each) = asked(request.gpus);
        let mut found = 0;
        for free in &self.gpus {
            if *free >= each {
                found += 1;
            }
        }
        found >= count
    }

    fn is_of_type(&self, request: &Request) -> bool {
        request.types.is_empty() || (self.gpu_type).is_some_and(|own| request.types.contains(&own))
    }

    /// Whether everything but memory suffices.
    fn could(&self, request: &Request) -> bool {
        self.cores >= i128::from(request.cores) && self.has_gpus(request) && self.is_of_type(request)
    }

    fn fits(&self, request: &Request) -> bool {
        self.memory >= i128::from(request.memory) && self.could(request)
    }

    /// The sum over the tasks of the workload of what each cannot use.
    fn unusable(&self, workload: &[(Request, u64)]) -> i128 {
        let mut sum = 0;
        for (task, count) in workload {
            for free in &self.gpus {
                let (_, each) = asked(task.gpus);
                let can_use = self.could(task) && each > 0 && *free >= each;
                if !can_use {
                    sum += free * i128::from(*count);
                }
            }
        }
        sum
    }

    fn with(&self, request: &Request, gpus: &[usize]) -> Self {
        let mut after = self.clone();
        after.cores -= i128::from(request.cores);
        after.memory -= i128::from(request.memory);
        for gpu in gpus {
            after.gpus[*gpu] -= asked(request.gpus).1;
        }
        if request.gpus != Gpus::None {
            after.running.push(request.gpus);
        }
        after
    }

    /// All sets of GPUs that a request may get: each one with room for a share, or the first idle ones.
    fn choices(&self, request: &Request) -> Vec<Vec<usize>> {
        let (count, each) = asked(request.gpus);
        let mut with_room: Vec<usize> = Vec::new();
        for (gpu, free) in self.gpus.iter().enumerate() {
            if *free >= each {
                with_room.push(gpu);
            }
        }
        match request.gpus {
            Gpus::None => vec![Vec::new()],
            Gpus::Share(_) => with_room.into_iter().map(|gpu| vec![gpu]).collect(),
            Gpus::Whole(_) => vec![with_room[..count as usize].to_vec()],
        }
    }
}

/// Same kind of request for GPU clustering.
fn is_alike(a: Gpus, b: Gpus) -> bool {
    match (a, b) {
        (Gpus::Share(_), Gpus::Share(_)) => true,
        (Gpus::Whole(a), Gpus::Whole(b)) => a == b,
        _ => false,
    }
}

/// Nodes and a policy that does not draw.
struct Naive {
    machines: Vec<Machine>,
    policy: Placement,
    workload: Vec<(Request, u64)>,
    cores: i128,
    gpus: i128,
}

impl Naive {
    pub fn new(nodes: &[Node], policy: Placement, workload: Vec<(Request, u64)>) -> Self {
        let machine = |node: &Node| Machine {
            cores: node.cores.into(),
            memory: node.memory.into(),
            gpus: vec![1_000; node.gpus as usize],
            gpu_type: node.gpu_type,
            running: Vec::new(),
        };
        let machines: Vec<Machine> = nodes.iter().map(machine).collect();
        let most = |of: &dyn Fn(&Machine) -> i128| machines.iter().map(of).max().unwrap_or(0).max(1);
        Self { cores: most(&|it| it.cores), gpus: most(&|it| it.idle()), machines, policy, workload }
    }

    pub fn place(&mut self, request: &Request) -> Option<Place> {
        let mut best: Option<(i128, Place)> = None;
        for (node, machine) in self.machines.iter().enumerate() {
            if !machine.fits(request) {
                continue;
            }
            for gpus in machine.choices(request) {
                let points = self.points(machine, request, &gpus);
                if best.as_ref().is_none_or(|(most, _)| points > *most) {
                    best = Some((points, Place { node, gpus }));
                }
            }
        }
        let mut place = best?.1;
        let machine = &self.machines[place.node];
        let is_tight = !matches!(self.policy, Placement::FirstFit | Placement::Spread | Placement::Fgd);
        if matches!(request.gpus, Gpus::Share(_)) && is_tight {
            let choices = machine.choices(request);
            let free = |gpus: &Vec<usize>| machine.gpus[gpus[0]];
            place.gpus = choices.into_iter().min_by_key(free)?;
        }
        self.machines[place.node] = machine.with(request, &place.gpus);
        Some(place)
    }

    fn points(&self, machine: &Machine, request: &Request, gpus: &[usize]) -> i128 {
        let (count, each) = asked(request.gpus);
        let after = machine.with(request, gpus);
        let of_cores = (after.cores, self.cores);
        let of_gpus = (after.idle(), self.gpus);
        let left = times(add(of_cores, of_gpus), (1, 2));
        match self.policy {
            Placement::FirstFit | Placement::Random => 0,
            Placement::BestFit => floor(times(add((1, 1), times(left, (-1, 1))), (100, 1))),
            Placement::Spread => floor(times(left, (100, 1))),
            Placement::DotProduct => {
                let cores = times((machine.cores, self.cores), (request.cores.into(), self.cores));
                let gpus = times((machine.idle(), self.gpus), (count * each, self.gpus));
                let half = times(add(cores, gpus), (1, 2));
                floor(times(add((1, 1), times(half, (-1, 1))), (100, 1)))
            }
            Placement::GpuPacking => packing(machine, request),
            Placement::GpuClustering => {
                if request.gpus == Gpus::None {
                    return 0;
                }
                let alike = machine.running.iter().filter(|it| is_alike(**it, request.gpus)).count();
                let class = match (alike, machine.running.len()) {
                    (0, 0) => 25,
                    (0, _) => 0,
                    (alike, all) if alike == all => 75,
                    _ => 50,
                };
                class + 25 * (self.gpus - machine.idle()) / self.gpus
            }
            Placement::Fgd => {
                let total: u64 = self.workload.iter().map(|(_, count)| count).sum();
                let gain = machine.unusable(&self.workload) - after.unusable(&self.workload);
                let gpus = gain as f64 / (total.max(1) as f64 * 1_000.0);
                (100.0 / (1.0 + libm::exp(-gpus))) as i128
            }
        }
    }
}

/// The three cases of GPU packing.
fn packing(machine: &Machine, request: &Request) -> i128 {
    let (count, each) = asked(request.gpus);
    if count == 0 {
        return 0;
    }
    let all = machine.gpus.len() as i128;
    if machine.gpus.iter().all(|free| *free == 1_000) {
        return (33 - all).max(all);
    }
    let mut fullest: Vec<i128> = machine.gpus.clone();
    fullest.sort();
    let taken: Vec<i128> = fullest.into_iter().filter(|free| *free >= each).take(count as usize).collect();
    let idle = taken.iter().filter(|free| **free == 1_000).count() as i128;
    if idle > 0 {
        return (50 - idle).max(33);
    }
    let percents: i128 = taken.iter().map(|free| free / 10).sum();
    (100 - percents / 10).max(50)
}

/// Nodes of a few kinds, so that several are equal.
fn any_node() -> impl Strategy<Value = Node> {
    (1_u64..5, 1_u64..4, 0_u32..5, 0_u32..3).prop_map(|(cores, memory, gpus, gpu_type)| Node {
        cores: cores * 16_000,
        memory: memory * 65_536,
        gpus,
        gpu_type: (gpus > 0).then_some(gpu_type),
    })
}

fn gpus() -> impl Strategy<Value = Gpus> {
    prop_oneof![
        2 => Just(Gpus::None),
        5 => prop_oneof![Just(470_u16), Just(500), Just(320), 1_u16..1_000].prop_map(Gpus::Share),
        4 => (1_u32..4).prop_map(Gpus::Whole),
    ]
}

fn task() -> impl Strategy<Value = Request> {
    let types = prop_oneof![
        4 => Just(Vec::new()),
        1 => Just(vec![1]),
        1 => Just(vec![0, 2]),
    ];
    (0_u64..24, 0_u64..24, gpus(), types).prop_map(|(cores, memory, gpus, types)| Request {
        cores: cores * 500,
        memory: memory * 1_024,
        gpus,
        types,
    })
}

fn policies() -> impl Iterator<Item = Placement> {
    Placement::TABLE.0.iter().copied()
}

proptest! {
    #[test]
    fn every_task_gets_the_place_of_the_naive_cluster(
        nodes in prop::collection::vec(any_node(), 1..12),
        tasks in prop::collection::vec(task(), 1..60),
    ) {
        for policy in policies().filter(|it| *it != Placement::Random) {
            let mix = Mix::typical(&tasks, 80);
            let mut naive = Naive::new(&nodes, policy, mix.tasks.clone());
            let mut cluster = Cluster::new(&nodes, policy, mix, 1);
            for task in &tasks {
                prop_assert_eq!(cluster.place(task), naive.place(task), "{:?}", policy);
            }
        }
    }

    /// Nothing is given twice, a task without a place has none anywhere, and fragmentation is part of the idle GPUs.
    #[test]
    fn rooms_are_what_the_tasks_leave(
        nodes in prop::collection::vec(any_node(), 1..8),
        tasks in prop::collection::vec(task(), 1..60),
        seed in 0_u64..9,
    ) {
        for policy in policies() {
            let mix = Mix::typical(&tasks, 95);
            let mut cluster = Cluster::new(&nodes, policy, mix.clone(), seed);
            let mut placed: Vec<(&Request, Place)> = Vec::new();
            for task in &tasks {
                let had_room = (0..nodes.len()).any(|node| cluster.room(node).fits(task));
                let place = cluster.place(task);
                prop_assert_eq!(place.is_some(), had_room);
                placed.extend(place.map(|it| (task, it)));
            }
            for (number, node) in nodes.iter().enumerate() {
                let here = || placed.iter().filter(|(_, place)| place.node == number);
                let room = cluster.room(number);
                let cores: u64 = here().map(|(task, _)| task.cores).sum();
                let memory: u64 = here().map(|(task, _)| task.memory).sum();
                prop_assert_eq!((room.cores + cores, room.memory + memory), (node.cores, node.memory));
                for (gpu, free) in room.gpus.iter().enumerate() {
                    let held: u16 = here().filter(|(_, place)| place.gpus.contains(&gpu)).map(|(task, _)| task.gpus.of_each()).sum();
                    prop_assert_eq!(free + held, 1_000);
                }
                let unusable = fragmentation(room, &mix);
                prop_assert!((0.0..=room.idle() as f64).contains(&unusable), "{}", unusable);
            }
        }
    }
}
