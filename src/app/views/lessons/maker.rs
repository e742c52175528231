//! The form in which a lesson is made.

use web_sys::{HtmlInputElement, HtmlTextAreaElement};

use super::chart::ChartOfStep;
use crate::app::context::prelude::*;
use crate::app::context::storage::HERE;
use crate::app::control::{Field, Fold, List, Number};
use crate::app::files::download;
use slotscope::lesson::{Answer, Choice, Control, LONGEST_NAME, LONGEST_TEXT, Lesson, Question, Shot, Show, Step};
use slotscope::page::lesson_maker::{
    AnswerKind, ComputedOffer, Draft, DraftAction, KEPT, Written, computed_offers, kind_of, kinds, offers, text,
};
use slotscope::page::lessons::{LessonAction, Lessons, MakerAction};
use slotscope::page::state::TeachAction;

#[derive(Properties, PartialEq)]
pub struct MakerProps {
    pub lessons: Rc<Lessons>,
    pub ground: Ground,
    /// How many scenarios are compared on the page.
    pub compared: usize,
    pub on_action: Callback<LessonAction>,
    pub on_take: Callback<Shot>,
    pub dispatch: Dispatch,
}

/// The form: texts at the left, the chart of the open part at the right, the parts beneath.
#[component]
pub fn Maker(props: &MakerProps) -> Html {
    let draft = props.lessons.making();
    // To check a lesson tries all of its charts: once for each edit, not for each run that comes back.
    let complete = use_memo(draft.map(|it| it.lesson.clone()), |_| draft.map(Draft::complete));
    let (Some(draft), Some(complete)) = (draft, &*complete) else {
        return nothing();
    };
    let edit = props.on_action.reform(edit);
    html! {
        <article class="lesson maker" id="lesson-maker" data-part={draft.at.to_string()} aria-labelledby="maker-title">
            { top(props, draft, complete, &edit) }
            <div class="lesson-body">
                <section class="lesson-text" aria-label="Texts">
                    { head(draft, &edit) }
                    { part(draft, &edit) }
                </section>
                <section class="lesson-chart" aria-label="Chart of this part">
                    { chart(props, draft, &edit) }
                </section>
            </div>
            { parts(draft, &edit) }
        </article>
    }
}

/// An edit as an action of the view.
fn edit(edit: DraftAction) -> LessonAction {
    LessonAction::Maker(MakerAction::Edit(edit))
}

/// The title, the texts that are missing, and the buttons for the whole lesson.
fn top(props: &MakerProps, draft: &Draft, complete: &Result<Lesson, String>, edit: &Callback<DraftAction>) -> Html {
    let act = |action: fn() -> LessonAction| props.on_action.reform(move |_: MouseEvent| action());
    let told = match complete {
        Ok(_) => "Complete: it can be saved and handed out.".to_owned(),
        Err(why) => format!("Not complete yet: {why}."),
    };
    let save = {
        let (complete, dispatch) = (complete.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let saved = complete.clone().and_then(|lesson| {
                let name = format!("{}.json", lesson.id);
                let saved = download::text(&name, "application/json", &text(&lesson)?);
                saved.map_err(|error| format!("{error:?}"))
            });
            if let Err(why) = saved {
                dispatch.dispatch(Action::complain(format!("The lesson could not be saved: {why}")));
            }
        })
    };
    let (can_undo, can_redo) = draft.history();
    let step = |action: fn() -> DraftAction| edit.reform(move |_: MouseEvent| action());
    let is_complete = complete.is_ok();
    html! {
        <header class="lesson-head">
            <button type="button" id="lesson-close" onclick={act(|| LessonAction::Close)}>{ "All lessons" }</button>
            <h2 id="maker-title">{ "Make a lesson" }</h2>
            <p class="said" id="maker-told" aria-live="polite">{ told }</p>
            <div class="maker-actions">
                <button type="button" id="maker-undo" disabled={!can_undo} onclick={step(|| DraftAction::Undo)}>{ "Undo" }</button>
                <button type="button" id="maker-redo" disabled={!can_redo} onclick={step(|| DraftAction::Redo)}>{ "Redo" }</button>
                <button type="button" id="maker-new" onclick={act(|| LessonAction::Maker(MakerAction::New))}
                    title="Begins a new lesson; Undo brings this one back">{ "New" }</button>
                <button type="button" id="maker-preview" disabled={!is_complete}
                    onclick={act(|| LessonAction::Maker(MakerAction::Preview))}>{ "Preview" }</button>
                <button type="button" class="primary" id="maker-save" disabled={!is_complete} onclick={save}>{ "Save file" }</button>
            </div>
        </header>
    }
}

