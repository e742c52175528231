//! The systems on the page: a folder each, with the controls of its settings and its inside view.
//!
//! Each folder has a [`SystemPage`] of the system's settings, and an `InsideSettings` with its hook. Which folders there
//! are, the list of `crates/scheduling/src/system/mod.rs` says.

mod choose;
mod cursor;
mod presets;
mod setting;

use super::context::prelude::*;
use super::context::state::Edit;
use super::files::view_picture::ViewPicture;
use slotscope::chart::Origin;
use slotscope::experiment::{Scenario, System};
use slotscope::lesson::Shot;
use slotscope::page::contents::Contents;
use slotscope::page::explained::{Explained, Question};
use slotscope::system::moment::Standing;

pub use choose::ChooseSystem;
pub use setting::Controls;

/// The properties of the controls of a system.
pub struct ControlsProps<'a> {
    pub scenario: &'a Scenario,
    /// The workload, once it is known.
    pub contents: Option<&'a Rc<Contents>>,
    /// Changes it.
    pub edit: &'a Edit,
}

/// The properties of the inside view of a system.
pub struct InsideProps {
    /// The run that is looked at.
    pub finished: Rc<Finished>,
    /// The settings of the view.
    pub settings: InsideSettings,
    /// The colours.
    pub ground: Ground,
    /// The origin of times.
    pub origin: Origin,
    /// The moment that is looked at.
    pub cursor: Option<Time>,
    /// The opened slot: a time in it.
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

/// The properties of the part of a system beside the player's lists.
pub struct PlayerProps {
    /// The run that is played.
    pub finished: Rc<Finished>,
    /// Where the jobs stand at the cursor.
    pub here: Rc<Standing>,
    pub cursor: Time,
    /// The colours.
    pub ground: Ground,
    /// The origin of times.
    pub origin: Origin,
}

/// What a system shows on the page. `InsideSettings` of its folder are what is set in its inside view.
trait SystemPage {
    /// The forms beside the controls of its rows.
    fn controls(&self, _: &ControlsProps) -> Html {
        nothing()
    }

    /// The inside view of a run.
    fn inside(&self, props: InsideProps) -> Html;

    /// The question that must be answered before the inside view can be drawn, if any.
    fn question(&self, _: &Finished, _: Option<Time>) -> Option<Question> {
        None
    }

    /// The part beside the player's lists.
    fn beside_player(&self, _: PlayerProps) -> Html {
        nothing()
    }

    /// The policies by the names that tables and legends have for them, each with its explanation.
    fn policies(&self) -> String;
}

macro_rules! pages {
    ($($key:ident: $settings:ident,)+) => {
        $(pub mod $key;)+

        /// The settings of the inside views, which the page keeps while other views are shown.
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

        /// The forms of a system beside the controls of its rows.
        pub fn controls(props: &ControlsProps) -> Html {
            match &props.scenario.system {
                $(System::$settings(settings) => settings.controls(props),)+
            }
        }

        /// The policies of a scenario by the names that tables and legends have for them, each with its
        /// explanation.
        pub fn policies(scenario: &Scenario) -> String {
            match &scenario.system {
                $(System::$settings(settings) => settings.policies(),)+
            }
        }

        /// The inside view of a run.
        pub fn inside(props: InsideProps) -> Html {
            let experiment = props.finished.experiment.clone();
            match &experiment.scenario.system {
                $(System::$settings(settings) => settings.inside(props),)+
            }
        }

        /// The question that must be answered before the inside view can be drawn, if any.
        pub fn question(finished: &Finished, cursor: Option<Time>) -> Option<Question> {
            match &finished.experiment.scenario.system {
                $(System::$settings(settings) => settings.question(finished, cursor),)+
            }
        }

        /// The part of the system beside the player's lists.
        pub fn beside_player(props: PlayerProps) -> Html {
            let experiment = props.finished.experiment.clone();
            match &experiment.scenario.system {
                $(System::$settings(settings) => settings.beside_player(props),)+
            }
        }
    };
}
slotscope::for_each_system!(pages);
