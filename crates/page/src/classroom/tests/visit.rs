use crate::classroom::answers_of;
use crate::classroom::{Visit, VisitAction};
use crate::history::Experiment;
use crate::lessons::{Given, LessonAction, Lessons};
use crate::reduce::Reduce;
use experiment::Scenario;
use experiment::lesson::{Answer, Lesson};
use export::hand_in::{AnswerGiven, MOST_TRIED};
use scheduling::criteria::{self, Report};
use std::rc::Rc;
use workload::WorkloadKind;
use workload::lublin::Lublin;

fn experiment(seed: u64) -> Rc<Experiment> {
    let scenario = Scenario { seed, ..Scenario::default() };
    Rc::new(Experiment::new(scenario, 3))
}

fn report() -> Report {
    let log = Lublin::default().generate().unwrap();
    criteria::report(&experiment::run(&Scenario::default(), &log).unwrap())
}

/// A visit in which each movement led to a run with this seed.
fn visit(movements: &[(u32, u64)]) -> Visit {
    let (mut visit, report) = (Visit::default(), report());
    for &(movement, seed) in movements {
        visit.apply(VisitAction::Clock(f64::from(movement) * 10.5));
        visit.ran(&experiment(seed), movement, &report, WorkloadKind::Log, "KTH");
    }
    visit
}

/// The seeds of what was tried.
fn seeds(visit: &Visit) -> String {
    let seed = |words: &str| {
        let rest = words.strip_suffix(" · KTH").expect("the workload");
        rest.rsplit_once(" · seed ").unwrap().1.to_owned()
    };
    visit.entries.iter().map(|it| seed(&it.tried.words)).collect::<Vec<_>>().join(" ")
}

#[test]
fn of_a_dragged_control_the_position_at_rest_is_listed() {
    let visit = visit(&[(0, 1), (1, 2), (1, 3), (1, 4), (2, 5)]);
    assert_eq!(seeds(&visit), "4 5");
    let at: Vec<u32> = visit.entries.iter().map(|it| it.tried.at).collect();
    assert_eq!(at, [10, 21]);
    let figures = visit.entries[0].tried.figures.unwrap();
    assert_eq!(figures.mean_flow_time, Some(report().mean_flow_time));
}

#[test]
fn what_the_page_opened_with_and_what_undo_returns_to_is_not_listed_again() {
    // Undo and redo are movements of their own.
    let tried = visit(&[(0, 1), (1, 2), (2, 3), (3, 2), (4, 1), (5, 2)]);
    assert_eq!(seeds(&tried), "2 3");
    // A control that is dragged back to where it began has tried nothing.
    assert_eq!(seeds(&visit(&[(0, 1), (1, 2), (1, 1)])), "");
}

#[test]
fn many_runs_are_one_entry_and_entries_can_be_removed() {
    let mut visit = visit(&[(0, 1), (1, 2)]);
    let words = "Trade-off over 24 combinations".to_owned();
    visit.apply(VisitAction::Summed(words.clone(), 1.0));
    let last = visit.entries.last().unwrap().clone();
    assert_eq!((last.tried.words, last.tried.figures), (words, None));
    visit.apply(VisitAction::Remove(visit.entries[0].number));
    visit.apply(VisitAction::Remove(99));
    assert_eq!(visit.tried().len(), 1);
}

#[test]
fn the_oldest_entries_are_left_out_and_counted() {
    let movements: Vec<(u32, u64)> = (1..=MOST_TRIED as u32 + 5).map(|it| (it, u64::from(it))).collect();
    let visit = visit(&movements);
    assert_eq!((visit.entries.len(), visit.left_out), (MOST_TRIED, 5));
    assert!(seeds(&visit).starts_with("6 "));
}

#[test]
fn another_answer_to_a_question_is_another_try() {
    let mut visit = Visit::default();
    let mut answer = |question: &str, answer: &str, right| {
        let (question, answer) = (question.to_owned(), answer.to_owned());
        visit.apply(VisitAction::Answered(vec![AnswerGiven { question, answer, right, tries: 1 }]));
        visit.answers.iter().map(|it| format!("{} {} {} {}; ", it.question, it.answer, it.right, it.tries)).collect()
    };
    for (question, text, right, expected) in [
        ("a", "1", false, "a 1 false 1; "),
        ("b", "x", true, "a 1 false 1; b x true 1; "),
        ("a", "1", false, "a 1 false 1; b x true 1; "),
        ("a", "2", true, "a 2 true 2; b x true 1; "),
    ] {
        let told: String = answer(question, text, right);
        assert_eq!(told, expected);
    }
}

#[test]
fn the_answers_of_a_lesson_are_told_in_words() {
    let json = std::fs::read("../../static/lessons/backfilling.json").unwrap();
    let mut lesson = Lesson::from_json(&json).unwrap();
    let mut question = lesson.questions.remove(0);
    question.draws.clear();
    question.slips.clear();
    question.answer = Answer::Number { is: 30.0, unit: "s".to_owned(), within: 0.0 };
    let (ask, at) = (question.ask.clone(), lesson.steps.len());
    lesson.questions = vec![question];
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Read(Rc::new(lesson)));
    lessons.apply(LessonAction::Go(at));
    let answers = |lessons: &Lessons| {
        let (lesson, progress) = lessons.open().unwrap();
        answers_of(lesson, progress)
    };
    assert_eq!(answers(&lessons), []);
    lessons.apply(LessonAction::Answer(Given::Number(30.0)));
    let expected = AnswerGiven { question: ask, answer: "30 s".to_owned(), right: true, tries: 1 };
    assert_eq!(answers(&lessons), [expected]);
    lessons.apply(LessonAction::Answer(Given::Number(31.0)));
    let last = &answers(&lessons)[0];
    assert_eq!((last.right, last.tries), (false, 2));
}
