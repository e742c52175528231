mod charts;
mod making;
mod paths;
mod questions;

use super::*;
use crate::history::WorkloadKey;
use crate::tasks::tests::{answer, log, lost};
use crate::tasks::{Job, NotMade, Task, Wanted};
use serde_json::{Value, json};

/// The sample's key; the test worker has a log in its place.
const SAMPLE: WorkloadKey = 0;

/// A lesson of a schedule with two controls, an algorithm, a curve, and a question with choices.
fn lesson_json(id: &str) -> Value {
    let schedule = json!({ "schedule": {
        "jobs": [
            { "submit": 0, "size": 3, "run": 30 },
            { "submit": 2, "size": 4, "run": 20 },
            { "submit": 4, "size": 1, "run": 20 },
        ],
        "scenario": { "platform": [4] },
    } });
    let algorithm = json!({ "algorithm_2": {
        "capacity": 8,
        "reservations": [{ "start": 10, "end": 30, "processors": 3 }],
        "request": { "ready": 12, "deadline": 80, "length": 15, "processors": 4 },
    } });
    let curve = json!({ "curve": {
        "scenario": { "platform": [10] },
        "vary": { "label": "AR (%)", "sets": ["scenario.workload.reservations.percent"], "values": [0, 50] },
        "seeds": 1,
    } });
    let size = json!({ "label": "Size of job 1", "sets": ["jobs.0.size"], "values": [1, 2, 3], "first": 2 });
    let run = json!({ "label": "Length of job 2", "sets": ["jobs.1.run"], "values": [10, 20] });
    let ready = json!({ "label": "Ready", "sets": ["request.ready"], "values": [12, 20] });
    let step = |title: &str, show: &Value, controls: Value| json!({ "title": title, "text": ["Read."], "show": show, "controls": controls });
    json!({
        "lesson": 1,
        "id": id,
        "title": "A lesson",
        "summary": "Of everything.",
        "minutes": 5,
        "steps": [
            step("Jobs", &schedule, json!([size, run])),
            step("Lines", &algorithm, json!([ready])),
            step("Curve", &curve, json!([])),
        ],
        "question": {
            "ask": "Which?",
            "show": schedule,
            "answer": { "choices": [
                { "text": "This", "feedback": "No." },
                { "text": "That", "right": true },
            ] },
            "right": "Yes.",
            "wrong": "No.",
        },
    })
}

fn lesson_of(json: &Value) -> Rc<Lesson> {
    Rc::new(Lesson::from_json(json.to_string().as_bytes()).expect("a lesson"))
}

fn lesson(id: &str) -> Rc<Lesson> {
    lesson_of(&lesson_json(id))
}

const SCHEDULE: usize = 0;
const ALGORITHM: usize = 1;
const CURVE: usize = 2;
const QUESTION: usize = 3;

fn card(at: usize) -> &'static Card {
    &SHELF[at]
}

/// The view with a lesson from a file open.
fn open() -> Lessons {
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Read(lesson("own")));
    lessons
}

fn open_at(step: usize) -> Lessons {
    let mut lessons = open();
    lessons.apply(LessonAction::Go(step));
    lessons
}

fn progress(lessons: &Lessons) -> &Progress {
    lessons.open().expect("an open lesson").1
}

fn positions(lessons: &Lessons) -> Vec<usize> {
    let (lesson, progress) = lessons.open().expect("an open lesson");
    progress.positions(chart_of(lesson, progress.at).1)
}

fn moment(lessons: &Lessons) -> usize {
    progress(lessons).moment(lessons.chart.show.as_deref())
}

fn place(id: &str, step: usize) -> LessonPlace {
    LessonPlace { id: id.to_owned(), step, ..LessonPlace::default() }
}

fn tasks(lessons: &Lessons) -> Vec<Task> {
    lessons.chart.tasks(|_| SAMPLE)
}

/// The answers to the runs of a chart.
fn answers(chart: &Chart) -> Vec<Made> {
    let tasks = chart.tasks(|_| SAMPLE);
    let shots = tasks.iter().zip(chart.shots.iter());
    let answer = |(task, shot): (&Task, &experiment::lesson::Shot)| {
        let own = shot.workload().expect("a workload");
        answer(task, &own.unwrap_or_else(log))
    };
    shots.map(answer).collect()
}

fn run(lessons: &mut Lessons) {
    let made = answers(&lessons.chart);
    lessons.apply(LessonAction::Made(made));
}

