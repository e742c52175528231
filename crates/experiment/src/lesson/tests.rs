//! The lessons that come with the page are whole and right, and a broken one says where.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::shelf::SHELF;
use super::*;
use scheduling::availability::proposition_1::smallest_counterexample;
use workload::testing::{assert_told, changed, rows};

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
    let read = workload::read("tasks.csv", tasks_table(&tasks).as_bytes()).expect("a batch").workload;
    let read = read.batch().expect("tasks");
    assert_eq!(read.clusters, ["left", "right"]);
    let found = read.tasks.iter().map(|it| (&*it.name, it.start, it.end, it.load, it.submit, it.cluster));
    let cluster = |it: &Task| Some(u32::from(it.cluster.as_deref() == Some("right")));
    let expected = tasks.iter().map(|it| (&*it.task, it.start, it.end, it.load, it.submit, cluster(it)));
    assert_eq!(Vec::from_iter(found), Vec::from_iter(expected));
}

/// The questions of all lessons, with the lesson's id.
fn questions() -> Vec<(String, Question)> {
    let of = |it: Lesson| {
        let id = it.id;
        it.questions.into_iter().map(move |question| (id.clone(), question))
    };
    built_in().into_iter().flat_map(of).collect()
}

#[test]
fn the_right_answers_are_those_that_the_library_computes() {
    for (id, question) in questions() {
        let value = computed(&question).unwrap_or_else(|why| panic!("{id}: {why}"));
        let value = value.unwrap_or_else(|| panic!("{id}: its answer is not computed"));
        let answer = &question.answer;
        assert!(question.agrees(&value), "{id}: {value:?}, {answer:?}");
    }
}

#[test]
fn a_value_that_is_not_the_computed_one_is_noticed() {
    let mut lesson = built_in().remove(0);
    let question = &mut lesson.questions[0];
    question.answer = Answer::Number { is: 27.0, unit: String::new(), within: 0.0 };
    let value = computed(question).unwrap().unwrap();
    assert!(!question.agrees(&value));
}

#[test]
fn one_choice_is_right() {
    assert_refused(
        "grouping",
        ", \"right\": true | | …question: answer.choices…
        \"text\": \"MCT\" | \"right\": true, \"text\": \"MCT\" | …question: answer.choices…",
    );
}

#[test]
fn drawn_values_give_answers_that_the_library_computes() {
    for (id, question) in questions() {
        for number in 0..=20 {
            let variant = question.variant(number);
            let variant = variant.unwrap_or_else(|why| panic!("{id}, {number}: {why}"));
            let value = computed(&variant).expect("a chart that runs").expect("an answer");
            assert!(variant.agrees(&value), "{id}, {number}: {value:?}");
            assert_eq!(variant.show != question.show, number > 0 && !question.draws.is_empty());
            let texts = [&variant.ask, &variant.right, &variant.wrong];
            let hints = variant.slips.iter().map(|it| &it.said);
            for text in texts.into_iter().chain(hints) {
                assert!(question.draws.is_empty() || !text.contains(['{', '}']), "{id}: {text}");
            }
            for slip in &variant.slips {
                assert!(!variant.answer.is_number(slip.is.expect("a number")), "{id}");
            }
        }
    }
}

#[test]
fn the_same_number_asks_the_same_question_and_another_one_another() {
    let drawn = questions().into_iter().filter(|(_, it)| !it.draws.is_empty());
    for (id, question) in drawn {
        let asked = |number| question.variant(number).expect("an answer");
        assert_eq!(asked(3), asked(3), "{id}");
        let different = (1..=20).any(|number| asked(number).answer != asked(0).answer);
        assert!(different, "{id}: always the same answer");
    }
}

