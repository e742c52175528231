//! A plan in the making, step by step: of the scheduler, and of the spare time.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::theme::Ground;
use crate::app::control::Slider;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use slotscope::chart::task_slots::{PlanSteps, task_slots_height, task_slots_svg};
use slotscope::chart::{Captions, Frame};

/// The title of the section, and the labels of its controls.
#[derive(Clone, Copy, PartialEq)]
pub struct StepWords {
    /// The section's id, with which those of its controls begin.
    pub id: &'static str,
    pub step: &'static str,
    pub title: &'static str,
    /// The explanation of the title.
    pub term: &'static str,
    /// A step in a word, "Round".
    pub noun: &'static str,
    /// The words before the first step.
    pub before: &'static str,
    pub picture: &'static str,
    pub table: &'static str,
}

#[derive(Properties)]
pub struct StepsProps {
    pub words: StepWords,
    pub steps: Rc<PlanSteps>,
    /// How many steps are shown; all until a number is chosen.
    pub shown: UseStateHandle<Option<usize>>,
    pub ground: Ground,
}

impl PartialEq for StepsProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.steps, &other.steps)
            && self.words == other.words
            && self.shown == other.shown
            && self.ground == other.ground
    }
}

/// Forwards and backwards: a picture of the machines, the step in words, the tasks in numbers.
#[component]
pub fn StepByStep(props: &StepsProps) -> Html {
    let StepsProps { words, steps, .. } = props;
    let count = steps.count();
    let shown = props.shown.unwrap_or(count).min(count);
    let to = |step: usize| props.shown.setter().to_callback().reform(move |_: MouseEvent| Some(step));
    let on_move = props.shown.setter().to_callback().reform(|value: f64| Some(value as usize));
    let draw = {
        let (steps, theme) = (steps.clone(), props.ground.theme());
        Callback::from(move |frame: Frame| task_slots_svg(frame, &theme, &steps.view(shown), &Captions::default()))
    };
    let make = {
        let steps = steps.clone();
        Callback::from(move |()| steps.table(shown).into())
    };
    let id = |part: &str| format!("{}-{part}", words.step);
    let noun = words.noun.to_lowercase();
    html! {
        <section class="slot-picture" id={words.id} aria-label={words.title} data-shown={shown.to_string()} data-count={count.to_string()}>
            <h2 data-tip={words.term}>{ words.title }</h2>
            <div class="search-step">
                <button type="button" class="icon" id={id("first")} aria-label={words.before} onclick={to(0)} disabled={shown == 0}>{ "«" }</button>
                <button type="button" class="icon" id={id("back")} aria-label={format!("One {noun} back")} onclick={to(shown.saturating_sub(1))} disabled={shown == 0}>{ "‹" }</button>
                <Slider id={words.step} label={words.noun} value={shown as f64} max={count as f64} text={format!("{noun} {shown} of {count}")} {on_move} />
                <button type="button" class="icon" id={id("forth")} aria-label={format!("One {noun} on")} onclick={to((shown + 1).min(count))} disabled={shown == count}>{ "›" }</button>
            </div>
            <p class="said" id={id("said")} aria-live="polite">{ steps.words(shown) }</p>
            <Picture id={id("slots")} height={task_slots_height(steps.machines())} {draw} label={words.picture} />
            <Numbers id={id("numbers")} summary={format!("{} as table", words.noun)} title={words.table} {make} />
        </section>
    }
}
