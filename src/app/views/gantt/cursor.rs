//! The drawing over the bars of the Gantt chart: the time cursor, and the outline of a drawn job.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlInputElement};

use super::board::Board;
use super::gestures::Gestures;
use super::scene::{Arranged, Scene};
use super::sketch_bar::Draw;
use crate::app::context::prelude::*;
use crate::app::context::{Identity, terms};
use slotscope::availability::idle_periods::ServerSet;
use slotscope::chart::gantt::resources::memory_in_words;
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Area, Origin, Resource, Theme, provider_name};
use slotscope::criteria::span::{Span, SpanReport, free_throughout};
use slotscope::engine::{Outcome, Run};
use slotscope::experiment::words::run_line;
use slotscope::page::job_columns::logged_facts;
use slotscope::page::look::Looking;
use slotscope::page::span_table::FIGURES;
use slotscope::page::state::ViewAction;
use slotscope::page::typed_time;
use slotscope::text::capital;
use slotscope::workload::sketch::{MOST_SKETCHED, Sketch, Stroke};

/// Draws the cursor at `x` of the plotted area, with a handle below; nothing where it is out of
/// sight. CSS pixels.
pub fn draw(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, x: f64) {
    let x = plot.left + x;
    if x < plot.left || x > plot.right() {
        return;
    }
    context.set_stroke_style_str(&theme.highlight.css());
    context.set_line_width(1.5);
    context.begin_path();
    context.move_to(x, plot.top);
    context.line_to(x, plot.bottom() + 5.0);
    context.stroke();
    context.set_fill_style_str(&theme.highlight.css());
    context.begin_path();
    context.move_to(x - 5.0, plot.bottom() + 9.0);
    context.line_to(x, plot.bottom() + 1.0);
    context.line_to(x + 5.0, plot.bottom() + 9.0);
    context.fill();
}

/// Marks the arrival of a job at `x` of the plotted area: a triangle at the axis, and its number below the times.
pub fn draw_arrival(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, x: f64, number: u64) {
    let (x, y) = (plot.left + x, plot.bottom());
    if x < plot.left || x > plot.right() {
        return;
    }
    context.set_fill_style_str(&theme.text.css());
    context.begin_path();
    context.move_to(x - 3.5, y + 6.0);
    context.line_to(x, y);
    context.line_to(x + 3.5, y + 6.0);
    context.fill();
    write_below(context, plot, x, "center", &number.to_string());
}

/// Writes the zone of the dates below the end of the axis.
pub fn write_zone(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, zone: &str) {
    context.set_fill_style_str(&theme.muted.css());
    write_below(context, plot, plot.right(), "right", zone);
}

fn write_below(context: &CanvasRenderingContext2d, plot: Area, x: f64, align: &str, text: &str) {
    context.set_font("11px sans-serif");
    context.set_text_align(align);
    context.set_text_baseline("alphabetic");
    let _ = context.fill_text(text, x, plot.bottom() + 36.0);
}

/// Draws the outline of a job that is being drawn, dashed, in the plotted area.
pub fn draw_outline(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, at: Area) {
    context.set_stroke_style_str(&theme.highlight.css());
    context.set_line_width(1.5);
    dash(context, &[5.0, 4.0]);
    context.stroke_rect(plot.left + at.left, plot.top + at.top, at.width, at.height);
    dash(context, &[]);
}

/// Draws data on their way, each with a dot where they arrive, within the plotted area.
pub fn draw_transfers(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, lines: &[[(f64, f64); 2]]) {
    context.save();
    context.begin_path();
    context.rect(plot.left, plot.top, plot.width, plot.height);
    context.clip();
    context.set_line_width(1.5);
    for &[from, to] in lines {
        // A light line below the dark one stands out from any bar.
        for (colour, width) in [(theme.panel, 4.0), (theme.highlight, 1.5)] {
            context.set_stroke_style_str(&colour.css());
            context.set_line_width(width);
            context.begin_path();
            context.move_to(plot.left + from.0, plot.top + from.1);
            context.line_to(plot.left + to.0, plot.top + to.1);
            context.stroke();
        }
        context.set_fill_style_str(&theme.highlight.css());
        context.begin_path();
        let (x, y) = (plot.left + to.0, plot.top + to.1);
        let _ = context.arc(x, y, 3.5, 0.0, std::f64::consts::TAU);
        context.fill();
    }
    context.restore();
}

