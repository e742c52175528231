//! The Slots view: the promises of each provider at a moment, and the answer to a query.

mod answer;
mod moment;
mod query;
mod windows;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::Identity;
use crate::app::context::state::Dispatch;
use crate::app::context::terms;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::control::{Choice, Segmented, choice, one_of};
use crate::app::files::picture::Picture;
use crate::app::files::view_picture::{ViewPicture, stacked, use_view_picture};
use crate::app::systems::cursor::Cursor;
pub use moment::{Moment, Offered};
pub use query::Query;
use query::QueryForm;
use slotscope::chart::numbers;
use slotscope::chart::slots::{SlotView, slots_svg};
use slotscope::chart::table::Table;
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Captions, Frame, Origin, provider_name};
use slotscope::experiment::Watch;
use slotscope::page::explained::{Explained, Question};
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::system::moment::span;
use slotscope::system::two_level::{TwoLevel, to_be_watched};
use slotscope::workload::Time;

/// How far ahead of the cursor the pictures look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ahead {
    Hours(Time),
    All,
}

const AHEADS: &[Choice<Ahead>] = &[
    choice(Ahead::Hours(6), "6 h", "The next six hours."),
    choice(Ahead::Hours(24), "1 d", "The next day."),
    choice(Ahead::Hours(72), "3 d", "The next three days."),
    choice(Ahead::All, "All", "Until the end of the last promise."),
];

/// The settings of the view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct SlotsSettings {
    ahead: UseStateHandle<Ahead>,
    query: UseStateHandle<Query>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_settings() -> SlotsSettings {
    SlotsSettings { ahead: use_state_eq(|| Ahead::Hours(24)), query: use_state_eq(Query::default) }
}

#[derive(Properties, PartialEq)]
pub struct SlotsProps {
    pub finished: Rc<Finished>,
    pub settings: SlotsSettings,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    /// The latest answer of the worker, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The question that must be answered before the view can be drawn, if any: at the cursor, or at the moment that the view
/// begins with.
pub fn question(settings: &TwoLevel, finished: &Finished, cursor: Option<Time>) -> Option<Question> {
    let now = finished.moment(cursor);
    let watched = to_be_watched(settings, &finished.run, now)?;
    Some(Question { experiment: finished.experiment.clone(), watch: Watch::Moment(watched) })
}

/// The Slots view.
#[component]
pub fn Slots(props: &SlotsProps) -> Html {
    let SlotsSettings { ahead, query } = props.settings.clone();
    let whole = use_memo(Identity::of(&props.finished), |_| span(&props.finished.run));
    let cursor = props.finished.moment(props.cursor);
    let settings = TwoLevel::of(&props.finished.experiment.scenario.system);
    let question = settings.and_then(|it| question(it, &props.finished, props.cursor));
    let told = props.explained.clone().filter(|it| {
        let asked = question.as_ref();
        asked.is_some_and(|asked| it.question.is_about(asked))
    });
    let failed = told.as_ref().and_then(|it| it.told.as_ref().err().cloned());
    let moment = use_memo((Identity::of(&props.finished), cursor, told.as_ref().map(Identity::of)), |_| {
        let before = told.as_ref().and_then(|it| it.told.as_ref().ok());
        let before = before.and_then(|it| it.moment.as_ref());
        Moment::asked(&props.finished, cursor, before)
    });
    let answers = use_memo((moment.clone(), *query), |(moment, query)| moment.answers(query));
    let on_ahead = ahead.setter().to_callback();
    let on_query = query.setter().to_callback();
    let window = moment.window(*ahead, answers.offers.iter().filter_map(|it| it.given.as_ref()));
    {
        let (moment, answers, query) = (moment.clone(), answers.clone(), *query);
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let providers = 0..moment.providers.len();
            let pictures: Vec<String> = providers
                .map(|index| {
                    let view = moment.picture(index, window, &query, &answers.offers[index]);
                    let captions = captions_of(index, moment.now, captions);
                    slots_svg(Frame::new(width, 440), theme, &view, &captions)
                })
                .collect();
            stacked(&pictures, width, &vec![440; pictures.len()])
        });
    }
    let pictures = moment.providers.iter().enumerate().map(|(index, _)| {
        let (shown, ground, origin) = (moment.clone(), props.ground, props.origin);
        let (answers, asked) = (answers.clone(), *query);
        let draw = Callback::from(move |frame| {
            let view = shown.picture(index, window, &asked, &answers.offers[index]);
            let captions = Captions { origin, ..Captions::default() };
            slots_svg(frame, &ground.theme(), &view, &captions)
        });
        let shown = moment.clone();
        let view = Callback::from(move |()| shown.whole(index).clone());
        let whole = moment.whole(index);
        html! {
            <SlotPicture key={index} {index} {view} origin={props.origin} moment={Identity::of(&moment)} ground={props.ground}
                window={window} query={asked} {draw} slots={whole.slots().count()}
                promises={whole.committed().len()} processors={moment.providers[index].processors} />
        }
    });
    html! {
        <div class="slots">
            <div class="view-bar slots-bar">
                <Cursor finished={props.finished.clone()} {cursor} span={*whole} origin={props.origin}
                    dispatch={props.dispatch.clone()} />
                <Segmented id="slots-ahead" label="How far ahead" offer={one_of(AHEADS, Some(*ahead), on_ahead)} />
            </div>
            <div class="slots-body">
                <section class="query" aria-label="Query">
                    <h2 data-tip={terms::ARTS2}>{ "Where would a request fit?" }</h2>
                    <QueryForm query={*query} size={moment.size_of(&query)} {cursor} providers={moment.providers.len()} on_change={on_query} />
                    <answer::AnswerList query={*query} moment={moment.clone()} answers={answers.clone()} {failed} origin={props.origin} />
                </section>
                <div class="slot-pictures">{ for pictures }</div>
            </div>
        </div>
    }
}

