//! The simulation worker of the page.

fn main() {}
