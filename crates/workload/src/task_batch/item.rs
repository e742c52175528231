//! A task or a node while it is read, field by field.

use super::draft::Names;
use super::xml::{NodeField, TaskField};
use super::{BatchTask, FileKind, NODE_POINTS, Node};
use crate::number::{self, NumberError};
use crate::swf::shortened;
use crate::{MAX_TIME, Time};

/// The longest name, in characters.
const LONGEST_NAME: usize = 200;

/// The fields of a task read so far, and its first problem.
#[derive(Default)]
pub(super) struct RawTask {
    name: Option<String>,
    /// Start, end, load and submission.
    numbers: [Option<i64>; 4],
    cluster: Option<u32>,
    user: Option<u32>,
    problem: Option<String>,
}

/// The fields that hold numbers, in the order of [`RawTask::numbers`].
const NUMBERS: [TaskField; 4] = [TaskField::Start, TaskField::End, TaskField::Load, TaskField::Submit];

impl RawTask {
    /// Takes the word in a field of a file of a kind. An empty word counts as none.
    pub fn set(&mut self, field: TaskField, word: &str, kind: FileKind, names: &mut Names) {
        let word = word.trim();
        let names_it = field == TaskField::Name && self.name.is_none();
        if word.is_empty() || self.problem.is_some() && !names_it {
            return;
        }
        if let Err(problem) = self.take(field, word, kind, names) {
            self.problem.get_or_insert(problem);
        }
    }

    fn take(&mut self, field: TaskField, word: &str, kind: FileKind, names: &mut Names) -> Result<(), String> {
        let called = field.name(kind);
        let was_there = match field {
            TaskField::Name => self.name.replace(name(called, word)?).is_some(),
            TaskField::Cluster => {
                let cluster = names.clusters.place(&name(called, word)?);
                self.cluster.replace(cluster).is_some()
            }
            TaskField::User => {
                let user = names.users.place(&name(called, word)?);
                self.user.replace(user).is_some()
            }
            TaskField::Load => {
                let points = word.strip_suffix('%').unwrap_or(word).trim_end();
                let load = whole(called, points, "percent", i64::from(NODE_POINTS))?;
                self.numbers[2].replace(load).is_some()
            }
            TaskField::Start | TaskField::End | TaskField::Submit => {
                let place = NUMBERS.iter().position(|it| *it == field);
                let seconds = whole(called, word, "seconds", MAX_TIME)?;
                self.numbers[place.unwrap_or(0)].replace(seconds).is_some()
            }
        };
        if was_there { Err(format!("{called} is there twice")) } else { Ok(()) }
    }

    /// The task, after all of its fields were read.
    ///
    /// # Errors
    ///
    /// Its problem, with its name if that is known.
    pub fn finish(mut self, kind: FileKind) -> Result<BatchTask, String> {
        let name = self.name.take();
        let told = name.as_ref().map(|it| format!("task {it}: "));
        let task = self.checked(name, kind);
        task.map_err(|why| told.unwrap_or_default() + &why)
    }

    fn checked(self, name: Option<String>, kind: FileKind) -> Result<BatchTask, String> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let called = |field: TaskField| field.name(kind);
        let missing = |field: TaskField| format!("{} is missing", called(field));
        let name = name.ok_or_else(|| missing(TaskField::Name))?;
        let needed = |at: usize| self.numbers[at].ok_or_else(|| missing(NUMBERS[at]));
        let (start, end, load) = (needed(0)?, needed(1)?, needed(2)?);
        let submit = self.numbers[3].unwrap_or(0);
        for (field, time) in [(TaskField::Submit, submit), (TaskField::Start, start)] {
            if time < 0 {
                return Err(format!("{} is {time}: times begin at 0", called(field)));
            }
        }
        if end <= start {
            let (end_name, start_name) = (called(TaskField::End), called(TaskField::Start));
            return Err(format!("{end_name} {end} is not after {start_name} {start}"));
        }
        if submit > start {
            let (submit_name, start_name) = (called(TaskField::Submit), called(TaskField::Start));
            return Err(format!("{submit_name} {submit} is after {start_name} {start}"));
        }
        let load = u32::try_from(load).ok().filter(|it| *it >= 1).ok_or_else(|| {
            let load_name = called(TaskField::Load);
            format!("{load_name} is {load}: it is 1 to {NODE_POINTS} percent of a node")
        })?;
        Ok(BatchTask { name, submit, start, end, load, cluster: self.cluster, user: self.user })
    }
}

