//! What the picture says, and what is under a pointer.

use std::rc::Rc;

use proptest::prelude::*;

use super::rows::colour;
use super::{Cell, Row, RowsView, calendar_height, calendar_svg, calendar_table, cell_at, *};
use crate::prelude::*;
use crate::time_axis::time_label;

fn view() -> RowsView {
    let cells = |length: i64, taken: &[f64]| {
        let cell =
            |(at, &taken): (i64, &f64)| Cell { from: at * length, to: (at + 1) * length, taken, ..Cell::default() };
        (0..).zip(taken).map(cell).collect()
    };
    RowsView {
        rows: Rc::new(vec![
            Row::new("S₀ · 10 s".to_owned(), cells(10, &[1.0, 0.5, 0.0, 0.0])),
            Row::new("S₁ · 40 s".to_owned(), cells(40, &[0.25, 0.0])),
        ]),
        open: Some((0, 1)),
    }
}

#[test]
fn the_picture_tells_how_many_slots_are_free() {
    let frame = Frame::new(600, calendar_height(2));
    let captions = Captions { title: "A calendar".to_owned(), ..Captions::default() };
    let drawn = calendar_svg(frame, &Theme::light(), &view(), &captions);
    assert!(drawn.contains("S₀ · 10 s: 4 slots, 2 free, 1 reserved."), "{drawn}");
    assert!(drawn.contains("S₁ · 40 s: 2 slots, 1 free, 0 reserved."));
    assert!(drawn.contains("partially reserved"));
}

#[test]
fn a_pointer_finds_its_cell() {
    let view = view();
    let (frame, theme) = (Frame::new(600, calendar_height(2)), Theme::light());
    let at = |x: f64, y: f64| cell_at(frame, &theme, &view, (x, y));
    let all: Vec<_> = (0..calendar_height(2))
        .flat_map(|y| (0..600).map(move |x| (x, y)))
        .filter_map(|(x, y)| at(f64::from(x), f64::from(y)))
        .collect();
    // Every cell is found, those of a row in even parts.
    let count = |cell| all.iter().filter(|it| **it == cell).count() as f64;
    for (row, cells) in [(0, 4), (1, 2)] {
        for cell in 0..cells {
            let share = count((row, cell)) / count((row, 0));
            assert!((0.95..1.05).contains(&share), "{row} {cell}: {share}");
        }
    }
    assert_eq!(at(-5.0, 60.0), None);
    assert_eq!(at(300.0, 0.0), None);
}

/// A flat calendar has a hundred thousand slots: what is drawn of them does not grow with them.
#[test]
fn a_row_of_many_slots_is_drawn_as_wide_as_the_picture() {
    let cells = |count: i64| -> Vec<Cell> {
        let cell = |at: i64| Cell { from: at * 40, to: (at + 1) * 40, taken: (at % 7) as f64 / 7.0, ..Cell::default() };
        (0..count).map(cell).collect()
    };
    let drawn = |count: i64| {
        let view = RowsView { rows: Rc::new(vec![Row::new("S₀ · 40 s".to_owned(), cells(count))]), open: None };
        let frame = Frame::new(600, calendar_height(1));
        calendar_svg(frame, &Theme::light(), &view, &Captions::default()).len()
    };
    assert!(drawn(100_000) < 2 * drawn(600), "{}", drawn(100_000));
}

#[test]
fn free_slots_after_the_last_that_holds_something_are_left_out_unless_one_is_opened() {
    let cell =
        |at: i64| Cell { from: at * 40, to: (at + 1) * 40, taken: f64::from(u8::from(at < 200)), ..Cell::default() };
    let row = Row::new("S₀".to_owned(), (0..10_000).map(cell).collect());
    let mut view = RowsView { rows: Rc::new(vec![row]), open: None };
    let frame = Frame::new(600, calendar_height(1));
    let last = |view: &RowsView| {
        let all = (0..calendar_height(1)).filter_map(|y| {
            let at = (595.0, f64::from(y));
            Some(cell_at(frame, &Theme::light(), view, at)?.1)
        });
        all.max().unwrap()
    };
    assert!((240..250).contains(&last(&view)), "{}", last(&view));
    let captions = Captions::default();
    let drawn = |view: &RowsView| calendar_svg(frame, &Theme::light(), view, &captions);
    assert!(drawn(&view).contains("02:46:40, then 9750 free ones"));
    view.open = Some((0, 249));
    assert!(last(&view) < 250);
    view.open = Some((0, 250));
    assert!(last(&view) > 9_900);
    assert!(!drawn(&view).contains("free ones"));
}

