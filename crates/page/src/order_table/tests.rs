use super::*;
use scheduling::engine::decisions::ProviderMoment;
use scheduling::policy::formula::Formula;

fn value(job: u32, backfills: bool, value: f64, terms: &[f64]) -> OrderValue {
    OrderValue { job, backfills, value, terms: terms.to_vec() }
}

fn text(formula: &str) -> OrderText {
    OrderText::of(&Formula::read(formula).unwrap())
}

fn moment(providers: Vec<Option<OrderValues>>) -> Moment {
    let provider = |values| ProviderMoment { values, ..ProviderMoment::default() };
    Moment { providers: providers.into_iter().map(provider).collect(), ..Moment::default() }
}

#[test]
fn an_order_and_one_of_backfilling_are_two_tables() {
    let values = OrderValues {
        order: text("submit - 3 * wait"),
        backfill_order: Some(text("limit")),
        jobs: vec![value(7, false, -200.0, &[100.0, -300.0]), value(2, true, 60.0, &[]), value(9, true, 3600.0, &[])],
    };
    let tables = order_tables(&moment(vec![Some(values)]));
    let titles: Vec<String> = tables.iter().map(|it| format!("{}: {}", it.title, it.formula)).collect();
    assert_eq!(titles, ["By order: submit - 3 * wait", "By order of backfilling: limit"]);
    assert_eq!(tables[0].terms, ["submit", "- 3 * wait"]);
    let row = &tables[0].rows[0];
    assert_eq!((row.job, &*row.value, row.largest, row.terms.join(" ")), (7, "−200", Some(1), "100 −300".to_owned()));
    assert!(tables[1].terms.is_empty() && tables[1].rows.len() == 2);
}

#[test]
fn long_queues_are_cut_and_counted_and_providers_are_named() {
    let jobs = (0..30).map(|job| value(job, false, f64::NAN, &[])).collect();
    let long = OrderValues { order: text("size"), backfill_order: None, jobs };
    let tables = order_tables(&moment(vec![None, Some(long), Some(OrderValues::default())]));
    let [table] = &tables[..] else { panic!("{tables:?}") };
    assert_eq!(table.title, "Provider 2, by order");
    assert_eq!((table.rows.len(), table.more), (MOST_ROWS, 10));
    assert_eq!((table.rows[0].value.as_str(), table.rows[0].largest), ("no number", None));
}
