//! A file of tasks and files of resources, one behind the other: the paper has resources in files of their own, one
//! for each agent (Moise et al. 2008, Sect. 3.3).

use std::ops::Range;

/// How a document begins that stands behind others.
const DECLARATION: &[u8] = b"<?xml";

/// Where an XML declaration begins, from a place on.
fn declaration(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(next) = text.get(at..)?.iter().position(|&it| it == b'<') {
        at += next;
        if is_declared(&text[at..]) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Whether a document begins with a declaration: with an instruction of a longer name it does not.
fn is_declared(text: &[u8]) -> bool {
    let rest = text.strip_prefix(DECLARATION);
    rest.is_some_and(|it| it.first().is_some_and(u8::is_ascii_whitespace))
}

/// The files of a text: each but the first begins with an XML declaration, which stands nowhere else in XML. Linear.
pub(super) fn parts(text: &[u8]) -> Vec<Range<usize>> {
    let blank = text.iter().take_while(|it| it.is_ascii_whitespace());
    let (mut start, mut from) = (0, blank.count() + 1);
    let mut parts = Vec::new();
    while let Some(next) = declaration(text, from) {
        parts.push(start..next);
        (start, from) = (next, next + 1);
    }
    parts.push(start..text.len());
    parts
}

/// A file of tasks and files of resources as one: one behind the other, as `cat` puts them. A resources file without
/// an XML declaration gets one, and a file that does not end its last line gets that end.
pub fn with_resources(tasks: &[u8], resources: &[&[u8]]) -> Vec<u8> {
    let mut all = tasks.to_vec();
    for file in resources {
        if all.last().is_some_and(|&it| it != b'\n') {
            all.push(b'\n');
        }
        let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        let file = file.trim_ascii_start();
        if !is_declared(file) {
            all.extend_from_slice(b"<?xml version=\"1.0\"?>\n");
        }
        all.extend_from_slice(file);
    }
    all
}

/// Whether a file describes nodes and, by its tags, no task: it needs a file of tasks.
pub fn is_of_resources(text: &[u8]) -> bool {
    let has = |word: &str| {
        let mut places = text.windows(word.len());
        places.any(|it| it.eq_ignore_ascii_case(word.as_bytes()))
    };
    let is_xml = super::FileKind::of(text) == Some(super::FileKind::Xml);
    is_xml && (has("nodeName") || has("<resource") || has("<node")) && !has("<task>") && !has("<task ")
}
