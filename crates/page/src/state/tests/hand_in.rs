use super::*;
use crate::classroom::{ClassroomAction, Field};
use export::hand_in::{self, Figures};

const CLOCKS: Clocks = Clocks { unix: 1_700_000_000, utc_offset: 120, since_opened: 600.9 };

#[test]
fn the_page_its_figures_and_the_way_to_it_are_handed_in() {
    let mut page = Page::on_log();
    page.does("move 2; run; move 3; run; move 4; run; settle");
    for (field, text) in
        [(Field::Name, " Ada "), (Field::Exercise, "Which seed?"), (Field::Answer, "4, since it is even.\n")]
    {
        page.act(Action::Classroom(ClassroomAction::Fill(field, text.to_owned())));
    }
    let handed_in = page.state.hand_in(CLOCKS);
    let texts = (&*handed_in.name, &*handed_in.exercise, &*handed_in.answer);
    assert_eq!(texts, ("Ada", "Which seed?", "4, since it is even."));
    assert_eq!((handed_in.begun, handed_in.seconds()), (1_699_999_400, 600));
    assert_eq!(handed_in.page, page.state.snapshot());
    assert_eq!(handed_in.page.workload, file(LOG));
    let finished = page.state.run.finished.as_ref().unwrap();
    assert_eq!(handed_in.figures, Some(Figures::of(&finished.report)));
    // The log, then of the movement its end.
    let words: Vec<&str> = handed_in.tried.iter().map(|it| &*it.words).collect();
    assert_eq!(words.len(), 2, "{words:?}");
    // Nothing is drawn, so that no seed is told.
    assert!(words.iter().all(|it| it.ends_with("no reservations · a.swf")), "{words:?}");
    let text = hand_in::write(&handed_in).unwrap();
    assert_eq!(hand_in::read(text.as_bytes()), Ok(handed_in));
}

#[test]
fn a_scenario_that_has_not_been_run_has_no_figures() {
    let mut page = Page::open();
    assert!(page.state.figures().is_some());
    page.set_seed(9, false);
    assert_eq!(page.state.figures(), None);
    assert_eq!(page.state.hand_in(CLOCKS).figures, None);
    page.run();
    assert!(page.state.figures().is_some());
}

#[test]
fn a_hand_in_is_opened_as_a_step_that_can_be_undone() {
    let mut author = Page::on_log();
    author.does("seed 5; run");
    let handed_in = author.state.hand_in(CLOCKS);
    let mut page = Page::open();
    page.open_snapshot(&handed_in.page, Origin::HandIn);
    // Its log is not here.
    page.follow("ask | search Some(Asked)\nlog 1; run | seed 5");
    assert_eq!(page.state.figures(), handed_in.figures);
    assert!(page.last_notice().said.text.starts_with("The hand-in has been opened."));
    page.follow("undo | log 0");
}
