use std::collections::BTreeSet;

use super::*;
use crate::contents::Schedulable;
use crate::state::{Action, EditAction, LayoutAction};
use crate::view::View;
use base::setting::Row;
use experiment::lesson::shelf::SHELF;
use reproduction::CONTENTS;
use scheduling::policy::grid::{BatchAllocation, ReservationAllocation};
use scheduling::policy::local::QueuePolicy;
use scheduling::system::System;
use workload::WorkloadKind;

fn present() -> Present {
    Present {
        inside: "Idle periods",
        workload: Some(Schedulable::default()),
        can: (true, false),
        is_running: false,
        has_run: true,
    }
}

/// The settings of the panel: labels, the part that each stands in, and an explanation. The values of some are the rows
/// of a table.
fn panel() -> Panel {
    let setting = |row: &str| {
        let [label, within, about] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let rows: &[Row] = match label {
            "Queue" => QueuePolicy::ROWS,
            "Batch allocation" => BatchAllocation::ROWS,
            "AR allocation" => ReservationAllocation::ROWS,
            _ => &[],
        };
        let values = rows.iter().map(|row| PanelValue {
            label: row.label.to_owned(),
            about: row.about.to_owned(),
            chosen: false,
        });
        PanelSetting {
            label: label.to_owned(),
            within: within.to_owned(),
            about: about.to_owned(),
            values: values.collect(),
        }
    };
    let settings = "Queue||Which may overtake others.\nBatch allocation||\nAR allocation||\n\
        Grid period δ||At multiples of it.\nRules||\nOrder of reservations|Rules|";
    let blackboard = PanelButton { label: "Blackboard".to_owned(), about: "Five jobs".to_owned() };
    Panel { settings: settings.lines().map(setting).collect(), logs: vec![blackboard] }
}

fn keys() -> Vec<KeyCommand> {
    let key = |what, action| KeyCommand { what, keys: "Ctrl+X".to_owned(), action };
    vec![
        key("Undo", || Action::Edit(EditAction::Undo)),
        key("Redo", || Action::Edit(EditAction::Redo)),
        key("Find a command", || Action::Layout(LayoutAction::Palette(true))),
        key("Cancel a long run", || Action::Escape),
    ]
}

fn all_of(present: &Present) -> Vec<Entry> {
    entries(present, &panel(), &keys(), |view| (view == View::Gantt).then(|| "1".to_owned()))
}

fn all() -> Vec<Entry> {
    all_of(&present())
}

/// The names that a search finds, from top to bottom.
fn found(all: &[Entry], text: &str) -> Vec<String> {
    sections(all, &Recent::default(), text)
        .into_iter()
        .flat_map(|it| it.entries)
        .map(|it| all[it].name.clone())
        .collect()
}

#[track_caller]
fn assert_first(text: &str, name: &str) {
    let found = found(&all(), text);
    assert_eq!(found.first().map(String::as_str), Some(name), "{text}: {found:?}");
}

#[test]
fn every_view_is_found_by_its_name() {
    for view in View::ALL.into_iter().filter(|&it| it != View::Slots) {
        assert_first(view.title(""), view.title(""));
    }
    // By the system's name for it, and by that of the view.
    assert_first("idle", "Idle periods");
    assert!(found(&all(), "slots").contains(&"Idle periods".to_owned()));
}

#[test]
fn every_lesson_is_found_by_its_title() {
    for card in &SHELF {
        assert_first(card.title, card.title);
    }
}

#[test]
fn a_term_finds_the_lesson_that_explains_it() {
    for row in "EASY backfilling: Batch queues and backfilling
Proposition 1: Dynamic binding and Proposition 1
CARTS: Building CARTS
arts2: Searching with ARTS²
delta: Choosing δ
resource priority: Grouping reservations
flexible request: Fixed or flexible requests
range search: Idle periods and range search
rank: Ranks and the first free slot
spare time: Where to put the slack
lease: What a lease saves
deficit: The balance of trade"
        .lines()
    {
        let (term, title) = row.split_once(": ").expect(row);
        assert!(found(&all(), term).iter().any(|it| it == title), "{row}");
    }
}

