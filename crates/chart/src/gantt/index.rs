//! A run, arranged for drawing: built once, drawn many times.

use std::ops::Range;
use std::rc::Rc;

use super::arranged::pieces_of;
use super::cells::Pieces;
use super::labels;
use super::node_axis::{AXIS_SIZE, MEAN_BY_DIGIT, NodeAxis};
use super::resources::{ResourceRows, Scale};
use super::transfers::{self, Transfer};
use crate::colouring::Colouring;
use crate::legend::Resource;
use crate::lettering;
use crate::piece::{Kind, Piece};
use crate::viewport::Viewport;
use base::slices::{AtOnce, Pace, at_once, rest};
use experiment::Run;
use scheduling::engine::Nouns;
use workload::{LogNames, Time};

/// The part of a run that a chart shows.
#[derive(Clone, Copy, Debug)]
pub struct VisiblePart<'a> {
    /// The times and the rows of processors in sight.
    pub viewport: &'a Viewport,
    /// The jobs that are highlighted, a flag for each of the run: the others are dimmed. `None` if
    /// none is.
    pub selected: Option<&'a [bool]>,
}

impl<'a> From<&'a Viewport> for VisiblePart<'a> {
    fn from(viewport: &'a Viewport) -> Self {
        Self { viewport, selected: None }
    }
}

/// Whether the job of a piece is not among those that are highlighted.
pub(super) fn is_dimmed(selected: Option<&[bool]>, piece: &Piece) -> bool {
    let flag = |set: &[bool]| set.get(piece.job as usize).copied().unwrap_or(false);
    selected.is_some_and(|set| !flag(set))
}

/// The names of jobs, by their places in the run.
#[derive(Clone, Debug, PartialEq)]
enum Names {
    /// Their numbers in the log.
    Numbers(Rc<[u64]>),
    Words(Rc<[String]>),
}

impl Default for Names {
    fn default() -> Self {
        Self::Numbers(Rc::default())
    }
}

impl Names {
    fn of(run: &Run) -> Self {
        let are_numbers = |names: &LogNames| !names.has_jobs();
        if run.names().is_some_and(are_numbers) {
            return Self::Numbers(run.jobs.iter().map(|job| job.id).collect());
        }
        let names = (0..run.jobs.len()).map(|at| run.job_name(at));
        Self::Words(names.collect())
    }
}

/// How many pieces share one entry of the index of ends.
const BLOCK: usize = 64;

/// The pieces of a run in order of their start, with the latest end of every block of them, so that blocks
/// outside of the visible part are skipped. Build once per run: O(bars log bars). A clone shares the large
/// parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttIndex {
    /// The processors of each provider.
    pub platform: Vec<u32>,
    /// The rows of each provider: its processors, and those above for jobs that found too few.
    pub rows: Vec<u32>,
    /// In order of start.
    pub pieces: Rc<Pieces>,
    /// How many jobs the run has, rejected ones among them.
    pub jobs: usize,
    /// The name of each provider.
    pub providers: Vec<String>,
    /// The head of each provider's lane: its name and its processors, or its nodes and what its rows are.
    pub heads: Vec<String>,
    /// What the rows are of.
    pub resource: Resource,
    /// How much of that a row is.
    pub(super) scale: Scale,
    /// The nouns for its jobs and providers.
    pub nouns: &'static Nouns,
    /// By when all jobs are to end, if there is such a time.
    pub deadline: Option<Time>,
    /// Data on their way between the tasks of a workflow.
    pub transfers: Vec<Transfer>,
    /// The name of each job on its bars: its number in the log, unless [`GanttIndex::named`].
    names: Names,
    /// The nodes that its processors belong to, where the run has them.
    pub(super) node_axis: NodeAxis,
    /// The colouring of the bars: by kind, unless [`GanttIndex::coloured`].
    pub colouring: Colouring,
    span: (Time, Time),
    /// The rows that are used at all, the last exclusive.
    used_rows: Option<(f64, f64)>,
    /// The processors of the tallest piece.
    tallest: u32,
    kinds: [bool; 3],
    blocks: Rc<[Block]>,
    /// Positions of pieces, by their jobs.
    by_job: Rc<[u32]>,
}

