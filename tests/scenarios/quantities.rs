//! Every figure of a report reaches whatever shows, compares, sweeps, weighs or asks for figures: a new one is a field
//! of the report and a row of `criteria::QUANTITIES`.

use serde_json::{Value, json};
use slotscope::criteria::{Criterion, FigureGroup, Of, ProviderReport, QUANTITIES, Report};
use slotscope::experiment::comparison::{Basis, rows};
use slotscope::experiment::sweep::{Figures, Table, further};
use slotscope::experiment::trade_off::Criteria;
use slotscope::experiment::{Scenario, System};
use slotscope::export::snapshot::curves_form;
use slotscope::lesson::{Lesson, Show, computed};

/// A report in which every number is 3, but for the jobs that were taken, which are 7.
fn report() -> Report {
    fn fill(json: &mut Value) {
        match json {
            Value::Number(_) => *json = 3.into(),
            Value::Array(items) => items.iter_mut().for_each(fill),
            Value::Object(fields) => fields.values_mut().for_each(fill),
            _ => {}
        }
    }
    let empty = Report { providers: vec![ProviderReport::default(); 2], ..Report::default() };
    let mut json = serde_json::to_value(empty).expect("JSON");
    fill(&mut json);
    for jobs in ["", "/batch", "/reservations"] {
        *json.pointer_mut(&format!("{jobs}/jobs")).expect("a number") = 7.into();
    }
    serde_json::from_value(json).expect("a report")
}

/// Those of every report, of all jobs and by kind.
fn all() -> Vec<Criterion> {
    Criterion::all([], 0).collect()
}

/// Those of single classes of sizes and causes that a scenario's runs may have.
fn of_parts(scenario: &Scenario) -> Vec<Criterion> {
    let is_part = |it: &Criterion| matches!(it.group(), FigureGroup::Size | FigureGroup::Cause);
    scenario.figures().filter(is_part).collect()
}

/// A report with jobs of 8 to 15 processors, some of them rejected.
fn report_of_parts() -> Report {
    let mut report = report();
    report.by_size = [(8, report.batch.clone())].into();
    report.rejections = [("too_large".to_owned(), 3)].into();
    report
}

#[test]
fn figures_of_sizes_and_causes_can_be_swept_weighed_and_drawn() {
    let (scenario, report) = (Scenario::default(), report_of_parts());
    let parts = of_parts(&scenario);
    // Two providers of 64: sizes up to 128, the class of 128 to 255.
    assert!(parts.iter().any(|it| it.key() == "by_size.128.rejected"));
    assert!(parts.iter().all(|it| !it.key().starts_with("by_size.256")));
    let keys: Vec<&str> = parts.iter().map(|it| it.key()).collect();
    let more = further(&scenario, &[], &keys).expect("figures");
    assert_eq!(more, parts);
    let run = Figures::of(&report, &more);
    let row = Table::of(&scenario, &[], &more).json(&[], (&[&run], None), || true);
    let offered = curves_form::figures(&scenario);
    for criterion in parts {
        let (key, value) = (criterion.key(), criterion.of(&report));
        assert_eq!(row[key].as_f64(), value, "{key}");
        assert_eq!(value.is_some(), !key.starts_with("by_size") || key.contains(".8."));
        assert!(offered.contains(&criterion));
        if criterion.higher_is_better().is_some() {
            let named = Criteria::named(&scenario.system, &[key, "makespan"]).expect(key);
            let point = named.point(&report).at(0);
            assert_eq!(value.unwrap_or(f64::NAN).to_bits(), point.to_bits(), "{key}");
            assert!(Criteria::offered(&scenario).contains(&criterion));
        }
    }
    // A larger class than the platform has can be named: no run has a value.
    assert!(further(&scenario, &[], &["by_size.1024.mean_waiting_time"]).is_ok());
    for wrong in ["by_size.12.jobs", "by_size.8.makespan", "rejections.luck"] {
        assert!(further(&scenario, &[], &[wrong]).is_err(), "{wrong}");
    }
}

