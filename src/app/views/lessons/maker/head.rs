//! The head of the lesson: its title, its subject, how long it takes.

use yew::prelude::*;

use super::{line, number};
use crate::app::control::Fold;
use slotscope::page::lesson_maker::{Draft, DraftAction, Written};

/// The fields of the head.
pub fn head(draft: &Draft, edit: &Callback<DraftAction>) -> Html {
    let lesson = &draft.lesson;
    let title = match lesson.title.trim() {
        "" => "Title and subject".to_owned(),
        title => format!("Lesson: {title}"),
    };
    html! {
        <Fold id="maker-head" {title} open={draft.at == 0}>
            { line(edit, Written::Title, ("maker-lesson-title", "Title", "Why a large job waits"), &lesson.title) }
            { line(edit, Written::Summary, ("maker-summary", "Subject, in one sentence", "A large job waits for all of its processors."), &lesson.summary) }
            { number(edit, Written::Minutes, ("maker-minutes", "Minutes"), lesson.minutes.into()) }
            { line(edit, Written::Source, ("maker-source", "Source (optional)", "paper and section"), &lesson.source) }
        </Fold>
    }
}
