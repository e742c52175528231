//! An open lesson: the text of a step, and its chart beside it or beneath.

use web_sys::{HtmlElement, HtmlInputElement, PointerEvent};

use super::chart::{ChartOfStep, Named, schedule_until};
use super::use_step_keys;
use crate::app::context::prelude::*;
use crate::app::control::{Field, List, Slider};
use slotscope::chart::Frame;
use slotscope::lesson::shelf::Card;
use slotscope::lesson::{Answer, Choice, Control, Lesson, Question, Shot, Show};
use slotscope::page::lessons::{
    Answering, Chart, Given, Known, LessonAction, Lessons as State, MakerAction, Progress, chart_of, is_right, known,
    parts, said_of_wrong,
};
use slotscope::page::state::LayoutAction;

#[derive(Properties, PartialEq)]
pub struct OpenLessonProps {
    pub lessons: Rc<State>,
    pub ground: Ground,
    pub on_action: Callback<LessonAction>,
    pub on_take: Callback<Shot>,
    /// Whether the page's bars stand around it; none where the page has none.
    pub bars: Option<bool>,
    pub dispatch: Dispatch,
}

#[component]
pub fn OpenLesson(props: &OpenLessonProps) -> Html {
    let at = props.lessons.open().map_or((0, 0), |(_, progress)| (progress.at, progress.part));
    use_step_keys(&props.on_action);
    let heading = use_focus_on_change(at);
    let (at, part) = at;
    let Some((lesson, progress)) = props.lessons.open() else {
        return nothing();
    };
    let (_, controls) = chart_of(lesson, at);
    let hidden = progress.is_hidden(lesson);
    let close = props.on_action.reform(|_: MouseEvent| LessonAction::Close);
    html! {
        <article class="lesson" id="lesson" data-lesson={lesson.id.clone()} data-step={(at + 1).to_string()} data-part={(part + 1).to_string()} aria-labelledby="lesson-title">
            <header class="lesson-head">
                <button type="button" id="lesson-close" onclick={close}>{ "All lessons" }</button>
                <h2 id="lesson-title">{ &lesson.title }</h2>
                <p class="said">{ &lesson.source }</p>
                { copying(props) }
                { bars(props) }
            </header>
            <div class="lesson-body">
                <section class="lesson-text" aria-labelledby="lesson-step">
                    { text(props, lesson, progress, heading) }
                    if !hidden && !controls.is_empty() {
                        <Controls controls={controls.to_vec()} positions={progress.positions(controls)} on_action={&props.on_action} />
                    }
                </section>
                <section class="lesson-chart" aria-label="Chart of this step">
                    { chart(props, lesson, progress, hidden) }
                </section>
            </div>
            { steps(lesson, progress, &props.on_action) }
        </article>
    }
}

/// The button for the page's bars, and for what else stands around a chart.
fn bars(props: &OpenLessonProps) -> Html {
    let Some(bars) = props.bars else {
        return nothing();
    };
    let onclick = props.dispatch.callback(|_: MouseEvent| Action::Layout(LayoutAction::Bars));
    html! {
        <button type="button" class="icon" id="lesson-bars" aria-pressed={bars.to_string()} {onclick}
            aria-label="Tabs, menus and tables" title="Tabs, menus and tables">{ "☰" }</button>
    }
}

/// The way to the form: back from a preview, or with a copy of the lesson.
fn copying(props: &OpenLessonProps) -> Html {
    let (id, label, action): (_, _, fn() -> MakerAction) = if props.lessons.is_preview() {
        ("lesson-edit", "Back to the form", || MakerAction::Make(None))
    } else {
        ("lesson-copy", "Edit a copy", || MakerAction::Copy)
    };
    let onclick = props.on_action.reform(move |_: MouseEvent| LessonAction::Maker(action()));
    html! { <button type="button" {id} {onclick}>{ label }</button> }
}

