use super::*;

#[test]
fn the_same_is_said_once_and_at_most_four_things() {
    let mut page = Page::open();
    for text in ["a", "b", "c", "a", "d", "e"] {
        page.act(Action::say(text));
    }
    assert_eq!(page.said(), ["c", "a", "d", "e"]);
}

#[test]
fn a_notice_is_dismissed_by_its_number() {
    let mut page = Page::open();
    page.act(Action::say("a"));
    page.act(Action::complain("b"));
    let number = page.state.notices.shown[0].number;
    page.act(Action::Notice(NoticeAction::Dismiss(number)));
    assert_eq!(page.said(), ["b"]);
}

#[test]
fn complaints_go_when_something_is_taken_or_changed_and_what_was_done_stays() {
    let mut page = Page::open();
    page.act(Action::say("done"));
    page.act(Action::complain("failed"));
    page.act(Action::Notice(NoticeAction::Mended));
    assert_eq!(page.said(), ["done"]);
    page.act(Action::complain("failed again"));
    page.set_seed(2, false);
    assert_eq!(page.said(), ["done"]);
    // What changes nothing mends nothing.
    page.act(Action::complain("failed"));
    page.set_seed(2, false);
    page.view(ViewAction::Step(1));
    assert_eq!(page.said(), ["done", "failed"]);
}

#[test]
fn a_warning_stays_until_it_is_dismissed() {
    let mut page = Page::open();
    page.act(Action::Notice(NoticeAction::Warn("full".into())));
    page.set_seed(2, false);
    page.act(Action::Notice(NoticeAction::Mended));
    assert_eq!(page.said(), ["full"]);
    let number = page.state.notices.shown[0].number;
    page.act(Action::Notice(NoticeAction::Dismiss(number)));
    assert!(page.said().is_empty());
}

#[test]
fn of_two_offers_to_undo_the_last_one_stays() {
    let mut page = Page::open();
    page.drop_log(1, LOG);
    page.drop_log(2, OTHER);
    let undo = page.state.notices.shown.iter().filter(|it| it.said.undo);
    assert_eq!(undo.count(), 1);
    assert!(page.last_notice().said.undo);
}
