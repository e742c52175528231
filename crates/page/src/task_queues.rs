//! The distribution of tasks over several workers: queues that take turns, and tasks whose worker dies.

use std::collections::VecDeque;

/// Numbers the tasks that have been given out.
pub type Number = u32;

/// Workers with queues of tasks `T`. Each task that is queued is either cancelled or ends once.
#[derive(Debug)]
pub struct TaskQueues<T> {
    workers: Vec<WorkerState<T>>,
    queues: Vec<Queue<T>>,
    /// The queue whose turn it is.
    turn: usize,
    numbers: Number,
}

#[derive(Debug)]
struct Queue<T> {
    tasks: VecDeque<T>,
    /// The number of workers that may compute its tasks: the first ones, so that only these hold its data.
    most: usize,
}

#[derive(Debug)]
struct WorkerState<T> {
    /// Its current task.
    at: Option<At<T>>,
    given_up: bool,
}

#[derive(Debug)]
struct At<T> {
    number: Number,
    queue: usize,
    task: T,
}

/// A task that has been given to a worker.
#[derive(Debug, PartialEq, Eq)]
pub struct Given<T> {
    pub worker: usize,
    pub number: Number,
    pub task: T,
}

impl<T> Default for TaskQueues<T> {
    fn default() -> Self {
        Self { workers: Vec::new(), queues: Vec::new(), turn: 0, numbers: 0 }
    }
}

impl<T: Clone> TaskQueues<T> {
    /// One more queue; its place.
    pub fn add_queue(&mut self) -> usize {
        self.queues.push(Queue { tasks: VecDeque::new(), most: usize::MAX });
        self.queues.len() - 1
    }

    /// One more worker; its place.
    pub fn add_worker(&mut self) -> usize {
        self.workers.push(WorkerState { at: None, given_up: false });
        self.workers.len() - 1
    }

    /// How many workers there are, given up or not.
    pub fn count(&self) -> usize {
        self.workers.len()
    }

    /// Tasks for a queue, after those that are in it; at most this many workers are to be at them.
    pub fn queue(&mut self, queue: usize, tasks: impl IntoIterator<Item = T>, most: usize) {
        self.queues[queue].tasks.extend(tasks);
        self.queues[queue].most = most.max(1);
    }

    /// Takes all tasks back; the workers that are at one, and shall stop.
    pub fn cancel(&mut self, queue: usize) -> Vec<usize> {
        self.queues[queue].tasks.clear();
        let stopped = self.workers.iter_mut().enumerate().filter_map(|(place, worker)| {
            let at = worker.at.take_if(|at| at.queue == queue);
            at.map(|_| place)
        });
        stopped.collect()
    }

    /// Gives the next tasks to all idle workers.
    pub fn give_out(&mut self) -> Vec<Given<T>> {
        let mut given = Vec::new();
        for place in 0..self.workers.len() {
            let worker = &self.workers[place];
            if worker.at.is_some() || worker.given_up {
                continue;
            }
            let Some((queue, task)) = self.next_task(place) else {
                continue;
            };
            self.numbers += 1;
            let number = self.numbers;
            self.workers[place].at = Some(At { number, queue, task: task.clone() });
            given.push(Given { worker: place, number, task });
        }
        given
    }

    /// A worker has done its task of this number: which one that was, and its queue. `None` if it is
    /// not at it any more.
    pub fn done(&mut self, worker: usize, number: Number) -> Option<(usize, T)> {
        let at = &mut self.workers.get_mut(worker)?.at;
        let ended = at.take_if(|at| at.number == number)?;
        Some((ended.queue, ended.task))
    }

    /// The current task of a worker is lost: that task, and its queue.
    pub fn lost(&mut self, worker: usize) -> Option<(usize, T)> {
        let ended = self.workers.get_mut(worker)?.at.take()?;
        Some((ended.queue, ended.task))
    }

    /// A worker is given up before it began with its task, which goes back to the head of its queue.
    /// Whether a queue has tasks that no worker is left for.
    pub fn give_up(&mut self, worker: usize) -> bool {
        if let Some(it) = self.workers.get_mut(worker) {
            it.given_up = true;
            if let Some(at) = it.at.take() {
                self.queues[at.queue].tasks.push_front(at.task);
            }
        }
        let is_stuck = |queue: &Queue<T>| {
            let mut workers = self.workers.iter().take(queue.most);
            !queue.tasks.is_empty() && workers.all(|worker| worker.given_up)
        };
        self.queues.iter().any(is_stuck)
    }

    /// All workers that were given up may be started again: which those are.
    pub fn try_again(&mut self) -> Vec<usize> {
        let given_up = self.workers.iter_mut().enumerate().filter_map(|(place, worker)| {
            let was = std::mem::take(&mut worker.given_up);
            was.then_some(place)
        });
        given_up.collect()
    }

    /// Whether nothing of a queue is still to come back.
    pub fn is_done(&self, queue: usize) -> bool {
        let at_it = |worker: &WorkerState<T>| worker.at.as_ref().is_some_and(|at| at.queue == queue);
        self.queues[queue].tasks.is_empty() && !self.workers.iter().any(at_it)
    }

    /// The tasks that wait or are being done.
    pub fn tasks(&self) -> impl Iterator<Item = &T> {
        let at = self.workers.iter().filter_map(|worker| Some(&worker.at.as_ref()?.task));
        self.queues.iter().flat_map(|queue| &queue.tasks).chain(at)
    }

