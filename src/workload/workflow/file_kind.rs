//! Which kind of workflow file a text is, told by what it holds.

use super::{Fault, Workflow, from_json, from_wfcommons};

/// A format of workflows that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Our own JSON, with machines, tasks and edges.
    Json,
    /// An instance of the WfCommons collection, JSON.
    WfCommons,
}

/// The words that tell a JSON text's kind are looked for in so many bytes at its beginning.
const BEGINNING: usize = 64 << 10;

impl FileKind {
    /// The kind of a text, if it is meant as a workflow: a JSON object with `tasks` or `edges` and without
    /// jobs, or with the specification of a workflow.
    pub fn of(text: &[u8]) -> Option<Self> {
        if !text.trim_ascii_start().starts_with(b"{") {
            return None;
        }
        let beginning = &text[..text.len().min(BEGINNING)];
        let has = |word: &str| {
            beginning
                .windows(word.len())
                .any(|it| it == word.as_bytes())
        };
        if has("\"specification\"") || has("\"schemaVersion\"") {
            return Some(Self::WfCommons);
        }
        let is_ours = has("\"tasks\"") || has("\"edges\"") || has("\"machines\"");
        (is_ours && !has("\"jobs\"")).then_some(Self::Json)
    }
}

/// Reads a workflow of that kind.
///
/// # Errors
///
/// Of several faults the first. Circles are found by [`super::check_order`].
pub fn read(kind: FileKind, text: &[u8]) -> Result<Workflow, Fault> {
    let text =
        std::str::from_utf8(text).map_err(|why| Fault::Json(format!("it is not UTF-8: {why}")))?;
    match kind {
        FileKind::Json => from_json(text),
        FileKind::WfCommons => from_wfcommons(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_file_tell_its_kind() {
        for (text, kind) in [
            (r#"{"tasks": []}"#, Some(FileKind::Json)),
            ("\n {\"machines\": [", Some(FileKind::Json)),
            (
                r#"{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": []}}}"#,
                Some(FileKind::WfCommons),
            ),
            (
                r#"{"nb_res": 4, "jobs": [], "profiles": {"tasks": 1}}"#,
                None,
            ),
            (r#"{"name": "other"}"#, None),
            (r#"["tasks"]"#, None),
            ("1 0 5 60 4", None),
        ] {
            assert_eq!(FileKind::of(text.as_bytes()), kind, "{text}");
        }
    }
}
