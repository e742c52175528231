//! The command palette: all that the page can do, found by its words.
//!
//! The settings come from the panel itself, control by control (see [`PanelSetting`]), so the palette has every setting
//! that the panel has. Views, lessons, papers and keys come from their own tables.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use crate::contents::Schedulable;
use crate::history::SAMPLE;
use crate::state::{Action, EditAction, LayoutAction};
use crate::view::View;
use experiment::knobs::abouts;
use experiment::lesson::shelf::{Card, SHELF};
use reproduction::{About, CONTENTS};
use scheduling::system::System;

/// The kinds of commands, in the order in which equally good ones are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Opens a view.
    View,
    /// Shows a setting.
    Setting,
    /// Sets a setting to a value.
    Value,
    /// Opens a workload.
    Log,
    /// Opens a lesson.
    Lesson,
    /// Shows a table or a figure of a paper.
    Paper,
    /// Does something else.
    Action,
}

impl Kind {
    /// The title above commands of the kind.
    pub fn title(self) -> &'static str {
        match self {
            Self::View => "Views",
            Self::Setting => "Settings",
            Self::Value => "Values of settings",
            Self::Log => "Logs",
            Self::Lesson => "Lessons",
            Self::Paper => "Papers",
            Self::Action => "Actions",
        }
    }
}

