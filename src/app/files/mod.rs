//! Files that come onto the page and leave it.

pub mod bytes;
pub mod clipboard;
pub mod curves_file;
pub mod download;
pub mod drop_zone;
pub mod export_menu;
pub mod hand_in_file;
pub mod kept_formulas;
pub mod kept_mappings;
pub mod layered;
pub mod lesson_file;
pub mod log_file;
pub mod paper_kit;
pub mod picture;
pub mod project_file;
pub mod requests_file;
pub mod resources_file;
pub mod scenario_file;
pub mod view_picture;

/// Whether a text begins as a JSON object with this first field.
fn first_field_is(bytes: &js_sys::Uint8Array, field: &str) -> bool {
    const HEAD: u32 = 256;
    let head = bytes.subarray(0, bytes.length().min(HEAD)).to_vec();
    let head = String::from_utf8_lossy(&head);
    let first = head.trim_start_matches('\u{feff}').trim_start();
    let first = first.strip_prefix('{').map(str::trim_start);
    first.is_some_and(|it| it.starts_with(&format!("\"{field}\"")))
}

/// Whether a JSON object names this field near its beginning.
fn begins_with(bytes: &js_sys::Uint8Array, field: &str) -> bool {
    const HEAD: u32 = 4096;
    let head = bytes.subarray(0, bytes.length().min(HEAD)).to_vec();
    String::from_utf8_lossy(&head).contains(&format!("\"{field}\""))
}
