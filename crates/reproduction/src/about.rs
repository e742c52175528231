//! Descriptions of papers and their items that need no run, and tables of words on papers.

use super::{Item, Paper};

/// The description of a [`Paper`] without the code of its items.
#[derive(Debug)]
pub struct AboutPaper {
    /// Its key on the command line: `kurowski-2011`.
    pub key: &'static str,
    /// Its first author and year: `Kurowski 2011`.
    pub name: &'static str,
    /// Authors, title, journal, year.
    pub citation: &'static str,
    /// The log that it is reproduced on, as the Parallel Workloads Archive calls it.
    pub log: &'static str,
    /// Whether a log's header, names with values, is that of this log.
    pub is_its_log: fn(&[(String, String)]) -> bool,
    /// Its tables and figures, in the order of reading.
    pub items: &'static [About],
}

impl AboutPaper {
    /// The description of a paper with these items.
    pub const fn of(paper: &Paper, items: &'static [About]) -> Self {
        Self {
            key: paper.key,
            name: paper.name,
            citation: paper.citation,
            log: paper.log,
            is_its_log: paper.is_its_log,
            items,
        }
    }
}

/// Papers are the same if they have the same key.
impl PartialEq for AboutPaper {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// The description of an [`Item`] without its code: a page, whose workers have the code, is smaller
/// for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The key of its paper: `kurowski-2011`.
    pub of: &'static str,
    /// Its key on the command line: `table-2`.
    pub key: &'static str,
    /// Its title: `Table 2: local scheduling strategies`.
    pub title: &'static str,
    /// Where in the paper: `Sect. 5.1`.
    pub section: &'static str,
    /// The content of the paper's table or figure.
    pub paper: &'static str,
    /// Whether it is made of the jobs of a log.
    pub needs_log: bool,
}

/// The rows of a paper in a table of text, without its key in the first cell.
pub fn rows<const N: usize>(table: &'static str, paper: &str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter_map(move |line| {
        let mut cells = line.split('|').map(str::trim);
        (cells.next()? == paper).then(|| std::array::from_fn(|_| cells.next().unwrap_or_default()))
    })
}

/// What of a paper is not modelled: each element, where the paper has it, and the reason.
pub fn not_modelled(paper: &str) -> impl Iterator<Item = [&'static str; 2]> {
    rows(include_str!("not_modelled.txt"), paper)
}

impl About {
    /// Of the first `N` items of a paper.
    pub const fn all<const N: usize>(of: &Paper) -> [Self; N] {
        let mut all = [Self { of: of.key, key: "", title: "", section: "", paper: "", needs_log: true }; N];
        let mut at = 0;
        while at < N {
            let Item { key, title, section, paper, needs_log, .. } = of.items[at];
            all[at] = Self { of: of.key, key, title, section, paper, needs_log };
            at += 1;
        }
        all
    }
}
