//! Which file of an archive is meant.

use std::io::Read;
use std::ops::Range;

use base::text::first_of;
use tar::{Archive, Entry, EntryType};

use super::archive;
use super::fault::{Fault, Packing, UnpackError};

/// The file of an archive that was taken.
pub struct Taken {
    pub content: Content,
    /// The other files, in a sentence; `None` if there are none.
    pub beside: Option<String>,
}

/// The content of a file of an archive.
pub enum Content {
    /// These bytes of the archive.
    Within(Range<usize>),
    /// Unpacked.
    Unpacked(Vec<u8>),
}

/// A file that an archive lists, and where to find it there.
pub struct Listed<T> {
    pub name: String,
    pub place: T,
}

/// Most files that are named.
const NAMED: usize = 8;

/// The longest name that is told, in characters.
const LONGEST_NAME: usize = 100;

/// Beginnings of names, in small letters, of files that accompany others.
const COMPANIONS: &str = "readme licence license copying copyright notice changelog citation checksum";

/// Endings of names, in small letters, of files that accompany others: text about them and their checksums.
const ENDINGS: &str = ".md .rst .pdf .html .md5 .sha1 .sha256 .sha512 sums sums.txt";

/// A file's name as it is told.
pub fn name(bytes: &[u8]) -> String {
    let name = String::from_utf8_lossy(bytes);
    name.chars().map(|it| if it.is_control() { '?' } else { it }).take(LONGEST_NAME).collect()
}

/// The one file that is meant: the only one, or the only one that is neither hidden nor the companion of others (a
/// read-me, a licence, a checksum); and a sentence on the others.
///
/// # Errors
///
/// If there is none, or several could be meant.
pub fn meant<T>(packing: Packing, files: Vec<Listed<T>>) -> Result<(Listed<T>, Option<String>), UnpackError> {
    let error = |fault| UnpackError { packing, fault };
    let is_only = files.len() == 1;
    let (meant, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|it| is_only || !is_companion(&it.name));
    let candidates = if meant.is_empty() { &others } else { &meant };
    if candidates.is_empty() {
        return Err(error(Fault::NoFile));
    }
    if meant.len() != 1 {
        let names = candidates.iter().map(|it| it.name.clone());
        return Err(error(Fault::Several { names: names.take(NAMED).collect(), count: candidates.len() }));
    }
    let beside = (!others.is_empty()).then(|| beside(&meant[0].name, &others));
    let file = meant.into_iter().next();
    file.map(|it| (it, beside)).ok_or(error(Fault::NoFile))
}

fn beside<T>(taken: &str, others: &[Listed<T>]) -> String {
    let names = others.iter().map(|it| it.name.as_str());
    let named = first_of(names, others.len(), NAMED);
    format!("of the archive the file {taken} was read, and not {named}")
}

/// Whether a file only accompanies others: hidden ones, those that macOS adds, and by the names above.
fn is_companion(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']).filter(|it| !matches!(*it, "" | "."));
    let is_hidden = |it: &str| it.starts_with('.') || it == "__MACOSX";
    if parts.clone().any(is_hidden) {
        return true;
    }
    let name = parts.next_back().unwrap_or_default().to_lowercase();
    COMPANIONS.split(' ').any(|it| name.starts_with(it)) || ENDINGS.split(' ').any(|it| name.ends_with(it))
}

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
