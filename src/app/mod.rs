//! The page: components, one state reducer, and the page's side of the workers.
//!
//! wasm32 only. Nothing is computed here: runs happen in workers through
//! [`slotscope::experiment`], pictures come from [`slotscope::chart`].

pub mod context;
pub mod control;
pub mod files;
pub mod shell;
pub mod systems;
pub mod views;

/// Mounts the page. `fetch` brings the code of views that does not come with it.
pub fn mount(fetch: shell::view_code::Fetch) {
    shell::notice::show_panics();
    let props = shell::page::PageProps { fetch };
    yew::Renderer::<shell::page::Page>::with_props(props).render();
}