/// The chart of the step; of a question that has not been answered what is known of it.
fn chart(props: &OpenLessonProps, lesson: &Lesson, progress: &Progress, hidden: bool) -> Html {
    let chart = props.lessons.chart.clone();
    let step = step_of(lesson, progress.at);
    let moment = progress.moment(chart.drawn().show.as_deref());
    let is_told = matches!(
        chart.drawn().show.as_deref(),
        Some(Show::Schedule(_) | Show::Curve(_) | Show::Planning(_) | Show::Binding(_) | Show::Messages(_))
    );
    if hidden && is_told && chart.failed.is_none() {
        let question = progress.question(lesson).and_then(|at| lesson.questions.get(at));
        let until = question.map_or(0, |it| it.shown_until);
        return html! { <HiddenChart {chart} {until} {step} ground={props.ground} /> };
    }
    html! {
        <ChartOfStep {chart} {step} moment={if hidden { 0 } else { moment }} {hidden} ground={props.ground}
            on_action={&props.on_action} on_take={&props.on_take} />
    }
}

/// The name of a step.
fn step_of(lesson: &Lesson, at: usize) -> String {
    let step = lesson.steps.get(at);
    step.map_or_else(|| "the question".to_owned(), |step| step.title.clone())
}

/// The text of the step, or the question.
fn text(props: &OpenLessonProps, lesson: &Rc<Lesson>, progress: &Progress, heading: NodeRef) -> Html {
    let (at, count) = (progress.at, lesson.steps.len());
    let Some(step) = lesson.steps.get(at) else {
        return question(props, lesson, progress, heading);
    };
    let parts = parts(lesson, at);
    let place = match parts.len() {
        1 => String::new(),
        count => format!(", part {} of {count}", progress.part + 1),
    };
    html! {
        <>
            <h3 id="lesson-step" tabindex="-1" ref={heading}>
                <small>{ format!("Step {} of {count}{place}", at + 1) }</small>{ &step.title }
            </h3>
            { for parts[progress.part].iter().map(|text| html! { <p>{ text }</p> }) }
        </>
    }
}

/// The open question, once it has its values.
fn question(props: &OpenLessonProps, lesson: &Rc<Lesson>, progress: &Progress, heading: NodeRef) -> Html {
    let at = progress.question(lesson).unwrap_or(0);
    let place = match lesson.questions.len() {
        1 => "Question".to_owned(),
        count => format!("Question {} of {count}", at + 1),
    };
    let is_asked = props.lessons.chart.is_asked();
    html! {
        <>
            <h3 id="lesson-step" tabindex="-1" ref={heading}><small>{ place }</small>{ "Predict" }</h3>
            if is_asked {
                <Asked lesson={lesson.clone()} {at} answering={progress.answering(at)} on_action={&props.on_action}
                    next={props.lessons.next_after(&lesson.id)} />
            } else if props.lessons.chart.failed.is_none() {
                <p class="empty" role="status">{ "Drawing numbers …" }</p>
            }
        </>
    }
}

/// An element that takes the focus when the step changes, so that a screen reader reads on from there.
#[hook]
fn use_focus_on_change(at: (usize, usize)) -> NodeRef {
    let node = use_node_ref();
    let last = use_mut_ref(|| at);
    {
        let node = node.clone();
        use_effect_with(at, move |&at| {
            if last.replace(at) != at
                && let Some(element) = node.cast::<HtmlElement>()
            {
                let _ = element.focus();
            }
        });
    }
    node
}

