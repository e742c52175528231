//! A colour mixed into pixels.

use crate::Pixel;

/// Mixes `share`/256 of a colour into the pixels `across.0..across.1` of the rows `down.0..down.1`, as far as
/// there are any; `width` pixels make a row. O(the area's pixels).
#[inline(never)]
pub fn mix_area(
    (pixels, width): (&mut [Pixel], usize),
    across: (i64, i64),
    down: (i64, i64),
    colour: [u8; 3],
    share: u32,
) {
    let within = |at: i64, end: usize| at.clamp(0, end as i64) as usize;
    let height = pixels.len().checked_div(width).unwrap_or(0);
    let across = within(across.0, width)..within(across.1, width);
    if across.is_empty() {
        return;
    }
    for y in within(down.0, height)..within(down.1, height) {
        for pixel in &mut pixels[y * width..][across.clone()] {
            mix(pixel, colour, share);
        }
    }
}

/// Mixes `share`/256 of a colour into every so many-th pixel, from the pixel `first` on. O(these pixels).
#[inline(never)]
pub fn mix_every(pixels: &mut [Pixel], (first, period): (usize, usize), colour: [u8; 3], share: u32) {
    for pixel in pixels.iter_mut().skip(first).step_by(period) {
        mix(pixel, colour, share);
    }
}

#[inline(always)]
fn mix(pixel: &mut Pixel, colour: [u8; 3], share: u32) {
    for (channel, other) in pixel.iter_mut().zip(colour) {
        *channel = ((u32::from(*channel) * (256 - share) + u32::from(other) * share) / 256) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_ends_where_the_pixels_do() {
        let mut pixels = [[0, 0, 0, 255]; 12];
        mix_area((&mut pixels, 4), (2, 9), (-3, 2), [255; 3], 256);
        let mixed: Vec<usize> = (0..12).filter(|&at| pixels[at] == [255; 4]).collect();
        assert_eq!(mixed, [2, 3, 6, 7]);
        mix_area((&mut pixels, 4), (3, 1), (0, 3), [0; 3], 256);
        mix_area((&mut [], 0), (0, 1), (0, 1), [0; 3], 256);
        assert_eq!(pixels[7], [255; 4]);
    }

    #[test]
    fn half_of_a_colour_is_in_every_third_pixel() {
        let mut pixels = [[0, 100, 200, 255]; 8];
        mix_every(&mut pixels, (1, 3), [200, 100, 0], 128);
        for (at, pixel) in pixels.iter().enumerate() {
            let is_mixed = at % 3 == 1;
            let wanted = if is_mixed { [100, 100, 100, 255] } else { [0, 100, 200, 255] };
            assert_eq!(*pixel, wanted, "{at}");
        }
    }
}
