//! The request of a task to one node.

/// A whole GPU, in thousandths.
pub const WHOLE: u16 = 1_000;

/// The GPUs that a task asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gpus {
    /// None: the task runs on cores alone.
    #[default]
    None,
    /// A share of one GPU, in thousandths, from 1 to 999. Tasks share a GPU up to [`WHOLE`].
    Share(u16),
    /// A number of whole GPUs of one node, at least 1.
    Whole(u32),
}

impl Gpus {
    /// `count` GPUs of which each is asked for to `thousandths`; nothing if that is no request: a share of 0, more
    /// than a whole GPU, or shares of several GPUs.
    pub fn of(count: u32, thousandths: u32) -> Option<Self> {
        match (count, u16::try_from(thousandths).ok()?) {
            (0, _) => Some(Self::None),
            (count, WHOLE) => Some(Self::Whole(count)),
            (1, share @ 1..WHOLE) => Some(Self::Share(share)),
            _ => None,
        }
    }

    /// How many GPUs it touches.
    pub fn count(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Share(_) => 1,
            Self::Whole(count) => count,
        }
    }

    /// How much it asks of each of them, in thousandths.
    pub fn of_each(self) -> u16 {
        match self {
            Self::None => 0,
            Self::Share(share) => share,
            Self::Whole(_) => WHOLE,
        }
    }

    /// How much it asks for in all, in thousandths.
    pub fn total(self) -> u64 {
        u64::from(self.count()) * u64::from(self.of_each())
    }

    /// Its kind for GPU clustering: all shares are one kind, every number of whole GPUs is one.
    pub fn kind(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Share(_) => Some(0),
            Self::Whole(count) => Some(count),
        }
    }
}

/// The resources that a task asks for, all of them on one node.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Request {
    /// Cores, in thousandths.
    pub cores: u64,
    /// Memory, in MiB.
    pub memory: u64,
    pub gpus: Gpus,
    /// The GPU types that it may run on, numbered as those of the nodes, in ascending order; any if empty.
    pub types: Vec<u32>,
}

impl Request {
    /// Whether its types allow a node with GPUs of this type; a request that names types allows no node without GPUs.
    pub fn allows(&self, gpu_type: Option<u32>) -> bool {
        self.types.is_empty() || gpu_type.is_some_and(|it| self.types.contains(&it))
    }
}
