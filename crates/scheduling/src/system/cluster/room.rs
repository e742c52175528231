//! The free resources of a node: at one moment, and throughout an interval.

use super::requests::Shape;
use crate::policy::placement::{Gpus, Node, WHOLE};

/// What a job holds of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Thousandths of cores.
    pub cores: u64,
    /// MiB.
    pub memory: u64,
    /// Whole GPUs that are only counted: those of a promise.
    pub counted: u32,
    /// GPUs by their numbers, and the thousandths of each.
    pub bound: Vec<(u16, u16)>,
}

/// The free resources of a node at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Free {
    /// Thousandths of cores.
    pub cores: u64,
    /// MiB.
    pub memory: u64,
    /// The part of each GPU that is not bound, in thousandths.
    pub gpus: Vec<u16>,
    /// The GPUs of which nothing is bound, less those that are counted for promises.
    pub whole: u32,
}

impl Free {
    /// Of a node without jobs.
    pub fn of(node: &Node) -> Self {
        Self { cores: node.cores, memory: node.memory, gpus: vec![WHOLE; node.gpus as usize], whole: node.gpus }
    }

    /// Takes what a job holds.
    pub fn take(&mut self, held: &Held) {
        self.cores -= held.cores;
        self.memory -= held.memory;
        for &(gpu, thousandths) in &held.bound {
            self.take_gpu(gpu.into(), thousandths);
        }
        self.whole = self.whole.saturating_sub(held.counted);
    }

    /// Gives back what a job held.
    pub fn give(&mut self, held: &Held) {
        self.cores += held.cores;
        self.memory += held.memory;
        for &(gpu, thousandths) in &held.bound {
            let free = &mut self.gpus[usize::from(gpu)];
            *free += thousandths;
            self.whole += u32::from(*free == WHOLE);
        }
        self.whole += held.counted;
    }

    fn take_gpu(&mut self, gpu: usize, thousandths: u16) {
        let free = &mut self.gpus[gpu];
        self.whole = self.whole.saturating_sub(u32::from(*free == WHOLE));
        // A job that counted whole GPUs may be bound to one on which a share was promised since.
        *free = free.saturating_sub(thousandths);
    }

    /// Whether a share of a GPU is free here: a GPU without a share must not be one that is counted.
    fn has_share(&self, gpu: usize, share: u16) -> bool {
        self.gpus[gpu] >= share && (self.gpus[gpu] < WHOLE || self.whole >= 1)
    }

    /// How many chunks have room now, at most those of the empty node.
    pub fn chunks(&self, shape: &Shape, node: usize, of: &Node) -> u32 {
        let most = shape.most(node);
        if most == 0 || shape.is_exclusive {
            let is_idle = self.cores == of.cores && self.memory == of.memory;
            let is_idle = is_idle && self.whole == of.gpus;
            return if is_idle { most } else { 0 };
        }
        let mut count = by_cores_and_memory(shape, self.cores, self.memory).min(u64::from(most));
        match shape.chunk.gpus {
            Gpus::None => {}
            Gpus::Whole(gpus) => count = count.min(u64::from(self.whole / gpus)),
            Gpus::Share(share) if count > 0 => {
                let of_gpu =
                    |gpu: usize| if self.has_share(gpu, share) { u64::from(self.gpus[gpu] / share) } else { 0 };
                let without_promises = (0..self.gpus.len()).map(of_gpu).sum();
                count = count.min(without_promises);
            }
            Gpus::Share(_) => {}
        }
        count as u32
    }
}

impl Shape {
    /// How many chunks an empty node holds, at most one where each has a node of its own.
    pub fn most_of(&self, node: &Node) -> u32 {
        if !self.chunk.allows(node.gpu_type) {
            return 0;
        }
        let by_gpus = match self.chunk.gpus {
            Gpus::None => u64::MAX,
            Gpus::Whole(gpus) => u64::from(node.gpus / gpus),
            Gpus::Share(share) => u64::from(node.gpus) * u64::from(WHOLE / share),
        };
        let count = by_cores_and_memory(self, node.cores, node.memory).min(by_gpus);
        let most = if self.is_distinct { 1 } else { u32::MAX.into() };
        count.min(most) as u32
    }
}

fn by_cores_and_memory(shape: &Shape, cores: u64, memory: u64) -> u64 {
    let by_cores = cores / shape.chunk.cores.max(1);
    match shape.chunk.memory {
        0 => by_cores,
        each => by_cores.min(memory / each),
    }
}

/// The resources of a node that are free throughout an interval. As chunks are placed, it shrinks.
#[derive(Clone, Debug)]
pub struct Throughout {
    /// The least free cores, in thousandths.
    pub cores: u64,
    /// The least free memory, in MiB.
    pub memory: u64,
    /// The GPUs at each moment at which they are fewest: the beginning, and the beginning of each promise within.
    gpus: Vec<(Vec<u16>, u32)>,
    /// Whether nothing is held at any time of it.
    pub is_idle: bool,
    /// How many chunks were placed, and where the node is taken wholly.
    placed: u32,
}

