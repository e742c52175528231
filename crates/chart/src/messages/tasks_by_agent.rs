//! How many tasks each agent has reserved: the load of an agent, as Moise et al. 2008 count it (Table 1).

use super::agent_name;
use super::node_loads::is_reserved;
use super::steps::Steps;
use crate::prelude::*;
use base::text;
use scheduling::engine::Run;

/// More agents than this many are not drawn.
pub const MOST: usize = 60;

/// The height of a row, in CSS pixels.
const ROW: f64 = 28.0;

/// The widths of a letter of names and numbers.
const LETTER: f64 = 6.7;

/// The tasks of each agent after a number of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TasksByAgent {
    /// Reserved so far.
    pub now: Vec<usize>,
    /// Reserved in the end.
    pub in_the_end: Vec<usize>,
    /// All tasks, reserved or not.
    pub tasks: usize,
}

impl TasksByAgent {
    /// O(tasks).
    pub fn of(run: &Run, steps: &Steps, shown: usize) -> Self {
        let mut now = vec![0; run.messages.agents.len()];
        let mut in_the_end = now.clone();
        for (job, booking) in (0..).zip(&run.messages.bookings) {
            let Some(agent) = booking.agent.map(|it| it as usize).filter(|it| *it < now.len()) else {
                continue;
            };
            in_the_end[agent] += 1;
            now[agent] += usize::from(is_reserved(run, steps, job, shown));
        }
        Self { now, in_the_end, tasks: run.messages.bookings.len() }
    }

    /// The label of a bar: `19 · 38 %`.
    pub fn label(&self, agent: usize) -> String {
        let count = self.now[agent];
        let percent = 100.0 * count as f64 / self.tasks.max(1) as f64;
        let percent = match percent {
            it if it.fract() == 0.0 || it >= 10.0 => format!("{it:.0}"),
            it => format!("{it:.1}"),
        };
        format!("{} · {percent} %", text::count(count as i64))
    }

    /// A bar's share of the room, which is filled by the highest in the end: bars only grow while steps are
    /// played.
    pub fn share(&self, agent: usize) -> f64 {
        let most = self.in_the_end.iter().max().copied().unwrap_or(0);
        self.now[agent] as f64 / most.max(1) as f64
    }

    fn drawn(&self) -> usize {
        self.now.len().min(MOST)
    }
}

/// A height that shows this many agents.
pub fn tasks_by_agent_height(agents: usize) -> u32 {
    let more = if agents > MOST { 1.0 } else { 0.0 };
    ((agents.clamp(1, MOST) as f64 + more) * ROW + 40.0) as u32
}

/// The rows of the agents that are drawn: the room of a name, of the longest bar, and of a label behind it.
pub(super) fn rows(of: &TasksByAgent, area: Area) -> Vec<[Area; 3]> {
    let letters = |text: String| text.chars().count() as f64 * LETTER;
    let names = (0..of.drawn()).map(|it| letters(agent_name(it as u32))).fold(0.0, f64::max) + 8.0;
    let labels = (0..of.drawn()).map(|it| letters(of.label(it)));
    // Room for the final labels.
    let labels = labels.fold(12.0 * LETTER, f64::max) + 8.0;
    let row = |at: usize| {
        let row = Area { top: area.top + at as f64 * ROW, height: ROW, ..area };
        let name = Area { width: names, ..row };
        let bar = row.inset(names, 4.0, labels, 4.0);
        let label = Area { left: bar.left + bar.width * of.share(at) + 6.0, width: labels - 6.0, ..row };
        [name, bar, label]
    };
    (0..of.drawn()).map(row).collect()
}

/// Draws the picture.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, of: &TasksByAgent, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    if of.now.is_empty() || area.width < 160.0 {
        return pen.nothing(area, "There are no agents to show.");
    }
    let rows = rows(of, area);
    for (agent, [name, bar, label]) in rows.iter().enumerate() {
        let middle = name.top + ROW / 2.0;
        let style = Lettering::new(12.0, theme.text);
        pen.text(&agent_name(agent as u32), (name.left, middle), style)?;
        pen.fill(*bar, theme.grid, 0.5)?;
        let filled = Area { width: bar.width * of.share(agent), ..*bar };
        pen.fill(filled, theme.batch[0], 1.0)?;
        pen.text(&of.label(agent), (label.left, middle), style)?;
    }
    let left_out = of.now.len() - rows.len();
    if left_out > 0 {
        let middle = area.top + (rows.len() as f64 + 0.5) * ROW;
        let words = format!("and {} more agents", text::count(left_out as i64));
        pen.text(&words, (area.left, middle), Lettering::new(12.0, theme.muted))?;
    }
    Ok(())
}

/// The picture as an SVG document.
pub fn tasks_by_agent_svg(frame: Frame, theme: &Theme, of: &TasksByAgent, captions: &Captions) -> String {
    let told = (0..of.drawn()).map(|it| format!("{}: {}.", agent_name(it as u32), of.label(it)));
    let told: Vec<String> = told.chain([captions.subtitle.clone()]).collect();
    let description = format!("Reserved tasks of {} by agent. {}", of.tasks, told.join(" "));
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, of, captions))
}
