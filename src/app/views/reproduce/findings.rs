//! All that is to be told of an item.

use wasm_bindgen_futures::spawn_local;

use crate::app::context::chord::on_enter;
use crate::app::context::prelude::*;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::control::{Fold, use_unfolded};
use crate::app::files::{clipboard, download};
use slotscope::chart::numbers;
use slotscope::chart::numbers::Numbered;
use slotscope::chart::reproduction::figure_svg;
use slotscope::chart::table::Table;
use slotscope::criteria::Criterion;
use slotscope::experiment::trade_off::Average;
use slotscope::page::reproduce::Done;
use slotscope::reproduce::numbers::{difference, measured, number};
use slotscope::reproduce::{Cell, Claim, Comparison, Listing, Quantity, Row, Verdict};

#[derive(Properties, PartialEq)]
pub struct ItemFindingsProps {
    pub done: Rc<Done>,
    pub ground: Ground,
    /// Takes the scenario of a cell.
    pub on_take: Callback<usize>,
    pub dispatch: Dispatch,
}

/// All that is to be told of an item that has been made.
#[component]
pub fn ItemFindings(props: &ItemFindingsProps) -> Html {
    let Ok(reproduced) = &props.done.outcome else {
        return nothing();
    };
    let findings = &reproduced.findings;
    html! {
        <>
            <p class="item-setting"><strong>{ "Ours: " }</strong>{ &findings.setting }</p>
            { for findings.comparisons.iter().map(|it| comparison_table(it, &props.on_take)) }
            <Figures done={props.done.clone()} ground={props.ground} dispatch={props.dispatch.clone()} />
            if !findings.claims.is_empty() {
                <section class="claims" aria-label="Claims of the paper">
                    <h3>{ "What the paper says" }</h3>
                    <ul>{ for findings.claims.iter().enumerate().map(claim) }</ul>
                </section>
            }
            if !findings.remarks.is_empty() {
                <section class="remarks" aria-label="Remarks">
                    <h3>{ "Remarks" }</h3>
                    <ul>{ for findings.remarks.iter().map(|remark| html! { <li>{ remark }</li> }) }</ul>
                </section>
            }
            { for findings.listings.iter().enumerate().map(|(at, listing)| html! {
                <Fold id={format!("listing-{at}")} title={listing.title.clone()} note={words::plural(listing.rows.len(), "row")}>
                    { listing_table(listing) }
                </Fold>
            }) }
            { for findings.appendices.iter().map(|appendix| html! {
                <p class="hint">{ format!("{}: {}, in the JSON.", appendix.listing.title, words::plural(appendix.listing.rows.len(), "row")) }</p>
            }) }
            <Scenarios done={props.done.clone()} on_take={&props.on_take} />
        </>
    }
}

fn claim((at, claim): (usize, &Claim)) -> Html {
    let class = |verdict| match verdict {
        Verdict::Holds => "better",
        Verdict::DoesNotHold => "worse",
        _ => "open",
    };
    html! {
        <li>
            <span class={classes!("verdict", class(claim.verdict))}>{
                if claim.elsewhere.is_some() { claim.verdict.words().to_owned() } else { claim.words_at_hand() }
            }</span>
            <p>{ &claim.text }<small>{ &claim.source }</small></p>
            if let Some(elsewhere) = claim.elsewhere {
                <p class="elsewhere">{ "The claim concerns jobs that this log does not contain. On the jobs at hand: " }
                    <span class={classes!("verdict", class(elsewhere))}>{ claim.words_at_hand() }</span></p>
            }
            <p class="evidence">{ &claim.test }</p>
            <p class="evidence">{ &claim.evidence }</p>
            if claim.has_listing() {
                <Fold id={format!("claim-cases-{at}")} title="Case by case" note={words::plural(claim.cases.len(), "case")}>
                    { listing_table(&claim.case_listing()) }
                </Fold>
            }
        </li>
    }
}

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

const HEAD: [&str; 6] = ["", "", "Paper", "Ours", "Difference", "Within 2 s.d."];

