//! Why a job waited, why processors are idle: the card beside the Gantt chart, and who is outlined.

use serde_json::Value;
use slotscope::chart::gantt::hit;
use slotscope::chart::{GanttIndex, Theme};
use slotscope::criteria::report;
use slotscope::experiment::{Run, Scenario};
use slotscope::page::wait_words;
use slotscope::workload;
use slotscope::workload::testing::drawn;

use crate::cases::{Case, cases};
use crate::harness::Page;
use crate::{picture, scene};

const CANVAS: &str = "#gantt-canvas";

/// Loads a case's log and its scenario, and waits for the run.
#[track_caller]
fn take(page: &Page, case: &Case) -> Run {
    let log = workload::read("case.swf", case.log().as_bytes()).expect("a log");
    let scenario = Scenario::from_json(case.scenario().as_bytes()).expect("a scenario");
    let run = scene::run(&scenario, &log.workload);
    page.drop_bytes("case.swf", case.log().as_bytes());
    page.wait_for_text(".notice:last-child", "case.swf");
    page.drop_bytes("case.json", case.scenario().as_bytes());
    scene::wait_for(page, &report(&run));
    page.wait_until_with(
        "const jobs = Number(arguments[0]);
         return document.body.dataset.state === 'idle'
             && document.getElementById('spent').dataset.jobs === String(jobs)",
        [run.jobs.len()],
    );
    run
}

/// Chooses a job in the table, which leads to the chart and the card.
#[track_caller]
fn choose(page: &Page, number: u64) {
    scene::show(page, "jobs");
    page.set_value("#job-filter", "");
    page.wait_for(&format!("#job-table .row[aria-rowindex='{}']", number + 1));
    page.click(&format!("#job-table .row[aria-rowindex='{}']", number + 1));
    page.wait_for("#view-gantt");
    page.wait_for(&format!("#explained[data-job='{number}'][data-state=told]"));
}

/// The numbers of the jobs that the chart outlines as blockers.
#[track_caller]
fn outlined(page: &Page, run: &Run) -> Vec<u64> {
    page.settle();
    let said = page.execute_with("return document.querySelector(arguments[0]).dataset.blockers", [CANVAS]);
    said.as_str()
        .unwrap_or_default()
        .split_whitespace()
        .map(|it| run.jobs[it.parse::<usize>().expect("an index")].id)
        .collect()
}

#[track_caller]
fn check(page: &Page, case: &Case) {
    let run = take(page, case);
    choose(page, case.job);
    // The last reason that was given by then.
    let first = page.execute_with(
        "const rows = [...document.querySelectorAll('#explained-log [data-reason]')];
         const by_then = rows.filter(row => Number(row.dataset.first) <= arguments[0]);
         const row = by_then[by_then.length - 1];
         row.querySelector('.when').click();
         return row.dataset.first",
        [case.at],
    );
    let first = first.as_str().expect("a time").to_owned();
    let row = format!("#explained-log .marked[data-first='{first}']");
    page.wait_for(&format!("{row}[data-reason='{}']", case.reason));
    let said = page.text(&row);
    for &blocker in &case.blockers {
        let is_reservation = run.jobs[blocker as usize - 1].is_reservation();
        let name = if is_reservation { format!("reservation R{blocker}") } else { format!("job {blocker}") };
        assert!(said.contains(&name), "{}: {name} is not in: {said}", case.name);
    }
    let mut blockers = case.blockers.clone();
    blockers.sort_unstable();
    assert_eq!(outlined(page, &run), blockers, "{}", case.name);
    let pixels = picture::pixels_of(page, CANVAS, &[Theme::light().blocker]);
    assert_eq!(pixels > 0, !blockers.is_empty(), "{}", case.name);
}

#[test]
fn the_true_blockers_are_named_and_outlined_under_every_policy() {
    let page = scene::open();
    for case in drawn(&cases()) {
        check(&page, case);
    }
}

#[test]
fn of_a_long_log_the_last_reason_is_in_sight() {
    let page = scene::open();
    let run = scene::sample_run();
    let waited = |at: &usize| run.schedule.outcomes[*at].start - run.jobs[*at].submit;
    let batch = (0..run.jobs.len()).filter(|&at| !run.jobs[at].is_reservation());
    let longest = batch.max_by_key(waited).expect("a batch job");
    let number = run.jobs[longest].id;
    scene::show(&page, "jobs");
    page.set_value("#job-filter", number.to_string());
    page.wait_for_text("#job-count-shown", " of");
    page.settle();
    page.click("#job-table .row[aria-rowindex='2']");
    page.wait_for(&format!("#explained[data-job='{number}'][data-state=told]"));
    page.wait_until(
        "const list = document.getElementById('explained-log');
         const [outer, row] = [list, list.querySelector('.marked')].map(it => it.getBoundingClientRect());
         return list.scrollHeight > 2 * list.clientHeight
             && row.top >= outer.top - 1 && row.bottom <= outer.bottom + 1",
    );
    let shares = wait_words::shares(&run, longest, true, None);
    assert!(page.text("#waited").contains(&wait_words::line(&shares)));
    assert_eq!(page.count("#waited .waited-bar i"), shares.len());
    // A name in the row leads to that job's own life.
    let index = page.execute(
        "const name = document.querySelector('#explained-log .marked .named');
         name.click();
         return name.dataset.index",
    );
    let index: usize = index.as_str().expect("an index").parse().expect("a number");
    let other = run.jobs[index].id;
    page.wait_for(&format!("#explained[data-job='{other}'][data-state=told]"));
}

