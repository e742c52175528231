//! Questions: an answer is given before the chart is seen, and a wrong one is told why.

use super::*;
use experiment::lesson::{Answer, Schedule};

/// A lesson whose first question is about a start, with drawn values and a slip, and whose second has choices.
fn drawn_json() -> Value {
    let mut json = lesson_json("drawn");
    let second = json["question"].take();
    json["questions"] = json!([
        {
            "ask": "When does job 2 start, after {jobs.0.run} s?",
            "show": json["steps"][SCHEDULE]["show"],
            "controls": [{ "label": "Length of job 2", "sets": ["jobs.1.run"], "values": [20, 10] }],
            "answer": { "start": { "job": 2, "is": 30 } },
            "right": "At {answer}.", "wrong": "No.",
            "slips": [
                { "is": 2, "said": "Then it is submitted." },
                { "computed": { "start": { "job": 3 } }, "said": "Then job 3 starts." },
            ],
            "draws": [{ "sets": ["jobs.0.run"], "values": [35, 40, 45] }],
            "computed": { "start": { "job": 2 } },
        },
        second,
    ]);
    json.as_object_mut().expect("a lesson").remove("question");
    json
}

/// That lesson at its first question, its values there.
fn drawn() -> Lessons {
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Read(lesson_of(&drawn_json())));
    lessons.apply(LessonAction::Go(QUESTION));
    ask(&mut lessons);
    lessons
}

/// A worker gives the question its values, and its hints.
#[track_caller]
fn ask(lessons: &mut Lessons) {
    assert!(lessons.chart.asks.is_some() && !lessons.chart.is_complete());
    let made = asking(lessons).iter().map(|task| answer(task, &log())).collect();
    lessons.apply(LessonAction::Made(made));
    assert!(lessons.chart.asks.is_none() && lessons.chart.show.is_some());
}

/// The task that asks the open question.
#[track_caller]
fn asking(lessons: &Lessons) -> Vec<Task> {
    let tasks = tasks(lessons).into_iter();
    let asking: Vec<Task> = tasks.filter(|it| matches!(it.job, Job::Ask(..))).collect();
    assert_eq!(asking.len(), 1);
    asking
}

fn question(lessons: &Lessons) -> experiment::lesson::Question {
    let (lesson, progress) = lessons.open().expect("an open lesson");
    lesson.questions[progress.question(lesson).expect("a question")].clone()
}

fn answering(lessons: &Lessons, question: usize) -> Answering {
    progress(lessons).answering(question)
}

fn is_hidden(lessons: &Lessons) -> bool {
    let (lesson, progress) = lessons.open().expect("an open lesson");
    progress.is_hidden(lesson)
}

#[test]
fn a_lesson_is_done_with_the_first_right_answer_to_each_question() {
    let mut lessons = open_at(QUESTION);
    let round = lessons.chart.round;
    lessons.apply(LessonAction::Answer(Given::Choice(0)));
    assert_eq!(answering(&lessons, 0).given, Some(Given::Choice(0)));
    assert!(!progress(&lessons).done);
    lessons.apply(LessonAction::Answer(Given::Choice(1)));
    assert!(progress(&lessons).done);
    lessons.apply(LessonAction::Answer(Given::Choice(0)));
    let last = answering(&lessons, 0);
    assert_eq!((last.given, last.tries, last.solved_after), (Some(Given::Choice(0)), 3, Some(2)));
    assert!(progress(&lessons).done);
    assert_eq!(lessons.chart.round, round, "nothing is run");
    // The list tells it as well.
    lessons.apply(LessonAction::Close);
    assert!(lessons.progress("own").expect("progress").done);
    let mut lessons = drawn();
    lessons.apply(LessonAction::Answer(Given::Number(30.0)));
    assert!(answering(&lessons, 0).is_solved() && !progress(&lessons).done);
    lessons.apply(LessonAction::Go(QUESTION + 1));
    lessons.apply(LessonAction::Answer(Given::Choice(1)));
    assert!(progress(&lessons).done);
}

#[test]
fn the_future_of_a_question_is_hidden_until_an_answer_is_given() {
    let mut lessons = open();
    assert!(!is_hidden(&lessons), "a step hides nothing");
    lessons.apply(LessonAction::Go(QUESTION));
    assert!(is_hidden(&lessons));
    lessons.apply(LessonAction::Answer(Given::Choice(0)));
    assert!(!is_hidden(&lessons), "it is shown after a wrong answer as well");
    lessons.apply(LessonAction::Close);
    lessons.apply(LessonAction::Reopen("own".to_owned()));
    assert!(is_hidden(&lessons));
}

