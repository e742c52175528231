//! The stored session, and the copies of the present link.

use std::rc::Rc;

use crate::embed::CopyAs;
use crate::history::Experiment;

/// Whether the session is stored for the next visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Keeping {
    /// It is not known: nothing has been stored since the page opened.
    #[default]
    Unknown,
    Kept,
    /// It is, but without its log, for which the page will ask; why.
    WithoutLog(Rc<str>),
    /// It is not; why.
    Refused(Rc<str>),
    /// The user has deleted the session: it is not stored.
    Forgotten,
    /// The page is within another one: no session is opened or stored until the user asks for it.
    Framed,
}

pub enum SessionAction {
    /// Whether the session is stored for the next visit.
    Keeping(Keeping),
    /// The user deletes the session.
    Forget,
    /// The present link goes to the clipboard.
    CopyLink(CopyAs),
}

/// The state of the stored session, and of copies of the link.
#[derive(Clone, Default)]
pub struct SessionState {
    /// Whether the session is stored for the next visit.
    pub keeping: Keeping,
    /// The experiment at the time when the user deleted the session.
    forgotten: Option<Rc<Experiment>>,
    /// How often the user has deleted the session.
    pub forgets: u32,
    /// How often the link was copied, and in which form the last time.
    pub copies: (u32, CopyAs),
}

impl SessionState {
    /// Applies an action while `present` is on the page.
    pub fn apply(&mut self, action: SessionAction, present: &Rc<Experiment>) {
        match action {
            // Sessions written before the user deleted them are gone.
            SessionAction::Keeping(_) if self.is_forgotten(present) => {}
            SessionAction::Keeping(keeping) => self.keeping = keeping,
            SessionAction::Forget => {
                if self.keeping != Keeping::Framed {
                    self.keeping = Keeping::Forgotten;
                }
                self.forgotten = Some(present.clone());
                self.forgets += 1;
            }
            SessionAction::CopyLink(what) => self.copies = (self.copies.0 + 1, what),
        }
    }

    /// Something has been changed: from now on all is kept, also what undoing leads back to.
    pub fn changed(&mut self) {
        self.forgotten = None;
    }

    /// Whether the user has deleted this session and has changed nothing since; looking is no change.
    pub fn is_forgotten(&self, present: &Rc<Experiment>) -> bool {
        self.forgotten.as_ref().is_some_and(|it| Rc::ptr_eq(it, present))
    }
}
