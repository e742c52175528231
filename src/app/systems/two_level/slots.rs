//! The Slots view: the promises of each provider at a moment, and the answer to a query.

use crate::app::context::prelude::*;
use crate::app::context::{Identity, terms};
use crate::app::control::data_table::Numbers;
use crate::app::control::{Choice, Field, Fold, Number, Segmented, choice, one_of};
use crate::app::files::view_picture::{Picture, ViewPicture, stacked, use_view_picture};
use crate::app::systems::cursor::{Cursor, told_about};
use slotscope::availability::{Request, Window};
use slotscope::chart::slots::{Answer, SlotView, slots_svg};
use slotscope::chart::table::Table;
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Captions, Frame, Origin, numbers, provider_name};
use slotscope::experiment::{Run, Watch, decisions};
use slotscope::page::explained::{Explained, Question};
use slotscope::system::moment::{Promise, Standing, promises_to, slots, span};
use slotscope::system::two_level::{Asked, AskedProvider, Given, TwoLevel, to_be_watched};

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
    let told = told_about(&props.explained, question);
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
                    <AnswerList query={*query} moment={moment.clone()} answers={answers.clone()} {failed} origin={props.origin} />
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

/// This many windows are shown at once, the others fold away.
const SHOWN: usize = 3;

#[derive(Properties, PartialEq)]
pub struct WindowsProps {
    /// The provider's place.
    pub index: usize,
    /// At least one.
    pub windows: Vec<Window>,
    pub origin: Origin,
}

/// The windows of starts, the first of them set apart.
#[component]
pub fn Windows(props: &WindowsProps) -> Html {
    let WindowsProps { index, windows, origin } = props;
    let (shown, folded) = windows.split_at(windows.len().min(SHOWN));
    let items = |windows: &[Window]| -> Html {
        let item = |window: &Window| {
            let is_first = *window == props.windows[0];
            html! {
                <li class={classes!(is_first.then_some("first"))} data-first={window.first_start.to_string()}
                    data-last={window.last_start.to_string()}>{ words_of(window, *origin) }</li>
            }
        };
        windows.iter().map(item).collect()
    };
    let more = match folded.len() {
        1 => "1 window more".to_string(),
        count => format!("{count} windows more"),
    };
    html! {
        <div class="windows" data-testid={format!("windows-{index}")}>
            <span data-tip={terms::WINDOWS}>{ "Starts that fit" }</span>
            <ol>{ items(shown) }</ol>
            if !folded.is_empty() {
                <Fold id={format!("more-windows-{index}")} title={more}><ol>{ items(folded) }</ol></Fold>
            }
        </div>
    }
}

fn words_of(window: &Window, origin: Origin) -> String {
    let Window { first_start, last_start } = *window;
    let first = time_label(first_start, origin);
    match last_start {
        Time::MAX => format!("from {first} on"),
        last if last == first_start => format!("at {first}"),
        last => format!("{first} to {}", time_label(last, origin)),
    }
}

/// A request to be answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Ready time; `None` is the cursor.
    pub ready: Option<Time>,
    /// Deadline; `None` is never.
    pub deadline: Option<Time>,
    /// Processing time.
    pub length: Time,
    /// Size; `None` is a quarter of the largest provider.
    pub processors: Option<u32>,
    pub provider: Option<usize>,
}

impl Default for Query {
    fn default() -> Self {
        Self { ready: None, deadline: None, length: 3_600, processors: None, provider: None }
    }
}

impl Query {
    /// As the slots are asked at time `now` for so many `processors`.
    pub fn request(&self, now: Time, processors: u32) -> Request {
        Request { ready: self.ready.unwrap_or(now), deadline: self.deadline, length: self.length, processors }
    }
}

#[derive(Properties, PartialEq)]
struct QueryFormProps {
    pub query: Query,
    /// The size that is asked for.
    pub size: u32,
    pub cursor: Time,
    pub providers: usize,
    pub on_change: Callback<Query>,
}

