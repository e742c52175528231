mod questions;

use serde_json::Value;

use super::*;
use crate::history::WorkloadKey;
use crate::lesson_maker::{DraftAction, Written};
use crate::tasks::tests::{answer, log, lost};
use crate::tasks::{Job, NotMade, Task, Wanted};
use experiment::lesson::Show;

/// The sample's key; the test worker has a log in its place.
const SAMPLE: WorkloadKey = 0;

/// A lesson of a schedule with two controls, an algorithm, a curve, and a question with choices.
const LESSON: &str = "{
    'lesson': 1, 'id': 'own', 'title': 'A lesson', 'summary': 'Of everything.', 'minutes': 5,
    'steps': [
        {'title': 'Jobs', 'text': ['Read.'], 'show': {'schedule': {
            'jobs': [
                {'submit': 0, 'size': 3, 'run': 30},
                {'submit': 2, 'size': 4, 'run': 20},
                {'submit': 4, 'size': 1, 'run': 20}],
            'scenario': {'platform': [4]}}},
         'controls': [
            {'label': 'Size of job 1', 'sets': ['jobs.0.size'], 'values': [1, 2, 3], 'first': 2},
            {'label': 'Length of job 2', 'sets': ['jobs.1.run'], 'values': [10, 20]}]},
        {'title': 'Lines', 'text': ['Read.'], 'show': {'algorithm_2': {
            'capacity': 8,
            'reservations': [{'start': 10, 'end': 30, 'processors': 3}],
            'request': {'ready': 12, 'deadline': 80, 'length': 15, 'processors': 4}}},
         'controls': [{'label': 'Ready', 'sets': ['request.ready'], 'values': [12, 20]}]},
        {'title': 'Curve', 'text': ['Read.'], 'show': {'curve': {
            'scenario': {'platform': [10]},
            'vary': {'label': 'AR (%)', 'sets': ['scenario.workload.reservations.percent'], 'values': [0, 50]},
            'seeds': 1}},
         'controls': []}],
    'question': {
        'ask': 'Which?',
        'show': {'schedule': {
            'jobs': [
                {'submit': 0, 'size': 3, 'run': 30},
                {'submit': 2, 'size': 4, 'run': 20},
                {'submit': 4, 'size': 1, 'run': 20}],
            'scenario': {'platform': [4]}}},
        'answer': {'choices': [{'text': 'This', 'feedback': 'No.'}, {'text': 'That', 'right': true}]},
        'right': 'Yes.', 'wrong': 'No.'}}";

/// Reads JSON that is written with single quotes.
fn json(text: &str) -> Value {
    serde_json::from_str(&text.replace('\'', "\"")).expect(text)
}

fn lesson_of(json: &Value) -> Rc<Lesson> {
    Rc::new(Lesson::from_json(json.to_string().as_bytes()).unwrap())
}

/// The lesson by any id; `drawn` is another one.
fn lesson(id: &str) -> Rc<Lesson> {
    let mut json = json(LESSON);
    json["id"] = id.into();
    if id == "drawn" {
        questions::draw(&mut json);
    }
    lesson_of(&json)
}

const SCHEDULE: usize = 0;
const ALGORITHM: usize = 1;
const CURVE: usize = 2;
const QUESTION: usize = 3;

/// The view with a lesson from a file open.
fn open() -> Lessons {
    let mut lessons = Lessons::default();
    act(&mut lessons, "read own");
    lessons
}

fn open_at(step: usize) -> Lessons {
    let mut lessons = open();
    lessons.apply(LessonAction::Go(step));
    lessons
}