/// Draws from where a job was submitted to where its bar begins.
pub fn draw_submission(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, submitted: f64, bar: Area) {
    let (from, to) = (plot.left + submitted, plot.left + bar.left);
    let y = plot.top + bar.top + bar.height / 2.0;
    if to < plot.left || from > plot.right() {
        return;
    }
    context.set_stroke_style_str(&theme.highlight.css());
    context.set_line_width(1.5);
    dash(context, &[2.0, 3.0]);
    context.begin_path();
    context.move_to(from.max(plot.left), y);
    context.line_to(to, y);
    context.stroke();
    dash(context, &[]);
    if from >= plot.left {
        context.begin_path();
        context.move_to(from, y - 7.0);
        context.line_to(from, y + 7.0);
        context.stroke();
    }
}

fn dash(context: &CanvasRenderingContext2d, lengths: &[f64]) {
    let lengths: js_sys::Array = lengths.iter().map(|&it| JsValue::from_f64(it)).collect();
    let _ = context.set_line_dash(&lengths);
}

/// Draws which of all processors are in sight, at a place within the plotted area.
pub fn draw_thumb(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, thumb: Area) {
    context.save();
    let rail = |colour: &str, alpha: f64, area: Area| {
        context.set_global_alpha(alpha);
        context.set_fill_style_str(colour);
        let (left, top) = (plot.left + area.left, plot.top + area.top);
        context.fill_rect(left, top, area.width, area.height);
    };
    let whole = Area { left: thumb.left - 2.0, top: 0.0, width: thumb.width + 4.0, height: plot.height };
    rail(&theme.background.css(), 0.7, whole);
    rail(&theme.text.css(), 0.65, thumb);
    context.restore();
}

/// Veils all that lies right of `x` in the plotted area; an opacity of 1 hides it.
pub fn draw_veil(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, x: f64, opacity: f64) {
    if opacity == 0.0 {
        return;
    }
    let x = x.clamp(0.0, plot.width);
    context.save();
    context.set_global_alpha(opacity);
    context.set_fill_style_str(&theme.background.css());
    context.fill_rect(plot.left + x, plot.top, plot.width - x, plot.height);
    context.restore();
}

/// Marks the times between two places of the plotted area: a tint, and a dashed line at each end that
/// is in sight. CSS pixels.
pub fn draw_span(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, (from, to): (f64, f64)) {
    let within = |x: f64| plot.left + x.clamp(0.0, plot.width);
    let colour = theme.reservation[0].css();
    context.save();
    context.set_fill_style_str(&colour);
    context.set_global_alpha(0.16);
    context.fill_rect(within(from), plot.top, within(to) - within(from), plot.height);
    context.set_global_alpha(1.0);
    context.set_stroke_style_str(&colour);
    context.set_line_width(1.5);
    dash(context, &[6.0, 4.0]);
    for x in [from, to] {
        if (0.0..=plot.width).contains(&x) {
            context.begin_path();
            context.move_to(plot.left + x, plot.top);
            context.line_to(plot.left + x, plot.bottom());
            context.stroke();
        }
    }
    dash(context, &[]);
    context.restore();
}

/// The job under the pointer, and where that is in the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointed {
    /// The job's index in the run.
    pub job: usize,
    pub x: f64,
    pub y: f64,
    /// The extent of the plotted area.
    pub width: f64,
    pub height: f64,
}