/// A block of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Block {
    /// When the last of them ends.
    latest_end: Time,
    /// How long the longest of them is.
    longest: Time,
}

impl Block {
    fn of(pieces: &Pieces, positions: Range<usize>) -> Self {
        let ends = positions.clone().map(|at| pieces.times(at).1);
        let length = |(start, end): (Time, Time)| end.saturating_sub(start);
        let lengths = positions.map(|at| length(pieces.times(at)));
        Self { latest_end: ends.max().unwrap_or(0), longest: lengths.max().unwrap_or(0) }
    }
}

impl GanttIndex {
    /// Arranges a run. Bars outside their provider's rows, or without length, are left out.
    pub fn new(run: &Run) -> Self {
        at_once(Self::in_slices(run, &AtOnce))
    }

    pub async fn in_slices(run: &Run, pace: &dyn Pace) -> Self {
        let rows = run.rows();
        let pieces = pieces_of(run, &rows, pace).await;
        let first = run.jobs.iter().map(|job| job.submit).min();
        let start = pieces.get(0).map(|piece| piece.start);
        let start = [first, start].into_iter().flatten().min().unwrap_or(0);
        let end = pieces.iter().map(|piece| piece.end).max().unwrap_or(start);
        let end = run.deadline().map_or(end, |deadline| end.max(deadline));
        rest(pace).await;
        let index = Self {
            platform: run.platform.clone(),
            rows,
            jobs: run.jobs.len(),
            names: Names::of(run),
            providers: (0..run.platform.len()).map(|at| run.provider_name(at)).collect(),
            heads: labels::of_run(run),
            nouns: run.nouns(),
            deadline: run.deadline(),
            transfers: transfers::of_run(run),
            node_axis: run.nodes().map(NodeAxis::of).unwrap_or_default(),
            span: (start, end),
            ..Self::default()
        };
        index.with_pieces(pieces, pace).await
    }

    /// The same run on the rows of a resource of its nodes; `None` where the run does not know it, and for processors. As
    /// [`offered`](super::resources::offered) tells. O(n log n) for n entries of what jobs hold.
    pub fn with_rows_of(&self, run: &Run, resource: Resource) -> Option<Self> {
        let rows = ResourceRows::of(run, resource)?;
        let index = Self {
            platform: vec![rows.rows()],
            rows: vec![rows.rows()],
            heads: vec![labels::of_resource(&rows)],
            resource,
            scale: rows.scale,
            node_axis: NodeAxis::of(&rows.nodes),
            ..self.clone()
        };
        let pieces = rows.pieces.into_iter().collect();
        Some(at_once(index.with_pieces(pieces, &AtOnce)))
    }

    /// The same with these pieces, which are in order.
    async fn with_pieces(self, pieces: Pieces, pace: &dyn Pace) -> Self {
        let used_rows = used_rows(&pieces, &self.rows);
        rest(pace).await;
        let mut kinds = [false; 3];
        for piece in pieces.iter() {
            kinds[piece.kind as usize] = true;
        }
        let tallest = pieces.iter().map(|it| it.last - it.first + 1).max().unwrap_or(0);
        rest(pace).await;
        let blocks = (0..pieces.len())
            .step_by(BLOCK)
            .map(|first| Block::of(&pieces, first..(first + BLOCK).min(pieces.len())))
            .collect();
        rest(pace).await;
        let by_job = by_job(&pieces, self.jobs).into();
        rest(pace).await;
        Self { used_rows, tallest, kinds, blocks, by_job, pieces: Rc::new(pieces), ..self }
    }

    /// Whether the run is of a workflow.
    pub fn is_of_workflow(&self) -> bool {
        self.nouns.is_of_workflow()
    }

    /// Whether the run is of a log.
    pub fn is_of_log(&self) -> bool {
        self.nouns.is_of_log()
    }

