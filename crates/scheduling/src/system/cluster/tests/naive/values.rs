//! The values of formulas.

use workload::{Job, LogNames, NameKind, Time};

use crate::policy::formula::{Name, NameVariable, Names, Quantity, Values};

/// What is the same for all jobs of a pass: as it stood before its first start.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    pub now: Time,
    pub waiting: usize,
    /// Whole cores that no job uses, those of nodes out of service among them.
    pub free: u64,
    pub processors: u64,
}

/// The values of a waiting job.
pub struct ValuesOfJob<'a> {
    pub job: &'a Job,
    pub names: &'a NamesOfJob,
    pub before: Before,
}

/// The names of a job, in the order of [`NameVariable::ALL`].
pub type NamesOfJob = [Name; NameVariable::ALL.len()];

impl Values for ValuesOfJob<'_> {
    fn number(&self, quantity: Quantity) -> f64 {
        let Self { job, before, .. } = self;
        match quantity {
            Quantity::Submit => job.eligible() as f64,
            Quantity::Wait => (before.now - job.eligible()) as f64,
            Quantity::Size => f64::from(job.processors),
            Quantity::Limit | Quantity::Estimate => job.requested_time as f64,
            Quantity::Work => f64::from(job.processors) * job.requested_time as f64,
            Quantity::UserUsage | Quantity::GroupUsage => 0.0,
            Quantity::Priority => -1.0,
            Quantity::Now => before.now as f64,
            Quantity::Waiting => before.waiting as f64,
            Quantity::Free => before.free as f64,
            Quantity::Processors => before.processors as f64,
        }
    }

    fn name(&self, variable: NameVariable) -> Name {
        self.names[variable as usize]
    }
}

/// The names of each job. They are added to `all`.
pub fn names_of(jobs: &[Job], table: &LogNames, all: &mut Names) -> Vec<NamesOfJob> {
    let mut found = Vec::new();
    for job in jobs {
        let it = &job.logged;
        let numbers = [
            (NameKind::Queue, it.queue),
            (NameKind::User, it.user),
            (NameKind::Group, it.group),
            (NameKind::Partition, it.partition),
            (NameKind::Qos, it.qos.into()),
        ];
        found.push(numbers.map(|(kind, number)| match table.of(kind, number) {
            Some(name) => all.add(name),
            None => all.add_number(number),
        }));
    }
    found
}
