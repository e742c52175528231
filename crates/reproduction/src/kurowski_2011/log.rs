//! The log that the paper used.

/// Whether a log's header is that of SDSC SP2, which all of the paper's experiments use (Sect. 5:
/// "the real workload SDSC SP2 available at Parallel Workload Archive"). Its entries are names with
/// values, as the Standard Workload Format has them.
pub fn is_its_log(header: &[(String, String)]) -> bool {
    let says = |name: &str, word: &str| {
        let mut of_name = header.iter().filter(|(entry, _)| entry == name);
        of_name.any(|(_, value)| value.contains(word))
    };
    says("Computer", "SP2") && says("Installation", "SDSC")
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::traces::trace;

    #[test]
    fn a_log_that_does_not_name_its_machine_is_not_the_papers() {
        let entry = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let computer = entry("Computer", "IBM SP2");
        assert!(!is_its_log(&[]));
        assert!(!is_its_log(std::slice::from_ref(&computer)));
        assert!(!is_its_log(&[computer.clone(), entry("Installation", "KTH")]));
        assert!(is_its_log(&[computer, entry("Installation", "San-Diego Supercomputer Center (SDSC)")]));
    }

    #[test]
    #[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
    fn only_sdsc_sp2_is_the_papers_log() {
        let cases = [
            ("SDSC-SP2-1998-first-4961.swf", true),
            ("KTH-SP2-1996-2.swf.gz", false),
            ("NASA-iPSC-1993-3.1-cln.swf.gz", false),
        ];
        for (name, expected) in cases {
            let reading = trace(name);
            assert_eq!(is_its_log(&reading.workload.header().entries), expected, "{name}");
        }
    }
}
