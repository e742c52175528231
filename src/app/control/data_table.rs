//! The table behind a chart.

use yew::prelude::*;

use super::use_unfolded;
use slotscope::page::words;

use slotscope::chart::numbers::Numbered;

/// Most rows that a table on the page has.
pub const MOST: usize = 500;

#[derive(Properties, PartialEq)]
pub struct NumbersProps {
    pub id: AttrValue,
    /// The text that unfolds it.
    #[prop_or(AttrValue::Static("Show as table"))]
    pub summary: AttrValue,
    /// The subject of the numbers, for screen readers.
    pub title: AttrValue,
    /// Makes the table, once it is unfolded.
    pub make: Callback<(), Numbered>,
}

/// The table behind a chart, folded away: made while it is open only.
#[component]
pub fn Numbers(props: &NumbersProps) -> Html {
    let (is_open, ontoggle) = use_unfolded();
    let made = is_open.then(|| props.make.emit(()));
    let rows = made.as_ref().map(|it| it.count.to_string());
    html! {
        <details class="fold numbers" id={&props.id} {ontoggle} data-rows={rows}>
            <summary aria-label={format!("{}: {}", props.summary, props.title)}><span>{ &props.summary }</span></summary>
            <div class="fold-body">
                if let Some(numbered) = made { { data_table(&numbered, &props.title) } }
            </div>
        </details>
    }
}

/// A table that scrolls in its box, and by keys too.
pub fn data_table(Numbered { table, count }: &Numbered, title: &str) -> Html {
    if table.rows.is_empty() {
        return html! { <p class="hint">{ "There is nothing to list." }</p> };
    }
    let cut = count.saturating_sub(table.rows.len().min(MOST));
    let row = |row: &Vec<String>| {
        let (first, rest) = row.split_first().map_or(("", &[][..]), |(a, b)| (a, b));
        html! { <tr><th scope="row">{ first }</th>{ for rest.iter().map(|it| html! { <td>{ it }</td> }) }</tr> }
    };
    html! {
        <div class="scroll-box" role="region" aria-label={title.to_string()} tabindex="0">
            <table>
                <thead><tr>{ for table.head.iter().map(|it| html! { <th scope="col">{ it }</th> }) }</tr></thead>
                <tbody>{ for table.rows.iter().take(MOST).map(row) }</tbody>
            </table>
            if cut > 0 { <p class="hint">{ format!("and {} more", words::count(cut as i64)) }</p> }
        </div>
    }
}