#[test]
fn every_policy_and_allocation_is_found_by_its_name() {
    for (label, rows) in [
        ("Queue", QueuePolicy::ROWS),
        ("Batch allocation", BatchAllocation::ROWS),
        ("AR allocation", ReservationAllocation::ROWS),
    ] {
        for row in rows {
            let name = format!("{label}: {}", row.label);
            assert_first(&name, &name);
            assert!(found(&all(), row.label).contains(&name), "{}", row.label);
        }
    }
    assert_first("easy", "Queue: EASY backfilling");
    assert_first("delay head", "Queue: EASY backfilling");
}

#[test]
fn every_setting_of_the_panel_is_found_by_its_label_and_by_the_part_it_stands_in() {
    for it in panel().settings {
        assert_first(&it.label, &it.label);
    }
    assert_eq!(found(&all(), "rules"), ["Rules", "Order of reservations"]);
    assert!(found(&all(), "settings").len() >= panel().settings.len());
}

#[test]
fn every_item_of_every_paper_is_found_by_paper_and_title() {
    for paper in &CONTENTS {
        for item in paper.items {
            let name = format!("{}, {}", paper.name, item.title);
            assert!(found(&all(), &name).contains(&name), "{name}");
        }
    }
}

#[test]
fn every_system_is_there_and_those_for_other_workloads_say_what_they_need() {
    let all = all();
    for system in System::all() {
        let model = system.model();
        let name = format!("System: {}", model.name());
        let entry = all.iter().find(|it| it.name == name);
        // Those that take the workload are values of the panel's own list.
        assert_eq!(entry.is_none(), model.takes().contains(&WorkloadKind::Log), "{name}");
        if let Some(entry) = entry {
            assert!(matches!(entry.command, Command::Nothing));
            let why = entry.unavailable.as_deref().unwrap();
            assert!(why.starts_with("needs "), "{why}");
        }
    }
    let unknown = Present { workload: None, ..present() };
    assert!(all_of(&unknown).iter().all(|it| !it.name.starts_with("System")));
}

#[test]
fn what_cannot_be_done_now_is_left_out_or_says_why() {
    let running = Present { is_running: true, has_run: false, ..present() };
    for (present, rows) in [
        (
            present(),
            "Undo: can be done
Redo: nothing to redo
Find a command: left out
Cancel a long run: left out
Export a project: can be done",
        ),
        (running, "Cancel a long run: can be done\nExport a project: no run yet"),
    ] {
        let all = all_of(&present);
        for row in rows.lines() {
            let (name, expected) = row.split_once(": ").expect(row);
            let told = all
                .iter()
                .find(|it| it.name == name)
                .map_or("left out", |it| it.unavailable.as_deref().unwrap_or("can be done"));
            assert_eq!(told, expected, "{row}");
        }
    }
}

#[test]
fn no_two_commands_of_a_kind_have_the_same_name_and_detail() {
    let all = all();
    let names: BTreeSet<_> = all.iter().map(|it| (it.kind, &it.name, &it.detail)).collect();
    assert_eq!(names.len(), all.len());
}

#[test]
fn the_kinds_are_sections_and_that_with_the_best_command_comes_first() {
    let all = all();
    let titles = |text| sections(&all, &Recent::default(), text).iter().map(|it| it.title).collect::<Vec<_>>();
    assert_eq!(titles("easy")[0], "Values of settings");
    assert!(titles("easy").contains(&"Lessons"));
    // Of equally good ones the view comes first.
    assert_eq!(titles("lessons")[0], "Views");
    assert!(titles("no such words").is_empty());
}

#[test]
fn without_words_come_the_last_chosen_ones_and_the_views() {
    let (all, mut recent) = (all(), Recent::default());
    let list = |recent: &Recent| {
        sections(&all, recent, " ")
            .into_iter()
            .map(|it| format!("{} {} ", it.title, it.entries.len()))
            .collect::<String>()
    };
    assert_eq!(list(&recent), "Views 10 ");
    let place = |name: &str| all.iter().position(|it| it.name == name).unwrap();
    for name in ["Gantt", "Undo", "Gantt"] {
        recent.note(&all[place(name)]);
    }
    assert_eq!(recent.among(&all), [place("Gantt"), place("Undo")]);
    assert_eq!(list(&recent), "Recent 2 Views 9 ");
    for card in &SHELF {
        recent.note(&all[place(card.title)]);
    }
    assert_eq!(recent.among(&all).len(), 5);
    // Those that are not there any more are passed over.
    assert!(recent.among(&[]).is_empty());
}
