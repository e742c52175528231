//! The charts of lessons.

#[cfg(test)]
mod tests;

use experiment::lesson::{self, Binding, Curve, Generate, Interval, Planning, RangeSearch, Search, Show, Slots};
use experiment::policy_place;
use experiment::replicated::Spread;
use scheduling::availability::trace::{self, Found, GenerationState, SearchState};
use scheduling::availability::{BEGINNING, Step, proposition_1};
use scheduling::criteria::{Criterion, Report};
use scheduling::engine::{Bar, Nouns, Outcome, Run, Status, Tick};
use scheduling::system::Better;
use scheduling::system::moment::slots as slots_of;
use scheduling::system::two_level::{Asked, TwoLevel};
use workload::{Flexibility, Job, ReservationRequest, Time};

use super::axis::AxisUnit;
use super::curves::{self, Panel, Point, Series, curves_svg};
use super::gantt::index::GanttIndex;
use super::idle_periods::Searched;
use super::lesson_slots::{self, Candidate, Pointer, SeenSlots};
use super::messages::words::{step_words, verdicts};
use super::messages::{
    Followed, LoadsAt, ROWS, TasksByAgent, loads_height, loads_svg, loads_table, messages_table, sequence_height,
    sequence_svg, tasks_by_agent_height, tasks_by_agent_svg, tasks_table,
};
use super::numbers::Numbered;
use super::slots::{self, Answer, SlotView};
use super::task_slots::PlanSteps;
use super::theme::{Look, looks_of_policies};
use super::viewport::Viewport;
use crate::gantt::{BUDGET, draw_axis_label, draw_lanes, gantt_svg, kinds_there, nouns};
use crate::piece::Kind;
use crate::prelude::*;
use crate::{Frame, Origin, Resource, Theme};

fn captions(title: &str, origin: Origin) -> Captions {
    Captions { title: title.to_owned(), subtitle: String::new(), origin }
}

/// The height of the slots of a run at a moment.
pub const SLOTS_HEIGHT: u32 = 520;

/// The slots of one provider of a run at a moment, and the answer to a request.
pub fn slots_svg(frame: Frame, theme: &Theme, run: &Run, show: &Slots) -> String {
    let view = slot_view(run, show);
    slots::slots_svg(frame, theme, &view, &captions("", slot_origin(&view)))
}

/// The unit of the times of such a picture: small examples count in seconds.
pub fn slot_origin(view: &SlotView) -> Origin {
    if view.capacity > i64::from(FEW) { Origin::LogStart } else { Origin::Seconds }
}

/// The content of that picture.
pub fn slot_view(run: &Run, show: &Slots) -> SlotView {
    let capacity = run.platform.get(show.provider).copied().unwrap_or(0);
    let settings = TwoLevel::of(&show.scenario.system).cloned();
    let asked = Asked::of(&settings.unwrap_or_default(), run, show.at, None);
    let provider = asked.providers.get(show.provider);
    let promised = provider.map_or(&[][..], |it| &it.promises);
    let carts = slots_of(capacity, promised);
    let request = show.request.map(|asked| asked.request()).filter(|_| provider.is_some());
    let windows = request.map(|request| asked.windows(show.provider, &request));
    let given = request.and_then(|request| asked.given(show.provider, &request));
    let answer = given.zip(request).map(|(given, request)| Answer {
        start: given.start,
        end: given.start.saturating_add(request.length),
        processors: request.processors.into(),
    });
    let last = promised.iter().map(|it| it.commitment.end).max().into_iter().chain(answer.map(|it| it.end)).max();
    let length = last.map_or(0, |last| last - show.at).max(60);
    let window = (show.at, show.at + length + length / 12);
    SlotView {
        answer,
        starts: windows.iter().flatten().map(|it| (it.first_start, it.last_start)).collect(),
        ..SlotView::of(run, capacity, promised, &carts, window)
    }
}

