//! Name, description and behaviour of the two-level grid as a system.

use std::cmp::Ordering;

use serde_json::Value;

use super::{
    Estimate, FlexibleStart, Grid, GridQueue, LocalSystem, PriorityBy, ReservationAllocation, RouteBy, Simulation,
    TurnBy, TwoLevel, decisions, knobs, quicker, words,
};
use crate::policy::formula::{NameVariable, Quantity};
use crate::system;
use crate::system::prelude::*;
use crate::system::{Better, Card, Measure, Measures, Quicker, System, SystemModel, Unit};
use workload::{Feature, WorkloadKind};

/// The mean of L_k = C_k - d_k, in seconds.
const LATENESS: &str = "mean_lateness";

const NO_RESERVATIONS: &str = "there are no advance reservations: set workload.reservations.percent";

const MEASURES: &[Measure] = &[Measure::new(
    LATENESS,
    "Mean lateness L",
    "How much later than their deadlines reservations end, C - d, on average over those that ran (Sect. 4.3): negative if earlier, 0 without any. Batch jobs, whose lateness is 0, are not counted, as in D.",
    Unit::Seconds,
    Better::Lower,
)];

const CARD: Card = Card {
    key: "two_level",
    name: "Two-level grid",
    about: "A grid scheduler sends jobs to providers, each with its own local scheduler, which run advance reservations and batch jobs. Kurowski, Oleksiak, Piątek and Węglarz, J. Scheduling 2011.",
    inside: "Slots",
    inside_about: "Two-level grid: a grid scheduler sends jobs to providers, each with a local scheduler. The green area is its free processors from the cursor on, a step for each CARTS slot; each bar is a promise that takes some; ARTS² finds where a request fits.",
    takes: &[WorkloadKind::Log],
    plain_headings: &["local"],
    rows: knobs::ROWS,
    measures: MEASURES,
    ..crate::system::CARD
};

impl SystemModel for TwoLevel {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn quicker(&self) -> Option<Quicker> {
        quicker::quicker(self)
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        TwoLevel::validate(self, platform.len())
    }

    fn words(&self, of: &Surroundings, changed: &Changed) -> Vec<String> {
        words::words(self, of, changed)
    }

    fn policy(&self, _of: &Surroundings) -> String {
        words::policy(self)
    }

    fn forwarding(&self, of: &Surroundings) -> String {
        words::forwarding(self, of)
    }