/// Back, a dot for each step and question, next.
pub fn steps(lesson: &Lesson, progress: &Progress, on_action: &Callback<LessonAction>) -> Html {
    let (at, count) = (progress.at, lesson.steps.len());
    let (is_first, is_last) = ((at, progress.part) == (0, 0), progress.ends_lesson(lesson));
    let go = |to: usize| on_action.reform(move |_: MouseEvent| LessonAction::Go(to));
    let dots = (0..count + lesson.questions.len()).map(|to| {
        let label = label(lesson, to);
        html! {
            <li><button type="button" class={classes!("dot", (to >= count).then_some("asks"))} aria-label={label.clone()} title={label}
                aria-current={(to == at).then_some("step")} onclick={go(to)} /></li>
        }
    });
    let next = match at + 1 {
        _ if is_last || !progress.ends_step(lesson) => "Next",
        next if next == count => "To the question",
        next if next > count => "Next question",
        _ => "Next",
    };
    let turn = |action: fn() -> LessonAction| on_action.reform(move |_: MouseEvent| action());
    // After a question the way on is lit by a right answer.
    let question = progress.question(lesson);
    let is_lit = question.is_none_or(|it| progress.answering(it).is_solved());
    html! {
        <nav class="lesson-steps" aria-label="Steps of the lesson">
            <button type="button" id="lesson-back" disabled={is_first} onclick={turn(|| LessonAction::Back)}>{ "Back" }</button>
            <ol>{ for dots }</ol>
            <button type="button" class={is_lit.then_some("primary")} id="lesson-next" disabled={is_last} onclick={turn(|| LessonAction::Next)}>{ next }</button>
        </nav>
    }
}

/// The name of a step or a question.
fn label(lesson: &Lesson, to: usize) -> String {
    let count = lesson.steps.len();
    match lesson.steps.get(to) {
        Some(step) => format!("Step {} of {count}: {}", to + 1, step.title),
        None if lesson.questions.len() == 1 => "Question".to_owned(),
        None => format!("Question {}", to - count + 1),
    }
}

#[derive(Properties, PartialEq)]
pub struct AskedProps {
    pub lesson: Rc<Lesson>,
    /// Its place among the questions, from 0.
    pub at: usize,
    pub answering: Answering,
    pub on_action: Callback<LessonAction>,
    /// The lesson after this one.
    pub next: Option<&'static Card>,
}

impl AskedProps {
    fn question(&self) -> Option<&Question> {
        self.lesson.questions.get(self.at)
    }

    fn answers(&self) -> Callback<f64> {
        let on_action = &self.on_action;
        on_action.reform(|number: f64| LessonAction::Answer(Given::Number(number)))
    }
}

/// The question, its answers, and the comment on the given one.
#[component]
pub fn Asked(props: &AskedProps) -> Html {
    let Some(question) = props.question() else {
        return nothing();
    };
    let key = format!("{} {}", props.at, props.answering.time);
    html! {
        <div class="question" id="lesson-question" data-time={props.answering.time.to_string()} {key}>
            <p class="asks">{ &question.ask }</p>
            { answers(props, question) }
            <div aria-live="polite">{ feedback(props, question) }</div>
            if !question.draws.is_empty() && props.answering.given.is_some() {
                <button type="button" id="ask-anew" onclick={props.on_action.reform(|_: MouseEvent| LessonAction::AskAnew)}>{ "Ask again with other numbers" }</button>
            }
        </div>
    }
}

fn answers(props: &AskedProps, question: &Question) -> Html {
    match (&question.answer, &question.show) {
        (Answer::Choices(choices), _) => of_choices(props, choices),
        (Answer::Number { unit, .. }, _) => {
            html! { <NumberAnswer unit={unit.clone()} on_answer={props.answers()} /> }
        }
        (Answer::Job { .. }, Show::Schedule(shown)) => of_jobs(props, shown.jobs.len()),
        (Answer::Start { job, .. }, Show::Schedule(shown)) => {
            let length = shown.jobs.get((*job as usize).wrapping_sub(1)).map_or(1, |it| it.run);
            html! { <BarAnswer job={*job} {length} latest={shown.longest_start()} on_answer={props.answers()} /> }
        }
        // A lesson that is checked has jobs there.
        _ => nothing(),
    }
}

fn of_choices(props: &AskedProps, choices: &[Choice]) -> Html {
    let all = choices.iter().enumerate();
    let all = all.map(|(at, choice)| (at, choice.text.clone(), Given::Choice(at)));
    buttons(props, "answer", all)
}

