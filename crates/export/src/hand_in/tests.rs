use super::*;
use crate::permalink;
use crate::snapshot::{FileMark, Source};
use experiment::Scenario;
use proptest::prelude::*;
use workload::testing::{assert_told, rows};

/// A hand-in with every field.
pub fn whole() -> HandIn {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 20.0;
    let page = Snapshot {
        workload: Source::File(FileMark::of("log.swf", b"a log")),
        scenarios: vec![scenario],
        ..Snapshot::default()
    };
    let text = r#"{"hand_in": 1, "name": "Ada Lovelace", "exercise": "Which policy?",
        "answer": "SJF, since\nshort jobs go first.", "figures": FIGURES,
        "tried": [{"words": "EASY", "at": 12, "figures": FIGURES},
            {"words": "Trade-off over 24 combinations", "at": 70, "figures": null}], "tried_left_out": 4,
        "answers": [{"question": "When does it start?", "answer": "30 s", "right": true, "tries": 2}],
        "page": PAGE, "begun": 1700000000, "ended": 1700000600, "utc_offset": 60}"#;
    let figures = r#"{"mean_utilization": 0.7, "mean_flow_time": 1234.5, "mean_tardiness": 0.0,
        "mean_waiting_time": null, "jobs": 1000, "rejected": 3}"#;
    let page = serde_json::to_string(&page).unwrap();
    serde_json::from_str(&text.replace("FIGURES", figures).replace("PAGE", &page)).unwrap()
}

#[test]
fn a_file_and_a_link_are_read_as_they_were_written() {
    let page = HandIn::of(Snapshot::default(), (0, 0), -300);
    for hand_in in [whole(), page] {
        let text = write(&hand_in).unwrap();
        assert!(looks_like_one(text.as_bytes()));
        assert!(text.starts_with("{\n  \"hand_in\": 1,"), "{text}");
        assert_eq!(read(text.as_bytes()), Ok(hand_in.clone()));
        let (hash, left_out) = link(&hand_in).unwrap();
        assert!(is_link(&hash) && left_out == 0);
        for address in [hash.clone(), format!(" https://a.example/x/#{hash}\n")] {
            assert_eq!(read_link(&address), Ok(hand_in.clone()));
        }
    }
    assert_eq!(whole().seconds(), 600);
}

#[test]
fn a_file_holds_the_mark_of_a_log_and_no_defaults() {
    let text = write(&whole()).unwrap();
    assert!(text.contains("\"digest\"") && !text.contains("a log"));
    assert!(!text.contains("\"platform\""), "{text}");
}

#[test]
fn a_link_that_would_be_too_long_leaves_out_the_earliest_entries() {
    let mut hand_in = whole();
    let noise = |seed: u64| -> String {
        let next = |it: &u64| Some(it.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        std::iter::successors(Some(seed), next).skip(3).take(20).map(|it| format!("{it:x}")).collect()
    };
    let entry = |at: u32| Tried { words: noise(u64::from(at) + 1), at, figures: None };
    hand_in.tried = (0..200).map(entry).collect();
    let (hash, left_out) = link(&hand_in).unwrap();
    assert!(hash.len() <= permalink::LONGEST && left_out > 0);
    let read = read_link(&hash).unwrap();
    assert_eq!(read.tried_left_out as usize, left_out + 4);
    assert_eq!(read.tried, hand_in.tried[left_out..]);
    // With none of them it is still too long.
    hand_in.answer = (0..30).map(noise).collect();
    hand_in.exercise = (90..95).map(noise).collect();
    hand_in.answers = (100..300).map(|it| AnswerGiven { question: noise(it), ..whole().answers[0].clone() }).collect();
    let why = link(&hand_in).unwrap_err().to_string();
    assert!(why.contains("longer than 32 kB"), "{why}");
    assert!(write(&hand_in).is_ok());
}

type Breaking = fn(&mut HandIn);

fn figures(it: &mut HandIn) -> &mut Figures {
    it.figures.as_mut().expect("figures")
}

#[test]
fn what_breaks_a_limit_is_neither_written_nor_read() {
    let breaks: [(&str, Breaking); 13] = [
        ("…begun and ended…", |it| it.ended = it.begun - 1),
        ("…begun and ended…", |it| it.ended = Time::MAX),
        ("…utc_offset…", |it| it.utc_offset = 5_000),
        ("…tried…", |it| it.tried = vec![it.tried[0].clone(); 201]),
        ("…answers…", |it| it.answers = vec![it.answers[0].clone(); 501]),
        ("…version 2…", |it| it.hand_in = 2),
        ("…no run has…", |it| figures(it).mean_flow_time = Some(1e308)),
        ("…no run has…", |it| figures(it).mean_waiting_time = Some(-1.0)),
        ("…no run has…", |it| figures(it).mean_utilization = Some(1e9)),
        ("…no run has…", |it| figures(it).jobs = u64::MAX),
        ("…no run has…", |it| it.tried[0].figures.as_mut().expect("figures").rejected = 1_001),
        ("…cannot be shown…", |it| it.page.scenarios.clear()),
        ("…cannot be shown…", |it| it.page.view = "<b>".to_owned()),
    ];
    for (expected, breaking) in breaks {
        let mut hand_in = whole();
        breaking(&mut hand_in);
        let why = write(&hand_in).unwrap_err().to_string();
        assert_told(&why, expected, expected);
        assert_eq!(read(&serde_json::to_vec(&hand_in).unwrap()).unwrap_err().to_string(), why);
    }
    let long = |most: usize| "x".repeat(most + 1);
    let name = HandIn { name: long(LONGEST_NAME), ..whole() };
    let answer = HandIn { answer: long(LONGEST_ANSWER), ..whole() };
    for (hand_in, field, most) in [(name, "name", LONGEST_NAME), (answer, "answer", LONGEST_ANSWER)] {
        let why = hand_in.check().unwrap_err().to_string();
        assert_eq!(why, format!("the {field} has more than {most} characters"));
    }
}

#[test]
fn broken_texts_are_refused_in_words() {
    let text = write(&whole()).unwrap();
    for (broken, told) in [
        (&text[..text.len() / 2], "…line…"),
        ("{\"hand_in\": 7}", "…version 7…"),
        ("{\"hand_in\": \"x\"}", "…hand_in…"),
        ("{\"hand_in\": 1}", "…begun…"),
        ("[1]", "…line 1…"),
        ("", "…line 1…"),
        (&" ".repeat(MOST_BYTES + 1), "it is larger than 2 MB"),
    ] {
        assert_told(read(broken.as_bytes()).unwrap_err(), told, broken);
    }
    let (hash, _) = link(&whole()).unwrap();
    assert_told(read_link(&hash[..hash.len() - 9]).unwrap_err(), "…damaged…", &hash);
    for [broken, told] in rows(
        "hand-in-2.abc | …version \"2\"…
        1.abc | …no link of a hand-in…
        | …no link of a hand-in…",
    ) {
        assert_told(read_link(&broken).unwrap_err(), &told, &broken);
    }
    assert!(!looks_like_one(b"{\"lesson\": 1}") && !looks_like_one(b"[{\"hand_in\": 1}]"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(noise in prop::collection::vec(any::<u8>(), 0..200), cut in 0..600usize) {
        let _ = read(&noise);
        let _ = read_link(&String::from_utf8_lossy(&noise));
        let mut text = write(&whole()).unwrap().into_bytes();
        text.splice(cut.min(text.len())..cut.min(text.len()), noise);
        let _ = read(&text);
    }
}
