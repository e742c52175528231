//! The answers of questions are right, also to drawn values; errors of a question name their place.

use serde_json::{Value as Json, json};

use super::*;

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