/// A fact: its name, and its value in words.
type Fact = (&'static str, String);

#[derive(Properties, PartialEq)]
pub struct TooltipProps {
    pub finished: Rc<Finished>,
    pub pointed: Pointed,
    pub origin: Origin,
    /// The moment until which the schedule is told; none tells all of it.
    #[prop_or_default]
    pub known_until: Option<Time>,
}

/// The tooltip of the job under the pointer.
#[component]
pub fn Tooltip(props: &TooltipProps) -> Html {
    let Pointed { job: at, x, y, width, height } = props.pointed;
    let run = &props.finished.run;
    let (Some(job), Some(outcome)) = (run.jobs.get(at), run.schedule.outcomes.get(at)) else {
        return nothing();
    };
    let across =
        if x > width / 2.0 { format!("right: calc(100% - {}px)", x - 14.0) } else { format!("left: {}px", x + 16.0) };
    let down =
        if y > height / 2.0 { format!("bottom: calc(100% - {}px)", y - 10.0) } else { format!("top: {}px", y + 14.0) };
    let time = |at| time_label(at, props.origin);
    let kind = if job.is_reservation() { capital(run.nouns().reservation) } else { "Batch job".to_owned() };
    let mut providers: Vec<usize> = run.schedule.bars_of(at).iter().map(|it| it.provider as usize).collect();
    providers.dedup();
    let names: Vec<String> = providers.into_iter().map(|it| run.provider_name(it)).collect();
    let given =
        if outcome.processors < job.processors { format!(", given {}", outcome.processors) } else { String::new() };
    let mut facts = vec![
        ("Size", words::plural(job.processors as usize, "processor")),
        ("On", names.join(", ") + &given),
        ("Submitted", time(job.submit)),
    ];
    if let Some(nodes) = run.nodes_of(at) {
        facts[1] = ("Nodes", nodes + &given);
        facts.splice(2..2, held(run, at));
    }
    if let Some(request) = job.reservation {
        facts.push(("Ready", time(request.ready)));
        facts.push(("Deadline", time(request.deadline)));
    }
    facts.push(("Start", time(outcome.start)));
    // A bar may end in a future that is hidden.
    let is_over = props.known_until.is_none_or(|now| outcome.released <= now);
    if is_over {
        facts.extend(ended(run, outcome, time));
    }
    facts.push(("Limit", words::duration(run.tick.seconds(job.requested_time))));
    facts.push(("Waited", words::duration(run.tick.seconds(outcome.start - job.ready()))));
    if is_over {
        facts.extend(logged_facts(run, at));
    }
    html! {
        <div class="tooltip" role="status" id="gantt-tooltip" data-job={job.id.to_string()} ~style={format!("{across}; {down}")}>
            <h3>
                <i class={classes!("swatch", if job.is_reservation() { "reservation" } else { "batch" })} />
                { format!("{} {}", capital(run.nouns().job), run.job_name(at)) }<small>{ if is_over { format!("{kind}, {}", outcome.status.word()) } else { format!("{kind}, running") } }</small>
            </h3>
            <dl>{ for facts.iter().map(|(name, value)| html! { <><dt>{ *name }</dt><dd>{ value }</dd></> }) }</dl>
        </div>
    }
}

/// The GPUs and the memory that a job has, and how many cores where those are more than its processors.
fn held(run: &Run, job: usize) -> Vec<Fact> {
    let Some(holds) = run.holds() else {
        return Vec::new();
    };
    let (gpus, memory) = holds.of_job(job as u32, &run.schedule.outcomes);
    let mut facts = Vec::new();
    let (asked, cores) = (run.jobs[job].processors, run.schedule.outcomes[job].processors);
    if cores > asked {
        facts.push(("Cores", cores.to_string()));
    }
    if gpus > 0 {
        facts.push(("GPUs", (gpus as f64 / 1_000.0).to_string()));
    }
    if memory > 0 {
        facts.push(("Memory", memory_in_words(memory)));
    }
    facts
}

/// The facts that stand when a job is over.
fn ended(run: &Run, outcome: &Outcome, time: impl Fn(Time) -> String) -> Vec<Fact> {
    let mut facts = vec![("End", time(outcome.end))];
    if outcome.released > outcome.end {
        facts.push(("Held until", time(outcome.released)));
    }
    facts.push(("Ran", words::duration(run.tick.seconds(outcome.ran))));
    if outcome.interruptions > 0 {
        let times = words::plural(outcome.interruptions as usize, "time");
        facts.push(("Interrupted", times));
    }
    if outcome.lost > 0 {
        facts.push(("Ran in vain", words::duration(run.tick.seconds(outcome.lost))));
    }
    facts
}

#[derive(Properties, PartialEq)]
pub struct FreeThroughoutProps {
    pub finished: Rc<Finished>,
    pub span: Span,
    pub on_draw: Callback<Draw>,
    pub dispatch: Dispatch,
}

/// A line for each provider that has some.
#[component]
pub fn FreeThroughout(props: &FreeThroughoutProps) -> Html {
    let (run, span) = (&props.finished.run, props.span);
    let free = use_memo((Identity::of(&props.finished), span), |_| free_throughout(run, span));
    let counts: Vec<u32> = free.iter().map(ServerSet::count).collect();
    let lines = free.iter().enumerate().filter(|(_, free)| !free.is_empty());
    let lines = lines.map(|(provider, free_here)| {
        let of = match free.len() {
            1 => String::new(),
            _ => format!("{}: ", provider_name(provider)),
        };
        let all = free_here.to_string();
        html! {
            <span data-tip={all.clone()}>{ of }<b>{ counts[provider] }</b>{ format!(" of {} ({all})", run.platform[provider]) }</span>
        }
    });
    let most = counts.iter().max().copied().unwrap_or(0);
    let sketch = Sketch::of(&run.jobs).filter(|it| it.jobs.len() < MOST_SKETCHED);
    let is_possible = sketch.is_some() && most > 0;
    let book = {
        let largest = run.platform.iter().max().copied().unwrap_or(0);
        let (on_draw, dispatch) = (props.on_draw.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let Some(sketch) = &sketch else { return };
            let after = sketch.after(
                Stroke::Add { at: span.from, length: span.seconds(), processors: most, reservation: true },
                largest,
            );
            let chosen = after.jobs.last().map(|job| job.id);
            dispatch.dispatch(Action::View(ViewAction::Drawing(true)));
            on_draw.emit(Draw::Stroke { sketch: after, moving: None, chosen });
        })
    };
    let tip = match is_possible {
        true => format!("Draws an advance reservation of {} for exactly this span.", words::processors(most)),
        false if most == 0 => "No processor is free throughout the span.".to_owned(),
        false => format!(
            "Drawing reservations by hand requires fewer than {MOST_SKETCHED} jobs. Take fewer under Job selection in the panel."
        ),
    };
    html! {
        <div class="span-free" id="span-free" data-counts={format!("{counts:?}")}>
            <span class="label" data-tip={terms::RANGE_SEARCH}>{ "Free throughout" }</span>
            if most == 0 {
                <span>{ "no processor" }</span>
            }
            { for lines }
            <button type="button" id="book-free" disabled={!is_possible} onclick={book} data-tip={tip}>{ "Book these" }</button>
        </div>
    }
}

