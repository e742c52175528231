use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;

use super::*;
use crate::testing::{damaged, rows};

const LOG: &[u8] = b"; Computer: test\n1 10 20 30 4\n2 11 20 30 4\n";

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn refusal(bytes: &[u8]) -> String {
    read("a.swf", bytes).unwrap_err().to_string()
}

#[test]
fn packed_or_plain_is_told_by_what_the_file_holds() {
    let plain = read("log.swf.gz", LOG).unwrap();
    assert_eq!(read("log.swf.gz", &packed(LOG)).unwrap(), plain);
    assert_eq!(plain.workload.records().len(), 2);
    assert_eq!(plain.workload.name, "log.swf.gz");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let reading = read("a", &[b"\xef\xbb\xbf", LOG].concat()).unwrap();
    assert_eq!(reading.workload.header().get("Computer"), Some("test"));
}

/// Written out, the comment may stand within the bytes by which binary files are recognized. Found by
/// fuzzing.
#[test]
fn control_characters_in_comments_are_blanks() {
    let far = format!("; Note: {}\n", "x".repeat(2000));
    let log = far + "; Key: a\0b\x7fc\td\n1 0 1 1 1\n";
    let workload = read("a", log.as_bytes()).unwrap().workload;
    assert_eq!(workload.header().get("Key"), Some("a b c\td"));
}

#[test]
fn a_comment_about_archives_makes_no_archive() {
    let log = format!("; {}ustar\n1 0 1 1 1\n", "x".repeat(255));
    assert_eq!(&log.as_bytes()[257..262], b"ustar");
    assert!(read("a", log.as_bytes()).is_ok());
    let mut archive = [0; 512];
    archive[257..262].copy_from_slice(b"ustar");
    assert!(refusal(&archive).contains("a tar archive"));
}

#[test]
fn a_file_without_jobs_says_why() {
    for [text, why] in rows(
        "| the file is empty
        \u{feff} \\r\\n | the file is empty
        ; Version: 2.2\\n | the file holds comments or a header only, no job
        ; Version: 2.2\\nid,submit,wait\\n1,2,3\\n | no line is a job; line 2: job number (field 1) should be a number \
        but is \"id,submit,wait\"
        15451729,RUNNING\\n2,PENDING\\n | no format that Slotscope reads has lines as \"15451729,RUNNING\"; docs/formats.md lists \
        the formats",
    ) {
        assert_eq!(refusal(text.as_bytes()), format!("a.swf: {why}"));
    }
    assert_eq!(refusal(&packed(b"")), "a.swf: the file is empty");
}

#[test]
fn other_files_are_named_for_what_they_are() {
    for (bytes, kind) in [
        (&b"\x89PNG\r\n\x1a\n\0\0"[..], "a PNG image"),
        (b"<!DOCTYPE html>", "HTML or XML"),
        (b"BZh91AY&SY", "a bzip2 file (unpack it first)"),
        (b"{\"seed\": 1}", "JSON"),
        (b"1\0 \x002\0 \0", "a binary file"),
        (b"\xff\xfe1\0", "text in UTF-16 (save it as UTF-8 or ASCII)"),
    ] {
        let expected = format!("a.swf: this is {kind}, not a log of jobs");
        assert_eq!(refusal(bytes), expected);
    }
    assert!(refusal(&packed(&packed(LOG))).contains("a gzip file inside a gzip file"));
    assert_eq!(refusal(b"PK\x03\x04...."), "a.swf: the zip archive is damaged or cut short");
}

#[test]
fn of_an_archive_the_log_is_read_and_the_rest_is_told() {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in [("README", &b"about"[..]), ("log.swf", LOG)] {
        let mut header = tar::Header::new_ustar();
        header.set_size(content.len() as u64);
        archive.append_data(&mut header, name, content).unwrap();
    }
    let reading = read("logs.tar.gz", &packed(&archive.into_inner().unwrap())).unwrap();
    let plain = read("logs.tar.gz", LOG).unwrap();
    assert_eq!(reading.workload, plain.workload);
    assert_eq!(reading.repairs, ["of the archive the file log.swf was read, and not README"]);
    assert!(plain.repairs.is_empty());
}

#[test]
fn a_cut_download_says_so() {
    let whole = packed(LOG);
    assert_eq!(
        refusal(&whole[..whole.len() - 9]),
        "a.swf: the gzip data are cut short: they end after 34 unpacked bytes"
    );
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read("a", &bytes).map_err(|error| error.to_string());
    }

    #[test]
    fn any_damage_to_a_packed_file_is_survived(bytes in damaged(packed(LOG))) {
        let _ = read("a", &bytes).map_err(|error| error.to_string());
    }
}
