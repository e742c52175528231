use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::*;
use crate::paper_kit::PaperKit;
use chart::trade_off::Sight as Scatter;
use chart::{ColourBy, Resource};
use experiment::plan::Plan;
use experiment::sweep::Vary;
use experiment::{Provenance, ScenarioFile, WorkloadFacts};
use scheduling::criteria::Criterion;
use scheduling::criteria::span::Span;
use workload::replicate::Replication;
use workload::table::{Key, Source as Mapped};
use workload::task_batch::generate::MadeUp;
use workload::testing::{assert_told, rows, with_value};

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
        (any::<[bool; 2]>(), any::<Option<bool>>()),
        replicate(),
    );
    let curves =
        curves.prop_map(|(axis, values, seeds, overlaid, figures, ([log_x, log_y], differences), replicate)| {
            CurvesForm { axis, values, seeds, replicate, overlaid, figures, log_x, log_y, differences }
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
    let trade_off = trade_off.prop_map(
        |(ticked, typed, seeds, (near, more_criteria, criteria), period_of, criterion, range, replicate)| {
            let sight = if near { Scatter::Edge } else { Scatter::All };
            TradeOffForm {
                ticked,
                typed,
                seeds,
                replicate,
                criteria,
                more_criteria,
                sight,
                period_of,
                criterion,
                range,
            }
        },
    );
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
    let place = ("[a-z][a-z -]{0,20}", (0..8_usize, 0..3_usize), set, moments, times, path);
    let place = place.prop_map(|(id, (step, part), set, moments, times, path)| LessonPlace {
        id,
        path,
        step,
        part,
        set,
        moments,
        times,
    });
    prop::option::of(place)
}

fn usual() -> Value {
    serde_json::to_value(Snapshot::default()).unwrap()
}

fn refusal(snapshot: &Value) -> String {
    serde_json::from_value::<Snapshot>(snapshot.clone()).unwrap().check().expect_err("refused").0
}

#[test]
fn what_cannot_be_shown_is_named() {
    assert_eq!(Snapshot::default().check(), Ok(()));
    let (scenario, listed) = (usual()["scenarios"][0].clone(), |word: &'static str, count| vec![word; count]);
    let file = |name: &str, digest: &str| json!({ "file": { "name": name, "size": 3, "digest": digest } });
    for (place, value, told) in [
        ("/scenarios", json!(vec![scenario; 7]), "7 scenarios…"),
        ("/view", json!("x".repeat(33)), "…view…"),
        ("/curves/values", json!("1".repeat(1025)), "…1024 characters…"),
        ("/curves/figures", json!(listed("killed", 257)), "…more figures…"),
        ("/trade_off/ticked", json!({ "queue": listed("easy", 129) }), "…more choices…"),
        ("/trade_off/criteria", json!(listed("makespan", 4)), "…more criteria…"),
        ("/workload", file("a\u{1b}[31m", &"0".repeat(32)), "…control…"),
        ("/workload", file("a.swf", &"É".repeat(16)), "…digest…"),
        ("/workload", json!({ "written": { "name": "drawn", "text": " ".repeat(MOST_WRITTEN + 1) } }), "…by hand…"),
    ] {
        assert_told(refusal(&with_value(&usual(), place, value)), told, place);
    }
    for [place, value, told] in rows(
        "/scenarios | [] | 0 scenarios…
        /scenarios/0/platform | [] | …scenario 1: platform…
        /front | 1 | …beyond…
        /baseline | 18446744073709551615 | …beyond…
        /view | \"<b>\" | …view…
        /sight | [9, 3, 0, 4] | …sight…
        /cursor | -9223372036854775807 | …cursor…
        /opened | -9223372036854775808 | …opened…
        /curves/seeds | 0 | …seeds…
        /trade_off/seeds | 101 | …seeds…
        /curves/axis | \"<b>\" | …as none is named…
        /trade_off/range | [-1, 600] | …periods…
        /lesson | {\"id\": \"\"} | …the lesson has no name…
        /lesson | {\"id\": \"backfilling\", \"step\": 18446744073709551615} | …where no lesson goes…
        /trade_off/criteria | [\"<b>\"] | …as none is named…
        /trade_off/criterion | \"makespan\" | …none of U, F and D…
        /curves/figures | [\"<b>\"] | …as none is named…
        /span | [5, 5] | …span…
        /span | [-9223372036854775808, -9223372036854775807] | …span…
        /span | [0, 9223372036854775807] | …span…
        /workload | {\"generated\": {\"jobs\": 4294967295}} | …jobs…",
    ) {
        let value: Value = serde_json::from_str(&value).unwrap();
        assert_told(refusal(&with_value(&usual(), &place, value)), &told, &place);
    }
    let refused = |snapshot: Snapshot, told: &str| assert_told(snapshot.check().expect_err(told).0, told, told);
    for end in [f64::NAN, f64::INFINITY] {
        refused(Snapshot { sight: Some(Sight(0.0, end, 0.0, 4.0)), ..Snapshot::default() }, "…sight…");
    }
    refused(Snapshot { selected: vec![3, 3], ..Snapshot::default() }, "…ascend…");
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
        let snapshot = Snapshot { selected: selected.to_vec(), ..Snapshot::default() };
        serde_json::to_value(snapshot).unwrap()["selected"].take()
    };
    assert_eq!(json(&[]), "");
    assert_eq!(json(&[3, 7, 8, 9, 11, u64::MAX]), "3 7-9 11 18446744073709551615");
}

#[test]
fn ranges_that_are_none_or_too_long_are_refused() {
    let read = |text: &str| serde_json::from_value::<Snapshot>(json!({ "selected": text }));
    for [text, told] in rows(
        "5-3 | …range…
        -3 | …range…
        1 x | …range…
        1-4294967295 | …more than…
        0-999998 1000000-1000001 | …more than…",
    ) {
        assert_told(read(&text).expect_err(&text), &told, &text);
    }
    assert_eq!(read("0-999999").unwrap().selected.len(), 1_000_000);
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

/// Fields of a scenario, and values that each can take with all the others at their defaults.
fn fields() -> Vec<(String, Vec<Value>)> {
    let field = |[path, values]: [String; 2]| (path, serde_json::from_str(&values).expect("a list"));
    let table = "seed | [2, 18446744073709551615]
        platform | [[128, 7], [1, 2, 3]]
        workload.first_job | [null, 5]
        workload.last_job | [null, 4000000]
        workload.missing_limit_factor | [1.1, 0.30000000000000004]
        workload.clip_limit_to | [1, 604800]
        workload.load_factor | [0.01, 1.25, 100]
        workload.reservations.percent | [0.0, 33.3]
        workload.reservations.request | [\"flexible\", \"listed\"]
        workload.reservations.listed | [[{\"job\": 3, \"ready\": 100, \"deadline\": 900}]]
        system.two_level.grid.period | [600]
        system.two_level.grid.reservation_allocation | [\"static_partition\"]
        system.two_level.grid.resource_order | [[1, 0]]
        system.two_level.local.queue | [\"easy\", \"pppd\"]
        system.two_level.local.fair_share.half_life | [0]
        system.two_level.local.priority.ranked | [[3, 1]]
        system.two_level.local.slots | [{\"fixed\": 600}]
        system.two_level.local.systems | [[\"model\", \"sge\"]]
        system.two_level.mct_ties | [\"order\"]";
    rows(table).into_iter().map(field).collect()
}
