//! Workflows in DOT, the language of Graphviz, by a reader of our own.

mod graph;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use super::file::{self, Names, amount, check_size};
use super::{Edge, Repair, Task, Workflow};
use crate::flops;
use crate::workflow::{Fault, TextPosition};
use graph::{Arrow, Attributes, Graph, Node};

/// The cost of a task is the first of these attributes that it has. The Python version of daggen writes
/// `computation`.
const COSTS: [&str; 5] = ["cost", "runtime", "size", "computation", "weight"];

/// The data of an edge are the first of these attributes that it has.
const DATA: [&str; 2] = ["data", "size"];

/// Where no further mark is SimGrid's, sizes of which the largest is at least this are operations: as seconds it
/// would be 32 years.
const LEAST_OF_SIZES: f64 = 1e9;

/// The same where an edge of size −1, or a `root` or `end` that is not declared, is SimGrid's mark.
const LEAST_OF_SIMGRID: f64 = 1e6;

/// What costs are measured in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Seconds,
    /// Floating point operations: daggen's.
    Operations,
    /// The same: SimGrid's.
    Sizes,
}

/// Reads a digraph: every node is a task, every edge data that its head waits for. Letters' case makes no
/// difference in attributes' names.
///
/// - The cost of a task, in seconds on a machine of speed 1, is its `cost`, `runtime`, `size`, `computation`
///   or `weight`. Or each has `costs="14 16 9"`, one for each machine; the machines are m0, m1, … then, or
///   those of the graph's `machines`, and a unit of data takes 1 s (or the graph's `communication`) from one
///   to another.
///   Where no task has any of these, each takes [`Task::UNKNOWN_COST`], which is stated.
/// - The data of an edge are its `data` or `size`; or its `weight`, where costs are weights as well
///   (elsewhere that is Graphviz's own, and says how to draw); or its `label`, if that is a number. Otherwise
///   0.
/// - Where a node has `alpha`, the file is daggen's: costs are floating point operations then, of which a
///   machine of speed 1 does [`flops::USUAL`] in a second. So they are where every cost is a `size` and the largest
///   is at least 10⁹, or 10⁶ if there is a mark of SimGrid: an edge of size −1, which it writes where no data are
///   sent, or a task `root` or `end` that only edges name, which costs 0. An edge of size −1 carries no data. All
///   are stated.
///
/// # Errors
///
/// Of several faults the first, with its line and column.
pub fn from_dot(text: &str) -> Result<(Workflow, Vec<Repair>), Fault> {
    let graph = graph::read(text)?;
    let dot = Dot { text, graph };
    let lists = dot.graph.nodes.iter().any(|it| it.attributes.contains_key("costs"));
    let (tasks, machines) = if lists { dot.tasks_on_machines()? } else { (dot.tasks()?, Vec::new()) };
    let mut repairs = Vec::new();
    if !lists && dot.costs_nothing() {
        repairs.push(Repair::NoRunTime(tasks.len()));
    }
    let unit = if lists { Unit::Seconds } else { dot.unit() };
    match unit {
        Unit::Seconds => {}
        Unit::Operations => repairs.push(Repair::Operations),
        Unit::Sizes => repairs.push(Repair::Sizes),
    }
    let undeclared = if lists { 0 } else { dot.undeclared() };
    repairs.extend((undeclared > 0).then_some(Repair::Undeclared(undeclared)));
    let communication = dot.communication(machines.len(), &mut repairs)?;
    Ok((
        Workflow {
            edges: dot.edges(&mut repairs)?,
            machines,
            tasks,
            communication,
            flops: unit != Unit::Seconds,
            schedule: None,
        },
        repairs,
    ))
}

/// A graph with the text that it was read from.
struct Dot<'a> {
    text: &'a str,
    graph: Graph,
}

