//! All structures against a scan of every server, and the example of the paper's Figure 2.

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::printed::slots_of;
use super::steps::{V, X, Y, Z};
use super::{FOREVER, IdlePeriod, IdlePeriods, Operations, Selection, ServerSet, Share, *};
use crate::availability::BEGINNING;
use workload::Time;
use workload::testing::is_drawn;

const HORIZON: Time = 90;

/// An operation on the structures.
#[derive(Clone, Debug)]
enum Change {
    /// Time goes on.
    Roll(Time),
    /// Books servers: delay of the start, length, number of servers, selection.
    Book(Time, Time, u32, Selection),
    /// Gives back one of the bookings, from this long after its start on.
    Release(usize, Time),
}

fn change() -> impl Strategy<Value = Change> {
    let selection = (0..4usize).prop_map(|at| Selection::ALL[at]);
    prop_oneof![
        (0..30i64).prop_map(Change::Roll),
        (0..300i64).prop_map(Change::Roll),
        (0..40i64, 1..40i64, 1..6u32, selection.clone())
            .prop_map(|(lead, length, count, by)| Change::Book(lead, length, count, by)),
        (0..40i64, 1..40i64, 1..6u32, selection)
            .prop_map(|(lead, length, count, by)| Change::Book(lead, length, count, by)),
        (any::<usize>(), 0..40i64).prop_map(|(at, after)| Change::Release(at, after)),
    ]
}

/// A booking that has not been given back.
struct Booking {
    servers: ServerSet,
    from: Time,
    to: Time,
}

struct Trial {
    scan: Scan,
    others: Vec<Box<dyn IdlePeriods>>,
    bookings: Vec<Booking>,
    now: Time,
}

fn periods_of(shares: &[Share]) -> Vec<IdlePeriod> {
    let of = |share: &Share| {
        let (start, end) = (share.start, share.end);
        share.servers.iter().map(|server| IdlePeriod { start, end, server }).collect::<Vec<_>>()
    };
    let mut periods: Vec<IdlePeriod> = shares.iter().flat_map(of).collect();
    periods.sort_by_key(|it| it.server);
    periods
}

impl Trial {
    fn new(servers: u32, slots: &[Time]) -> Self {
        let trees =
            slots.iter().map(|&slot| Box::new(SlotTrees::new(servers, HORIZON, slot, 0)) as Box<dyn IdlePeriods>);
        let mut others: Vec<Box<dyn IdlePeriods>> = trees.collect();
        others.push(Box::new(GroupedPeriods::new(servers)));
        let mut scan = Scan::new(servers);
        // Periods that end by then are over from the first booking on.
        scan.roll(0);
        others.iter_mut().for_each(|it| it.roll(0));
        Self { scan, others, bookings: Vec::new(), now: 0 }
    }

    fn make(&mut self, change: &Change) -> Result<(), TestCaseError> {
        match *change {
            Change::Roll(by) => {
                self.now += by;
                self.scan.roll(self.now);
                self.others.iter_mut().for_each(|it| it.roll(self.now));
                let now = self.now;
                self.bookings.retain(|it| it.to > now);
            }
            Change::Book(lead, length, count, selection) => {
                self.book(self.now + lead, length, count, selection)?;
            }
            Change::Release(at, after) => self.release(at, after),
        }
        Ok(())
    }

