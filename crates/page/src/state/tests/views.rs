use super::*;
use crate::explained::{Explained, Question};
use crate::look::Looking;
use chart::{ColourBy, Resource, Viewport};
use experiment::Watch;
use scheduling::criteria::span::Span;
use scheduling::engine::decisions::Gap;

pub(super) const GAP: Gap = Gap { provider: 0, first_processor: 1, last_processor: 2 };

#[test]
fn views_open_and_follow_one_another_and_a_group_opens_with_its_last() {
    Page::open().follow(
        "show jobs | view jobs
step 2 | view slots / last jobs
step -1 | view summary / last summary",
    );
}

#[test]
fn a_job_is_chosen_where_it_is_seen_brought_into_sight_or_found_in_the_gantt_chart() {
    Page::open().follow(
        "show jobs; bring 3 | job Some(3) true
job 4 | job Some(4) false / view jobs
find 5 | job Some(5) true / view gantt
job none | job None false",
    );
}

/// While it is drawn on, a click draws.
#[test]
fn a_job_and_idle_processors_are_asked_about_in_turn() {
    let gap = "Gap(60, Gap { provider: 0, first_processor: 1, last_processor: 2 })";
    Page::open().follow(&format!(
        "| subject None
gap | subject Some({gap})
job 1 | subject Some(Job(1))
gap | job None false
drawing on | subject None
drawing off; cursor 77; show play | subject Some(Moment(77))
show jobs | subject None"
    ));
}

#[test]
fn an_answer_is_kept_until_it_is_asked_again() {
    let mut page = Page::open();
    let explained = Rc::new(Explained {
        question: Question { experiment: page.state.history.present().clone(), watch: Watch::Job(1) },
        told: Err("the worker died".to_owned()),
    });
    page.view(ViewAction::Explained(explained.clone()));
    assert_eq!(page.state.view.explained, Some(explained));
    page.view(ViewAction::AskAgain);
    assert_eq!(page.state.view.explained, None);
}

#[test]
fn what_is_looked_at_stays_in_a_run_of_the_same_jobs_and_goes_with_another_log() {
    let mut page = Page::on_log();
    let span = Some(Span::between(10, 20));
    let sight = Viewport { start: 0.0, end: 50.0, first_row: 0.0, last_row: 5.0 };
    page.does("job 2; cursor 30");
    for action in [
        ViewAction::Open(40),
        ViewAction::Select(Rc::from([2, 3])),
        ViewAction::Look(Looking::Span(span)),
        ViewAction::Look(Looking::ColourBy(ColourBy::USER)),
        ViewAction::Sight(Some(sight)),
    ] {
        page.view(action);
    }
    for (script, expected) in [
        ("seed 3; run", (Some(2), Some(30), Some(40), &[2, 3][..], span, Some(sight))),
        ("other 2; run", (None, None, None, &[], None, None)),
    ] {
        page.does(script);
        let view = &page.state.view;
        let seen = (view.job, view.cursor, view.opened, &*view.selected, view.look.span, view.sight);
        assert_eq!(seen, expected, "{script}");
    }
    // How colours tell is the person's, not the log's.
    assert_eq!(page.state.view.look.colour_by, ColourBy::USER);
}

#[test]
fn the_moment_that_the_player_begins_with_is_none_of_the_inside_view() {
    let mut page = Page::on_log();
    let finished = page.state.run.finished.clone().unwrap();
    page.does("show play");
    page.view(ViewAction::Begin(5));
    page.follow("| subject Some(Moment(5))");
    assert_eq!(page.state.view.cursor, None);
    assert_eq!(finished.moment(None), scheduling::system::moment::busiest(&finished.run));
    page.follow("cursor 77 | subject Some(Moment(77))");
    assert_eq!(finished.moment(page.state.view.cursor), 77);
}

#[test]
fn other_rows_are_all_in_sight_at_first() {
    let mut page = Page::on_log();
    let sight = Viewport { start: 0.0, end: 50.0, first_row: 2.0, last_row: 5.0 };
    let all = Some(Viewport { first_row: 0.0, last_row: u32::MAX.into(), ..sight });
    let sight = Some(sight);
    page.view(ViewAction::Sight(sight));
    page.view(ViewAction::Look(Looking::Rows(Resource::Cores)));
    let sights = |page: &Page| (page.state.view.sight, page.state.view.sight_of_processors());
    assert_eq!(sights(&page), (sight, sight));
    page.view(ViewAction::Look(Looking::Rows(Resource::Gpus)));
    assert_eq!(page.state.view.sight, all);
    page.view(ViewAction::Sight(sight));
    page.view(ViewAction::Look(Looking::ColourBy(ColourBy::USER)));
    assert_eq!(sights(&page), (sight, all));
}

#[test]
fn idle_processors_are_no_longer_asked_about_after_another_run() {
    let mut page = Page::on_log();
    page.does("gap; run");
    assert_eq!(page.state.view.gap, None);
}
