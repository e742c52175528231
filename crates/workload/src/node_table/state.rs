//! Which states of a node keep jobs off it.

use crate::lines::is_listed;

/// The states in which a node takes no new jobs.
const OUT_OF_SERVICE: &str = "DOWN DRAIN DRAINED DRAINING DRNG ERROR FAIL FAILED FAILING FAILG FUTURE FUTR INVAL \
                              INVALID INVALID_REG MAINT NOT_RESPONDING NO_RESPOND";

/// Whether a state, as `IDLE+DRAIN` or `down*`, keeps jobs off. A `*` at its end says that the node does not respond.
pub(super) fn is_out_of_service(state: &[u8]) -> bool {
    let mut parts = state.split(|it| b"+,".contains(it)).map(<[u8]>::trim_ascii);
    parts.any(|part| {
        let is_letter = |it: &u8| it.is_ascii_alphabetic() || *it == b'_';
        let end = part.iter().take_while(|it| is_letter(it)).count();
        part[end..].contains(&b'*') || is_listed(&part[..end], OUT_OF_SERVICE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_takes_no_jobs_is_out_of_service() {
        for state in ["DOWN", "IDLE+DRAIN", "down*", "IDLE*", "MIXED+NOT_RESPONDING", "FUTURE~"] {
            assert!(is_out_of_service(state.as_bytes()), "{state}");
        }
        for state in ["", "IDLE", "MIXED+PLANNED", "IDLE+CLOUD+POWERED_DOWN", "ALLOCATED#", "UNKNOWN"] {
            assert!(!is_out_of_service(state.as_bytes()), "{state}");
        }
    }
}
