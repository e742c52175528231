//! The edits of a lesson that is being made.

use std::rc::Rc;

use serde_json::Value;

use super::charts::{ChartKind, with_kind as chart_of_kind};
use super::{Draft, MOST_UNDONE, Taken, empty_question, empty_step, seconds};
use base::text;
use experiment::Scenario;
use experiment::knobs::{get, knobs, number};
use experiment::lesson::{Answer, Choice, Computed, Control, Lesson, Question, Show, Step};
use export::snapshot::curves_form::numbers;
use scheduling::criteria::Criterion;
use scheduling::engine::Nouns;
use scheduling::system::{Knob, Values};

/// A text that is written in the form; those below the head are of the open part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The title of the lesson.
    Title,
    /// Its subject.
    Summary,
    Source,
    /// How many minutes it takes.
    Minutes,
    /// The heading of a step.
    Heading,
    /// The paragraphs of a step, an empty line between them.
    Text,
    /// The question.
    Ask,
    /// Said of a right answer.
    Right,
    /// Said of a wrong one.
    Wrong,
    /// The number, job or start that is right.
    Answer,
    /// The unit of the number.
    Unit,
    /// How far it may be off.
    Within,
    /// The job whose start is asked for.
    Job,
    /// Until when the schedule is shown before an answer.
    ShownUntil,
    /// The text of a choice, by its place.
    Choice(usize),
    /// What is said of a wrong choice.
    Feedback(usize),
    /// The provider of a chart of slots, counted from 1.
    Provider,
    /// The moment of a chart of slots.
    Moment,
    /// The values of the axis of a curve.
    Values,
}

/// An edit of the lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum DraftAction {
    /// Opens a part.
    Open(usize),
    /// Writes a text.
    Write(Written, String),
    /// Adds a step after the open one, or as the last: with the chart taken from the page, or that of the open part.
    AddStep(Option<Box<Taken>>),
    /// Adds a question as the last.
    AddQuestion(Option<Box<Taken>>),
    /// Takes the open part out.
    Remove,
    /// Moves the open part to the place before, or behind the next one.
    Move {
        /// Whether it moves to the front.
        earlier: bool,
    },
    /// Puts a chart from the page in place of that of the open part.
    Take(Box<Taken>),
    /// Shows the workload of the open part in another kind of chart.
    Chart(ChartKind),
    /// Asks for another kind of answer.
    Kind(AnswerKind),
    AddChoice,
    /// Takes a choice out.
    RemoveChoice(usize),
    /// Marks the right choice.
    Mark(usize),
    /// Says how the answer follows from the chart.
    Compute(Option<Computed>),
    /// Adds a control of the chart.
    AddControl(Box<ControlOffer>),
    /// Takes a control out.
    RemoveControl(usize),
    /// Takes the last edit back.
    Undo,
    /// Does it again.
    Redo,
}

impl Draft {
    /// Applies an edit. One that does not fit the open part changes nothing.
    pub fn apply(&mut self, action: DraftAction) {
        match action {
            DraftAction::Open(at) => {
                self.at = at.min(self.parts().saturating_sub(1));
                self.writing = None;
            }
            DraftAction::Undo => self.travel(true),
            DraftAction::Redo => self.travel(false),
            edit => {
                let before = (self.lesson.clone(), self.at);
                let writing = match &edit {
                    DraftAction::Write(what, _) => Some(*what),
                    _ => None,
                };
                self.edit(edit);
                if *before.0 == *self.lesson {
                    return;
                }
                if writing.is_none() || writing != self.writing {
                    self.undo.push(before);
                    let over = self.undo.len().saturating_sub(MOST_UNDONE);
                    self.undo.drain(..over);
                }
                self.redo.clear();
                self.writing = writing;
            }
        }
    }

