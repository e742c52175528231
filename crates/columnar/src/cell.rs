//! What a value is, and how it is written in a cell.

use std::io::Write;

use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type};
use parquet::schema::types::ColumnDescriptor;
use workload::calendar::write_moment;

use crate::values::Length;
use crate::write_field;

const DAY: i64 = 86_400;
const NANOSECONDS: i64 = 1_000_000_000;

/// 1970-01-01 as a Julian day, from which INT96 counts.
const JULIAN_DAY: i64 = 2_440_588;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Boolean,
    Signed,
    Unsigned,
    Float,
    Double,
    /// A whole number with so many digits behind the point.
    Decimal(u32),
    /// The same, the highest byte first.
    DecimalBytes(u32),
    Text,
    Uuid,
    /// Days since 1970.
    Date,
    /// So many parts of a second since midnight.
    Clock(i64),
    /// So many parts of a second since 1970, in UTC or by a clock whose zone is not given.
    Moment(i64, bool),
    /// Nanoseconds of a day and the day.
    Int96,
}

/// How many of a unit make a second.
fn parts(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::MILLIS => 1_000,
        TimeUnit::MICROS => 1_000_000,
        TimeUnit::NANOS => NANOSECONDS,
    }
}

impl Kind {
    /// What a column has, and how long its values are; `None` of those that are not read.
    pub fn of(column: &ColumnDescriptor) -> Option<(Self, Length)> {
        let scale = u32::try_from(column.type_scale()).ok().filter(|it| *it <= 38);
        let digits = column.type_precision();
        let width = usize::try_from(column.type_length()).unwrap_or(0);
        let (length, number) = match column.physical_type() {
            Type::BOOLEAN => return Some((Self::Boolean, Length::Bit)),
            Type::FLOAT => return Some((Self::Float, Length::Bytes(4))),
            Type::DOUBLE => return Some((Self::Double, Length::Bytes(8))),
            Type::INT96 => return Some((Self::Int96, Length::Bytes(12))),
            Type::INT32 => (Length::Bytes(4), true),
            Type::INT64 => (Length::Bytes(8), true),
            Type::BYTE_ARRAY => (Length::Own, false),
            Type::FIXED_LEN_BYTE_ARRAY if width > 0 => (Length::Bytes(width), false),
            Type::FIXED_LEN_BYTE_ARRAY => return None,
        };
        let kind = match (column.logical_type_ref(), column.converted_type()) {
            (Some(LogicalType::Decimal(_)), _) | (None, ConvertedType::DECIMAL) => match number {
                true => Self::Decimal(scale?),
                false => Self::DecimalBytes(scale.filter(|_| digits <= 38)?),
            },
            (Some(LogicalType::Uuid), _) if width == 16 => Self::Uuid,
            (Some(LogicalType::Date), _) | (None, ConvertedType::DATE) => Self::Date,
            (Some(LogicalType::Time(it)), _) => Self::Clock(parts(it.unit)),
            (None, ConvertedType::TIME_MILLIS) => Self::Clock(1_000),
            (None, ConvertedType::TIME_MICROS) => Self::Clock(1_000_000),
            (Some(LogicalType::Timestamp(it)), _) => Self::Moment(parts(it.unit), it.is_adjusted_to_u_t_c),
            (None, ConvertedType::TIMESTAMP_MILLIS) => Self::Moment(1_000, true),
            (None, ConvertedType::TIMESTAMP_MICROS) => Self::Moment(1_000_000, true),
            (Some(LogicalType::Integer(it)), _) if !it.is_signed => Self::Unsigned,
            (
                None,
                ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64,
            ) => Self::Unsigned,
            _ if number => Self::Signed,
            (Some(LogicalType::Bson), _) | (None, ConvertedType::BSON) => return None,
            _ if length == Length::Own => Self::Text,
            _ => return None,
        };
        Some((kind, length))
    }

    /// Writes a value as a cell.
    pub fn write(self, value: &[u8], text: &mut Vec<u8>) {
        let number = || signed(value.iter().rev());
        // Writing into memory does not fail.
        let _ = match self {
            Self::Boolean => write!(text, "{}", value != [0]),
            Self::Signed => write!(text, "{}", number()),
            Self::Unsigned => write!(text, "{}", unsigned(value)),
            Self::Float => match f32::from_bits(unsigned(value) as u32) {
                float if float.is_nan() => Ok(()),
                float => write!(text, "{float}"),
            },
            Self::Double => match f64::from_bits(unsigned(value)) {
                float if float.is_nan() => Ok(()),
                float => write!(text, "{float}"),
            },
            Self::Decimal(scale) => text.write_all(decimal(number(), scale).as_bytes()),
            Self::DecimalBytes(scale) => text.write_all(decimal(signed(value.iter()), scale).as_bytes()),
            Self::Text => {
                write_field(text, &String::from_utf8_lossy(value));
                Ok(())
            }
            Self::Uuid => value.iter().enumerate().try_for_each(|(place, byte)| {
                let hyphen = if [4, 6, 8, 10].contains(&place) { "-" } else { "" };
                write!(text, "{hyphen}{byte:02x}")
            }),
            Self::Date => text.write_all(halves(&moment(number() as i64 * DAY, 0, 1)).0.as_bytes()),
            Self::Clock(parts) => text.write_all(halves(&moment_of(number() as i64, parts)).1.as_bytes()),
            Self::Moment(parts, is_utc) => {
                let zone = if is_utc { "Z" } else { "" };
                write!(text, "{}{zone}", moment_of(number() as i64, parts))
            }
            Self::Int96 => {
                let (of_day, day) = value.split_at(value.len().min(8));
                let (of_day, day) = (unsigned(of_day).cast_signed(), signed(day.iter().rev()) as i64 - JULIAN_DAY);
                let seconds = day * DAY + of_day.div_euclid(NANOSECONDS);
                text.write_all(moment(seconds, of_day.rem_euclid(NANOSECONDS), NANOSECONDS).as_bytes())
            }
        };
    }
}

/// The number of these bytes, the highest first.
fn signed<'a>(bytes: impl Iterator<Item = &'a u8>) -> i128 {
    let mut bytes = bytes.peekable();
    let sign = if bytes.peek().is_some_and(|it| **it >= 128) { -1 } else { 0 };
    bytes.fold(sign, |number, &byte| number << 8 | i128::from(byte))
}

/// The number of at most eight bytes, the lowest first.
fn unsigned(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn decimal(number: i128, scale: u32) -> String {
    let (sign, scale) = (if number < 0 { "-" } else { "" }, scale as usize);
    let digits = format!("{:0>1$}", number.unsigned_abs(), scale + 1);
    match digits.split_at(digits.len() - scale) {
        (whole, "") => format!("{sign}{whole}"),
        (whole, fraction) => format!("{sign}{whole}.{fraction}"),
    }
}

/// A number of parts of a second since 1970 as `2024-03-01T12:00:00.5`.
fn moment_of(number: i64, parts: i64) -> String {
    moment(number.div_euclid(parts), number.rem_euclid(parts), parts)
}

fn moment(seconds: i64, of_second: i64, parts: i64) -> String {
    let whole = write_moment(seconds);
    match of_second {
        0 => whole,
        _ => {
            let digits = format!("{:0>1$}", of_second, parts.ilog10() as usize);
            format!("{whole}.{}", digits.trim_end_matches('0'))
        }
    }
}

/// The date and the time of a moment.
fn halves(moment: &str) -> (&str, &str) {
    moment.split_once('T').unwrap_or_default()
}