/// The form: every number typed is answered at once.
#[component]
fn QueryForm(props: &QueryFormProps) -> Html {
    let query = props.query;
    let set = |change: fn(&mut Query, Option<f64>)| {
        props.on_change.reform(move |value| {
            let mut next = query;
            change(&mut next, value);
            next
        })
    };
    html! {
        <div class="query-form">
            <Field of="query-ready" label="Ready r" term={terms::READY}>
                <Number id="query-ready" value={query.ready.map(|time| time as f64)} optional=true min={-9e15} unit="s"
                    placeholder={props.cursor.to_string()}
                    on_change={set(|query, value| query.ready = value.map(|value| value as Time))} />
            </Field>
            <Field of="query-deadline" label="Deadline d" term={terms::DEADLINE}>
                <Number id="query-deadline" value={query.deadline.map(|time| time as f64)} optional=true min={-9e15} unit="s"
                    placeholder="none"
                    on_change={set(|query, value| query.deadline = value.map(|value| value as Time))} />
            </Field>
            <Field of="query-length" label="Length p" term={terms::LENGTH}>
                <Number id="query-length" value={query.length as f64} min=1.0 unit="s"
                    on_change={set(|query, value| query.length = value.map_or(query.length, |value| value as Time))} />
            </Field>
            <Field of="query-size" label="Size s" term={terms::SIZE}>
                <Number id="query-size" value={f64::from(props.size)} min=1.0 max={4_294_967_295.0}
                    on_change={set(|query, value| query.processors = value.map(|value| value as u32).or(query.processors))} />
            </Field>
            <Field of="query-provider" label="Provider" term={terms::PROVIDER}>
                <Number id="query-provider" value={query.provider.map(|index| index as f64 + 1.0)} optional=true min=1.0
                    max={props.providers as f64} placeholder="all"
                    on_change={set(|query, value| query.provider = value.map(|value| value as usize - 1))} />
            </Field>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct AnswersProps {
    pub query: Query,
    pub moment: Rc<Moment>,
    pub answers: Rc<Answers>,
    /// Why the promises of the queues are unknown.
    pub failed: Option<String>,
    pub origin: Origin,
}

/// The choice of the grid scheduler, and the offers of every provider.
#[component]
fn AnswerList(props: &AnswersProps) -> Html {
    let AnswersProps { query, moment, answers, failed, origin } = props;
    if moment.lacks_promises {
        let said = match failed {
            Some(why) => format!("Unknown: {why}"),
            None => "Computing the promises of the queues …".to_string(),
        };
        return html! {
            <div class="answers" aria-live="polite"><p id="query-answer" class="hint" data-state="asking">{ said }</p></div>
        };
    }
    let ready = query.ready.unwrap_or(moment.now);
    let asked = |index: usize| query.provider.is_none_or(|asked| asked == index);
    let rows = answers.offers.iter().enumerate().filter(|(index, _)| asked(*index)).map(|(index, offered)| {
        let start = offered.given.map(|given| given.start);
        let text = match offered.given {
            Some(given) => offer(given, query, ready, *origin),
            None if moment.providers[index].processors < moment.size_of(query) => "too small".to_string(),
            None if query.deadline.is_some() => "no room before the deadline".to_string(),
            None => "no room".to_string(),
        };
        let is_best = answers.taken.contains(&index);
        html! {
            <li class={classes!(is_best.then_some("best"))} data-testid={format!("answer-{index}")}
                data-start={start.map(|start| start.to_string())}>
                <strong>{ provider_name(index) }</strong><span>{ text }</span>
                if !offered.windows.is_empty() {
                    <Windows {index} windows={offered.windows.clone()} origin={*origin} />
                }
            </li>
        }
    });
    let best = best(answers);
    html! {
        <div class="answers" aria-live="polite">
            <p id="query-answer" data-state="told" data-start={best.map(|given| given.start.to_string())}
                data-provider={best.map(|given| given.provider.to_string())}>{ said(answers, query, ready) }</p>
            <ul>{ for rows }</ul>
            { how(moment, *origin) }
        </div>
    }
}

/// The chosen offer, or the first of those among which the choice is random.
fn best(answers: &Answers) -> Option<Given> {
    let first = answers.taken.first()?;
    answers.offers[*first].given
}

/// Where it would go, in a line.
fn said(answers: &Answers, query: &Query, ready: Time) -> String {
    let Some(best) = best(answers) else {
        return "No fit".to_string();
    };
    let start = |it: &Offered| it.given.map(|given| given.start);
    let taken = || answers.taken.iter().map(|&index| &answers.offers[index]);
    let names = match answers.taken.as_slice() {
        [one] => provider_name(*one),
        [one, other] => format!("{} or {}, at random", provider_name(*one), provider_name(*other)),
        all => format!("One of {} providers, at random", all.len()),
    };
    if taken().all(|it| start(it) == Some(best.start)) {
        format!("{names}, {}", after(best, query, ready))
    } else {
        names
    }
}

fn offer(given: Given, query: &Query, ready: Time, origin: Origin) -> String {
    let end = time_label(given.start.saturating_add(query.length), origin);
    format!("{} to {end} ({})", time_label(given.start, origin), after(given, query, ready))
}

fn after(given: Given, query: &Query, ready: Time) -> String {
    let wait = match given.start - ready {
        0 => "at once".to_string(),
        // The letter alone on a line would look lost.
        wait => format!("{} after\u{a0}r", words::duration(wait as f64)),
    };
    match query.deadline.filter(|_| !given.in_time) {
        Some(deadline) => {
            let late = given.start.saturating_add(query.length) - deadline;
            format!("{wait}, {} late", words::duration(late as f64))
        }
        None => wait,
    }
}

/// At which point of the moment the providers are asked, and in which state.
fn how(moment: &Moment, origin: Origin) -> Html {
    let Some(asked) = &moment.asked else {
        return nothing();
    };
    let when = if asked.at == moment.now {
        "The answer of a run to a reservation that is submitted at the cursor, after the jobs that end at that moment and before any queue starts jobs.".to_string()
    } else {
        format!(
            "The answer of a run to a reservation that is submitted at the cursor: it waits for the grid scheduler until {}, behind the batch jobs that were submitted before it.",
            time_label(asked.at, origin)
        )
    };
    let named = asked.providers.iter().any(|it| it.names_processors());
    html! {
        <p class="hint" id="query-how">
            { when }
            if !asked.is_certain { { " Not certain: in the run, jobs that are submitted between the cursor and that time may have taken processors that jobs before the reservation would have had." } }
            if named { { " Where reservations are bound to their processors, the same ones have to be free throughout." } }
        </p>
    }
}

/// The promises of every provider at a moment.
pub struct Moment {
    pub now: Time,
    /// In platform order.
    pub providers: Vec<Provider>,
    /// The providers as a reservation that is submitted then would find them; `None` if there is no query.
    pub asked: Option<Asked>,
    /// Whether the promises of the queues are still missing.
    pub lacks_promises: bool,
}

/// The rest follows from these.
impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        let all = |it: &Self| (it.now, it.lacks_promises);
        all(self) == all(other) && self.providers == other.providers
    }
}

