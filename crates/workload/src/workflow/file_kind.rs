//! The kind of a workflow file, recognized by its content.

use super::{Fault, Repair, Workflow, from_dax, from_dot, from_json, from_pegasus, from_wfcommons};

/// A format of workflows that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Our own JSON, with machines, tasks and edges.
    Json,
    /// An instance of the WfCommons collection, JSON.
    WfCommons,
    /// Pegasus' DAX, XML.
    Dax,
    /// A workflow of Pegasus 5, YAML or JSON.
    Pegasus,
    /// A digraph in DOT, the language of Graphviz.
    Dot,
}

/// The words that identify the kind of a text of JSON or XML are searched in this many bytes at its
/// beginning.
const BEGINNING: usize = 64 << 10;

impl FileKind {
    /// The kind of a text, if it is meant as a workflow: a JSON object with `tasks` or `edges` and without
    /// jobs, or with the specification of a workflow; XML with the element `adag`; YAML with the key `pegasus` or `x-pegasus`; a graph
    /// in DOT.
    pub fn of(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii_start();
        let beginning = &text[..text.len().min(BEGINNING)];
        match text.first() {
            Some(b'{') => Self::of_json(beginning),
            Some(b'<') => {
                let is_root = |it: &[u8]| it == b"<adag" || it == b":adag";
                beginning.windows(5).any(is_root).then_some(Self::Dax)
            }
            _ if is_dot(beginning) || before_digraph(beginning).is_some() => Some(Self::Dot),
            _ => is_pegasus(beginning).then_some(Self::Pegasus),
        }
    }

    fn of_json(beginning: &[u8]) -> Option<Self> {
        let has = |word: &str| beginning.windows(word.len()).any(|it| it == word.as_bytes());
        if has("\"specification\"") || has("\"schemaVersion\"") {
            return Some(Self::WfCommons);
        }
        if has("\"pegasus\":") || has("\"x-pegasus\":") {
            return Some(Self::Pegasus);
        }
        // A scenario has numbers of such.
        let has_list = |word: &str| {
            let places = beginning.windows(word.len()).enumerate();
            let mut behind = places
                .filter(|(_, it)| *it == word.as_bytes())
                .map(|(at, it)| beginning[at + it.len()..].trim_ascii_start());
            behind.any(|it| {
                let value = it.strip_prefix(b":").unwrap_or_default();
                value.trim_ascii_start().starts_with(b"[")
            })
        };
        let is_ours = ["\"tasks\"", "\"edges\"", "\"machines\""].into_iter().any(has_list);
        (is_ours && !has("\"jobs\"")).then_some(Self::Json)
    }
}

/// Whether a line is one of the two keys that every workflow of Pegasus 5 has.
fn is_pegasus(beginning: &[u8]) -> bool {
    let mut lines = beginning.split(|&it| it == b'\n');
    lines.any(|it| it.starts_with(b"pegasus:") || it.starts_with(b"x-pegasus:"))
}

