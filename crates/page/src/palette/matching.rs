//! Which commands match the words of a search, and how well.

/// The letters of a text as they are compared: small, without accents, Greek ones by their names.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'à'..='å' | 'ā' | 'ą' => plain.push('a'),
            'ç' | 'ć' | 'č' => plain.push('c'),
            'è'..='ë' | 'ē' | 'ę' | 'ě' => plain.push('e'),
            'ì'..='ï' => plain.push('i'),
            'ñ' | 'ń' => plain.push('n'),
            'ò'..='ö' | 'ø' => plain.push('o'),
            'ù'..='ü' => plain.push('u'),
            'ł' => plain.push('l'),
            'ś' | 'š' => plain.push('s'),
            'ź' | 'ż' | 'ž' => plain.push('z'),
            'α' => plain.push_str("alpha"),
            'δ' => plain.push_str("delta"),
            'τ' => plain.push_str("tau"),
            '²' => plain.push('2'),
            '×' => plain.push('x'),
            letter => plain.push(letter),
        }
    }
    plain
}

/// The words of a text, plain.
fn words(text: &str) -> Vec<String> {
    let plain = plain(text);
    let words = plain.split(|it: char| !it.is_alphanumeric());
    words.filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// The words that are searched for.
pub struct Query(Vec<String>);

/// The weights of the places where a word of the search is found.
mod worth {
    pub const WORD: u32 = 8;
    pub const BEGINNING: u32 = 6;
    pub const WITHIN: u32 = 3;
    pub const WORD_OF_MORE: u32 = 2;
    pub const BEGINNING_IN_MORE: u32 = 1;
}

impl Query {
    /// The words of a search.
    pub fn of(text: &str) -> Self {
        Self(words(text))
    }

    /// Whether the search has no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How well a name and its other texts match all words of the search, in any order: more is better.
    /// `None` if a word is missing.
    pub fn rank(&self, name: &str, more: &str) -> Option<u32> {
        let (name, more) = (words(name), words(more));
        let joined = name.concat();
        let ranks = self.0.iter().map(|word| {
            let begins = |other: &String| other.starts_with(word.as_str());
            if name.contains(word) {
                Some(worth::WORD)
            } else if name.iter().any(begins) {
                Some(worth::BEGINNING)
            } else if word.chars().count() > 1 && joined.contains(word) {
                Some(worth::WITHIN)
            } else if more.contains(word) {
                Some(worth::WORD_OF_MORE)
            } else {
                more.iter().any(begins).then_some(worth::BEGINNING_IN_MORE)
            }
        });
        ranks.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(query: &str, name: &str) -> Option<u32> {
        Query::of(query).rank(name, "which jobs overtake others")
    }

    #[test]
    fn words_match_in_any_order_by_their_beginning_and_by_a_part() {
        let name = "Queue: EASY backfilling";
        let found = "easy|EASY backfilling|backfilling easy|back ea|filling|queue easy|overtake|easy over";
        for query in found.split('|') {
            assert!(rank(query, name).is_some(), "{query}");
        }
        for query in ["easier", "easy conservative", "ertake", "f"] {
            assert_eq!(rank(query, name), None, "{query}");
        }
    }

    #[test]
    fn a_whole_word_counts_more_than_a_beginning_and_that_more_than_a_part() {
        let ranks = ["easy", "eas", "asy", "overtake", "over"].map(|it| rank(it, "Queue: EASY"));
        assert!(ranks.is_sorted_by(|better, worse| better > worse), "{ranks:?}");
        assert!(ranks.iter().all(Option::is_some));
    }

    #[test]
    fn capitals_accents_and_marks_do_not_count() {
        for (worth, rows) in [
            (
                worth::WORD,
                "PIATEK|Piątek\npiątek|Piatek\ndelta|Grid period δ\nδ|Grid period Δ\narts2|Searching with ARTS²",
            ),
            (2 * worth::WORD, "trade-off|Trade-off"),
            (worth::WITHIN, "tradeoff|Trade-off\n2x64|2 × 64"),
        ] {
            for row in rows.lines() {
                let (query, name) = row.split_once('|').expect(row);
                assert_eq!(rank(query, name), Some(worth), "{row}");
            }
        }
    }

    #[test]
    fn a_search_without_words_is_empty() {
        assert!(Query::of("").is_empty() && Query::of(" – ").is_empty());
        assert!(!Query::of("1").is_empty());
    }
}
