//! The functions of a formula: a table, a row for each.

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arguments {
    /// This number of them.
    Exactly(usize),
    TwoOrMore,
}

macro_rules! functions {
    ($($Function:ident { name: $name:literal, arguments: $arguments:expr, form: $form:literal, about: $about:literal })+) => {
        /// A function of a formula.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function {
            $(#[doc = $about] $Function,)+
        }

        impl Function {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$Function),+];

            /// As a formula names it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Function => $name,)+
                }
            }

            /// How it is written, with its arguments.
            pub const fn form(self) -> &'static str {
                match self {
                    $(Self::$Function => $form,)+
                }
            }

            /// Its value, in a sentence.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$Function => $about,)+
                }
            }

            pub(super) const fn arguments(self) -> Arguments {
                match self {
                    $(Self::$Function => $arguments,)+
                }
            }
        }
    };
}

functions! {
    If {
        name: "if",
        arguments: Arguments::Exactly(3),
        form: "if(condition, a, b)",
        about: "a where the condition holds, otherwise b."
    }
    Min {
        name: "min",
        arguments: Arguments::TwoOrMore,
        form: "min(a, b, …)",
        about: "The smallest of two or more numbers."
    }
    Max {
        name: "max",
        arguments: Arguments::TwoOrMore,
        form: "max(a, b, …)",
        about: "The largest of two or more numbers."
    }
    Abs {
        name: "abs",
        arguments: Arguments::Exactly(1),
        form: "abs(a)",
        about: "The number without its sign."
    }
    Floor {
        name: "floor",
        arguments: Arguments::Exactly(1),
        form: "floor(a)",
        about: "The largest whole number that is not above a."
    }
    Sqrt {
        name: "sqrt",
        arguments: Arguments::Exactly(1),
        form: "sqrt(a)",
        about: "The square root."
    }
    Exp {
        name: "exp",
        arguments: Arguments::Exactly(1),
        form: "exp(a)",
        about: "e to the power a."
    }
    Ln {
        name: "ln",
        arguments: Arguments::Exactly(1),
        form: "ln(a)",
        about: "The natural logarithm."
    }
    Log2 {
        name: "log2",
        arguments: Arguments::Exactly(1),
        form: "log2(a)",
        about: "The logarithm to base 2."
    }
    Log10 {
        name: "log10",
        arguments: Arguments::Exactly(1),
        form: "log10(a)",
        about: "The logarithm to base 10."
    }
}

impl Function {
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// An enum of the rows of a table: name in formulas, whether the value of a waiting job changes, sentence.
macro_rules! variables {
    (
        $(#[$of_enum:meta])*
        pub enum $Kind:ident {
            $($Variable:ident { name: $name:literal, changes: $changes:literal, about: $about:literal })+
        }
    ) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Kind {
            $(#[doc = $about] $Variable,)+
        }

        impl $Kind {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$Variable),+];

            /// As a formula names it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variable => $name,)+
                }
            }

            /// Its meaning, in a sentence.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$Variable => $about,)+
                }
            }

            /// Whether its value can change while a job waits.
            pub const fn changes(self) -> bool {
                match self {
                    $(Self::$Variable => $changes,)+
                }
            }
        }
    };
}