    fn travel(&mut self, back: bool) {
        let (from, to) = if back { (&mut self.undo, &mut self.redo) } else { (&mut self.redo, &mut self.undo) };
        if let Some((lesson, at)) = from.pop() {
            to.push((self.lesson.clone(), self.at));
            (self.lesson, self.at) = (lesson, at);
        }
        self.writing = None;
    }

    fn edit(&mut self, edit: DraftAction) {
        match edit {
            DraftAction::Write(what, text) => self.write(what, text),
            DraftAction::AddStep(taken) => {
                let show = self.chart_for(taken);
                let lesson = Rc::make_mut(&mut self.lesson);
                let at = (self.at + 1).min(lesson.steps.len());
                lesson.steps.insert(at, empty_step(show));
                self.at = at;
            }
            DraftAction::AddQuestion(taken) => {
                let show = self.chart_for(taken);
                let lesson = Rc::make_mut(&mut self.lesson);
                lesson.questions.push(empty_question(show));
                self.at = self.parts() - 1;
            }
            DraftAction::Remove => self.remove(),
            DraftAction::Move { earlier } => self.relocate(earlier),
            DraftAction::Take(taken) => {
                let show = self.chart_for(Some(taken));
                self.put_chart(show);
            }
            DraftAction::Chart(kind) => {
                let chart = self.chart().and_then(|(show, _)| chart_of_kind(show, kind));
                if let Some(show) = chart {
                    self.put_chart(show);
                }
            }
            DraftAction::AddControl(offer) => {
                if let Some(controls) = self.controls_mut() {
                    controls.push(offer.control);
                }
            }
            DraftAction::RemoveControl(at) => {
                if let Some(controls) = self.controls_mut()
                    && at < controls.len()
                {
                    controls.remove(at);
                }
            }
            edit => {
                if let Some(question) = self.question_mut() {
                    edit_answer(question, edit);
                }
            }
        }
    }

    /// The chart that was taken, or that of the open part.
    fn chart_for(&mut self, taken: Option<Box<Taken>>) -> Show {
        match taken {
            Some(taken) => {
                let show = taken.show.clone();
                self.taken.retain(|it| it.show != show);
                self.taken.push(Rc::new(*taken));
                show
            }
            None => self.chart().map(|(show, _)| show.clone()).unwrap_or_else(super::sample),
        }
    }

    /// Another chart of the open part. Controls and computed answers of fields that it lacks go.
    fn put_chart(&mut self, show: Show) {
        if let Some(controls) = self.controls_mut() {
            let keeps = |it: &Control| {
                let fields = it.sets.iter().map(|path| (path.as_str(), &it.values[0]));
                show.with(fields).is_ok()
            };
            controls.retain(keeps);
        }
        if let Some(question) = self.question_mut() {
            question.show = show;
            question.draws.clear();
            question.slips.clear();
            question.computed = None;
        } else if let Some(step) = self.step_mut() {
            step.show = show;
        }
    }

    fn step_mut(&mut self) -> Option<&mut Step> {
        let at = self.at;
        Rc::make_mut(&mut self.lesson).steps.get_mut(at)
    }

    fn question_mut(&mut self) -> Option<&mut Question> {
        let at = self.at.checked_sub(self.lesson.steps.len())?;
        Rc::make_mut(&mut self.lesson).questions.get_mut(at)
    }

    fn controls_mut(&mut self) -> Option<&mut Vec<Control>> {
        let (at, lesson) = (self.at, Rc::make_mut(&mut self.lesson));
        let question = at.checked_sub(lesson.steps.len());
        match question {
            Some(at) => lesson.questions.get_mut(at).map(|it| &mut it.controls),
            None => lesson.steps.get_mut(at).map(|it| &mut it.controls),
        }
    }

    fn remove(&mut self) {
        let (at, lesson) = (self.at, Rc::make_mut(&mut self.lesson));
        match at.checked_sub(lesson.steps.len()) {
            Some(question) if question < lesson.questions.len() => {
                lesson.questions.remove(question);
            }
            None => {
                lesson.steps.remove(at);
            }
            Some(_) => {}
        }
        self.at = at.min(self.parts().saturating_sub(1));
    }

