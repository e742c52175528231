//! The forms of the Curves and Trade-off views.

use std::rc::Rc;

use export::snapshot::{CurvesForm, Snapshot, TradeOffForm};

/// The values of the forms of views.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forms {
    /// The form of the Curves view.
    pub curves: Rc<CurvesForm>,
    /// The form of the Trade-off view.
    pub trade_off: Rc<TradeOffForm>,
}

/// Changes of the forms.
pub enum FormAction {
    /// Other curves are asked for.
    Curves(CurvesForm),
    /// Another space is to be tried, or other periods searched.
    TradeOff(TradeOffForm),
}

impl Forms {
    pub fn of(snapshot: &Snapshot) -> Self {
        Self { curves: Rc::new(snapshot.curves.clone()), trade_off: Rc::new(snapshot.trade_off.clone()) }
    }

    /// Applies a change.
    pub fn apply(&mut self, action: FormAction) {
        match action {
            FormAction::Curves(form) => self.curves = Rc::new(form),
            FormAction::TradeOff(form) => self.trade_off = Rc::new(form),
        }
    }
}
