//! The paper kit of the open view. Its code is fetched when a kit is first asked for.

use std::pin::Pin;

use wasm_bindgen::JsValue;

use super::download;
use super::view_picture::ViewPicture;
use slotscope::experiment::Provenance;
use slotscope::page::paper_kit::KitSubject;

/// Makes the kit of what a view shows, with the provenance of its runs, as a zip archive.
pub type MakeKit = fn(&KitSubject, &[Provenance]) -> Result<Vec<u8>, String>;

/// Code on its way; nothing if it does not arrive.
pub type KitComing = Pin<Box<dyn Future<Output = Option<MakeKit>>>>;

/// Fetches that code.
#[derive(Clone, Copy, Debug)]
pub struct FetchKit(pub fn() -> KitComing);

impl PartialEq for FetchKit {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Makes a kit: code that is split off, which nothing else may call.
pub fn make(subject: &KitSubject, provenance: &[Provenance]) -> Result<Vec<u8>, String> {
    Ok(subject.kit(provenance)?.zip())
}

/// Hands out the kit of the open view.
///
/// # Errors
///
/// In words, if the view has nothing for a kit yet, or the code does not arrive.
pub async fn hand_out(
    name: &str,
    view_picture: &ViewPicture,
    provenance: &[Provenance],
    fetch: FetchKit,
) -> Result<(), JsValue> {
    let subject = view_picture.kit_subject();
    let subject = subject.ok_or("this view has no figures yet: run them first")?;
    let make = fetch.0().await;
    let make = make.ok_or("its code could not be fetched; try again when the network is there")?;
    download::bytes(name, "application/zip", &make(&subject, provenance)?)
}
