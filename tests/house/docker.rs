//! The image is built from all that the program includes.

use std::path::Path;

/// The image is built from what Docker is given: all that the program includes of the top folder is copied.
#[test]
fn docker_is_given_what_the_program_includes() {
    let dockerfile = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docker/Dockerfile")).expect("the Dockerfile");
    let copied: Vec<&str> = dockerfile.lines().filter_map(|line| line.strip_prefix("COPY Cargo.toml ")).collect();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), Path::new(env!("CARGO_MANIFEST_DIR")).join("bots")];
    let mut found = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()) {
            if entry.is_dir() {
                folders.extend((!entry.ends_with("tests")).then_some(entry));
            } else if !entry.ends_with("tests.rs") && entry.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&entry).expect("a source file");
                for included in text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                    let file = entry.parent().expect("a folder").join(included).canonicalize().expect(included);
                    if file.parent() == Some(&*Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().expect("the top folder")) {
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
