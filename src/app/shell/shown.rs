//! The views of a run, grouped by their code.

use super::header::ClassroomButton;
use super::permalink;
use super::work::Work;
use crate::app::context::clock;
use crate::app::context::prelude::*;
use crate::app::context::state::StateHandle;
use crate::app::files::export_menu::ViewProvenance;
use crate::app::files::view_picture::ViewPicture;
use crate::app::systems;
use crate::app::systems::{InsideProps, InsideSettings};
use crate::app::views::classroom::{HandInDialog, ReviewDialog};
use crate::app::views::compare::Compare;
use crate::app::views::curves::Curves;
use crate::app::views::gantt::Gantt;
use crate::app::views::gantt::scene::{Drawing, Future, Scene};
use crate::app::views::gantt::sketch_bar::Draw;
use crate::app::views::jobs::Jobs;
use crate::app::views::lessons::Lessons;
use crate::app::views::play::Play;
use crate::app::views::reproduce::Reproduce;
use crate::app::views::summary::Summary;
use crate::app::views::trade_off::TradeOff;
use crate::app::views::{jobs, summary};
use slotscope::chart::time_axis::Origin;
use slotscope::experiment::{LogMark, Provenance, Scenario};
use slotscope::export::snapshot::Source;
use slotscope::lesson::Shot;
use slotscope::page::classroom::Overlay;
use slotscope::page::compare::left_out;
use slotscope::page::contents::{Contents, Schedulable};
use slotscope::page::front_door::Axis;
use slotscope::page::history::Experiment;
use slotscope::page::reproduce::Done;
use slotscope::page::state::{State, ViewAction};
use slotscope::page::view::View;

/// The settings of the views, kept while others are shown.
pub struct ViewSettings {
    pub inside: InsideSettings,
    /// Whether time passes in the player.
    pub playing: UseStateHandle<bool>,
    /// How the jobs are listed.
    pub jobs: jobs::JobsSettings,
    /// How the jobs are grouped in *Summary*.
    pub summary: summary::SummarySettings,
}

/// The settings of the views. `playing`: whether time passes in the player.
#[hook]
pub fn use_view_settings(playing: UseStateHandle<bool>) -> ViewSettings {
    ViewSettings {
        inside: systems::use_inside_settings(),
        playing,
        jobs: jobs::use_settings(),
        summary: summary::use_settings(),
    }
}

pub struct ViewData<'a> {
    /// All of the page's state.
    pub state: &'a StateHandle,
    /// The run that is looked at.
    pub finished: &'a Rc<Finished>,
    pub settings: &'a ViewSettings,
    /// Runs beside the one that is looked at.
    pub work: &'a Work,
    /// The address at which another machine shows the same.
    pub present_link: &'a Callback<(), Option<String>>,
    /// The colours.
    pub ground: Ground,
    /// Where a view leaves how it is drawn.
    pub view_picture: &'a ViewPicture,
    /// Called with the user's drawing.
    pub on_draw: &'a Callback<Draw>,
}

/// The schedule of one run.
pub fn gantt(shown: &ViewData) -> Html {
    let ViewData { state, finished, ground, .. } = *shown;
    let sketch = finished.experiment.sketch.as_ref();
    let (is_example, drawing) = (state.shows_door(), Drawing::of(state.view.drawing, sketch, &finished.run));
    let axis = (is_example && drawing == Drawing::Off).then(|| Rc::new(Axis::of(&finished.run)));
    let former = state.run.former.clone().filter(|_| axis.is_some());
    let scene = Scene { drawing, axis, ..scene(state, finished, ground) };
    html! {
        <Gantt finished={finished.clone()} {scene} {former} gap={state.view.gap} explained={state.view.explained.clone()}
            on_draw={shown.on_draw} view_picture={shown.view_picture.clone()} dispatch={state.dispatcher()} />
    }
}

/// What the Gantt charts of a run show where they are only looked at.
fn scene(state: &State, finished: &Finished, ground: Ground) -> Scene {
    let view = &state.view;
    Scene {
        ground,
        origin: origin(state, finished),
        cursor: view.cursor,
        job: view.job,
        brings_job: view.brings_job,
        selected: view.selected.clone(),
        look: view.look,
        sight: view.sight,
        future: Future::Shown,
        drawing: Drawing::Off,
        axis: None,
    }
}

pub fn run(shown: &ViewData) -> Html {
    let ViewData { state, finished, settings, ground, .. } = *shown;
    let (origin, view_picture) = (origin(state, finished), shown.view_picture.clone());
    match state.view.shown {
        View::Jobs => html! {
            <Jobs finished={finished.clone()} {origin} settings={settings.jobs.clone()} job={state.view.job}
                selected={state.view.selected.clone()} {view_picture} dispatch={state.dispatcher()} />
        },
        View::Summary => html! {
            <Summary finished={finished.clone()} before={state.run.before.clone()} span={state.view.look.span} {ground} {origin}
                clock={contents_of(state, finished).and_then(|it| it.clock)} contents={contents_of(state, finished).cloned()} workload={name_of(state, finished)}
                settings={settings.summary.clone()} {view_picture} dispatch={state.dispatcher()} />
        },
        _ => html! {
            <Play playing={settings.playing.clone()} hides_future={state.view.hides_future} finished={finished.clone()} scene={scene(state, finished, ground)} explained={state.view.explained.clone()} characters={state.layout.character_keys} {view_picture} dispatch={state.dispatcher()} />
        },
    }
}

