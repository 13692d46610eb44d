//! A client's first line: its name and, where tokens are asked, its token.

use contest::BotName;
use contest::tokens::Secret;

/// What a client says of itself.
#[derive(Debug)]
pub struct FirstLine {
    /// Its name: what it wrote, or what comes nearest.
    pub name: BotName,
    /// The last word, if it is a token.
    pub token: Option<Secret>,
}

/// Reads a first line; none if there is no name in it. A browser's question is no name: it has come to the wrong port.
pub fn read(line: &str) -> Option<FirstLine> {
    if line.chars().any(|c| c.is_control() && !c.is_whitespace()) || line.trim_end().rsplit(' ').next().is_some_and(is_http) {
        return None;
    }
    let (rest, last) = line.trim_end().rsplit_once(char::is_whitespace).unwrap_or(("", line));
    match last.parse() {
        Ok(token) => Some(FirstLine { name: BotName::nearest(rest)?, token: Some(token) }),
        Err(_) => Some(FirstLine { name: BotName::nearest(line)?, token: None }),
    }
}

/// `HTTP/1.1`, with which the first line of every question of the web ends.
fn is_http(word: &str) -> bool {
    word.starts_with("HTTP/") && word.len() > "HTTP/".len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0l0aW0pJ2a3iXbWcZpQX2m7n0Jw8m0vLxkzq3T5yU1s";

    #[test]
    fn the_last_word_may_be_a_token() {
        for (line, name, token) in [
            ("BUTET LEGUET", Some("BUTET LEGUET"), None),
            (&*format!("BUTET LEGUET {TOKEN}"), Some("BUTET LEGUET"), Some(TOKEN)),
            (&*format!("ann\t{TOKEN} "), Some("ann"), Some(TOKEN)),
            (&*format!("{TOKEN} ann"), Some(&TOKEN[..40]), None),
            (&*format!("ann {}", &TOKEN[1..]), Some("ann l0aW0pJ2a3iXbWcZpQX2m7n0Jw8m0vLxkzq3"), None),
            (TOKEN, None, None),
            ("GET /index.html HTTP/1.1", None, None),
            ("HTTP/", Some("HTTP"), None),
            ("", None, None),
            ("?!", None, None),
            ("a\0b", None, None),
            ("\u{ff}\u{fe}\u{80}", None, None),
        ] {
            let read = read(line);
            assert_eq!(read.as_ref().map(|first| &*first.name), name, "{line}");
            assert_eq!(read.and_then(|first| first.token).map(|token| token.to_string()).as_deref(), token, "{line}");
        }
    }
}
