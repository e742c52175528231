//! The page: components, one state reducer, and the page's side of the workers.
//!
//! wasm32 only. Nothing is computed here: runs happen in workers through
//! [`crate::experiment`], pictures come from [`crate::chart`].

pub mod control;
pub mod files;
pub mod shell;
pub mod systems;
pub mod terms;
pub mod views;

/// Mounts the page.
pub fn mount() {
    shell::notice::show_panics();
    yew::Renderer::<shell::page::Page>::new().render();
}
