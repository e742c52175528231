use super::super::review::{Column, Order, Review};
use super::*;
use experiment::Scenario;
use export::hand_in::{self, AnswerGiven, Figures, HandIn, Tried};
use export::snapshot::{FileMark, Snapshot, Source};

/// A hand-in of this name, at this time, with this mean flow time.
fn handed_in(name: &str, ended: i64, flow_time: Option<f64>) -> HandIn {
    let page = Snapshot {
        workload: Source::File(FileMark::of("log.swf", b"a log")),
        scenarios: vec![Scenario::default()],
        ..Snapshot::default()
    };
    HandIn {
        name: name.to_owned(),
        figures: flow_time.map(|it| Figures {
            mean_flow_time: Some(it),
            mean_utilization: Some(0.5),
            jobs: 9,
            ..Figures::default()
        }),
        ..HandIn::of(page, (ended - 100, ended), 0)
    }
}

fn file(name: &str, hand_in: &HandIn) -> Given {
    Given::file(name, hand_in::write(hand_in).unwrap().into_bytes())
}

fn names(review: &Review, order: Order) -> String {
    review.sorted(order).into_iter().map(|at| &*review.rows[at].hand_in.name).collect::<Vec<_>>().join(", ")
}

#[test]
fn files_and_links_are_rows_and_what_is_broken_is_named_with_the_reason() {
    let ada = handed_in("Ada", 1_000, Some(60.0));
    let (link, _) = hand_in::link(&handed_in("Bo", 2_000, None)).unwrap();
    let review = Review::of(&[
        file("ada.json", &ada),
        Given::file("cut.json", *b"{\"hand_in\": 1,"),
        Given::link(&link),
        Given::link("https://a.example/"),
        Given::unreadable("folder", "it could not be opened"),
        Given::file("all.zip", *b"PK\x03\x04"),
    ]);
    assert_eq!(names(&review, Order::default()), "Ada, Bo");
    let line = "Two-level grid: FCFS with backfilling · 30 % reservations · seed 1";
    assert_eq!((&*review.rows[0].line, review.rows[0].workload()), (line, "log.swf"));
    let [cut, link, folder, zip] = &review.broken[..] else { panic!("{:?}", review.broken) };
    assert_eq!([&*cut.from, &*link.from, &*folder.from], ["cut.json", "https://a.example/", "folder"]);
    assert!(cut.why.contains("line 1"), "{}", cut.why);
    assert_eq!([&*link.why, &*folder.why], ["it is no link of a hand-in", "it could not be opened"]);
    assert!(zip.why.contains("unpack it"), "{}", zip.why);
}

#[test]
fn rows_are_sorted_by_each_column_and_those_without_a_value_come_last() {
    let review = Review::of(&[
        file("a", &handed_in("Cy", 3_000, Some(90.0))),
        file("b", &handed_in("ada", 1_000, None)),
        file("c", &handed_in("Bo", 2_000, Some(100.0))),
        file("d", &handed_in("", 500, Some(95.0))),
    ]);
    let by = |by, descending| Order { by, descending };
    for (column, descending, expected) in [
        (Column::Name, false, "ada, Bo, Cy, "),
        (Column::Name, true, "Cy, Bo, ada, "),
        (Column::FlowTime, false, "Cy, , Bo, ada"),
        (Column::FlowTime, true, "Bo, , Cy, ada"),
        // Equals stay as they were given.
        (Column::Scenario, false, "Cy, ada, Bo, "),
        (Column::Exercise, false, "Cy, ada, Bo, "),
        (Column::Time, false, "Cy, ada, Bo, "),
        (Column::Tried, false, "Cy, ada, Bo, "),
    ] {
        assert_eq!(names(&review, by(column, descending)), expected, "{column:?} {descending}");
    }
    let order = Order::default().after(Column::FlowTime);
    assert_eq!(order, by(Column::FlowTime, false));
    assert_eq!(order.after(Column::FlowTime), by(Column::FlowTime, true));
}

#[test]
fn of_several_with_one_name_the_latest_counts() {
    let other = HandIn { exercise: "2".to_owned(), ..handed_in("Bo", 9_000, None) };
    let first = HandIn { exercise: "1".to_owned(), ..handed_in("Bo", 50_000, None) };
    let review = Review::of(&[
        file("a", &handed_in("Ada  Lovelace", 2_000, Some(1.0))),
        file("b", &handed_in("ada lovelace ", 3_000, Some(2.0))),
        file("c", &handed_in("ADA LOVELACE", 1_000, None)),
        file("d", &handed_in("", 1_000, None)),
        file("e", &handed_in("", 2_000, None)),
        file("f", &other),
        file("g", &first),
    ]);
    // Without a name, and of different exercises, none replaces another.
    let repeats: Vec<String> = review.rows.iter().map(|it| format!("{:?}", it.repeat)).collect();
    assert_eq!(repeats.join(" "), "Earlier Latest(3) Earlier Only Only Only Only");
    assert_eq!(review.exercise(), None);
    let again = file("h", &HandIn { name: "Cy".to_owned(), ..other.clone() });
    assert_eq!(Review::of(&[file("f", &other), again]).exercise(), Some("2"));
    assert_eq!(Review::of(&[file("f", &other)]).exercise(), None);
}

#[test]
fn a_row_tells_all_that_was_handed_in() {
    let figures = Figures::default();
    let tried = Tried { words: "EASY".to_owned(), at: 5, figures: Some(figures) };
    let answer = |right: bool| AnswerGiven { question: right.to_string(), answer: "x".to_owned(), right, tries: 1 };
    let hand_in = HandIn {
        tried: vec![tried],
        tried_left_out: 7,
        answers: vec![answer(true), answer(false)],
        utc_offset: 60,
        ..handed_in("Ada", 1_700_000_000, Some(3_725.0))
    };
    let review = Review::of(&[file("a", &hand_in)]);
    let cells = Column::ALL.map(|it| it.text(&review.rows[0]));
    assert_eq!(cells[3..].join("|"), "1\u{a0}h 2\u{a0}min|50.0 %|–|–|8|1\u{a0}min 40\u{a0}s|1/2");
    assert_eq!(review.rows[0].ended(), "2023-11-14 23:13:20");
}

#[test]
fn the_csv_has_every_row_and_no_formula() {
    let hostile = HandIn {
        answer: "=HYPERLINK(\"x\"),\nsecond line".to_owned(),
        ..handed_in("+Ada, \"the\" first", 1_000, Some(60.5))
    };
    let review = Review::of(&[file("a.json", &hostile), Given::link("nothing")]);
    let csv = review.csv();
    let (head, rest) = csv.split_once('\n').unwrap();
    let columns = head.split(',').count();
    assert_eq!(columns, 21);
    let row = rest.strip_suffix("nothing,,,,,,,,,,,,,,,,,,,,it is no link of a hand-in\n");
    let row = row.expect("the broken one comes last");
    assert!(row.starts_with("a.json,\"'+Ada, \"\"the\"\" first\",,"), "{row}");
    assert!(row.contains(",60.5,0.5,,,9,0,0,100,1970-01-01 00:16:40,0,0,log.swf,5,"), "{row}");
    assert!(row.ends_with("\"'=HYPERLINK(\"\"x\"\"),\nsecond line\",\n"), "{row}");
    assert_eq!("nothing,,,,,,,,,,,,,,,,,,,,why".split(',').count(), columns);
}