impl Dot<'_> {
    fn fault(&self, at: usize, why: String) -> Fault {
        Fault::at(TextPosition::of(self.text, at), why)
    }

    fn number(&self, at: usize, what: &str, value: &str) -> Result<f64, Fault> {
        file::number(value, what, || TextPosition::of(self.text, at))
    }

    fn amount(&self, at: usize, what: &str, value: f64) -> Result<f64, Fault> {
        amount(value, || format!("{}: {what}", TextPosition::of(self.text, at)))
    }

    /// What the costs are measured in, if there is one for each task.
    fn unit(&self) -> Unit {
        let nodes = || self.graph.nodes.iter();
        if nodes().any(|it| it.attributes.contains_key("alpha")) {
            return Unit::Operations;
        }
        let sizes = || nodes().filter_map(|it| it.attributes.get("size")?.trim().parse().ok());
        let largest = sizes().fold(0.0, f64::max);
        let least = if self.nothing_sent() > 0 || self.undeclared() > 0 { LEAST_OF_SIMGRID } else { LEAST_OF_SIZES };
        if self.are_sizes() && largest >= least { Unit::Sizes } else { Unit::Seconds }
    }

    /// Whether no task has a cost.
    fn costs_nothing(&self) -> bool {
        let nodes = &self.graph.nodes;
        nodes.iter().all(|it| first_name(&it.attributes).is_none())
    }

    /// Whether every cost is a `size`, as SimGrid writes them.
    fn are_sizes(&self) -> bool {
        let costs = |it: &Node| matches!(first_name(&it.attributes), None | Some("size"));
        self.graph.nodes.iter().all(costs) && self.graph.nodes.iter().any(|it| first_name(&it.attributes).is_some())
    }

    /// How many edges have SimGrid's mark for no data.
    fn nothing_sent(&self) -> usize {
        let size = |it: &Arrow| it.attributes.get("size")?.trim().parse::<f64>().ok();
        self.graph.arrows.iter().filter(|&it| size(it) == Some(-1.0)).count()
    }

    /// How many of SimGrid's `root` and `end` are named in edges only: its reader adds them.
    fn undeclared(&self) -> usize {
        if self.are_sizes() { self.graph.nodes.iter().filter(|it| is_added(it)).count() } else { 0 }
    }

    /// Tasks with a cost each.
    fn tasks(&self) -> Result<Vec<Task>, Fault> {
        let nodes = &self.graph.nodes;
        check_size(nodes.len(), 1)?;
        let in_a_second = match self.unit() {
            Unit::Seconds => 1.0,
            Unit::Operations | Unit::Sizes => flops::USUAL,
        };
        let are_sizes = self.are_sizes();
        let costs_nothing = self.costs_nothing();
        let task = |node: &Node| {
            let what = format!("the cost of task {}", node.name);
            let cost = match first(&node.attributes, &COSTS) {
                Some(value) => self.number(node.at, &what, value)? / in_a_second,
                None if costs_nothing => Task::UNKNOWN_COST,
                None if are_sizes && is_added(node) => 0.0,
                None => {
                    let of = COSTS.join(", ");
                    let why = format!("task {} has none of {of}: its cost is not known", node.name);
                    return Err(self.fault(node.at, why));
                }
            };
            Ok(Task::of(&node.name, self.amount(node.at, &what, cost)?))
        };
        nodes.iter().map(task).collect()
    }

    /// Tasks with a cost for each machine, and the machines' names.
    fn tasks_on_machines(&self) -> Result<(Vec<Task>, Vec<String>), Fault> {
        let listed = |it: &str| words(it).map(str::to_owned).collect::<Vec<_>>();
        let costs = |node: &Node| node.attributes.get("costs").map(|it| listed(it));
        let nodes = &self.graph.nodes;
        let named = self.graph.attributes.get("machines").map(|it| listed(it));
        let count = match &named {
            Some(names) => names.len(),
            None => nodes.iter().find_map(costs).unwrap_or_default().len(),
        };
        let machines = named.unwrap_or_else(|| (0..count).map(|it| format!("m{it}")).collect());
        Names::of("machine", machines.iter())?;
        check_size(nodes.len(), count)?;
        let task = |node: &Node| {
            let found = costs(node).unwrap_or_default();
            if found.len() != count || count == 0 {
                let (name, has) = (&node.name, found.len());
                let why = format!("task {name} has {has} costs for {count} machines: one for each is needed");
                return Err(self.fault(node.at, why));
            }
            let what = format!("a cost of task {}", node.name);
            let cost = |value: &String| {
                let number = self.number(node.at, &what, value)?;
                self.amount(node.at, &what, number)
            };
            Ok(Task { name: node.name.clone(), costs: found.iter().map(cost).collect::<Result<_, _>>()? })
        };
        Ok((nodes.iter().map(task).collect::<Result<_, _>>()?, machines))
    }

    /// The time of a unit of data between the machines, if there are any.
    fn communication(&self, machines: usize, repairs: &mut Vec<Repair>) -> Result<Vec<Vec<f64>>, Fault> {
        let what = "the graph's communication";
        let unit = match self.graph.attributes.get("communication") {
            Some(value) => self.amount(0, what, self.number(0, what, value)?)?,
            None => {
                if machines > 1 {
                    repairs.push(Repair::OneSecond);
                }
                1.0
            }
        };
        let between = |from: usize, to: usize| if from == to { 0.0 } else { unit };
        let row = |from: usize| (0..machines).map(|to| between(from, to)).collect();
        Ok((0..machines).map(row).collect())
    }

    fn edges(&self, repairs: &mut Vec<Repair>) -> Result<Vec<Edge>, Fault> {
        let weights = |it: &Node| first_name(&it.attributes) == Some("weight");
        let by_weight = self.graph.nodes.iter().any(weights);
        let mut nothing = 0;
        let mut edge = |arrow: &Arrow| {
            let (from, to) = (arrow.from, arrow.to);
            let data = match self.data(arrow, by_weight)? {
                Some(-1.0) => {
                    nothing += 1;
                    0.0
                }
                Some(data) => {
                    let name = |it: usize| &self.graph.nodes[it].name;
                    let what = format!("the data from {} to {}", name(from), name(to));
                    let what = || format!("{}: {what}", TextPosition::of(self.text, arrow.at));
                    file::data(data, what)?
                }
                None => 0.0,
            };
            Ok(Edge { from, to, data })
        };
        let edges = self.graph.arrows.iter().map(&mut edge).collect::<Result<_, _>>()?;
        if nothing > 0 {
            repairs.push(Repair::NothingSent(nothing));
        }
        Ok(edges)
    }

    /// How much an edge carries, if it says so.
    fn data(&self, arrow: &Arrow, by_weight: bool) -> Result<Option<f64>, Fault> {
        let weight = || arrow.attributes.get("weight").filter(|_| by_weight);
        match first(&arrow.attributes, &DATA).or_else(weight) {
            Some(value) => self.number(arrow.at, "the edge's data", value).map(Some),
            None => {
                let number = arrow.attributes.get("label").and_then(|it| it.trim().parse().ok());
                Ok(number.filter(|it: &f64| it.is_finite()))
            }
        }
    }
}

