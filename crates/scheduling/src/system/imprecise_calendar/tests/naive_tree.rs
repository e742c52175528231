//! Managers a second time, in the plainest style, to compare whole schedules with.
//!
//! An array of finest slots for each cluster says how many nodes it has left; every manager sees all that
//! stand beneath it as they are. It shares no code with the calendars, the tree or the run.

use super::*;
use crate::engine::Status;

/// Beyond all that is booked.
pub(super) const END: Time = 9_000;

/// The manager above each manager, and the clusters beneath each: the managers of clusters first, the highest last.
pub(super) struct Shape {
    pub json: &'static str,
    pub nodes: &'static [u32],
    pub above: &'static [Option<usize>],
    pub beneath: &'static [&'static [usize]],
}

pub(super) const SHAPES: [Shape; 4] = [
    Shape {
        json: r#""clusters""#,
        nodes: &[3, 8, 5],
        above: &[Some(3), Some(3), Some(3), None],
        beneath: &[&[0], &[1], &[2], &[0, 1, 2]],
    },
    Shape {
        json: "[[0, 2], 1]",
        nodes: &[3, 4, 5],
        above: &[Some(3), Some(4), Some(3), Some(4), None],
        beneath: &[&[0], &[1], &[2], &[0, 2], &[0, 1, 2]],
    },
    Shape {
        json: "[[0], [1, 2]]",
        nodes: &[3, 4, 5],
        above: &[Some(3), Some(4), Some(4), Some(5), Some(5), None],
        beneath: &[&[0], &[1], &[2], &[0], &[1, 2], &[0, 1, 2]],
    },
    Shape { json: r#""clusters""#, nodes: &[6], above: &[None], beneath: &[&[0]] },
];

#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub length: Time,
    pub backfill: bool,
    pub promoted_nodes: Option<u32>,
    pub promoted_hours: Option<u32>,
    pub bump_after: Option<Time>,
    pub deficit_limit: Option<u32>,
    pub late: bool,
    /// Of equal clusters the next behind the job's own is taken.
    pub after_own: bool,
}

impl Rules {
    pub fn json(&self, managers: &str) -> String {
        let number = |it: Option<i64>| it.map_or("null".to_owned(), |it| it.to_string());
        format!(
            r#"{{"levels": [{{"length": {}}}], "backfill": {}, "managers": {managers}, "home": "user",
                "promote": {{"processors": {}, "hours": {}}}, "bump_after": {}, "deficit_limit": {},
                "assignment": "{}", "ties": "{}"}}"#,
            self.length,
            self.backfill,
            number(self.promoted_nodes.map(i64::from)),
            number(self.promoted_hours.map(i64::from)),
            number(self.bump_after),
            number(self.deficit_limit.map(i64::from)),
            if self.late { "late" } else { "at_submission" },
            if self.after_own { "after_own" } else { "lowest_number" },
        )
    }
}

/// The outcome of a job: its times, and its nodes by cluster and number.
pub(super) type Fate = (Time, Time, Vec<(usize, usize)>);

/// First slot, the one behind the last, nodes of each cluster, manager.
pub(super) type Booked = (usize, usize, Vec<u32>, usize);

/// How many more nodes of a cluster are taken from one slot until another, since a time and by a manager.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub time: Time,
    pub by: usize,
    pub cluster: usize,
    pub slots: (usize, usize),
    pub nodes: i64,
}

pub(super) struct Naive<'a> {
    pub shape: &'a Shape,
    pub rules: Rules,
    pub jobs: &'a [Job],
    /// Nodes taken, of each cluster in each slot.
    pub taken: Vec<Vec<u32>>,
    pub booked: Vec<Option<Booked>>,
    pub fates: Vec<Option<Fate>>,
    /// How long each job has been counted for in the trade, and where.
    pub traded: Vec<(Vec<u32>, Time)>,
    pub occupied: Vec<Vec<bool>>,
    /// All that was taken and given back.
    pub changes: Vec<Change>,
    pub now: Time,
}

