mod fields;

use chart::{ColourBy, Resource};
use proptest::prelude::*;
use proptest::sample::select;
use scheduling::criteria::span::Span;
use serde_json::json;

use self::fields::fields;
use super::*;
use crate::paper_kit::PaperKit;
use chart::trade_off::Sight as Scatter;
use experiment::plan::Plan;
use experiment::sweep::Vary;
use experiment::{Provenance, ScenarioFile, WorkloadFacts};
use scheduling::criteria::Criterion;
use workload::replicate::Replication;
use workload::table::{Key, Source as Mapped};
use workload::task_batch::generate::MadeUp;

/// A scenario that runs, with any of its fields at other values.
pub fn scenario() -> impl Strategy<Value = Scenario> {
    let fields = fields();
    let choices = prop::collection::vec((0..fields.len(), any::<prop::sample::Index>()), 0..5);
    let set = move |choices: Vec<(usize, prop::sample::Index)>| {
        let mut scenario = Scenario::default();
        for (field, value) in choices {
            let (path, values) = &fields[field];
            let vary = Vary { path: (*path).to_owned(), values: Vec::new() };
            scenario = vary.set(&scenario, value.get(values)).expect(path);
        }
        scenario
    };
    let runs = |scenario: &Scenario| validate(scenario).is_ok();
    choices.prop_map(set).prop_filter("a scenario that runs", runs)
}

fn source() -> impl Strategy<Value = Source> {
    let name = "[a-zA-Zé<>&\" .-]{1,40}";
    let generated = (1..2000_u32, any::<u64>())
        .prop_map(|(jobs, seed)| Source::Generated(Box::new(Lublin { jobs, seed, ..Lublin::default() })));
    let mapping = prop::option::of("[a-z é,*:\"]{1,9}").prop_map(|column| {
        let mut mapping = Mapping::default();
        mapping.set(Key::Submit, Some(Mapped::of(&column?)));
        Some(mapping)
    });
    let file = (name, any::<u64>(), "[0-9a-f]{32}", mapping)
        .prop_map(|(name, size, digest, mapping)| Source::File(FileMark { name, size, digest, mapping }));
    let written = (name, "[;0-9 \n-]{0,400}").prop_map(|(name, text)| Source::Written { name, text });
    let tasks = (1..=1000_u32, any::<Option<u16>>(), any::<u64>()).prop_map(|(tasks, ahead, seed)| {
        Source::Tasks(MadeUp { tasks, ahead: ahead.map(u32::from), seed, ..MadeUp::default() })
    });
    prop_oneof![Just(Source::Sample), generated, file, written, tasks]
}

/// Replicates of the log that a form may ask for.
fn replicate() -> impl Strategy<Value = Option<Replication>> {
    let kinds = select(vec!["windows=2:0.25", "users=2", "shake=2:900"]);
    let any = (kinds, 2..=MOST_SEEDS).prop_map(|(kind, count)| kind.parse::<Replication>().unwrap().with_count(count));
    prop::option::of(any)
}

/// The forms of Curves and Trade-off.
fn forms() -> impl Strategy<Value = (CurvesForm, TradeOffForm)> {
    let name = || "[a-z_.]{1,30}";
    let names = || prop::collection::vec(name(), 0..4);
    let typed = || "[0-9., é]{0,30}";
    let curves = (
        prop::option::of(name()),
        prop::option::of(typed()),
        1..=MOST_SEEDS,
        prop::collection::btree_map(name(), names(), 0..3),
        names(),
        (any::<bool>(), any::<bool>()),
        replicate(),
    );
    let curves = curves.prop_map(|(axis, values, seeds, overlaid, figures, (log_x, log_y), replicate)| CurvesForm {
        axis,
        values,
        seeds,
        replicate,
        overlaid,
        figures,
        log_x,
        log_y,
    });
    let trade_off = (
        prop::collection::btree_map(name(), names(), 0..3),
        prop::collection::btree_map(name(), typed(), 0..3),
        1..=MOST_SEEDS,
        (any::<bool>(), any::<bool>(), prop::collection::vec(name(), 0..=3)),
        prop::option::of(name()),
        select(&Criterion::PAPER),
        (0..1_000_000_i64, 0..1_000_000_i64),
        replicate(),
    );
    let trade_off =
        trade_off.prop_map(|(ticked, typed, seeds, (near, more, criteria), period_of, criterion, range, replicate)| {
            TradeOffForm {
                ticked,
                typed,
                seeds,
                replicate,
                criteria,
                more_criteria: more,
                sight: if near { Scatter::Edge } else { Scatter::All },
                period_of,
                criterion,
                range,
            }
        });
    // Most snapshots have none of them.
    (
        prop_oneof![3 => Just(CurvesForm::default()), 1 => curves],
        prop_oneof![3 => Just(TradeOffForm::default()), 1 => trade_off],
    )
}

