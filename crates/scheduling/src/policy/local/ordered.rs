//! An order and promises, each chosen by itself: most policies of the literature are such a pair.

mod facts;

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::queue::place_of;
use super::{Arrival, Finds, Known, LocalPass, LocalPolicy, Promise, Sizes, Standing, Waiting, start_all_that_fit};
use crate::policy::formula::{Bound, Formula, Names, Quantity, Term, Variable};
use crate::policy::order_values::{OrderText, OrderValue, OrderValues};
use facts::Groups;
use workload::Time;

pub use facts::{Facts, Instant, NamesOfJobs};

/// Phase 1 of a pass walks the waiting jobs in `order`: one that fits under the promises made so far starts, one that
/// does not is promised the earliest later time at which it fits. It ends when `promises` promises are made. Phase 2 takes
/// the rest in `backfill_order` and starts what fits.
///
/// So EASY is the order of submission with one promise. Where every job is promised a start, phase 1 walks all; where none
/// is, all go by `order`. Under `strict` the pass ends at the first job that does not fit. Promises live for one pass. A job
/// without an earliest time uses up a promise and holds nothing. Values are taken before any start of the pass.
pub struct Ordered {
    rule: Arc<Rule>,
    /// Its order, and that of the jobs that are not walked.
    order: Order,
    rest: Order,
    /// What the formulas read.
    facts: Facts,
    /// The waiting jobs in `order`, where a walk needs it and it stays the same as long as a job waits.
    heads: Option<BTreeSet<(i64, Arrival)>>,
    /// The waiting jobs in groups, where an order changes.
    groups: Option<Groups>,
    /// How the last pass went, if that is to be explained.
    told: Option<Told>,
}

/// An order of waiting jobs.
struct Order {
    /// Its text, for explanations.
    text: OrderText,
    /// The summands of that text.
    terms: Vec<Term>,
    /// Whether it is an order of backfilling that differs from the order of the walk.
    backfills: bool,
    /// The smallest value goes first.
    by: Bound,
    /// Whether the value of a job stays the same as long as it waits.
    is_constant: bool,
    /// Whether it can be bounded for a while: it changes only as time goes on.
    is_smooth: bool,
}

impl LocalPolicy for Ordered {
    fn serves(&mut self, processors: u32) {
        self.facts.processors = processors;
    }

    fn arrived(&mut self, job: &Waiting, known: Known) {
        self.facts.arrived(job.job, known);
        let head = (self.constant(&self.order, job), job.arrival);
        if let Some(heads) = &mut self.heads {
            heads.insert(head);
        }
        if let Some(groups) = &mut self.groups {
            groups.add(*job, &self.facts);
        }
    }

    fn pass(&mut self, pass: &mut LocalPass) {
        let mut told = pass.watched.then(|| {
            let rest = self.rest.backfills.then(|| self.rest.text.clone());
            Told::new(self.order.text.clone(), rest)
        });
        // Promises only take room: where nothing can start, none needs to be made.
        if told.is_some() || pass.any_fits() {
            let at = Instant::of(pass);
            let promises = if self.rule.walks() { self.walk(pass, &at, &mut told) } else { Vec::new() };
            if !self.rule.strict {
                self.start_the_rest(pass, &at, &mut told);
            }
            promises.into_iter().for_each(|it| pass.withdraw(it));
            self.forget_started(pass);
        }
        self.told = told;
    }

    fn finds(&self) -> Finds {
        // An index knows sizes and limits.
        if self.rule.believes_limits { Finds::ByTurn } else { Finds::Walking }
    }

    fn filed(&self, job: &Waiting) -> i64 {
        self.constant(&self.rest, job)
    }

    fn order(&self, job: &Waiting, _now: Time) -> i64 {
        self.told.as_ref().map_or(0, |it| it.turn_of(job.job))
    }

    fn standing(&self, queue: &[Waiting], place: usize) -> Standing {
        self.told.as_ref().map_or(Standing::Open, |it| it.standing(queue, place))
    }

    fn values(&self) -> Option<&OrderValues> {
        self.told.as_ref().map(|it| &it.values)
    }

    fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.facts.began(now, job, processors);
    }

    fn ended(&mut self, now: Time, job: u32, processors: u32) {
        self.facts.ended(now, job, processors);
    }
}

