//! The jobs in groups: how much each group used, and how long its jobs waited, in the run and in the log.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::context::Identity;
use crate::app::context::nothing;
use crate::app::context::state::{Dispatch, Reduced};
use crate::app::control::{Choice, Select, any_one_of, choice};
use crate::app::files::download;
use slotscope::chart::summary::week_map::Side;
use slotscope::criteria::groups::{Group, GroupBy, Grouping, groups_in_slices};
use slotscope::criteria::span::Span;
use slotscope::export::groups_csv;
use slotscope::page::group_table::{Column, GroupAction, GroupTable, MOST, Order, WaitFigure};
use slotscope::page::state::{Action, Finished};
use slotscope::page::words;
use slotscope::worker::Slices;
use slotscope::workload::clock::Clock;

/// The table of groups, which the page keeps while other views are shown.
pub type Table = UseReducerHandle<Reduced<GroupTable>>;

#[derive(Properties, PartialEq)]
pub struct ByGroupProps {
    pub finished: Rc<Finished>,
    pub span: Option<Span>,
    /// The log's clock, if it has a date.
    pub clock: Option<Clock>,
    /// The name of the workload, for files.
    pub workload: AttrValue,
    pub table: Table,
    pub dispatch: Dispatch,
}

impl ByGroupProps {
    /// How the jobs are grouped by a property.
    fn grouping(&self, by: GroupBy, most: usize) -> Grouping {
        Grouping {
            span: self.span,
            clock: self.clock,
            with_log: self.finished.report.calibration.is_some(),
            most,
            ..Grouping::new(by)
        }
    }
}

/// The jobs by a property that is chosen.
#[component]
pub fn ByGroup(props: &ByGroupProps) -> Html {
    let table = &props.table;
    let finished = props.finished.clone();
    let offered = use_memo(Identity::of(&finished), |_| GroupBy::offered(&finished.run));
    let by = table.by(&offered);
    {
        let grouping = by.map(|by| props.grouping(by, MOST));
        let (finished, table) = (finished.clone(), table.dispatcher());
        let question = props.table.next_question();
        let asked = (Identity::of(&finished), by, props.span, props.clock);
        use_effect_with(asked, move |_| {
            table.dispatch(GroupAction::Ask(question));
            spawn_local(async move {
                if let Some(grouping) = grouping {
                    let run = &finished.run;
                    let grouped = groups_in_slices(run, &grouping, &Slices::begin()).await;
                    table.dispatch(GroupAction::Answer(question, Rc::new(grouped)));
                }
            });
        });
    }
    let Some(by) = by else {
        return nothing();
    };
    let on_by = table.dispatcher().to_callback().reform(GroupAction::By);
    let choices = offered.iter().map(|&by| choice(by, by.name(), by.about()));
    let choices: Vec<Choice<GroupBy>> = choices.collect();
    let name = format!("By {}", by.name().to_lowercase());
    html! {
        <section class="figures-table by-group" aria-label={name.clone()} data-by={by.key()}>
            <div class="group-head">
                <h2>{ &name }</h2>
                <Select id="group-by" label="Group jobs by" terse=true offer={any_one_of(choices, by, on_by)} />
                <button type="button" id="groups-csv" onclick={on_csv(props, by)}
                    data-tip="All groups as a table for other programs.">{ "CSV" }</button>
            </div>
            if table.grouped().is_some() {
                <div class="scroll-across" role="region" aria-label={name} tabindex="0"><table id="by-group">
                    <thead>{ heads(table, by) }</thead>
                    <tbody>{ for table.rows().iter().map(|group| row(&table.columns(), group)) }</tbody>
                </table></div>
                { for table.notes().map(|note| html! { <p class="hint">{ note }</p> }) }
            } else {
                <p class="hint" role="status">{ "The groups are being counted…" }</p>
            }
        </section>
    }
}

/// Hands out all groups as CSV.
fn on_csv(props: &ByGroupProps, by: GroupBy) -> Callback<MouseEvent> {
    let finished = props.finished.clone();
    let dispatch = props.dispatch.clone();
    let name = format!("slotscope-by-{}-{}.csv", by.key(), words::slug(&props.workload));
    let grouping = props.grouping(by, usize::MAX);
    Callback::from(move |_| {
        let (finished, dispatch, name) = (finished.clone(), dispatch.clone(), name.clone());
        spawn_local(async move {
            let grouped = groups_in_slices(&finished.run, &grouping, &Slices::begin()).await;
            if let Err(error) = download::text(&name, "text/csv", &groups_csv(&grouped)) {
                let text = format!("The file could not be made: {error:?}");
                dispatch.dispatch(Action::complain(text));
            }
        });
    })
}

/// The heads of the columns: in one line, or in two where the log stands beside the run.
fn heads(table: &Table, by: GroupBy) -> Html {
    let columns = table.columns();
    let with_log = columns.contains(&Column::WithoutLogged);
    let head = |column: Column, rows: &'static str| {
        let title = match column {
            Column::Group => by.name(),
            Column::Waits(figure, _) if !with_log => figure.name(),
            column => column.title(),
        };
        head(table, column, title, rows)
    };
    let is_wait = |it: &Column| matches!(it, Column::Waits(..));
    if !with_log {
        return html! { <tr>{ for columns.iter().map(|&column| head(column, "1")) }</tr> };
    }
    let figures = WaitFigure::ALL.into_iter();
    let figure = |it: WaitFigure| html! { <th scope="colgroup" colspan="2">{ it.name() }</th> };
    let (last, first): (Vec<Column>, Vec<Column>) =
        columns.iter().filter(|it| !is_wait(it)).partition(|&&it| it == Column::WithoutLogged);
    let waits = columns.iter().filter(|it| is_wait(it));
    html! {
        <>
            <tr>
                { for first.into_iter().map(|column| head(column, "2")) }
                { for figures.map(figure) }
                { for last.into_iter().map(|column| head(column, "2")) }
            </tr>
            <tr>{ for waits.map(|&column| head(column, "1")) }</tr>
        </>
    }
}

fn head(table: &Table, column: Column, title: &'static str, rows: &'static str) -> Html {
    let Order { by, descending } = table.order();
    let direction = match (by == column, descending) {
        (false, _) => "none",
        (true, false) => "ascending",
        (true, true) => "descending",
    };
    let onclick = table.dispatcher().to_callback().reform(move |_: MouseEvent| GroupAction::Sort(column));
    let label = match column {
        Column::Waits(figure, side) => Some(format!("{}, {}", figure.name(), side.name())),
        _ => None,
    };
    html! {
        <th scope="col" rowspan={rows} aria-sort={direction}>
            <button type="button" {onclick} aria-label={label} data-testid={format!("sort-{}", column.key())}>{ title }</button>
        </th>
    }
}

fn row(columns: &[Column], group: &Group) -> Html {
    let cell = |&column: &Column| {
        let value = column.value(group).map(|it| it.to_string());
        match column {
            Column::Group => html! { <th scope="row">{ column.text(group) }</th> },
            Column::Waits(_, Side::Logged) | Column::WithoutLogged => {
                html! { <td class="logged" data-column={column.key()} data-value={value}>{ column.text(group) }</td> }
            }
            _ => {
                html! { <td data-column={column.key()} data-value={value}>{ column.text(group) }</td> }
            }
        }
    };
    html! { <tr data-group={group.label.clone()}>{ for columns.iter().map(cell) }</tr> }
}