#[test]
fn the_view_opens_with_the_list() {
    let lessons = Lessons::default();
    assert!(lessons.shown == LessonContent::List);
    assert_eq!((lessons.opened(), lessons.place()), (None, None));
    assert!(lessons.open().is_none() && lessons.chart.show.is_none());
    assert!(tasks(&lessons).is_empty());
}

#[test]
fn a_lesson_that_has_been_fetched_opens_at_its_first_step() {
    let card = card(0);
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Fetch(card));
    assert!(lessons.shown == LessonContent::Fetching(card));
    assert_eq!(lessons.opened(), Some(card.id));
    assert_eq!(lessons.place(), Some(place(card.id, 0)));
    assert!(lessons.open().is_none());
    lessons.apply(LessonAction::Fetched(card, lesson(card.id)));
    assert!(lessons.shown == LessonContent::Open(lesson(card.id)));
    assert_eq!(progress(&lessons), &Progress::default());
    assert_eq!(lessons.place(), Some(place(card.id, 0)));
    assert_eq!(tasks(&lessons).len(), 1);
    assert!(!lessons.chart.is_complete());
}

#[test]
fn a_lesson_that_cannot_be_fetched_says_why_and_can_be_fetched_again() {
    let card = card(0);
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Fetch(card));
    lessons.apply(LessonAction::Missing(card, "off-line".into()));
    assert!(lessons.shown == LessonContent::Missing(card, "off-line".into()));
    assert_eq!(lessons.opened(), Some(card.id));
    // An answer to the request that failed comes too late.
    lessons.apply(LessonAction::Fetched(card, lesson(card.id)));
    assert!(lessons.open().is_none());
    lessons.apply(LessonAction::Fetch(card));
    lessons.apply(LessonAction::Fetched(card, lesson(card.id)));
    assert!(lessons.open().is_some());
}

#[test]
fn a_lesson_that_is_no_longer_awaited_does_not_open() {
    let (first, second) = (card(0), card(1));
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Fetch(first));
    lessons.apply(LessonAction::Close);
    lessons.apply(LessonAction::Fetched(first, lesson(first.id)));
    lessons.apply(LessonAction::Missing(first, "off-line".into()));
    assert!(lessons.shown == LessonContent::List);
    lessons.apply(LessonAction::Fetch(first));
    lessons.apply(LessonAction::Fetch(second));
    lessons.apply(LessonAction::Fetched(first, lesson(first.id)));
    lessons.apply(LessonAction::Missing(first, "off-line".into()));
    assert!(lessons.shown == LessonContent::Fetching(second));
    lessons.apply(LessonAction::Read(lesson("own")));
    lessons.apply(LessonAction::Fetched(second, lesson(second.id)));
    assert_eq!(lessons.opened(), Some("own"));
}

#[test]
fn without_an_open_lesson_there_is_nothing_to_go_to_to_turn_or_to_answer() {
    let list = Lessons::default();
    for action in
        [LessonAction::Go(1), LessonAction::Turn(0, 0), LessonAction::Watch(1), LessonAction::Answer(Given::Choice(1))]
    {
        let mut after = list.clone();
        after.apply(action);
        assert!(after == list);
    }
}

#[test]
fn steps_open_up_to_the_question() {
    let mut lessons = open();
    let mut rounds = vec![lessons.chart.round];
    for step in [CURVE, QUESTION, SCHEDULE] {
        lessons.apply(LessonAction::Go(step));
        assert_eq!(progress(&lessons).at, step);
        assert_eq!(lessons.place(), Some(place("own", step)));
        rounds.push(lessons.chart.round);
    }
    assert!(rounds.windows(2).all(|it| it[0] < it[1]), "{rounds:?}");
    lessons.apply(LessonAction::Go(99));
    assert_eq!(progress(&lessons).at, QUESTION);
}

#[test]
fn a_control_turns_its_chart_and_no_other() {
    let mut lessons = open();
    assert_eq!(positions(&lessons), [2, 0]);
    let before = lessons.chart.shots[0].clone();
    lessons.apply(LessonAction::Turn(0, 0));
    assert_eq!(positions(&lessons), [0, 0]);
    let turned = &lessons.chart.shots[0];
    assert_eq!((before.jobs[0].size, turned.jobs[0].size), (3, 1));
    assert_eq!(turned.jobs[1..], before.jobs[1..]);
    lessons.apply(LessonAction::Turn(1, 1));
    assert_eq!(positions(&lessons), [0, 1]);
    let kept = lessons.place().expect("a place");
    assert_eq!(kept.set, [(SCHEDULE, vec![0, 1])].into());
    lessons.apply(LessonAction::Go(ALGORITHM));
    assert_eq!(positions(&lessons), [0], "its own control is where it begins");
    lessons.apply(LessonAction::Go(SCHEDULE));
    assert_eq!(positions(&lessons), [0, 1]);
}

