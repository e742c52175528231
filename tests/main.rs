//! The tests that need no browser, in one program.

mod architecture;
mod command_line;
mod common;
mod documents;
mod figures;
mod lessons;
mod scenarios;
