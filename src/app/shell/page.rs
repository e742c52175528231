//! The page: where everything is put, and where the worker's news meet the state.

use std::rc::Rc;

use yew::prelude::*;

#[cfg(feature = "bench")]
use super::bench;
use super::header::Header;
use super::key_sheet::KeySheet;
use super::keys::use_keys;
use super::letting_go::use_letting_go;
use super::not_run::{NoWorkerLine, NotRunLine};
use super::notice::Notices;
use super::offline::NewVersion;
use super::only::Only;
use super::panel::Panel;
use super::selected::Selected;
use super::session::{use_keeping, use_last_session};
use super::tabs::Tabs;
use super::theme::{Ground, use_ground};
use super::tip::Tips;
use crate::app::files::drop_zone::DropZone;
use crate::app::files::export_menu::ExportMenu;
use crate::app::files::project_file;
use crate::app::files::view_picture::ViewPicture;
use crate::app::shell::live_region::LiveRegion;
use crate::app::shell::permalink::{self, AwaitedCard, CopyLink, use_copy, use_search, use_steps};
use crate::app::shell::print_header::PrintHeader;
use crate::app::shell::runs::{Calls, use_files, use_live};
use crate::app::systems::{self, InsideProps, InsideSettings, use_inside_settings};
use crate::app::views::compare::Compare;
use crate::app::views::compare::state::{Comparing, use_comparison};
use crate::app::views::curves::Curves;
use crate::app::views::curves::hook::{Sweeping, use_sweeps};
use crate::app::views::explained::use_asking;
use crate::app::views::gantt::sketching::{Draw, use_sketching};
use crate::app::views::gantt::{Drawing, Gantt};
use crate::app::views::jobs::{self, Jobs};
use crate::app::views::lessons::Lessons;
use crate::app::views::lessons::state::{Teaching, use_lessons};
use crate::app::views::play::Play;
use crate::app::views::reproduce::Reproduce;
use crate::app::views::reproduce::state::{Reproducing, use_reproduction};
use crate::app::views::summary::Summary;
use crate::app::views::trade_off::TradeOff;
use crate::app::views::trade_off::state::{TradingOff, use_trade_off};
use crate::chart::time_axis::Origin;
use crate::engine::Tick;
use crate::lesson::Shot;
use crate::page::contents::Contents;
use crate::page::history::WorkloadKey;
use crate::page::state::{
    Action, Activity, EditAction, Finished, LayoutAction, RunAction, State, ViewAction,
};
use crate::page::view::{Group, View};
use crate::worker::{Program, Source, Sources, WorkerPool};

