//! All criteria of all scenarios, with differences from the baseline.

use std::rc::Rc;

use yew::prelude::*;

use super::sign::Sign;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::theme::Ground;
use crate::app::control::{Field, Number};
use slotscope::chart::comparison::{FAR, OTHER, RowUnit};
use slotscope::chart::provider_name;
use slotscope::criteria::Of;
use slotscope::engine::Nouns;
use slotscope::experiment::comparison::{Basis, Cell, Row, Unjudged};
use slotscope::experiment::words::differences::letter;
use slotscope::page::compare::{ComparisonAction, ComparisonSettings, MOST_SEEDS};
use slotscope::page::state::Action;
use slotscope::page::{chance, words};
use slotscope::text::capital;

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub rows: Rc<Vec<Row>>,
    pub names: Rc<Vec<String>>,
    pub baseline: usize,
    /// The basis of the figures of each scenario.
    pub bases: Vec<Basis>,
    /// The content between the figures and the meaning of their marks.
    #[prop_or_default]
    pub children: Html,
    /// How many seeds the means are of.
    pub seeds: usize,
    /// Runs made, and wanted.
    pub done: (usize, usize),
    pub settings: ComparisonSettings,
    /// The nouns for jobs, and the names of providers.
    pub nouns: &'static Nouns,
    pub providers: Vec<String>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

/// All criteria of all scenarios.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let settings = props.settings;
    let on_seeds = props.dispatch.callback(move |seeds: Option<f64>| {
        let seeds = seeds.map_or(settings.seeds, |seeds| seeds as u32);
        Action::Compare(ComparisonAction::Set(ComparisonSettings { seeds, ..settings }))
    });
    let heads = props.names.iter().enumerate().map(|(place, name)| {
        let is_baseline = place == props.baseline;
        html! {
            <th scope="col" title={name.clone()} class={is_baseline.then_some("baseline")}>
                <Sign {place} ground={props.ground} />
                if is_baseline { <small>{ "baseline" }</small> }
            </th>
        }
    });
    let (done, total) = props.done;
    // The rows of some of the jobs only: the charts are not to stand far below.
    let in_parts = use_state(|| false);
    let on_parts = {
        let in_parts = in_parts.clone();
        Callback::from(move |_: MouseEvent| in_parts.set(!*in_parts))
    };
    let columns = props.names.len() + 1;
    html! {
        <section class="figures-table compare-table" aria-label="Criteria">
            <div class="compare-head">
                <h2>{ "Criteria" }<small>{ chance::of_comparison(&props.bases, props.seeds) }</small></h2>
                <Field of="compare-seeds" label="Seeds" term="Every scenario is run with this many seeds, from its own on. The table shows the means, their 95 % confidence intervals by Student's t, and the paired differences over the seeds.">
                    <Number id="compare-seeds" value={f64::from(props.settings.seeds)} min=1.0 max={f64::from(MOST_SEEDS)} on_change={on_seeds} />
                </Field>
                <span class="said" id="compare-done" role="status" data-done={done.to_string()} data-total={total.to_string()}>
                    if done < total { { format!("{} of {}", words::count(done as i64), words::plural(total, "run")) } }
                </span>
            </div>
            <div class="scroll-across" role="region" aria-label="Criteria of the scenarios" tabindex="0"><table id="compare-table">
                <thead><tr><th scope="col">{ "Criterion" }</th>{ for heads }</tr></thead>
                { for groups(&props.rows).into_iter().map(|(of, rows)| group(props, (of, rows), columns, of == Of::All || *in_parts)) }
            </table></div>
            <button type="button" id="compare-parts" aria-expanded={in_parts.to_string()} aria-controls="compare-table" onclick={on_parts}>
                { parts(*in_parts, props.nouns) }
            </button>
            { props.children.clone() }
            <p class="hint" id="compare-marks">{ chance::marks(&props.rows, &props.bases, props.seeds) }</p>
        </section>
    }
}

/// The rows of the same jobs together.
fn groups(rows: &[Row]) -> Vec<(Of, &[Row])> {
    rows.chunk_by(|a, b| a.criterion.jobs() == b.criterion.jobs())
        .map(|rows| (rows[0].criterion.jobs(), rows))
        .collect()
}

