use super::*;
use crate::tasks::tests::{answers, log, lost, scenario_of, scenarios_of};
use crate::tasks::{Job, Made, NotMade, Task, Wanted};
use experiment::Scenario;
use reproduction::{Comparison, Figure, Measured, Picture, Plan, Quantity, Row, WrittenLog};
use scheduling::criteria::report_with_waits;

const WORKLOAD: WorkloadKey = 4;

/// Items by names for the tests: the number of the paper, and the key of the item.
const ITEMS: [(&str, usize, &str); 5] = [
    // Of two runs, both of which are drawn.
    ("pictured", 0, "figure-7"),
    // Of fifteen runs, none of which is drawn.
    ("table", 0, "table-2"),
    // Of another paper and the same key; its report tells of waits.
    ("other-table", 1, "table-2"),
    // Concluded without a run.
    ("without-runs", 0, "figure-2"),
    // Of jobs of certain months, of which the log has none.
    ("unavailable", 2, "thresholds"),
];

fn item(name: &str) -> &'static About {
    let (_, paper, key) = ITEMS.into_iter().find(|it| it.0 == name).expect(name);
    CONTENTS[paper].items.iter().find(|it| it.key == key).expect(name)
}

fn wish(item: &'static About) -> Wish {
    let settings = ReproductionSettings { seeds: 1, ..ReproductionSettings::default() };
    Wish { item, workload: WORKLOAD, options: settings.options().unwrap() }
}

fn wished(items: &str) -> Reproduction {
    let mut state = Reproduction::default();
    wish_for(&mut state, items);
    state
}

fn wish_for(state: &mut Reproduction, items: &str) {
    let wishes = items.split_whitespace().map(|it| wish(item(it))).collect();
    state.apply(ReproductionAction::Wish(wishes, 0.0));
}

fn made(state: &mut Reproduction, made: Vec<Made>) {
    state.apply(ReproductionAction::Made(made, 0.0));
}

/// The names of the item that is being made, of those that wait, and of those that are done, with the reasons of those
/// that failed.
fn told(state: &Reproduction) -> String {
    let name = |of: &Wish| ITEMS.into_iter().find(|it| item(it.0) == of.item).unwrap().0;
    let making = state.making.as_ref().map_or("nothing", |it| name(&it.wish));
    let waiting: String = state.waiting.iter().map(|it| format!(" {}", name(it))).collect();
    let done = state.done.iter().map(|it| match &it.outcome {
        Ok(_) => format!(" {}", name(&it.wish)),
        Err(why) => format!(" {}: {why}", name(&it.wish)),
    });
    format!("{making}, then{waiting}, done{}", done.collect::<String>())
}

#[track_caller]
fn check(state: &Reproduction, expected: &str) {
    assert_eq!(told(state), expected);
}

fn making(state: &Reproduction) -> &Making {
    state.making.as_ref().unwrap()
}

fn tasks(state: &Reproduction) -> Vec<Task> {
    making(state).tasks()
}

/// Has all tasks of the present stage answered.
fn answer(state: &mut Reproduction) {
    let answers = answers(&tasks(state));
    made(state, answers);
}

/// Answers until nothing is being made.
fn finish(state: &mut Reproduction) {
    while state.making.is_some() {
        answer(state);
    }
}

fn reproduced<'a>(state: &'a Reproduction, name: &str) -> &'a Reproduced {
    let done = state.done(item(name)).unwrap();
    done.outcome.as_ref().unwrap()
}

/// The plan and the findings of an item by the library.
fn library(name: &str) -> (Plan, Findings) {
    let about = item(name);
    let item = reproduction::paper(about.of).unwrap().item(about.key).unwrap();
    let plan = item.plan(&[log()], &wish(about).options).unwrap();
    let report = |it: reproduction::PlannedRun| it.report(&experiment::run(&it.scenario, &log()).unwrap());
    let reports: Vec<_> = plan.runs().map(report).collect();
    let findings = item.conclude(&plan, &[log()], &reports);
    (plan, findings)
}

#[test]
fn the_jobs_are_a_range_or_those_of_each_item() {
    let jobs = |first_job, last_job| {
        let settings = ReproductionSettings { seeds: 3, first_job, last_job, ..ReproductionSettings::default() };
        settings.options().map(|it| (it.jobs, it.seeds))
    };
    assert_eq!(jobs(None, None), Ok((None, 3)));
    assert_eq!(jobs(Some(1), Some(9)), Ok((Some((1, 9)), 3)));
    assert_eq!(jobs(Some(4), Some(4)), Ok((Some((4, 4)), 3)));
    let why = jobs(Some(9), Some(1)).expect_err("no range");
    assert!(why.contains("before the first"), "{why}");
    for half in [jobs(Some(1), None), jobs(None, Some(1))] {
        let why = half.expect_err("no range");
        assert!(why.contains("both ends"), "{why}");
    }
}