/// The whole page.
#[component]
pub fn Page() -> Html {
    let state = use_reducer(permalink::begin);
    let dispatch = state.dispatcher();
    // What callbacks that live as long as the page look at.
    let latest = use_mut_ref(|| state.clone());
    latest.replace(state.clone());
    let sources = use_memo((), |()| Sources::default());
    let Calls {
        read,
        read_kept,
        ask,
        try_again,
        cancel,
        live,
    } = use_live(&state, &sources);
    let playing = use_state_eq(|| false);
    use_asking(&state, *playing, &ask);
    use_last_session(&state, &dispatch);
    use_search(&state, &read, &dispatch);
    let rested_link = use_keeping(&state, &sources);
    use_copy(&state);
    let present_link = use_callback((), {
        let latest = latest.clone();
        move |(), ()| permalink::present(&latest.borrow())
    });
    let on_project = use_callback((), {
        let (latest, sources, dispatch) = (latest.clone(), sources.clone(), dispatch.clone());
        move |with_log, ()| {
            let state = latest.borrow().clone();
            if let Err(why) = project_file::hand_out(&state, &sources, with_log) {
                let text = format!("The project could not be made: {why}.");
                dispatch.dispatch(Action::complain(text));
            }
        }
    });
    let on_draw = use_sketching(&read, &dispatch);
    let on_sample = use_callback((), {
        let read = read.clone();
        move |source: Source, ()| {
            read.emit(source);
        }
    });
    let pool = |program| {
        let dispatch = dispatch.clone();
        WorkerPool::new(program, (*sources).clone(), move |why| {
            dispatch.dispatch(Action::Run(RunAction::NoWorker(why)));
        })
    };
    let workers = use_memo((), |()| pool(Program::Runs));
    let papers = use_memo((), |()| pool(Program::Papers));
    let on_try_again = {
        let (workers, papers) = (workers.clone(), papers.clone());
        use_callback((), move |(), ()| {
            try_again.emit(());
            workers.try_again();
            papers.try_again();
        })
    };
    let teaching = use_lessons(&workers, &sources);
    let lesson = teaching.lessons.opened().map(str::to_owned);
    use_steps(&latest, lesson, &teaching.on_place);
    let sweeping = use_sweeps(
        &workers,
        &state.forms.curves,
        state.history.present(),
        &dispatch,
    );
    let on_file = {
        let (dispatch, on_read) = (dispatch.clone(), teaching.on_read.clone());
        let on_lesson = use_callback((), move |lesson, ()| {
            on_read.emit(lesson);
            dispatch.dispatch(Action::View(ViewAction::Show(View::Lessons)));
        });
        use_files(&read, &on_lesson, &sweeping.on_open, &state.dispatcher())
    };
    #[cfg(feature = "bench")]
    {
        let dispatch = dispatch.clone();
        use_effect_with((), move |()| bench::start(dispatch, read));
    }
    let work = Work {
        teaching,
        sweeping,
        trading_off: use_trade_off(
            &workers,
            &state.forms.trade_off,
            state.history.present(),
            &dispatch,
        ),
        comparing: use_comparison(&workers, &state),
        reproducing: use_reproduction(
            &workers,
            &papers,
            state.history.present().workload,
            &dispatch,
        ),
        read_kept,
        present_link,
    };
    let mut reached = state.reached();
    reached.extend(work.reached());
    use_letting_go(reached, &state, &sources, &live, [&workers, &papers]);
    let ground = use_ground();
    let view_picture = use_memo((), |()| ViewPicture::default());
    let settings = ViewSettings {
        inside: use_inside_settings(),
        playing: playing.clone(),
        jobs: jobs::use_settings(),
    };
    use_keys(
        &dispatch,
        state.view.shown,
        state.layout.character_keys,
        !state.layout.only,
    );
    say_activity(state.run.activity);

    let show = {
        let dispatch = dispatch.clone();
        Callback::from(move |view| dispatch.dispatch(Action::View(ViewAction::Show(view))))
    };
    let shade = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Layout(LayoutAction::Drawer(false)))
        })
    };
    // Whatever was dragged or typed into, a change event says that it has been let go.
    let settle = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: Event| dispatch.dispatch(Action::Edit(EditAction::Settle)))
    };
    let troubles = html! {
        <>
            if let Some(awaited) = state.opening.awaited.clone() {
                <AwaitedCard {awaited} other={state.other_file()} on_file={on_file.clone()} dispatch={dispatch.clone()} />
            }
            if let Some(why) = state.run.no_worker.clone() {
                <NoWorkerLine {why} on_try_again={&on_try_again} />
            } else if let Some(not_run) = state.run.not_run.clone() {
                <NotRunLine {not_run} has_picture={state.run.finished.is_some()} on_try_again={&on_try_again} />
            }
        </>
    };
    let shown = view(&state, &settings, &work, ground, &view_picture, &on_draw);
    if state.layout.only {
        return html! {
            <Only view={state.view.shown} link={rested_link} present_link={work.present_link.clone()} {troubles} notices={state.notices.shown.clone()} dispatch={dispatch.clone()}
                on_settle={settle}>{ shown }</Only>
        };
    }
    let panel_away = state.layout.projector || state.view.shown.group() == Group::Learn;
    let classes = classes!(
        "page",
        state.layout.drawer.then_some("drawer-open"),
        panel_away.then_some("panel-away"),
        state.layout.projector.then_some("projector")
    );
    html! {
        <div class={classes} onchange={settle}>
            <Header contents={state.contents().cloned()} finished={state.run.finished.clone()}
                before={state.run.before.clone()} activity={state.run.activity} drawer={state.layout.drawer} on_cancel={cancel} dispatch={dispatch.clone()} />
            <Panel experiment={state.history.present().clone()} contents={state.contents().cloned()}
                listed_jobs={state.listed_jobs()} can={state.history.can()} keeping={state.session.keeping.clone()} dispatch={dispatch.clone()} on_file={on_file.clone()} on_draw={on_draw.clone()} {on_sample} />
            <div class="shade" onclick={shade} />
            <main class="main">
                <div class="main-bar"><Tabs view={state.view.shown} last={state.view.last} on_show={show}
                    inside={state.history.present().scenario.system.model().inside()} />
                    <div class="main-actions">
                    <Selected selected={state.view.selected.clone()} dispatch={dispatch.clone()} />
                    <CopyLink dispatch={dispatch.clone()} />
                    if let Some(finished) = &state.run.finished {
                        <ExportMenu view={state.view.shown} finished={finished.clone()} contents={contents_of(&state, finished).cloned()}
                            {ground} origin={origin(&state, finished)} view_picture={(*view_picture).clone()} {on_project} dispatch={dispatch.clone()} />
                    }
                    </div>
                </div>
                if let Some(finished) = &state.run.finished {
                    <PrintHeader view={state.view.shown} finished={finished.clone()} name={name_of(&state, finished)}
                        origin={origin(&state, finished)} view_picture={(*view_picture).clone()} />
                }
                { troubles }
                <section class="view" role="tabpanel" id={format!("view-{}", state.view.shown.id())}
                    aria-labelledby={format!("tab-{}", state.view.shown.id())}>
                    { shown }
                </section>
            </main>
            <Notices notices={state.notices.shown.clone()} dispatch={dispatch.clone()}>
                <NewVersion settled={state.run.finished.is_some()} />
            </Notices>
            <DropZone {on_file} dispatch={dispatch.clone()} />
            <KeySheet open={state.layout.keys} characters={state.layout.character_keys} dispatch={dispatch.clone()} />
            <LiveRegion finished={state.run.finished.clone()} />
            <Tips />
        </div>
    }
}