    /// Steps and questions keep apart.
    fn relocate(&mut self, earlier: bool) {
        let (at, lesson) = (self.at, Rc::make_mut(&mut self.lesson));
        let steps = lesson.steps.len();
        let is_step = at < steps;
        let range = if is_step { 0..steps } else { steps..steps + lesson.questions.len() };
        let to = if earlier { at.wrapping_sub(1) } else { at + 1 };
        if !range.contains(&to) {
            return;
        }
        if is_step {
            lesson.steps.swap(at, to)
        } else {
            lesson.questions.swap(at - steps, to - steps)
        }
        self.at = to;
    }

    fn write(&mut self, what: Written, text: String) {
        let at = self.at;
        let lesson = Rc::make_mut(&mut self.lesson);
        if write_head(lesson, what, &text) {
            return;
        }
        if let Some(step) = lesson.steps.get_mut(at) {
            match what {
                Written::Heading => step.title = text,
                Written::Text => step.text = text.split("\n\n").map(str::to_owned).collect(),
                _ => super::charts::write(&mut step.show, what, &text),
            }
        } else if let Some(question) = self.question_mut() {
            write_question(question, what, text);
        }
    }
}

/// Writes a text of the head; `false` for one of a part.
fn write_head(lesson: &mut Lesson, what: Written, text: &str) -> bool {
    match what {
        Written::Title => text.clone_into(&mut lesson.title),
        Written::Summary => text.clone_into(&mut lesson.summary),
        Written::Source => text.clone_into(&mut lesson.source),
        Written::Minutes => lesson.minutes = text.trim().parse().unwrap_or(lesson.minutes),
        _ => return false,
    }
    true
}

fn write_question(question: &mut Question, what: Written, text: String) {
    match (what, &mut question.answer) {
        (Written::Ask, _) => question.ask = text,
        (Written::Right, _) => question.right = text,
        (Written::Wrong, _) => question.wrong = text,
        (Written::ShownUntil, _) => {
            question.shown_until = seconds(&text).unwrap_or(question.shown_until);
            if let Some(Computed::Next { from, .. }) = &mut question.computed {
                *from = question.shown_until;
            }
        }
        (Written::Answer, Answer::Number { is, .. }) => *is = text.trim().parse().unwrap_or(*is),
        (Written::Answer, Answer::Job { is }) => *is = text.trim().parse().unwrap_or(*is),
        (Written::Answer, Answer::Start { is, .. }) => *is = seconds(&text).unwrap_or(*is),
        (Written::Job, Answer::Start { job, .. }) => {
            *job = text.trim().parse().unwrap_or(*job);
            if let Some(Computed::Start { job: computed, .. }) = &mut question.computed {
                *computed = *job;
            }
        }
        (Written::Unit, Answer::Number { unit, .. }) => *unit = text,
        (Written::Within, Answer::Number { within, .. }) => {
            *within = text.trim().parse().unwrap_or(*within);
        }
        (Written::Choice(at), Answer::Choices(choices)) => {
            if let Some(choice) = choices.get_mut(at) {
                choice.text = text;
            }
        }
        (Written::Feedback(at), Answer::Choices(choices)) => {
            if let Some(choice) = choices.get_mut(at) {
                choice.feedback = text;
            }
        }
        _ => super::charts::write(&mut question.show, what, &text),
    }
}

fn edit_answer(question: &mut Question, edit: DraftAction) {
    match (edit, &mut question.answer) {
        (DraftAction::Kind(kind), _) => with_kind(question, kind),
        (DraftAction::Compute(how), _) => question.computed = how,
        (DraftAction::AddChoice, Answer::Choices(choices)) => {
            choices.push(Choice { text: String::new(), right: choices.is_empty(), feedback: String::new() })
        }
        (DraftAction::RemoveChoice(at), Answer::Choices(choices)) if at < choices.len() => {
            choices.remove(at);
        }
        (DraftAction::Mark(at), Answer::Choices(choices)) => {
            for (place, choice) in choices.iter_mut().enumerate() {
                choice.right = place == at;
            }
        }
        _ => {}
    }
}

