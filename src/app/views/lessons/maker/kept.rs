//! The draft of a lesson, kept by the browser. One that keeps nothing loses it with the page.

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use crate::app::context::storage::HERE;
use slotscope::page::lesson_maker::{Draft, KEPT};
use slotscope::page::lessons::{LessonAction, Lessons, MakerAction};
use slotscope::page::state::Action;

/// Forgets the draft that is kept.
pub fn forget() {
    HERE.forget(KEPT);
}

/// Keeps the lesson that is being made, and takes up the one that was kept when the page was opened.
#[hook]
pub fn use_kept_draft(lessons: &Lessons, dispatch: &Dispatch) {
    {
        let dispatch = dispatch.clone();
        use_effect_with((), move |()| {
            let kept = HERE.get(KEPT);
            if let Some(draft) = kept.and_then(|text| Draft::of_kept(&text)) {
                let restore = MakerAction::Restore(Box::new(draft));
                dispatch.dispatch(Action::Lessons(LessonAction::Maker(restore)));
            }
        });
    }
    let lesson = lessons.draft().map(|it| it.lesson.clone());
    use_effect_with(lesson, move |lesson| {
        let kept = lesson.as_ref().and_then(|it| Draft::kept(it));
        if let Some(text) = kept {
            HERE.keep(KEPT, &text);
        }
    });
}
