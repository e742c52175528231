//! A table as a picture: a view of words and numbers on a slide.

use crate::prelude::*;

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The heads of the columns. The first column begins at the left, the others end at the right of their
    /// room.
    pub head: Vec<String>,
    /// The rows, each as long as the head; an empty row leaves a gap.
    pub rows: Vec<Vec<String>>,
}

/// The height of a row, in CSS pixels.
const ROW: f64 = 26.0;

/// A height that shows a table of this many rows with titles above.
pub fn height(rows: usize) -> u32 {
    (ROW * (rows as f64 + 1.0)) as u32 + 130
}

/// Draws the picture; rows without room are left out.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, table: &Table, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    if table.head.is_empty() || table.rows.is_empty() {
        return pen.nothing(area, "There is nothing to list.");
    }
    let (ends, share) = column_ends(table, area.width);
    let ends: Vec<f64> = ends.iter().map(|end| area.left + end).collect();
    let head = Lettering::new(12.5 * share, theme.muted).bold();
    draw_row(&mut pen, area, area.top + ROW / 2.0, &table.head, &ends, head)?;
    pen.across((area.left, area.right()), area.top + ROW, theme.axis)?;
    let plain = Lettering::new(SIZE * share, theme.text);
    for (at, row) in table.rows.iter().enumerate() {
        let top = area.top + (at as f64 + 1.0) * ROW;
        if top + ROW > area.bottom() {
            break;
        }
        draw_row(&mut pen, area, top + ROW / 2.0, row, &ends, plain)?;
        if !row.is_empty() {
            pen.across((area.left, area.right()), top + ROW, theme.grid)?;
        }
    }
    Ok(())
}

/// The picture as an SVG document.
pub fn table_svg(frame: Frame, theme: &Theme, table: &Table, captions: &Captions) -> String {
    let description = format!("A table of {} rows. {}", table.rows.len(), captions.subtitle);
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, table, captions))
}

/// A picture of nothing but its captions, to stand above others.
pub fn heading_svg(frame: Frame, theme: &Theme, captions: &Captions) -> String {
    svg(frame, &captions.title, &captions.subtitle, |target, frame| {
        begin(&mut Pen::new(target, frame, theme), frame.area(), captions).map(|_| ())
    })
}

/// The size of type, in CSS pixels, the width of a letter as a share of it, and the least gap
/// between columns, in letters.
const SIZE: f64 = 13.0;
const LETTER: f64 = 0.6;
const GAP: f64 = 2.0;

/// The most letters of a cell but the first: a list of processors can be longer than the table.
const MOST: usize = 24;

/// Where each column ends, from the left: room is shared by the longest text of each. And the share
/// of its size that type may have so that no text meets its neighbour.
fn column_ends(table: &Table, width: f64) -> (Vec<f64>, f64) {
    let longest = |column: usize| {
        // A text alone in its row extends over all columns.
        let most = table
            .rows
            .iter()
            .filter(|row| row.len() > 1 || column > 0)
            .filter_map(|row| row.get(column))
            .chain(&table.head[column..=column])
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0);
        most.min(if column == 0 { usize::MAX } else { MOST }) as f64 + GAP
    };
    let widths: Vec<f64> = (0..table.head.len()).map(longest).collect();
    let all: f64 = widths.iter().sum();
    let mut end = 0.0;
    let ends = widths.iter().map(|letters| {
        end += letters / all * width;
        end
    });
    let ends = ends.collect();
    // A text alone in its row stays within the table as well.
    let alone = table.rows.iter().filter(|row| row.len() == 1).map(|row| row[0].chars().count());
    let letters = all.max(alone.max().unwrap_or(0) as f64);
    (ends, (width / (letters * LETTER * SIZE)).min(1.0))
}

/// A text of at most [`MOST`] letters, cut with an ellipsis.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some(_) => text.chars().take(MOST - 1).chain(['…']).collect(),
    }
}

fn draw_row(pen: &mut Pen, area: Area, middle: f64, cells: &[String], ends: &[f64], style: Lettering) -> Drawn {
    for (at, (text, &end)) in cells.iter().zip(ends).enumerate() {
        match at {
            0 => pen.text(text, (area.left, middle), style)?,
            _ => pen.text(&cut(text), (end, middle), style.right())?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_text_meets_the_one_beside_it(
            lengths in prop::collection::vec(prop::collection::vec(1usize..60, 1..14), 1..6),
            width in 300.0..1400.0,
        ) {
            let columns = lengths.iter().map(Vec::len).max().unwrap_or(0);
            let text = |row: &[usize], at: usize| "8".repeat(row.get(at).copied().unwrap_or(3));
            let cells = |row: &Vec<usize>| (0..columns).map(|at| text(row, at)).collect();
            let table = Table { head: cells(&lengths[0]), rows: lengths.iter().map(cells).collect() };
            let (ends, share) = column_ends(&table, width);
            let letter = SIZE * share * LETTER;
            for row in &table.rows {
                let mut free_from = row[0].len() as f64 * letter;
                for (text, end) in row.iter().zip(&ends).skip(1) {
                    let begins = end - cut(text).chars().count() as f64 * letter;
                    prop_assert!(begins >= free_from + letter, "{begins} after {free_from}");
                    free_from = *end;
                }
                prop_assert!(free_from <= width * 1.0001);
            }
        }
    }

    #[test]
    fn every_cell_is_written_and_nothing_is_no_reason_to_panic() {
        let cells = |words: [&str; 2]| words.map(str::to_owned).to_vec();
        let table = Table {
            head: cells(["kind", "jobs"]),
            rows: vec![cells(["batch", "700"]), Vec::new(), cells(["AR", "300"])],
        };
        let frame = Frame::new(600, height(3));
        let picture = table_svg(frame, &Theme::light(), &table, &Captions::default());
        for text in ["kind", "jobs", "batch", "700", "AR", "300"] {
            assert!(picture.contains(&format!(">{text}</text>")) || picture.contains(&format!("\n{text}")), "{text}");
        }
        for (frame, table) in [(Frame::new(0, 0), &table), (frame, &Table::default())] {
            assert!(table_svg(frame, &Theme::dark(), table, &Captions::default()).starts_with("<svg"));
        }
    }
}