/// What is set within the views, kept while others are shown.
struct ViewSettings {
    inside: InsideSettings,
    /// Whether time passes in the player.
    playing: UseStateHandle<bool>,
    jobs: jobs::JobsSettings,
}

impl Work {
    /// The workloads that what has been made of them leads to.
    fn reached(&self) -> Vec<WorkloadKey> {
        let sweep = self.sweeping.sweeps.sweep.as_ref();
        let trade_offs = &self.trading_off.trade_offs;
        let exploring = trade_offs.exploring.as_ref().map(|it| &it.base);
        let searching = trade_offs.searching.as_ref().map(|it| &it.base);
        let bases = [sweep.map(|it| &it.base), exploring, searching];
        let bases = bases.into_iter().flatten().map(|base| base.workload);
        let reproduction = self.reproducing.reproduction.workloads();
        let lessons = self.teaching.in_use.borrow().clone();
        bases.chain(reproduction).chain(lessons).collect()
    }
}

/// Runs beside the one that the picture hangs on.
struct Work {
    teaching: Teaching,
    /// Reads a workload that a lesson keeps.
    read_kept: Callback<WorkloadKey>,
    /// The address at which another machine shows the same.
    present_link: Callback<(), Option<String>>,
    sweeping: Sweeping,
    trading_off: TradingOff,
    reproducing: Reproducing,
    comparing: Comparing,
}

