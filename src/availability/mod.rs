//! Who is free when.
