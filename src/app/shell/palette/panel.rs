//! Reads the controls of the panel as they are drawn, so that the palette offers every setting without a list of its own.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, HtmlInputElement, HtmlSelectElement};

use crate::app::context::change_event::tell_change;
use slotscope::page::palette::{Panel, PanelButton, PanelSetting, PanelValue};

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

pub fn read(document: &Document) -> (Panel, PanelElements) {
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