/// The row; it shows the times that its leader shows.
#[hook]
pub fn use_former(leader: &Rc<RefCell<Board>>, former: Option<&Rc<Finished>>, scene: &Scene) -> Html {
    let canvas = use_node_ref();
    let board = use_memo((), |()| Rc::new(RefCell::new(Board::new())));
    {
        let (leader, board) = (leader.clone(), board.clone());
        use_effect_with((), move |()| {
            leader.borrow_mut().on_view(move |sight, _| {
                let is_shown = board.borrow().canvas().is_some_and(|it| it.is_connected());
                if is_shown && board.borrow_mut().take_window(sight, None) {
                    Board::request(&board);
                }
            });
        });
    }
    {
        let (board, canvas) = (board.clone(), canvas.clone());
        use_effect_with(former.is_some(), move |_| {
            let canvas = canvas.cast::<HtmlCanvasElement>();
            // Its stylesheet lets no pointer reach it: it follows its size alone.
            let gestures = canvas.map(|canvas| Gestures::attach(&board, &canvas, |_| {}));
            move || drop(gestures)
        });
    }
    {
        let finished = former.cloned();
        use_effect_with((former.map(Identity::of), scene.clone()), move |(_, scene)| {
            if let Some(finished) = finished {
                show(&mut board.borrow_mut(), &finished, scene);
                Board::request(&board);
            }
        });
    }
    let row = |former: &Rc<Finished>| {
        let line = run_line(&former.experiment.scenario, former.run.kind());
        html! {
            <section class="former" id="gantt-former" aria-label="Schedule before">
                <h3>{ "Before: " }{ &line }</h3>
                <div class="canvas-frame"><canvas ref={canvas} role="img" aria-label={format!("Gantt chart of the schedule before, {line}, on the same time axis.")} /></div>
            </section>
        }
    };
    former.map(row).unwrap_or_default()
}