fn steps(slots: &[Step], from: Time) -> Vec<(Time, i64)> {
    let start = |step: &Step| {
        if step.start == BEGINNING { from } else { step.start }
    };
    slots.iter().map(|step| (start(step), step.free)).collect()
}

/// The results of a curve's runs, in the order of its shots; missing ones are left out.
pub fn curves(show: &Curve, reports: &[Option<Report>]) -> curves::Curves {
    let shots = Show::Curve(show.clone()).experiments().unwrap_or_default();
    let policies: Vec<usize> = shots.iter().map(|it| policy_place(&it.scenario)).collect();
    let looks = looks_of_policies(&policies);
    let panel = |&criterion: &Criterion| panel(show, reports, (criterion, looks.as_deref()));
    curves::Curves { x_label: show.vary.label.clone(), x_log: false, panels: show.criteria.iter().map(panel).collect() }
}

/// The curve as an SVG document, of the criteria at `panels`.
pub fn curve_svg(frame: Frame, theme: &Theme, show: &Curve, reports: &[Option<Report>], panels: &[usize]) -> String {
    let mut drawn = curves(show, reports);
    let all = std::mem::take(&mut drawn.panels);
    drawn.panels = panels.iter().filter_map(|&at| all.get(at).cloned()).collect();
    curves_svg(frame, theme, &drawn, &Captions::default())
}

fn panel(show: &Curve, reports: &[Option<Report>], (criterion, looks): (Criterion, Option<&[Look]>)) -> Panel {
    let values = reports.iter().flatten().filter_map(|it| criterion.of(it));
    let unit = AxisUnit::of(criterion.unit(), values.fold(0.0, f64::max));
    let plans: Vec<&str> = match show.plans.as_slice() {
        [] => vec![""],
        plans => plans.iter().map(|plan| plan.name.as_str()).collect(),
    };
    let (count, seeds) = (show.vary.values.len(), show.seeds.max(1) as usize);
    let series = plans.iter().enumerate().map(|(line, name)| {
        let points = show.vary.values.iter().enumerate().filter_map(|(at, &x)| {
            let first = (line * count + at) * seeds;
            let values = reports
                .get(first..first + seeds)?
                .iter()
                .flatten()
                .filter_map(|it| Some(criterion.of(it)? / unit.size));
            let spread = Spread::of(&values.collect::<Vec<f64>>())?;
            Some(Point { x, mean: spread.mean, low: spread.low, high: spread.high, n: spread.count })
        });
        Series { name: (*name).to_owned(), points: points.collect(), look: looks.map(|it| it[line]) }
    });
    let label = criterion.label_in(<&Nouns>::default());
    let label = match unit.symbol {
        "" => label,
        symbol => format!("{label} ({symbol})"),
    };
    Panel { y_label: label, from_zero: criterion.better() != Better::Higher, log: false, series: series.collect() }
}

/// The height of an algorithm's picture.
pub fn algorithm_height(reservations: &[Interval]) -> u32 {
    lesson_slots::height(reservations.len())
}

/// Algorithm 1 after a line: the slots so far.
pub fn generation_svg(frame: Frame, theme: &Theme, show: &Generate, state: &GenerationState) -> String {
    let window = window(&show.reservations, &[]);
    let ended = state.line == trace::ALGORITHM_1.len();
    let seen = SeenSlots {
        window,
        capacity: show.capacity.into(),
        slots: steps(&state.slots, window.0),
        unknown_from: (!ended).then_some(state.now.unwrap_or(window.0)),
        touched: state.touched,
        pointers: vec![Pointer { name: "v", slot: state.slots.len() - 1 }],
        moments: state.now.filter(|_| !ended).map(|now| ("t", now)).into_iter().collect(),
        candidate: None,
        reservations: intervals(&show.reservations),
    };
    seen_svg(frame, theme, &seen)
}

