//! The Lessons view: a list of lessons, and the one that is open.

mod around;
mod bar_answer;
mod chart;
mod controls;
mod figure;
mod film;
mod hidden;
pub mod hook;
mod keys;
mod lesson;
mod list;
pub mod maker;
mod messages;
mod picture;
mod question;
mod schedules;
mod steps;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use crate::app::context::theme::Ground;
use crate::app::files::view_picture::{ViewPicture, use_view_picture};
pub use keys::{BACK, NEXT};
use lesson::OpenLesson;
use list::List;
use maker::Maker;
use slotscope::lesson::Shot;
use slotscope::page::lessons::{LessonAction, LessonContent, Lessons as State};
use slotscope::page::state::Action;

#[derive(Properties, PartialEq)]
pub struct LessonsProps {
    pub lessons: Rc<State>,
    pub ground: Ground,
    pub view_picture: ViewPicture,
    /// Opens a chart of a lesson in the other views.
    pub on_take: Callback<Shot>,
    /// How many scenarios are compared on the page.
    pub compared: usize,
    /// The ways to hand in and to review, unless the page is that of a class.
    pub classroom: Option<Html>,
    /// Whether the page's bars stand around an open lesson; none where the page has none.
    pub bars: Option<bool>,
    pub dispatch: Dispatch,
}

/// The Lessons view.
#[component]
pub fn Lessons(props: &LessonsProps) -> Html {
    let lessons = &props.lessons;
    {
        let lessons = lessons.clone();
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            picture::picture(&lessons, width, theme, captions)
        });
    }
    let dispatch = &props.dispatch;
    let on_action = use_callback(dispatch.clone(), |action, dispatch| dispatch.dispatch(Action::Lessons(action)));
    match &lessons.shown {
        LessonContent::List => {
            html! { <List lessons={lessons.clone()} {on_action} classroom={props.classroom.clone()} {dispatch} /> }
        }
        LessonContent::Fetching(card) => html! {
            <p class="empty" role="status">{ format!("Fetching {} …", card.title) }</p>
        },
        &LessonContent::Missing(card, ref why) => {
            let again = on_action.reform(move |_: MouseEvent| LessonAction::Fetch(card));
            let back = on_action.reform(|_: MouseEvent| LessonAction::Close);
            html! {
                <div class="empty invite" id="lesson-missing">
                    <p role="alert">{ &**why }</p>
                    <button type="button" class="primary" onclick={again}>{ "Try again" }</button>
                    <button type="button" onclick={back}>{ "All lessons" }</button>
                </div>
            }
        }
        LessonContent::Making => html! {
            <Maker lessons={lessons.clone()} ground={props.ground} compared={props.compared} {on_action} on_take={&props.on_take} {dispatch} />
        },
        LessonContent::Open(lesson) => html! {
            <OpenLesson key={lesson.id.clone()} lessons={lessons.clone()} ground={props.ground} {on_action} on_take={&props.on_take}
                bars={props.bars} {dispatch} />
        },
    }
}
