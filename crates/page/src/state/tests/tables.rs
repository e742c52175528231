use super::*;
use crate::tables::{Asked, TableAction};
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

/// Has the table read by its mapping, as another workload.
fn read(page: &mut Page, key: WorkloadKey, source: Source) {
    page.read(key, workload::read_with("a.csv", TABLE.as_bytes(), &mapping()).unwrap(), source);
}

/// An open page that waits for the table with its mapping, and the source of that link.
fn linked() -> (Page, Source) {
    let mark = FileMark::of("a.csv", TABLE.as_bytes());
    let source = Source::File(mark.with_mapping(Some(mapping())));
    let mut page = Page::open();
    page.open_snapshot(&Snapshot { workload: source.clone(), ..Snapshot::default() }, Origin::Link);
    (page, source)
}

/// The file of workload 7 is wanted; read by the mapping, as workload 8, it is the workload of the link.
fn is_read_by_mapping(mut page: Page, source: Source) {
    let wanted = page.state.tables.wanted.clone().unwrap();
    assert_eq!((wanted.key, wanted.mapping), (7, mapping()));
    read(&mut page, 8, source.clone());
    page.follow("| search None / log 8");
    assert_eq!(page.state.snapshot().workload, source);
}

/// The file's bytes stay while the dialog is open.
#[test]
fn a_dropped_table_is_asked_about() {
    let mut page = Page::open();
    page.act(asked(7));
    assert!(page.state.tables.form.is_some());
    page.follow("| reached {0, 7}");
    page.act(Action::Table(TableAction::Cancel));
    assert!(page.state.tables.form.is_none());
    page.follow("| reached {0}");
}

#[test]
fn another_file_closes_the_dialog() {
    let mut page = Page::open();
    page.act(asked(7));
    read(&mut page, 8, Source::File(FileMark::of("b.csv", b"another")));
    assert!(page.state.tables.form.is_none());
}

/// This version recognizes the table by itself.
#[test]
fn a_link_with_a_mapping_opens_on_a_table_that_needs_none_today() {
    let (mut page, source) = linked();
    read(&mut page, 7, Source::File(FileMark::of("a.csv", TABLE.as_bytes())));
    is_read_by_mapping(page, source);
}

/// A link that waits for the file has the mapping.
#[test]
fn a_link_to_a_table_needs_no_question() {
    let (mut page, source) = linked();
    page.does("ask");
    page.act(asked(7));
    assert!(page.state.tables.form.is_none());
    is_read_by_mapping(page, source);
}

#[test]
fn what_came_with_a_table_waits_until_its_columns_are_told_or_for_another_log() {
    let with_list = || {
        let mut page = Page::open();
        page.drop_files(Some(7), &[("list.csv", "job,ready,deadline\n1,0,900\n")]);
        page.act(asked(7));
        page.follow("| said ");
        page
    };
    let mut page = with_list();
    page.state.tables.want(7, None, mapping());
    read(&mut page, 8, Source::File(FileMark::of("a.csv", TABLE.as_bytes())));
    assert!(page.last_notice().said.text.ends_with("\nlist.csv: 1 reservation listed."));
    let mut page = with_list();
    page.act(Action::Table(TableAction::Cancel));
    page.follow("| notice list.csv: 1 reservation is here; drop the log of its jobs. / log 0");
}
