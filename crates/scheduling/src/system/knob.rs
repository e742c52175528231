//! Knobs: the settings of a scenario, a row for each.

use std::borrow::Cow;

use serde_json::Value;

use super::Unit;
use crate::policy::formula::{Formula, PRESETS};
use base::setting::Row;
use base::text;
use workload::Time;

/// A setting of a scenario. Its control on the page, its range, axes, sweeps, the trade-off, contrasts, links' words and the
/// command line's help are made of it. A row names what differs from [`KNOB`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knob {
    /// The field's path in the scenario's JSON: `workload.reservations.percent`; in a list, from the item on: `users`.
    pub path: &'static str,
    /// Its name in ids and in tables ([`Knob::key`]), if that is not the last step of the path.
    pub alias: &'static str,
    /// The id of its control, if that is not the key.
    pub id: &'static str,
    /// The label of its control.
    pub title: &'static str,
    /// Where its control stands.
    pub place: Place,
    /// Whether numbers of providers, nodes or agents, which count from 0, are shown from 1.
    pub from_one: bool,
    /// Its name, within a sentence and on an axis: `period δ of the grid scheduler`.
    pub label: &'static str,
    /// A short label: `Grid δ`.
    pub short: &'static str,
    /// Its effect, in a sentence.
    pub about: &'static str,
    /// Its possible values.
    pub values: Values,
    /// Its words in the line of a scenario ([`Knob::words`]), if they are not made of its name: `hints {} late`, where `{}`
    /// is the value; behind a bar those of `null` or `false`. Without commas, which separate settings.
    pub words: &'static str,
    /// The JSON Schema of what the field takes besides.
    pub also: &'static str,
}

/// An empty row.
pub const KNOB: Knob = Knob {
    path: "",
    alias: "",
    id: "",
    title: "",
    place: Place::Nowhere,
    from_one: false,
    label: "",
    short: "",
    about: "",
    values: Values::Form,
    words: "",
    also: "",
};

/// Where a control stands in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere: links, files and curves set it.
    Nowhere,
    /// Among what the page is for.
    Basic,
    /// Among further settings, under a heading.
    More(&'static str),
    /// Among the readings of a paper that leaves them open.
    Assumption,
}

/// The possible values of a knob.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    Numbers(Numbers),
    /// One of several.
    Choices(Choices),
    /// True or false.
    Switch,
    /// A text, a list of words or numbers, or any JSON, as a person types it; the meaning of an empty field.
    Typed(&'static str),
    /// An order of jobs; whether it may be left to another setting, and whether it may read nodes.
    Formula {
        optional: bool,
        nodes: bool,
    },
    /// A list of items.
    Items(Items),
    /// Something with a form of its own.
    Form,
}

/// A list of items that have settings of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Items {
    /// The settings of an item.
    pub of: &'static [Knob],
    /// The JSON of a new item.
    pub new: &'static str,
    pub noun: &'static str,
}

/// The numbers that a knob may be set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    pub unit: Unit,
    /// Values that show something on most workloads, as a list with commas and `..`.
    pub usual: &'static str,
    pub least: f64,
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
    /// The meaning of `null`, where the field may be that.
    pub empty: &'static str,
    /// A slider beside the number.
    pub slide: Slide,
    /// The unit of the control in units of the field: 3600 for a field in seconds that is shown in hours.
    pub per: f64,
}

/// Any whole number from 0.
pub const NUMBERS: Numbers = Numbers {
    unit: Unit::Times,
    usual: "",
    least: 0.0,
    most: 9_007_199_254_740_991.0,
    whole: true,
    searched: false,
    zero: "",
    tried: &[],
    contrasts: &[],
    empty: "",
    slide: Slide::No,
    per: 1.0,
};

/// The longest time that makes sense in a log of years: a year, in seconds.
pub const YEAR: f64 = 31_622_400.0;

/// Seconds up to a year.
pub const SECONDS: Numbers = Numbers { unit: Unit::Seconds, most: YEAR, ..NUMBERS };

/// Hundredths, with fractions.
pub const PERCENT: Numbers = Numbers { unit: Unit::Percent, most: 100.0, whole: false, ..NUMBERS };

