//! Which settings can be run.

use super::{
    Binding, Completion, Estimate, FlexibleStart, Grid, LARGEST_FACTOR, LateReservations, Local, LocalSystem,
    LsfReservations, PromisedTo, ReservationAllocation, Route, RouteBy, Slots, TwoLevel,
};
use crate::policy::formula::{Formula, Quantity};
use base::text::in_text;
use workload::Time;

impl TwoLevel {
    /// Checks every value on a platform of `providers` providers.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, providers: usize) -> Result<(), String> {
        self.grid.validate(providers)?;
        self.local.validate()?;
        let deadlines = self.late_reservations == LateReservations::Deadline;
        if deadlines && self.completion == Completion::Requested {
            return Err("system.two_level.completion: requested counts to start + requested time, whatever \
                 was booked, and that may lie after a hard deadline that was kept; choose \
                 reservation or job, or late_reservations due_date"
                .into());
        }
        if deadlines && self.completion == Completion::Job && self.local.has_open_reservations() {
            return Err("system.two_level.completion: job counts to the end of the job, which may go on after \
                 an open reservation of Platform LSF and its hard deadline; choose reservation, or \
                 closed reservations, or late_reservations due_date"
                .into());
        }
        Ok(())
    }
}

impl Grid {
    fn validate(&self, providers: usize) -> Result<(), String> {
        let partition = ReservationAllocation::StaticPartition;
        if self.reservation_allocation == partition && providers < 2 {
            return Err("platform: static_partition needs at least two providers, the first for reservations".into());
        }
        let order = &self.resource_order;
        for (place, &provider) in order.iter().enumerate() {
            if provider as usize >= providers || order[..place].contains(&provider) {
                return Err(format!(
                    "system.two_level.grid.resource_order: {provider} at place {place}; it names \
                     providers, each once, from 0 to {}",
                    providers - 1
                ));
            }
        }
        for (place, route) in self.routes.iter().enumerate() {
            let problem = route.problem(providers);
            problem.map_or(Ok(()), |it| Err(format!("system.two_level.grid.routes[{place}]: {it}")))?;
        }
        if self.inquiry_step > 0 && self.flexible_start == FlexibleStart::BesideReservation {
            return Err(
                "system.two_level.grid.inquiry_step: a provider that only says yes or no to certain starts does not \
                 tell where its reservations lie; choose 0, or flexible_start earliest"
                    .into(),
            );
        }
        Ok(())
    }
}

impl Route {
    /// The first fault of the route on a platform of `providers` providers, if it has one.
    fn problem(&self, providers: usize) -> Option<String> {
        let by_limit = self.by == RouteBy::Limit;
        let beyond = |it: &&u32| **it as usize >= providers;
        let most = self.most.unwrap_or(Time::MAX);
        if self.providers.is_empty() {
            Some("it names no providers, and one at least is needed".into())
        } else if let Some(provider) = self.providers.iter().find(beyond) {
            let last = providers.saturating_sub(1);
            Some(format!("there is no provider {provider}; they are counted from 0 to {last}"))
        } else if by_limit && !self.values.is_empty() {
            Some("by limit it takes least and most, in seconds, and no values".into())
        } else if !by_limit && self.values.is_empty() {
            Some("it names no values, numbers of the log, that it is for".into())
        } else if !by_limit && (self.least != 0 || self.most.is_some()) {
            Some("by queue or user it takes values, and neither least nor most".into())
        } else if self.least < 0 || most < self.least {
            Some(format!(
                "from {} to {most} s; a range of limits begins at 0 or later, and ends no earlier",
                self.least
            ))
        } else {
            None
        }
    }
}

impl Local {
    /// Whether a job can outlast its reservation somewhere.
    pub fn has_open_reservations(&self) -> bool {
        self.platform_lsf_reservations == LsfReservations::Open && self.systems.contains(&LocalSystem::PlatformLsf)
    }