/// The chart of the open part, and what it shows.
fn chart(props: &MakerProps, draft: &Draft, edit: &Callback<DraftAction>) -> Html {
    let Some((show, controls)) = draft.chart() else {
        return html! { <p class="empty">{ "The lesson has no parts: add a step." }</p> };
    };
    let chart = props.lessons.chart.clone();
    let step = match draft.lesson.steps.get(draft.at) {
        Some(step) => step.title.clone(),
        None => "the question".to_owned(),
    };
    let moment = match show {
        Show::Messages(it) => it.step,
        _ => 0,
    };
    html! {
        <>
            <ChartForm show={show.clone()} controls={controls.to_vec()} compared={props.compared} on_edit={edit} dispatch={&props.dispatch} />
            if let Some(differs) = props.lessons.differs() {
                <p class="maker-differs" id="maker-differs" role="status">{ differs }</p>
            }
            <ChartOfStep {chart} {step} {moment} ground={props.ground} on_action={&props.on_action} on_take={&props.on_take} />
        </>
    }
}

/// A callback for the text of a field.
fn writes(edit: &Callback<DraftAction>, what: Written, value: fn(&InputEvent) -> String) -> Callback<InputEvent> {
    edit.reform(move |event: InputEvent| DraftAction::Write(what, value(&event)))
}