fn of_jobs(props: &AskedProps, count: usize) -> Html {
    let all = (1..=count).map(|job| (job, format!("Job {job}"), Given::Number(job as f64)));
    buttons(props, "answer-job", all)
}

/// A button for each answer: its number in the id, its text, and what it gives.
fn buttons(props: &AskedProps, id: &str, all: impl Iterator<Item = (usize, String, Given)>) -> Html {
    let all = all.map(|(at, text, given)| {
        let pressed = props.answering.given.as_ref() == Some(&given);
        let onclick = props
            .on_action
            .reform(move |_: MouseEvent| LessonAction::Answer(given.clone()));
        html! {
            <button type="button" id={format!("{id}-{at}")} aria-pressed={pressed.to_string()} {onclick}>{ text }</button>
        }
    });
    html! { <div class="choices" role="group" aria-label="Answers">{ for all }</div> }
}

fn feedback(props: &AskedProps, question: &Question) -> Html {
    let Some(given) = &props.answering.given else {
        return nothing();
    };
    if !is_right(&question.answer, given) {
        let onclick = props.on_action.reform(|_: MouseEvent| LessonAction::ShowSolution);
        return html! {
            <div class="feedback" id="lesson-feedback" data-right="false">
                <p>{ said_of_wrong(question, given) }</p>
                if props.answering.is_shown {
                    <p id="lesson-solution">{ &question.right }</p>
                } else {
                    <button type="button" id="lesson-show" {onclick}>{ "Show the solution" }</button>
                }
            </div>
        };
    }
    html! {
        <div class="feedback is-right" id="lesson-feedback" data-right="true">
            <p>{ &question.right }</p>
            { next(props) }
        </div>
    }
}

/// The way on after the last right answer: the next lesson.
fn next(props: &AskedProps) -> Html {
    let is_last = props.at + 1 == props.lesson.questions.len();
    let Some(card) = props.next.filter(|_| is_last) else {
        return nothing();
    };
    let onclick = props.on_action.reform(move |_: MouseEvent| LessonAction::Fetch(card));
    html! { <button type="button" class="primary" id="lesson-after" {onclick}>{ format!("Next lesson: {}", card.title) }</button> }
}

#[derive(Properties, PartialEq)]
struct NumberAnswerProps {
    unit: String,
    on_answer: Callback<f64>,
}

/// A field for a number, and a button to have it checked.
#[component]
fn NumberAnswer(props: &NumberAnswerProps) -> Html {
    let node = use_node_ref();
    let onsubmit = {
        let (node, on_answer) = (node.clone(), props.on_answer.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let number = node.cast::<HtmlInputElement>().map_or(f64::NAN, |input| input.value_as_number());
            if number.is_finite() {
                on_answer.emit(number);
            }
        })
    };
    html! {
        <form class="number-answer" {onsubmit}>
            <span class="number">
                <input type="number" step="any" id="answer-number" aria-label="Your answer" autocomplete="off" required=true ref={node} />
            </span>
            <span class="said">{ &props.unit }</span>
            <button type="submit" class="primary" id="answer-check">{ "Answer" }</button>
        </form>
    }
}

#[derive(Properties, PartialEq)]
pub struct BarAnswerProps {
    /// The job's number.
    pub job: u64,
    /// How long it runs, in seconds.
    pub length: Time,
    /// The latest start that can be chosen, in seconds.
    pub latest: Time,
    /// Called with the start that is answered, in seconds.
    pub on_answer: Callback<f64>,
}

/// About how many times the axis names.
const TICKS: f64 = 5.0;