/// Words above the exported picture of one provider: the scenario stands above the first only.
fn captions_of(index: usize, now: Time, captions: &Captions) -> Captions {
    let at = time_label(now, captions.origin);
    let provider = provider_name(index);
    match index {
        0 => Captions {
            title: match captions.title.as_str() {
                "" => format!("{provider} at {at}"),
                title => format!("{title}, {provider} at {at}"),
            },
            ..captions.clone()
        },
        _ => Captions { title: format!("{provider} at {at}"), subtitle: String::new(), ..captions.clone() },
    }
}

#[derive(Properties)]
struct SlotPictureProps {
    index: usize,
    moment: Identity<Moment>,
    ground: Ground,
    window: (Time, Time),
    query: Query,
    slots: usize,
    promises: usize,
    processors: u32,
    draw: Callback<Frame, String>,
    /// The whole time of which the picture shows a window.
    view: Callback<(), SlotView>,
    origin: Origin,
}

/// The callbacks are made anew at every render; their results follow from the other properties.
impl PartialEq for SlotPictureProps {
    fn eq(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.index, it.ground, it.window, it.query, it.origin);
        self.moment == other.moment && key(self) == key(other)
    }
}

/// The slots of one provider.
#[component]
fn SlotPicture(props: &SlotPictureProps) -> Html {
    let tabled = |make: fn(&SlotView, Origin) -> Table| {
        let origin = props.origin;
        let view = props.view.clone();
        Callback::from(move |()| make(&view.emit(()), origin).into())
    };
    html! {
        <section class="slot-picture" aria-label={provider_name(props.index)}>
            <h2>
                { provider_name(props.index) }
                <small data-tip={terms::CARTS}>
                    { format!("{} · {} from {}", words::processors(props.processors), words::plural(props.slots, "slot"), words::plural(props.promises, "promise")) }
                </small>
            </h2>
            <Picture id={format!("slots-{}", props.index)} label={format!("Free processors of {} over time, and the promises that take the others; the numbers follow in tables", provider_name(props.index))}
                height={300 + 20 * props.promises.min(8) as u32} draw={props.draw.clone()} />
            <Numbers id={format!("slots-{}-numbers", props.index)} summary="Slots as table"
                title={format!("Slots of {}", provider_name(props.index))} make={tabled(numbers::slots)} />
            <Numbers id={format!("slots-{}-promises", props.index)} summary="Promises as table"
                title={format!("Promises of {}", provider_name(props.index))} make={tabled(numbers::commitments)} />
        </section>
    }
}
