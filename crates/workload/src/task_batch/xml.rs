//! A batch as XML, with the tags that Moise et al. 2008 name (Sects. 3.2 and 3.3). `docs/task-batches.md` has
//! the schema.

mod elements;

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, Event};

use super::draft::Draft;
use crate::workflow::TextPosition;
use elements::Elements;

/// Reads a whole text. A problem of a task or a node is a complaint at its byte.
///
/// # Errors
///
/// A sentence with the place: XML that is ill-formed or cut short, has a document type, or is nested too
/// deep; too many tasks or nodes.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), String> {
    let mut reader = Reader::from_str(text);
    let mut elements = Elements::new(text, draft);
    loop {
        let at = reader.buffer_position() as usize;
        let event =
            reader.read_event().map_err(|why| fault(text, reader.error_position() as usize, &why.to_string()))?;
        match event {
            Event::Start(tag) => elements.begin(at, &tag)?,
            Event::Empty(tag) => {
                elements.begin(at, &tag)?;
                elements.end()?;
            }
            Event::End(_) => elements.end()?,
            Event::Text(it) if elements.listens() => elements.words(&it.xml10_content()),
            Event::CData(it) if elements.listens() => elements.words(&it.xml10_content()),
            Event::GeneralRef(it) => match character(&it) {
                Ok(word) => elements.words(word.encode_utf8(&mut [0; 4])),
                Err(why) => return Err(fault(text, at, &why)),
            },
            Event::DocType(_) => {
                let why = "there is a document type (<!DOCTYPE>), which is not read: it could hold entities that grow without end";
                return Err(fault(text, at, why));
            }
            Event::Eof => return elements.finish(),
            _ => {}
        }
    }
}

/// The character of a reference: those that XML itself defines, as there is no document type.
fn character(reference: &BytesRef<'_>) -> Result<char, String> {
    let unknown = || format!("&{};: there is no such entity", &**reference);
    match reference.resolve_char_ref() {
        Ok(Some(character)) => Ok(character),
        Ok(None) => {
            let word = resolve_predefined_entity(reference);
            word.and_then(|it| it.chars().next()).ok_or_else(unknown)
        }
        Err(why) => Err(why.to_string()),
    }
}

fn fault(text: &str, at: usize, why: &str) -> String {
    format!("{}: {why}", TextPosition::of(text, at))
}