/// Acts on the view. A lesson is named by its id; a link leads to `set_place`; numbers are as in the action.
fn act(lessons: &mut Lessons, script: &str) {
    for text in script.split(';').map(str::trim) {
        let (verb, of) = text.split_once(' ').unwrap_or((text, ""));
        let card = || shelf::card(of).expect(text);
        let number = |of: &str| of.parse().expect(text);
        let action = match verb {
            "fetch" => LessonAction::Fetch(card()),
            "fetched" => LessonAction::Fetched(card(), lesson(of)),
            "missing" => LessonAction::Missing(card(), "off-line".into()),
            "read" => LessonAction::Read(lesson(of)),
            "reopen" => LessonAction::Reopen(of.to_owned()),
            "arrive" => LessonAction::Arrive(set_place(of)),
            "close" => LessonAction::Close,
            "follow" => LessonAction::Follow(of.split_whitespace().map(str::to_owned).collect()),
            "go" => LessonAction::Go(number(of)),
            "next" => LessonAction::Next,
            "back" => LessonAction::Back,
            "solution" => LessonAction::ShowSolution,
            "turn" => {
                let (control, index) = of.split_once(' ').expect(text);
                LessonAction::Turn(number(control), number(index))
            }
            "watch" => LessonAction::Watch(number(of)),
            "choose" => LessonAction::Answer(Given::Choice(number(of))),
            "answer" => LessonAction::Answer(Given::Number(number(of) as f64)),
            "anew" => LessonAction::AskAnew,
            "again" => LessonAction::TryAgain,
            "run" => LessonAction::Made(answers(&lessons.chart)),
            "ask" => {
                let asks = tasks(lessons).into_iter().filter(|it| matches!(it.job, Job::Ask(..)));
                LessonAction::Made(asks.map(|it| answer(&it, &log())).collect())
            }
            "lose" => LessonAction::Made(tasks(lessons).last().map(lost).into_iter().collect()),
            _ => panic!("no action: {text}"),
        };
        lessons.apply(action);
    }
}

/// What is shown: the content; the place; of an open lesson the positions of the controls, the moment, whether its
/// future is hidden, and its answers; the number of the chart and how many of its runs there are.
fn told(lessons: &Lessons) -> String {
    let content = match &lessons.shown {
        LessonContent::List => "list",
        LessonContent::Fetching(_) => "fetching",
        LessonContent::Missing(_, why) => why,
        LessonContent::Open(_) => "open",
        LessonContent::Making => "making",
    };
    let mut told = format!("{content} {}", lessons.opened().unwrap_or("-"));
    if let Some(place) = lessons.place() {
        told += &serde_json::to_string(&place).unwrap().replace('"', "");
    }
    let chart = &lessons.chart;
    if let Some((lesson, progress)) = lessons.open() {
        let positions = progress.positions(chart_of(lesson, progress.at).1);
        told += &format!(" {positions:?} {}", progress.moment(chart.show.as_deref()));
        for (is_so, word) in [(progress.is_hidden(lesson), " hidden"), (progress.done, " done")] {
            told += if is_so { word } else { "" };
        }
        for answering in (0..lesson.questions.len()).map(|at| progress.answering(at)).filter(|it| it.tries > 0) {
            told += &format!(" {:?}, {} tries, right {:?}", answering.given, answering.tries, answering.solved_after);
        }
    }
    let made = chart.made.iter().flatten().count();
    told += &format!("; {} {made}/{}", chart.round, tasks(lessons).len());
    for (is_so, word) in [
        (chart.show.is_none(), " no chart"),
        (chart.asks.is_some(), " asks"),
        (!chart.is_complete(), " waits"),
        (chart.was_lost, " lost"),
        (*chart.drawn() != *chart, " draws another"),
    ] {
        told += if is_so { word } else { "" };
    }
    chart.failed.iter().fold(told, |told, why| format!("{told} {why}"))
}

/// Acts on the view and asserts its state. A row: the actions, the state after them.
#[track_caller]
fn follow(lessons: &mut Lessons, rows: &str) {
    for row in rows.lines() {
        let (script, expected) = row.split_once(" | ").expect(row);
        act(lessons, script);
        assert_eq!(told(lessons), expected, "{row}");
    }
}

fn place(id: &str, step: usize) -> LessonPlace {
    LessonPlace { id: id.to_owned(), step, ..LessonPlace::default() }
}

/// A place with a control and a moment set.
fn set_place(id: &str) -> LessonPlace {
    LessonPlace { set: [(SCHEDULE, vec![1, 1])].into(), moments: [(ALGORITHM, 2)].into(), ..place(id, ALGORITHM) }
}

fn tasks(lessons: &Lessons) -> Vec<Task> {
    lessons.chart.tasks(|_| SAMPLE)
}

