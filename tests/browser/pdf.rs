//! As much of a PDF document as tells what stands where: pages, and on each the ink.
//!
//! Written for what Chromium makes: a stream of operators for each page, deflated.

use std::io::Read;

use flate2::read::ZlibDecoder;

/// A page, in points from its upper left corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sheet {
    pub width: f64,
    pub height: f64,
    /// From where to where something other than white is painted; equal where nothing is.
    pub top: f64,
    pub bottom: f64,
    /// How many pieces of text there are.
    pub texts: usize,
}

impl Sheet {
    /// The share of the page's height from the first ink to the last.
    pub fn filled(&self) -> f64 {
        (self.bottom - self.top) / self.height
    }
}

/// The pages of a document, in order.
pub fn sheets(pdf: &[u8]) -> Vec<Sheet> {
    let objects = objects(pdf);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut sheets = Vec::new();
    for (_, body) in &objects {
        let head = text(body);
        if !(head.contains("/Type /Page\n") || head.contains("/Type /Page/")) {
            continue;
        }
        let size = numbers(after(&head, "/MediaBox [").expect("a size"));
        let contents = numbers(after(&head, "/Contents ").expect("contents"));
        let number = contents[0] as usize;
        let (_, stream) = objects.iter().find(|(at, _)| *at == number).expect("the contents are an object");
        let mut sheet = Sheet { width: size[2], height: size[3], ..Sheet::default() };
        walk(&text(&inflated(stream)), &mut sheet);
        sheets.push(sheet);
    }
    sheets
}

/// The objects of a document, by their numbers.
fn objects(pdf: &[u8]) -> Vec<(usize, &[u8])> {
    let mut found = Vec::new();
    let mut rest = pdf;
    while let Some(at) = position(rest, b" 0 obj") {
        let digits = rest[..at].iter().rev().take_while(|it| it.is_ascii_digit());
        let digits = digits.count();
        let number = std::str::from_utf8(&rest[at - digits..at]).expect("digits");
        let body = &rest[at + 6..];
        let end = position(body, b"endobj").expect("an end");
        if let Ok(number) = number.parse() {
            found.push((number, &body[..end]));
        }
        rest = &body[end..];
    }
    found
}

fn position(bytes: &[u8], of: &[u8]) -> Option<usize> {
    bytes.windows(of.len()).position(|window| window == of)
}

fn after<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    Some(text.split_once(words)?.1)
}

/// The numbers that a text begins with.
fn numbers(text: &str) -> Vec<f64> {
    text.split(|c: char| c.is_whitespace() || c == ']').map_while(|word| word.parse().ok()).collect()
}

fn inflated(object: &[u8]) -> Vec<u8> {
    let begin = position(object, b"stream").expect("a stream") + 6;
    let skipped = object[begin..].iter().take_while(|it| matches!(it, b'\r' | b'\n'));
    let begin = begin + skipped.count();
    let mut plain = Vec::new();
    // What stands behind the data is not its business.
    let _ = ZlibDecoder::new(&object[begin..]).read_to_end(&mut plain);
    plain
}

/// A transformation: x' = a x + c y + e, y' = b x + d y + f.
type Matrix = [f64; 6];

const SAME: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// First `inner`, then `outer`.
fn joined(inner: Matrix, outer: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = inner;
    let [oa, ob, oc, od, oe, of] = outer;
    [a * oa + b * oc, a * ob + b * od, c * oa + d * oc, c * ob + d * od, e * oa + f * oc + oe, e * ob + f * od + of]
}

/// What the operators so far have set.
#[derive(Clone, Copy)]
struct Graphics {
    matrix: Matrix,
    is_white: bool,
}

/// Follows the operators of a page.
fn walk(operators: &str, sheet: &mut Sheet) {
    let mut now = Graphics { matrix: SAME, is_white: false };
    let (mut kept, mut path, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    let (mut top, mut bottom) = (f64::INFINITY, f64::NEG_INFINITY);
    let height = sheet.height;
    let mut line = SAME;
    let mut ink = |matrix: Matrix, (x, y): (f64, f64)| {
        let from_top = height - (matrix[1] * x + matrix[3] * y + matrix[5]);
        // What is cut off by the page's edge is not seen.
        if (0.0..=height).contains(&from_top) {
            (top, bottom) = (f64::min(top, from_top), f64::max(bottom, from_top));
        }
    };
    for word in words(operators) {
        if let Ok(number) = word.parse::<f64>() {
            numbers.push(number);
            continue;
        }
        let given: [f64; 6] = std::array::from_fn(|at| numbers.get(at).copied().unwrap_or(0.0));
        match word {
            "q" => kept.push(now),
            "Q" => now = kept.pop().unwrap_or(now),
            "cm" => now.matrix = joined(given, now.matrix),
            "rg" => now.is_white = given[..3] == [1.0; 3],
            "g" => now.is_white = given[0] == 1.0,
            "m" | "l" => path.push((given[0], given[1])),
            "c" => path.push((given[4], given[5])),
            "re" => {
                path.push((given[0], given[1]));
                path.push((given[0] + given[2], given[1] + given[3]));
            }
            "n" => path.clear(),
            "f" | "f*" | "F" => {
                let painted = path.drain(..);
                if !now.is_white {
                    painted.for_each(|point| ink(now.matrix, point));
                }
            }
            "S" | "s" | "B" | "B*" => path.drain(..).for_each(|point| ink(now.matrix, point)),
            "BT" => line = SAME,
            "Tm" => line = given,
            "Td" => line = joined([1.0, 0.0, 0.0, 1.0, given[0], given[1]], line),
            "Tj" | "TJ" => {
                sheet.texts += 1;
                ink(joined(line, now.matrix), (0.0, 0.0));
            }
            _ => {}
        }
        numbers.clear();
    }
    if top <= bottom {
        (sheet.top, sheet.bottom) = (top, bottom);
    }
}

/// The words of a stream of operators, without what is written and without lists.
fn words(operators: &str) -> impl Iterator<Item = &str> {
    let mut rest = operators;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            let closing = match rest.chars().next()? {
                '[' => ']',
                '<' => '>',
                '(' => ')',
                _ => break,
            };
            let end = rest.find(closing)?;
            rest = &rest[end + 1..];
        }
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '[' | '<' | '(')).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end.max(1));
        rest = behind;
        Some(word)
    })
}