/// Algorithm 2 after a line: the pointers, and the candidate.
pub fn search_svg(frame: Frame, theme: &Theme, show: &Search, slots: &[Step], state: &SearchState) -> String {
    let asked = show.request;
    let end = state.start.unwrap_or(asked.ready).saturating_add(asked.length);
    let times = [asked.ready, asked.deadline.unwrap_or(0), end];
    let window = window(&show.reservations, &times);
    let mut pointers = Vec::new();
    if let Some(i) = state.i {
        pointers.push(Pointer { name: "i", slot: i - 1 });
    } else {
        let (low, high) = (state.low - 1, state.high - 1);
        pointers.push(Pointer { name: "low", slot: low });
        pointers.extend(state.middle.map(|it| Pointer { name: "middle", slot: it - 1 }));
        pointers.push(Pointer { name: "high", slot: high });
    }
    let mut moments = vec![("r", asked.ready)];
    moments.extend(asked.deadline.map(|deadline| ("d", deadline)));
    let seen = SeenSlots {
        window,
        capacity: show.capacity.into(),
        slots: steps(slots, window.0),
        unknown_from: None,
        touched: state.i.or(state.middle).map(|slot| slot - 1),
        pointers,
        moments,
        candidate: state.start.filter(|_| state.found != Found::Never).map(|start| Candidate {
            start,
            end: start.saturating_add(asked.length),
            processors: asked.processors.into(),
            found: matches!(state.found, Found::Start(_)),
        }),
        reservations: intervals(&show.reservations),
    };
    seen_svg(frame, theme, &seen)
}

fn seen_svg(frame: Frame, theme: &Theme, seen: &SeenSlots) -> String {
    let slots = seen.slots.iter().map(|(start, free)| format!("{free} from {start}"));
    let slots: Vec<String> = slots.collect();
    let description = format!("Free processors: {}.", slots.join(", "));
    svg(frame, "Slots", &description, |target, frame| {
        lesson_slots::draw(target, frame, theme, seen, &Captions::default())
    })
}

/// From 0, or a little before the first time, to a little after the last.
fn window(reservations: &[Interval], times: &[Time]) -> (Time, Time) {
    let last = reservations.iter().map(|it| it.end).chain(times.iter().copied()).max().unwrap_or(0).max(10);
    (0, last + (last / 8).max(1))
}

fn intervals(reservations: &[Interval]) -> Vec<(Time, Time, u32)> {
    let interval = |it: &Interval| (it.start, it.end, it.processors);
    reservations.iter().map(interval).collect()
}

/// A search among idle periods.
pub fn searched(show: &RangeSearch) -> Searched {
    let (asked, search) = lesson::range_search(show);
    Searched { asked, search, origin: Origin::Seconds }
}

/// The height of a binding's picture.
pub fn binding_height(capacity: u32) -> u32 {
    150 + capacity * 36
}

/// The first this many reservations of a binding on their processors: bound when they are booked, or
/// when they start.
pub fn binding_svg(frame: Frame, theme: &Theme, title: &str, show: &Binding, booked: usize, is_static: bool) -> String {
    let run = bound_run(show, booked, is_static);
    let end = show.reservations.iter().map(|it| it.end).max().unwrap_or(1);
    let viewport = Viewport { start: 0.0, end: end as f64, first_row: 0.0, last_row: f64::from(show.capacity) };
    let letters: Vec<String> = (0..booked).map(|at| proposition_1::letter(at).to_string()).collect();
    let index = GanttIndex::new(&run);
    let captions = captions(title, Origin::Seconds);
    gantt_svg(frame, theme, &index.named(letters), &viewport, &captions)
}

