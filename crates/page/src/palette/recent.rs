//! The commands that were chosen last.

use super::Entry;

/// This many are kept.
const MOST: usize = 5;

/// The commands that were chosen in this visit, the last one first, by kind and name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recent(Vec<(super::Kind, String)>);

impl Recent {
    /// Notes that a command was chosen.
    pub fn note(&mut self, entry: &Entry) {
        self.0.retain(|(kind, name)| !(*kind == entry.kind && *name == entry.name));
        self.0.insert(0, (entry.kind, entry.name.clone()));
        self.0.truncate(MOST);
    }

    /// The places of those that are among these entries, the last chosen first.
    pub fn among(&self, entries: &[Entry]) -> Vec<usize> {
        let place =
            |(kind, name): &(super::Kind, String)| entries.iter().position(|it| it.kind == *kind && it.name == *name);
        self.0.iter().filter_map(place).collect()
    }
}