impl<'a> Naive<'a> {
    pub fn new(shape: &'a Shape, rules: Rules, jobs: &'a [Job]) -> Self {
        Self {
            shape,
            rules,
            jobs,
            taken: vec![vec![0; END as usize]; shape.nodes.len()],
            booked: vec![None; jobs.len()],
            fates: vec![None; jobs.len()],
            traded: vec![(Vec::new(), 0); jobs.len()],
            occupied: shape.nodes.iter().map(|&nodes| vec![false; nodes as usize]).collect(),
            changes: Vec::new(),
            now: 0,
        }
    }
}

impl Naive<'_> {
    pub fn home(&self, job: usize) -> usize {
        self.jobs[job].logged.user as usize % self.shape.nodes.len()
    }

    pub fn slots(&self, job: usize) -> usize {
        (self.jobs[job].requested_time as usize).div_ceil(self.rules.length as usize)
    }

    pub fn slot_of(&self, time: Time) -> usize {
        (time as usize).div_ceil(self.rules.length as usize)
    }

    fn free(&self, cluster: usize, job: usize, first: usize) -> u32 {
        let taken = &self.taken[cluster][first..first + self.slots(job)];
        self.shape.nodes[cluster] - taken.iter().max().unwrap()
    }

    /// First slot, not before a time, and nodes of each cluster.
    pub fn find(&self, manager: usize, job: usize, ready: Time) -> (usize, Vec<u32>) {
        let from = self.slot_of(ready.max(self.jobs[job].ready()));
        let (home, size) = (self.home(job), self.jobs[job].processors);
        let mut order = self.shape.beneath[manager].to_vec();
        if self.rules.after_own {
            order.sort_by_key(|&it| if it < home { it + 100 } else { it })
        } else {
            order.sort_by_key(|&it| (it != home, it))
        }
        let alone = |&cluster: &usize| self.shape.nodes[cluster] >= size;
        for first in from.. {
            let mut nodes = vec![0; self.shape.nodes.len()];
            if order.iter().any(alone) {
                let free = |&&cluster: &&usize| self.free(cluster, job, first) >= size;
                if let Some(&cluster) = order.iter().find(free) {
                    nodes[cluster] = size;
                    return (first, nodes);
                }
                continue;
            }
            let mut left = size;
            for &cluster in &order {
                nodes[cluster] = self.free(cluster, job, first).min(left);
                left -= nodes[cluster];
            }
            if left == 0 {
                return (first, nodes);
            }
        }
        unreachable!("behind everything there is room")
    }

    pub fn all_nodes(&self, manager: usize) -> u32 {
        self.shape.beneath[manager].iter().map(|&it| self.shape.nodes[it]).sum()
    }

    /// Node seconds that the jobs of a cluster have had of others, less those that others had of it.
    pub fn owes(&self, cluster: usize) -> i64 {
        let mut owes = 0;
        for job in 0..self.jobs.len() {
            let (nodes, time) = &self.traded[job];
            let home = self.home(job);
            for (at, &nodes) in nodes.iter().enumerate() {
                if at != home && home == cluster {
                    owes += i64::from(nodes) * time;
                }
                if at != home && at == cluster {
                    owes -= i64::from(nodes) * time;
                }
            }
        }
        owes
    }

    fn submit(&mut self, job: usize) {
        let it = &self.jobs[job];
        let (home, size) = (self.home(job), it.processors);
        let mut manager = home;
        let is_over = self.rules.deficit_limit.is_some_and(|hours| self.owes(home) > i64::from(hours) * 3_600);
        let highest = self.shape.above.len() - 1;
        if size > self.all_nodes(highest) || (is_over && size > self.all_nodes(home)) {
            return;
        }
        let mut found = None;
        if is_over {
            found = Some(self.find(manager, job, it.submit));
        } else {
            let large = self.rules.promoted_nodes.is_some_and(|most| size > most);
            let long = self.rules.promoted_hours.is_some_and(|hours| it.requested_time >= i64::from(hours) * 3_600);
            if let (true, Some(above)) = (large || long, self.shape.above[manager]) {
                manager = above;
            }
            while size > self.all_nodes(manager) {
                manager = self.shape.above[manager].unwrap();
            }
        }
        let mut best = (manager, found.unwrap_or_else(|| self.find(manager, job, it.submit)));
        while let (false, Some(most), Some(above)) = (is_over, self.rules.bump_after, self.shape.above[manager]) {
            if best.1.0 as Time * self.rules.length - it.ready() <= most {
                break;
            }
            manager = above;
            let other = self.find(manager, job, it.submit);
            if other.0 < best.1.0 {
                best = (manager, other);
            }
        }
        let (manager, (first, nodes)) = best;
        self.traded[job] = (nodes.clone(), it.requested_time);
        self.take(job, first, nodes, manager);
    }

    pub fn take(&mut self, job: usize, first: usize, nodes: Vec<u32>, manager: usize) {
        let behind = first + self.slots(job);
        for (taken, nodes) in self.taken.iter_mut().zip(&nodes) {
            taken[first..behind].iter_mut().for_each(|it| *it += nodes);
        }
        self.note(Some(manager), &nodes, (first, behind), 1);
        self.booked[job] = Some((first, behind, nodes, manager));
    }

    /// A manager takes more nodes, or fewer; or each cluster itself.
    fn note(&mut self, by: Option<usize>, nodes: &[u32], slots: (usize, usize), sign: i64) {
        for (cluster, &nodes) in nodes.iter().enumerate() {
            self.changes.push(Change {
                time: self.now,
                by: by.unwrap_or(cluster),
                cluster,
                slots,
                nodes: sign * i64::from(nodes),
            });
        }
    }

    pub fn give(&mut self, job: usize, from: usize, by: Option<usize>) -> (bool, Vec<u32>, usize) {
        let (first, behind, nodes, manager) = self.booked[job].take().unwrap();
        let from = first.max(from).min(behind);
        for (taken, nodes) in self.taken.iter_mut().zip(&nodes) {
            taken[from..behind].iter_mut().for_each(|it| *it -= nodes);
        }
        self.note(by, &nodes, (from, behind), -1);
        (from < behind, nodes, manager)
    }

    /// Whether a job ended, and which clusters have a slot that is free again.
    pub fn ends(&mut self, now: Time) -> (bool, Vec<bool>) {
        let (mut ended, mut freed) = (false, vec![false; self.shape.nodes.len()]);
        for job in 0..self.jobs.len() {
            let Some((start, end, nodes)) = self.fates[job].clone() else {
                continue;
            };
            if end != now || self.booked[job].is_none() {
                continue;
            }
            ended = true;
            nodes.iter().for_each(|&(cluster, node)| self.occupied[cluster][node] = false);
            let (again, nodes, _) = self.give(job, self.slot_of(now), None);
            self.traded[job].1 = end - start;
            for (freed, nodes) in freed.iter_mut().zip(nodes) {
                *freed |= again && nodes > 0;
            }
        }
        (ended, freed)
    }

    /// The highest manager's jobs first.
    pub fn move_forward(&mut self, now: Time, mut freed: Vec<bool>) {
        for wanted in (0..self.shape.above.len()).rev() {
            for job in 0..self.jobs.len() {
                let Some((first, _, nodes, manager)) = self.booked[job].clone() else {
                    continue;
                };
                let anywhere = self.rules.late && wanted >= self.shape.nodes.len();
                let touched = if anywhere {
                    self.shape.beneath[wanted].iter().any(|&it| freed[it])
                } else {
                    nodes.iter().zip(&freed).any(|(&nodes, &freed)| nodes > 0 && freed)
                };
                if manager != wanted || !touched || self.fates[job].is_some() || self.jobs[job].is_reservation() {
                    continue;
                }
                self.give(job, 0, Some(manager));
                if anywhere {
                    let (earlier, others) = self.find(wanted, job, now);
                    if earlier < first {
                        (0..nodes.len()).for_each(|it| freed[it] |= nodes[it] > 0);
                        self.traded[job].0.clone_from(&others);
                        self.take(job, earlier, others, manager);
                    } else {
                        self.take(job, first, nodes, manager);
                    }
                    continue;
                }
                let fits = |slot: &usize| (0..nodes.len()).all(|it| self.free(it, job, *slot) >= nodes[it]);
                let earlier = (self.slot_of(now)..first).find(fits);
                if earlier.is_some() {
                    (0..nodes.len()).for_each(|it| freed[it] |= nodes[it] > 0);
                }
                self.take(job, earlier.unwrap_or(first), nodes, manager);
            }
        }
    }

    pub fn starts(&mut self, now: Time) {
        for job in 0..self.jobs.len() {
            let Some((first, _, nodes, _)) = self.booked[job].clone() else {
                continue;
            };
            if first as Time * self.rules.length != now || self.fates[job].is_some() {
                continue;
            }
            let mut mine = Vec::new();
            for (cluster, &count) in nodes.iter().enumerate() {
                let occupied = &mut self.occupied[cluster];
                let free = (0..occupied.len()).filter(|&node| !occupied[node]);
                let free: Vec<usize> = free.take(count as usize).collect();
                assert_eq!(free.len(), count as usize);
                for node in free {
                    occupied[node] = true;
                    mine.push((cluster, node));
                }
            }
            let it = &self.jobs[job];
            self.fates[job] = Some((now, now + it.run_time.min(it.requested_time), mine));
        }
    }

    fn play(mut self) -> Vec<Option<Fate>> {
        for now in 0..END {
            self.now = now;
            let (_, freed) = self.ends(now);
            if self.rules.backfill && freed.contains(&true) {
                self.move_forward(now, freed);
            }
            for job in 0..self.jobs.len() {
                if self.jobs[job].submit == now {
                    self.submit(job);
                }
            }
            self.starts(now);
            loop {
                let (ended, freed) = self.ends(now);
                if self.rules.backfill && freed.contains(&true) {
                    self.move_forward(now, freed);
                }
                if !ended {
                    break;
                }
                self.starts(now);
            }
        }
        self.fates
    }
}

