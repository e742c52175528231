//! Exercises for a class: what a student hands in, and hand-ins under review.

pub mod review;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::chance::repeats;
use crate::curves::Sweep;
use crate::history::Experiment;
use crate::lessons::{Given as AnswerOf, Progress, is_right};
use crate::trade_off::{Exploring, Searching};
use crate::words;
use experiment::lesson::{Answer, Lesson};
use experiment::trade_off::Average;
use experiment::words::run_line;
use export::hand_in::{
    AnswerGiven, Figures, LONGEST_ANSWER, LONGEST_EXERCISE, LONGEST_NAME, LONGEST_TEXT, MOST_ANSWERS, MOST_TRIED, Tried,
};
use scheduling::criteria::Report;
use workload::WorkloadKind;

/// No more hand-ins are reviewed at once.
pub const MOST_GIVEN: usize = 500;

/// The most bytes of hand-ins that are kept for the review.
const MOST_GIVEN_BYTES: usize = 64 << 20;

/// A dialog of the classroom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    HandIn,
    /// The table of hand-ins.
    Review,
}

/// What a student writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    pub name: String,
    /// The question that the lecturer posed.
    pub exercise: String,
    /// The reason.
    pub answer: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// See [`Form::name`].
    Name,
    /// See [`Form::exercise`].
    Exercise,
    /// See [`Form::answer`].
    Answer,
}

/// The content of a hand-in, not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The bytes of a file.
    File(Rc<[u8]>),
    Link(Rc<str>),
    /// A file that was not opened; why.
    Unreadable(Rc<str>),
}

/// A hand-in as it was dropped or pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name of the file; of a link its beginning.
    pub name: Rc<str>,
    pub content: Content,
}

impl Given {
    pub fn file(name: &str, bytes: impl Into<Rc<[u8]>>) -> Self {
        Self { name: name.into(), content: Content::File(bytes.into()) }
    }

    /// A file that was not opened, with the reason.
    pub fn unreadable(name: &str, why: &str) -> Self {
        Self { name: name.into(), content: Content::Unreadable(why.into()) }
    }

    pub fn link(text: &str) -> Self {
        const SHOWN: usize = 40;
        let mut name: String = text.chars().take(SHOWN).collect();
        if name.len() < text.len() {
            name.push('…');
        }
        Self { name: name.into(), content: Content::Link(text.into()) }
    }

    /// The links of a text, one a line.
    pub fn links(text: &str) -> Vec<Self> {
        text.lines().map(str::trim).filter(|it| !it.is_empty()).map(Self::link).collect()
    }

    fn bytes(&self) -> usize {
        match &self.content {
            Content::File(bytes) => bytes.len(),
            Content::Link(text) | Content::Unreadable(text) => text.len(),
        }
    }
}

/// Changes of the classroom.
pub enum ClassroomAction {
    /// Opens a dialog, or closes the one that is open.
    Show(Option<Overlay>),
    /// Writes into the form.
    Fill(Field, String),
    /// Adds hand-ins to the review and opens it.
    Give(Vec<Given>),
    /// Empties the review.
    Clear,
}

/// The dialogs of the classroom. Closing one loses nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Classroom {
    /// The dialog that is open.
    pub shown: Option<Overlay>,
    /// Whether any dialog has been opened: its code is fetched then.
    pub is_wanted: bool,
    /// What the student has written.
    pub form: Rc<Form>,
    /// The hand-ins under review.
    pub given: Rc<Vec<Given>>,
    /// What became of those that were given last, unless all were added.
    pub told: Option<Rc<str>>,
}

impl Classroom {
    /// Applies a change.
    pub fn apply(&mut self, action: ClassroomAction) {
        match action {
            ClassroomAction::Show(overlay) => self.show(overlay),
            ClassroomAction::Fill(field, text) => self.fill(field, &text),
            ClassroomAction::Give(given) => {
                self.give(given);
                self.show(Some(Overlay::Review));
            }
            ClassroomAction::Clear => {
                self.given = Rc::default();
                self.told = None;
            }
        }
    }

    fn show(&mut self, overlay: Option<Overlay>) {
        self.shown = overlay;
        self.is_wanted |= overlay.is_some();
    }

    fn fill(&mut self, field: Field, text: &str) {
        let form = Rc::make_mut(&mut self.form);
        let (place, most) = match field {
            Field::Name => (&mut form.name, LONGEST_NAME),
            Field::Exercise => (&mut form.exercise, LONGEST_EXERCISE),
            Field::Answer => (&mut form.answer, LONGEST_ANSWER),
        };
        *place = text.chars().take(most).collect();
    }