/// The slider of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slide {
    /// There is none.
    No,
    /// It goes from the least to this number, in steps of that; a number that is typed may be larger.
    To(f64, f64),
    /// It stops at these numbers only.
    Stops(&'static [f64]),
}

/// The choices of a knob.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choices {
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
    /// The path of the list with one for each provider; empty if all have the same.
    pub each: &'static str,
    /// Whether its control is a list, with the explanation of the chosen one below.
    pub in_list: bool,
    /// Whether any formula can take the place of a choice; then it may read what nodes have.
    pub is_formula: bool,
}

pub const CHOICES: Choices = Choices {
    all: &[],
    overlaid: &[],
    contrasts: &[],
    with: "",
    by_formula: "",
    each: "",
    in_list: false,
    is_formula: false,
};

/// Choices that curves do not overlay.
pub const fn choices(all: &'static [Row]) -> Values {
    Values::Choices(Choices { all, ..CHOICES })
}

impl Knob {
    /// Whether it can sensibly be varied.
    pub fn is_varied(&self) -> bool {
        match &self.values {
            Values::Numbers(numbers) => !numbers.usual.is_empty(),
            Values::Choices(choices) => !choices.with.is_empty(),
            _ => false,
        }
    }

    /// Whether it is at this field of its system's settings, such as `grid.period`.
    pub fn is_field(&self, field: &str) -> bool {
        self.path.splitn(3, '.').nth(2) == Some(field)
    }

