//! Name, description and behaviour of the two-level grid as a system.

use std::cmp::Ordering;

use serde_json::Value;

use super::{
    FlexibleStart, Grid, GridQueue, LocalSystem, PriorityBy, ReservationAllocation, RouteBy,
    Simulation, TurnBy, TwoLevel, decisions, knobs, quicker, words,
};
use crate::engine::decisions::Own;
use crate::engine::decisions::{Explanation, Watch};
use crate::engine::{Run, Schedule, Standing, Status};
use crate::policy::formula::NameVariable;
use crate::system::speaker::{Sentence, Speaker};
use crate::system::{
    self, Better, Input, Knob, Measure, Measures, Quicker, Simulated, Surroundings, System,
    SystemModel, Unit,
};
use workload::{Feature, Job, WorkloadKind};

/// The mean of L_k = C_k - d_k, in seconds.
const LATENESS: &str = "mean_lateness";

const MEASURES: &[Measure] = &[Measure::new(
    LATENESS,
    "Mean lateness L",
    "How much later than their deadlines reservations end, C - d, on average over those that ran (Sect. 4.3): negative if earlier, 0 without any. Batch jobs, whose lateness is 0, are not counted, as in D.",
    Unit::Seconds,
    Better::Lower,
)];

impl SystemModel for TwoLevel {
    fn key(&self) -> &'static str {
        "two_level"
    }

    fn name(&self) -> &'static str {
        "Two-level grid"
    }

    fn about(&self) -> &'static str {
        "A grid scheduler sends jobs to providers, each with its own local scheduler, which run advance reservations and batch jobs. Kurowski, Oleksiak, Piątek and Węglarz, J. Scheduling 2011."
    }

    fn inside(&self) -> &'static str {
        "Slots"
    }

    fn inside_about(&self) -> &'static str {
        "Two-level grid: a grid scheduler sends jobs to providers, each with a local scheduler. The green area is the processors of a provider that are free from the cursor on, and each bar is a promise that takes some of the others."
    }

    fn takes(&self) -> &'static [WorkloadKind] {
        &[WorkloadKind::Log]
    }

    fn quicker(&self) -> Option<Quicker> {
        quicker::quicker(self)
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        TwoLevel::validate(self, platform.len())
    }

    fn words(&self, of: &Surroundings) -> Vec<String> {
        words::words(self, of)
    }

    fn policy(&self, _of: &Surroundings) -> String {
        words::policy(self)
    }

    fn forwarding(&self, of: &Surroundings) -> String {
        words::forwarding(self, of)
    }

    fn plain_headings(&self) -> &'static [&'static str] {
        &["local"]
    }

    fn knobs(&self) -> &'static [Knob] {
        knobs::KNOBS
    }

    fn reads(&self, path: &str, of: &Surroundings) -> Result<(), &'static str> {
        let providers = of.platform.len();
        let is_mct = self.grid.reservation_allocation == ReservationAllocation::Mct;
        match path {
            knobs::QUEUE if !self.local.queues.is_empty() => {
                Err("each provider has a queue policy of its own (local.queues)")
            }
            knobs::LOCAL_PERIOD if !self.local.takes_turns_by(&[TurnBy::Size]) => Err(
                "only largest size first (lsf) reads the period of the local queues: choose it first",
            ),
            knobs::PASS_PERIOD if matches!(self.local.all_queues(), [one] if one.turn_by() == TurnBy::Size) => {
                Err("largest size first (lsf) has a period of its own: local.period")
            }
            knobs::PASS_PERIOD if self.local.promises_to_all() => {
                Err("conservative backfilling has no period: it promises starts at any second")
            }
            knobs::PROMISES if self.local.formulas().is_empty() || self.local.strict => Err(
                "only the queue policy Ordered promises starts to as many jobs as this says, unless no job overtakes another",
            ),
            knobs::BINDING | knobs::SLOTS if !self.has_the_model(providers) => Err(
                "the local systems bring their own binding and slots: only the model reads these",
            ),
            knobs::INQUIRY_STEP if self.grid.flexible_start != FlexibleStart::Earliest => {
                Err("starts beside other reservations need an interval search: grid.flexible_start")
            }
            knobs::LATE_RESERVATIONS | knobs::MCT_TIES | knobs::INQUIRY_STEP
                if !of.reservations =>
            {
                Err("there are no advance reservations")
            }
            knobs::MCT_TIES if !is_mct || providers < 2 => {
                Err("only MCT, with several providers, has ties")
            }
            knobs::BATCH_ALLOCATION if self.for_batch_jobs(of.platform.len()) < 2 => {
                Err("with one provider for batch jobs there is nothing to allocate")
            }
            knobs::RESERVATION_ALLOCATION if of.platform.len() < 2 => {
                Err("with one provider there is nothing to allocate")
            }
            knobs::RESERVATION_ALLOCATION | knobs::RESERVATION_QUEUE if !of.reservations => {
                Err("there are no advance reservations")
            }
            _ => Ok(()),
        }
    }

    fn knob_value(&self, path: &str) -> Option<Value> {
        knobs::value(self, path)
    }

    fn set_knob(&mut self, path: &str, value: &Value) -> bool {
        knobs::set(self, path, value)
    }

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }

    fn heeds(&self, feature: Feature, _has_nodes: bool) -> bool {
        let by_priority = self
            .local
            .takes_turns_by(&[TurnBy::Priority, TurnBy::Preemption])
            || self.grid.queue == GridQueue::Priority;
        let by_queue = self.local.priority.by == PriorityBy::Queue;
        let reads = |names: &[NameVariable]| {
            let formulas = self.local.formulas();
            let mut pairs = names
                .iter()
                .flat_map(|it| formulas.iter().map(move |of| (of, *it)));
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
            told.push(
                "Routes to removed providers are dropped: their jobs may go to any provider.",
            );
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
        let later = order.iter_mut().filter(|it| **it as usize > index);
        later.for_each(|it| *it -= 1);
        self.grid
            .renumber_routes(|provider| match (provider as usize).cmp(&index) {
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
    /// The settings of a system, if it is this one.
    pub fn of(system: &System) -> Option<&Self> {
        match system {
            System::TwoLevel(settings) => Some(settings),
            _ => None,
        }
    }

    /// The settings of a system, to be changed: the usual ones take the place of another system.
    pub fn of_mut(system: &mut System) -> &mut Self {
        if Self::of(system).is_none() {
            *system = System::TwoLevel(Self::default());
        }
        match system {
            System::TwoLevel(settings) => settings,
            _ => unreachable!("it was just set"),
        }
    }

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
