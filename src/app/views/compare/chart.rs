//! One canvas of the stack.

use std::rc::Rc;

use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use super::stack::{Stack, StackChart};
use crate::app::context::state::Dispatch;
use crate::app::views::gantt::gestures::{Gestures, Signal};
use crate::app::views::gantt::tooltip::{Pointed, Tooltip};
use slotscope::chart::time_axis::Origin;
use slotscope::page::compare::Subject;
use slotscope::page::look::Looking;
use slotscope::page::state::{Action, ViewAction};

#[derive(Properties, PartialEq)]
pub struct ChartProps {
    pub stack: Rc<Stack>,
    pub place: StackChart,
    /// Its description, for screen readers.
    pub label: AttrValue,
    /// The run of a Gantt chart.
    pub subject: Option<Rc<Subject>>,
    /// The run of the scenario in front, whose jobs the page's state counts.
    pub front: Option<Rc<Subject>>,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

/// A canvas that moves with all others. A click sets the cursor and chooses the job in all.
#[component]
pub fn Chart(props: &ChartProps) -> Html {
    let canvas = use_node_ref();
    let pointed = use_state_eq(|| None::<Pointed>);
    // The effect of a click depends on the runs that are shown when it comes.
    let runs = use_mut_ref(|| (None::<Rc<Subject>>, None::<Rc<Subject>>));
    runs.replace((props.subject.clone(), props.front.clone()));
    {
        let pointed = pointed.setter();
        use_effect_with(props.subject.clone(), move |_| pointed.set(None));
    }
    {
        let (stack, place, canvas) = (props.stack.clone(), props.place, canvas.clone());
        let (pointed, dispatch) = (pointed.clone(), props.dispatch.clone());
        use_effect_with((), move |()| {
            let hear = {
                let stack = stack.clone();
                move |signal| match signal {
                    // Whoever says this may still hold its board.
                    Signal::Pointed(at) => {
                        stack.point(place, at.map(|at| at.job));
                        pointed.set(at);
                    }
                    Signal::Moved => stack.follow(place),
                    Signal::Chosen { time, job, .. } => {
                        let (subject, front) = &*runs.borrow();
                        let number = job.and_then(|job| subject.as_ref()?.number(job));
                        let chosen = number.and_then(|number| front.as_ref()?.job(number));
                        dispatch.dispatch(Action::View(ViewAction::Cursor(time)));
                        dispatch.dispatch(Action::View(ViewAction::Job(chosen.map(|job| job as usize))));
                    }
                    Signal::Spanned(span) => {
                        dispatch.dispatch(Action::View(ViewAction::Look(Looking::Span(span))));
                    }
                    Signal::Drawn { .. } | Signal::Settled | Signal::Abandoned => {}
                }
            };
            let gestures =
                canvas.cast::<HtmlCanvasElement>().map(|canvas| Gestures::attach(stack.board(place), &canvas, hear));
            move || drop(gestures)
        });
    }
    html! {
        <div class="canvas-frame">
            <canvas ref={canvas} id={format!("compare-{}", props.place.id())} tabindex="0" role="img"
                aria-label={props.label.clone()} aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + - PageUp PageDown F 0" />
            if let (Some(pointed), Some(subject)) = (*pointed, &props.subject) {
                <Tooltip finished={subject.finished.clone()} {pointed} origin={props.origin} />
            }
        </div>
    }
}
