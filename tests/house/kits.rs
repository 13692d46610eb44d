//! `/kits/`: the starter kits and the program for each system.

use super::simulation::Simulation;
use sha2::{Digest, Sha256};
use std::fs;

const LINUX: &str = "/kits/arbitre-Linux-aarch64";
const WINDOWS: &str = "/kits/arbitre-Windows-x86_64.exe";

#[tokio::test]
async fn the_program_is_served_for_the_systems_that_there_is_a_file_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("arbitre-Linux-aarch64");
    let referee = Simulation::start(&["--programs", folder.path().to_str().expect("text")]).await;
    let french = referee.http("GET", "/kits/", "accept-language: fr\r\n", "").await;
    french.says(200, "<html lang=\"fr\">").says(200, "Kits de démarrage").says(200, "<code>choose</code>");
    referee.get("/kits/").await.says(200, "serves the program for no system.");
    // The second file is larger than a chunk.
    for content in ["a program".to_string(), "another one".repeat(20_000)] {
        fs::write(&file, &content).expect("a file");
        let digest: String = Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect();
        let sums = referee.get("/kits/SHA256SUMS").await.body;
        assert_eq!(sums, format!("{digest}  arbitre-Linux-aarch64\n"));
        let page = referee.get("/kits/").await.body;
        assert!(page.contains(&sums) && page.contains("does not serve it for Linux (Intel, AMD), "), "{page}");
        assert!(page.contains("$(uname -s)-$(uname -m)") && !page.contains("PowerShell"), "only what there is: {page}");
        assert!(page.contains("chmod +x arbitre\nexport PATH="), "a command a line: {page}");
        let answer = referee.get(LINUX).await.is(200);
        assert!(answer.body == content);
        for line in ["content-disposition: attachment; filename=\"arbitre-linux-aarch64\"", &format!("content-length: {}", content.len())] {
            assert!(answer.head.contains(line), "{line}: {}", answer.head);
        }
        assert_eq!(referee.http("GET", LINUX, &format!("if-none-match: \"{digest}\"\r\n"), "").await.status, 304);
    }
    for missing in [WINDOWS, "/kits/arbitre-..%2Farbitre-Linux-aarch64", "/kits/arbitre-"] {
        referee.get(missing).await.says(404, "http.no_program");
    }
    fs::rename(&file, folder.path().join("arbitre-Windows-x86_64.exe")).expect("renamed");
    assert_eq!((referee.get(WINDOWS).await.status, referee.get(LINUX).await.status), (200, 404));
}

/// The archives store their files as they are.
#[tokio::test]
async fn a_kit_has_the_way_to_the_program_where_its_reader_needs_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for system in ["Darwin-arm64", "Windows-x86_64.exe"] {
        fs::write(folder.path().join(format!("arbitre-{system}")), system).expect("a file");
    }
    let referee = Simulation::start(&["--trusted-proxy", "127.0.0.1", "--programs", folder.path().to_str().expect("text")]).await;
    let forged = referee.http_from([10, 0, 0, 66].into(), "GET", "/kits/python.zip", "x-forwarded-proto: https\r\n", "").await;
    assert!(!forged.body.contains("wss://referee"), "a header of a client that is no proxy is ignored");
    for kit in ["python", "javascript", "java", "c", "cpp", "rust"] {
        let archive = referee.http("GET", &format!("/kits/{kit}.zip"), "x-forwarded-proto: https\r\n", "").await.body;
        assert!(archive.contains("\n\n## Le programme `arbitre`\n\n"), "{kit}: the French file too");
        let (before, readme) = archive.split_once("\n\n## The program `arbitre`\n\n").expect("a section");
        assert_eq!(before.contains("--opponent greedy"), !kit.starts_with('c'), "{kit}: {before}");
        for line in [
            "This referee serves the program for macOS (Apple silicon) and Windows.",
            "### macOS (Apple silicon), in a terminal\n",
            "\n    curl -fo arbitre \"https://",
            "\n    Invoke-WebRequest https://",
            "/kits/arbitre-Windows-x86_64.exe -OutFile arbitre.exe\n",
        ] {
            assert!(readme.contains(line), "{kit}: {line}");
        }
    }
}
