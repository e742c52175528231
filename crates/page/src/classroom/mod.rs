//! Exercises for a class: what a student hands in, and hand-ins under review.

pub mod answers;
pub mod review;
mod review_csv;
pub mod sums;
#[cfg(test)]
mod tests;
pub mod visit;

use std::rc::Rc;

use crate::words;
use export::hand_in::{LONGEST_ANSWER, LONGEST_EXERCISE, LONGEST_NAME};

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