/// The answers to a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// The offer of each provider, in platform order; none of those that are not asked.
    pub offers: Vec<Offered>,
    /// The providers that the grid scheduler takes: several if it draws among them.
    pub taken: Vec<usize>,
}

/// The offer of a provider.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offered {
    pub given: Option<Given>,
    /// Every window of starts in time.
    pub windows: Vec<Window>,
}

/// The promises of one provider, and the slots that they leave.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    pub processors: u32,
    /// From the moment on.
    view: SlotView,
}

impl Moment {
    /// A run after everything that happens at time `now`, if these jobs are all that hold processors
    /// or have booked some then.
    pub fn of(finished: &Finished, now: Time, jobs: impl Iterator<Item = u32> + Clone) -> Self {
        let run = &finished.run;
        let provider = |(index, &processors): (usize, &u32)| {
            let promises = promises_to(run, index, now, jobs.clone());
            Provider::of(run, now, processors, &promises)
        };
        Self {
            now,
            providers: run.platform.iter().enumerate().map(provider).collect(),
            asked: None,
            lacks_promises: false,
        }
    }

    /// A run as a reservation finds it that is submitted at time `now`; with how all stood before, once
    /// that has been told.
    pub fn asked(finished: &Finished, now: Time, before: Option<&decisions::Moment>) -> Self {
        let run = &finished.run;
        let settings = TwoLevel::of(&finished.experiment.scenario.system);
        let settings = settings.cloned().unwrap_or_default();
        let asked = Asked::of(&settings, run, now, before);
        let providers = asked.providers.iter();
        let provider = |it: &AskedProvider| Provider::of(run, now, it.processors, &it.promises);
        Self {
            now,
            providers: providers.map(provider).collect(),
            asked: Some(asked),
            lacks_promises: before.is_none() && to_be_watched(&settings, run, now).is_some(),
        }
    }

    /// How many processors a query asks for.
    pub fn size_of(&self, query: &Query) -> u32 {
        let sizes = self.providers.iter().map(|it| it.processors);
        let usual = (sizes.max().unwrap_or(1) / 4).max(1);
        query.processors.unwrap_or(usual)
    }

    /// The answers to a query; none while the state is still missing.
    pub fn answers(&self, query: &Query) -> Answers {
        let request = query.request(self.now, self.size_of(query));
        let Some(asked) = self.asked.as_ref().filter(|_| !self.lacks_promises) else {
            return Answers { offers: vec![Offered::default(); self.providers.len()], taken: Vec::new() };
        };
        let offer = |index: usize| {
            if query.provider.is_none_or(|wanted| wanted == index) {
                Offered { given: asked.given(index, &request), windows: asked.windows(index, &request) }
            } else {
                Offered::default()
            }
        };
        let offers: Vec<Offered> = (0..self.providers.len()).map(offer).collect();
        let given: Vec<Given> = offers.iter().filter_map(|it| it.given).collect();
        let taken = asked.may_take(&given);
        Answers { taken: taken.into_iter().map(|place| given[place].provider).collect(), offers }
    }

