//! Curves as figures of papers: one panel, and the legend by itself.

use super::curves::{Curves, Legend, draw_with, swatches};
use crate::legend::lines_of;
use crate::paper::Figure;
use crate::prelude::*;
use crate::theme::Look;
use crate::theme::MARGIN;

/// Curves as a figure of a paper.
pub struct PaperCurves<'a> {
    /// What is drawn.
    pub curves: &'a Curves,
    pub legend: Legend,
}

impl Figure for PaperCurves<'_> {
    fn height(&self, width: u32) -> u32 {
        const LEAST: f64 = 210.0;
        const MOST: f64 = 300.0;
        let width = f64::from(width);
        let swatches = match self.legend {
            Legend::Above => swatches(self.curves, &Theme::paper()),
            Legend::Apart => Vec::new(),
        };
        let key = LINE * lines_of(&swatches, width - 2.0 * MARGIN, true) as f64;
        ((width * 0.62).clamp(LEAST, MOST) + key) as u32
    }

    fn draw(&self, backend: &mut dyn Surface, frame: Frame, theme: &Theme) -> Drawn {
        let none = Captions::default();
        draw_with(backend, (frame, theme), (self.curves, &none), self.legend)
    }
}

/// The legend of lines as a figure of its own.
pub struct PaperLegend<'a>(pub &'a [(String, Look)]);

impl PaperLegend<'_> {
    fn swatches(&self) -> Vec<Swatch> {
        let swatch = |(name, look): &(String, Look)| Swatch {
            colour: look.colour(&Theme::paper()),
            hatch: None,
            mark: Some(look.mark()),
            words: name.clone(),
        };
        self.0.iter().map(swatch).collect()
    }
}

impl Figure for PaperLegend<'_> {
    fn height(&self, width: u32) -> u32 {
        let room = f64::from(width) - 2.0 * MARGIN;
        (LINE * lines_of(&self.swatches(), room, true) as f64 + 2.0 * MARGIN) as u32
    }

    fn draw(&self, backend: &mut dyn Surface, frame: Frame, theme: &Theme) -> Drawn {
        let mut pen = Pen::new(backend, frame, theme);
        let area = begin(&mut pen, frame.area(), &Captions::default())?;
        legend(&mut pen, area, &self.swatches())
    }
}
