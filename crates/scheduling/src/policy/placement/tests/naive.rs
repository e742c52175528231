//! Every rule a second time, written from its definition: a list of nodes, looked at one by one, nothing kept.

use super::super::{Gpus, Node, Place, Placement, Request};

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
pub struct Naive {
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
                let alike = machine.running.iter();
                let alike = alike.filter(|it| is_alike(**it, request.gpus)).count();
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
