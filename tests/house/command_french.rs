//! The commands in French.

use super::command::run;

/// In French, and by the code of a language alone.
#[test]
fn french() {
    let cases: [(&[&str], &str); _] = [
        (&["match", "random", "greedy", "--time", "3"], "`--time <TIME>`\u{a0}: valeur «\u{a0}3\u{a0}» refusée\u{a0}: une cadence s’écrit"),
        (&["solve", "sudoku", "................", "--time-limit", "0s"], "`--time-limit`\u{a0}: plus de 0"),
        (&["doctor", "--bind", "127.0.0.1:0", "--", "sh", "-c", "exit 3"], "avant d’avoir envoyé `hello` (code de sortie 3)"),
        (&["doctor", "--bind", "127.0.0.1:0", "--", "./no-such-bot"], "./no-such-bot\u{a0}: fichier ou dossier introuvable"),
        (&["tournament", "simulate", "-"], "ligne 2\u{a0}: "),
        (&["tournament", "run", "--here", "-"], "ligne 2\u{a0}: "),
        (&["tournament", "list", "--server", "127.0.0.1:9"], "http://127.0.0.1:9 (connexion refusée)"),
        (&["tournament", "pair", "-"], "ligne 2"),
        (&["moves", "--position", "x"], "--position\u{a0}: une position a trois champs"),
    ];
    for (args, says) in cases {
        let input = if args.contains(&"pair") { "012 Cup\n142 x\n" } else { "name = 'Cup'\nformat = 3\n" };
        for args in [[&["--lang", "fr"], args].concat(), [&args[..1], &["--lang=fr"], &args[1..]].concat()] {
            let (done, said) = run(&args, input);
            assert!(!done && said.contains(says), "{args:?}: {said}");
        }
    }
    let (done, said) = run(&["--lang", "de", "tournament", "list"], "");
    assert!(!done && said.contains("'de'") && said.contains("[possible values: en, fr]"), "{said}");
}

/// Results and the errors of a referee are in French, too.
#[test]
fn results_in_french() {
    let plan = "name = 'Cup'\nformat = 'swiss'\nrounds = 0\nentrants = ['random', 'greedy']\n";
    let cases: [(&[&str], &str, &str); _] = [
        (&["tournament", "run", "--here", "-"], plan, "ligne 3\u{a0}: «\u{a0}rounds\u{a0}»\u{a0}: un nombre de 1 à"),
        (&["solve", "taquin", "--prepare", "1 2 3/4 5 6/_ 7 8"], "", "tables de motifs pour 3x3"),
        (&["match", "random", "greedy", "--games", "2", "--openings", "0"], "", "random contre greedy\u{a0}: "),
        (&["exercises", "alphabeta:2", "--plies", "1"], "", "temps moyen"),
        (&["review", "-", "--game", "tic-tac-toe"], "A1 B1", "Les Blancs ont joué avec une précision de 100\u{a0}%"),
        (&["prove", "--hash", "1", "--nodes", "1"], "", "on ne sait pas si les Blancs gagnent, "),
    ];
    for (args, input, says) in cases {
        let (_, said) = run(&[&["--lang", "fr"], args].concat(), input);
        assert!(said.contains(says), "{args:?}: {said}");
    }
}
