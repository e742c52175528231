//! The page: where everything is put, and where the worker's news meet the state.

use std::rc::Rc;

use yew::prelude::*;

use super::bench;
use super::drop_zone::DropZone;
use super::exhibit::Exhibit;
use super::export_menu::ExportMenu;
use super::header::Header;
use super::key_sheet::KeySheet;
use super::keys::use_keys;
use super::live::{use_files, use_live};
use super::notice::Notices;
use super::offline::NewVersion;
use super::panel::Panel;
use super::paper::Paper;
use super::reproduction::{Reproducing, use_reproduction};
use super::spoken::Spoken;
use super::state::{Action, Activity, Finished, State, View};
use super::sweeping::{Sweeping, use_sweeps};
use super::tabs::Tabs;
use super::theme::{Ground, use_ground};
use super::tip::Tips;
use super::trade_off::{TradingOff, use_trade_off};
use super::views::curves::Curves;
use super::views::gantt::Gantt;
use super::views::jobs::{self, Jobs};
use super::views::reproduce::Reproduce;
use super::views::slots::{self, Slots};
use super::views::summary::Summary;
use super::views::trade_off::TradeOff;
use super::worker::protocol::Contents;
use super::worker::{Crew, Sources};
use crate::chart::time_axis::Origin;

/// The whole page.
#[component]
pub fn Page() -> Html {
    let state = use_reducer(State::new);
    let dispatch = state.dispatcher();
    let sources = use_memo((), |()| Sources::default());
    let read = use_live(&state, &sources);
    let on_file = use_files(&read, &dispatch);
    {
        let dispatch = dispatch.clone();
        use_effect_with((), move |()| bench::start(dispatch, read));
    }
    let crew = use_memo((), |()| Crew::new((*sources).clone()));
    let work = Work {
        sweeping: use_sweeps(&crew, state.history.present(), &dispatch),
        trading_off: use_trade_off(&crew, state.history.present(), &dispatch),
        reproducing: use_reproduction(&crew, state.history.present().workload, &dispatch),
    };
    let ground = use_ground();
    let exhibit = use_memo((), |()| Exhibit::default());
    let settings = Settings {
        slots: slots::use_settings(),
        jobs: jobs::use_settings(),
    };
    use_keys(&dispatch, state.view, state.character_keys);
    say_activity(state.activity);

    let show = {
        let dispatch = dispatch.clone();
        Callback::from(move |view| dispatch.dispatch(Action::Show(view)))
    };
    let shade = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Drawer(false)))
    };
    // Whatever was dragged or typed into, a change event says that it has been let go.
    let settle = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: Event| dispatch.dispatch(Action::Settle))
    };
    html! {
        <div class={classes!("page", state.drawer.then_some("drawer-open"))} onchange={settle}>
            <Header contents={state.contents().cloned()} finished={state.finished.clone()}
                before={state.before.clone()} activity={state.activity} refused={state.refused.clone()}
                drawer={state.drawer} dispatch={dispatch.clone()} />
            <Panel experiment={state.history.present().clone()} contents={state.contents().cloned()}
                listed_jobs={state.listed_jobs()} can={state.history.can()} dispatch={dispatch.clone()} on_file={on_file.clone()} />
            <div class="shade" onclick={shade} />
            <main class="main">
                <div class="main-bar"><Tabs view={state.view} on_show={show} />
                    if let Some(finished) = &state.finished {
                        <ExportMenu view={state.view} finished={finished.clone()} name={name_of(&state, finished)}
                            {ground} origin={origin(&state, finished)} exhibit={(*exhibit).clone()} dispatch={dispatch.clone()} />
                    }
                </div>
                if let Some(finished) = &state.finished {
                    <Paper view={state.view} finished={finished.clone()} name={name_of(&state, finished)}
                        origin={origin(&state, finished)} exhibit={(*exhibit).clone()} />
                }
                if let Some(why) = &state.refused {
                    <p class="refused" role="alert" id="refused">{ format!("This scenario cannot be run: {why}. The picture still shows the last one.") }</p>
                }
                <section class="view" role="tabpanel" id={format!("view-{}", state.view.id())}
                    aria-labelledby={format!("tab-{}", state.view.id())}>
                    { view(&state, &settings, &work, ground, &exhibit) }
                </section>
            </main>
            <Notices notices={state.notices.clone()} dispatch={dispatch.clone()}>
                <NewVersion settled={state.finished.is_some()} />
            </Notices>
            <DropZone {on_file} dispatch={dispatch.clone()} />
            <KeySheet open={state.keys} characters={state.character_keys} dispatch={dispatch.clone()} />
            <Spoken finished={state.finished.clone()} />
            <Tips />
        </div>
    }
}