#[test]
fn every_figure_can_be_swept() {
    let (scenario, report) = (Scenario::default(), report());
    let keys: Vec<&str> = all().iter().map(|it| it.key()).collect();
    let more = further(&scenario, &[], &keys).expect("figures");
    let table = Table::of(&scenario, &[], &more);
    let runs = [Figures::of(&report, &more)];
    let row = table.json(&[], (&runs, None), || true);
    for criterion in all() {
        let value = row[criterion.key()].as_f64();
        assert_eq!(value, criterion.of(&report), "{criterion:?}");
        assert!(row.contains_key(&format!("{}_half_width", criterion.key())));
    }
    // No figure stands twice, and the default ones stand first, in the same order as alone.
    let usual = Table::of(&scenario, &[], &[]).head();
    let head = table.head();
    let mut names: Vec<&str> = head.trim().split(',').skip(1).collect();
    assert!(head.starts_with(usual.trim_end()), "{head}");
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    let wrong = further(&scenario, &[], &["luck"]).expect_err("no figure");
    assert!(wrong.contains("\"luck\" is no figure") && keys.iter().all(|it| wrong.contains(it)));
}

#[test]
fn every_figure_that_is_better_high_or_low_can_be_weighed() {
    let (system, report) = (System::default(), report());
    for criterion in all() {
        let key = criterion.key();
        let other = ["makespan", "rejected"].into_iter().find(|it| *it != key);
        let named = Criteria::named(&system, &[key, other.expect("another")]);
        match criterion.higher_is_better() {
            Some(_) => assert_eq!(Some(named.expect(key).point(&report).at(0)), criterion.of(&report)),
            None => assert!(named.is_err_and(|why| why.contains("is no criterion"))),
        }
    }
}

#[test]
fn every_figure_is_compared() {
    let report = report();
    let basis = Basis { is_drawn: true, is_log: false, is_far: false };
    let rows = rows(&[vec![Some(&report)]], &[basis], 0);
    let is_there = |criterion| rows.iter().any(|it| it.criterion == criterion);
    assert!(all().into_iter().all(is_there));
    for quantity in QUANTITIES {
        let of_provider = Criterion::Of(Of::Provider(1), quantity);
        assert_eq!(is_there(of_provider), quantity.of_provider.is_some());
    }
}

#[test]
fn every_figure_can_be_asked_for_in_a_lesson() {
    for criterion in all() {
        let key = criterion.key();
        let show = json!({ "schedule": {
            "jobs": [{ "size": 1, "run": 30 }], "scenario": { "platform": [4] }, "criteria": [key],
        } });
        let lesson = json!({
            "lesson": 1, "id": "one", "title": "One", "summary": "One.", "minutes": 1,
            "steps": [{ "title": "One", "text": ["One."], "show": show }],
            "question": {
                "ask": "How much?", "show": show, "answer": { "number": { "is": 30 } },
                "right": "Yes.", "wrong": "No.", "computed": { "figure": { "of": key } },
            },
        });
        let lesson = Lesson::from_json(lesson.to_string().as_bytes()).expect(key);
        match &lesson.steps[0].show {
            Show::Schedule(it) => assert_eq!(it.criteria, [criterion]),
            other => panic!("{other:?}"),
        }
        // One batch job that ran for 30 s: what reports have of it, and no means of reservations.
        let value = computed(&lesson.questions[0]);
        let quantity = key.strip_prefix("reservations.");
        let has_none = quantity.is_some_and(|it| it.contains("_time") || it.contains("slowdown"));
        assert_eq!(value.is_err(), has_none, "{key}: {value:?}");
    }
}

#[test]
fn every_figure_can_be_drawn_by_curves() {
    let offered = curves_form::figures(&Scenario::default());
    assert!(all().iter().all(|it| offered.contains(it)));
}