/// A control that a chart may have.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlOffer {
    /// Its name in markup.
    pub key: String,
    pub control: Control,
}

/// The controls that a chart may have beside those that it has: settings of its system, and of its workload where
/// that is the sample.
pub fn offers(show: &Show, present: &[Control]) -> Vec<ControlOffer> {
    let (scenario, is_sample) = match show {
        Show::Schedule(it) => (&it.scenario, it.jobs.is_empty()),
        Show::Slots(it) => (&it.scenario, it.jobs.is_empty()),
        Show::Curve(it) => (&it.scenario, it.jobs.is_empty()),
        Show::Messages(it) => (&it.scenario, false),
        _ => return Vec::new(),
    };
    let is_set = |path: &str| {
        let path = format!("scenario.{path}");
        present.iter().any(|it| it.sets.contains(&path))
    };
    let all = knobs(scenario).into_iter();
    let fitting =
        all.filter(|it| !is_set(it.path) && (is_sample || !it.path.starts_with("workload."))).filter_map(|knob| {
            let control = control(knob, scenario)?;
            let key = knob.key().to_owned();
            Some(ControlOffer { key, control })
        });
    // A chart whose plans set the field themselves, or that lacks it, does not follow.
    fitting
        .filter(|offer| {
            let path = offer.control.sets[0].as_str();
            offer.control.values.iter().all(|value| show.with([(path, value)]).is_ok())
        })
        .collect()
}

/// A control of a setting, which begins where the scenario stands.
fn control(knob: &'static Knob, scenario: &Scenario) -> Option<Control> {
    let own = get(scenario, knob.path);
    let (mut values, unit): (Vec<Value>, &str) = match &knob.values {
        Values::Choices(choices) => {
            let all = choices.all.iter().map(|it| Value::from(it.key));
            (all.collect(), "")
        }
        Values::Numbers(range) => {
            let typed = numbers(range.usual, range.least..=range.most, range.whole).ok()?;
            let all = typed.into_iter().map(number);
            (all.collect(), range.unit.symbol())
        }
        _ => return None,
    };
    let first = match values.iter().position(|it| is_same(it, &own)) {
        Some(first) => first,
        // In its order among the numbers.
        None => {
            let own_number = own.as_f64()?;
            let at = values.iter().filter(|it| it.as_f64() < Some(own_number)).count();
            values.insert(at, number(own_number));
            at
        }
    };
    let choices = knob.choices().map_or(&[][..], |it| it.all);
    let names = choices.iter().map(|it| it.name.to_owned()).collect();
    Some(Control {
        label: text::capital(knob.label),
        sets: vec![format!("scenario.{}", knob.path)],
        values,
        names,
        first,
        unit: unit.to_owned(),
    })
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// One of several choices.
    Choices,
    Number,
    /// A job that is clicked.
    Job,
    /// A start to which a bar is dragged.
    Start,
}

impl AnswerKind {
    pub fn of(answer: &Answer) -> Self {
        match answer {
            Answer::Choices(_) => Self::Choices,
            Answer::Number { .. } => Self::Number,
            Answer::Job { .. } => Self::Job,
            Answer::Start { .. } => Self::Start,
        }
    }

    /// Those that a question about a chart may have: only of a schedule with jobs of its own can a job be the answer.
    pub fn all(show: &Show) -> &'static [Self] {
        match show {
            Show::Schedule(it) if !it.jobs.is_empty() => &[Self::Number, Self::Choices, Self::Job, Self::Start],
            _ => &[Self::Number, Self::Choices],
        }
    }

    /// Its name in markup.
    pub fn key(self) -> &'static str {
        match self {
            Self::Choices => "choices",
            Self::Number => "number",
            Self::Job => "job",
            Self::Start => "start",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Choices => "one of several choices",
            Self::Number => "a number that is typed",
            Self::Job => "a job that is clicked",
            Self::Start => "a bar that is dragged to its start",
        }
    }
}

