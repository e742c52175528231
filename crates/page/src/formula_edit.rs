//! The editor of a formula: what it shows of a text, its sliders, and formulas that are kept under a name.

use serde::{Deserialize, Serialize};

use base::json;
use scheduling::policy::formula::{Formula, FormulaError, PRESETS};
use scheduling::system::Choices;

/// The most formulas that are kept.
const MOST_KEPT: usize = 50;

/// The longest name of a kept formula, in characters.
pub const LONGEST_NAME: usize = 60;

/// A text with a mistake, parted around the mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The text before it.
    pub before: String,
    /// The wrong part; a space where something is missing at the end.
    pub wrong: String,
    /// The text after it.
    pub after: String,
    /// The mistake and the advice.
    pub message: String,
}

/// The text with its mistake marked.
pub fn marked(text: &str, error: &FormulaError) -> Marked {
    let (start, end) = (error.at.start.min(text.len()), error.at.end.min(text.len()));
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
    let wrong = match part(start, end) {
        it if it.is_empty() => " ".to_owned(),
        it => it,
    };
    Marked { before: part(0, start), wrong, after: part(end, text.len()), message: error.message() }
}

/// A slider for a number of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberSlider {
    /// Its place among the numbers of the formula.
    pub place: usize,
    /// Some letters of the text before the number.
    pub before: String,
    /// Some letters of the text after it.
    pub after: String,
    /// The greatest value; the least is 0.
    pub most: f64,
    /// The distance of neighbouring values.
    pub step: f64,
}

/// The sliders of a formula as it was typed: from 0 to about twice each number. Dragging does not change their range.
pub fn sliders(typed: &Formula) -> Vec<NumberSlider> {
    let slider = |(place, it): (usize, &scheduling::policy::formula::Literal)| {
        let most = rounded_up(2.0 * it.value.abs().max(0.5));
        let (before, after) = around(typed.text(), it.at.start, it.at.end);
        NumberSlider { place, before, after, most, step: rounded_up(most / 200.0) }
    };
    typed.numbers().iter().enumerate().map(slider).collect()
}

/// Whether two formulas are the same but for the values of their numbers, as after a slider has moved.
pub fn differ_in_numbers_only(a: &Formula, b: &Formula) -> bool {
    a.numbers().len() == b.numbers().len() && without_numbers(a) == without_numbers(b)
}

/// The text of a formula between its numbers.
fn without_numbers(formula: &Formula) -> Vec<&str> {
    let text = formula.text();
    let mut parts = Vec::new();
    let mut from = 0;
    for number in formula.numbers() {
        parts.push(&text[from..number.at.start]);
        from = number.at.end;
    }
    parts.push(&text[from..]);
    parts
}

/// The least of 1, 2, 5, 10, 20 … (and 0.5, 0.2 …) that is not below a positive number.
fn rounded_up(value: f64) -> f64 {
    let below = libm::pow(10.0, libm::floor(libm::log10(value)));
    [1.0, 2.0, 5.0, 10.0]
        .map(|it| it * below)
        .into_iter()
        .find(|it| *it >= value * (1.0 - 1e-9))
        .unwrap_or(10.0 * below)
}

impl NumberSlider {
    /// Its name for screen readers: its place in the formula, and the text around it.
    pub fn name(&self) -> String {
        format!("Number {}: {} … {}", self.place + 1, self.before, self.after)
    }
}

/// Some letters of a text on both sides of a part.
fn around(text: &str, start: usize, end: usize) -> (String, String) {
    const LETTERS: usize = 14;
    let before: Vec<char> = text[..start].chars().rev().take(LETTERS + 1).collect();
    let after: Vec<char> = text[end..].chars().take(LETTERS + 1).collect();
    let cut = |letters: &[char]| letters.len() > LETTERS;
    let dots = |letters: &[char]| if cut(letters) { "…" } else { "" };
    let first: String = before.iter().take(LETTERS).rev().collect();
    let last: String = after.iter().take(LETTERS).collect();
    (dots(&before).to_owned() + &first, last + dots(&after))
}

/// A formula that is kept under a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptFormula {
    pub name: String,
    pub formula: Formula,
}

/// The formulas that the browser keeps, by their names, the latest last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptFormulas(Vec<KeptFormula>);

/// The key under which the browser keeps them.
pub const KEPT: &str = "slotscope-formulas";

impl KeptFormulas {
    /// Those of a text as [`Self::text`] makes it; none of a broken one.
    pub fn of(text: &str) -> Self {
        let mut all: Vec<KeptFormula> = json::read(text.as_bytes()).unwrap_or_default();
        all.truncate(MOST_KEPT);
        Self(all)
    }

    /// As the browser keeps them.
    pub fn text(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    /// All of them.
    pub fn all(&self) -> &[KeptFormula] {
        &self.0
    }

    /// Keeps a formula in place of the one of that name. The oldest goes where there are too many.
    pub fn keep(&mut self, name: &str, formula: Formula) {
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        if name.is_empty() {
            return;
        }
        self.forget(&name);
        self.0.push(KeptFormula { name, formula });
        let over = self.0.len().saturating_sub(MOST_KEPT);
        self.0.drain(..over);
    }

    /// Drops the formula of a name.
    pub fn forget(&mut self, name: &str) {
        self.0.retain(|it| it.name != name);
    }
}

/// The name of a formula: of a kept one, or of the literature; none of another one.
pub fn name_of<'a>(formula: &Formula, kept: &'a KeptFormulas) -> Option<&'a str> {
    let own = kept.0.iter().find(|it| it.formula == *formula);
    let known = || PRESETS.iter().find(|it| it.formula == formula.text()).map(|it| it.name);
    own.map(|it| it.name.as_str()).or_else(known)
}