/// Reservations on the processors that they are bound to, as a run.
fn bound_run(show: &Binding, booked: usize, is_static: bool) -> Run {
    let demonstration = lesson::bound(show, booked);
    let bound = if is_static { demonstration.static_binding() } else { demonstration.dynamic_binding() };
    let mut run = Run { platform: vec![show.capacity], ..Run::default() };
    for (at, (interval, bits)) in show.reservations.iter().zip(&bound).enumerate() {
        run.jobs.push(reserved(at as u64 + 1, interval));
        run.schedule.outcomes.push(Outcome {
            status: if bits.is_some() { Status::Done } else { Status::Rejected },
            start: interval.start,
            end: interval.end,
            ..Outcome::UNSEEN
        });
        let bits = bits.unwrap_or(0);
        let holds = |processor: &u32| bits >> processor & 1 == 1;
        for processor in (0..show.capacity).filter(holds) {
            extend(&mut run.schedule.bars, at as u32, processor, interval);
        }
    }
    base::ordering::sort_by_key(&mut run.schedule.bars, |bar| bar.start);
    run
}

/// One more processor of a job: its last bar grows where they are neighbours.
fn extend(bars: &mut Vec<Bar>, job: u32, processor: u32, interval: &Interval) {
    if let Some(last) = bars.last_mut()
        && last.job == job
        && last.last_processor + 1 == processor
    {
        last.last_processor = processor;
        return;
    }
    bars.push(Bar {
        job,
        provider: 0,
        first_processor: processor,
        last_processor: processor,
        start: interval.start,
        end: interval.end,
    });
}

fn reserved(id: u64, interval: &Interval) -> Job {
    let length = interval.end - interval.start;
    Job {
        id,
        submit: 0,
        processors: interval.processors,
        run_time: length,
        requested_time: length,
        logged_wait: Some(0),
        reservation: Some(ReservationRequest {
            ready: interval.start,
            deadline: interval.end,
            flexibility: Flexibility::Rigid,
            is_listed: false,
        }),
        ..Job::default()
    }
}

/// More nodes than this many are not shown: a lesson has few.
const NODES: usize = 12;

/// This many sentences on single offers stand beside a step.
const VERDICTS: usize = 6;

/// More steps than this many are not listed.
const LISTED: usize = 500;

/// A run whose messages are shown step by step. Its pictures are the messages, the tasks of each agent, and the
/// load of the nodes.
pub struct Talk {
    run: Run,
    followed: Followed,
}

impl Talk {
    /// The messages of a run.
    pub fn of(run: Run) -> Self {
        Self { followed: Followed::of(&run), run }
    }

    pub fn steps(&self) -> usize {
        self.followed.steps.len()
    }

    /// The last of a number of steps, in words.
    pub fn words(&self, shown: usize) -> String {
        step_words(&self.run, &self.followed.steps, shown)
    }

    /// The outcome of the offers of that step, of the first ones.
    pub fn verdicts(&self, shown: usize) -> Vec<String> {
        verdicts(&self.run, &self.followed.steps, shown, VERDICTS).0
    }

    /// How many tasks each agent has got after a number of steps.
    pub fn by_agent(&self, shown: usize) -> TasksByAgent {
        TasksByAgent::of(&self.run, &self.followed.steps, shown)
    }

    /// The loads of the visible nodes after a number of steps.
    fn loads(&self, shown: usize) -> LoadsAt {
        let first = if self.run.platform.len() <= NODES { 0 } else { self.followed.first_node(&self.run, None, shown) };
        self.followed.loads(&self.run, shown, first, NODES)
    }

    /// The heights of the three pictures, if they are so wide.
    pub fn heights(&self, width: u32) -> [u32; 3] {
        let rows = ROWS.min(self.followed.steps.rows.len());
        let messages = &self.run.messages;
        [
            sequence_height(rows),
            tasks_by_agent_height(messages.agents.len()),
            loads_height(messages, self.loads(0).nodes, width),
        ]
    }

    /// One of the three pictures after a number of steps.
    pub fn svg(&self, picture: usize, shown: usize, frame: Frame, theme: &Theme) -> String {
        let captions = Captions { origin: origin_of(&self.run, true), ..Captions::default() };
        match picture {
            0 => {
                let sequence = self.followed.sequence(&self.run);
                let view = self.followed.view(shown);
                sequence_svg(frame, theme, (&sequence, &view), &captions)
            }
            1 => tasks_by_agent_svg(frame, theme, &self.by_agent(shown), &captions),
            _ => {
                let held = self.loads(shown);
                let view = self.followed.loads_view(&self.run, &held);
                loads_svg(frame, theme, &view, &captions)
            }
        }
    }

