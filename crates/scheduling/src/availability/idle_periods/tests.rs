//! All structures against a scan of every server, and the example of the paper's Figure 2.

mod figure_2;
mod growth;
mod scan;

use proptest::prelude::*;

use self::scan::Scan;
use super::*;
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
