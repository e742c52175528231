//! Questions: an answer is given before the chart is seen, and a wrong one is told why.

use super::*;
use experiment::lesson::{Question, Schedule};

/// The first question of the lesson `drawn`, about a start, with drawn values and a slip. The second has choices.
const FIRST: &str = "{
    'ask': 'When does job 2 start, after {jobs.0.run} s?',
    'controls': [{'label': 'Length of job 2', 'sets': ['jobs.1.run'], 'values': [20, 10]}],
    'answer': {'start': {'job': 2, 'is': 30}},
    'right': 'At {answer}.', 'wrong': 'No.',
    'slips': [
        {'is': 2, 'said': 'Then it is submitted.'},
        {'computed': {'start': {'job': 3}}, 'said': 'Then job 3 starts.'}],
    'draws': [{'sets': ['jobs.0.run'], 'values': [35, 40, 45]}],
    'computed': {'start': {'job': 2}}}";

/// Puts that question first.
pub(super) fn draw(lesson: &mut Value) {
    let second = lesson.as_object_mut().unwrap().remove("question").unwrap();
    let mut first = json(FIRST);
    first["show"] = second["show"].clone();
    lesson["questions"] = Value::Array(vec![first, second]);
}

/// That lesson at its first question, its values there.
fn drawn() -> Lessons {
    let mut lessons = Lessons::default();
    act(&mut lessons, "read drawn; go 3; ask");
    lessons
}

fn question(lessons: &Lessons) -> Question {
    let (lesson, progress) = lessons.open().unwrap();
    lesson.questions[progress.question(lesson).unwrap()].clone()
}

/// Nothing is run.
#[test]
fn a_lesson_is_done_with_the_first_right_answer_to_each_question() {
    let mut lessons = open_at(QUESTION);
    follow(
        &mut lessons,
        "choose 0 | open own{id:own,step:3} [] 0 hidden Some(Choice(0)), 1 tries, right None; 2 0/1 waits
choose 1 | open own{id:own,step:3} [] 0 done Some(Choice(1)), 2 tries, right Some(2); 2 0/1 waits
choose 0 | open own{id:own,step:3} [] 0 done Some(Choice(0)), 3 tries, right Some(2); 2 0/1 waits
close | list -; 3 0/0 no chart",
    );
    // The list tells it as well.
    assert!(lessons.progress("own").unwrap().done);
    follow(
        &mut drawn(),
        "answer 30 | open drawn{id:drawn,step:3} [0] 0 Some(Number(30.0)), 1 tries, right Some(1); 2 0/1 waits
go 4; choose 1 | open drawn{id:drawn,step:4} [] 0 done \
         Some(Number(30.0)), 1 tries, right Some(1) Some(Choice(1)), 1 tries, right Some(1); 3 0/1 waits",
    );
}

/// It stays hidden after a wrong answer, until the solution is asked for; a step hides nothing.
#[test]
fn the_future_of_a_question_is_hidden_until_the_answer_is_right_or_the_solution_asked_for() {
    follow(
        &mut open(),
        "close; reopen own | open own{id:own} [2, 0] 0; 3 0/1 waits
go 3 | open own{id:own,step:3} [] 0 hidden; 4 0/1 waits
choose 0 | open own{id:own,step:3} [] 0 hidden Some(Choice(0)), 1 tries, right None; 4 0/1 waits
solution | open own{id:own,step:3} [] 0 Some(Choice(0)), 1 tries, right None; 4 0/1 waits
close; reopen own | open own{id:own,step:3} [] 0 hidden None, 1 tries, right None; 6 0/1 waits",
    );
}

#[test]
fn a_question_is_asked_at_once_and_its_computed_hints_follow() {
    let mut lessons = Lessons::default();
    let asked = "read drawn; go 3 | open drawn{id:drawn,step:3} [0] 0 hidden; 2 0/2 asks waits";
    follow(&mut lessons, asked);
    // Its texts and its chart need no worker.
    let mut late = lessons.clone();
    assert_eq!(question(&lessons).ask, "When does job 2 start, after 30 s?");
    assert!(lessons.chart.is_asked() && matches!(tasks(&lessons)[0].job, Job::Run { .. }));
    assert_eq!(question(&lessons).slips.len(), 1);
    // The chart stays.
    follow(&mut lessons, "ask | open drawn{id:drawn,step:3} [0] 0 hidden; 2 0/1 waits");
    assert_eq!(question(&lessons).slips.len(), 2);
    // It has them already.
    follow(&mut lessons, "go 0; go 3 | open drawn{id:drawn,step:3} [0] 0 hidden; 4 0/1 waits");
    // A late answer to an earlier chart is dropped.
    let made = tasks(&late).iter().map(|task| answer(task, &log())).collect();
    act(&mut late, "go 4");
    late.apply(LessonAction::Made(made));
    assert_eq!(question(&late).ask, "Which?");
}

