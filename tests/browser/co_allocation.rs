//! Co-allocation on the page, inside.

use serde_json::json;

use crate::harness::Page;
use crate::scene;
use slotscope::availability::idle_periods::steps::{self, Asked, SlotSearch, example};
use slotscope::availability::idle_periods::{Selection, ServerSet};
use slotscope::criteria::report;
use slotscope::experiment::{Run, Scenario, System};
use slotscope::system::co_allocation::{CoAllocation, idle_at, idle_before};

/// The scenario of the first visit under co-allocation with its usual settings.
fn scenario() -> Scenario {
    Scenario { system: System::of_key("co_allocation").expect("a system"), ..Scenario::default() }
}

/// The page with the sample under co-allocation, at its inside view.
fn open_inside() -> (Page, Run) {
    let page = scene::open();
    page.set_value("#system", "Co-allocation");
    let run = scene::run(&scenario(), &scene::sample());
    scene::wait_for(&page, &report(&run));
    scene::show(&page, "slots");
    page.wait_for("#idle-periods");
    (page, run)
}

fn steps(page: &Page) -> Vec<String> {
    page.read("return [...document.querySelectorAll('#search-steps li')].map(it => it.textContent)")
}

#[test]
fn the_papers_example_goes_step_by_step() {
    let (page, _) = open_inside();
    page.click("label[for=idle-of-1]");
    let (periods, slot, asked) = example();
    let search = SlotSearch::of(&periods, slot, &asked, Selection::LatestStart);
    let name = |time: i64| time.to_string();
    let expected: Vec<String> = search.steps.iter().map(|step| steps::step(&search, &asked, step, &name)).collect();
    assert_eq!(steps(&page), expected);
    assert_eq!(page.text("#query-answer"), "Servers 1–2");
    page.click("#step-first");
    page.wait_for("#idle-periods[data-step='0']");
    for step in 1..=expected.len() {
        page.click("#step-forth");
        page.wait_for(&format!("#idle-periods[data-step='{step}']"));
        assert_eq!(page.text("#search-steps .current"), expected[step - 1]);
    }
    page.click("#step-back");
    page.wait_for(&format!("#idle-periods[data-step='{}']", expected.len() - 1));
    // Three servers are not idle long enough: what there is instead is said.
    page.set_value("#idle-servers", 3);
    page.wait_for_text("#query-answer", "No place at this start: 2 of 3");
    assert!(page.text("#idle-throughout").ends_with("2 servers: 1–2"));
}

#[test]
fn what_is_typed_is_searched_for_among_the_runs_own_idle_periods() {
    let (page, run) = open_inside();
    let settings = CoAllocation::of(&scenario().system).cloned().expect("its settings");
    for (cursor, start, length, servers) in
        [(200_000, None, 3_600, 4), (400_000, None, 36_000, 60), (400_000, Some(410_000), 600, 100)]
    {
        page.set_value("#cursor-number", cursor);
        match start {
            Some(start) => page.set_value("#idle-start", start),
            None => page.set_value("#idle-start", ""),
        }
        page.set_value("#idle-length", length);
        page.set_value("#idle-servers", servers);
        let mut asked = Asked { start: start.unwrap_or(cursor), length, servers };
        let periods = idle_at(&run, cursor);
        for _ in 0..3 {
            let search = SlotSearch::of(&periods, settings.slot, &asked, settings.selection);
            let answer = steps::outcome(&search, &asked);
            page.wait_until_with(
                "return document.querySelector('#query-answer').textContent === arguments[0]
                    && document.querySelector('#idle-periods').dataset.steps === arguments[1]",
                (answer, search.steps.len().to_string()),
            );
            if search.chosen().is_some() {
                break;
            }
            page.click("#idle-later");
            asked.start += settings.step;
        }
    }
}

/// The servers that a job has in a run.
fn servers_of(run: &Run, place: usize) -> ServerSet {
    let servers = run.schedule.bars_of(place).iter().flat_map(|it| it.first_processor..=it.last_processor);
    ServerSet::of(servers.collect())
}

