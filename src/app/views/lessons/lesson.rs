//! An open lesson: the text of a step, and its chart beside it or beneath.

use std::rc::Rc;

use web_sys::HtmlElement;
use yew::prelude::*;

use super::chart::ChartOfStep;
use super::controls::Controls;
use super::keys::use_step_keys;
use super::question::Asked;
use super::steps::steps;
use crate::app::context::theme::Ground;
use slotscope::lesson::shelf::{Card, SHELF};
use slotscope::lesson::{Lesson, Shot};
use slotscope::page::lessons::{LessonAction, Lessons as State, Progress, chart_of, letters};

#[derive(Properties, PartialEq)]
pub struct OpenLessonProps {
    pub lessons: Rc<State>,
    pub ground: Ground,
    pub on_action: Callback<LessonAction>,
    pub on_open: Callback<&'static Card>,
    pub on_take: Callback<Shot>,
}

/// The open lesson.
#[component]
pub fn OpenLesson(props: &OpenLessonProps) -> Html {
    let at = props.lessons.open().map_or(0, |(_, progress)| progress.at);
    use_step_keys(at, &props.on_action);
    let heading = use_focus_on_change(at);
    let Some((lesson, progress)) = props.lessons.open() else {
        return Html::default();
    };
    let (_, controls) = chart_of(lesson, at);
    let close = props.on_action.reform(|_: MouseEvent| LessonAction::Close);
    html! {
        <article class="lesson" id="lesson" data-lesson={lesson.id.clone()} data-step={(at + 1).to_string()} aria-labelledby="lesson-title">
            <header class="lesson-head">
                <button type="button" id="lesson-close" onclick={close}>{ "All lessons" }</button>
                <h2 id="lesson-title">{ &lesson.title }</h2>
                if !lesson.source.is_empty() {
                    <p class="said">{ &lesson.source }</p>
                }
            </header>
            <div class="lesson-body">
                <section class="lesson-text" aria-labelledby="lesson-step" ~style={format!("--letters: {}", letters(lesson, at))}>
                    { text(props, lesson, progress, heading) }
                </section>
                <section class="lesson-chart" aria-label="Chart of this step">
                    if !controls.is_empty() {
                        <Controls controls={controls.to_vec()} positions={progress.positions(controls)} on_action={&props.on_action} />
                    }
                    <ChartOfStep chart={props.lessons.chart.clone()} step={step_of(lesson, at)} moment={progress.moment(props.lessons.chart.drawn().show.as_deref())} ground={props.ground}
                        on_action={&props.on_action} on_take={&props.on_take} />
                </section>
            </div>
            { steps(lesson, progress, &props.on_action) }
        </article>
    }
}

/// The name of a step.
fn step_of(lesson: &Lesson, at: usize) -> String {
    let step = lesson.steps.get(at);
    step.map_or_else(|| "the question".to_owned(), |step| step.title.clone())
}

/// The text of the step, or the question.
fn text(
    props: &OpenLessonProps,
    lesson: &Rc<Lesson>,
    progress: &Progress,
    heading: NodeRef,
) -> Html {
    let (at, count) = (progress.at, lesson.steps.len());
    let Some(step) = lesson.steps.get(at) else {
        return html! {
            <>
                <h3 id="lesson-step" tabindex="-1" ref={heading}><small>{ "Question" }</small>{ "Try it" }</h3>
                <Asked lesson={lesson.clone()} given={progress.given.clone()} on_action={&props.on_action}
                    next={next_of(lesson)} on_open={&props.on_open} />
            </>
        };
    };
    html! {
        <>
            <h3 id="lesson-step" tabindex="-1" ref={heading}>
                <small>{ format!("Step {} of {count}", at + 1) }</small>{ &step.title }
            </h3>
            { for step.text.iter().map(|text| html! { <p>{ text }</p> }) }
        </>
    }
}

/// The lesson on the shelf after this one.
fn next_of(lesson: &Lesson) -> Option<&'static Card> {
    let at = SHELF.iter().position(|card| card.id == lesson.id)?;
    SHELF.get(at + 1)
}

/// An element that takes the focus when the step changes, so that a screen reader reads on from there.
#[hook]
fn use_focus_on_change(at: usize) -> NodeRef {
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