/// The effect of a command.
#[derive(Clone, Copy, Debug)]
pub enum Command {
    /// Opens a view.
    Show(View),
    /// Shows the setting at this place of the panel.
    Reveal(usize),
    /// Sets the setting at the first place of the panel to the value at the second one.
    Choose(usize, usize),
    /// Presses the button for logs at this place.
    Press(usize),
    /// Lets a file be chosen.
    File,
    /// Opens a lesson.
    Lesson(&'static Card),
    /// Shows a table or a figure of a paper.
    Paper(&'static About),
    /// Does what a key or a button does.
    Act(fn() -> Action),
    /// Exports a project, with its log or without.
    Project(bool),
    /// Makes a step of a lesson of the run on the page.
    MakeLesson,
    /// None, as long as it is unavailable.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub kind: Kind,
    pub name: String,
    /// A few words beside the name: where it stands, or how long it takes.
    pub detail: String,
    /// Words by which it is found as well.
    pub more: String,
    /// The keys that do the same; empty if there are none.
    pub keys: String,
    /// The reason why it cannot be chosen now.
    pub unavailable: Option<String>,
    /// Its effect.
    pub command: Command,
}

impl Entry {
    fn new(kind: Kind, name: impl Into<String>, command: Command) -> Self {
        Self {
            kind,
            name: name.into(),
            detail: String::new(),
            more: String::new(),
            keys: String::new(),
            unavailable: None,
            command,
        }
    }

    fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    fn more(mut self, more: impl Into<String>) -> Self {
        self.more = more.into();
        self
    }
}

/// A command of the table of keys.
pub struct KeyCommand {
    /// Its words there.
    pub what: &'static str,
    /// Its first keys, as they are labelled.
    pub keys: String,
    /// Its effect.
    pub action: fn() -> Action,
}

/// The state of the page, as far as it decides what can be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Present {
    /// The title of the system's inside view.
    pub inside: &'static str,
    /// The workload, once it is known.
    pub workload: Option<Schedulable>,
    /// Whether there is something to undo, and to redo.
    pub can: (bool, bool),
    /// Whether a run is under way.
    pub is_running: bool,
    /// Whether there is a finished run.
    pub has_run: bool,
}

/// All commands, kind by kind. `view_key` tells the key that opens a view.
pub fn entries(
    present: &Present,
    panel: &Panel,
    keys: &[KeyCommand],
    view_key: impl Fn(View) -> Option<String>,
) -> Vec<Entry> {
    let mut all: Vec<Entry> = View::ALL.into_iter().map(|view| of_view(view, present, view_key(view))).collect();
    let settings = || panel.settings.iter().enumerate();
    all.extend(settings().map(|(at, it)| of_setting(at, it)));
    all.extend(settings().flat_map(|(at, it)| of_values(at, it)));
    all.extend(other_systems(present.workload));
    all.extend(logs(panel));
    all.extend(SHELF.iter().map(of_lesson));
    all.extend(papers());
    all.extend(keys.iter().filter_map(|it| of_key(it, present)));
    all.extend(actions(present));
    all
}

fn of_view(view: View, present: &Present, key: Option<String>) -> Entry {
    let title = view.title(present.inside);
    Entry {
        keys: key.unwrap_or_default(),
        ..Entry::new(Kind::View, title, Command::Show(view)).detail(view.group().title(present.inside)).more(format!(
            "{} {}",
            view.id(),
            view.caption(present.inside)
        ))
    }
}

fn of_setting(at: usize, it: &PanelSetting) -> Entry {
    Entry::new(Kind::Setting, &it.label, Command::Reveal(at)).detail(&it.within).more(&it.about)
}

fn of_values(at: usize, it: &PanelSetting) -> impl Iterator<Item = Entry> {
    it.values.iter().enumerate().map(move |(place, value)| {
        let name = format!("{}: {}", it.label, value.label);
        let detail = if value.chosen { "present" } else { "" };
        Entry::new(Kind::Value, name, Command::Choose(at, place))
            .detail(detail)
            .more(format!("{} {} {}", value.about, it.within, it.about))
    })
}

/// The systems that the panel does not offer for this workload, with what they need.
fn other_systems(workload: Option<Schedulable>) -> Vec<Entry> {
    let Some(workload) = workload else {
        return Vec::new();
    };
    let entry = System::all().into_iter().filter_map(|it| Some((workload.lacks(&it)?, it))).map(|(needed, system)| {
        let model = system.model();
        let name = format!("System: {}", model.name());
        Entry {
            unavailable: Some(format!("needs {needed}")),
            ..Entry::new(Kind::Value, name, Command::Nothing).more(model.card().about)
        }
    });
    entry.collect()
}

fn logs(panel: &Panel) -> Vec<Entry> {
    let file = Entry::new(Kind::Log, "Open a file …", Command::File)
        .more("log workflow task batch scenario project lesson SWF browse choose load drop");
    let sample = || Action::Edit(EditAction::Take(Box::default(), SAMPLE));
    let sample = Entry::new(Kind::Log, "Sample log", Command::Act(sample))
        .detail("as the page begins")
        .more("Lublin Feitelson synthetic workload");
    let buttons = panel
        .logs
        .iter()
        .enumerate()
        .map(|(at, it)| Entry::new(Kind::Log, &it.label, Command::Press(at)).more(&it.about));
    [file, sample].into_iter().chain(buttons).collect()
}

fn of_lesson(card: &'static Card) -> Entry {
    Entry::new(Kind::Lesson, card.title, Command::Lesson(card)).detail(format!("{} min", card.minutes)).more(format!(
        "{} {}",
        card.summary,
        terms(card)
    ))
}

fn papers() -> impl Iterator<Item = Entry> {
    CONTENTS.iter().flat_map(|paper| {
        paper.items.iter().map(|item| {
            let name = format!("{}, {}", paper.name, item.title);
            Entry::new(Kind::Paper, name, Command::Paper(item))
                .detail(item.section)
                .more(format!("{} {}", paper.citation, item.paper))
        })
    })
}

/// The command of a key, unless it is that of the palette or of no use now.
fn of_key(key: &KeyCommand, present: &Present) -> Option<Entry> {
    let (undo, redo) = present.can;
    let unavailable = match (key.action)() {
        Action::Layout(LayoutAction::Palette(_)) => return None,
        Action::Escape if !present.is_running => return None,
        Action::Edit(EditAction::Undo) if !undo => Some("nothing to undo"),
        Action::Edit(EditAction::Redo) if !redo => Some("nothing to redo"),
        _ => None,
    };
    Some(Entry {
        keys: key.keys.clone(),
        unavailable: unavailable.map(str::to_owned),
        ..Entry::new(Kind::Action, key.what, Command::Act(key.action))
    })
}

/// The actions that have no key.
fn actions(present: &Present) -> Vec<Entry> {
    let reset = || Action::Edit(EditAction::Reset);
    let reset =
        Entry::new(Kind::Action, "Reset all controls", Command::Act(reset)).detail("as when the workload was opened");
    let lesson = Entry {
        unavailable: (!present.has_run).then(|| "no run yet".to_owned()),
        ..Entry::new(Kind::Action, "Make this a lesson", Command::MakeLesson)
            .more("teach course exercise question step write author")
    };
    let projects = [("Export a project", false), ("Export a project with its log", true)];
    let projects = projects.into_iter().map(|(name, with_log)| Entry {
        unavailable: (!present.has_run).then(|| "no run yet".to_owned()),
        ..Entry::new(Kind::Action, name, Command::Project(with_log)).more("save download JSON")
    });
    [reset, lesson].into_iter().chain(projects).collect()
}

/// A lesson and the terms that it explains.
struct Topic {
    lesson: &'static Card,
    /// As a person would search for them.
    terms: &'static str,
    /// The keys of the settings that it explains.
    settings: &'static [&'static str],
}

