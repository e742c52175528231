//! All scenarios of an item: each can be taken into the explorer.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::chord::on_enter;
use crate::app::context::nothing;
use crate::app::control::use_unfolded;
use slotscope::criteria::Criterion;
use slotscope::experiment::trade_off::Average;
use slotscope::page::reproduce::Done;
use slotscope::page::words;
use slotscope::reproduce::Cell;

/// This many are listed: more are not read through.
const LISTED: usize = 300;

#[derive(Properties, PartialEq)]
pub struct ScenariosProps {
    pub done: Rc<Done>,
    pub on_take: Callback<usize>,
}

/// All scenarios of an item, folded away.
#[component]
pub fn Scenarios(props: &ScenariosProps) -> Html {
    let (is_open, on_toggle) = use_unfolded();
    let Ok(reproduced) = &props.done.outcome else {
        return nothing();
    };
    let count = reproduced.cells.len();
    if count == 0 {
        return nothing();
    }
    let cells = reproduced.cells.iter().zip(&reproduced.averages);
    html! {
        <details class="fold" id="item-scenarios" ontoggle={on_toggle}>
            <summary>
                <span>{ "All scenarios that were run: click to load one" }</span>
                <span class="fold-note">{ words::count(count as i64) }</span>
            </summary>
            if is_open {
                <div class="scroll-across" role="region" aria-label="Scenarios" tabindex="0"><table>
                    <thead><tr>
                        <th scope="col">{ "Scenario" }</th>
                        <th scope="col">{ "Seeds" }</th>
                        <th scope="col">{ "U" }</th>
                        <th scope="col">{ "F from ready time (s)" }</th>
                        <th scope="col">{ "D (s)" }</th>
                    </tr></thead>
                    <tbody>{ for cells.take(LISTED).enumerate().map(|(at, (cell, average))| row(props, at, cell, average.as_ref())) }</tbody>
                </table></div>
                if count > LISTED {
                    <p class="hint">{ format!("and {} more", words::count((count - LISTED) as i64)) }</p>
                }
            }
        </details>
    }
}

fn row(props: &ScenariosProps, at: usize, cell: &Cell, average: Option<&Average>) -> Html {
    let on_click = props.on_take.reform(move |_: MouseEvent| at);
    let on_key = on_enter(&props.on_take, at);
    let number =
        |value: Option<f64>, decimals| value.map_or("–".to_string(), |value| words::decimal(value, decimals));
    let mean = average.map(|average| average.mean);
    html! {
        <tr key={at} class="takes" tabindex="0" onclick={on_click} onkeydown={on_key} data-cell={at.to_string()}>
            <th scope="row">{ &cell.label }</th>
            <td>{ cell.seeds }</td>
            <td>{ number(mean.map(|it| it.value(Criterion::UTILIZATION)), 4) }</td>
            <td>{ number(mean.map(|it| it.value(Criterion::FLOW_TIME)), 0) }</td>
            <td>{ number(mean.map(|it| it.value(Criterion::TARDINESS)), 0) }</td>
        </tr>
    }
}
