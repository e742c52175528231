//! The log of KTH SP2, which two papers use.

/// Whether a log's header is that of KTH SP2.
pub fn is_its_log(header: &[(String, String)]) -> bool {
    let says = |name: &str, word: &str| {
        let mut of_name = header.iter().filter(|(entry, _)| entry == name);
        of_name.any(|(_, value)| value.contains(word))
    };
    says("Computer", "SP2") && says("Installation", "KTH")
}