    /// The numbers behind one of the three pictures.
    pub fn table(&self, picture: usize, shown: usize) -> Numbered {
        match picture {
            0 => messages_table(&self.run.messages, &self.followed.steps, 0, LISTED),
            1 => tasks_table(&self.by_agent(shown)).into(),
            _ => loads_table(&self.run, &self.loads(shown)).into(),
        }
    }
}

/// A workflow's plan in the making; nothing if the workflow is none, which a checked lesson's is not.
pub fn planned(show: &Planning) -> Option<PlanSteps> {
    let workflow = lesson::workflow(&show.workflow).ok()?;
    let steps = match show.deadline {
        None => PlanSteps::placing(&workflow, show.scheduler, show.first_assignment),
        Some(deadline) => PlanSteps::sharing(&workflow, deadline, show.variant),
    };
    steps.ok()
}

/// The most processors whose jobs have their names on the bars.
const FEW: u32 = 40;

/// The height of one of `plans` schedules of these rows ([`schedule_rows`]), in CSS pixels.
pub fn schedule_height(platform: &[u32], plans: usize) -> u32 {
    let rows: u32 = platform.iter().fold(0, |sum, &it| sum.saturating_add(it));
    if rows > FEW {
        return if plans > 1 { 290 } else { 380 };
    }
    let row = if plans > 2 { 26 } else { 32 };
    130 + rows * row + platform.len() as u32 * 30
}

/// The window that shows all of these runs, so that they can be compared; none of none.
pub fn common_window(runs: &[&Run]) -> Option<(Time, Time)> {
    let end = runs.iter().flat_map(|run| &run.schedule.bars).map(|bar| bar.end).max()?;
    let start = runs.iter().flat_map(|run| &run.jobs).map(|job| job.submit).min()?.min(end);
    // Room after the last end, so that it is seen to be one.
    Some((start, end + (end - start) / 25 + 1))
}

/// A schedule, its jobs named where they are few. `window` is the time drawn; none draws all.
pub fn schedule_svg(frame: Frame, theme: &Theme, title: &str, run: &Run, window: Option<(Time, Time)>) -> String {
    let index = schedule_index(run);
    let whole = index.whole();
    let (start, end) = window.map(|(from, to)| (from as f64, to as f64)).unwrap_or((whole.start, whole.end));
    let viewport = Viewport { start, end, ..whole };
    let captions = captions(title, origin_of(run, are_few(run)));
    gantt_svg(frame, theme, &index, &viewport, &captions)
}

/// Whether a run has so few processors that its jobs have their names on the bars.
fn are_few(run: &Run) -> bool {
    run.platform.iter().sum::<u32>() <= FEW
}

/// Whether the rows of a schedule are GPUs: every job that ran has held some.
fn shows_gpus(run: &Run) -> bool {
    let Some(holds) = run.holds() else {
        return false;
    };
    let mut ran = run.schedule.bars.iter();
    let holds_some = |job: u32| holds.gpus.iter().any(|it| it.job == job);
    !holds.gpus.is_empty() && ran.all(|bar| holds_some(bar.job))
}

/// The rows of a schedule, by provider: its GPUs where every job holds some, or else its processors.
pub fn schedule_rows(run: &Run) -> Vec<u32> {
    let gpus = run.holds().filter(|_| shows_gpus(run));
    match gpus.and_then(|it| u32::try_from(it.all_gpus()).ok()) {
        Some(gpus) => vec![gpus],
        None => run.platform.clone(),
    }
}

/// A run as a schedule of a lesson draws it: its jobs named where they are few, its rows GPUs where every job holds some.
/// O(n log n + n · m) for n jobs and m entries of held GPUs.
pub fn schedule_index(run: &Run) -> GanttIndex {
    let index = named(run);
    let of_gpus = shows_gpus(run).then(|| index.with_rows_of(run, Resource::Gpus));
    of_gpus.flatten().unwrap_or(index)
}

