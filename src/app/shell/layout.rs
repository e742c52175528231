//! The layout of the page: head, panel, the view with its bar, and overlays; or a view by itself.

use super::front_door::FrontDoor;
use super::header::{ClassroomButton, ClassroomMissing, Header, Selected, captions, which_run};
use super::keys::KeySheet;
use super::notice::{LiveRegion, NoWorkerLine, NotRunLine, Notices};
use super::offline::NewVersion;
use super::palette::CommandPalette;
use super::panel::Panel;
use super::permalink::{AwaitedCard, CopyLink};
use super::print_header::PrintHeader;
use super::services::{Handlers, Services};
use super::shown::{ViewData, ViewSettings, contents_of, name_of, origin, view_provenance};
use super::table_dialog::TableDialog;
use super::tabs;
use super::tabs::{Tabs, tab_of};
use super::tip::Tips;
use super::view_code::{Code, NotHere};
use super::work::Work;
use crate::app::context::chord::let_go_after_choice;
use crate::app::context::prelude::*;
use crate::app::context::state::StateHandle;
use crate::app::files::drop_zone::DropZone;
use crate::app::files::export_menu::ExportMenu;
use crate::app::files::paper_kit::FetchKit;
use crate::app::files::view_picture::ViewPicture;
use slotscope::chart::Captions;
use slotscope::page::classroom::Overlay;
use slotscope::page::contents::Schedulable;
use slotscope::page::front_door::changed;
use slotscope::page::line_above::Line;
use slotscope::page::palette::Present;
use slotscope::page::state::{Activity, EditAction, LayoutAction, Notice, ViewAction};
use slotscope::page::view::{Group, View};

/// The data of the layout.
pub struct Layout<'a> {
    pub state: &'a StateHandle,
    pub services: &'a Services,
    pub handlers: &'a Handlers,
    pub work: &'a Work,
    pub settings: &'a ViewSettings,
    pub ground: Ground,
    /// The line above the view, and the caption of its run.
    pub described: &'a (Line, String),
    /// The drawing functions that the view registers.
    pub view_picture: &'a ViewPicture,
    /// Fetches the code of paper kits.
    pub fetch_kit: FetchKit,
    /// The code of the view that is shown.
    pub code: Code,
    /// Fetches that code again.
    pub fetch_again: Callback<()>,
    /// The code of the dialogs of exercises for a class, once it is wanted, and what fetches it again.
    pub classroom: (Option<Code>, Callback<()>),
    /// The link to what a view by itself showed when it last was at rest.
    pub rested_link: Option<AttrValue>,
}

