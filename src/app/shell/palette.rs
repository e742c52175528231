//! The command palette: a dialog in which every view, setting, log, lesson, paper and action is found by its words.

use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Document, Element, HtmlElement, HtmlInputElement, HtmlSelectElement, Window};

use super::keys;
use crate::app::context::prelude::*;
use crate::app::context::state::tell_change;
use crate::app::control::Dialog;
use slotscope::page::palette::{
    Command, Entry, NOTHING_FOUND, Panel, PanelButton, PanelSetting, PanelValue, Present, Recent, Section, entries,
    sections,
};
use slotscope::page::reproduce::ReproductionAction;
use slotscope::page::state::{LayoutAction, TeachAction, ViewAction};
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
        Command::Reveal(at) => setting(at).into_iter().for_each(|it| reveal(&it.control, dispatch)),
        Command::Choose(at, place) => {
            if let Some(setting) = setting(at) {
                told(&entry.name, setting.choose(place), dispatch);
            }
        }
        Command::Press(at) => elements.logs.get(at).into_iter().for_each(press),
        Command::File => elements.file.iter().for_each(press),
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
    if is_panel_in_sight() {
        reveal(control, dispatch)
    } else {
        dispatch.dispatch(Action::say(format!("Set from the palette: {name}.")))
    }
}

/// A selector of all elements that the palette reads: parts that fold away, groups of choices, single controls, buttons for logs.
const READ: &str = ".fold > summary, [role=radiogroup], .presets, select, textarea, input, #log button";

/// The elements of what is read, in the same order.
#[derive(Clone, Default, PartialEq)]
pub struct PanelElements {
    pub settings: Vec<SettingElements>,
    pub logs: Vec<Element>,
    /// The field for a file.
    pub file: Option<Element>,
}

#[derive(Clone, PartialEq)]
pub struct SettingElements {
    /// The element that takes the focus.
    pub control: Element,
    /// The button of each of its values; none for a list, which has them itself.
    values: Vec<Element>,
}

impl SettingElements {
    /// Sets it to the value at this place by pressing its control; returns the element that then has that value.
    pub fn choose(&self, place: usize) -> &Element {
        if let Some(list) = self.control.dyn_ref::<HtmlSelectElement>() {
            list.set_selected_index(place as i32);
            tell_change(list);
        }
        let Some(value) = self.values.get(place) else {
            return &self.control;
        };
        press(value);
        value
    }
}

/// Presses a button, a choice or a field for a file.
pub fn press(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        element.click();
    }
}

fn read_panel(document: &Document) -> (Panel, PanelElements) {
    let (mut panel, mut elements) = (Panel::default(), PanelElements::default());
    let mut fields: Vec<Element> = Vec::new();
    let whole = document.get_element_by_id("panel");
    for element in whole.iter().flat_map(|it| all(it, READ)) {
        if element.id() == "file" {
            elements.file = Some(element);
            continue;
        }
        if element.matches("#log button").unwrap_or(false) {
            // That for a file is the palette's own.
            if !element.id().is_empty() {
                panel.logs.push(PanelButton { label: text(&element), about: tip(&element) });
                elements.logs.push(element);
            }
            continue;
        }
        if element.matches("[type=file], [role=radiogroup] *").unwrap_or(true) {
            continue;
        }
        // A slider and the number beside it are one setting.
        if let Some(field) = closest(&element, ".field") {
            if fields.contains(&field) {
                continue;
            }
            fields.push(field);
        }
        let (setting, its) = setting(&element);
        panel.settings.push(setting);
        elements.settings.push(its);
    }
    (panel, elements)
}

fn setting(element: &Element) -> (PanelSetting, SettingElements) {
    let (values, pressed) = values(element);
    let head = closest(element, ".field").and_then(|it| first(&it, ".field-head > :first-child"));
    let (label, about) = match (element.tag_name().as_str(), head) {
        ("SUMMARY", _) => (first(element, "span").map_or_else(String::new, |it| text(&it)), String::new()),
        (_, Some(head)) => (text(&head), tip(&head)),
        (_, None) => named(element),
    };
    let chosen = values.iter().position(|it| it.chosen);
    let control = pressed.get(chosen.unwrap_or(0)).unwrap_or(element).clone();
    let setting = PanelSetting { label, within: within(element), about, values };
    let elements = SettingElements { control, values: pressed };
    (setting, elements)
}