fn show(board: &mut Board, finished: &Finished, scene: &Scene) {
    let index = finished.in_colours(&finished.on_rows_of(Resource::Cores), scene.look.colour_by);
    board.leave_left(index.left());
    let plain = Scene::plain(scene.ground, scene.origin);
    let shown = Scene { job: scene.job, look: scene.look, axis: scene.axis.clone(), ..plain };
    board.show_in_place(shown, Arranged::of_bars(index));
}

#[derive(Properties, PartialEq)]
pub struct SpanBarProps {
    pub finished: Rc<Finished>,
    pub span: Span,
    pub origin: Origin,
    pub on_draw: Callback<Draw>,
    pub dispatch: Dispatch,
}

/// Times and figures of the span.
#[component]
pub fn SpanBar(props: &SpanBarProps) -> Html {
    let (span, origin) = (props.span, props.origin);
    let is_wrong = use_state_eq(|| false);
    let reports = use_memo((Identity::of(&props.finished), span), |_| {
        let run = &props.finished.run;
        (SpanReport::of(run, span), SpanReport::whole(run))
    });
    let on_typed = |with: fn(Span, Time) -> Span| {
        let (dispatch, is_wrong) = (props.dispatch.clone(), is_wrong.setter());
        Callback::from(move |event: Event| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let time = typed_time::read(&text, origin);
            is_wrong.set(time.is_none());
            if let Some(time) = time {
                dispatch.dispatch(Action::View(ViewAction::Look(Looking::Span(Some(with(span, time))))));
            }
        })
    };
    let let_go = props.dispatch.callback(|_: MouseEvent| Action::View(ViewAction::Look(Looking::Span(None))));
    let field = |id: &'static str, label: &'static str, at: Time, on_typed: Callback<Event>| {
        html! {
            <label>{ label }
                <input type="text" {id} value={typed_time::written(at, origin)} autocomplete="off" aria-invalid={is_wrong.to_string()}
                    onchange={on_typed} /></label>
        }
    };
    html! {
        <div class="span-bar" id="span-bar" role="group" aria-label="Measured span of time">
            { field("span-from", "Span from", span.from, on_typed(|span, time| Span::between(time, span.to))) }
            { field("span-to", "to", span.to, on_typed(|span, time| Span::between(span.from, time))) }
            <span class="span-figures" id="span-figures" data-utilization={reports.0.all.mean_utilization.to_string()}>
                { for FIGURES.iter().map(|figure| html! {
                    <span>{ figure.name }{ " " }<b>{ (figure.write)(&reports.0.all) }</b>{ " of " }{ (figure.write)(&reports.1.all) }</span>
                }) }
            </span>
            <button type="button" class="icon" id="span-close" aria-label="No span" onclick={let_go}>{ "×" }</button>
            // A booking there is a job of a log.
            if props.finished.run.is_of_log() {
                <FreeThroughout finished={props.finished.clone()} {span} on_draw={props.on_draw.clone()} dispatch={props.dispatch.clone()} />
            }
            if *is_wrong {
                <p class="worse" role="alert">{ format!("Not a time. Write {}.", typed_time::examples(origin)) }</p>
            }
        </div>
    }
}