/// A lesson with its terms and settings.
const fn topic(id: &str, terms: &'static str, settings: &'static [&'static str]) -> Topic {
    Topic { lesson: lesson(id), terms, settings }
}

/// A row for each lesson of the shelf, in its order; a test requires it.
const TOPICS: [Topic; SHELF.len()] = [
    topic(
        "backfilling",
        "first come first served FCFS, greedy, EASY backfilling, conservative backfilling, queue policy, promise",
        &["queue"],
    ),
    topic("reservations-hurt", "advance reservation AR, batch job, gap, share of reservations", &["share"]),
    topic("dynamic-binding", "dynamic binding, static binding, Proposition 1", &["binding"]),
    topic("building-carts", "CARTS, slots, Algorithm 1, availability", &["slots"]),
    topic("searching", "ARTS², Algorithm 2, earliest start, ready time, deadline, request", &[]),
    topic(
        "fixed-or-flexible",
        "fixed request, flexible request, window, tardiness, rejected",
        &["request-kind", "earlier_hours", "later_hours", "late_reservations"],
    ),
    topic(
        "grouping",
        "AR resource priority, minimum completion time MCT, AR allocation, groups of reservations",
        &["reservation_allocation", "resource_order", "flexible_start"],
    ),
    topic("choosing-delta", "δ, grid period, off-line scheduling", &["period"]),
    topic(
        "idle-periods",
        "co-allocation, idle period, range search, candidate, feasible, server, tree",
        &["selection"],
    ),
    topic("help-or-hurt", "reservations with backfilling, placed at submission, wait", &[]),
    topic(
        "vague-first",
        "imprecise calendar, level, slots, firm start, vague start, threshold",
        &["configuration", "levels"],
    ),
    topic(
        "balance-of-trade",
        "balance of trade, manager, cluster, consumption, supply, deficit",
        &["managers", "deficit"],
    ),
    topic("first-free-slot", "workflow, HEFT, rank, critical path, initial schedule", &["scheduler"]),
    topic("where-to-put-the-slack", "spare time, slack, overrun, quality of information QoI, estimate", &["variant"]),
    topic("who-answers-first", "agent, broker, offer, load, ties", &["tie-rule", "max-load"]),
    topic("what-a-lease-saves", "lease, offer, several brokers", &["lease"]),
    topic("idle-gpus", "cluster, nodes, GPU, fragmentation, placement, first fit, best fit, spread", &[]),
];

/// The lesson of that id.
///
/// # Panics
///
/// If there is none on the shelf: where it is a constant, it does not compile.
pub const fn lesson(id: &str) -> &'static Card {
    const ALL: &[Card] = &SHELF;
    let mut at = 0;
    while at < ALL.len() {
        if is_same(ALL[at].id.as_bytes(), id.as_bytes()) {
            return &ALL[at];
        }
        at += 1;
    }
    panic!("no lesson has this id")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The terms that a lesson explains.
fn terms(card: &Card) -> &'static str {
    TOPICS.iter().find(|it| it.lesson.id == card.id).map_or("", |it| it.terms)
}

/// Each lesson with the explanations of the settings that it explains.
pub fn of_settings() -> impl Iterator<Item = (&'static Card, Vec<&'static str>)> {
    TOPICS.iter().map(|it| (it.lesson, it.settings.iter().flat_map(|key| abouts(key)).collect()))
}

/// The letters of a text as they are compared: small, without accents, Greek ones by their names.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'à'..='å' | 'ā' | 'ą' => plain.push('a'),
            'ç' | 'ć' | 'č' => plain.push('c'),
            'è'..='ë' | 'ē' | 'ę' | 'ě' => plain.push('e'),
            'ì'..='ï' => plain.push('i'),
            'ñ' | 'ń' => plain.push('n'),
            'ò'..='ö' | 'ø' => plain.push('o'),
            'ù'..='ü' => plain.push('u'),
            'ł' => plain.push('l'),
            'ś' | 'š' => plain.push('s'),
            'ź' | 'ż' | 'ž' => plain.push('z'),
            'α' => plain.push_str("alpha"),
            'δ' => plain.push_str("delta"),
            'τ' => plain.push_str("tau"),
            '²' => plain.push('2'),
            '×' => plain.push('x'),
            letter => plain.push(letter),
        }
    }
    plain
}