#[test]
fn a_question_without_its_computed_hints_is_asked_all_the_same() {
    let mut lessons = Lessons::default();
    follow(
        &mut lessons,
        "read drawn; go 3; lose | open drawn{id:drawn,step:3} [0] 0 hidden; 2 0/2 asks waits
answer 30 | open drawn{id:drawn,step:3} [0] 0 Some(Number(30.0)), 1 tries, right Some(1); 2 0/2 asks waits",
    );
    assert!(lessons.chart.is_asked());
}

#[test]
fn a_link_turns_no_control_of_a_question_whose_chart_is_hidden() {
    let mut lessons = drawn();
    follow(
        &mut lessons,
        "answer 30; turn 0 1 | open drawn{id:drawn,step:3,set:{3:[1]}} [1] 0 \
         Some(Number(30.0)), 1 tries, right Some(1); 3 0/1 waits",
    );
    let mut other = Lessons::default();
    other.apply(LessonAction::Arrive(lessons.place().unwrap()));
    follow(&mut other, "read drawn | open drawn{id:drawn,step:3} [0] 0 hidden; 1 0/2 asks waits");
}

#[test]
fn a_question_is_asked_anew_with_other_values_and_hidden_again() {
    let mut lessons = drawn();
    let first = question(&lessons);
    follow(
        &mut lessons,
        "answer 30; turn 0 1; anew | open drawn{id:drawn,step:3,times:{0:1}} [0] 0 hidden \
         None, 1 tries, right Some(1); 4 0/1 no chart asks waits
ask | open drawn{id:drawn,step:3,times:{0:1}} [0] 0 hidden None, 1 tries, right Some(1); 5 0/1 waits",
    );
    let second = question(&lessons);
    assert!(second.show != first.show && second.ask != first.ask);
    // The place asks the same question elsewhere.
    let mut other = Lessons::default();
    other.apply(LessonAction::Arrive(lessons.place().unwrap()));
    act(&mut other, "read drawn; ask");
    assert_eq!(question(&other), second);
    // A wrong answer counts, and the earlier right one does as well. A question without drawn values stays.
    follow(
        &mut lessons,
        "answer 1 | open drawn{id:drawn,step:3,times:{0:1}} [0] 0 hidden \
         Some(Number(1.0)), 2 tries, right Some(1); 5 0/1 waits
go 4; anew | open drawn{id:drawn,step:4,times:{0:1}} [] 0 hidden \
         Some(Number(1.0)), 2 tries, right Some(1); 6 0/1 waits",
    );
}

#[test]
fn values_that_cannot_be_had_are_told_and_can_be_tried_again() {
    follow(
        &mut drawn(),
        "answer 30; anew; lose | open drawn{id:drawn,step:3,times:{0:1}} [0] 0 hidden \
         None, 1 tries, right Some(1); 3 0/1 no chart asks waits lost the worker stopped
again; ask | open drawn{id:drawn,step:3,times:{0:1}} [0] 0 hidden None, 1 tries, right Some(1); 5 0/1 waits",
    );
}

#[test]
fn a_wrong_answer_is_told_why() {
    let of_start = question(&drawn());
    let mut json = json(LESSON);
    let of_choices = lesson_of(&json).questions[0].clone();
    json["question"]["answer"]["choices"][0]["feedback"] = "This one is longer.".into();
    let with_feedback = &lesson_of(&json).questions[0];
    for (question, given, expected) in [
        (&of_start, Given::Number(2.0), "Then it is submitted."),
        (&of_start, Given::Number(3.0), "No."),
        (&of_choices, Given::Choice(0), "No."),
        (&of_choices, Given::Choice(1), "No."),
        (with_feedback, Given::Choice(0), "This one is longer."),
    ] {
        assert_eq!(said_of_wrong(question, &given), expected, "{given:?}");
    }
}

