//! The choices of a control.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::{Choice, choices};
use crate::app::context::terms::Term;
use slotscope::setting::{Row, Setting};
use slotscope::system::Knob;

/// Texts to choose from, the chosen ones, and the callback for a choice. The component that makes the offer
/// keeps the values behind the texts, so one control serves values of every type: a control for each would be a
/// third of the page.
#[derive(Clone, PartialEq)]
pub struct Offer {
    pub(super) texts: Vec<(AttrValue, AttrValue)>,
    pub(super) chosen: Vec<bool>,
    /// Hears which text was turned on or off.
    pub(super) on_turn: Callback<(usize, bool)>,
}

impl Offer {
    /// An offer of texts, each with its explanation; `on_turn` hears which text was turned on or off.
    pub fn new(texts: Vec<(AttrValue, AttrValue)>, chosen: Vec<bool>, on_turn: Callback<(usize, bool)>) -> Self {
        Self { texts, chosen, on_turn }
    }

    pub(super) fn chosen_text(&self) -> Option<(AttrValue, AttrValue)> {
        let at = self.chosen.iter().position(|&chosen| chosen)?;
        self.texts.get(at).cloned()
    }
}

/// One of some values.
pub fn one_of<T: Copy + PartialEq + 'static>(
    choices: &'static [Choice<T>],
    value: Option<T>,
    on_change: Callback<T>,
) -> Offer {
    Offer {
        texts: texts(choices),
        chosen: choices.iter().map(|it| value == Some(it.value)).collect(),
        on_turn: Callback::from(move |(index, _): (usize, bool)| {
            if let Some(choice) = choices.get(index) {
                on_change.emit(choice.value);
            }
        }),
    }
}

/// One of some values that are known only when the control is drawn.
pub fn any_one_of<T: Copy + PartialEq + 'static>(choices: Vec<Choice<T>>, value: T, on_change: Callback<T>) -> Offer {
    Offer {
        texts: texts(&choices),
        chosen: choices.iter().map(|it| value == it.value).collect(),
        on_turn: Callback::from(move |(index, _): (usize, bool)| {
            if let Some(choice) = choices.get(index) {
                on_change.emit(choice.value);
            }
        }),
    }
}

/// One of the values of a setting.
pub fn of_setting<T: Setting>(value: T, on_change: Callback<T>) -> Offer {
    any_one_of(choices().collect(), value, on_change)
}

pub fn knob_choices(knob: &'static Knob) -> Vec<Choice<&'static str>> {
    let all = knob.choices().map_or(&[][..], |it| it.all);
    let choice = |it: &Row| Choice { value: it.key, label: it.name, term: it.about };
    all.iter().map(choice).collect()
}

/// Any of some values; all that are chosen are told, in the order of the choices.
pub fn any_of<T: Copy + PartialEq + 'static>(
    choices: Vec<Choice<T>>,
    values: &[T],
    on_change: Callback<Vec<T>>,
) -> Offer {
    let chosen: Vec<bool> = choices.iter().map(|it| values.contains(&it.value)).collect();
    Offer {
        texts: texts(&choices),
        chosen: chosen.clone(),
        on_turn: Callback::from(move |(index, on)| {
            let kept = choices.iter().zip(&chosen).enumerate();
            let kept = kept.filter(|&(at, (_, &chosen))| if at == index { on } else { chosen });
            on_change.emit(kept.map(|(_, (choice, _))| choice.value).collect());
        }),
    }
}

fn texts<T>(choices: &[Choice<T>]) -> Vec<(AttrValue, AttrValue)> {
    choices.iter().map(|it| (it.label.into(), it.term.into())).collect()
}

#[derive(Properties, PartialEq)]
pub struct ChecksProps {
    /// The group's id; each choice's is `id-0`, `id-1` …
    pub id: AttrValue,
    /// The group's accessible name.
    pub label: &'static str,
    pub offer: Offer,
}

/// Several of a few values: check boxes, drawn as chips.
#[component]
pub fn Checks(props: &ChecksProps) -> Html {
    let Offer { texts, chosen, on_turn } = &props.offer;
    let checks = texts.iter().zip(chosen).enumerate().map(|(index, ((label, term), &checked))| {
        let id = format!("{}-{index}", props.id);
        let onchange = on_turn.reform(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            (index, input.checked())
        });
        html! {
            <label class="check" data-tip={term}>
                <input type="checkbox" {id} {checked} {onchange} /><span>{ label }</span>
            </label>
        }
    });
    html! {
        <div class="checks" role="group" id={props.id.clone()} aria-label={props.label}>{ for checks }</div>
    }
}

/// This many letters fit into one row of the side panel.
const ONE_ROW: usize = 40;

#[derive(Properties, PartialEq)]
pub struct SegmentedProps {
    /// The group's id; each choice's is `id-0`, `id-1` …
    pub id: AttrValue,
    /// The group's accessible name.
    pub label: AttrValue,
    pub offer: Offer,
}

