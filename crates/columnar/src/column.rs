//! A column of a row group, cell by cell.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{CompressionCodec, Encoding};
use parquet::column::page::{Page, PageReader};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::ColumnDescriptor;

use crate::cell::Kind;
use crate::page::unpack;
use crate::values::{Dictionary, Hybrid, Length, Values, prefixed};

/// A column of the file that becomes one of the table.
pub struct Leaf {
    /// Its place among the columns of the file.
    place: usize,
    /// That of a field in a structure is `structure.field`.
    pub name: String,
    kind: Kind,
    length: Length,
    /// The level of a value that is there; lower ones are nulls.
    level: u64,
}

impl Leaf {
    /// The column at a place.
    ///
    /// # Errors
    ///
    /// Why it is left out, in a few words.
    pub fn of(place: usize, column: &ColumnDescriptor) -> Result<Self, String> {
        if column.max_rep_level() > 0 {
            return Err("a list".to_owned());
        }
        let (kind, length) = Kind::of(column).ok_or_else(|| match column.logical_type_ref() {
            Some(logical) => format!("{logical:?}"),
            None => column.physical_type().to_string(),
        })?;
        let level = u64::try_from(column.max_def_level()).unwrap_or(0);
        Ok(Self { place, name: column.path().string(), kind, length, level })
    }
}

/// A column of a row group, of which some cells have been written.
pub struct Column<'a> {
    leaf: &'a Leaf,
    pages: SerializedPageReader<Bytes>,
    codec: CompressionCodec,
    most: usize,
    dictionary: Dictionary,
    /// How many cells are left in the page, and in all pages.
    in_page: usize,
    in_all: usize,
    /// The levels of the page; `None` if no cell can be null.
    levels: Option<Hybrid>,
    values: Values,
    value: Vec<u8>,
}

impl<'a> Column<'a> {
    /// A column with so many cells; its pages have at most `most` bytes.
    ///
    /// # Errors
    ///
    /// In a sentence.
    pub fn open(
        file: &Arc<Bytes>,
        group: &RowGroupMetaData,
        leaf: &'a Leaf,
        rows: usize,
        most: usize,
    ) -> Result<Self, String> {
        let chunk = group.columns().get(leaf.place).ok_or("a column is missing")?;
        if !is_within(chunk, file.len()) {
            return Err(format!("column {} lies outside the file; copy it once more", leaf.name));
        }
        let codec = chunk.compression_codec();
        // So they come as they are.
        let plain = chunk.clone().into_builder().set_compression_codec(CompressionCodec::UNCOMPRESSED).build();
        let pages = plain.and_then(|plain| SerializedPageReader::new(file.clone(), &plain, rows, None));
        Ok(Self {
            leaf,
            pages: pages.map_err(|why| why.to_string())?,
            codec,
            most,
            dictionary: Dictionary::default(),
            in_page: 0,
            in_all: rows,
            levels: None,
            values: Values::Plain { data: Bytes::new(), at: 0, length: leaf.length },
            value: Vec::new(),
        })
    }

    /// Writes the next cell.
    ///
    /// # Errors
    ///
    /// In a sentence.
    pub fn write_next(&mut self, text: &mut Vec<u8>) -> Result<(), String> {
        while self.in_page == 0 {
            self.next_page()?;
        }
        (self.in_page, self.in_all) = (self.in_page - 1, self.in_all - 1);
        self.next_value(text).ok_or_else(|| self.damaged())
    }

    fn next_value(&mut self, text: &mut Vec<u8>) -> Option<()> {
        let level = self.levels.as_mut().map_or(Some(self.leaf.level), Hybrid::next)?;
        if level == self.leaf.level {
            self.value.clear();
            self.values.next(&self.dictionary, &mut self.value)?;
            self.leaf.kind.write(&self.value, text);
        }
        Some(())
    }

    fn damaged(&self) -> String {
        format!("column {} is damaged", self.leaf.name)
    }

    fn next_page(&mut self) -> Result<(), String> {
        let page = self.pages.get_next_page().map_err(|why| format!("column {}: {why}", self.leaf.name))?;
        let page = page.ok_or_else(|| format!("column {} has less cells than rows", self.leaf.name))?;
        let encoding = page.encoding();
        self.begin(page)?.ok_or_else(|| format!("column {} is damaged, or has values as {encoding}", self.leaf.name))
    }

    /// Begins a page; `None` if it makes no sense.
    fn begin(&mut self, page: Page) -> Result<Option<()>, String> {
        let (codec, most, length) = (self.codec, self.most, self.leaf.length);
        let unpacked = |packed: Bytes| match codec {
            CompressionCodec::UNCOMPRESSED => Ok(packed),
            _ if packed.is_empty() => Ok(packed),
            _ => unpack(codec, &packed, most).map(Bytes::from),
        };
        let (count, encoding, levels, data) = match page {
            Page::DictionaryPage { buf, num_values, .. } => {
                let dictionary = Dictionary::new(unpacked(buf)?, length, num_values);
                return Ok(dictionary.map(|it| self.dictionary = it));
            }
            Page::DataPage { buf, num_values, encoding, def_level_encoding, .. } => {
                let data = unpacked(buf)?;
                if self.leaf.level == 0 {
                    (num_values, encoding, None, data)
                } else {
                    let Some(levels) = prefixed(&data, 0).filter(|_| def_level_encoding == Encoding::RLE) else {
                        return Ok(None);
                    };
                    let data = data.slice(4 + levels.len()..);
                    (num_values, encoding, Some(levels), data)
                }
            }
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                def_levels_byte_len,
                rep_levels_byte_len,
                is_compressed,
                ..
            } => {
                let begin = rep_levels_byte_len as usize;
                let Some(end) = begin.checked_add(def_levels_byte_len as usize).filter(|it| *it <= buf.len()) else {
                    return Ok(None);
                };
                let (levels, data) = (buf.slice(begin..end), buf.slice(end..));
                let data = if is_compressed { unpacked(data)? } else { data };
                (num_values, encoding, Some(levels).filter(|_| self.leaf.level > 0), data)
            }
        };
        Ok(self.take(count as usize, encoding, levels, data))
    }

    fn take(&mut self, count: usize, encoding: Encoding, levels: Option<Bytes>, data: Bytes) -> Option<()> {
        if count > self.in_all {
            return None;
        }
        self.in_page = count;
        self.levels = match levels {
            Some(levels) => Some(Hybrid::new(levels, self.leaf.level.ilog2() as usize + 1)?),
            None => None,
        };
        self.values = match data.is_empty() {
            // All of them are null.
            true => Values::Plain { data, at: 0, length: self.leaf.length },
            false => Values::new(encoding, data, self.leaf.length, count as u64)?,
        };
        Some(())
    }
}

/// Whether the pages of a column lie within a file of this length.
fn is_within(chunk: &ColumnChunkMetaData, length: usize) -> bool {
    let begin = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
    let is_here = chunk.file_path().is_none();
    let end = begin.checked_add(chunk.compressed_size().max(0)).and_then(|it| usize::try_from(it).ok());
    is_here && begin >= 0 && chunk.compressed_size() >= 0 && end.is_some_and(|it| it <= length)
}
