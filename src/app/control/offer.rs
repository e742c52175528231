//! The choices of a control.

use yew::{AttrValue, Callback};

use super::{Choice, choices};
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