/// A few values side by side: radio buttons, drawn as one bar, or as two rows where they are many.
#[component]
pub fn Segmented(props: &SegmentedProps) -> Html {
    let Offer { texts, chosen, on_turn } = &props.offer;
    let segments = texts.iter().zip(chosen).enumerate().map(|(index, ((label, term), &checked))| {
        let id = format!("{}-{index}", props.id);
        let onchange = on_turn.reform(move |_: Event| (index, true));
        let tip = (!term.is_empty()).then(|| term.clone());
        html! {
            <label for={id.clone()} data-tip={tip}>
                <input type="radio" {id} name={&props.id} {checked} {onchange} />
                <span>{ label }</span>
            </label>
        }
    });
    let letters: usize = texts.iter().map(|(label, _)| label.chars().count()).sum();
    let many = texts.len() > 4 || letters > ONE_ROW;
    html! {
        <div class={classes!("segmented", many.then_some("rows"))} role="radiogroup" id={&props.id} aria-label={&props.label}>
            { for segments }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct SelectProps {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    pub offer: Offer,
    /// Whether to leave out the explanation of the chosen value.
    #[prop_or_default]
    pub terse: bool,
}

/// One of several values, with the explanation of the chosen one below.
#[component]
pub fn Select(props: &SelectProps) -> Html {
    let Offer { texts, chosen, on_turn } = &props.offer;
    let options: Vec<AttrValue> = texts.iter().map(|(label, _)| label.clone()).collect();
    let chosen = chosen.iter().position(|&it| it);
    let meaning = props.offer.chosen_text().map_or(AttrValue::default(), |(_, term)| term);
    let on_choose = on_turn.reform(|at| (at, true));
    html! {
        <>
            <List id={&props.id} label={props.label.clone()} tip={meaning.clone()} {options} {chosen} {on_choose} />
            if !props.terse && !meaning.is_empty() {
                <p class="hint">{ meaning }</p>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
pub struct ListProps {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    #[prop_or_default]
    pub tip: Option<AttrValue>,
    /// The texts, from top to bottom.
    pub options: Vec<AttrValue>,
    /// The heading of each text, one for neighbours of the same; none for an empty one, and for all if there are none.
    #[prop_or_default]
    pub headings: Vec<&'static str>,
    /// Which of them is shown, counted from 0; `None` shows an empty list.
    pub chosen: Option<usize>,
    /// Hears which text a person has chosen.
    pub on_choose: Callback<usize>,
}

/// A list that always shows `chosen`.
///
/// A browser ignores the `selected` attribute of an option once the user has chosen from the list. So the
/// list's own choice is set at every render, and reset at every change: afterwards it shows the accepted
/// choice.
#[component]
pub fn List(props: &ListProps) -> Html {
    let node = use_node_ref();
    {
        let (node, shown) = (node.clone(), index_of(props.chosen));
        use_effect(move || {
            if let Some(list) = node.cast::<HtmlSelectElement>() {
                list.set_selected_index(shown);
            }
        });
    }
    let onchange = {
        let shown = index_of(props.chosen);
        let on_choose = props.on_choose.clone();
        Callback::from(move |event: Event| {
            let list: HtmlSelectElement = event.target_unchecked_into();
            let chosen = usize::try_from(list.selected_index());
            list.set_selected_index(shown);
            if let Ok(chosen) = chosen {
                on_choose.emit(chosen);
            }
        })
    };
    let option = |text: &AttrValue| html! { <option>{ text }</option> };
    let mut rest = props.options.iter();
    let groups = props.headings.chunk_by(|a, b| a == b).map(|headings| {
        let options: Html = rest.by_ref().take(headings.len()).map(option).collect();
        match headings[0] {
            "" => options,
            label => html! { <optgroup {label}>{ options }</optgroup> },
        }
    });
    let groups: Html = groups.collect();
    html! {
        <span class="select">
            <select ref={node} id={&props.id} aria-label={props.label.clone()} data-tip={props.tip.clone()} {onchange}>
                { groups }
                { for rest.map(option) }
            </select>
        </span>
    }
}

/// As the browser counts: -1 of none.
fn index_of(chosen: Option<usize>) -> i32 {
    chosen.map_or(-1, |at| at as i32)
}

#[derive(Properties, PartialEq)]
pub struct SwitchProps {
    pub id: AttrValue,
    pub label: AttrValue,
    #[prop_or_default]
    pub term: Term,
    pub on: bool,
    pub on_change: Callback<bool>,
}

/// A labelled switch.
#[component]
pub fn Switch(props: &SwitchProps) -> Html {
    let onchange = props.on_change.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().checked());
    let tip = (!props.term.is_empty()).then_some(props.term);
    html! {
        <label class="switch" for={&props.id} data-tip={tip}>
            <span>{ &props.label }</span>
            <input type="checkbox" role="switch" id={&props.id} checked={props.on} {onchange} />
        </label>
    }
}