#[test]
fn the_right_answer_is_a_right_choice_or_the_number() {
    for (answer, right, wrong) in [
        ("{'choices': [{'text': 'A'}, {'text': 'B', 'right': true}]}", "c1", "c0 c2 1"),
        ("{'number': {'is': 26, 'unit': ''}}", "26", "25 26.001 NaN"),
        ("{'number': {'is': 0.3, 'unit': ''}}", "0.30000000000000004", ""),
        ("{'number': {'is': 3e9, 'unit': ''}}", "3000000001", ""),
        ("{'number': {'is': 1, 'unit': ''}}", "", "c1"),
        ("{'job': {'is': 2}}", "2", "1"),
        ("{'start': {'job': 1, 'is': 2}}", "2", "1"),
    ] {
        let answer = serde_json::from_value(json(answer)).expect(answer);
        let given = |it: &str| match it.strip_prefix('c') {
            Some(choice) => Given::Choice(choice.parse().expect(it)),
            None => Given::Number(it.parse().expect(it)),
        };
        assert!(right.split_whitespace().all(|it| is_right(&answer, &given(it))), "{answer:?} {right}");
        assert!(!wrong.split_whitespace().any(|it| is_right(&answer, &given(it))), "{answer:?} {wrong}");
    }
}

#[test]
fn what_is_known_of_a_hidden_chart_is_told_in_words() {
    let jobs = "{'jobs': [
        {'submit': 0, 'size': 3, 'run': 30},
        {'submit': 2, 'size': 1, 'run': 20, 'limit': 40},
        {'submit': 4, 'size': 2, 'run': 5, 'ready': 50},
        {'submit': 4, 'size': 2, 'run': 5, 'ready': 50, 'deadline': 60}]}";
    let shown: Schedule = serde_json::from_value(json(jobs)).unwrap();
    assert_eq!(shown.longest_start(), 110, "50, and 60 s of work");
    for (show, expected) in [
        (
            &*format!("{{'schedule': {jobs}}}"),
            "Job 1: submitted at 0, 3 processors for 30 s
Job 2: submitted at 2, 1 processor for 20 s, limit 40 s
Job 3: submitted at 4, 2 processors for 5 s, reserved from 50
Job 4: submitted at 4, 2 processors for 5 s, reserved from 50 at the earliest, to end by 60
",
        ),
        (
            "{'binding': {'capacity': 3, 'reservations': [
                {'start': 3, 'end': 5, 'processors': 2}, {'start': 3, 'end': 5, 'processors': 2}]}}",
            "A: 2 processors from 3 to 5\nB: 2 processors from 3 to 5\n",
        ),
        (
            "{'messages': {'tasks': [{'task': 'a', 'start': 0, 'end': 10, 'load': 30}], 'scenario': {}}}",
            "Task a: from 0 to 10, 30 % of a node\n",
        ),
        ("{'algorithm_1': {'capacity': 3, 'reservations': []}}", ""),
    ] {
        let shown = serde_json::from_value(json(show)).expect(show);
        let said: String = known(&shown).iter().map(|it| format!("{}: {}\n", it.name, it.said)).collect();
        assert_eq!(said, expected, "{show}");
    }
}

#[test]
fn a_page_around_the_lesson_is_told_how_far_it_has_come() {
    assert_eq!(Lessons::default().result(), None);
    let mut lessons = drawn();
    for row in "go 3 | false, 'questions': [{'tries': 0, 'solved_after': null}, {'tries': 0, 'solved_after': null}]
answer 2; answer 30 | false, 'questions': [{'tries': 2, 'solved_after': 2}, {'tries': 0, 'solved_after': null}]
go 4; choose 1 | true, 'questions': [{'tries': 2, 'solved_after': 2}, {'tries': 1, 'solved_after': 1}]"
        .lines()
    {
        let (script, expected) = row.split_once(" | ").expect(row);
        act(&mut lessons, script);
        let result = serde_json::to_value(lessons.result()).unwrap();
        let expected = json(&format!("{{'slotscope': 'lesson', 'lesson': 'drawn', 'done': {expected}}}"));
        assert_eq!(result, expected, "{row}");
    }
}
