//! An open lesson: the text of a step, and its chart beside it or beneath.

use std::rc::Rc;

use web_sys::HtmlElement;
use yew::prelude::*;

use super::chart::ChartOfStep;
use super::controls::Controls;
use super::hidden::HiddenChart;
use super::keys::use_step_keys;
use super::question::Asked;
use super::steps::steps;
use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::theme::Ground;
use slotscope::lesson::{Lesson, Shot, Show};
use slotscope::page::lessons::{LessonAction, Lessons as State, MakerAction, Progress, chart_of, parts};
use slotscope::page::state::{Action, LayoutAction};

#[derive(Properties, PartialEq)]
pub struct OpenLessonProps {
    pub lessons: Rc<State>,
    pub ground: Ground,
    pub on_action: Callback<LessonAction>,
    pub on_take: Callback<Shot>,
    /// Whether the page's bars stand around it; none where the page has none.
    pub bars: Option<bool>,
    pub dispatch: Dispatch,
}

#[component]
pub fn OpenLesson(props: &OpenLessonProps) -> Html {
    let at = props.lessons.open().map_or((0, 0), |(_, progress)| (progress.at, progress.part));
    use_step_keys(&props.on_action);
    let heading = use_focus_on_change(at);
    let (at, part) = at;
    let Some((lesson, progress)) = props.lessons.open() else {
        return nothing();
    };
    let (_, controls) = chart_of(lesson, at);
    let hidden = progress.is_hidden(lesson);
    let close = props.on_action.reform(|_: MouseEvent| LessonAction::Close);
    html! {
        <article class="lesson" id="lesson" data-lesson={lesson.id.clone()} data-step={(at + 1).to_string()} data-part={(part + 1).to_string()} aria-labelledby="lesson-title">
            <header class="lesson-head">
                <button type="button" id="lesson-close" onclick={close}>{ "All lessons" }</button>
                <h2 id="lesson-title">{ &lesson.title }</h2>
                <p class="said">{ &lesson.source }</p>
                { copying(props) }
                { bars(props) }
            </header>
            <div class="lesson-body">
                <section class="lesson-text" aria-labelledby="lesson-step">
                    { text(props, lesson, progress, heading) }
                    if !hidden && !controls.is_empty() {
                        <Controls controls={controls.to_vec()} positions={progress.positions(controls)} on_action={&props.on_action} />
                    }
                </section>
                <section class="lesson-chart" aria-label="Chart of this step">
                    { chart(props, lesson, progress, hidden) }
                </section>
            </div>
            { steps(lesson, progress, &props.on_action) }
        </article>
    }
}

/// The button for the page's bars, and for what else stands around a chart.
fn bars(props: &OpenLessonProps) -> Html {
    let Some(bars) = props.bars else {
        return nothing();
    };
    let onclick = props.dispatch.callback(|_: MouseEvent| Action::Layout(LayoutAction::Bars));
    html! {
        <button type="button" class="icon" id="lesson-bars" aria-pressed={bars.to_string()} {onclick}
            aria-label="Tabs, menus and tables" title="Tabs, menus and tables">{ "☰" }</button>
    }
}

/// The way to the form: back from a preview, or with a copy of the lesson.
fn copying(props: &OpenLessonProps) -> Html {
    let (id, label, action): (_, _, fn() -> MakerAction) = if props.lessons.is_preview() {
        ("lesson-edit", "Back to the form", || MakerAction::Make(None))
    } else {
        ("lesson-copy", "Edit a copy", || MakerAction::Copy)
    };
    let onclick = props.on_action.reform(move |_: MouseEvent| LessonAction::Maker(action()));
    html! { <button type="button" {id} {onclick}>{ label }</button> }
}

/// The chart of the step; of a question that has not been answered what is known of it.
fn chart(props: &OpenLessonProps, lesson: &Lesson, progress: &Progress, hidden: bool) -> Html {
    let chart = props.lessons.chart.clone();
    let step = step_of(lesson, progress.at);
    let moment = progress.moment(chart.drawn().show.as_deref());
    let is_told = matches!(
        chart.drawn().show.as_deref(),
        Some(Show::Schedule(_) | Show::Curve(_) | Show::Planning(_) | Show::Binding(_) | Show::Messages(_))
    );
    if hidden && is_told && chart.failed.is_none() {
        let question = progress.question(lesson).and_then(|at| lesson.questions.get(at));
        let until = question.map_or(0, |it| it.shown_until);
        return html! { <HiddenChart {chart} {until} {step} ground={props.ground} /> };
    }
    html! {
        <ChartOfStep {chart} {step} moment={if hidden { 0 } else { moment }} {hidden} ground={props.ground}
            on_action={&props.on_action} on_take={&props.on_take} />
    }
}

/// The name of a step.
fn step_of(lesson: &Lesson, at: usize) -> String {
    let step = lesson.steps.get(at);
    step.map_or_else(|| "the question".to_owned(), |step| step.title.clone())
}

/// The text of the step, or the question.
fn text(props: &OpenLessonProps, lesson: &Rc<Lesson>, progress: &Progress, heading: NodeRef) -> Html {
    let (at, count) = (progress.at, lesson.steps.len());
    let Some(step) = lesson.steps.get(at) else {
        return question(props, lesson, progress, heading);
    };
    let parts = parts(lesson, at);
    let place = match parts.len() {
        1 => String::new(),
        count => format!(", part {} of {count}", progress.part + 1),
    };
    html! {
        <>
            <h3 id="lesson-step" tabindex="-1" ref={heading}>
                <small>{ format!("Step {} of {count}{place}", at + 1) }</small>{ &step.title }
            </h3>
            { for parts[progress.part].iter().map(|text| html! { <p>{ text }</p> }) }
        </>
    }
}

/// The open question, once it has its values.
fn question(props: &OpenLessonProps, lesson: &Rc<Lesson>, progress: &Progress, heading: NodeRef) -> Html {
    let at = progress.question(lesson).unwrap_or(0);
    let place = match lesson.questions.len() {
        1 => "Question".to_owned(),
        count => format!("Question {} of {count}", at + 1),
    };
    let is_asked = props.lessons.chart.is_asked();
    html! {
        <>
            <h3 id="lesson-step" tabindex="-1" ref={heading}><small>{ place }</small>{ "Predict" }</h3>
            if is_asked {
                <Asked lesson={lesson.clone()} {at} answering={progress.answering(at)} on_action={&props.on_action}
                    next={props.lessons.next_after(&lesson.id)} />
            } else if props.lessons.chart.failed.is_none() {
                <p class="empty" role="status">{ "Drawing numbers …" }</p>
            }
        </>
    }
}

/// An element that takes the focus when the step changes, so that a screen reader reads on from there.
#[hook]
fn use_focus_on_change(at: (usize, usize)) -> NodeRef {
    let node = use_node_ref();
    let last = use_mut_ref(|| at);
    {
        let node = node.clone();
        use_effect_with(at, move |&at| {
            if last.replace(at) != at
                && let Some(element) = node.cast::<HtmlElement>()
            {
                let _ = element.focus();
            }
        });
    }
    node
}
