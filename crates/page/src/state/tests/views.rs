use super::*;
use crate::explained::{Explained, Question, Subject};
use crate::look::Looking;
use crate::view::Group;
use chart::{ColourBy, Resource, Viewport};
use experiment::Watch;
use scheduling::criteria::span::Span;
use scheduling::engine::decisions::Gap;

const GAP: Gap = Gap { provider: 0, first_processor: 1, last_processor: 2 };

#[test]
fn views_open_and_follow_one_another_and_a_group_opens_with_its_last() {
    let mut page = Page::open();
    page.view(ViewAction::Show(View::Jobs));
    assert_eq!(page.state.view.shown, View::Jobs);
    page.view(ViewAction::Step(2));
    assert_eq!(page.state.view.shown, View::Slots);
    assert_eq!(page.state.view.last.of(Group::Schedule), View::Jobs);
    page.view(ViewAction::Step(-1));
    assert_eq!(page.state.view.shown, View::Summary);
    assert_eq!(page.state.view.last.of(Group::Schedule), View::Summary);
}

#[test]
fn a_job_is_chosen_where_it_is_seen_brought_into_sight_or_found_in_the_gantt_chart() {
    let mut page = Page::open();
    page.view(ViewAction::Show(View::Jobs));
    page.view(ViewAction::Bring(3));
    assert_eq!((page.state.view.job, page.state.view.brings_job), (Some(3), true));
    page.view(ViewAction::Job(Some(4)));
    assert_eq!((page.state.view.job, page.state.view.brings_job), (Some(4), false));
    assert_eq!(page.state.view.shown, View::Jobs);
    page.view(ViewAction::Find(5));
    assert_eq!((page.state.view.job, page.state.view.brings_job), (Some(5), true));
    assert_eq!(page.state.view.shown, View::Gantt);
    page.view(ViewAction::Job(None));
    assert_eq!(page.state.view.job, None);
}

#[test]
fn a_job_and_idle_processors_are_asked_about_in_turn() {
    let mut page = Page::open();
    assert_eq!(page.state.view.subject(), None);
    page.view(ViewAction::Gap(60, GAP));
    assert_eq!(page.state.view.subject(), Some(Subject::Gap(60, GAP)));
    page.view(ViewAction::Job(Some(1)));
    assert_eq!(page.state.view.subject(), Some(Subject::Job(1)));
    page.view(ViewAction::Gap(60, GAP));
    assert_eq!(page.state.view.job, None);
    // While it is drawn on, a click draws.
    page.view(ViewAction::Drawing(true));
    assert_eq!(page.state.view.subject(), None);
    page.view(ViewAction::Drawing(false));
    page.view(ViewAction::Cursor(77));
    page.view(ViewAction::Show(View::Play));
    assert_eq!(page.state.view.subject(), Some(Subject::Moment(77)));
    page.view(ViewAction::Show(View::Jobs));
    assert_eq!(page.state.view.subject(), None);
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
    page.view(ViewAction::Job(Some(2)));
    page.view(ViewAction::Cursor(30));
    page.view(ViewAction::Open(40));
    page.view(ViewAction::Select(Rc::from([2, 3])));
    page.view(ViewAction::Look(Looking::Span(span)));
    page.view(ViewAction::Look(Looking::ColourBy(ColourBy::USER)));
    page.view(ViewAction::Sight(Some(sight)));
    page.set_seed(3, false);
    page.run();
    let view = &page.state.view;
    assert_eq!((view.job, view.cursor), (Some(2), Some(30)));
    assert_eq!(view.opened, Some(40));
    assert_eq!((&view.selected[..], view.look.span), (&[2, 3][..], span));
    assert_eq!(view.sight, Some(sight));
    page.drop_log(2, OTHER);
    page.run();
    let view = &page.state.view;
    assert_eq!((view.job, view.cursor, view.opened), (None, None, None));
    assert_eq!((view.selected.len(), view.look.span), (0, None));
    assert_eq!(view.sight, None);
    // How colours tell is the person's, not the log's.
    assert_eq!(view.look.colour_by, ColourBy::USER);
}

#[test]
fn the_moment_that_the_player_begins_with_is_none_of_the_inside_view() {
    let mut page = Page::on_log();
    let finished = page.state.run.finished.clone().expect("a run");
    page.view(ViewAction::Show(View::Play));
    page.view(ViewAction::Begin(5));
    let view = &page.state.view;
    assert_eq!(view.subject(), Some(Subject::Moment(5)));
    assert_eq!(view.cursor, None);
    let busiest = scheduling::system::moment::busiest(&finished.run);
    assert_eq!(finished.moment(view.cursor), busiest);
    page.view(ViewAction::Cursor(77));
    assert_eq!(page.state.view.subject(), Some(Subject::Moment(77)));
    assert_eq!(finished.moment(page.state.view.cursor), 77);
}

#[test]
fn other_rows_are_all_in_sight_at_first() {
    let mut page = Page::on_log();
    let sight = Viewport { start: 0.0, end: 50.0, first_row: 2.0, last_row: 5.0 };
    let all = Some(Viewport { first_row: 0.0, last_row: u32::MAX.into(), ..sight });
    page.view(ViewAction::Sight(Some(sight)));
    page.view(ViewAction::Look(Looking::Rows(Resource::Cores)));
    let view = &page.state.view;
    assert_eq!((view.sight, view.sight_of_processors()), (Some(sight), Some(sight)));
    page.view(ViewAction::Look(Looking::Rows(Resource::Gpus)));
    assert_eq!(page.state.view.sight, all);
    page.view(ViewAction::Sight(Some(sight)));
    page.view(ViewAction::Look(Looking::ColourBy(ColourBy::USER)));
    let view = &page.state.view;
    assert_eq!((view.sight, view.sight_of_processors()), (Some(sight), all));
}

#[test]
fn idle_processors_are_no_longer_asked_about_after_another_run() {
    let mut page = Page::on_log();
    page.view(ViewAction::Gap(60, GAP));
    page.run();
    assert_eq!(page.state.view.gap, None);
}
