//! Paths: some lessons one after the other, with an address.

use super::*;

#[test]
fn a_path_leads_from_lesson_to_lesson_and_has_an_address() {
    let mut lessons = Lessons::default();
    let next = |lessons: &Lessons, id| lessons.next_after(id).map(|it| it.id);
    assert_eq!(next(&lessons, "backfilling"), Some("reservations-hurt"));
    follow(&mut lessons, "follow grouping backfilling | list -{path:[grouping,backfilling]}; 0 0/0 no chart");
    assert_eq!(next(&lessons, "grouping"), Some("backfilling"));
    assert_eq!(next(&lessons, "backfilling"), None, "its end");
    assert_eq!(next(&lessons, "searching"), None, "not on it");
    // The list of the path has an address, and so has each of its steps.
    let list = lessons.place().unwrap();
    let step = "open grouping{id:grouping,path:[grouping,backfilling],step:1} [0] 0";
    follow(&mut lessons, &format!("read grouping; go 1 | {step}; 2 0/0"));
    let mut other = Lessons::default();
    other.apply(LessonAction::Arrive(lessons.place().unwrap()));
    follow(&mut other, &format!("read grouping | {step}; 1 0/0"));
    other.apply(LessonAction::Arrive(list));
    assert_eq!(told(&other), "list -{path:[grouping,backfilling]}; 2 0/0 no chart");
    // A link without a path follows none.
    other.apply(LessonAction::Arrive(place("grouping", 0)));
    assert!(other.path.is_empty());
    act(&mut other, "follow");
    assert_eq!(Lessons::default().place(), None);
}
