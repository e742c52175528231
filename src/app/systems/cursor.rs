//! A moment of a run, which a run that is stopped there tells, and the time cursor that chooses it: a slider over the whole run, steps from event to event, and a number.

use crate::app::context::prelude::*;
use crate::app::context::terms;
use crate::app::control::{Number, Slider};
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label;
use slotscope::experiment::Watch;
use slotscope::page::explained::{Explained, Question};
use slotscope::page::state::ViewAction;
use slotscope::system::moment::next_event;

#[derive(Properties, PartialEq)]
pub struct CursorProps {
    pub finished: Rc<Finished>,
    pub cursor: Time,
    pub span: (Time, Time),
    pub origin: Origin,
    pub dispatch: Dispatch,
}

#[component]
pub fn Cursor(props: &CursorProps) -> Html {
    let (first, last) = props.span;
    let set = props.dispatch.callback(|time: Time| Action::View(ViewAction::Cursor(time)));
    let step = |forward: bool| {
        let (finished, cursor, set) = (props.finished.clone(), props.cursor, set.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(time) = next_event(&finished.run, cursor, forward) {
                set.emit(time);
            }
        })
    };
    let typed = {
        let set = set.clone();
        Callback::from(move |value: Option<f64>| {
            if let Some(value) = value {
                set.emit(value as Time);
            }
        })
    };
    let said = time_label(props.cursor, props.origin);
    html! {
        <div class="cursor">
            <span class="label" data-tip={terms::CURSOR}>{ "At" }</span>
            <button type="button" class="icon" onclick={step(false)} id="cursor-back"
                aria-label="Previous event" data-tip="Previous submission, start or end.">{ "‹" }</button>
            <Slider id="cursor" label="Time cursor" value={props.cursor as f64} min={first as f64}
                max={last as f64} step={((last - first) / 1_000).max(1) as f64} text={said.clone()}
                on_move={set.reform(|value: f64| value as Time)} />
            <button type="button" class="icon" onclick={step(true)} id="cursor-forth"
                aria-label="Next event" data-tip="Next submission, start or end.">{ "›" }</button>
            <Number id="cursor-number" label="Time cursor in seconds" value={props.cursor as f64} min={-9e15}
                unit="s" on_change={typed} />
            <output class="cursor-said">{ said }</output>
        </div>
    }
}

/// The question about a run at the cursor.
pub fn question(finished: &Finished, cursor: Option<Time>) -> Option<Question> {
    let now = finished.moment(cursor);
    Some(Question { experiment: finished.experiment.clone(), watch: Watch::Moment(now) })
}

/// The latest answer, if it is one to this question.
pub fn told_about(explained: &Option<Rc<Explained>>, question: Option<Question>) -> Option<Rc<Explained>> {
    explained.clone().filter(|it| question.is_some_and(|asked| it.question.is_about(&asked)))
}

/// The latest state of a run, until the next arrives: while the cursor is dragged, the picture stays.
#[hook]
pub fn use_last<T: 'static>(
    finished: &Rc<Finished>,
    seen: Option<Result<Rc<T>, String>>,
) -> Option<Result<Rc<T>, String>> {
    let last = use_mut_ref(|| None::<(Rc<Finished>, Rc<T>)>);
    match seen {
        Some(Ok(seen)) => {
            last.replace(Some((finished.clone(), seen.clone())));
            Some(Ok(seen))
        }
        Some(Err(why)) => Some(Err(why)),
        None => {
            let last = last.borrow();
            last.as_ref().filter(|(of, _)| Rc::ptr_eq(of, finished)).map(|(_, seen)| Ok(seen.clone()))
        }
    }
}

/// What is seen of a moment, or what stands in its place: it is still being computed, or cannot be shown.
pub fn shown<T>(what: &str, seen: Option<Result<Rc<T>, String>>, body: impl FnOnce(Rc<T>) -> Html) -> Html {
    match seen {
        None => html! { <p class="empty" role="status">{ format!("Computing the {what} …") }</p> },
        Some(Err(why)) => {
            html! { <p class="refused" role="alert">{ format!("The {what} cannot be shown: {why}") }</p> }
        }
        Some(Ok(seen)) => body(seen),
    }
}
