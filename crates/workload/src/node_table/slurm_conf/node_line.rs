//! A line of nodes: `NodeName=n[001-010] CPUs=64 RealMemory=256000 Gres=gpu:a100:4`.

use std::rc::Rc;

use super::conf_lines::Pairs;
use crate::node_table::fault::brief;
use crate::node_table::gres::read_gres;
use crate::node_table::hardware::{Hardware, memory, names_of, whole};
use crate::node_table::state::is_out_of_service;

/// The values of a line, over those of the lines `NodeName=DEFAULT` before it.
#[derive(Clone, Default)]
pub(super) struct NodeLine {
    hardware: Hardware,
    pub is_out: bool,
    /// Its weight, where it has one other than the usual.
    pub weight: Option<Rc<str>>,
}

impl NodeLine {
    /// Takes the values of a line.
    ///
    /// # Errors
    ///
    /// If one is no number, in words.
    pub fn take(&mut self, content: &[u8]) -> Result<(), String> {
        for (key, value) in Pairs(content) {
            let name = String::from_utf8_lossy(key).to_ascii_lowercase();
            let wrong = || {
                let (key, value) = (brief(key), brief(value));
                format!("{key} is no number but \"{value}\"")
            };
            let number = || whole(value).map(Some).ok_or_else(wrong);
            let size = || memory(value).map(Some).ok_or_else(wrong);
            let hardware = &mut self.hardware;
            match name.as_str() {
                "cpus" | "procs" => hardware.cpus = number()?,
                "boards" => hardware.boards = number()?,
                "sockets" | "socketsperboard" => hardware.sockets = number()?,
                "corespersocket" => hardware.cores = number()?,
                "threadspercore" => hardware.threads = number()?,
                "realmemory" => hardware.memory = size()?,
                "memspeclimit" => hardware.reserved_memory = size()?,
                "corespeccount" => hardware.reserved_cores = number()?,
                "cpuspeclist" => hardware.reserved_cpus = Some(Rc::from(value)),
                "gres" => hardware.gres = Rc::new(read_gres(value)),
                "feature" | "features" => hardware.features = Rc::new(names_of(value)),
                "state" => self.is_out = is_out_of_service(value),
                "weight" => self.weight = (value != b"1").then(|| brief(value).into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// How long it takes to take the values that are read anew for each line.
    pub fn work(&self) -> u64 {
        let list = self.hardware.reserved_cpus.as_ref();
        1 + list.map_or(0, |it| it.len() as u64 / 16)
    }

    /// The hardware of each node, and a remark on a number of cores that is guessed.
    pub fn hardware(&self) -> (Hardware, Option<&'static str>) {
        let mut hardware = Hardware { is_by_core: true, ..self.hardware.clone() };
        if hardware.cpus.is_some() {
            return (hardware, None);
        }
        let by_parts = hardware.cpus_by_parts();
        hardware.cpus = Some(by_parts.unwrap_or(1));
        let words = "no CPUs, Sockets, CoresPerSocket or ThreadsPerCore: one core, as Slurm takes it";
        (hardware, by_parts.is_none().then_some(words))
    }
}
