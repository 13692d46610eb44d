//! Comments, documents, catalogues and the words of the page use standard terms (see `WORDS`), in French too. A phrase may go over a line break.

use std::path::Path;
use std::process::Command;

/// A phrase to avoid, in lower case, and the better one.
const WORDS: [(&str, &str); 39] = [
    ("nobody", "no player, no client, void, none"),
    ("whoever", "the client that, the player who"),
    ("anybody", "any client, any player"),
    ("somebody", "a client, a player, another process"),
    ("so many", "this many, the most"),
    ("in words", "as text, with a message"),
    ("leash", "budget"),
    ("take it over", "load, import"),
    ("by lot", "random"),
    ("goes on", "continues"),
    ("by itself", "a noun: the referee, the search"),
    ("comes to", "amounts to, becomes"),
    ("of its own", "its, separate"),
    ("told", "sent, reported, notified"),
    ("heard", "received"),
    ("strangers", "anonymous clients"),
    ("patience", "timeout"),
    ("lasting rating", "overall rating"),
    ("claimer", "proponent"),
    ("unasked", "background"),
    ("deadly", "poison"),
    ("whatever", "any, regardless of, with any"),
    ("at once", "immediately, together, concurrently"),
    ("everybody", "every player, every client"),
    ("whichever", "any, the one that"),
    ("wherever", "in any, for every"),
    ("into words", "as text"),
    ("in vain", "without effect"),
    ("in moments", "immediately, in a second"),
    ("once more", "again"),
    ("worked out", "computed"),
    ("for good", "permanently"),
    ("at hand", "current, available"),
    ("at work", "running; search time"),
    ("let go", "missed, released"),
    ("is no", "is not a"),
    ("thereby", "so"),
    ("hears", "receives"),
    ("nowhere", "none, in no place"),
];

/// The same for French.
const FRENCH: [(&str, &str); 7] = [
    ("personne ne", "aucun joueur, aucun client, inconnu"),
    ("que personne", "non sollicité, invisible"),
    ("à personne", "à aucun joueur"),
    ("quiconque", "le client, le joueur"),
    ("ce qui est conservé", "le stockage"),
    ("ne se lit pas", "est illisible"),
    ("plus que rien", "positif"),
];

/// Places that keep a word: the file's ending, and the text around the word.
const ALLOWED: [(&str, &str); 8] = [
    (".md", "--opponent anybody"),
    ("", "`anybody`"),
    (".js", "words/"),
    ("en.js", "nobody_came"),
    ("OFL.txt", "by itself"),
    ("", "there is no"),
    ("", "is no longer"),
    ("puzzle-play.js", "for good"),
];

fn is_french(file: &str) -> bool {
    ["/fr/", "/fr.", "/LISEZMOI"].iter().any(|part| file.contains(part))
}

/// The part of a line that is checked: all of a document or catalogue, the comment of a program.
fn checked<'a>(file: &str, line: &'a str) -> &'a str {
    if file.contains("/words/") {
        return line;
    }
    let comments = match file.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "rs" | "js" | "mjs" | "java" | "c" | "cpp" => ["//", "/*", "* "],
        "py" | "sh" => ["# ", "\"\"\"", "#!"],
        _ => return line,
    };
    let start = line.match_indices(comments[0]).map(|(at, _)| at).find(|&at| at == 0 || line[..at].ends_with(char::is_whitespace));
    let is_block = comments[1..].iter().any(|mark| line.trim_start().starts_with(mark));
    if is_block { line } else { start.map_or("", |at| &line[at..]) }
}

/// `file:line: "word": better words` for each phrase of the table in the text.
fn found(file: &str, text: &str) -> Vec<String> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    // A comment is one text; a line without any ends it.
    let (mut joined, mut ends) = (String::new(), Vec::new());
    for line in text.lines() {
        joined += checked(file, line).to_lowercase().trim_start_matches(|mark| "/!*#\" \t".contains(mark)).trim_end();
        joined.push(if checked(file, line).trim().is_empty() { '\n' } else { ' ' });
        ends.push(joined.len());
    }
    for (_, kept) in ALLOWED.iter().filter(|(ending, _)| file.ends_with(ending)) {
        joined = joined.replace(kept, &"_".repeat(kept.len()));
    }
    let mut all = Vec::new();
    for &(word, better) in if is_french(file) { &FRENCH[..] } else { &WORDS } {
        let whole = |&(at, _): &(usize, &str)| !joined[..at].ends_with(is_letter) && !joined[at + word.len()..].starts_with(is_letter);
        let line = |(at, _)| 1 + ends.partition_point(|end| *end <= at);
        all.extend(joined.match_indices(word).filter(whole).map(line).map(|line| format!("{file}:{line}: \"{word}\": {better}")));
    }
    all
}

#[test]
fn texts_use_standard_terms() {
    let planted = "let nobody = 1;\n/// nobody_came, drawn BY\n/// LOT.\nlet by = 1;\n// lot\n";
    assert_eq!(found("a.rs", planted), ["a.rs:2: \"by lot\": random"]);
    assert_eq!(found("docs/fr/a.md", "Personne ne joue by lot.").len(), 1);
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = Command::new("git")
        .current_dir(top)
        .args([
            "ls-files",
            "*.rs",
            "*js",
            "*.java",
            "*.py",
            "*.sh",
            "*.md",
            "*.ftl",
            "*.txt",
            "*.toml",
            "*.y*ml",
            "*.c",
            "*.cpp",
            "*.css",
            "*Dockerfile*",
        ])
        .output()
        .expect("git");
    let files = String::from_utf8(files.stdout).expect("names in UTF-8");
    let texts = files.lines().filter_map(|file| Some((file, std::fs::read_to_string(top.join(file)).ok()?)));
    let wrong: Vec<String> = texts.flat_map(|(file, text)| found(file, &text)).collect();
    assert!(files.contains("src/message/en.ftl") && wrong.is_empty(), "{}", wrong.join("\n"));
}