    /// Adds hand-ins. One that is there already, whatever its name, is not added again.
    fn give(&mut self, given: Vec<Given>) {
        let all = Rc::make_mut(&mut self.given);
        let mut bytes: usize = all.iter().map(Given::bytes).sum();
        let (mut there, mut too_many) = (0, 0);
        for one in given {
            if all.iter().any(|it| it.content == one.content) {
                there += 1;
            } else if all.len() == MOST_GIVEN || bytes + one.bytes() > MOST_GIVEN_BYTES {
                too_many += 1;
            } else {
                bytes += one.bytes();
                all.push(one);
            }
        }
        let there = (there > 0).then(|| {
            let them = words::plural(there, "hand-in");
            format!("{them} had been added before.")
        });
        let too_many = (too_many > 0).then(|| {
            let them = words::plural(too_many, "hand-in");
            let (were, megabytes) = (if too_many == 1 { "was" } else { "were" }, MOST_GIVEN_BYTES >> 20);
            format!("{them} {were} left out: the review takes {MOST_GIVEN}, of {megabytes} MB together.")
        });
        let told: Vec<String> = there.into_iter().chain(too_many).collect();
        self.told = (!told.is_empty()).then(|| told.join(" ").into());
    }
}

/// Something that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its number, by which it is removed.
    pub number: u32,
    /// Its origin.
    of: EntryOf,
    /// The part of a hand-in that lists it.
    pub tried: Tried,
}

/// The origin of an entry.
#[derive(Clone, Debug, PartialEq)]
enum EntryOf {
    /// A run, and the movement of a control that led to it.
    Run(Rc<Experiment>, u32),
    /// Many runs of a view.
    Sum,
}

/// Changes of what was tried. Runs come by [`Visit::ran`].
pub enum VisitAction {
    /// The time of the next run that comes back, in seconds since the page was opened.
    Clock(f64),
    /// Many runs have been made: in words, and when the last came back, in seconds since the page was opened.
    Summed(String, f64),
    /// These answers to questions of lessons stand now.
    Answered(Vec<AnswerGiven>),
    /// The user removes the entry of that number.
    Remove(u32),
}

/// What was tried in this visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visit {
    /// In the order in which it was tried: the last [`MOST_TRIED`].
    pub entries: Rc<Vec<Entry>>,
    /// How many earlier ones were dropped.
    pub left_out: u32,
    /// The answers that were given to questions of lessons, each question once.
    pub answers: Rc<Vec<AnswerGiven>>,
    /// The number of the last entry.
    last: u32,
    /// The page's clock, in seconds.
    now: f64,
    /// The experiment with which the page opened.
    opened: Option<Rc<Experiment>>,
}

impl Visit {
    /// Applies a change.
    pub fn apply(&mut self, action: VisitAction) {
        match action {
            VisitAction::Clock(now) => self.now = now,
            VisitAction::Summed(words, now) => {
                self.now = now;
                self.push(EntryOf::Sum, words, None);
            }
            VisitAction::Answered(answers) => {
                for answer in answers {
                    self.answered(answer);
                }
            }
            VisitAction::Remove(number) => {
                Rc::make_mut(&mut self.entries).retain(|it| it.number != number);
            }
        }
    }

    /// A run has come back; `workload` is the name of its workload. Of a movement of a control the last run counts: it
    /// takes the place of the one before. What the page opened with is not tried, and what was tried before is not listed
    /// again.
    pub fn ran(
        &mut self,
        experiment: &Rc<Experiment>,
        movement: u32,
        report: &Report,
        kind: WorkloadKind,
        workload: &str,
    ) {
        if movement == 0 {
            self.opened = Some(experiment.clone());
            return;
        }
        let is_of_movement = |it: &Entry| matches!(it.of, EntryOf::Run(_, last) if last == movement);
        if self.entries.last().is_some_and(is_of_movement) {
            Rc::make_mut(&mut self.entries).pop();
        }
        let tried = self.entries.iter().filter_map(|it| match &it.of {
            EntryOf::Run(experiment, _) => Some(experiment),
            EntryOf::Sum => None,
        });
        let mut known = self.opened.iter().chain(tried);
        if known.any(|it| it.runs_as(experiment)) {
            return;
        }
        let line = run_line(&experiment.scenario, kind);
        let words = match workload {
            "" => line,
            name => format!("{line} · {name}"),
        };
        let of = EntryOf::Run(experiment.clone(), movement);
        self.push(of, words, Some(Figures::of(report)));
    }

    fn push(&mut self, of: EntryOf, words: String, figures: Option<Figures>) {
        self.last += 1;
        let tried = Tried { words: words.chars().take(LONGEST_TEXT).collect(), at: self.now as u32, figures };
        let entries = Rc::make_mut(&mut self.entries);
        entries.push(Entry { number: self.last, of, tried });
        if entries.len() > MOST_TRIED {
            entries.remove(0);
            self.left_out += 1;
        }
    }

