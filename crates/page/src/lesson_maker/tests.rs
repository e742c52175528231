use super::*;
use crate::history::{Experiment, SAMPLE};
use experiment::lesson::{Computed, looks_like_one};
use experiment::{Scenario, System, run};
use scheduling::criteria::{Criterion, report};
use workload::workflow::generate::MadeUp;
use workload::{Workload, read};

/// Ten jobs from second 1,000 on, on eight processors.
fn log() -> Workload {
    let mut text = "; MaxProcs: 8\n".to_owned();
    for job in 1..=10 {
        let (submit, run, size) = (990 + 10 * job, 30 + 7 * (job % 4), 1 + job % 5);
        text += &format!("{job} {submit} 0 {run} {size} -1 -1 {size} {} -1 1 1 1 1 1 1 -1 -1\n", run + 20);
    }
    read("ten", text.as_bytes()).unwrap().workload
}

fn on(queue: &str) -> Scenario {
    let text = format!(
        r#"{{"platform": [8], "workload": {{"reservations": {{"percent": 30}}}}, "system": {{"two_level": {{"local": {{"queue": "{queue}"}}}}}}}}"#
    );
    serde_json::from_str(&text).unwrap()
}

fn taken_of(scenarios: Vec<Scenario>, workload: &Workload, all: bool) -> Taken {
    try_to_take(scenarios, workload, all).unwrap()
}

/// What is taken of a run of a workload that was dropped.
fn try_to_take(scenarios: Vec<Scenario>, workload: &Workload, all: bool) -> Result<Taken, String> {
    let experiment = Experiment::of(scenarios, 0, 0, 1);
    let run = run(&experiment.scenario, workload).unwrap();
    taken(&experiment, &run, all)
}

/// The runs of a chart.
fn runs_of(show: &Show) -> Vec<(Run, Report)> {
    let shots = show.shots().unwrap();
    let made = shots.iter().map(|shot| {
        let own = shot.workload().unwrap().expect("one of its own");
        let run = run(&shot.scenario, &own).unwrap();
        let report = report(&run);
        (run, report)
    });
    made.collect()
}

/// The starts of a run's jobs, counted from the second `earlier`.
fn starts(run: &Run, earlier: Time) -> Vec<Time> {
    run.schedule.outcomes.iter().map(|it| it.start - earlier).collect()
}

#[test]
fn a_chart_of_a_log_starts_its_jobs_as_the_page_does() {
    let workload = log();
    for queue in ["fcfs", "easy", "conservative", "sjf"] {
        let taken = taken_of(vec![on(queue)], &workload, false);
        let runs = runs_of(&taken.show);
        let page = run(&on(queue), &workload).unwrap();
        assert_eq!(starts(&runs[0].0, 0), starts(&page, 1000), "{queue}");
        assert!(page.jobs.iter().any(|it| it.reservation.is_some()), "{queue}");
        let draft = Draft::new(Some(taken.clone()));
        assert_eq!(draft.differs(&taken.show, &[&runs[0].0]), None, "{queue}");
    }
}

#[test]
fn jobs_that_start_at_other_times_are_told() {
    let mut taken = taken_of(vec![on("easy")], &log(), false);
    taken.starts[3] += 1;
    let draft = Draft::new(Some(taken.clone()));
    let told = draft.differs(&taken.show, &[&runs_of(&taken.show)[0].0]).unwrap();
    assert!(told.starts_with("1 job of 10 start"), "{told}");
}

#[test]
fn scenarios_that_are_compared_become_schedules_of_a_chart() {
    let all = ["fcfs", "easy", "sjf", "conservative"].map(on);
    let taken = taken_of(all.to_vec(), &log(), true);
    let Show::Schedule(chart) = &taken.show else { panic!("{:?}", taken.show) };
    let [_, second, _] = &chart.plans[..] else { panic!("{:?}", chart.plans) };
    assert!(second.name.starts_with("B: ") && second.name.contains("EASY"), "{second:?}");
    assert_eq!(taken.left_out, "A chart has at most 3 schedules: it leaves out 1 of 4.");
    for (scenario, (made, _)) in all.iter().zip(&runs_of(&taken.show)) {
        let page = run(scenario, &log()).unwrap();
        assert_eq!(starts(made, 0), starts(&page, 1000));
    }
}