/// The answers to the runs of a chart.
fn answers(chart: &Chart) -> Vec<Made> {
    let tasks = chart.tasks(|_| SAMPLE);
    let shots = tasks.iter().zip(chart.shots.iter());
    let answer = |(task, shot): (&Task, &experiment::lesson::Shot)| {
        let own = shot.workload().unwrap();
        answer(task, &own.unwrap_or_else(log))
    };
    shots.map(answer).collect()
}

fn run(lessons: &mut Lessons) {
    act(lessons, "run");
}

#[test]
fn the_view_opens_with_the_list() {
    let lessons = Lessons::default();
    assert_eq!(told(&lessons), "list -; 0 0/0 no chart");
    assert!(lessons.open().is_none());
}

#[test]
fn a_lesson_that_has_been_fetched_opens_at_its_first_step() {
    follow(
        &mut Lessons::default(),
        "fetch backfilling | fetching backfilling{id:backfilling}; 0 0/0 no chart
fetched backfilling | open backfilling{id:backfilling} [2, 0] 0; 1 0/1 waits",
    );
}

#[test]
fn a_lesson_that_cannot_be_fetched_says_why_and_can_be_fetched_again() {
    // An answer to the request that failed comes too late.
    follow(
        &mut Lessons::default(),
        "fetch backfilling; missing backfilling | off-line backfilling{id:backfilling}; 0 0/0 no chart
fetched backfilling | off-line backfilling{id:backfilling}; 0 0/0 no chart
fetch backfilling; fetched backfilling | open backfilling{id:backfilling} [2, 0] 0; 1 0/1 waits",
    );
}

#[test]
fn a_lesson_that_is_no_longer_awaited_does_not_open() {
    follow(
        &mut Lessons::default(),
        "fetch backfilling; close; fetched backfilling; missing backfilling | list -; 1 0/0 no chart
fetch backfilling; fetch grouping | fetching grouping{id:grouping}; 1 0/0 no chart
fetched backfilling; missing backfilling | fetching grouping{id:grouping}; 1 0/0 no chart
read own; fetched grouping | open own{id:own} [2, 0] 0; 2 0/1 waits",
    );
}

#[test]
fn without_an_open_lesson_there_is_nothing_to_go_to_to_turn_or_to_answer() {
    let list = Lessons::default();
    for action in ["go 1", "turn 0 0", "watch 1", "choose 1"] {
        let mut after = list.clone();
        act(&mut after, action);
        assert!(after == list, "{action}");
    }
}

#[test]
fn steps_open_up_to_the_question() {
    follow(
        &mut open(),
        "go 2 | open own{id:own,step:2} [] 0; 2 0/2 waits
go 3 | open own{id:own,step:3} [] 0 hidden; 3 0/1 waits
go 0 | open own{id:own} [2, 0] 0; 4 0/1 waits
go 99 | open own{id:own,step:3} [] 0 hidden; 5 0/1 waits",
    );
}

#[test]
fn a_control_turns_its_chart_and_no_other() {
    let mut lessons = open();
    let before = lessons.chart.shots[0].clone();
    follow(&mut lessons, "turn 0 0 | open own{id:own,set:{0:[0,0]}} [0, 0] 0; 2 0/1 waits");
    let turned = &lessons.chart.shots[0];
    assert_eq!((before.jobs[0].size, turned.jobs[0].size), (3, 1));
    assert_eq!(turned.jobs[1..], before.jobs[1..]);
    // The control of the other step is where it begins.
    follow(
        &mut lessons,
        "turn 1 1 | open own{id:own,set:{0:[0,1]}} [0, 1] 0; 3 0/1 waits
go 1 | open own{id:own,step:1,set:{0:[0,1]}} [0] 0; 4 0/0
go 0 | open own{id:own,set:{0:[0,1]}} [0, 1] 0; 5 0/1 waits",
    );
}

#[test]
fn a_control_that_stays_where_it_is_and_one_that_is_not_there_run_nothing() {
    let mut lessons = open();
    run(&mut lessons);
    let before = lessons.clone();
    act(&mut lessons, "turn 0 2; turn 2 0");
    assert!(lessons == before);
}

#[test]
fn moments_are_kept_step_by_step_until_a_control_is_turned() {
    follow(
        &mut open_at(ALGORITHM),
        "watch 3 | open own{id:own,step:1,moments:{1:3}} [0] 3; 2 0/0
go 0 | open own{id:own,moments:{1:3}} [2, 0] 0; 3 0/1 waits
turn 0 0; go 1 | open own{id:own,step:1,set:{0:[0,0]},moments:{1:3}} [0] 3; 5 0/0
turn 0 1 | open own{id:own,step:1,set:{0:[0,0],1:[1]}} [1] 0; 6 0/0",
    );
}

