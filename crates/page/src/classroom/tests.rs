use std::rc::Rc;

use super::review::{Column, Order, Review};
use super::*;
use crate::Reduce;
use crate::curves::{Sweep, SweepAction, Sweeps};
use crate::history::Experiment;
use crate::lessons::{LessonAction, Lessons};
use crate::tasks::tests::{answers, report_on_log, scenario, scenario_of};
use crate::trade_off::{Exploring, Searching, TradeOffAction, TradeOffs};
use crate::words;
use experiment::Scenario;
use experiment::lesson::{Answer, Lesson};
use export::hand_in;
use export::hand_in::{AnswerGiven, Figures, HandIn, MOST_TRIED, Tried};
use export::snapshot::{CurvesForm, FileMark, Snapshot, Source, TradeOffForm};
use scheduling::criteria;
use scheduling::criteria::Report;
use workload::WorkloadKind;
use workload::WorkloadKind::Log;
use workload::lublin::Lublin;

fn given(count: usize) -> Vec<Given> {
    let file = |at: usize| Given::file("a.json", format!("{{{at}}}").into_bytes());
    (0..count).map(file).collect()
}

#[test]
fn what_is_written_stays_when_a_dialog_is_closed() {
    let mut room = Classroom::default();
    assert!(!room.is_wanted);
    room.apply(ClassroomAction::Show(Some(Overlay::HandIn)));
    for (field, text) in [
        (Field::Name, "Ada".to_owned()),
        (Field::Exercise, "Which?".to_owned()),
        (Field::Answer, "x".repeat(LONGEST_ANSWER + 5)),
    ] {
        room.apply(ClassroomAction::Fill(field, text));
    }
    room.apply(ClassroomAction::Show(None));
    assert!(room.is_wanted && room.shown.is_none());
    assert_eq!((&*room.form.name, &*room.form.exercise), ("Ada", "Which?"));
    assert_eq!(room.form.answer.len(), LONGEST_ANSWER);
}

#[test]
fn hand_ins_open_the_review_and_none_is_listed_twice() {
    let mut room = Classroom::default();
    room.apply(ClassroomAction::Give(given(2)));
    assert_eq!(room.shown, Some(Overlay::Review));
    assert_eq!((room.given.len(), &room.told), (2, &None));
    room.apply(ClassroomAction::Show(None));
    room.apply(ClassroomAction::Give(given(3)));
    assert_eq!(room.given.len(), 3);
    assert_eq!(room.told.as_deref(), Some("2 hand-ins had been added before."));
    room.apply(ClassroomAction::Clear);
    assert_eq!((room.given.len(), &room.told), (0, &None));
    room.apply(ClassroomAction::Give(given(MOST_GIVEN + 7)));
    assert_eq!(room.given.len(), MOST_GIVEN);
    let told = room.told.as_deref().unwrap_or_default();
    assert!(told.starts_with("7 hand-ins were left out"), "{told}");
}

#[test]
fn links_are_pasted_one_a_line() {
    let links = Given::links("  https://a.example/#hand-in-1.abc\n\n#hand-in-1.def\r\n");
    let texts: Vec<_> = links.iter().map(|it| &it.content).collect();
    let link = |text: &str| Content::Link(text.into());
    let expected = [link("https://a.example/#hand-in-1.abc"), link("#hand-in-1.def")];
    assert_eq!(texts, expected.iter().collect::<Vec<_>>());
    let long = Given::link(&"x".repeat(900));
    assert_eq!(long.name.chars().count(), 41);
}

fn base() -> Rc<Experiment> {
    Rc::new(Experiment::new(scenario(), 4))
}

fn form() -> TradeOffForm {
    let queues = ["fcfs", "easy"].map(str::to_owned).to_vec();
    TradeOffForm {
        ticked: [("queue".to_owned(), queues)].into(),
        typed: [("period".to_owned(), "0, 600".to_owned())].into(),
        seeds: 1,
        range: (0, 60),
        ..TradeOffForm::default()
    }
}

#[test]
fn an_exploration_is_told_with_the_best_by_each_criterion() {
    let exploring = Exploring::plan(&form(), &base(), Log, 0).unwrap();
    let tasks = exploring.tasks();
    assert_eq!(exploring_in_words(&exploring), None);
    let mut state = TradeOffs::default();
    state.apply(TradeOffAction::Explore(Box::new(exploring)));
    state.apply(TradeOffAction::Explored(answers(&tasks)));
    let told = |state: &TradeOffs| exploring_in_words(state.exploring.as_ref()?);
    let text = told(&state).unwrap();
    let least = tasks.iter().map(|it| report_on_log(scenario_of(it)).mean_flow_time).min_by(f64::total_cmp).unwrap();
    let count = words::plural(tasks.len(), "combination");
    assert!(text.starts_with(&format!("Trade-off over {count}, 1 seed; best U ")), "{text}");
    assert!(text.contains(&format!("; best F {}: ", words::duration(least))), "{text}");
    // Of a stopped one the runs that returned count.
    let exploring = Exploring::plan(&form(), &base(), Log, 1).unwrap();
    let tasks = exploring.tasks();
    state.apply(TradeOffAction::Explore(Box::new(exploring)));
    state.apply(TradeOffAction::Explored(answers(&tasks[..1])));
    state.apply(TradeOffAction::StopExploring);
    let text = told(&state).unwrap();
    let stopped = format!("(stopped after 1 of {} runs)", tasks.len());
    assert!(text.contains(&stopped), "{text}");
}

