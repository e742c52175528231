//! Name, description and behaviour of imprecise calendars as a system.

use serde_json::Value;

use super::measures::MEASURES;
use super::simulation::CalendarSimulation;
use super::{Assignment, Configured, ImpreciseCalendar, Managers, Refine, decisions, knobs, words};
use crate::system::prelude::*;
use crate::system::{Card, SystemModel};
use workload::WorkloadKind;

const CARD: Card = Card {
    key: "imprecise_calendar",
    name: "Imprecise calendar",
    about: "Every job gets whole slots at its submission, coarse ones far ahead. Slots are split as their time comes near, and jobs move forward into slots that become free. The nodes form one pool, or clusters under a tree of managers. Hollingsworth and Maneewongvatana 1999.",
    inside: "Calendar",
    inside_about: "Imprecise calendar: each job gets whole slots, short ones soon and long ones far ahead. Each strip is a level of slots, the finest first, and the coloured part of a slot is the share of its nodes that jobs have.",
    takes: &[WorkloadKind::Log],
    rows: knobs::ROWS,
    measures: MEASURES,
    ..crate::system::CARD
};

impl SystemModel for ImpreciseCalendar {
    fn card(&self) -> &'static Card {
        &CARD
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

    fn words(&self, of: &Surroundings, changed: &Changed) -> Vec<String> {
        words::words(self, of, changed)
    }

    fn policy(&self, of: &Surroundings) -> String {
        words::policy(self, of)
    }

    fn keep_providers(&mut self, count: usize) -> Vec<&'static str> {
        if self.managers.keep(count) { vec!["the managers above the dropped clusters"] } else { Vec::new() }
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
            _ if knobs::threshold_of(path) >= Some(self.levels().len()) => Err("the calendar has fewer levels"),
            "levels" if self.configuration != Configured::Levels => {
                Err("the levels are a configuration of the paper: choose custom levels")
            }
            "managers.tree" if !matches!(self.managers, Managers::Tree(_)) => Err("no tree is given: choose a tree"),
            "threshold_percent" | "low_water" if self.levels().len() == 1 => {
                Err("the calendar has one level only: nothing is split, and no slot is coarse")
            }
            "refine" if !self.backfill => Err("jobs are not moved forward"),
            "managers" if of.platform.len() < 2 => Err("there is one provider, and so one manager"),
            "ties" if !is_tree => Err("there is one manager only: choose a manager for every cluster"),
            path if !is_tree && knobs::ROWS.iter().any(|it| it.is_field(path) && knobs::is_among_managers(it)) => {
                Err("there is one manager only: choose a manager for every cluster")
            }
            "message_time" if self.assignment == Assignment::Late => {
                Err("jobs are assigned late: choose to assign them at submission")
            }
            "message_time" if !self.one_job_per_slot => Err("jobs share slots: choose one job per slot"),
            "message_time" if self.refine == Refine::AtDivision => {
                Err("only jobs near changes are looked at: choose to look at all that wait")
            }
            _ => Ok(()),
        }
    }

    fn settle(&mut self, field: &str, _platform: &[u32]) {
        self.settle_levels(field);
        let is_late =
            self.assignment == Assignment::Late || !self.one_job_per_slot || self.refine == Refine::AtDivision;
        if matches!(field, "assignment" | "one_job_per_slot" | "refine") && is_late {
            self.message_time = 0;
        }
    }

    fn knob_value(&self, path: &str) -> Option<Value> {
        knobs::value(self, path)
    }

    fn set_knob(&mut self, path: &str, value: &Value) -> bool {
        knobs::set(self, path, value)
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