#[test]
fn a_lesson_opens_again_at_its_step_with_nothing_set() {
    follow(
        &mut open(),
        "turn 0 0; go 3; choose 1; close | list -; 4 0/0 no chart
reopen own | open own{id:own,step:3} [] 0 hidden done None, 1 tries, right Some(1); 5 0/1 waits",
    );
}

#[test]
fn lessons_come_as_far_as_each_was_read() {
    let mut lessons = open_at(CURVE);
    follow(
        &mut lessons,
        "read other | open other{id:other} [2, 0] 0; 3 0/1 waits
go 1; reopen own | open own{id:own,step:2} [] 0; 5 0/2 waits",
    );
    assert_eq!(lessons.progress("other").unwrap().at, ALGORITHM);
    assert_eq!(lessons.progress("third"), None);
}

#[test]
fn the_open_lesson_goes_to_a_place_at_once() {
    let answers = " done Some(Choice(1)), 1 tries, right Some(1)";
    let rows = "choose 1; arrive own | open own{id:own,step:1,set:{0:[1,1]},moments:{1:2}} [0] 2ANSWERS; 3 0/0
go 0 | open own{id:own,set:{0:[1,1]},moments:{1:2}} [1, 1] 0ANSWERS; 4 0/1 waits";
    follow(&mut open_at(QUESTION), &rows.replace("ANSWERS", answers));
}

/// The link keeps its place until the lesson is there, and for once.
#[test]
fn a_lesson_opens_at_the_place_of_a_link_once_it_has_been_fetched() {
    follow(
        &mut Lessons::default(),
        "arrive backfilling | list -{id:backfilling,step:1,set:{0:[1,1]},moments:{1:2}}; 0 0/0 no chart
fetch backfilling | fetching backfilling{id:backfilling,step:1,set:{0:[1,1]},moments:{1:2}}; 0 0/0 no chart
fetched backfilling | open backfilling{id:backfilling,step:1,set:{0:[1,1]},moments:{1:2}} [0] 2; 1 0/0
close; fetch backfilling; fetched backfilling | open backfilling{id:backfilling,step:1} [0] 0; 3 0/0",
    );
}

#[test]
fn the_place_of_one_lesson_is_not_taken_for_that_of_another() {
    follow(
        &mut Lessons::default(),
        "arrive own; fetch backfilling | fetching backfilling{id:backfilling}; 0 0/0 no chart
fetched backfilling | open backfilling{id:backfilling} [2, 0] 0; 1 0/1 waits
arrive own; read other | open other{id:other} [2, 0] 0; 2 0/1 waits
arrive own; close | list -; 3 0/0 no chart",
    );
}

#[test]
fn a_link_to_a_lesson_that_is_not_there_waits_for_its_file() {
    let mut lessons = Lessons::default();
    assert_eq!(way(&lessons, "own"), "Unknown");
    follow(
        &mut lessons,
        "arrive own; reopen own | list -{id:own,step:1,set:{0:[1,1]},moments:{1:2}}; 1 0/0 no chart
read own | open own{id:own,step:1,set:{0:[1,1]},moments:{1:2}} [0] 2; 2 0/0",
    );
}

#[test]
fn a_place_that_the_lesson_does_not_have_is_cut_to_it() {
    let wrong = "{'id': 'own', 'step': 99, 'set': {'0': [1], '1': [2], '2': [0], '3': [], '99': []},
        'moments': {'1': 5, '99': 1}}";
    let mut lessons = open();
    lessons.apply(LessonAction::Arrive(serde_json::from_value(json(wrong)).unwrap()));
    assert_eq!(told(&lessons), "open own{id:own,step:3,set:{3:[]},moments:{1:5}} [] 0 hidden; 2 0/1 waits");
}

/// How the lesson of an id opens.
fn way(lessons: &Lessons, id: &str) -> String {
    match lessons.way_to(id) {
        Way::Fetch(card) => format!("Fetch {}", card.id),
        other => format!("{other:?}"),
    }
}

