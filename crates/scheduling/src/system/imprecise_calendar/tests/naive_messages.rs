//! Messages that take time, a second time: second by second, over plain arrays. A manager's belief is summed up from
//! all changes whenever it is read.

use std::collections::BTreeMap;

use super::naive_tree::{END, Naive, Rules, SHAPES, Shape, any_jobs, any_rules, fates_of};
use super::*;

/// A start as a slot, and nodes of each cluster.
type StartAndNodes = (usize, Vec<u32>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Release,
    Reserve,
    Inquiry,
    Answers,
    Failure,
}

#[derive(Clone, Debug)]
struct Pending {
    job: usize,
    due: (Time, What),
    manager: usize,
    /// Nodes that were taken in clusters that declined, when they did.
    known: BTreeMap<usize, Vec<u32>>,
    asked_for: usize,
    found: Option<StartAndNodes>,
    declined: bool,
    in_mind: Option<(usize, StartAndNodes)>,
    stays: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    inquiries: u32,
    declined: u32,
    aborted: u32,
    reserves: u32,
    failed: u32,
}

struct Talking<'a> {
    plain: Naive<'a>,
    message: Time,
    staleness: Time,
    pending: Vec<Pending>,
    counts: Counts,
}

impl<'a> Talking<'a> {
    /// All that happens, to the end.
    fn play(plain: Naive<'a>, message: Time, staleness: Time) -> Self {
        let mut talking = Self { plain, message, staleness, pending: Vec::new(), counts: Counts::default() };
        for now in 0..END {
            talking.second(now);
        }
        talking
    }
}

