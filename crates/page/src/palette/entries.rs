//! The commands of the palette.

use super::topics;
use super::{Panel, PanelSetting};
use crate::history::SAMPLE;
use crate::schedulable::Schedulable;
use crate::state::{Action, EditAction, LayoutAction};
use crate::view::View;
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
        topics::terms(card)
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