#[test]
fn a_control_that_stays_where_it_is_and_one_that_is_not_there_run_nothing() {
    let mut lessons = open();
    run(&mut lessons);
    let before = lessons.clone();
    lessons.apply(LessonAction::Turn(0, 2));
    lessons.apply(LessonAction::Turn(2, 0));
    assert!(lessons == before);
}

#[test]
fn moments_are_kept_step_by_step_until_a_control_is_turned() {
    let mut lessons = open_at(ALGORITHM);
    let round = lessons.chart.round;
    assert_eq!(moment(&lessons), 0);
    lessons.apply(LessonAction::Watch(3));
    assert_eq!(moment(&lessons), 3);
    assert_eq!(lessons.chart.round, round, "nothing is run");
    assert_eq!(lessons.place().expect("a place").moments, [(ALGORITHM, 3)].into());
    lessons.apply(LessonAction::Go(SCHEDULE));
    assert_eq!(moment(&lessons), 0);
    lessons.apply(LessonAction::Turn(0, 0));
    lessons.apply(LessonAction::Go(ALGORITHM));
    assert_eq!(moment(&lessons), 3);
    lessons.apply(LessonAction::Turn(0, 1));
    assert_eq!(moment(&lessons), 0);
}

#[test]
fn a_lesson_opens_again_at_its_step_with_nothing_set() {
    let mut lessons = open();
    lessons.apply(LessonAction::Turn(0, 0));
    lessons.apply(LessonAction::Go(QUESTION));
    lessons.apply(LessonAction::Answer(Given::Choice(1)));
    lessons.apply(LessonAction::Close);
    assert!(lessons.shown == LessonContent::List && lessons.chart.show.is_none());
    assert_eq!(lessons.place(), None);
    lessons.apply(LessonAction::Reopen("own".to_owned()));
    let progress = progress(&lessons);
    assert_eq!((progress.at, progress.done, progress.answering(0).given), (QUESTION, true, None));
    assert_eq!(lessons.place(), Some(place("own", QUESTION)));
}

#[test]
fn lessons_come_as_far_as_each_was_read() {
    let mut lessons = open_at(CURVE);
    lessons.apply(LessonAction::Read(lesson("other")));
    assert_eq!(progress(&lessons).at, 0);
    lessons.apply(LessonAction::Go(ALGORITHM));
    lessons.apply(LessonAction::Reopen("own".to_owned()));
    assert_eq!(progress(&lessons).at, CURVE);
    assert_eq!(lessons.progress("other").expect("progress").at, ALGORITHM);
    assert_eq!(lessons.progress("third"), None);
}

/// A place with a control and a moment set.
fn set_place(id: &str) -> LessonPlace {
    LessonPlace { set: [(SCHEDULE, vec![1, 1])].into(), moments: [(ALGORITHM, 2)].into(), ..place(id, ALGORITHM) }
}

#[test]
fn the_open_lesson_goes_to_a_place_at_once() {
    let mut lessons = open_at(QUESTION);
    lessons.apply(LessonAction::Answer(Given::Choice(1)));
    lessons.apply(LessonAction::Arrive(set_place("own")));
    assert_eq!(lessons.place(), Some(set_place("own")));
    assert_eq!((progress(&lessons).at, moment(&lessons)), (ALGORITHM, 2));
    assert!(progress(&lessons).done);
    assert!(lessons.chart.show.is_some());
    lessons.apply(LessonAction::Go(SCHEDULE));
    assert_eq!(positions(&lessons), [1, 1]);
}

#[test]
fn a_lesson_opens_at_the_place_of_a_link_once_it_has_been_fetched() {
    let card = card(0);
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Arrive(set_place(card.id)));
    // The link keeps its place meanwhile.
    assert_eq!(lessons.place(), Some(set_place(card.id)));
    lessons.apply(LessonAction::Fetch(card));
    assert_eq!(lessons.place(), Some(set_place(card.id)));
    lessons.apply(LessonAction::Fetched(card, lesson(card.id)));
    assert_eq!(lessons.place(), Some(set_place(card.id)));
    assert_eq!(progress(&lessons).at, ALGORITHM);
    // The place holds for once.
    lessons.apply(LessonAction::Close);
    lessons.apply(LessonAction::Fetch(card));
    lessons.apply(LessonAction::Fetched(card, lesson(card.id)));
    assert_eq!(lessons.place(), Some(place(card.id, ALGORITHM)));
}

