//! A chart of very many bars as PNG, made in slices so that the page goes on meanwhile.

use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::{Clamped, JsValue};
use web_sys::{Blob, HtmlCanvasElement, ImageData};

use super::download::{blob_of, canvas_of, context_of, image_of};
use crate::app::context::clock::now;
use slotscope::chart::gantt::Layers;
use slotscope::chart::gantt::raster::{Order, Raster, RasterOptions};
use slotscope::chart::slide::SLIDE;
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{GanttIndex, Theme, Viewport};

/// A slice takes about this many milliseconds.
const SLICE: f64 = 10.0;

/// The clock is looked at after this many bars.
const BARS: usize = 8_192;

/// A chart in layers, and what bars stand between them.
pub struct LayeredChart {
    pub layers: Layers,
    pub index: Rc<GanttIndex>,
    pub viewport: Viewport,
    /// The jobs that are highlighted, a flag for each job of the run.
    pub selected: Option<Rc<[bool]>>,
    pub theme: Theme,
    pub origin: Origin,
}

impl LayeredChart {
    /// The picture in the middle of a slide.
    pub async fn slide(&self) -> Result<Blob, JsValue> {
        let canvas = canvas_of(SLIDE)?;
        let context = context_of(&canvas)?;
        let (slide_width, slide_height) = (f64::from(SLIDE.0), f64::from(SLIDE.1));
        context.set_fill_style_str(&self.theme.background.css());
        context.fill_rect(0.0, 0.0, slide_width, slide_height);
        let Layers { frame, plot, over, .. } = &self.layers;
        let (width, height) = (f64::from(frame.width), f64::from(frame.height));
        let scale = (slide_width / width).min(slide_height / height);
        let (wide, high) = (width * scale, height * scale);
        let left = (slide_width - wide) / 2.0;
        let top = (slide_height - high) / 2.0;
        let under = image_of(&self.layers.under).await?;
        context.draw_image_with_html_image_element_and_dw_and_dh(&under, left, top, wide, high)?;
        let (bars, size) = self.bars(scale).await?;
        let place = (left + plot.left * scale, top + plot.top * scale);
        context.draw_image_with_html_canvas_element_and_dw_and_dh(&bars, place.0, place.1, size.0, size.1)?;
        let over = image_of(over).await?;
        context.draw_image_with_html_image_element_and_dw_and_dh(&over, left, top, wide, high)?;
        TimeoutFuture::new(0).await;
        blob_of(&canvas).await
    }

    /// The bars, and how large they are on the slide.
    async fn bars(&self, scale: f64) -> Result<(HtmlCanvasElement, (f64, f64)), JsValue> {
        let plot = self.layers.plot;
        let exact = (plot.width * scale, plot.height * scale);
        let size = (exact.0.round() as usize, exact.1.round() as usize);
        let options = RasterOptions {
            origin: self.origin,
            selected: self.selected.as_deref(),
            ..RasterOptions::plain(&self.theme, scale)
        };
        let order = Order { index: &self.index, viewport: &self.viewport, options: &options, size };
        let mut raster = Raster::new();
        raster.begin(order);
        let mut until = now() + SLICE;
        while !raster.add(order, BARS) {
            if now() > until {
                TimeoutFuture::new(0).await;
                until = now() + SLICE;
            }
        }
        TimeoutFuture::new(0).await;
        let mut pixels = vec![255; size.0 * size.1 * 4];
        raster.finish(order, &mut pixels);
        TimeoutFuture::new(0).await;
        let canvas = canvas_of((size.0 as u32, size.1 as u32))?;
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels), size.0 as u32, size.1 as u32)?;
        context_of(&canvas)?.put_image_data(&image, 0.0, 0.0)?;
        Ok((canvas, exact))
    }
}
