//! The numbers behind the curves.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::control::Fold;
use slotscope::criteria::Criterion;
use slotscope::experiment::comparison::Interval;
use slotscope::export::snapshot::CurvesForm;
use slotscope::page::curves::Sweep;
use slotscope::page::words;
use slotscope::system::Unit;

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub sweep: Rc<Sweep>,
    /// The form that chooses the figures.
    pub form: Rc<CurvesForm>,
}

/// The numbers behind the curves, folded away.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let sweep = &props.sweep;
    let (columns, form) = (&sweep.tabled(&props.form), &*props.form);
    let rows = (0..sweep.names.len())
        .flat_map(|series| (0..sweep.xs.len()).map(move |x| row((&props.sweep, form), columns, series, x)));
    html! {
        <Fold id="curves-table" title={title(sweep, &props.form)}>
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

fn title(sweep: &Sweep, form: &CurvesForm) -> String {
    let over = sweep.study.replicate.map_or("seeds", |_| "replicates");
    let mean =
        if sweep.as_differences(form) { format!("difference from {}", sweep.names[0]) } else { "mean".to_owned() };
    match sweep.has_intervals() {
        true => format!("The numbers: {mean} ± 95 % interval over the {over}"),
        false if sweep.as_differences(form) => format!("The numbers: {mean}"),
        false => "The numbers".to_owned(),
    }
}

fn row((sweep, form): (&Sweep, &CurvesForm), columns: &[usize], series: usize, x: usize) -> Html {
    html! {
        <tr>
            <th scope="row">{ sweep.names[series].clone() }</th>
            <td>{ sweep.xs[x] }</td>
            { for columns.iter().map(|&at| {
                let figure = sweep.figures[at];
                let interval = sweep.shown(form, series, x, at);
                html! { <td data-value={interval.map(|it| it.mean.to_string())}
                    data-half-width={interval.and_then(|it| it.half_width).map(|it| it.to_string())}>{ text(interval, figure) }</td> }
            }) }
        </tr>
    }
}

/// The name of a figure, with its unit if it is a measure of the system.
fn heading(figure: Criterion) -> String {
    match (figure, figure.unit().symbol()) {
        (Criterion::Own(_), symbol) if !symbol.is_empty() => {
            format!("{} ({symbol})", figure.label())
        }
        _ => figure.label(),
    }
}

fn text(interval: Option<Interval>, figure: Criterion) -> String {
    let decimals = match (figure, figure.unit()) {
        (Criterion::Own(_), _) | (_, Unit::Times) => 2,
        (_, Unit::Share) => 4,
        (_, Unit::Count) => 1,
        _ => 0,
    };
    interval.map_or("–".to_string(), |interval| {
        let mean = words::decimal(interval.mean, decimals);
        match interval.half_width {
            None => mean,
            Some(half_width) => format!("{mean} ± {}", words::decimal(half_width, decimals)),
        }
    })
}
