use super::*;
use crate::tables::{Asked, TableAction};
use export::snapshot::Snapshot;
use workload::ReadErrorKind;
use workload::table::Mapping;

const TABLE: &str = "No,Sent,Span,Width\n1,100,50,4\n2,110,60,4\n";

fn asked(key: WorkloadKey) -> Action {
    let error = workload::read("a.csv", TABLE.as_bytes()).unwrap_err();
    let ReadErrorKind::UnknownTable(unknown) = error.kind else {
        panic!("{error}");
    };
    Action::Table(TableAction::Ask(Box::new(Asked {
        key,
        mark: FileMark::of("a.csv", TABLE.as_bytes()),
        table: unknown.table,
        guess: unknown.guess,
        kept: None,
    })))
}

fn mapping() -> Mapping {
    Mapping::parse("job=No,submit=Sent,run_time=Span,requested_processors=Width").unwrap()
}

/// The file's bytes stay while the dialog is open.
#[test]
fn a_dropped_table_is_asked_about() {
    let mut page = Page::open();
    page.act(asked(7));
    assert!(page.state.tables.form.is_some());
    assert!(page.state.reached().contains(&7));
    page.act(Action::Table(TableAction::Cancel));
    assert!(page.state.tables.form.is_none());
    assert!(!page.state.reached().contains(&7));
}

#[test]
fn another_file_closes_the_dialog() {
    let mut page = Page::open();
    page.act(asked(7));
    let reading = workload::read_with("b.csv", TABLE.as_bytes(), &mapping()).unwrap();
    page.read(8, reading, Source::File(FileMark::of("b.csv", b"another")));
    assert!(page.state.tables.form.is_none());
}

/// This version recognizes the table by itself.
#[test]
fn a_link_with_a_mapping_opens_on_a_table_that_needs_none_today() {
    let mark = FileMark::of("a.csv", TABLE.as_bytes());
    let source = Source::File(mark.clone().with_mapping(Some(mapping())));
    let snapshot = Snapshot { workload: source.clone(), ..Snapshot::default() };
    let mut page = Page::open();
    let open = OpenAction::Open(Box::new(snapshot), Origin::Link, None);
    page.act(Action::Open(open));
    let reading = || workload::read_with("a.csv", TABLE.as_bytes(), &mapping()).unwrap();
    page.read(7, reading(), Source::File(mark));
    let wanted = page.state.tables.wanted.clone().expect("a file to read");
    assert_eq!((wanted.key, wanted.mapping), (7, mapping()));
    page.read(8, reading(), source.clone());
    assert!(page.state.opening.awaited.is_none());
    assert_eq!(page.state.snapshot().workload, source);
}

/// A link that waits for the file has the mapping.
#[test]
fn a_link_to_a_table_needs_no_question() {
    let mark = FileMark::of("a.csv", TABLE.as_bytes()).with_mapping(Some(mapping()));
    let source = Source::File(mark);
    let snapshot = Snapshot { workload: source.clone(), ..Snapshot::default() };
    let mut page = Page::open();
    page.act(Action::Open(OpenAction::Open(Box::new(snapshot), Origin::Link, None)));
    page.act(Action::Open(OpenAction::Ask));
    page.act(asked(7));
    assert!(page.state.tables.form.is_none());
    let wanted = page.state.tables.wanted.clone().expect("a file to read");
    assert_eq!((wanted.key, wanted.mapping), (7, mapping()));
    // Read by the mapping, it is the workload of the link.
    let reading = workload::read_with("a.csv", TABLE.as_bytes(), &mapping()).unwrap();
    page.read(8, reading, source.clone());
    assert!(page.state.opening.awaited.is_none());
    assert_eq!(page.present().workload, 8);
    assert_eq!(page.state.snapshot().workload, source);
}
