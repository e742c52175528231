use super::*;
use crate::embed::CopyAs;
use crate::theme_choice::ThemeChoice;

/// What was written before comes too late, and looking around is nothing new. After a change the link would tell of
/// another step than the one that undoing leads back to.
#[test]
fn what_is_forgotten_stays_so_until_something_is_changed() {
    let mut page = Page::open();
    let keeping = |page: &mut Page, keeping| page.act(Action::Session(SessionAction::Keeping(keeping)));
    keeping(&mut page, Keeping::Refused("no room".into()));
    page.follow("| keeping Refused(\"no room\") / settled true");
    page.act(Action::Session(SessionAction::Forget));
    page.follow("| keeping Forgotten / settled false");
    assert_eq!(page.state.session.forgets, 1);
    keeping(&mut page, Keeping::Kept);
    page.follow("show jobs | keeping Forgotten\nseed 2 | settled true");
    keeping(&mut page, Keeping::Kept);
    page.follow("| keeping Kept\nundo | settled true");
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
    let expected = Layout {
        only: false,
        class: false,
        projector: true,
        bars: true,
        drawer: true,
        keys: true,
        palette: true,
        character_keys: false,
        door: None,
        theme: ThemeChoice::Dark,
    };
    for (on, theme, expected) in [(true, ThemeChoice::Dark, expected), (false, ThemeChoice::System, Layout::default())]
    {
        for action in [
            LayoutAction::Drawer(on),
            LayoutAction::Keys(on),
            LayoutAction::Palette(on),
            LayoutAction::CharacterKeys(!on),
            LayoutAction::Projector,
            LayoutAction::Bars,
            LayoutAction::Theme(theme),
        ] {
            page.act(Action::Layout(action));
        }
        assert_eq!(page.state.layout, expected, "{on}");
    }
}

#[test]
fn a_first_visit_opens_with_an_example_until_something_else_is_done() {
    let welcome = |page: &mut Page| {
        let example = crate::front_door::example(7);
        page.act(Action::Open(OpenAction::Welcome(Box::new(example))));
    };
    let mut done = Page::open();
    done.does("show jobs");
    welcome(&mut done);
    done.does("show gantt");
    assert!(!done.state.shows_door(), "something has been done");
    // The sample is a link without content.
    let link = |page: &mut Page| page.open_snapshot(&Snapshot::default(), Origin::Link);
    let mut linked = Page::open();
    link(&mut linked);
    welcome(&mut linked);
    assert!(!linked.state.shows_door(), "a link has been opened");
    // Also if the sample came first, because it took long to find that no session is kept.
    let mut page = Page::open();
    welcome(&mut page);
    page.follow("| can (false, false) / log 7");
    assert!(page.state.shows_door());
    // Another view, and the projector, have no room for it.
    for (view, shows_door) in [("show jobs", false), ("show gantt", true)] {
        page.does(view);
        assert_eq!(page.state.shows_door(), shows_door, "{view}");
    }
    let closed = page.state.clone().after(Action::Layout(LayoutAction::Door(None)));
    assert!(!closed.shows_door());
    link(&mut page);
    assert!(!page.state.shows_door());
}
