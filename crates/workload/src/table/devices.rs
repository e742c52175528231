//! GPUs and memory in a table's fields.

use super::Unit;
use super::values::{beyond, float, is_blank};
use crate::MAX_PROCESSORS;
use crate::columns::Cell;
use crate::resources::{MOST_MEBIBYTES, WHOLE, mebibytes};
use crate::sacct::tres::{gres, tres};
use crate::swf::shortened;

/// GPUs as a field has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GpuField<'a> {
    /// How many, in thousandths.
    pub thousandths: u64,
    /// The types that are named.
    pub types: Vec<&'a [u8]>,
    /// Whether each node has as many, as generic resources of Slurm say it.
    pub are_of_node: bool,
}

/// A number of GPUs, which may have a fraction, or generic resources of Slurm: `gpu:volta:2`; none where the field has no
/// value.
///
/// # Errors
///
/// In words, after the name of the column: `should be a number but is "x"`.
pub fn gpus(word: &[u8], unit: Option<Unit>) -> Result<GpuField<'_>, String> {
    let mut told = Vec::new();
    let cell = Cell { column: "", word };
    let found = match unit {
        _ if is_blank(word) => return Ok(GpuField::default()),
        Some(Unit::Tres) => (tres(cell, &mut told).gpus, false),
        None if is_of_slurm(word) => {
            let found = gres(cell, &mut told);
            (found.gpus, !found.are_of_job)
        }
        unit => return plain_gpus(word, unit),
    };
    if let Some(how) = told.first() {
        // It begins with a blank, behind no name of a column.
        let why = how.trim_start().split(';').next().unwrap_or_default();
        return Err(why.to_owned());
    }
    Ok(GpuField { thousandths: found.0.count.saturating_mul(WHOLE.into()), types: found.0.types, are_of_node: found.1 })
}

/// Whether a field has generic resources: a name, perhaps with a type and a number.
fn is_of_slurm(word: &[u8]) -> bool {
    let has_gpu = word.windows(3).any(|it| it.eq_ignore_ascii_case(b"gpu"));
    has_gpu || word.contains(&b':')
}

fn plain_gpus<'a>(word: &[u8], unit: Option<Unit>) -> Result<GpuField<'a>, String> {
    let wrong = || format!("should be a number but is \"{}\"", shortened(word));
    let most = f64::from(MAX_PROCESSORS);
    let number = if unit == Some(Unit::One) { 1.0 } else { float(word).map_err(|_| wrong())? };
    let number = match unit {
        Some(Unit::Thousandths) => number / 1_000.0,
        Some(Unit::Hundredths) => number / 100.0,
        _ => number,
    };
    match number {
        // Some write -1 as -1.0.
        ..0.0 => Ok(GpuField::default()),
        0.0.. if number <= most => Ok(GpuField {
            // A product with a fraction is off by less than a millionth: that is no further thousandth.
            thousandths: (number * 1_000.0 - 1e-6).ceil().max(0.0) as u64,
            ..GpuField::default()
        }),
        0.0.. => Err(beyond(word, MAX_PROCESSORS.into())),
        _ => Err(wrong()),
    }
}

/// An amount of memory in MiB, rounded up; 0 where the field has no value.
///
/// # Errors
///
/// In words, after the name of the column: `should be a number but is "x"`.
pub fn memory(word: &[u8], unit: Option<Unit>) -> Result<u64, String> {
    let wrong = || format!("should be an amount of memory but is \"{}\"", shortened(word));
    if is_blank(word) {
        return Ok(0);
    }
    let is_plain = word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    match unit {
        Some(Unit::Tres) => {
            let mut told = Vec::new();
            let memory = tres(Cell { column: "", word }, &mut told).memory;
            if told.is_empty() { Ok(memory) } else { Err(wrong()) }
        }
        Some(unit) if is_plain => {
            let number = float(word).map_err(|_| wrong())?;
            let amount = (number * unit.bytes() as f64 / Unit::Mebibytes.bytes() as f64).ceil();
            let is_small = amount <= MOST_MEBIBYTES as f64;
            is_small.then_some(amount as u64).ok_or_else(wrong)
        }
        _ => mebibytes(word).ok_or_else(wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rows;

    #[test]
    fn gpus_are_numbers_shares_or_generic_resources() {
        // Thousandths, types, and whether they are those of each node.
        for [word, unit, expected] in rows(
            "8 | | 8000  false
            0.46 | | 460  false
            460 | milli | 460  false
            8000 | milli | 8000  false
            50 | percent | 500  false
            gpu:volta:2 | | 2000 volta true
            gpu:2 | | 2000  true
            gpu | | 1000  true
            gres/gpu=2 | | 2000  false
            cpu=8,gres/gpu:a100=4,gres/gpu=4 | tres | 4000 a100 false
            cpu=8 | tres | 0  false
            | | 0  false
            -1 | | 0  false
            -1.0 | | 0  false",
        ) {
            let found = gpus(word.as_bytes(), Unit::of(&unit)).unwrap();
            let types = String::from_utf8(found.types.join(&b' ')).unwrap();
            assert_eq!(format!("{} {types} {}", found.thousandths, found.are_of_node), expected, "{word}");
        }
        for word in ["8x", "1e99", "gpu:a:b:c", "gpu:many:x"] {
            assert!(gpus(word.as_bytes(), None).is_err(), "{word}");
        }
    }

    #[test]
    fn memory_has_units() {
        for [word, unit, expected] in rows(
            "4000 | | Ok(4000)
            16G | | Ok(16384)
            16G | kib | Ok(16384)
            16 | gib | Ok(16384)
            1.5 | gib | Ok(1536)
            1025 | kib | Ok(2)
            1048577 | bytes | Ok(2)
            1=40,2=340000 | tres | Ok(340000)
            cpu=4,mem=4G | tres | Ok(4096)
            cpu=4 | tres | Ok(0)
            | | Ok(0)
            -1 | bytes | Ok(0)",
        ) {
            assert_eq!(format!("{:?}", memory(word.as_bytes(), Unit::of(&unit))), expected, "{word}");
        }
        for (word, unit) in [("much", None), ("1e30", Some(Unit::Bytes)), ("99999P", None)] {
            let why = format!("should be an amount of memory but is \"{word}\"");
            assert_eq!(memory(word.as_bytes(), unit), Err(why));
        }
        assert!(memory(b"mem=much", Some(Unit::Tres)).is_err());
    }
}
