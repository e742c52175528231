//! The log of KTH SP2, which two papers use, and how a log's header names its machine.

/// Whether a log's header, names with values, is that of this computer at this installation.
pub fn names(header: &[(String, String)], computer: &str, installation: &str) -> bool {
    let says = |name: &str, word: &str| {
        let mut of_name = header.iter().filter(|(entry, _)| entry == name);
        of_name.any(|(_, value)| value.contains(word))
    };
    says("Computer", computer) && says("Installation", installation)
}

/// Whether a log's header is that of KTH SP2.
pub fn is_its_log(header: &[(String, String)]) -> bool {
    names(header, "SP2", "KTH")
}