/// Asks for another kind of answer, computed as usual where the chart gives it.
pub(super) fn with_kind(question: &mut Question, kind: AnswerKind) {
    if AnswerKind::of(&question.answer) == kind || !AnswerKind::all(&question.show).contains(&kind) {
        return;
    }
    question.slips.clear();
    question.answer = match kind {
        AnswerKind::Choices => Answer::Choices(choices(&question.show)),
        AnswerKind::Number => Answer::Number { is: 0.0, unit: "s".to_owned(), within: 0.0 },
        AnswerKind::Job => Answer::Job { is: 1 },
        AnswerKind::Start => Answer::Start { job: 1, is: 0 },
    };
    let offers = computed_offers(question);
    question.computed = offers.first().map(|it| it.how);
    if kind == AnswerKind::Number {
        question.computed = None;
    }
}

/// The names of the schedules, or two empty choices.
fn choices(show: &Show) -> Vec<Choice> {
    let choice = |text: &str| Choice { text: text.to_owned(), right: false, feedback: String::new() };
    let mut choices: Vec<Choice> = match show {
        Show::Schedule(it) => it.plans.iter().map(|plan| choice(&plan.name)).collect(),
        _ => Vec::new(),
    };
    while choices.len() < 2 {
        choices.push(choice(""));
    }
    choices[0].right = true;
    choices
}

/// A way in which the answer follows from the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputedOffer {
    /// The way.
    pub how: Computed,
    /// In words.
    pub label: String,
}

/// The ways in which the answer of a question may follow from its chart; none where it is only typed.
pub fn computed_offers(question: &Question) -> Vec<ComputedOffer> {
    let Show::Schedule(schedule) = &question.show else {
        return Vec::new();
    };
    let plans = schedule.plans.len().max(1);
    let under = |plan: usize| match schedule.plans.get(plan) {
        Some(it) => format!(" ({})", it.name),
        None => String::new(),
    };
    let offer = |how, label: String| ComputedOffer { how, label };
    let each_plan = 0..plans;
    match &question.answer {
        Answer::Start { job, .. } => each_plan
            .map(|plan| {
                let label = format!("the start of job {job}{}", under(plan));
                offer(Computed::Start { job: *job, plan }, label)
            })
            .collect(),
        Answer::Job { .. } => each_plan
            .map(|plan| {
                let from = question.shown_until;
                let label = format!("the job that starts first from {from} s on{}", under(plan));
                offer(Computed::Next { from, plan }, label)
            })
            .collect(),
        Answer::Choices(_) if schedule.plans.len() > 1 => {
            let best = |by: &Criterion| {
                let label = format!("the schedule with the best {}", name(*by));
                offer(Computed::Best { by: *by }, label)
            };
            let ranked = schedule.criteria.iter();
            ranked.filter(|it| it.higher_is_better().is_some()).map(best).collect()
        }
        Answer::Choices(_) => Vec::new(),
        Answer::Number { .. } => {
            let figures = each_plan.flat_map(|plan| {
                let of = move |it: &Criterion| {
                    let label = format!("{}{}", name(*it), under(plan));
                    offer(Computed::Figure { of: *it, plan }, label)
                };
                schedule.criteria.iter().map(of)
            });
            let starts = (1..=schedule.jobs.len().min(20) as u64).map(|job| {
                let how = Computed::Start { job, plan: 0 };
                offer(how, format!("the start of job {job}{}", under(0)))
            });
            figures.chain(starts).collect()
        }
    }
}

fn name(criterion: Criterion) -> String {
    criterion.label_in(<&Nouns>::default())
}