/// A place of the canvas over idle processors, in the middle of the gap, and the first time at it.
fn gap(page: &Page, run: &Run, after: i64) -> (f64, f64) {
    let (plot, sight) = scene::seen(page, CANVAS);
    let index = GanttIndex::new(run);
    let size = (plot.width, plot.height);
    let places = (0..40).flat_map(|x| (0..40).map(move |y| (x, y)));
    let place =
        places.map(|(x, y)| (plot.width * f64::from(x) / 40.0, plot.height * f64::from(y) / 40.0)).find(|&(x, y)| {
            let found = hit::gap_at(&index, &sight, size, (x, y));
            let is_clear = hit::job_at(&index, &sight, size, (x, y)).is_none();
            is_clear && found.is_some_and(|(time, _)| time > after)
        });
    let (x, y) = place.expect("a gap");
    (plot.left + x, plot.top + y)
}

#[test]
fn a_click_on_a_gap_says_why_it_is_idle() {
    let page = scene::open();
    let case = &cases()[0];
    let run = take(&page, case);
    // One processor is idle while job 2 waits for job 1, and job 3 waits behind it.
    let (x, y) = gap(&page, &run, 3);
    page.click_at(CANVAS, x, y);
    page.wait_for("#explained[data-state=told] #explained-gap");
    let said = page.text("#explained-gap");
    for fact in [
        "2 jobs wait at provider 1",
        "job 2: needs 2, 1 free; job 1 takes 3",
        "job 3: behind job 2, which needs 2, 1 free; job 1 takes 3",
    ] {
        assert!(said.contains(fact), "{fact} is not in: {said}");
    }
    assert_eq!(outlined(&page, &run), [1, 2]);
    // A name leads to its job; Escape closes the card, and nobody is outlined any more.
    page.click("#explained-gap .named[data-index='1']");
    page.wait_for("#explained[data-job='2'][data-state=told]");
    page.wait_for_text("#explained-log", "starts on 2 of provider 1");
    page.press("Escape");
    page.wait_for_none("#explained");
    assert_eq!(outlined(&page, &run), Vec::<u64>::new());
    let blocker = [Theme::light().blocker];
    assert_eq!(picture::pixels_of(&page, CANVAS, &blocker), 0);
}

#[test]
fn a_click_on_a_bar_explains_it_and_another_scenario_explains_it_anew() {
    let page = scene::open();
    let case = cases().into_iter().find(|it| it.name.starts_with("EASY"));
    let case = case.expect("a case under EASY");
    let run = take(&page, &case);
    // Job 3 is the third of the bars from below and the last to end: found by asking the canvas.
    let index = GanttIndex::new(&run);
    page.settle();
    let number: Vec<f64> =
        page.read_with("return document.querySelector(arguments[0]).dataset.plot.split(' ').map(Number)", [CANVAS]);
    let (width, height) = (number[2], number[3]);
    let piece = index.pieces.iter().position(|it| it.job == 2);
    let bar = hit::Hit { job: 2, piece: piece.expect("a bar") };
    let area = hit::area_of(&index, &index.whole(), (width, height), bar).expect("in sight");
    let middle = (area.left + area.width / 2.0, area.top + area.height / 2.0);
    page.click_at(CANVAS, number[0] + middle.0, number[1] + middle.1);
    page.wait_for("#explained[data-job='3'][data-state=told]");
    page.wait_for("#explained-log [data-reason=would_delay]");
    // Without promises nobody holds it back.
    page.set_value("#queue-policy", "FCFS with backfilling");
    page.wait_for("#explained[data-job='3'][data-state=told]");
    page.wait_for_none("#explained-log [data-reason]");
    page.wait_for_text("#explained-log", "starts on 1 of provider 1");
    page.click("#explained-close");
    page.wait_for_none("#explained");
    let state = page.execute("return document.body.dataset.state");
    assert_eq!(state, Value::from("idle"));
}

/// The share of each part of a bar, in percent, with its class.
#[track_caller]
fn parts_of(page: &Page, bar: &str) -> Vec<(String, i64)> {
    page.read_with(
        "const bar = document.querySelector(arguments[0]);
         const wide = bar.getBoundingClientRect().width;
         return [...bar.children].map(it => [it.className, Math.round(100 * it.getBoundingClientRect().width / wide)])",
        [bar],
    )
}

#[test]
fn the_parts_of_bars_are_as_long_as_what_they_stand_for() {
    let page = scene::open();
    // The second job waits 100 minutes, and runs for 30.
    let log = "; MaxProcs: 8\n1 0 0 6000 8 -1 -1 8 6000 -1 1 1 1 1 1 1 -1 -1\n\
               2 0 6000 1800 8 -1 -1 8 1800 -1 1 1 1 1 1 1 -1 -1\n";
    page.drop_bytes("two.swf", log.as_bytes());
    page.wait_for_text("#workload-name", "two.swf");
    choose(&page, 2);
    let part = |name: &str, share| (name.to_owned(), share);
    assert_eq!(parts_of(&page, ".life-bar"), [part("before", 77), part("ran", 23)]);
    assert_eq!(parts_of(&page, ".waited-bar"), [part("earlier-jobs", 100)]);
    // Shares of wide bars in the table of providers.
    scene::show(&page, "summary");
    let shares: Vec<(f64, f64)> = page.read(
        "return [...document.querySelectorAll('.bar-cell .bar')].map(it => [
             Number(getComputedStyle(it).getPropertyValue('--share')), it.getBoundingClientRect().width])",
    );
    assert!(!shares.is_empty());
    for (share, width) in shares {
        assert!((0.0..=1.0).contains(&share) && (width - 72.0).abs() < 1.0, "{share}, {width} px");
    }
}
