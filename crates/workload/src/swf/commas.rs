//! Lines of SWF that a program for tables has saved with commas.

use crate::csv::fields;
use crate::{Field, number};

/// How the lines of a text with commas are to be read.
#[derive(Default)]
pub struct Commas {
    /// Whether the first column numbers the lines.
    has_index: bool,
    has_begun: bool,
}

/// The kind of a line with commas.
#[derive(Debug, PartialEq, Eq)]
pub enum Read {
    /// A job, with blanks in place of commas and -1 in place of nothing.
    Line(Vec<u8>),
    /// The numbers of the columns: 0 to 17, or 1 to 18.
    Names,
    /// Anything else.
    Other,
}

impl Commas {
    /// Takes the next line that has commas. A job has all 18 columns: fewer numbers with commas between them could be
    /// anything. A line may have its own number before them if the first line says so, as pandas writes it.
    pub fn line(&mut self, line: &[u8]) -> Read {
        const COLUMNS: usize = Field::ALL.len();
        let cells = fields(line);
        let mut cells: Vec<&[u8]> = cells.iter().map(|it| it.trim_ascii()).collect();
        if !std::mem::replace(&mut self.has_begun, true) {
            let has_index = cells.len() == COLUMNS + 1 && cells[0].is_empty();
            if are_numbers_of_columns(&cells[usize::from(has_index)..]) {
                self.has_index = has_index;
                return Read::Names;
            }
        }
        if self.has_index && cells.len() == COLUMNS + 1 {
            cells.remove(0);
        }
        if cells.len() != COLUMNS {
            return Read::Other;
        }
        for cell in &mut cells {
            if cell.is_empty() {
                *cell = b"-1";
            }
        }
        Read::Line(cells.join(&b' '))
    }
}

fn are_numbers_of_columns(cells: &[&[u8]]) -> bool {
    let counts_from = |first: i64| {
        let mut numbered = (first..).zip(cells);
        numbered.all(|(number, cell)| number::parse(cell) == Ok(number))
    };
    cells.len() == Field::ALL.len() && (counts_from(0) || counts_from(1))
}
