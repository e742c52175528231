//! Reports the visible part once it has come to rest.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;

use super::Board;
use slotscope::chart::Viewport;

/// The visible part is at rest when it has not moved for this many milliseconds.
const AT_REST: u32 = 200;

impl Board {
    /// Leaves the report of the visible part to others.
    pub fn keep_sight(&mut self) {
        self.tell_sight = None;
        self.rest = None;
    }

    /// Reports the visible part to `tell` whenever it has come to rest.
    pub fn on_sight(&mut self, tell: impl Fn(Option<Viewport>) + 'static) {
        self.tell_sight = Some(Rc::new(tell));
    }

    /// Reports the visible part a little later, unless it moves on.
    pub(super) fn tell_at_rest(&mut self, board: &Weak<RefCell<Self>>) {
        let sight = (self.viewport != self.bounds).then_some(self.viewport);
        if sight == self.scene.sight || self.tell_sight.is_none() {
            // The visible part has moved back.
            self.rest = None;
            return;
        }
        let board = board.clone();
        let tell = move || {
            let Some(board) = board.upgrade() else { return };
            let (tell, sight) = {
                let mut board = board.borrow_mut();
                // Short numbers make short links.
                let sight = sight.map(|sight| sight.rounded_within(&board.bounds));
                board.viewport = sight.unwrap_or(board.viewport);
                board.scene.sight = sight;
                (board.tell_sight.clone(), sight)
            };
            Self::request(&board);
            if let Some(tell) = tell {
                tell(sight);
            }
        };
        self.rest = Some(Timeout::new(AT_REST, tell));
    }
}
