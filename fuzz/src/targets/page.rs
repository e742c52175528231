//! What the page reads: scenarios, links, projects, lessons, and what its workers send.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use slotscope::experiment::wire::{decode, encode};
use slotscope::experiment::{Scenario, ScenarioFile, WorkloadFacts, validate, words};
use slotscope::export::permalink::{self, LinkError};
use slotscope::export::project;
use slotscope::lesson::{self, Lesson};
use slotscope::workload::Workload;

use crate::Watch;

/// Scenarios, in links and in files: one that is read, written and read again is the same, and it has words.
pub fn scenario(input: &[u8], watch: &mut Watch) {
    match watch.reading(input.len(), || Scenario::from_json(input)) {
        Ok(scenario) => {
            let text = serde_json::to_string(&scenario).expect("a scenario is JSON");
            assert_eq!(Scenario::from_json(text.as_bytes()), Ok(scenario.clone()));
            match validate(&scenario) {
                Ok(()) => assert!(!words(&scenario).is_empty()),
                Err(why) => assert!(!why.to_string().is_empty()),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match watch.reading(input.len(), || ScenarioFile::read(input)) {
        Ok(file) => {
            let scenario = file.on(&WorkloadFacts::of(&Workload::default()));
            let text = serde_json::to_string(&scenario).expect("a scenario is JSON");
            assert_eq!(Scenario::from_json(text.as_bytes()), Ok(scenario));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Links: the text as it is, and what a link with it inside says.
pub fn link(input: &[u8], watch: &mut Watch) {
    if let Ok(text) = std::str::from_utf8(input) {
        snapshot(text, input.len(), watch);
    }
    let packed = link_with(input);
    snapshot(&packed, packed.len() + input.len(), watch);
}

fn snapshot(text: &str, bytes: usize, watch: &mut Watch) {
    match watch.reading(bytes, || permalink::read(text)) {
        Ok(snapshot) => {
            assert_eq!(snapshot.check(), Ok(()));
            match permalink::link(&snapshot) {
                Ok(link) => assert_eq!(permalink::read(&link), Ok(snapshot), "{link}"),
                Err(why) => assert_eq!(why, LinkError::TooLong),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A link that holds any bytes, its sum right: as blocks that are stored and not packed (RFC 1951, 3.2.4).
fn link_with(inside: &[u8]) -> String {
    const BLOCK: usize = 0xffff;
    let sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(inside);
    let mut bytes = sum.to_le_bytes().to_vec();
    for block in inside.chunks(BLOCK) {
        bytes.push(0);
        let length = block.len() as u16;
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(block);
    }
    bytes.extend([1, 0, 0, 0xff, 0xff]);
    format!("1.{}", BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Projects: what is read, written and read again is the same.
pub fn project(input: &[u8], watch: &mut Watch) {
    watch.reading(input.len(), || project::looks_like_one(input));
    match watch.reading(input.len(), || project::read(input)) {
        Ok(read) => {
            let text = project::write(&read).expect("it fits");
            assert_eq!(project::read(text.as_bytes()), Ok(read), "{text}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Lessons: what is read, written and read again is the same, and every step can be shown.
pub fn lesson(input: &[u8], watch: &mut Watch) {
    watch.reading(input.len(), || lesson::looks_like_one(input));
    match watch.reading(input.len(), || Lesson::from_json(input)) {
        Ok(lesson) => {
            let text = serde_json::to_string(&lesson).expect("a lesson is JSON");
            assert_eq!(Lesson::from_json(text.as_bytes()), Ok(lesson), "{text}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// What workers send of a run: what is taken and sent again is taken as the same.
pub fn columns(input: &[u8], watch: &mut Watch) {
    if let Ok(run) = watch.reading(input.len(), || decode(input)) {
        // Floating point numbers may be none, which equal nothing: so the bytes are compared.
        let bytes = encode(&run);
        let again = decode(&bytes).expect("it was sent");
        assert_eq!(encode(&again), bytes);
    }
}

#[cfg(test)]
mod tests {
    use slotscope::experiment::Run;
    use slotscope::export::snapshot::Snapshot;

    use super::*;

    /// Room was made for as many rows as there were bytes, however wide a row is. Found by fuzzing.
    #[test]
    fn a_count_that_cannot_be_takes_no_room() {
        let mut bytes = encode(&Run::default());
        // What comes last is how many tasks were booked.
        let count = bytes.len() - 4;
        bytes[count..].fill(0xff);
        bytes.resize(10_000, 0);
        let mut watch = Watch::default();
        columns(&bytes, &mut watch);
        assert!(watch.tally.worst_ratio < 2.0, "{:?}", watch.tally);
    }

    #[test]
    fn what_is_put_into_a_link_is_read_from_it() {
        let snapshot = Snapshot { view: "jobs".to_owned(), ..Snapshot::default() };
        let link = link_with(br#"{"view": "jobs"}"#);
        assert_eq!(permalink::read(&link), Ok(snapshot));
    }
}