    /// Another answer to a question counts as a further try.
    fn answered(&mut self, mut answer: AnswerGiven) {
        let answers = Rc::make_mut(&mut self.answers);
        let before = answers.iter().position(|it| it.question == answer.question);
        match before {
            Some(place) => {
                let before = &mut answers[place];
                let is_other = before.answer != answer.answer;
                let tries = before.tries + u32::from(is_other);
                answer.tries = answer.tries.max(tries);
                *before = answer;
            }
            None if answers.len() < MOST_ANSWERS => answers.push(answer),
            None => {}
        }
    }

    /// The entries as a hand-in lists them.
    pub fn tried(&self) -> Vec<Tried> {
        self.entries.iter().map(|it| it.tried.clone()).collect()
    }
}

/// An exploration: how many combinations, and the best by each criterion that is weighed. `None` if no run has returned.
pub fn exploring_in_words(exploring: &Exploring) -> Option<String> {
    let plan = &exploring.plan;
    let there = || exploring.averages.iter().enumerate();
    let best = plan.criteria.all().iter().enumerate().filter_map(|(place, &criterion)| {
        let higher = criterion.higher_is_better().unwrap_or(false);
        let value = |average: &Average| average.mean.at(place);
        let cost = |average: &Average| {
            if higher { -value(average) } else { value(average) }
        };
        let known = there().filter_map(|(at, it)| Some((at, it.as_ref()?)));
        let is_judged = |at: usize| exploring.judged.get(at) != Some(&false);
        let (at, average) = known
            .filter(|(at, it)| is_judged(*at) && value(it).is_finite())
            .min_by(|one, other| cost(one.1).total_cmp(&cost(other.1)))?;
        Some(format!(
            "best {} {}: {}",
            criterion.brief(),
            words::criterion_value(criterion, value(average)),
            plan.candidates.get(at)?.label
        ))
    });
    let best: Vec<String> = best.collect();
    if best.is_empty() {
        return None;
    }
    let count = words::plural(plan.candidates.len(), "combination");
    let stopped = stopped(exploring.runs.done, exploring.runs.total());
    Some(format!("Trade-off over {count}, {}{stopped}; {}", repeats(&plan.study), best.join("; ")))
}

/// A search for a period: the criterion, how many periods, and the best. `None` if no run has returned.
pub fn searching_in_words(searching: &Searching) -> Option<String> {
    let search = &searching.search;
    let (best, criterion) = (search.best()?, search.criterion());
    Some(format!(
        "Search for the best period: {} tried; best {} {}: {} s",
        words::plural(search.tried().len(), "period"),
        criterion.brief(),
        words::criterion_value(criterion, best.average.mean.value(criterion)),
        words::count(best.period)
    ))
}

/// A sweep that was started here: its axis, its values and lines. `None` if no run has returned.
pub fn sweep_in_words(sweep: &Sweep) -> Option<String> {
    if sweep.given.is_some() || sweep.runs.done == 0 {
        return None;
    }
    Some(format!(
        "Curves over {}: {}, {}, {}{}",
        sweep.axis.label,
        words::plural(sweep.xs.len(), "value"),
        words::plural(sweep.names.len(), "line"),
        repeats(&sweep.study),
        stopped(sweep.runs.done, sweep.runs.total())
    ))
}

fn stopped(done: usize, total: usize) -> String {
    if done < total { format!(" (stopped after {done} of {total} runs)") } else { String::new() }
}

/// The answers that stand in a lesson, with the number of tries at each question.
pub fn answers_of(lesson: &Lesson, progress: &Progress) -> Vec<AnswerGiven> {
    let answers = lesson.questions.iter().enumerate().filter_map(|(at, question)| {
        let answering = progress.answering(at);
        let given = answering.given?;
        Some(AnswerGiven {
            question: question.ask.clone(),
            answer: in_words(&question.answer, &given),
            right: is_right(&question.answer, &given),
            tries: answering.tries,
        })
    });
    answers.collect()
}

/// The text of the choice, or the number with its unit.
fn in_words(answer: &Answer, given: &AnswerOf) -> String {
    match (answer, given) {
        (Answer::Choices(choices), AnswerOf::Choice(at)) => {
            choices.get(*at).map_or_else(String::new, |it| it.text.clone())
        }
        (Answer::Number { unit, .. }, AnswerOf::Number(number)) => format!("{number} {unit}").trim_end().to_owned(),
        (Answer::Start { .. }, AnswerOf::Number(number)) => format!("{number} s"),
        (Answer::Job { .. }, AnswerOf::Number(number)) => format!("job {number}"),
        (_, AnswerOf::Number(number)) => number.to_string(),
        (_, AnswerOf::Choice(at)) => (at + 1).to_string(),
    }
}
