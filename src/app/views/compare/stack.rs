//! The charts of a comparison as one: a Gantt chart for each scenario, curves and an axis, which all
//! show the same times.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::app::views::gantt::board::{Board, Painter, Span};
use crate::app::views::gantt::scene::{Arranged, Scene, flags_of};
use slotscope::chart::{GanttIndex, Viewport};
use slotscope::page::compare::Subject;
use slotscope::page::history::MOST_COMPARED;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackChart {
    /// The time axis above all.
    Axis,
    /// The Gantt chart of the scenario at this place.
    Gantt(usize),
    /// How many processors are busy.
    Busy,
    /// How many jobs wait.
    Queue,
}

impl StackChart {
    /// Its name in ids.
    pub fn id(self) -> String {
        match self {
            Self::Axis => "axis".to_string(),
            Self::Gantt(place) => format!("gantt-{place}"),
            Self::Busy => "busy".to_string(),
            Self::Queue => "queue".to_string(),
        }
    }
}

type Shared = Rc<RefCell<Board>>;

/// The boards of all charts. Those of scenarios that are not there show nothing.
pub struct Stack {
    axis: Shared,
    gantts: [Shared; MOST_COMPARED],
    busy: Shared,
    queue: Shared,
    /// The subject of each Gantt chart.
    subjects: RefCell<Vec<Option<Rc<Subject>>>>,
    /// The job that is pointed at: the chart that the pointer stands on, and its number.
    pointed: Cell<Option<(StackChart, u64)>>,
    /// The job that was last outlined in all.
    outlined: Cell<Option<u64>>,
    /// The rows that all Gantt charts show, each as far as it has them; `None` for all.
    rows: Cell<Option<(f64, f64)>>,
}

/// A page has one stack.
impl PartialEq for Stack {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The room below the axis, for its marks, in CSS pixels.
const AXIS: f64 = 26.0;

impl Stack {
    /// Charts that show nothing yet.
    pub fn new() -> Self {
        let board = || Rc::new(RefCell::new(Board::new()));
        Self {
            axis: board(),
            gantts: std::array::from_fn(|_| board()),
            busy: board(),
            queue: board(),
            subjects: RefCell::default(),
            pointed: Cell::default(),
            outlined: Cell::default(),
            rows: Cell::default(),
        }
    }

    /// The board of a chart.
    pub fn board(&self, place: StackChart) -> &Shared {
        match place {
            StackChart::Axis => &self.axis,
            StackChart::Gantt(place) => &self.gantts[place.min(MOST_COMPARED - 1)],
            StackChart::Busy => &self.busy,
            StackChart::Queue => &self.queue,
        }
    }

    fn boards(&self) -> impl Iterator<Item = &Shared> {
        let others = [&self.axis, &self.busy, &self.queue];
        self.gantts.iter().chain(others)
    }

    /// Shows other runs; the visible part of the one in front leads.
    pub fn show(&self, shown: &StackContent) {
        let span = span_of(&shown.subjects);
        let nothing = Rc::new(GanttIndex::default());
        let index = |place: usize| {
            let subject = shown.indices.get(place).and_then(Option::as_ref);
            subject.cloned().unwrap_or_else(|| nothing.clone())
        };
        for (place, board) in self.gantts.iter().enumerate() {
            let mut board = board.borrow_mut();
            let subject = shown.subjects.get(place).and_then(Option::as_ref);
            let job = subject.zip(shown.job).and_then(|(it, job)| it.job(job));
            let scene = Scene { job: job.map(|job| job as usize), ..shown.scene.clone() };
            let selected = subject.and_then(|it| flags_of(&it.finished.run, &scene.selected));
            let arranged = Arranged { selected, ..Arranged::of_bars(index(place)) };
            board.show_in_place(scene, arranged);
            board.span(span, 1.0);
            if place != shown.front {
                board.keep_sight();
            }
        }
        let left = shown.indices.iter().flatten().map(|it| it.left()).fold(nothing.left(), f64::max);
        for board in self.boards() {
            board.borrow_mut().leave_left(left);
        }
        let without_bars = Scene { cursor: shown.scene.cursor, ..Scene::plain(shown.scene.ground, shown.scene.origin) };
        for (board, bottom) in [(&self.axis, AXIS), (&self.busy, 1.0), (&self.queue, 1.0)] {
            let mut board = board.borrow_mut();
            board.show_in_place(without_bars.clone(), Arranged::of_bars(nothing.clone()));
            board.span(span, bottom);
        }
        self.busy.borrow_mut().paint(shown.busy.clone());
        self.queue.borrow_mut().paint(shown.queue.clone());
        self.subjects.replace(shown.subjects.clone());
        let front = StackChart::Gantt(shown.front);
        self.board(front).borrow_mut().look(shown.scene.sight);
        self.follow(front);
        self.draw();
    }