/// A job of a few servers for which more were idle, its place, and others of them than it has.
fn job_with_a_choice(run: &Run, step: i64) -> (usize, ServerSet) {
    let of = |place: usize| {
        let job = &run.jobs[place];
        let start = run.schedule.outcomes[place].start;
        if !(2..=6).contains(&job.processors) || start > job.submit + step {
            return None;
        }
        let idle = idle_before(run, place).into_iter().filter(|it| it.is_feasible(start, start + job.run_time));
        let own = servers_of(run, place);
        let others: Vec<u32> = idle.map(|it| it.server).filter(|&it| !own.contains(it)).collect();
        let count = job.processors as usize;
        (start == job.submit && others.len() >= count)
            .then(|| (place, ServerSet::of(others[others.len() - count..].to_vec())))
    };
    (run.jobs.len() / 2..run.jobs.len()).find_map(of).expect("a job with a choice")
}

#[test]
fn the_servers_of_a_request_are_chosen_of_those_that_are_idle() {
    let (page, run) = open_inside();
    let (place, wanted) = job_with_a_choice(&run, 900);
    let job = run.jobs[place].id;
    page.set_value("#idle-job", job);
    let got = servers_of(&run, place);
    page.wait_for(&format!("#job-servers[data-servers='{got}']"));
    assert!(page.text("#job-servers").ends_with("by the selection."));
    let disabled = |css: &str| {
        let script = format!("return document.querySelector('{css}').disabled");
        page.execute(&script) == json!(true)
    };
    // One too few is no choice.
    let first = got.iter().next().expect("a server");
    page.click(&format!(".server-buttons [aria-label='Server {first}']"));
    page.wait_until("return document.querySelector('#commit-servers').disabled");
    let numbers: Vec<String> = wanted.iter().map(|it| it.to_string()).collect();
    page.set_value("#picked-servers", numbers.join(", "));
    page.wait_until("return !document.querySelector('#commit-servers').disabled");
    page.click("#commit-servers");
    let mut chosen: Scenario = scenario();
    CoAllocation::of_mut(&mut chosen.system).choose(job, Some(&wanted));
    let after = scene::run(&chosen, &scene::sample());
    assert_eq!(servers_of(&after, place), wanted);
    scene::wait_for(&page, &report(&after));
    page.wait_for(&format!("#job-servers[data-servers='{wanted}']"));
    assert!(page.text("#job-servers").ends_with("as you chose."));
    assert!(disabled("#commit-servers"));
    // The link keeps it, the panel lists it and takes it away; undo brings it back.
    let shown = scene::exported_text(&page, "scenario", ".json");
    assert_eq!(serde_json::from_str::<Scenario>(&shown).expect("a scenario"), chosen);
    scene::show(&page, "slots");
    page.unfold("#chosen-servers-0-remove");
    page.click("#chosen-servers-0-remove");
    scene::wait_for(&page, &report(&run));
    page.click("#undo");
    scene::wait_for(&page, &report(&after));
    page.set_value("#idle-job", 4_000_000);
    page.wait_for_text("#job-servers", "Job 4000000 is not among the selected jobs.");
}

/// Three jobs on sixteen processors: the third needs all of them, and is tried five times.
const LOG: &[u8] = b"; MaxProcs: 16\n\
    1 0 0 3600 4 -1 -1 4 3600 -1 1 1 1 1 1 1 -1 -1\n\
    2 0 0 1800 8 -1 -1 8 1800 -1 1 1 1 1 1 1 -1 -1\n\
    3 600 0 1200 16 -1 -1 16 1200 -1 1 1 1 1 1 1 -1 -1\n";

#[test]
fn the_player_tells_of_attempts() {
    let page = scene::open();
    page.drop_bytes("small.swf", LOG);
    page.wait_for_text("#workload-name", "small.swf");
    page.set_value("#system", "Co-allocation");
    page.wait_until_idle();
    scene::show(&page, "play");
    page.set_value("#play-scrub", 600.0);
    page.wait_for("#play-decisions[data-time='600'][data-state=told]");
    let said = page.text("#play-decisions");
    let attempt = "attempt 4 at 00:55:00: 12 of 16 servers idle until 01:15:00";
    assert!(said.contains(attempt), "{said}");
}
