//! What the forms of the Curves and Trade-off views ask for.

use std::rc::Rc;

use export::snapshot::{CurvesForm, Snapshot, TradeOffForm};

/// What the forms of views ask for. Nothing is run before it is asked for: a link brings a form only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    /// The form of the Curves view.
    pub curves: Rc<CurvesForm>,
    /// The form of the Trade-off view.
    pub trade_off: Rc<TradeOffForm>,
}

/// What can happen to them.
pub enum FormAction {
    /// Other curves are asked for.
    Curves(CurvesForm),
    /// Another space is to be tried, or other periods searched.
    TradeOff(TradeOffForm),
}

impl Forms {
    /// The forms of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        Self {
            curves: Rc::new(snapshot.curves.clone()),
            trade_off: Rc::new(snapshot.trade_off.clone()),
        }
    }

    /// What becomes of them.
    pub fn apply(&mut self, action: FormAction) {
        match action {
            FormAction::Curves(form) => self.curves = Rc::new(form),
            FormAction::TradeOff(form) => self.trade_off = Rc::new(form),
        }
    }
}
