//! The form of the Trade-off view: its choices for a system's knobs.

use serde_json::Value;

use super::TradeOffForm;
use super::curves_form::{choose, chosen_of, formulas_of, numbers, with_formulas};
use experiment::trade_off::{Criteria, Space, Varied};
use experiment::{PeriodOf, Scenario, knobs};
use scheduling::criteria::{Criterion, FigureGroup};
use scheduling::system::Knob;

impl TradeOffForm {
    /// The choices of a knob that are ticked.
    pub fn ticked(&self, knob: &'static Knob) -> Vec<&'static str> {
        let usual = || knob.choices().map_or_else(Vec::new, |it| it.tried());
        self.ticked.get(knob.key()).map_or_else(usual, |values| chosen_of(knob, values))
    }

    /// The formulas of a knob that are ticked: values with a formula behind the choice.
    pub fn formulas(&self, knob: &'static Knob) -> Vec<String> {
        formulas_of(&self.ticked, knob)
    }

    /// Ticks these choices of a knob.
    pub fn tick(&mut self, knob: &'static Knob, values: Vec<&'static str>) {
        let formulas = self.formulas(knob);
        choose(&mut self.ticked, knob, values, formulas);
    }

    /// Ticks these formulas of a knob.
    pub fn tick_formulas(&mut self, knob: &'static Knob, formulas: Vec<String>) {
        let values = self.ticked(knob);
        choose(&mut self.ticked, knob, values, formulas);
    }

    /// The numbers of a knob as they stand in the form; none for the scenario's own.
    pub fn typed(&self, knob: &'static Knob) -> String {
        let usual = || {
            let tried = knob.numbers().map_or(&[][..], |it| it.tried);
            let tried: Vec<String> = tried.iter().map(f64::to_string).collect();
            tried.join(", ")
        };
        self.typed.get(knob.key()).cloned().unwrap_or_else(usual)
    }

    /// Takes numbers of a knob as they are typed.
    pub fn type_numbers(&mut self, knob: &'static Knob, typed: String) {
        self.typed.insert(knob.key().to_owned(), typed);
    }

    /// The error in the numbers of a knob as typed, in words.
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
    /// A sentence on the first invalid numbers as typed.
    pub fn space(&self, scenario: &Scenario) -> Result<Space, String> {
        let varied = scenario.system.model().knobs().into_iter().map(|knob| {
            let numbers = self.numbers(knob)?;
            let choices = with_formulas(self.ticked(knob), self.formulas(knob)).into_iter().map(Value::from);
            Ok(Varied { knob, values: choices.chain(numbers.into_iter().map(knobs::number)).collect() })
        });
        Ok(Space { varied: varied.collect::<Result<_, String>>()? })
    }

    /// The criteria that are weighed: the chosen ones if the system has them all, or else its usual
    /// ones.
    pub fn criteria(&self, scenario: &Scenario) -> Criteria {
        Criteria::named(&scenario.system, &self.criteria).unwrap_or_else(|_| Criteria::usual(&scenario.system))
    }

    /// Weighs another criterion at a place, none at the third. One that stands elsewhere changes places
    /// with the one that it displaces.
    pub fn weigh(&mut self, scenario: &Scenario, place: usize, chosen: Option<Criterion>) {
        let mut all = self.criteria(scenario).all().to_vec();
        match chosen {
            None if place + 1 == all.len() => all.truncate(2),
            None => return,
            Some(chosen) => {
                let elsewhere = all.iter().position(|it| *it == chosen);
                match (elsewhere, place < all.len()) {
                    (Some(elsewhere), true) => all.swap(elsewhere, place),
                    (None, true) => all[place] = chosen,
                    // Another one is not weighed twice.
                    (Some(_), false) => return,
                    (None, false) => all.push(chosen),
                }
            }
        }
        let names = |of: &[Criterion]| -> Vec<&str> { of.iter().map(|it| it.key()).collect() };
        let chosen = names(&all);
        self.criteria = if chosen == Criteria::usual(&scenario.system).names() {
            Vec::new()
        } else {
            chosen.into_iter().map(str::to_owned).collect()
        };
    }

    /// The criteria that may be weighed at a place: at the third place none first, then those of the scenario, the
    /// weighed ones among them; where none is weighed there, those that are not weighed at the others.
    pub fn offered(&self, scenario: &Scenario, place: usize) -> Vec<Option<Criterion>> {
        let present = self.criteria(scenario);
        let is_new = place >= present.all().len();
        let mut offered = Criteria::offered(scenario);
        // A link may weigh a class of sizes that the platform is too small for.
        let others = present.all().iter().filter(|it| !offered.contains(it));
        let others: Vec<Criterion> = others.copied().collect();
        offered.extend(others);
        offered.retain(|it| !(is_new && present.all().contains(it)));
        let none = (place >= 2).then_some(None);
        none.into_iter().chain(offered.into_iter().map(Some)).collect()
    }

    /// The same without the criteria of single classes of sizes and causes of rejections, which are many, unless they are
    /// weighed at that place.
    pub fn offered_briefly(&self, scenario: &Scenario, place: usize) -> Vec<Option<Criterion>> {
        let present = self.criteria(scenario).all().get(place).copied();
        let mut offered = self.offered(scenario, place);
        let is_part = |it: Criterion| matches!(it.group(), FigureGroup::Size | FigureGroup::Cause);
        offered.retain(|it| *it == present || !it.is_some_and(is_part));
        offered
    }

    /// The period that is searched for, if the system has one.
    pub fn period_of(&self, scenario: &Scenario) -> Option<PeriodOf> {
        let chosen = self.period_of.as_deref().and_then(|key| PeriodOf::named(&scenario.system, key));
        chosen.or_else(|| PeriodOf::all(&scenario.system).first().copied())
    }

    /// The error in the range of the search, in words.
    pub fn wrong_range(&self) -> Option<&'static str> {
        let (from, to) = self.range;
        (from > to).then_some("the range ends before it begins")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::System;

    #[test]
    fn what_is_usual_is_tried_until_something_else_is_asked_for() {
        let base = Scenario::default();
        let queue = knobs::knob(&base, "system.two_level.local.queue").expect("a knob");
        let mut form = TradeOffForm::default();
        let tried = queue.choices().expect("choices").tried();
        assert!(tried.contains(&"easy") && !tried.contains(&"ordered"));
        assert_eq!(form.ticked(queue), tried);
        form.tick(queue, vec!["easy", "fcfs"]);
        assert_eq!(form.ticked(queue).len(), 2);
        let narrow = form.space(&base).expect("a space");
        let wide = TradeOffForm::default().space(&base).expect("a space");
        assert!(narrow != wide);
        form.period_of = Some("no_such_period".to_owned());
        assert_eq!(form.period_of(&base), TradeOffForm::default().period_of(&base));
    }

    #[test]
    fn orders_by_formula_are_tried_beside_the_choices() {
        let base = Scenario::default();
        let queue = knobs::knob(&base, "system.two_level.local.queue").expect("a knob");
        let mut form = TradeOffForm::default();
        form.tick(queue, vec!["easy"]);
        let orders = ["ordered: work", "ordered: min(wait, 3)"].map(str::to_owned);
        form.tick_formulas(queue, orders.to_vec());
        form.tick(queue, vec!["easy", "fcfs"]);
        assert_eq!((form.ticked(queue), form.formulas(queue)), (vec!["fcfs", "easy"], orders.to_vec()));
        let space = form.space(&base).expect("a space");
        let found = experiment::trade_off::candidates(&base, &space);
        let named: Vec<&str> = found.iter().map(|it| it.label.split(" · ").next().unwrap_or_default()).collect();
        assert!(named.contains(&"Ordered by SAF") && named.contains(&"Ordered by min(wait, 3)"), "{named:?}");
        // What is no formula, as a link may have it, is left out.
        form.tick_formulas(queue, vec!["ordered: wrok".to_owned()]);
        assert!(form.formulas(queue).is_empty());
        form.tick_formulas(queue, Vec::new());
        assert_eq!(form.ticked(queue), ["fcfs", "easy"]);
    }

    #[test]
    fn a_link_has_orders_by_formula_and_no_other_text() {
        use crate::permalink::{link, read};
        use crate::snapshot::Snapshot;
        let linked = |order: &str| {
            let mut snapshot = Snapshot::default();
            let values = vec!["easy".to_owned(), order.to_owned()];
            snapshot.trade_off.ticked = [("queue".to_owned(), values)].into();
            snapshot.check().ok()?;
            let back = read(&link(&snapshot).ok()?).ok()?;
            (back == snapshot).then_some(())
        };
        assert!(linked("ordered: -(wait / limit)^3 * size").is_some());
        assert!(linked("ordered: if(queue == \"short\", 0, submit)").is_some());
        for other in ["ordered: wrok", "ordered:", "<b>: work", "easy; fcfs", ": work + "] {
            assert!(linked(other).is_none(), "{other}");
        }
    }

    fn of_workflow() -> Scenario {
        Scenario { system: System::of_key("workflow").expect("a system"), ..Scenario::default() }
    }

    #[test]
    fn what_is_weighed_is_usual_until_something_else_is_chosen() {
        let base = of_workflow();
        let mut form = TradeOffForm::default();
        let quantity = |name: &str| {
            let offered = Criteria::offered(&base);
            offered.into_iter().find(|it| it.key() == name)
        };
        let usual = ["schedule_length", "spare_least", "failures"];
        assert_eq!(form.criteria(&base).names(), usual);
        form.weigh(&base, 0, quantity("makespan"));
        let chosen = ["makespan", "spare_least", "failures"];
        assert_eq!(form.criteria(&base).names(), chosen);
        // A criterion that stands elsewhere changes places.
        form.weigh(&base, 0, quantity("failures"));
        assert_eq!(form.criteria(&base).names(), ["failures", "spare_least", "makespan"]);
        // The third may be none, the others may not.
        form.weigh(&base, 0, None);
        assert_eq!(form.criteria(&base).all().len(), 3);
        form.weigh(&base, 2, None);
        assert_eq!(form.criteria(&base).names(), ["failures", "spare_least"]);
        form.weigh(&base, 2, None);
        form.weigh(&base, 2, quantity("failures"));
        assert_eq!(form.criteria(&base).names(), ["failures", "spare_least"]);
        let third = form.offered(&base, 2);
        assert!(third.contains(&None) && !third.contains(&quantity("failures")));
        assert!(!form.offered(&base, 1).contains(&None));
        assert_eq!(third.first(), Some(&None), "none stands first");
        // Another system has its usual criteria, and the choice stays for one that has it.
        assert_eq!(form.criteria(&Scenario::default()), Criteria::default());
        assert_eq!(form.criteria(&base).all().len(), 2);
        // The usual criteria are not written down.
        form.weigh(&base, 2, quantity("schedule_length"));
        form.weigh(&base, 0, quantity("schedule_length"));
        assert_eq!(form.criteria(&base).names(), usual);
        assert_eq!(form, TradeOffForm::default());
    }

    #[test]
    fn criteria_by_size_and_cause_are_offered_on_request_and_where_they_are_weighed() {
        let base = Scenario::default();
        let mut form = TradeOffForm::default();
        let is_part = |it: &Option<Criterion>| {
            let group = it.map(Criterion::group);
            matches!(group, Some(FigureGroup::Size | FigureGroup::Cause))
        };
        let all = form.offered(&base, 1);
        assert!(all.iter().any(is_part));
        let brief = form.offered_briefly(&base, 1);
        assert!(!brief.iter().any(is_part) && brief.len() > 20);
        let chosen = Criterion::of_key("by_size.8.waiting_time_90");
        form.weigh(&base, 1, chosen);
        let parts = |place| form.offered_briefly(&base, place).into_iter().filter(is_part).collect::<Vec<_>>();
        assert_eq!((parts(0), parts(1)), (vec![], vec![chosen]));
        // A smaller platform has no such jobs; a link that weighs them keeps them.
        let small = Scenario { platform: vec![4], ..base };
        assert!(form.offered(&small, 1).contains(&chosen));
    }

    #[test]
    fn all_that_may_be_chosen_is_offered_and_what_is_usual_is_ticked() {
        let base = of_workflow();
        let form = TradeOffForm::default();
        let ticked = |path: &str| {
            let knob = knobs::knob(&base, path).expect("a knob");
            (form.ticked(knob), knob.choices().expect("choices").all.len())
        };
        let (schedulers, all) = ticked("system.workflow.scheduler");
        assert!(schedulers.len() == 4 && all == 5 && !schedulers.contains(&"given"));
        let (variants, all) = ticked("system.workflow.variant");
        assert!(variants.len() == 6 && all == 7 && !variants.contains(&"dag_reserve"));
        assert_eq!(form.space(&base), Ok(Space::usual(&base)));
    }

    #[test]
    fn numbers_that_cannot_be_are_told() {
        let base = Scenario::default();
        let period =
            base.system.model().knobs().into_iter().clone().find(|it| it.numbers().is_some()).expect("numbers");
        let mut form = TradeOffForm::default();
        assert_eq!(form.wrong(period), None);
        form.type_numbers(period, "-1".to_owned());
        assert!(form.wrong(period).is_some());
        assert!(form.space(&base).is_err());
        form.range = (600, 60);
        assert!(form.wrong_range().is_some());
    }
}
