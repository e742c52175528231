//! The layout around and over the views.

use crate::history::WorkloadKey;
use crate::theme_choice::ThemeChoice;

/// Changes of the layout.
pub enum LayoutAction {
    /// Opens or closes the side panel where it is a drawer.
    Drawer(bool),
    /// Draws the view for a projector, or no longer.
    Projector,
    /// Shows the page's bars around an open lesson, or no longer.
    Bars,
    /// Opens or closes the list of keys.
    Keys(bool),
    /// Opens or closes the command palette.
    Palette(bool),
    /// Lets keys of a single character count, or not.
    CharacterKeys(bool),
    /// Says what the page is beside this workload, or no longer.
    Door(Option<WorkloadKey>),
    /// Shows the page and its charts in a theme.
    Theme(ThemeChoice),
}

/// The layout around and over the views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Whether the view is all that the page shows.
    pub only: bool,
    /// Whether the page was opened by a link for a class.
    pub class: bool,
    /// Whether the view is drawn for a projector.
    pub projector: bool,
    /// Whether the page's bars stand around an open lesson.
    pub bars: bool,
    /// Whether the side panel is open where it is a drawer.
    pub drawer: bool,
    /// Whether the list of keys lies over the page.
    pub keys: bool,
    /// Whether the command palette lies over the page.
    pub palette: bool,
    /// Whether keys of a single character count.
    pub character_keys: bool,
    /// The workload beside which the page says what it is: the example, of a first visit or as it was asked for.
    pub door: Option<WorkloadKey>,
    /// The theme of the page and its charts. It is kept in the browser and stands in no link.
    pub theme: ThemeChoice,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            only: false,
            class: false,
            projector: false,
            bars: false,
            drawer: false,
            keys: false,
            palette: false,
            character_keys: true,
            door: None,
            theme: ThemeChoice::default(),
        }
    }
}

impl Layout {
    /// Applies a change.
    pub fn apply(&mut self, action: LayoutAction) {
        match action {
            LayoutAction::Drawer(open) => self.drawer = open,
            LayoutAction::Projector => self.projector = !self.projector,
            LayoutAction::Bars => self.bars = !self.bars,
            LayoutAction::Keys(open) => self.keys = open,
            LayoutAction::Palette(open) => self.palette = open,
            LayoutAction::CharacterKeys(on) => self.character_keys = on,
            LayoutAction::Door(beside) => self.door = beside,
            LayoutAction::Theme(theme) => self.theme = theme,
        }
    }
}
