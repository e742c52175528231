//! A lesson that is being made: its steps and questions, their charts, and the texts that it lacks.

mod charts;
mod edit;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::history::{Experiment, SAMPLE};
use crate::words;
use base::json;
use experiment::Scenario;
use experiment::lesson::shelf::SHELF;
use experiment::lesson::{
    Answer, Control, Job, Lesson, MOST_JOBS, MOST_PLANS, Plan, Question, Schedule, Show, Step, Task, VERSION,
    computed_of_runs,
};
use experiment::words::differences::{differences, letter};
use export::snapshot::brief_scenario;
use export::workflow_json;
use scheduling::criteria::{Criterion, Report};
use scheduling::engine::{NEVER, Run};
use workload::select::Selection;
use workload::{Job as RunJob, MAX_TIME, Time, WorkloadKind};

pub use charts::{ChartKind, kind_of, kinds};
pub use edit::{AnswerKind, ComputedOffer, computed_offers};
pub use edit::{ControlOffer, offers};
pub use edit::{DraftAction, Written};

/// The most steps back that are kept.
const MOST_UNDONE: usize = 100;

/// A lesson that is being made. Its lesson may lack what a complete one has.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The lesson as it stands.
    pub lesson: Rc<Lesson>,
    /// The part that is open: the steps, counted from 0, then the questions.
    pub at: usize,
    /// The charts that were taken from the page in this visit.
    taken: Vec<Rc<Taken>>,
    /// The lesson before each edit, and its open part.
    undo: Vec<(Rc<Lesson>, usize)>,
    /// The lesson after each edit that was undone.
    redo: Vec<(Rc<Lesson>, usize)>,
    /// The text that the last edit wrote: the next letters are of the same edit.
    writing: Option<Written>,
}

impl Draft {
    /// A new lesson with a step for a chart.
    pub fn new(chart: Option<Taken>) -> Self {
        let show = chart.as_ref().map_or_else(sample, |it| it.show.clone());
        let mut draft = Self::of(Lesson {
            lesson: VERSION,
            id: String::new(),
            title: String::new(),
            summary: String::new(),
            minutes: 5,
            source: String::new(),
            steps: vec![empty_step(show)],
            questions: Vec::new(),
        });
        draft.taken.extend(chart.map(Rc::new));
        draft
    }

    /// A lesson as it was kept, or as its file has it.
    pub fn of(lesson: Lesson) -> Self {
        Self { lesson: Rc::new(lesson), at: 0, taken: Vec::new(), undo: Vec::new(), redo: Vec::new(), writing: None }
    }

    /// A copy of a lesson: of one that comes with the page with a name of its own.
    pub fn copy(lesson: &Lesson) -> Self {
        let mut lesson = lesson.clone();
        if SHELF.iter().any(|card| card.id == lesson.id) {
            lesson.title += " (copy)";
            lesson.id.clear();
        }
        Self::of(lesson)
    }

    /// Another lesson in place of this one, which comes back with undo.
    pub fn replaced(mut self, next: Self) -> Self {
        self.undo.push((self.lesson, self.at));
        self.taken.extend(next.taken);
        Self { undo: self.undo, redo: Vec::new(), taken: self.taken, ..Self::of(Rc::unwrap_or_clone(next.lesson)) }
    }

    pub fn parts(&self) -> usize {
        self.lesson.steps.len() + self.lesson.questions.len()
    }

    /// The question of a part; none of a step.
    pub fn question(&self, at: usize) -> Option<&Question> {
        let at = at.checked_sub(self.lesson.steps.len())?;
        self.lesson.questions.get(at)
    }

    /// The chart of the open part, and its controls; none of a lesson without parts.
    pub fn chart(&self) -> Option<(&Show, &[Control])> {
        match self.lesson.steps.get(self.at) {
            Some(step) => Some((&step.show, &step.controls)),
            None => {
                let question = self.question(self.at)?;
                Some((&question.show, &question.controls))
            }
        }
    }