/// The label and the explanation of a control that stands in no field.
fn named(element: &Element) -> (String, String) {
    let label = closest(element, "label");
    let about = label.as_ref().map_or_else(String::new, tip);
    if let Some(name) = element.get_attribute("aria-label") {
        return (name, about);
    }
    let own = label.and_then(|it| first(&it, "span"));
    let own = own.map_or_else(String::new, |it| text(&it));
    // One of several providers: the setting stands before all of them.
    let of_all = closest(element, ".of-providers").and_then(|it| it.previous_element_sibling());
    let of_all = of_all.and_then(|it| first(&it, ".field-head > :first-child"));
    match of_all {
        Some(of_all) => (format!("{}, {own}", text(&of_all)), about),
        None => (own, about),
    }
}

/// The values of a setting, and the button of each unless it is a list.
fn values(element: &Element) -> (Vec<PanelValue>, Vec<Element>) {
    if let Some(list) = element.dyn_ref::<HtmlSelectElement>() {
        let chosen = list.selected_index();
        let options = all(element, "option").into_iter().enumerate();
        let values =
            options.map(|(at, it)| PanelValue { label: text(&it), about: String::new(), chosen: at as i32 == chosen });
        return (values.collect(), Vec::new());
    }
    let is_chosen = |it: &Element| {
        let input = it.dyn_ref::<HtmlInputElement>();
        let is_pressed = it.get_attribute("aria-pressed").as_deref() == Some("true");
        is_pressed || input.is_some_and(HtmlInputElement::checked)
    };
    let pressed = all(element, "input[type=radio], button[aria-pressed]");
    let values = pressed.iter().map(|it| {
        let said = closest(it, "label").unwrap_or_else(|| it.clone());
        PanelValue { label: text(&said), about: tip(&said), chosen: is_chosen(it) }
    });
    (values.collect(), pressed)
}

/// The title of the part that an element folds away in; empty if it always shows.
fn within(element: &Element) -> String {
    let inner = match element.tag_name().as_str() {
        "SUMMARY" => element.parent_element().and_then(|it| it.parent_element()),
        _ => Some(element.clone()),
    };
    let fold = inner.and_then(|it| closest(&it, "details"));
    let title = fold.and_then(|it| first(&it, "summary > span"));
    title.map_or_else(String::new, |it| text(&it))
}

fn all(within: &Element, css: &str) -> Vec<Element> {
    let Ok(found) = within.query_selector_all(css) else {
        return Vec::new();
    };
    (0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok()).collect()
}

fn first(within: &Element, css: &str) -> Option<Element> {
    within.query_selector(css).ok().flatten()
}

fn closest(element: &Element, css: &str) -> Option<Element> {
    element.closest(css).ok().flatten()
}

fn text(element: &Element) -> String {
    element.text_content().unwrap_or_default().trim().to_owned()
}

fn tip(element: &Element) -> String {
    element.get_attribute("data-tip").unwrap_or_default()
}

/// The list: a group for each kind. `active`: the place in the list that Enter chooses. `on_choose` hears the place
/// among all commands.
fn listbox(found: &Found, sections: &[Section], active: usize, on_choose: &Callback<usize>) -> Html {
    let mut at = 0;
    let groups = sections.iter().enumerate().map(|(group, section)| {
        let title = format!("palette-group-{group}");
        let options = section.entries.iter().map(|&place| {
            let option = option(found, place, at, at == active, on_choose);
            at += 1;
            option
        });
        let options: Vec<Html> = options.collect();
        html! {
            <ul role="group" aria-labelledby={title.clone()}>
                <li role="presentation" class="palette-kind" id={title}>{ section.title }</li>
                { for options }
            </ul>
        }
    });
    html! { <div role="listbox" id="palette-list" aria-label="Commands">{ for groups }</div> }
}