/// A lesson with that question, JSON.
fn with(question: &str) -> Result<Lesson, LessonError> {
    let show = json!({ "schedule": {
        "jobs": [{ "size": 3, "run": 30 }, { "submit": 5, "size": 4, "run": 20 }],
        "scenario": { "platform": [4] },
    } });
    let mut asked = json!({
        "ask": "When does job 2 of {jobs.1.size} processors start?", "show": show,
        "answer": { "start": { "job": 2, "is": 30 } },
        "right": "At {answer}.", "wrong": "After job 1.",
        "computed": { "start": { "job": 2 } },
    });
    let fields: serde_json::Map<String, Json> = serde_json::from_str(question).expect("fields");
    asked.as_object_mut().expect("fields").extend(fields);
    let lesson = json!({
        "lesson": 1, "id": "one", "title": "One", "summary": "One.", "minutes": 1,
        "steps": [{ "title": "One", "text": ["One."], "show": show }],
        "questions": [asked, asked],
    });
    Lesson::from_json(lesson.to_string().as_bytes())
}

/// The question of that JSON.
fn question(json: &str) -> Question {
    with(json).expect("a lesson").questions.remove(0)
}

#[test]
fn a_question_is_asked_again_with_drawn_values_in_its_texts_and_hints() {
    let lesson = with(
        r#"{"draws": [{ "sets": ["jobs.0.run"], "values": [30, 40, 50] }],
        "slips": [
            { "is": 5, "said": "Then job 1 still runs." },
            { "computed": { "start": { "job": 2 } }, "set": { "jobs.1.size": 1 },
                "said": "That is a job of one processor, not of {jobs.1.size}." },
            { "computed": { "start": { "job": 2 } }, "said": "This is the answer itself." }
        ]}"#,
    )
    .expect("a lesson");
    let question = &lesson.questions[1];
    let first = question.variant(0).expect("an answer");
    assert_eq!(first.ask, "When does job 2 of 4 processors start?");
    assert_eq!(first.right, "At 30.");
    // The one that would be the answer is left out.
    let hints = first.slips.iter().map(|it| (it.is, it.said.as_str()));
    let expected = ["Then job 1 still runs.", "That is a job of one processor, not of 4."];
    assert_eq!(Vec::from_iter(hints), expected.map(|it| (Some(5.0), it)));
    let start = |number| match question.variant(number).expect("an answer").answer {
        Answer::Start { job: 2, is } => is,
        other => panic!("{other:?}"),
    };
    let starts: BTreeSet<i64> = (1..=20).map(start).collect();
    assert!(starts.into_iter().eq([40, 50]), "other values than those of the file");
}

#[test]
fn one_time_is_not_like_the_one_before() {
    for (id, question) in questions().into_iter().filter(|(_, it)| !it.draws.is_empty()) {
        let asked = |number| question.variant(number).expect("an answer").show;
        for number in 0..12 {
            assert!(asked(number) != asked(number + 1), "{id}, {number}");
        }
    }
}

#[test]
fn values_under_which_the_job_never_starts_are_not_asked() {
    // A job larger than the machine is rejected.
    let question =
        question(r#"{"draws": [{ "sets": ["jobs.1.size"], "values": [3, 4, 9] }], "ask": "When does job 2 start?"}"#);
    for number in 0..6 {
        let answer = question.variant(number).expect("an answer").answer;
        assert!(matches!(answer, Answer::Start { is: 30, .. }), "{answer:?}");
    }
}

#[test]
fn a_drawn_choice_is_the_one_that_is_computed() {
    let question = question(
        r#"{"draws": [{ "sets": ["jobs.0.run"], "values": [30, 40, 50] }],
        "answer": { "choices": [
            { "text": "30 s", "right": true }, { "text": "40 s", "feedback": "Of this file only." }, { "text": "5 s" }
        ] }}"#,
    );
    for number in 1..=10 {
        let Answer::Choices(choices) = question.variant(number).expect("one").answer else {
            panic!("choices stay choices");
        };
        // 50 s is none of the choices.
        assert!(choices.iter().map(|it| it.right).eq([false, true, false]));
        assert!(choices.iter().all(|it| it.feedback.is_empty()));
    }
}

