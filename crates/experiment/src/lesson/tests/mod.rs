//! The lessons that come with the page are whole and right, and a broken one says where.

use std::collections::BTreeSet;

mod questions;

use super::shelf::SHELF;
use super::*;
use ::workload::testing::{assert_told, changed, rows};
use scheduling::availability::proposition_1::smallest_counterexample;

fn text_of(id: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/lessons");
    std::fs::read_to_string(format!("{folder}/{id}.json")).expect("a lesson")
}

fn built_in() -> Vec<Lesson> {
    let read = |id: &str| match Lesson::from_json(text_of(id).as_bytes()) {
        Ok(lesson) => lesson,
        Err(why) => panic!("{id}: {why}"),
    };
    SHELF.iter().map(|card| read(card.id)).collect()
}

#[test]
fn the_list_says_what_the_files_say() {
    for (card, lesson) in SHELF.iter().zip(built_in()) {
        let said = (card.id, card.title, card.summary, card.minutes);
        let [id, title, summary] = [&lesson.id, &lesson.title, &lesson.summary].map(String::as_str);
        assert_eq!(said, (id, title, summary, lesson.minutes));
        assert!(looks_like_one(text_of(card.id).as_bytes()));
    }
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/lessons"));
    assert_eq!(files.expect("a folder").count(), SHELF.len());
}

#[test]
fn jobs_with_gpus_are_the_same_as_a_table() {
    let job = |gpus, submit, limit| Job { submit, size: 2, gpus, run: 30, limit, ready: None, deadline: None };
    let jobs = [job(0, 0, None), job(4, 5, Some(60)), job(1, 5, None)];
    let (table, mapping) = jobs_table(&jobs);
    let of_table = ::workload::read_with("lesson.csv", table.as_bytes(), &mapping).expect("a table").workload;
    let of_jobs = workload(&jobs);
    // The readers of tables know that a job that has completed was not killed.
    let told = |of: &::workload::Workload| -> Vec<_> {
        of.records().iter().map(|it| ::workload::Record { killed_at_limit: None, ..*it }).collect()
    };
    assert_eq!(told(&of_table), told(&of_jobs));
    for (place, gpus) in [0, 4_000, 1_000].into_iter().enumerate() {
        let [table, jobs] = [&of_table, &of_jobs].map(|it| it.log().and_then(|it| it.resources.of(place)));
        assert_eq!(table, jobs);
        assert_eq!(table.map_or(0, |it| it.gpus), gpus);
    }
}

#[test]
fn paths_fill_the_time_of_a_class() {
    for path in shelf::PATHS {
        let minutes = path.lessons.iter().map(|id| shelf::card(id).expect(id).minutes);
        let minutes: u32 = minutes.sum();
        assert!(minutes <= path.minutes && 10 * minutes >= 9 * path.minutes, "{minutes}");
    }
}

#[test]
fn no_lesson_says_where_on_the_screen_things_are() {
    // Text and chart stand side by side on a wide screen, one after the other on a narrow one.
    let places = "on the left|the left |on the right|the right one|to the right|beneath|below|underneath|at the side|\
        above you|the panel";
    for card in SHELF {
        let text = text_of(card.id).to_lowercase();
        for place in places.split('|') {
            assert!(!text.contains(place), "{}: “{place}”", card.id);
        }
    }
}

#[test]
fn every_picture_of_a_lesson_has_a_name_of_its_own() {
    for lesson in built_in() {
        for step in &lesson.steps {
            let captions = step.show.captions(&step.title);
            let pictures = match &step.show {
                Show::Schedule(it) => it.plans.len().max(1),
                Show::Curve(it) => it.criteria.len(),
                Show::Binding(_) | Show::RangeSearch(_) => 2,
                Show::Messages(_) => 3,
                Show::Slots(_) | Show::Generate(_) | Show::Search(_) | Show::Planning(_) => 1,
            };
            let distinct: BTreeSet<&String> = captions.iter().collect();
            assert_eq!((captions.len(), distinct.len()), (pictures, pictures));
            assert!(captions.iter().all(|it| !it.ends_with([' ', ':'])), "{captions:?}");
        }
    }
}

#[test]
fn every_built_in_lesson_has_three_to_eight_steps() {
    for lesson in built_in() {
        assert!((3..=8).contains(&lesson.steps.len()), "{}", lesson.id);
    }
}

#[test]
fn the_lesson_on_binding_shows_the_smallest_counterexample() {
    let lessons = built_in();
    let lesson = lessons.iter().find(|it| it.id == "dynamic-binding");
    let Show::Binding(shown) = &lesson.expect("a lesson").steps[1].show else {
        panic!("its second step shows a binding");
    };
    let smallest = smallest_counterexample().expect("there is one");
    assert_eq!(bound(shown, shown.reservations.len()), smallest);
}

