//! Comments, log messages, documents, catalogues and the words of the page use standard terms (see `WORDS`), in French too. A phrase may go over a line break.

use std::path::Path;
use std::process::Command;

/// Phrases to avoid, in lower case, and the better ones.
const WORDS: &str = "
nobody|whoever|anybody|somebody|everybody: a noun, such as any player, every client, another process, none
by itself|by themselves|of its own|whatever|whichever|wherever|nowhere: a noun, such as the search; its, separate; any, for every; none
so many|at once|in moments|once more|in vain|for good: this many; immediately, concurrently; again; without effect; permanently
in words|into words|told|heard|hears: as text, with a message; sent, reported, notified; received
goes on|comes to|take it over|let go|is no|thereby: continues; amounts to; load, import; missed, released; is not a; so
mend|last words|turned away: fix; last lines of output; refused
by lot|at hand|at work|worked out: random; current, available; running, search time; computed
leash|patience|claimer|deadly|strangers|lasting rating|unasked: budget; timeout; proponent; poison; anonymous clients; overall rating; background
";

/// The same for French.
const FRENCH: &str = "
personne ne|que personne|à personne|quiconque: aucun joueur, inconnu; non sollicité; à aucun client; le client qui
ce qui est conservé|ne se lit pas|plus que rien: le stockage; est illisible; positif
";

/// Places that keep a word: the file's ending, and the text around the word.
const ALLOWED: [(&str, &str); 6] = [
    (".md", "--opponent anybody"),
    ("", "`anybody`"),
    ("OFL.txt", "by itself"),
    ("OFL.txt", "by themselves"),
    ("", "there is no"),
    ("", "is no longer"),
];

fn is_french(file: &str) -> bool {
    ["/fr/", "/fr.", "/LISEZMOI"].iter().any(|part| file.contains(part))
}

/// The part of a line that is checked: all of a document or catalogue, the comments and log messages of a program.
fn checked<'a>(file: &str, line: &'a str) -> &'a str {
    if line.trim_start().starts_with("tracing::") {
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
    let table = if is_french(file) { FRENCH } else { WORDS };
    let rows = table.lines().filter_map(|row| row.split_once(": "));
    for (word, better) in rows.flat_map(|(words, better)| words.split('|').map(move |word| (word, better))) {
        let whole = |&(at, _): &(usize, &str)| !joined[..at].ends_with(is_letter) && !joined[at + word.len()..].starts_with(is_letter);
        let line = |(at, _)| 1 + ends.partition_point(|end| *end <= at);
        all.extend(joined.match_indices(word).filter(whole).map(line).map(|line| format!("{file}:{line}: \"{word}\": {better}")));
    }
    all
}

#[test]
fn texts_use_standard_terms() {
    let planted = "let nobody = 1;\n/// nobody_came, drawn BY\n/// LOT.\nlet by = 1;\n// lot\n\ntracing::info!(\"by lot\");";
    let better = |line| format!("a.rs:{line}: \"by lot\": random; current, available; running, search time; computed");
    assert_eq!(found("a.rs", planted), [2, 7].map(better));
    assert_eq!(found("docs/fr/a.md", "Personne ne joue by lot.").len(), 1);
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = Command::new("git")
        .current_dir(top)
        .args("ls-files *.rs *js *.java *.py *.sh *.md *.ftl *.txt *.toml *.y*ml *.c *.cpp *.css *Dockerfile*".split(' '))
        .output()
        .expect("git");
    let files = String::from_utf8(files.stdout).expect("names in UTF-8");
    let texts = files.lines().filter_map(|file| Some((file, std::fs::read_to_string(top.join(file)).ok()?)));
    let wrong: Vec<String> = texts.flat_map(|(file, text)| found(file, &text)).collect();
    assert!(files.contains("src/message/en.ftl") && wrong.is_empty(), "{}", wrong.join("\n"));
}