/// The cells of a row beside its label.
fn cells(row: &Row) -> [String; 5] {
    let paper = row.paper.map(|paper| number(paper, row.quantity.digits()));
    let within = row.within_two_deviations();
    [
        row.measure(),
        paper.unwrap_or_else(|| "–".to_string()),
        measured(row.ours, row.quantity),
        row.difference().map(difference).unwrap_or_default(),
        within.map_or("", |within| if within { "yes" } else { "no" }).to_string(),
    ]
}

/// The table as it is drawn in a picture.
pub fn drawn_table(comparison: &Comparison) -> Table {
    let row = |row: &Row| std::iter::once(row.label.clone()).chain(cells(row)).collect();
    Table { head: HEAD.map(str::to_string).to_vec(), rows: comparison.rows.iter().map(row).collect() }
}

/// The table on the page; a row whose scenario is known takes it.
fn comparison_table(comparison: &Comparison, on_take: &Callback<usize>) -> Html {
    let mut before = None;
    let rows = comparison.rows.iter().map(|row| {
        // A label is written once for the rows that it belongs to.
        let label = (before != Some(&row.label)).then(|| row.label.clone());
        before = Some(&row.label);
        one(row, label, on_take)
    });
    let rows: Vec<Html> = rows.collect();
    html! {
        <section class="figures-table comparison" aria-label={comparison.title.clone()}>
            <h3>{ &comparison.title }</h3>
            <div class="scroll-across" role="region" aria-label="The paper's numbers and ours" tabindex="0"><table>
                <thead><tr>{ for HEAD.iter().map(|head| html! { <th scope="col">{ *head }</th> }) }</tr></thead>
                <tbody>{ rows }</tbody>
            </table></div>
        </section>
    }
}

fn one(row: &Row, label: Option<String>, on_take: &Callback<usize>) -> Html {
    let [quantity, paper, ours, difference, within] = cells(row);
    let on_click = row.cell.map(|cell| on_take.reform(move |_: MouseEvent| cell));
    let on_key = row.cell.map(|cell| on_enter(on_take, cell));
    let begins = label.is_some();
    let far = row.difference().is_some_and(|difference| difference.abs() > 0.25);
    html! {
        <tr class={classes!(label.is_some().then_some("begins"), row.cell.map(|_| "takes"))} onclick={on_click} onkeydown={on_key}
            tabindex={row.cell.map(|_| "0")} title={row.cell.map(|_| title(row))}
            data-label={row.label.clone()} data-cell={row.cell.map(|cell| cell.to_string())}>
            <th scope="row">{ label.unwrap_or_default() }</th>
            <td class="quantity" data-tip={begins.then(|| term(row.quantity)).flatten()}>{ quantity }</td>
            <td data-paper={row.paper.map(|paper| paper.to_string())}>{ paper }</td>
            <td data-ours={row.ours.mean.to_string()} data-deviation={row.ours.deviation.to_string()}>{ ours }{ from_ready(row) }</td>
            <td class={classes!(far.then_some("far"))}>{ difference }</td>
            <td>{ within }</td>
        </tr>
    }
}

fn title(row: &Row) -> &'static str {
    match row.from_ready {
        Some(_) => "Click to load the scenario. Slotscope counts F from the ready time: it shows the number below",
        None => "Click to load the scenario",
    }
}

/// The figure that Slotscope shows for the scenario, if the row counts it differently.
fn from_ready(row: &Row) -> Html {
    row.from_ready.map_or_else(Html::default, |it| {
        let text = format!("{} from ready time, as shown", measured(it, row.quantity));
        html! { <small data-from-ready={it.mean.to_string()}>{ text }</small> }
    })
}

/// The explanation of a quantity, if its name is short.
fn term(quantity: Quantity) -> Option<&'static str> {
    quantity.criterion()?.about()
}

