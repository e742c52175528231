//! The calendar of a run at a moment, as it is drawn.

use std::rc::Rc;

use slotscope::chart::Origin;
use slotscope::chart::calendar::{Cell, Row, RowsView, calendar_table};
use slotscope::chart::table::Table;
use slotscope::engine::decisions::{Moment, ProviderMoment};
use slotscope::experiment::Run;
use slotscope::page::explained::Explained;
use slotscope::system::imprecise_calendar::{
    BeliefsAt, CalendarAt, ImpreciseCalendar, Managed, RequestAt, SlotAt, Traded, Tree, traded,
};
use slotscope::workload::Time;

/// A calendar, with the lengths of its levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub calendar: CalendarAt,
    /// In seconds, the finest first.
    pub lengths: Vec<Time>,
    /// When something next happens.
    pub next: Option<Time>,
    rows: Rc<Vec<Row>>,
    /// The managers in the order of the tree, the highest first.
    pub managers: Rc<Vec<Standing>>,
    /// The shadow calendars of the manager, if there are several managers.
    pub beliefs: Option<BeliefsAt>,
    /// The last requests of all managers, in order, and how many there were before.
    pub requests: Vec<RequestAt>,
    pub earlier_requests: u64,
}

/// A manager at the moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its number in the tree: of a cluster's own manager the cluster's.
    pub number: usize,
    pub name: String,
    /// How many managers stand above it.
    pub depth: u32,
    /// The clusters beneath it.
    pub clusters: Vec<usize>,
    pub nodes: u64,
    pub busy: u64,
    /// How many jobs wait there.
    pub waiting: u64,
    /// Its trade in the whole run.
    pub traded: Traded,
    /// Its balance of trade at the moment, in node seconds.
    pub balance: i64,
}

impl Seen {
    /// The calendar of a manager of a run, by its number.
    ///
    /// # Errors
    ///
    /// Why there is no such calendar.
    pub fn of(
        system: &ImpreciseCalendar,
        run: &Run,
        now: Time,
        manager: usize,
        told: &Explained,
    ) -> Result<Rc<Self>, String> {
        let told = told.told.as_ref().map_err(Clone::clone)?;
        let moment = told.moment.as_ref().ok_or("the run has no such moment")?;
        let first = run.jobs.iter().map(|it| it.submit).min().unwrap_or(now);
        let calendar = CalendarAt::of(system, moment, manager, first, now);
        let calendar = calendar.ok_or("there is no such manager")?;
        let managed = Managed::of(moment);
        let managers = standings(system, run, moment, managed.as_ref());
        let managed = managed.unwrap_or_default();
        let lengths: Vec<Time> = system.levels().iter().map(|it| it.length).collect();
        Ok(Rc::new(Self {
            rows: Rc::new(rows(&calendar, &lengths)),
            calendar,
            lengths,
            next: moment.next,
            managers: Rc::new(managers),
            beliefs: BeliefsAt::of(system, moment, manager, first, now),
            requests: managed.requests,
            earlier_requests: managed.earlier_requests,
        }))
    }

    /// The name of a level: `S₀ · 10 s`.
    pub fn name(&self, level: usize) -> String {
        name(&self.lengths, level)
    }

    /// A row for each level.
    pub fn rows(&self, open: Option<(usize, usize)>) -> RowsView {
        RowsView { rows: self.rows.clone(), open }
    }

    /// How many slots there are, of all levels.
    pub fn slots(&self) -> usize {
        self.calendar.levels.iter().map(Vec::len).sum()
    }

    /// The place of a slot among all of them, in order of time.
    pub fn place_of(&self, (level, slot): (usize, usize)) -> usize {
        self.calendar.levels[..level].iter().map(Vec::len).sum::<usize>() + slot
    }

    pub fn slot(&self, place: usize) -> Option<&SlotAt> {
        self.calendar.levels.iter().flatten().nth(place)
    }

    /// A row for each slot.
    pub fn table(&self, origin: Origin) -> Table {
        calendar_table(&self.rows(None), origin)
    }
}

fn standings(system: &ImpreciseCalendar, run: &Run, moment: &Moment, managed: Option<&Managed>) -> Vec<Standing> {
    let nodes: Vec<u32> = moment.providers.iter().map(|it| it.processors).collect();
    let tree = Tree::new(&system.managers, &nodes);
    let mut standings = Vec::new();
    let highest = tree.managers().len() - 1;
    add_beneath(&tree, (moment, managed), highest, &mut standings);
    if tree.managers().len() > 1 {
        let traded = traded(system, run);
        standings.iter_mut().for_each(|it| it.traded = traded[it.number]);
    }
    standings
}

/// A manager, then all beneath it.
fn add_beneath(tree: &Tree, (moment, managed): (&Moment, Option<&Managed>), number: usize, to: &mut Vec<Standing>) {
    let manager = tree.manager(number);
    let own: Vec<&ProviderMoment> = manager.clusters.iter().map(|&it| &moment.providers[it]).collect();
    let name = match (number < moment.providers.len(), manager.above) {
        (true, _) => format!("Cluster {}", number + 1),
        (false, None) => "All clusters".to_owned(),
        (false, Some(_)) => {
            let clusters = manager.clusters.iter().map(|it| (it + 1).to_string());
            format!("Clusters {}", clusters.collect::<Vec<_>>().join(", "))
        }
    };
    to.push(Standing {
        number,
        name,
        depth: manager.depth,
        clusters: manager.clusters.clone(),
        nodes: manager.nodes,
        busy: own.iter().map(|it| u64::from(it.processors - it.free)).sum(),
        waiting: own.iter().map(|it| u64::from(it.queue_length)).sum(),
        traded: Traded::default(),
        balance: managed.map_or(0, |it| manager.clusters.iter().map(|&at| it.balances[at]).sum()),
    });
    let beneath = tree.managers().iter().enumerate();
    beneath.filter(|(_, it)| it.above == Some(number)).for_each(|(it, _)| add_beneath(tree, (moment, managed), it, to));
}

fn name(lengths: &[Time], level: usize) -> String {
    let digit = |it: char| char::from_u32(0x2080 + it as u32 - '0' as u32).unwrap_or(it);
    let below: String = level.to_string().chars().map(digit).collect();
    format!("S{below} · {} s", lengths[level])
}

fn rows(calendar: &CalendarAt, lengths: &[Time]) -> Vec<Row> {
    let nodes = f64::from(calendar.nodes.max(1));
    let cell = |it: &SlotAt| Cell {
        from: it.span.start,
        to: it.span.end,
        taken: f64::from(it.taken) / nodes,
        nodes: it.taken,
        jobs: it.jobs,
    };
    let row = |(level, slots): (usize, &Vec<SlotAt>)| Row::new(name(lengths, level), slots.iter().map(cell).collect());
    calendar.levels.iter().enumerate().map(row).collect()
}
