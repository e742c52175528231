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
    let text = text_of("grouping");
    for (piece, other) in [(", \"right\": true", ""), ("\"text\": \"MCT\"", "\"right\": true, \"text\": \"MCT\"")] {
        let broken = text.replacen(piece, other, 1);
        let why = Lesson::from_json(broken.as_bytes()).unwrap_err().0;
        assert!(why.contains("question: answer.choices"), "{why}");
    }
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

/// A lesson with that question.
fn with(question: Json) -> Result<Lesson, LessonError> {
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
    let fields = question.as_object().expect("fields");
    for (name, value) in fields {
        asked[name] = value.clone();
    }
    let lesson = json!({
        "lesson": 1, "id": "one", "title": "One", "summary": "One.", "minutes": 1,
        "steps": [{ "title": "One", "text": ["One."], "show": show }],
        "questions": [asked, asked],
    });
    Lesson::from_json(lesson.to_string().as_bytes())
}

#[test]
fn a_question_is_asked_again_with_drawn_values_in_its_texts_and_hints() {
    let lesson = with(json!({
        "draws": [{ "sets": ["jobs.0.run"], "values": [30, 40, 50] }],
        "slips": [
            { "is": 5, "said": "Then job 1 still runs." },
            { "computed": { "start": { "job": 2 } }, "set": { "jobs.1.size": 1 }, "said": "That is a job of one processor, not of {jobs.1.size}." },
            { "computed": { "start": { "job": 2 } }, "said": "This is the answer itself." },
        ],
    }))
    .expect("a lesson");
    let question = &lesson.questions[1];
    let first = question.variant(0).expect("an answer");
    assert_eq!(first.ask, "When does job 2 of 4 processors start?");
    assert_eq!(first.right, "At 30.");
    let hints: Vec<(Option<f64>, &str)> = first.slips.iter().map(|it| (it.is, it.said.as_str())).collect();
    // The one that would be the answer is left out.
    assert_eq!(
        hints,
        [(Some(5.0), "Then job 1 still runs."), (Some(5.0), "That is a job of one processor, not of 4."),]
    );
    let answers = (1..=20).map(|number| question.variant(number).expect("an answer").answer);
    let mut starts: Vec<i64> = answers
        .map(|it| match it {
            Answer::Start { job: 2, is } => is,
            other => panic!("{other:?}"),
        })
        .collect();
    starts.sort_unstable();
    starts.dedup();
    assert_eq!(starts, [40, 50], "other values than those of the file");
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
    let lesson = with(json!({
        "draws": [{ "sets": ["jobs.1.size"], "values": [3, 4, 9] }],
        "ask": "When does job 2 start?",
    }));
    let question = lesson.expect("a lesson").questions.remove(0);
    for number in 0..6 {
        let answer = question.variant(number).expect("an answer").answer;
        assert!(matches!(answer, Answer::Start { is: 30, .. }), "{answer:?}");
    }
}

#[test]
fn a_drawn_choice_is_the_one_that_is_computed() {
    let lesson = with(json!({
        "draws": [{ "sets": ["jobs.0.run"], "values": [30, 40, 50] }],
        "answer": { "choices": [
            { "text": "30 s", "right": true }, { "text": "40 s", "feedback": "Of this file only." }, { "text": "5 s" },
        ] },
    }))
    .expect("a lesson");
    for number in 1..=10 {
        let Answer::Choices(choices) = lesson.questions[0].variant(number).expect("one").answer else {
            panic!("choices stay choices");
        };
        // 50 s is none of the choices.
        assert_eq!(choices.iter().map(|it| it.right).collect::<Vec<_>>(), [false, true, false]);
        assert!(choices.iter().all(|it| it.feedback.is_empty()));
    }
}

#[test]
fn the_job_that_starts_next_is_computed() {
    for (from, job) in [(0, 1), (1, 2), (30, 2)] {
        let lesson = with(json!({ "computed": { "next": { "from": from } }, "answer": { "job": { "is": job } } }));
        let question = lesson.expect("a lesson").questions.remove(0);
        let value = computed(&question).expect("a run").expect("a job");
        assert!(question.agrees(&value), "{from}: {value:?}");
    }
    let none = with(json!({ "computed": { "next": { "from": 31 } }, "answer": { "job": { "is": 1 } } }));
    computed(&none.expect("a lesson").questions[0]).expect_err("no job starts then");
}

#[test]
fn what_is_wrong_with_a_question_is_said_with_its_place() {
    let drawn = |values: Json| json!([{ "sets": ["jobs.0.run"], "values": values }]);
    let on_sample = json!({ "curve": { "vary": { "label": "δ", "sets": ["scenario.seed"], "values": [1, 2] }, "criteria": ["flow_time"] } });
    for (question, said) in [
        (json!({ "answer": { "job": { "is": 3 } } }), "question 1: answer: there is no job 3"),
        (json!({ "answer": { "start": { "job": 0, "is": 3 } } }), "there is no job 0"),
        (json!({ "answer": { "number": { "is": 3, "within": -1 } } }), "answer.number.within"),
        (json!({ "draws": drawn(json!([30])) }), "draws[0]: a field in sets and at least two values"),
        (json!({ "draws": drawn(json!([30, "x"])) }), "draws[0]: jobs.0.run"),
        (json!({ "draws": drawn(json!([30, 40])), "computed": null }), "draws: computed is needed"),
        (json!({ "slips": [{ "said": "No." }] }), "slips[0]: either is or computed"),
        (json!({ "slips": [{ "is": 3, "said": " " }] }), "slips[0]: said"),
        (json!({ "slips": [{ "is": 3, "said": "No.", "set": { "jobs.7.run": 1 } }] }), "slips[0]: jobs.7.run"),
        (json!({ "draws": drawn(json!([30, 40])) }), "draws: at least three combinations"),
        (json!({ "draws": drawn(json!([30, 40, 50])), "right": "At {answer." }), "a brace is not closed"),
        (json!({ "draws": drawn(json!([30, 40, 50])), "wrong": "See {jobs.9.run}." }), "jobs.9.run: there is no field"),
        (
            json!({ "draws": drawn(json!([30, 40, 50])), "wrong": "See {jobs}." }),
            "jobs: only a text, a number or a truth value",
        ),
        (
            json!({ "answer": { "start": { "job": 2, "is": 61 } } }),
            "answer.start.is: 61 is no time to which the bar can be dragged: from 0 to 60",
        ),
        (
            json!({ "show": on_sample, "answer": { "number": { "is": 1 } }, "computed": { "best": { "by": "flow_time" } },
                "draws": [{ "sets": ["scenario.seed"], "values": [1, 2, 3] }], "ask": "Which?" }),
            "not the sample",
        ),
        (json!({ "show": { "algorithm_1": { "capacity": 3, "reservations": [] } } }), "only of a schedule"),
    ] {
        let why = with(question).expect_err(said).0;
        assert!(why.contains(said), "{said}: {why}");
    }
    let no_list =
        json!({ "lesson": 1, "id": "x", "title": "x", "summary": "x", "minutes": 1, "steps": [], "questions": 3 });
    let why = Lesson::from_json(no_list.to_string().as_bytes()).expect_err("no list").0;
    assert!(why.contains("questions: a question or a list of questions is needed"), "{why}");
}

#[test]
fn answers_may_be_off_by_what_the_question_allows() {
    let near = |within: f64| Answer::Number { is: 26.7, unit: String::new(), within };
    assert!(near(0.0).is_number(26.7) && !near(0.0).is_number(26.8));
    assert!(near(0.1).is_number(26.8) && !near(0.05).is_number(26.8));
}