impl Talking<'_> {
    fn shape(&self) -> &Shape {
        self.plain.shape
    }

    /// How many managers pass a change of a cluster on.
    fn hops(&self, cluster: usize, manager: usize) -> Time {
        let (mut at, mut hops) = (cluster, 0);
        while at != manager {
            at = self.shape().above[at].expect("a manager above");
            hops += 1;
        }
        hops
    }

    /// Nodes taken in each slot, as the manager has heard.
    fn heard(&self, manager: usize, cluster: usize) -> Vec<i64> {
        let delay = self.staleness * self.hops(cluster, manager);
        let mut taken = vec![0; END as usize];
        for it in self.plain.changes.iter().filter(|it| it.cluster == cluster) {
            let is_own = it.by == manager && manager >= self.shape().nodes.len();
            if is_own || it.time + delay <= self.plain.now {
                taken[it.slots.0..it.slots.1].iter_mut().for_each(|slot| *slot += it.nodes);
            }
        }
        taken
    }

    fn view(&self, it: &Pending, cluster: usize) -> Vec<i64> {
        match it.known.get(&cluster) {
            Some(taken) => taken.iter().map(|&it| i64::from(it)).collect(),
            None => self.heard(it.manager, cluster),
        }
    }

    fn look(&mut self, mut it: Pending) {
        let (now, job) = (self.plain.now, it.job);
        let beneath = self.shape().beneath[it.manager];
        if it.manager < self.shape().nodes.len() {
            it.found = Some(self.plain.find(it.manager, job, now));
            return self.decide(it);
        }
        let (home, size) = (self.plain.home(job), self.plain.jobs[job].processors);
        let mut order = beneath.to_vec();
        if self.plain.rules.after_own {
            order.sort_by_key(|&at| if at < home { at + 100 } else { at })
        } else {
            order.sort_by_key(|&at| (at != home, at))
        }
        let is_group = order.iter().all(|&at| self.shape().nodes[at] < size);
        let messages = if is_group { 5 } else { 3 };
        let ready = self.plain.jobs[job].ready().max(now + messages * self.message);
        let mut from = self.plain.slot_of(ready);
        if is_group {
            from = from.max(it.asked_for);
        }
        let views: Vec<Vec<i64>> = order.iter().map(|&at| self.view(&it, at)).collect();
        let all: Vec<Vec<i64>> = order.iter().map(|&at| self.heard(it.manager, at)).collect();
        let length = self.plain.slots(job);
        let place = (from..).find_map(|first| {
            let slots = first..first + length;
            let mut nodes = vec![0; self.shape().nodes.len()];
            let free = |at: usize| {
                let most = views[at][slots.clone()].iter().max().expect("a slot");
                (i64::from(self.shape().nodes[order[at]]) - most).max(0) as u32
            };
            if !is_group {
                let at = (0..order.len()).find(|&at| free(at) >= size)?;
                nodes[order[at]] = size;
                return Some((first, nodes));
            }
            let sum = i64::from(self.plain.all_nodes(it.manager));
            let taken = |slot: usize| all.iter().map(|it| it[slot]).sum::<i64>();
            if slots.clone().any(|slot| sum - taken(slot) < i64::from(size)) {
                return None;
            }
            let mut left = size;
            for (at, &cluster) in order.iter().enumerate() {
                nodes[cluster] = free(at).min(left);
                left -= nodes[cluster];
            }
            (left == 0).then_some((first, nodes))
        });
        it.asked_for = place.as_ref().expect("behind everything there is room").0;
        it.found = place;
        self.send(it, What::Inquiry);
    }

    fn send(&mut self, mut it: Pending, what: What) {
        it.due = (self.plain.now + self.message, what);
        self.pending.push(it);
    }

    /// Clusters that have no room for their part.
    fn declining(&self, job: usize, (first, nodes): &StartAndNodes) -> Vec<usize> {
        let length = self.plain.slots(job);
        let has_room = |cluster: usize| {
            let taken = self.plain.taken[cluster][*first..first + length].iter().max();
            let starts = *first as Time * self.plain.rules.length;
            let free = self.shape().nodes[cluster] - taken.expect("a slot");
            starts >= self.plain.now && free >= nodes[cluster]
        };
        (0..nodes.len()).filter(|&at| nodes[at] > 0).filter(|&at| !has_room(at)).collect()
    }

    fn inquire(&mut self, mut it: Pending) {
        let found = it.found.clone().expect("a place");
        let asked = found.1.iter().filter(|&&nodes| nodes > 0).count() as u32;
        let declined = self.declining(it.job, &found);
        self.counts.inquiries += asked;
        self.counts.declined += declined.len() as u32;
        self.counts.aborted += u32::from(asked > 1 && !declined.is_empty());
        it.declined = !declined.is_empty();
        for cluster in declined {
            it.known.insert(cluster, self.plain.taken[cluster].clone());
        }
        self.send(it, What::Answers);
    }

    fn decide(&mut self, mut it: Pending) {
        let found = it.found.take().expect("a place");
        if it.in_mind.as_ref().is_none_or(|(_, best)| found.0 < best.0) {
            it.in_mind = Some((it.manager, found));
        }
        let (manager, place) = it.in_mind.clone().expect("a place");
        let start = place.0 as Time * self.plain.rules.length;
        let waits = start - self.plain.jobs[it.job].ready();
        let is_late = self.plain.rules.bump_after.is_some_and(|most| waits > most);
        if let (true, false, Some(above)) = (is_late, it.stays, self.shape().above[it.manager]) {
            it.manager = above;
            it.known.clear();
            it.asked_for = 0;
            return self.look(it);
        }
        it.manager = manager;
        if manager < self.shape().nodes.len() {
            let place = self.plain.find(manager, it.job, self.plain.now);
            return self.have(it.job, place, manager);
        }
        self.send(it, What::Reserve);
    }

    fn have(&mut self, job: usize, (first, nodes): StartAndNodes, manager: usize) {
        self.plain.traded[job] = (nodes.clone(), self.plain.jobs[job].requested_time);
        self.plain.take(job, first, nodes, manager);
    }

    fn reserve(&mut self, mut it: Pending) {
        let (manager, place) = it.in_mind.take().expect("a place");
        let asked = place.1.iter().filter(|&&nodes| nodes > 0).count() as u32;
        let declined = self.declining(it.job, &place);
        self.counts.reserves += asked;
        self.counts.failed += declined.len() as u32;
        if declined.is_empty() {
            return self.have(it.job, place, manager);
        }
        self.counts.aborted += u32::from(asked > 1);
        it.stays = true;
        let (first, mut nodes) = place;
        for cluster in declined {
            it.known.insert(cluster, self.plain.taken[cluster].clone());
            nodes[cluster] = 0;
        }
        // Held parts are no place: the job neither starts nor moves.
        if nodes.iter().any(|&it| it > 0) {
            self.plain.take(it.job, first, nodes, manager);
        }
        self.send(it, What::Failure);
    }

    fn failure(&mut self, it: Pending) {
        if self.plain.booked[it.job].is_some() { self.send(it, What::Release) } else { self.look(it) }
    }

    /// Those that are due, of one kind, in order of their jobs.
    fn due(&mut self, what: What) -> Vec<Pending> {
        let due = (self.plain.now, what);
        let (mut due, rest): (Vec<_>, Vec<_>) = self.pending.drain(..).partition(|it| it.due == due);
        self.pending = rest;
        due.sort_by_key(|it| it.job);
        due
    }

    /// As without message time; a job that only holds parts neither starts nor moves.
    fn without_held(&mut self, act: impl FnOnce(&mut Naive)) {
        let mut held = Vec::new();
        for it in &self.pending {
            held.push((it.job, self.plain.booked[it.job].take()));
        }
        act(&mut self.plain);
        for (job, booked) in held {
            self.plain.booked[job] = booked;
        }
    }

    fn second(&mut self, now: Time) {
        self.plain.now = now;
        let (_, mut freed) = self.plain.ends(now);
        for mut it in self.due(What::Release) {
            // As of a job that ends: slots that have begun are not free again.
            let from = self.plain.slot_of(now);
            let (again, nodes, _) = self.plain.give(it.job, from, Some(it.manager));
            for (freed, nodes) in freed.iter_mut().zip(nodes) {
                *freed |= again && nodes > 0;
            }
            it.due = (now, What::Failure);
            self.pending.push(it);
        }
        let backfill = self.plain.rules.backfill;
        if backfill && freed.contains(&true) {
            self.without_held(|plain| plain.move_forward(now, freed));
        }
        for what in [What::Reserve, What::Inquiry, What::Answers, What::Failure] {
            for it in self.due(what) {
                match what {
                    What::Reserve => self.reserve(it),
                    What::Inquiry => self.inquire(it),
                    What::Answers if it.declined => self.look(it),
                    What::Answers => self.decide(it),
                    _ => self.failure(it),
                }
            }
        }
        for job in 0..self.plain.jobs.len() {
            if self.plain.jobs[job].submit == now {
                self.submit(job);
            }
        }
        self.without_held(|plain| plain.starts(now));
        loop {
            let (ended, freed) = self.plain.ends(now);
            if backfill && freed.contains(&true) {
                self.without_held(|plain| plain.move_forward(now, freed));
            }
            if !ended {
                break;
            }
            self.without_held(|plain| plain.starts(now));
        }
    }

    fn submit(&mut self, job: usize) {
        let rules = self.plain.rules;
        let it = &self.plain.jobs[job];
        let (home, size) = (self.plain.home(job), it.processors);
        let is_over = rules.deficit_limit.is_some_and(|hours| self.plain.owes(home) > i64::from(hours) * 3_600);
        let highest = self.shape().above.len() - 1;
        if size > self.plain.all_nodes(highest) || (is_over && size > self.plain.all_nodes(home)) {
            return;
        }
        if is_over {
            let place = self.plain.find(home, job, it.submit);
            return self.have(job, place, home);
        }
        let large = rules.promoted_nodes.is_some_and(|most| size > most);
        let long = rules.promoted_hours.is_some_and(|hours| it.requested_time >= i64::from(hours) * 3_600);
        let mut manager = home;
        if let (true, Some(above)) = (large || long, self.shape().above[manager]) {
            manager = above;
        }
        while size > self.plain.all_nodes(manager) {
            manager = self.shape().above[manager].expect("a manager above");
        }
        self.look(Pending {
            job,
            due: (0, What::Inquiry),
            manager,
            known: BTreeMap::new(),
            asked_for: 0,
            found: None,
            declined: false,
            in_mind: None,
            stays: false,
        });
    }
}

