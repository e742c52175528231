//! Hand-ins as a table: a row for each, those that cannot be read beside it.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{Content, Given};
use crate::words;
use experiment::words::{run_line, usual_kind};
use export::hand_in;
use export::hand_in::{Figures, HandIn};
use export::snapshot::Source;
use workload::WorkloadKind;
use workload::calendar::write_moment;
use workload::csv::name_field;

/// Hand-ins under review.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// Those that were read, in the order in which they were given.
    pub rows: Vec<Rc<Row>>,
    pub broken: Vec<Broken>,
}

/// A hand-in in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name of its file, or the beginning of its link.
    pub from: Rc<str>,
    pub hand_in: HandIn,
    /// The scenario in front in words: system, policy with its period δ, share of reservations and seed.
    pub line: String,
    /// Whether others have the same name.
    pub repeat: Repeat,
}

/// Something that is no hand-in.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// The name of its file, or the beginning of its link.
    pub from: Rc<str>,
    /// Why it cannot be read.
    pub why: String,
}

/// Whether several hand-ins of an exercise have the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// It is the only one, or has no name.
    Only,
    /// The latest of this number of them.
    Latest(usize),
    /// A later one has the same name.
    Earlier,
}

impl Repeat {
    /// The mark in words; empty for the only one.
    pub fn words(self) -> String {
        match self {
            Self::Only => String::new(),
            Self::Latest(count) => format!("latest of {count} of this name"),
            Self::Earlier => "replaced by a later one of this name".to_owned(),
        }
    }
}

impl Review {
    /// Reads all. O(bytes + n²) for n hand-ins.
    pub fn of(given: &[Given]) -> Self {
        let mut review = Self::default();
        for one in given {
            let read = match &one.content {
                Content::File(bytes) if bytes.starts_with(b"PK") => {
                    Err("it is an archive: unpack it and drop the files in it".to_owned())
                }
                Content::File(bytes) => hand_in::read(bytes).map_err(|why| why.to_string()),
                Content::Link(text) => hand_in::read_link(text).map_err(|why| why.to_string()),
                Content::Unreadable(why) => Err(why.to_string()),
            };
            let from = one.name.clone();
            match read {
                Ok(hand_in) => review.rows.push(Rc::new(Row::of(from, hand_in))),
                Err(why) => review.broken.push(Broken { from, why }),
            }
        }
        let names = review.rows.iter().map(|it| {
            let hand_in = &it.hand_in;
            (folded(&hand_in.name), folded(&hand_in.exercise))
        });
        let names: Vec<(String, String)> = names.collect();
        let repeats = (0..review.rows.len()).map(|at| review.repeat(at, &names));
        let repeats: Vec<Repeat> = repeats.collect();
        for (row, repeat) in review.rows.iter_mut().zip(repeats) {
            Rc::make_mut(row).repeat = repeat;
        }
        review
    }

    /// Whether others have the name and the exercise of a row, by all names and exercises. A hand-in without an exercise
    /// counts as one of every exercise.
    fn repeat(&self, at: usize, names: &[(String, String)]) -> Repeat {
        let (name, exercise) = &names[at];
        if name.is_empty() {
            return Repeat::Only;
        }
        let is_same =
            |(other, of): &(String, String)| other == name && (exercise.is_empty() || of.is_empty() || exercise == of);
        let times: Vec<_> = names
            .iter()
            .enumerate()
            .filter(|(_, it)| is_same(it))
            .map(|(at, _)| (self.rows[at].hand_in.ended, at))
            .collect();
        match times.iter().max() {
            Some(_) if times.len() == 1 => Repeat::Only,
            Some(&(_, latest)) if latest == at => Repeat::Latest(times.len()),
            _ => Repeat::Earlier,
        }
    }

    /// The exercise of all rows, if it is the same; `None` of a single row or if it is not told.
    pub fn exercise(&self) -> Option<&str> {
        let (first, others) = self.rows.split_first()?;
        let exercise = folded(&first.hand_in.exercise);
        let is_same = |it: &Rc<Row>| folded(&it.hand_in.exercise) == exercise;
        let is_one = !others.is_empty() && !exercise.is_empty() && others.iter().all(is_same);
        is_one.then_some(first.hand_in.exercise.as_str())
    }

