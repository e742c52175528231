//! The Curves view: U, F and D against a knob, over several policies and seeds.

use web_sys::HtmlInputElement;

use super::study_form::{Orders, RanLine, Repeats, failed, list_of_numbers, progress, seeds, use_top_when_folded};
use crate::app::context::prelude::*;
use crate::app::control::{Checks, Choice, Field, Fold, Select, Switch, any_of, any_one_of, knob_choices};
use crate::app::files::view_picture::{Picture, ViewPicture, stacked, use_kit_subject, use_view_picture, use_width};
use slotscope::chart::curves::{Curves as Drawn, curves_svg};
use slotscope::chart::{Captions, Frame, Theme};
use slotscope::criteria::{Criterion, FigureGroup};
use slotscope::experiment::comparison::Interval;
use slotscope::experiment::words::around;
use slotscope::experiment::{Scenario, knobs};
use slotscope::export::snapshot::curves_form::{figures, is_usual, overlays};
use slotscope::export::snapshot::{CurvesForm, curves_form};
use slotscope::page::chance;
use slotscope::page::curves::{Outdated, Sweep, SweepAction, Sweeps, curves};
use slotscope::page::history::Experiment;
use slotscope::page::offered_figures::{OfferedFigures, name_with_unit};
use slotscope::page::paper_kit::KitSubject;
use slotscope::page::state::{FormAction, Start};
use slotscope::system::Unit;
use slotscope::{experiment, text};

#[derive(Properties, PartialEq)]
pub struct CurvesProps {
    pub experiment: Rc<Experiment>,
    /// The values of the form.
    pub form: Rc<CurvesForm>,
    pub sweeps: Sweeps,
    pub ground: Ground,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The scenario of a sweep in words, how many seeds it took, and from which line differences are.
fn words_of(sweep: &Sweep, form: &CurvesForm) -> String {
    let mut scenario = sweep.base.scenario.clone();
    if sweep.axis.path == knobs::LOAD {
        scenario.workload.load_factor = 1.0;
    }
    if sweep.axis.path == knobs::THINNING {
        scenario.workload.thin_users = None;
    }
    let rest = if sweep.axis.path == knobs::SHARE {
        // The scenario's own share is none of the drawn ones, or one of many.
        scenario.workload.reservations.percent = 100.0;
        let own = "100 % advance reservations";
        experiment::words(&scenario).replace(own, "advance reservations as drawn")
    } else {
        experiment::words(&scenario)
    };
    let varied = &sweep.axis.label;
    let log = sweep.given.as_ref();
    let log = log.map_or(String::new(), |it| format!("{} · ", it.log));
    let around = around(&sweep.base.scenario);
    let paired = if sweep.as_differences(form) { format!("\n{}", sweep.differences_told()) } else { String::new() };
    format!(
        "{around}\n{log}{varied} and policies as drawn; the rest: {rest} · {}{paired}",
        chance::of_curves(&sweep.study)
    )
}

/// Why curves that were drawn are not those that would be drawn now.
fn old(sweep: &Sweep, props: &CurvesProps) -> Option<&'static str> {
    Some(match sweep.outdated(&props.experiment, &props.form)? {
        Outdated::Scenario => "Outdated: the scenario has changed. Draw again to update the curves.",
        Outdated::Form => "Outdated: the form has changed. Draw again to update the curves.",
    })
}

/// A callback that changes the form.
fn set<T: 'static>(
    dispatch: &Dispatch,
    form: &Rc<CurvesForm>,
    change: impl Fn(&mut CurvesForm, T) + 'static,
) -> Callback<T> {
    let form = form.clone();
    dispatch.callback(move |value| {
        let mut next = CurvesForm::clone(&form);
        change(&mut next, value);
        Action::Form(FormAction::Curves(next))
    })
}

