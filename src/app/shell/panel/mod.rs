//! The side panel: all that a scenario is made of.

pub mod edit;
pub mod period;
pub mod platform;
pub mod requests;
pub mod reservations;
pub mod seed;
pub mod statistics;
pub mod steps;
pub mod workload;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::shell::session::{Keeping, SessionNote};
use crate::app::shell::state::Dispatch;
use crate::app::systems::two_level as controls;
use crate::app::terms::{self, Term};
use crate::app::views::gantt::sketching::Draw;
use crate::page::history::{Experiment, two_level};
use crate::worker::protocol::Contents;
use edit::Edit;

#[derive(Properties, PartialEq)]
pub struct PanelProps {
    pub experiment: Rc<Experiment>,
    pub contents: Option<Rc<Contents>>,
    /// How many of the requests that are listed are for jobs that are taken.
    pub listed_jobs: Option<usize>,
    pub dispatch: Dispatch,
    pub can: (bool, bool),
    pub keeping: Keeping,
    pub on_file: Callback<web_sys::File>,
    pub on_draw: Callback<Draw>,
}

/// The side panel.
#[component]
pub fn Panel(props: &PanelProps) -> Html {
    let scenario = &props.experiment.scenario;
    let options = two_level(scenario);
    let edit = Edit::new(props.dispatch.clone());
    html! {
        <aside class="panel" id="panel" aria-label="Scenario">
            <div class="panel-scroll">
                <Section title="Workload" term={terms::WORKLOAD}>
                    <workload::Workload selection={scenario.workload.clone()} edit={edit.clone()}
                        contents={props.contents.clone()} on_file={&props.on_file} on_draw={&props.on_draw} />
                </Section>
                <Section title="Advance reservations" term={terms::RESERVATION}>
                    <reservations::Marked reservations={scenario.workload.reservations.clone()}
                        seed={scenario.seed} listed_jobs={props.listed_jobs} edit={edit.clone()}
                        on_file={&props.on_file} />
                </Section>
                <Section title="Providers" term={terms::PROVIDER}>
                    <platform::Platform platform={scenario.platform.clone()} edit={edit.clone()} />
                </Section>
                <Section title="Grid scheduler" term={terms::GRID}>
                    <controls::grid::GridPolicies grid={options.grid.clone()} providers={scenario.platform.len()} edit={edit.clone()} />
                </Section>
                <Section title="Local schedulers" term={terms::LOCAL}>
                    <controls::local::LocalPolicies local={options.local.clone()} providers={scenario.platform.len()} edit={edit.clone()} />
                </Section>
                <controls::readings::Readings options={options.clone()} interval={scenario.workload.reservations.interval}
                    edit={edit.clone()} />
            </div>
            <steps::Steps can={props.can} dispatch={props.dispatch.clone()} />
            <SessionNote keeping={props.keeping.clone()} dispatch={props.dispatch.clone()} />
        </aside>
    }
}

#[derive(Properties, PartialEq)]
struct SectionProps {
    title: &'static str,
    term: Term,
    children: Html,
}

/// A titled group of controls.
#[component]
fn Section(props: &SectionProps) -> Html {
    html! {
        <section class="group" aria-label={props.title}>
            <h2><span data-tip={props.term}>{ props.title }</span></h2>
            { props.children.clone() }
        </section>
    }
}
