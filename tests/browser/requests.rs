//! The forms of reservation requests: by their controls, and listed one by one in a file.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::workload::reserve::{ListedRequest, RequestKind};

use crate::command::{self, Folder};
use crate::harness::Page;
use crate::scene;

/// Of the sample's 1,000 jobs, and one that it does not have.
const LIST: &str = "job,ready,deadline\r\n\
    3,100000,190000\r\n\
    17,50000,60000\r\n\
    400,600000,700000\r\n\
    5000,1,2\r\n";

/// A log with a job 3.
const SMALL: &[u8] = b"; MaxProcs: 8\n3 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";

fn listed() -> Scenario {
    let request = |(job, ready, deadline)| ListedRequest { job, ready, deadline, best_effort: None };
    let requests = [(3, 100_000, 190_000), (17, 50_000, 60_000), (400, 600_000, 700_000), (5000, 1, 2)];
    let mut scenario = Scenario::default();
    scenario.workload.reservations.request = RequestKind::Listed;
    scenario.workload.reservations.listed = requests.map(request).into();
    scenario
}

#[track_caller]
fn wait_for(page: &Page, scenario: &Scenario) {
    scene::wait_for(page, &report(&scene::run(scenario, &scene::sample())));
}

#[test]
fn a_dropped_list_makes_its_jobs_the_reservations() {
    let folder = Folder::new();
    let page = scene::open();
    page.drop_bytes("requests.csv", LIST.as_bytes());
    wait_for(&page, &listed());
    page.wait_for_text(".notice", "requests.csv: 4 reservations listed, 3 of them for selected jobs.");
    page.wait_for("#requests[data-listed='4'][data-found='3']");
    page.wait_for_text("#requests", "3 for selected jobs");
    let shown = scene::exported_text(&page, "scenario", ".json");
    assert_eq!(shown, command::json(&listed()) + "\n");
    // The command line takes the same file.
    let usual = command::json(&Scenario::default());
    let [scenario, list] = [("usual.json", usual.as_str()), ("requests.csv", LIST)]
        .map(|(name, text)| folder.file(name, text))
        .map(|path| path.to_str().expect("a plain path").to_owned());
    let log = folder.sample();
    let log = log.to_str().expect("a plain path");
    let native = command::slotscope(&["run", &scenario, log, "--requests", &list]);
    let native = String::from_utf8(native).expect("a report");
    let in_browser = scene::exported_text(&page, "report", ".json");
    assert_eq!(command::without_log(&in_browser), command::without_log(&native));
    // It is another log's list now, which may be meant.
    page.drop_bytes("small.swf", SMALL);
    page.wait_for_text(".notice", "The listed reservations stay.");
    page.wait_for("#requests[data-listed='4'][data-found='1']");
    page.press("Control+z");
    wait_for(&page, &listed());
    page.press("Control+z");
    wait_for(&page, &Scenario::default());
    page.wait_for_none("#requests");
}

#[test]
fn a_list_can_be_chosen_replaced_and_cleared() {
    let folder = Folder::new();
    let page = scene::open();
    page.click("label[for=request-kind-2]");
    let mut scenario = listed();
    scenario.workload.reservations.listed = [].into();
    wait_for(&page, &scenario);
    page.wait_for("#requests[data-listed='0']");
    page.wait_for_none("#requests-clear");
    page.send_file("#requests-file", &folder.file("all.csv", LIST));
    wait_for(&page, &listed());
    page.wait_for("#requests[data-found='3']");
    // A list that is dropped takes the place of the one before.
    page.drop_bytes("one.txt", b"3,100000,190000");
    page.wait_for_text("#notices", "one.txt: 1 reservation listed, all for selected jobs.");
    page.wait_for("#requests[data-listed='1'][data-found='1']");
    page.press("Control+z");
    wait_for(&page, &listed());
    // The percentage and the list do not know of each other.
    page.click("label[for=request-kind-0]");
    wait_for(&page, &Scenario::default());
    page.set_value("#ar-percent", 55);
    page.click("label[for=request-kind-2]");
    wait_for(&page, &listed());
    // Only some jobs are taken.
    page.execute("document.querySelector('#jobs-taken').open = true", &[]);
    page.set_value("#last-job", 20);
    page.wait_for("#requests[data-listed='4'][data-found='2']");
    page.click("#requests-clear");
    page.wait_for("#requests[data-listed='0']");
}

#[test]
fn a_broken_list_says_what_is_wrong_and_loses_nothing() {
    let page = scene::open();
    page.drop_bytes("requests.csv", LIST.as_bytes());
    wait_for(&page, &listed());
    page.wait_for("#requests[data-found='3']");
    page.click(".notice button.icon");
    for (name, text, why) in [
        ("late.csv", "job,ready,deadline\n1,5,3\n", "line 2: ready is 5"),
        ("twice.txt", "1,0,9\n\n1,0,9\n", "line 3: job 1 is listed in line 1"),
        ("half.csv", "1,0\n", "line 1: two columns"),
        ("columns.csv", "id,start,end\n1,0,5\n", "job,ready,deadline"),
        ("points.csv", "1;0;5\n", "job,ready,deadline"),
        ("none.csv", "job,ready,deadline\n", "no job"),
        ("<b>.csv", "1,0,x", "whole number of seconds"),
    ] {
        page.drop_bytes(name, text.as_bytes());
        page.wait_for_text(".notice.failed", &format!("{name} is not a list of requests"));
        page.wait_for_text(".notice.failed", why);
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    wait_for(&page, &listed());
    page.wait_for("#requests[data-listed='4'][data-found='3']");
}

#[test]
fn a_share_cannot_vary_where_reservations_are_listed() {
    let page = scene::open();
    page.drop_bytes("requests.csv", LIST.as_bytes());
    page.wait_for("#requests[data-found='3']");
    page.click(".notice button.icon");
    scene::show(&page, "curves");
    page.click("#curves-run");
    page.wait_for_text(".notice.failed", "no share to vary");
    assert_eq!(page.count("#curves-done"), 0);
}