    /// All charts are drawn at the next frame.
    pub fn draw(&self) {
        self.boards().for_each(Board::request);
    }

    /// The pointer stands on a job of a Gantt chart, or on none.
    pub fn point(&self, place: StackChart, job: Option<usize>) {
        let subjects = self.subjects.borrow();
        let number = match place {
            StackChart::Gantt(at) => job.and_then(|job| subjects.get(at)?.as_ref()?.number(job)),
            _ => None,
        };
        self.pointed.set(number.map(|number| (place, number)));
    }

    /// All charts show the times and the processors of one, and outline the job at its pointer. Changes are
    /// drawn in the next frame, all in the same one.
    pub fn follow(&self, leader: StackChart) {
        let window = self.board(leader).borrow().viewport();
        {
            let leader = self.board(leader).borrow();
            // A chart with fewer processors shows those that it has, and does not change the rows of the
            // others.
            if leader.rows() != leader.rows_of(self.rows.get()) {
                self.rows.set(leader.rows());
            }
        }
        let rows = self.rows.get();
        let number = self.pointed.get().map(|(_, number)| number);
        let other_job = self.outlined.replace(number) != number;
        let subjects = self.subjects.borrow();
        for (at, board) in self.gantts.iter().enumerate() {
            let moved = board.borrow_mut().take_window(&window, rows);
            if other_job {
                let subject = subjects.get(at).and_then(Option::as_ref);
                let job = subject.zip(number).and_then(|(it, job)| it.job(job));
                board.borrow_mut().point(job);
            }
            if moved || other_job {
                Board::request(board);
            }
        }
        for board in [&self.axis, &self.busy, &self.queue] {
            if board.borrow_mut().take_window(&window, rows) {
                Board::request(board);
            }
        }
    }

    /// Changes the visible part of all.
    pub fn act(&self, front: usize, step: fn(&mut Board)) {
        let leader = StackChart::Gantt(front);
        step(&mut self.board(leader).borrow_mut());
        self.follow(leader);
        self.draw();
    }

    /// The rows in sight; `None` for all.
    pub fn rows(&self) -> Option<(f64, f64)> {
        self.rows.get()
    }

    /// The times in sight.
    pub fn window(&self) -> (f64, f64) {
        let Viewport { start, end, .. } = self.axis.borrow().viewport();
        (start, end)
    }
}

/// The content of the charts.
pub struct StackContent {
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// Their runs arranged, in the colours that are wanted.
    pub indices: Rc<Vec<Option<Rc<GanttIndex>>>>,
    /// The place of the scenario in front.
    pub front: usize,
    /// The scene of all. Each chart has the job in its own run.
    pub scene: Scene,
    /// The number of the job that is highlighted.
    pub job: Option<u64>,
    pub busy: Painter,
    pub queue: Painter,
}

/// The times and rows that all charts together can show.
pub fn span_of(subjects: &[Option<Rc<Subject>>]) -> Span {
    let wholes = subjects.iter().flatten().map(|it| {
        let (whole, used) = (it.index.whole(), it.index.used());
        Span { times: (whole.start, whole.end), rows: whole.rows() as u32, used: (used.first_row, used.last_row) }
    });
    let joined = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
    let span = wholes.reduce(|all, one| Span {
        times: joined(all.times, one.times),
        rows: all.rows.max(one.rows),
        used: joined(all.used, one.used),
    });
    span.unwrap_or(Span { times: (0.0, 10.0), ..Span::default() })
}
