//! Helpers that every other package may use, without knowledge of workloads or schedules.

pub mod json;
pub mod ordering;
pub mod setting;
pub mod slices;
pub mod text;
pub mod xml;

/// Whether a field has its default: serde leaves it out then.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
