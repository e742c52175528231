use std::io::Write;

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
use lzma_rust2::{XzOptions, XzWriter};
use proptest::prelude::*;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::*;

const LOG: &[u8] = b"; Computer: test\n1 10 20 30 4\n2 11 20 30 4\n";

/// [`LOG`] by `xz -9` 5.4.
const XZ: &str = "fd377a585a000004e6d6b446020021011c00000010cf58cce0002a00265d001d8804e8d9c847db39\
    512221403d4180153a3d35c3edda9eb582fbeb3f578dbff39b35c5aa6000000047b93370a4b9a919\
    0001422bec61754e1fb6f37d010000000004595a";

/// [`LOG`] by `zstd -19` 1.5.
const ZSTD: &str = "28b52ffd242b5901003b20436f6d70757465723a20746573740a3120313020323020333020340a32\
    20313120323020333020340ab3984b17";

/// A file `log.swf` of [`LOG`] by `zip -X` 3.0.
const ZIP: &str = "504b03041400000008008f017b5d8980db2e250000002b000000070000006c6f672e737766b35670\
    cecf2d282d492db25228492d2ee1325430345030325030365030e132523034847300504b01021e03\
    1400000008008f017b5d8980db2e250000002b000000070000000000000001000000a48100000000\
    6c6f672e737766504b05060000000001000100350000004a0000000000";

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digits = hexadecimal.as_bytes().chunks(2);
    let byte = |it: &[u8]| u8::from_str_radix(std::str::from_utf8(it).unwrap(), 16);
    digits.map(|it| byte(it).unwrap()).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

fn xz(text: &[u8]) -> Vec<u8> {
    let mut encoder = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ::tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = ::tar::Header::new_gnu();
        if name.ends_with('/') {
            header.set_entry_type(::tar::EntryType::Directory);
        }
        header.set_size(content.len() as u64);
        header.set_cksum();
        archive.append_data(&mut header, name, *content).unwrap();
    }
    archive.into_inner().unwrap()
}

/// A zip archive, its files deflated; written by the format's description, without the crate that reads it.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut all, mut list) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content).unwrap();
        let packed = encoder.finish().unwrap();
        let mut crc = Crc::new();
        crc.update(content);
        let offset = all.len() as u32;
        // Method 8 and a date; checksum, lengths, the name's length, no more fields.
        let mut common = vec![20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0x28];
        for number in [crc.sum(), packed.len() as u32, content.len() as u32] {
            common.extend(number.to_le_bytes());
        }
        common.extend((name.len() as u32).to_le_bytes());
        all.extend(b"PK\x03\x04");
        all.extend(&common);
        all.extend(name.as_bytes());
        all.extend(packed);
        list.extend(b"PK\x01\x02\x14\0");
        list.extend(common);
        list.extend([0; 10]);
        list.extend(offset.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (count, begins) = (files.len() as u16, all.len() as u32);
    all.extend(&list);
    all.extend(b"PK\x05\x06\0\0\0\0");
    all.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    all.extend((list.len() as u32).to_le_bytes());
    all.extend(begins.to_le_bytes());
    all.extend([0, 0]);
    all
}

const LIMIT: u64 = 1 << 20;

#[track_caller]
fn content(packed: &[u8]) -> Vec<u8> {
    let unpacked = unpack(packed, LIMIT).map_err(|why| why.to_string());
    unpacked.unwrap().content.into_owned()
}

#[track_caller]
fn refusal(packed: &[u8]) -> String {
    unpack(packed, LIMIT).unwrap_err().to_string()
}

#[test]
fn files_of_the_usual_tools_are_unpacked() {
    for (packed, by) in [(XZ, Packing::Xz), (ZSTD, Packing::Zstd), (ZIP, Packing::Zip)] {
        let packed = bytes(packed);
        assert_eq!(content(&packed), LOG);
        assert_eq!(packing(&packed[..8]), Some(by));
    }
    assert_eq!(packing(&gzip(LOG)[..8]), Some(Packing::Gzip));
    assert_eq!(packing(LOG), None);
    assert_eq!(content(LOG), LOG);
}

#[test]
fn an_archive_of_one_file_is_that_file() {
    let files: &[(&str, &[u8])] = &[("traces/", b""), ("traces/kth.swf", LOG)];
    let tar = tar(files);
    for packed in [
        tar.clone(),
        gzip(&tar),
        zstd(&tar),
        xz(&tar),
        zip(&files[1..]),
        zip(&[("kth.swf.gz", &gzip(LOG))]),
        self::tar(&[("kth.swf.zst", &zstd(LOG))]),
        self::tar(&[(&format!("{}/kth.swf", "long/".repeat(40)), LOG)]),
    ] {
        assert_eq!(content(&packed), LOG);
    }
}

