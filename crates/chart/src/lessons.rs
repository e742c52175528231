//! The charts of lessons.

mod schedule;
#[cfg(test)]
mod tests;
mod together;

use super::axis::AxisUnit;
use super::curves::{Panel, Point, Series, curves_svg};
use super::gantt::gantt_svg;
use super::gantt::index::GanttIndex;
use super::idle_periods::Searched;
use super::lesson_slots::{Candidate, Pointer, SeenSlots};
use super::messages::words::{step_words, verdicts};
use super::messages::{
    Followed, LoadsAt, ROWS, TasksByAgent, loads_height, loads_svg, loads_table, messages_table, sequence_height,
    sequence_svg, tasks_by_agent_height, tasks_by_agent_svg, tasks_table,
};
use super::numbers::Numbered;
use super::slots::{Answer, SlotView};
use super::task_slots::PlanSteps;
use super::theme::{Look, looks_of_policies};
use super::viewport::Viewport;
use super::{curves, lesson_slots, slots};
use crate::prelude::*;
use experiment::lesson::{Binding, Curve, Generate, Interval, Planning, RangeSearch, Search, Show, Slots};
use experiment::replicated::Spread;
use experiment::{lesson, policy_place};
use schedule::FEW;
use scheduling::availability::trace::{Found, GenerationState, SearchState};
use scheduling::availability::{BEGINNING, Step, proposition_1, trace};
use scheduling::criteria::{Criterion, Report};
use scheduling::engine::{Bar, Nouns, Outcome, Run, Status};
use scheduling::system::Better;
use scheduling::system::moment::slots as slots_of;
use scheduling::system::two_level::{Asked, TwoLevel};
use workload::{Flexibility, Job, ReservationRequest};

pub use schedule::{common_window, origin_of, schedule_height, schedule_index, schedule_rows, schedule_svg};
pub use together::Together;

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
