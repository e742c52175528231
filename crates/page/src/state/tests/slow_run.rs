//! The offer of quicker settings where a run takes long.

use super::*;
use scheduling::system::two_level::TwoLevel;

/// A page with these settings of the system, in single quotes.
fn with(system: &str) -> Page {
    let mut page = Page::on_log();
    page.does(&format!("scenario {{'platform': [10], 'system': {{{system}}}}}; running"));
    page
}

fn conservative() -> Page {
    with("'two_level': {'local': {'queue': 'conservative'}}")
}

fn offered(page: &Page) -> Option<u32> {
    page.state.notices.with_quicker()
}

/// Acts row by row; the words tell whether quicker settings are offered after it.
#[track_caller]
fn offers(page: &mut Page, rows: &str) {
    for row in rows.lines() {
        let (script, is_offered) = row.split_once(" | ").expect(row);
        page.does(script);
        assert_eq!(if offered(page).is_some() { "offered" } else { "none" }, is_offered, "{row}");
    }
}

/// Accepts the offer and tells the settings of the local scheduler.
fn accept(page: &mut Page) -> String {
    let number = offered(page).unwrap();
    let offer = page.last_notice().said.offers[0].clone();
    page.act(Action::Accept(number, offer));
    let local = &TwoLevel::of(&page.present().scenario.system).unwrap().local;
    let order = local.order.text();
    format!("{:?} {:?} {:?} {order} {}", local.queue, local.queues, local.promises, local.strict)
}

#[test]
fn it_is_offered_while_a_run_lasts_and_withdrawn_with_the_next() {
    let mut page = conservative();
    offers(&mut page, "progress 5000 | none\nprogress 5100 | offered");
    let number = offered(&page);
    // Once for a run.
    page.does("progress 5200");
    assert_eq!(offered(&page), number);
    let said = &page.last_notice().said;
    assert!(said.stays && !said.failed);
    for word in ["at its submission", "anew at each pass", "100 jobs"] {
        assert!(said.text.contains(word), "{}", said.text);
    }
    offers(&mut page, "running | none\nprogress 6000 | offered\nseed 2 | none");
}

#[test]
fn it_is_offered_when_a_long_run_is_complete() {
    let mut page = conservative();
    let finished = Rc::new(Finished { milliseconds: 5_100.0, ..page.finished() });
    page.act(Action::Run(RunAction::Finished(finished.clone())));
    assert!(offered(&page).is_some());
    // A run that a newer scenario has overtaken offers nothing.
    page.set_seed(2, false);
    page.act(Action::Run(RunAction::Finished(finished)));
    assert_eq!(offered(&page), None);
}

#[test]
fn accepting_it_is_a_step_and_undo_brings_conservative_backfilling_back() {
    let mut page = with("'two_level': {'local': {'queue': 'conservative', 'order': 'limit', 'strict': true}}");
    page.does("progress 6000");
    let before = page.present().scenario.clone();
    assert_eq!(accept(&mut page), "Ordered [] Count(100) submit false");
    page.follow("| undoable true");
    assert_eq!(offered(&page), None);
    page.does("run; undo");
    assert_eq!(page.present().scenario, before);
}

#[test]
fn it_is_not_repeated_on_a_workload_where_it_was_turned_down() {
    let mut page = conservative();
    page.does("progress 6000");
    let number = offered(&page).unwrap();
    page.act(Action::Notice(NoticeAction::Dismiss(number)));
    offers(&mut page, "seed 2; progress 6000 | none\nother 2; progress 6000 | offered");
}

/// The order of the other provider would become another one; another system has no such policy.
#[test]
fn only_conservative_backfilling_is_to_be_replaced() {
    for row in "'two_level': {'local': {'queue': 'easy'}} | none
'two_level': {'local': {'queue': 'ordered', 'promises': 'all'}} | none
'two_level': {'local': {'queues': ['easy', 'conservative']}} | offered
'two_level': {'local': {'queues': ['ordered', 'conservative'], 'order': 'limit'}} | none
'co_allocation': {} | none"
        .lines()
    {
        let (system, is_offered) = row.split_once(" | ").expect(row);
        offers(&mut with(system), &format!("progress 6000 | {is_offered}"));
    }
    let mut page = with("'two_level': {'local': {'queues': ['easy', 'conservative']}}");
    page.does("progress 6000");
    assert_eq!(accept(&mut page), "FcfsBackfilling [Easy, Ordered] Count(100) submit false");
}