#[test]
fn the_states_of_slots_are_told_apart_without_hue() {
    for theme in [Theme::light(), Theme::dark()] {
        let [free, some, all] = [0.0, 0.5, 1.0].map(|taken| colour(taken, &theme));
        for (one, other) in [(free, some), (some, all)] {
            assert!(one.contrast(other) > 1.6, "{one:?} {other:?}");
        }
        // In one order: the more is taken, the farther from the ground.
        let of = |it: crate::theme::Rgb| it.contrast(theme.panel);
        assert!(of(free) < of(some) && of(some) < of(all));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(24)))]

    /// The cell under a pointer is that of a row of the table, and is taken as that says.
    #[test]
    fn the_table_has_the_cells_of_the_picture(
        levels in prop::collection::vec(prop::collection::vec(0..5u32, 1..150), 1..4), first in -500..500i64,
    ) {
        let row = |(level, taken): (usize, &Vec<u32>)| {
            let length = 10i64.pow(level as u32 + 1);
            let cell = |(at, &nodes): (i64, &u32)| Cell {
                from: first + at * length,
                to: first + (at + 1) * length,
                taken: f64::from(nodes) / 4.0,
                nodes,
                jobs: nodes.min(2),
            };
            Row::new(format!("S{level}"), (0..).zip(taken).map(cell).collect())
        };
        let view = RowsView {
            rows: Rc::new(levels.iter().enumerate().map(row).collect()),
            open: None,
        };
        let rows = calendar_table(&view, Origin::LogStart).rows;
        prop_assert_eq!(rows.len(), levels.iter().map(Vec::len).sum::<usize>());
        let frame = Frame::new(700, calendar_height(levels.len()));
        let before = |row: usize| levels[..row].iter().map(Vec::len).sum::<usize>();
        let mut found = std::collections::BTreeSet::new();
        for y in (0..calendar_height(levels.len())).step_by(5) {
            // No cell is narrower than four pixels.
            for x in (0..700).step_by(3) {
                let at = (f64::from(x), f64::from(y));
                if let Some((row, cell)) = cell_at(frame, &Theme::light(), &view, at) {
                    found.insert((row, cell));
                }
            }
        }
        let drawn = view.rows.iter().map(|row| row.drawn).sum::<usize>();
        prop_assert_eq!(found.len(), drawn);
        for (row, cell) in found {
            let it = &view.rows[row].cells[cell];
            let told = [time_label(it.from, Origin::LogStart), time_label(it.to, Origin::LogStart), ((it.taken * 4.0) as u32).to_string()];
            prop_assert_eq!(&rows[before(row) + cell][1..4], told.as_slice());
        }
        // A cell that is not drawn is free.
        for (level, row) in view.rows.iter().enumerate() {
            let beyond = &rows[before(level) + row.drawn..before(level) + row.cells.len()];
            prop_assert!(beyond.iter().all(|it| it[3] == "0"));
        }
    }
}

fn beliefs() -> BeliefsView {
    let piece = |slots: u64, taken: f64, believed: f64| Piece { slots, taken, believed, differs: taken != believed };
    let row = |name: &str, pieces: Vec<Piece>| BeliefRow { name: name.to_owned(), from: 0, pieces };
    BeliefsView {
        rows: Rc::new(vec![
            row("Cluster 1", vec![piece(9, 0.75, 0.0), piece(1, 0.5, 0.5), piece(2, 0.0, 1.0), piece(1_000, 0.0, 0.0)]),
            row("Cluster 2", vec![piece(3, 0.25, 0.25)]),
        ]),
    }
}

fn drawn(view: &BeliefsView, theme: &Theme) -> String {
    let frame = Frame::new(600, beliefs_height(view.rows.len()));
    let captions = Captions { title: "Beliefs".to_owned(), ..Captions::default() };
    beliefs_svg(frame, theme, view, &captions)
}

#[test]
fn the_picture_tells_how_many_slots_are_believed_otherwise() {
    let drawn = drawn(&beliefs(), &Theme::light());
    assert!(drawn.contains("Cluster 1: 1012 slots, the believed state of 11 is wrong."), "{drawn}");
    assert!(drawn.contains("Cluster 2: 3 slots, the believed state of 0 is wrong"));
    assert!(drawn.contains("from 00:00:00: 11 of 1012 slots differ, the first 30 drawn"));
}

/// One mark for each stretch that differs, beside the legend's.
#[test]
fn only_slots_that_differ_are_marked() {
    for theme in [Theme::light(), Theme::dark()] {
        let all = drawn(&beliefs(), &theme);
        let mut same = beliefs();
        for row in Rc::make_mut(&mut same.rows) {
            for piece in &mut row.pieces {
                (piece.believed, piece.differs) = (piece.taken, false);
            }
        }
        let highlight = |picture: &str| {
            let Rgb(red, green, blue) = theme.highlight;
            let colour = format!("#{red:02X}{green:02X}{blue:02X}");
            picture.to_uppercase().matches(&colour).count()
        };
        assert_eq!(highlight(&all), highlight(&drawn(&same, &theme)) + 2);
    }
}

/// Free slots at the end are left out, as in the rows of levels.
#[test]
fn a_long_row_of_free_slots_at_the_end_is_cut() {
    let view = beliefs();
    assert_eq!(view.rows[0].drawn(), 30);
    assert_eq!(view.rows[1].drawn(), 3);
}