/// The words of a text, plain.
fn words(text: &str) -> Vec<String> {
    let plain = plain(text);
    let words = plain.split(|it: char| !it.is_alphanumeric());
    words.filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// The words that are searched for.
pub struct Query(Vec<String>);

/// The weights of the places where a word of the search is found.
mod worth {
    pub const WORD: u32 = 8;
    pub const BEGINNING: u32 = 6;
    pub const WITHIN: u32 = 3;
    pub const WORD_OF_MORE: u32 = 2;
    pub const BEGINNING_IN_MORE: u32 = 1;
}

impl Query {
    /// The words of a search.
    pub fn of(text: &str) -> Self {
        Self(words(text))
    }

    /// Whether the search has no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How well a name and its other texts match all words of the search, in any order: more is better.
    /// `None` if a word is missing.
    pub fn rank(&self, name: &str, more: &str) -> Option<u32> {
        let (name, more) = (words(name), words(more));
        let joined = name.concat();
        let ranks = self.0.iter().map(|word| {
            let begins = |other: &String| other.starts_with(word.as_str());
            if name.contains(word) {
                Some(worth::WORD)
            } else if name.iter().any(begins) {
                Some(worth::BEGINNING)
            } else if word.chars().count() > 1 && joined.contains(word) {
                Some(worth::WITHIN)
            } else if more.contains(word) {
                Some(worth::WORD_OF_MORE)
            } else {
                more.iter().any(begins).then_some(worth::BEGINNING_IN_MORE)
            }
        });
        ranks.sum()
    }
}

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

/// What the panel holds at present.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Its settings, from top to bottom.
    pub settings: Vec<PanelSetting>,
    /// The buttons that open a workload.
    pub logs: Vec<PanelButton>,
}

/// A setting of the panel, or a part of it that folds away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanelSetting {
    pub label: String,
    /// The title of the part in which it folds away; empty if it always shows.
    pub within: String,
    /// Its explanation.
    pub about: String,
    /// Its values, if it is one of several.
    pub values: Vec<PanelValue>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanelValue {
    pub label: String,
    /// Its explanation.
    pub about: String,
    pub chosen: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanelButton {
    pub label: String,
    /// Its explanation.
    pub about: String,
}

/// This many are kept.
const MOST: usize = 5;

/// The commands that were chosen in this visit, the last one first, by kind and name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recent(Vec<(Kind, String)>);

impl Recent {
    /// Notes that a command was chosen.
    pub fn note(&mut self, entry: &Entry) {
        self.0.retain(|(kind, name)| !(*kind == entry.kind && *name == entry.name));
        self.0.insert(0, (entry.kind, entry.name.clone()));
        self.0.truncate(MOST);
    }

    /// The places of those that are among these entries, the last chosen first.
    pub fn among(&self, entries: &[Entry]) -> Vec<usize> {
        let place = |(kind, name): &(Kind, String)| entries.iter().position(|it| it.kind == *kind && it.name == *name);
        self.0.iter().filter_map(place).collect()
    }
}

#[cfg(test)]
mod topics_tests {
    use super::*;

    #[test]
    fn every_lesson_has_its_row() {
        for (topic, card) in TOPICS.iter().zip(&SHELF) {
            assert_eq!(topic.lesson, card);
        }
    }

    #[test]
    fn every_key_is_that_of_a_setting() {
        for key in TOPICS.iter().flat_map(|it| it.settings) {
            assert!(!abouts(key).is_empty(), "{key}");
        }
    }
}

#[cfg(test)]
mod matching_tests {
    use super::*;

    fn rank(query: &str, name: &str) -> Option<u32> {
        Query::of(query).rank(name, "which jobs overtake others")
    }

    #[test]
    fn words_match_in_any_order_by_their_beginning_and_by_a_part() {
        let name = "Queue: EASY backfilling";
        let found = "easy|EASY backfilling|backfilling easy|back ea|filling|queue easy|overtake|easy over";
        for query in found.split('|') {
            assert!(rank(query, name).is_some(), "{query}");
        }
        for query in ["easier", "easy conservative", "ertake", "f"] {
            assert_eq!(rank(query, name), None, "{query}");
        }
    }

    #[test]
    fn a_whole_word_counts_more_than_a_beginning_and_that_more_than_a_part() {
        let ranks = ["easy", "eas", "asy", "overtake", "over"].map(|it| rank(it, "Queue: EASY"));
        assert!(ranks.is_sorted_by(|better, worse| better > worse), "{ranks:?}");
        assert!(ranks.iter().all(Option::is_some));
    }

    #[test]
    fn capitals_accents_and_marks_do_not_count() {
        for (worth, rows) in [
            (
                worth::WORD,
                "PIATEK|Piątek\npiątek|Piatek\ndelta|Grid period δ\nδ|Grid period Δ\narts2|Searching with ARTS²",
            ),
            (2 * worth::WORD, "trade-off|Trade-off"),
            (worth::WITHIN, "tradeoff|Trade-off\n2x64|2 × 64"),
        ] {
            for row in rows.lines() {
                let (query, name) = row.split_once('|').expect(row);
                assert_eq!(rank(query, name), Some(worth), "{row}");
            }
        }
    }

    #[test]
    fn a_search_without_words_is_empty() {
        assert!(Query::of("").is_empty() && Query::of(" – ").is_empty());
        assert!(!Query::of("1").is_empty());
    }
}
