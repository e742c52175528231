//! What can be told of items before anything is run.

use super::Item;

/// What is known of an [`Item`] without its code: a page, whose workers have that, is smaller for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// What the command line calls it: `table-2`.
    pub key: &'static str,
    /// What it is: `Table 2: local scheduling strategies`.
    pub title: &'static str,
    /// Where in the paper: `Sect. 5.1`.
    pub section: &'static str,
    /// What the paper shows there.
    pub paper: &'static str,
}

impl About {
    /// Of the first `N` of these items.
    pub const fn all<const N: usize>(items: &[Item]) -> [Self; N] {
        let mut all = [Self {
            key: "",
            title: "",
            section: "",
            paper: "",
        }; N];
        let mut at = 0;
        while at < N {
            let Item {
                key,
                title,
                section,
                paper,
                ..
            } = items[at];
            all[at] = Self {
                key,
                title,
                section,
                paper,
            };
            at += 1;
        }
        all
    }
}