    /// Whether every value makes sense, and the policies go together.
    ///
    /// # Errors
    ///
    /// As [`TwoLevel::validate`].
    pub fn validate(&self) -> Result<(), String> {
        if self.slots == Slots::Fixed(0) {
            return Err("system.two_level.local.slots.fixed: 0 s; it is 1 s at least".into());
        }
        if self.promises_to_all() && self.pass_period > 0 {
            return Err("system.two_level.local.pass_period: conservative backfilling promises starts at any \
                 second, which a queue that is looked at only now and then cannot keep; choose 0, or \
                 another queue policy"
                .into());
        }
        let backfill_order = self.backfill_order.iter().map(|it| ("backfill_order", it));
        for (name, formula) in [("order", &self.order)].into_iter().chain(backfill_order) {
            knows_no_nodes(name, formula)?;
        }
        let count = self.systems.len().max(self.queues.len()).max(1);
        for index in 0..count {
            let (queue, system) = (self.queue_of(index), self.system_of(index));
            if self.has_estimates(index) {
                self.check_estimates(system)?;
            }
            let problem = match (queue.promised_to(), system) {
                // The promises to all jobs are counts, at any second.
                (PromisedTo::All, LocalSystem::Model) => match (self.binding, self.slots) {
                    (Binding::Static, _) => "binds processors statically",
                    (_, Slots::Fixed(_)) => "has slots of a fixed length",
                    _ => continue,
                },
                (PromisedTo::All, LocalSystem::Maui | LocalSystem::Sge) => "binds processors statically",
                (PromisedTo::All | PromisedTo::Head, LocalSystem::PlatformLsf) => {
                    "does not count the limits of batch jobs"
                }
                (PromisedTo::Several, LocalSystem::PlatformLsf) if self.rule().makes_promises() => {
                    "does not count the limits of batch jobs"
                }
                _ => continue,
            };
            return Err(format!(
                "system.two_level.local.queue: {} makes promises that cannot be kept \
                 where {} {problem}; choose another queue policy, or other slots, binding or local \
                 systems",
                in_text(queue.name()),
                system.name(),
            ));
        }
        Ok(())
    }
}

impl Local {
    /// Whether a provider with this system can go by estimates: they are counts, at any second.
    fn check_estimates(&self, system: LocalSystem) -> Result<(), String> {
        if let Estimate::Factor(factor) = self.estimate
            && !(factor > 0.0 && factor <= LARGEST_FACTOR)
        {
            return Err(format!(
                "system.two_level.local.estimate: a factor of {factor}; it is above 0 and at most {LARGEST_FACTOR}"
            ));
        }
        let problem = match (system, self.binding, self.slots) {
            (LocalSystem::Model, Binding::Static, _) | (LocalSystem::Maui | LocalSystem::Sge, ..) => {
                "binds processors statically"
            }
            (LocalSystem::Model, _, Slots::Fixed(_)) => "has slots of a fixed length",
            (LocalSystem::PlatformLsf, ..) => "does not count the limits of batch jobs",
            _ => return Ok(()),
        };
        Err(format!(
            "system.two_level.local.estimate: estimates are counted beside the limits, and {} {problem}; choose limit, or \
             other slots, binding or local systems",
            system.name()
        ))
    }
}

/// Providers are processors: a formula about nodes has no value here.
fn knows_no_nodes(field: &str, formula: &Formula) -> Result<(), String> {
    let unknown = Quantity::OF_NODES.into_iter().find(|&it| formula.uses(it));
    match unknown {
        None => Ok(()),
        Some(it) => Err(format!(
            "system.two_level.local.{field}: \"{}\" uses {}, which only a system with nodes knows; choose another \
             formula, or such a system",
            formula.text(),
            it.name()
        )),
    }
}

#[cfg(test)]
mod tests {

    fn problem(settings: &str) -> Option<String> {
        crate::system::System::TwoLevel(crate::system::testing::settings(settings)).check(&[1, 1]).err()
    }