#[test]
fn what_accompanies_a_log_is_left_out_and_told() {
    let files: &[(&str, &[u8])] = &[
        ("kth/README", b"about"),
        ("__MACOSX/kth/._kth.swf", b"of macOS"),
        ("kth/.hidden", b"of the system"),
        ("kth/kth.swf", LOG),
        ("kth/kth.swf.md5", b"00"),
        ("kth/SHA256SUMS", b"00"),
    ];
    for packed in [zip(files), tar(files)] {
        let unpacked = unpack(&packed, LIMIT).unwrap();
        assert_eq!(unpacked.content, LOG);
        assert_eq!(
            unpacked.beside.as_deref(),
            Some(
                "of the archive the file kth/kth.swf was read, and not kth/README, __MACOSX/kth/._kth.swf, \
                 kth/.hidden, kth/kth.swf.md5, kth/SHA256SUMS"
            )
        );
    }
    // The only file is meant, whatever its name.
    let readme = unpack(&tar(&[("README", LOG)]), LIMIT).unwrap().content.into_owned();
    assert_eq!(readme, LOG);
}

#[test]
fn several_files_are_told_by_name() {
    let files: &[(&str, &[u8])] = &[("b.swf", LOG), ("README.md", b""), ("a.swf", LOG)];
    assert_eq!(refusal(&zip(files)), "the zip archive holds 2 files: b.swf, a.swf; unpack one of them");
    assert_eq!(refusal(&gzip(&tar(files))), "the tar archive holds 2 files: b.swf, a.swf; unpack one of them");
    let names: Vec<String> = (0..20).map(|it| format!("{it}.swf")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|it| (it.as_str(), LOG)).collect();
    assert_eq!(
        refusal(&zip(&many)),
        "the zip archive holds 20 files: 0.swf, 1.swf, 2.swf, 3.swf, 4.swf, 5.swf, 6.swf, 7.swf and 12 more; \
         unpack one of them"
    );
    let companions: &[(&str, &[u8])] = &[("README", b""), ("LICENSE", b"")];
    assert_eq!(refusal(&zip(companions)), "the zip archive holds 2 files: README, LICENSE; unpack one of them");
    assert_eq!(refusal(&zip(&[])), "the zip archive holds no file");
    assert_eq!(refusal(&tar(&[("only/", b"")])), "the tar archive holds no file");
}

#[test]
fn a_cut_file_says_so_wherever_the_cut_is() {
    for (whole, from) in [(bytes(XZ), 6), (bytes(ZSTD), 4)] {
        for length in from..whole.len() {
            let fault = unpack(&whole[..length], LIMIT).unwrap_err().fault;
            assert!(matches!(fault, Fault::CutShort { .. }), "{length}: {fault:?}");
        }
    }
    let whole = bytes(ZIP);
    for length in 4..whole.len() {
        assert_eq!(refusal(&whole[..length]), "the zip archive is damaged or cut short");
    }
    let whole = tar(&[("a.swf", LOG)]);
    assert_eq!(refusal(&whole[..520]), "the tar archive is damaged or cut short");
    assert_eq!(refusal(&bytes(XZ)[..80]), "the xz data are cut short: they end after 43 unpacked bytes");
}

#[test]
fn damage_is_found_by_the_checksums() {
    let damaged = |mut packed: Vec<u8>, place: usize| {
        packed[place] ^= 1;
        refusal(&packed)
    };
    // The checksum of the text at the end; a byte of the text.
    let last = bytes(ZSTD).len() - 1;
    assert_eq!(damaged(bytes(ZSTD), last), "the zstd data are damaged, after 43 unpacked bytes");
    assert_eq!(damaged(bytes(ZSTD), 20), "the zstd data are damaged, after 43 unpacked bytes");
    assert!(damaged(bytes(XZ), 60).starts_with("the xz data are damaged, after "));
    // The checksum that the archive's list has.
    let list = bytes(ZIP).windows(4).position(|it| it == b"PK\x01\x02").unwrap();
    assert_eq!(damaged(bytes(ZIP), list + 16), "the zip archive is damaged, after 43 unpacked bytes");
}

#[test]
fn zstd_data_have_frames_to_unpack_and_to_skip() {
    let skipped = b"\x51\x2a\x4d\x18\x03\0\0\0abc";
    let packed = [&skipped[..], &zstd(b"one "), skipped, &zstd(b"two"), &[0; 7]].concat();
    assert_eq!(content(&packed), b"one two");
    assert_eq!(refusal(&[&zstd(b"one")[..], b"more"].concat()), "4 bytes that are not zstd follow the zstd data");
    assert_eq!(refusal(&skipped[..10]), "the zstd data are cut short: they end after 0 unpacked bytes");
}

#[test]
fn a_bomb_stops_at_the_limit() {
    let zeros = vec![b'0'; 3 << 20];
    for packed in [
        gzip(&zeros),
        zstd(&zeros),
        xz(&zeros),
        zip(&[("a", &zeros)]),
        tar(&[("a", &zeros)]),
        zip(&[("a.gz", &gzip(&zeros))]),
    ] {
        assert_eq!(refusal(&packed), "unpacked, it is larger than 1 MiB, the most that is read");
        assert_eq!(unpack(&packed, 8 << 20).unwrap().content, zeros);
    }
}

