//! Paths: some lessons one after the other, with an address.

use super::*;

fn ids(path: &[&str]) -> Vec<String> {
    path.iter().map(|&id| id.to_owned()).collect()
}

#[test]
fn a_path_leads_from_lesson_to_lesson_and_has_an_address() {
    let mut lessons = Lessons::default();
    assert_eq!(lessons.next_after("backfilling").map(|it| it.id), Some("reservations-hurt"));
    let path = ids(&["grouping", "backfilling"]);
    lessons.apply(LessonAction::Follow(path.clone()));
    assert_eq!(lessons.next_after("grouping").map(|it| it.id), Some("backfilling"));
    assert_eq!(lessons.next_after("backfilling"), None, "its end");
    assert_eq!(lessons.next_after("searching"), None, "not on it");
    // The list of the path has an address, and so has each of its steps.
    let list = lessons.place().expect("a place");
    assert_eq!((list.id.as_str(), &list.path), ("", &path));
    lessons.apply(LessonAction::Read(lesson("grouping")));
    lessons.apply(LessonAction::Go(1));
    let step = lessons.place().expect("a place");
    assert_eq!((step.id.as_str(), step.step, &step.path), ("grouping", 1, &path));
    let mut other = Lessons::default();
    other.apply(LessonAction::Arrive(step));
    other.apply(LessonAction::Read(lesson("grouping")));
    assert_eq!(other.path, path);
    other.apply(LessonAction::Arrive(list));
    assert!(other.shown == LessonContent::List && other.path == path);
    // A link without a path follows none.
    other.apply(LessonAction::Arrive(place("grouping", 0)));
    assert!(other.path.is_empty());
    other.apply(LessonAction::Follow(Vec::new()));
    assert_eq!(Lessons::default().place(), None);
}
