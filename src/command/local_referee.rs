//! The referee of a folder on this machine: it notes where it listens and locks the note while it runs, so that commands send the operator's token
//! of the folder there alone.

use crate::error::{Error, Failure};
use contest::tokens::{self, OPERATOR_FILE};
use runtime::system;
use std::fs::{File, TryLockError};
use std::io::{self, Read};
use std::net::SocketAddr;
use std::path::Path;

const ADDRESS_FILE: &str = "address";
/// The most bytes of a token or an address that are read.
const MAX_BYTES: u64 = 256;

/// The note of a running referee, which counts while this is open.
pub struct AddressNote {
    _file: File,
    _lock: Option<File>,
}

impl AddressNote {
    pub fn write(folder: &Path, address: SocketAddr) -> io::Result<AddressNote> {
        let path = folder.join(ADDRESS_FILE);
        tokens::private_text(&path, &format!("{address}\n"))?;
        let file = File::open(&path)?;
        let lock = system::lock(&file, &path)?;
        Ok(AddressNote { _file: file, _lock: lock })
    }
}

/// The address of the referee that runs in this folder, and its operator's token. Both files must be this user's alone.
pub fn operator(folder: &Path) -> Result<Option<(SocketAddr, String)>, Error> {
    let path = folder.join(ADDRESS_FILE);
    let (Some((note, address)), Some((_, token))) = (private(&path)?, private(&folder.join(OPERATOR_FILE))?) else { return Ok(None) };
    let is_running = matches!(system::lock(&note, &path), Err(TryLockError::WouldBlock));
    Ok(address.trim().parse().ok().filter(|_| is_running).map(|address| (address, token.trim().into())))
}

/// A file and its text; none if it is missing or another user's secret.
fn private(path: &Path) -> Result<Option<(File, String)>, Error> {
    let read = || -> io::Result<Option<(File, String)>> {
        let Some(file) = system::open_private(path)? else { return Ok(None) };
        let mut text = String::new();
        (&file).take(MAX_BYTES).read_to_string(&mut text)?;
        Ok(Some((file, text)))
    };
    match read() {
        Ok(None) => Err(Failure::NotPrivate { file: path.display().to_string() }.into()),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) => Ok(None),
        read => read.map_err(|error| Error::in_file(path, &error)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    #[test]
    fn a_token_is_read_from_a_private_file_alone_while_the_referee_runs() {
        let folder = tempfile::tempdir().expect("a folder");
        let (folder, address) = (folder.path(), SocketAddr::from(([127, 0, 0, 1], 8_080)));
        let (token, aside) = (folder.join(OPERATOR_FILE), folder.join("aside"));
        tokens::private_text(&token, "secret\n").expect("written");
        let note = AddressNote::write(folder, address).expect("written");
        assert_eq!(operator(folder).expect("both are private"), Some((address, "secret".into())));
        drop(note);
        assert_eq!(operator(folder).expect("both are private"), None, "the referee has ended");

        let is_refused = || operator(folder).is_err_and(|error| error.to_string().contains("chmod 600"));
        std::fs::set_permissions(&token, std::fs::Permissions::from_mode(0o644)).expect("set");
        assert!(is_refused(), "others can read it");
        std::fs::set_permissions(&token, std::fs::Permissions::from_mode(0o600)).expect("set");
        std::fs::rename(&token, &aside).expect("moved");
        assert_eq!(operator(folder).expect("no error"), None);
        symlink(&aside, &token).expect("a link");
        assert!(is_refused(), "a link leads anywhere");
        std::fs::remove_file(&token).expect("deleted");
        assert!(Command::new("mkfifo").args(["-m", "600"]).arg(&token).status().expect("mkfifo").success());
        assert!(is_refused(), "a pipe would be waited for");
    }
}