#[test]
fn a_search_and_a_sweep_are_told_in_a_sentence() {
    let mut state = TradeOffs::default();
    let searching = Searching::plan(&form(), &base(), Log, 0).unwrap();
    assert_eq!(searching_in_words(&searching), None);
    state.apply(TradeOffAction::Search(Box::new(searching)));
    while let Some(round) = state.searching.as_ref().filter(|it| it.is_running()) {
        let made = answers(&round.tasks());
        state.apply(TradeOffAction::Searched(made));
    }
    let text = state.searching.as_ref().and_then(|it| searching_in_words(it));
    let text = text.unwrap();
    assert!(text.starts_with("Search for the best period: "), "{text}");
    assert!(text.contains(" tried; best F "), "{text}");

    let form = Rc::new(CurvesForm { values: Some("0, 30, 60".to_owned()), seeds: 2, ..CurvesForm::default() });
    let sweep = Sweep::plan(&form, &base(), Log).unwrap();
    let tasks = sweep.tasks();
    assert_eq!(sweep_in_words(&sweep), None);
    let mut sweeps = Sweeps::default();
    sweeps.apply(SweepAction::Start(Box::new(sweep)));
    sweeps.apply(SweepAction::Made(answers(&tasks)));
    let text = sweeps.sweep.as_ref().and_then(|it| sweep_in_words(it)).unwrap();
    assert!(text.starts_with("Curves over ") && text.contains(": 3 values, "), "{text}");
    assert!(text.ends_with(", 2 seeds"), "{text}");
}

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
    lessons.apply(LessonAction::Answer(AnswerOf::Number(30.0)));
    let expected = AnswerGiven { question: ask, answer: "30 s".to_owned(), right: true, tries: 1 };
    assert_eq!(answers(&lessons), [expected]);
    lessons.apply(LessonAction::Answer(AnswerOf::Number(31.0)));
    let last = &answers(&lessons)[0];
    assert_eq!((last.right, last.tries), (false, 2));
}

/// A hand-in of this name, at this time, with this mean flow time.
fn handed_in(name: &str, ended: i64, flow_time: Option<f64>) -> HandIn {
    let page = Snapshot {
        workload: Source::File(FileMark::of("log.swf", b"a log")),
        scenarios: vec![Scenario::default()],
        ..Snapshot::default()
    };
    HandIn {
        name: name.to_owned(),
        figures: flow_time.map(|it| Figures {
            mean_flow_time: Some(it),
            mean_utilization: Some(0.5),
            jobs: 9,
            ..Figures::default()
        }),
        ..HandIn::of(page, (ended - 100, ended), 0)
    }
}

fn file(name: &str, hand_in: &HandIn) -> Given {
    Given::file(name, hand_in::write(hand_in).unwrap().into_bytes())
}

fn names(review: &Review, order: Order) -> String {
    review.sorted(order).into_iter().map(|at| &*review.rows[at].hand_in.name).collect::<Vec<_>>().join(", ")
}

#[test]
fn files_and_links_are_rows_and_what_is_broken_is_named_with_the_reason() {
    let ada = handed_in("Ada", 1_000, Some(60.0));
    let (link, _) = hand_in::link(&handed_in("Bo", 2_000, None)).unwrap();
    let review = Review::of(&[
        file("ada.json", &ada),
        Given::file("cut.json", *b"{\"hand_in\": 1,"),
        Given::link(&link),
        Given::link("https://a.example/"),
        Given::unreadable("folder", "it could not be opened"),
        Given::file("all.zip", *b"PK\x03\x04"),
    ]);
    assert_eq!(names(&review, Order::default()), "Ada, Bo");
    let line = "Two-level grid: FCFS with backfilling · 30 % reservations · seed 1";
    assert_eq!((&*review.rows[0].line, review.rows[0].workload()), (line, "log.swf"));
    let [cut, link, folder, zip] = &review.broken[..] else { panic!("{:?}", review.broken) };
    assert_eq!([&*cut.from, &*link.from, &*folder.from], ["cut.json", "https://a.example/", "folder"]);
    assert!(cut.why.contains("line 1"), "{}", cut.why);
    assert_eq!([&*link.why, &*folder.why], ["it is no link of a hand-in", "it could not be opened"]);
    assert!(zip.why.contains("unpack it"), "{}", zip.why);
}

