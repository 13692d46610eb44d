//! Who may know whom, read from the source: no file needs one that needs it, no folder one beside it that needs it, and in the server arrows
//! point down. A `mod.rs` counts like any other file, for what it defines and uses itself.
//!
//! `cargo test --test modules -- --nocapture` prints the graph.

mod graph;
mod sentences;
mod source;

use std::path::{Path, PathBuf};

use graph::{Graph, circles, graph, printed, siblings, written};

/// The server's rooms, from the ground up, and what each may know. A new arrow is a change of this table, and so a conversation.
const SERVER: [(&str, &[&str]); 9] = [
    ("core", &[]),
    ("matches", &["core"]),
    ("tournaments", &["core", "matches"]),
    ("tokens", &["core"]),
    ("solve", &["core"]),
    ("reviews", &["core", "matches", "solve"]),
    ("socket", &["core", "matches", "tournaments", "tokens"]),
    ("rest", &["core", "matches", "tournaments", "tokens", "solve", "reviews", "socket"]),
    ("assembly", &["core", "matches", "tournaments", "tokens", "solve", "reviews", "socket", "rest"]),
];

const CRATES: [&str; 9] =
    ["src/rules", "src/search", "src/referee", "src/puzzle", "src/protocol", "src/page", "src/server", "src/command", "bots"];

/// The repository. Asked for when the test runs, so that the same test can read another checkout.
fn top() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
}

fn of(folder: &Path) -> Graph {
    graph(&source::modules(folder))
}

#[test]
fn no_file_or_folder_needs_another_that_needs_it() {
    let mut found = Vec::new();
    for folder in CRATES.map(|folder| top().join(folder)).iter().filter(|folder| folder.exists()) {
        let graph = of(folder);
        let name = folder.file_name().expect("a folder has a name").display();
        println!("{name}: {} files, {} arrows", graph.len(), graph.values().map(|needed| needed.len()).sum::<usize>());
        let of_folders = graph.keys().flat_map(|parent| circles(&siblings(&graph, parent)));
        for circle in of_folders.chain(circles(&graph)) {
            found.push(format!("{name}: {}", circle.iter().map(written).collect::<Vec<_>>().join(" ⇄ ")));
        }
    }
    assert!(found.is_empty(), "these need each other, and should not: {found:#?}");
}

#[test]
fn in_the_server_arrows_point_down() {
    let files = of(&top().join("src/server"));
    let rooms = siblings(&files, &[]);
    println!("the server's rooms:\n{}\nits files:\n{}", printed(&rooms), printed(&files));
    let to_the_top: Vec<_> = files.iter().filter(|(name, needed)| !name.is_empty() && needed.contains(&Vec::new())).collect();
    assert!(to_the_top.is_empty(), "these need what is on top of all rooms: {to_the_top:?}");
    let mut up = String::new();
    for (room, needed) in &rooms {
        let allowed = SERVER.iter().find(|(name, _)| *name == room[0]).map_or(&[][..], |(_, allowed)| *allowed);
        for other in needed.iter().filter(|other| !allowed.contains(&other[0].as_str())) {
            let from =
                files.iter().filter(|(name, needed)| name.first() == room.first() && needed.iter().any(|to| to.first() == other.first()));
            up += &format!(
                "{} → {} (from {})\n",
                room[0],
                written(other),
                from.map(|(name, _)| written(name)).collect::<Vec<_>>().join(", ")
            );
        }
    }
    assert!(up.is_empty(), "arrows that nobody agreed on:\n{up}");
}

#[test]
fn a_circle_is_found_and_an_arrow_through_a_facade_is_not_one() {
    let folder = std::env::temp_dir().join(format!("arbitre-modules-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("pair")).expect("a temporary folder can be made");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a temporary file can be written");
    std::fs::create_dir_all(folder.join("whole")).expect("a temporary folder can be made");
    write("lib.rs", "mod pair; pub mod left; pub mod right; mod whole; #[cfg(test)] mod tests;");
    write("whole/mod.rs", "mod part; pub struct Whole; fn start() { part::run(Whole) }");
    write("whole/part.rs", "pub fn run(_: super::Whole) {}");
    write("pair/mod.rs", "mod one; mod two; pub use one::One; pub use two::Two;");
    write("pair/one.rs", "pub struct One;");
    write("pair/two.rs", "use super::One; pub struct Two(One);");
    write("left.rs", "use crate::right::Right; pub struct Left(Option<Box<Right>>);");
    write("right.rs", "pub struct Right(Option<Box<crate::left::Left>>);");
    let graph = of(&folder);
    std::fs::remove_dir_all(&folder).expect("a temporary folder can be removed");
    let name = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(graph[&name("pair::two")], [name("pair::one")].into());
    assert!(graph[&name("pair")].is_empty());
    assert_eq!(circles(&siblings(&graph, &[])), [vec![name("left"), name("right")]]);
    assert_eq!(circles(&graph), [vec![name("left"), name("right")], vec![name("whole"), name("whole::part")]]);
}

/// The image is built from what Docker is given: all that the program includes of the top folder is copied.
#[test]
fn docker_is_given_what_the_program_includes() {
    let dockerfile = std::fs::read_to_string(top().join("docker/Dockerfile")).expect("the Dockerfile");
    let copied: Vec<&str> = dockerfile.lines().filter_map(|line| line.strip_prefix("COPY Cargo.toml ")).collect();
    let mut folders = vec![top().join("src"), top().join("bots")];
    let mut found = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()) {
            if entry.is_dir() {
                folders.extend((!entry.ends_with("tests")).then_some(entry));
            } else if !entry.ends_with("tests.rs") && entry.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&entry).expect("a source file");
                for included in text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                    let file = entry.parent().expect("a folder").join(included).canonicalize().expect(included);
                    if file.parent() == Some(&*top().canonicalize().expect("the top folder")) {
                        found += 1;
                        let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
                        assert!(
                            copied.iter().any(|line| line.split(' ').any(|word| word == name)),
                            "docker/Dockerfile does not copy {name}"
                        );
                    }
                }
            }
        }
    }
    assert!(found >= 2, "protocol.md and tournaments.md are part of the program");
}