/// A table of ours.
fn listing_table(listing: &Listing) -> Html {
    let row = |cells: &Vec<String>| {
        html! { <tr>{ for cells.iter().map(|cell| html! { <td>{ cell }</td> }) }</tr> }
    };
    html! {
        <div class="scroll-across" role="region" aria-label="The numbers" tabindex="0"><table class="listing">
            <thead><tr>{ for listing.head.iter().map(|head| html! { <th scope="col">{ head }</th> }) }</tr></thead>
            <tbody>{ for listing.rows.iter().map(row) }</tbody>
        </table></div>
    }
}

#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    pub done: Rc<Done>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

/// The figures of an item.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let drawn = use_memo((props.done.clone(), props.ground), |(done, ground)| draw_all(done, *ground));
    html! {
        <>
        { nothing() }
        { for drawn.iter().enumerate().map(|(at, (name, svg))| html! {
            <figure class="reproduced" key={name.clone()} id={format!("figure-of-{name}")}>
                <div class="scroll-across" role="region" aria-label={name.clone()} tabindex="0">
                    <div role="img" aria-label={label(&props.done, at)}>{ Html::from_html_unchecked(AttrValue::from(svg.clone())) }</div>
                </div>
                <figcaption>
                    <button type="button" onclick={copying(props, svg)} aria-label={format!("Copy {name}")}>{ "Copy" }</button>
                    <button type="button" onclick={handing_out(props, name, svg, false)} aria-label={format!("{name} as SVG")}>{ "SVG" }</button>
                    <button type="button" onclick={handing_out(props, name, svg, true)} aria-label={format!("{name} as PNG")}>{ "PNG" }</button>
                </figcaption>
                <Numbers id={format!("{name}-numbers")} title={name.clone()} make={tabled(&props.done, at)} />
            </figure>
        }) }
        </>
    }
}

/// The description of a figure, for screen readers.
fn label(done: &Done, at: usize) -> Option<String> {
    let figure = done.outcome.as_ref().ok()?.findings.figures.get(at)?;
    Some(format!("{}; the numbers follow in a table", figure.title))
}

/// Makes the table behind a figure.
fn tabled(done: &Rc<Done>, at: usize) -> Callback<(), Numbered> {
    let done = done.clone();
    Callback::from(move |()| {
        let Ok(reproduced) = &done.outcome else {
            return Numbered::default();
        };
        let figure = &reproduced.findings.figures[at];
        let runs = reproduced.pictured.get(at).map_or(&[][..], Vec::as_slice);
        numbers::figure(&figure.picture, runs, MOST)
    })
}

/// Each figure's name and its SVG document.
fn draw_all(done: &Done, ground: Ground) -> Vec<(String, String)> {
    let Ok(reproduced) = &done.outcome else {
        return Vec::new();
    };
    let figures = reproduced.findings.figures.iter().zip(&reproduced.pictured);
    let theme = ground.theme();
    figures.map(|(figure, runs)| (figure.name.clone(), figure_svg(figure, &theme, runs))).collect()
}

/// This many times its size a figure is made as PNG, so that it is crisp on a slide.
const SCALE: f64 = 2.0;

fn copying(props: &FiguresProps, svg: &str) -> Callback<MouseEvent> {
    let (svg, dispatch) = (svg.to_string(), props.dispatch.clone());
    Callback::from(move |_| {
        let svg = svg.clone();
        let picture = async move { download::png_of(&svg, SCALE).await };
        clipboard::copy_picture(picture, &dispatch);
    })
}

fn handing_out(props: &FiguresProps, name: &str, svg: &str, png: bool) -> Callback<MouseEvent> {
    let (name, svg) = (format!("slotscope-{name}"), svg.to_string());
    let dispatch = props.dispatch.clone();
    Callback::from(move |_| {
        let (name, svg, dispatch) = (name.clone(), svg.clone(), dispatch.clone());
        spawn_local(async move {
            let made = if png {
                download::png(&format!("{name}.png"), &svg, SCALE).await
            } else {
                download::text(&format!("{name}.svg"), "image/svg+xml", &svg)
            };
            if made.is_err() {
                let text = format!("{name}: the file could not be made.");
                dispatch.dispatch(Action::complain(text));
            }
        });
    })
}