#[test]
fn rows_are_sorted_by_each_column_and_those_without_a_value_come_last() {
    let review = Review::of(&[
        file("a", &handed_in("Cy", 3_000, Some(90.0))),
        file("b", &handed_in("ada", 1_000, None)),
        file("c", &handed_in("Bo", 2_000, Some(100.0))),
        file("d", &handed_in("", 500, Some(95.0))),
    ]);
    let by = |by, descending| Order { by, descending };
    for (column, descending, expected) in [
        (Column::Name, false, "ada, Bo, Cy, "),
        (Column::Name, true, "Cy, Bo, ada, "),
        (Column::FlowTime, false, "Cy, , Bo, ada"),
        (Column::FlowTime, true, "Bo, , Cy, ada"),
        // Equals stay as they were given.
        (Column::Scenario, false, "Cy, ada, Bo, "),
        (Column::Exercise, false, "Cy, ada, Bo, "),
        (Column::Time, false, "Cy, ada, Bo, "),
        (Column::Tried, false, "Cy, ada, Bo, "),
    ] {
        assert_eq!(names(&review, by(column, descending)), expected, "{column:?} {descending}");
    }
    let order = Order::default().after(Column::FlowTime);
    assert_eq!(order, by(Column::FlowTime, false));
    assert_eq!(order.after(Column::FlowTime), by(Column::FlowTime, true));
}

#[test]
fn of_several_with_one_name_the_latest_counts() {
    let other = HandIn { exercise: "2".to_owned(), ..handed_in("Bo", 9_000, None) };
    let first = HandIn { exercise: "1".to_owned(), ..handed_in("Bo", 50_000, None) };
    let review = Review::of(&[
        file("a", &handed_in("Ada  Lovelace", 2_000, Some(1.0))),
        file("b", &handed_in("ada lovelace ", 3_000, Some(2.0))),
        file("c", &handed_in("ADA LOVELACE", 1_000, None)),
        file("d", &handed_in("", 1_000, None)),
        file("e", &handed_in("", 2_000, None)),
        file("f", &other),
        file("g", &first),
    ]);
    // Without a name, and of different exercises, none replaces another.
    let repeats: Vec<String> = review.rows.iter().map(|it| format!("{:?}", it.repeat)).collect();
    assert_eq!(repeats.join(" "), "Earlier Latest(3) Earlier Only Only Only Only");
    assert_eq!(review.exercise(), None);
    let again = file("h", &HandIn { name: "Cy".to_owned(), ..other.clone() });
    assert_eq!(Review::of(&[file("f", &other), again]).exercise(), Some("2"));
    assert_eq!(Review::of(&[file("f", &other)]).exercise(), None);
}

#[test]
fn a_row_tells_all_that_was_handed_in() {
    let figures = Figures::default();
    let tried = Tried { words: "EASY".to_owned(), at: 5, figures: Some(figures) };
    let answer = |right: bool| AnswerGiven { question: right.to_string(), answer: "x".to_owned(), right, tries: 1 };
    let hand_in = HandIn {
        tried: vec![tried],
        tried_left_out: 7,
        answers: vec![answer(true), answer(false)],
        utc_offset: 60,
        ..handed_in("Ada", 1_700_000_000, Some(3_725.0))
    };
    let review = Review::of(&[file("a", &hand_in)]);
    let cells = Column::ALL.map(|it| it.text(&review.rows[0]));
    assert_eq!(cells[3..].join("|"), "1\u{a0}h 2\u{a0}min|50.0 %|–|–|8|1\u{a0}min 40\u{a0}s|1/2");
    assert_eq!(review.rows[0].ended(), "2023-11-14 23:13:20");
}

#[test]
fn the_csv_has_every_row_and_no_formula() {
    let hostile = HandIn {
        answer: "=HYPERLINK(\"x\"),\nsecond line".to_owned(),
        ..handed_in("+Ada, \"the\" first", 1_000, Some(60.5))
    };
    let review = Review::of(&[file("a.json", &hostile), Given::link("nothing")]);
    let csv = review.csv();
    let (head, rest) = csv.split_once('\n').unwrap();
    let columns = head.split(',').count();
    assert_eq!(columns, 21);
    let row = rest.strip_suffix("nothing,,,,,,,,,,,,,,,,,,,,it is no link of a hand-in\n");
    let row = row.expect("the broken one comes last");
    assert!(row.starts_with("a.json,\"'+Ada, \"\"the\"\" first\",,"), "{row}");
    assert!(row.contains(",60.5,0.5,,,9,0,0,100,1970-01-01 00:16:40,0,0,log.swf,5,"), "{row}");
    assert!(row.ends_with("\"'=HYPERLINK(\"\"x\"\"),\nsecond line\",\n"), "{row}");
    assert_eq!("nothing,,,,,,,,,,,,,,,,,,,,why".split(',').count(), columns);
}