    /// Its name in ids and in tables: `queue`.
    pub fn key(&self) -> &'static str {
        if self.alias.is_empty() { self.path.rsplit('.').next().unwrap_or_default() } else { self.alias }
    }

    /// The id of its control.
    pub fn control(&self) -> String {
        let id = if self.id.is_empty() { self.key() } else { self.id };
        id.replace('_', "-")
    }

    /// The value of a field that the JSON leaves out.
    pub fn absent(&self) -> Value {
        match &self.values {
            Values::Numbers(Numbers { empty: "", .. }) => 0.into(),
            Values::Choices(choices) if choices.each != self.path => choices.all.first().map(|it| it.key).into(),
            Values::Choices(_) | Values::Items(_) => Value::Array(Vec::new()),
            Values::Switch => false.into(),
            Values::Formula { optional: false, .. } => Formula::default().text().into(),
            _ => Value::Null,
        }
    }

    /// Whether the numbers of a value are in their ranges.
    ///
    /// # Errors
    ///
    /// A sentence with the path, the value and its range.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        self.check_at(self.path, value)
    }

    /// Whether [`Knob::check`] may refuse a value: it has numbers, or items with them.
    pub fn has_limits(&self) -> bool {
        matches!(self.values, Values::Numbers(_) | Values::Items(_))
    }

    fn check_at(&self, path: &str, value: &Value) -> Result<(), String> {
        if let (Values::Items(items), Some(list)) = (&self.values, value.as_array()) {
            let all = list.iter().enumerate().flat_map(|(at, item)| items.of.iter().map(move |row| (at, item, row)));
            for (at, item, row) in all {
                let value = item.get(row.path).cloned().unwrap_or_else(|| row.absent());
                row.check_at(&format!("{path}[{at}].{}", row.path), &value)?;
            }
        }
        let Values::Numbers(Numbers { least, most, empty, unit, .. }) = self.values else {
            return Ok(());
        };
        match value {
            Value::Number(number) if !number.as_f64().is_some_and(|it| (least..=most).contains(&it)) => {
                let unit = if unit.symbol().is_empty() { String::new() } else { format!(" {}", unit.symbol()) };
                let number = number.as_f64().unwrap_or_default();
                let [number, least, most] = [number, least, most].map(|it| {
                    if it == 0.0 || (1e-9..1e15).contains(&it.abs()) { it.to_string() } else { format!("{it:e}") }
                });
                let range = match self.values {
                    Values::Numbers(Numbers { least: f64::MIN_POSITIVE, most: f64::MAX, .. }) => "above 0".to_owned(),
                    Values::Numbers(Numbers { most: f64::MAX, .. }) => format!("at least {least}{unit}"),
                    _ => format!("{least} to {most}{unit}"),
                };
                let or_null = if empty.is_empty() { String::new() } else { format!(", or null: {empty}") };
                Err(format!("{path}: {number}{unit}; it is {range}{or_null}"))
            }
            _ => Ok(()),
        }
    }

    /// The numbers that it may be set to, if it is set to numbers.
    pub fn numbers(&self) -> Option<&Numbers> {
        match &self.values {
            Values::Numbers(numbers) => Some(numbers),
            _ => None,
        }
    }

    pub fn choices(&self) -> Option<&Choices> {
        match &self.values {
            Values::Choices(choices) => Some(choices),
            _ => None,
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
            _ => value.to_string(),
        }
    }

    /// A number with the knob's short name: `grid δ 10 min`, `grid δ 0`.
    pub fn set_to(&self, number: f64) -> String {
        if number == 0.0 { format!("{} 0", self.short) } else { format!("{} {}", self.short, self.amount(number)) }
    }

    /// A number with its unit: `10 min`, `0.5 s`, `1 job`.
    fn amount(&self, number: f64) -> String {
        match self.numbers().map_or(Unit::Times, |it| it.unit) {
            Unit::Seconds if number >= 1.0 && number.fract() == 0.0 => text::period(number as Time),
            unit if unit.symbol().is_empty() => number.to_string(),
            unit => {
                let one = unit.symbol().strip_suffix('s').filter(|_| number == 1.0 && unit.base() == Unit::Count);
                format!("{number} {}", one.unwrap_or(unit.symbol()))
            }
        }
    }

    /// A value in the line of a scenario, in which a setting is named that has another value than usual: `hints 1 min late`,
    /// `by earliest end`, `late reservations: reject`, `2 outages`.
    pub fn words(&self, value: &Value) -> String {
        let title = text::in_text(if self.short.is_empty() { self.title } else { self.short });
        let (set, unset) = self.words.split_once('|').unwrap_or((self.words, ""));
        let (words, usual, value) = match (&self.values, value) {
            (Values::Numbers(numbers), Value::Null) => (unset, format!("{title}: {}", numbers.empty), String::new()),
            (Values::Numbers(it), _) if value.as_f64() == Some(0.0) && !it.zero.is_empty() => {
                (it.zero, String::new(), String::new())
            }
            (Values::Numbers(it), _) => {
                // A unit that stands in the title is that of the control.
                let per = if it.unit == Unit::Times { it.per } else { 1.0 };
                (set, title + " {}", self.amount(value.as_f64().unwrap_or_default() / per))
            }
            (Values::Switch, Value::Bool(false)) => (unset, format!("no {title}"), String::new()),
            (Values::Choices(choices), Value::String(key)) => match choices.all.iter().find(|it| it.key == *key) {
                Some(row) if choices.with.is_empty() => (set, title + ": {}", text::in_text(row.label)),
                _ => (set, choices.with.to_owned() + " {}", text::in_text(&choices.name(key))),
            },
            (Values::Items(items), Value::Array(all)) if all.len() == 1 => ("", items.noun.to_owned(), String::new()),
            (Values::Items(_), Value::Array(all)) => (set, "{} ".to_owned() + &title, all.len().to_string()),
            (Values::Switch, _) => (set, title, String::new()),
            (_, Value::String(text)) => (set, title + ": {}", text.clone()),
            (_, Value::Array(all)) => {
                let text = |it: &Value| it.as_f64().map_or_else(|| it.to_string(), |number| number.to_string());
                (set, title + ": {}", all.iter().map(text).collect::<Vec<_>>().join(" "))
            }
            _ => (set, title + ": {}", value.to_string()),
        };
        let words = if words.is_empty() { &usual } else { words };
        words.replace("{}", &value)
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
        self.all.iter().filter(|it| it.tried).map(|it| it.key).collect()
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
    if text.chars().count() > LONGEST_FORMULA {
        text.chars().take(LONGEST_FORMULA - 1).chain(['…']).collect()
    } else {
        text.to_owned()
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
        with: "under",
        by_formula: "ordered",
        ..super::CHOICES
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