    /// The window of time that the pictures show: from the moment itself, since promises that
    /// are over are not known any more, to the end of every answer.
    pub fn window<'a>(&self, ahead: Ahead, answers: impl Iterator<Item = &'a Given>) -> (Time, Time) {
        let last = self
            .providers
            .iter()
            .flat_map(|provider| &provider.view.commitments)
            .map(|it| it.end)
            .max()
            .unwrap_or(self.now);
        let answered = answers.map(|it| it.start).max().unwrap_or(self.now);
        let end = match ahead {
            Ahead::Hours(hours) => self.now.saturating_add(hours * 3_600),
            Ahead::All => last,
        };
        let length = end.max(answered).saturating_sub(self.now).max(3_600);
        (self.now, self.now.saturating_add(length + length / 12))
    }

    /// The picture of a provider, with its answer to a query.
    pub fn picture(&self, index: usize, window: (Time, Time), query: &Query, answer: &Offered) -> SlotView {
        SlotView {
            answer: answer.given.map(|given| Answer {
                start: given.start,
                end: given.start.saturating_add(query.length),
                processors: self.size_of(query).into(),
            }),
            starts: answer.windows.iter().map(|it| (it.first_start, it.last_start)).collect(),
            window,
            ..self.providers[index].view.clone()
        }
    }

    /// All slots and promises of a provider from the moment on.
    pub fn whole(&self, index: usize) -> &SlotView {
        &self.providers[index].view
    }
}

impl Provider {
    fn of(run: &Run, now: Time, processors: u32, promises: &[Promise]) -> Self {
        let carts = slots(processors, promises);
        Self { processors, view: SlotView::of(run, processors, promises, &carts, (now, Time::MAX)) }
    }
}

#[derive(Properties, PartialEq)]
pub struct PromisedProps {
    pub finished: Rc<Finished>,
    /// Where the jobs stand at the cursor.
    pub here: Rc<Standing>,
    pub cursor: Time,
    pub ground: Ground,
    pub origin: Origin,
}

/// The slots of a provider at the cursor.
#[component]
pub fn Promised(props: &PromisedProps) -> Html {
    let provider = use_state_eq(|| 0usize);
    let count = props.finished.run.platform.len();
    let index = (*provider).min(count.saturating_sub(1));
    let moment = use_memo((Identity::of(&props.finished), props.cursor), |_| {
        Moment::of(&props.finished, props.cursor, props.here.holders())
    });
    let draw = use_callback((Identity::of(&moment), index, props.ground, props.origin), {
        let moment = moment.clone();
        move |frame, &(_, index, ground, origin)| {
            let window = moment.window(Ahead::Hours(6), std::iter::empty());
            let view = moment.picture(index, window, &Query::default(), &Offered::default());
            let captions = Captions { origin, ..Captions::default() };
            slots_svg(frame, &ground.theme(), &view, &captions)
        }
    });
    let tabled = |make: fn(&SlotView, Origin) -> Table| {
        let (moment, origin) = (moment.clone(), props.origin);
        Callback::from(move |()| make(moment.whole(index), origin).into())
    };
    let step = |by: usize| provider.setter().to_callback().reform(move |_: MouseEvent| (index + by) % count.max(1));
    html! {
        <section class="play-slots" aria-label="Slots">
            <h2>
                <span data-tip={terms::CARTS}>{ "Slots of " }{ provider_name(index) }</span>
                if count > 1 {
                    <button type="button" class="icon" aria-label="Previous provider" onclick={step(count - 1)}>{ "‹" }</button>
                    <button type="button" class="icon" aria-label="Next provider" onclick={step(1)}>{ "›" }</button>
                }
            </h2>
            <Picture id="play-slots-picture" label={format!("Free processors of {} in the next hours; the numbers follow in tables", provider_name(index))} height={230} {draw} />
            <Numbers id="play-slots-numbers" summary="Slots as table" title={format!("slots of {}", provider_name(index))} make={tabled(numbers::slots)} />
            <Numbers id="play-slots-promises" summary="Promises as table" title={format!("promises of {}", provider_name(index))} make={tabled(numbers::commitments)} />
        </section>
    }
}