    /// The room that the words of the axis of processors take on the left, in CSS pixels: more where nodes have names or
    /// processors have long numbers.
    pub fn left(&self) -> f64 {
        const NUMBERS: f64 = 46.0;
        const MOST: f64 = 128.0;
        let room = |letters: usize| lettering::width(letters, AXIS_SIZE) / MEAN_BY_DIGIT;
        let names = room(self.node_axis.letters()) + 14.0;
        let last = self.rows.iter().max().map_or(0, |rows| rows.saturating_sub(1));
        let numbers = room(last.to_string().len()) + 8.0;
        names.max(numbers).clamp(NUMBERS, MOST)
    }

    /// The same with other names: `names` stands parallel to the run's jobs, and may be shorter.
    pub fn named(self, names: Vec<String>) -> Self {
        let names = Names::Words(names.into());
        Self { names, ..self }
    }

    /// The name of a job on its bars.
    pub fn name(&self, job: usize) -> Option<String> {
        match &self.names {
            Names::Numbers(numbers) => numbers.get(job).map(u64::to_string),
            Names::Words(words) => words.get(job).cloned(),
        }
    }

    /// The same in other colours: `colouring` is of the same run.
    pub fn coloured(self, colouring: Colouring) -> Self {
        Self { colouring, ..self }
    }

    /// The whole chart: from the first submission to the last end, all processors. It is both the
    /// viewport to begin with and the bounds of every other.
    pub fn whole(&self) -> Viewport {
        let rows = self.rows.iter();
        let rows = rows.fold(0u32, |sum, &rows| sum.saturating_add(rows));
        Viewport::new(self.span.0 as f64, self.span.1 as f64, rows)
    }

    /// The whole chart without the processors before the first and behind the last that are used
    /// at all.
    pub fn used(&self) -> Viewport {
        let whole = self.whole();
        self.used_rows.map_or(whole, |(first_row, last_row)| Viewport { first_row, last_row, ..whole }.clamped(&whole))
    }

    /// Calls `visit` with the position and the piece of all that lie in part within `start..end`
    /// seconds, in order of start. O(blocks + blocks in sight).
    pub fn for_each_between(&self, start: f64, end: f64, mut visit: impl FnMut(usize, &Piece)) {
        self.visit_blocks((start, end), 0, |position, piece| {
            visit(position, piece);
            true
        });
    }

    /// The same of those only that take `least` seconds, and perhaps some others. O(blocks + blocks in sight
    /// that have one).
    pub(super) fn for_each_long_between(&self, (start, end): (f64, f64), least: f64, mut visit: impl FnMut(&Piece)) {
        let stop = self.pieces.before(end);
        for (block, first) in self.blocks.iter().zip((0..stop).step_by(BLOCK)) {
            if block.latest_end as f64 > start && block.longest as f64 >= least {
                for at in first..(first + BLOCK).min(stop) {
                    if self.pieces.times(at).1 as f64 > start {
                        visit(&self.pieces.at(at));
                    }
                }
            }
        }
    }

    /// Calls `visit` with some of the pieces between two times, about `most`: with those of the blocks from number
    /// `first` on. The number of the block to go on with, `usize::MAX` if there is none.
    pub(super) fn for_some_between(
        &self,
        times: (f64, f64),
        first: usize,
        most: usize,
        mut visit: impl FnMut(&Piece),
    ) -> usize {
        let mut left = most;
        let next = self.visit_blocks(times, first, |_, piece| {
            visit(piece);
            left = left.saturating_sub(1);
            left > 0
        });
        next.unwrap_or(usize::MAX)
    }

    /// At least as many as there are pieces between two times. O(blocks).
    pub fn count_between(&self, start: f64, end: f64) -> usize {
        let blocks = self.blocks.iter().take(self.pieces.before(end).div_ceil(BLOCK));
        BLOCK * blocks.filter(|it| it.latest_end as f64 > start).count()
    }