impl Throughout {
    /// From the moments at which something begins, the beginning of the interval among them.
    pub fn of(moments: &[Free], node: &Node) -> Self {
        let least = |of: fn(&Free) -> u64| moments.iter().map(of).min().unwrap_or(0);
        let is_idle = |it: &Free| it.cores == node.cores && it.memory == node.memory && it.whole == node.gpus;
        let gpus = moments.iter().map(|it| (it.gpus.clone(), it.whole));
        Self {
            cores: least(|it| it.cores),
            memory: least(|it| it.memory),
            gpus: match node.gpus {
                0 => Vec::new(),
                _ => gpus.collect(),
            },
            is_idle: moments.iter().all(is_idle),
            placed: 0,
        }
    }

    /// Whether another chunk has room.
    pub fn fits(&self, shape: &Shape, node: usize) -> bool {
        if self.placed >= shape.most(node) {
            return false;
        }
        if shape.is_exclusive {
            return self.is_idle;
        }
        let chunk = &shape.chunk;
        let gpus = match chunk.gpus {
            Gpus::None => true,
            Gpus::Whole(count) => self.whole() >= count,
            Gpus::Share(share) => self.lowest_gpu(share).is_some(),
        };
        self.cores >= chunk.cores && self.memory >= chunk.memory && gpus
    }

    /// The least number of GPUs that are wholly free.
    pub fn whole(&self) -> u32 {
        self.gpus.iter().map(|it| it.1).min().unwrap_or(0)
    }

    /// Whether a GPU has room for a share throughout.
    pub fn has_share(&self, gpu: usize, share: u16) -> bool {
        let fits = |(free, whole): &(Vec<u16>, u32)| free[gpu] >= share && (free[gpu] < WHOLE || *whole >= 1);
        self.gpus.iter().all(fits)
    }

    /// The lowest GPU with room for a share throughout.
    pub fn lowest_gpu(&self, share: u16) -> Option<usize> {
        let count = self.gpus.first().map_or(0, |it| it.0.len());
        (0..count).find(|&gpu| self.has_share(gpu, share))
    }

    /// The free part of each GPU as a policy is to see it: where wholly free GPUs are counted for promises, the highest
    /// are taken.
    pub fn gpus_in_sight(&self) -> Vec<u16> {
        let count = self.gpus.first().map_or(0, |it| it.0.len());
        let least = |gpu: usize| {
            if self.has_share(gpu, 1) { self.gpus.iter().map(|it| it.0[gpu]).min().unwrap_or(0) } else { 0 }
        };
        let mut gpus: Vec<u16> = (0..count).map(least).collect();
        let whole = self.whole() as usize;
        let mut free = gpus.iter().filter(|&&it| it == WHOLE).count();
        for gpu in gpus.iter_mut().rev() {
            if free > whole && *gpu == WHOLE {
                *gpu = 0;
                free -= 1;
            }
        }
        for gpu in &mut gpus {
            if free < whole && *gpu < WHOLE {
                *gpu = WHOLE;
                free += 1;
            }
        }
        gpus
    }

    /// Places a chunk that fits, a share on `gpu` where that has room. Adds to what its job holds; whole GPUs are
    /// counted.
    pub fn place(&mut self, shape: &Shape, node: &Node, gpu: Option<usize>, held: &mut Held) {
        self.placed += 1;
        let chunk = &shape.chunk;
        self.cores -= chunk.cores;
        self.memory -= chunk.memory;
        held.cores += chunk.cores;
        held.memory += chunk.memory;
        match chunk.gpus {
            Gpus::None => {}
            Gpus::Whole(count) => {
                self.gpus.iter_mut().for_each(|it| it.1 -= count);
                held.counted += count;
            }
            Gpus::Share(share) => self.place_share(share, gpu, held),
        }
        if shape.is_exclusive {
            *held = Held { cores: node.cores, memory: node.memory, counted: node.gpus, bound: Vec::new() };
        }
    }

    fn place_share(&mut self, share: u16, gpu: Option<usize>, held: &mut Held) {
        let Some(gpu) = gpu.filter(|&gpu| self.has_share(gpu, share)).or_else(|| self.lowest_gpu(share)) else {
            return;
        };
        for (free, whole) in &mut self.gpus {
            *whole -= u32::from(free[gpu] == WHOLE);
            free[gpu] -= share;
        }
        held.bound.push((gpu as u16, share));
    }
}

impl Held {
    /// Binds the whole GPUs that are counted to the lowest of `free` of which nothing is bound, neither by this job.
    pub fn bind(&mut self, free: &[u16]) {
        let shared: Vec<u16> = self.bound.iter().map(|it| it.0).collect();
        let idle = (0_u16..).zip(free);
        let lowest = idle.filter(|(gpu, it)| **it == WHOLE && !shared.contains(gpu)).take(self.counted as usize);
        self.bound.extend(lowest.map(|(gpu, _)| (gpu, WHOLE)));
        self.counted = 0;
    }

    /// How many thousandths of GPUs it holds.
    pub fn gpus(&self) -> u64 {
        let bound = self.bound.iter().map(|it| u64::from(it.1)).sum::<u64>();
        bound + u64::from(self.counted) * u64::from(WHOLE)
    }
}