/// The fields of a node read so far, and its first problem.
#[derive(Default)]
pub(super) struct RawNode {
    id: Option<String>,
    name: Option<String>,
    farm: Option<String>,
    of_file: Node,
    problem: Option<String>,
    /// Problems of fields on which no decision depends.
    pub amended: Vec<String>,
}

impl RawNode {
    /// Takes the word in a field.
    pub fn set(&mut self, field: NodeField, word: &str, names: &mut Names) {
        let word = word.trim();
        let names_it = field == NodeField::Name && self.name.is_none();
        let says_nothing = word.is_empty() && field != NodeField::Access;
        if says_nothing || self.problem.is_some() && !names_it {
            return;
        }
        if let Err(problem) = self.take(field, word, names) {
            self.problem.get_or_insert(problem);
        }
    }

    /// Admits a user to the node; users that are not named may not reserve on it.
    pub fn admit(&mut self, user: &str, names: &mut Names) {
        let access = self.of_file.access.get_or_insert_default();
        let user = user.trim();
        if user.is_empty() {
            return;
        }
        match name("user", user) {
            Err(why) => _ = self.problem.get_or_insert(why),
            Ok(user) => {
                let user = names.users.place(&user);
                if !access.contains(&user) {
                    access.push(user);
                }
            }
        }
    }

    fn take(&mut self, field: NodeField, word: &str, names: &mut Names) -> Result<(), String> {
        let called = field.name();
        let parameters = &mut self.of_file.parameters;
        let was_there = match field {
            NodeField::Id => self.id.replace(name(called, word)?).is_some(),
            NodeField::Name => self.name.replace(name(called, word)?).is_some(),
            NodeField::Farm => self.farm.replace(name(called, word)?).is_some(),
            NodeField::Cluster => {
                let cluster = names.clusters.place(&name(called, word)?);
                self.of_file.cluster.replace(cluster).is_some()
            }
            NodeField::Access => {
                self.of_file.access.get_or_insert_default();
                for user in word.split(',') {
                    self.admit(user, names);
                }
                false
            }
            NodeField::Power | NodeField::Memory | NodeField::Idle => {
                let amount = match field {
                    NodeField::Power => &mut parameters.power,
                    NodeField::Memory => &mut parameters.memory,
                    _ => &mut parameters.idle,
                };
                let number = word.parse().ok().filter(|it: &f64| it.is_finite());
                if number.is_none() {
                    self.amended.push(format!(
                        "{called} should be a number but is \"{}\"; it counts as unknown",
                        shortened(word.as_bytes())
                    ));
                }
                std::mem::replace(amount, number).is_some()
            }
        };
        if was_there { Err(format!("{called} is there twice")) } else { Ok(()) }
    }

    /// The node and its `Id`, after all of its fields were read. One without a name is called by its
    /// `Id`.
    ///
    /// # Errors
    ///
    /// Its problem, with its name if that is known.
    pub fn finish(mut self, agent: Option<u32>) -> Result<(Node, Option<String>), String> {
        let Some(name) = self.name.or_else(|| self.id.clone()) else {
            return Err(self.problem.unwrap_or_else(|| "a node has neither nodeName nor Id".to_owned()));
        };
        if let Some(problem) = self.problem {
            return Err(format!("node {name}: {problem}"));
        }
        let node = Node { name, farm: self.farm.take().unwrap_or_default(), agent, ..self.of_file };
        Ok((node, self.id))
    }
}

/// A name as it is kept: control characters are blanks, and there are none around it.
fn name(called: &str, word: &str) -> Result<String, String> {
    if word.len() > LONGEST_NAME && word.chars().count() > LONGEST_NAME {
        return Err(format!("{called} has more than {LONGEST_NAME} characters"));
    }
    if !word.contains(char::is_control) {
        return Ok(word.to_owned());
    }
    let plain: String = word.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    match plain.trim() {
        "" => Err(format!("{called} is no name")),
        plain => Ok(plain.to_owned()),
    }
}

/// A whole number up to a limit.
fn whole(called: &str, word: &str, of: &str, most: Time) -> Result<i64, String> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word).as_bytes();
    let is_whole = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let shown = || shortened(word.as_bytes());
    match number::parse(word.as_bytes()) {
        Ok(number) if is_whole && number <= most => Ok(number),
        Ok(_) | Err(NumberError::TooLarge) if is_whole => Err(format!("{called} is {}, more than {most}", shown())),
        _ => Err(format!("{called} should be a whole number of {of} but is \"{}\"", shown())),
    }
}
