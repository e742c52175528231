//! The numbers behind the curves.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::control::Fold;
use crate::app::views::curves::state::{Figure, Sweep};
use slotscope::experiment::comparison::Interval;
use slotscope::experiment::sweep::{ByKind, Criterion};
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub sweep: Rc<Sweep>,
}

/// The numbers behind the curves, folded away.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let sweep = &props.sweep;
    let columns = &columns(sweep);
    let rows = (0..sweep.names.len())
        .flat_map(|series| (0..sweep.xs.len()).map(move |x| row(&props.sweep, columns, series, x)));
    html! {
        <Fold id="curves-table" title={title(sweep)}>
            <div class="scroll-across" role="region" aria-label="The numbers behind the curves" tabindex="0"><table>
                <thead><tr>
                    <th scope="col">{ "Policy" }</th>
                    <th scope="col">{ sweep.axis.label.clone() }</th>
                    { for columns.iter().map(|&at| html! { <th scope="col">{ heading(sweep.figures[at]) }</th> }) }
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
        </Fold>
    }
}

/// What the table holds.
fn title(sweep: &Sweep) -> &'static str {
    match sweep.has_intervals() {
        true => "The numbers: mean ± 95 % interval over the seeds",
        false => "The numbers",
    }
}

/// The places of the figures that have a column: all but those by kind that tell nothing.
fn columns(sweep: &Sweep) -> Vec<usize> {
    let drawn = sweep.drawn();
    let is_shown = |at: &usize| {
        let is_by_kind = matches!(sweep.figures[*at], Figure::ByKind(_));
        !is_by_kind || drawn.contains(at)
    };
    (0..sweep.figures.len()).filter(is_shown).collect()
}

fn row(sweep: &Sweep, columns: &[usize], series: usize, x: usize) -> Html {
    html! {
        <tr>
            <th scope="row">{ sweep.names[series].clone() }</th>
            <td>{ sweep.xs[x] }</td>
            { for columns.iter().map(|&at| {
                let figure = sweep.figures[at];
                let interval = sweep.interval(series, x, at);
                html! { <td data-value={interval.map(|it| it.mean.to_string())}
                    data-half-width={interval.and_then(|it| it.half_width).map(|it| it.to_string())}>{ text(interval, figure) }</td> }
            }) }
        </tr>
    }
}

/// What a figure is called, with its unit if it is the system's own.
fn heading(figure: Figure) -> String {
    match figure {
        Figure::Own(measure) if !measure.unit.symbol().is_empty() => {
            format!("{} ({})", measure.name, measure.unit.symbol())
        }
        figure => figure.name().to_owned(),
    }
}

fn text(interval: Option<Interval>, figure: Figure) -> String {
    let decimals = match figure {
        Figure::Criterion(Criterion::MeanUtilization) => 4,
        Figure::ByKind(ByKind::Rejected) => 1,
        Figure::Criterion(_) | Figure::ByKind(_) => 0,
        Figure::Own(_) => 2,
    };
    interval.map_or("–".to_string(), |interval| {
        let mean = words::decimal(interval.mean, decimals);
        match interval.half_width {
            None => mean,
            Some(half_width) => format!("{mean} ± {}", words::decimal(half_width, decimals)),
        }
    })
}
