//! The slots view: its query is answered as the library answers natively, which answers as a run does.

use serde_json::{Value, json};
use slotscope::availability::{Request, Window};
use slotscope::criteria::report;
use slotscope::experiment::{Run, Scenario, Watch, explain};

use slotscope::system::two_level::{Asked, QueuePolicy, TwoLevel, to_be_watched};

use crate::harness::Page;
use crate::scene;

/// What is typed. Empty fields of the form are `None`.
#[derive(Clone, Copy, Debug)]
struct Query {
    cursor: i64,
    ready: Option<i64>,
    deadline: Option<i64>,
    length: i64,
    size: u32,
    /// Counted from 1.
    provider: Option<usize>,
}

const PLAIN: Query = Query { cursor: 400_000, ready: None, deadline: None, length: 3_600, size: 16, provider: None };

fn queries() -> Vec<Query> {
    vec![
        PLAIN,
        // Short and narrow: at once.
        Query { cursor: 3_600, size: 1, length: 60, ..PLAIN },
        // Longer and wider than what is free now: it waits.
        Query { cursor: 500_000, length: 40_000, size: 64, ..PLAIN },
        Query { cursor: 500_000, ready: Some(530_000), length: 40_000, size: 60, ..PLAIN },
        // Asked of one provider only.
        Query { cursor: 500_000, length: 40_000, size: 60, provider: Some(2), ..PLAIN },
        // Wider than any provider: it never fits.
        Query { size: 65, ..PLAIN },
        // Too late to end by the deadline, and just in time.
        Query { cursor: 641_569, length: 7_200, size: 32, deadline: Some(648_000), ..PLAIN },
        Query { cursor: 641_569, length: 7_200, size: 32, deadline: Some(700_000), ..PLAIN },
        Query { cursor: 500_000, length: 40_000, size: 64, deadline: Some(560_000), ..PLAIN },
    ]
}

/// The same query with deadlines that its first offer just meets, and just misses.
fn with_tight_deadlines(run: &Run, query: Query) -> [Query; 2] {
    let first = offers(run, &query).into_iter().flatten().min();
    let end = first.expect("an offer") + query.length;
    [end, end - 1].map(|deadline| Query { deadline: Some(deadline), ..query })
}

fn ask(page: &Page, query: &Query) {
    let typed = |value: Option<i64>| value.map_or(json!(""), |value| json!(value));
    page.set_value("#cursor-number", query.cursor);
    page.set_value("#query-ready", typed(query.ready));
    page.set_value("#query-deadline", typed(query.deadline));
    page.set_value("#query-length", query.length);
    page.set_value("#query-size", query.size);
    page.set_value("#query-provider", typed(query.provider.map(|it| it as i64)));
    page.settle();
}

fn request_of(query: &Query) -> Request {
    Request {
        ready: query.ready.unwrap_or(query.cursor),
        deadline: query.deadline,
        length: query.length,
        processors: query.size,
    }
}

/// What each provider answers, of those that are asked.
fn answers<T>(run: &Run, query: &Query, answer: impl Fn(&Asked, usize, &Request) -> T) -> Vec<Option<T>> {
    let asked = Asked::of(&TwoLevel::default(), run, query.cursor, None);
    let request = request_of(query);
    let is_asked = |index: usize| query.provider.is_none_or(|provider| provider == index + 1);
    (0..run.platform.len()).map(|index| is_asked(index).then(|| answer(&asked, index, &request))).collect()
}

/// The start that each provider offers.
fn offers(run: &Run, query: &Query) -> Vec<Option<i64>> {
    let starts = answers(run, query, |asked, index, request| Some(asked.given(index, request)?.start));
    starts.into_iter().map(Option::flatten).collect()
}

#[test]
fn a_query_is_answered_as_natively() {
    let page = scene::open();
    scene::show(&page, "slots");
    let run = scene::sample_run();
    let (mut never, mut waits, mut at_once, mut late) = (0, 0, 0, 0);
    let waiting = Query { cursor: 500_000, length: 40_000, size: 60, ..PLAIN };
    let tight = with_tight_deadlines(&run, waiting);
    for query in queries().into_iter().chain(tight) {
        ask(&page, &query);
        let offers = offers(&run, &query);
        let shown = page.execute_with(
            "return arguments[0].map(index =>
                document.querySelector(`[data-testid=answer-${index}]`)?.dataset.start ?? null)",
            [json!([0, 1])],
        );
        let text = |start: &Option<i64>| start.map(|start| start.to_string());
        assert_eq!(shown, json!(offers.iter().map(text).collect::<Vec<_>>()), "{query:?}");
        let best = offers.iter().enumerate().filter_map(|(at, start)| Some(((*start)?, at))).min();
        let said = page.execute(
            "const it = document.querySelector('#query-answer').dataset;
             return [it.start ?? null, it.provider ?? null]",
        );
        let expected = match best {
            Some((start, provider)) => json!([start.to_string(), provider.to_string()]),
            None => json!([null, null]),
        };
        assert_eq!(said, expected, "{query:?}");
        match best {
            None => never += 1,
            Some((start, _)) if start > query.ready.unwrap_or(query.cursor) => waits += 1,
            Some(_) => at_once += 1,
        }
        // Deadlines are due dates: a run goes on searching past them.
        let end = best.map(|(start, _)| start + query.length);
        late += usize::from(end > query.deadline && query.deadline.is_some());
    }
    // The queries are no good if they all end alike.
    assert!(never >= 1 && waits >= 2 && at_once >= 1 && late >= 2, "{never}, {waits}, {at_once}, {late}");
}

