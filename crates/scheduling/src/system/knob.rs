//! Knobs: settings of a scenario that can sensibly be varied.

use std::borrow::Cow;

use serde_json::Value;

use super::Unit;
use crate::policy::formula::{Formula, PRESETS};
use base::setting::Row;
use base::text;
use workload::Time;

/// A field of a scenario that can sensibly be varied. Axes, panel, sweeps, the trade-off, contrasts,
/// links' words and the command line's help are made of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knob {
    /// The field's path in the scenario's JSON: `workload.reservations.percent`.
    pub path: &'static str,
    /// Its name in ids and in tables, where the path is too long: `queue`.
    pub key: &'static str,
    /// Its name, within a sentence and on an axis: `period δ of the grid scheduler`.
    pub label: &'static str,
    /// A short label: `Grid δ`.
    pub short: &'static str,
    /// Its effect, in a sentence.
    pub about: &'static str,
    /// Its possible values.
    pub values: Values,
}

/// The possible values of a knob.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// Numbers.
    Numbers(Numbers),
    /// One of several.
    Choices(Choices),
}

/// The numbers that a knob may be set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Their unit.
    pub unit: Unit,
    /// Values that show something on most workloads, as a list with commas and `..`.
    pub usual: &'static str,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
    /// Whether they must be whole.
    pub whole: bool,
    /// Whether a search for the best of them makes sense.
    pub searched: bool,
    /// The name of 0 where it is no number; empty where it is one.
    pub zero: &'static str,
    /// The values that the trade-off tries by default; empty for the scenario's own value.
    pub tried: &'static [f64],
    /// Values that make a good contrast: its id, its words, the value.
    pub contrasts: &'static [(&'static str, &'static str, f64)],
}

/// The choices of a knob.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choices {
    /// The rows of all that there are.
    pub all: &'static [Row],
    /// The choices that curves overlay by default, by their values; empty for the scenario's own.
    pub overlaid: &'static [&'static str],
    /// The choices that make a good contrast, by their values, in the order in which a lecture
    /// would take them.
    pub contrasts: &'static [&'static str],
    /// The preposition of a choice in a contrast: `under` EASY backfilling.
    pub with: &'static str,
    /// The choice that may have a formula behind it, as in `ordered: -wait / limit`; empty if there is none.
    pub by_formula: &'static str,
}

impl Knob {
    /// The numbers that it may be set to, if it is set to numbers.
    pub fn numbers(&self) -> Option<&Numbers> {
        match &self.values {
            Values::Numbers(numbers) => Some(numbers),
            Values::Choices(_) => None,
        }
    }

    /// The choices, if it has any.
    pub fn choices(&self) -> Option<&Choices> {
        match &self.values {
            Values::Numbers(_) => None,
            Values::Choices(choices) => Some(choices),
        }
    }

    /// A value as it stands in legends and tables: `EASY backfilling`, `grid δ 10 min`, `load 1.5`.
    pub fn told(&self, value: &Value) -> String {
        match &self.values {
            Values::Choices(choices) => {
                let value = value.as_str().unwrap_or_default();
                choices.name(value).into_owned()
            }
            Values::Numbers(numbers) => {
                let number = value.as_f64().unwrap_or_default();
                if number == 0.0 && !numbers.zero.is_empty() {
                    return numbers.zero.to_owned();
                }
                self.set_to(number)
            }
        }
    }

    /// A number with the knob's short name: `grid δ 10 min`, `grid δ 0`.
    pub fn set_to(&self, number: f64) -> String {
        let unit = self.numbers().map_or(Unit::Times, |it| it.unit);
        match unit {
            _ if number == 0.0 => format!("{} 0", self.short),
            Unit::Seconds => format!("{} {}", self.short, text::period(number as Time)),
            _ => match unit.symbol() {
                "" => format!("{} {number}", self.short),
                symbol => format!("{} {number} {symbol}", self.short),
            },
        }
    }

    /// The title of an axis: the label with its unit.
    pub fn axis(&self) -> String {
        match self.numbers().map(|it| it.unit.symbol()) {
            None | Some("") => self.label.to_owned(),
            Some(unit) => format!("{} ({unit})", self.label),
        }
    }
}

impl Choices {
    /// The name of a value, `EASY backfilling` or `Ordered by SAF`; the value itself if it is none of these.
    pub fn name<'a>(&self, value: &'a str) -> Cow<'a, str> {
        let row = |key: &str| self.all.iter().find(|it| it.key == key);
        if let Some(row) = row(value) {
            return row.name.into();
        }
        match (self.formula_of(value), row(self.by_formula)) {
            (Some(formula), Some(row)) => format!("{} by {}", row.name, short_name(&formula)).into(),
            _ => value.into(),
        }
    }

    /// The formula of a value that has one behind its choice; `None` of another value, and of a text that is no formula.
    pub fn formula_of(&self, value: &str) -> Option<Formula> {
        let (key, formula) = value.split_once(':')?;
        let takes_one = !self.by_formula.is_empty() && key == self.by_formula;
        takes_one.then(|| Formula::read(formula.trim()).ok())?
    }

    /// The value of the choice with this formula behind it.
    pub fn with_formula(&self, formula: &Formula) -> String {
        format!("{}: {}", self.by_formula, formula.text())
    }

    /// The choices that the trade-off tries by default, by their values; empty where it keeps the
    /// scenario's own.
    pub fn tried(&self) -> Vec<&'static str> {
        let tried = self.all.iter().filter(|it| it.tried);
        tried.map(|it| it.key).collect()
    }

    /// Whether the trade-off varies it.
    pub fn is_tried(&self) -> bool {
        self.all.iter().any(|it| it.tried)
    }
}

/// The longest text of a formula in a name, in characters; the rest is left out.
const LONGEST_FORMULA: usize = 40;

/// The abbreviation of an order of the literature; the formula of another one, cut where it is long.
fn short_name(formula: &Formula) -> String {
    let text = formula.text();
    if let Some(preset) = PRESETS.iter().find(|it| it.formula == text) {
        let name = preset.name.split(',').next();
        return name.unwrap_or(preset.name).to_owned();
    }
    match text.chars().count() > LONGEST_FORMULA {
        true => text.chars().take(LONGEST_FORMULA - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOICES: Choices = Choices {
        all: &[
            Row { key: "easy", name: "EASY backfilling", label: "EASY", about: "", tried: true },
            Row { key: "ordered", name: "Ordered", label: "Ordered", about: "", tried: false },
        ],
        overlaid: &[],
        contrasts: &[],
        with: "under",
        by_formula: "ordered",
    };

    #[test]
    fn a_choice_with_a_formula_is_named_by_it() {
        let long = format!("ordered: {}", ["submit"; 9].join(" + "));
        for (value, name) in [
            ("easy", "EASY backfilling"),
            ("ordered", "Ordered"),
            ("ordered: work", "Ordered by SAF"),
            ("ordered:-3 * wait", "Ordered by -3 * wait"),
            (long.as_str(), "Ordered by submit + submit + submit + submit + sub…"),
            ("easy: work", "easy: work"),
            ("ordered: wrok", "ordered: wrok"),
        ] {
            assert_eq!(CHOICES.name(value), name);
        }
        let formula = CHOICES.formula_of("ordered: work").expect("a formula");
        assert_eq!(CHOICES.with_formula(&formula), "ordered: work");
        let none = Choices { by_formula: "", ..CHOICES };
        assert_eq!(none.formula_of(": work"), None);
    }
}
