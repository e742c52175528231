//! Descriptions for screen readers: each element with `data-tip` (a carrier), or the control that it labels (its subject),
//! has its explanation as an `aria-describedby`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::idle::Idle;
use super::lesson_words;
use crate::app::context::term_lessons::lesson_of;
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Document, Element, HtmlLabelElement, MutationObserver, MutationObserverInit, MutationRecord};

/// The beginning of the ids of descriptions.
const ID: &str = "tip-";

/// The beginning of the ids of sentences about lessons.
const LESSON_ID: &str = "lesson-of-tip-";

/// The ids of the descriptions that a carrier has given its subject.
const GIVEN: &str = "data-tip-id";

/// A selector of controls, which can have the focus.
const CONTROL: &str = "button, input, select, textarea, summary, a[href], [tabindex]";

/// Observes the document, so that every carrier that is added or changed has its description.
pub struct Describing {
    observer: MutationObserver,
    _on_change: Closure<dyn FnMut(Array)>,
    _first: Idle,
}

impl Drop for Describing {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// The descriptions, visually hidden, each once.
struct Shelf {
    element: Element,
    names_lessons: bool,
    ids: RefCell<BTreeMap<String, String>>,
}

impl Describing {
    /// Keeps the descriptions in `shelf`, and says to `changed` when anything has changed. `names_lessons`: whether they
    /// name the lessons that explain their terms.
    pub fn attach(
        document: &Document,
        shelf: Element,
        names_lessons: bool,
        changed: impl Fn() + 'static,
    ) -> Option<Self> {
        let body = document.body()?;
        let shelf = Rc::new(Shelf { element: shelf, names_lessons, ids: RefCell::default() });
        let first = {
            let (shelf, body) = (shelf.clone(), body.clone());
            // The page is full of them when it opens, and has something to show first.
            Idle::new(move || shelf.describe_all(&body))?
        };
        let on_change = Closure::<dyn FnMut(Array)>::new(move |records: Array| {
            for record in records.iter() {
                shelf.follow(record.unchecked_ref());
            }
            changed();
        });
        let observer = MutationObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
        let options = MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        options.set_attributes(true);
        options.set_attribute_filter(&Array::of1(&"data-tip".into()));
        observer.observe_with_options(&body, &options).ok()?;
        Some(Self { observer, _on_change: on_change, _first: first })
    }
}

/// The explanation of an element: its own descriptions, or those of an element around it.
pub fn explanation(document: &Document, element: &Element) -> Option<String> {
    let described = element.closest("[aria-describedby*=tip-]").ok()??;
    let ids = described.get_attribute("aria-describedby")?;
    let texts = ids.split(' ').filter(|id| id.starts_with(ID));
    let texts = texts.filter_map(|id| document.get_element_by_id(id)?.text_content());
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}

impl Shelf {
    fn follow(&self, record: &MutationRecord) {
        if record.type_() == "attributes" {
            let target = record.target().and_then(|it| it.dyn_into::<Element>().ok());
            return target.iter().for_each(|it| self.describe(it));
        }
        let added = record.added_nodes();
        for at in 0..added.length() {
            let node = added.item(at).and_then(|it| it.dyn_into::<Element>().ok());
            node.iter().for_each(|it| self.describe_all(it));
        }
    }

    fn describe_all(&self, root: &Element) {
        if root.has_attribute("data-tip") {
            self.describe(root);
        }
        let Ok(carriers) = root.query_selector_all("[data-tip]") else {
            return;
        };
        for at in 0..carriers.length() {
            let carrier = carriers.item(at).and_then(|it| it.dyn_into().ok());
            carrier.iter().for_each(|it| self.describe(it));
        }
    }

    /// Gives the subject of a carrier the present description of the carrier.
    fn describe(&self, carrier: &Element) {
        let subject = subject(carrier);
        let text = carrier.get_attribute("data-tip").unwrap_or_default();
        let ids = subject.get_attribute("aria-describedby").unwrap_or_default();
        let given = carrier.get_attribute(GIVEN).unwrap_or_default();
        let mut ids: Vec<&str> = ids.split(' ').filter(|id| !id.is_empty()).collect();
        ids.retain(|&id| given.split(' ').all(|it| it != id));
        if text.is_empty() {
            let _ = carrier.remove_attribute(GIVEN);
            return set_ids(&subject, &ids);
        }
        let mut new = vec![self.id_of(&text, ID)];
        if let Some(card) = lesson_of(&text).filter(|_| self.names_lessons) {
            new.push(self.id_of(&lesson_words(card), LESSON_ID));
        }
        for id in &new {
            if !ids.contains(&id.as_str()) {
                ids.push(id);
            }
        }
        set_ids(&subject, &ids);
        let _ = carrier.set_attribute(GIVEN, &new.join(" "));
        if !subject.matches(CONTROL).unwrap_or(true) && !is_group(&subject) {
            let _ = subject.set_attribute("tabindex", "0");
        }
    }

    /// The id of a description, which is put on the shelf if it is new.
    fn id_of(&self, text: &str, begins: &str) -> String {
        let mut ids = self.ids.borrow_mut();
        if let Some(id) = ids.get(text) {
            return id.clone();
        }
        let id = format!("{begins}{}", ids.len());
        let document = self.element.owner_document();
        if let Some(words) = document.and_then(|it| it.create_element("p").ok()) {
            words.set_id(&id);
            words.set_text_content(Some(text));
            let _ = self.element.append_child(&words);
        }
        ids.insert(text.to_owned(), id.clone());
        id
    }
}

fn set_ids(subject: &Element, ids: &[&str]) {
    let _ = match ids {
        [] => subject.remove_attribute("aria-describedby"),
        ids => subject.set_attribute("aria-describedby", &ids.join(" ")),
    };
}

/// A selector of groups, whose parts have the focus in their place.
fn is_group(element: &Element) -> bool {
    element.matches("[role=radiogroup], [role=group]").unwrap_or(false)
}

/// The subject of a carrier: the control that it labels, the one that it heads or stands in, or itself.
fn subject(carrier: &Element) -> Element {
    let within = |element: &Element, css: &str| element.query_selector(css).ok().flatten();
    let labelled = carrier.dyn_ref::<HtmlLabelElement>();
    if let Some(control) = labelled.and_then(HtmlLabelElement::control) {
        return control.into();
    }
    let field = carrier.closest(".field").ok().flatten();
    if let (true, Some(field)) = (carrier.class_name() == "label", field) {
        let controls = "[role=radiogroup], [role=group], select, input, button";
        return within(&field, controls).unwrap_or_else(|| carrier.clone());
    }
    if carrier.tag_name() == "TH"
        && let Some(inner) = within(carrier, "button")
    {
        return inner;
    }
    carrier.closest("button, summary, a[href]").ok().flatten().unwrap_or_else(|| carrier.clone())
}
