//! The bars of a run as the rectangles of its chart, in order.

use super::cells::Pieces;
use super::layout;
use crate::piece::{Kind, Piece, shade_of};
use base::slices::{self, Pace, rest};
use experiment::Run;
use scheduling::engine::Bar;
use workload::Time;

/// The pieces of every job, in order of start: a reservation held before its job's start or after its end gives
/// more than one, and so does a job that was interrupted.
pub(super) async fn pieces_of(run: &Run, rows: &[u32], pace: &dyn Pace) -> Pieces {
    let bars = &run.schedule.bars;
    // The bars of a schedule are in order of start, and the first piece of each starts when it does. The others,
    // which are few, are put in order beside them.
    let of_bar = |bar| pieces_of_bar(run, rows, bar, false).into_iter().flatten();
    let first = |bar| of_bar(bar).next();
    let mut others = Vec::new();
    for bars in bars.chunks(slices::ITEMS) {
        for bar in bars {
            others.extend(of_bar(bar).skip(1));
        }
        rest(pace).await;
    }
    for bar in layout::idle_bars(run) {
        let pieces = pieces_of_bar(run, rows, &bar, true);
        others.extend(pieces.into_iter().flatten());
    }
    if !bars.is_sorted_by_key(|bar| bar.start) {
        others.extend(bars.iter().filter_map(first));
        others.sort_by_key(order);
        return others.into_iter().collect();
    }
    others.sort_by_key(order);
    let mut all = Pieces::with_capacity(bars.len() + others.len());
    let mut others = others.iter().peekable();
    let mut at_once = Vec::new();
    let mut next_rest = slices::ITEMS;
    for bars in bars.chunk_by(|a, b| a.start == b.start) {
        at_once.clear();
        at_once.extend(bars.iter().filter_map(first));
        at_once.sort_by_key(order);
        for piece in &at_once {
            while let Some(before) = others.next_if(|it| order(it) < order(piece)) {
                all.push(before);
            }
            all.push(piece);
        }
        if all.len() >= next_rest {
            next_rest = all.len() + slices::ITEMS;
            rest(pace).await;
        }
    }
    others.for_each(|piece| all.push(piece));
    all
}

/// The sort key of pieces.
pub(super) fn order(piece: &Piece) -> (Time, u32, u32) {
    (piece.start, piece.job, piece.first)
}

/// The pieces of a bar, those without length left out.
fn pieces_of_bar(run: &Run, rows: &[u32], bar: &Bar, is_idle: bool) -> [Option<Piece>; 3] {
    let there = rows.get(bar.provider as usize).copied().unwrap_or(0);
    if bar.first_processor >= there || bar.last_processor < bar.first_processor {
        return [None; 3];
    }
    let job = run.jobs.get(bar.job as usize);
    let reserved = job.is_some_and(|job| job.is_reservation());
    let shade = shade_of(job.map_or(bar.job, |job| job.id as u32));
    let outcome = run.schedule.outcomes.get(bar.job as usize);
    let within = |time: Time| time.clamp(bar.start, bar.end.max(bar.start));
    let started = outcome.map_or(bar.start, |outcome| within(outcome.start));
    let ended = outcome.map_or(bar.end, |outcome| within(outcome.end));
    let piece = |start, end, kind| {
        let piece = Piece {
            start,
            end,
            job: bar.job,
            provider: bar.provider,
            first: bar.first_processor,
            last: bar.last_processor.min(there - 1),
            kind,
            shade,
        };
        (end > start).then_some(piece)
    };
    match (reserved, is_idle) {
        (true, _) => [
            piece(bar.start, started, Kind::Idle),
            piece(started, ended, Kind::Reservation),
            piece(ended, bar.end, Kind::Idle),
        ],
        (false, true) => [piece(bar.start, bar.end, Kind::Idle), None, None],
        (false, false) => [piece(bar.start, bar.end, Kind::Batch), None, None],
    }
}
