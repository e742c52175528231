//! The draft as it is kept, and the lesson as its file.

use serde_json::Value;

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
    let text = serde_json::to_string_pretty(&written).map_err(|error| error.to_string())?;
    Ok(text + "\n")
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
