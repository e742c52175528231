//! Files that come onto the page and leave it.

pub mod bytes;
pub mod clipboard;
pub mod curves_file;
pub mod download;
pub mod drop_zone;
pub mod dropped;
pub mod export_menu;
pub mod hand_in_file;
pub mod kept_formulas;
pub mod kept_mappings;
pub mod layered;
pub mod lesson_file;
pub mod paper_kit;
pub mod project_file;
pub mod resources_file;
pub mod view_picture;
