//! The draft as it is kept, and the lesson as its file.

use serde_json::{Map, Value};

use super::Draft;
use base::json;
use experiment::Scenario;
use experiment::lesson::Lesson;
use export::snapshot::brief_scenario;

/// The key under which the browser keeps the draft.
pub const KEPT: &str = "slotscope-lesson-draft";

/// The most bytes of a kept draft.
const MOST_KEPT: usize = 1_000_000;

/// A complete lesson as its file: without the fields that have their defaults.
///
/// # Errors
///
/// If it cannot be written.
pub fn text(lesson: &Lesson) -> Result<String, String> {
    let whole = serde_json::to_value(lesson).map_err(|error| error.to_string())?;
    let mut brief = whole.clone();
    shorten(&mut brief);
    let read = Lesson::from_json(brief.to_string().as_bytes());
    let written = match read {
        Ok(read) if read == *lesson => brief,
        _ => whole,
    };
    Ok(laid_out(&written, 0) + "\n")
}

/// The fields that stand first where they occur, in this order: a lesson is recognized by its first field, and the
/// rest is read from top to bottom.
const FIRST: [&str; 9] = ["lesson", "id", "title", "summary", "minutes", "source", "ask", "text", "show"];

/// Parts up to this many letters stand in one line.
const ONE_LINE: usize = 100;

/// A value on as few lines as are read with ease.
fn laid_out(value: &Value, depth: usize) -> String {
    let line = in_one_line(value);
    if line.len() <= ONE_LINE && depth > 0 {
        return line;
    }
    let (open, close, parts): (_, _, Vec<String>) = match value {
        Value::Object(fields) => {
            let part = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), laid_out(value, depth + 1))
            };
            ('{', '}', ordered(fields).map(part).collect())
        }
        Value::Array(items) => {
            let part = |it| laid_out(it, depth + 1);
            ('[', ']', items.iter().map(part).collect())
        }
        _ => return line,
    };
    let (inner, outer) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    let parts = parts.join(&format!(",\n{inner}"));
    format!("{open}\n{inner}{parts}\n{outer}{close}")
}

fn in_one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let part =
                |(name, value): (&String, &Value)| format!("{}: {}", Value::from(name.as_str()), in_one_line(value));
            let parts: Vec<String> = ordered(fields).map(part).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        Value::Array(items) => {
            let parts: Vec<String> = items.iter().map(in_one_line).collect();
            format!("[{}]", parts.join(", "))
        }
        other => other.to_string(),
    }
}

/// The fields of an object, the first ones first.
fn ordered(fields: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let place = |name: &str| FIRST.iter().position(|it| *it == name);
    let mut all: Vec<_> = fields.iter().collect();
    all.sort_by_key(|(name, _)| place(name).unwrap_or(FIRST.len()));
    all.into_iter()
}

/// Leaves out empty fields, and the fields of scenarios that have their defaults.
fn shorten(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(scenario) = fields.get_mut("scenario")
                && let Ok(read) = json::read_value::<Scenario>(scenario)
            {
                *scenario = brief_scenario(&read);
            }
            fields.retain(|name, value| name == "text" || !is_empty(value));
            for (name, value) in fields.iter_mut() {
                if name != "scenario" && name != "workflow" && name != "set" {
                    shorten(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        _ => {}
    }
}

/// Whether a field is one that a file leaves out.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

impl Draft {
    /// The lesson of a draft as the browser keeps it; none if it is larger than is kept.
    pub fn kept(lesson: &Lesson) -> Option<String> {
        let text = serde_json::to_string(lesson).ok()?;
        (text.len() <= MOST_KEPT).then_some(text)
    }

    /// The draft that was kept; none of a broken text.
    pub fn of_kept(text: &str) -> Option<Self> {
        let lesson: Lesson = json::read(text.as_bytes()).ok()?;
        Some(Self::of(lesson))
    }
}