impl Ordered {
    /// The policy without any job, with structures of these sizes.
    pub fn new(rule: Arc<Rule>, facts: Facts, sizes: Sizes) -> Self {
        let order = Order::of(&rule.order, facts.names());
        let rest = Order { backfills: *rule.rest() != rule.order, ..Order::of(rule.rest(), facts.names()) };
        let groups = || Groups::new(sizes.indexed);
        Self {
            heads: (rule.walks() && order.is_constant).then(BTreeSet::new),
            groups: (!order.is_constant || !rest.is_constant).then(groups),
            rest,
            order,
            rule,
            facts,
            told: None,
        }
    }

    /// Phase 1. Returns the promises that it made.
    fn walk(&self, pass: &mut LocalPass, at: &Instant, told: &mut Option<Told>) -> Vec<Promise> {
        let (mut promises, mut used_up) = (Vec::new(), 0_u32);
        let mut places = self.all_in_order(pass, at);
        let queue = pass.queue;
        let value = |place: usize| move || self.valued(&self.order, &queue[place], at);
        for place in places.by_ref() {
            if told.is_none() && pass.free() == 0 {
                break;
            }
            tell(told, |it| it.turn(queue[place].job, value(place)));
            if pass.fits(place) {
                pass.start(place);
                continue;
            }
            if self.rule.strict {
                tell(told, |it| it.ended_by(pass.queue[place].job));
                break;
            }
            // The walk is over where nothing fits any more. To find that out takes longer than a promise.
            let is_due = used_up == 0 || pass.has_index() && (used_up + 1).is_power_of_two();
            if told.is_none() && is_due && !pass.any_fits() {
                break;
            }
            // It does not fit now: only a job that runs on past its limit hides that from the calendar.
            let start = pass.earliest_fit(place, pass.now + 1);
            let start = start.filter(|&start| start < Time::MAX);
            promises.extend(start.map(|start| pass.promise(place, start)));
            tell(told, |it| it.promised(pass.queue[place].job, start));
            used_up += 1;
            if self.rule.promises == Promises::Count(used_up) {
                break;
            }
        }
        if self.rule.strict {
            tell(told, |it| {
                places.for_each(|place| it.turn(queue[place].job, value(place)));
            });
        }
        promises
    }

    /// Phase 2: starts every job that fits. Those that are promised a start do not, and room only ever shrinks.
    fn start_the_rest(&self, pass: &mut LocalPass, at: &Instant, told: &mut Option<Told>) {
        let order = &self.rest;
        let queue = pass.queue;
        if let Some(told) = told {
            let all = self.by_value(queue, pass.places().collect(), order, at);
            all.for_each(|place| {
                told.turn(queue[place].job, || self.valued(order, &queue[place], at));
            });
        }
        if order.is_constant && pass.has_index() {
            return start_all_that_fit(pass, std::iter::empty);
        }
        let groups = self.groups.as_ref().filter(|it| it.pays(pass.waiting()));
        if let (Some(groups), true) = (groups, pass.has_index()) {
            return self.start_of_groups(pass, groups, at);
        }
        let fitting = pass.all_that_fit();
        for place in self.by_value(queue, fitting, order, at) {
            if pass.fits(place) {
                pass.start(place);
            }
        }
    }

    /// The same with groups: only those are looked into that may have a job that fits, until none does.
    fn start_of_groups(&self, pass: &mut LocalPass, groups: &Groups, at: &Instant) {
        if !pass.any_fits() {
            return;
        }
        let started: BTreeSet<usize> = pass.started().iter().copied().collect();
        let may = groups.all().filter(|it| pass.has_room(it.least_size(), it.least_limit())).collect();
        let keeps = self.rest.is_smooth && !self.rest.backfills;
        let mut jobs = Groups::by_value(may, (&self.rest.by, keeps), &self.facts, *at);
        while let Some(arrival) = jobs.next(|it| pass.has_room(it.processors, it.limit)) {
            let place = place_of(pass.queue, arrival);
            if !started.contains(&place) && pass.fits(place) {
                pass.start(place);
                if !pass.any_fits() {
                    return;
                }
            }
        }
    }