/// A run with its jobs named where they are few.
fn named(run: &Run) -> GanttIndex {
    let names = if are_few(run) { (0..run.jobs.len()).map(|at| run.job_name(at)).collect() } else { Vec::new() };
    GanttIndex::new(run).named(names)
}

/// The unit of the times of a schedule: small examples, and those in parts of a second, count in seconds.
pub fn origin_of(run: &Run, few: bool) -> Origin {
    match run.tick == Tick::SECOND {
        true if few => Origin::Seconds,
        true => Origin::LogStart,
        false => Origin::Ticks(run.tick),
    }
}

/// The height of the time axis beneath the last schedule, in CSS pixels.
const AXIS_HEIGHT: u32 = 40;

/// The least height of a provider's row of processors, and of the axes and titles around the providers, in CSS pixels.
const LEAST: (u32, u32) = (20, 12);

/// Schedules that share their time axis.
pub struct Together {
    indices: Vec<GanttIndex>,
    start: f64,
    end: f64,
    origin: Origin,
    /// The place of the axis of processors, the same for all.
    left: f64,
}

impl Together {
    /// These runs, in this window or in one that shows all of them.
    pub fn of(runs: &[&Run], window: Option<(Time, Time)>) -> Self {
        let indices: Vec<GanttIndex> = runs.iter().map(|run| schedule_index(run)).collect();
        let (start, end) = window.or_else(|| common_window(runs)).unwrap_or((0, 1));
        let origin = runs.first().map(|run| origin_of(run, are_few(run)));
        let left = indices.iter().map(GanttIndex::left).fold(0.0, f64::max);
        Self { indices, start: start as f64, end: end as f64, origin: origin.unwrap_or_default(), left }
    }

    pub fn count(&self) -> usize {
        self.indices.len()
    }

    /// The kinds of bars in any of them, and their words.
    pub fn legend(&self) -> Vec<(Kind, &'static str)> {
        let indices: Vec<&GanttIndex> = self.indices.iter().collect();
        let has = |kind| indices.iter().any(|it| it.has(kind));
        kinds_there(nouns(&indices), has)
    }

    /// The least height of the schedule at `place`, in CSS pixels: the last one has the axis.
    pub fn least_height(&self, place: usize) -> u32 {
        let providers = self.indices.get(place).map_or(1, |it| it.platform.len());
        let providers = u32::try_from(providers).unwrap_or(u32::MAX).min(6);
        let axis = if self.is_last(place) { AXIS_HEIGHT } else { 0 };
        LEAST.0 * providers.max(2) + LEAST.1 + axis
    }

    /// The schedule at `place` as an SVG document.
    pub fn svg(&self, place: usize, frame: Frame, theme: &Theme) -> String {
        let axis = if self.is_last(place) { AXIS_HEIGHT } else { 0 };
        svg(frame, "", "", |target, frame| {
            let mut pen = Pen::new(target, frame, theme);
            pen.fill(frame.area(), theme.background, 1.0)?;
            let plot = frame.area().inset(self.left, 3.0, 20.0, f64::from(axis) + 3.0);
            let Some(index) = self.indices.get(place) else {
                return Ok(());
            };
            let sight = Viewport { start: self.start, end: self.end, ..index.whole() };
            if plot.width < 8.0 || plot.height < 8.0 {
                return Ok(());
            }
            draw_lanes(&mut pen, plot, index, ((&sight).into(), self.origin), BUDGET)?;
            if !self.is_last(place) {
                return Ok(());
            }
            draw_time_marks(&mut pen, plot, (self.start, self.end), self.origin)?;
            draw_axis_label(&mut pen, plot, 30.0, self.origin)
        })
    }

    fn is_last(&self, place: usize) -> bool {
        place + 1 == self.count()
    }
}