#[test]
fn a_question_is_asked_at_once_and_its_computed_hints_follow() {
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Read(lesson_of(&drawn_json())));
    lessons.apply(LessonAction::Go(QUESTION));
    // Its texts and its chart need no worker.
    assert_eq!(question(&lessons).ask, "When does job 2 start, after 30 s?");
    assert!(lessons.chart.is_asked() && matches!(tasks(&lessons)[0].job, Job::Run { .. }));
    assert_eq!(question(&lessons).slips.len(), 1);
    let round = lessons.chart.round;
    ask(&mut lessons);
    assert_eq!(lessons.chart.round, round, "the chart stays");
    assert_eq!(question(&lessons).slips.len(), 2);
    let mut again = lessons;
    again.apply(LessonAction::Go(SCHEDULE));
    again.apply(LessonAction::Go(QUESTION));
    assert!(again.chart.asks.is_none(), "it has them already");
    // A late answer to an earlier chart is dropped.
    let mut late = Lessons::default();
    late.apply(LessonAction::Read(lesson_of(&drawn_json())));
    late.apply(LessonAction::Go(QUESTION));
    let made = tasks(&late).iter().map(|task| answer(task, &log())).collect();
    late.apply(LessonAction::Go(QUESTION + 1));
    late.apply(LessonAction::Made(made));
    assert_eq!(question(&late).ask, "Which?");
}

#[test]
fn a_question_without_its_computed_hints_is_asked_all_the_same() {
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Read(lesson_of(&drawn_json())));
    lessons.apply(LessonAction::Go(QUESTION));
    let mark = asking(&lessons)[0].mark;
    let made = vec![(mark, Err(NotMade::Lost("it died".to_owned())))];
    lessons.apply(LessonAction::Made(made));
    assert!(lessons.chart.failed.is_none() && lessons.chart.is_asked());
    lessons.apply(LessonAction::Answer(Given::Number(30.0)));
    assert!(answering(&lessons, 0).is_solved());
}

#[test]
fn a_link_turns_no_control_of_a_question_whose_chart_is_hidden() {
    let mut lessons = drawn();
    lessons.apply(LessonAction::Answer(Given::Number(30.0)));
    lessons.apply(LessonAction::Turn(0, 1));
    let place = lessons.place().expect("a place");
    assert_eq!(place.set, BTreeMap::from([(QUESTION, vec![1])]));
    let mut other = Lessons::default();
    other.apply(LessonAction::Arrive(place));
    other.apply(LessonAction::Read(lesson_of(&drawn_json())));
    assert!(is_hidden(&other) && positions(&other) == [0]);
}

#[test]
fn a_question_is_asked_anew_with_other_values_and_hidden_again() {
    let mut lessons = drawn();
    let first = question(&lessons);
    lessons.apply(LessonAction::Answer(Given::Number(30.0)));
    lessons.apply(LessonAction::Turn(0, 1));
    lessons.apply(LessonAction::AskAnew);
    ask(&mut lessons);
    let second = question(&lessons);
    assert!(second.show != first.show && second.ask != first.ask);
    assert!(is_hidden(&lessons) && positions(&lessons) == [0]);
    let place = lessons.place().expect("a place");
    assert_eq!(place.times, BTreeMap::from([(0, 1)]));
    // The place asks the same question elsewhere.
    let mut other = Lessons::default();
    other.apply(LessonAction::Arrive(place.clone()));
    other.apply(LessonAction::Read(lesson_of(&drawn_json())));
    ask(&mut other);
    assert_eq!(question(&other), second);
    // A wrong answer counts, and the earlier right one does as well.
    lessons.apply(LessonAction::Answer(Given::Number(1.0)));
    let told = answering(&lessons, 0);
    assert_eq!((told.time, told.tries, told.solved_after), (1, 2, Some(1)));
    // A question without drawn values stays.
    lessons.apply(LessonAction::Go(QUESTION + 1));
    let round = lessons.chart.round;
    lessons.apply(LessonAction::AskAnew);
    assert_eq!(lessons.chart.round, round);
}

#[test]
fn values_that_cannot_be_had_are_told_and_can_be_tried_again() {
    let mut lessons = drawn();
    lessons.apply(LessonAction::Answer(Given::Number(30.0)));
    lessons.apply(LessonAction::AskAnew);
    let mark = tasks(&lessons)[0].mark;
    let made = vec![(mark, Err(NotMade::Lost("it died".to_owned())))];
    lessons.apply(LessonAction::Made(made));
    assert!(lessons.chart.failed.is_some() && lessons.chart.was_lost);
    lessons.apply(LessonAction::TryAgain);
    ask(&mut lessons);
}

