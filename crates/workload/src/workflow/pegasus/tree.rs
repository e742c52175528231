//! YAML as a tree, as far as workflows need it.

use saphyr_parser::{Event, Marker, Parser};

use crate::workflow::{Fault, TextPosition};

/// The deepest nesting.
const DEPTH: usize = 64;

/// A value with the place where it begins.
#[derive(Debug)]
pub(super) struct Node {
    pub at: TextPosition,
    pub value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    /// A scalar as it stands there, quoted or not.
    Word(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// The value of a key in a map; of a key that stands there twice the first.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Value::Map(pairs) = &self.value else {
            return None;
        };
        pairs.iter().find(|(it, _)| it.word() == Some(key)).map(|(_, value)| value)
    }

    /// The scalar.
    pub fn word(&self) -> Option<&str> {
        match &self.value {
            Value::Word(word) => Some(word),
            Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The elements of a list; none where nothing or `null` stands in its place.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn list<'a>(node: Option<&'a Self>, what: &str) -> Result<&'a [Self], Fault> {
        match node.map(|it| &it.value) {
            None => Ok(&[]),
            Some(Value::Word(word)) if matches!(word.as_str(), "" | "~" | "null") => Ok(&[]),
            Some(Value::List(list)) => Ok(list),
            Some(_) => {
                let place = node.map_or(TextPosition { line: 1, column: 1 }, |it| it.at);
                Err(Fault::at(place, format!("{what} must be a list")))
            }
        }
    }
}

fn position(marker: Marker) -> TextPosition {
    TextPosition { line: marker.line(), column: marker.col() + 1 }
}

fn fault(marker: Marker, why: &str) -> Fault {
    Fault::at(position(marker), why)
}

/// A list or map that is not at its end yet.
struct Open {
    node: Node,
    /// The key of a map's value that comes next.
    key: Option<Node>,
}

impl Open {
    fn take(&mut self, node: Node) {
        match (&mut self.node.value, self.key.take()) {
            (Value::List(list), _) => list.push(node),
            (Value::Map(pairs), Some(key)) => pairs.push((key, node)),
            (Value::Map(_) | Value::Word(_), _) => self.key = Some(node),
        }
    }
}

/// The first document of a text, in time linear in it.
///
/// # Errors
///
/// If it is no YAML, or nested deeper than [`DEPTH`], or has aliases: no workflow has them, and they could stand for
/// values that grow without end.
pub(super) fn read(text: &str) -> Result<Node, Fault> {
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|why| fault(*why.marker(), why.info()))?;
        let value = match event {
            Event::Scalar(word, ..) => Value::Word(word.into_owned()),
            Event::SequenceStart(..) => Value::List(Vec::new()),
            Event::MappingStart(..) => Value::Map(Vec::new()),
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(Open { node, .. }) = open.pop() else {
                    continue;
                };
                match open.last_mut() {
                    Some(outer) => outer.take(node),
                    None => return Ok(node),
                }
                continue;
            }
            Event::Alias(_) => return Err(fault(span.start, "aliases (*name) are not read")),
            _ => continue,
        };
        let is_scalar = matches!(value, Value::Word(_));
        let at = position(span.start);
        let node = Node { at, value };
        if !is_scalar {
            if open.len() >= DEPTH {
                let why = format!("values stand in one another more than {DEPTH} deep");
                return Err(fault(span.start, &why));
            }
            open.push(Open { node, key: None });
            continue;
        }
        match open.last_mut() {
            Some(outer) => outer.take(node),
            None => return Ok(node),
        }
    }
    Err(Fault::Json("there is no document in the YAML".to_owned()))
}