/// Any snapshot that can be shown.
pub fn snapshot() -> impl Strategy<Value = Snapshot> {
    let scenarios = prop::collection::vec(scenario(), 1..=MOST_SCENARIOS);
    let places = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    let sight = (-1e6..1e9, 1.0..1e8, 0.0..900.0, 1.0..100.0)
        .prop_map(|(start, seconds, row, rows): (f64, f64, f64, f64)| Sight(start, start + seconds, row, row + rows));
    let looks = (
        prop_oneof!["gantt", "slots", "trade-off"],
        prop::option::of(sight),
        (prop::option::of(-9_000_000_i64..9_000_000_000), prop::option::of(-9_000_000_i64..9_000_000_000)),
        prop::option::of(any::<u64>()),
        prop::collection::btree_set(prop_oneof![0..50_u64, any::<u64>()], 0..40),
        (select(ColourBy::all().collect::<Vec<_>>()), select(&Resource::ALL[..])),
        prop::option::of((-9_000_000_i64..9_000_000_000, 1..9_000_000_i64)),
    );
    (source(), scenarios, places, looks, forms(), lesson()).prop_map(
        |(
            workload,
            scenarios,
            (front, baseline),
            (view, sight, (cursor, opened), job, selected, (colour_by, rows), span),
            (curves, trade_off),
            lesson,
        )| Snapshot {
            workload,
            front: front.index(scenarios.len()),
            baseline: baseline.index(scenarios.len()),
            scenarios,
            view,
            sight,
            cursor,
            opened,
            job,
            selected: selected.into_iter().collect(),
            colour_by,
            rows,
            span: span.map(|(from, seconds)| Span::between(from, from + seconds)),
            curves,
            trade_off,
            lesson,
        },
    )
}

fn lesson() -> impl Strategy<Value = Option<LessonPlace>> {
    let positions = prop::collection::vec(0..9_usize, 0..4);
    let set = prop::collection::btree_map(0..6_usize, positions, 0..3);
    let moments = prop::collection::btree_map(0..6_usize, 0..99_usize, 0..3);
    let times = prop::collection::btree_map(0..6_usize, 1..99_u32, 0..3);
    let path = prop::collection::vec("[a-z][a-z -]{0,20}", 0..3);
    let place = ("[a-z][a-z -]{0,20}", 0..8_usize, set, moments, times, path);
    let place =
        place.prop_map(|(id, step, set, moments, times, path)| LessonPlace { id, path, step, set, moments, times });
    prop::option::of(place)
}

fn refused(change: impl FnOnce(&mut Snapshot)) -> String {
    let mut snapshot = Snapshot::default();
    change(&mut snapshot);
    snapshot.check().expect_err("refused").0
}