#[test]
fn what_asks_for_too_much_memory_is_refused() {
    // A window of 2 GiB: exponent 21 above 1 KiB, as `zstd --long=31` writes it.
    let mut packed = b"\x28\xb5\x2f\xfd\x00\xa8".to_vec();
    packed.extend([0; 100]);
    assert_eq!(
        refusal(&packed),
        "the zstd data need more than 128 MiB of memory while they are unpacked: pack the file again with the \
         packer's usual settings"
    );
    // A dictionary of 1.5 GiB: the 21st byte of `XZ` has its size, and a checksum of the block's header follows.
    let mut packed = bytes(XZ);
    let header = 12..20;
    packed[16] = 37;
    let mut crc = Crc::new();
    crc.update(&packed[header]);
    packed[20..24].copy_from_slice(&crc.sum().to_le_bytes());
    assert_eq!(
        refusal(&packed),
        "the xz data need more than 136 MiB of memory while they are unpacked: pack the file again with the \
         packer's usual settings"
    );
}

#[test]
fn workbooks_are_told() {
    let files: &[(&str, &[u8])] = &[("[Content_Types].xml", b""), ("xl/workbook.xml", b"")];
    assert_eq!(
        refusal(&zip(files)),
        "this is a document of an office program, such as an Excel workbook: save its table as CSV"
    );
}

#[test]
fn encrypted_and_oddly_packed_files_are_told() {
    let list = bytes(ZIP).windows(4).position(|it| it == b"PK\x01\x02").unwrap();
    let mut packed = bytes(ZIP);
    packed[list + 8] = 1;
    assert_eq!(refusal(&packed), "log.swf in the zip archive is encrypted: unpack it first");
    let mut packed = bytes(ZIP);
    packed[list + 10] = 12;
    assert_eq!(
        refusal(&packed),
        "log.swf in the zip archive is packed by method 12, which is not read: unpack it first"
    );
}

proptest! {
    #[test]
    fn any_damage_is_survived(
        which in 0_usize..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let files: &[(&str, &[u8])] = &[("README", b"about"), ("a.swf", LOG)];
        let mut packed = match which {
            0 => bytes(XZ),
            1 => bytes(ZSTD),
            2 => bytes(ZIP),
            3 => zip(files),
            4 => tar(files),
            _ => zstd(&tar(files)),
        };
        for (place, byte) in changes {
            let place = place.index(packed.len());
            packed[place] = byte;
        }
        if let Some(cut) = cut {
            packed.truncate(cut.index(packed.len()));
        }
        let _ = unpack(&packed, LIMIT).map_err(|why| why.to_string());
    }

    #[test]
    fn what_was_packed_is_unpacked_as_the_same(text in prop::collection::vec(0_u8..4, 0..2000)) {
        let plain = [b"; a\n", &text[..]].concat();
        for packed in [gzip(&plain), zstd(&plain), zip(&[("a", &plain)]), tar(&[("a", &plain)])] {
            prop_assert_eq!(&unpack(&packed, LIMIT).unwrap().content[..], &plain[..]);
        }
    }
}

fn pack(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn several_members_are_one_text() {
    let mut bytes = pack(b"one ");
    bytes.extend(pack(b"two"));
    assert_eq!(unpack_gzip(&bytes, 100), Ok(b"one two".to_vec()));
    bytes.extend([0; 512]);
    assert_eq!(unpack_gzip(&bytes, 100), Ok(b"one two".to_vec()));
}

#[test]
fn a_cut_gzip_file_says_so_wherever_the_cut_is() {
    let whole = pack(b"some text that is long enough to have a middle");
    for length in 2..whole.len() {
        let outcome = unpack_gzip(&whole[..length], 100);
        assert!(matches!(&outcome, Err(it) if matches!(it.fault, Fault::CutShort { .. })), "{length}: {outcome:?}");
    }
}

#[test]
fn a_damaged_file_says_so() {
    let mut bytes = pack(b"some text");
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    assert_eq!(unpack_gzip(&bytes, 100), Err(error(Fault::Damaged { unpacked: 9 })));
}

#[test]
fn what_follows_must_be_gzip_too() {
    let mut bytes = pack(b"some text");
    bytes.extend(b"more");
    assert_eq!(unpack_gzip(&bytes, 100), Err(error(Fault::TrailingBytes { count: 4 })));
}

#[test]
fn a_gzip_bomb_stops_at_the_limit() {
    let bytes = pack(&vec![b'0'; 1 << 20]);
    assert_eq!(unpack_gzip(&bytes, 1000), Err(error(Fault::TooLarge { limit: 1000 })));
    assert_eq!(unpack_gzip(&bytes, 1 << 20).map(|text| text.len()), Ok(1 << 20));
}
