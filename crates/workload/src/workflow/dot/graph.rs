//! The grammar of DOT, as far as it gives the precedence of tasks.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Token, Tokens};
use crate::workflow::{Fault, MAX_TASKS};

/// The attributes that are kept, in small letters: all others say how to draw.
const NAMES: [&str; 11] = [
    "alpha",
    "communication",
    "computation",
    "cost",
    "costs",
    "data",
    "label",
    "machines",
    "runtime",
    "size",
    "weight",
];

/// Values as they stand, the later one of each name. Values set by `node` and `edge` are shared by all that
/// have them.
pub(super) type Attributes = HashMap<&'static str, Rc<str>>;

fn set(attributes: &mut Attributes, name: &str, value: &str) {
    let kept = NAMES.iter().find(|it| it.eq_ignore_ascii_case(name));
    if let Some(kept) = kept {
        attributes.insert(kept, value.into());
    }
}

/// A graph as its text says.
#[derive(Default)]
pub(super) struct Graph {
    pub attributes: Attributes,
    pub nodes: Vec<Node>,
    pub arrows: Vec<Arrow>,
}

pub(super) struct Node {
    /// The byte where it was first named.
    pub at: usize,
    pub name: String,
    pub attributes: Attributes,
}

pub(super) struct Arrow {
    pub at: usize,
    pub from: usize,
    pub to: usize,
    pub attributes: Rc<Attributes>,
}

/// The deepest nesting of subgraphs.
const DEPTH: usize = 64;

/// Most edges: an edge between two subgraphs joins each node of one with each of the other.
const MOST_ARROWS: usize = 2_000_000;

/// The defaults of new nodes and edges at some place of the text.
#[derive(Clone, Default)]
struct Defaults {
    node: Attributes,
    edge: Attributes,
}

/// Reads `digraph name { … }`. Subgraphs are read as if their braces were not there, but that values set
/// by `node` and `edge` in them end with them; an edge to or from one is an edge to or from each of its
/// nodes. Ports are read over. In a `strict` graph a repeated edge is one.
pub(super) fn read(text: &str) -> Result<Graph, Fault> {
    let mut reader = Reader {
        tokens: Tokens::new(text),
        next: (Token::End, 0),
        graph: Graph::default(),
        places: HashMap::new(),
        strict: None,
    };
    reader.advance()?;
    if reader.keyword("strict")? {
        reader.strict = Some(HashMap::new());
    }
    let at = reader.next.1;
    if reader.keyword("graph")? {
        let why = "a graph without directions: a workflow is a digraph";
        return Err(reader.tokens.fault(at, why));
    }
    if !reader.keyword("digraph")? {
        return Err(reader.tokens.fault(at, "a workflow in DOT begins with digraph"));
    }
    if let Token::Name(..) = reader.next.0 {
        reader.advance()?;
    }
    reader.expect('{')?;
    reader.statements(&mut Defaults::default(), 0, &mut Vec::new())?;
    reader.expect('}')?;
    match reader.next {
        (Token::End, _) => Ok(reader.graph),
        (_, at) => Err(reader.tokens.fault(at, "more after the end of the graph")),
    }
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    next: (Token, usize),
    graph: Graph,
    /// Where each node stands, by its name.
    places: HashMap<String, usize>,
    /// The edges there are, in a strict graph.
    strict: Option<HashMap<(usize, usize), usize>>,
}

