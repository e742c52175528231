//! The marks and labels of a time axis beneath a plot: inside the picture, none upon another, the
//! first in full where the others tell the time of day alone.

use super::Area;
use super::lettering::Lettering;
use super::pen::{Drawn, Pen};
use super::time_axis::{Origin, Tick, time_label, time_ticks};
use workload::Time;

/// The width of a letter of a label, about, in CSS pixels.
const LETTER: f64 = 6.4;

/// Labels keep this far apart.
const GAP: f64 = 8.0;

/// Labels may reach out this far on the left, over the numbers' column, and on the right.
const OUT: (f64, f64) = (30.0, 0.0);

/// Draws marks and labels for the times from `start` to `end`.
pub(super) fn draw_time_marks(pen: &mut Pen, plot: Area, (start, end): (f64, f64), origin: Origin) -> Drawn {
    let theme = pen.theme;
    let style = Lettering::new(11.0, theme.muted).below();
    let mut free_from = f64::NEG_INFINITY;
    let ticks = time_ticks(start, end, plot.width, origin);
    for (index, tick) in ticks.iter().enumerate() {
        let x = plot.left + (tick.at - start) / (end - start) * plot.width;
        pen.down(x, (plot.bottom(), plot.bottom() + 5.0), theme.axis)?;
        let label = words(tick, index == 0, origin);
        let width = label.chars().count() as f64 * LETTER;
        let least = plot.left - OUT.0;
        let most = (plot.right() + OUT.1 - width).max(least);
        let left = (x - width / 2.0).clamp(least, most);
        if left >= free_from {
            let middle = (left + width / 2.0, plot.bottom() + 8.0);
            pen.text(&label, middle, style.centred())?;
            free_from = left + width + GAP;
        }
    }
    Ok(())
}

/// The label of a mark. The first label includes the day, if no other does.
fn words(tick: &Tick, is_first: bool, origin: Origin) -> String {
    let tells_time_alone = tick.label.contains(':') && !tick.label.contains(' ');
    if is_first && tells_time_alone { time_label(tick.at.round() as Time, origin) } else { tick.label.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::clock::Clock;

    #[test]
    fn the_first_label_tells_the_day_where_the_others_do_not() {
        let origin = Origin::Dated(Clock::utc(978_307_200));
        let ticks = time_ticks(3600.0, 3610.0, 900.0, origin);
        assert_eq!(words(&ticks[0], true, origin), "1 Jan 2001 01:00:00");
        assert_eq!(words(&ticks[1], false, origin), "01:00:02");
    }
}