#[test]
fn what_cannot_be_shown_is_named() {
    assert_eq!(Snapshot::default().check(), Ok(()));
    for (why, said) in [
        (refused(|it| it.scenarios.clear()), "0 scenarios"),
        (refused(|it| it.scenarios = vec![Scenario::default(); 7]), "7 scenarios"),
        (refused(|it| it.scenarios[0].platform.clear()), "scenario 1: platform"),
        (refused(|it| it.front = 1), "beyond"),
        (refused(|it| it.baseline = usize::MAX), "beyond"),
        (refused(|it| it.view = "<b>".into()), "view"),
        (refused(|it| it.view = "x".repeat(33)), "view"),
        (refused(|it| it.sight = Some(Sight(0.0, f64::NAN, 0.0, 4.0))), "sight"),
        (refused(|it| it.sight = Some(Sight(9.0, 3.0, 0.0, 4.0))), "sight"),
        (refused(|it| it.sight = Some(Sight(0.0, f64::INFINITY, 0.0, 4.0))), "sight"),
        (refused(|it| it.cursor = Some(Time::MIN + 1)), "cursor"),
        (refused(|it| it.opened = Some(Time::MIN)), "opened"),
        (refused(|it| it.selected = vec![3, 3]), "ascend"),
        (refused(|it| it.curves.seeds = 0), "seeds"),
        (refused(|it| it.trade_off.seeds = 101), "seeds"),
        (refused(|it| it.curves.axis = Some("<b>".into())), "as none is named"),
        (refused(|it| it.curves.values = Some("1".repeat(1025))), "1024 characters"),
        (
            refused(|it| {
                let many = vec!["easy".to_owned(); 129];
                it.trade_off.ticked.insert("queue".into(), many);
            }),
            "more choices",
        ),
        (refused(|it| it.trade_off.range = (-1, 600)), "periods"),
        (refused(|it| it.lesson = Some(LessonPlace::default())), "the lesson has no name"),
        (
            refused(|it| {
                it.lesson = Some(LessonPlace { id: "backfilling".into(), step: usize::MAX, ..LessonPlace::default() });
            }),
            "where no lesson goes",
        ),
        (refused(|it| it.trade_off.criteria = vec!["makespan".to_owned(); 4]), "more criteria"),
        (refused(|it| it.trade_off.criteria = vec!["<b>".to_owned()]), "as none is named"),
        (refused(|it| it.trade_off.criterion = Criterion::MAKESPAN), "none of U, F and D"),
        (refused(|it| it.curves.figures = vec!["<b>".to_owned()]), "as none is named"),
        (refused(|it| it.curves.figures = vec!["killed".to_owned(); 257]), "more figures"),
        (refused(|it| it.span = Some(Span { from: 5, to: 5 })), "span"),
        (refused(|it| it.span = Some(Span { from: Time::MIN, to: Time::MIN + 1 })), "span"),
        (refused(|it| it.span = Some(Span { from: 0, to: Time::MAX })), "span"),
        (
            refused(|it| {
                it.workload = Source::File(FileMark { name: "a\u{1b}[31m".into(), ..FileMark::of("", b"") });
            }),
            "control",
        ),
        (
            refused(|it| {
                it.workload =
                    Source::File(FileMark { name: "a.swf".into(), size: 3, digest: "É".repeat(16), mapping: None });
            }),
            "digest",
        ),
        (
            refused(|it| {
                it.workload = Source::Written { name: "drawn".into(), text: " ".repeat(MOST_WRITTEN + 1) };
            }),
            "by hand",
        ),
        (
            refused(|it| {
                it.workload = Source::Generated(Box::new(Lublin { jobs: u32::MAX, ..Lublin::default() }));
            }),
            "jobs",
        ),
    ] {
        assert!(why.contains(said), "{why}: no {said}");
    }
}

#[test]
fn a_file_is_known_by_its_bytes() {
    // The SHA-256 of "abc" begins so (FIPS 180-4).
    let mark = FileMark::of("abc.swf", b"abc");
    assert_eq!(mark.digest, "ba7816bf8f01cfea414140de5dae2223");
    assert!(mark.is_same_file(&FileMark::of("renamed.swf", b"abc")));
    assert!(!mark.is_same_file(&FileMark::of("abc.swf", b"abd")));
    // The sample has a name, and may be written out as what generates it.
    let generated = |model| Source::Generated(Box::new(model));
    assert!(generated(Lublin::default()).is_same(&Source::Sample));
    let other = Lublin { seed: 2, ..Lublin::default() };
    assert!(!generated(other).is_same(&Source::Sample));
}

