//! *Review*: hand-ins as a table.

use std::rc::Rc;

use web_sys::{File, HtmlTextAreaElement};
use yew::prelude::*;

use super::tries::Tries;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::{Dialog, OpenFiles};
use crate::app::files::{download, hand_in_file};
use slotscope::export::snapshot::Source;
use slotscope::page::classroom::review::{Broken, Column, Order, Review, Row};
use slotscope::page::classroom::{ClassroomAction, Given};
use slotscope::page::state::{Action, OpenAction, Origin};
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct ReviewDialogProps {
    pub open: bool,
    pub given: Rc<Vec<Given>>,
    /// What became of those that were given last.
    pub told: Option<Rc<str>>,
    /// The workloads that the page has.
    pub known: Vec<Source>,
    pub dispatch: Dispatch,
}

#[component]
pub fn ReviewDialog(props: &ReviewDialogProps) -> Html {
    let order = use_state_eq(Order::default);
    let review = use_memo(props.given.clone(), |given| Review::of(given));
    let on_close = props.dispatch.callback(|()| Action::Classroom(ClassroomAction::Show(None)));
    let body = props.open.then(|| {
        html! {
            <>
                { adding(props) }
                <p class="hint" id="review-told" aria-live="polite">{ state(props, &review) }</p>
                if !review.rows.is_empty() { { table(props, &review, &order) } }
                if !review.broken.is_empty() { { broken(&review.broken) } }
                if !props.given.is_empty() { { actions(props, &review) } }
            </>
        }
    });
    html! {
        <Dialog id="review" class="review-dialog" title="Review hand-ins" open={props.open} {on_close}>
            { body.unwrap_or_default() }
        </Dialog>
    }
}