#[test]
fn what_conservative_backfilling_has_promised_is_asked_of_a_worker() {
    let page = scene::open();
    let mut scenario = Scenario::default();
    scene::options(&mut scenario).local.queue = QueuePolicy::Conservative;
    page.drop_bytes("scenario.json", crate::command::json(&scenario).as_bytes());
    let run = scene::run(&scenario, &scene::sample());
    scene::wait_for(&page, &report(&run));
    scene::show(&page, "slots");
    let query = Query { cursor: 500_000, length: 40_000, size: 60, ..PLAIN };
    ask(&page, &query);
    page.wait_for("#query-answer[data-state=told]");
    let watched = to_be_watched(scene::options(&mut scenario.clone()), &run, query.cursor).expect("there are promises");
    let told = explain(&scenario, &scene::sample(), Watch::Moment(watched)).expect("it runs");
    let with = |before| Asked::of(scene::options(&mut scenario.clone()), &run, query.cursor, before);
    let start = |asked: &Asked| {
        (0..2).filter_map(|at| asked.given(at, &request_of(&query))).map(|it| it.start).min().expect("an offer")
    };
    let (known, unknown) = (start(&with(told.moment.as_ref())), start(&with(None)));
    assert_ne!(known, unknown, "no promise is in the way");
    page.wait_for(&format!("#query-answer[data-start='{known}']"));
}

#[test]
fn every_window_of_starts_is_listed_the_first_set_apart() {
    let page = scene::open();
    scene::show(&page, "slots");
    let run = scene::sample_run();
    let (mut several, mut endless, mut folded) = (0, 0, 0);
    let small = Query { size: 4, ..PLAIN };
    let due = Query { deadline: Some(600_000), ..small };
    let long = Query { length: 90_000, ..PLAIN };
    // There is room for one processor in many places.
    let tiny = Query { cursor: 500_000, length: 60, size: 1, ..PLAIN };
    for query in queries().into_iter().chain([small, due, long, tiny]) {
        ask(&page, &query);
        let natively = answers(&run, &query, |asked, index, request| asked.windows(index, request));
        for (index, windows) in natively.into_iter().enumerate() {
            let windows = windows.unwrap_or_default();
            let shown = page.execute_with(
                "return [...document.querySelectorAll(`[data-testid=windows-${arguments[0]}] li`)]
                    .map(it => [it.dataset.first, it.dataset.last, it.className])",
                [index],
            );
            let row = |(place, window): (usize, &Window)| {
                let class = if place == 0 { "first" } else { "" };
                let times = [window.first_start, window.last_start].map(|it| it.to_string());
                json!([times[0], times[1], class])
            };
            let expected: Vec<Value> = windows.iter().enumerate().map(row).collect();
            assert_eq!(shown, json!(expected), "{query:?}, provider {index}");
            several += usize::from(windows.len() > 1);
            endless += usize::from(windows.iter().any(|it| it.last_start == i64::MAX));
            folded += usize::from(page.count(&format!("#more-windows-{index}")) == 1);
        }
    }
    // The queries are no good if they all end alike.
    assert!(several >= 3 && endless >= 3 && folded >= 1, "{several}, {endless}, {folded}");
}

#[test]
fn the_cursor_steps_from_event_to_event() {
    let page = scene::open();
    scene::show(&page, "slots");
    let run = scene::sample_run();
    let cursor = || {
        page.settle();
        let value = page.execute("return document.querySelector('#cursor-number').value");
        value.as_str().unwrap().parse::<i64>().unwrap()
    };
    // A field shows what was typed for as long as it has the focus.
    page.click("#cursor-number");
    page.set_value("#cursor-number", 400_000);
    let mut events: Vec<i64> = run.schedule.outcomes.iter().flat_map(|it| [it.start, it.end]).collect();
    events.extend(run.jobs.iter().map(|job| job.submit));
    events.sort_unstable();
    page.click("#cursor-forth");
    let next = events.iter().copied().find(|&time| time > 400_000).unwrap();
    assert_eq!(cursor(), next);
    page.click("#cursor-back");
    let before = events.iter().copied().rfind(|&time| time < next).unwrap();
    assert_eq!(cursor(), before);
}

#[test]
fn every_provider_has_its_picture() {
    let page = scene::open();
    scene::show(&page, "slots");
    for (preset, providers) in [("4x64", 4), ("1x128", 1)] {
        page.click(&format!("[data-testid=preset-{preset}]"));
        page.wait_until_with(
            "return document.querySelectorAll('.slot-picture svg').length === arguments[0]",
            [providers],
        );
        let empty = page.execute(
            "return [...document.querySelectorAll('.slot-picture svg')]
                .filter(it => it.querySelectorAll('text, rect, path, polyline').length < 10).length",
        );
        assert_eq!(empty, Value::from(0));
    }
}
