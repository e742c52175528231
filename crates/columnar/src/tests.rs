//! Files that pyarrow has written, with their CSV worked out by hand.

use super::*;

/// A file of the corpus, from which fuzzing begins as well.
macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../fuzz/corpus/parquet/", $name))
    };
}

fn csv(file: &[u8]) -> Result<String, String> {
    to_csv(file.to_vec(), 1 << 20).map(|csv| String::from_utf8(csv.text).unwrap())
}

/// Row groups of two jobs and one; pages of version 1 have dictionaries.
#[test]
fn every_codec_and_both_versions_of_pages_are_read() {
    let expected = "job,submit,start,end,cores,user\n\
        17,2024-03-01T12:00:00Z,2024-03-01T12:00:10Z,2024-03-01T13:00:10Z,40,ada\n\
        18,2024-03-01T12:01:40Z,2024-03-01T13:00:10Z,2024-03-01T14:00:10Z,80,ada\n\
        19,2024-03-01T12:03:20Z,,,8,\"b, \"\"c\"\"\"\n";
    for file in [
        &file!("none_v1.parquet")[..],
        file!("none_v2.parquet"),
        file!("snappy_v1.parquet"),
        file!("gzip_v1.parquet"),
        file!("zstd_v1.parquet"),
        file!("lz4_raw_v1.parquet"),
    ] {
        assert_eq!(csv(file).as_deref(), Ok(expected));
    }
}

#[test]
fn values_of_every_kind_are_written_as_tables_have_them() {
    let read = to_csv(file!("types.parquet").to_vec(), 1 << 20).unwrap();
    let text = String::from_utf8(read.text).unwrap();
    let expected = "flag,small,unsigned,float,double,d32,d128,date,clock,nanos,local,uuid,text,ask.cores,ask.more.gpus\n\
        true,-3,18446744073709551615,0.5,1000000000000000000000,-0.05,-12345678901234567890.123,1969-12-31,\
        01:02:03.5,2024-03-01T12:00:00.123456789,2024-03-01T12:00:00.25,00010203-0405-0607-0809-0a0b0c0d0e0f,\"a\nb\",4,1\n\
        ,,,,,,,,,,,,,,\n\
        false,127,0,-4,0.1,123.00,0.001,2024-02-29,00:00:00,1969-12-31T23:59:59.999999999,2024-03-01T12:00:01,\
        00000000-0000-0000-0000-000000000000,,,2\n";
    assert_eq!(text, expected);
    let left_out = "columns that are not read: id (FIXED_LEN_BYTE_ARRAY), power (a list), tags (a list)";
    assert_eq!(read.left_out.as_deref(), Some(left_out));
}

#[test]
fn the_twelve_bytes_of_older_programs_are_moments() {
    let expected = "a\n2024-03-01T12:00:00.123456789\n\n1969-12-31T23:59:59.999999999\n";
    assert_eq!(csv(file!("int96.parquet")).as_deref(), Ok(expected));
}

/// Pages of version 2, packed by zstd, of 300 values.
#[test]
fn every_encoding_is_read() {
    let mut expected = "int,int32,length,prefix,split,flag\n".to_owned();
    for i in 0..300_i64 {
        let int32 = if i % 7 == 3 { String::new() } else { (-i).to_string() };
        let (length, tens) = ("x".repeat(i as usize % 5), i / 10);
        let (quarter, flag) = (i as f32 / 4.0, i % 3 == 0);
        expected += &format!("{},{int32},{length},job-{tens}-{i},{quarter},{flag}\n", i * i - 50);
    }
    assert_eq!(csv(file!("encodings.parquet")), Ok(expected));
}

#[test]
fn what_is_not_read_is_named_with_what_to_do() {
    let whole = file!("snappy_v1.parquet");
    let half = &whole[..whole.len() / 2];
    let damaged = [&whole[..20], &[0xff; 200], &whole[220..]].concat();
    let no_list = [&whole[..whole.len() - 8], b"\x10\0\0\0PAR1"].concat();
    for (file, why) in [
        (half, "it is cut short: the list of its columns is missing at its end; copy it once more"),
        (b"PAR1", "it is cut short"),
        (b"PAR1\x15\x04\x15\x10PAR1", "it is cut short"),
        (&no_list, "the list of its columns is damaged"),
        (&damaged, "column job"),
        (file!("brotli.parquet"), "its pages are packed by Brotli; write it once more with snappy, gzip, zstd"),
    ] {
        let told = csv(file).unwrap_err();
        assert!(told.contains(why), "{told}");
        assert!(told.starts_with("this Parquet file is not read: "), "{told}");
        assert!(told.ends_with(" (Parquet: save the table as CSV)"), "{told}");
    }
    let too_large = to_csv(whole.to_vec(), 100).unwrap_err();
    assert!(too_large.contains("as CSV it is larger than 0 MiB"), "{too_large}");
}