impl Reader<'_> {
    /// Goes on to the next token; this one is given back.
    fn advance(&mut self) -> Result<(Token, usize), Fault> {
        let next = self.tokens.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// Goes past a mark if it comes next.
    fn mark(&mut self, mark: char) -> Result<bool, Fault> {
        let is = self.next.0 == Token::Mark(mark);
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    fn expect(&mut self, mark: char) -> Result<(), Fault> {
        let at = self.next.1;
        if self.mark(mark)? { Ok(()) } else { Err(self.tokens.fault(at, format!("here must be {mark}"))) }
    }

    /// Goes past a word of the language if it comes next, in small letters or capitals.
    fn keyword(&mut self, word: &str) -> Result<bool, Fault> {
        let is = matches!(&self.next.0, Token::Name(name, true) if name.eq_ignore_ascii_case(word));
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    /// A name or value: strings joined by + are one.
    fn name(&mut self, what: &str) -> Result<(String, usize), Fault> {
        let (token, at) = self.advance()?;
        let Token::Name(mut name, _) = token else {
            return Err(self.tokens.fault(at, format!("here must be {what}")));
        };
        while self.mark('+')? {
            match self.advance()? {
                (Token::Name(more, false), _) => name.push_str(&more),
                (_, at) => return Err(self.tokens.fault(at, "here must be a text in quotes")),
            }
        }
        Ok((name, at))
    }

    /// Statements up to a closing brace. `named` gets the nodes that they name.
    fn statements(&mut self, defaults: &mut Defaults, depth: usize, named: &mut Vec<usize>) -> Result<(), Fault> {
        loop {
            match &self.next {
                (Token::Mark('}'), _) => return Ok(()),
                (Token::Mark(';'), _) => {
                    self.advance()?;
                }
                (Token::End, at) => {
                    return Err(self.tokens.fault(*at, "the graph has no closing brace"));
                }
                _ => self.statement(defaults, depth, named)?,
            }
        }
    }

    fn statement(&mut self, defaults: &mut Defaults, depth: usize, named: &mut Vec<usize>) -> Result<(), Fault> {
        if self.keyword("node")? {
            return self.attributes(&mut defaults.node);
        }
        if self.keyword("edge")? {
            return self.attributes(&mut defaults.edge);
        }
        if self.keyword("graph")? {
            let mut found = Attributes::new();
            self.attributes(&mut found)?;
            self.of_graph(found, depth);
            return Ok(());
        }
        let at = self.next.1;
        let is_node = !self.begins_subgraph();
        let first = if is_node {
            let (name, at) = self.name("a task")?;
            if self.mark('=')? {
                let value = self.name("a value")?.0;
                let mut found = Attributes::new();
                set(&mut found, &name, &value);
                self.of_graph(found, depth);
                return Ok(());
            }
            self.node(name, at, defaults)?
        } else {
            self.subgraph(defaults, depth)?
        };
        let mut ends = vec![first];
        while let (Token::Arrow | Token::Line, at) = self.next {
            if self.advance()?.0 == Token::Line {
                let why = "-- has no direction: edges of a digraph are written with ->";
                return Err(self.tokens.fault(at, why));
            }
            ends.push(self.end(defaults, depth)?);
        }
        named.extend(ends.iter().flatten());
        let mut said = Attributes::new();
        self.attributes(&mut said)?;
        if let ([nodes], true) = (ends.as_slice(), is_node) {
            self.graph.nodes[nodes[0]].attributes.extend(said);
            return Ok(());
        }
        let mut of_arrow = defaults.edge.clone();
        of_arrow.extend(said);
        let of_arrow = Rc::new(of_arrow);
        for pair in ends.windows(2) {
            self.join(at, &pair[0], &pair[1], &of_arrow)?;
        }
        Ok(())
    }

    /// Takes attributes of the graph as a whole; those of a subgraph are dropped.
    fn of_graph(&mut self, found: Attributes, depth: usize) {
        if depth == 0 {
            self.graph.attributes.extend(found);
        }
    }

    fn begins_subgraph(&self) -> bool {
        match &self.next.0 {
            Token::Mark('{') => true,
            Token::Name(name, true) => name.eq_ignore_ascii_case("subgraph"),
            _ => false,
        }
    }

    /// The nodes that an edge goes from or to.
    fn end(&mut self, defaults: &Defaults, depth: usize) -> Result<Vec<usize>, Fault> {
        if self.begins_subgraph() {
            return self.subgraph(defaults, depth);
        }
        let (name, at) = self.name("a task")?;
        self.node(name, at, defaults)
    }

    /// The node of that name, which is there from now on.
    fn node(&mut self, name: String, at: usize, defaults: &Defaults) -> Result<Vec<usize>, Fault> {
        for _ in 0..2 {
            if self.mark(':')? {
                self.name("a port")?;
            }
        }
        if let Some(place) = self.places.get(&name) {
            return Ok(vec![*place]);
        }
        let place = self.graph.nodes.len();
        if place >= MAX_TASKS {
            return Err(Fault::TooManyTasks(place + 1));
        }
        self.places.insert(name.clone(), place);
        self.graph.nodes.push(Node { at, name, attributes: defaults.node.clone() });
        Ok(vec![place])
    }

    /// The nodes of a subgraph, ascending.
    fn subgraph(&mut self, defaults: &Defaults, depth: usize) -> Result<Vec<usize>, Fault> {
        if depth >= DEPTH {
            let why = format!("subgraphs stand in one another more than {DEPTH} deep");
            return Err(self.tokens.fault(self.next.1, why));
        }
        if self.keyword("subgraph")? && matches!(self.next.0, Token::Name(..)) {
            self.advance()?;
        }
        self.expect('{')?;
        let mut named = Vec::new();
        self.statements(&mut defaults.clone(), depth + 1, &mut named)?;
        self.expect('}')?;
        named.sort_unstable();
        named.dedup();
        Ok(named)
    }

    fn join(&mut self, at: usize, from: &[usize], to: &[usize], attributes: &Rc<Attributes>) -> Result<(), Fault> {
        let count = from.len().saturating_mul(to.len());
        if self.graph.arrows.len().saturating_add(count) > MOST_ARROWS {
            let why = format!("with these there are more than {MOST_ARROWS} edges");
            return Err(self.tokens.fault(at, why));
        }
        for &from in from {
            for &to in to {
                let next = self.graph.arrows.len();
                let place = self.strict.as_mut().map_or(next, |it| *it.entry((from, to)).or_insert(next));
                if place < next {
                    let before = &mut self.graph.arrows[place].attributes;
                    Rc::make_mut(before).extend((**attributes).clone());
                    continue;
                }
                let attributes = Rc::clone(attributes);
                self.graph.arrows.push(Arrow { at, from, to, attributes });
            }
        }
        Ok(())
    }

    /// `[name=value, …]`, as often as it stands there.
    fn attributes(&mut self, found: &mut Attributes) -> Result<(), Fault> {
        while self.mark('[')? {
            while !self.mark(']')? {
                let (name, _) = self.name("an attribute's name")?;
                // A name alone is true.
                let value = if self.mark('=')? { self.name("a value")?.0 } else { "true".to_owned() };
                set(found, &name, &value);
                if !self.mark(',')? {
                    self.mark(';')?;
                }
            }
        }
        Ok(())
    }
}
