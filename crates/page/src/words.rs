//! Numbers with their nouns: jobs, bytes, processors.

pub use base::text::{count, decimal, duration};
use scheduling::criteria::Criterion;
use scheduling::system::Unit;

/// From one time to another: 0 to 3 100 s.
pub fn span(from: i64, to: i64) -> String {
    format!("{} to {}\u{a0}s", count(from), count(to))
}

/// A count with its noun: 1 job, 3 jobs.
pub fn plural(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(number as i64))
}

/// A size in bytes: 58 bytes, 4.2 kB, 1.2 MB.
pub fn bytes(size: u64) -> String {
    let size = size as f64;
    let scaled = |scale: f64| decimal(size / scale, if size < 10.0 * scale { 1 } else { 0 });
    match size {
        ..1e3 => plural(size as usize, "byte"),
        ..1e6 => format!("{} kB", scaled(1e3)),
        _ => format!("{} MB", scaled(1e6)),
    }
}

pub fn processors(number: u32) -> String {
    match number {
        1 => "1 processor".to_string(),
        _ => format!("{} processors", count(number.into())),
    }
}

/// The processors of each provider: 2 × 64 processors, 64 + 128 processors, 5 providers, 420 processors.
pub fn platform(providers: &[u32]) -> String {
    let total: u64 = providers.iter().map(|&it| u64::from(it)).sum();
    match providers {
        [] => processors(0),
        [one] => processors(*one),
        [first, rest @ ..] if rest.iter().all(|it| it == first) => {
            format!("{} × {}", providers.len(), processors(*first))
        }
        [first, second] => format!("{} + {} processors", count((*first).into()), count((*second).into())),
        _ => format!("{} providers, {} processors", providers.len(), count(total as i64)),
    }
}

/// A file name's safe middle part: letters, digits, dots and dashes.
pub fn slug(name: &str) -> String {
    slug_or(name, "workload")
}

/// The same, with another text for a name of which nothing is left.
pub fn slug_or(name: &str, otherwise: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let name = [".gz", ".txt", ".swf", ".gwf", ".json", ".csv"]
        .iter()
        .fold(name, |name, ending| name.strip_suffix(ending).unwrap_or(name));
    let mut slug: String = name
        .chars()
        .map(|c| match c {
            'a'..='z' | '0'..='9' | '.' => c,
            'A'..='Z' => c,
            _ => '-',
        })
        .take(60)
        .collect();
    while slug.contains("--") {
        slug = slug.replace("--", "-");
    }
    let slug = slug.trim_matches('-');
    if slug.is_empty() { otherwise } else { slug }.to_string()
}

/// A value of a criterion as reports have it, with its unit.
pub fn criterion_value(criterion: Criterion, value: f64) -> String {
    let value = value * criterion.unit().size();
    match criterion.unit().base() {
        Unit::Share => format!("{} %", decimal(value * 100.0, 1)),
        unit => in_unit(unit, value),
    }
}

/// A value that is not a share, in a unit that has no other as its base.
pub fn in_unit(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Count => decimal(value, usize::from(value.fract() != 0.0)),
        Unit::Work => format!("{} s", decimal(value, 0)),
        Unit::Times => decimal(value, 2),
        _ => duration(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_is_told_as_short_as_it_can_be() {
        assert_eq!(platform(&[128]), "128 processors");
        assert_eq!(platform(&[1]), "1 processor");
        assert_eq!(platform(&[64, 64]), "2 × 64 processors");
        assert_eq!(platform(&[1, 1, 1]), "3 × 1 processor");
        assert_eq!(platform(&[64, 1_280]), "64 + 1\u{202f}280 processors");
        assert_eq!(platform(&[64, 64, 32]), "3 providers, 160 processors");
    }
}
