//! The theme that is chosen for the page: the system's, light or dark.

use base::setting;
use serde::{Deserialize, Serialize};

/// The key under which a browser keeps it; `static/theme.js` reads it before the page is painted.
pub const KEY: &str = "slotscope-theme";

setting::setting! {
    /// The theme of the page and its charts.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum ThemeChoice {
        /// Light or dark, as the operating system says.
        #[default]
        System {
            key: "system",
            name: "System",
            about: "Light or dark, as this computer is set.",
        }
        /// Dark on light.
        Light {
            key: "light",
            name: "Light",
            about: "Dark on light, for paper and bright rooms.",
        }
        /// Light on dark.
        Dark {
            key: "dark",
            name: "Dark",
            about: "Light on dark, for projectors in dim rooms.",
        }
    }
}

impl ThemeChoice {
    /// The choice that a browser has kept; anything else is the system's.
    pub fn of(kept: &str) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.row().key == kept).unwrap_or_default()
    }

    /// Whether the page is dark where the system prefers dark or not. Paper is light.
    pub fn is_dark(self, system: bool, printing: bool) -> bool {
        !printing
            && match self {
                Self::System => system,
                Self::Light => false,
                Self::Dark => true,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_counts_more_than_the_system_and_paper_is_light() {
        use ThemeChoice::{Dark, Light, System};
        assert_eq!([System, Light, Dark].map(|it| it.is_dark(true, false)), [true, false, true]);
        assert_eq!([System, Light, Dark].map(|it| it.is_dark(false, false)), [false, false, true]);
        assert!(ThemeChoice::ALL.iter().all(|it| !it.is_dark(true, true)));
    }

    #[test]
    fn what_a_browser_keeps_maps_back_and_anything_else_is_the_system() {
        for choice in ThemeChoice::ALL {
            assert_eq!(ThemeChoice::of(choice.row().key), choice);
        }
        for text in ["", "Dark", "{}", "midnight"] {
            assert_eq!(ThemeChoice::of(text), ThemeChoice::System);
        }
    }
}