impl Layout<'_> {
    /// The page, or the view by itself.
    pub fn html(&self) -> Html {
        if self.state.layout.only { self.only() } else { self.whole() }
    }

    fn only(&self) -> Html {
        let state = self.state;
        let view = state.view.shown;
        let finished = state.shown_run();
        let line = finished.map(|_| which_run(view, &self.described.0, false, nothing()));
        let troubles = html! {
            <>
                { self.troubles() }
                if state.asked().is_some() {
                    <DropZone on_files={&self.handlers.on_files} dispatch={self.dispatch()} />
                }
            </>
        };
        html! {
            <Only {view} inside={state.history.present().scenario.system.model().card().inside} line={line.unwrap_or_default()} link={self.rested_link.clone()} present_link={&self.handlers.present_link}
                {troubles} notices={state.notices.shown.clone()} dispatch={self.dispatch()}
                on_settle={self.on_settle()}>{ self.view() }</Only>
        }
    }

    fn whole(&self) -> Html {
        let (state, handlers) = (self.state, self.handlers);
        // While a file is asked for, the panel would show the settings of another one.
        let panel_away = state.layout.projector
            || state.view.shown.group() == Group::Learn
            || state.asked().is_some()
            || state.shows_door();
        let classes = classes!(
            "page",
            state.layout.drawer.then_some("drawer-open"),
            panel_away.then_some("panel-away"),
            state.layout.projector.then_some("projector"),
            self.is_stage().then_some("stage")
        );
        let view = state.view.shown;
        let skip = move |_: MouseEvent| tabs::focus(&tab_of(view));
        html! {
            <div class={classes} onchange={self.on_settle()}>
                <button type="button" class="skip" onclick={skip}>{ "Skip to the view" }</button>
                { self.head_and_panel() }
                { self.main() }
                <Notices notices={state.notices.shown.clone()} dispatch={self.dispatch()}>
                    <NewVersion settled={state.run.finished.is_some()} />
                </Notices>
                <DropZone on_files={&handlers.on_files} dispatch={self.dispatch()} />
                <TableDialog form={state.tables.form.clone()} dispatch={self.dispatch()} />
                { self.classroom() }
                <KeySheet open={state.layout.keys} characters={state.layout.character_keys} theme={state.layout.theme} dispatch={self.dispatch()} />
                <CommandPalette open={state.layout.palette} present={self.present()} on_project={&handlers.on_project} dispatch={self.dispatch()} />
                <LiveRegion finished={state.shown_run().cloned()} />
                <Tips dispatch={Some(self.dispatch())} />
            </div>
        }
    }

    /// Whether an open lesson is all that is seen.
    fn is_stage(&self) -> bool {
        let state = self.state;
        state.view.shown == View::Lessons && !state.layout.bars && state.lessons.open().is_some()
    }

    fn head_and_panel(&self) -> Html {
        let (state, handlers) = (self.state, self.handlers);
        let shade = self.dispatch().callback(|_: MouseEvent| Action::Layout(LayoutAction::Drawer(false)));
        html! {
            <>
                <Header view={state.view.shown} contents={state.contents().cloned()} asked={state.asked().map(|it| it.name.clone())} finished={state.shown_run().cloned()}
                    before={state.run.before.clone()} activity={state.run.activity} drawer={state.layout.drawer} projector={state.layout.projector} on_cancel={&self.services.calls.cancel} dispatch={self.dispatch()} />
                <Panel ground={self.ground} experiment={state.history.present().clone()} contents={state.contents().cloned()} usual={state.usual()}
                    listed_jobs={state.listed_jobs()} jobs_taken={state.jobs_taken()} can={state.can()} beside={state.history.beside()} keeping={state.session.keeping.clone()} dispatch={self.dispatch()}
                    on_files={&handlers.on_files} on_draw={&handlers.on_draw} on_sample={&handlers.on_sample} />
                <div class="shade" onclick={shade} />
            </>
        }
    }

    /// What the command palette can do now.
    fn present(&self) -> Present {
        let state = self.state;
        Present {
            inside: state.history.present().scenario.system.model().card().inside,
            workload: state.contents().map(|it| Schedulable::from(&**it)),
            can: state.can(),
            is_running: matches!(state.run.activity, Activity::Running(_)),
            has_run: state.shown_run().is_some(),
        }
    }

    fn main(&self) -> Html {
        let state = self.state;
        let view = state.view.shown;
        let show = self.dispatch().callback(|view| Action::View(ViewAction::Show(view)));
        let scenario = &state.history.present().scenario;
        let model = scenario.system.model();
        let selected = html! { <Selected selected={state.view.selected.clone()} dispatch={self.dispatch()} /> };
        html! {
            <main class="main">
                <div class="main-bar"><Tabs {view} last={state.view.last} on_show={show}
                    inside={model.card().inside} />
                    <div class="main-actions">
                    <CopyLink class={state.layout.class} dispatch={self.dispatch()} />
                    if let Some(finished) = state.shown_run() {
                        if state.layout.class {
                            <ClassroomButton overlay={Overlay::HandIn} dispatch={self.dispatch()} />
                        }
                        { self.export_menu(finished) }
                    }
                    </div>
                </div>
                if let Some(finished) = state.shown_run() {
                    { which_run(view, &self.described.0, state.layout.projector, selected) }
                    <PrintHeader {view} captions={self.captions(finished)} view_picture={self.view_picture.clone()} />
                }
                { self.troubles() }
                if state.shows_door() {
                    <FrontDoor scenario={state.history.present().scenario.clone()} changed={self.changed()} on_files={&self.handlers.on_files} on_draw={&self.handlers.on_draw} dispatch={self.dispatch()} />
                }
                <section class="view" role="tabpanel" id={format!("view-{}", view.id())}
                    aria-labelledby={tab_of(view)}>
                    { self.view() }
                </section>
            </main>
        }
    }

    /// What another policy has changed in the schedule of the example.
    fn changed(&self) -> Option<String> {
        let run = &self.state.run;
        changed(&run.former.as_ref()?.run, &run.finished.as_ref()?.run)
    }

    fn export_menu(&self, finished: &Rc<Finished>) -> Html {
        let state = self.state;
        html! {
            <ExportMenu view={state.view.shown} class={state.layout.class} finished={finished.clone()} contents={contents_of(state, finished).cloned()}
                ground={self.ground} captions={self.captions(finished)} provenance={view_provenance(state, finished)}
                view_picture={self.view_picture.clone()} fetch_kit={self.fetch_kit} on_project={&self.handlers.on_project} dispatch={self.dispatch()} />
        }
    }

    /// The dialogs of exercises for a class.
    fn classroom(&self) -> Html {
        let (code, fetch_again) = &self.classroom;
        match (code, self.state.shown_run()) {
            (Some(Code::Here(draws)), Some(finished)) => draws(&self.data(finished)),
            (Some(Code::Missing), _) => {
                let open = self.state.classroom.shown.is_some();
                html! { <ClassroomMissing {open} on_try_again={fetch_again.clone()} dispatch={self.dispatch()} /> }
            }
            _ => nothing(),
        }
    }

    /// What views are drawn from.
    fn data<'b>(&'b self, finished: &'b Rc<Finished>) -> ViewData<'b> {
        ViewData {
            state: self.state,
            finished,
            settings: self.settings,
            work: self.work,
            present_link: &self.handlers.present_link,
            ground: self.ground,
            view_picture: self.view_picture,
            on_draw: &self.handlers.on_draw,
        }
    }

    /// The view, or a placeholder while it cannot be shown.
    fn view(&self) -> Html {
        let (state, code) = (self.state, self.code);
        let group = state.view.shown.group();
        let is_of_run = matches!(group, Group::Schedule | Group::Inside);
        match state.shown_run() {
            None if state.asked().is_some() => nothing(),
            None if state.run.no_worker.is_some() || state.run.not_run.is_some() => nothing(),
            None => html! { <p class="empty">{ "Scheduling the sample …" }</p> },
            Some(finished) if finished.run.jobs.is_empty() && is_of_run => html! { <NoJobs /> },
            Some(finished) => match code {
                Code::Here(draws) => draws(&self.data(finished)),
                Code::Coming | Code::Missing => html! {
                    <NotHere is_missing={matches!(code, Code::Missing)} on_try_again={&self.fetch_again} view_picture={self.view_picture.clone()} />
                },
            },
        }
    }

    /// Problems that prevent a run, and requests for a file.
    fn troubles(&self) -> Html {
        let (state, on_try_again) = (self.state, &self.services.on_try_again);
        html! {
            <>
                if let Some(awaited) = state.opening.awaited.clone() {
                    <AwaitedCard {awaited} only={state.layout.only} other={state.other_file()} on_files={&self.handlers.on_files} dispatch={self.dispatch()} />
                }
                if let Some(why) = state.run.no_worker.clone() {
                    <NoWorkerLine {why} {on_try_again} />
                } else if let Some(not_run) = state.run.not_run.clone() {
                    <NotRunLine {not_run} has_picture={state.run.finished.is_some()} other={state.other_system()} dispatch={self.dispatch()} {on_try_again} />
                }
            </>
        }
    }

    /// The words above prints and pictures.
    fn captions(&self, finished: &Rc<Finished>) -> Captions {
        let (name, origin) = (name_of(self.state, finished), origin(self.state, finished));
        captions(self.state, finished, self.described, &name, origin)
    }

    /// Settles an edit in progress: a change event means that the control has been released.
    fn on_settle(&self) -> Callback<Event> {
        let dispatch = self.dispatch();
        Callback::from(move |event: Event| {
            dispatch.dispatch(Action::Edit(EditAction::Settle));
            let_go_after_choice(&event);
        })
    }

    fn dispatch(&self) -> Dispatch {
        self.state.dispatcher()
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

#[derive(Properties, PartialEq)]
pub struct OnlyProps {
    pub view: View,
    /// The system's name for its inside view.
    pub inside: &'static str,
    /// The line that tells which run it is.
    pub line: Html,
    /// A link to the whole page in the state in which this view last was at rest.
    pub link: Option<AttrValue>,
    /// Makes the link to the present state.
    pub present_link: Callback<(), Option<String>>,
    /// Failures of a run, and requests to the user.
    pub troubles: Html,
    pub notices: Vec<Notice>,
    pub dispatch: Dispatch,
    /// Hears that a control was let go.
    pub on_settle: Callback<Event>,
    pub children: Html,
}

/// A view by itself, with a way to the whole page.
#[component]
pub fn Only(props: &OnlyProps) -> Html {
    let view = props.view;
    // A moving view, such as the player, gets its link when the link is followed, not at every frame.
    let asked = use_state_eq(|| None);
    {
        let asked = asked.setter();
        use_effect_with(props.link.clone(), move |_| asked.set(None));
    }
    let ask = {
        let (present_link, asked) = (props.present_link.clone(), asked.setter());
        Callback::from(move |()| asked.set(present_link.emit(()).map(AttrValue::from)))
    };
    let href = (*asked).clone().or_else(|| props.link.clone());
    html! {
        <div class="page only" onchange={&props.on_settle}>
            <main class="main">
                { props.line.clone() }
                { props.troubles.clone() }
                <section class="view" id={format!("view-{}", view.id())} aria-label={view.title(props.inside)}>
                    { props.children.clone() }
                </section>
                <p class="whole-page">
                    <a id="whole-page" {href} target="_blank" rel="noopener" onpointerdown={ask.reform(|_| ())}
                        onfocus={ask.reform(|_| ())} onkeydown={ask.reform(|_| ())}>{ "Open in Slotscope" }</a>
                </p>
            </main>
            <Notices notices={props.notices.clone()} dispatch={props.dispatch.clone()} />
            <Tips />
        </div>
    }
}