    /// The first task for a worker of the next queue that has one, and which queue that is.
    fn next_task(&mut self, worker: usize) -> Option<(usize, T)> {
        let count = self.queues.len();
        let turn = self.turn;
        let mut places = (0..count).map(|step| (turn + step) % count);
        let queue = places.find(|&place| {
            let queue = &self.queues[place];
            !queue.tasks.is_empty() && worker < queue.most
        })?;
        self.turn = (queue + 1) % count;
        Some((queue, self.queues[queue].tasks.pop_front()?))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn queues(workers: usize, count: usize) -> TaskQueues<u32> {
        let mut queues = TaskQueues::default();
        for _ in 0..workers {
            queues.add_worker();
        }
        for _ in 0..count {
            queues.add_queue();
        }
        queues
    }

    fn tasks(given: &[Given<u32>]) -> Vec<(usize, u32)> {
        given.iter().map(|it| (it.worker, it.task)).collect()
    }

    #[test]
    fn queues_take_turns() {
        let mut queues = queues(3, 2);
        queues.queue(0, [1, 2], 9);
        queues.queue(1, [10, 20], 9);
        let given = queues.give_out();
        assert_eq!(tasks(&given), [(0, 1), (1, 10), (2, 2)]);
        assert_eq!(queues.done(1, given[1].number), Some((1, 10)));
        assert_eq!(tasks(&queues.give_out()), [(1, 20)]);
    }

    #[test]
    fn a_late_answer_to_a_cancelled_task_counts_for_nothing() {
        let mut queues = queues(1, 1);
        queues.queue(0, [1], 9);
        let old = queues.give_out().remove(0).number;
        assert_eq!(queues.cancel(0), [0]);
        queues.queue(0, [2], 9);
        let new = queues.give_out().remove(0).number;
        assert_eq!(queues.done(0, old), None);
        assert_eq!(queues.done(0, new), Some((0, 2)));
    }

    #[test]
    fn what_a_worker_had_not_begun_goes_to_another() {
        let mut queues = queues(2, 1);
        queues.queue(0, [1, 2, 3], 9);
        let given = queues.give_out();
        assert!(!queues.give_up(0));
        assert_eq!(queues.done(1, given[1].number), Some((0, 2)));
        assert_eq!(tasks(&queues.give_out()), [(1, 1)]);
    }

    #[test]
    fn a_large_workload_goes_to_few_workers() {
        let mut queues = queues(3, 2);
        queues.queue(0, [1, 2, 3], 1);
        queues.queue(1, [10, 20], 3);
        assert_eq!(tasks(&queues.give_out()), [(0, 1), (1, 10), (2, 20)]);
        // The others have nothing to do with it, and cannot help where the first one fails.
        assert!(queues.lost(0).is_some());
        assert!(queues.give_up(0), "two tasks wait for a worker that is gone");
        assert!(queues.give_out().is_empty());
    }

    #[test]
    fn without_workers_tasks_wait_until_somebody_tries_again() {
        let mut queues = queues(2, 1);
        queues.queue(0, [1, 2], 9);
        queues.give_out();
        assert!(!queues.give_up(0));
        assert!(queues.give_up(1));
        assert!(queues.give_out().is_empty());
        assert!(!queues.is_done(0));
        assert_eq!(queues.try_again(), [0, 1]);
        assert_eq!(queues.give_out().len(), 2);
        assert!(queues.try_again().is_empty());
    }

    /// What happens to a crew, by chance.
    #[derive(Clone, Debug)]
    enum Event {
        Queue(usize, u8),
        Done(usize),
        Lost(usize),
        GiveUp(usize),
        TryAgain,
    }

    fn event() -> impl Strategy<Value = Event> {
        prop_oneof![
            (0..2_usize, 1..5_u8).prop_map(|(queue, count)| Event::Queue(queue, count)),
            (0..3_usize).prop_map(Event::Done),
            (0..3_usize).prop_map(Event::Lost),
            (0..3_usize).prop_map(Event::GiveUp),
            Just(Event::TryAgain),
        ]
    }

    proptest! {
        /// Whatever dies and whenever: once workers are to be had, each task has ended exactly once.
        #[test]
        fn no_task_is_swallowed_and_none_ends_twice(events in prop::collection::vec(event(), 0..60)) {
            let mut queues = queues(3, 2);
            let mut at = [None; 3];
            let mut queued = 0;
            let mut ended = BTreeMap::new();
            let mut end = |it: Option<(usize, u32)>| {
                if let Some((_, task)) = it {
                    *ended.entry(task).or_insert(0) += 1;
                }
            };
            for event in events {
                match event {
                    Event::Queue(queue, count) => {
                        queues.queue(queue, (0..u32::from(count)).map(|it| queued + it), 1 + queue);
                        queued += u32::from(count);
                    }
                    Event::Done(worker) => {
                        if let Some(number) = at[worker].take() {
                            end(queues.done(worker, number));
                        }
                    }
                    Event::Lost(worker) => end(queues.lost(worker)),
                    Event::GiveUp(worker) => {
                        at[worker] = None;
                        queues.give_up(worker);
                    }
                    Event::TryAgain => drop(queues.try_again()),
                }
                for given in queues.give_out() {
                    at[given.worker] = Some(given.number);
                }
            }
            queues.try_again();
            loop {
                for given in queues.give_out() {
                    at[given.worker] = Some(given.number);
                }
                let Some(worker) = (0..3).find(|&worker| at[worker].is_some()) else { break };
                end(at[worker].take().and_then(|number| queues.done(worker, number)));
            }
            prop_assert!(queues.is_done(0) && queues.is_done(1));
            prop_assert_eq!(ended.len(), queued as usize);
            prop_assert!(ended.values().all(|&times| times == 1));
        }
    }
}