    /// Whether an edit can be undone, and whether one can be done again.
    pub fn history(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    /// The complete lesson, with the name that its file has.
    ///
    /// # Errors
    ///
    /// What is missing or invalid, with the place.
    pub fn complete(&self) -> Result<Lesson, String> {
        let lesson = self.tidy();
        if let Some(missing) = missing(&lesson) {
            return Err(missing);
        }
        let text = serde_json::to_vec(&lesson).map_err(|error| error.to_string())?;
        let read = Lesson::from_json(&text).map_err(|why| why.to_string());
        let place = format!("lesson \"{}\", ", lesson.id);
        read.map_err(|why| why.strip_prefix(&place).map_or(why.clone(), str::to_owned))
    }

    /// The lesson without empty paragraphs, and with a name: of its title where it has none.
    fn tidy(&self) -> Lesson {
        let mut lesson = Lesson::clone(&self.lesson);
        for step in &mut lesson.steps {
            step.text.retain(|text| !text.trim().is_empty());
        }
        if lesson.id.is_empty() {
            lesson.id = id_of(&lesson.title);
        }
        lesson
    }

    /// Takes the runs of the open chart: a computed answer follows them. Says how many jobs of a chart that was taken from
    /// the page start at other times.
    pub fn settle(&mut self, show: &Show, runs: &[(&Run, &Report)]) {
        let at = self.at;
        let Some(answer) = self.computed(at, show, runs) else {
            return;
        };
        let first = self.lesson.steps.len();
        let question = &mut Rc::make_mut(&mut self.lesson).questions[at - first];
        if question.answer != answer {
            question.answer = answer;
        }
    }

    /// The computed answer of a question by the runs of its chart.
    fn computed(&self, at: usize, show: &Show, runs: &[(&Run, &Report)]) -> Option<Answer> {
        let question = self.question(at)?;
        let (Show::Schedule(schedule), how) = (show, question.computed?) else {
            return None;
        };
        let value = computed_of_runs(schedule, how, runs).ok()?;
        question.answer_of(&value).ok()
    }

    /// How the chart that was taken from the page differs there, in a sentence: jobs that start at other times, and
    /// what it leaves out.
    pub fn differs(&self, show: &Show, runs: &[&Run]) -> Option<String> {
        let taken = self.taken.iter().find(|it| it.show == *show)?;
        let run = runs.get(taken.front)?;
        let count = if taken.starts.is_empty() { 0 } else { moved(&taken.starts, run) };
        let moved = match count {
            0 => String::new(),
            count => format!(
                "{} of {} start at other times than on the page: the jobs of a lesson have no users, priorities, dependencies or nodes.",
                words::plural(count, "job"),
                run.jobs.len()
            ),
        };
        let told = [moved, taken.left_out.clone()];
        let told: Vec<String> = told.into_iter().filter(|it| !it.is_empty()).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }
}

/// A name for addresses of a title; of a title that has the name of a lesson of the page with an ending.
fn id_of(title: &str) -> String {
    let id = words::slug_or(title, "lesson").to_lowercase().replace('.', "-");
    let id: String = id.chars().take(50).collect();
    if SHELF.iter().any(|card| card.id == id) { id + "-2" } else { id }
}

/// The sample in one schedule, with which the page opens.
fn sample() -> Show {
    Show::Schedule(Schedule::default())
}

fn empty_step(show: Show) -> Step {
    Step { title: String::new(), text: vec![String::new()], show, controls: Vec::new() }
}

fn empty_question(show: Show) -> Question {
    Question {
        ask: String::new(),
        show,
        shown_until: 0,
        controls: Vec::new(),
        answer: Answer::Number { is: 0.0, unit: "s".to_owned(), within: 0.0 },
        right: String::new(),
        wrong: String::new(),
        slips: Vec::new(),
        draws: Vec::new(),
        computed: None,
    }
}

/// A time that was typed, in seconds.
fn seconds(typed: &str) -> Option<Time> {
    typed.trim().parse().ok()
}

/// The first text that is missing, and where; none if all are there.
fn missing(lesson: &Lesson) -> Option<String> {
    let head = [("Title", &lesson.title), ("Subject", &lesson.summary)];
    let head = empty(&head).map(|it| format!("{it} is empty"));
    let steps = lesson.steps.iter().enumerate().filter_map(|(at, step)| {
        let text = step.text.concat();
        let it = empty(&[("Heading", &step.title), ("Text", &text)])?;
        Some(format!("step {}: {it} is empty", at + 1))
    });
    let questions = lesson.questions.iter().enumerate();
    let questions = questions.filter_map(|(at, question)| {
        let texts = [
            ("Question", &question.ask),
            ("Said of a right answer", &question.right),
            ("Said of a wrong answer", &question.wrong),
        ];
        let what = match (&question.answer, empty(&texts)) {
            (_, Some(it)) => format!("{it} is empty"),
            (Answer::Choices(choices), None) => {
                let at = choices.iter().position(|it| it.text.trim().is_empty())?;
                format!("choice {} is empty", at + 1)
            }
            _ => return None,
        };
        Some(format!("question {}: {what}", at + 1))
    });
    let none = lesson.steps.is_empty().then(|| "it has no step: add one".to_owned());
    head.into_iter().chain(steps).chain(questions).chain(none).next()
}

/// The name of the first text that is empty.
fn empty(texts: &[(&'static str, &String)]) -> Option<&'static str> {
    texts.iter().find(|(_, text)| text.trim().is_empty()).map(|it| it.0)
}

/// A chart that was taken from the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// The chart.
    pub show: Show,
    /// The place among its schedules of the one that was in front.
    pub front: usize,
    /// When each of its jobs started on the page, in seconds from the first submission; [`NEVER`] if it was rejected.
    /// Empty where the chart runs the same workload as the page.
    pub starts: Vec<Time>,
    /// What the chart leaves out, in a sentence; empty for nothing.
    pub left_out: String,
}

/// The run in front as a chart, or with `all` the first three of the scenarios that are compared.
///
/// The jobs are those of the run, with the times, sizes and reservations that it gave them; the sample stays the
/// sample.
///
/// # Errors
///
/// What is too large for a lesson, or cannot be said in one, and what to do about it.
pub fn taken(experiment: &Experiment, run: &Run, all: bool) -> Result<Taken, String> {
    let compared: Vec<&Scenario> = if all { experiment.scenarios().collect() } else { vec![&experiment.scenario] };
    let left_out = match compared.len() {
        count if count > MOST_PLANS => {
            format!("A chart has at most {MOST_PLANS} schedules: it leaves out {} of {count}.", count - MOST_PLANS)
        }
        _ => String::new(),
    };
    let compared = &compared[..compared.len().min(MOST_PLANS)];
    let scenario = compared.first().copied().unwrap_or(&experiment.scenario);
    let mut chart = Schedule { scenario: scenario.clone(), plans: plans(compared)?, ..Schedule::default() };
    // Some figures of the system's own.
    let own = scenario.system.model().measures().iter().take(3);
    chart.criteria.extend(own.map(Criterion::Own));
    let is_sample = experiment.workload == SAMPLE && experiment.sketch.is_none();
    if !is_sample {
        bring(&mut chart, run, compared)?;
    }
    let front = if all { experiment.front().min(compared.len().saturating_sub(1)) } else { 0 };
    let is_front = !all || experiment.front() < compared.len();
    Ok(Taken {
        show: Show::Schedule(chart),
        front,
        starts: if is_sample || !is_front { Vec::new() } else { starts(run) },
        left_out,
    })
}

/// Brings the workload of a run into a chart.
fn bring(chart: &mut Schedule, run: &Run, all: &[&Scenario]) -> Result<(), String> {
    if run.jobs.len() > MOST_JOBS {
        return Err(format!(
            "A chart of a lesson has at most {MOST_JOBS} jobs, and this run has {}. Choose fewer in Workload: jobs from and to.",
            run.jobs.len()
        ));
    }
    match run.kind() {
        WorkloadKind::Log => {
            if let Some(at) = all.iter().position(|it| it.workload != all[0].workload) {
                let letter = letter(at);
                return Err(format!(
                    "Scenario {letter} takes other jobs of the log than scenario A, or other reservations among them. The schedules of a chart share their jobs: set Workload to the same in both."
                ));
            }
            chart.jobs = jobs(run);
            chart.scenario.workload = Selection::default();
        }
        WorkloadKind::Workflow => {
            let file = workflow_json(run)?;
            chart.workflow = serde_json::from_str(&file).ok();
        }
        WorkloadKind::TaskBatch => chart.tasks = tasks(run),
    }
    Ok(())
}

/// When the first job was submitted.
fn first(run: &Run) -> Time {
    run.jobs.iter().map(submitted).min().unwrap_or(0)
}

fn submitted(job: &RunJob) -> Time {
    job.submit + Time::from(job.eligible_after)
}

/// The jobs of a run, their times from the first submission.
fn jobs(run: &Run) -> Vec<Job> {
    let first = first(run);
    let of = |job: &RunJob| {
        let limit = job.requested_time.min(MAX_TIME);
        Job {
            submit: submitted(job) - first,
            size: job.processors,
            gpus: 0,
            run: job.run_time,
            limit: (limit != job.run_time).then_some(limit),
            ready: job.reservation.map(|it| (it.ready - first).max(0)),
            deadline: job.reservation.map(|it| (it.deadline - first).min(MAX_TIME)),
        }
    };
    run.jobs.iter().map(of).collect()
}

/// The tasks of the run of a batch.
fn tasks(run: &Run) -> Vec<Task> {
    let names = run.batch().map_or(&[][..], |it| &it.tasks);
    let of = |(at, job): (usize, &RunJob)| {
        let start = job.reservation.map_or(job.submit, |it| it.ready);
        Task {
            task: names.get(at).cloned().unwrap_or_else(|| job.id.to_string()),
            start,
            end: start + job.run_time,
            load: job.processors,
            cluster: None,
            submit: job.submit,
        }
    };
    run.jobs.iter().enumerate().map(of).collect()
}

fn starts(run: &Run) -> Vec<Time> {
    let first = match run.kind() {
        WorkloadKind::Log => first(run),
        WorkloadKind::Workflow | WorkloadKind::TaskBatch => 0,
    };
    let start = |start: Time| match start {
        NEVER => NEVER,
        start => run.tick.seconds(start).round() as Time - first,
    };
    run.schedule.outcomes.iter().map(|it| start(it.start)).collect()
}

/// How many jobs of the run of a chart start at other times than on the page.
fn moved(taken: &[Time], run: &Run) -> usize {
    let now = starts(run);
    taken.iter().zip(&now).filter(|(then, now)| then != now).count() + taken.len().abs_diff(now.len())
}

/// The schedules of a chart by their differences from the first scenario; none for a single one.
///
/// # Errors
///
/// If a scenario cannot be written.
fn plans(scenarios: &[&Scenario]) -> Result<Vec<Plan>, String> {
    if scenarios.len() < 2 {
        return Ok(Vec::new());
    }
    let base = written(scenarios[0])?;
    let named = differences(scenarios);
    let plan = |(at, scenario): (usize, &&Scenario)| {
        let mut set = Vec::new();
        differing(&base, &written(scenario)?, "scenario", &mut set);
        let name = format!("{}: {}", letter(at), named[at]);
        Ok(Plan { name: name.chars().take(200).collect(), set: set.into_iter().collect() })
    };
    scenarios.iter().enumerate().map(plan).collect()
}

fn written(scenario: &Scenario) -> Result<Value, String> {
    serde_json::to_value(scenario).map_err(|error| error.to_string())
}

/// The fields of `other` that differ, by their paths. A part that has other fields is taken whole.
fn differing(base: &Value, other: &Value, path: &str, set: &mut Vec<(String, Value)>) {
    match (base, other) {
        _ if base == other => {}
        (Value::Object(base), Value::Object(other)) if have_same_fields(base, other) => {
            for (name, value) in other {
                differing(&base[name], value, &format!("{path}.{name}"), set);
            }
        }
        _ => set.push((path.to_owned(), other.clone())),
    }
}

fn have_same_fields(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    a.len() == b.len() && a.keys().all(|name| b.contains_key(name))
}

/// The key under which the browser keeps the draft.
pub const KEPT: &str = "slotscope-lesson-draft";

/// The most bytes of a kept draft.
const MOST_KEPT: usize = 1_000_000;

/// A complete lesson as its file: without the fields that have their defaults.
///
/// # Errors
///
/// If it cannot be written.
pub fn text(lesson: &Lesson) -> Result<String, String> {
    let whole = serde_json::to_value(lesson).map_err(|error| error.to_string())?;
    let mut brief = whole.clone();
    shorten(&mut brief);
    let read = Lesson::from_json(brief.to_string().as_bytes());
    let written = match read {
        Ok(read) if read == *lesson => brief,
        _ => whole,
    };
    Ok(laid_out(&written, 0) + "\n")
}

/// The fields that stand first where they occur, in this order: a lesson is recognized by its first field, and the
/// rest is read from top to bottom.
const FIRST: [&str; 9] = ["lesson", "id", "title", "summary", "minutes", "source", "ask", "text", "show"];

/// Parts up to this many letters stand in one line.
const ONE_LINE: usize = 100;

/// A value on as few lines as are read with ease.
fn laid_out(value: &Value, depth: usize) -> String {
    let line = in_one_line(value);
    if line.len() <= ONE_LINE && depth > 0 {
        return line;
    }
    let (open, close, parts): (_, _, Vec<String>) = match value {
        Value::Object(fields) => {
            let part = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), laid_out(value, depth + 1))
            };
            ('{', '}', ordered(fields).map(part).collect())
        }
        Value::Array(items) => {
            let part = |it| laid_out(it, depth + 1);
            ('[', ']', items.iter().map(part).collect())
        }
        _ => return line,
    };
    let (inner, outer) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    let parts = parts.join(&format!(",\n{inner}"));
    format!("{open}\n{inner}{parts}\n{outer}{close}")
}

