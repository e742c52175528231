//! The command palette: a dialog in which every view, setting, log, lesson, paper and action is found by its words.

mod finder;
mod listbox;
mod panel;
mod reveal;

use web_sys::Element;
use yew::prelude::*;

use super::keys;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::Dialog;
use finder::Finder;
use panel::PanelElements;
use slotscope::page::palette::{Command, Entry, Present, Recent};
use slotscope::page::reproduce::ReproductionAction;
use slotscope::page::state::{Action, LayoutAction, TeachAction, ViewAction};
use slotscope::page::view::View;

#[derive(Properties, PartialEq)]
pub struct CommandPaletteProps {
    pub open: bool,
    pub present: Present,
    /// Exports a project; called with whether the log is included.
    pub on_project: Callback<bool>,
    pub dispatch: Dispatch,
}

/// The command palette. The commands that were chosen last are kept for the visit.
#[component]
pub fn CommandPalette(props: &CommandPaletteProps) -> Html {
    let recent = use_state_eq(Recent::default);
    let on_close = props.dispatch.callback(|()| Action::Layout(LayoutAction::Palette(false)));
    let on_choose = {
        let (recent, on_close) = (recent.clone(), on_close.clone());
        let (on_project, dispatch) = (props.on_project.clone(), props.dispatch.clone());
        Callback::from(move |(entry, elements): (Entry, PanelElements)| {
            let mut noted = (*recent).clone();
            noted.note(&entry);
            recent.set(noted);
            on_close.emit(());
            carry_out(&entry, &elements, &on_project, &dispatch);
        })
    };
    html! {
        <Dialog id="palette" class="palette" title="Find a command" open={props.open} on_close={on_close.clone()}>
            if props.open {
                <Finder present={props.present.clone()} recent={(*recent).clone()} {on_choose} {on_close} />
            }
        </Dialog>
    }
}

/// The button that opens the palette.
pub fn button(dispatch: &Dispatch) -> Html {
    let dispatch = dispatch.clone();
    let onclick = move |_: MouseEvent| {
        dispatch.dispatch(Action::Layout(LayoutAction::Palette(true)));
    };
    html! {
        <button type="button" class="icon keys-button palette-button" id="palette-open" {onclick} aria-label="Find a command"
            title={format!("Find a command ({})", keys::of_palette())} aria-haspopup="dialog" />
    }
}

fn carry_out(entry: &Entry, elements: &PanelElements, on_project: &Callback<bool>, dispatch: &Dispatch) {
    let show = |view| dispatch.dispatch(Action::View(ViewAction::Show(view)));
    let setting = |at: usize| elements.settings.get(at);
    match entry.command {
        Command::Show(view) => show(view),
        Command::Reveal(at) => setting(at).into_iter().for_each(|it| reveal::reveal(&it.control, dispatch)),
        Command::Choose(at, place) => {
            if let Some(setting) = setting(at) {
                told(&entry.name, setting.choose(place), dispatch);
            }
        }
        Command::Press(at) => elements.logs.get(at).into_iter().for_each(panel::press),
        Command::File => elements.file.iter().for_each(panel::press),
        Command::Lesson(card) => dispatch.dispatch(Action::Teach(TeachAction::Open(card))),
        Command::Paper(item) => {
            show(View::Reproduce);
            dispatch.dispatch(Action::Reproduce(ReproductionAction::Show(item)));
        }
        Command::Act(action) => dispatch.dispatch(action()),
        Command::Project(with_log) => on_project.emit(with_log),
        Command::MakeLesson => dispatch.dispatch(Action::Teach(TeachAction::MakeOfRun)),
        Command::Nothing => {}
    }
}

/// Shows what a setting was set to: its control, or a notice where the panel is out of sight.
fn told(name: &str, control: &Element, dispatch: &Dispatch) {
    if reveal::is_panel_in_sight() {
        reveal::reveal(control, dispatch)
    } else {
        dispatch.dispatch(Action::say(format!("Set from the palette: {name}.")))
    }
}