#[test]
fn a_released_part_whose_slots_have_begun_moves_no_job_forward() {
    // Found by the random test below. Managers [[0], [1, 2]] over 3, 4 and 5 nodes, slots of 15 s, messages of 5 s.
    //
    // Job 1 (5 nodes: cluster 2 alone) asks manager 4 at 82 and gets 105 offered at 92, which is too late; the highest has
    // nothing better at 102, and the reserve of 105 arrives at 107 and fails. Cluster 2 was empty then, so the manager
    // asks at 112 for 135.
    // Job 2 (8 nodes: all managers) asks at 97, and at 112 reserves 3, 4 and 1 nodes from 135 to 180. So at 117 job 1
    // is declined; at 122 it asks for 180, and has it at 137.
    // Job 3 (6 nodes in clusters 1 and 2) asks manager 4 at 97 for 135; all agree, but that is too late. At 107 the
    // highest asks for 135 as well, and at 112, after job 2's reserve, is declined; its 180, known at 127, is no better. So
    // at 132 manager 4 reserves what it kept in mind: cluster 1 has no room, cluster 2 holds 2 nodes from 135 on. At 137 the
    // manager knows, at 142 the part is released.
    //
    // Job 2 has ended at 135: all of cluster 2 is free from 150 to 180. A part of one slot gives nothing back at 142, since
    // that slot has begun: no job is looked at, and job 1 keeps 180. A part of two slots gives 150 to 165 back: job 1 moves.
    for (limit, start) in [(1, 180), (15, 180), (16, 150)] {
        let jobs =
            [of_user(1, job(1, 82, 5, 0, 1)), of_user(3, job(2, 97, 8, 0, 35)), of_user(1, job(3, 97, 6, 0, limit))];
        let rules = Rules {
            length: 15,
            backfill: true,
            promoted_nodes: None,
            promoted_hours: None,
            bump_after: Some(0),
            deficit_limit: None,
            late: false,
            after_own: false,
        };
        let shape = &SHAPES[2];
        let mut settings: ImpreciseCalendar = serde_json::from_str(&rules.json(shape.json)).unwrap();
        settings.message_time = 5;
        let run = fates_of(&run(&settings, shape.nodes, jobs.to_vec()));
        let starts: Vec<_> = run.iter().flatten().map(|it| it.0).collect();
        assert_eq!(starts, [start, 135, 180], "{limit}");
        let talking = Talking::play(Naive::new(shape, rules, &jobs), 5, 0);
        assert_eq!(run, talking.plain.fates, "{limit}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(64)))]

    #[test]
    fn whole_schedules_of_managers_that_send_messages_are_equal(
        jobs in any_jobs(),
        rules in any_rules(),
        message in 1..12i64,
        staleness in prop_oneof![Just(0i64), 1..80i64],
        shape in 0..SHAPES.len(),
    ) {
        let (shape, rules) = (&SHAPES[shape], Rules { late: false, ..rules });
        let mut settings: ImpreciseCalendar = serde_json::from_str(&rules.json(shape.json)).unwrap();
        (settings.message_time, settings.staleness) = (message, staleness);
        prop_assert_eq!(settings.validate(shape.nodes), Ok(()));
        let run = run(&settings, shape.nodes, jobs.clone());
        let talking = Talking::play(Naive::new(shape, rules, &jobs), message, staleness);
        prop_assert_eq!(talking.pending.len(), 0);
        prop_assert_eq!(fates_of(&run), talking.plain.fates);
        if shape.nodes.len() > 1 {
            let counted = |key: &str| run.measures[key] as u32;
            let counts = Counts {
                inquiries: counted("inquiries"),
                declined: counted("declined"),
                aborted: counted("aborted"),
                reserves: counted("reserves"),
                failed: counted("failed_reserves"),
            };
            prop_assert_eq!(counts, talking.counts);
        }
    }
}
