//! Features in a table of sacct that no model uses.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::columns::{Cell, Column, Columns};
use crate::draft::Taken;
use crate::lines::is_listed;
use crate::{Feature, Unused};

/// The information of a column that is not read, by its name.
#[derive(Clone, Copy)]
enum Says {
    /// Trackable resources: GPUs, memory.
    Resources,
    /// This feature, where the column has a value.
    Feature(Feature),
    /// Other information.
    Other,
}

/// Columns whose values matter, beside their presence.
const SAYS: [(&str, Says); 6] = [
    ("ReqTRES AllocTRES ReqGRES AllocGRES", Says::Resources),
    ("ReqMem", Says::Feature(Feature::Memory)),
    ("NodeList AllocNodes NNodes ReqNodes", Says::Feature(Feature::Nodes)),
    ("Dependency", Says::Feature(Feature::Dependencies)),
    ("Licenses", Says::Feature(Feature::Licences)),
    ("Constraints", Says::Feature(Feature::NodeFeatures)),
];

/// The columns of a table that are not read, and the features found in them.
pub struct Unread {
    /// With the name in the file, and whether it had a value.
    columns: Vec<(Column, Vec<u8>, Says, bool)>,
    unused: Unused,
    /// What was counted of jobs, by their places, that a later row may replace.
    counted: HashMap<usize, Vec<Feature>>,
}

impl Unread {
    /// The columns of a table that no reader has looked for, once [`super::places::Places::find`] has.
    pub fn new(columns: &Columns) -> Self {
        let unread = columns.unread().into_iter();
        Self {
            columns: unread
                .map(|(column, name)| {
                    let says = says(&name);
                    (column, name.into_bytes(), says, false)
                })
                .collect(),
            unused: Unused::default(),
            counted: HashMap::new(),
        }
    }

    /// Looks at a job's row; what an earlier row of it has said is counted once. `waits` is whether another row may
    /// follow that says more.
    pub fn look(&mut self, row: &[Cow<[u8]>], taken: Taken, waits: bool) {
        let mut features: Vec<Feature> = Vec::new();
        for (column, _, says, has_said) in &mut self.columns {
            let cell = column.of(row);
            if matches!(says, Says::Other) && *has_said || is_blank(cell) {
                continue;
            }
            match *says {
                Says::Resources => look_at_resources(cell.word, &mut features),
                Says::Feature(feature) => features.push(feature),
                Says::Other => *has_said = true,
            }
        }
        if let Some(before) = self.counted.remove(&taken.place).filter(|_| !taken.is_new) {
            features.retain(|it| !before.contains(it));
        } else if waits {
            self.counted.insert(taken.place, features.clone());
        }
        self.unused.count_each(features);
    }

    /// All that was found.
    pub fn finish(mut self) -> Unused {
        for (_, name, says, has_said) in &self.columns {
            if matches!(says, Says::Other) && *has_said {
                self.unused.add_column(name);
            }
        }
        self.unused
    }
}

fn is_blank(cell: Cell) -> bool {
    cell.is_blank() || [&b"0"[..], b"None assigned", b"(null)"].contains(&cell.word)
}

/// The cell of a row in a column, if it says something.
pub fn known<'a>(column: Column, row: &'a [Cow<[u8]>]) -> Option<Cell<'a>> {
    Some(column.of(row)).filter(|cell| !is_blank(*cell))
}

/// The information of the column of that name.
fn says(name: &str) -> Says {
    let found = SAYS.iter().find(|(names, _)| is_listed(name.as_bytes(), names));
    found.map_or(Says::Other, |(_, says)| *says)
}

/// `cpu=64,mem=16G,gres/gpu=4` or `gpu:4`: GPUs, and memory that was asked for.
fn look_at_resources(word: &[u8], features: &mut Vec<Feature>) {
    for part in word.split(|&byte| byte == b',') {
        let is_none = part.ends_with(b"=0") || part.ends_with(b":0");
        if !is_none && part.windows(3).any(|it| it.eq_ignore_ascii_case(b"gpu")) {
            features.push(Feature::Gpus);
        }
        if !is_none && part.starts_with(b"mem=") {
            features.push(Feature::Memory);
        }
    }
}
