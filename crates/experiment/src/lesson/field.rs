//! Fields of a chart by their path.

use serde_json::Value;

use super::Show;
use base::json;

impl Show {
    /// The chart with fields set: each a path within the chart, its names joined by dots
    /// (`scenario.platform.0`), and a value. Later ones win. Only fields that exist can be set; those
    /// that a file leaves out exist with their default.
    ///
    /// # Errors
    ///
    /// If there is no such field, or it does not take that value.
    pub fn with<'a>(&self, fields: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Result<Self, String> {
        let mut shown = self.written()?;
        // The chart itself stands under the name of its kind.
        let chart = shown.as_object_mut().and_then(|it| it.values_mut().next());
        let chart = chart.ok_or("a chart is an object")?;
        let mut last = "";
        for (path, value) in fields {
            *field(chart, path)? = value.clone();
            last = path;
        }
        json::read(shown.to_string().as_bytes()).map_err(|mistake| format!("{last}: {}", mistake.what))
    }

    /// The chart as JSON, under the name of its kind. Converted by way of text: a page that reads lessons contains the
    /// parser of text anyway.
    fn written(&self) -> Result<Value, String> {
        let text = serde_json::to_string(self).map_err(|error| error.to_string())?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    /// The fields of the chart, those with their default as well.
    ///
    /// # Errors
    ///
    /// If the chart cannot be written as JSON.
    pub(super) fn fields(&self) -> Result<Value, String> {
        let mut shown = self.written()?;
        let chart = shown.as_object_mut().and_then(|it| it.values_mut().next());
        Ok(chart.map(Value::take).unwrap_or_default())
    }
}

/// The value at a path within a chart.
///
/// # Errors
///
/// If there is no such field.
pub(super) fn value_at<'a>(chart: &'a Value, path: &str) -> Result<&'a Value, String> {
    json::at(chart, path).map_err(|name| no_field(path, name))
}

fn field<'a>(chart: &'a mut Value, path: &str) -> Result<&'a mut Value, String> {
    json::at_mut(chart, path.split('.')).map_err(|name| no_field(path, name))
}

fn no_field(path: &str, name: &str) -> String {
    format!("{path}: there is no field \"{name}\"")
}
