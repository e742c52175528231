//! The colouring of the chart: chosen from a list, with a legend whose entries highlight jobs.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::terms;
use crate::app::context::theme::Ground;
use crate::app::control::{Choice, Select, any_one_of, choice};
use slotscope::chart::GanttIndex;
use slotscope::chart::colouring::{ColourBy, Entry};
use slotscope::engine::Nouns;
use slotscope::page::look::Looking;
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::page::words;

/// Tasks have fewer colourings: they have no users, and each uses one whole machine.
const OF_WORKFLOWS: &[Choice<ColourBy>] = &[
    choice(ColourBy::KIND, "kind", "Tasks, and the spare time behind them."),
    choice(
        ColourBy::WAIT,
        "wait",
        "How long the task waited since the workflow's start, from not at all (dark) to more than a week (light).",
    ),
];

#[derive(Properties)]
pub struct LegendProps {
    pub finished: Rc<Finished>,
    /// Of the same run, in the colours that are shown.
    pub index: Rc<GanttIndex>,
    /// The jobs that are highlighted, by their numbers.
    pub selected: Rc<[u64]>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

/// A run is arranged once for every colouring.
impl PartialEq for LegendProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.index, &other.index) && (&self.selected, self.ground) == (&other.selected, other.ground)
    }
}

/// The legend of colours and patterns.
#[component]
pub fn Legend(props: &LegendProps) -> Html {
    let colouring = &props.index.colouring;
    let by = colouring.by();
    let on_colour = props.dispatch.callback(|by| Action::View(ViewAction::Look(Looking::ColourBy(by))));
    let nouns = props.index.nouns;
    let is_told = |by| matches!(by, ColourBy::KIND | ColourBy::WAIT);
    let choices = if nouns.is_of_workflow() && is_told(by) {
        OF_WORKFLOWS.to_vec()
    } else {
        ColourBy::all().map(|it| choice(it, it.label(), it.about())).collect()
    };
    let entries = colouring.entries().iter().enumerate();
    let entries = entries.filter(|(_, entry)| entry.jobs > 0);
    html! {
        <div class="colours">
            <label class="colour-by"><span>{ "Colour by" }</span>
                <Select id="colour-by" terse={true} offer={any_one_of(choices, by, on_colour)} /></label>
            <ul class="legend" aria-label="Legend" id="legend">
                { for entries.map(|(at, entry)| html! { <li key={format!("{}-{at}", by.label())} data-tip={tip(by, at, entry, nouns)}>{ entry_html(props, at, entry) }</li> }) }
                if by != ColourBy::KIND {
                    <li class="pattern"><i class="swatch hatched" />{ "reservation" }</li>
                }
                <li class="pattern" data-tip={if nouns.is_of_workflow() { terms::SPARE_TIME } else { terms::HELD }}><i class="swatch held" />{ nouns.held }</li>
                <li class="pattern" data-tip={terms::FREE}><i class="swatch gap" />{ "free" }</li>
            </ul>
        </div>
    }
}

/// The meaning of an entry, and the number of its jobs.
fn tip(by: ColourBy, at: usize, entry: &Entry, nouns: &Nouns) -> String {
    let meaning = match (by, at) {
        (ColourBy::KIND, 0) => terms::BATCH,
        (ColourBy::KIND, _) if nouns.is_of_workflow() => terms::RESERVED_TASK,
        (ColourBy::KIND, _) if !nouns.is_of_log() => terms::RESERVED_INTERVAL,
        (ColourBy::KIND, _) => terms::RESERVATION,
        _ => "",
    };
    let jobs = words::plural(entry.jobs, nouns.job);
    let tip = format!("{meaning} {jobs}: a click highlights them in every chart and table.");
    tip.trim_start().to_string()
}

fn entry_html(props: &LegendProps, at: usize, entry: &Entry) -> Html {
    let by = props.index.colouring.by();
    // They are looked up only where there is something to compare them with: a log has many.
    let members = {
        let (index, finished) = (props.index.clone(), props.finished.clone());
        move || index.colouring.members(&finished.run, at)
    };
    let pressed = !props.selected.is_empty() && *props.selected == *members();
    let onclick = props.dispatch.callback(move |_: MouseEvent| {
        let jobs: Rc<[u64]> = if pressed { Rc::default() } else { members().into() };
        Action::View(ViewAction::Select(jobs))
    });
    let swatch = match (by, at) {
        (ColourBy::KIND, 0) => html! { <i class="swatch batch" /> },
        (ColourBy::KIND, _) => html! { <i class="swatch reservation" /> },
        _ => {
            let colour = entry.tint.colour(&props.ground.theme()).css();
            html! { <i class="swatch" ~style={format!("background: {colour}")} /> }
        }
    };
    html! {
        <button type="button" class="legend-entry" aria-pressed={pressed.to_string()} data-jobs={entry.jobs.to_string()} {onclick}>{ swatch }{ &entry.words }</button>
    }
}
