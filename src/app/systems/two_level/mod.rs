//! The two-level grid on the page.

pub mod choices;
pub mod grid;
pub mod local;
pub mod local_systems;
pub mod queue_options;
pub mod readings;
pub mod rules;
pub mod slots;

use yew::prelude::*;

use crate::app::shell::panel::edit::Edit;
use crate::system::two_level::TwoLevel;
use crate::workload::reserve::IntervalLength;

#[derive(Properties, PartialEq)]
pub struct TwoLevelControlsProps {
    pub options: TwoLevel,
    /// How many providers there are.
    pub providers: usize,
    pub interval: IntervalLength,
    pub edit: Edit,
    /// What of the workload stands beneath the policies.
    pub children: Html,
}

/// All that can be set of the two-level grid: first its policies, then what is a line until it is
/// opened.
#[component]
pub fn TwoLevelControls(props: &TwoLevelControlsProps) -> Html {
    let TwoLevelControlsProps {
        options,
        providers,
        interval,
        edit,
        children,
    } = props;
    html! {
        <>
            <local::QueueOfProviders local={options.local.clone()} edit={edit.clone()} />
            <grid::Allocations grid={options.grid.clone()} providers={*providers} edit={edit.clone()} />
            <grid::GridPeriod period={options.grid.period} edit={edit.clone()} />
            { children.clone() }
            <rules::Rules options={options.clone()} providers={*providers} edit={edit.clone()} />
            <readings::Readings options={options.clone()} interval={*interval} edit={edit.clone()} />
        </>
    }
}
