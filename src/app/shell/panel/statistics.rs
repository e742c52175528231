//! The whole log in numbers and two histograms.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::nothing;
use crate::app::context::terms;
use crate::app::context::theme::Ground;
use crate::app::control::Fold;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use slotscope::chart::histogram::{Histogram, histogram_svg};
use slotscope::chart::numbers::{self, Numbered};
use slotscope::chart::{Captions, Frame};
use slotscope::page::account;
use slotscope::page::contents::Contents;
use slotscope::page::implausible;
use slotscope::page::words;
use slotscope::text::short_duration;
use slotscope::workload::Time;
use slotscope::workload::select::Selection;
use slotscope::workload::stats::{Class, Implausible as Found, Statistics, Summary};

#[derive(Properties, PartialEq)]
pub struct StatisticsProps {
    pub contents: Rc<Contents>,
    pub selection: Selection,
    pub edit: Edit,
    pub ground: Ground,
}

/// The statistics of the whole log, folded away.
#[component]
pub fn LogStatistics(props: &StatisticsProps) -> Html {
    let statistics = &props.contents.statistics;
    let load = statistics.offered_load.map_or(String::new(), |load| account::load(load, &props.selection));
    html! {
        <Fold id="statistics" title="Statistics" note={load}>
            <table class="small-table">
                <thead><tr><th scope="col" /><th scope="col">{ "Median" }</th><th scope="col">{ "Mean" }</th><th scope="col">{ "Most" }</th></tr></thead>
                <tbody>
                    { row("Size", terms::SIZE, statistics.sizes, |value| words::decimal(value, 0)) }
                    { row("Run time", "Run times in the log.", statistics.run_times, words::duration) }
                    { row("Requested", "The requested time limits.", statistics.requested_times, words::duration) }
                    { row("Logged wait", "Waiting times in the logged system, from when jobs were eligible.", statistics.waits, words::duration) }
                    { row("Gap", "The time from one submission to the next.", statistics.inter_arrivals, words::duration) }
                </tbody>
            </table>
            if let Some(found) = &statistics.implausible_requests {
                <Implausible found={found.clone()} clip={props.selection.clip_limit_to} edit={props.edit.clone()} />
            }
            <Histograms statistics={statistics.clone()} ground={props.ground} />
        </Fold>
    }
}

#[derive(Properties, PartialEq)]
struct ImplausibleProps {
    found: Found,
    /// The present bound of requested times.
    clip: Option<Time>,
    edit: Edit,
}

/// Requests beyond every plausible length, and how to be rid of them.
#[component]
fn Implausible(props: &ImplausibleProps) -> Html {
    let ImplausibleProps { found, clip, edit } = props;
    let clip_to = found.clip_to;
    let set = edit.set("workload.clip_limit_to", false).reform(move |_: MouseEvent| clip_to.into());
    html! {
        <div class="implausible" id="implausible-requests">
            <p class="hint">{ implausible::told(found) }</p>
            if clip.is_none_or(|clip| clip > found.beyond) {
                <button type="button" id="clip-limits" onclick={set} data-tip={terms::CLIP_LIMIT}>
                    { format!("Clip limits to {}", words::duration(clip_to as f64)) }
                </button>
            } else if let Some(clip) = clip {
                <p class="hint">{ format!("Limits are clipped to {}.", words::duration(*clip as f64)) }</p>
            }
        </div>
    }
}

fn row(name: &'static str, term: terms::Term, summary: Option<Summary>, write: fn(f64) -> String) -> Html {
    let Some(summary) = summary else {
        return nothing();
    };
    html! {
        <tr>
            <th scope="row" data-tip={term}>{ name }</th>
            <td>{ write(summary.median) }</td><td>{ write(summary.mean) }</td><td>{ write(summary.max as f64) }</td>
        </tr>
    }
}

#[derive(Properties, PartialEq)]
struct HistogramsProps {
    statistics: Statistics,
    ground: Ground,
}

/// Sizes and run times.
#[component]
fn Histograms(props: &HistogramsProps) -> Html {
    let ground = props.ground;
    let draw = |x_label: &str, classes: Vec<(String, f64)>| {
        let (x_label, y_label) = (x_label.to_string(), "jobs".to_string());
        let histogram = Rc::new(Histogram { x_label, y_label, classes });
        let tabled = histogram.clone();
        let draw =
            Callback::from(move |frame: Frame| histogram_svg(frame, &ground.theme(), &histogram, &Captions::default()));
        (draw, Callback::from(move |()| Numbered::from(numbers::classes(&tabled))))
    };
    let (sizes, sizes_tabled) =
        draw("size (processors, up to)", named(&props.statistics.size_classes, |to| to.to_string()));
    let times = named(&props.statistics.run_time_classes, |to| short_duration(to as f64));
    let (times, times_tabled) = draw("run time (up to)", times);
    html! {
        <div class="histograms">
            <Picture id="histogram-sizes" label="Number of jobs by size; the numbers follow in a table" height=190 draw={sizes} />
            <Numbers id="histogram-sizes-numbers" title="jobs by size" make={sizes_tabled} />
            <Picture id="histogram-run-times" label="Number of jobs by run time; the numbers follow in a table" height=190 draw={times} />
            <Numbers id="histogram-run-times-numbers" title="jobs by run time" make={times_tabled} />
        </div>
    }
}

fn named(classes: &[Class], name: fn(i64) -> String) -> Vec<(String, f64)> {
    classes.iter().map(|class| (name(class.to), class.count as f64)).collect()
}
