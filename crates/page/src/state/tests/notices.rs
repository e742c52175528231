use super::*;

fn dismiss_first(page: &mut Page) {
    let number = page.state.notices.shown[0].number;
    page.act(Action::Notice(NoticeAction::Dismiss(number)));
}

#[test]
fn the_same_is_said_once_and_at_most_four_things() {
    Page::open().follow("say a; say b; say c; say a; say d; say e | said c, a, d, e");
}

#[test]
fn a_notice_is_dismissed_by_its_number() {
    let mut page = Page::open();
    page.does("say a; complain b");
    dismiss_first(&mut page);
    page.follow("| said b");
}

/// What changes nothing mends nothing.
#[test]
fn complaints_go_when_something_is_taken_or_changed_and_what_was_done_with_the_next_step() {
    Page::open().follow(
        "say done; complain failed; mend | said done
complain failed again; seed 2 | said
complain failed; seed 2; step 1 | said failed",
    );
}

#[test]
fn a_warning_stays_until_it_is_dismissed() {
    let mut page = Page::open();
    page.act(Action::Notice(NoticeAction::Warn("full".into())));
    page.follow("seed 2; mend | said full");
    dismiss_first(&mut page);
    page.follow("| said");
}

#[test]
fn what_failed_is_shown_above_what_was_done() {
    let mut page = Page::open();
    page.act(Action::Notice(NoticeAction::Warn("full".into())));
    page.follow(
        "say done | said done, full
complain broken | said done, full, broken
mend | said done, full",
    );
}

#[test]
fn of_two_offers_to_undo_the_last_one_stays() {
    let mut page = Page::open();
    page.follow("log 1; other 2 | undoable true");
    assert_eq!(page.state.notices.shown.iter().filter(|it| it.said.undo).count(), 1);
}
