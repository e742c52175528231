//! The dialogs of exercises for a class.

use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement, HtmlTextAreaElement};

use crate::app::context::prelude::*;
use crate::app::control::{Dialog, Field, Fold, OpenFiles, use_unfolded};
use crate::app::files::{clipboard, download, hand_in_file};
use slotscope::export::hand_in;
use slotscope::export::hand_in::{Figures, HandIn, LONGEST_ANSWER, LONGEST_EXERCISE, LONGEST_NAME};
use slotscope::export::snapshot::Source;
use slotscope::page::classroom;
use slotscope::page::classroom::review::{Broken, Column, Order, Review, Row};
use slotscope::page::classroom::{ClassroomAction, Form, Given, Visit, VisitAction};
use slotscope::page::state::{OpenAction, Origin};

#[derive(Properties, PartialEq)]
pub struct HandInDialogProps {
    pub open: bool,
    pub form: Rc<Form>,
    /// The scenario in front in words.
    pub line: String,
    /// The name of its workload.
    pub workload: String,
    /// Whether the workload is a file.
    pub is_file: bool,
    /// Its figures; none if it has not been run.
    pub figures: Option<Figures>,
    pub visit: Visit,
    /// Makes the hand-in of this moment.
    pub make: Callback<(), HandIn>,
    /// The page's address without a hash.
    pub base: Option<String>,
    pub dispatch: Dispatch,
}

/// What became of the last file or link.
#[derive(Clone, Default, PartialEq)]
struct Told {
    failed: bool,
    text: AttrValue,
    /// The link, where the browser does not let the page copy it.
    link: Option<AttrValue>,
}