/// The inside view of the system.
pub fn inside(shown: &ViewData) -> Html {
    let ViewData { state, finished, settings, work, ground, .. } = *shown;
    let about = finished.experiment.scenario.system.model().card().inside_about;
    let view = systems::inside(InsideProps {
        finished: finished.clone(),
        settings: settings.inside.clone(),
        ground,
        origin: origin(state, finished),
        cursor: state.view.cursor,
        opened: state.view.opened,
        explained: state.view.explained.clone(),
        view_picture: shown.view_picture.clone(),
        take: work.take.clone(),
        dispatch: state.dispatcher(),
    });
    html! {
        <>
            <p class="inside-about" id="inside-about">{ about }</p>
            { view }
        </>
    }
}

/// Several runs beside one another.
pub fn compare(shown: &ViewData) -> Html {
    let ViewData { state, finished, ground, .. } = *shown;
    let view_picture = shown.view_picture.clone();
    match state.view.shown {
        View::Curves => html! {
            <Curves experiment={state.history.present().clone()} form={state.forms.curves.clone()} sweeps={state.curves.clone()} {ground}
                {view_picture} dispatch={state.dispatcher()} />
        },
        View::TradeOff => html! {
            <TradeOff experiment={state.history.present().clone()} form={state.forms.trade_off.clone()} trade_offs={state.trade_off.clone()} {ground}
                {view_picture} dispatch={state.dispatcher()} />
        },
        _ => {
            let scene = Scene { sight: state.view.sight_of_processors(), ..scene(state, finished, ground) };
            html! {
            <Compare experiment={state.compared().clone()} comparison={state.comparison.clone()} workload={name_of(state, finished)} schedulable={state.contents().map_or_else(Default::default, |it| Schedulable::from(&**it))}
                log={log_mark(state, finished)} left_out={left_out_of(state)} {scene} link={shown.present_link.clone()} {view_picture}
                dispatch={state.dispatcher()} />
            }
        }
    }
}

/// What each scenario leaves out of the workload while another one takes it into account.
fn left_out_of(state: &State) -> Vec<Option<String>> {
    let scenarios: Vec<_> = state.compared().scenarios().collect();
    let contents = state.contents();
    contents.map_or_else(Vec::new, |it| {
        let intake = &it.intake;
        left_out(&scenarios, &intake.not_modelled, intake.has_nodes)
    })
}

/// The identity of the workload of a run.
fn log_mark(state: &State, finished: &Finished) -> LogMark {
    contents_of(state, finished)
        .map_or_else(|| LogMark::without_file(&name_of(state, finished)), |it| LogMark::of(&it.facts()))
}

/// Lessons and papers.
pub fn learn(shown: &ViewData) -> Html {
    let ViewData { state, work, ground, .. } = *shown;
    let view_picture = shown.view_picture.clone();
    match state.view.shown {
        View::Reproduce => html! {
            <Reproduce reproduction={state.reproduction.clone()} workload={state.history.present().workload}
                contents={state.contents().cloned()} {ground} {view_picture} dispatch={state.dispatcher()} />
        },
        _ => html! {
            <Lessons lessons={state.lessons.clone()} {ground} {view_picture} on_take={taking(state, work)} compared={state.history.present().count()}
                classroom={classroom_of(state)} bars={(!state.layout.only).then_some(state.layout.bars)} dispatch={state.dispatcher()} />
        },
    }
}

/// The ways to hand in and to review, unless the page is that of a class.
fn classroom_of(state: &StateHandle) -> Option<Html> {
    let button = |overlay| html! { <ClassroomButton {overlay} dispatch={state.dispatcher()} /> };
    (!state.layout.class).then(|| html! { <>{ button(Overlay::HandIn) }{ button(Overlay::Review) }</> })
}

/// The dialogs of exercises for a class.
pub fn classroom(shown: &ViewData) -> Html {
    let state = shown.state;
    let room = &state.classroom;
    let is_reviewed = room.shown == Some(Overlay::Review);
    let known = state.workloads.sources().filter(|_| is_reviewed);
    let known: Vec<Source> = known.cloned().collect();
    let make = {
        let state = state.clone();
        Callback::from(move |()| state.hand_in(clock::clocks()))
    };
    let contents = state.contents();
    html! {
        <>
            <HandInDialog open={room.shown == Some(Overlay::HandIn)} form={room.form.clone()} line={state.history.present().run_line(state.kind())}
                workload={contents.map_or_else(String::new, |it| it.name.clone())} is_file={contents.is_some_and(|it| matches!(it.source, Source::File(_)))} figures={state.figures()} visit={state.visit.clone()} {make}
                base={permalink::base()} dispatch={state.dispatcher()} />
            <ReviewDialog open={is_reviewed} given={room.given.clone()} told={room.told.clone()} {known}
                dispatch={state.dispatcher()} />
        </>
    }
}

