//! Numbers and durations as the page writes them.

/// A whole number in groups of three: 28 489.
pub fn count(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    if value < 0 {
        text.push('−');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A number with so many decimals, in groups of three.
pub fn decimal(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".to_string();
    }
    let text = format!("{:.*}", decimals, value.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let sign = if value < 0.0 && text.bytes().any(|b| b.is_ascii_digit() && b != b'0') {
        "−"
    } else {
        ""
    };
    let whole = whole.parse().map_or_else(|_| whole.to_string(), count);
    match rest {
        "" => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{rest}"),
    }
}

/// Seconds in the two largest units that matter: 2 d 3 h, 4 min 10 s.
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() {
        return "–".to_string();
    }
    if seconds.abs() < 9.95 && seconds.fract() != 0.0 {
        return format!("{} s", decimal(seconds, 1));
    }
    let sign = if seconds <= -0.5 { "−" } else { "" };
    let seconds = seconds.abs().round() as u64;
    let parts = [
        (seconds / 86_400, "d"),
        (seconds / 3_600 % 24, "h"),
        (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
    ];
    let first = parts.iter().position(|&(n, _)| n > 0).unwrap_or(3);
    let shown: Vec<String> = parts[first..]
        .iter()
        .take(2)
        .enumerate()
        .filter(|&(place, &(n, _))| place == 0 || n > 0)
        .map(|(_, &(n, unit))| format!("{}\u{a0}{unit}", count(n as i64)))
        .collect();
    format!("{sign}{}", shown.join(" "))
}

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

/// A number of processors.
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
        [first, second] => format!(
            "{} + {} processors",
            count((*first).into()),
            count((*second).into())
        ),
        _ => format!(
            "{} providers, {} processors",
            providers.len(),
            count(total as i64)
        ),
    }
}

/// A file name's safe middle part: letters, digits, dots and dashes.
pub fn slug(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let name = [".gz", ".txt", ".swf", ".gwf", ".json", ".csv"]
        .iter()
        .fold(name, |name, ending| {
            name.strip_suffix(ending).unwrap_or(name)
        });
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
    if slug.is_empty() { "workload" } else { slug }.to_string()
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
