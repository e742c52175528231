//! A hand-in as the hash of an address.
//!
//! `hand-in-1.` and the JSON text, packed as the snapshots of links are.

use super::{HandIn, HandInError, fail};
use crate::permalink::{self, LinkError};
use base::json;

/// The version that is written, with the separator after it.
const VERSION: &str = "hand-in-1.";

/// What all versions begin with.
const BEGINNING: &str = "hand-in-";

/// Whether a hash, with or without `#`, is meant as a hand-in.
pub fn is_link(hash: &str) -> bool {
    hash.strip_prefix('#').unwrap_or(hash).starts_with(BEGINNING)
}

/// The link's text, without `#`, and how many entries of `tried` it leaves out, the earliest first, to keep the length
/// of links.
///
/// # Errors
///
/// If it is too long with none of them, or could not be read again.
pub fn link(hand_in: &HandIn) -> Result<(String, usize), HandInError> {
    hand_in.check()?;
    let mut shorter = hand_in.clone();
    let mut kept = hand_in.tried.len();
    loop {
        let left_out = hand_in.tried.len() - kept;
        shorter.tried = hand_in.tried[left_out..].to_vec();
        shorter.tried_left_out = hand_in.tried_left_out.saturating_add(left_out as u32);
        let json = serde_json::to_string(&shorter).map_err(|error| HandInError(error.to_string()))?;
        match permalink::pack(VERSION, &json) {
            Err(LinkError::TooLong) if kept > 0 => kept /= 2,
            made => return Ok((made.map_err(in_words)?, left_out)),
        }
    }
}

/// The hand-in of a link; its text may begin with `#` or be a whole address. The result has passed [`HandIn::check`].
///
/// # Errors
///
/// A sentence, for every fault.
pub fn read_link(text: &str) -> Result<HandIn, HandInError> {
    let text = text.trim();
    let hash = text.rsplit_once('#').map_or(text, |(_, hash)| hash);
    let Some(rest) = hash.strip_prefix(BEGINNING) else {
        return fail("it is no link of a hand-in");
    };
    if !hash.starts_with(VERSION) {
        let version = rest.split('.').next().unwrap_or_default();
        let version: String = version.chars().take(10).collect();
        return fail(&format!("it is of version \"{version}\", and this page reads version 1"));
    }
    let json = permalink::unpack(VERSION, hash).map_err(in_words)?;
    let wrong = |why: json::Mistake| HandInError(why.without_place().to_string());
    let hand_in: HandIn = json::read(&json).map_err(wrong)?;
    hand_in.check()?;
    Ok(hand_in)
}

fn in_words(why: LinkError) -> HandInError {
    HandInError(why.to_string())
}
