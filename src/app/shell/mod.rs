//! The surroundings of every view: the page, its panel, header, tabs, notices and keys, and the stored session.

#[cfg(feature = "bench")]
pub mod bench;
pub mod front_door;
pub mod header;
pub mod keys;
pub mod layout;
pub mod notice;
pub mod offline;
pub mod page;
pub mod palette;
pub mod panel;
pub mod permalink;
pub mod print_header;
pub mod runs;
pub mod services;
pub mod session;
pub mod shown;
pub mod table_dialog;
pub mod tabs;
pub mod tip;
pub mod view_code;
pub mod work;
