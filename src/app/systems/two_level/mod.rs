//! The two-level grid on the page.

pub mod slots;

use super::{ControlsProps, InsideProps, PlayerProps, SystemPage};
use crate::app::context::prelude::*;
use slotscope::page::dropped_log::providers;
use slotscope::page::explained::Question;
use slotscope::page::rejections::in_parts;
use slotscope::system::two_level::TwoLevel;

pub use slots::{SlotsSettings as InsideSettings, use_settings as use_inside_settings};

impl SystemPage for TwoLevel {
    /// What stands in the place of the allocations where there is one provider, and splits it.
    fn controls(&self, props: &ControlsProps) -> Html {
        let [processors] = props.scenario.platform[..] else {
            return nothing();
        };
        let split = [2, 4].into_iter().filter(|&parts| parts <= processors).map(|parts| {
            let platform = in_parts(processors, parts);
            let title = providers(&platform);
            let onclick = props.edit.set("platform", false).reform(move |_: MouseEvent| platform.clone().into());
            html! { <button type="button" id={format!("split-{parts}")} {onclick} {title}>{ format!("Split into {parts}") }</button> }
        });
        html! {
            <div class="field" id="one-provider">
                <p class="hint">{ "One provider: the grid has nothing to choose." }</p>
                <div>{ for split }</div>
            </div>
        }
    }

    /// The promises of each provider at the cursor, and the answer to a query.
    fn inside(&self, props: InsideProps) -> Html {
        html! {
            <slots::Slots finished={props.finished} settings={props.settings.two_level} ground={props.ground} origin={props.origin}
                cursor={props.cursor} explained={props.explained} view_picture={props.view_picture} dispatch={props.dispatch} />
        }
    }

    fn question(&self, finished: &Finished, cursor: Option<Time>) -> Option<Question> {
        slots::question(self, finished, cursor)
    }

    /// The slots of a provider at the cursor.
    fn beside_player(&self, props: PlayerProps) -> Html {
        html! {
            <slots::Promised finished={props.finished} here={props.here} cursor={props.cursor}
                ground={props.ground} origin={props.origin} />
        }
    }

    fn policies(&self) -> String {
        let grid = &self.grid;
        let (batch, reserved) = (grid.batch_allocation, grid.reservation_allocation);
        let mut named: Vec<_> = self.local.all_queues().iter().map(|&queue| (queue.name(), queue.about())).collect();
        named.extend([(batch.name(), batch.about()), (reserved.name(), reserved.about())]);
        named.iter().map(|(name, term)| format!("{name}: {term}")).collect::<Vec<_>>().join(" ")
    }
}
