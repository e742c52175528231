//! The dialog about a table of jobs of no known format: it asks for the meaning of each column.

use web_sys::HtmlInputElement;

use crate::app::context::prelude::*;
use crate::app::control::{Dialog, List};
use slotscope::page::tables::{PreviewedJob, TableAction, TableForm};
use slotscope::workload::table::{Key, TableColumn, Takes};

#[derive(Properties, PartialEq)]
pub struct TableDialogProps {
    /// The table that is asked about; none while the dialog is closed.
    pub form: Option<TableForm>,
    pub dispatch: Dispatch,
}

#[component]
pub fn TableDialog(props: &TableDialogProps) -> Html {
    let on_close = props.dispatch.callback(|()| Action::Table(TableAction::Cancel));
    let name = props.form.as_ref().map_or("", |form| &form.mark.name);
    let title = format!("What are the columns of {name}?");
    let body = props.form.as_ref().map(|form| body(form, &on_close, &props.dispatch));
    html! {
        <Dialog id="table-dialog" class="table-dialog" {title} open={props.form.is_some()} {on_close}>
            { body.unwrap_or_default() }
        </Dialog>
    }
}

fn body(form: &TableForm, cancel: &Callback<()>, dispatch: &Dispatch) -> Html {
    let on_use = dispatch.callback(|_: MouseEvent| Action::Table(TableAction::Use));
    let hint = if form.is_kept {
        "Filled in as for your last table with these columns."
    } else {
        "Its columns are of no known format. What is filled in is a guess by names and values."
    };
    let (missing, doubts) = (form.missing(), form.doubts());
    html! {
        <>
            <p class="hint">{ hint }</p>
            <ul class="table-columns" id="table-columns">
                { for form.table.columns.iter().enumerate().map(|(place, it)| column(form, place, it, dispatch)) }
            </ul>
            <h3>{ "The first jobs" }</h3>
            { preview(&form.preview()) }
            if !missing.is_empty() || !doubts.is_empty() || form.wrong.is_some() {
                <ul class="table-missing" id="table-missing">
                    { for form.wrong.iter().map(|it| html! { <li class="fatal">{ &it.2 }</li> }) }
                    { for doubts.iter().map(|it| html! { <li class="doubt">{ it }</li> }) }
                    { for missing.iter().map(|it| html! {
                        <li class={classes!(it.is_fatal().then_some("fatal"))}>{ it.words() }</li>
                    }) }
                </ul>
            }
            <div class="table-actions">
                <button type="button" class="primary" id="table-use" disabled={!form.can_be_used()} onclick={on_use}>{ "Use these columns" }</button>
                <button type="button" id="table-cancel" onclick={cancel.reform(|_| ())}>{ "Cancel" }</button>
            </div>
        </>
    }
}

/// A column with its examples, what it is and its unit.
fn column(form: &TableForm, place: usize, column: &TableColumn, dispatch: &Dispatch) -> Html {
    let key = form.key_of(column);
    let keys = Key::ALL.iter().map(|it| AttrValue::Static(it.label()));
    let options: Vec<AttrValue> = [AttrValue::Static("Not used")].into_iter().chain(keys).collect();
    let chosen = key.map_or(0, |it| it as usize + 1);
    let on_choose = dispatch.callback(move |at: usize| {
        let key = at.checked_sub(1).and_then(|at| Key::ALL.get(at).copied());
        Action::Table(TableAction::Take(place, key))
    });
    let label = format!("Meaning of column {}", column.name);
    html! {
        <li key={place}>
            <span class="table-name">{ &column.name }</span>
            <span class="table-examples">{ column.examples.join(" · ") }</span>
            <List id={format!("table-key-{place}")} {label} {options} chosen={Some(chosen)} {on_choose} />
            <span class="table-unit">
                { key.map(|key| unit(form, place, column, key, dispatch)).unwrap_or_default() }
                { key.map(|key| times(form, place, column, key, dispatch)).unwrap_or_default() }
            </span>
        </li>
    }
}

fn unit(form: &TableForm, place: usize, column: &TableColumn, key: Key, dispatch: &Dispatch) -> Html {
    let units = key.units();
    if units.is_empty() {
        return nothing();
    }
    let given = form.mapping.get(key).and_then(|it| it.unit);
    let at = given.and_then(|given| units.iter().position(|it| *it == given));
    let named = units.iter().map(|it| AttrValue::Static(it.label()));
    let options: Vec<AttrValue> = [AttrValue::Static(key.usual_unit())].into_iter().chain(named).collect();
    let on_choose = dispatch.callback(move |at: usize| {
        let unit = at.checked_sub(1).and_then(|at| units.get(at).copied());
        Action::Table(TableAction::Unit(key, unit))
    });
    let label = format!("Unit of column {}", column.name);
    html! {
        <List id={format!("table-unit-{place}")} {label} {options} chosen={Some(at.map_or(0, |at| at + 1))} {on_choose} />
    }
}

/// What a size or an amount of memory is multiplied by.
fn times(form: &TableForm, place: usize, column: &TableColumn, key: Key, dispatch: &Dispatch) -> Html {
    if !matches!(key.takes(), Takes::Count | Takes::Memory) {
        return nothing();
    }
    let value = match &form.wrong {
        Some((of, text, _)) if *of == key => Some(text.clone()),
        _ => form.mapping.get(key).and_then(|it| it.times.as_ref()).map(ToString::to_string),
    };
    let onchange = dispatch.callback(move |event: Event| {
        Action::Table(TableAction::Times(key, event.target_unchecked_into::<HtmlInputElement>().value()))
    });
    html! {
        <input type="text" id={format!("table-times-{place}")} placeholder="× factor" value={value.unwrap_or_default()}
            aria-label={format!("Factor of column {}", column.name)} data-tip="A number, or the name of a column: nodes × 128, tasks × cores." {onchange} />
    }
}

/// The first jobs as they would be read.
fn preview(jobs: &[PreviewedJob]) -> Html {
    const HEAD: [&str; 6] = ["Job", "Submitted", "Wait", "Run time", "Limit", "Processors"];
    let row = |job: &PreviewedJob| match &job.figures {
        Ok(it) => html! {
            <tr><th scope="row">{ &job.name }</th><td>{ &it.submit }</td><td>{ &it.wait }</td><td>{ &it.run_time }</td>
                <td>{ &it.limit }</td><td>{ &it.size }</td></tr>
        },
        Err(why) => html! {
            <tr><th scope="row">{ &job.name }</th><td class="left-out" colspan="5">{ format!("Left out: {why}") }</td></tr>
        },
    };
    html! {
        <div class="scroll-box numbers table-preview" role="region" aria-label="The first jobs" tabindex="0">
            <table id="table-preview">
                <thead><tr>{ for HEAD.iter().map(|it| html! { <th scope="col">{ it }</th> }) }</tr></thead>
                <tbody>{ for jobs.iter().map(row) }</tbody>
            </table>
        </div>
    }
}