    fn book(&mut self, from: Time, length: Time, count: u32, selection: Selection) -> Result<(), TestCaseError> {
        let to = from + length;
        let expected = self.scan.search(from, to, count, selection);
        for other in &mut self.others {
            let hopeless = other.hopeless_until(from, length, count);
            if expected.is_some() {
                prop_assert_eq!(hopeless, from);
            }
            for later in from..hopeless.min(self.now + HORIZON - length) {
                let there = self.scan.search(later, later + length, count, selection);
                prop_assert!(there.is_none(), "{} is not hopeless", later);
            }
            let before = other.periods(0, FOREVER);
            let found = other.search(from, to, count, selection);
            prop_assert_eq!(&other.periods(0, FOREVER), &before);
            if selection != Selection::Printed {
                let periods = |it: &Option<Vec<Share>>| it.as_ref().map(|it| periods_of(it));
                prop_assert_eq!(periods(&found), periods(&expected));
            }
            prop_assert_eq!(found.is_some(), expected.is_some());
            for period in found.iter().flat_map(|it| periods_of(it)) {
                prop_assert!(period.is_feasible(from, to));
                prop_assert!(before.contains(&period));
            }
            prop_assert!(found.iter().all(|it| servers_of(it).count() == count));
        }
        if let Some(chosen) = expected {
            self.scan.book(&chosen, from, to);
            for other in &mut self.others {
                other.book(&chosen, from, to);
            }
            let servers = servers_of(&chosen);
            self.bookings.push(Booking { servers, from, to });
        }
        Ok(())
    }

    fn release(&mut self, at: usize, after: Time) {
        if self.bookings.is_empty() {
            return;
        }
        let at = at % self.bookings.len();
        let Booking { servers, from, to } = &mut self.bookings[at];
        let since = (*from + after).max(self.now);
        if since < *to {
            self.scan.release(servers, since, *to);
            for other in &mut self.others {
                other.release(servers, since, *to);
            }
            *to = since;
        }
        let now = self.now;
        self.bookings.retain(|it| it.from < it.to && it.to > now);
    }

    fn compare(&mut self) -> Result<(), TestCaseError> {
        let now = self.now;
        for (from, to) in [(now, now + 1), (now + 3, now + 20), (now, now + HORIZON)] {
            let expected = self.scan.periods(from, to);
            let idle = self.scan.idle_throughout(from, to);
            for other in &mut self.others {
                prop_assert_eq!(&other.periods(from, to), &expected);
                prop_assert_eq!(&other.idle_throughout(from, to), &idle);
            }
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(200)))]

    #[test]
    fn every_structure_equals_the_scan_of_every_server(
        servers in 1..12u32, slot in 1..100i64, changes in proptest::collection::vec(change(), 1..60),
    ) {
        let mut trial = Trial::new(servers, &[slot, 7]);
        for change in &changes {
            trial.make(change)?;
            trial.compare()?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(4)))]

    /// With more groups than a block has, and more changes than sweeps wait for.
    #[test]
    fn they_do_with_many_servers_too(
        changes in proptest::collection::vec(change(), 600..900),
    ) {
        let mut trial = Trial::new(300, &[60]);
        for (at, change) in changes.iter().enumerate() {
            match change {
                // Time goes on slowly, so that much is booked.
                Change::Roll(by) if at % 50 > 0 => trial.make(&Change::Roll(by % 2))?,
                change => trial.make(change)?,
            }
            // All periods of all servers take their time.
            if at % 8 == 0 && is_drawn(at / 8, 12) {
                trial.compare()?;
            }
        }
        trial.compare()?;
    }
}

/// The schedule of Figure 1 at time 0, H = 42 and τ = 10. The text gives X, the medians and which periods
/// are feasible; the other times are ours, to agree with it.
fn figure_2() -> SlotTrees {
    SlotTrees::of(&[X, Y, Z, V], 4, 42, 10, 0)
}

#[test]
fn the_tree_of_slot_2_is_the_one_that_is_drawn() {
    let trees = figure_2();
    assert_eq!(trees.slot_at(17), (10, 20));
    assert_eq!(trees.periods(10, 20), [Y, Z, X, V]);
    let root = trees.tree_at(17).unwrap();
    assert_eq!((root.size, root.period.start), (4, 7));
    let branch = root.branch.unwrap();
    let ends = branch.secondary.unwrap();
    assert_eq!((ends.size, ends.period.end), (4, 25));
    let (left, right) = (branch.left, branch.right);
    assert_eq!((left.size, right.size), (2, 2));
    let leaves = |node: TreeNode| {
        let branch = node.branch.unwrap();
        [branch.left.period, branch.right.period]
    };
    assert_eq!([leaves(left), leaves(right)], [[Y, Z], [X, V]]);
    assert_eq!(slots_of(42, 10), 5);
    // V appears in the slots 1 and 2 alone.
    assert!(trees.periods(0, 10).contains(&V) && !trees.periods(20, 30).contains(&V));
}

