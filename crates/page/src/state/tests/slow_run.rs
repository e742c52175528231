//! The offer of quicker settings where a run takes long.

use super::*;
use scheduling::policy::local::QueuePolicy;
use scheduling::system::two_level::{Promises, TwoLevel};

/// A page with these settings of the local scheduler.
fn with(local: &str) -> Page {
    let mut page = Page::on_log();
    page.drop_scenario(&format!(r#"{{"platform": [10], "system": {{"two_level": {{"local": {local}}}}}}}"#));
    page.act(Action::Run(RunAction::Running));
    page
}

fn conservative() -> Page {
    with(r#"{"queue": "conservative"}"#)
}

fn offered(page: &Page) -> Option<u32> {
    page.state.notices.with_quicker()
}

fn runs_for(page: &mut Page, milliseconds: f64) {
    page.act(Action::Run(progress(0.1, milliseconds)));
}

fn accept(page: &mut Page) {
    let number = offered(page).expect("an offer");
    let offer = page.last_notice().said.offers[0].clone();
    page.act(Action::Accept(number, offer));
}

#[test]
fn it_is_offered_while_a_run_lasts_and_withdrawn_with_the_next() {
    let mut page = conservative();
    runs_for(&mut page, 5_000.0);
    assert_eq!(offered(&page), None);
    runs_for(&mut page, 5_100.0);
    let number = offered(&page).expect("an offer");
    // Once for a run.
    runs_for(&mut page, 5_200.0);
    assert_eq!(offered(&page), Some(number));
    let said = &page.last_notice().said;
    assert!(said.stays && !said.failed);
    for word in ["at its submission", "anew at each pass", "100 jobs"] {
        assert!(said.text.contains(word), "{}", said.text);
    }
    page.act(Action::Run(RunAction::Running));
    assert_eq!(offered(&page), None);
    runs_for(&mut page, 6_000.0);
    assert!(offered(&page).is_some());
    page.set_seed(2, false);
    assert_eq!(offered(&page), None);
}

#[test]
fn it_is_offered_when_a_long_run_is_complete() {
    let mut page = conservative();
    let mut finished = page.finished();
    finished.milliseconds = 5_100.0;
    let finished = Rc::new(finished);
    page.act(Action::Run(RunAction::Finished(finished.clone())));
    assert!(offered(&page).is_some());
    // A run that a newer scenario has overtaken offers nothing.
    page.set_seed(2, false);
    page.act(Action::Run(RunAction::Finished(finished)));
    assert_eq!(offered(&page), None);
}

#[test]
fn accepting_it_is_a_step_and_undo_brings_conservative_backfilling_back() {
    let mut page = with(r#"{"queue": "conservative", "order": "limit", "strict": true}"#);
    runs_for(&mut page, 6_000.0);
    let before = page.present().scenario.clone();
    accept(&mut page);
    let local = &TwoLevel::of(&page.present().scenario.system).unwrap().local;
    assert_eq!(local.queue, QueuePolicy::Ordered);
    assert_eq!(local.promises, Promises::Count(100));
    assert_eq!((local.order.text(), local.strict), ("submit", false));
    assert!(page.last_notice().said.undo);
    assert_eq!(offered(&page), None);
    page.run();
    page.edit(EditAction::Undo);
    assert_eq!(page.present().scenario, before);
}

#[test]
fn it_is_not_repeated_on_a_workload_where_it_was_turned_down() {
    let mut page = conservative();
    runs_for(&mut page, 6_000.0);
    let number = offered(&page).expect("an offer");
    page.act(Action::Notice(NoticeAction::Dismiss(number)));
    page.set_seed(2, false);
    runs_for(&mut page, 6_000.0);
    assert_eq!(offered(&page), None);
    page.drop_log(2, OTHER);
    runs_for(&mut page, 6_000.0);
    assert!(offered(&page).is_some());
}

#[test]
fn only_conservative_backfilling_is_to_be_replaced() {
    for (local, is_offered) in [
        (r#"{"queue": "easy"}"#, false),
        (r#"{"queue": "ordered", "promises": "all"}"#, false),
        (r#"{"queues": ["easy", "conservative"]}"#, true),
        // The order of the other provider would become another one.
        (r#"{"queues": ["ordered", "conservative"], "order": "limit"}"#, false),
    ] {
        let mut page = with(local);
        runs_for(&mut page, 6_000.0);
        assert_eq!(offered(&page).is_some(), is_offered, "{local}");
    }
    let mut page = with(r#"{"queues": ["easy", "conservative"]}"#);
    runs_for(&mut page, 6_000.0);
    accept(&mut page);
    let local = &TwoLevel::of(&page.present().scenario.system).unwrap().local;
    assert_eq!(local.queues, [QueuePolicy::Easy, QueuePolicy::Ordered]);
    // Another system has no such policy.
    let mut page = Page::on_log();
    page.drop_scenario(r#"{"platform": [10], "system": {"co_allocation": {}}}"#);
    runs_for(&mut page, 6_000.0);
    assert_eq!(offered(&page), None);
}
