//! Whether the page will be there again, and what of it is handed out as a link.

use std::rc::Rc;

use crate::embed::CopyAs;
use crate::history::Experiment;

/// Whether the page will be there again after a reload.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Keeping {
    /// It will.
    #[default]
    Kept,
    /// It will, but its log will be asked for; why.
    WithoutLog(Rc<str>),
    /// It will not; why.
    Refused(Rc<str>),
    /// The person wants nothing of what is on the page to be kept.
    Forgotten,
    /// The page stands within another one: nothing is opened or kept until the person asks for it.
    Framed,
}

/// What can happen to the session.
pub enum SessionAction {
    /// Whether the page will be there again.
    Keeping(Keeping),
    /// What is on the page is not to be kept.
    Forget,
    /// The present link goes to the clipboard.
    CopyLink(CopyAs),
}

/// What is kept of the page, and for whom.
#[derive(Clone, Default)]
pub struct SessionState {
    /// Whether the page will be there again.
    pub keeping: Keeping,
    /// What was on the page when the person wanted it forgotten.
    forgotten: Option<Rc<Experiment>>,
    /// How often it was to be forgotten.
    pub forgets: u32,
    /// How often the link was to be copied, and as what the last time.
    pub copies: (u32, CopyAs),
}

impl SessionState {
    /// What becomes of it while `present` is on the page.
    pub fn apply(&mut self, action: SessionAction, present: &Rc<Experiment>) {
        match action {
            // What was written before somebody wanted it forgotten has been deleted since.
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

    /// Whether the person wanted what is on the page forgotten, and has done nothing new since: looking
    /// at it is nothing new.
    pub fn is_forgotten(&self, present: &Rc<Experiment>) -> bool {
        let forgotten = self.forgotten.as_ref();
        forgotten.is_some_and(|it| Rc::ptr_eq(it, present))
    }
}
