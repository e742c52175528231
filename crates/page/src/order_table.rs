//! The waiting jobs at the cursor by the values of an order, as *Play* shows them: a table for each provider and order.

#[cfg(test)]
mod tests;

use base::text::brief;
use chart::provider_name;
use scheduling::engine::decisions::Moment;
use scheduling::policy::order_values::{OrderText, OrderValue, OrderValues};

/// This many jobs have a row.
const MOST_ROWS: usize = 20;

/// The jobs that one order gave values.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderTable {
    /// Which order that is, and of which provider if there are several.
    pub title: String,
    pub formula: String,
    /// Its summands: the headings behind that of the value.
    pub terms: Vec<String>,
    /// A row for each job, the one with the next turn first.
    pub rows: Vec<OrderRow>,
    /// How many jobs have none.
    pub more: usize,
}

/// A job and its values in words.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderRow {
    /// Its index in the run.
    pub job: usize,
    pub value: String,
    /// What each summand adds to it.
    pub terms: Vec<String>,
    /// The summand that is largest, by its place.
    pub largest: Option<usize>,
}

/// The tables of a moment; none where no formula decides or no job waits.
pub fn order_tables(moment: &Moment) -> Vec<OrderTable> {
    let several = moment.providers.len() > 1;
    let mut tables = Vec::new();
    for (provider, here) in moment.providers.iter().enumerate() {
        let Some(values) = &here.values else { continue };
        let mut add = |name: &str, order: &OrderText, backfills: bool| {
            let title =
                if several { format!("{}, {name}", provider_name(provider)) } else { base::text::capital(name) };
            tables.extend(table(title, values, order, backfills));
        };
        add("by order", &values.order, false);
        if let Some(order) = &values.backfill_order {
            add("by order of backfilling", order, true);
        }
    }
    tables
}

fn table(title: String, values: &OrderValues, order: &OrderText, backfills: bool) -> Option<OrderTable> {
    let of_order: Vec<&OrderValue> = values.jobs.iter().filter(|it| it.backfills == backfills).collect();
    let rows: Vec<OrderRow> = of_order.iter().take(MOST_ROWS).map(|it| row(it)).collect();
    (!rows.is_empty()).then(|| OrderTable {
        title,
        formula: order.formula.clone(),
        terms: order.terms.clone(),
        more: of_order.len() - rows.len(),
        rows,
    })
}

fn row(it: &OrderValue) -> OrderRow {
    let largest =
        it.terms.iter().map(|term| term.abs()).enumerate().filter(|(_, size)| size.is_finite() && *size > 0.0);
    OrderRow {
        job: it.job as usize,
        value: brief(it.value),
        terms: it.terms.iter().map(|&term| brief(term)).collect(),
        largest: largest.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place),
    }
}