/// A bar on an axis of time, a slider for the keyboard, and the button that answers.
#[component]
pub fn BarAnswer(props: &BarAnswerProps) -> Html {
    let start = use_state_eq(|| 0.0);
    let track = use_node_ref();
    let latest = props.latest.max(1) as f64;
    let whole = latest + props.length as f64;
    let on_move = start.setter().to_callback();
    let on_pointer = {
        let (track, setter, half) = (track.clone(), start.setter(), props.length as f64 / 2.0);
        Callback::from(move |event: PointerEvent| {
            let Some(track) = track.cast::<HtmlElement>().filter(|_| event.buttons() & 1 == 1) else {
                return;
            };
            let bounds = track.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
            setter.set((share * whole - half).round().clamp(0.0, latest));
            // The bar follows a pointer that leaves it.
            let _ = track.set_pointer_capture(event.pointer_id());
        })
    };
    let onclick = {
        let start = *start;
        props.on_answer.reform(move |_: MouseEvent| start)
    };
    let share = |time: f64| format!("{:.3}%", 100.0 * time / whole);
    let (at, width) = (share(*start), share(props.length as f64));
    let step = (whole / TICKS / 10.0).ceil() * 10.0;
    let ticks = (0..).map(|tick| f64::from(tick) * step).take_while(|&time| time <= whole);
    let ticks = ticks.map(|time| {
        html! { <span ~style={format!("--at: {}", share(time))}>{ time }</span> }
    });
    let text = format!("{} s", *start);
    html! {
        <div class="bar-answer">
            <div class="bar-track" id="answer-track" ref={track} aria-hidden="true" onpointerdown={on_pointer.clone()} onpointermove={on_pointer}>
                <span class="bar-piece" id="answer-bar" ~style={format!("--at: {at}; --length: {width}")}>{ format!("Job {}", props.job) }</span>
            </div>
            <div class="bar-ticks" aria-hidden="true">{ for ticks }</div>
            <Slider id="answer-start" value={*start} max={latest} text={text.clone()} label={Some(AttrValue::from(format!("Start of job {}", props.job)))} {on_move} />
            <div class="number-answer">
                <output id="answer-start-text">{ text }</output>
                <button type="button" class="primary" id="answer-check" {onclick}>{ "Answer" }</button>
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct HiddenProps {
    pub chart: Chart,
    /// Until when schedules are shown, in seconds; 0 shows none.
    pub until: Time,
    /// The title of the step.
    pub step: AttrValue,
    pub ground: Ground,
}

/// The chart before an answer.
#[component]
pub fn HiddenChart(props: &HiddenProps) -> Html {
    let drawn = props.chart.drawn();
    let Some(show) = drawn.show.as_deref() else {
        return nothing();
    };
    let known = known(show);
    let ready = props.chart.is_complete();
    html! {
        <div class="lesson-drawn" id="lesson-hidden" data-ready={ready.to_string()} data-round={props.chart.round.to_string()}>
            if !known.is_empty() { { list(&known) } }
            { until(props, drawn, show) }
            <p class="said">{ "The chart is shown once the answer is right, or when you ask for the solution." }</p>
        </div>
    }
}

/// The schedules as far as they are shown.
fn until(props: &HiddenProps, drawn: &Chart, show: &Show) -> Html {
    if !matches!(show, Show::Schedule(_)) || props.until <= 0 {
        return nothing();
    }
    let names = show.captions(&props.step);
    let all =
        drawn.made.iter().flatten().filter_map(|it| it.run.clone()).zip(names).enumerate().map(|(at, (run, name))| {
            let (height, draw) = schedule_until(run, props.until, props.ground);
            let name = format!("{name}, until {} s", props.until);
            let draw = Callback::from(move |frame: Frame| draw(frame));
            html! { <Named {at} {name} numbers="the jobs are listed" {height} {draw} /> }
        });
    html! { <>{ for all }</> }
}

/// The jobs, each with a bar of its length and height.
fn list(known: &[Known]) -> Html {
    let longest = known.iter().map(|it| it.length).max().unwrap_or(1).max(1) as f64;
    let largest = f64::from(known.iter().map(|it| it.size).max().unwrap_or(1).max(1));
    let row = |it: &Known| {
        let width = 100.0 * it.length as f64 / longest;
        let height = 100.0 * f64::from(it.size) / largest;
        html! {
            <li>
                <span class="known-bar" aria-hidden="true"><span ~style={format!("--length: {width:.1}%; --size: {height:.1}%")} /></span>
                <strong>{ &it.name }</strong>
                <span>{ &it.said }</span>
            </li>
        }
    };
    html! { <ul class="known" id="lesson-known" aria-label="What is known">{ for known.iter().map(row) }</ul> }
}

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub controls: Vec<Control>,
    /// The index of each control's value.
    pub positions: Vec<usize>,
    pub on_action: Callback<LessonAction>,
}

/// The controls of a step, side by side.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let all = props.controls.iter().zip(&props.positions).enumerate();
    html! {
        <div class="lesson-controls" role="group" aria-label="Settings to try">
            { for all.map(|(at, (control, &position))| one(at, control, position, &props.on_action)) }
        </div>
    }
}

