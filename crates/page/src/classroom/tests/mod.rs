mod review;
mod sums;
mod visit;

use super::*;

fn given(count: usize) -> Vec<Given> {
    let file = |at: usize| Given::file("a.json", format!("{{{at}}}").into_bytes());
    (0..count).map(file).collect()
}

#[test]
fn what_is_written_stays_when_a_dialog_is_closed() {
    let mut room = Classroom::default();
    assert!(!room.is_wanted);
    room.apply(ClassroomAction::Show(Some(Overlay::HandIn)));
    for (field, text) in [
        (Field::Name, "Ada".to_owned()),
        (Field::Exercise, "Which?".to_owned()),
        (Field::Answer, "x".repeat(LONGEST_ANSWER + 5)),
    ] {
        room.apply(ClassroomAction::Fill(field, text));
    }
    room.apply(ClassroomAction::Show(None));
    assert!(room.is_wanted && room.shown.is_none());
    assert_eq!((&*room.form.name, &*room.form.exercise), ("Ada", "Which?"));
    assert_eq!(room.form.answer.len(), LONGEST_ANSWER);
}

#[test]
fn hand_ins_open_the_review_and_none_is_listed_twice() {
    let mut room = Classroom::default();
    room.apply(ClassroomAction::Give(given(2)));
    assert_eq!(room.shown, Some(Overlay::Review));
    assert_eq!((room.given.len(), &room.told), (2, &None));
    room.apply(ClassroomAction::Show(None));
    room.apply(ClassroomAction::Give(given(3)));
    assert_eq!(room.given.len(), 3);
    assert_eq!(room.told.as_deref(), Some("2 hand-ins had been added before."));
    room.apply(ClassroomAction::Clear);
    assert_eq!((room.given.len(), &room.told), (0, &None));
    room.apply(ClassroomAction::Give(given(MOST_GIVEN + 7)));
    assert_eq!(room.given.len(), MOST_GIVEN);
    let told = room.told.as_deref().unwrap_or_default();
    assert!(told.starts_with("7 hand-ins were left out"), "{told}");
}

#[test]
fn links_are_pasted_one_a_line() {
    let links = Given::links("  https://a.example/#hand-in-1.abc\n\n#hand-in-1.def\r\n");
    let texts: Vec<_> = links.iter().map(|it| &it.content).collect();
    let link = |text: &str| Content::Link(text.into());
    let expected = [link("https://a.example/#hand-in-1.abc"), link("#hand-in-1.def")];
    assert_eq!(texts, expected.iter().collect::<Vec<_>>());
    let long = Given::link(&"x".repeat(900));
    assert_eq!(long.name.chars().count(), 41);
}