    /// The places of the rows in an order. Equals stay as they were given, and a row without the value comes last.
    pub fn sorted(&self, order: Order) -> Vec<usize> {
        let keys: Vec<_> = self.rows.iter().map(|it| order.by.key(it)).collect();
        let mut places: Vec<usize> = (0..self.rows.len()).collect();
        base::ordering::sort_by(&mut places, |&one, &other| {
            let (a, b) = (&keys[one], &keys[other]);
            match (a.is_missing(), b.is_missing()) {
                (false, false) if order.descending => b.cmp(a),
                (false, false) => a.cmp(b),
                (one, other) => one.cmp(&other),
            }
        });
        places
    }
}

/// A name or an exercise without what people type differently.
fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

impl Row {
    fn of(from: Rc<str>, hand_in: HandIn) -> Self {
        let page = &hand_in.page;
        // The front of a page that has passed its check is there.
        let line = page.scenarios.get(page.front).map(|scenario| {
            let kind = match &page.workload {
                Source::Workflow(_) => WorkloadKind::Workflow,
                Source::Tasks(_) => WorkloadKind::TaskBatch,
                _ => usual_kind(scenario),
            };
            run_line(scenario, kind)
        });
        Self { from, line: line.unwrap_or_default(), hand_in, repeat: Repeat::Only }
    }

    /// The figures as they were handed in.
    pub fn figures(&self) -> Figures {
        self.hand_in.figures.unwrap_or_default()
    }

    /// The name of the workload.
    pub fn workload(&self) -> &str {
        match &self.hand_in.page.workload {
            Source::Sample => "the sample",
            Source::Generated(_) => "a generated log",
            Source::Workflow(_) => "a generated workflow",
            Source::Tasks(_) => "a generated task batch",
            Source::File(mark) => &mark.name,
            Source::Written { name, .. } => name,
        }
    }

    /// How many answers of lessons are right, and how many were given.
    pub fn answers(&self) -> (usize, usize) {
        let answers = &self.hand_in.answers;
        let right = answers.iter().filter(|it| it.right).count();
        (right, answers.len())
    }

    /// How many entries were tried, those that are left out with them.
    pub fn tried(&self) -> usize {
        self.hand_in.tried.len() + self.hand_in.tried_left_out as usize
    }

    /// When it was handed in, by the student's clock: `2026-11-27 08:10:00`.
    pub fn ended(&self) -> String {
        let hand_in = &self.hand_in;
        let local = hand_in.ended + i64::from(hand_in.utc_offset) * 60;
        write_moment(local).replace('T', " ")
    }
}

/// A column by which rows are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The student's name.
    Name,
    Exercise,
    /// The scenario in front.
    Scenario,
    /// F.
    FlowTime,
    /// U.
    Utilization,
    /// D.
    Tardiness,
    /// Mean wait.
    Wait,
    /// How many entries were tried.
    Tried,
    /// The time from opening the page to handing in.
    Time,
    /// Right answers of lessons, and all.
    Lessons,
}

impl Column {
    /// All, in the order of the table.
    pub const ALL: [Self; 10] = [
        Self::Name,
        Self::Exercise,
        Self::Scenario,
        Self::FlowTime,
        Self::Utilization,
        Self::Tardiness,
        Self::Wait,
        Self::Tried,
        Self::Time,
        Self::Lessons,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Name => "Name",
            Self::Exercise => "Exercise",
            Self::Scenario => "Scenario",
            Self::FlowTime => "F",
            Self::Utilization => "U",
            Self::Tardiness => "D",
            Self::Wait => "Mean wait",
            Self::Tried => "Tried",
            Self::Time => "Time",
            Self::Lessons => "Lessons",
        }
    }

    /// Its name in ids.
    pub fn id(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Exercise => "exercise",
            Self::Scenario => "scenario",
            Self::FlowTime => "flow-time",
            Self::Utilization => "utilization",
            Self::Tardiness => "tardiness",
            Self::Wait => "wait",
            Self::Tried => "tried",
            Self::Time => "time",
            Self::Lessons => "lessons",
        }
    }

    /// Whether its cells are text.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Name | Self::Exercise | Self::Scenario)
    }

    /// Its number in a row; `None` of text, and where the row has none.
    pub fn number(self, row: &Row) -> Option<f64> {
        let figures = row.figures();
        match self {
            Self::Name | Self::Exercise | Self::Scenario => None,
            Self::FlowTime => figures.mean_flow_time,
            Self::Utilization => figures.mean_utilization,
            Self::Tardiness => figures.mean_tardiness,
            Self::Wait => figures.mean_waiting_time,
            Self::Tried => Some(row.tried() as f64),
            Self::Time => Some(row.hand_in.seconds() as f64),
            Self::Lessons => Some(row.answers().0 as f64),
        }
    }

    /// Its cell in a row.
    pub fn text(self, row: &Row) -> String {
        let number = self.number(row);
        match self {
            Self::Name => row.hand_in.name.trim().to_owned(),
            Self::Exercise => row.hand_in.exercise.clone(),
            Self::Scenario => row.line.clone(),
            Self::Utilization => number.map_or_else(missing, |it| format!("{} %", words::decimal(it * 100.0, 1))),
            Self::FlowTime | Self::Tardiness | Self::Wait | Self::Time => number.map_or_else(missing, words::duration),
            Self::Tried => words::count(row.tried() as i64),
            Self::Lessons => match row.answers() {
                (_, 0) => missing(),
                (right, all) => format!("{right}/{all}"),
            },
        }
    }

    fn key(self, row: &Row) -> Key {
        if self.is_text() { Key::Text(folded(&self.text(row))) } else { Key::Number(self.number(row)) }
    }
}