fn one(at: usize, control: &Control, position: usize, on_action: &Callback<LessonAction>) -> Html {
    let id = format!("lesson-control-{at}");
    let label = control.label.clone();
    let name = control.name(position);
    if control.names.is_empty() {
        let on_move = on_action.reform(move |to: f64| LessonAction::Turn(at, to as usize));
        return html! {
            <Field key={at} label={label.clone()} value={name.clone()}>
                <Slider {id} value={position as f64} max={(control.values.len() - 1) as f64} text={name} label={Some(AttrValue::from(label))} {on_move} />
            </Field>
        };
    }
    let on_choose = on_action.reform(move |to| LessonAction::Turn(at, to));
    let options: Vec<AttrValue> = control.names.iter().cloned().map(AttrValue::from).collect();
    html! {
        <Field key={at} label={label.clone()}>
            <List {id} label={Some(AttrValue::from(label))} {options} chosen={Some(position)} {on_choose} />
        </Field>
    }
}

#[derive(Properties, PartialEq)]
pub struct FilmProps {
    /// The noun for a moment: "Line", "Booked".
    pub noun: &'static str,
    /// The moment, counted from 0.
    pub at: usize,
    pub count: usize,
    pub on_action: Callback<LessonAction>,
}

/// Forward and back through the moments.
#[component]
pub fn Film(props: &FilmProps) -> Html {
    let FilmProps { noun, at, count, .. } = *props;
    let last = count.saturating_sub(1);
    let to = |moment: usize| props.on_action.reform(move |_: MouseEvent| LessonAction::Watch(moment));
    let on_move = props.on_action.reform(|moment: f64| LessonAction::Watch(moment as usize));
    let text = format!("{noun} {} of {count}", at + 1);
    html! {
        <div class="film" id="lesson-film" data-at={at.to_string()} data-count={count.to_string()}>
            <button type="button" id="film-back" disabled={at == 0} onclick={to(at.saturating_sub(1))}
                aria-label="One back" title="One back">{ "◂" }</button>
            <Slider id="film-slider" value={at as f64} max={last as f64} text={text.clone()} label={Some(AttrValue::from("Moment"))} {on_move} />
            <button type="button" id="film-next" class="primary" disabled={at == last} onclick={to(at + 1)}
                aria-label="One on" title="One on">{ "▸" }</button>
            <output>{ text }</output>
        </div>
    }
}

/// The lines of an algorithm, the one just executed marked, and its effect.
pub fn code(lines: &[&'static str], line: usize, words: &str, print: &'static str) -> Html {
    let all = lines.iter().enumerate().map(|(at, text)| {
        let here = at + 1 == line;
        let indent = text.len() - text.trim_start().len();
        html! {
            <li aria-current={here.then_some("step")} data-line={(at + 1).to_string()} ~style={format!("--indent: {}", indent / 4)}>
                <code>{ text.trim_start() }</code>
            </li>
        }
    });
    html! {
        <div class="code">
            <ol class="code-lines">{ for all }</ol>
            <p class="code-words" id="code-words" role="status">{ words }</p>
            <details class="fold"><summary><span>{ "Errata" }</span></summary>
                <div class="fold-body"><p class="hint">{ print }</p></div></details>
        </div>
    }
}