    /// The pieces of a job, in order of start. O(log pieces + pieces of the job).
    pub fn of_job(&self, job: u32) -> impl Iterator<Item = Piece> + '_ {
        let whose = |&at: &u32| self.pieces.job(at as usize);
        let first = self.by_job.partition_point(|at| whose(at) < job);
        let from_there = self.by_job[first..].iter();
        from_there.map(|&at| self.pieces.at(at as usize)).take_while(move |piece| piece.job == job)
    }

    /// Whether a piece shows this.
    pub fn has(&self, kind: Kind) -> bool {
        self.kinds[kind as usize]
    }

    /// Whether its rows belong to nodes.
    pub fn has_nodes(&self) -> bool {
        !self.node_axis.is_empty()
    }

    /// Where the jobs are, in words: `2 providers`, `3 nodes · 24 cores`, `61 GPUs of 20 nodes`.
    pub fn whereabouts(&self) -> String {
        match (self.has_nodes(), &self.heads[..]) {
            (true, [head]) => head.clone(),
            _ => format!("{} providers", self.platform.len()),
        }
    }

    /// The nodes of a piece, `None` where the run has none, and its rows in words.
    pub(crate) fn rows_of(&self, piece: &Piece) -> (Option<String>, String) {
        let Some((names, top)) = self.node_axis.nodes_of(piece.first, piece.last) else {
            return (None, Scale::Processor.rows_in_words(piece.first, piece.last));
        };
        let top = if self.resource == Resource::Cores { 0 } else { top };
        let rows = (piece.first - top, piece.last - top);
        (Some(names), self.scale.rows_in_words(rows.0, rows.1))
    }

    /// How many jobs have a piece. O(pieces).
    pub fn jobs_drawn(&self) -> usize {
        let job = |at: &u32| self.pieces.job(*at as usize);
        self.by_job.chunk_by(|a, b| job(a) == job(b)).count()
    }

    /// The processors of the tallest piece; 0 if there is none.
    pub(super) fn tallest(&self) -> u32 {
        self.tallest
    }

    /// Calls `visit` with the pieces between two times from a block on, until a block during which it says that it
    /// has had enough; the number of the next block, `None` if there is none.
    fn visit_blocks(
        &self,
        (start, end): (f64, f64),
        first: usize,
        mut visit: impl FnMut(usize, &Piece) -> bool,
    ) -> Option<usize> {
        let stop = self.pieces.before(end);
        for (number, block) in self.blocks.iter().enumerate().skip(first) {
            let first = number * BLOCK;
            if first >= stop {
                break;
            }
            if (block.latest_end as f64) <= start {
                continue;
            }
            let last = (first + BLOCK).min(stop);
            let mut goes_on = true;
            for at in first..last {
                if self.pieces.times(at).1 as f64 > start {
                    goes_on &= visit(at, &self.pieces.at(at));
                }
            }
            if !goes_on {
                return Some(number + 1);
            }
        }
        None
    }
}

/// The positions of pieces, by their jobs, those of a job ascending. O(pieces + jobs).
fn by_job(pieces: &Pieces, jobs: usize) -> Vec<u32> {
    let mut next = vec![0; jobs + 1];
    // Where the pieces of a job begin: behind those of all jobs before it.
    for at in 0..pieces.len() {
        if let Some(count) = next.get_mut(pieces.job(at) as usize + 1) {
            *count += 1;
        }
    }
    for job in 1..next.len() {
        next[job] += next[job - 1];
    }
    let mut positions = vec![0; pieces.len()];
    for position in 0..pieces.len() {
        if let Some(at) = next.get_mut(pieces.job(position) as usize) {
            positions[*at as usize] = position as u32;
            *at += 1;
        }
    }
    positions
}

/// From the first row that a piece stands on to behind the last. O(pieces + providers).
fn used_rows(pieces: &Pieces, platform: &[u32]) -> Option<(f64, f64)> {
    let mut top = 0.0;
    let mut tops = Vec::with_capacity(platform.len());
    for &processors in platform {
        tops.push(top);
        top += f64::from(processors);
    }
    let rows = pieces.iter().map(|piece| {
        let top = tops[piece.provider as usize];
        (top + f64::from(piece.first), top + f64::from(piece.last) + 1.0)
    });
    rows.reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
}

#[cfg(test)]
#[path = "index_tests.rs"]
mod tests;