/// A file with the id of a lesson of the page stands for it until that is fetched.
#[test]
fn each_lesson_has_its_way_to_open() {
    let mut lessons = open();
    for row in "close | own | Reopen
read own | own | Stay
close; read own | backfilling | Fetch backfilling
close; read own | nothing | Unknown
read backfilling; close | backfilling | Reopen
fetch backfilling | backfilling | Fetch backfilling"
        .lines()
    {
        let [script, id, expected] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        act(&mut lessons, script);
        assert_eq!(way(&lessons, id), expected, "{row}");
    }
}

#[test]
fn back_to_a_step_everything_is_set_as_it_was() {
    let mut lessons = open();
    act(&mut lessons, "turn 0 0; go 1; watch 2");
    let back = lessons.place_at(LessonStep { id: "own".to_owned(), step: SCHEDULE, part: 0 });
    let expected = "{'id': 'own', 'set': {'0': [0, 0]}, 'moments': {'1': 2}}";
    assert_eq!(serde_json::to_value(&back).unwrap(), json(expected));
    // After it was closed as well.
    act(&mut lessons, "close");
    lessons.apply(LessonAction::Arrive(back.clone()));
    act(&mut lessons, "reopen own");
    assert_eq!(lessons.place(), Some(back));
    let unknown = LessonStep { id: "other".to_owned(), step: 2, part: 0 };
    assert_eq!(lessons.place_at(unknown), place("other", 2));
}

/// A long step comes in parts, of a paragraph at least; the address tells the part, and Back comes to the last one.
#[test]
fn a_long_text_comes_in_parts_that_are_gone_through_one_by_one() {
    let mut long = Lesson::clone(&lesson("own"));
    long.steps[ALGORITHM].text = [300, 300, 900, 10].map(|letters| "x".repeat(letters)).to_vec();
    let counts: Vec<usize> = parts(&long, ALGORITHM).iter().map(|it| it.len()).collect();
    // A control takes some of the room.
    assert_eq!(counts, [1, 1, 1, 1]);
    long.steps[ALGORITHM].controls.clear();
    let counts: Vec<usize> = parts(&long, ALGORITHM).iter().map(|it| it.len()).collect();
    assert_eq!(counts, [2, 1, 1]);
    assert_eq!([SCHEDULE, QUESTION].map(|at| parts(&long, at).len()), [1, 1]);
    let mut lessons = Lessons::default();
    lessons.apply(LessonAction::Read(Rc::new(long)));
    let mut go = |script: &str| {
        act(&mut lessons, script);
        let place = lessons.place().expect("a place");
        (place.step, place.part)
    };
    let places = ["next", "next", "next", "next", "back", "back", "back", "back", "back"].map(&mut go);
    assert_eq!(places, [(1, 0), (1, 1), (1, 2), (2, 0), (1, 2), (1, 1), (1, 0), (0, 0), (0, 0)]);
    assert_eq!(["go 3", "next", "go 1"].map(&mut go), [(3, 0), (3, 0), (1, 0)]);
    // The part of a link is as far as the text has it.
    let rounds = lessons.round;
    lessons.apply(LessonAction::Arrive(LessonPlace { part: 7, ..place("own", ALGORITHM) }));
    assert_eq!(lessons.place().map(|it| it.part), Some(2));
    act(&mut lessons, "back");
    assert_eq!(lessons.round, rounds + 1, "another part has the same chart");
}

#[test]
fn a_path_leads_from_lesson_to_lesson_and_has_an_address() {
    let mut lessons = Lessons::default();
    let next = |lessons: &Lessons, id| lessons.next_after(id).map(|it| it.id);
    assert_eq!(next(&lessons, "backfilling"), Some("reservations-hurt"));
    follow(&mut lessons, "follow grouping backfilling | list -{path:[grouping,backfilling]}; 0 0/0 no chart");
    assert_eq!(next(&lessons, "grouping"), Some("backfilling"));
    assert_eq!(next(&lessons, "backfilling"), None, "its end");
    assert_eq!(next(&lessons, "searching"), None, "not on it");
    // The list of the path has an address, and so has each of its steps.
    let list = lessons.place().unwrap();
    let step = "open grouping{id:grouping,path:[grouping,backfilling],step:1} [0] 0";
    follow(&mut lessons, &format!("read grouping; go 1 | {step}; 2 0/0"));
    let mut other = Lessons::default();
    other.apply(LessonAction::Arrive(lessons.place().unwrap()));
    follow(&mut other, &format!("read grouping | {step}; 1 0/0"));
    other.apply(LessonAction::Arrive(list));
    assert_eq!(told(&other), "list -{path:[grouping,backfilling]}; 2 0/0 no chart");
    // A link without a path follows none.
    other.apply(LessonAction::Arrive(place("grouping", 0)));
    assert!(other.path.is_empty());
    act(&mut other, "follow");
    assert_eq!(Lessons::default().place(), None);
}