#[test]
fn the_request_finds_y_and_z() {
    let mut trees = figure_2();
    let (from, to) = (17, 17 + 12);
    for selection in [Selection::LatestStart, Selection::Printed] {
        let found = trees.search(from, to, 2, selection).unwrap();
        assert_eq!(periods_of(&found), [Y, Z]);
    }
    assert_eq!(trees.search(from, to, 3, Selection::LatestStart), None);
    assert_eq!(trees.idle_throughout(from, to).iter().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn the_phases_go_as_the_text_tells() {
    let trees = figure_2();
    let leaf = |period: IdlePeriod| {
        let branch = trees.tree_at(17).unwrap().branch.unwrap();
        let leaves =
            [branch.left, branch.right].map(|it| *it.branch.unwrap()).into_iter().flat_map(|it| [it.left, it.right]);
        let mut leaves = leaves.filter(|it| it.period == period);
        leaves.next().unwrap().node
    };
    let steps = trees.search_steps(17, 29, 2, Selection::Printed);
    let candidates: Vec<u32> = steps
        .iter()
        .filter_map(|step| match step {
            SearchStep::Primary { candidates, .. } => Some(*candidates),
            _ => None,
        })
        .collect();
    // X and V by the right side of A, then Z, then Y.
    assert_eq!(candidates, [2, 3, 4]);
    let enough = SearchStep::Candidates { candidates: 4, enough: true };
    assert!(steps.contains(&enough));
    // In reverse order: first Y, then Z, and then there are enough.
    let looked: Vec<(u32, u32)> = steps
        .iter()
        .filter_map(|step| match step {
            SearchStep::Secondary { of, feasible, .. } => Some((*of, *feasible)),
            _ => None,
        })
        .collect();
    assert_eq!(looked, [(leaf(Y), 1), (leaf(Z), 2)]);
    let fetched: Vec<IdlePeriod> = steps
        .iter()
        .filter_map(|step| match step {
            SearchStep::Fetched { period, .. } => Some(*period),
            _ => None,
        })
        .collect();
    assert_eq!(fetched, [Y, Z]);
}

/// The mean count of nodes that the two phases look at, over requests that need one server more than
/// are idle: none of them stops early.
fn mean_operations(servers: u32) -> f64 {
    let mut draw = ChaCha8Rng::seed_from_u64(u64::from(servers));
    let mut below = |most: u64| (draw.next_u64() % most) as Time;
    let periods: Vec<IdlePeriod> = (0..servers)
        .map(|server| IdlePeriod { start: below(1_000_000), end: 1_000_000 + below(1_000_000), server })
        .collect();
    let mut trees = SlotTrees::of(&periods, servers, 1, 2_000_000, 0);
    let requests = 200;
    let mut operations = 0;
    for _ in 0..requests {
        // So that there are candidates enough for the second phase.
        let (from, to) = (500_000 + below(500_000), 1_900_000 + below(100_000));
        let feasible = trees.idle_throughout(from, to).count();
        let before = trees.operations().search;
        assert_eq!(trees.search(from, to, feasible + 1, Selection::Printed), None);
        operations += trees.operations().search - before;
    }
    operations as f64 / f64::from(requests)
}

#[test]
fn operations_grow_as_the_square_of_the_logarithm() {
    let sizes = [64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384];
    let means = sizes.map(mean_operations);
    let square = |at: usize| f64::from(sizes[at].ilog2()).powi(2);
    let ratios: Vec<f64> = (0..sizes.len()).map(|at| means[at] / square(at)).collect();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    // Over this range (log N)² grows by 5.4, and a root of N by 16.
    assert!(least > 0.2 && most / least < 1.7, "{ratios:?}");
    // By the logarithm alone it would grow by as much in the second half as in the first; by its
    // square by half as much again.
    let (first, second) = (means[4] - means[0], means[8] - means[4]);
    assert!(second > 1.25 * first, "{means:?}");
}

/// The idle periods of each server.
struct Scan {
    now: Time,
    idle: Vec<Vec<(Time, Time)>>,
}

impl Scan {
    pub fn new(servers: u32) -> Self {
        Self { now: BEGINNING, idle: vec![vec![(BEGINNING, FOREVER)]; servers as usize] }
    }

    fn all(&self) -> Vec<IdlePeriod> {
        let of = |(server, periods): (usize, &Vec<(Time, Time)>)| {
            let server = server as u32;
            let period = |&(start, end): &(Time, Time)| IdlePeriod { start, end, server };
            periods.iter().map(period).collect::<Vec<_>>()
        };
        self.idle.iter().enumerate().flat_map(of).collect()
    }

    fn set(&mut self, server: u32, mut periods: Vec<(Time, Time)>) {
        periods.retain(|&(start, end)| start < end && end > self.now);
        periods.sort_unstable();
        self.idle[server as usize] = periods;
    }
}

impl IdlePeriods for Scan {
    fn servers(&self) -> u32 {
        self.idle.len() as u32
    }

    fn roll(&mut self, now: Time) {
        self.now = now;
        for server in 0..self.servers() {
            let periods = self.idle[server as usize].clone();
            self.set(server, periods);
        }
    }

    fn search(&mut self, from: Time, to: Time, count: u32, selection: Selection) -> Option<Vec<Share>> {
        let mut feasible = self.all();
        feasible.retain(|it| it.start <= from && to <= it.end);
        match selection {
            Selection::LatestStart | Selection::Printed => {
                feasible.sort_by_key(|it| (-i128::from(it.start), it.end, it.server));
            }
            Selection::EarliestEnd => {
                feasible.sort_by_key(|it| (it.end, -i128::from(it.start), it.server));
            }
            Selection::FirstServer => feasible.sort_by_key(|it| it.server),
        }
        if feasible.len() < count as usize {
            return None;
        }
        let share = |it: &IdlePeriod| Share { start: it.start, end: it.end, servers: ServerSet::of(vec![it.server]) };
        Some(feasible[..count as usize].iter().map(share).collect())
    }

    fn book(&mut self, chosen: &[Share], from: Time, to: Time) {
        for share in chosen {
            for server in share.servers.iter() {
                let mut periods = self.idle[server as usize].clone();
                periods.retain(|&it| it != (share.start, share.end));
                periods.push((share.start, from));
                periods.push((to, share.end));
                self.set(server, periods);
            }
        }
    }

    fn release(&mut self, servers: &ServerSet, from: Time, to: Time) {
        for server in servers.iter() {
            let mut periods = self.idle[server as usize].clone();
            let (mut start, mut end) = (from, to);
            for &(other_start, other_end) in &self.idle[server as usize] {
                if other_end == from {
                    start = other_start;
                }
                if other_start == to {
                    end = other_end;
                }
            }
            periods.retain(|&(_, it)| it != from);
            periods.retain(|&(it, _)| it != to);
            periods.push((start, end));
            self.set(server, periods);
        }
    }

    fn idle_throughout(&mut self, from: Time, to: Time) -> ServerSet {
        let idle = self.all().into_iter().filter(|it| it.start <= from && to <= it.end);
        ServerSet::of(idle.map(|it| it.server).collect())
    }

    fn periods(&self, from: Time, to: Time) -> Vec<IdlePeriod> {
        let mut periods = self.all();
        periods.retain(|it| it.start < to && from < it.end);
        periods.sort_by_key(|it| (-i128::from(it.start), it.end, it.server));
        periods
    }

    fn operations(&self) -> Operations {
        Operations::default()
    }
}
