//! The numbers of the jobs, on the bars that have room for them.

use base::text::count;
use experiment::Run;

use super::index::{GanttIndex, VisiblePart, is_dimmed};
use super::layout::Layout;
use super::resources::ResourceRows;
use crate::lettering::elided;
use crate::piece::{Kind, Piece};
use crate::prelude::*;
use crate::processors_in_words;
use crate::viewport::Viewport;

/// More bars than this with room for a number make the picture restless: none is numbered then.
const MOST: usize = 240;

/// The height of a number, in CSS pixels, and the width of a digit.
const SIZE: f64 = 11.0;
const DIGIT: f64 = 7.0;

/// Where a number stands.
struct Label {
    text: String,
    /// Its middle, in the plotted area.
    middle: (f64, f64),
    colour: Rgb,
}

/// Numbers the bars in sight, those of jobs that are highlighted if any are, unless they are too many.
/// O(bars in sight).
pub(super) fn draw_labels(pen: &mut Pen, index: &GanttIndex, layout: &Layout, shown: VisiblePart, plot: Area) -> Drawn {
    for label in labels(index, layout, shown, plot.width, pen.theme) {
        let (x, y) = (plot.left + label.middle.0, plot.top + label.middle.1);
        let wide = label.text.chars().count() as f64 * DIGIT + 6.0;
        let behind = Area { left: x - wide / 2.0, top: y - SIZE * 0.7, width: wide, height: SIZE * 1.4 };
        // So that no hatch runs through the digits.
        pen.fill(behind, label.colour, 1.0)?;
        let style = Lettering::new(SIZE, ink_on(label.colour)).bold().centred();
        pen.text(&label.text, (x, y), style)?;
    }
    Ok(())
}

fn labels(
    index: &GanttIndex,
    layout: &Layout,
    VisiblePart { viewport, selected }: VisiblePart,
    width: f64,
    theme: &Theme,
) -> Vec<Label> {
    let mut labels = Vec::new();
    if f64::from(index.tallest()) * layout.row_height < SIZE + 4.0 {
        // Nor has any other room: all bars in sight need not be looked at.
        return labels;
    }
    let times = (viewport.start, viewport.end);
    let least = 2.0 * DIGIT / width.max(1.0) * viewport.seconds();
    index.for_each_long_between(times, least, |piece| {
        if labels.len() <= MOST && !is_dimmed(selected, piece) {
            labels.extend(label(index, layout, viewport, width, piece, theme));
        }
    });
    if labels.len() > MOST {
        labels.clear();
    }
    labels
}

fn label(
    index: &GanttIndex,
    layout: &Layout,
    viewport: &Viewport,
    width: f64,
    piece: &Piece,
    theme: &Theme,
) -> Option<Label> {
    let from = viewport.x(piece.start as f64, width).max(0.0);
    let to = viewport.x(piece.end as f64, width).min(width);
    if piece.kind == Kind::Idle || to - from < 2.0 * DIGIT {
        return None;
    }
    let lane = layout.lane(piece.provider as usize)?;
    let (top, bottom) = layout.span(lane, piece.first, piece.last);
    if bottom - top < SIZE + 4.0 {
        return None;
    }
    let most = ((to - from - 8.0) / DIGIT).max(0.0) as usize;
    let name = index.name(piece.job as usize)?;
    // A part of a number would be another job.
    let text = if name.bytes().all(|it| it.is_ascii_digit()) {
        (name.len() <= most).then_some(name)?
    } else {
        elided(&name, most)?
    };
    Some(Label {
        text,
        middle: ((from + to) / 2.0, (top + bottom) / 2.0),
        colour: index.colouring.of_piece(piece, theme).0,
    })
}

/// Black or white, whichever stands out more.
fn ink_on(ground: Rgb) -> Rgb {
    let (white, black) = (Rgb(0xff, 0xff, 0xff), Rgb(0x11, 0x16, 0x1c));
    if ground.contrast(white) >= ground.contrast(black) { white } else { black }
}

/// The head of each provider's lane: its name and its processors, or the nodes and theirs.
pub(super) fn of_run(run: &Run) -> Vec<String> {
    let nouns = run.nouns();
    let has_processors = nouns.is_of_log() || nouns.is_of_workflow();
    let head = |(at, &processors): (usize, &u32)| match run.nodes() {
        Some(nodes) => {
            let of_nodes = match (run.holds(), processors) {
                (None, _) => processors_in_words(processors.into()),
                (Some(_), 1) => "1 core".to_owned(),
                (Some(_), cores) => format!("{} cores", count(cores.into())),
            };
            format!("{} · {of_nodes}", nodes.count_in_words())
        }
        None if has_processors => {
            let processors = processors_in_words(processors.into());
            format!("{} · {processors}", run.provider_name(at))
        }
        // A row is a hundredth of a node.
        None => format!("{} · load in %", run.provider_name(at)),
    };
    run.platform.iter().enumerate().map(head).collect()
}

/// The head of the lane of a resource: `61 GPUs of 20 nodes`, and the size of a row unless that is the usual one.
pub(super) fn of_resource(rows: &ResourceRows) -> String {
    let of_a_row = rows.scale.of_a_row();
    let of_a_row = of_a_row.map_or_else(String::new, |it| format!(" · {it}"));
    let nodes = rows.nodes.count_in_words();
    format!("{} of {nodes}{of_a_row}", rows.all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::engine::testing::bar_run;

    fn texts(bars: &[(u32, u32, u32, u32, i64, i64)], width: f64) -> Vec<String> {
        texts_of(&GanttIndex::new(&bar_run(&[4], bars)), width)
    }

    fn texts_of(index: &GanttIndex, width: f64) -> Vec<String> {
        let whole = index.whole();
        let layout = Layout::of(&index.rows, &whole, 200.0);
        let labels = labels(index, &layout, (&whole).into(), width, &Theme::light());
        labels.into_iter().map(|label| label.text).collect()
    }

    #[test]
    fn bars_with_room_are_numbered_as_in_the_log() {
        let bars = [(17, 0, 0, 1, 0, 500), (4711, 0, 0, 1, 500, 1000)];
        assert_eq!(texts(&bars, 200.0), ["17", "4711"]);
        // 30 pixels each hold two digits, not four.
        assert_eq!(texts(&bars, 60.0), ["17"]);
    }

    #[test]
    fn a_name_is_cut_short_where_a_number_is_not() {
        let run = bar_run(&[4], &[(17, 0, 0, 3, 0, 1000)]);
        let named = |name: &str| texts_of(&GanttIndex::new(&run).named(vec![name.to_owned()]), 71.0);
        // Nine digits have room.
        assert_eq!(named("mProject_ID01"), ["mPro…ID01"]);
        assert_eq!(named("1234567890"), [""; 0]);
    }

    #[test]
    fn a_crowd_is_not_numbered() {
        let crowd = |count: i64| (0..count).map(|at| (7, 0, 0, 3, at * 100, at * 100 + 100));
        let few: Vec<_> = crowd(240).collect();
        let many: Vec<_> = crowd(241).collect();
        assert_eq!(texts(&few, 100_000.0).len(), 240);
        assert_eq!(texts(&many, 100_000.0).len(), 0);
    }

    #[test]
    fn ink_stands_out() {
        assert_eq!(ink_on(Rgb(0, 0, 0)), Rgb(0xff, 0xff, 0xff));
        assert_eq!(ink_on(Rgb(0xff, 0xff, 0)), Rgb(0x11, 0x16, 0x1c));
    }
}