#[test]
fn settings_change_alone_and_not_for_what_was_wished_for() {
    let mut state = wished("table");
    let settings = ReproductionSettings { seeds: 9, ..ReproductionSettings::default() };
    state.apply(ReproductionAction::Set(settings.clone()));
    assert_eq!(state.settings, settings);
    assert_eq!(making(&state).wish, wish(item("table")));
    assert_eq!(state.shown, Reproduction::default().shown);
}

#[test]
fn a_paper_opens_at_its_first_item_and_an_item_with_its_paper() {
    let mut state = Reproduction::default();
    assert_eq!(state.paper(), &CONTENTS[0]);
    assert_eq!(state.shown, &CONTENTS[0].items[0]);
    state.apply(ReproductionAction::Turn(&CONTENTS[1]));
    assert_eq!((state.paper(), state.shown), (&CONTENTS[1], &CONTENTS[1].items[0]));
    state.apply(ReproductionAction::Show(item("table")));
    assert_eq!((state.paper(), state.shown), (&CONTENTS[0], item("table")));
    check(&state, "nothing, then, done");
}

#[test]
fn items_are_made_one_after_the_other_in_the_order_of_the_wishes() {
    let mut state = wished("table other-table");
    wish_for(&mut state, "pictured");
    let [table, other, pictured] = ["table", "other-table", "pictured"].map(item);
    assert!(state.is_making(table) && !state.is_making(other));
    assert!(state.is_waiting(other) && state.is_waiting(pictured));
    assert!(!state.is_waiting(table));
    let mut order = Vec::new();
    while state.making.is_some() {
        order.push(told(&state));
        answer(&mut state);
    }
    order.push(told(&state));
    order.dedup();
    assert_eq!(
        order.join("\n"),
        "table, then other-table pictured, done
other-table, then pictured, done table
pictured, then, done table other-table
nothing, then, done table other-table pictured"
    );
}

#[test]
fn an_item_that_waits_or_is_being_made_is_not_wished_for_twice() {
    let mut state = wished("table pictured");
    wish_for(&mut state, "table pictured other-table");
    assert_eq!(state.waiting, ["pictured", "other-table"].map(|it| wish(item(it))));
    // With other options, or of another log, it is another wish.
    let mut more = wish(item("table"));
    more.options.seeds = 2;
    let elsewhere = Wish { workload: WORKLOAD + 1, ..wish(item("table")) };
    let wishes = vec![more, elsewhere];
    state.apply(ReproductionAction::Wish(wishes.clone(), 0.0));
    assert_eq!(state.waiting[2..], wishes);
}

#[test]
fn every_workload_that_is_needed_is_named() {
    let mut state = wished("without-runs");
    finish(&mut state);
    let of = |name, workload| Wish { workload, ..wish(item(name)) };
    state.apply(ReproductionAction::Wish(vec![of("table", 7), of("pictured", 8)], 0.0));
    assert!(state.workloads().eq([WORKLOAD, 7, 8]));
}

#[test]
fn an_item_tells_how_long_it_took() {
    let mut state = Reproduction::default();
    let wishes = vec![wish(item("without-runs")), wish(item("table"))];
    state.apply(ReproductionAction::Wish(wishes, 1_000.0));
    for now in [1_500.0, 3_250.0] {
        let made = answers(&tasks(&state));
        state.apply(ReproductionAction::Made(made, now));
    }
    assert_eq!(reproduced(&state, "without-runs").took, 2_250.0);
    // The next one begins when it gets its turn.
    while state.making.is_some() {
        let made = answers(&tasks(&state));
        state.apply(ReproductionAction::Made(made, 4_000.0));
    }
    assert_eq!(reproduced(&state, "table").took, 750.0);
    assert_eq!((seconds(2_499.0), seconds(2_500.0)), (2, 3));
}

#[test]
fn an_item_that_cannot_be_made_says_why_and_the_next_one_follows() {
    let mut state = wished("unavailable without-runs");
    answer(&mut state);
    let why = state.done[0].outcome.as_ref().expect_err("no such jobs").clone();
    assert!(why.contains("has no jobs"), "{why}");
    check(&state, &format!("without-runs, then, done unavailable: {why}"));
    finish(&mut state);
    // Others stay as they are.
    check(&state, &format!("nothing, then, done unavailable: {why} without-runs"));
}

