//! A sweep comes out of its file as it went in.

use proptest::prelude::*;

use super::*;
use workload::testing::{assert_told, changed, rows, with_value};

fn sweep(seeds: u32, values: &[f64]) -> CurvesFile {
    let varied: Vec<Vary> =
        vec!["platform.0=8,16".parse().unwrap(), "system.two_level.local.queue=easy,fcfs".parse().unwrap()];
    let count = 4 * seeds as usize;
    let value = |at: usize| values[at % values.len()];
    let runs = (0..count).map(|run| {
        let mut figures = Figures { criteria: [value(run), value(run + 1), value(run + 2)], ..Figures::default() };
        if run % 2 == 0 {
            figures.measures.insert("own".to_owned(), value(run + 3));
        }
        figures
    });
    CurvesFile {
        scenario: Scenario::default(),
        varied,
        seeds,
        replicate: None,
        log: "a log.swf".to_owned(),
        kind: Default::default(),
        runs: runs.collect(),
    }
}

#[test]
fn what_is_no_such_file_is_told_apart() {
    let text = sweep(2, &[1.0, 2.5, 1e-300]).to_json();
    assert!(looks_like_one(text.as_bytes()));
    assert!(looks_like_one(format!("\u{feff} {text}").as_bytes()));
    for other in ["", "{}", "[1]", r#"{"platform": [8]}"#, r#"{"slotscope_project": 1}"#] {
        assert!(!looks_like_one(other.as_bytes()), "{other}");
    }
}

#[test]
fn what_the_workload_is_made_of_is_kept_and_a_log_unless_it_is_said() {
    let log = sweep(1, &[1.0]);
    let text = log.to_json();
    assert!(!text.contains("kind"), "files of logs are as they were");
    assert_eq!(CurvesFile::from_json(text.as_bytes()).map(|it| it.kind), Ok(WorkloadKind::Log));
    let kind = WorkloadKind::TaskBatch;
    let batch = CurvesFile { kind, ..log }.to_json();
    assert_eq!(CurvesFile::from_json(batch.as_bytes()).map(|it| it.kind), Ok(kind));
}

#[test]
fn how_replicates_were_made_is_kept() {
    let log = sweep(3, &[1.0]);
    assert!(!log.to_json().contains("replicate"));
    let replicate = Some("shake=3:30".parse().unwrap());
    let text = CurvesFile { replicate, ..log }.to_json();
    let read = CurvesFile::from_json(text.as_bytes()).map(|it| it.replicate);
    assert_eq!(read, Ok(replicate));
    let fewer = text.replacen("\"count\":3", "\"count\":2", 1);
    let why = CurvesFile::from_json(fewer.as_bytes()).unwrap_err();
    assert!(why.to_string().contains("replicate"), "{why}");
}

#[test]
fn a_file_that_does_not_agree_with_itself_is_refused_in_words() {
    let text = sweep(2, &[1.0, 2.5]).to_json();
    for [piece, other, told] in rows(
        "\"slotscope_sweep\":1 | \"slotscope_sweep\":2 | …version 2…
        \"seeds\":2 | \"seeds\":3 | …each combination…
        \"seeds\":2 | \"seeds\":4294967295 | …each combination…
        \"mean_utilization\", | | …come first…
        \"own\" | \"own\",\"another\" | …every figure…
        [[1.0, | [[ | …every figure…
        \"log\" | \"lag\" | …`lag`…",
    ) {
        let wrong = changed(&text, &piece, &other);
        assert_told(CurvesFile::from_json(wrong.as_bytes()).unwrap_err(), &told, &other);
    }
}

#[test]
fn a_file_that_would_fill_the_memory_is_refused_in_words() {
    let whole: serde_json::Value = serde_json::from_str(&sweep(2, &[1.0]).to_json()).unwrap();
    let long = |length: usize| serde_json::Value::from("x".repeat(length));
    let few = Some("`slotscope sweep gather` prints the whole table");
    let short = Some("take a shorter one");
    let field = serde_json::json!({ "path": "seed", "values": [1] });
    for (place, value, told) in [
        ("/runs", vec![vec![0.0; 3]; 20_001].into(), few),
        ("/runs/0", vec![0.0; 101].into(), few),
        ("/figures", vec!["f"; 101].into(), few),
        ("/vary", vec![field; 33].into(), few),
        ("/figures/3", long(64), None),
        ("/figures/3", long(65), short),
        ("/vary/0/path", long(257), short),
        ("/vary/0/values/1", long(64), None),
        ("/vary/0/values/1", long(65), short),
        ("/vary/0/values/1", vec![0; 40].into(), short),
        ("/log", long(257), short),
    ] {
        let file = with_value(&whole, place, value).to_string();
        let why = CurvesFile::from_json(file.as_bytes()).map(|_| ()).map_err(|why| why.to_string());
        match told {
            Some(told) => assert!(why.as_ref().is_err_and(|why| why.contains(told)), "{place}: {why:?}"),
            None => assert_eq!(why, Ok(()), "{place}"),
        }
    }
}

proptest! {
    #[test]
    fn a_sweep_is_read_as_it_was_written(seeds in 1..5_u32, values in prop::collection::vec(-1e300..1e300_f64, 1..9)) {
        let sweep = sweep(seeds, &values);
        let read = CurvesFile::from_json(sweep.to_json().as_bytes());
        prop_assert_eq!(read, Ok(sweep));
    }

    #[test]
    fn noise_is_no_sweep(noise in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(!looks_like_one(&noise) && CurvesFile::from_json(&noise).is_err());
    }
}
