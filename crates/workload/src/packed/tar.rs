//! The file of a tar archive (POSIX.1-1988 and later, GNU).

use std::io::Read;

use tar::{Archive, Entry, EntryType};

use super::archive::{self, Content, Listed, Taken};
use super::fault::{Fault, Packing, UnpackError};

/// Bytes of a header.
const BLOCK: usize = 512;

/// Where the header's checksum stands, in octal.
const CHECKSUM: std::ops::Range<usize> = 148..156;

/// Whether `bytes` begin with the header of a file in an archive: by its checksum, as old archives have no mark.
pub fn is_tar(bytes: &[u8]) -> bool {
    let Some(header) = bytes.get(..BLOCK) else {
        return false;
    };
    let written = &header[CHECKSUM];
    let mut digits = written.iter().skip_while(|&&it| it == b' ').peekable();
    if !digits.peek().is_some_and(|it| matches!(it, b'0'..=b'7')) {
        return false;
    }
    let written =
        digits.take_while(|&&it| matches!(it, b'0'..=b'7')).fold(0_u32, |sum, &it| sum * 8 + u32::from(it - b'0'));
    let whole: u32 = header.iter().map(|&it| u32::from(it)).sum();
    let field: u32 = header[CHECKSUM].iter().map(|&it| u32::from(it)).sum();
    // The field itself counts as blanks. Zeros, which are the end of an archive, are no header.
    written == whole - field + 8 * u32::from(b' ') && header[0] != 0
}

fn error(fault: Fault) -> UnpackError {
    let packing = Packing::Tar;
    UnpackError { packing, fault }
}

/// A file as its header says.
struct Place {
    begins: u64,
    length: u64,
    is_sparse: bool,
}

impl Place {
    fn of<R: Read>(entry: &Entry<'_, R>) -> Option<Self> {
        let kind = entry.header().entry_type();
        let is_sparse = kind == EntryType::GNUSparse;
        let is_file = is_sparse || kind.is_file() || kind == EntryType::Continuous;
        is_file.then(|| Self { begins: entry.raw_file_position(), length: entry.size(), is_sparse })
    }
}

/// The file of the archive that is meant, of at most `limit` bytes. Linear in the archive.
pub fn file(bytes: &[u8], limit: u64) -> Result<Taken, UnpackError> {
    let mut files = Vec::new();
    let mut archive = Archive::new(bytes);
    let entries = archive.entries();
    for entry in entries.map_err(|_| error(Fault::Damaged { unpacked: 0 }))? {
        let entry = entry.map_err(|_| error(Fault::Damaged { unpacked: 0 }))?;
        if let Some(place) = Place::of(&entry) {
            let name = archive::name(&entry.path_bytes());
            files.push(Listed { name, place });
        }
    }
    let (file, beside) = archive::meant(Packing::Tar, files)?;
    let place = file.place;
    if place.is_sparse {
        // Its parts are not one behind the other.
        let (name, method) = (file.name, u16::from(b'S'));
        return Err(error(Fault::Method { name, method }));
    }
    if place.length > limit {
        return Err(error(Fault::TooLarge { limit }));
    }
    let end = place.begins.saturating_add(place.length);
    let end = usize::try_from(end).ok().filter(|&end| end <= bytes.len());
    let end = end.ok_or(error(Fault::CutShort { unpacked: 0 }))?;
    Ok(Taken { content: Content::Within(place.begins as usize..end), beside })
}
