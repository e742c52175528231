//! The levels of slots: a line, and to be changed one by one when it is opened.

use yew::prelude::*;

use super::choices::levels_line;
use crate::app::context::edit::Edit;
use crate::app::context::terms::Term;
use crate::app::control::{Fold, Number};
use slotscope::availability::calendar::Level;
use slotscope::system::imprecise_calendar::ImpreciseCalendar;
use slotscope::workload::Time;

const COUNT: Term = "The number of slots of the level. Empty, in the last level: as many as needed.";
const LENGTH: Term = "The length of the slots of the level: a multiple of the finer level's.";

#[derive(Properties, PartialEq)]
pub struct LevelsProps {
    pub options: ImpreciseCalendar,
    pub edit: Edit,
    /// The other settings of slots.
    pub children: Html,
}

/// A row for each level: the number of its slots, their length, and a button that removes it. A change of a
/// configuration of the paper makes custom levels.
#[component]
pub fn Levels(props: &LevelsProps) -> Html {
    let LevelsProps { options, edit, .. } = props;
    let levels = options.levels();
    let rows = (0..levels.len()).map(|index| row(edit, index, levels));
    let add = edit.set(|scenario, _: MouseEvent| {
        ImpreciseCalendar::of_mut(&mut scenario.system).add_level();
    });
    html! {
        <Fold id="levels" title="Levels" note={levels_line(levels)}>
            <div class="levels" role="group" aria-label="Levels, the finest first">
                <span></span><span class="label" data-tip={COUNT}>{ "Slots" }</span>
                <span class="label" data-tip={LENGTH}>{ "Length" }</span><span></span>
                { for rows }
            </div>
            <button type="button" id="add-level" onclick={add} disabled={!options.can_add_level()}>{ "+ Coarser level" }</button>
            { props.children.clone() }
        </Fold>
    }
}

fn row(edit: &Edit, index: usize, levels: &[Level]) -> Html {
    let level = levels[index];
    let is_last = index + 1 == levels.len();
    let finer = index.checked_sub(1).map(|it| levels[it].length as f64);
    let count = edit.drag("level-count", move |scenario, value: Option<f64>| {
        let levels = ImpreciseCalendar::of_mut(&mut scenario.system).levels_mut();
        if let Some(level) = levels.get_mut(index) {
            level.count = value.map(|it| it as u32);
        }
    });
    let length = edit.drag("level-length", move |scenario, value: Option<f64>| {
        let levels = ImpreciseCalendar::of_mut(&mut scenario.system).levels_mut();
        if let (Some(level), Some(value)) = (levels.get_mut(index), value) {
            level.length = value as Time;
        }
    });
    let remove = edit.set(move |scenario, _: MouseEvent| {
        ImpreciseCalendar::of_mut(&mut scenario.system).remove_level(index);
    });
    let name = format!("level {index}");
    html! {
        <>
            <span class="level-name" aria-hidden="true">{ "S" }<sub>{ index }</sub></span>
            <Number id={format!("count-{index}")} label={format!("Slots of {name}")} value={level.count.map(f64::from)}
                optional={is_last} placeholder="as needed" min={1.0} max={1_000_000.0} on_change={count} />
            <Number id={format!("length-{index}")} label={format!("Length of the slots of {name}")} value={level.length as f64}
                min={finer.map_or(1.0, |it| 2.0 * it)} max={31_622_400.0} multiple_of={finer} unit="s" on_change={length} />
            <button type="button" class="icon" id={format!("remove-level-{index}")} onclick={remove} disabled={levels.len() == 1}
                aria-label={format!("Remove {name}")}>{ "×" }</button>
        </>
    }
}
