//! The parts of a chart that the reader may change.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Show;

/// A control beside a chart: a slider over numbers, or a choice among named values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    pub label: String,
    /// Paths of the chart's fields that it sets, all to the same value.
    pub sets: Vec<String>,
    /// The values, in order.
    pub values: Vec<Value>,
    /// The name of each value; without names it is a slider over numbers.
    #[serde(default)]
    pub names: Vec<String>,
    /// Which value it begins with, counted from 0.
    #[serde(default)]
    pub first: usize,
    /// The unit after a number.
    #[serde(default)]
    pub unit: String,
}

impl Control {
    /// The name of the value at an index.
    pub fn name(&self, index: usize) -> String {
        if let Some(name) = self.names.get(index) {
            return name.clone();
        }
        match (self.values.get(index), self.unit.as_str()) {
            (None, _) => String::new(),
            (Some(value), "") => value.to_string(),
            (Some(value), unit) => format!("{value} {unit}"),
        }
    }
}

/// A chart with its controls turned: `turned` holds the index of each control's value; controls
/// beyond it stand where they begin.
///
/// # Errors
///
/// As [`Show::with`].
pub fn turned(show: &Show, controls: &[Control], turned: &[usize]) -> Result<Show, String> {
    let fields = controls.iter().enumerate().flat_map(|(at, control)| {
        let index = turned.get(at).copied().unwrap_or(control.first);
        let value = control.values.get(index);
        control.sets.iter().map(String::as_str).zip(std::iter::repeat(value))
    });
    show.with(fields.filter_map(|(path, value)| Some((path, value?))))
}
