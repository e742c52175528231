//! The paper's numbers beside ours.

use yew::prelude::*;

use crate::app::context::chord::on_enter;
use slotscope::chart::table::Table;
use slotscope::reproduce::numbers::{difference, measured, number};
use slotscope::reproduce::{Comparison, Listing, Quantity, Row};

const HEAD: [&str; 6] = ["", "", "Paper", "Ours", "Difference", "Within 2 s.d."];

/// The cells of a row beside its label.
fn cells(row: &Row) -> [String; 5] {
    let paper = row.paper.map(|paper| number(paper, row.quantity.digits()));
    let within = row.within_two_deviations();
    [
        row.measure(),
        paper.unwrap_or_else(|| "–".to_string()),
        measured(row.ours, row.quantity),
        row.difference().map(difference).unwrap_or_default(),
        within.map_or("", |within| if within { "yes" } else { "no" }).to_string(),
    ]
}

/// The table as it is drawn in a picture.
pub fn drawn(comparison: &Comparison) -> Table {
    let row = |row: &Row| std::iter::once(row.label.clone()).chain(cells(row)).collect();
    Table { head: HEAD.map(str::to_string).to_vec(), rows: comparison.rows.iter().map(row).collect() }
}

/// The table on the page; a row whose scenario is known takes it.
pub fn html(comparison: &Comparison, on_take: &Callback<usize>) -> Html {
    let mut before = None;
    let rows = comparison.rows.iter().map(|row| {
        // A label is written once for the rows that it belongs to.
        let label = (before != Some(&row.label)).then(|| row.label.clone());
        before = Some(&row.label);
        one(row, label, on_take)
    });
    let rows: Vec<Html> = rows.collect();
    html! {
        <section class="figures-table comparison" aria-label={comparison.title.clone()}>
            <h3>{ &comparison.title }</h3>
            <div class="scroll-across" role="region" aria-label="The paper's numbers and ours" tabindex="0"><table>
                <thead><tr>{ for HEAD.iter().map(|head| html! { <th scope="col">{ *head }</th> }) }</tr></thead>
                <tbody>{ rows }</tbody>
            </table></div>
        </section>
    }
}

fn one(row: &Row, label: Option<String>, on_take: &Callback<usize>) -> Html {
    let [quantity, paper, ours, difference, within] = cells(row);
    let on_click = row.cell.map(|cell| on_take.reform(move |_: MouseEvent| cell));
    let on_key = row.cell.map(|cell| on_enter(on_take, cell));
    let begins = label.is_some();
    let far = row.difference().is_some_and(|difference| difference.abs() > 0.25);
    html! {
        <tr class={classes!(label.is_some().then_some("begins"), row.cell.map(|_| "takes"))} onclick={on_click} onkeydown={on_key}
            tabindex={row.cell.map(|_| "0")} title={row.cell.map(|_| title(row))}
            data-label={row.label.clone()} data-cell={row.cell.map(|cell| cell.to_string())}>
            <th scope="row">{ label.unwrap_or_default() }</th>
            <td class="quantity" data-tip={begins.then(|| term(row.quantity)).flatten()}>{ quantity }</td>
            <td data-paper={row.paper.map(|paper| paper.to_string())}>{ paper }</td>
            <td data-ours={row.ours.mean.to_string()} data-deviation={row.ours.deviation.to_string()}>{ ours }{ from_ready(row) }</td>
            <td class={classes!(far.then_some("far"))}>{ difference }</td>
            <td>{ within }</td>
        </tr>
    }
}

fn title(row: &Row) -> &'static str {
    match row.from_ready {
        Some(_) => "Click to load the scenario. Slotscope counts F from the ready time: it shows the number below",
        None => "Click to load the scenario",
    }
}

/// The figure that Slotscope shows for the scenario, if the row counts it differently.
fn from_ready(row: &Row) -> Html {
    row.from_ready.map_or_else(Html::default, |it| {
        let text = format!("{} from ready time, as shown", measured(it, row.quantity));
        html! { <small data-from-ready={it.mean.to_string()}>{ text }</small> }
    })
}

/// The explanation of a quantity, if its name is short.
fn term(quantity: Quantity) -> Option<&'static str> {
    quantity.criterion()?.about()
}

/// A table of ours.
pub fn listing(listing: &Listing) -> Html {
    let row = |cells: &Vec<String>| {
        html! { <tr>{ for cells.iter().map(|cell| html! { <td>{ cell }</td> }) }</tr> }
    };
    html! {
        <div class="scroll-across" role="region" aria-label="The numbers" tabindex="0"><table class="listing">
            <thead><tr>{ for listing.head.iter().map(|head| html! { <th scope="col">{ head }</th> }) }</tr></thead>
            <tbody>{ for listing.rows.iter().map(row) }</tbody>
        </table></div>
    }
}