#[test]
fn a_wrong_answer_is_told_why() {
    let lessons = drawn();
    let of_start = question(&lessons);
    let said = |given| said_of_wrong(&of_start, &Given::Number(given)).to_owned();
    assert_eq!((said(2.0), said(3.0)), ("Then it is submitted.".to_owned(), "No.".to_owned()));
    let of_choices = &lesson("own").questions[0];
    let said = |at| said_of_wrong(of_choices, &Given::Choice(at)).to_owned();
    assert_eq!((said(0), said(1)), ("No.".to_owned(), "No.".to_owned()));
    let mut json = lesson_json("own");
    json["question"]["answer"]["choices"][0]["feedback"] = json!("This one is longer.");
    let of_choices = &lesson_of(&json).questions[0];
    assert_eq!(said_of_wrong(of_choices, &Given::Choice(0)), "This one is longer.");
}

#[test]
fn the_right_answer_is_a_right_choice_or_the_number() {
    let choices = &lesson("own").questions[0].answer;
    assert!(is_right(choices, &Given::Choice(1)));
    for wrong in [Given::Choice(0), Given::Choice(2), Given::Number(1.0)] {
        assert!(!is_right(choices, &wrong), "{wrong:?}");
    }
    let number = |is| Answer::Number { is, unit: String::new(), within: 0.0 };
    assert!(is_right(&number(26.0), &Given::Number(26.0)));
    assert!(is_right(&number(0.3), &Given::Number(0.1 + 0.2)));
    assert!(is_right(&number(3e9), &Given::Number(3e9 + 1.0)));
    for wrong in [25.0, 26.001, f64::NAN] {
        assert!(!is_right(&number(26.0), &Given::Number(wrong)), "{wrong}");
    }
    assert!(!is_right(&number(1.0), &Given::Choice(1)));
    for answer in [Answer::Job { is: 2 }, Answer::Start { job: 1, is: 2 }] {
        assert!(is_right(&answer, &Given::Number(2.0)) && !is_right(&answer, &Given::Number(1.0)));
    }
}

#[test]
fn what_is_known_of_a_hidden_chart_is_told_in_words() {
    let said = |show: Value| -> Vec<String> {
        let show = serde_json::from_value(show).expect("a chart");
        known(&show).into_iter().map(|it| format!("{}: {}", it.name, it.said)).collect()
    };
    let jobs = json!([
        { "submit": 0, "size": 3, "run": 30 },
        { "submit": 2, "size": 1, "run": 20, "limit": 40 },
        { "submit": 4, "size": 2, "run": 5, "ready": 50 },
        { "submit": 4, "size": 2, "run": 5, "ready": 50, "deadline": 60 },
    ]);
    assert_eq!(
        said(json!({ "schedule": { "jobs": jobs } })),
        [
            "Job 1: submitted at 0, 3 processors for 30 s",
            "Job 2: submitted at 2, 1 processor for 20 s, limit 40 s",
            "Job 3: submitted at 4, 2 processors for 5 s, reserved from 50",
            "Job 4: submitted at 4, 2 processors for 5 s, reserved from 50 at the earliest, to end by 60",
        ]
    );
    let shown: Schedule = serde_json::from_value(json!({ "jobs": jobs })).expect("a schedule");
    assert_eq!(shown.longest_start(), 110, "50, and 60 s of work");
    let interval = json!({ "start": 3, "end": 5, "processors": 2 });
    assert_eq!(
        said(json!({ "binding": { "capacity": 3, "reservations": [interval, interval] } })),
        ["A: 2 processors from 3 to 5", "B: 2 processors from 3 to 5"]
    );
    let task = json!({ "task": "a", "start": 0, "end": 10, "load": 30 });
    assert_eq!(
        said(json!({ "messages": { "tasks": [task], "scenario": {} } })),
        ["Task a: from 0 to 10, 30 % of a node"]
    );
    assert!(said(json!({ "algorithm_1": { "capacity": 3, "reservations": [] } })).is_empty());
}

#[test]
fn a_page_around_the_lesson_is_told_how_far_it_has_come() {
    let told = |lessons: &Lessons| lessons.result().map(|it| serde_json::to_value(it).expect("JSON"));
    assert_eq!(told(&Lessons::default()), None);
    let mut lessons = drawn();
    let question = |tries: u32, solved_after: Option<u32>| json!({ "tries": tries, "solved_after": solved_after });
    let of = |done: bool, questions: [Value; 2]| {
        Some(json!({ "slotscope": "lesson", "lesson": "drawn", "done": done, "questions": questions }))
    };
    assert_eq!(told(&lessons), of(false, [question(0, None), question(0, None)]));
    lessons.apply(LessonAction::Answer(Given::Number(2.0)));
    lessons.apply(LessonAction::Answer(Given::Number(30.0)));
    assert_eq!(told(&lessons), of(false, [question(2, Some(2)), question(0, None)]));
    lessons.apply(LessonAction::Go(QUESTION + 1));
    lessons.apply(LessonAction::Answer(Given::Choice(1)));
    assert_eq!(told(&lessons), of(true, [question(2, Some(2)), question(1, Some(1))]));
}
