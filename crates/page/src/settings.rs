//! The settings of a scenario as the panel shows them: which, their values, and what a person types.

use serde_json::Value;

use experiment::{Scenario, ScenarioError, knobs, validate};
use scheduling::system::{Knob, Place, System};
use workload::WorkloadKind;

/// A setting that makes a difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub row: &'static Knob,
    pub value: Value,
    /// The value that it is put back to.
    pub usual: Value,
}

impl Setting {
    /// Whether it can be put back.
    pub fn is_changed(&self) -> bool {
        self.value != self.usual
    }
}

/// The settings of a scenario on a workload of a kind that make a difference, those of the system first; `usual` is the
/// scenario that the workload begins with, and `flops` whether its file measures work in operations. O(settings²).
pub fn settings(scenario: &Scenario, usual: &Scenario, kind: WorkloadKind, flops: bool) -> Vec<Setting> {
    let mut usual = usual.clone();
    let key = scenario.system.model().key();
    if usual.system.model().key() != key {
        usual.system = System::of_key(key).unwrap_or_default();
    }
    let (now, before) = (knobs::json_of(scenario), knobs::json_of(&usual));
    let is_there = |row: &&&Knob| match row.path.strip_prefix("workload.") {
        _ if row.place == Place::Nowhere => false,
        Some("flops_per_second") => flops,
        Some("ccr" | "machines") => kind == WorkloadKind::Workflow,
        Some(_) => kind == WorkloadKind::Log,
        None => true,
    };
    let mut rows: Vec<&'static Knob> = knobs::rows(scenario).iter().filter(is_there).copied().collect();
    base::ordering::sort_by_key(&mut rows, |row| !row.path.starts_with("system."));
    rows.into_iter()
        // How reservations are requested may be chosen before there are any, and a policy for all where each has its own.
        .filter(|row| {
            let is_for_each = row.choices().is_some_and(|it| !it.each.is_empty());
            is_for_each || row.path == knobs::REQUEST || knobs::reads(scenario, row.path).is_ok()
        })
        .map(|row| Setting {
            row,
            value: knobs::value_in(scenario, &now, row),
            usual: knobs::value_in(&usual, &before, row),
        })
        .collect()
}

/// A step from one scenario to another in words: `EASY backfilling → conservative backfilling`; empty if no setting of the
/// panel differs.
pub fn step(from: &Scenario, to: &Scenario) -> String {
    let names = [from, to].map(|it| it.system.model().name());
    if names[0] != names[1] {
        return names.join(" → ");
    }
    let differing = knobs::differing(from, to, |row| row.place != Place::Nowhere);
    let Some((row, old, new)) = differing.first() else {
        return String::new();
    };
    let words = |value: &Value| if row.choices().is_some() { row.told(value) } else { row.words(value) };
    let others = match differing.len() {
        1 => String::new(),
        all => format!(", and {} more", all - 1),
    };
    format!("{} → {}{others}", words(old), words(new))
}

/// The settings under each heading, in the order in which the headings come first.
pub fn by_heading(settings: &[Setting]) -> Vec<(&'static str, Vec<&Setting>)> {
    let mut all: Vec<(&'static str, Vec<&Setting>)> = Vec::new();
    for setting in settings {
        let Place::More(heading) = setting.row.place else { continue };
        match all.iter_mut().find(|it| it.0 == heading) {
            Some((_, under)) => under.push(setting),
            None => all.push((heading, vec![setting])),
        }
    }
    all
}

/// Whether a setting is found by a text: in its title, its explanation or the names of its choices.
pub fn is_found(row: &Knob, text: &str) -> bool {
    let choices = row.choices().map_or(&[][..], |it| it.all);
    let names = choices.iter().flat_map(|it| [it.name, it.about]);
    let all: String =
        [row.title, row.about, row.label].into_iter().chain(names).collect::<Vec<_>>().join(" ").to_lowercase();
    text.to_lowercase().split_whitespace().all(|word| all.contains(word))
}

/// `3 changed`; empty if none is.
pub fn note<'a>(settings: impl IntoIterator<Item = &'a Setting>) -> String {
    match settings.into_iter().filter(|it| it.is_changed()).count() {
        0 => String::new(),
        count => format!("{count} changed"),
    }
}

/// A value as it is typed: lists without their brackets, unless they have lists in them, numbers of places from 1 on if
/// `from_one`.
pub fn text_of(value: &Value, from_one: bool) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) if !items.iter().any(Value::is_array) => {
            let items = items.iter().map(|it| match it.as_i64() {
                Some(place) => (place + i64::from(from_one)).to_string(),
                None => it.as_str().map_or_else(|| it.to_string(), str::to_owned),
            });
            items.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// The value that a field takes of a typed text: JSON, a list without its brackets, words, or the text itself.
///
/// # Errors
///
/// A sentence that says why it takes none.
pub fn value_of(scenario: &Scenario, path: &str, text: &str, from_one: bool) -> Result<Value, String> {
    let text = text.trim();
    let words = || text.split(',').map(str::trim).filter(|it| !it.is_empty());
    let list = format!("[{}]", words().collect::<Vec<_>>().join(","));
    let spaced = format!("[{}]", text.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(","));
    let json = [text, &list, &spaced].into_iter().filter_map(|it| serde_json::from_str(it).ok());
    let json = json.map(|value| if from_one { from_zero(value) } else { value });
    let empty = text.is_empty().then_some(Value::Null);
    let others = [Value::from_iter(words()), Value::from(text)];
    let mut refused = None;
    for value in empty.into_iter().chain(json).chain(others) {
        match refusal(scenario, path, &value) {
            None => return Ok(value),
            // The error of a value that fits the field's type says more than that of another type.
            Some(why) if refused.is_none() || edited(scenario, path, &value).is_ok() => refused = Some(why),
            Some(_) => {}
        }
    }
    Err(refused.unwrap_or_default())
}

/// Places that a person counts from 1.
fn from_zero(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(from_zero).collect(),
        value => value.as_i64().map_or(value, |it| (it - 1).into()),
    }
}