fn in_one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let part =
                |(name, value): (&String, &Value)| format!("{}: {}", Value::from(name.as_str()), in_one_line(value));
            let parts: Vec<String> = ordered(fields).map(part).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        Value::Array(items) => {
            let parts: Vec<String> = items.iter().map(in_one_line).collect();
            format!("[{}]", parts.join(", "))
        }
        other => other.to_string(),
    }
}

/// The fields of an object, the first ones first.
fn ordered(fields: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let place = |name: &str| FIRST.iter().position(|it| *it == name);
    let mut all: Vec<_> = fields.iter().collect();
    base::ordering::sort_by_key(&mut all, |(name, _)| place(name).unwrap_or(FIRST.len()));
    all.into_iter()
}

/// Leaves out empty fields, and the fields of scenarios that have their defaults.
fn shorten(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(scenario) = fields.get_mut("scenario")
                && let Ok(read) = json::read_value::<Scenario>(scenario)
            {
                *scenario = brief_scenario(&read);
            }
            fields.retain(|name, value| name == "text" || !is_empty(value));
            for (name, value) in fields.iter_mut() {
                if name != "scenario" && name != "workflow" && name != "set" {
                    shorten(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        _ => {}
    }
}

/// Whether a field is one that a file leaves out.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

impl Draft {
    /// The lesson of a draft as the browser keeps it; none if it is larger than is kept.
    pub fn kept(lesson: &Lesson) -> Option<String> {
        let text = serde_json::to_string(lesson).ok()?;
        (text.len() <= MOST_KEPT).then_some(text)
    }

    /// The draft that was kept; none of a broken text.
    pub fn of_kept(text: &str) -> Option<Self> {
        let lesson: Lesson = json::read(text.as_bytes()).ok()?;
        Some(Self::of(lesson))
    }
}
