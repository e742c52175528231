//! Faults of packed files.

use std::fmt;

/// A way in which files are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstd,
    /// The .xz file format.
    Xz,
    /// A zip archive.
    Zip,
    /// A tar archive.
    Tar,
}

impl Packing {
    /// Its name, with the noun for its bytes: `gzip data`.
    const fn data(self) -> &'static str {
        match self {
            Self::Gzip => "gzip data",
            Self::Zstd => "zstd data",
            Self::Xz => "xz data",
            Self::Zip => "zip archive",
            Self::Tar => "tar archive",
        }
    }

    /// Its name.
    const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
            Self::Zip => "zip",
            Self::Tar => "tar",
        }
    }

    const fn is_archive(self) -> bool {
        matches!(self, Self::Zip | Self::Tar)
    }
}

/// Why a packed file cannot be unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpackError {
    /// How it is packed; within an archive the fault can be that of the file in it.
    pub packing: Packing,
    /// Its fault.
    pub fault: Fault,
}

/// A fault of packed data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// They end too early, after this many bytes were unpacked.
    CutShort {
        /// Bytes unpacked until then.
        unpacked: u64,
    },
    /// They are damaged (a wrong checksum or an invalid code), after this many bytes were unpacked.
    Damaged {
        /// Bytes unpacked until then.
        unpacked: u64,
    },
    /// Bytes of another kind follow them.
    TrailingBytes {
        /// How many.
        count: u64,
    },
    /// They unpack to more than the limit.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// Unpacking takes more memory than is given to it.
    Memory {
        /// The most, in bytes.
        most: u64,
    },
    /// They were packed with a dictionary that is not in the file.
    Dictionary,
    /// They were packed by a filter that is not read.
    Filter,
    /// An archive without a file.
    NoFile,
    /// An archive with several files that could be meant.
    Several {
        /// The first of their names.
        names: Vec<String>,
        /// How many there are.
        count: usize,
    },
    /// An archive that is a document of an office program.
    Office,
    /// The file of an archive is encrypted.
    Encrypted {
        /// Its name.
        name: String,
    },
    /// The file of an archive is packed by a method that is not read.
    Method {
        /// Its name.
        name: String,
        /// The method's number.
        method: u16,
    },
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (packing, data) = (self.packing, self.packing.data());
        let (is, they) = if packing.is_archive() { ("is", "it ends") } else { ("are", "they end") };
        match &self.fault {
            Fault::CutShort { unpacked: 0 } if packing.is_archive() => {
                write!(f, "the {data} is cut short")
            }
            Fault::Damaged { unpacked: 0 } if packing.is_archive() => {
                write!(f, "the {data} is damaged or cut short")
            }
            Fault::CutShort { unpacked } => {
                write!(f, "the {data} {is} cut short: {they} after {unpacked} unpacked bytes")
            }
            Fault::Damaged { unpacked } => {
                write!(f, "the {data} {is} damaged, after {unpacked} unpacked bytes")
            }
            Fault::TrailingBytes { count } => {
                let name = packing.name();
                write!(f, "{count} bytes that are not {name} follow the {data}")
            }
            Fault::TooLarge { limit } => {
                write!(f, "unpacked, it is larger than {}, the most that is read", amount(*limit))
            }
            Fault::Memory { most } => write!(
                f,
                "the {data} need more than {} MiB of memory while they are unpacked: pack the file again with the \
                 packer's usual settings",
                most >> 20
            ),
            Fault::Dictionary => {
                write!(f, "the {data} were packed with a dictionary of their own: pack the file again without one")
            }
            Fault::Filter => write!(
                f,
                "the {data} were packed with a filter or a check that is not read: pack the file again with the \
                 packer's usual settings"
            ),
            Fault::NoFile => write!(f, "the {data} holds no file"),
            Fault::Several { names, count } => several(f, data, names, *count),
            Fault::Office => {
                write!(f, "this is a document of an office program, such as an Excel workbook: save its table as CSV")
            }
            Fault::Encrypted { name } => {
                write!(f, "{name} in the {data} is encrypted: unpack it first")
            }
            Fault::Method { name, method } => {
                write!(f, "{name} in the {data} is packed by method {method}, which is not read: unpack it first")
            }
        }
    }
}

/// An amount of bytes in the largest unit in which it is a whole number.
pub fn amount(bytes: u64) -> String {
    match bytes {
        0 => "0 bytes".to_owned(),
        _ if bytes.is_multiple_of(1 << 30) => format!("{} GiB", bytes >> 30),
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ => format!("{bytes} bytes"),
    }
}

fn several(f: &mut fmt::Formatter<'_>, data: &str, names: &[String], count: usize) -> fmt::Result {
    let named = names.join(", ");
    let more = count.saturating_sub(names.len());
    write!(f, "the {data} holds {count} files: {named}")?;
    if more > 0 {
        write!(f, " and {more} more")?;
    }
    f.write_str("; unpack one of them")
}

impl std::error::Error for UnpackError {}