fn maker(lessons: &mut Lessons, action: MakerAction) {
    lessons.apply(LessonAction::Maker(action));
}

fn edit(lessons: &mut Lessons, action: DraftAction) {
    maker(lessons, MakerAction::Edit(action));
}

/// The form of a copy of a lesson.
fn copying() -> Lessons {
    let mut lessons = open();
    maker(&mut lessons, MakerAction::Copy);
    run(&mut lessons);
    lessons
}

#[test]
fn a_copy_of_the_open_lesson_is_edited_beside_its_chart() {
    let mut lessons = copying();
    let draft = lessons.making().unwrap();
    assert_eq!((draft.parts(), &*draft.lesson.id), (4, "own"));
    assert_eq!(told(&lessons), "making -; 2 1/1");
    edit(&mut lessons, DraftAction::Write(Written::Heading, "Look".to_owned()));
    assert_eq!(told(&lessons), "making -; 2 1/1");
    edit(&mut lessons, DraftAction::Open(2));
    assert_eq!(told(&lessons), "making -; 3 0/2 waits");
    assert!(matches!(lessons.chart.show.as_deref(), Some(Show::Curve(_))));
}

#[test]
fn a_computed_start_follows_when_the_runs_are_there() {
    use crate::lesson_maker::AnswerKind;
    let mut lessons = copying();
    edit(&mut lessons, DraftAction::Open(3));
    edit(&mut lessons, DraftAction::Kind(AnswerKind::Start));
    let write = |lessons: &mut Lessons, job: &str| edit(lessons, DraftAction::Write(Written::Job, job.to_owned()));
    let answer = |lessons: &Lessons| {
        let draft = lessons.making().unwrap();
        format!("{:?}", draft.question(3).unwrap().answer)
    };
    write(&mut lessons, "2");
    assert_eq!(answer(&lessons), "Start { job: 2, is: 0 }");
    run(&mut lessons);
    assert_eq!(answer(&lessons), "Start { job: 2, is: 30 }");
    // The runs are there: another job needs no other ones.
    write(&mut lessons, "3");
    assert_eq!(answer(&lessons), "Start { job: 3, is: 4 }");
}

#[test]
fn a_preview_is_the_lesson_and_leads_back_to_the_form() {
    let mut lessons = copying();
    maker(&mut lessons, MakerAction::Preview);
    assert!(lessons.is_preview() && lessons.making().is_none());
    assert_eq!(lessons.open().unwrap().0.title, "A lesson");
    maker(&mut lessons, MakerAction::Make(None));
    assert!(lessons.making().is_some() && !lessons.is_preview());
    edit(&mut lessons, DraftAction::Write(Written::Title, String::new()));
    maker(&mut lessons, MakerAction::Preview);
    assert!(lessons.making().is_some(), "an incomplete lesson has no preview");
}

#[test]
fn the_list_keeps_the_draft_and_another_lesson_gives_it_back_with_undo() {
    let mut lessons = copying();
    lessons.apply(LessonAction::Close);
    assert!(lessons.shown == LessonContent::List && lessons.draft().is_some());
    maker(&mut lessons, MakerAction::New);
    assert_eq!(lessons.making().unwrap().parts(), 1);
    edit(&mut lessons, DraftAction::Undo);
    assert_eq!(lessons.making().unwrap().lesson.id, "own");
}

#[test]
fn a_kept_draft_is_taken_up_once() {
    for (mut lessons, expected) in [(Lessons::default(), "kept"), (copying(), "own")] {
        maker(&mut lessons, MakerAction::Restore(Box::new(Draft::copy(&lesson("kept")))));
        assert_eq!(lessons.draft().unwrap().lesson.id, expected);
    }
}