/// What is set within the views, kept while others are shown.
struct Settings {
    slots: slots::Settings,
    jobs: jobs::Settings,
}

/// Runs beside the one that the picture hangs on.
struct Work {
    sweeping: Sweeping,
    trading_off: TradingOff,
    reproducing: Reproducing,
}

fn view(
    state: &UseReducerHandle<State>,
    settings: &Settings,
    work: &Work,
    ground: Ground,
    exhibit: &Exhibit,
) -> Html {
    let Some(finished) = &state.finished else {
        return html! { <p class="empty">{ "Scheduling the sample …" }</p> };
    };
    // These are drawn of what will be run, the other views of what was.
    let of_what_was = !matches!(state.view, View::Curves | View::TradeOff | View::Reproduce);
    if finished.run.jobs.is_empty() && of_what_was {
        return html! { <NoJobs /> };
    }
    let origin = origin(state, finished);
    let exhibit = exhibit.clone();
    match state.view {
        View::Gantt => html! {
            <Gantt finished={finished.clone()} {ground} {origin} cursor={state.cursor}
                job={state.job} selected={state.selected.clone()} sight={state.sight} {exhibit} dispatch={state.dispatcher()} />
        },
        View::Slots => html! {
            <Slots finished={finished.clone()} settings={settings.slots.clone()} {ground} {origin} cursor={state.cursor}
                {exhibit} dispatch={state.dispatcher()} />
        },
        View::Jobs => html! {
            <Jobs finished={finished.clone()} settings={settings.jobs.clone()} job={state.job} {exhibit} dispatch={state.dispatcher()} />
        },
        View::Summary => html! {
            <Summary finished={finished.clone()} before={state.before.clone()} {exhibit} />
        },
        View::Curves => {
            let Sweeping {
                sweeps,
                on_set,
                on_run,
                on_cancel,
            } = &work.sweeping;
            html! {
                <Curves experiment={state.history.present().clone()} sweeps={sweeps.clone()} {ground}
                    {on_set} {on_run} {on_cancel} {exhibit} />
            }
        }
        View::TradeOff => {
            let TradingOff {
                trade_offs,
                on_set,
                on_explore,
                on_stop_exploring,
                on_search,
                on_stop_searching,
            } = &work.trading_off;
            html! {
                <TradeOff experiment={state.history.present().clone()} trade_offs={trade_offs.clone()} {ground} {exhibit}
                    {on_set} {on_explore} {on_stop_exploring} {on_search} {on_stop_searching}
                    dispatch={state.dispatcher()} />
            }
        }
        View::Reproduce => {
            let Reproducing {
                reproduction,
                on_set,
                on_show,
                on_make,
                on_make_all,
                on_stop,
            } = &work.reproducing;
            html! {
                <Reproduce reproduction={reproduction.clone()} workload={state.history.present().workload}
                    contents={state.contents().cloned()} {ground} {exhibit} {on_set} {on_show} {on_make} {on_make_all}
                    {on_stop} dispatch={state.dispatcher()} />
            }
        }
    }
}

/// What stands in place of a view when the scenario takes no job.
#[component]
fn NoJobs() -> Html {
    html! {
        <div class="empty invite" id="no-jobs">
            <p>{ "No job of this log is taken." }</p>
            <p class="hint">{ "Widen the range under Jobs taken in the panel, or let in jobs that never ran. Undo takes the last step back." }</p>
        </div>
    }
}

/// What the times of a run are counted from. The present workload may already be another one, which
/// has not been run yet, or cannot be.
fn origin(state: &State, finished: &Finished) -> Origin {
    contents_of(state, finished)
        .and_then(|contents| contents.unix_start)
        .map_or(Origin::LogStart, Origin::Unix)
}

/// What the workload of a run is called.
fn name_of(state: &State, finished: &Finished) -> String {
    contents_of(state, finished).map_or_else(String::new, |contents| contents.name.clone())
}

/// What the workload of a run holds.
fn contents_of<'a>(state: &'a State, finished: &Finished) -> Option<&'a Contents> {
    let key = finished.experiment.workload;
    let found = state.workloads.iter().find(|(known, _)| *known == key)?;
    Some(&found.1)
}

/// Tells tests, and style sheets, whether a run is under way.
fn say_activity(activity: Activity) {
    let body = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.body());
    if let Some(body) = body {
        let word = match activity {
            Activity::Idle => "idle",
            Activity::Running(_) => "running",
        };
        let _ = body.set_attribute("data-state", word);
    }
}

/// Properties that are shared compare by what they point to.
impl PartialEq for super::state::Finished {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || (Rc::ptr_eq(&self.experiment, &other.experiment) && self.report == other.report)
    }
}