fn option(found: &Found, place: usize, at: usize, is_active: bool, on_choose: &Callback<usize>) -> Html {
    let entry = &found.entries[place];
    let onclick = on_choose.reform(move |_: MouseEvent| place);
    // The field keeps the focus.
    let onmousedown = |event: MouseEvent| event.prevent_default();
    html! {
        <li role="option" id={option_id(at)} aria-selected={is_active.to_string()} data-control={control(found, entry)}
            aria-disabled={entry.unavailable.is_some().then_some("true")} {onclick} {onmousedown}>
            <span class="palette-name">{ &entry.name }</span>
            <span class="palette-detail">{ entry.unavailable.as_ref().unwrap_or(&entry.detail) }</span>
            if !entry.keys.is_empty() {
                <kbd>{ &entry.keys }</kbd>
            }
        </li>
    }
}

/// The id of the control that a command shows.
fn control(found: &Found, entry: &Entry) -> Option<String> {
    match entry.command {
        Command::Reveal(at) => Some(found.elements.settings.get(at)?.control.id()),
        _ => None,
    }
}

/// The id of the option at a place of the list.
fn option_id(at: usize) -> String {
    format!("palette-option-{at}")
}

/// Scrolls the list so that the active option can be seen.
#[hook]
fn use_in_sight(active: usize, query: &str) {
    use_effect_with((active, query.to_owned()), |(active, _)| {
        let document = web_sys::window().and_then(|it| it.document());
        let of_id = |id: &str| {
            let element: Option<Element> = document.as_ref()?.get_element_by_id(id);
            element?.dyn_into::<HtmlElement>().ok()
        };
        let Some((list, option)) = of_id("palette-list").zip(of_id(&option_id(*active))) else {
            return;
        };
        // The title above the first option comes into sight with it.
        let top = if *active == 0 { 0 } else { option.offset_top() };
        let bottom = option.offset_top() + option.offset_height();
        let (from, height) = (list.scroll_top(), list.client_height());
        if top < from {
            list.set_scroll_top(top);
        } else if bottom > from + height {
            list.set_scroll_top(bottom - height);
        }
    });
}

/// This many commands further by Page up and Page down.
const PAGE: usize = 8;

#[derive(Properties, PartialEq)]
struct FinderProps {
    pub present: Present,
    pub recent: Recent,
    /// Called with the chosen command and the elements of the panel.
    pub on_choose: Callback<(Entry, PanelElements)>,
    pub on_close: Callback<()>,
}

/// The field and the list. The settings of the panel are read when they appear, and when the page changes.
#[component]
fn Finder(props: &FinderProps) -> Html {
    let found = use_memo(props.present.clone(), Found::read);
    let query = use_state_eq(String::new);
    let active = use_state_eq(|| 0);
    use_in_sight(*active, &query);
    let sections = {
        let (found, searched) = (found.clone(), (props.present.clone(), props.recent.clone(), query.clone()));
        use_memo(searched, move |(_, recent, query)| sections(&found.entries, recent, query))
    };
    let listed: Vec<usize> = sections.iter().flat_map(|it| it.entries.clone()).collect();
    let choose = {
        let (found, on_choose) = (found.clone(), props.on_choose.clone());
        Callback::from(move |place: usize| {
            let entry = &found.entries[place];
            if entry.unavailable.is_none() {
                on_choose.emit((entry.clone(), found.elements.clone()));
            }
        })
    };
    let oninput = {
        let (query, active) = (query.clone(), active.clone());
        Callback::from(move |event: InputEvent| {
            query.set(event.target_unchecked_into::<HtmlInputElement>().value());
            active.set(0);
        })
    };
    let onkeydown = {
        let (active, listed, choose) = (active.clone(), listed.clone(), choose.clone());
        let on_close = props.on_close.clone();
        Callback::from(move |event: KeyboardEvent| {
            let (at, count) = (*active, listed.len());
            // On a slow machine the dialog can be closed before this is removed; the keys then open it again.
            let field: Element = event.target_unchecked_into();
            let closes = keys::is_palette(&event) && matches!(field.closest("dialog[open]"), Ok(Some(_)));
            match event.key().as_str() {
                _ if closes => on_close.emit(()),
                "ArrowDown" if count > 0 => active.set((at + 1) % count),
                "ArrowUp" if count > 0 => active.set((at + count - 1) % count),
                "PageDown" if count > 0 => active.set((at + PAGE).min(count - 1)),
                "PageUp" => active.set(at.saturating_sub(PAGE)),
                "Enter" if !event.is_composing() => {
                    listed.get(at).into_iter().for_each(|&it| choose.emit(it));
                }
                _ => return,
            }
            event.prevent_default();
        })
    };
    let is_empty = listed.is_empty();
    let told = if is_empty { NOTHING_FOUND.to_owned() } else { words::plural(listed.len(), "command") };
    html! {
        <div class="finder" {onkeydown}>
            <input type="text" id="palette-search" role="combobox" aria-label="Search for a command" autofocus=true
                placeholder="View, setting, value, log, lesson, paper" autocomplete="off" spellcheck="false"
                aria-autocomplete="list" aria-haspopup="listbox" aria-expanded={(!is_empty).to_string()}
                aria-controls={(!is_empty).then_some("palette-list")}
                aria-activedescendant={(!is_empty).then(|| option_id(*active))} {oninput} />
            <p role="status" class={if is_empty { "hint" } else { "for-screen-readers" }} id="palette-told">{ told }</p>
            if !is_empty {
                { listbox(&found, &sections, *active, &choose) }
            }
        </div>
    }
}