pub(super) fn fates_of(run: &Run) -> Vec<Option<Fate>> {
    let outcomes = run.schedule.outcomes.iter().enumerate();
    let fate = |(index, it): (usize, &crate::engine::Outcome)| {
        let mut nodes = Vec::new();
        for bar in run.schedule.bars_of(index) {
            let range = bar.first_processor..=bar.last_processor;
            nodes.extend(range.map(|node| (bar.provider as usize, node as usize)));
        }
        nodes.sort_unstable();
        (it.status != Status::Rejected).then_some((it.start, it.end, nodes))
    };
    outcomes.map(fate).collect()
}

pub(super) fn any_rules() -> impl Strategy<Value = Rules> {
    let few = || prop::option::of(0..8u32);
    let bump = prop::option::of(0..60i64);
    let limits = prop::option::of(Just(0u32));
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (1..40i64, flags, few(), limits.clone(), bump, limits).prop_map(
        |(length, flags, promoted_nodes, promoted_hours, bump_after, deficit_limit)| {
            let (backfill, late, after_own) = flags;
            Rules { length, backfill, promoted_nodes, promoted_hours, bump_after, deficit_limit, late, after_own }
        },
    )
}

/// Jobs of several users, some larger than every cluster.
pub(in super::super) fn any_jobs() -> impl Strategy<Value = Vec<Job>> {
    let one = (any_job(), 0..5i64, 1..=17u32).prop_map(|(mut job, user, processors)| {
        (job.logged.user, job.logged.queue) = (user, user / 2);
        Job { processors, ..job }
    });
    prop::collection::vec(one, 0..50).prop_map(numbered)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(96)))]

    #[test]
    fn whole_schedules_of_several_managers_are_equal(
        jobs in any_jobs(),
        rules in any_rules(),
        shape in 0..SHAPES.len(),
    ) {
        let shape = &SHAPES[shape];
        let settings: ImpreciseCalendar = serde_json::from_str(&rules.json(shape.json)).unwrap();
        prop_assert_eq!(settings.validate(shape.nodes), Ok(()));
        let run = run(&settings, shape.nodes, jobs.clone());
        let naive = Naive::new(shape, rules, &jobs);
        prop_assert_eq!(fates_of(&run), naive.play());
    }
}
