//! The parameters of a generated workflow.

use serde::{Deserialize, Serialize};

use super::{Amounts, Kind, generate};
use crate::Workload;
use crate::workflow::Workflow;

/// How many tasks a made-up workflow can have, at least and at most.
pub const TASKS: (u32, u32) = (4, 10_000);

/// The fewest and the most machines.
pub const MACHINES: (u32, u32) = (1, 100);

/// The parameters of a generated workflow, which is the same for the same seed. The sample by default: a
/// mosaic of Montage on five machines, as in Zhao and Sakellariou 2007.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MadeUp {
    /// Its shape.
    pub kind: Kind,
    /// The approximate number of tasks.
    pub tasks: u32,
    /// How many machines.
    pub machines: u32,
    /// The seed of every draw.
    pub seed: u64,
}

impl Default for MadeUp {
    fn default() -> Self {
        Self { kind: Kind::Montage, tasks: 60, machines: 5, seed: 1 }
    }
}

impl MadeUp {
    /// Checks that it can be generated.
    ///
    /// # Errors
    ///
    /// A sentence that names the value out of range and its valid values.
    pub fn validate(&self) -> Result<(), String> {
        for (name, value, (least, most)) in [("tasks", self.tasks, TASKS), ("machines", self.machines, MACHINES)] {
            if !(least..=most).contains(&value) {
                return Err(format!("{name}: {value}; a made-up workflow has {least} to {most}"));
            }
        }
        Ok(())
    }

    /// The workflow, with a name that says how it was made.
    ///
    /// # Errors
    ///
    /// As [`MadeUp::validate`].
    pub fn workload(&self) -> Result<Workload, String> {
        let name = format!("{} workflow, seed {}", self.kind.name(), self.seed);
        Ok(Workload::of_workflow(&name, self.workflow()?))
    }

    /// The workflow.
    ///
    /// # Errors
    ///
    /// As [`MadeUp::validate`].
    pub fn workflow(&self) -> Result<Workflow, String> {
        self.validate()?;
        let usual = match self.kind {
            Kind::Montage => Amounts::MONTAGE,
            _ => Amounts::USUAL,
        };
        let amounts = Amounts { machines: self.machines as usize, ..usual };
        let tasks = self.tasks as usize;
        Ok(generate(self.kind, tasks, &amounts, self.seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_is_a_mosaic_on_five_machines() {
        let workload = MadeUp::default().workload().unwrap();
        let workflow = workload.workflow().unwrap();
        assert_eq!(workload.name, "Montage workflow, seed 1");
        assert_eq!((workflow.tasks.len(), workflow.machines.len()), (60, 5));
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        let made = |tasks, machines| MadeUp { tasks, machines, ..MadeUp::default() };
        assert!(made(60, 0).workload().is_err());
        assert!(made(1_000_000, 5).validate().unwrap_err().contains("tasks: 1000000"));
        assert_eq!(made(4, 1).validate(), Ok(()));
        assert!(made(4, 1).workload().is_ok());
    }
}
