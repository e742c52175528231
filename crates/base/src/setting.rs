//! Settings that are one of several values: one table for each, a row for a value.
//!
//! A table reads as an enum whose values have their key and words. The parser of scenarios, knobs, controls, legends,
//! words and help are made of the rows; no such list is written a second time.

/// The entry of a table for one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How it is written in JSON, in links and on the command line.
    pub key: &'static str,
    /// Its name wherever it stands by itself: in legends, captions, tables and sentences.
    pub name: &'static str,
    /// Its name on its own control, whose label already names the setting.
    pub label: &'static str,
    /// Its effect, in a sentence.
    pub about: &'static str,
    /// Whether the trade-off tries it by default.
    pub tried: bool,
}

/// An enum that has a table.
pub trait Setting: Copy + PartialEq + 'static {
    /// All values and their rows, in the order in which they are offered.
    const TABLE: (&'static [Self], &'static [Row]);
}

/// An enum of the rows of a table, in the order in which they are offered; `#[default]` marks the usual one.
///
/// ```text
/// setting! {
///     /// Treatment of a job that was preempted.
///     #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
///     pub enum Preempted {
///         /// It resumes where it was stopped, on any free processors of its provider.
///         #[default]
///         Resume {
///             key: "resume",
///             name: "Goes on",
///             about: "It goes on where it was stopped, on any processors that are free then.",
///         }
///     }
/// }
/// ```
///
/// `label` and `tried` are columns that a table has in all its rows or in none: otherwise the label is the name, and the
/// trade-off keeps to the value of the scenario.
#[doc(hidden)]
#[macro_export]
macro_rules! __setting {
    (
        $(#[$of_enum:meta])*
        $vis:vis enum $Setting:ident {
            $(
                $(#[$of_value:meta])*
                $Value:ident {
                    key: $key:literal,
                    name: $name:literal,
                    $(label: $label:literal,)?
                    about: $about:literal,
                    $(tried: $tried:literal,)?
                }
            )+
        }
    ) => {
        $(#[$of_enum])*
        $vis enum $Setting {
            $(
                $(#[$of_value])*
                #[serde(rename = $key)]
                $Value,
            )+
        }

        impl $Setting {
            /// All values, in the order in which they are offered.
            pub const ALL: [Self; [$(stringify!($Value)),+].len()] = [$(Self::$Value),+];

            pub const ROWS: &'static [$crate::setting::Row] = &[$(
                $crate::setting::Row {
                    key: $key,
                    name: $name,
                    label: [$($label,)? $name][0],
                    about: $about,
                    tried: [$($tried,)? false][0],
                },
            )+];

            /// The entry of the table for it.
            pub const fn row(self) -> &'static $crate::setting::Row {
                &Self::ROWS[self as usize]
            }

            /// Its name wherever it stands by itself.
            pub const fn name(self) -> &'static str {
                self.row().name
            }

            /// Its effect, in a sentence.
            pub const fn about(self) -> &'static str {
                self.row().about
            }
        }

        impl $crate::setting::Setting for $Setting {
            const TABLE: (&'static [Self], &'static [$crate::setting::Row]) = (&Self::ALL, Self::ROWS);
        }

        const _: () = {
            let labels = [$([$($label,)? ""].len()),+];
            let tried = [$([$($tried,)? false].len()),+];
            assert!($crate::setting::are_equal(&labels), "a row has no label, and another has");
            assert!($crate::setting::are_equal(&tried), "a row says whether it is tried, and another does not");
        };
    };
}
pub use __setting as setting;

/// Whether all rows have the same columns, by how many each has.
pub const fn are_equal(counts: &[usize]) -> bool {
    let mut at = 1;
    while at < counts.len() && counts[at] == counts[0] {
        at += 1;
    }
    at >= counts.len()
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::setting;

    setting! {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        enum Toy {
            First {
                key: "the_first",
                name: "First toy",
                label: "First",
                about: "It comes first.",
                tried: true,
            }
            /// The second.
            #[default]
            Second {
                key: "second",
                name: "Second toy",
                label: "Second",
                about: "It comes second.",
                tried: false,
            }
        }
    }

    #[test]
    fn a_row_is_all_that_is_said_of_a_value() {
        assert_eq!(Toy::ALL, [Toy::First, Toy::Second]);
        assert_eq!(Toy::default(), Toy::Second);
        for (toy, row) in Toy::ALL.into_iter().zip(Toy::ROWS) {
            assert_eq!(toy.row(), row);
            assert_eq!((toy.name(), toy.about()), (row.name, row.about));
            assert_eq!(serde_json::to_value(toy).unwrap(), row.key);
            assert_eq!(serde_json::from_value::<Toy>(row.key.into()).unwrap(), toy);
        }
        let row = Toy::First.row();
        assert_eq!((row.key, row.label, row.tried), ("the_first", "First", true));
    }

    #[test]
    fn a_column_that_is_left_out_in_some_rows_is_seen() {
        assert!(super::are_equal(&[2, 2, 2]) && super::are_equal(&[1]));
        assert!(!super::are_equal(&[2, 1]) && !super::are_equal(&[1, 1, 2]));
    }
}
