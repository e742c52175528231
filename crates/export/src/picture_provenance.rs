//! Pictures that say where they come from, in a place that no picture shows.

use super::deflate::crc32;
use base::xml;
use experiment::Provenance;

/// Where a picture comes from, as JSON in one line: of one scenario an object, of several a list of them.
pub fn provenance_line(all: &[Provenance]) -> String {
    match all {
        [one] => one.line(),
        // Texts, numbers and lists of them cannot fail to be written.
        several => serde_json::to_string(several).unwrap_or_default(),
    }
}

/// An SVG document with a text as its `<metadata>`, behind what it draws: title and description stay first, as
/// screen readers want them. A text that is no SVG is returned unchanged.
pub fn svg_with_metadata(svg: &str, text: &str) -> String {
    let Some(end) = svg.rfind("</svg>") else {
        return svg.to_owned();
    };
    let (picture, end) = svg.split_at(end);
    let text = xml::allowed(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("{picture}<metadata>{text}</metadata>\n{end}")
}

/// How a PNG begins.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The signature and the chunk `IHDR`, which stands first.
const HEAD: usize = SIGNATURE.len() + 4 + 4 + 13 + 4;

/// A PNG with a text behind its head, in a chunk `iTXt` under the keyword `Description` (PNG, third edition,
/// 11.3.3.4): every program that reads PNG skips chunks that it does not know. Bytes that are no PNG are
/// returned unchanged. O(bytes).
pub fn png_with_text(png: &[u8], text: &str) -> Vec<u8> {
    if !png.starts_with(SIGNATURE) || png.len() < HEAD {
        return png.to_vec();
    }
    // Keyword, not compressed, method 0, no language, no translated keyword.
    let mut chunk = b"iTXtDescription\0\0\0\0\0".to_vec();
    chunk.extend_from_slice(text.as_bytes());
    let length = (chunk.len() - 4) as u32;
    let (head, rest) = png.split_at(HEAD);
    let mut with = Vec::with_capacity(png.len() + chunk.len() + 8);
    with.extend_from_slice(head);
    with.extend_from_slice(&length.to_be_bytes());
    with.extend_from_slice(&chunk);
    with.extend_from_slice(&crc32(&chunk).to_be_bytes());
    with.extend_from_slice(rest);
    with
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::{ScenarioFile, WorkloadFacts};
    use workload::Workload;

    /// One red pixel.
    const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\
        \0\0\0\x0cIDATx\x9cc\xf8\xcf\xc0\0\0\x03\x01\x01\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82";

    /// The kind and the data of each chunk; checks their sums.
    #[track_caller]
    fn chunks(png: &[u8]) -> Vec<(String, Vec<u8>)> {
        let mut rest = png.strip_prefix(SIGNATURE).expect("a PNG");
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let number = |at: usize| u32::from_be_bytes(rest[at..at + 4].try_into().unwrap());
            let end = 8 + number(0) as usize;
            let kind = String::from_utf8_lossy(&rest[4..8]).into_owned();
            assert_eq!(number(end), crc32(&rest[4..end]), "{kind}");
            chunks.push((kind, rest[8..end].to_vec()));
            rest = &rest[end + 4..];
        }
        chunks
    }

    fn provenance() -> Provenance {
        let facts = WorkloadFacts { name: "a & b <c> µ".to_owned(), ..WorkloadFacts::of(&Workload::default()) };
        Provenance::of(&ScenarioFile::usual(&facts), &facts)
    }

    #[test]
    fn a_png_has_the_text_and_is_otherwise_as_it_was() {
        let line = provenance_line(&[provenance()]);
        let before = chunks(PIXEL);
        let mut with = chunks(&png_with_text(PIXEL, &line));
        let (kind, data) = with.remove(1);
        assert_eq!((kind.as_str(), with), ("iTXt", before));
        let text = data.strip_prefix(b"Description\0\0\0\0\0").expect("its head");
        let read: Provenance = serde_json::from_slice(text).expect("provenance");
        assert_eq!(read, provenance());
        for other in [&b""[..], b"GIF89a", SIGNATURE] {
            assert_eq!(png_with_text(other, &line), other);
        }
    }

    #[test]
    fn an_svg_has_it_as_metadata_of_the_whole() {
        let svg = "<svg><title>T</title><svg x=\"1\"></svg></svg>\n";
        let both = [provenance(), provenance()];
        let with = svg_with_metadata(svg, &provenance_line(&both));
        let (before, rest) = with.split_once("<metadata>").expect("metadata");
        let (text, after) = rest.split_once("</metadata>").expect("its end");
        assert_eq!(before, "<svg><title>T</title><svg x=\"1\"></svg>");
        assert_eq!(after, "\n</svg>\n");
        assert!(!text.contains(['<', '>']));
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let read: Vec<Provenance> = serde_json::from_str(&text).expect("a list");
        assert_eq!(read, both);
        assert_eq!(svg_with_metadata("no picture", "text"), "no picture");
    }
}
