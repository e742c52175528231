//! The figures of a run in pictures: how waits, flow times and slowdowns are distributed, their means by
//! class and over the week, and the heaviest users.

pub mod cumulative;
pub mod heat_map;
pub mod heaviest;
mod plotted;
#[cfg(test)]
mod tests;
pub mod week_map;

/// The label of a value at an axis.
fn label(value: scheduling::criteria::distribution::Value) -> &'static str {
    use scheduling::criteria::distribution::Value;
    match value {
        Value::Wait => "waiting time",
        Value::FlowTime => "flow time",
        Value::Slowdown => "bounded slowdown",
    }
}

/// A value in words short enough for a cell.
fn written(value: scheduling::criteria::distribution::Value, number: f64) -> String {
    use scheduling::criteria::distribution::Value;
    match value {
        Value::Wait | Value::FlowTime => base::text::short_duration(number),
        Value::Slowdown if number < 100.0 => format!("{number:.1}"),
        Value::Slowdown => format!("{number:.0}"),
    }
}

/// Pictures of one size as one picture, two beside each other; and its height in CSS pixels.
pub fn side_by_side(pictures: &[String], frame: super::Frame) -> (String, u32) {
    let (width, height) = (frame.width * 2, frame.height * pictures.len().div_ceil(2) as u32);
    let placed = pictures.iter().enumerate().map(|(at, picture)| {
        let (x, y) = (at as u32 % 2 * frame.width, at as u32 / 2 * frame.height);
        picture.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1)
    });
    let all: String = placed.collect();
    let whole = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n{all}</svg>\n"
    );
    (whole, height)
}