/// The ways to add hand-ins.
fn adding(props: &ReviewDialogProps) -> Html {
    html! {
        <div class="review-adding">
            <p class="hint">{ "Drop the files that students handed in, all at once, or paste their links. They stay on this machine, until the page is closed." }</p>
            <OpenFiles id="review-files" label="Files of hand-ins" multiple=true on_files={
                let dispatch = props.dispatch.clone();
                move |files: Vec<File>| hand_in_file::review(files, &dispatch)
            }>{ "Browse…" }</OpenFiles>
            <Links dispatch={props.dispatch.clone()} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct LinksProps {
    dispatch: Dispatch,
}

/// A field for links, one a line.
#[component]
fn Links(props: &LinksProps) -> Html {
    let node = use_node_ref();
    let add = {
        let (node, dispatch) = (node.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = node.cast::<HtmlTextAreaElement>() {
                let given = Given::links(&field.value());
                field.set_value("");
                if !given.is_empty() {
                    dispatch.dispatch(Action::Classroom(ClassroomAction::Give(given)));
                }
            }
        })
    };
    html! {
        <>
            <textarea id="review-links" rows="1" ref={node} aria-label="Links of hand-ins, one a line" placeholder="Links, one a line" />
            <button type="button" id="review-add" onclick={add}>{ "Add links" }</button>
        </>
    }
}

/// How many there are, and what became of those given last.
fn state(props: &ReviewDialogProps, review: &Review) -> String {
    let mut sentences = Vec::new();
    if !props.given.is_empty() {
        sentences.push(format!("{}.", words::plural(review.rows.len(), "hand-in")));
    }
    if !review.broken.is_empty() {
        sentences.push(format!("{} could not be read.", words::count(review.broken.len() as i64)));
    }
    sentences.extend(props.told.as_ref().map(|it| it.to_string()));
    sentences.join(" ")
}

fn table(props: &ReviewDialogProps, review: &Review, order: &UseStateHandle<Order>) -> Html {
    let rows = review.sorted(**order).into_iter();
    let exercise = review.exercise();
    // What all have in common stands above the table.
    let columns = Column::ALL.into_iter();
    let columns = columns.filter(|&it| exercise.is_none() || it != Column::Exercise);
    let columns: Vec<Column> = columns.collect();
    html! {
        <>
        if let Some(exercise) = exercise {
            <p class="review-exercise"><strong>{ "Exercise: " }</strong><bdi>{ exercise }</bdi></p>
        }
        <div class="scroll-box review-table" role="region" aria-label="Hand-ins" tabindex="0">
            <table id="review-table" class="by-group">
                <thead><tr>
                    { for columns.iter().map(|&it| head(it, order)) }
                    <th scope="col" class="reason">{ "Answer, and why" }</th>
                </tr></thead>
                <tbody>{ for rows.map(|at| row(props, at, &review.rows[at], &columns)) }</tbody>
            </table>
        </div>
        </>
    }
}

fn head(column: Column, order: &UseStateHandle<Order>) -> Html {
    let sort = match (order.by == column, order.descending) {
        (false, _) => "none",
        (true, true) => "descending",
        (true, false) => "ascending",
    };
    let onclick = {
        let order = order.clone();
        Callback::from(move |_: MouseEvent| order.set(order.after(column)))
    };
    html! {
        <th scope="col" aria-sort={sort} class={column.is_text().then_some("words")}>
            <button type="button" id={format!("review-by-{}", column.id())} {onclick}>{ column.title() }</button>
        </th>
    }
}

fn row(props: &ReviewDialogProps, at: usize, row: &Rc<Row>, columns: &[Column]) -> Html {
    let repeat = row.repeat.words();
    let name = match Column::Name.text(row) {
        name if name.is_empty() => "without a name".to_owned(),
        name => name,
    };
    let cells = columns.iter().skip(1);
    html! {
        <tr key={at} data-from={row.from.to_string()} data-repeat={(!repeat.is_empty()).then_some(repeat.clone())}>
            <th scope="row" class="words">
                <button type="button" class="review-show" onclick={opening(props, row)}
                    aria-label={format!("Open the scenario of {name}")}><bdi>{ name.clone() }</bdi></button>
                if !repeat.is_empty() { <small class="repeat">{ repeat.clone() }</small> }
            </th>
            { for cells.map(|&it| cell(props, it, row)) }
            <td class="reason"><p><bdi>{ &row.hand_in.answer }</bdi></p><Tries row={row.clone()} /></td>
        </tr>
    }
}

fn cell(props: &ReviewDialogProps, column: Column, row: &Row) -> Html {
    let value = column.number(row).map(|it| it.to_string());
    let class = classes!(column.is_text().then_some("words"), column.id());
    let beneath = (column == Column::Scenario).then(|| {
        let source = &row.hand_in.page.workload;
        let is_here = *source == Source::Sample || props.known.iter().any(|it| it.is_same(source));
        let is_file = matches!(source, Source::File(_));
        let missing = if is_file && !is_here { ": not the log on this page" } else { "" };
        html! { <small><bdi>{ row.workload() }</bdi>{ missing }</small> }
    });
    html! {
        <td {class} data-value={value}><bdi>{ column.text(row) }</bdi>{ beneath.unwrap_or_default() }</td>
    }
}

/// Shows the page of a hand-in.
fn opening(props: &ReviewDialogProps, row: &Rc<Row>) -> Callback<MouseEvent> {
    let (dispatch, row) = (props.dispatch.clone(), row.clone());
    Callback::from(move |_| {
        dispatch.dispatch(Action::Classroom(ClassroomAction::Show(None)));
        let page = Box::new(row.hand_in.page.clone());
        let open = OpenAction::Open(page, Origin::HandIn, None);
        dispatch.dispatch(Action::Open(open));
    })
}

/// What is no hand-in, with the reasons.
fn broken(broken: &[Broken]) -> Html {
    html! {
        <section class="review-broken" aria-label="Could not be read">
            <h3>{ "Could not be read" }</h3>
            <ul id="review-broken">{ for broken.iter().map(|it| html! {
                <li><strong><bdi>{ &*it.from }</bdi></strong>{ format!(": {}", it.why) }</li>
            }) }</ul>
        </section>
    }
}

fn actions(props: &ReviewDialogProps, review: &Rc<Review>) -> Html {
    let save = {
        let (review, dispatch) = (review.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            if let Err(error) = download::text("slotscope-hand-ins.csv", "text/csv", &review.csv()) {
                let text = format!("The file could not be made: {error:?}");
                dispatch.dispatch(Action::complain(text));
            }
        })
    };
    let clear = props.dispatch.callback(|_: MouseEvent| Action::Classroom(ClassroomAction::Clear));
    html! {
        <div class="table-actions">
            <button type="button" class="primary" id="review-csv" onclick={save}>{ "Save CSV" }</button>
            <button type="button" id="review-clear" onclick={clear}>{ "Remove all" }</button>
        </div>
    }
}
