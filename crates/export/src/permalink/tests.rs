use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::snapshot::tests::snapshot;
use crate::snapshot::{FileMark, Sight, Source};
use experiment::{Scenario, validate};
use workload::testing::{assert_told, rows};

fn with(change: impl FnOnce(&mut Scenario)) -> Snapshot {
    let mut snapshot = Snapshot::default();
    change(&mut snapshot.scenarios[0]);
    snapshot
}

/// A link with any JSON in it.
fn forged(json: &str) -> String {
    let mut bytes = crc32(json.as_bytes()).to_le_bytes().to_vec();
    bytes.extend(deflate::pack(json.as_bytes(), DICTIONARY));
    VERSION.to_owned() + &BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

#[track_caller]
fn assert_refused(text: &str, told: &str) {
    assert_told(read(text).expect_err(told), told, text);
}

#[test]
fn the_first_page_needs_no_link() {
    assert_eq!(link(&Snapshot::default()), Ok(String::new()));
    assert_eq!(read(""), Ok(Snapshot::default()));
    assert_eq!(read("#"), Ok(Snapshot::default()));
}

#[test]
fn links_are_short() {
    let percent = with(|it| it.workload.reservations.percent = 10.0);
    let threshold = with(|it| it.bounded_slowdown_threshold = 60);
    assert_eq!(read(&link(&threshold).unwrap()), Ok(threshold));
    let log = Snapshot {
        workload: Source::File(FileMark::of("KTH-SP2-1996-2.swf.gz", b"its bytes")),
        sight: Some(Sight(1_234_500.0, 1_834_500.0, 0.0, 100.0)),
        ..with(|it| {
            it.platform = vec![100];
            it.workload.first_job = None;
            it.workload.last_job = None;
        })
    };
    let mut compared = log.clone();
    compared.scenarios.push(percent.scenarios[0].clone());
    for (snapshot, most) in [(percent, 20), (log, 120), (compared, 130)] {
        let text = link(&snapshot).unwrap();
        assert!(text.len() <= most, "{}: {text}", text.len());
        assert_eq!(read(&text), Ok(snapshot));
    }
}

/// Links leave out fields that have their default, so a changed default would change old links: it
/// takes another version. Fields that were added since may have any default.
#[test]
fn the_defaults_of_version_1_are_as_they_were() {
    fn assert_kept(then: &Value, now: &Value, path: &str) {
        match (then, now) {
            (Value::Object(then), Value::Object(now)) => {
                for (name, value) in then {
                    assert_kept(value, &now[name], &format!("{path}.{name}"));
                }
            }
            _ => assert_eq!(then, now, "{path}"),
        }
    }
    let then: Value = serde_json::from_str(include_str!("defaults-1.json")).unwrap();
    let now = serde_json::to_value(Scenario::default()).unwrap();
    assert_kept(&then, &now, "scenario");
}

/// A link that was made when version 1 was: it must be read for ever.
#[test]
fn an_early_link_is_still_read() {
    let mut snapshot = with(|it| {
        it.workload.reservations.percent = 10.0;
        it.seed = 7;
    });
    snapshot.view = "jobs".to_owned();
    snapshot.cursor = Some(86_400);
    snapshot.job = Some(17);
    snapshot.selected = vec![3, 4, 5, 9];
    assert_eq!(link(&snapshot).as_deref(), Ok(EARLY));
    assert_eq!(read(EARLY), Ok(snapshot));
}

const EARLY: &str = "1.jgv8_KuGe9vCzATUZoaUqebY_WyuQ5zphlDjUQLIWNdUwVJJBzUOAA";

#[test]
fn what_is_no_link_says_so() {
    for [text, told] in rows(
        "view-gantt | …does not begin with a version…
        <script>alert(1)</script> | …does not begin with a version…
        2.abcd | …version 2…
        999999999.abcd | …does not begin with a version…
        1. | …damaged…
        1.%3Cscript%3E | …damaged…",
    ) {
        assert_refused(&text, &told);
    }
    assert_refused(&format!("1.{}", "A".repeat(LONGEST)), "…longer…");
}

#[test]
fn a_bomb_is_refused() {
    let text = forged(&format!("{{\"view\":\"{}\"}}", "a".repeat(20_000_000)));
    assert!(text.len() < LONGEST, "{}", text.len());
    assert_refused(&text, "…unpacks to more…");
}

#[test]
fn a_text_that_is_no_page_is_refused_with_its_fault() {
    for [json, told] in rows(
        "[1] | …not a page of Slotscope…
        {\"scenario\":[]} | …scenario…
        {\"scenarios\":[{\"seeds\":1}]} | …seeds…
        {\"scenarios\":[{\"system\":{\"other\":{}}}]} | …other…
        {\"scenarios\":[{\"platform\":[0]}]} | …platform[0]: 0 processors…
        {\"selected\":\"1-4294967295\"} | …more than…",
    ) {
        assert_refused(&forged(&json), &told);
    }
    assert_refused(&forged(&"[".repeat(100_000)), "…not a page of Slotscope…");
}

#[test]
fn more_than_a_link_carries_is_refused() {
    let many = Snapshot { selected: (0..200_000).map(|it| it * 3 + it % 2).collect(), ..Snapshot::default() };
    assert_eq!(link(&many), Err(LinkError::TooLong));
}

proptest! {
    #[test]
    fn a_link_shows_what_it_was_made_of(snapshot in snapshot()) {
        let text = link(&snapshot).unwrap();
        let fits = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        prop_assert!(text.chars().all(fits), "{}", text);
        prop_assert_eq!(read(&text), Ok(snapshot.clone()));
        prop_assert_eq!(read(&format!("#{text}")), Ok(snapshot));
    }

    #[test]
    fn noise_is_refused(noise in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&String::from_utf8_lossy(&noise));
        let text = VERSION.to_owned() + &BASE64_URL_SAFE_NO_PAD.encode(&noise);
        prop_assert!(read(&text).is_err());
    }

    /// One character of a link is another, is missing, or its end is. A few bits after the end of
    /// the packed data are ignored.
    #[test]
    fn a_damaged_link_is_refused_or_shows_the_same(
        snapshot in snapshot(), at in any::<prop::sample::Index>(), how in 0..3, other in "[A-Za-z0-9_-]",
    ) {
        let text = link(&snapshot).unwrap();
        prop_assume!(text.len() > VERSION.len());
        let at = VERSION.len() + at.index(text.len() - VERSION.len());
        let damaged = match how {
            0 => format!("{}{other}{}", &text[..at], &text[at + 1..]),
            1 => format!("{}{}", &text[..at], &text[at + 1..]),
            _ => text[..at].to_owned(),
        };
        if damaged != text {
            let read = read(&damaged);
            prop_assert!(read.is_err() || read == Ok(snapshot), "{damaged}");
        }
    }

    /// Whatever JSON an attacker packs: every accepted link can be shown.
    #[test]
    fn what_is_read_can_be_shown(
        snapshot in snapshot(), at in any::<prop::sample::Index>(), digits in "[0-9]{0,12}|null|\"\"|\\[\\]|-1",
    ) {
        let json = serde_json::to_string(&snapshot).unwrap();
        let places: Vec<usize> = json.match_indices(':').map(|(place, _)| place + 1).collect();
        let place = places[at.index(places.len())];
        let end = place + json[place..].find([',', '}']).unwrap_or(0);
        let changed = format!("{}{digits}{}", &json[..place], &json[end..]);
        if let Ok(read) = read(&forged(&changed)) {
            prop_assert_eq!(read.check(), Ok(()));
            for scenario in &read.scenarios {
                prop_assert!(validate(scenario).is_ok());
            }
        }
    }
}
