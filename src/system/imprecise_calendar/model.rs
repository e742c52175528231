//! What imprecise calendars say of themselves.

use super::measures::MEASURES;
use super::simulation::Run;
use super::{Configured, ImpreciseCalendar, knobs, words};
use crate::system::{Knob, Measure, Simulated, Simulation, Surroundings, System, SystemModel};
use crate::workload::{Job, WorkloadKind};

impl SystemModel for ImpreciseCalendar {
    fn key(&self) -> &'static str {
        "imprecise_calendar"
    }

    fn name(&self) -> &'static str {
        "Imprecise calendar"
    }

    fn about(&self) -> &'static str {
        "Every job gets whole slots when it comes, coarse ones far ahead; they are split as their time nears, and jobs move forward into what becomes free. Several providers are one pool. Hollingsworth and Maneewongvatana 1999."
    }

    fn inside(&self) -> &'static str {
        "Calendar"
    }

    fn takes(&self) -> &'static [WorkloadKind] {
        &[WorkloadKind::Log]
    }

    fn pool(&self) -> Option<&'static str> {
        Some("the pool of nodes")
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        ImpreciseCalendar::validate(self, platform)
    }

    fn words(&self, _of: &Surroundings) -> Vec<String> {
        words::words(self)
    }

    fn knobs(&self) -> &'static [Knob] {
        knobs::KNOBS
    }

    fn reads(&self, path: &str, _of: &Surroundings) -> Result<(), &'static str> {
        match path {
            knobs::FINEST if self.configuration != Configured::Levels => {
                Err("the levels are a configuration of the paper: choose levels as given")
            }
            knobs::THRESHOLD | knobs::LOW_WATER if self.levels().len() == 1 => {
                Err("the calendar has one level only: nothing is split, and no slot is coarse")
            }
            _ => Ok(()),
        }
    }

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }
}

impl Simulated for ImpreciseCalendar {
    fn start(&self, platform: &[u32], jobs: Vec<Job>, _seed: u64) -> Box<dyn Simulation> {
        let [nodes] = self.providers(platform)[..] else {
            unreachable!("it has one pool");
        };
        Box::new(Run::new(self, nodes, jobs))
    }
}

impl ImpreciseCalendar {
    /// The settings of a system, if it is this one.
    pub fn of(system: &System) -> Option<&Self> {
        match system {
            System::ImpreciseCalendar(settings) => Some(settings),
            _ => None,
        }
    }

    /// The settings of a system, to be changed: the usual ones take the place of another system.
    pub fn of_mut(system: &mut System) -> &mut Self {
        if Self::of(system).is_none() {
            *system = System::ImpreciseCalendar(Self::default());
        }
        match system {
            System::ImpreciseCalendar(settings) => settings,
            _ => unreachable!("it was just set"),
        }
    }
}
