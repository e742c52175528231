use super::*;
use crate::embed::CopyAs;

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
    let expected = Layout {
        only: false,
        projector: true,
        drawer: true,
        keys: true,
        palette: true,
        character_keys: false,
    };
    assert_eq!(page.state.layout, expected);
    page.act(Action::Layout(LayoutAction::Drawer(false)));
    page.act(Action::Layout(LayoutAction::Keys(false)));
    page.act(Action::Layout(LayoutAction::Palette(false)));
    page.act(Action::Layout(LayoutAction::CharacterKeys(true)));
    page.act(Action::Layout(LayoutAction::Projector));
    assert_eq!(page.state.layout, Layout::default());
}
