use super::*;

fn waits(mean: f64) -> Waits {
    Waits {
        jobs: 1,
        mean_waiting_time: mean,
        median_waiting_time: 30.0,
        waiting_time_90: 7_200.0,
        waiting_time_99: 86_400.0,
        mean_bounded_slowdown: 1.25,
    }
}

/// A group of 1200 jobs with this mean wait in the log.
fn group(number: i64, processor_hours: f64, logged: Option<f64>) -> Group {
    Group {
        label: format!("user {number}"),
        number,
        jobs: 1_200,
        rejected: 3,
        processor_hours,
        simulated: Some(waits(60.0)),
        logged: logged.map(waits),
        without_logged_wait: Some(7),
    }
}

fn grouped(by: GroupBy) -> Rc<Grouped> {
    Rc::new(Grouped {
        by,
        zone: None,
        groups: vec![group(8, 1_234.25, Some(10.0)), group(2, 20.0, None), group(5, 4.0, Some(90.0))],
        others: Some((1_500, group(-1, 9_000.0, Some(1.0)))),
    })
}

fn after(actions: impl IntoIterator<Item = GroupAction>) -> GroupTable {
    let mut table = GroupTable::default();
    actions.into_iter().for_each(|it| table.apply(it));
    table
}

/// The table once it has its groups.
fn table_of(grouped: Rc<Grouped>) -> GroupTable {
    after([GroupAction::Ask(1), GroupAction::Answer(1, grouped)])
}

/// The labels of the rows.
fn labels(table: &GroupTable) -> String {
    let labels: Vec<String> = table.rows().into_iter().map(|it| it.label).collect();
    labels.join(", ")
}

#[test]
fn rows_stand_by_processor_hours_and_the_others_behind() {
    let table = table_of(grouped(GroupBy::User));
    assert_eq!(table.order(), Order { by: Column::Hours, descending: true });
    assert_eq!(labels(&table), "user 8, user 2, user 5, 1\u{202f}500 others");
}

#[test]
fn sizes_and_months_ascend() {
    for by in [GroupBy::Size, GroupBy::Month] {
        assert_eq!(labels(&table_of(grouped(by))), "user 2, user 5, user 8, 1\u{202f}500 others");
    }
}

#[test]
fn a_column_sorts_from_the_largest_and_again_from_the_smallest_and_what_has_no_value_is_last() {
    let column = Column::Waits(WaitFigure::Mean, Side::Logged);
    let mut table = table_of(grouped(GroupBy::User));
    for (column, expected) in [
        (column, "user 5, user 8, user 2"),
        (column, "user 8, user 5, user 2"),
        (Column::Group, "user 2, user 5, user 8"),
    ] {
        table.apply(GroupAction::Sort(column));
        assert_eq!(labels(&table), format!("{expected}, 1\u{202f}500 others"));
    }
    // Another property begins with its own order.
    table.apply(GroupAction::By(GroupBy::Queue));
    assert_eq!(table.order().by, Column::Hours);
}

#[test]
fn the_choice_holds_only_where_it_is_on_offer() {
    let offered = [GroupBy::User, GroupBy::Size, GroupBy::Month];
    let mut table = GroupTable::default();
    assert_eq!(table.by(&offered), Some(GroupBy::User));
    table.apply(GroupAction::By(GroupBy::Queue));
    assert_eq!(table.by(&offered), Some(GroupBy::User));
    assert_eq!(table.by(&[GroupBy::User, GroupBy::Queue]), Some(GroupBy::Queue));
    assert_eq!(table.by(&[]), None);
}

#[test]
fn an_answer_to_an_older_question_is_dropped() {
    let late = [GroupAction::Ask(1), GroupAction::Ask(2), GroupAction::Answer(1, grouped(GroupBy::User))];
    let mut table = after(late);
    assert!(table.grouped().is_none() && table.rows().is_empty());
    table.apply(GroupAction::Answer(2, grouped(GroupBy::User)));
    assert_eq!(table.rows().len(), 4);
    // The groups of another run do not stand for those of this one.
    table.apply(GroupAction::Ask(3));
    assert!(table.grouped().is_none());
}

#[test]
fn the_log_stands_beside_the_run_if_it_is_told() {
    let table = table_of(grouped(GroupBy::User));
    let [row, second, ..] = &table.rows()[..] else { panic!("rows") };
    let texts: Vec<String> = table.columns().into_iter().map(|it| it.text(row)).collect();
    let [mean, logged, median, of_90, of_99] = [60.0, 10.0, 30.0, 7_200.0, 86_400.0].map(words::duration);
    let counts = "user 8|1\u{202f}200|3|1\u{202f}234";
    let waits = format!("{mean}|{logged}|{median}|{median}|{of_90}|{of_90}|{of_99}|{of_99}");
    assert_eq!(texts.join("|"), format!("{counts}|{waits}|1.25|1.25|7"));
    assert_eq!(Column::Waits(WaitFigure::Of99, Side::Logged).text(second), "–");
    let mut alone = (*grouped(GroupBy::User)).clone();
    for it in &mut alone.groups {
        (it.logged, it.without_logged_wait) = (None, None);
    }
    let columns = table_of(Rc::new(alone)).columns();
    assert_eq!(columns.len(), 9);
    assert_eq!([columns[4].key(), columns[5].key()], ["mean-simulated", "median-simulated"]);
}

#[test]
fn names_are_sorted_as_words_and_numbers_as_numbers() {
    let mut named = (*grouped(GroupBy::User)).clone();
    named.others = None;
    let labels_of = |grouped: &Grouped| {
        let mut table = table_of(Rc::new(grouped.clone()));
        table.apply(GroupAction::Sort(Column::Group));
        labels(&table)
    };
    named.groups[0] = group(10, 1.0, None);
    assert_eq!(labels_of(&named), "user 2, user 5, user 10");
    for (group, name) in named.groups.iter_mut().zip(["user eve", "user ada", "user bob"]) {
        group.label = name.to_owned();
    }
    assert_eq!(labels_of(&named), "user ada, user bob, user eve");
}

#[test]
fn notes_tell_which_jobs_the_log_leaves_out_and_what_a_month_is() {
    let log = "Waits count from when a job was eligible; of a reservation from its ready time, and in the log from its submission. \
               Of 4\u{202f}800 jobs 28 have no wait in the log: the figures of the log leave them out.";
    for (by, zone, expected) in [
        (GroupBy::User, None, ""),
        (GroupBy::Month, Some("US/Pacific"), "Months by the clock of the log: US/Pacific.\n"),
        (GroupBy::Month, None, "The log has no date: a month is 30 days, counted from the log's start.\n"),
    ] {
        let grouped = Grouped { zone: zone.map(str::to_owned), ..(*grouped(by)).clone() };
        let notes: Vec<String> = table_of(Rc::new(grouped)).notes().collect();
        assert_eq!(notes.join("\n"), format!("{expected}{log}"));
    }
}