variables! {
    /// A variable that is a number.
    pub enum Quantity {
        Submit {
            name: "submit",
            changes: false,
            about: "When the job was submitted, or became eligible where that is later: seconds from the start of the log."
        }
        Wait {
            name: "wait",
            changes: true,
            about: "How long the job has waited: seconds from its submission until now."
        }
        Size {
            name: "size",
            changes: false,
            about: "Processors of the job."
        }
        Limit {
            name: "limit",
            changes: false,
            about: "Processing time limit of the job, in seconds."
        }
        Estimate {
            name: "estimate",
            changes: false,
            about: "Run time that backfilling believes, in seconds: the limit unless the setting says otherwise."
        }
        Work {
            name: "work",
            changes: false,
            about: "Size × limit: the processor seconds that the job may use."
        }
        UserUsage {
            name: "user_usage",
            changes: true,
            about: "Processor seconds that the job's user has used, halved after each half-life."
        }
        GroupUsage {
            name: "group_usage",
            changes: true,
            about: "Processor seconds that the job's group has used, halved after each half-life."
        }
        Priority {
            name: "priority",
            changes: false,
            about: "Priority of the job, a number; −1 if it is unknown."
        }
        Now {
            name: "now",
            changes: true,
            about: "The instant of the decision: seconds from the start of the log."
        }
        Waiting {
            name: "waiting",
            changes: true,
            about: "Jobs that wait, this one among them."
        }
        Free {
            name: "free",
            changes: true,
            about: "Processors that no job uses now."
        }
        Processors {
            name: "processors",
            changes: false,
            about: "Processors of the machine."
        }
        Gpus {
            name: "gpus",
            changes: false,
            about: "GPUs of the job; only a system with nodes knows them."
        }
        Memory {
            name: "memory",
            changes: false,
            about: "Memory of the job, in GiB; only a system with nodes knows it."
        }
        Nodes {
            name: "nodes",
            changes: false,
            about: "Nodes that the job asks for, −1 where the log does not say; only a system with nodes knows them."
        }
        DominantShare {
            name: "dominant_share",
            changes: false,
            about: "The largest of the job's shares of all cores, GPUs and memory; only a system with nodes knows it."
        }
    }
}

variables! {
    /// A variable that is a name: `==` and `!=` compare it with a quoted name, a whole number or another one.
    pub enum NameVariable {
        Queue {
            name: "queue",
            changes: false,
            about: "Queue of the job, a name: queue == \"short\"."
        }
        User {
            name: "user",
            changes: false,
            about: "User of the job, a name: user == \"alice\"."
        }
        Group {
            name: "group",
            changes: false,
            about: "Group of the user, a name: group == \"physics\"."
        }
        Partition {
            name: "partition",
            changes: false,
            about: "Partition of the job, a name: partition == \"gpu\"."
        }
        Qos {
            name: "qos",
            changes: false,
            about: "Quality of service of the job, a name: qos == \"high\"."
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A number.
    Quantity(Quantity),
    Name(NameVariable),
}

impl Variable {
    /// All of them: the numbers, then the names.
    pub fn all() -> impl Iterator<Item = Self> {
        Quantity::ALL.iter().copied().map(Self::Quantity).chain(NameVariable::ALL.iter().copied().map(Self::Name))
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|it| it.name() == name)
    }

    /// As a formula names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quantity(it) => it.name(),
            Self::Name(it) => it.name(),
        }
    }

    /// Its meaning, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Quantity(it) => it.about(),
            Self::Name(it) => it.about(),
        }
    }

    /// Whether its value can change while a job waits.
    pub const fn changes(self) -> bool {
        match self {
            Self::Quantity(it) => it.changes(),
            Self::Name(it) => it.changes(),
        }
    }

    /// Its place in a set of variables.
    const fn bit(self) -> u32 {
        match self {
            Self::Quantity(it) => 1 << it as u32,
            Self::Name(it) => 1 << (it as u32 + Quantity::ALL.len() as u32),
        }
    }
}

impl Quantity {
    /// Those that only a system with nodes knows.
    pub const OF_NODES: [Self; 4] = [Self::Gpus, Self::Memory, Self::Nodes, Self::DominantShare];
}

impl From<Quantity> for Variable {
    fn from(it: Quantity) -> Self {
        Self::Quantity(it)
    }
}

impl From<NameVariable> for Variable {
    fn from(it: NameVariable) -> Self {
        Self::Name(it)
    }
}

/// A set of variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Variables(u32);

impl Variables {
    pub(super) fn add(&mut self, variable: Variable) {
        self.0 |= variable.bit();
    }

    pub(super) fn has(self, variable: Variable) -> bool {
        self.0 & variable.bit() != 0
    }
}
