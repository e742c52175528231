//! The page under faults: whatever breaks around it is said in words, and nothing that was made is lost.
//!
//! `docs/reliability.md` lists what is survived, each with its test.

mod actions;
mod deaths;
mod files;
mod firefox;
mod storage;
mod user;

use crate::session::at_start;

/// A log of a machine of 8 processors.
const SMALL: &[u8] = b"; MaxProcs: 8\n\
    1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 60 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n\
    3 9 0 30 4 -1 -1 4 60 -1 1 2 1 -1 1 1 -1 -1\n";