/// The scenario with a field that a person has set, and the fields that depend on it.
///
/// # Errors
///
/// If there is no such field, or it does not take that value.
pub fn edited(scenario: &Scenario, path: &str, value: &Value) -> Result<Scenario, ScenarioError> {
    let mut set = knobs::set(scenario, path, value)?;
    let model = set.system.model_mut();
    if path == "platform" {
        model.keep_providers(set.platform.len());
    }
    if let Some(field) = scenario.system.field(path) {
        model.settle(field, &set.platform);
    }
    Ok(set)
}

/// Why a field does not take a value, in a sentence without its path; a scenario that cannot be run as it is takes any
/// that fits the field, so that several values can be mended one by one.
pub fn refusal(scenario: &Scenario, path: &str, value: &Value) -> Option<String> {
    let why = match edited(scenario, path, value) {
        Err(why) => why,
        Ok(set) => validate(&set).err().filter(|_| validate(scenario).is_ok())?,
    };
    let why = why.to_string();
    Some(why.strip_prefix(path).and_then(|it| it.strip_prefix(": ")).unwrap_or(&why).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_typed_is_taken_as_the_field_has_it() {
        let of = |json: &str| serde_json::from_str::<Scenario>(json).unwrap();
        let two_level = of("{}");
        let broker = of(r#"{"system": {"broker": {"access": [{"node": 0}]}}}"#);
        let calendar = of(r#"{"system": {"imprecise_calendar": {"managers": [[0, 1]]}}}"#);
        for (scenario, path, text, from_one, value) in [
            (&two_level, "seed", "18446744073709551615", false, json!(u64::MAX)),
            (&two_level, "system.two_level.grid.resource_order", "2 1", true, json!([1, 0])),
            (&two_level, "system.two_level.grid.resource_order", "", true, json!([])),
            (&two_level, "system.two_level.local.priority.ranked", "7, 3", false, json!([7, 3])),
            (&two_level, "workload.count", "", false, json!(null)),
            (&broker, "system.broker.access.0.users", "7, eva", false, json!(["7", "eva"])),
            (&broker, "system.broker.access.0.users", "", false, json!([])),
            (&calendar, "system.imprecise_calendar.managers.tree", "[[1], 0]", false, json!([[1], 0])),
        ] {
            assert_eq!(value_of(scenario, path, text, from_one), Ok(value), "{path} {text}");
        }
        for (path, text) in [("seed", "many"), ("system.two_level.grid.resource_order", "7"), ("seed", "")] {
            assert!(value_of(&two_level, path, text, true).is_err(), "{path} {text}");
        }
        assert_eq!(text_of(&json!([1, 0]), true), "2, 1");
        assert_eq!(text_of(&json!([[0, 1], 2]), false), "[[0,1],2]");
    }

    #[test]
    fn a_broken_scenario_is_mended_step_by_step() {
        let broken: Scenario = serde_json::from_value(json!({"workload": {"count": 0, "clip_size_to": 0}})).unwrap();
        assert_eq!(refusal(&broken, "workload.count", &json!(5)), None);
        let whole = Scenario::default();
        let why = refusal(&whole, "workload.count", &json!(0)).unwrap();
        assert!(why.starts_with("0 jobs; it is 1 to"), "{why}");
    }

    /// At most ten settings stand among what the page is for, the system among them.
    #[test]
    fn the_basic_level_is_short() {
        for system in System::all() {
            let key = system.model().key();
            for percent in [0.0, 30.0] {
                let mut scenario = Scenario { system: system.clone(), ..Scenario::default() };
                scenario.workload.reservations.percent = percent;
                let kind = system.model().takes()[0];
                let all = settings(&scenario, &Scenario::default(), kind, false);
                let basic = all.iter().filter(|it| it.row.place == Place::Basic).count();
                assert!(basic < 10, "{key}: {basic}");
                assert!(all.iter().all(|it| it.row.path.starts_with("workload.") || !it.is_changed()), "{key}");
            }
        }
    }

    #[test]
    fn every_setting_of_the_panel_has_an_id_and_an_explanation() {
        for system in System::all() {
            let scenario = Scenario { system, ..Scenario::default() };
            let rows = knobs::rows(&scenario).into_iter().filter(|it| it.place != Place::Nowhere);
            let mut ids: Vec<String> = rows
                .map(|row| {
                    assert!(!row.title.is_empty() && row.about.ends_with('.'), "{}", row.path);
                    row.control()
                })
                .collect();
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), count, "{ids:?}");
        }
    }
}