/// The length of the text before the first line that begins a digraph, if there is any: programs print there.
fn before_digraph(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive(|it| *it == b'\n') {
        // Names of columns, and lines of a log, are no words of a program before its graph.
        if is_dot(line) && !is_undirected(line) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

fn is_undirected(line: &[u8]) -> bool {
    let words = line.trim_ascii_start().to_ascii_lowercase();
    words.starts_with(b"graph") || words.starts_with(b"strict graph")
}

/// Whether the first words after comments begin a graph.
fn is_dot(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_start();
        let end: &[u8] = match text {
            [b'/', b'/', ..] | [b'#', ..] => b"\n",
            [b'/', b'*', ..] => b"*/",
            _ => break,
        };
        match text.windows(end.len()).position(|it| it == end) {
            Some(place) => text = &text[place + end.len()..],
            None => return false,
        }
    }
    let word = |text: &[u8]| {
        let is_letter = |it: &&u8| it.is_ascii_alphabetic();
        let length = text.iter().take_while(is_letter).count();
        text[..length].to_ascii_lowercase()
    };
    let first = word(text);
    let behind = text[first.len()..].trim_ascii_start();
    match first.as_slice() {
        b"strict" => matches!(word(behind).as_slice(), b"graph" | b"digraph"),
        // A table can have a column of that name.
        b"graph" | b"digraph" => text.contains(&b'{'),
        _ => false,
    }
}

/// Reads a workflow of that kind, and returns the additions to the file's data.
///
/// # Errors
///
/// Of several faults the first. Circles are found by [`super::check_order`].
pub fn read(kind: FileKind, text: &[u8]) -> Result<(Workflow, Vec<Repair>), Fault> {
    let text = std::str::from_utf8(text).map_err(|why| Fault::Json(format!("it is not UTF-8: {why}")))?;
    let (workflow, mut repairs) = match kind {
        FileKind::Json => (from_json(text)?, Vec::new()),
        FileKind::WfCommons => from_wfcommons(text)?,
        FileKind::Dax => from_dax(text)?,
        FileKind::Pegasus => from_pegasus(text)?,
        FileKind::Dot => dot(text)?,
    };
    repairs.extend(Repair::of(&workflow));
    Ok((workflow, repairs))
}

/// Reads a digraph, perhaps with words of a program before it, which are passed over.
fn dot(text: &str) -> Result<(Workflow, Vec<Repair>), Fault> {
    let is_first = is_dot(text.as_bytes());
    let Some(length) = before_digraph(text.as_bytes()).filter(|_| !is_first) else {
        return from_dot(text);
    };
    // Its places are those of the file.
    let (before, graph) = text.split_at(length);
    let breaks = before.matches('\n').count();
    let (workflow, mut repairs) = from_dot(&("\n".repeat(breaks) + graph))?;
    repairs.push(Repair::Before(breaks));
    Ok((workflow, repairs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rows;

    #[test]
    fn the_words_of_a_file_tell_its_kind() {
        for [text, kind] in rows(
            "{\"tasks\": []} | Some(Json)
            \\n {\"machines\": [ | Some(Json)
            {\"schemaVersion\": \"1.5\", \"workflow\": {\"specification\": {\"tasks\": []}}} | Some(WfCommons)
            {\"nb_res\": 4, \"jobs\": [], \"profiles\": {\"tasks\": 1}} | None
            {\"name\": \"other\"} | None
            [\"tasks\"] | None
            {\"workload\": {\"machines\": 3}, \"system\": {}} | None
            {\"name\": \"tasks\", \"x\": {\"tasks\" : [1]}} | Some(Json)
            <?xml version=\"1.0\"?>\\n<!-- made -->\\n<adag xmlns=\"x\"> | Some(Dax)
            <p:adag xmlns:p=\"x\"/> | Some(Dax)
            <html></html> | None
            x-pegasus: {apiLang: python}\\npegasus: '5.0'\\njobs: [] | Some(Pegasus)
            # by hand\\nname: diamond\\npegasus: \"5.0\"\\n | Some(Pegasus)
            {\"pegasus\": \"5.0\", \"jobs\": []} | Some(Pegasus)
            name: pegasus:\\n pegasus: 1 | None
            digraph G { | Some(Dot)
            graph { a -- b } | Some(Dot)
            # digraph {\\n1 0 5 60 4 | None
            /* digraph { | None
            Restricted license\\nBuilding\\ndigraph G { a; } | Some(Dot)
            Building\\na digraph G { a; } | None
            graph;size\\n1;2 | None
            1 0 5 60 4 | None",
        ) {
            assert_eq!(format!("{:?}", FileKind::of(text.as_bytes())), kind, "{text}");
        }
        let remarks = "// by daggen\n# and by hand\n/* a\n * b */ Strict DiGraph{";
        assert_eq!(FileKind::of(remarks.as_bytes()), Some(FileKind::Dot));
    }
}
