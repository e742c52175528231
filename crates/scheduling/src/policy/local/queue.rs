//! The queue of a local scheduler.

use super::turns::{Shape, Turns};
use super::{Arrival, Sizes, Waiting, remove_places};

/// How a policy finds the jobs that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// It looks at one after the other.
    Walking,
    /// It starts with the first one, or remembers where its jobs stand.
    ByPlace,
    /// It takes the first that fits, of all or of a part of an order that stays as long as a job waits.
    ByTurn,
}

/// Batch jobs that wait, in order of arrival.
///
/// Those that have left may leave gaps, so that a long queue is not moved up for each of them. Under a
/// policy that walks there are none after a pass.
#[derive(Clone, Debug)]
pub struct Queue {
    jobs: Vec<Waiting>,
    left: Left,
    finds: Finds,
    sizes: Sizes,
    /// Whether there must be no gaps after a pass.
    closed: bool,
}

/// Which jobs of a queue have left it, and the turns of those that have not.
#[derive(Clone, Debug, Default)]
pub struct Left {
    /// Whether the job at a place has left.
    gone: Vec<bool>,
    count: usize,
    /// No place before this one has a job.
    first: usize,
    index: Option<Index>,
}

/// The jobs by their turns, if there are many.
#[derive(Clone, Debug)]
struct Index {
    turns: Turns,
    /// The order of the job at each place.
    orders: Vec<i64>,
}

impl Queue {
    /// An empty queue for a policy that finds its jobs in this way, with structures of these sizes.
    pub fn new(finds: Finds, sizes: Sizes) -> Self {
        Self { jobs: Vec::new(), left: Left::default(), finds, sizes, closed: finds == Finds::Walking }
    }

    /// From now on a pass leaves no gaps, because the queue is read from outside.
    pub fn stay_closed(&mut self) {
        self.closed = true;
        self.close_all();
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.jobs.len() - self.left.count
    }

    /// Whether no job waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The jobs, with those that have left if it is not closed.
    pub fn jobs(&self) -> &[Waiting] {
        &self.jobs
    }

    /// The jobs, and which of them have left.
    pub fn parts(&mut self) -> (&[Waiting], &mut Left) {
        (&self.jobs, &mut self.left)
    }

    /// A job arrives after all others; `order` returns the order of its turn.
    pub fn push(&mut self, job: Waiting, order: impl FnOnce(&Waiting) -> i64) {
        if let Some(index) = &mut self.left.index {
            let order = order(&job);
            index.turns.add((order, job.arrival), shape(job));
            index.orders.push(order);
        }
        self.jobs.push(job);
        self.left.gone.push(false);
    }

    /// A job comes back to its place, where it may have left a gap. O(n).
    pub fn put_back(&mut self, job: Waiting, order: impl FnOnce(&Waiting) -> i64) {
        let place = place_of(&self.jobs, job.arrival);
        let gap = self.jobs.get(place).is_some_and(|it| it.job == job.job);
        if let Some(index) = &mut self.left.index {
            let order = order(&job);
            index.turns.add((order, job.arrival), shape(job));
            if gap { index.orders[place] = order } else { index.orders.insert(place, order) }
        }
        if gap {
            self.jobs[place] = job;
            self.left.gone[place] = false;
            self.left.count -= 1;
        } else {
            self.jobs.insert(place, job);
            self.left.gone.insert(place, false);
        }
        self.left.first = self.left.first.min(place);
    }

    /// Makes an index if there are many jobs, and gives it up if there are few; to be called before a
    /// pass. `order` returns the order of their turns.
    pub fn prepare(&mut self, order: impl Fn(&Waiting) -> i64) {
        if self.finds != Finds::ByTurn {
            return;
        }
        if self.left.index.is_some() {
            if self.len() < self.sizes.indexed / 4 {
                self.left.index = None;
                self.close_all();
            }
        } else if self.len() >= self.sizes.indexed {
            self.left.index = Some(Index::of(&self.jobs, self.sizes, order));
        }
    }

    /// After a pass in which the jobs at these places left, which ascend: closes the gaps, if they may
    /// not stay or are as many as the jobs.
    pub fn settle(&mut self, left: &[usize]) {
        let may_stay = !self.closed && (self.left.index.is_some() || self.finds == Finds::ByPlace);
        if may_stay && 2 * self.left.count <= self.jobs.len() {
            return;
        }
        if left.len() == self.left.count { self.close(left) } else { self.close_all() }
    }

    fn close_all(&mut self) {
        let gone = self.left.gone.iter().enumerate().filter(|&(_, &it)| it).map(|(place, _)| place);
        self.close(&gone.collect::<Vec<_>>());
    }

    /// Closes these gaps, which are all.
    fn close(&mut self, gone: &[usize]) {
        remove_places(&mut self.jobs, gone);
        if let Some(index) = &mut self.left.index {
            remove_places(&mut index.orders, gone);
        }
        self.left.gone.truncate(self.jobs.len());
        if !gone.is_empty() {
            self.left.gone.fill(false);
        }
        (self.left.count, self.left.first) = (0, 0);
    }
}

impl Left {
    /// The job at this place leaves.
    pub fn leave(&mut self, queue: &[Waiting], place: usize) {
        debug_assert!(!self.gone[place]);
        self.gone[place] = true;
        self.count += 1;
        if let Some(index) = &mut self.index {
            let job = queue[place];
            index.turns.remove((index.orders[place], job.arrival), shape(job));
        }
    }

    /// How many have left and are still in the queue.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether the job at this place has left.
    pub fn is_gone(&self, place: usize) -> bool {
        self.gone[place]
    }

    /// The place of the job that arrived first of those that wait.
    pub fn first(&mut self) -> Option<usize> {
        let gone = self.gone[self.first..].iter();
        self.first += gone.take_while(|&&it| it).count();
        (self.first < self.gone.len()).then_some(self.first)
    }

    /// The turns of the jobs, if there are many.
    pub fn turns(&self) -> Option<&Turns> {
        self.index.as_ref().map(|it| &it.turns)
    }
}

impl Index {
    fn of(jobs: &[Waiting], sizes: Sizes, order: impl Fn(&Waiting) -> i64) -> Self {
        let orders: Vec<i64> = jobs.iter().map(order).collect();
        let mut turns = Turns::new(sizes);
        for (job, &order) in jobs.iter().zip(&orders) {
            turns.add((order, job.arrival), shape(*job));
        }
        Self { turns, orders }
    }
}

/// The place in a queue of the job with this arrival, or where it would stand.
pub fn place_of(queue: &[Waiting], arrival: Arrival) -> usize {
    queue.partition_point(|other| other.arrival < arrival)
}

fn shape(job: Waiting) -> Shape {
    Shape { processors: job.processors, limit: job.limit }
}
