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
use super::shown::{Shown, ViewSettings, Work, contents_of, name_of, origin};
use super::state::Reduced;
use super::tabs::Tabs;
use super::theme::use_ground;
use super::tip::Tips;
use super::view_code::{Code, Fetch, NotHere, use_code};
use super::view_provenance::view_provenance;
use super::which_run::{self, which_run};
use crate::app::files::drop_zone::DropZone;
use crate::app::files::export_menu::ExportMenu;
use crate::app::files::project_file;
use crate::app::files::view_picture::ViewPicture;
use crate::app::shell::live_region::LiveRegion;
use crate::app::shell::permalink::{self, AwaitedCard, CopyLink, use_copy, use_search, use_steps};
use crate::app::shell::print_header::PrintHeader;
use crate::app::shell::runs::{Calls, use_files, use_live};
use crate::app::systems::use_inside_settings;
use crate::app::views::compare::state::use_comparison;
use crate::app::views::curves::hook::use_sweeps;
use crate::app::views::explained::use_asking;
use crate::app::views::gantt::sketching::use_sketching;
use crate::app::views::jobs;
use crate::app::views::lessons::state::use_lessons;
use crate::app::views::reproduce::state::use_reproduction;
use crate::app::views::trade_off::state::use_trade_off;
use slotscope::page::state::{
    Action, Activity, EditAction, Finished, LayoutAction, RunAction, State, ViewAction,
};
use slotscope::page::view::{Group, View};
use slotscope::worker::{Program, Source, Sources, WorkerPool};

#[derive(Properties, PartialEq)]
pub struct PageProps {
    /// Brings the code of views that does not come with the page.
    pub fetch: Fetch,
}

/// The whole page.
#[component]
pub fn Page(props: &PageProps) -> Html {
    let state = use_reducer(|| Reduced(permalink::begin()));
    let dispatch = state.dispatcher();
    // The state for callbacks that live as long as the page.
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
    let teaching = use_lessons(&state, &dispatch, &workers, &sources);
    use_steps(&latest, &teaching.on_step);
    let kind = state.contents().map_or_else(Default::default, |it| it.kind);
    let sweeping = use_sweeps(
        &workers,
        &state.forms.curves,
        state.history.present(),
        kind,
        &dispatch,
    );
    let on_file = {
        let (dispatch, on_read) = (dispatch.clone(), teaching.on_read.clone());
        let on_lesson = use_callback((), move |lesson, ()| {
            on_read.emit(lesson);
            dispatch.dispatch(Action::View(ViewAction::Show(View::Lessons)));
        });
        let present = use_callback((), {
            let (latest, sources) = (latest.clone(), sources.clone());
            move |(), ()| sources.get(latest.borrow().history.present().workload)
        });
        let on_sweep = &sweeping.on_open;
        use_files(&read, &on_lesson, on_sweep, &present, &state.dispatcher())
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
            kind,
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
    let (code, fetch_again) = use_code(state.view.shown, props.fetch);
    say_activity(&state, code);

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
    let group = state.view.shown.group();
    let of_what_was = matches!(group, Group::Schedule | Group::Inside);
    let shown = match &state.run.finished {
        None if state.run.no_worker.is_some() || state.run.not_run.is_some() => html! {},
        None => html! { <p class="empty">{ "Scheduling the sample …" }</p> },
        Some(finished) if finished.run.jobs.is_empty() && of_what_was => html! { <NoJobs /> },
        Some(finished) => match code {
            Code::Here(draws) => draws(&Shown {
                state: &state,
                finished,
                settings: &settings,
                work: &work,
                ground,
                view_picture: &view_picture,
                on_draw: &on_draw,
            }),
            Code::Coming | Code::Missing => html! {
                <NotHere is_missing={matches!(code, Code::Missing)} on_try_again={fetch_again} view_picture={(*view_picture).clone()} />
            },
        },
    };
    let captions = |finished: &Rc<Finished>| {
        let (name, origin) = (name_of(&state, finished), origin(&state, finished));
        which_run::captions(
            state.view.shown,
            finished,
            &work.teaching.lessons,
            &name,
            origin,
        )
    };
    if state.layout.only {
        let line = state.run.finished.as_ref();
        let line = line.map(|finished| which_run(state.view.shown, finished, Html::default()));
        return html! {
            <Only view={state.view.shown} line={line.unwrap_or_default()} link={rested_link} present_link={work.present_link.clone()} {troubles} notices={state.notices.shown.clone()} dispatch={dispatch.clone()}
                on_settle={settle}>{ shown }</Only>
        };
    }
    let selected =
        html! { <Selected selected={state.view.selected.clone()} dispatch={dispatch.clone()} /> };
    let panel_away = state.layout.projector || state.view.shown.group() == Group::Learn;
    let classes = classes!(
        "page",
        state.layout.drawer.then_some("drawer-open"),
        panel_away.then_some("panel-away"),
        state.layout.projector.then_some("projector")
    );
    html! {
        <div class={classes} onchange={settle}>
            <Header view={state.view.shown} contents={state.contents().cloned()} finished={state.run.finished.clone()}
                before={state.run.before.clone()} activity={state.run.activity} drawer={state.layout.drawer} on_cancel={cancel} dispatch={dispatch.clone()} />
            <Panel experiment={state.history.present().clone()} contents={state.contents().cloned()}
                listed_jobs={state.listed_jobs()} jobs_taken={state.jobs_taken()} can={state.history.can()} keeping={state.session.keeping.clone()} dispatch={dispatch.clone()} on_file={on_file.clone()} on_draw={on_draw.clone()} {on_sample} />
            <div class="shade" onclick={shade} />
            <main class="main">
                <div class="main-bar"><Tabs view={state.view.shown} last={state.view.last} on_show={show}
                    inside={state.history.present().scenario.system.model().inside()} />
                    <div class="main-actions">
                    <CopyLink dispatch={dispatch.clone()} />
                    if let Some(finished) = &state.run.finished {
                        <ExportMenu view={state.view.shown} finished={finished.clone()} contents={contents_of(&state, finished).cloned()}
                            {ground} captions={captions(finished)} provenance={view_provenance(&state, &work, finished)} view_picture={(*view_picture).clone()} {on_project} dispatch={dispatch.clone()} />
                    }
                    </div>
                </div>
                if let Some(finished) = &state.run.finished {
                    { which_run(state.view.shown, finished, selected) }
                    <PrintHeader view={state.view.shown} captions={captions(finished)} view_picture={(*view_picture).clone()} />
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

/// A placeholder for a view if the scenario selects no job.
#[component]
fn NoJobs() -> Html {
    html! {
        <div class="empty invite" id="no-jobs">
            <p>{ "The selection contains no job of this log." }</p>
            <p class="hint">{ "Widen the range under Job selection in the panel (on a narrow screen ☰ opens it), or include jobs that never ran. Undo reverses the last change." }</p>
        </div>
    }
}

/// Tells tests whether the page is at rest: what a link shows and what draws it are here, and it has been run.
fn say_activity(state: &State, code: Code) {
    let body = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.body());
    if let Some(body) = body {
        let word = match state.run.activity {
            Activity::Running(_) => "running",
            Activity::Idle if state.opening.is_sought() || matches!(code, Code::Coming) => {
                "opening"
            }
            Activity::Idle => "idle",
        };
        let _ = body.set_attribute("data-state", word);
    }
}