    fn reads(&self, path: &str, of: &Surroundings) -> Result<(), &'static str> {
        let providers = of.platform.len();
        let is_mct = self.grid.reservation_allocation == ReservationAllocation::Mct;
        if let Some(field) = path.strip_prefix("local.") {
            let field = field.split('.').next().unwrap_or(field);
            self.reads_local(field, of.reservations)?;
        }
        if let Some((route, column)) = path.strip_prefix("grid.routes.").and_then(|it| it.split_once('.')) {
            let by_limit = route.parse().ok().and_then(|it: usize| self.grid.routes.get(it)).map(|it| it.by)
                == Some(RouteBy::Limit);
            return match column {
                "least" | "most" if !by_limit => Err("the route goes by a number of the log, not by limits"),
                "values" if by_limit => Err("the route goes by limits, not by a number of the log"),
                _ => Ok(()),
            };
        }
        match path {
            "grid.routes" if providers < 2 && self.grid.routes.is_empty() => {
                Err("with one provider (platform) there is nothing to route")
            }
            "grid.resource_order" if self.grid.reservation_allocation != ReservationAllocation::ResourcePriority => {
                Err("only AR resource priority (grid.reservation_allocation) reads it")
            }
            "local.estimate.factor" if !matches!(self.local.estimate, Estimate::Factor(_)) => {
                Err("estimates are no multiples of run times: set local.estimate")
            }
            "local.priority.ranked"
                if matches!(self.local.priority.by, PriorityBy::Size | PriorityBy::Limit | PriorityBy::Work)
                    && self.local.priority.ranked.is_empty() =>
            {
                Err("priorities are no numbers of the log: set local.priority.by")
            }
            "reservation_length" | "reservation_end" | "completion" | "grid.flexible_start" if !of.reservations => {
                Err(NO_RESERVATIONS)
            }
            "local.binding" | "local.slots" if !self.has_the_model(providers) => {
                Err("the local systems bring their own binding and slots: only the model reads these (local.systems)")
            }
            "grid.inquiry_step" if self.grid.flexible_start != FlexibleStart::Earliest => {
                Err("starts beside other reservations need an interval search: grid.flexible_start")
            }
            "late_reservations" | "mct_ties" | "grid.inquiry_step" if !of.reservations => Err(NO_RESERVATIONS),
            "mct_ties" if !is_mct || providers < 2 => {
                Err("only MCT (grid.reservation_allocation), with several providers (platform), has ties")
            }
            "grid.batch_allocation" if self.for_batch_jobs(of.platform.len()) < 2 => {
                Err("with one provider for batch jobs (platform) there is nothing to allocate")
            }
            "grid.reservation_allocation" if of.platform.len() < 2 => {
                Err("with one provider (platform) there is nothing to allocate")
            }
            "grid.reservation_allocation" | "grid.reservation_queue" if !of.reservations => Err(NO_RESERVATIONS),
            _ => Ok(()),
        }
    }

    fn formulas(&self) -> Vec<&Formula> {
        self.local.formulas()
    }

    fn knob_value(&self, path: &str) -> Option<Value> {
        knobs::value(self, path)
    }

    fn set_knob(&mut self, path: &str, value: &Value) -> bool {
        knobs::set(self, path, value)
    }

    fn settle(&mut self, field: &str, _platform: &[u32]) {
        knobs::settle(self, field);
    }

    fn heeds(&self, feature: Feature, _has_nodes: bool) -> bool {
        let by_priority = self.local.takes_turns_by(&[TurnBy::Priority, TurnBy::Preemption])
            || self.grid.queue == GridQueue::Priority;
        let by_queue = self.local.priority.by == PriorityBy::Queue;
        let reads = |names: &[NameVariable]| {
            let formulas = self.local.formulas();
            let mut pairs = names.iter().flat_map(|it| formulas.iter().map(move |of| (of, *it)));
            pairs.any(|(formula, name)| formula.uses(name))
        };
        let mut routes = self.grid.routes.iter();
        let routed = routes.any(|it| it.by == RouteBy::Queue);
        match feature {
            Feature::Queues => {
                let by_formula = || reads(&[NameVariable::Queue, NameVariable::Qos]);
                by_priority && by_queue || routed || by_formula()
            }
            Feature::Partitions => reads(&[NameVariable::Partition]),
            _ => false,
        }
    }

    fn draws(&self, of: &Surroundings) -> bool {
        let providers = of.platform.len();
        let of_batch = self.grid.batch_allocation.draws(self.mct_ties);
        let of_reservations = self.grid.reservation_allocation.draws(self.mct_ties);
        of.batch && of_batch && self.for_batch_jobs(providers) > 1
            || of.reservations && of_reservations && providers > 1
    }

    fn keep_providers(&mut self, count: usize) -> Vec<&'static str> {
        let mut told = Vec::new();
        let order = &mut self.grid.resource_order;
        order.retain(|&provider| (provider as usize) < count);
        let stays = |provider: u32| ((provider as usize) < count).then_some(provider);
        if self.grid.renumber_routes(stays) {
            told.push("Routes to removed providers are dropped: their jobs may go to any provider.");
        }
        if count < 2 && self.grid.reservation_allocation == ReservationAllocation::StaticPartition {
            self.grid.reservation_allocation = Grid::default().reservation_allocation;
            told.push("Reservations go by MCT: a static partition takes two providers.");
        }
        if self.local.systems.len() > count.max(1) {
            self.local.systems.truncate(count.max(1));
            told.push(match count {
                1 => "The first provider's local system stays.",
                _ => "The first providers' local systems stay.",
            });
        }
        if self.local.queues.len() > count.max(1) {
            self.local.queues.truncate(count.max(1));
            told.push(match count {
                1 => "The first provider's queue policy stays.",
                _ => "The first providers' queue policies stay.",
            });
        }
        told
    }

    fn remove_provider(&mut self, index: usize) {
        let order = &mut self.grid.resource_order;
        order.retain(|&it| it as usize != index);
        order.iter_mut().filter(|it| **it as usize > index).for_each(|it| *it -= 1);
        self.grid.renumber_routes(|provider| match (provider as usize).cmp(&index) {
            Ordering::Less => Some(provider),
            Ordering::Equal => None,
            Ordering::Greater => Some(provider - 1),
        });
        if index < self.local.systems.len() && self.local.systems.len() > 1 {
            self.local.systems.remove(index);
        }
        if index < self.local.queues.len() && self.local.queues.len() > 1 {
            self.local.queues.remove(index);
        }
    }

    fn take_providers_of(&mut self, former: &System) {
        let System::TwoLevel(former) = former else {
            return;
        };
        let (ours, theirs) = (&mut self.grid, &former.grid);
        ours.resource_order.clone_from(&theirs.resource_order);
        ours.reservation_allocation = theirs.reservation_allocation;
        ours.routes.clone_from(&theirs.routes);
        self.local.systems.clone_from(&former.local.systems);
        self.local.queues.clone_from(&former.local.queues);
    }
}

