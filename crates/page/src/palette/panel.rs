//! The panel as the palette finds it: its settings with their values, and its buttons for logs.

/// What the panel holds at present.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Its settings, from top to bottom.
    pub settings: Vec<PanelSetting>,
    /// The buttons that open a workload.
    pub logs: Vec<PanelButton>,
}

/// A setting of the panel, or a part of it that folds away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanelSetting {
    pub label: String,
    /// The title of the part in which it folds away; empty if it always shows.
    pub within: String,
    /// Its explanation.
    pub about: String,
    /// Its values, if it is one of several.
    pub values: Vec<PanelValue>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanelValue {
    pub label: String,
    /// Its explanation.
    pub about: String,
    pub chosen: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanelButton {
    pub label: String,
    /// Its explanation.
    pub about: String,
}
