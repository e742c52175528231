//! How everything is reproduced, and how far it has come.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::clock::now;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::{Choice, Field, Number, RanLine, Segmented, any_one_of, choice, one_of};
use crate::app::files::download;
use slotscope::page::contents::Contents;
use slotscope::page::reproduce::{Reproduction, ReproductionAction, ReproductionSettings};
use slotscope::page::state::{Action, Start};
use slotscope::page::words;
use slotscope::reproduce::{CONTENTS, Readings};

const READINGS: &[Choice<Readings>] = &[
    choice(Readings::Main, "Main", "Where the paper allows many readings, only the most important ones are run."),
    choice(
        Readings::All,
        "All",
        "All readings that agree with the text are run, as on the command line: more than ten thousand runs for Table 5.",
    ),
];

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub reproduction: Rc<Reproduction>,
    pub contents: Option<Rc<Contents>>,
    pub dispatch: Dispatch,
}

/// How everything is reproduced.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let (reproduction, dispatch) = (&props.reproduction, &props.dispatch);
    let settings = &reproduction.settings;
    let wrong = settings.options().err();
    let busy = reproduction.making.is_some();
    // What is wrong is to be seen.
    let folded = reproduction.folded && wrong.is_none();
    let on_seeds = set(props, |settings, value: Option<f64>| {
        settings.seeds = value.map_or(settings.seeds, |value| value as u32);
    });
    let on_first = set(props, |settings, value: Option<f64>| {
        settings.first_job = value.map(|value| value as u64);
    });
    let on_last = set(props, |settings, value: Option<f64>| {
        settings.last_job = value.map(|value| value as u64);
    });
    let on_readings = set(props, |settings, readings| settings.readings = readings);
    let papers = CONTENTS.iter().map(|paper| choice(paper, paper.name, paper.citation));
    let papers = papers.collect();
    let on_paper = dispatch.callback(|paper| Action::Reproduce(ReproductionAction::Turn(paper)));
    let items = reproduction.paper().items;
    let on_make_all =
        dispatch.callback(move |_: MouseEvent| Action::Start(Start::Items(items.iter().collect(), now())));
    let job = |number: Option<u64>| number.map(|it| it as f64);
    html! {
        <form class={classes!("reproduce-form", folded.then_some("folded"))} onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            <Field label="Paper" term="The paper whose tables and figures are reproduced.">
                <Segmented id="reproduce-paper" label="Paper"
                    offer={any_one_of(papers, reproduction.paper(), on_paper)} />
            </Field>
            <RanLine of="reproduce" ran={format!("To compute: {}", settings.in_one_line())} {folded} on_fold={dispatch.callback(|folded| Action::Reproduce(ReproductionAction::Fold(folded)))} />
            <div class="fields" id="reproduce-fields" hidden={folded}>
                <Field of="reproduce-seeds" label="Seeds" term="Random runs are averaged over this many seeds, from 1 on.">
                    <Number id="reproduce-seeds" value={f64::from(settings.seeds)} min=1.0 max=100.0 on_change={on_seeds} />
                </Field>
                <Field label="Readings" term="The paper can be read in several ways; see the listings of each item.">
                    <Segmented id="reproduce-readings" label="Readings"
                        offer={one_of(READINGS, Some(settings.readings), on_readings)} />
                </Field>
                <Field of="reproduce-first" label="Jobs" term="Job numbers of the log, in place of each item's own. Empty: those that the paper took, or their stand-ins.">
                    <span class="job-range">
                        <Number id="reproduce-first" label="First job" value={job(settings.first_job)} max=9007199254740991.0 optional=true
                            placeholder="first" on_change={on_first} />
                        <span aria-hidden="true">{ "–" }</span>
                        <Number id="reproduce-last" label="Last job" value={job(settings.last_job)} max=9007199254740991.0 optional=true
                            placeholder="last" on_change={on_last} />
                    </span>
                </Field>
            </div>
            <div class="go">
                if busy {
                    <button type="button" id="reproduce-stop" onclick={dispatch.callback(|_: MouseEvent| Action::Reproduce(ReproductionAction::Stop))}>{ "Stop" }</button>
                } else {
                    <button type="button" class="primary" id="reproduce-all" disabled={wrong.is_some()} onclick={on_make_all}>{ "Compute all" }</button>
                }
                <button type="button" id="reproduce-json" disabled={reproduction.findings().is_empty()}
                    onclick={handing_out(props)} title="The results computed here, as slotscope reproduce --json prints them">{ "JSON" }</button>
            </div>
            { state(reproduction) }
            if let Some(why) = wrong {
                <span class="wrong" role="alert">{ why }</span>
            }
        </form>
    }
}

/// How many items there are, and which is being made.
fn state(reproduction: &Reproduction) -> Html {
    let items = reproduction.paper().items;
    let done = items.iter().filter(|item| reproduction.done(item).is_some());
    let (done, total) = (done.count(), items.len());
    let making = reproduction.making.as_ref();
    let making = making.map_or(String::new(), |making| format!(" · {} is being made", short(making.wish.item.title)));
    html! {
        <span class="said" id="reproduce-state" role="status" data-done={done.to_string()} data-total={total.to_string()}
            data-busy={reproduction.making.is_some().to_string()}>
            { match done {
                0 => format!("none computed here{making}"),
                _ => format!("{} of {} computed here{making}", words::count(done as i64), words::plural(total, "item")),
            } }
        </span>
    }
}

/// The part of a title before the colon: `Table 2`.
pub fn short(title: &str) -> &str {
    title.split_once(':').map_or(title, |(short, _)| short)
}

fn handing_out(props: &FormProps) -> Callback<MouseEvent> {
    let reproduction = props.reproduction.clone();
    let dispatch = props.dispatch.clone();
    let log = props.contents.as_ref().map_or(String::new(), |contents| contents.name.clone());
    Callback::from(move |_| {
        let paper = reproduction.paper().key;
        let name = format!("slotscope-{paper}-{}.json", words::slug(&log));
        let json = serde_json::to_string_pretty(&reproduction.findings()).unwrap_or_default();
        if download::text(&name, "application/json", &(json + "\n")).is_err() {
            let text = "The file could not be made.".to_string();
            dispatch.dispatch(Action::complain(text));
        }
    })
}

/// A callback that changes the settings.
fn set<T: 'static>(props: &FormProps, change: fn(&mut ReproductionSettings, T)) -> Callback<T> {
    let settings = props.reproduction.settings.clone();
    props.dispatch.callback(move |value| {
        let mut next = settings.clone();
        change(&mut next, value);
        Action::Reproduce(ReproductionAction::Set(next))
    })
}