/// Whether a node is SimGrid's `root` or `end` without attributes of its own.
fn is_added(node: &Node) -> bool {
    matches!(node.name.as_str(), "root" | "end") && first_name(&node.attributes).is_none()
}

/// The first of these that there is.
fn first<'a>(attributes: &'a Attributes, names: &[&str]) -> Option<&'a Rc<str>> {
    names.iter().find_map(|name| attributes.get(*name))
}

/// The attribute of a task's cost.
fn first_name(attributes: &Attributes) -> Option<&'static str> {
    let has = |name: &&&str| attributes.contains_key(**name);
    COSTS.iter().find(has).copied()
}

/// Numbers or names apart by blanks, commas or semicolons.
fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', '\t', '\n', ',', ';']).filter(|it| !it.is_empty())
}

/// A word of the language, or a name or value.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// One of `{ } [ ] ; , = : +`.
    Mark(char),
    /// `->`
    Arrow,
    /// `--`
    Line,
    /// A name or value; `true` if it stands bare, so that it can be a keyword.
    Name(String, bool),
    End,
}

/// Goes through a text token by token.
struct Tokens<'a> {
    text: &'a str,
    /// The byte where the next token is looked for.
    at: usize,
}

impl<'a> Tokens<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn fault(&self, at: usize, why: impl Into<String>) -> Fault {
        Fault::at(TextPosition::of(self.text, at), why)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes past blanks and comments.
    fn skip(&mut self) -> Result<(), Fault> {
        loop {
            let rest = self.rest().trim_start();
            self.at = self.text.len() - rest.len();
            let line_begins =
                self.text[..self.at].trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|it| it == '\n');
            if rest.starts_with("//") || rest.starts_with('#') && line_begins {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return Err(self.fault(self.at, "the comment has no end (*/)"));
                };
                self.at += length + 4;
            } else {
                return Ok(());
            }
        }
    }

    /// The next token, and the byte where it stands.
    fn next(&mut self) -> Result<(Token, usize), Fault> {
        self.skip()?;
        let at = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, at));
        };
        let token = match first {
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' | '+' => {
                self.at += 1;
                Token::Mark(first)
            }
            _ if rest.starts_with("->") => {
                self.at += 2;
                Token::Arrow
            }
            _ if rest.starts_with("--") => {
                self.at += 2;
                Token::Line
            }
            '"' => self.quoted()?,
            '<' => self.html()?,
            _ => self.bare(first)?,
        };
        Ok((token, at))
    }

    /// A name in quotes: `\"` is a quote, a backslash at a line's end joins the lines, any other one stays.
    fn quoted(&mut self) -> Result<Token, Fault> {
        let begin = self.at;
        let mut name = String::new();
        let mut letters = self.rest().char_indices().skip(1).peekable();
        while let Some((place, letter)) = letters.next() {
            match (letter, letters.peek().map(|it| it.1)) {
                ('"', _) => {
                    self.at += place + 1;
                    return Ok(Token::Name(name, false));
                }
                ('\\', Some('"')) => {
                    name.push('"');
                    letters.next();
                }
                ('\\', Some('\n')) => {
                    letters.next();
                }
                _ => name.push(letter),
            }
        }
        Err(self.fault(begin, "the name has no closing quote"))
    }

    /// Text of HTML between angle brackets, which can stand within it in pairs.
    fn html(&mut self) -> Result<Token, Fault> {
        let mut depth = 0usize;
        for (place, letter) in self.rest().char_indices() {
            match letter {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let name = self.rest()[1..place].to_owned();
                self.at += place + 1;
                return Ok(Token::Name(name, false));
            }
        }
        Err(self.fault(self.at, "the text in <> has no end"))
    }

    /// A name of letters, digits and `_`, or a number; also with an exponent, which strict DOT has in quotes
    /// only.
    fn bare(&mut self, first: char) -> Result<Token, Fault> {
        let rest = self.rest();
        let mut before = first;
        let is_number = first.is_ascii_digit() || matches!(first, '-' | '.');
        let length = rest
            .char_indices()
            .find(|&(place, letter)| {
                let sign = matches!(letter, '-' | '+');
                let of_exponent = is_number && matches!(before, 'e' | 'E');
                before = letter;
                let goes_on = letter.is_alphanumeric()
                    || matches!(letter, '_' | '.')
                    || !letter.is_ascii() && !letter.is_whitespace()
                    || letter == '-' && place == 0
                    || sign && of_exponent && !rest[place..].starts_with("->");
                !goes_on
            })
            .map_or(rest.len(), |(place, _)| place);
        if length == 0 || &rest[..length] == "-" {
            return Err(self.fault(self.at, format!("{first:?} has no place here")));
        }
        self.at += length;
        Ok(Token::Name(rest[..length].to_owned(), true))
    }
}
