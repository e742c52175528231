//! The result of a search: the commands that have its words, by kind.

use std::cmp::Reverse;

use super::matching::Query;
use super::{Entry, Kind, Recent};

/// The line if no command has the words.
pub const NOTHING_FOUND: &str = "No command has these words. Try the name of a view, a setting, a lesson.";

/// Commands of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub title: &'static str,
    /// The places of its commands among all, the best first.
    pub entries: Vec<usize>,
}

/// The commands that have all words of a search, the best first: a section for each kind, that with the best command
/// first. Without words: those that were chosen last, and the views.
pub fn sections(entries: &[Entry], recent: &Recent, text: &str) -> Vec<Section> {
    let query = Query::of(text);
    if query.is_empty() {
        return begun(entries, recent);
    }
    let ranked = entries.iter().enumerate().filter_map(|(place, it)| {
        let more = format!("{} {} {}", it.kind.title(), it.detail, it.more);
        let rank = query.rank(&it.name, &more)?;
        Some((Reverse(rank), it.kind, it.name.chars().count(), place))
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_unstable();
    let mut sections: Vec<Section> = Vec::new();
    for (_, kind, _, place) in ranked {
        let title = kind.title();
        match sections.iter_mut().find(|it| it.title == title) {
            Some(section) => section.entries.push(place),
            None => sections.push(Section { title, entries: vec![place] }),
        }
    }
    sections
}

/// The list before anything is typed.
fn begun(entries: &[Entry], recent: &Recent) -> Vec<Section> {
    let recent = recent.among(entries);
    let views = (0..entries.len()).filter(|&it| entries[it].kind == Kind::View);
    let views = views.filter(|it| !recent.contains(it)).collect();
    let sections = [("Recent", recent.clone()), (Kind::View.title(), views)];
    let sections = sections.into_iter().filter(|(_, entries)| !entries.is_empty());
    let section = |(title, entries)| Section { title, entries };
    sections.map(section).collect()
}