#[test]
fn schedules_are_run_whole_and_curves_for_their_reports() {
    for (lessons, expected) in
        [(open(), vec![Wanted::Run]), (open_at(ALGORITHM), Vec::new()), (open_at(CURVE), vec![Wanted::Report; 2])]
    {
        let mut keys = 7..;
        let tasks = lessons.chart.tasks(|_| keys.next().unwrap());
        let told = tasks.iter().map(|task| match task.job {
            Job::Run { wanted, .. } => (task.mark.question, task.mark.place, task.workload, wanted),
            _ => panic!("no run: {task:?}"),
        });
        let round = lessons.chart.round;
        let expected = expected.into_iter().enumerate();
        let expected = expected.map(|(place, wanted)| (round, place, 7 + place as WorkloadKey, wanted));
        assert!(told.eq(expected), "{tasks:?}");
    }
    assert!(open_at(ALGORITHM).chart.is_complete());
}

/// The chart before stays on the page until the runs are there, also while the control moves on. Of another step there
/// is nothing yet.
#[test]
fn a_chart_has_the_runs_of_its_controls() {
    let mut lessons = open();
    follow(&mut lessons, "run | open own{id:own} [2, 0] 0; 1 1/1");
    let of_three = lessons.chart.made[0].clone().unwrap();
    assert!(of_three.run.is_some());
    follow(&mut lessons, "turn 0 0 | open own{id:own,set:{0:[0,0]}} [0, 0] 0; 2 0/1 waits draws another");
    let drawn = lessons.chart.drawn().clone();
    assert_eq!(drawn.made[0].as_ref().unwrap().report, of_three.report);
    act(&mut lessons, "turn 0 1");
    assert!(*lessons.chart.drawn() == drawn);
    follow(&mut lessons, "run | open own{id:own,set:{0:[1,0]}} [1, 0] 0; 3 1/1");
    let of_two = lessons.chart.made[0].as_ref().unwrap();
    // Job 1 has two processors in place of three.
    assert!(of_two.report.mean_utilization < of_three.report.mean_utilization);
    follow(&mut lessons, "go 2 | open own{id:own,step:2,set:{0:[1,0]}} [] 0; 4 0/2 waits");
}

#[test]
fn curves_are_drawn_point_by_point() {
    let mut lessons = open_at(CURVE);
    let mut made = answers(&lessons.chart);
    let last = made.pop().expect("two runs");
    lessons.apply(LessonAction::Made(made));
    assert!(lessons.chart.made[0].as_ref().is_some_and(|it| it.run.is_none()));
    assert_eq!(told(&lessons), "open own{id:own,step:2} [] 0; 2 1/2 waits");
    lessons.apply(LessonAction::Made(vec![last]));
    assert_eq!(told(&lessons), "open own{id:own,step:2} [] 0; 2 2/2");
}

#[test]
fn answers_to_an_earlier_chart_are_dropped() {
    let mut lessons = open();
    let mut old = answers(&lessons.chart);
    old.push(lost(&tasks(&lessons)[0]));
    act(&mut lessons, "turn 0 0");
    lessons.apply(LessonAction::Made(old));
    assert_eq!(told(&lessons), "open own{id:own,set:{0:[0,0]}} [0, 0] 0; 2 0/1 waits");
    let old = answers(&lessons.chart);
    act(&mut lessons, "close");
    lessons.apply(LessonAction::Made(old));
    assert!(lessons.chart.made.is_empty());
}

#[test]
fn a_lost_run_is_told_and_made_again_on_request() {
    follow(
        &mut open(),
        "lose | open own{id:own} [2, 0] 0; 1 0/1 waits lost the worker stopped
again | open own{id:own} [2, 0] 0; 2 0/1 waits
run | open own{id:own} [2, 0] 0; 2 1/1",
    );
}

#[test]
fn a_run_that_is_refused_is_told_and_not_for_another_try() {
    let mut lessons = open();
    let mark = tasks(&lessons)[0].mark;
    lessons.apply(LessonAction::Made(vec![(mark, Err(NotMade::Refused("no processors".to_owned())))]));
    assert_eq!(told(&lessons), "open own{id:own} [2, 0] 0; 1 0/1 waits no processors");
}