#[test]
fn the_job_that_starts_next_is_computed() {
    let next = |from: i64, job: u64| {
        let computed = format!(r#""computed": {{ "next": {{ "from": {from} }} }}"#);
        question(&format!(r#"{{{computed}, "answer": {{ "job": {{ "is": {job} }} }}}}"#))
    };
    for (from, job) in [(0, 1), (1, 2), (30, 2)] {
        let question = next(from, job);
        let value = computed(&question).expect("a run").expect("a job");
        assert!(question.agrees(&value), "{from}: {value:?}");
    }
    computed(&next(31, 1)).expect_err("no job starts then");
}

#[test]
fn what_is_wrong_with_a_question_is_said_with_its_place() {
    for [question, said] in rows(
        "\"answer\": {\"job\": {\"is\": 3}} | …question 1: answer: there is no job 3…
        \"answer\": {\"start\": {\"job\": 0, \"is\": 3}} | …there is no job 0…
        \"answer\": {\"number\": {\"is\": 3, \"within\": -1}} | …answer.number.within…
        DRAWN[30]}] | …draws[0]: a field in sets and at least two values…
        DRAWN[30, \"x\"]}] | …draws[0]: jobs.0.run…
        DRAWN[30, 40]}], \"computed\": null | …draws: computed is needed…
        \"slips\": [{\"said\": \"No.\"}] | …slips[0]: either is or computed…
        \"slips\": [{\"is\": 3, \"said\": \" \"}] | …slips[0]: said…
        \"slips\": [{\"is\": 3, \"said\": \"No.\", \"set\": {\"jobs.7.run\": 1}}] | …slips[0]: jobs.7.run…
        DRAWN[30, 40]}] | …draws: at least three combinations…
        DRAWN[30, 40, 50]}], \"right\": \"At {answer.\" | …a brace is not closed…
        DRAWN[30, 40, 50]}], \"wrong\": \"See {jobs.9.run}.\" | …jobs.9.run: there is no field…
        DRAWN[30, 40, 50]}], \"wrong\": \"See {jobs}.\" | …jobs: only a text, a number or a truth value…
        \"answer\": {\"start\": {\"job\": 2, \"is\": 61}} | \
        …answer.start.is: 61 is no time to which the bar can be dragged: from 0 to 60…
        \"show\": {\"curve\": {\"vary\": {\"label\": \"δ\", \"sets\": [\"scenario.seed\"], \"values\": [1, 2]}, \
        \"criteria\": [\"flow_time\"]}}, \"answer\": {\"number\": {\"is\": 1}}, \
        \"computed\": {\"best\": {\"by\": \"flow_time\"}}, \
        \"draws\": [{\"sets\": [\"scenario.seed\"], \"values\": [1, 2, 3]}], \"ask\": \"Which?\" | …not the sample…
        \"show\": {\"algorithm_1\": {\"capacity\": 3, \"reservations\": []}} | …only of a schedule…",
    ) {
        let fields = question.replace("DRAWN", "\"draws\": [{\"sets\": [\"jobs.0.run\"], \"values\": ");
        assert_told(with(&format!("{{{fields}}}")).expect_err(&said).0, &said, &question);
    }
    let no_list =
        r#"{"lesson": 1, "id": "x", "title": "x", "summary": "x", "minutes": 1, "steps": [], "questions": 3}"#;
    let why = Lesson::from_json(no_list.as_bytes()).expect_err("no list").0;
    assert!(why.contains("questions: a question or a list of questions is needed"), "{why}");
}

#[test]
fn answers_may_be_off_by_what_the_question_allows() {
    let near = |within: f64| Answer::Number { is: 26.7, unit: String::new(), within };
    assert!(near(0.0).is_number(26.7) && !near(0.0).is_number(26.8));
    assert!(near(0.1).is_number(26.8) && !near(0.05).is_number(26.8));
}
