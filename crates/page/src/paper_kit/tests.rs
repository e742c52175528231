use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::quoted;
use super::*;
use crate::Reduce;
use crate::compare::Comparison;
use crate::compare::tests::{comparing, run_all, two};
use crate::curves::{SweepAction, Sweeps};
use crate::history::Experiment;
use crate::tasks::tests::{answers, log, report_on_log, scenario};
use crate::trade_off::{TradeOffAction, TradeOffs};
use chart::{Origin, Theme};
use experiment::{LogMark, Scenario, WorkloadFacts, knobs};
use export::snapshot::{CurvesForm, TradeOffForm};
use scheduling::criteria::Criterion;
use workload::WorkloadKind;

const QUEUE: &str = "system.two_level.local.queue";

fn form(queues: &[&str]) -> CurvesForm {
    let queues = queues.iter().map(|&it| it.to_owned()).collect();
    CurvesForm {
        values: Some("0, 50".to_owned()),
        seeds: 2,
        overlaid: [("queue".to_owned(), queues)].into(),
        ..CurvesForm::default()
    }
}

/// A sweep of some policies, all of whose runs have returned unless they are `held` back.
fn sweep(queues: &[&str], held: bool) -> KitSubject {
    curves(form(queues), held)
}

fn curves(form: CurvesForm, held: bool) -> KitSubject {
    let base = Rc::new(Experiment::new(scenario(), 4));
    let form = Rc::new(form);
    let sweep = Sweep::plan(&form, &base, WorkloadKind::Log).unwrap();
    let tasks = sweep.tasks();
    let mut sweeps = Sweeps::default();
    sweeps.apply(SweepAction::Start(Box::new(sweep)));
    if !held {
        sweeps.apply(SweepAction::Made(answers(&tasks)));
    }
    KitSubject::Curves(sweeps.sweep.unwrap(), form)
}

/// An exploration of a form, all of whose runs have returned unless they are `held` back.
fn exploration(form: &TradeOffForm, held: bool) -> Rc<Exploring> {
    let base = Rc::new(Experiment::new(scenario(), 4));
    let exploring = Exploring::plan(form, &base, WorkloadKind::Log, 1).unwrap();
    let tasks = exploring.tasks();
    let mut state = TradeOffs::default();
    state.apply(TradeOffAction::Explore(Box::new(exploring)));
    if !held {
        state.apply(TradeOffAction::Explored(answers(&tasks)));
    }
    state.exploring.unwrap()
}

/// The rows of a table, its head first.
fn cells(table: &str) -> Vec<Vec<&str>> {
    table.lines().map(|it| it.split(',').collect()).collect()
}

