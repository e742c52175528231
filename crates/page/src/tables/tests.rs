use super::KeptMappings;
use super::*;
use workload::ReadErrorKind;

const TABLE: &str = "No;Sent;Begin;Over;Cores;Pause\n\
    17;2024-03-01 12:00:00;2024-03-01 12:00:10;2024-03-01 13:00:10;40;0\n\
    18;2024-03-01 12:01:40;2024-03-01 13:00:10;2024-03-01 14:00:10;many;0\n";

fn asked(text: &str) -> Asked {
    let error = workload::read("a.csv", text.as_bytes()).unwrap_err();
    let ReadErrorKind::UnknownTable(unknown) = error.kind else {
        panic!("{error}");
    };
    Asked {
        key: 3,
        mark: FileMark::of("a.csv", text.as_bytes()),
        table: unknown.table,
        guess: unknown.guess,
        kept: None,
    }
}

fn tables(text: &str) -> Tables {
    let mut tables = Tables::default();
    tables.apply(TableAction::Ask(Box::new(asked(text))));
    tables
}

fn form(tables: &Tables) -> &TableForm {
    tables.form.as_ref().unwrap()
}

/// Takes columns for keys: each `column=key`, or `column` alone for none.
fn take(tables: &mut Tables, columns: &str) {
    for text in columns.split_whitespace() {
        let (column, key) = text.split_once('=').unwrap_or((text, ""));
        let key = Key::ALL.into_iter().find(|it| it.name() == key);
        tables.apply(TableAction::Take(column.parse().expect(text), key));
    }
}

#[track_caller]
fn check(tables: &Tables, mapping: &str) {
    assert_eq!(form(tables).mapping.to_string(), mapping);
}

#[test]
fn the_dialog_begins_with_the_guess() {
    let tables = tables(TABLE);
    // Sent, Begin and Over are in order; many is no number of processors.
    check(&tables, "submit=Sent,start=Begin,end=Over");
    let form = form(&tables);
    assert_eq!(form.missing(), [Missing::Size, Missing::Limit, Missing::Job]);
    assert!(form.can_be_used());
    let figures = form.preview()[0].figures.clone().unwrap();
    let told = [figures.submit, figures.wait, figures.run_time, figures.limit, figures.size].join("|");
    assert_eq!(told, "2024-03-01 12:00:00|10\u{a0}s|1\u{a0}h|–|–");
}

#[test]
fn what_other_columns_say_against_a_mapping_is_told() {
    let text = "id,submit,start,end,limit\n\
        1,2024-03-01 12:00:00,2024-03-01 12:00:10,2024-03-01 13:00:10,120\n\
        2,2024-03-01 12:00:00,2024-03-01 12:00:10,2024-03-01 12:30:10,60\n";
    let mut tables = tables(text);
    // The guess has seen it.
    assert!(form(&tables).mapping.to_string().ends_with("requested_time=limit:min"));
    assert_eq!(form(&tables).doubts(), [""; 0]);
    tables.apply(TableAction::Unit(Key::RequestedTime, None));
    assert_eq!(
        form(&tables).doubts(),
        ["2 of 2 jobs ran longer than their limits, at which jobs are stopped. Are the limits in minutes?"]
    );
    take(&mut tables, "1=start 2=submit");
    assert_eq!(form(&tables).doubts()[1], "Start: in 2 of 2 rows it is before the submission.");
}

#[test]
fn a_key_has_one_column_and_a_column_one_key() {
    let mut tables = tables(TABLE);
    take(&mut tables, "0=job 4=requested_processors");
    check(&tables, "job=No,submit=Sent,start=Begin,end=Over,requested_processors=Cores");
    let preview = form(&tables).preview();
    assert_eq!(preview[0].name, "17");
    assert_eq!(preview[1].figures, Err("Cores should be a number but is \"many\"".to_owned()));
    // The key goes to another column, and its column gets another key.
    take(&mut tables, "5=requested_processors 0=user");
    check(&tables, "submit=Sent,start=Begin,end=Over,requested_processors=Pause,user=No");
    take(&mut tables, "0 99=job");
    check(&tables, "submit=Sent,start=Begin,end=Over,requested_processors=Pause");
}

#[test]
fn units_are_those_of_the_key() {
    let mut tables = tables("id,submit,runtime,cores\n1,1709294400,5,4\n");
    for (key, unit) in [(Key::RunTime, Unit::Minutes), (Key::Submit, Unit::Slurm), (Key::Wait, Unit::Minutes)] {
        tables.apply(TableAction::Unit(key, Some(unit)));
    }
    check(&tables, "job=id,submit=submit,run_time=runtime:min,requested_processors=cores");
    let figures = form(&tables).preview()[0].figures.clone().unwrap();
    assert_eq!([figures.run_time, figures.size], ["5\u{a0}min", "4"]);
}