fn missing() -> String {
    "–".to_owned()
}

/// What rows are sorted by.
#[derive(PartialEq)]
enum Key {
    Text(String),
    Number(Option<f64>),
}

impl Key {
    fn is_missing(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Number(number) => number.is_none(),
        }
    }

    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (Self::Number(Some(one)), Self::Number(Some(other))) => one.total_cmp(other),
            _ => Ordering::Equal,
        }
    }
}

/// The order of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub by: Column,
    /// Whether the largest comes first.
    pub descending: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { by: Column::Name, descending: false }
    }
}

impl Order {
    /// By a column; the other way round if the rows are sorted by it already.
    pub fn after(self, by: Column) -> Self {
        Self { by, descending: self.by == by && !self.descending }
    }
}

/// The columns.
const HEAD: &str = "file,name,exercise,scenario,mean_flow_time,mean_utilization,mean_tardiness,mean_waiting_time,jobs,\
rejected,tried,seconds,handed_in,answers_right,answers,workload,workload_size,workload_digest,repeat,answer,fault\n";

impl Review {
    /// A row for each hand-in in the order in which they were given, then one for each that cannot be read, whose `fault`
    /// says why. Times are seconds; `handed_in` is by the student's clock. Text that a spreadsheet would take for a formula
    /// stands behind a `'`.
    pub fn csv(&self) -> String {
        let mut text = HEAD.to_owned();
        for row in &self.rows {
            text.push_str(&fields(row).join(","));
            text.push('\n');
        }
        for broken in &self.broken {
            text.push_str(&name_field(&broken.from));
            // Between its file and the fault, the first column and the last, its fields are empty.
            text.push_str(&",".repeat(HEAD.matches(',').count()));
            text.push_str(&name_field(&broken.why));
            text.push('\n');
        }
        text
    }
}

fn fields(row: &Row) -> Vec<String> {
    let hand_in = &row.hand_in;
    let name = |text: &str| name_field(text).into_owned();
    let number = |it: Option<f64>| it.map_or_else(String::new, |it| it.to_string());
    let figures = row.figures();
    let (right, answers) = row.answers();
    let count = |it: u64| match hand_in.figures {
        Some(_) => it.to_string(),
        None => String::new(),
    };
    let (size, digest) = match &hand_in.page.workload {
        Source::File(mark) => (mark.size.to_string(), mark.digest.clone()),
        _ => Default::default(),
    };
    vec![
        name(&row.from),
        name(&hand_in.name),
        name(&hand_in.exercise),
        name(&row.line),
        number(figures.mean_flow_time),
        number(figures.mean_utilization),
        number(figures.mean_tardiness),
        number(figures.mean_waiting_time),
        count(figures.jobs),
        count(figures.rejected),
        row.tried().to_string(),
        hand_in.seconds().to_string(),
        row.ended(),
        right.to_string(),
        answers.to_string(),
        name(row.workload()),
        size,
        digest,
        row.repeat.words(),
        name(&hand_in.answer),
        String::new(),
    ]
}