/// Checks that a text has all of these parts.
#[track_caller]
fn check_parts(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

fn provenance() -> Vec<Provenance> {
    let facts = WorkloadFacts { name: "my log.swf".to_owned(), ..WorkloadFacts::of(&log()) };
    vec![Provenance::new(&scenario(), LogMark::of(&facts))]
}

/// The files of a kit by their paths.
fn kit(subject: &KitSubject) -> BTreeMap<String, String> {
    let files = subject.kit(&provenance()).unwrap().files();
    let lossy = |it: Vec<u8>| String::from_utf8_lossy(&it).into_owned();
    files.into_iter().map(|it| (it.path, lossy(it.bytes))).collect()
}

fn manifest(files: &BTreeMap<String, String>) -> serde_json::Value {
    serde_json::from_str(&files["manifest.json"]).unwrap()
}

#[test]
fn a_kit_of_curves_has_its_figures_and_says_what_each_file_is() {
    let files = kit(&sweep(&["fcfs", "easy"], false));
    for width in ["85mm", "175mm"] {
        for name in ["utilization", "flow-time", "tardiness", "legend"] {
            for ending in ["svg", "pdf"] {
                let path = format!("figures/{width}/{name}.{ending}");
                let file = files.get(&path).unwrap_or_else(|| panic!("{path}: {:?}", files.keys()));
                assert!(ending == "pdf" || file.contains(&format!("width=\"{width}\"")));
                // The legend is in its own file alone.
                let drawn = file.split("<metadata>").next().unwrap_or_default();
                assert_eq!(drawn.contains("EASY"), name == "legend", "{path}");
            }
        }
    }
    let manifest = manifest(&files);
    let listed = manifest["files"].as_array().unwrap();
    let listed: BTreeSet<&str> = listed.iter().filter_map(|it| it["file"].as_str()).collect();
    let others = files.keys().map(String::as_str).filter(|it| !["README.txt", "manifest.json"].contains(it));
    assert_eq!(listed, others.collect());
    assert_eq!(manifest["version"], experiment::VERSION);
    assert_eq!(manifest["seeds"], serde_json::json!([[1, 2]]));
    assert_eq!(manifest["log"]["name"], "my log.swf");
    assert_eq!(manifest["provenance"][0]["sweep"]["vary"][0]["path"], knobs::SHARE);
    let readme = &files["README.txt"];
    let command = manifest["commands"][0].as_str().unwrap();
    assert!(readme.contains(command) && readme.contains("seeds 1 to 2"), "{readme}");
    let scenario: Scenario = serde_json::from_str(&files["scenario.json"]).unwrap();
    assert_eq!(scenario, crate::tasks::tests::scenario());
}

/// Checks that each row of a table is the native run that its fields tell, and counts the rows. Two values of the same
/// field that differ only in how they are written are the same.
#[track_caller]
fn check_rows(table: &str, fields: &[&str]) -> usize {
    let rows = cells(table);
    let (head, rows) = rows.split_first().unwrap();
    let count = fields.len();
    assert_eq!(head[0], "workload");
    assert_eq!(head[1..=count], *fields);
    assert_eq!(head[count + 1], "seed");
    for row in rows {
        let mut one = scenario();
        let set = fields.iter().zip(&row[1..]);
        for (field, cell) in set.filter(|it| *it.0 != "scenario") {
            let value = serde_json::from_str(cell).unwrap_or_else(|_| (*cell).into());
            one = knobs::set(&one, field, &value).unwrap();
        }
        one.seed = row[count + 1].parse().unwrap();
        let report = report_on_log(&one);
        for (name, cell) in head.iter().zip(row).skip(count + 2) {
            let figure = Criterion::of_key(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(cell.parse().ok(), figure.of(&report), "{name} in {row:?}");
        }
    }
    rows.len()
}

#[test]
fn the_rows_of_the_table_are_the_runs() {
    let table = &kit(&sweep(&["fcfs", "easy"], false))["runs.csv"];
    assert_eq!(check_rows(table, &[knobs::SHARE, QUEUE]), 8);
}

#[test]
fn a_trade_off_has_its_dots_its_runs_and_the_meaning_of_its_numbers() {
    let queues = ["fcfs", "easy"].map(str::to_owned).to_vec();
    let form = TradeOffForm {
        ticked: [("queue".to_owned(), queues)].into(),
        typed: [("period".to_owned(), "0, 600".to_owned())].into(),
        seeds: 2,
        ..TradeOffForm::default()
    };
    let running = KitSubject::TradeOff(exploration(&form, true), Sight::All).kit(&provenance());
    assert!(running.is_err_and(|it| it.contains("have not ended")));
    let exploring = exploration(&form, false);
    let files = kit(&KitSubject::TradeOff(exploring.clone(), Sight::All));
    for path in ["85mm/trade-off.svg", "175mm/trade-off.pdf"] {
        assert!(files.contains_key(&format!("figures/{path}")), "{path}");
    }
    let fields: Vec<&str> = exploring.space.varied.iter().map(|it| it.knob.path).collect();
    assert!(fields.contains(&QUEUE));
    assert_eq!(check_rows(&files["runs.csv"], &fields), exploring.runs.total());
    check_parts(
        &files["README.txt"],
        &[
            "slotscope trade-off --scenario scenario.json 'my log.swf' --vary",
            "The numbers at the dots, where they have room: 1 ",
        ],
    );
}

#[test]
fn kits_of_replicates_say_what_was_done_and_how_to_do_it_again() {
    let replicate = Some("windows=2:0".parse().unwrap());
    let curves = curves(CurvesForm { replicate, ..form(&["fcfs", "easy"]) }, false);
    let form =
        TradeOffForm { replicate, typed: [("period".to_owned(), "0".to_owned())].into(), ..TradeOffForm::default() };
    let trade_off = KitSubject::TradeOff(exploration(&form, false), Sight::All);
    for subject in [curves, trade_off] {
        let files = kit(&subject);
        let readme = &files["README.txt"];
        let done = "The seeds number replicates of the log: 2 windows of the log, of each the first 0 % warm-up.";
        check_parts(readme, &[done, " --replicate windows=2:0"]);
        assert!(!readme.contains("--seeds"), "{readme}");
        check_parts(&files["manifest.json"], &["\"windows\""]);
    }
}

#[test]
fn a_comparison_has_its_charts_and_a_row_for_each_scenario_and_seed() {
    let experiment = two();
    let mut comparison = comparing(&experiment, 2);
    let subject = |comparison: &Comparison| {
        KitSubject::Compare(Box::new(ComparedForKit {
            comparison: comparison.clone(),
            experiment: experiment.clone(),
            kind: WorkloadKind::Log,
            names: Rc::new(vec!["FCFS".to_owned(), "EASY".to_owned()]),
            window: (0.0, 1000.0),
            origin: Origin::LogStart,
        }))
    };
    let early = subject(&comparison).kit(&provenance());
    assert!(early.is_err_and(|it| it.contains("not all scenarios")));
    run_all(&mut comparison, &experiment);
    let files = kit(&subject(&comparison));
    for name in ["utilization", "jobs-waiting", "gantt-a", "gantt-b", "legend"] {
        for width in ["85mm", "175mm"] {
            let path = format!("figures/{width}/{name}.pdf");
            assert!(files.contains_key(&path), "{path}");
        }
    }
    assert!(files["figures/85mm/legend.svg"].contains("A: FCFS"));
    assert_eq!(check_rows(&files["runs.csv"], &["scenario", QUEUE]), 4);
    assert!(files.contains_key("scenario-2.json"));
    check_parts(
        &files["README.txt"],
        &[
            "means over about 19.4 s at 85 mm, and over about 8.67 s at 175 mm",
            "slotscope sweep scenario-2.json 'my log.swf' --vary seed=1,2 --table runs-2.csv",
            "Runs: 4, seeds 1 to 2",
        ],
    );
    assert_eq!(manifest(&files)["seeds"].to_string(), "[[1,2],[1,2]]");
    // EASY has the colour that it has in curves.
    let curves = kit(&sweep(&["easy"], false));
    assert_eq!(colour_of(&files, "EASY"), colour_of(&curves, "EASY"));
}

#[test]
fn a_gantt_chart_has_its_run() {
    let experiment = two();
    let mut comparison = comparing(&experiment, 1);
    run_all(&mut comparison, &experiment);
    let sight = comparison.sight(&experiment, WorkloadKind::Log);
    let finished = sight.subjects[1].as_ref().unwrap().finished.clone();
    let index = finished.arranged();
    let viewport = index.whole();
    let subject = KitSubject::Gantt(Box::new(GanttForKit {
        finished,
        index,
        viewport,
        selected: None,
        origin: Origin::LogStart,
    }));
    let files = kit(&subject);
    assert!(files["figures/85mm/gantt.svg"].contains("width=\"85mm\""));
    let table = &files["runs.csv"];
    let report = report_on_log(&experiment.scenario);
    let cells = cells(table);
    assert_eq!(cells.len(), 2);
    let at = cells[0].iter().position(|it| *it == "mean_flow_time");
    let told: f64 = cells[1][at.unwrap()].parse().unwrap();
    assert_eq!(told, report.mean_flow_time);
    let command = "slotscope run scenario.json 'my log.swf' --report report.json";
    assert!(files["README.txt"].contains(command));
}

#[test]
fn the_command_is_one_that_a_shell_takes() {
    let files = kit(&sweep(&["fcfs", "easy"], false));
    let manifest = manifest(&files);
    let command = manifest["commands"][0].as_str().unwrap();
    let expected = "slotscope sweep scenario.json 'my log.swf' --vary workload.reservations.percent=0,50 --vary \
                    system.two_level.local.queue=fcfs,easy --seeds 2 --table means.csv";
    assert!(command.starts_with(expected), "{command}");
    let KitSubject::Curves(sweep, form) = sweep(&["easy"], false) else { panic!("curves") };
    let mut form = CurvesForm::clone(&form);
    form.figures = vec!["waiting_time_90".to_owned(), "mean_flow_time".to_owned()];
    let kit = KitSubject::Curves(sweep, Rc::new(form)).kit(&provenance()).unwrap();
    assert!(kit.commands[0].contains(" --criteria waiting_time_90 --table"), "{:?}", kit.commands);
    assert_eq!(quoted("it's"), "'it'\\''s'");
    assert_eq!(quoted(""), "''");
}

/// The colour of a line in a kit.
fn colour_of(files: &BTreeMap<String, String>, line: &str) -> String {
    let manifest = manifest(files);
    let lines = manifest["lines"].as_array().unwrap();
    let colour = lines
        .iter()
        .find(|it| it["line"].as_str().is_some_and(|it| it.contains(line)))
        .and_then(|it| it["colour"].as_str())
        .expect("its colour");
    colour.to_owned()
}

/// The same, which its figures have.
fn colour(files: &BTreeMap<String, String>, line: &str) -> String {
    let colour = colour_of(files, line);
    let picture = files["figures/85mm/flow-time.svg"].to_lowercase();
    assert!(picture.contains(&colour));
    colour
}

/// The colours of the lines of a form's curves on the page, where they are those of policies.
fn colours_on_page(form: CurvesForm) -> Vec<Option<String>> {
    let KitSubject::Curves(sweep, form) = curves(form, false) else { panic!("curves") };
    let drawn = crate::curves::curves(&sweep, &form, &[0]);
    drawn.panels[0].series.iter().map(|it| it.look).map(|it| it.map(|it| it.colour(&Theme::light()).css())).collect()
}

#[test]
fn a_policy_has_one_colour_in_every_kit_and_on_the_page() {
    let both = kit(&sweep(&["fcfs", "easy"], false));
    let alone = kit(&sweep(&["easy"], false));
    let others = kit(&sweep(&["conservative", "easy", "fcfs_backfilling"], false));
    let easy = colour(&both, "EASY");
    assert_eq!(colour(&alone, "EASY"), easy);
    assert_eq!(colour(&others, "EASY"), easy);
    assert_ne!(colour(&both, "FCFS"), easy);
    assert_ne!(colour(&others, "Conservative"), easy);
    // The page has it too.
    assert_eq!(colours_on_page(form(&["fcfs", "easy"]))[1], Some(easy.clone()));
    assert_eq!(colours_on_page(form(&["easy"])), [Some(easy)]);
}

#[test]
fn nothing_is_made_of_curves_that_are_not_there() {
    let running = sweep(&["easy"], true).kit(&provenance());
    assert!(running.is_err_and(|it| it.contains("have not ended")));
    let gone = sweep(&["easy"], false).kit(&[]);
    assert!(gone.is_err_and(|it| it.contains("no longer loaded")));
}

#[test]
fn the_bytes_are_the_same_each_time() {
    let zip = || sweep(&["easy"], false).kit(&provenance()).unwrap().zip();
    assert_eq!(zip(), zip());
}