impl Told {
    fn done(text: impl Into<AttrValue>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn failed(text: String) -> Self {
        Self { failed: true, ..Self::done(text) }
    }
}

#[component]
pub fn HandInDialog(props: &HandInDialogProps) -> Html {
    let told = use_state_eq(Told::default);
    {
        // Later changes are not in the file or link.
        let told = told.setter();
        use_effect_with((props.open, props.form.clone()), move |_| {
            told.set(Told::default());
        });
    }
    let on_close = props.dispatch.callback(|()| Action::Classroom(ClassroomAction::Show(None)));
    let body = props.open.then(|| body(props, &told));
    html! {
        <Dialog id="hand-in" class="hand-in-dialog" title="Hand in" open={props.open} {on_close}>
            { body.unwrap_or_default() }
        </Dialog>
    }
}

fn body(props: &HandInDialogProps, told: &UseStateHandle<Told>) -> Html {
    let make = props.make.clone();
    let save = told.setter().to_callback().reform(move |_: MouseEvent| save(&make.emit(())));
    let copy = {
        let (make, told) = (props.make.clone(), told.setter());
        let base = props.base.clone();
        Callback::from(move |_: MouseEvent| {
            let (hand_in, told, base) = (make.emit(()), told.clone(), base.clone());
            spawn_local(async move { told.set(copy(&hand_in, base).await) });
        })
    };
    html! {
        <>
            <p class="hint">{ "Nothing is sent anywhere. Save a file or copy a link, and give it to your lecturer by mail or through your learning system." }</p>
            { form(props) }
            { contents(props) }
            <div class="table-actions">
                <button type="button" class="primary" id="hand-in-save" onclick={save}>{ "Save file" }</button>
                <button type="button" id="hand-in-copy" onclick={copy}>{ "Copy link" }</button>
            </div>
            <div class={classes!("hand-in-told", told.failed.then_some("worse"))} id="hand-in-told" aria-live="polite">
                { &told.text }
                if let Some(link) = &told.link {
                    <input type="text" id="hand-in-link" readonly=true aria-label="Link of the hand-in" value={link.clone()} />
                }
            </div>
        </>
    }
}

/// What the student writes.
fn form(props: &HandInDialogProps) -> Html {
    let fill = |field, text: fn(&InputEvent) -> String| {
        props.dispatch.callback(move |event: InputEvent| Action::Classroom(ClassroomAction::Fill(field, text(&event))))
    };
    let of_area = |event: &InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value();
    let of_input = |event: &InputEvent| event.target_unchecked_into::<HtmlInputElement>().value();
    let Form { name, exercise, answer } = &*props.form;
    html! {
        <div class="hand-in-form">
            <Field of="hand-in-name" label="Your name">
                <input type="text" id="hand-in-name" autocomplete="name" autofocus=true maxlength={LONGEST_NAME.to_string()} value={name.clone()}
                    oninput={fill(classroom::Field::Name, of_input)} />
            </Field>
            <Field of="hand-in-exercise" label="Exercise, as it was posed">
                <textarea id="hand-in-exercise" rows="2" maxlength={LONGEST_EXERCISE.to_string()} value={exercise.clone()}
                    oninput={fill(classroom::Field::Exercise, of_area)} />
            </Field>
            <Field of="hand-in-answer" label="Your answer, and why">
                <textarea id="hand-in-answer" rows="5" maxlength={LONGEST_ANSWER.to_string()} value={answer.clone()}
                    oninput={fill(classroom::Field::Answer, of_area)} />
            </Field>
        </div>
    }
}

/// The contents of the hand-in beside the form.
fn contents(props: &HandInDialogProps) -> Html {
    let visit = &props.visit;
    let answers = visit.answers.iter().map(|it| {
        let right = if it.right { "right" } else { "wrong" };
        let tries = match it.tries {
            1 => "1 try".to_owned(),
            tries => format!("{tries} tries"),
        };
        html! { <li><bdi>{ &it.question }</bdi>{ " " }<strong><bdi>{ &it.answer }</bdi></strong>{ format!(" ({right}, {tries})") }</li> }
    });
    let tried = match visit.left_out {
        0 => String::new(),
        count => format!("; {} earlier ones are left out", words::count(count.into())),
    };
    html! {
        <section class="hand-in-contents" aria-label="Also handed in">
            <h3>{ "Also handed in" }</h3>
            <p id="hand-in-line">{ &props.line }</p>
            <p class="hint">
                { match &props.figures {
                    Some(it) => html! { <span id="hand-in-figures">{ figures(it) }</span> },
                    None => html! { <span class="worse">{ "The scenario on the page has not been run: it is handed in without figures." }</span> },
                } }
            </p>
            <p class="hint">{ workload(props) }</p>
            <p class="hint">{ "The times at which you opened the page and hand in." }</p>
            if visit.entries.is_empty() {
                <p class="hint">{ "You have tried no other scenario in this visit." }</p>
            } else {
                <Fold id="hand-in-tried" title={format!("{} tried{tried}", words::plural(visit.entries.len(), "scenario"))}>
                    <ol class="tries">{ for visit.entries.iter().map(|it| entry(it.number, &it.tried, &props.dispatch)) }</ol>
                </Fold>
            }
            if !visit.answers.is_empty() {
                <Fold id="hand-in-answers" title={format!("{} to questions of lessons", words::plural(visit.answers.len(), "answer"))}>
                    <ul class="tries">{ for answers }</ul>
                </Fold>
            }
        </section>
    }
}

/// The workload, and what of it is handed in.
fn workload(props: &HandInDialogProps) -> String {
    if props.is_file {
        format!("{}: its name, size and digest, not the file itself.", props.workload)
    } else {
        format!("{}.", props.workload)
    }
}

/// An entry of what was tried, which can be removed.
fn entry(number: u32, tried: &hand_in::Tried, dispatch: &Dispatch) -> Html {
    let remove = dispatch.callback(move |_: MouseEvent| Action::Visit(VisitAction::Remove(number)));
    html! {
        <li key={number}>
            <span><small>{ in_minutes(tried.at.into()) }</small>{ " " }{ &tried.words }
                if let Some(it) = &tried.figures { <small class="figures-line">{ figures(it) }</small> }
            </span>
            <button type="button" class="icon" aria-label={format!("Remove: {}", tried.words)} title="Remove" onclick={remove}>{ "×" }</button>
        </li>
    }
}

fn save(hand_in: &HandIn) -> Told {
    let name = words::slug_or(&hand_in.name, "without-name");
    let file = format!("slotscope-{name}.hand-in.json");
    let made = hand_in::write(hand_in).map_err(|why| why.to_string());
    let saved = made.and_then(|text| {
        let saved = download::text(&file, "application/json", &text);
        saved.map_err(|error| format!("{error:?}"))
    });
    match saved {
        Ok(()) => Told::done(format!("{file} has been saved among your downloads.")),
        Err(why) => Told::failed(format!("The file could not be made: {why}.")),
    }
}

async fn copy(hand_in: &HandIn, base: Option<String>) -> Told {
    let (hash, left_out) = match hand_in::link(hand_in) {
        Ok(made) => made,
        Err(why) => {
            return Told::failed(format!("No link can be made: {why}. Save the file instead."));
        }
    };
    let Some(base) = base else {
        return Told::failed("No link can be made: the page has no address. Save the file instead.".to_owned());
    };
    let link = format!("{base}#{hash}");
    let shortened = match left_out {
        0 => String::new(),
        count => format!(
            " It leaves out the first {} tried, to stay short enough; the file has all.",
            words::plural(count, "scenario")
        ),
    };
    match clipboard::write_text(&link).await {
        Some(()) => Told::done(format!("Link copied.{shortened}")),
        None => Told {
            link: Some(link.into()),
            ..Told::failed(format!("The browser does not let the page copy the link: copy it from here.{shortened}"))
        },
    }
}

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

/// The figures of a run in a line; those that it does not have are left out.
pub fn figures(figures: &Figures) -> String {
    let duration = |name: &str, it: Option<f64>| Some(format!("{name} {}", words::duration(it?)));
    let share = |it: f64| format!("U {} %", words::decimal(it * 100.0, 1));
    let rejected = match figures.rejected {
        0 => None,
        count => Some(format!("{} rejected", words::count(count as i64))),
    };
    let parts = [
        figures.mean_utilization.map(share),
        duration("F", figures.mean_flow_time),
        duration("D", figures.mean_tardiness),
        duration("mean wait", figures.mean_waiting_time),
        Some(words::plural(figures.jobs as usize, "job")),
        rejected,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" · ")
}

/// Seconds since the page was opened: `12:05`.
fn in_minutes(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[derive(Properties, PartialEq)]
pub struct TriesProps {
    pub row: Rc<Row>,
}

/// What was tried before a hand-in and the answers of lessons, folded away: made while it is open only.
#[component]
pub fn Tries(props: &TriesProps) -> Html {
    let (is_open, ontoggle) = use_unfolded();
    let hand_in = &props.row.hand_in;
    let left_out = hand_in.tried_left_out;
    html! {
        <details class="fold" {ontoggle}>
            <summary><span>{ "All that was handed in" }</span></summary>
            if is_open {
                <div class="fold-body">
                    <p class="hint">{ format!("Handed in {} by the clock of the student's machine. ", props.row.ended()) }
                        { hand_in.figures.as_ref().map_or("Without figures: the scenario had not been run.".to_owned(), figures) }</p>
                    if left_out > 0 {
                        <p class="hint">{ format!("The first {} tried are left out.", words::plural(left_out as usize, "scenario")) }</p>
                    }
                    <ol class="tries">{ for hand_in.tried.iter().map(|it| html! {
                        <li><span><small>{ in_minutes(it.at.into()) }</small>{ " " }<bdi>{ &it.words }</bdi>
                            if let Some(it) = &it.figures { <small class="figures-line">{ figures(it) }</small> }</span></li>
                    }) }</ol>
                    <ul class="tries">{ for hand_in.answers.iter().map(|it| html! {
                        <li><span><bdi>{ &it.question }</bdi>{ " " }<strong><bdi>{ &it.answer }</bdi></strong>
                            { format!(" ({}, tries: {})", if it.right { "right" } else { "wrong" }, it.tries) }</span></li>
                    }) }</ul>
                </div>
            }
        </details>
    }
}
