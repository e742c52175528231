use super::*;
use crate::lesson_maker::{DraftAction, Written};
use experiment::lesson::Show;

fn maker(lessons: &mut Lessons, action: MakerAction) {
    lessons.apply(LessonAction::Maker(action));
}

fn edit(lessons: &mut Lessons, action: DraftAction) {
    maker(lessons, MakerAction::Edit(action));
}

/// The form of a copy of a lesson.
fn copying() -> Lessons {
    let mut lessons = open();
    maker(&mut lessons, MakerAction::Copy);
    run(&mut lessons);
    lessons
}

#[test]
fn a_copy_of_the_open_lesson_is_edited_beside_its_chart() {
    let mut lessons = copying();
    let draft = lessons.making().unwrap();
    assert_eq!((draft.parts(), &*draft.lesson.id), (4, "own"));
    assert_eq!(told(&lessons), "making -; 2 1/1");
    edit(&mut lessons, DraftAction::Write(Written::Heading, "Look".to_owned()));
    assert_eq!(told(&lessons), "making -; 2 1/1");
    edit(&mut lessons, DraftAction::Open(2));
    assert_eq!(told(&lessons), "making -; 3 0/2 waits");
    assert!(matches!(lessons.chart.show.as_deref(), Some(Show::Curve(_))));
}

#[test]
fn a_computed_start_follows_when_the_runs_are_there() {
    use crate::lesson_maker::AnswerKind;
    let mut lessons = copying();
    edit(&mut lessons, DraftAction::Open(3));
    edit(&mut lessons, DraftAction::Kind(AnswerKind::Start));
    let write = |lessons: &mut Lessons, job: &str| edit(lessons, DraftAction::Write(Written::Job, job.to_owned()));
    let answer = |lessons: &Lessons| {
        let draft = lessons.making().unwrap();
        format!("{:?}", draft.question(3).unwrap().answer)
    };
    write(&mut lessons, "2");
    assert_eq!(answer(&lessons), "Start { job: 2, is: 0 }");
    run(&mut lessons);
    assert_eq!(answer(&lessons), "Start { job: 2, is: 30 }");
    // The runs are there: another job needs no other ones.
    write(&mut lessons, "3");
    assert_eq!(answer(&lessons), "Start { job: 3, is: 4 }");
}

#[test]
fn a_preview_is_the_lesson_and_leads_back_to_the_form() {
    let mut lessons = copying();
    maker(&mut lessons, MakerAction::Preview);
    assert!(lessons.is_preview() && lessons.making().is_none());
    assert_eq!(lessons.open().unwrap().0.title, "A lesson");
    maker(&mut lessons, MakerAction::Make(None));
    assert!(lessons.making().is_some() && !lessons.is_preview());
    edit(&mut lessons, DraftAction::Write(Written::Title, String::new()));
    maker(&mut lessons, MakerAction::Preview);
    assert!(lessons.making().is_some(), "an incomplete lesson has no preview");
}

#[test]
fn the_list_keeps_the_draft_and_another_lesson_gives_it_back_with_undo() {
    let mut lessons = copying();
    lessons.apply(LessonAction::Close);
    assert!(lessons.shown == LessonContent::List && lessons.draft().is_some());
    maker(&mut lessons, MakerAction::New);
    assert_eq!(lessons.making().unwrap().parts(), 1);
    edit(&mut lessons, DraftAction::Undo);
    assert_eq!(lessons.making().unwrap().lesson.id, "own");
}

#[test]
fn a_kept_draft_is_taken_up_once() {
    for (mut lessons, expected) in [(Lessons::default(), "kept"), (copying(), "own")] {
        maker(&mut lessons, MakerAction::Restore(Box::new(Draft::copy(&lesson("kept")))));
        assert_eq!(lessons.draft().unwrap().lesson.id, expected);
    }
}
