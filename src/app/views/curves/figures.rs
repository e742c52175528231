//! The figures of curves to choose from: the usual ones, and all others by group, found by a search.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::set;
use crate::app::context::state::Dispatch;
use crate::app::control::{Field, Fold};
use slotscope::criteria::{Criterion, FigureGroup};
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::CurvesForm;
use slotscope::export::snapshot::curves_form::{figures, is_usual};
use slotscope::page::offered_figures::{OfferedFigures, name_with_unit};

#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    pub scenario: Scenario,
    pub asked: Rc<CurvesForm>,
    pub dispatch: Dispatch,
}

/// The figures as check boxes, drawn as chips; each has its place among all in its id.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let search = use_state_eq(String::new);
    let on_search = search
        .setter()
        .to_callback()
        .reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    let all = figures(&props.scenario);
    let drawn = props.asked.drawn(&props.scenario);
    let offered = OfferedFigures::of(&all, is_usual, &search);
    let is_searched = !search.trim().is_empty();
    let place = |figure: Criterion| all.iter().position(|it| *it == figure).unwrap_or(0);
    let chips = |figures: &[Criterion], label: &'static str| {
        let chips = figures.iter().map(|&it| chip(props, it, place(it), &drawn));
        html! { <div class="checks" role="group" aria-label={label}>{ for chips }</div> }
    };
    let groups = offered.groups.iter().map(|(group, figures)| {
        let chosen = figures.iter().filter(|it| drawn.contains(it)).count();
        let note = match chosen {
            0 => figures.len().to_string(),
            chosen => format!("{chosen} of {} chosen", figures.len()),
        };
        html! {
            <Fold key={group.name()} id={group_id(*group)} title={group.name()} {note} open={is_searched || chosen > 0}>
                { chips(figures, group.name()) }
            </Fold>
        }
    });
    html! {
        <div class="figures-offered" id="curves-figures">
            { chips(&offered.near, "Usual figures") }
            <Field of="curves-figures-search" label="More figures" term="Every other figure of a report, by group. Words of its name or of its path in a report find it.">
                <input type="search" id="curves-figures-search" value={(*search).clone()} oninput={on_search}
                    placeholder="median, 90th, bounded slowdown, 8–15 processors" autocomplete="off" spellcheck="false" />
            </Field>
            { for groups }
            if is_searched && offered.found() == 0 {
                <p class="hint" role="status">{ "No other figure has these words." }</p>
            }
        </div>
    }
}

fn group_id(group: FigureGroup) -> String {
    let name = group.name().to_lowercase().replace(' ', "-");
    format!("curves-figures-{name}")
}

fn chip(props: &FiguresProps, figure: Criterion, place: usize, drawn: &[Criterion]) -> Html {
    let scenario = props.scenario.clone();
    let onchange = set(&props.dispatch, &props.asked, move |form, event: Event| {
        form.turn(&scenario, figure, event.target_unchecked_into::<HtmlInputElement>().checked());
    });
    html! {
        <label class="check" key={place} data-tip={figure.about().unwrap_or(figure.name())}>
            <input type="checkbox" id={format!("curves-figures-{place}")} checked={drawn.contains(&figure)} {onchange} />
            <span>{ name_with_unit(figure) }</span>
        </label>
    }
}
