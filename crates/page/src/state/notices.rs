//! The notices at the edge of the page.

use std::rc::Rc;

use crate::history::{Experiment, WorkloadKey};

/// More notices than these are not shown at once: the oldest goes.
const MOST_SHOWN: usize = 4;

/// A notice with its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Its number, later ones higher.
    pub number: u32,
    /// Its content.
    pub said: Said,
}

/// The content of a notice: its text and its offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Whether something failed.
    pub failed: bool,
    /// Whether it stays until it is dismissed. Of a failure: no change of the experiment removes its cause.
    pub stays: bool,
    pub text: String,
    /// Whether it offers to undo the last step.
    pub undo: bool,
    /// Its offers, each a button.
    pub offers: Vec<Offer>,
}

impl Said {
    /// Something that came about, and whether it can be undone.
    pub fn done(text: impl Into<String>, undo: bool) -> Self {
        Self { failed: false, stays: false, text: text.into(), undo, offers: Vec::new() }
    }

    /// Something that failed.
    pub fn failed(text: impl Into<String>) -> Self {
        Self { failed: true, ..Self::done(text, false) }
    }

    /// What came about ranks below a warning, which stays, and that below the complaint about the last step.
    fn rank(&self) -> u8 {
        u8::from(self.failed) + u8::from(self.failed && !self.stays)
    }

    fn offers_quicker(&self) -> bool {
        let mut offers = self.offers.iter();
        offers.any(|it| matches!(it, Offer::Quicker(_)))
    }

    pub fn offering(self, offers: Vec<Offer>) -> Self {
        Self { offers, ..self }
    }
}

/// An offer of a notice. Each is a step that can be undone, except reading something again.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// The providers of this experiment, for the log that is there now.
    Providers(Rc<Experiment>),
    /// This many percent of advance reservations.
    Share(f64),
    /// The sizes that the log gave to jobs, in place of those that they asked for.
    AllocatedSizes,
    /// The preceding jobs that the log names, which it contradicts.
    Dependencies,
    /// The system of this key, which takes into account what the present one leaves out.
    System(&'static str),
    /// Settings whose runs are shorter; the label.
    Quicker(&'static str),
    /// To read a workload that was not read.
    ReadAgain(WorkloadKey),
}

/// Changes of notices alone.
pub enum NoticeAction {
    /// Says something.
    Say(String),
    /// No longer says it.
    Unsay(String),
    /// Says that something failed.
    Complain(String),
    /// The same of a failure that no change of the experiment removes.
    Warn(String),
    /// The cause of earlier refusals is gone.
    Mended,
    /// The notice of that number is no longer wanted.
    Dismiss(u32),
}

/// The notices that have not been dismissed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    /// What was done, warnings, then complaints, each in the order in which they were said: the page shows the last.
    pub shown: Vec<Notice>,
    /// The number of the last one.
    last: u32,
}

impl Notices {
    /// Applies a change.
    pub fn apply(&mut self, action: NoticeAction) {
        match action {
            NoticeAction::Say(text) => self.say(Said::done(text, false)),
            NoticeAction::Unsay(text) => self.shown.retain(|it| it.said.text != text),
            NoticeAction::Complain(text) => self.say(Said::failed(text)),
            NoticeAction::Warn(text) => self.say(Said { stays: true, ..Said::failed(text) }),
            NoticeAction::Mended => self.mend(self.last),
            NoticeAction::Dismiss(number) => self.dismiss(number),
        }
    }

    /// Says something. The same text is said once, and of two offers to undo the older is withdrawn: it
    /// would take back a step that it does not name.
    pub fn say(&mut self, said: Said) {
        self.shown.retain(|it| it.said.text != said.text && !(said.undo && it.said.undo));
        self.last += 1;
        let at = self.shown.partition_point(|it| it.said.rank() <= said.rank());
        self.shown.insert(at, Notice { number: self.last, said });
        if self.shown.len() > MOST_SHOWN {
            self.shown.remove(0);
        }
    }

    /// Puts another line in the place of one that is shown. Whether it is.
    pub fn amend(&mut self, line: &str, other: &str) -> bool {
        let is_there = |it: &&mut Notice| it.said.text.lines().any(|it| it == line);
        self.shown.iter_mut().find(is_there).map(|it| it.said.text = it.said.text.replace(line, other)).is_some()
    }

    /// The number of the last notice.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// Takes one away.
    pub fn dismiss(&mut self, number: u32) {
        self.shown.retain(|notice| notice.number != number);
    }

    /// The number of the notice that offers quicker settings.
    pub fn with_quicker(&self) -> Option<u32> {
        let mut shown = self.shown.iter();
        Some(shown.find(|it| it.said.offers_quicker())?.number)
    }

    /// Takes the notice that offers quicker settings away.
    pub fn withdraw_quicker(&mut self) {
        self.shown.retain(|it| !it.said.offers_quicker());
    }

    /// Withdraws what was said of a step that is no longer the last, and its offers. Failures stay, and a log can still be
    /// read again.
    pub fn withdraw_offers(&mut self) {
        self.withdraw_quicker();
        self.shown.retain(|it| it.said.failed || it.said.stays);
        for notice in &mut self.shown {
            notice.said.undo = false;
            let offers = &mut notice.said.offers;
            offers.retain(|offer| matches!(offer, Offer::ReadAgain(_)));
        }
    }

    /// The offers of a notice other than `taken`.
    pub fn other_offers(&self, number: u32, taken: &Offer) -> Vec<Offer> {
        let notice = self.shown.iter().find(|notice| notice.number == number);
        notice.into_iter().flat_map(|notice| &notice.said.offers).filter(|&offer| offer != taken).cloned().collect()
    }

    /// Removes the complaints up to that notice, since the user has gone on. Warnings stay.
    pub fn mend(&mut self, last: u32) {
        self.shown.retain(|it| !it.said.failed || it.said.stays || it.number > last);
    }

    /// The workloads that can be read again.
    pub fn reached(&self) -> impl Iterator<Item = WorkloadKey> {
        self.shown.iter().flat_map(|notice| &notice.said.offers).filter_map(|offer| match offer {
            Offer::ReadAgain(key) => Some(*key),
            _ => None,
        })
    }
}