/// Asserts the error of a lesson with a piece of its text replaced. A row: the piece, its replacement, the error.
#[track_caller]
fn assert_refused(id: &str, table: &str) {
    for [piece, other, told] in rows(table) {
        let text = changed(&text_of(id), &piece, &other);
        assert_told(Lesson::from_json(text.as_bytes()).unwrap_err().0, &told, &other);
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    assert_refused(
        "backfilling",
        "\"lesson\": 1 | \"lesson\": 2 | …version 2…
        \"id\": \"backfilling\" | \"id\": \"../x\" | …id: \"../x\"…
        \"minutes\": 7 | \"minute\": 7 | …there is no field `minute`…
        \"size\": 3, \"run\": 30 } | \"size\": 0, \"run\": 30 } | …step 1: jobs[0].size…
        \"queue\": \"fcfs\" | \"queue\": \"lifo\" | …`lifo` is none of…
        \"platform\": [4] | \"platform\": [] | …step 1: show: platform…
        \"sets\": [\"jobs.0.size\"] | \"sets\": [\"jobs.9.size\"] | \
        …step 2: controls: jobs.9.size: there is no field \"9\"…
        \"values\": [1, 2, 3, 4] | \"values\": [1, 2, 3, 0] | \
        …step 2: controls[0] (Size of job 1): values[3]: jobs[0].size…
        \"scenario.system.two_level.local.queue\": \"fcfs\" | \"scenario.system.none\": 1 | \
        …step 3: scenario.system.none: there is no field…
        \"is\": 26 | \"is\": null | …a number is needed, not null…
        \"minutes\": 7, | \"minutes\": 7; | …line 6…",
    );
}

#[test]
fn lessons_are_told_from_scenarios_and_logs() {
    assert!(looks_like_one(b"\xef\xbb\xbf  { \n \"lesson\" : 1, oops"));
    for other in [&b"{\"seed\": 1}"[..], b"{}", b"; lesson: 1", b"", b"[\"lesson\": 1]"] {
        assert!(!looks_like_one(other));
    }
}

#[test]
fn a_lesson_of_too_many_runs_is_refused() {
    assert_refused("reservations-hurt", "\"seeds\": 2 | \"seeds\": 4000000000 | …step 5: show.curve…");
}

#[test]
fn jobs_with_a_ready_time_are_the_reservations() {
    let lessons = built_in();
    let lesson = lessons.iter().find(|it| it.id == "reservations-hurt");
    let shots = lesson.expect("a lesson").steps[0].show.shots().unwrap();
    for (shot, reserved) in [(&shots[0], &[3][..]), (&shots[1], &[])] {
        let run = crate::run(&shot.scenario, &workload(&shot.jobs)).unwrap();
        let found = run.jobs.iter().filter(|it| it.is_reservation());
        assert!(found.map(|it| it.id).eq(reserved.iter().copied()), "{reserved:?}");
    }
}

#[test]
fn what_is_wrong_with_a_task_batch_is_said_with_its_place() {
    assert_refused(
        "what-a-lease-saves",
        "\"task\": \"b\", \"start\": 100, \"end\": 200 | \"task\": \"b\", \"start\": 100, \"end\": 100 | \
        …step 1: tasks[1]: task b: end 100 is not after start 100…
        \"task\": \"b\", \"start\": 100 | \"task\": \"a\", \"start\": 100 | \
        …step 1: tasks[1]: there is a task a already…
        \"b\", \"start\": 100, \"end\": 200, \"load\": 60 | \"b\", \"start\": 100, \"end\": 200, \"load\": 101 | \
        …step 1: tasks[1]: task b: load…
        \"b\", \"start\": 100, \"end\": 200, \"load\": 60 | \
        \"b\", \"start\": 100, \"end\": 200, \"load\": 60, \"size\": 1 | …there is no field `size`…
        \"agents\": [2] | \"agents\": [3] | …step 1: show: system.broker.agents: 3 nodes in all…
        \"refused_tasks\", \"expired_offers\" | \"refused_tasks\", \"failures\" | \
        …step 4: criteria: failures is no measure of Broker…
        \"refused_tasks\", \"expired_offers\" | \"refused_tasks\", \"mood\" | \
        …\"mood\" is no criterion and no measure of a system…
        \"system\": {\"broker\": {\"agents\": [2], \"brokers\": 2, \"latency\": 2, \"lease\": null}} | \
        \"system\": {\"two_level\": {}} | …step 1: …",
    );
    let text = text_of("what-a-lease-saves");
    let tasks = text.find("\"tasks\": [").expect("tasks");
    let end = tasks + text[tasks..].find(']').expect("their end");
    let none = format!("{}\"tasks\": [{}", &text[..tasks], &text[end..]);
    let why = Lesson::from_json(none.as_bytes()).unwrap_err().0;
    assert!(why.contains("step 1: tasks: there is none"), "{why}");
}

#[test]
fn the_table_of_a_chart_is_its_workload() {
    let tasks: Vec<Task> = serde_json::from_str(
        r#"[{"task": "a, b", "start": 5, "end": 9, "load": 7, "cluster": "left"},
            {"task": "c", "start": 6, "end": 7, "load": 8, "cluster": "right", "submit": 2},
            {"task": "d", "start": 6, "end": 7, "load": 8, "cluster": "left"}]"#,
    )
    .expect("tasks");
    let read = workload::read("tasks.csv", tasks_table(&tasks).as_bytes()).expect("a batch");
    let read = read.workload.batch().expect("tasks");
    assert_eq!(read.clusters, ["left", "right"]);
    let found = read.tasks.iter().map(|it| (&*it.name, it.start, it.end, it.load, it.submit, it.cluster));
    let cluster = |it: &Task| Some(u32::from(it.cluster.as_deref() == Some("right")));
    let expected = tasks.iter().map(|it| (&*it.task, it.start, it.end, it.load, it.submit, cluster(it)));
    assert_eq!(Vec::from_iter(found), Vec::from_iter(expected));
}