/// The switches of differences and of logarithmic axes, and the figures without a panel.
fn axes(props: &CurvesProps, sweep: &Sweep) -> Html {
    let turn = |change: fn(&mut CurvesForm, bool)| set(&props.dispatch, &props.form, change);
    let left_out = sweep.left_out(&props.form).into_iter();
    let left_out: Vec<String> = left_out.map(|it| format!("{} ({})", it.figure.plain(), it.why)).collect();
    let are_differences = sweep.as_differences(&props.form);
    html! {
        <div class="curves-axes">
            if sweep.names.len() > 1 {
                <Switch id="curves-differences" label={format!("Differences from {}", sweep.names[0])} on={are_differences} on_change={turn(|form, on| form.differences = Some(on))} />
            }
            if sweep.may_be_log() {
                <Switch id="curves-log-x" label="Logarithmic x axis" on={props.form.log_x} on_change={turn(|form, on| form.log_x = on)} />
            } else if props.form.log_x {
                <span id="curves-linear-x">{ "The x axis stays linear: its values are not all above 0, or less than a factor of 10 apart." }</span>
            }
            if are_differences {
                <span id="curves-paired" role="status">{ sweep.differences_told() }</span>
            } else {
                <Switch id="curves-log-y" label="Logarithmic y axes" on={props.form.log_y} on_change={turn(|form, on| form.log_y = on)} />
            }
            if !left_out.is_empty() {
                <span id="curves-left-out">{ format!("No panel: {}.", left_out.join(", ")) }</span>
            }
        </div>
    }
}

/// The Curves view.
#[component]
pub fn Curves(props: &CurvesProps) -> Html {
    let (sweep, started) = (props.sweeps.in_sight().cloned(), props.sweeps.sweep.clone());
    let node = use_top_when_folded(props.sweeps.folded);
    {
        let (sweep, form) = (sweep.clone(), props.form.clone());
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let Some(sweep) = &sweep else {
                let none = Drawn::default();
                return curves_svg(Frame::new(width, 520), theme, &none, captions);
            };
            let captions = Captions { subtitle: words_of(sweep, &form), ..captions.clone() };
            picture_of(sweep, &form, (width, theme, &captions))
        });
    }
    {
        let (sweep, form) = (sweep.clone(), props.form.clone());
        use_kit_subject(&props.view_picture, move || Some(KitSubject::Curves(sweep.clone()?, form.clone())));
    }
    html! {
        <div class="curves" ref={node}>
            <Form scenario={props.experiment.scenario.clone()} asked={props.form.clone()} dispatch={&props.dispatch}
                ran={started.as_ref().map(|it| AttrValue::from(it.in_one_line()))} folded={props.sweeps.folded} running={started.as_ref().is_some_and(|it| it.runs.is_running())} />
            <div class="curves-body">
                if let Some((sweep, started)) = sweep.zip(started) {
                    <div class="curves-state">
                        { progress("curves", &started.runs, String::new()) }
                        <span id="curves-chance" data-draws={(!sweep.study.is_exact()).to_string()}>{ text::capital(&chance::of_curves(&sweep.study)) }{ "." }</span>
                        if let Some(given) = &sweep.given {
                            <span id="curves-given">{ format!("From {}, run on {}, with the file's scenario. Draw again makes those of the page's scenario.", given.file, given.log) }</span>
                        }
                        if let Some(why) = old(&started, props) {
                            <span class="stale" id="curves-old">{ why }</span>
                        }
                    </div>
                    { axes(props, &sweep) }
                    { failed(&sweep.runs) }
                    <div class={classes!("curves-drawn", old(&sweep, props).map(|_| "old"))}>
                        <Pictures sweep={sweep.clone()} form={props.form.clone()} ground={props.ground} />
                        <Table sweep={sweep.clone()} form={props.form.clone()} />
                    </div>
                } else {
                    <div class="empty invite">
                        <p>{ "How do utilization, flow time and tardiness change as one setting varies?" }</p>
                        <p class="hint">{ "Each value is run with each policy and each seed, on all cores of this computer. All other settings are as in the panel." }</p>
                        <button type="button" class="primary" id="curves-first" onclick={props.dispatch.callback(|_: MouseEvent| Action::Start(Start::Sweep))}>{ "Draw the curves" }</button>
                    </div>
                }
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    pub scenario: Scenario,
    pub asked: Rc<CurvesForm>,
    pub dispatch: Dispatch,
}

