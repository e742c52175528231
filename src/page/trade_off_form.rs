//! The form of the Trade-off view: what it asks for of a system's knobs.

use serde_json::Value;

use super::curves_form::{chosen_of, numbers};
use crate::experiment::trade_off::{Space, Varied};
use crate::experiment::{PeriodOf, Scenario, knobs};
use crate::export::snapshot::TradeOffForm;
use crate::system::Knob;

impl TradeOffForm {
    /// The choices of a knob that are ticked.
    pub fn ticked(&self, knob: &'static Knob) -> Vec<&'static str> {
        let usual = || knob.choices().map_or_else(Vec::new, |it| it.tried());
        let chosen = self.ticked.get(knob.key);
        chosen.map_or_else(usual, |values| chosen_of(knob, values))
    }

    /// Ticks these choices of a knob.
    pub fn tick(&mut self, knob: &'static Knob, values: Vec<&'static str>) {
        let values = values.into_iter().map(str::to_owned).collect();
        self.ticked.insert(knob.key.to_owned(), values);
    }

    /// The numbers of a knob as they stand in the form; none for the scenario's own.
    pub fn typed(&self, knob: &'static Knob) -> String {
        let usual = || {
            let tried = knob.numbers().map_or(&[][..], |it| it.tried);
            let tried: Vec<String> = tried.iter().map(f64::to_string).collect();
            tried.join(", ")
        };
        self.typed.get(knob.key).cloned().unwrap_or_else(usual)
    }

    /// Takes numbers of a knob as they are typed.
    pub fn type_numbers(&mut self, knob: &'static Knob, typed: String) {
        self.typed.insert(knob.key.to_owned(), typed);
    }

    /// What is wrong with the numbers of a knob as typed, in words.
    pub fn wrong(&self, knob: &'static Knob) -> Option<String> {
        self.numbers(knob).err()
    }

    fn numbers(&self, knob: &'static Knob) -> Result<Vec<f64>, String> {
        let (typed, Some(of)) = (self.typed(knob), knob.numbers()) else {
            return Ok(Vec::new());
        };
        // Without an own list there must be one where one is usual.
        if typed.trim().is_empty() && of.tried.is_empty() {
            return Ok(Vec::new());
        }
        numbers(&typed, of.least..=of.most, of.whole)
    }

    /// The space that the form asks for, around a scenario.
    ///
    /// # Errors
    ///
    /// In words, what is wrong with some numbers as typed.
    pub fn space(&self, scenario: &Scenario) -> Result<Space, String> {
        let varied = scenario.system.model().knobs().iter().map(|knob| {
            let numbers = self.numbers(knob)?;
            let choices = self.ticked(knob).into_iter().map(Value::from);
            Ok(Varied {
                knob,
                values: choices
                    .chain(numbers.into_iter().map(knobs::number))
                    .collect(),
            })
        });
        Ok(Space {
            varied: varied.collect::<Result<_, String>>()?,
        })
    }

    /// Whose period is searched for, if the system has one.
    pub fn period_of(&self, scenario: &Scenario) -> Option<PeriodOf> {
        let chosen = self.period_of.as_deref();
        let chosen = chosen.and_then(|key| PeriodOf::named(&scenario.system, key));
        chosen.or_else(|| PeriodOf::all(&scenario.system).first().copied())
    }

    /// What is wrong with the range of the search, in words.
    pub fn wrong_range(&self) -> Option<&'static str> {
        let (from, to) = self.range;
        (from > to).then_some("the range ends before it begins")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_tried_until_something_else_is_asked_for() {
        let base = Scenario::default();
        let queue = knobs::knob(&base, "system.two_level.local.queue").expect("a knob");
        let mut form = TradeOffForm::default();
        let all = queue.choices().expect("choices").all;
        assert_eq!(form.ticked(queue).len(), all.len());
        form.tick(queue, vec!["easy", "fcfs"]);
        assert_eq!(form.ticked(queue).len(), 2);
        let narrow = form.space(&base).expect("a space");
        let wide = TradeOffForm::default().space(&base).expect("a space");
        assert!(narrow != wide);
        form.period_of = Some("no_such_period".to_owned());
        assert_eq!(
            form.period_of(&base),
            TradeOffForm::default().period_of(&base)
        );
    }

    #[test]
    fn numbers_that_cannot_be_are_told() {
        let base = Scenario::default();
        let knobs = base.system.model().knobs().iter();
        let period = knobs
            .clone()
            .find(|it| it.numbers().is_some())
            .expect("numbers");
        let mut form = TradeOffForm::default();
        assert_eq!(form.wrong(period), None);
        form.type_numbers(period, "-1".to_owned());
        assert!(form.wrong(period).is_some());
        assert!(form.space(&base).is_err());
        form.range = (600, 60);
        assert!(form.wrong_range().is_some());
    }
}
