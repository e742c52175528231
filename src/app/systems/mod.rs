//! The systems on the page: a folder each, with the controls of its settings and its inside view.
//!
//! Each folder has the same five things, by the same names: `controls`, `policies`, `inside`,
//! `question` and `beside_player`, with an `InsideSettings` and its hook. Which folders there are, the
//! list of `crates/scheduling/src/system/mod.rs` says.

mod choose;
mod cursor;

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::state::Dispatch;
use crate::app::context::theme::Ground;
use crate::app::files::view_picture::ViewPicture;
pub use choose::ChooseSystem;
use slotscope::chart::Origin;
use slotscope::experiment::{Scenario, System};
use slotscope::lesson::Shot;
use slotscope::page::explained::{Explained, Question};
use slotscope::page::state::Finished;
use slotscope::system::moment::Standing;
use slotscope::workload::Time;

/// What the controls of a system are given.
pub struct ControlsProps<'a> {
    /// What is set now.
    pub scenario: &'a Scenario,
    /// Changes it.
    pub edit: &'a Edit,
    /// What of the workload stands beneath the policies.
    pub children: &'a Html,
}

/// What the inside view of a system is given.
pub struct InsideProps {
    /// The run that is looked at.
    pub finished: Rc<Finished>,
    /// What a person has set in the view.
    pub settings: InsideSettings,
    /// The colours.
    pub ground: Ground,
    /// What times are counted from.
    pub origin: Origin,
    /// The moment that is looked at.
    pub cursor: Option<Time>,
    /// What is opened of it: a time in a slot.
    pub opened: Option<Time>,
    /// The latest answer of the worker, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    /// Where the view leaves how it is drawn.
    pub view_picture: ViewPicture,
    /// Takes another workload with its scenario in place of this one.
    pub take: Callback<Shot>,
    /// Takes actions.
    pub dispatch: Dispatch,
}

/// What a system shows beside the player's lists.
pub struct PlayerProps {
    /// The run that is played.
    pub finished: Rc<Finished>,
    /// Where the jobs stand at the cursor.
    pub here: Rc<Standing>,
    /// The cursor.
    pub cursor: Time,
    /// The colours.
    pub ground: Ground,
    /// What times are counted from.
    pub origin: Origin,
}

macro_rules! pages {
    ($($key:ident: $settings:ident,)+) => {
        $(pub mod $key;)+

        /// What a person has set in the inside views. The page keeps it while other views are shown.
        #[derive(Clone, PartialEq)]
        pub struct InsideSettings {
            $($key: $key::InsideSettings,)+
        }

        /// The settings, as the views begin with them.
        #[hook]
        pub fn use_inside_settings() -> InsideSettings {
            InsideSettings {
                $($key: $key::use_inside_settings(),)+
            }
        }

        /// All that can be set of a scenario's system.
        pub fn controls(props: &ControlsProps) -> Html {
            match &props.scenario.system {
                $(System::$settings(settings) => $key::controls(settings, props),)+
            }
        }

        /// The policies of a scenario by the names that tables and legends have for them, each with
        /// what it means.
        pub fn policies(scenario: &Scenario) -> String {
            match &scenario.system {
                $(System::$settings(settings) => $key::policies(settings),)+
            }
        }

        /// What a run looks like inside its system.
        pub fn inside(props: InsideProps) -> Html {
            let experiment = props.finished.experiment.clone();
            match &experiment.scenario.system {
                $(System::$settings(settings) => $key::inside(settings, props),)+
            }
        }

        /// What has to be told before the inside view can answer, if anything.
        pub fn question(finished: &Finished, cursor: Option<Time>) -> Option<Question> {
            match &finished.experiment.scenario.system {
                $(System::$settings(settings) => $key::question(settings, finished, cursor),)+
            }
        }

        /// What the system shows beside the player's lists.
        pub fn beside_player(props: PlayerProps) -> Html {
            let experiment = props.finished.experiment.clone();
            match &experiment.scenario.system {
                $(System::$settings(settings) => $key::beside_player(settings, props),)+
            }
        }
    };
}
slotscope::for_each_system!(pages);
