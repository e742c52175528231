//! Time that passes while the schedule is played.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_render::{AnimationFrame, request_animation_frame};
use yew::prelude::*;

use slotscope::workload::Time;

/// How fast the schedule is played, beside the pace at which all of it takes a minute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace(pub f64);

impl Default for Pace {
    fn default() -> Self {
        Self(1.0)
    }
}

pub const PACES: [Pace; 6] = [Pace(0.125), Pace(0.25), Pace(0.5), Pace(1.0), Pace(2.0), Pace(4.0)];

/// At pace 1 all of a schedule takes this many seconds.
const WHOLE: f64 = 60.0;

/// No more pictures than this a second: lists are to be read.
const MILLISECONDS: f64 = 33.0;

impl Pace {
    /// Seconds of the schedule for each second that passes.
    pub fn rate(self, span: (Time, Time)) -> f64 {
        ((span.1 - span.0) as f64 / WHOLE * self.0).max(1.0)
    }
}

/// While `playing`, tells the time that has come `rate` times as fast as the clock, from the first to the last of `range`.
#[hook]
pub fn use_clock(playing: bool, rate: f64, range: (Time, Time), tell: impl Fn(Time) + 'static) {
    let (from, last) = range;
    // The last reported time, and the time of the clock then; a move of the cursor resets it.
    let at = use_mut_ref(|| (0.0, 0.0));
    let told = use_mut_ref(|| Time::MIN);
    if *told.borrow() != from {
        *at.borrow_mut() = (now(), from as f64);
    }
    let tell: Rc<dyn Fn(Time)> = Rc::new(tell);
    let newest = use_mut_ref(|| tell.clone());
    *newest.borrow_mut() = tell;
    use_effect_with((playing, rate.to_bits()), move |&(playing, rate)| {
        *at.borrow_mut() = (now(), from as f64);
        let ticking = Rc::new(Cell::new(playing));
        let ticker = Rc::new(Ticker {
            rate: f64::from_bits(rate),
            last,
            at,
            told,
            tell: newest,
            ticking: ticking.clone(),
            frame: RefCell::new(None),
        });
        if playing {
            tick(&ticker);
        }
        move || {
            ticking.set(false);
            ticker.frame.borrow_mut().take();
        }
    });
}

/// Whoever is told, as the last turn of the view left it.
type Newest = Rc<RefCell<Rc<dyn Fn(Time)>>>;

struct Ticker {
    rate: f64,
    last: Time,
    at: Rc<RefCell<(f64, f64)>>,
    told: Rc<RefCell<Time>>,
    tell: Newest,
    ticking: Rc<Cell<bool>>,
    frame: RefCell<Option<AnimationFrame>>,
}

fn tick(ticker: &Rc<Ticker>) {
    let next = ticker.clone();
    let frame = request_animation_frame(move |_| {
        if !next.ticking.get() {
            return;
        }
        let (since, from) = *next.at.borrow();
        let spent = now() - since;
        if spent >= MILLISECONDS {
            let time = (from + spent / 1000.0 * next.rate).min(next.last as f64);
            *next.at.borrow_mut() = (now(), time);
            *next.told.borrow_mut() = time as Time;
            let tell = next.tell.borrow().clone();
            tell(time as Time);
        }
        tick(&next);
    });
    ticker.frame.replace(Some(frame));
}

fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}
