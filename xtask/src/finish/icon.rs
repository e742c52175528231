//! The icon of the page: four bars of a Gantt chart, as SVG and as PNG for launchers.

use super::png;

/// Side of the grid that the bars stand on.
const SIDE: u32 = 16;

type Colour = [u8; 3];
const GROUND: Colour = [0x18, 0x31, 0x53];
const BATCH: Colour = [0x83, 0xb5, 0xe2];
const RESERVATION: Colour = [0xe2, 0x7a, 0x2c];

/// Left, top, width and height on the grid. All within the circle that launchers leave of an icon:
/// 0.4 of its side from the centre.
const BARS: [(u32, u32, u32, u32, Colour); 4] = [
    (3, 4, 6, 2, BATCH),
    (6, 7, 7, 2, RESERVATION),
    (3, 10, 3, 2, BATCH),
    (7, 10, 6, 2, BATCH),
];

/// The icon's files: names and contents. The PNG sides are multiples of the grid's, so that every
/// bar ends at a pixel.
pub fn files() -> [(&'static str, Vec<u8>); 3] {
    [
        ("icon.svg", svg().into_bytes()),
        ("icon-192.png", raster(192)),
        ("icon-512.png", raster(512)),
    ]
}

fn svg() -> String {
    let hex = |[red, green, blue]: Colour| format!("#{red:02x}{green:02x}{blue:02x}");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">\
         <rect width=\"{SIDE}\" height=\"{SIDE}\" rx=\"3.5\" fill=\"{}\"/>",
        hex(GROUND)
    );
    for (left, top, width, height, colour) in BARS {
        let fill = hex(colour);
        text += &format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        );
    }
    text + "</svg>\n"
}

/// Without round corners: launchers cut their own.
fn raster(side: u32) -> Vec<u8> {
    let unit = side / SIDE;
    let colour_at = |x: u32, y: u32| {
        let (column, row) = (x / unit, y / unit);
        let within = |&&(left, top, width, height, _): &&(u32, u32, u32, u32, Colour)| {
            (left..left + width).contains(&column) && (top..top + height).contains(&row)
        };
        BARS.iter().find(within).map_or(GROUND, |bar| bar.4)
    };
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let pixels: Vec<Colour> = places.map(|(x, y)| colour_at(x, y)).collect();
    png::encode(side, &pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stay_within_the_circle_that_launchers_leave() {
        let centre = f64::from(SIDE) / 2.0;
        for (left, top, width, height, _) in BARS {
            for (x, y) in [
                (left, top),
                (left + width, top),
                (left, top + height),
                (left + width, top + height),
            ] {
                let distance = (f64::from(x) - centre).hypot(f64::from(y) - centre);
                assert!(
                    distance <= 0.4 * f64::from(SIDE) + 0.01,
                    "{x}, {y}: {distance}"
                );
            }
        }
    }

    #[test]
    fn the_launchers_pictures_are_small() {
        for (name, bytes) in files() {
            assert!(bytes.len() < 30_000, "{name}: {} bytes", bytes.len());
        }
    }
}
