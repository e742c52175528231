//! *Hand in*: the answer to an exercise, as a file or a link.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::tries::{figures, in_minutes};
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::{Dialog, Field, Fold};
use crate::app::files::{clipboard, download};
use slotscope::export::hand_in::{self, Figures, HandIn, LONGEST_ANSWER, LONGEST_EXERCISE, LONGEST_NAME};
use slotscope::page::classroom::visit::{Visit, VisitAction};
use slotscope::page::classroom::{self, ClassroomAction, Form};
use slotscope::page::state::Action;
use slotscope::page::words;

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