impl TwoLevel {
    /// Whether a field of the local policy makes a difference, or why it makes none.
    fn reads_local(&self, field: &str, has_reservations: bool) -> Result<(), &'static str> {
        let local = &self.local;
        let goes_by = |turns: &[TurnBy]| local.takes_turns_by(turns);
        let has_system = |it: LocalSystem| local.systems.contains(&it);
        let why = match field {
            "queue" if !local.queues.is_empty() => {
                "each provider has a queue policy of its own: set local.queues to []"
            }
            "order" | "backfill_order" | "promises" | "strict" | "estimate" if !goes_by(&[TurnBy::Formula]) => {
                "only the queue policy Ordered reads it: set local.queue to ordered"
            }
            "promises" if local.strict => {
                "no job overtakes another, so that none needs a promise: set local.strict to false"
            }
            "backfill_order" if !local.rule().reads_backfill_order() => {
                "it is read where some jobs are promised a start, not where all or none are: set local.promises to 1"
            }
            "period" | "lsf_ties" if !goes_by(&[TurnBy::Size]) => {
                "only largest size first reads it: set local.queue to lsf"
            }
            "pass_period" if matches!(local.all_queues(), [one] if one.turn_by() == TurnBy::Size) => {
                "largest size first (lsf) has a period of its own: local.period"
            }
            "pass_period" if local.promises_to_all() && local.pass_period == 0 => {
                "conservative backfilling has no period, as it promises starts at any second: choose another local.queue"
            }
            "priority"
                if !goes_by(&[TurnBy::Priority, TurnBy::Preemption]) && self.grid.queue != GridQueue::Priority =>
            {
                "nothing goes by priority: set local.queue to ppp or pppd, or grid.queue to priority"
            }
            "preempted" if !goes_by(&[TurnBy::Preemption]) => "no job is preempted: set local.queue to pppd",
            "fair_share" if !goes_by(&[TurnBy::Share]) && self.grid.queue != GridQueue::FairShare => {
                let usages = [Quantity::UserUsage, Quantity::GroupUsage];
                let is_used = |it: &&Formula| usages.iter().any(|usage| it.uses(*usage));
                if local.formulas().iter().any(is_used) {
                    return Ok(());
                }
                "nothing goes by usage: set local.queue to fss, or grid.queue to fair_share"
            }
            "platform_lsf_reservations" if !has_system(LocalSystem::PlatformLsf) => {
                "no provider has Platform LSF: set local.systems"
            }
            "sge_notice" if !has_system(LocalSystem::Sge) => "no provider has SGE: set local.systems",
            "platform_lsf_reservations" | "sge_notice" if !has_reservations => NO_RESERVATIONS,
            _ => return Ok(()),
        };
        Err(why)
    }
}

impl Simulated for TwoLevel {
    fn start(&self, input: Input) -> Result<Box<dyn system::Simulation>, String> {
        let (platform, names, seed) = (input.platform, input.names, input.seed);
        let run = Simulation::new(self, platform, input.jobs()?, names, seed);
        Ok(Box::new(run))
    }

    fn own_words(&self, own: &Own, speaker: &Speaker) -> Option<Sentence> {
        decisions::words(own, speaker)
    }
}

impl TwoLevel {
    /// Whether one of the first `providers` providers is the paper's own model.
    fn has_the_model(&self, providers: usize) -> bool {
        (0..providers).any(|index| self.local.system_of(index) == LocalSystem::Model)
    }

    /// How many of `providers` providers take batch jobs.
    fn for_batch_jobs(&self, providers: usize) -> usize {
        match self.grid.reservation_allocation {
            ReservationAllocation::StaticPartition => providers.saturating_sub(1),
            _ => providers,
        }
    }
}

/// The mean lateness of the reservations that ran, in seconds; 0 if none did.
fn mean_lateness(jobs: &[Job], schedule: &Schedule) -> f64 {
    let (mut sum, mut count) = (0_i128, 0_u32);
    for (job, outcome) in jobs.iter().zip(&schedule.outcomes) {
        if let (Some(request), true) = (job.reservation, outcome.status != Status::Rejected) {
            sum += i128::from(outcome.completion) - i128::from(request.deadline);
            count += 1;
        }
    }
    sum as f64 / f64::from(count.max(1))
}

impl system::Simulation for Simulation {
    fn advance(&mut self, instants: usize) -> bool {
        Simulation::advance(self, instants)
    }

    fn standing(&self) -> Standing {
        Simulation::standing(self)
    }

    fn watch(&mut self, watch: Watch) {
        Simulation::watch(self, watch);
    }

    fn explanation(&mut self) -> Option<Explanation> {
        Simulation::explanation(self)
    }

    fn finish(mut self: Box<Self>) -> Run {
        let (platform, causes) = (self.platform(), self.take_causes());
        let (jobs, schedule) = Simulation::finish(*self);
        Run {
            platform,
            measures: Measures::from([(LATENESS.to_owned(), mean_lateness(&jobs, &schedule))]),
            jobs,
            schedule,
            causes,
            ..Run::default()
        }
    }
}