/// An order by formula that a form offers as a value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferedOrder {
    /// Its name: of a kept formula, of the literature, or the formula itself.
    pub label: String,
    pub formula: String,
    /// As the setting takes it.
    pub value: String,
    pub chosen: bool,
}

/// The orders that are offered for a setting with choices: kept ones, the latest first, chosen ones that are not kept, as a
/// link may bring them, then those of the literature.
pub fn offered_orders(choices: &Choices, kept: &KeptFormulas, chosen: &[String]) -> Vec<OfferedOrder> {
    let mut all: Vec<OfferedOrder> = Vec::new();
    let mut offer = |label: String, formula: &Formula| {
        let value = choices.with_formula(formula);
        if all.iter().all(|it| it.value != value) {
            all.push(OfferedOrder {
                label,
                formula: formula.text().to_owned(),
                chosen: chosen.contains(&value),
                value,
            });
        }
    };
    for it in kept.0.iter().rev() {
        offer(format!("★ {}", it.name), &it.formula);
    }
    for value in chosen {
        if let Some(formula) = choices.formula_of(value)
            && name_of(&formula, &KeptFormulas::default()).is_none()
        {
            offer(formula.text().to_owned(), &formula);
        }
    }
    for it in PRESETS {
        if let Ok(formula) = Formula::read(it.formula) {
            offer(it.name.to_owned(), &formula);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(text: &str) -> Formula {
        Formula::read(text).expect(text)
    }

    fn mark(text: &str) -> Marked {
        marked(text, &Formula::read(text).expect_err(text))
    }

    #[test]
    fn a_mistake_stands_between_the_rest_of_the_text() {
        for (text, expected) in [("wait + sise * 2", "wait + |sise| * 2"), ("2 * wait +", "2 * wait +| |")] {
            let it = mark(text);
            assert_eq!([it.before, it.wrong, it.after].join("|"), expected);
        }
        let message = mark("wait + sise * 2").message;
        assert!(message.contains("did you mean size?"), "{message}");
    }

    #[test]
    fn every_number_has_a_slider_that_reaches_beyond_it() {
        let formula = formula("-(wait / limit)^3 * size + 870 * log10(submit) + 0");
        let all = sliders(&formula);
        let told: Vec<String> = all.iter().map(|it| format!("{} by {}", it.most, it.step)).collect();
        assert_eq!(told.join(", "), "10 by 0.05, 2000 by 10, 1 by 0.005");
        assert_eq!([&*all[1].before, &*all[1].after], ["…t)^3 * size + ", " * log10(submi…"]);
        for it in &all {
            formula.with_number(it.place, it.most).unwrap();
        }
    }

    #[test]
    fn a_slider_changes_numbers_only() {
        let typed = formula("size + 3 * wait ^ 2");
        let moved = typed.with_number(0, 250.5).unwrap();
        assert!(differ_in_numbers_only(&typed, &moved));
        for other in ["size + 3 * wait", "size - 3 * wait ^ 2", "size + wait * wait ^ 2"] {
            assert!(!differ_in_numbers_only(&typed, &formula(other)), "{other}");
        }
    }

    #[test]
    fn formulas_are_kept_by_their_names() {
        let mut kept = KeptFormulas::default();
        kept.keep(" mine ", formula("size"));
        kept.keep("", formula("size"));
        kept.keep("mine", formula("size + wait"));
        assert_eq!(kept.all().len(), 1);
        assert_eq!(KeptFormulas::of(&kept.text()), kept);
        assert_eq!(KeptFormulas::of("[{}]"), KeptFormulas::default());
        assert_eq!(name_of(&formula("size + wait"), &kept), Some("mine"));
        assert_eq!(name_of(&formula("submit"), &kept), Some(PRESETS[0].name));
        assert_eq!(name_of(&formula("size - wait"), &kept), None);
        for at in 0..60 {
            kept.keep(&at.to_string(), formula("size"));
        }
        assert_eq!((kept.all().len(), &*kept.all()[0].name), (MOST_KEPT, "10"));
    }

    #[test]
    fn kept_orders_and_those_of_a_link_are_offered_before_those_of_the_literature() {
        let scenario = experiment::Scenario::default();
        let knob = experiment::knobs::keyed(&scenario, "queue").unwrap();
        let choices = knob.choices().unwrap();
        let mut kept = KeptFormulas::default();
        kept.keep("mine", formula("3 * wait"));
        let chosen = ["ordered: -wait", "ordered: work"].map(str::to_owned);
        let all = offered_orders(choices, &kept, &chosen);
        assert_eq!(all.len(), 2 + PRESETS.len());
        let told: Vec<_> = all.iter().map(|it| (it.label.as_str(), it.chosen)).collect();
        assert_eq!(told[..2], [("★ mine", false), ("-wait", true)]);
        assert_eq!(all.iter().filter(|it| it.chosen).count(), 2);
    }
}
