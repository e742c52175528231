//! Values as Slurm writes them: a number may be an object, a list a text with commas.

use std::rc::Rc;

use serde_json::Value;

use crate::node_table::hardware::names_of;
use crate::node_table::state::is_out_of_service;

/// A number, or `{"set": true, "infinite": false, "number": 5}`; `None` where there is none.
pub(super) fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => {
            let whole = number.as_u64();
            let rounded = || number.as_f64().filter(|it| *it >= 0.0);
            // The cast holds numbers that are too large at the largest.
            whole.or_else(|| rounded().map(|it| it as u64))
        }
        Value::Object(object) => {
            let is = |key: &str| object.get(key).and_then(Value::as_bool);
            let is_known = is("set") != Some(false) && is("infinite") != Some(true);
            is_known.then(|| object.get("number"))?.filter(|it| it.is_number()).and_then(number)
        }
        _ => None,
    }
}

/// Names: an array of texts, or a text with commas.
pub(super) fn names(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => names_of(text.as_bytes()),
        Value::Array(all) => all.iter().filter_map(Value::as_str).flat_map(|it| names_of(it.as_bytes())).collect(),
        _ => Vec::new(),
    }
}

/// A text as it is; an array of texts with commas between.
pub(super) fn list(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => {
            let texts: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
            texts.join(",")
        }
        _ => String::new(),
    }
}

/// Whether a state, a text or several, keeps jobs off.
pub(super) fn is_out(value: &Value) -> bool {
    is_out_of_service(list(value).as_bytes())
}

/// A list of CPUs, if there is one.
pub(super) fn cpus(value: &Value) -> Option<Rc<[u8]>> {
    let list = list(value);
    (!list.is_empty()).then(|| Rc::from(list.as_bytes()))
}
