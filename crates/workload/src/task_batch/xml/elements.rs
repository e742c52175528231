//! The elements of a batch, one after the other.

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

use super::fault;
use crate::task_batch::FileKind;
use crate::task_batch::draft::Draft;
use crate::task_batch::fields::{NodeField, TaskField};
use crate::task_batch::item::{RawNode, RawTask};

/// The deepest nesting of elements.
const MAX_DEPTH: usize = 64;

/// The task or node that is open.
enum Item {
    Task(RawTask),
    Node(RawNode),
}

/// An element within an item whose words are wanted.
#[derive(Clone, Copy)]
enum Field {
    Task(TaskField),
    Node(NodeField),
    /// A user within `access`.
    User,
}

/// An element of a node that holds others.
#[derive(Clone, Copy, PartialEq)]
enum Group {
    Parameters,
    Access,
}

pub(super) struct Elements<'a> {
    text: &'a str,
    draft: &'a mut Draft,
    /// Where each element begins that is not at its end yet.
    open: Vec<usize>,
    /// Whether the first element is at its end.
    done: bool,
    /// With how many elements are around it.
    item: Option<(Item, usize)>,
    group: Option<Group>,
    field: Option<(Field, usize)>,
    /// The words so far of the open field.
    words: String,
    /// How many elements are around the open agent.
    agent: Option<usize>,
    agents: u32,
}

impl<'a> Elements<'a> {
    pub fn new(text: &'a str, draft: &'a mut Draft) -> Self {
        Self {
            text,
            draft,
            open: Vec::new(),
            done: false,
            item: None,
            group: None,
            field: None,
            words: String::new(),
            agent: None,
            agents: 0,
        }
    }

    /// Whether words are wanted.
    pub fn listens(&self) -> bool {
        self.field.is_some()
    }

    pub fn words(&mut self, words: &str) {
        if self.field.is_some() {
            self.words.push_str(words);
        }
    }

    /// An element begins at a byte.
    pub fn begin(&mut self, at: usize, tag: &BytesStart<'_>) -> Result<(), String> {
        let depth = self.open.len();
        if self.done {
            return Err(fault(self.text, at, "an element after the end of the first one"));
        }
        if depth == MAX_DEPTH {
            let why = format!("elements are more than {MAX_DEPTH} deep in one another");
            return Err(fault(self.text, at, &why));
        }
        let name = tag.local_name();
        let name = name.as_ref();
        match self.item.as_ref().map(|it| it.1) {
            None => self.begin_outside(at, tag, name)?,
            Some(around) if depth == around + 1 => self.begin_field(at, tag, name)?,
            Some(around) if depth == around + 2 => self.begin_in_group(name),
            Some(_) => {}
        }
        self.open.push(at);
        Ok(())
    }

    fn begin_outside(&mut self, at: usize, tag: &BytesStart<'_>, name: &str) -> Result<(), String> {
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        let item = if is("task") {
            Item::Task(RawTask::default())
        } else if is("resource") || is("node") {
            Item::Node(RawNode::default())
        } else {
            if is("agent") && self.agent.is_none() {
                self.agent = Some(self.open.len());
                self.agents += 1;
            }
            return Ok(());
        };
        self.item = Some((item, self.open.len()));
        self.attributes(at, tag)
    }

    /// The attributes of a task, of a node or of its parameters are fields of it.
    fn attributes(&mut self, at: usize, tag: &BytesStart<'_>) -> Result<(), String> {
        // Its own check for names that stand twice takes time quadratic in their number.
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|why| fault(self.text, at, &why.to_string()))?;
            let name = attribute.key.local_name();
            let Some(field) = self.field_of(name.as_ref()) else {
                continue;
            };
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|why| fault(self.text, at, &why.to_string()))?;
            self.set(field, &value);
        }
        Ok(())
    }

    fn field_of(&self, name: &str) -> Option<Field> {
        match &self.item {
            Some((Item::Task(_), _)) => TaskField::of(name).map(Field::Task),
            Some((Item::Node(_), _)) => NodeField::of(name).map(Field::Node),
            None => None,
        }
    }

    fn begin_field(&mut self, at: usize, tag: &BytesStart<'_>, name: &str) -> Result<(), String> {
        if let Some((Item::Node(node), _)) = &mut self.item {
            if name.eq_ignore_ascii_case("Parameters") {
                self.group = Some(Group::Parameters);
                return self.attributes(at, tag);
            }
            if name.eq_ignore_ascii_case("access") {
                self.group = Some(Group::Access);
                // Without users no user may reserve on it.
                node.set(NodeField::Access, "", &mut self.draft.names);
                return Ok(());
            }
        }
        self.open_field(self.field_of(name));
        Ok(())
    }

    fn begin_in_group(&mut self, name: &str) {
        match self.group {
            Some(Group::Parameters) => self.open_field(self.field_of(name)),
            Some(Group::Access) if name.eq_ignore_ascii_case("user") => {
                self.open_field(Some(Field::User));
            }
            _ => {}
        }
    }

    fn open_field(&mut self, field: Option<Field>) {
        self.field = field.map(|it| (it, self.open.len()));
        self.words.clear();
    }

    fn set(&mut self, field: Field, word: &str) {
        let names = &mut self.draft.names;
        match (&mut self.item, field) {
            (Some((Item::Task(task), _)), Field::Task(field)) => {
                task.set(field, word, FileKind::Xml, names);
            }
            (Some((Item::Node(node), _)), Field::Node(field)) => node.set(field, word, names),
            (Some((Item::Node(node), _)), Field::User) => node.admit(word, names),
            _ => {}
        }
    }

    /// The end of the innermost element. That it is the right one was checked by the reader.
    pub fn end(&mut self) -> Result<(), String> {
        let at = self.open.pop().unwrap_or_default();
        let depth = self.open.len();
        self.done = depth == 0;
        if let Some((field, _)) = self.field.take_if(|it| it.1 == depth) {
            let words = std::mem::take(&mut self.words);
            self.set(field, &words);
            self.words = words;
        } else if self.agent == Some(depth) && self.item.is_none() {
            self.agent = None;
        } else if let Some((item, _)) = self.item.take_if(|it| it.1 == depth) {
            let agent = self.agent.map(|_| self.agents - 1);
            let added = match item {
                Item::Task(task) => self.draft.add_task(at as u64, task),
                Item::Node(node) => self.draft.add_node(at as u64, node, agent),
            };
            return added.map_err(|why| fault(self.text, at, &why));
        } else if self.item.as_ref().is_some_and(|it| it.1 + 1 == depth) {
            self.group = None;
        }
        Ok(())
    }

    /// The end of the text.
    pub fn finish(self) -> Result<(), String> {
        match self.open.last() {
            Some(&at) => {
                let why = "an element has no end: the text was cut short";
                Err(fault(self.text, at, why))
            }
            None => Ok(()),
        }
    }
}