/// Opens a chart of a lesson in the other views.
fn taking(state: &StateHandle, work: &Work) -> Callback<Shot> {
    let (dispatch, take) = (state.dispatcher(), work.take.clone());
    Callback::from(move |shot| {
        take.emit(shot);
        dispatch.dispatch(Action::View(ViewAction::Show(View::Gantt)));
    })
}

/// The origin of the times of a run. The present workload may already be another one, which has not been run
/// yet, or cannot be.
pub fn origin(state: &State, finished: &Finished) -> Origin {
    let clock = contents_of(state, finished).and_then(|contents| contents.clock);
    Origin::of(finished.run.tick, clock)
}

/// The name of the workload of a run.
pub fn name_of(state: &State, finished: &Finished) -> String {
    contents_of(state, finished).map_or_else(String::new, |contents| contents.name.clone())
}

/// The contents of the workload of a run.
pub fn contents_of<'a>(state: &'a State, finished: &Finished) -> Option<&'a Rc<Contents>> {
    state.workloads.get(finished.experiment.workload)
}

/// The runs of the open view: of curves and trade-offs the run that they were varied from; none of results from
/// elsewhere, and of charts without a run.
pub fn view_provenance(state: &State, finished: &Rc<Finished>) -> ViewProvenance {
    let view = state.view.shown;
    match view {
        View::Gantt | View::Play | View::Jobs | View::Summary | View::Slots => {
            let scenarios = |it: &Experiment| vec![it.scenario.clone()];
            on_one_workload(&finished.experiment, contents_of(state, finished), scenarios)
        }
        View::Compare => {
            let scenarios = |it: &Experiment| it.scenarios().cloned().collect();
            on_one_workload(state.compared_by(&finished.experiment), contents_of(state, finished), scenarios)
        }
        View::Curves | View::TradeOff => state.base(view).map_or_else(none, |base| {
            let contents = state.workloads.get(base.workload);
            on_one_workload(base, contents, |it| vec![it.scenario.clone()])
        }),
        View::Lessons => of_lesson(&state.lessons),
        View::Reproduce => {
            let reproduction = &state.reproduction;
            let done = reproduction.done(reproduction.shown);
            let contents = done.and_then(|it| state.workloads.get(it.wish.workload));
            match (done, contents) {
                (Some(done), Some(contents)) => of_paper(done, contents),
                _ => none(),
            }
        }
    }
}

fn none() -> ViewProvenance {
    Callback::from(|()| Vec::new())
}

fn on_one_workload(
    experiment: &Rc<Experiment>,
    contents: Option<&Rc<Contents>>,
    scenarios: impl Fn(&Experiment) -> Vec<Scenario> + 'static,
) -> ViewProvenance {
    let Some(contents) = contents.cloned() else {
        return none();
    };
    let experiment = experiment.clone();
    Callback::from(move |()| {
        let facts = contents.facts();
        let scenarios = scenarios(&experiment);
        scenarios.iter().map(|it| Provenance::of(it, &facts)).collect()
    })
}

/// A lesson's workloads stand in its file: they are told by lesson, step and, of several, by name.
fn of_lesson(lessons: &slotscope::page::lessons::Lessons) -> ViewProvenance {
    let Some((lesson, progress)) = lessons.open() else {
        return none();
    };
    let place = match progress.at {
        at if at < lesson.steps.len() => format!("step {}", at + 1),
        _ => "question".to_owned(),
    };
    let (place, shots) = (format!("lesson {}, {place}", lesson.id), lessons.chart.drawn().shots.clone());
    Callback::from(move |()| {
        let run = shots.iter().map(|shot| {
            let name = match shot.name.as_str() {
                "" => place.clone(),
                name => format!("{place}: {name}"),
            };
            Provenance::new(&shot.scenario, LogMark::without_file(&name))
        });
        run.collect()
    })
}

/// The cells of a paper's item, each with its seeds. The item makes further logs than the paper's by itself.
fn of_paper(done: &Rc<Done>, contents: &Rc<Contents>) -> ViewProvenance {
    let (done, contents) = (done.clone(), contents.clone());
    Callback::from(move |()| {
        let facts = contents.facts();
        let run = done.outcome.iter().flat_map(|it| &it.cells).map(|cell| {
            let source = match cell.log {
                0 => Provenance::of(&cell.scenario, &facts),
                log => {
                    let name = format!("{}, log {}", done.wish.item.title, log + 1);
                    Provenance::new(&cell.scenario, LogMark::without_file(&name))
                }
            };
            source.swept(&[], cell.seeds, None)
        });
        run.collect()
    })
}
