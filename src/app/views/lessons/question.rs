//! The question at the end of a lesson.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use slotscope::lesson::shelf::Card;
use slotscope::lesson::{Answer, Choice, Lesson};
use slotscope::page::lessons::{Given, LessonAction, is_right};

#[derive(Properties, PartialEq)]
pub struct AskedProps {
    pub lesson: Rc<Lesson>,
    pub given: Option<Given>,
    pub on_action: Callback<LessonAction>,
    /// The lesson after this one.
    pub next: Option<&'static Card>,
    pub on_open: Callback<&'static Card>,
}

/// The question, its answers, and the comment on the given one.
#[component]
pub fn Asked(props: &AskedProps) -> Html {
    let question = &props.lesson.question;
    let answers = match &question.answer {
        Answer::Choices(choices) => of_choices(props, choices),
        Answer::Number { unit, .. } => {
            html! { <NumberAnswer unit={unit.clone()} on_action={&props.on_action} /> }
        }
    };
    html! {
        <div class="question" id="lesson-question">
            <p class="asks">{ &question.ask }</p>
            { answers }
            <div aria-live="polite">{ feedback(props) }</div>
        </div>
    }
}

fn of_choices(props: &AskedProps, choices: &[Choice]) -> Html {
    let all = choices.iter().enumerate().map(|(at, choice)| {
        let pressed = props.given == Some(Given::Choice(at));
        let onclick = props
            .on_action
            .reform(move |_: MouseEvent| LessonAction::Answer(Given::Choice(at)));
        html! {
            <button type="button" id={format!("answer-{at}")} aria-pressed={pressed.to_string()} {onclick}>{ &choice.text }</button>
        }
    });
    html! { <div class="choices" role="group" aria-label="Answers">{ for all }</div> }
}

fn feedback(props: &AskedProps) -> Html {
    let question = &props.lesson.question;
    let Some(given) = &props.given else {
        return Html::default();
    };
    if is_right(&question.answer, given) {
        let next = props.next.map(|card| {
            let onclick = props.on_open.reform(move |_: MouseEvent| card);
            html! { <button type="button" class="primary" id="lesson-after" {onclick}>{ format!("Next lesson: {}", card.title) }</button> }
        });
        return html! {
            <div class="feedback is-right" id="lesson-feedback" data-right="true">
                <p>{ &question.right }</p>
                { next }
            </div>
        };
    }
    html! {
        <div class="feedback" id="lesson-feedback" data-right="false"><p>{ said_of_wrong(props, given) }</p></div>
    }
}

/// The choice's own words, or the question's.
fn said_of_wrong(props: &AskedProps, given: &Given) -> String {
    let question = &props.lesson.question;
    if let (Answer::Choices(choices), Given::Choice(at)) = (&question.answer, given)
        && let Some(choice) = choices.get(*at)
        && !choice.feedback.is_empty()
    {
        return choice.feedback.clone();
    }
    question.wrong.clone()
}

#[derive(Properties, PartialEq)]
struct NumberAnswerProps {
    unit: String,
    on_action: Callback<LessonAction>,
}

/// A field for a number, and a button to have it checked.
#[component]
fn NumberAnswer(props: &NumberAnswerProps) -> Html {
    let node = use_node_ref();
    let onsubmit = {
        let (node, on_action) = (node.clone(), props.on_action.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let number = node
                .cast::<HtmlInputElement>()
                .map_or(f64::NAN, |input| input.value_as_number());
            if number.is_finite() {
                on_action.emit(LessonAction::Answer(Given::Number(number)));
            }
        })
    };
    html! {
        <form class="number-answer" {onsubmit}>
            <span class="number">
                <input type="number" step="any" id="answer-number" aria-label="Your answer" autocomplete="off" required=true ref={node} />
            </span>
            <span class="said">{ &props.unit }</span>
            <button type="submit" class="primary" id="answer-check">{ "Check" }</button>
        </form>
    }
}
