//! Parquet files as the CSV of the same table, which is then read as any other.
//!
//! The crate `parquet` reads the footer, the schema and the headers of pages. Pages are unpacked and their values decoded
//! here: its decoders panic on damaged pages, and its zstd is written in C.

mod cell;
mod column;
mod page;
#[cfg(test)]
mod tests;
mod values;

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use parquet::file::metadata::{
    ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader, ParquetStatisticsPolicy, RowGroupMetaData,
};

use column::{Column, Leaf};

/// The bytes with which a file begins and ends.
const MAGIC: &[u8] = b"PAR1";

/// A table as CSV.
#[derive(Debug, PartialEq, Eq)]
pub struct Csv {
    /// A line of names and a line for each row. Empty cells are nulls.
    pub text: Vec<u8>,
    /// The columns that are not in it, in a sentence.
    pub left_out: Option<String>,
}

/// Whether a file is Parquet, by its first four bytes.
pub fn is_parquet(beginning: &[u8]) -> bool {
    beginning.starts_with(MAGIC)
}

/// The table of a Parquet file, of at most `most` bytes as CSV. O(rows × columns).
///
/// # Errors
///
/// In a sentence, with what to do: if the file is cut short, damaged, or written in a way that is not read.
pub fn to_csv(file: Vec<u8>, most: u64) -> Result<Csv, String> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let csv = table(Bytes::from(file), most);
    csv.map_err(|why| format!("this Parquet file is not read: {why} (Parquet: save the table as CSV)"))
}

fn table(file: Bytes, most: usize) -> Result<Csv, String> {
    let metadata = metadata(&file)?;
    let schema = metadata.file_metadata().schema_descr();
    let (mut leaves, mut left_out) = (Vec::new(), BTreeSet::new());
    for (place, column) in schema.columns().iter().enumerate() {
        match Leaf::of(place, column) {
            Ok(leaf) => leaves.push(leaf),
            Err(why) => drop(left_out.insert(format!("{} ({why})", column.path().parts()[0]))),
        }
    }
    if leaves.is_empty() {
        return Err("it has no column of numbers, texts or times".to_owned());
    }
    let mut text = Vec::new();
    write_row(&mut text, &leaves, |text, leaf| {
        write_field(text, &leaf.name);
        Ok(())
    })?;
    let file = Arc::new(file);
    for group in metadata.row_groups() {
        write_group(&file, group, &leaves, &mut text, most)?;
    }
    let named: Vec<String> = left_out.into_iter().collect();
    let left_out = (!named.is_empty()).then(|| format!("columns that are not read: {}", named.join(", ")));
    Ok(Csv { text, left_out })
}

/// The footer of a file, which lists its columns and where they are.
fn metadata(file: &[u8]) -> Result<ParquetMetaData, String> {
    let cut = || "it is cut short: the list of its columns is missing at its end; copy it once more".to_owned();
    let (rest, &[a, b, c, d, ref magic @ ..]) = file.split_last_chunk::<8>().ok_or_else(cut)?;
    if magic != MAGIC {
        return Err(cut());
    }
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    let begin = rest.len().checked_sub(length).filter(|it| *it >= MAGIC.len()).ok_or_else(cut)?;
    let options = ParquetMetaDataOptions::new()
        .with_column_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_encoding_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_size_stats_policy(ParquetStatisticsPolicy::SkipAll);
    let read = ParquetMetaDataReader::decode_metadata_with_options(&rest[begin..], Some(&options));
    read.map_err(|why| format!("the list of its columns is damaged ({why})"))
}

/// Writes the rows of a row group.
fn write_group(
    file: &Arc<Bytes>,
    group: &RowGroupMetaData,
    leaves: &[Leaf],
    text: &mut Vec<u8>,
    most: usize,
) -> Result<(), String> {
    let too_large = || format!("as CSV it is larger than {} MiB, the most that is read", most >> 20);
    // A row has a byte for each cell at least.
    let rows = usize::try_from(group.num_rows()).ok();
    let least = rows.and_then(|it| it.checked_mul(leaves.len())).and_then(|it| it.checked_add(text.len()));
    let rows = rows.filter(|_| least.is_some_and(|it| it <= most)).ok_or_else(too_large)?;
    let columns = leaves.iter().map(|leaf| Column::open(file, group, leaf, rows, most));
    let mut columns = columns.collect::<Result<Vec<_>, _>>()?;
    for _ in 0..rows {
        write_row(text, &mut columns, |text, column| column.write_next(text))?;
        if text.len() > most {
            return Err(too_large());
        }
    }
    Ok(())
}

fn write_row<T>(
    text: &mut Vec<u8>,
    cells: impl IntoIterator<Item = T>,
    write: impl Fn(&mut Vec<u8>, T) -> Result<(), String>,
) -> Result<(), String> {
    for (place, cell) in cells.into_iter().enumerate() {
        if place > 0 {
            text.push(b',');
        }
        write(text, cell)?;
    }
    text.push(b'\n');
    Ok(())
}

/// Writes a field, in quotes if it would break its row.
fn write_field(text: &mut Vec<u8>, field: &str) {
    if field.contains([',', '"', '\n', '\r']) {
        text.extend_from_slice(format!("\"{}\"", field.replace('"', "\"\"")).as_bytes());
    } else {
        text.extend_from_slice(field.as_bytes());
    }
}