/// The label of the button that shows or hides the rows of some of the jobs.
fn parts(are_shown: bool, nouns: &Nouns) -> String {
    match (are_shown, nouns.is_of_log()) {
        (true, _) => format!("All {} together", nouns.jobs),
        (false, false) => format!("Break down by {}", nouns.provider),
        (false, true) => "Break down by kind and provider".to_owned(),
    }
}

fn group(props: &TableProps, (of, rows): (Of, &[Row]), columns: usize, is_open: bool) -> Html {
    let name = match of {
        Of::All => format!("All {}", props.nouns.jobs),
        Of::Batch => "Batch jobs".to_owned(),
        Of::Reservations => capital(props.nouns.reservations),
        Of::Provider(index) => props.providers.get(index).cloned().unwrap_or_else(|| provider_name(index)),
        Of::Size(_) | Of::Cause(_) => rows[0].criterion.group().name().to_owned(),
    };
    html! {
        <tbody hidden={!is_open}>
            <tr class="group-name"><th scope="rowgroup">{ name }</th><td colspan={(columns - 1).to_string()} /></tr>
            { for rows.iter().map(row) }
        </tbody>
    }
}

fn row(row: &Row) -> Html {
    let unit = RowUnit::of(row);
    let cells = row.cells.iter().enumerate().map(|(place, it)| match it {
        Some(it) => cell(row, unit, place, it),
        None => html! { <td>{ "–" }</td> },
    });
    html! {
        <tr data-criterion={row.criterion.id()}>
            <th scope="row" data-tip={row.criterion.about()}>{ row.criterion.what() }</th>
            { for cells }
        </tr>
    }
}

fn cell(row: &Row, unit: RowUnit, place: usize, cell: &Cell) -> Html {
    let value = unit.value(cell.value.mean);
    let difference = cell.difference.map(|difference| {
        let sure = difference.excludes_zero();
        let differs = match cell.unjudged {
            Some(Unjudged::Differs(what)) if difference.mean != 0.0 => Some(what),
            _ => None,
        };
        let sure = sure && differs.is_none();
        let verdict = match (sure, row.criterion.higher_is_better()) {
            _ if differs.is_some() => "unjudged",
            (true, Some(higher)) if (difference.mean > 0.0) == higher => "better",
            (true, Some(_)) => "worse",
            _ => "",
        };
        let text = unit.difference(difference.mean);
        let relative = cell.relative.filter(|share| *share != 0.0);
        let relative = relative.and_then(|_| unit.relative(cell));
        let relative = relative.map(|text| {
            let text = text.trim_end_matches(OTHER).trim_end_matches(FAR).trim_end_matches(" *");
            format!(" ({text})")
        });
        html! {
            <small class={classes!("difference", verdict)}>
                { text }{ relative }
                if let Some(what) = differs {
                    <span role="img" aria-label={format!("no verdict: {}", what.why())} data-tip={format!("No verdict: {}.", what.why())}>{ OTHER }</span>
                }
                if cell.unjudged == Some(Unjudged::Far) { <span class="far" role="img" aria-label="between the log and a model that is far from it">{ " ⚠" }</span> }
                if sure { <span class="sure" role="img" aria-label="significant: the interval excludes 0">{ " ●" }</span> }
            </small>
        }
    });
    let width = unit.half_width(cell);
    let number = |number: f64| number.to_string();
    html! {
        <td class={cell.is_best.then_some("best")} data-place={letter(place).to_string()} data-value={number(cell.value.mean)}
            data-half-width={cell.value.half_width.map(number)} data-seeds={cell.value.count.to_string()}
            data-difference={cell.difference.map(|it| number(it.mean))}
            data-difference-half-width={cell.difference.and_then(|it| it.half_width).map(number)}>
            <span class="value">
                if cell.is_told_best { <span class="star" role="img" aria-label="best">{ "★ " }</span> }
                { value }
            </span>
            if let Some(width) = width { <small class="width">{ width }</small> }
            { difference }
        </td>
    }
}
