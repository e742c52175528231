//! A batch as XML, with the tags that Moise et al. 2008 name (Sects. 3.2 and 3.3). `docs/task-batches.md` has
//! the schema.

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::lines::is_listed;
use crate::task_batch::FileKind;
use crate::task_batch::draft::Draft;
use crate::task_batch::item::{RawNode, RawTask};
use crate::workflow::TextPosition;

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

/// A field of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskField {
    Name,
    Start,
    End,
    Load,
    Cluster,
    Submit,
    User,
}

impl TaskField {
    /// All fields, those that a task needs first.
    pub const ALL: [Self; 7] =
        [Self::Name, Self::Start, Self::End, Self::Load, Self::Cluster, Self::Submit, Self::User];

    /// Its names in a CSV and in XML, with a blank between them; one for both if they are equal. Both are read in both.
    pub const fn names(self) -> &'static str {
        match self {
            Self::Name => "task taskId",
            Self::Start => "start startTime",
            Self::End => "end endTime",
            Self::Load => "load",
            Self::Cluster => "cluster clusterName",
            Self::Submit => "submit submitTime",
            Self::User => "user userName",
        }
    }

    /// Its name in files of a kind.
    pub fn name(self, kind: FileKind) -> &'static str {
        let names = self.names();
        let (in_csv, in_xml) = names.split_once(' ').unwrap_or((names, names));
        match kind {
            FileKind::Csv => in_csv,
            FileKind::Xml => in_xml,
        }
    }

    /// The field of that name, without regard to case.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| is_listed(name.as_bytes(), it.names()))
    }
}

/// A field of a node. They are in XML only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeField {
    Id,
    Name,
    Cluster,
    Farm,
    Power,
    Memory,
    Idle,
    /// Some users, with commas between them: as an attribute.
    Access,
}

impl NodeField {
    const ALL: [Self; 8] =
        [Self::Id, Self::Name, Self::Cluster, Self::Farm, Self::Power, Self::Memory, Self::Idle, Self::Access];

    /// The paper's name for it (Sect. 3.3).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Id => "Id",
            Self::Name => "nodeName",
            Self::Cluster => "clusterName",
            Self::Farm => "farmName",
            Self::Power => "CPUPower",
            Self::Memory => "Memory",
            Self::Idle => "CPU_idle",
            Self::Access => "access",
        }
    }

    /// The field of that name, without regard to case.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| name.eq_ignore_ascii_case(it.name()))
    }
}

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

struct Elements<'a> {
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
