//! The surroundings of every view: the page, its panel, header, tabs, notices and keys, and the stored session.

#[cfg(feature = "bench")]
pub mod bench;
pub mod classroom;
pub mod front_door;
pub mod handlers;
pub mod header;
pub mod key_sheet;
pub mod keys;
pub mod layout;
pub mod letting_go;
pub mod live_region;
pub mod not_run;
pub mod notice;
pub mod offline;
pub mod only;
pub mod page;
pub mod palette;
pub mod panel;
pub mod permalink;
pub mod print_header;
mod projector;
pub mod runs;
pub mod selected;
pub mod services;
pub mod session;
pub mod shown;
pub mod table_dialog;
pub mod tabs;
pub mod tip;
pub mod view_code;
pub mod view_provenance;
pub mod visit;
pub mod which_run;
pub mod work;