    #[test]
    fn formulas_about_nodes_are_refused() {
        for variable in ["gpus", "memory", "nodes", "dominant_share"] {
            for field in ["order", "backfill_order"] {
                let settings = format!("local.queue: ordered; local.{field}: -{variable} * wait");
                let problem = problem(&settings).unwrap_or_default();
                let named = format!(
                    "system.two_level.local.{field}: \"-{variable} * wait\" uses {variable}, which only a system with nodes knows"
                );
                assert!(problem.starts_with(&named), "{problem}");
            }
        }
        assert_eq!(problem("local.queue: ordered; local.order: limit; local.backfill_order: work"), None);
    }

    #[test]
    fn what_cannot_be_is_named() {
        for row in "grid.period: -1 => grid.period
            grid.resource_order: [2] => resource_order
            grid.resource_order: [0, 0] => resource_order
            grid.routes: [{\"most\": 9}] => routes[0]
            grid.routes: [{\"most\": 9, \"providers\": [2]}] => no provider 2
            grid.routes: [{\"by\": \"user\", \"providers\": [1]}] => no values
            grid.routes: [{\"values\": [3], \"providers\": [1]}] => by limit
            grid.routes: [{\"by\": \"queue\", \"values\": [3], \"most\": 5, \"providers\": [1]}] => neither
            grid.routes: [{\"least\": 9, \"most\": 8, \"providers\": [1]}] => range of limits
            local.period: -1 => local.period
            local.pass_period: -1 => local.pass_period
            local.pass_period: 1; local.queue: conservative => looked at
            local.sge_notice: -1 => local.sge_notice
            local.slots.fixed: 0 => slots.fixed
            local.fair_share.half_life: -5 => half_life
            local.queue: conservative; local.binding: static => statically
            local.queue: conservative; local.slots.fixed: 60 => fixed length
            local.queue: conservative; local.systems: [\"model\", \"sge\"] => SGE
            local.queue: easy; local.systems: [\"platform_lsf\"] => limits
            local.queues: [\"sjf\", \"easy\"]; local.systems: [\"model\", \"platform_lsf\"] => limits
            local.queue: ordered; local.estimate: run_time; local.binding: static => local.estimate
            local.queue: ordered; local.estimate.factor: 0 => above 0
            local.queue: ordered; local.systems: [\"platform_lsf\"] => limits
            local.queues: [\"sjf\", \"conservative\"]; local.pass_period: 9 => looked at
            completion: requested; late_reservations: deadline => completion
            completion: job; late_reservations: deadline; local.systems: [\"platform_lsf\"]; \
                local.platform_lsf_reservations: open => open reservation"
            .lines()
        {
            let (settings, word) = row.split_once(" => ").expect(row);
            let problem = problem(settings).unwrap_or_else(|| panic!("{settings} is taken"));
            assert!(problem.contains(word), "{settings}: {problem}");
        }
        for settings in "local.queue: conservative; local.systems: [\"pbs_pro\"]
            local.queue: easy; local.binding: static; local.slots.fixed: 60
            local.queue: ordered; local.promises: 0; local.systems: [\"platform_lsf\"]
            local.queue: ordered; local.strict: true; local.systems: [\"platform_lsf\"]
            local.queue: ordered; local.promises: all; local.binding: static; local.slots.fixed: 60
            local.queue: easy; local.estimate: run_time; local.binding: static
            local.queue: ordered; local.estimate.factor: 1.5; local.systems: [\"pbs_pro\"]
            local.queue: pppd; local.systems: [\"platform_lsf\", \"maui\"]
            local.queue: easy; local.queues: [\"sjf\"]; local.systems: [\"platform_lsf\"]
            local.queues: [\"easy\", \"sjf\"]; local.systems: [\"model\", \"platform_lsf\"]
            grid.routes: [{\"by\": \"queue\", \"values\": [-1, 3], \"providers\": [1, 0]}]
            grid.routes: [{\"most\": 900, \"providers\": [0]}, {\"providers\": [1]}]
            grid.resource_order: [1]
            completion: requested
            completion: job; late_reservations: deadline"
            .lines()
        {
            assert_eq!(problem(settings), None, "{settings}");
        }
    }
}
