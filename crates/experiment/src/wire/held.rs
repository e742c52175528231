//! The columns of what jobs held of GPUs and memory.

use super::WireError;
use super::buffer::{Reader, Writer};
use scheduling::engine::holds::{HeldGpus, HeldMemory};
use scheduling::engine::{Holds, Of};

/// The bytes of an entry in all its columns: of GPUs, and of memory.
const GPUS: usize = 4 * 4;
const MEMORY: usize = 2 * 4 + 8;

/// The number of entries of GPUs and of memory, then their columns. O(n).
pub(super) fn write(out: &mut Writer, of: &Of) {
    let none = Holds::default();
    let holds = match of {
        Of::Log(it) => &it.holds,
        Of::Workflow(_) | Of::Batch(_) => &none,
    };
    let Holds { gpus, memory, .. } = holds;
    out.u32(gpus.len() as u32);
    out.u32(memory.len() as u32);
    let numbers: [fn(&HeldGpus) -> u32; 4] =
        [|it| it.job, |it| it.node, |it| u32::from(it.last) << 16 | u32::from(it.first), |it| it.share.into()];
    for number in numbers {
        out.column(gpus, |out, it| out.u32(number(it)));
    }
    let numbers: [fn(&HeldMemory) -> u32; 2] = [|it| it.job, |it| it.node];
    for number in numbers {
        out.column(memory, |out, it| out.u32(number(it)));
    }
    out.column(memory, |out, it| out.i64(it.mebibytes as i64));
}

/// Reads what [`write`] wrote, in slices.
///
/// # Errors
///
/// If the buffer is too short, or a workload other than a log has entries.
pub(super) async fn read(from: &mut Reader<'_>, of: &mut Of) -> Result<(), WireError> {
    let (gpus, memory) = (from.u32()? as usize, from.u32()? as usize);
    let holds = match of {
        Of::Log(it) => &mut it.holds,
        Of::Workflow(_) | Of::Batch(_) if gpus == 0 && memory == 0 => return Ok(()),
        Of::Workflow(_) | Of::Batch(_) => return Err(WireError),
    };
    let blank = HeldGpus { job: 0, node: 0, first: 0, last: 0, share: 0 };
    holds.gpus = from.rows(gpus, GPUS, blank).await?;
    let numbers: [fn(&mut HeldGpus, u32); 4] = [
        |it, number| it.job = number,
        |it, number| it.node = number,
        |it, number| (it.first, it.last) = (number as u16, (number >> 16) as u16),
        |it, number| it.share = u16::try_from(number).unwrap_or(u16::MAX),
    ];
    for set in numbers {
        from.fill(&mut holds.gpus, Reader::u32, set).await?;
    }
    let blank = HeldMemory { job: 0, node: 0, mebibytes: 0 };
    holds.memory = from.rows(memory, MEMORY, blank).await?;
    let numbers: [fn(&mut HeldMemory, u32); 2] = [|it, number| it.job = number, |it, number| it.node = number];
    for set in numbers {
        from.fill(&mut holds.memory, Reader::u32, set).await?;
    }
    let set = |it: &mut HeldMemory, number: i64| it.mebibytes = number as u64;
    from.fill(&mut holds.memory, Reader::i64, set).await
}