fn view(
    state: &UseReducerHandle<State>,
    settings: &ViewSettings,
    work: &Work,
    ground: Ground,
    view_picture: &ViewPicture,
    on_draw: &Callback<Draw>,
) -> Html {
    let Some(finished) = &state.run.finished else {
        if state.run.no_worker.is_some() || state.run.not_run.is_some() {
            return html! {};
        }
        return html! { <p class="empty">{ "Scheduling the sample …" }</p> };
    };
    // These are drawn of what will be run, the other views of what was.
    let on_draw = on_draw.clone();
    let of_what_was = !matches!(
        state.view.shown,
        View::Compare | View::Curves | View::TradeOff | View::Reproduce | View::Lessons
    );
    if finished.run.jobs.is_empty() && of_what_was {
        return html! { <NoJobs /> };
    }
    let origin = origin(state, finished);
    let view_picture = view_picture.clone();
    match state.view.shown {
        View::Gantt => html! {
            <Gantt finished={finished.clone()} {ground} {origin} cursor={state.view.cursor}
                job={state.view.job} brings_job={state.view.brings_job} gap={state.view.gap} explained={state.view.explained.clone()}
                selected={state.view.selected.clone()} look={state.view.look} sight={state.view.sight}
                drawing={Drawing::of(state.view.drawing, finished.experiment.sketch.as_ref(), &finished.run)} {on_draw} {view_picture} dispatch={state.dispatcher()} />
        },
        View::Compare => html! {
            <Compare experiment={state.history.present().clone()} comparison={work.comparing.comparison.clone()}
                on_set={work.comparing.on_set.clone()} on_try_again={work.comparing.on_try_again.clone()} workload={name_of(state, finished)} {ground} {origin} cursor={state.view.cursor}
                job={state.view.job} selected={state.view.selected.clone()} look={state.view.look} sight={state.view.sight} link={work.present_link.clone()} {view_picture}
                dispatch={state.dispatcher()} />
        },
        View::Play => html! {
            <Play playing={settings.playing.clone()} look={state.view.look} finished={finished.clone()} {ground} {origin} cursor={state.view.cursor} job={state.view.job} brings_job={state.view.brings_job}
                selected={state.view.selected.clone()} sight={state.view.sight} explained={state.view.explained.clone()} characters={state.layout.character_keys} {view_picture} dispatch={state.dispatcher()} />
        },
        View::Slots => systems::inside(InsideProps {
            finished: finished.clone(),
            settings: settings.inside.clone(),
            ground,
            origin,
            cursor: state.view.cursor,
            opened: state.view.opened,
            explained: state.view.explained.clone(),
            view_picture,
            take: taking_in_place(state, work),
            dispatch: state.dispatcher(),
        }),
        View::Jobs => html! {
            <Jobs finished={finished.clone()} settings={settings.jobs.clone()} job={state.view.job}
                selected={state.view.selected.clone()} {view_picture} dispatch={state.dispatcher()} />
        },
        View::Summary => html! {
            <Summary finished={finished.clone()} before={state.run.before.clone()} span={state.view.look.span} {ground} {origin} {view_picture} />
        },
        View::Curves => {
            let Sweeping {
                sweeps,
                on_set,
                on_run,
                on_cancel,
                ..
            } = &work.sweeping;
            html! {
                <Curves experiment={state.history.present().clone()} form={state.forms.curves.clone()} sweeps={sweeps.clone()} {ground}
                    {on_set} {on_run} {on_cancel} {view_picture} />
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
                <TradeOff experiment={state.history.present().clone()} form={state.forms.trade_off.clone()} trade_offs={trade_offs.clone()} {ground} {view_picture}
                    {on_set} {on_explore} {on_stop_exploring} {on_search} {on_stop_searching}
                    dispatch={state.dispatcher()} />
            }
        }
        View::Lessons => html! {
            <Lessons lessons={work.teaching.lessons.clone()} {ground} {view_picture} on_action={&work.teaching.on_action}
                on_open={&work.teaching.on_open} on_take={taking(state, work)} />
        },
        View::Reproduce => {
            let Reproducing {
                reproduction,
                on_set,
                on_paper,
                on_show,
                on_make,
                on_make_all,
                on_stop,
            } = &work.reproducing;
            html! {
                <Reproduce reproduction={reproduction.clone()} workload={state.history.present().workload}
                    contents={state.contents().cloned()} {ground} {view_picture} {on_set} {on_paper} {on_show} {on_make} {on_make_all}
                    {on_stop} dispatch={state.dispatcher()} />
            }
        }
    }
}

/// Takes what a lesson shows into the explorer.
fn taking(state: &UseReducerHandle<State>, work: &Work) -> Callback<Shot> {
    let (dispatch, take) = (state.dispatcher(), taking_in_place(state, work));
    Callback::from(move |shot| {
        take.emit(shot);
        dispatch.dispatch(Action::View(ViewAction::Show(View::Gantt)));
    })
}

/// Takes a scenario and a workload of its own in place of what is on the page, as a step that can be undone.
fn taking_in_place(state: &UseReducerHandle<State>, work: &Work) -> Callback<Shot> {
    let (dispatch, read) = (state.dispatcher(), work.read_kept.clone());
    let keep = work.teaching.keep.clone();
    let known: Vec<WorkloadKey> = state.workloads.keys().collect();
    Callback::from(move |shot: Shot| {
        let workload = keep.emit(shot.clone());
        if !known.contains(&workload) {
            read.emit(workload);
        }
        dispatch.dispatch(Action::Edit(EditAction::Take(
            Box::new(shot.scenario),
            workload,
        )));
    })
}

/// What stands in place of a view when the scenario takes no job.
#[component]
fn NoJobs() -> Html {
    html! {
        <div class="empty invite" id="no-jobs">
            <p>{ "No job of this log is taken." }</p>
            <p class="hint">{ "Widen the range under Jobs taken in the panel (on a narrow screen ☰ opens it), or let in jobs that never ran. Undo takes the last step back." }</p>
        </div>
    }
}

/// What the times of a run are counted from. The present workload may already be another one, which
/// has not been run yet, or cannot be.
fn origin(state: &State, finished: &Finished) -> Origin {
    match finished.run.tick {
        Tick::SECOND => {}
        tick => return Origin::Ticks(tick),
    }
    contents_of(state, finished)
        .and_then(|contents| contents.unix_start)
        .map_or(Origin::LogStart, Origin::Unix)
}

/// What the workload of a run is called.
fn name_of(state: &State, finished: &Finished) -> String {
    contents_of(state, finished).map_or_else(String::new, |contents| contents.name.clone())
}

/// What the workload of a run holds.
fn contents_of<'a>(state: &'a State, finished: &Finished) -> Option<&'a Rc<Contents>> {
    state.workloads.get(finished.experiment.workload)
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