/// The figures as check boxes, drawn as chips; each has its place among all in its id.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let search = use_state_eq(String::new);
    let on_search = search
        .setter()
        .to_callback()
        .reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    let all = figures(&props.scenario);
    let drawn = props.asked.drawn(&props.scenario);
    let offered = OfferedFigures::of(&all, is_usual, &search);
    let is_searched = !search.trim().is_empty();
    let place = |figure: Criterion| all.iter().position(|it| *it == figure).unwrap_or(0);
    let chips = |figures: &[Criterion], label: &'static str| {
        let chips = figures.iter().map(|&it| chip(props, it, place(it), &drawn));
        html! { <div class="checks" role="group" aria-label={label}>{ for chips }</div> }
    };
    let groups = offered.groups.iter().map(|(group, figures)| {
        let chosen = figures.iter().filter(|it| drawn.contains(it)).count();
        let note = match chosen {
            0 => figures.len().to_string(),
            chosen => format!("{chosen} of {} chosen", figures.len()),
        };
        html! {
            <Fold key={group.name()} id={group_id(*group)} title={group.name()} {note} open={is_searched || chosen > 0}>
                { chips(figures, group.name()) }
            </Fold>
        }
    });
    html! {
        <div class="figures-offered" id="curves-figures">
            { chips(&offered.near, "Usual figures") }
            <Field of="curves-figures-search" label="More figures" term="Every other figure of a report, by group. Words of its name or of its path in a report find it.">
                <input type="search" id="curves-figures-search" value={(*search).clone()} oninput={on_search}
                    placeholder="median, 90th, bounded slowdown, 8–15 processors" autocomplete="off" spellcheck="false" />
            </Field>
            { for groups }
            if is_searched && offered.found() == 0 {
                <p class="hint" role="status">{ "No other figure has these words." }</p>
            }
        </div>
    }
}

fn group_id(group: FigureGroup) -> String {
    let name = group.name().to_lowercase().replace(' ', "-");
    format!("curves-figures-{name}")
}

fn chip(props: &FiguresProps, figure: Criterion, place: usize, drawn: &[Criterion]) -> Html {
    let scenario = props.scenario.clone();
    let onchange = set(&props.dispatch, &props.asked, move |form, event: Event| {
        form.turn(&scenario, figure, event.target_unchecked_into::<HtmlInputElement>().checked());
    });
    html! {
        <label class="check" key={place} data-tip={figure.about().unwrap_or(figure.name())}>
            <input type="checkbox" id={format!("curves-figures-{place}")} checked={drawn.contains(&figure)} {onchange} />
            <span>{ name_with_unit(figure) }</span>
        </label>
    }
}

/// Narrower than this, the panels stand one below the other, in CSS pixels.
const NARROW: f64 = 760.0;

#[derive(Properties, PartialEq)]
pub struct PicturesProps {
    pub sweep: Rc<Sweep>,
    /// The form that chooses the figures.
    pub form: Rc<CurvesForm>,
    pub ground: Ground,
}

/// This many panels stand side by side.
const SIDE_BY_SIDE: usize = 3;

/// U, F and D side by side, below them the system's own figures; one below the other where there is no room.
#[component]
pub fn Pictures(props: &PicturesProps) -> Html {
    let node = use_node_ref();
    let width = use_width(&node);
    let is_wide = width >= NARROW;
    let drawn = props.sweep.drawn(&props.form);
    let pictures = drawn.chunks(if is_wide { SIDE_BY_SIDE } else { 1 }).enumerate().map(|(index, places)| {
        let (sweep, theme, places) = (props.sweep.clone(), props.ground.theme(), places.to_vec());
        let form = props.form.clone();
        let shown: Vec<String> = places.iter().map(|&at| sweep.figures[at].label()).collect();
        let label = format!("Curves of {} over {}; the numbers follow in a table", shown.join(", "), sweep.axis.label);
        let draw = Callback::from(move |frame: Frame| {
            curves_svg(frame, &theme, &curves(&sweep, &form, &places), &Captions::default())
        });
        html! { <Picture key={index} id={format!("curves-{index}")} {label} height={if is_wide { 380 } else { 300 }} {draw} /> }
    });
    html! { <div class="curve-pictures" ref={node}>if width > 0.0 { { for pictures } }</div> }
}

