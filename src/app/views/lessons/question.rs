//! A question of a lesson.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::context::nothing;

use super::bar_answer::BarAnswer;
use slotscope::lesson::shelf::Card;
use slotscope::lesson::{Answer, Choice, Lesson, Question, Show};
use slotscope::page::lessons::{Answering, Given, LessonAction, is_right, said_of_wrong};

#[derive(Properties, PartialEq)]
pub struct AskedProps {
    pub lesson: Rc<Lesson>,
    /// Its place among the questions, from 0.
    pub at: usize,
    pub answering: Answering,
    pub on_action: Callback<LessonAction>,
    /// The lesson after this one.
    pub next: Option<&'static Card>,
}

impl AskedProps {
    fn question(&self) -> Option<&Question> {
        self.lesson.questions.get(self.at)
    }

    fn answers(&self) -> Callback<f64> {
        let on_action = &self.on_action;
        on_action.reform(|number: f64| LessonAction::Answer(Given::Number(number)))
    }
}

/// The question, its answers, and the comment on the given one.
#[component]
pub fn Asked(props: &AskedProps) -> Html {
    let Some(question) = props.question() else {
        return nothing();
    };
    let key = format!("{} {}", props.at, props.answering.time);
    html! {
        <div class="question" id="lesson-question" data-time={props.answering.time.to_string()} {key}>
            <p class="asks">{ &question.ask }</p>
            { answers(props, question) }
            <div aria-live="polite">{ feedback(props, question) }</div>
            if !question.draws.is_empty() && props.answering.given.is_some() {
                <button type="button" id="ask-anew" onclick={props.on_action.reform(|_: MouseEvent| LessonAction::AskAnew)}>{ "Ask again with other numbers" }</button>
            }
        </div>
    }
}

fn answers(props: &AskedProps, question: &Question) -> Html {
    match (&question.answer, &question.show) {
        (Answer::Choices(choices), _) => of_choices(props, choices),
        (Answer::Number { unit, .. }, _) => {
            html! { <NumberAnswer unit={unit.clone()} on_answer={props.answers()} /> }
        }
        (Answer::Job { .. }, Show::Schedule(shown)) => of_jobs(props, shown.jobs.len()),
        (Answer::Start { job, .. }, Show::Schedule(shown)) => {
            let length = shown.jobs.get((*job as usize).wrapping_sub(1)).map_or(1, |it| it.run);
            html! { <BarAnswer job={*job} {length} latest={shown.longest_start()} on_answer={props.answers()} /> }
        }
        // A lesson that is checked has jobs there.
        _ => nothing(),
    }
}

fn of_choices(props: &AskedProps, choices: &[Choice]) -> Html {
    let all = choices.iter().enumerate();
    let all = all.map(|(at, choice)| (at, choice.text.clone(), Given::Choice(at)));
    buttons(props, "answer", all)
}

fn of_jobs(props: &AskedProps, count: usize) -> Html {
    let all = (1..=count).map(|job| (job, format!("Job {job}"), Given::Number(job as f64)));
    buttons(props, "answer-job", all)
}

/// A button for each answer: its number in the id, its text, and what it gives.
fn buttons(props: &AskedProps, id: &str, all: impl Iterator<Item = (usize, String, Given)>) -> Html {
    let all = all.map(|(at, text, given)| {
        let pressed = props.answering.given.as_ref() == Some(&given);
        let onclick = props
            .on_action
            .reform(move |_: MouseEvent| LessonAction::Answer(given.clone()));
        html! {
            <button type="button" id={format!("{id}-{at}")} aria-pressed={pressed.to_string()} {onclick}>{ text }</button>
        }
    });
    html! { <div class="choices" role="group" aria-label="Answers">{ for all }</div> }
}

fn feedback(props: &AskedProps, question: &Question) -> Html {
    let Some(given) = &props.answering.given else {
        return nothing();
    };
    if !is_right(&question.answer, given) {
        let onclick = props.on_action.reform(|_: MouseEvent| LessonAction::ShowSolution);
        return html! {
            <div class="feedback" id="lesson-feedback" data-right="false">
                <p>{ said_of_wrong(question, given) }</p>
                if props.answering.is_shown {
                    <p id="lesson-solution">{ &question.right }</p>
                } else {
                    <button type="button" id="lesson-show" {onclick}>{ "Show the solution" }</button>
                }
            </div>
        };
    }
    html! {
        <div class="feedback is-right" id="lesson-feedback" data-right="true">
            <p>{ &question.right }</p>
            { next(props) }
        </div>
    }
}

/// The way on after the last right answer: the next lesson.
fn next(props: &AskedProps) -> Html {
    let is_last = props.at + 1 == props.lesson.questions.len();
    let Some(card) = props.next.filter(|_| is_last) else {
        return nothing();
    };
    let onclick = props.on_action.reform(move |_: MouseEvent| LessonAction::Fetch(card));
    html! { <button type="button" class="primary" id="lesson-after" {onclick}>{ format!("Next lesson: {}", card.title) }</button> }
}

#[derive(Properties, PartialEq)]
struct NumberAnswerProps {
    unit: String,
    on_answer: Callback<f64>,
}

/// A field for a number, and a button to have it checked.
#[component]
fn NumberAnswer(props: &NumberAnswerProps) -> Html {
    let node = use_node_ref();
    let onsubmit = {
        let (node, on_answer) = (node.clone(), props.on_answer.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let number = node.cast::<HtmlInputElement>().map_or(f64::NAN, |input| input.value_as_number());
            if number.is_finite() {
                on_answer.emit(number);
            }
        })
    };
    html! {
        <form class="number-answer" {onsubmit}>
            <span class="number">
                <input type="number" step="any" id="answer-number" aria-label="Your answer" autocomplete="off" required=true ref={node} />
            </span>
            <span class="said">{ &props.unit }</span>
            <button type="submit" class="primary" id="answer-check">{ "Answer" }</button>
        </form>
    }
}
