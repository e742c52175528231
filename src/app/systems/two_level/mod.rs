//! The two-level grid on the page.

pub mod choices;
mod cost;
mod edit;
pub mod grid;
pub mod local;
pub mod local_systems;
mod order;
mod period;
mod promised;
pub mod queue_options;
pub mod readings;
mod routes;
pub mod rules;
pub mod slots;

use yew::prelude::*;

use super::{ControlsProps, InsideProps, PlayerProps};
pub use choices::policies;
pub use slots::{SlotsSettings as InsideSettings, use_settings as use_inside_settings};
use slotscope::page::explained::Question;
use slotscope::page::state::Finished;
use slotscope::workload::Time;

use crate::app::context::edit::Edit;
use slotscope::system::two_level::TwoLevel;
use slotscope::workload::reserve::Reservations;

#[derive(Properties, PartialEq)]
pub struct TwoLevelControlsProps {
    pub options: TwoLevel,
    /// The processors of each provider.
    pub platform: Vec<u32>,
    pub reservations: Reservations,
    pub edit: Edit,
    /// The controls of the workload beneath the policies.
    pub children: Html,
}

/// All settings of the two-level grid: first its policies, then folded settings.
#[component]
pub fn TwoLevelControls(props: &TwoLevelControlsProps) -> Html {
    let TwoLevelControlsProps { options, platform, reservations, edit, children } = props;
    let providers = platform.len();
    html! {
        <>
            <local::QueueOfProviders local={options.local.clone()} providers={providers} edit={edit.clone()} />
            if let [processors] = platform[..] {
                { grid::split(processors, edit) }
            } else {
                <grid::Allocations grid={options.grid.clone()} providers={providers} edit={edit.clone()} />
            }
            <grid::GridPeriod period={options.grid.period} edit={edit.clone()} />
            { children.clone() }
            <cost::Cost options={options.clone()} reservations={reservations.clone()} edit={edit.clone()} />
            <rules::Rules options={options.clone()} providers={providers} edit={edit.clone()} />
            if providers > 1 || !options.grid.routes.is_empty() {
                <routes::Routes routes={options.grid.routes.clone()} providers={providers} edit={edit.clone()} />
            }
            <readings::Readings options={options.clone()} edit={edit.clone()} />
        </>
    }
}

pub fn controls(settings: &TwoLevel, props: &ControlsProps) -> Html {
    html! {
        <TwoLevelControls options={settings.clone()} platform={props.scenario.platform.clone()}
            reservations={props.scenario.workload.reservations.clone()} edit={props.edit.clone()}>
            { props.children.clone() }
        </TwoLevelControls>
    }
}

/// The promises of each provider at the cursor, and the answer to a query.
pub fn inside(_settings: &TwoLevel, props: InsideProps) -> Html {
    html! {
        <slots::Slots finished={props.finished} settings={props.settings.two_level} ground={props.ground} origin={props.origin}
            cursor={props.cursor} explained={props.explained} view_picture={props.view_picture} dispatch={props.dispatch} />
    }
}

pub fn question(settings: &TwoLevel, finished: &Finished, cursor: Option<Time>) -> Option<Question> {
    slots::question(settings, finished, cursor)
}

/// The slots of a provider at the cursor.
pub fn beside_player(_settings: &TwoLevel, props: PlayerProps) -> Html {
    html! {
        <promised::Promised finished={props.finished} here={props.here} cursor={props.cursor}
            ground={props.ground} origin={props.origin} />
    }
}