#[test]
fn a_size_is_multiplied_by_a_number_or_a_column() {
    let mut tables = tables("id,submit,runtime,cores,tasks\n1,1709294400,5,4,3\n");
    take(&mut tables, "3=requested_processors");
    for (text, size, wrong) in [
        ("128", "512", None),
        (" tasks ", "12", None),
        ("many", "12", Some("The factor \"many\" is no number and no column.")),
        ("0", "12", Some("The factor 0 is not 1 to 10000000.")),
        ("", "4", None),
    ] {
        tables.apply(TableAction::Times(Key::RequestedProcessors, text.to_owned()));
        let form = form(&tables);
        assert_eq!(form.preview()[0].figures.clone().unwrap().size, size, "{text}");
        let told = form.wrong.as_ref().map(|it| &*it.2);
        assert_eq!((told, form.can_be_used()), (wrong, wrong.is_none()), "{text}");
    }
    // A factor of another key leaves the fault, another column takes it away.
    tables.apply(TableAction::Times(Key::RequestedProcessors, "many".to_owned()));
    tables.apply(TableAction::Times(Key::Nodes, "2".to_owned()));
    assert!(!form(&tables).can_be_used());
    take(&mut tables, "4=requested_processors");
    assert!(form(&tables).can_be_used());
}

#[test]
fn a_table_is_read_once_something_can_be_read() {
    let mut tables = tables("id,when,span,cores\n1,soon,5,4\n");
    assert!(!form(&tables).can_be_used());
    tables.apply(TableAction::Use);
    assert_eq!(tables.wanted, None);
    // Its only time of submission is no time.
    take(&mut tables, "1=submit 2=run_time");
    assert!(!form(&tables).can_be_used());
    take(&mut tables, "3=submit");
    assert_eq!(tables.reached(), Some(3));
    tables.apply(TableAction::Use);
    assert_eq!(tables.reached(), None);
    let wanted = tables.wanted.clone().unwrap();
    assert_eq!((wanted.number, wanted.key), (1, 3));
    assert_eq!(wanted.mapping.to_string(), "job=id,submit=cores,run_time=span");
    // Another file is read although the mapping is the same.
    tables.want(4, None, wanted.mapping);
    assert_eq!(tables.wanted.unwrap().number, 2);
}

#[test]
fn a_table_that_is_cancelled_is_not_read() {
    let mut tables = tables(TABLE);
    tables.apply(TableAction::Cancel);
    assert_eq!((tables.form, tables.wanted), (None, None));
}

#[test]
fn a_kept_mapping_comes_back_for_the_same_columns() {
    let first = asked(TABLE);
    let said = Mapping::parse("job=No,submit=Sent,start=Begin,end=Over").unwrap();
    let mut kept = KeptMappings::default();
    kept.keep(&first.table, said.clone());
    let kept = KeptMappings::of(&kept.text());
    // The rows are others, the columns the same.
    let mut again = asked(&TABLE.replace("17", "19"));
    again.kept = kept.get(&again.table).cloned();
    assert_eq!(again.kept, Some(said.clone()));
    let mut tables = Tables::default();
    tables.apply(TableAction::Ask(Box::new(again)));
    let form = tables.form.as_ref().unwrap();
    assert!(form.is_kept);
    assert_eq!(form.mapping, said);
    tables.apply(TableAction::Take(4, Some(Key::User)));
    assert!(!tables.form.unwrap().is_kept);
    let other = asked("id,submit,runtime,cores\n1,1709294400,5,4\n");
    assert_eq!(kept.get(&other.table), None);
    assert_eq!(KeptMappings::of("no JSON"), KeptMappings::default());
}

#[test]
fn tables_without_names_of_columns_are_told_apart_by_their_values() {
    let mut kept = KeptMappings::default();
    let said = Mapping::parse("submit=column 1,run_time=column 2").unwrap();
    let table = |text: &str| workload::table::Table::of(text.as_bytes()).unwrap();
    kept.keep(&table("1,20,ann\n2,30,bob\n"), said.clone());
    assert_eq!(kept.get(&table("7,90,carl\n8,90,dan\n")), Some(&said));
    assert_eq!(kept.get(&table("ann,1,20\nbob,2,30\n")), None);
}

#[test]
fn the_newest_mappings_are_kept() {
    let mut kept = KeptMappings::default();
    let said = Mapping::parse("submit=a,run_time=b").unwrap();
    let table = |at: u32| asked(&format!("a,b,c{at}\n5,6,7\n")).table;
    for at in 0..25 {
        kept.keep(&table(at), said.clone());
    }
    assert_eq!(kept.get(&table(4)), None);
    assert_eq!(kept.get(&table(5)), Some(&said));
    assert_eq!(kept.get(&table(24)), Some(&said));
}
