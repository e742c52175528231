//! Name, description and behaviour of imprecise calendars as a system.

use serde_json::Value;

use super::measures::MEASURES;
use super::simulation::CalendarSimulation;
use super::{Assignment, Configured, ImpreciseCalendar, Refine, decisions, knobs, words};
use crate::engine::decisions::Own;
use crate::system::speaker::{Sentence, Speaker};
use crate::system::{Input, Knob, Measure, Simulated, Simulation, Surroundings, System, SystemModel};
use workload::WorkloadKind;

impl SystemModel for ImpreciseCalendar {
    fn key(&self) -> &'static str {
        "imprecise_calendar"
    }

    fn name(&self) -> &'static str {
        "Imprecise calendar"
    }

    fn about(&self) -> &'static str {
        "Every job gets whole slots at its submission, coarse ones far ahead. Slots are split as their time comes near, and jobs move forward into slots that become free. The nodes form one pool, or clusters under a tree of managers. Hollingsworth and Maneewongvatana 1999."
    }

    fn inside(&self) -> &'static str {
        "Calendar"
    }

    fn inside_about(&self) -> &'static str {
        "Imprecise calendar: each job gets whole slots, short ones soon and long ones far ahead. Each strip is a level of slots, the finest first, and the coloured part of a slot is the share of its nodes that jobs have."
    }

    fn takes(&self) -> &'static [WorkloadKind] {
        &[WorkloadKind::Log]
    }

    fn pool(&self) -> Option<&'static str> {
        (!self.managers.are_several()).then_some("the pool of nodes")
    }

    fn provider_noun(&self) -> Option<&'static str> {
        self.managers.are_several().then_some("cluster")
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        ImpreciseCalendar::validate(self, platform)
    }

    fn words(&self, of: &Surroundings) -> Vec<String> {
        words::words(self, of)
    }

    fn policy(&self, of: &Surroundings) -> String {
        words::policy(self, of)
    }

    fn knobs(&self) -> &'static [Knob] {
        knobs::KNOBS
    }

    fn keep_providers(&mut self, count: usize) -> Vec<&'static str> {
        match self.managers.keep(count) {
            true => vec!["the managers above the dropped clusters"],
            false => Vec::new(),
        }
    }

    fn remove_provider(&mut self, index: usize) {
        self.managers.remove(index);
    }

    fn reads(&self, path: &str, of: &Surroundings) -> Result<(), &'static str> {
        let is_tree = self.managers.are_several() && of.platform.len() > 1;
        if let Some(level) = knobs::level_of(path) {
            return match self.configuration {
                Configured::Levels if level < self.levels.len() => Ok(()),
                Configured::Levels => Err("the calendar has fewer levels"),
                _ => Err("the levels are a configuration of the paper: choose custom levels"),
            };
        }
        match path {
            knobs::THRESHOLD_1 | knobs::THRESHOLD_2 if knobs::threshold_of(path) >= Some(self.levels().len()) => {
                Err("the calendar has fewer levels")
            }
            knobs::THRESHOLD | knobs::LOW_WATER if self.levels().len() == 1 => {
                Err("the calendar has one level only: nothing is split, and no slot is coarse")
            }
            knobs::REFINE if !self.backfill => Err("jobs are not moved forward"),
            knobs::MANAGERS if of.platform.len() < 2 => Err("there is one provider, and so one manager"),
            path if knobs::OF_TREE.contains(&path) && !is_tree => {
                Err("there is one manager only: choose a manager for every cluster")
            }
            knobs::MESSAGE_TIME if self.assignment == Assignment::Late => {
                Err("jobs are assigned late: choose to assign them at submission")
            }
            knobs::MESSAGE_TIME if !self.one_job_per_slot => Err("jobs share slots: choose one job per slot"),
            knobs::MESSAGE_TIME if self.refine == Refine::AtDivision => {
                Err("only jobs near changes are looked at: choose to look at all that wait")
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

    fn draws(&self, _of: &Surroundings) -> bool {
        false
    }
}

impl Simulated for ImpreciseCalendar {
    fn start(&self, input: Input) -> Result<Box<dyn Simulation>, String> {
        let providers = self.providers(input.platform);
        Ok(Box::new(CalendarSimulation::new(self, &providers, input.jobs()?)))
    }

    fn own_words(&self, own: &Own, speaker: &Speaker) -> Option<Sentence> {
        decisions::words(own, speaker)
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