/// A field of one line.
fn line(
    edit: &Callback<DraftAction>,
    what: Written,
    (id, label, hint): (&'static str, &'static str, &'static str),
    value: &str,
) -> Html {
    let oninput = writes(edit, what, |event| event.target_unchecked_into::<HtmlInputElement>().value());
    html! {
        <Field of={id} {label}>
            <input type="text" {id} placeholder={hint} maxlength={LONGEST_NAME.to_string()} value={value.to_owned()} {oninput} />
        </Field>
    }
}

/// A field of several lines.
fn area(
    edit: &Callback<DraftAction>,
    what: Written,
    (id, label, hint): (&'static str, &'static str, &'static str),
    rows: u32,
    value: &str,
) -> Html {
    let oninput = writes(edit, what, |event| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    html! {
        <Field of={id} {label}>
            <textarea {id} rows={rows.to_string()} placeholder={hint} maxlength={LONGEST_TEXT.to_string()} value={value.to_owned()} {oninput} />
        </Field>
    }
}

/// A field for a number.
fn number(edit: &Callback<DraftAction>, what: Written, (id, label): (&'static str, &'static str), value: f64) -> Html {
    let edit = edit.clone();
    let on_change = Callback::from(move |typed: Option<f64>| {
        if let Some(number) = typed {
            edit.emit(DraftAction::Write(what, number.to_string()));
        }
    });
    let fractions = matches!(what, Written::Answer | Written::Within);
    let min = match what {
        Written::Answer => f64::MIN,
        _ => 0.0,
    };
    html! {
        <Field of={id} {label}>
            <Number {id} {value} {min} {fractions} {on_change} />
        </Field>
    }
}

/// The fields of the head.
fn head(draft: &Draft, edit: &Callback<DraftAction>) -> Html {
    let lesson = &draft.lesson;
    let title = match lesson.title.trim() {
        "" => "Title and subject".to_owned(),
        title => format!("Lesson: {title}"),
    };
    html! {
        <Fold id="maker-head" {title} open={draft.at == 0}>
            { line(edit, Written::Title, ("maker-lesson-title", "Title", "Why a large job waits"), &lesson.title) }
            { line(edit, Written::Summary, ("maker-summary", "Subject, in one sentence", "A large job waits for all of its processors."), &lesson.summary) }
            { number(edit, Written::Minutes, ("maker-minutes", "Minutes"), lesson.minutes.into()) }
            { line(edit, Written::Source, ("maker-source", "Source (optional)", "paper and section"), &lesson.source) }
        </Fold>
    }
}

/// A dot for each part, and buttons that add one.
fn parts(draft: &Draft, edit: &Callback<DraftAction>) -> Html {
    let steps = draft.lesson.steps.len();
    let dots = (0..draft.parts()).map(|at| {
        let label = match draft.lesson.steps.get(at) {
            Some(step) => format!("Step {}: {}", at + 1, step.title),
            None => format!("Question {}", at - steps + 1),
        };
        let open = edit.reform(move |_: MouseEvent| DraftAction::Open(at));
        html! {
            <li><button type="button" class={classes!("dot", (at >= steps).then_some("asks"))} id={format!("maker-part-{at}")} aria-label={label.clone()} title={label}
                aria-current={(at == draft.at).then_some("step")} onclick={open} /></li>
        }
    });
    let add = |action: fn() -> DraftAction| edit.reform(move |_: MouseEvent| action());
    html! {
        <nav class="lesson-steps" aria-label="Parts of the lesson">
            <button type="button" id="maker-add-step" onclick={add(|| DraftAction::AddStep(None))}>{ "Add a step" }</button>
            <ol>{ for dots }</ol>
            <button type="button" id="maker-add-question" onclick={add(|| DraftAction::AddQuestion(None))}>{ "Add a question" }</button>
        </nav>
    }
}

/// Forgets the draft that is kept.
pub fn forget_draft() {
    HERE.forget(KEPT);
}

/// Keeps the lesson that is being made, and takes up the one that was kept when the page was opened.
#[hook]
pub fn use_kept_draft(lessons: &Lessons, dispatch: &Dispatch) {
    {
        let dispatch = dispatch.clone();
        use_effect_with((), move |()| {
            let kept = HERE.get(KEPT);
            if let Some(draft) = kept.and_then(|text| Draft::of_kept(&text)) {
                let restore = MakerAction::Restore(Box::new(draft));
                dispatch.dispatch(Action::Lessons(LessonAction::Maker(restore)));
            }
        });
    }
    let lesson = lessons.draft().map(|it| it.lesson.clone());
    use_effect_with(lesson, move |lesson| {
        let kept = lesson.as_ref().and_then(|it| Draft::kept(it));
        if let Some(text) = kept {
            HERE.keep(KEPT, &text);
        }
    });
}

/// The fields of the open part, and where it stands.
fn part(draft: &Draft, edit: &Callback<DraftAction>) -> Html {
    let steps = draft.lesson.steps.len();
    let (place, fields) = match (draft.lesson.steps.get(draft.at), draft.question(draft.at)) {
        (Some(step), _) => (format!("Step {} of {steps}", draft.at + 1), of_step(step, edit)),
        (None, Some(question)) => {
            let (at, count) = (draft.at - steps + 1, draft.lesson.questions.len());
            (format!("Question {at} of {count}"), of_question(question, edit))
        }
        (None, None) => return nothing(),
    };
    let act = |action: fn() -> DraftAction| edit.reform(move |_: MouseEvent| action());
    html! {
        // A field keeps its caret only within its part.
        <div class="maker-part" key={draft.at}>
            <div class="maker-place">
                <h3>{ place }</h3>
                <button type="button" class="icon" id="maker-earlier" aria-label="Earlier" title="Earlier" onclick={act(|| DraftAction::Move { earlier: true })}>{ "←" }</button>
                <button type="button" class="icon" id="maker-later" aria-label="Later" title="Later" onclick={act(|| DraftAction::Move { earlier: false })}>{ "→" }</button>
                <button type="button" class="icon" id="maker-remove" aria-label="Remove this part" title="Remove this part" onclick={act(|| DraftAction::Remove)}>{ "×" }</button>
            </div>
            { fields }
        </div>
    }
}

fn of_step(step: &Step, edit: &Callback<DraftAction>) -> Html {
    let hint = "One idea. Say what to look at in the chart, and what to change.\n\nAn empty line begins a paragraph.";
    html! {
        <>
            { line(edit, Written::Heading, ("maker-heading", "Heading", "Two jobs"), &step.title) }
            { area(edit, Written::Text, ("maker-text", "Text", hint), 9, &step.text.join("\n\n")) }
        </>
    }
}

fn of_question(question: &Question, edit: &Callback<DraftAction>) -> Html {
    html! {
        <>
            { area(edit, Written::Ask, ("maker-ask", "Question", "When does job 3 start?"), 2, &question.ask) }
            { answer(question, edit) }
            { area(edit, Written::Right, ("maker-right", "Said of a right answer", "Yes: job 1 ends then."), 2, &question.right) }
            { area(edit, Written::Wrong, ("maker-wrong", "Said of a wrong answer: a hint, not the answer", "Look at the processors that are free."), 2, &question.wrong) }
            if !question.draws.is_empty() || !question.slips.is_empty() {
                <p class="hint">{ "Its hints for single numbers and its drawn values stay as the file has them, until it gets another chart." }</p>
            }
        </>
    }
}

/// The kind of the answer, the answer, and how it follows from the chart.
fn answer(question: &Question, edit: &Callback<DraftAction>) -> Html {
    let kinds = AnswerKind::all(&question.show);
    let kind = AnswerKind::of(&question.answer);
    let on_choose = edit.reform(move |at: usize| DraftAction::Kind(kinds[at]));
    let options: Vec<AttrValue> = kinds.iter().map(|it| it.label().into()).collect();
    let chosen = kinds.iter().position(|it| *it == kind);
    let is_schedule = matches!(question.show, Show::Schedule(_));
    html! {
        <>
            <Field of="maker-kind" label="The answer is">
                <List id="maker-kind" {options} {chosen} {on_choose} />
            </Field>
            { of_kind(question, edit) }
            { computed(question, edit) }
            if is_schedule {
                { number(edit, Written::ShownUntil, ("maker-shown-until", "Shown before the answer, until second"), question.shown_until as f64) }
            }
        </>
    }
}

fn of_kind(question: &Question, edit: &Callback<DraftAction>) -> Html {
    let given = |label, value| match question.computed {
        Some(_) => html! {
            <p class="maker-computed" id="maker-computed">{ format!("{label}: ") }<strong>{ value }</strong></p>
        },
        None => number(edit, Written::Answer, ("maker-answer", label), value),
    };
    match &question.answer {
        Answer::Choices(choices) => of_choices(choices, edit),
        Answer::Number { is, unit, within } => html! {
            <div class="maker-row">
                { given("Right answer", *is) }
                { line(edit, Written::Unit, ("maker-unit", "Unit", "s"), unit) }
                { number(edit, Written::Within, ("maker-within", "May be off by"), *within) }
            </div>
        },
        Answer::Job { is } => given("Number of the right job", *is as f64),
        Answer::Start { job, is } => html! {
            <div class="maker-row">
                { number(edit, Written::Job, ("maker-job", "Job"), *job as f64) }
                { given("Its start, in seconds", *is as f64) }
            </div>
        },
    }
}

fn of_choices(choices: &[Choice], edit: &Callback<DraftAction>) -> Html {
    let row = |(at, choice): (usize, &Choice)| {
        let mark = edit.reform(move |_: Event| DraftAction::Mark(at));
        let remove = edit.reform(move |_: MouseEvent| DraftAction::RemoveChoice(at));
        let writes = |what: fn(usize) -> Written| {
            edit.reform(move |event: InputEvent| {
                let input = event.target_unchecked_into::<HtmlInputElement>();
                DraftAction::Write(what(at), input.value())
            })
        };
        let place = at + 1;
        html! {
            <li>
                <input type="radio" name="maker-right-choice" id={format!("maker-choice-{at}-right")} aria-label={format!("Choice {place} is right")}
                    checked={choice.right} onchange={mark} />
                <input type="text" id={format!("maker-choice-{at}")} aria-label={format!("Choice {place}")} placeholder={format!("Choice {place}")}
                    maxlength={LONGEST_NAME.to_string()} value={choice.text.clone()} oninput={writes(Written::Choice)} />
                <button type="button" class="icon" aria-label={format!("Remove choice {place}")} title="Remove" onclick={remove}>{ "×" }</button>
                if !choice.right {
                    <input type="text" class="maker-feedback" id={format!("maker-choice-{at}-said")} aria-label={format!("Said of choice {place}")}
                        placeholder="Why is it wrong? (optional)" maxlength={LONGEST_TEXT.to_string()} value={choice.feedback.clone()} oninput={writes(Written::Feedback)} />
                }
            </li>
        }
    };
    let add = edit.reform(|_: MouseEvent| DraftAction::AddChoice);
    html! {
        <fieldset class="maker-choices">
            <legend>{ "Choices; the right one is marked" }</legend>
            <ol>{ for choices.iter().enumerate().map(row) }</ol>
            <button type="button" id="maker-add-choice" onclick={add}>{ "Add a choice" }</button>
        </fieldset>
    }
}

/// How the answer follows from the chart, where it can.
fn computed(question: &Question, edit: &Callback<DraftAction>) -> Html {
    let offers = computed_offers(question);
    if offers.is_empty() {
        return nothing();
    }
    let typed = match question.answer {
        Answer::Choices(_) => "as it is marked",
        _ => "as it is typed",
    };
    let labels = offers.iter().map(|it| AttrValue::from(it.label.clone()));
    let options: Vec<AttrValue> = std::iter::once(typed.into()).chain(labels).collect();
    let chosen = match question.computed {
        None => Some(0),
        Some(how) => offers.iter().position(|it| it.how == how).map(|at| at + 1),
    };
    let on_choose = edit.reform(move |at: usize| {
        let offer = at.checked_sub(1).and_then(|at| offers.get(at));
        DraftAction::Compute(offer.map(|it: &ComputedOffer| it.how))
    });
    html! {
        <Field of="maker-compute" label="It is">
            <List id="maker-compute" {options} {chosen} {on_choose} />
        </Field>
    }
}

#[derive(Properties, PartialEq)]
struct ChartFormProps {
    pub show: Show,
    pub controls: Vec<Control>,
    pub compared: usize,
    pub on_edit: Callback<DraftAction>,
    pub dispatch: Dispatch,
}

/// The fields above a chart.
#[component]
fn ChartForm(props: &ChartFormProps) -> Html {
    html! {
        <div class="lesson-controls maker-chart">
            { taking(props) }
            { kind(props) }
            { fields_of_kind(props) }
            { controls(props) }
        </div>
    }
}

/// Puts the run on the page in place of the chart.
fn taking(props: &ChartFormProps) -> Html {
    let take = |all| props.dispatch.callback(move |_: MouseEvent| Action::Teach(TeachAction::TakeRun { all }));
    html! {
        <Field label="Chart">
            <div class="maker-taking">
                <button type="button" id="maker-take" onclick={take(false)} title="The workload and the scenario in front, as the other views show them">{ "Take the run on the page" }</button>
                if props.compared > 1 {
                    <button type="button" id="maker-take-all" onclick={take(true)}>{ format!("Take all {} scenarios", props.compared) }</button>
                }
            </div>
        </Field>
    }
}

fn kind(props: &ChartFormProps) -> Html {
    let kinds = kinds(&props.show);
    if kinds.is_empty() {
        return html! { <p class="hint">{ "This chart stays as its file has it, unless another takes its place." }</p> };
    }
    let own = kind_of(&props.show);
    let chosen = kinds.iter().position(|(kind, _)| Some(*kind) == own);
    let options: Vec<AttrValue> = kinds.iter().map(|(_, label)| label.clone().into()).collect();
    let on_choose = props.on_edit.reform(move |at: usize| DraftAction::Chart(kinds[at].0));
    html! {
        <Field of="maker-chart-kind" label="Shown as">
            <List id="maker-chart-kind" {options} {chosen} {on_choose} />
        </Field>
    }
}

fn fields_of_kind(props: &ChartFormProps) -> Html {
    let edit = &props.on_edit;
    match &props.show {
        Show::Slots(it) => html! {
            <>
                { number(edit, Written::Provider, ("maker-provider", "Provider"), it.provider as f64 + 1.0) }
                { number(edit, Written::Moment, ("maker-moment", "At second"), it.at as f64) }
            </>
        },
        Show::Curve(it) => {
            let values: Vec<String> = it.vary.values.iter().map(f64::to_string).collect();
            let onchange = edit.reform(|event: Event| {
                let input = event.target_unchecked_into::<HtmlInputElement>();
                DraftAction::Write(Written::Values, input.value())
            });
            html! {
                <Field of="maker-values" label={it.vary.label.clone()}>
                    <input type="text" id="maker-values" value={values.join(", ")} {onchange} />
                </Field>
            }
        }
        _ => nothing(),
    }
}

/// The controls of the chart, and those that it may have.
fn controls(props: &ChartFormProps) -> Html {
    let all = offers(&props.show, &props.controls);
    let present = props.controls.iter().enumerate().map(|(at, control)| {
        let remove = props.on_edit.reform(move |_: MouseEvent| DraftAction::RemoveControl(at));
        html! {
            <li>{ &control.label }<button type="button" class="icon" aria-label={format!("Remove the control: {}", control.label)} title="Remove" onclick={remove}>{ "×" }</button></li>
        }
    });
    let labels = all.iter().map(|it| AttrValue::from(it.control.label.clone()));
    let options: Vec<AttrValue> = std::iter::once("Add a control …".into()).chain(labels).collect();
    let on_choose = {
        let on_edit = props.on_edit.clone();
        Callback::from(move |at: usize| {
            if let Some(offer) = at.checked_sub(1).and_then(|at| all.get(at)) {
                on_edit.emit(DraftAction::AddControl(Box::new(offer.clone())));
            }
        })
    };
    html! {
        <Field of="maker-add-control" label="Readers may change">
            if !props.controls.is_empty() {
                <ul class="maker-controls">{ for present }</ul>
            }
            if options.len() > 1 {
                <List id="maker-add-control" {options} chosen={Some(0)} {on_choose} />
            } else if props.controls.is_empty() {
                <p class="hint">{ "This chart has no settings." }</p>
            }
        </Field>
    }
}
