//! Least, mean and most spare time as bars, three for each variant.

use super::SpareOf;
use super::placing::number;
use crate::axis::{number_ticks, round_up};
use crate::prelude::*;
use scheduling::policy::spare_time::Variant;

/// The height of a variant's three bars, in CSS pixels.
const ROW: f64 = 48.0;

/// The room of the variants' names, and of the figure behind the longest bar.
const NAMES: f64 = 124.0;
const FIGURE: f64 = 52.0;

/// The height of the picture of this many variants.
pub fn spare_bars_height(variants: usize) -> u32 {
    (variants as f64 * ROW + 2.0 * LINE + 54.0) as u32
}

/// The picture as an SVG document; the variant that is `chosen` stands out.
pub fn spare_bars_svg(frame: Frame, theme: &Theme, spare: &[SpareOf], chosen: Variant, captions: &Captions) -> String {
    let told: Vec<String> = spare
        .iter()
        .map(|it| {
            format!(
                "{}: {} to {} %, {} % on average",
                it.variant.name(),
                number(it.least),
                number(it.most),
                number(it.mean)
            )
        })
        .collect();
    svg(frame, &captions.title, &told.join("; "), |target, frame| draw(target, frame, theme, (spare, chosen), captions))
}

/// The same in numbers.
pub fn spare_table(spare: &[SpareOf]) -> Table {
    let row = |it: &SpareOf| {
        let figures = [it.least, it.mean, it.most].map(number);
        let name = it.variant.name().to_owned();
        std::iter::once(name).chain(figures).collect()
    };
    Table {
        head: ["Variant", "Least (%)", "Mean (%)", "Most (%)"].map(str::to_owned).to_vec(),
        rows: spare.iter().map(row).collect(),
    }
}

fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    (spare, chosen): (&[SpareOf], Variant),
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = swatches(theme);
    let key = LINE * lines(&swatches, area.width) as f64 + 10.0;
    legend(&mut pen, area, &swatches)?;
    let plot = area.inset(NAMES, key, FIGURE, 40.0);
    let most = spare.iter().map(|it| it.most).fold(0.0, f64::max);
    if most <= 0.0 || plot.width < 20.0 || plot.height < 20.0 {
        return pen.nothing(area, "No task has spare time: the deadline is the end of the schedule.");
    }
    let end = round_up(most / 8.0) * (most / round_up(most / 8.0)).ceil();
    pen.fill(plot, theme.panel, 1.0)?;
    let style = Lettering::new(11.5, theme.muted).centred();
    for tick in number_ticks(0.0, end, plot.width, 56.0) {
        let x = plot.left + tick.at / end * plot.width;
        pen.down(x, (plot.top, plot.bottom()), theme.grid)?;
        pen.text(&tick.label, (x, plot.bottom() + 11.0), style)?;
    }
    let height = plot.height / spare.len() as f64;
    for (row, it) in spare.iter().enumerate() {
        let top = plot.top + row as f64 * height;
        let rows = Area { top, height, ..plot };
        draw_variant(&mut pen, rows, it, end, it.variant == chosen)?;
    }
    pen.frame(plot, theme.axis)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 29.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text("spare time (% of the estimate)", middle, style)
}

fn draw_variant(pen: &mut Pen, rows: Area, spare: &SpareOf, end: f64, is_chosen: bool) -> Drawn {
    let theme = pen.theme;
    let (middle, plain) = (rows.top + rows.height / 2.0, Lettering::new(12.0, theme.text));
    let style = if is_chosen { plain.bold().right() } else { plain.right() };
    pen.text(spare.variant.name(), (rows.left - 7.0, middle), style)?;
    let each = (rows.height - 8.0) / 3.0;
    let figures = [spare.least, spare.mean, spare.most];
    for (at, (value, colour)) in figures.into_iter().zip(colours(theme)).enumerate() {
        let bar = Area {
            left: rows.left,
            top: rows.top + 4.0 + at as f64 * each,
            width: (value / end * rows.width).max(0.0),
            height: each - 1.0,
        };
        pen.fill(bar, colour, 1.0)?;
        let style = Lettering::new(11.0, theme.muted);
        let place = (bar.right() + 5.0, bar.top + bar.height / 2.0);
        pen.text(&format!("{value:.0} %"), place, style)?;
    }
    Ok(())
}

fn colours(theme: &Theme) -> [Rgb; 3] {
    [theme.series[1], theme.series[0], theme.series[2]]
}

fn swatches(theme: &Theme) -> Vec<Swatch> {
    let names = ["least of any task", "mean", "most"];
    let swatch = |(words, colour): (&str, Rgb)| Swatch { colour, hatch: None, mark: None, words: words.to_owned() };
    names.into_iter().zip(colours(theme)).map(swatch).collect()
}