#[test]
fn a_lost_run_ends_its_item_and_no_other() {
    let mut state = wished("table pictured");
    answer(&mut state);
    let old = tasks(&state);
    let mut answers = answers(&old);
    for at in [3, 5] {
        answers[at] = lost(&old[at]);
    }
    made(&mut state, answers);
    check(&state, "pictured, then, done table: the worker stopped");
    // More of its runs end late.
    made(&mut state, vec![lost(&old[7])]);
    check(&state, "pictured, then, done table: the worker stopped");
    finish(&mut state);
    check(&state, "nothing, then, done table: the worker stopped pictured");
    // It can be made again.
    wish_for(&mut state, "table");
    finish(&mut state);
    check(&state, "nothing, then, done pictured table");
}

#[test]
fn answers_to_an_earlier_item_or_stage_are_dropped() {
    let mut state = wished("table");
    let planning = tasks(&state);
    answer(&mut state);
    let running = tasks(&state);
    made(&mut state, answers(&planning));
    assert_eq!(tasks(&state), running);
    state.apply(ReproductionAction::Stop);
    wish_for(&mut state, "pictured");
    let next = tasks(&state);
    made(&mut state, answers(&planning));
    assert_eq!(tasks(&state), next, "the plan is of another item");
    answer(&mut state);
    made(&mut state, answers(&running));
    assert_eq!(making(&state).progress(), Some((0, 2)));
    made(&mut state, vec![lost(&running[0])]);
    finish(&mut state);
    assert_eq!(reproduced(&state, "pictured").findings, library("pictured").1);
}

#[test]
fn a_run_that_returns_twice_counts_once() {
    let mut state = wished("pictured");
    answer(&mut state);
    let first = &tasks(&state)[..1];
    for _ in 0..2 {
        made(&mut state, answers(first));
    }
    assert_eq!(making(&state).progress(), Some((1, 2)));
}

#[test]
fn a_stop_drops_what_waits_and_is_being_made_and_keeps_what_is_done() {
    let mut state = wished("without-runs table pictured");
    while state.is_making(item("without-runs")) {
        answer(&mut state);
    }
    answer(&mut state);
    let old = tasks(&state);
    state.apply(ReproductionAction::Stop);
    check(&state, "nothing, then, done without-runs");
    assert!(!state.is_making(item("table")) && !state.is_waiting(item("pictured")));
    made(&mut state, answers(&old));
    check(&state, "nothing, then, done without-runs");
    // Again, to the end.
    wish_for(&mut state, "without-runs table pictured");
    finish(&mut state);
    check(&state, "nothing, then, done without-runs table pictured");
}

#[test]
fn items_of_the_same_key_of_two_papers_are_kept_apart() {
    let mut state = wished("pictured table");
    finish(&mut state);
    let [table, other] = ["table", "other-table"].map(item);
    assert_eq!(table.key, other.key);
    assert!(state.done(other).is_none());
    state.apply(ReproductionAction::Show(table));
    let keys = |state: &Reproduction| -> String { state.findings().iter().map(|it| format!("{} ", it.item)).collect() };
    // In the order of the paper.
    assert_eq!(keys(&state), "table-2 figure-7 ");
    state.apply(ReproductionAction::Turn(&CONTENTS[1]));
    assert_eq!(keys(&state), "");
    wish_for(&mut state, "other-table");
    finish(&mut state);
    assert_eq!(keys(&state), "table-2 ");
    assert_eq!(reproduced(&state, "table").findings, library("table").1);
}

#[test]
fn an_item_that_is_made_again_replaces_its_last_outcome() {
    let about = item("without-runs");
    let mut state = wished("without-runs");
    finish(&mut state);
    let first = state.done(about).unwrap().clone();
    let mut other = wish(about);
    other.options.seeds = 2;
    state.apply(ReproductionAction::Wish(vec![other.clone()], 0.0));
    // Until then the last one stays.
    assert_eq!(state.done(about), Some(&first));
    finish(&mut state);
    let second = state.done(about).unwrap();
    assert!(*second != first && second.wish == other);
    assert_eq!(state.done.len(), 1);
}

#[test]
fn a_refused_run_is_told_in_its_words() {
    let mut state = wished("pictured");
    answer(&mut state);
    let mark = tasks(&state)[1].mark;
    made(&mut state, vec![(mark, Err(NotMade::Refused("no job fits".to_owned())))]);
    check(&state, "nothing, then, done pictured: no job fits");
}

