//! What was tried in this visit, as a hand-in lists it.

use std::rc::Rc;

use crate::history::Experiment;
use experiment::words::run_line;
use export::hand_in::{AnswerGiven, Figures, LONGEST_TEXT, MOST_ANSWERS, MOST_TRIED, Tried};
use scheduling::criteria::Report;
use workload::WorkloadKind;

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
