//! `docker/Dockerfile` copies every file that the program includes.

use std::path::Path;

#[test]
fn docker_is_given_what_the_program_includes() {
    let dockerfile = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docker/Dockerfile")).expect("the Dockerfile");
    let copied: Vec<&str> = dockerfile.lines().filter_map(|line| line.strip_prefix("COPY ")).flat_map(|line| line.split(' ')).collect();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), Path::new(env!("CARGO_MANIFEST_DIR")).join("bots")];
    let mut found = std::collections::BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()) {
            if entry.is_dir() {
                folders.extend((!entry.ends_with("tests")).then_some(entry));
            } else if !entry.ends_with("tests.rs") && entry.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&entry).expect("a source file");
                let text = text.replace("#[folder = \"", "include_str!(\"");
                for included in text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                    let file = entry.parent().expect("a folder").join(included).canonicalize().expect(included);
                    let top = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().expect("the top folder");
                    let name = file.strip_prefix(top).expect("a file of the repository").components().next().expect("a name");
                    let name = name.as_os_str().to_str().expect("a name in UTF-8");
                    // Unit tests are not part of the image.
                    if name == "tests" {
                        continue;
                    }
                    found.insert(name.to_string());
                    assert!(copied.contains(&name), "docker/Dockerfile does not copy {name}");
                }
            }
        }
    }
    assert!(found.contains("protocol.md") && found.contains("docs"), "the program includes its documents: {found:?}");
}