#[test]
fn numbers_are_written_as_ranges() {
    let json = |selected: &[u64]| {
        serde_json::to_value(Snapshot { selected: selected.to_vec(), ..Snapshot::default() }).unwrap()["selected"]
            .take()
    };
    assert_eq!(json(&[]), "");
    assert_eq!(json(&[3, 7, 8, 9, 11, u64::MAX]), "3 7-9 11 18446744073709551615");
}

#[test]
fn ranges_that_are_none_or_too_long_are_refused() {
    for (text, said) in [
        ("5-3", "range"),
        ("-3", "range"),
        ("1 x", "range"),
        ("1-4294967295", "more than"),
        ("0-999998 1000000-1000001", "more than"),
    ] {
        let read = serde_json::from_value::<Snapshot>(json!({ "selected": text }));
        let why = read.expect_err(text).to_string();
        assert!(why.contains(said), "{text}: {why}");
    }
    let read: Snapshot = serde_json::from_value(json!({ "selected": "0-999999" })).unwrap();
    assert_eq!(read.selected.len(), 1_000_000);
}

#[test]
fn what_is_as_usual_is_left_out() {
    assert_eq!(brief(&Snapshot::default()), json!({}));
    let mut snapshot = Snapshot::default();
    snapshot.scenarios.push(Scenario::default());
    snapshot.scenarios[1].workload.reservations.percent = 10.0;
    assert_eq!(brief(&snapshot), json!({ "scenarios": [{}, { "workload": { "reservations": { "percent": 10.0 } } }] }));
}

#[test]
fn criteria_stand_in_a_link_only_where_they_were_chosen() {
    let mut snapshot = Snapshot::default();
    snapshot.trade_off.seeds = 3;
    assert_eq!(brief(&snapshot), json!({ "trade_off": { "seeds": 3 } }));
    let chosen = ["makespan", "mean_flow_time"];
    snapshot.trade_off.criteria = chosen.map(str::to_owned).to_vec();
    assert_eq!(brief(&snapshot), json!({ "trade_off": { "criteria": chosen, "seeds": 3 } }));
}

proptest! {
    #[test]
    fn a_snapshot_can_be_shown_and_reads_back(snapshot in snapshot()) {
        prop_assert_eq!(snapshot.check(), Ok(()));
        let whole = serde_json::to_string(&snapshot).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Snapshot>(&whole).unwrap(), &snapshot);
        let brief = brief(&snapshot).to_string();
        prop_assert!(brief.len() <= whole.len());
        prop_assert_eq!(serde_json::from_str::<Snapshot>(&brief).unwrap(), snapshot);
    }

    /// As a file on a log where files have other defaults than links.
    #[test]
    fn the_scenario_of_a_report_a_plan_and_a_kit_is_the_same_as_a_file(scenario in scenario()) {
        let log = b"; MaxProcs: 8\n1 0 -1 60 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n\
            2 5 -1 60 4 -1 -1 4 60 -1 1 1 1 1 1 1 1 0\n";
        let facts = WorkloadFacts::of_file(&workload::read("log.swf", log).unwrap().workload, log);
        let provenance = Provenance::of(&scenario, &facts);
        let plan = Plan {
            scenario: scenario.clone(),
            varied: vec!["seed=1,2".parse().unwrap()],
            seeds: 1,
            replicate: None,
            criteria: Vec::new(),
            log: experiment::plan::File::of("log.swf", log),
            kind: facts.kind,
            columns: None,
            runs_per_task: 1,
        };
        let part = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap()["scenario"].to_string();
        let (of_report, of_plan) = (part(&provenance.to_json()), part(&plan.to_json()));
        let kit = PaperKit { provenance: vec![provenance], ..PaperKit::default() };
        let of_kit = kit.files().into_iter().find(|it| it.path == "scenario.json").unwrap().bytes;
        for file in [of_report.as_bytes(), of_plan.as_bytes(), &of_kit] {
            prop_assert_eq!(&ScenarioFile::read(file).unwrap().on(&facts), &scenario);
        }
    }
}
