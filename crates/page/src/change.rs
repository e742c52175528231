//! How a figure changed from the run before, in words.

use crate::words;
use scheduling::criteria::population::Differs;
use scheduling::criteria::{Criterion, Report};
use scheduling::system::Unit;

/// A change in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// `▲ 1.2 pp`, `▼ 80.0 %`, `unchanged`; without an arrow where it is no verdict: `−80.0 %`.
    pub text: String,
    /// Whether it is for the better; `None` for no change, and where it is no verdict.
    pub better: Option<bool>,
    /// Why it is no verdict, if it is none.
    pub unjudged: Option<Differs>,
}

impl Change {
    /// The change of a figure; `None` where one of the reports does not have it. A share changes by points, all else by
    /// percent of what it was.
    pub fn of(criterion: Criterion, before: &Report, now: &Report) -> Option<Self> {
        let (from, to) = (criterion.of(before)?, criterion.of(now)?);
        let (text, difference) = match criterion.unit() {
            Unit::Share => by(100.0 * (to - from), " pp"),
            _ => relative(from, to),
        };
        if difference == 0.0 {
            return Some(Self { text: "unchanged".to_owned(), better: None, unjudged: None });
        }
        let unjudged = before.population.differs(now.population);
        let (more, less) = match unjudged {
            None => ("▲ ", "▼ "),
            Some(_) if from == 0.0 => ("", ""),
            Some(_) => ("+", "−"),
        };
        let sign = if difference > 0.0 { more } else { less };
        let higher_is_better = criterion.higher_is_better().unwrap_or(false);
        Some(Self {
            text: format!("{sign}{text}"),
            better: unjudged.is_none().then_some((difference > 0.0) == higher_is_better),
            unjudged,
        })
    }

    /// The class of how it is shown.
    pub fn tone(&self) -> Option<&'static str> {
        match (self.better, self.unjudged) {
            (Some(true), _) => Some("better"),
            (Some(false), _) => Some("worse"),
            (None, Some(_)) => Some("unjudged"),
            (None, None) => None,
        }
    }

    /// With the verdict, or that there is none: `▼ 80.0 % · better`.
    pub fn told(&self) -> String {
        match (self.better, self.unjudged) {
            (Some(true), _) => format!("{} · better", self.text),
            (Some(false), _) => format!("{} · worse", self.text),
            (None, Some(_)) => format!("{} · no verdict", self.text),
            (None, None) => self.text.clone(),
        }
    }
}

/// The size of a difference in words, and the difference; 0 where it is written as 0.
fn by(difference: f64, unit: &str) -> (String, f64) {
    let text = words::decimal(difference.abs(), 1);
    let is_nothing = text == "0.0" || !difference.is_finite();
    (text + unit, if is_nothing { 0.0 } else { difference })
}

fn relative(from: f64, to: f64) -> (String, f64) {
    match from {
        0.0 if to == 0.0 => by(0.0, " %"),
        0.0 => ("from 0".to_owned(), to),
        // A thousand percent is read more slowly than ten times as much.
        _ if from > 0.0 && to >= from * 10.0 => (format!("× {}", words::decimal(to / from, 1)), to - from),
        _ => by((to - from) / from * 100.0, " %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::criteria::population::Population;

    fn report(used: f64, flow: f64) -> Report {
        Report { mean_utilization: used, mean_flow_time: flow, ..Report::default() }
    }

    fn told(criterion: Criterion, before: &Report, now: &Report) -> Option<String> {
        Change::of(criterion, before, now).map(|it| it.told())
    }

    #[test]
    fn figures_of_the_same_jobs_are_better_or_worse() {
        let (before, now) = (report(0.5, 200.0), report(0.6, 20.0));
        for (criterion, there, back) in [
            (Criterion::UTILIZATION, "▲ 10.0 pp · better", "▼ 10.0 pp · worse"),
            (Criterion::FLOW_TIME, "▼ 90.0 % · better", "▲ × 10.0 · worse"),
            (Criterion::TARDINESS, "unchanged", "unchanged"),
        ] {
            assert_eq!(told(criterion, &before, &now).as_deref(), Some(there));
            assert_eq!(told(criterion, &now, &before).as_deref(), Some(back));
        }
        let none = report(0.5, 0.0);
        let from_nothing = told(Criterion::FLOW_TIME, &none, &before);
        assert_eq!(from_nothing.as_deref(), Some("▲ from 0 · worse"));
    }

    #[test]
    fn figures_of_other_jobs_are_neither() {
        let before = report(0.5, 200.0);
        let of = |population: Population| Report { population, ..report(0.5, 40.0) };
        let none = Population::default();
        for (population, why) in [
            (Population { taken: 1, ..none }, "the jobs are not the same"),
            (Population { submissions: 1, ..none }, "the jobs are submitted at other times"),
            (Population { reserved: 1, ..none }, "other jobs are reservations"),
            (Population { ran: 1, ..none }, "other jobs are rejected"),
            (Population { processors: 1, ..none }, "the number of processors differs"),
        ] {
            let change = Change::of(Criterion::FLOW_TIME, &before, &of(population)).unwrap();
            assert_eq!(change.told(), "−80.0 % · no verdict");
            assert_eq!(change.unjudged.map(Differs::why), Some(why));
            assert_eq!(change.tone(), Some("unjudged"));
        }
        assert_eq!(told(Criterion::FLOW_TIME, &before, &report(0.5, f64::NAN)), None);
    }
}
