//! Writes the time zones as `src/clock.rs` reads them, from the tz database that comes with jiff: jiff itself and all of
//! that database would be ten times as large in the page's WebAssembly.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, error::Error, fs};

use jiff::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};

/// 1980-01-01 and 2100-01-01 in Unix time.
const FROM: i64 = 315_532_800;
const UNTIL: i64 = 4_102_444_800;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let zones = TimeZoneDatabase::bundled();
    let mut names: Vec<String> = zones.available().map(|it| it.to_string()).collect();
    names.sort_by_key(|name| name.to_ascii_lowercase());
    let packed: Vec<Vec<u8>> = names.iter().map(|name| changes(&zones.get(name)?)).collect::<Result<_, _>>()?;
    // In their order those of neighbours are alike, which halves them when they are compressed.
    let distinct: Vec<&Vec<u8>> = BTreeSet::from_iter(&packed).into_iter().collect();
    let mut named = String::new();
    for (name, packed) in names.iter().zip(&packed) {
        let place = distinct.partition_point(|&it| it < packed);
        writeln!(named, "({name:?}, {place}),")?;
    }
    let changes: Vec<String> = distinct.iter().map(|it| format!("&{it:?},\n")).collect();
    let source = format!(
        "/// Names in order, whatever their case, each with the place of its changes.\n\
         static NAMES: [(&str, usize); {}] = [\n{named}];\n\
         /// The offset of 1980, and then for each change the minutes since the one before and what it adds: minutes in\n\
         /// groups of 7 bits, the lowest first, offsets in quarters of an hour east of Greenwich.\n\
         static CHANGES: [&[u8]; {}] = [\n{}];\n",
        names.len(),
        changes.len(),
        changes.concat()
    );
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    Ok(fs::write(folder.join("zones.rs"), source)?)
}

/// The changes of a zone's offset, packed.
fn changes(zone: &TimeZone) -> Result<Vec<u8>, Box<dyn Error>> {
    let quarters = |seconds: i32| match seconds % 900 {
        0 => Ok(i8::try_from(seconds / 900)?.cast_unsigned()),
        _ => Err::<u8, Box<dyn Error>>(format!("{seconds} s in an offset").into()),
    };
    let begin = Timestamp::from_second(FROM)?;
    let mut offset = zone.to_offset(begin).seconds();
    let mut packed = vec![quarters(offset)?];
    let mut before = FROM;
    for change in zone.following(begin) {
        let (at, new) = (change.timestamp().as_second(), change.offset().seconds());
        if at >= UNTIL {
            break;
        }
        if new == offset {
            continue;
        }
        if at % 60 != 0 {
            return Err(format!("a change at {at} s").into());
        }
        let mut minutes = (at - before) / 60;
        while minutes >= 128 {
            packed.push((minutes % 128) as u8 | 128);
            minutes /= 128;
        }
        packed.extend([minutes as u8, quarters(new - offset)?]);
        (before, offset) = (at, new);
    }
    Ok(packed)
}