#[test]
fn the_place_of_one_lesson_is_not_taken_for_that_of_another() {
    let card = card(0);
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Arrive(set_place("own")));
    lessons.apply(LessonAction::Fetch(card));
    assert_eq!(lessons.place(), Some(place(card.id, 0)));
    lessons.apply(LessonAction::Fetched(card, lesson(card.id)));
    assert_eq!(progress(&lessons), &Progress::default());
    lessons.apply(LessonAction::Arrive(set_place("own")));
    lessons.apply(LessonAction::Read(lesson("other")));
    assert_eq!(lessons.place(), Some(place("other", 0)));
    lessons.apply(LessonAction::Arrive(set_place("own")));
    lessons.apply(LessonAction::Close);
    assert_eq!(lessons.place(), None);
}

#[test]
fn a_link_to_a_lesson_that_is_not_there_waits_for_its_file() {
    let mut lessons = Lessons::default();
    assert!(matches!(lessons.way_to("own"), Way::Unknown));
    lessons.apply(LessonAction::Arrive(set_place("own")));
    lessons.apply(LessonAction::Reopen("own".to_owned()));
    assert!(lessons.shown == LessonContent::List);
    assert_eq!(lessons.place(), Some(set_place("own")));
    lessons.apply(LessonAction::Read(lesson("own")));
    assert_eq!(lessons.place(), Some(set_place("own")));
    assert_eq!(progress(&lessons).at, ALGORITHM);
}

#[test]
fn a_place_that_the_lesson_does_not_have_is_cut_to_it() {
    let wrong = LessonPlace {
        set: [(SCHEDULE, vec![1]), (ALGORITHM, vec![2]), (CURVE, vec![0]), (QUESTION, Vec::new()), (99, Vec::new())]
            .into(),
        moments: [(ALGORITHM, 5), (99, 1)].into(),
        ..place("own", 99)
    };
    let mut lessons = open();
    lessons.apply(LessonAction::Arrive(wrong));
    let kept = lessons.place().expect("a place");
    assert_eq!(kept.step, QUESTION);
    assert_eq!(kept.set, [(QUESTION, Vec::new())].into());
    assert_eq!(kept.moments, [(ALGORITHM, 5)].into());
    assert!(lessons.chart.failed.is_none());
}

#[test]
fn each_lesson_has_its_way_to_open() {
    let card = card(0);
    let mut lessons = open();
    assert!(matches!(lessons.way_to("own"), Way::Stay));
    assert!(matches!(lessons.way_to(card.id), Way::Fetch(found) if found == card));
    assert!(matches!(lessons.way_to("nothing"), Way::Unknown));
    lessons.apply(LessonAction::Close);
    assert!(matches!(lessons.way_to("own"), Way::Reopen));
    // A file with the id of a lesson of the page stands for it until that is fetched.
    lessons.apply(LessonAction::Read(lesson(card.id)));
    lessons.apply(LessonAction::Close);
    assert!(matches!(lessons.way_to(card.id), Way::Reopen));
    lessons.apply(LessonAction::Fetch(card));
    assert!(matches!(lessons.way_to(card.id), Way::Fetch(_)));
}

#[test]
fn back_to_a_step_everything_is_set_as_it_was() {
    let mut lessons = open();
    lessons.apply(LessonAction::Turn(0, 0));
    lessons.apply(LessonAction::Go(ALGORITHM));
    lessons.apply(LessonAction::Watch(2));
    let back = lessons.place_at(LessonStep { id: "own".to_owned(), step: SCHEDULE });
    assert_eq!(
        back,
        LessonPlace {
            set: [(SCHEDULE, vec![0, 0])].into(),
            moments: [(ALGORITHM, 2)].into(),
            ..place("own", SCHEDULE)
        }
    );
    // After it was closed as well.
    lessons.apply(LessonAction::Close);
    lessons.apply(LessonAction::Arrive(back.clone()));
    lessons.apply(LessonAction::Reopen("own".to_owned()));
    assert_eq!(lessons.place(), Some(back));
    let unknown = LessonStep { id: "other".to_owned(), step: 2 };
    assert_eq!(lessons.place_at(unknown), place("other", 2));
}

#[test]
fn the_letters_of_a_step_and_of_the_question_are_counted() {
    let lessons = open();
    let (lesson, _) = lessons.open().expect("a lesson");
    for (at, step) in lesson.steps.iter().enumerate() {
        let all: String = step.text.concat();
        assert_eq!(letters(lesson, at), all.chars().count());
        assert!(letters(lesson, at) > 0);
    }
    let question = letters(lesson, lesson.steps.len());
    assert_eq!(question, lesson.questions[0].ask.chars().count());
}