#[test]
fn the_settings_are_a_line_that_opens_and_folds_once_an_item_is_wished_for() {
    let mut state = Reproduction::default();
    assert!(state.folded);
    state.apply(ReproductionAction::Fold(false));
    wish_for(&mut state, "table");
    assert!(state.folded);
    assert_eq!(state.settings.in_one_line(), "5 seeds · main readings · each item's own jobs");
    state.apply(ReproductionAction::Fold(false));
    state.apply(ReproductionAction::Stop);
    assert!(!state.folded);
    let some = ReproductionSettings { seeds: 1, readings: Readings::All, first_job: Some(1), last_job: Some(300) };
    assert_eq!(some.in_one_line(), "1 seed · all readings · jobs 1–300");
}

/// Findings of an item with a number of a cell, and with a picture that needs a run and one that needs none.
fn findings_of(item: &About) -> Findings {
    let of_cell = Row::new("a", Quantity::Count, None, Measured::exact(3.0)).of_cell(1);
    let gantt = Picture::Gantt { log: 0, scenario: Box::default(), window: (0, 9) };
    let curves = Picture::Curves { x_label: String::new(), panels: Vec::new() };
    let figure = |picture| Figure { name: String::new(), title: String::new(), caption: String::new(), picture };
    Findings {
        item: item.key.to_owned(),
        comparisons: vec![Comparison { title: String::new(), rows: vec![of_cell] }],
        figures: vec![figure(gantt), figure(curves)],
        ..Findings::default()
    }
}

#[test]
fn the_results_that_come_with_the_page_stand_until_an_item_is_computed_again() {
    let item = item("pictured");
    let paper = &CONTENTS[0];
    let log = WrittenLog { name: "a.swf".to_owned(), role: String::new(), records: 9, origin: String::new() };
    let written = || {
        let (options, logs, tables) = (Options::default(), vec![log.clone(), log.clone()], Vec::new());
        Ok(Box::new(Written { options, logs, tables, findings: vec![findings_of(item)] }))
    };
    let mut state = Reproduction::default();
    assert!(state.published().is_none() && state.result(item).is_none());
    state.apply(ReproductionAction::Published(paper, Err("it is not there".to_owned())));
    assert_eq!(state.published().map(|it| it.items.as_deref()), Some(Err(&"it is not there".to_owned())));
    state.apply(ReproductionAction::Published(paper, written()));
    assert_eq!(state.published().map(|it| &*it.how), Some("on a.swf and a.swf, 20 seeds"));
    let summary = state.published().map_or(&[][..], |it| &it.summary);
    assert!(summary.len() == 2 && summary[0].starts_with("Of 0 sentences"), "{summary:?}");
    state.shown = item;
    let another = WORKLOAD + 1;
    assert_eq!(state.title("b.swf", WORKLOAD), format!("{} · computed on a.swf and a.swf, 20 seeds", item.title));
    let Reproduced { findings, pictured, .. } = state.result(item).and_then(|it| it.outcome.as_ref().ok()).unwrap();
    // There are no runs of which a picture could be drawn, and no scenarios that could be taken.
    assert_eq!((findings.figures.len(), pictured.len(), findings.comparisons[0].rows[0].cell), (1, 1, None));
    assert_eq!(findings.remarks, ["Left out here: 1 picture of schedules. Compute again draws them."]);
    assert!(state.done(item).is_none() && state.findings().is_empty() && state.workloads().count() == 0);
    state.done.push(Rc::new(Done { wish: wish(item), outcome: Err("none".to_owned()) }));
    assert_eq!(state.title("b.swf", WORKLOAD), format!("{} · reproduced on b.swf", item.title));
    assert_eq!(state.title("b.swf", another), format!("{} · reproduced on a log that was loaded before", item.title));
    assert_eq!(state.result(item), state.done(item));
    // Without a log and without a result there is none to name.
    let made_up = CONTENTS.iter().flat_map(|it| it.items).find(|it| !it.needs_log).unwrap();
    state.shown = made_up;
    assert_eq!(state.title("b.swf", WORKLOAD), made_up.title);
    state.done.push(Rc::new(Done { wish: wish(made_up), outcome: Err("none".to_owned()) }));
    assert_eq!(state.title("b.swf", another), format!("{} · computed here", made_up.title));
}