    /// All waiting jobs by `order`. O(1) if that is kept, otherwise O(n) or, of many jobs, O(groups of them), and O(log n)
    /// for each that is taken.
    fn all_in_order<'a, 'queue: 'a>(
        &'a self,
        pass: &LocalPass<'queue>,
        at: &Instant,
    ) -> Box<dyn Iterator<Item = usize> + 'a> {
        let queue = pass.queue;
        if let Some(heads) = &self.heads {
            return Box::new(heads.iter().map(|head| place_of(queue, head.1)));
        }
        let groups = self.groups.as_ref();
        if let Some(groups) = groups.filter(|it| it.pays(pass.waiting())) {
            let all = groups.all().collect();
            let mut jobs = Groups::by_value(all, (&self.order.by, self.order.is_smooth), &self.facts, *at);
            return Box::new(std::iter::from_fn(move || Some(place_of(queue, jobs.next(|_| true)?))));
        }
        Box::new(self.by_value(queue, pass.places().collect(), &self.order, at))
    }

    /// The jobs at these places, the smallest value first, of equals the one that arrived first.
    fn by_value(
        &self,
        queue: &[Waiting],
        places: Vec<usize>,
        order: &Order,
        at: &Instant,
    ) -> impl Iterator<Item = usize> + use<> {
        let key = |place: usize| order.by.turn(&self.facts.of(&queue[place], at));
        let mut heap: BinaryHeap<_> = places.into_iter().map(|place| Reverse((key(place), place))).collect();
        std::iter::from_fn(move || heap.pop().map(|Reverse((_, place))| place))
    }

    /// The value of a job in one of its orders, and what each summand adds to it.
    fn valued(&self, order: &Order, job: &Waiting, at: &Instant) -> OrderValue {
        let facts = self.facts.of(job, at);
        let terms = order.terms.iter();
        OrderValue {
            job: job.job,
            backfills: order.backfills,
            value: order.by.value(&facts),
            terms: terms.map(|term| order.by.term(term, &facts)).collect(),
        }
    }

    /// The key of a job in an order that stays the same as long as it waits; 0 in another.
    fn constant(&self, order: &Order, job: &Waiting) -> i64 {
        let at = Instant::default();
        let key = || order.by.turn(&self.facts.of(job, &at));
        order.is_constant.then(key).unwrap_or_default()
    }

    /// The jobs that the pass started wait no longer.
    fn forget_started(&mut self, pass: &LocalPass) {
        for job in pass.started().iter().map(|&place| &pass.queue[place]) {
            let head = (self.constant(&self.order, job), job.arrival);
            if let Some(heads) = &mut self.heads {
                heads.remove(&head);
            }
            if let Some(groups) = &mut self.groups {
                groups.remove(job, &self.facts);
            }
        }
    }
}

impl Order {
    fn of(formula: &Formula, names: &Names) -> Self {
        let text = OrderText::of(formula);
        let terms = if text.terms.is_empty() { Vec::new() } else { formula.terms() };
        let goes_on_with_time = |it| [Quantity::Wait, Quantity::Now].map(Variable::Quantity).contains(&it);
        let is_smooth = Variable::all().all(|it| !it.changes() || goes_on_with_time(it) || !formula.uses(it));
        let is_constant = formula.is_constant();
        Self { text, terms, backfills: false, by: formula.bind(names), is_constant, is_smooth }
    }
}

/// Writes something down, if the pass is to be explained.
fn tell(told: &mut Option<Told>, what: impl FnOnce(&mut Told)) {
    if let Some(told) = told {
        what(told);
    }
}

/// An order and the number of promises.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The job with the smallest value goes first, of equals the one that arrived first.
    pub order: Formula,
    /// The order of the jobs that are left when all promises are made; `None` for `order`.
    pub backfill_order: Option<Formula>,
    /// How many jobs are promised a start.
    pub promises: Promises,
    /// Whether no job overtakes another.
    pub strict: bool,
    /// Whether jobs are believed to run until their limits.
    pub believes_limits: bool,
}

impl Rule {
    /// Whether the jobs have to be walked in order: otherwise all that fit start.
    pub fn walks(&self) -> bool {
        self.strict || self.makes_promises()
    }

    /// Whether some job is promised a start.
    pub fn makes_promises(&self) -> bool {
        !self.strict && self.promises != Promises::Count(0)
    }

    /// The order of the jobs that are not walked.
    pub fn rest(&self) -> &Formula {
        self.backfill_order.as_ref().filter(|_| self.reads_backfill_order()).unwrap_or(&self.order)
    }

    /// Whether the order of backfilling is read: where all jobs or none are promised a start, all go by `order`.
    pub fn reads_backfill_order(&self) -> bool {
        self.makes_promises() && self.promises != Promises::All
    }
}

/// How many waiting jobs are promised a start in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promises {
    /// The first that do not fit, up to this number; with 0 none is.
    Count(u32),
    /// Every job that does not fit.
    All,
}

