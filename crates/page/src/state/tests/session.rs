use super::*;
use crate::embed::CopyAs;
use crate::theme_choice::ThemeChoice;

#[test]
fn what_is_forgotten_stays_so_until_something_is_changed() {
    let mut page = Page::open();
    let refused = Keeping::Refused("no room".into());
    page.act(Action::Session(SessionAction::Keeping(refused.clone())));
    assert_eq!(page.state.session.keeping, refused);
    assert!(page.state.is_settled());
    page.act(Action::Session(SessionAction::Forget));
    assert_eq!(page.state.session.keeping, Keeping::Forgotten);
    assert_eq!(page.state.session.forgets, 1);
    assert!(!page.state.is_settled());
    // What was written before comes too late, and looking around is nothing new.
    page.act(Action::Session(SessionAction::Keeping(Keeping::Kept)));
    page.view(ViewAction::Show(View::Jobs));
    assert_eq!(page.state.session.keeping, Keeping::Forgotten);
    page.set_seed(2, false);
    assert!(page.state.is_settled());
    page.act(Action::Session(SessionAction::Keeping(Keeping::Kept)));
    assert_eq!(page.state.session.keeping, Keeping::Kept);
    // The link would tell of another step than the one that undoing leads back to.
    page.edit(EditAction::Undo);
    assert!(page.state.is_settled());
}

#[test]
fn each_wish_for_the_link_is_one_of_its_own() {
    let mut page = Page::open();
    for (copies, what) in [(1, CopyAs::Link), (2, CopyAs::Iframe), (3, CopyAs::Iframe)] {
        page.act(Action::Session(SessionAction::CopyLink(what)));
        assert_eq!(page.state.session.copies, (copies, what));
    }
}

#[test]
fn drawer_keys_and_palette_open_and_close() {
    let mut page = Page::open();
    assert_eq!(page.state.layout, Layout::default());
    page.act(Action::Layout(LayoutAction::Drawer(true)));
    page.act(Action::Layout(LayoutAction::Keys(true)));
    page.act(Action::Layout(LayoutAction::Palette(true)));
    page.act(Action::Layout(LayoutAction::CharacterKeys(false)));
    page.act(Action::Layout(LayoutAction::Projector));
    page.act(Action::Layout(LayoutAction::Theme(ThemeChoice::Dark)));
    let expected = Layout {
        only: false,
        projector: true,
        drawer: true,
        keys: true,
        palette: true,
        character_keys: false,
        door: None,
        theme: ThemeChoice::Dark,
    };
    assert_eq!(page.state.layout, expected);
    page.act(Action::Layout(LayoutAction::Drawer(false)));
    page.act(Action::Layout(LayoutAction::Keys(false)));
    page.act(Action::Layout(LayoutAction::Palette(false)));
    page.act(Action::Layout(LayoutAction::CharacterKeys(true)));
    page.act(Action::Layout(LayoutAction::Projector));
    page.act(Action::Layout(LayoutAction::Theme(ThemeChoice::System)));
    assert_eq!(page.state.layout, Layout::default());
}

#[test]
fn a_first_visit_opens_with_an_example_until_something_else_is_done() {
    let welcome = |page: &mut Page| {
        let example = crate::front_door::example(7);
        page.act(Action::Open(OpenAction::Welcome(Box::new(example))));
    };
    let mut done = Page::open();
    done.act(Action::View(ViewAction::Show(View::Jobs)));
    welcome(&mut done);
    done.act(Action::View(ViewAction::Show(View::Gantt)));
    assert!(!done.state.shows_door(), "something has been done");
    let mut linked = Page::open();
    let link = OpenAction::Open(Box::default(), Origin::Link, None);
    linked.act(Action::Open(link));
    welcome(&mut linked);
    assert!(!linked.state.shows_door(), "a link has been opened");
    // Also if the sample came first, because it took long to find that no session is kept.
    let mut page = Page::open();
    welcome(&mut page);
    assert!(page.state.shows_door() && page.state.history.can() == (false, false));
    assert_eq!(page.state.history.present().workload, 7);
    // Another view, and the projector, have no room for it.
    page.act(Action::View(ViewAction::Show(View::Jobs)));
    assert!(!page.state.shows_door());
    page.act(Action::View(ViewAction::Show(View::Gantt)));
    assert!(page.state.shows_door());
    let mut closed = page.state.clone();
    closed = closed.after(Action::Layout(LayoutAction::CloseDoor));
    assert!(!closed.shows_door());
    // The sample is a link without content.
    let sample = OpenAction::Open(Box::default(), Origin::Link, None);
    page.act(Action::Open(sample));
    assert!(!page.state.shows_door());
}