/// The height of a row of panels in an exported picture, in CSS pixels.
const ROW: u32 = 520;

/// All that has come of a sweep so far as one picture.
fn picture_of(sweep: &Sweep, form: &CurvesForm, (width, theme, captions): (u32, &Theme, &Captions)) -> String {
    let drawn = sweep.drawn(form);
    let rows = drawn.chunks(SIDE_BY_SIDE).enumerate().map(|(row, places)| {
        let none = Captions::default();
        // The titles stand on top.
        let captions = if row == 0 { captions } else { &none };
        curves_svg(Frame::new(width, ROW), theme, &curves(sweep, form, places), captions)
    });
    let rows: Vec<String> = rows.collect();
    let heights = vec![ROW; rows.len()];
    stacked(&rows, width, &heights)
}

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub scenario: Scenario,
    pub asked: Rc<CurvesForm>,
    pub running: bool,
    /// What was run last, in a line; none before that.
    pub ran: Option<AttrValue>,
    pub folded: bool,
    pub dispatch: Dispatch,
}

/// What is averaged at a point.
const AVERAGED: &str = "Every point is run with this many seeds, from the scenario's on, or on this many replicates. The curve is the mean, the band its 95 % interval by Student's t.";

/// The form of a sweep.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let (asked, dispatch) = (&props.asked, &props.dispatch);
    let scenario = &props.scenario;
    let wrong = asked.numbers(scenario).err();
    // What is wrong is to be seen.
    let folded = props.folded && wrong.is_none();
    let axis = asked.axis(scenario);
    let on_axis = set(dispatch, asked, |form, path: &'static str| form.take_axis(path));
    let axes = curves_form::axes(scenario);
    let axes = axes.iter().map(|it| Choice { value: it.path, label: it.label, term: it.about });
    let overlays = overlays(scenario).into_iter().map(|knob| {
        let on_overlay = set(dispatch, asked, move |form, values| form.overlay(knob, values));
        let offer = any_of(knob_choices(knob), &asked.overlaid(knob), on_overlay);
        let on_orders = set(dispatch, asked, move |form, orders| form.overlay_formulas(knob, orders));
        html! {
            <Field label={knob.short} term={knob.about} class="policies">
                <Checks id={format!("curves-{}", knob.key())} label={knob.short} {offer} />
                <Orders id={format!("curves-{}-orders", knob.key())} {knob} chosen={asked.formulas(knob)} on_change={on_orders} />
            </Field>
        }
    });
    let drawn = match asked.chosen(scenario) {
        None => "default".to_owned(),
        Some(chosen) => format!("{} chosen", chosen.len()),
    };
    let on_values = set(dispatch, asked, |form, event: InputEvent| {
        form.values = Some(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let on_seeds = set(dispatch, asked, |form, value: Option<f64>| {
        form.repeat(value.map_or(form.repeats(), |value| value as u32));
    });
    let on_replicate = set(dispatch, asked, |form, replicate| form.replicate = replicate);
    html! {
        <form class={classes!("curves-form", folded.then_some("folded"))} onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            if let Some(ran) = props.ran.clone() {
                <RanLine of="curves" {ran} {folded} on_fold={dispatch.callback(|folded| Action::Curves(SweepAction::Fold(folded)))} />
            }
            <div class="fields" id="curves-fields" hidden={folded}>
                <Field of="curves-axis" label="Vary" term="The setting on the x axis. All other settings are as in the panel." class="axis">
                    <Select id="curves-axis" offer={any_one_of(axes.collect(), axis.path, on_axis)} terse=true />
                </Field>
                <Field of="curves-values" label="Values" term="The points on the x axis. Two dots continue a series: 0, 10, .., 100." class="values">
                    { list_of_numbers("curves-values".to_owned(), asked.values(scenario), None, wrong.clone(), on_values) }
                </Field>
                { seeds("curves", AVERAGED, (asked.replicate, asked.repeats()), on_seeds) }
                if scenario.system.model().takes_logs() {
                    <Repeats of="curves" replicate={asked.replicate} count={asked.repeats()} on_set={on_replicate} />
                }
                { for overlays }
                <Fold id="curves-figures-fold" title="Figures" note={drawn}>
                    <Figures scenario={scenario.clone()} asked={asked.clone()} {dispatch} />
                </Fold>
            </div>
            <div class="go">
                if props.running {
                    <button type="button" id="curves-cancel" onclick={dispatch.callback(|_: MouseEvent| Action::Curves(SweepAction::Cancel))}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="primary" id="curves-run" disabled={wrong.is_some()}
                        onclick={dispatch.callback(|_: MouseEvent| Action::Start(Start::Sweep))}>{ if props.ran.is_some() { "Draw again" } else { "Draw" } }</button>
                }
            </div>
        </form>
    }
}

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub sweep: Rc<Sweep>,
    /// The form that chooses the figures.
    pub form: Rc<CurvesForm>,
}

/// The numbers behind the curves, folded away.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let sweep = &props.sweep;
    let (columns, form) = (&sweep.tabled(&props.form), &*props.form);
    let rows = (0..sweep.names.len())
        .flat_map(|series| (0..sweep.xs.len()).map(move |x| row((&props.sweep, form), columns, series, x)));
    html! {
        <Fold id="curves-table" title={table_title(sweep, &props.form)}>
            <div class="scroll-across" role="region" aria-label="The numbers behind the curves" tabindex="0"><table>
                <thead><tr>
                    <th scope="col">{ "Policy" }</th>
                    <th scope="col">{ sweep.axis.label.clone() }</th>
                    { for columns.iter().map(|&at| html! { <th scope="col">{ column_heading(sweep.figures[at]) }</th> }) }
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
        </Fold>
    }
}

fn table_title(sweep: &Sweep, form: &CurvesForm) -> String {
    let over = sweep.study.replicate.map_or("seeds", |_| "replicates");
    let mean =
        if sweep.as_differences(form) { format!("difference from {}", sweep.names[0]) } else { "mean".to_owned() };
    match sweep.has_intervals() {
        true => format!("The numbers: {mean} ± 95 % interval over the {over}"),
        false if sweep.as_differences(form) => format!("The numbers: {mean}"),
        false => "The numbers".to_owned(),
    }
}

fn row((sweep, form): (&Sweep, &CurvesForm), columns: &[usize], series: usize, x: usize) -> Html {
    html! {
        <tr>
            <th scope="row">{ sweep.names[series].clone() }</th>
            <td>{ sweep.xs[x] }</td>
            { for columns.iter().map(|&at| {
                let figure = sweep.figures[at];
                let interval = sweep.shown(form, series, x, at);
                html! { <td data-value={interval.map(|it| it.mean.to_string())}
                    data-half-width={interval.and_then(|it| it.half_width).map(|it| it.to_string())}>{ cell(interval, figure) }</td> }
            }) }
        </tr>
    }
}

/// The name of a figure, with its unit if it is a measure of the system.
fn column_heading(figure: Criterion) -> String {
    match (figure, figure.unit().symbol()) {
        (Criterion::Own(_), symbol) if !symbol.is_empty() => {
            format!("{} ({symbol})", figure.label())
        }
        _ => figure.label(),
    }
}

fn cell(interval: Option<Interval>, figure: Criterion) -> String {
    let decimals = match (figure, figure.unit()) {
        (Criterion::Own(_), _) | (_, Unit::Times) => 2,
        (_, Unit::Share) => 4,
        (_, Unit::Count) => 1,
        _ => 0,
    };
    interval.map_or("–".to_string(), |interval| {
        let mean = words::decimal(interval.mean, decimals);
        match interval.half_width {
            None => mean,
            Some(half_width) => format!("{mean} ± {}", words::decimal(half_width, decimals)),
        }
    })
}