/// All commands, and the elements of the panel that they may concern.
pub struct Found {
    pub entries: Vec<Entry>,
    pub elements: PanelElements,
}

impl Found {
    fn read(present: &Present) -> Self {
        let document = web_sys::window().and_then(|it| it.document());
        let (panel, elements) = document.as_ref().map(read_panel).unwrap_or_default();
        let view_key = |view| {
            let place = View::ALL.iter().position(|&it| it == view)?;
            keys::key_of_view(place)
        };
        Self { entries: entries(present, &panel, &keys::commands(), view_key), elements }
    }
}

/// The attribute of the control that was found, while it is highlighted.
const FOUND: &str = "data-found";
/// How long it is highlighted, in milliseconds.
const HIGHLIGHT_MS: u32 = 2_000;
/// The time between two attempts to give the focus, in milliseconds: first the dialog has to close, and the panel to
/// slide in.
const RETRY_MS: u32 = 20;
/// The most attempts.
const MOST_TRIES: u32 = 60;

/// Opens the panel and the parts that a control folds away in, gives it the focus, which scrolls to it, and highlights
/// it for a moment.
fn reveal(control: &Element, dispatch: &Dispatch) {
    unfold(control);
    if !is_panel_in_sight() {
        dispatch.dispatch(Action::Layout(LayoutAction::Drawer(true)));
    }
    let control = control.clone();
    spawn_local(async move {
        for _ in 0..MOST_TRIES {
            TimeoutFuture::new(RETRY_MS).await;
            if take_focus(&control) {
                return highlight(&control);
            }
        }
    });
}

/// Whether the panel is in sight: it may be a closed drawer, or hidden.
fn is_panel_in_sight() -> bool {
    let style = || {
        let window = window()?;
        let panel = window.document()?.get_element_by_id("panel")?;
        window.get_computed_style(&panel).ok()?
    };
    style().is_some_and(|it| it.get_property_value("visibility").as_deref() == Ok("visible"))
}

fn unfold(control: &Element) {
    let mut around = control.closest("details").ok().flatten();
    while let Some(fold) = around {
        let _ = fold.set_attribute("open", "");
        around = fold.parent_element().and_then(|it| it.closest("details").ok()?);
    }
}

fn take_focus(control: &Element) -> bool {
    let (Some(document), Some(element)) = (document(), control.dyn_ref::<HtmlElement>()) else {
        return false;
    };
    if matches!(document.query_selector("dialog[open]"), Ok(Some(_))) {
        return false;
    }
    let _ = element.focus();
    document.active_element().as_ref() == Some(control)
}

fn highlight(control: &Element) {
    let marked =
        control.closest(".field, .switch, summary, .presets, li").ok().flatten().unwrap_or_else(|| control.clone());
    let _ = marked.set_attribute(FOUND, "");
    let unmark = move || drop(marked.remove_attribute(FOUND));
    Timeout::new(HIGHLIGHT_MS, unmark).forget();
}

fn window() -> Option<Window> {
    web_sys::window()
}

fn document() -> Option<Document> {
    window()?.document()
}