impl Default for Promises {
    fn default() -> Self {
        Self::Count(1)
    }
}

/// The word for a promise to every job.
const ALL: &str = "all";

impl Serialize for Promises {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Count(count) => to.serialize_u32(*count),
            Self::All => to.serialize_str(ALL),
        }
    }
}

impl<'de> Deserialize<'de> for Promises {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(PromisesVisitor)
    }
}

struct PromisesVisitor;

impl de::Visitor<'_> for PromisesVisitor {
    type Value = Promises;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "a number of promises from 0 on, or \"{ALL}\"")
    }

    fn visit_u64<E: de::Error>(self, count: u64) -> Result<Promises, E> {
        let small = u32::try_from(count);
        small.map(Promises::Count).map_err(|_| {
            let got = de::Unexpected::Unsigned(count);
            E::invalid_value(got, &self)
        })
    }

    fn visit_i64<E: de::Error>(self, count: i64) -> Result<Promises, E> {
        match u64::try_from(count) {
            Ok(count) => self.visit_u64(count),
            Err(_) => Err(E::invalid_value(de::Unexpected::Signed(count), &self)),
        }
    }

    /// A number as a browser may hand it over.
    fn visit_f64<E: de::Error>(self, count: f64) -> Result<Promises, E> {
        if count.fract() == 0.0 && count >= 0.0 {
            self.visit_u64(count as u64)
        } else {
            Err(E::invalid_value(de::Unexpected::Float(count), &self))
        }
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Promises, E> {
        if word == ALL { Ok(Promises::All) } else { Err(E::invalid_value(de::Unexpected::Str(word), &self)) }
    }
}

/// The turns of a pass and what it promised, by the indices of the jobs.
#[derive(Clone, Debug, Default)]
struct Told {
    turns: BTreeMap<u32, i64>,
    /// The values of the jobs, by their turns.
    pub values: OrderValues,
    /// The start of each job that used up a promise; `None` where no time was found for it.
    promised: BTreeMap<u32, Option<Time>>,
    /// The job at which a strict pass ended.
    ended_by: Option<u32>,
}

impl Told {
    /// Before a pass by this order, and by that order of backfilling where it is another.
    pub fn new(order: OrderText, backfill_order: Option<OrderText>) -> Self {
        let values = OrderValues { order, backfill_order, jobs: Vec::new() };
        Self { values, ..Self::default() }
    }

    /// A job has its turn, by that value, after those before; a job that had it already keeps it.
    pub fn turn(&mut self, job: u32, value: impl FnOnce() -> OrderValue) {
        let next = self.turns.len() as i64;
        if let Entry::Vacant(place) = self.turns.entry(job) {
            place.insert(next);
            self.values.jobs.push(value());
        }
    }

    /// A job used up a promise.
    pub fn promised(&mut self, job: u32, start: Option<Time>) {
        self.promised.insert(job, start);
    }

    /// The pass ended at this job.
    pub fn ended_by(&mut self, job: u32) {
        self.ended_by = Some(job);
    }

    /// The turn of a job; after all others for one that arrived since.
    pub fn turn_of(&self, job: u32) -> i64 {
        self.turns.get(&job).copied().unwrap_or(i64::MAX)
    }

    /// How the job at this place of the queue stands.
    pub fn standing(&self, queue: &[Waiting], place: usize) -> Standing {
        let job = queue[place].job;
        if let Some(ahead) = self.ended_by.filter(|&ahead| ahead != job) {
            let ahead = queue.iter().position(|it| it.job == ahead);
            return ahead.map_or(Standing::Open, |place| Standing::Behind { place });
        }
        match self.promised.get(&job) {
            Some(start) => Standing::Promised { start: start.unwrap_or(Time::MAX) },
            None if self.promised.values().any(Option::is_some) => Standing::BehindPromises,
            None => Standing::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_a_number_or_all() {
        for (json, promises) in [("0", Promises::Count(0)), ("7", Promises::Count(7)), ("\"all\"", Promises::All)] {
            let read: Promises = serde_json::from_str(json).unwrap();
            assert_eq!(read, promises);
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
        for json in ["-1", "\"some\"", "1.5", "5000000000", "true"] {
            let problem = serde_json::from_str::<Promises>(json).unwrap_err();
            let problem = problem.to_string();
            assert!(problem.contains("or \"all\""), "{json}: {problem}");
        }
    }
}