#[test]
fn another_system_becomes_a_schedule_as_well() {
    let mut other = on("easy");
    other.system = System::of_key("co_allocation").unwrap();
    let taken = taken_of(vec![on("easy"), other.clone()], &log(), true);
    let shots = taken.show.shots().unwrap();
    assert_eq!(shots[1].scenario.system, other.system);
}

#[test]
fn too_many_jobs_and_other_jobs_are_refused_with_what_to_do() {
    let mut text = "; MaxProcs: 8\n".to_owned();
    for job in 1..=201 {
        text += &format!("{job} {job} 0 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n");
    }
    let large = read("large", text.as_bytes()).unwrap().workload;
    let why = try_to_take(vec![on("easy")], &large, false).expect_err("too large");
    assert!(why.contains("at most 200 jobs, and this run has 201"), "{why}");
    let mut other = on("easy");
    other.workload.last_job = Some(5);
    let why = try_to_take(vec![on("easy"), other], &log(), true).expect_err("other jobs");
    assert!(why.starts_with("Scenario B takes other jobs"), "{why}");
}

#[test]
fn the_sample_stays_the_sample_and_a_workflow_comes_with_its_file() {
    let experiment = Experiment::new(Scenario::default(), SAMPLE);
    let taken_sample = taken(&experiment, &Run::default(), false).unwrap();
    assert!(matches!(&taken_sample.show, Show::Schedule(it) if it.jobs.is_empty()));
    let workload = MadeUp::default().workload().unwrap();
    let scenario: Scenario = serde_json::from_str(r#"{"system": {"workflow": {}}}"#).unwrap();
    let experiment = Experiment::of(vec![scenario.clone()], 0, 0, 1);
    let page = run(&scenario, &workload).unwrap();
    let taken = taken(&experiment, &page, false).unwrap();
    let runs = runs_of(&taken.show);
    let draft = Draft::new(Some(taken.clone()));
    assert_eq!(draft.differs(&taken.show, &[&runs[0].0]), None);
}

/// Edits a draft line by line: texts behind the names of their fields, and the other edits.
fn act(draft: &mut Draft, script: &str) {
    for line in script.lines() {
        let (verb, text) = line.split_once(' ').unwrap_or((line, ""));
        let number = || text.parse().expect(line);
        let write = |what| DraftAction::Write(what, text.to_owned());
        draft.apply(match verb {
            "title" => write(Written::Title),
            "summary" => write(Written::Summary),
            "heading" => write(Written::Heading),
            "text" => DraftAction::Write(Written::Text, text.replace('/', "\n\n")),
            "ask" => write(Written::Ask),
            "right" => write(Written::Right),
            "wrong" => write(Written::Wrong),
            "job" => write(Written::Job),
            "moment" => write(Written::Moment),
            "provider" => write(Written::Provider),
            "choice-1" => write(Written::Choice(1)),
            "choice-2" => write(Written::Choice(2)),
            "feedback-0" => write(Written::Feedback(0)),
            "open" => DraftAction::Open(number()),
            "add-step" => DraftAction::AddStep(None),
            "add-question" => DraftAction::AddQuestion(None),
            "add-choice" => DraftAction::AddChoice,
            "remove" => DraftAction::Remove,
            "remove-choice" => DraftAction::RemoveChoice(number()),
            "mark" => DraftAction::Mark(number()),
            "choices" => DraftAction::Kind(AnswerKind::Choices),
            "start" => DraftAction::Kind(AnswerKind::Start),
            "later" => DraftAction::Move { earlier: false },
            "earlier" => DraftAction::Move { earlier: true },
            "undo" => DraftAction::Undo,
            "redo" => DraftAction::Redo,
            _ => panic!("no edit: {line}"),
        });
    }
}

/// A complete lesson of one step and one question.
fn complete() -> Draft {
    let taken = taken_of(vec![on("fcfs"), on("easy")], &log(), true);
    let mut draft = Draft::new(Some(taken));
    let script = "title Ten jobs\nsummary They wait.\nheading Look\ntext Here./And there./\n\
        add-question\nask Which is better?\nright Yes.\nwrong No.";
    act(&mut draft, script);
    draft
}

#[test]
fn a_lesson_says_what_is_missing_until_it_is_complete() {
    let mut draft = Draft::new(None);
    assert!(draft.complete().expect_err("empty").contains("Title is empty"));
    act(&mut draft, "title Ten jobs");
    assert!(draft.complete().expect_err("none").contains("Subject is empty"));
    let mut draft = complete();
    for (script, expected) in
        [("choices\nchoice-1  ", "question 1: choice 2 is empty"), ("remove\ntext  ", "step 1: Text is empty")]
    {
        act(&mut draft, script);
        assert_eq!(draft.complete(), Err(expected.to_owned()));
    }
    let lesson = complete().complete().expect("complete");
    assert_eq!(lesson.id, "ten-jobs");
    assert_eq!(lesson.steps[0].text, ["Here.", "And there."]);
    let written = text(&lesson).unwrap();
    let begins = "{\n  \"lesson\": 1,\n  \"id\": \"ten-jobs\",\n  \"title\": \"Ten jobs\",\n";
    assert!(written.starts_with(begins), "{written}");
    assert_eq!(Lesson::from_json(written.as_bytes()), Ok(lesson));
}

#[test]
fn a_computed_answer_follows_the_runs() {
    let mut draft = complete();
    act(&mut draft, "choices");
    let show = draft.chart().unwrap().0.clone();
    let made = runs_of(&show);
    let runs: Vec<(&Run, &Report)> = made.iter().map(|(run, report)| (run, report)).collect();
    draft.apply(DraftAction::Compute(Some(Computed::Best { by: Criterion::WAITING_TIME })));
    draft.settle(&show, &runs);
    let question = draft.question(1).unwrap();
    let Answer::Choices(choices) = &question.answer else { panic!("{:?}", question.answer) };
    let waits: Vec<f64> = made.iter().map(|(_, it)| it.mean_waiting_time).collect();
    let best = usize::from(waits[1] < waits[0]);
    assert!(waits[0] != waits[1] && choices[best].right && !choices[1 - best].right);
    act(&mut draft, "start\njob 4");
    draft.settle(&show, &runs);
    let lesson = draft.complete().expect("complete");
    let start = made[0].0.schedule.outcomes[3].start;
    assert_eq!(lesson.questions[0].answer, Answer::Start { job: 4, is: start });
    assert_eq!(lesson.questions[0].computed, Some(Computed::Start { job: 4, plan: 0 }));
}

#[test]
fn edits_are_undone_one_by_one_and_letters_of_a_field_together() {
    let mut draft = complete();
    let whole = draft.lesson.clone();
    for (script, expected) in [("ask Which is\nask Which is best?\nremove", (1, 0)), ("undo", (2, 1))] {
        act(&mut draft, script);
        assert_eq!((draft.parts(), draft.at), expected);
    }
    act(&mut draft, "undo");
    assert_eq!(draft.lesson, whole);
    act(&mut draft, "redo\nredo");
    assert_eq!((draft.parts(), draft.history()), (1, (true, false)));
    let mut back = draft.replaced(Draft::new(None));
    act(&mut back, "undo");
    assert_eq!(back.parts(), 1);
}

#[test]
fn parts_move_among_their_own_kind() {
    let mut draft = complete();
    for (script, expected) in [("open 0\nadd-step\nheading Second", 1), ("later", 1), ("earlier", 0)] {
        act(&mut draft, script);
        assert_eq!(draft.at, expected, "{script}");
    }
    assert_eq!(draft.lesson.steps[0].title, "Second");
}

#[test]
fn a_chart_is_shown_as_slots_or_curves_with_controls_that_fit() {
    let mut draft = complete();
    act(&mut draft, "open 0");
    let (show, present) = draft.chart().unwrap();
    let offered = offers(show, present);
    let queue = offered.iter().find(|it| it.key == "queue").expect("the queue policy");
    assert_eq!(queue.control.name(queue.control.first), "Strict FCFS");
    assert!(offered.iter().all(|it| !it.control.sets[0].starts_with("scenario.workload.")));
    draft.apply(DraftAction::AddControl(Box::new(queue.clone())));
    let kinds = kinds(draft.chart().unwrap().0);
    assert!(kinds.iter().any(|(kind, _)| *kind == ChartKind::Slots));
    for (kind, label) in kinds {
        draft.apply(DraftAction::Chart(kind));
        let show = draft.chart().unwrap().0;
        assert_eq!(kind_of(show), Some(kind), "{label}");
        draft.complete().unwrap_or_else(|why| panic!("{label}: {why}"));
    }
    draft.apply(DraftAction::Chart(ChartKind::Slots));
    act(&mut draft, "moment 25\nprovider 7");
    assert!(draft.complete().expect_err("one provider").contains("provider"));
    act(&mut draft, "provider 1");
    assert!(matches!(draft.chart(), Some((Show::Slots(it), _)) if it.at == 25 && it.provider == 0));
}

#[test]
fn every_lesson_of_the_page_can_be_copied_and_saved_again() {
    for card in SHELF {
        let path = format!("{}/../../static/lessons/{}.json", env!("CARGO_MANIFEST_DIR"), card.id);
        let lesson = Lesson::from_json(&std::fs::read(&path).expect(&path)).expect(card.id);
        let draft = Draft::copy(&lesson);
        let copy = draft.complete().expect(card.id);
        assert_ne!(copy.id, lesson.id);
        assert_eq!((&copy.steps, &copy.questions), (&lesson.steps, &lesson.questions), "{}", card.id);
        let written = text(&copy).expect(card.id);
        assert!(written.len() < 60_000, "{}: {}", card.id, written.len());
        assert!(looks_like_one(written.as_bytes()), "{}", card.id);
        assert_eq!(Lesson::from_json(written.as_bytes()).as_ref(), Ok(&copy), "{}", card.id);
        let kept = Draft::kept(&draft.lesson).expect(card.id);
        assert_eq!(Draft::of_kept(&kept).map(|it| it.lesson), Some(draft.lesson), "{}", card.id);
    }
    assert_eq!(Draft::of_kept("{"), None);
}

#[test]
fn choices_can_be_added_marked_and_taken_out() {
    let mut draft = complete();
    act(&mut draft, "choices");
    draft.apply(DraftAction::Compute(None));
    act(&mut draft, "add-choice\nchoice-2 Neither\nmark 2\nfeedback-0 Why?\nremove-choice 1");
    let Answer::Choices(choices) = &draft.question(1).unwrap().answer else { panic!("no choices") };
    let [first, last] = &choices[..] else { panic!("{choices:?}") };
    assert_eq!((first.right, last.right, &*first.feedback), (false, true, "Why?"));
    draft.complete().expect("complete");
}

#[test]
fn an_unlimited_job_and_a_job_of_no_time_are_jobs_of_a_lesson() {
    let text = "; MaxProcs: 8\n1 0 0 0 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n2 3 0 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n";
    let workload = read("two", text.as_bytes()).unwrap().workload;
    let mut scenario = on("easy");
    scenario.workload.reservations.percent = 0.0;
    scenario.workload.skip_never_ran = false;
    let taken = taken_of(vec![scenario], &workload, false);
    let Show::Schedule(chart) = taken.show else { panic!("no schedule") };
    let first = &chart.jobs[0];
    assert_eq!((first.submit, first.run, first.limit), (0, 0, Some(9)));
}