#[test]
fn an_item_goes_through_its_stages_to_the_findings_of_the_library() {
    let mut state = wished("pictured");
    let (plan, findings) = library("pictured");
    let mut rounds = Vec::new();
    let mut stage = |state: &Reproduction| {
        rounds.push(making(state).round);
        let tasks = tasks(state);
        for (place, task) in tasks.iter().enumerate() {
            let mark = (task.mark.question, task.mark.place, task.workload);
            assert_eq!(mark, (making(state).round, place, WORKLOAD));
        }
        (tasks, making(state).progress())
    };
    let (asked, progress) = stage(&state);
    let [Task { job: Job::Plan(order), .. }] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert_eq!((&*order.paper, &*order.item), (item("pictured").of, item("pictured").key));
    assert_eq!((&order.options, progress), (&wish(item("pictured")).options, None));
    answer(&mut state);
    let (asked, progress) = stage(&state);
    let planned: Vec<Scenario> = plan.runs().map(|it| it.scenario).collect();
    assert_eq!(scenarios_of(&asked), planned);
    assert_eq!(progress, Some((0, 2)));
    made(&mut state, answers(&asked[1..]));
    assert_eq!(making(&state).progress(), Some((1, 2)));
    made(&mut state, answers(&asked[..1]));
    let (asked, progress) = stage(&state);
    let [Task { job: Job::Conclude(order, reports), .. }] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert_eq!((order.item.as_str(), reports.len()), (item("pictured").key, 2));
    assert_eq!(progress, Some((2, 2)));
    answer(&mut state);
    let (asked, progress) = stage(&state);
    assert!(asked.iter().all(|it| matches!(&it.job, Job::Run { wanted: Wanted::Run, .. })));
    assert_eq!((asked.len(), progress), (2, Some((2, 2))));
    answer(&mut state);
    assert!(state.making.is_none());
    let made = reproduced(&state, "pictured");
    assert_eq!((&made.findings, &made.cells), (&findings, &plan.cells));
    assert!(rounds.windows(2).all(|it| it[0] < it[1]), "{rounds:?}");
}

#[test]
fn each_figure_has_the_runs_that_it_is_drawn_of() {
    let mut state = wished("pictured");
    finish(&mut state);
    let made = reproduced(&state, "pictured");
    let figures = &made.findings.figures;
    assert_eq!(made.pictured.len(), figures.len());
    let mut count = 0;
    for (figure, runs) in figures.iter().zip(&made.pictured) {
        let scenarios = figure.picture.runs();
        assert_eq!(runs.len(), scenarios.len());
        for (run, (_, scenario)) in runs.iter().zip(scenarios) {
            assert_eq!(*run, experiment::run(scenario, &log()).unwrap());
            count += 1;
        }
    }
    assert_eq!(count, 2);
}

#[test]
fn each_cell_has_the_mean_over_its_seeds() {
    let mut state = wished("table");
    finish(&mut state);
    let made = reproduced(&state, "table");
    assert_eq!(made.averages.len(), made.cells.len());
    for (cell, average) in made.cells.iter().zip(&made.averages) {
        let report = crate::tasks::tests::report_on_log(&cell.scenario);
        let mean = average.unwrap().mean;
        assert_eq!(mean.at(0), report.mean_utilization);
        assert_eq!(mean.at(1), report.mean_flow_time);
    }
}

#[test]
fn waits_are_asked_for_if_the_plan_needs_them() {
    let mut state = wished("other-table");
    answer(&mut state);
    let asked = tasks(&state);
    assert!(matches!(&asked[..], [Task { job: Job::Run { wanted: Wanted::Waits, .. }, .. }]), "{asked:?}");
    answer(&mut state);
    let Some(Task { job: Job::Conclude(_, reports), .. }) = tasks(&state).pop() else {
        panic!("it is to be concluded");
    };
    let run = experiment::run(scenario_of(&asked[0]), &log()).unwrap();
    assert_eq!(*reports[0], report_with_waits(&run));
}

#[test]
fn an_item_without_runs_is_concluded_from_its_plan() {
    let mut state = wished("without-runs");
    answer(&mut state);
    let asked = tasks(&state);
    let is_conclusion = |it: &Task| matches!(&it.job, Job::Conclude(_, none) if none.is_empty());
    assert!(asked.len() == 1 && is_conclusion(&asked[0]), "{asked:?}");
    answer(&mut state);
    let (_, findings) = library("without-runs");
    let made = reproduced(&state, "without-runs");
    assert_eq!(made.findings, findings);
    assert!(made.cells.is_empty() && made.pictured.iter().all(Vec::is_empty));
}
