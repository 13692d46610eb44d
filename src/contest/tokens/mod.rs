//! Tokens of bots and operators: 32 random bytes, of which only the SHA-256 is stored; random secrets need no slow hash. Tokens of a class are
//! derived from a stored key.

pub mod class_key;
pub mod class_list;

use crate::{BotName, Error};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use message::Coded;
use runtime::{Commands, Lifecycle, wall_clock_ms};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use storage::{Change, Storage, StorageError, StorageFailure, TokenRow};
use tokio::sync::Mutex;

/// Why a token, or a request for one, is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("token")]
pub enum BadToken {
    Shape,
    Team,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    pub fn mint() -> Result<Secret, Error> {
        let no_bytes = |error| StorageError::unavailable(StorageFailure::NoRandomBytes, error);
        let mut secret = Secret([0; 32]);
        loop {
            getrandom::fill(&mut secret.0).map_err(no_bytes)?;
            if !secret.is_formula() {
                return Ok(secret);
            }
        }
    }

    /// Whether a spreadsheet would evaluate it as a formula: it begins with a minus.
    fn is_formula(&self) -> bool {
        self.to_string().starts_with('-')
    }

    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl fmt::Display for Secret {
    /// base64url without padding: 43 characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        // A secret copied from a CSV file may end with a carriage return.
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Secret).ok_or_else(|| Error::Token(BadToken::Shape))
    }
}

/// The owner of the tokens. Commands change them one at a time.
#[derive(Clone)]
pub struct Tokens {
    storage: Arc<dyn Storage>,
    commands: Commands,
    changing: Arc<Mutex<()>>,
}

impl Tokens {
    pub fn new(storage: Arc<dyn Storage>, life: Arc<Lifecycle>) -> Tokens {
        Tokens { storage, commands: Commands::new(life), changing: Arc::default() }
    }

    /// Runs a command.
    ///
    /// # Errors
    /// When too many wait, and the command's own.
    pub async fn change<T, C>(&self, command: impl FnOnce(Arc<dyn Storage>) -> C) -> Result<T, Error>
    where
        T: Send + 'static,
        C: Future<Output = Result<T, Error>> + Send + 'static,
    {
        let (changing, command) = (self.changing.clone(), command(self.storage.clone()));
        let in_turn = async move {
            let _turn = changing.lock().await;
            command.await
        };
        self.commands.run(in_turn).await
    }
}

/// The file of the first operator's token.
pub const OPERATOR_FILE: &str = "operator-token";

/// Mints the first operator's token if there is none, and writes it to a file of this folder.
pub async fn mint_first_operator(storage: &dyn Storage, folder: Option<&Path>) -> Result<Option<Secret>, Error> {
    if storage.has_operator().await? {
        return Ok(None);
    }
    let (_, secret) = mint(storage, None, None).await?;
    if let Some(folder) = folder {
        let file = folder.join(OPERATOR_FILE);
        let cannot = |error| StorageError::unavailable(StorageFailure::CannotWrite { file: file.display().to_string() }, error);
        private_text(&file, &format!("{secret}\n")).map_err(cannot)?;
    }
    Ok(Some(secret))
}

/// Creates or replaces a file with mode 600 atomically. Writes directly to a path that is not a regular file, such as `/dev/stdout`.
pub fn private_text(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes());
    }
    // A symbolic link is followed, not replaced.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    if let Err(error) = std::fs::remove_file(part)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let mut file = runtime::system::private(OpenOptions::new().write(true).create_new(true)).open(part)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| std::fs::rename(part, path));
    written.inspect_err(|_| drop(std::fs::remove_file(part)))
}

/// Mints a token for a bot, or for an operator if no bot is named.
pub async fn mint(storage: &dyn Storage, bot: Option<BotName>, team: Option<String>) -> Result<(TokenRow, Secret), Error> {
    let team = team.filter(|team| !team.is_empty());
    if team.as_ref().is_some_and(|team| bot.is_none() || !is_team(team)) {
        return Err(Error::bad(&BadToken::Team));
    }
    let (row, secret) = new(bot.map(|name| name.to_string()), team)?;
    storage.write(vec![Change::Token(row.clone())]).await?;
    Ok((row, secret))
}

/// The team of the house bots' tokens, which are valid for one run of the referee.
pub(crate) const HOUSE: &str = "(house)";

pub(crate) fn is_team(team: &str) -> bool {
    team.chars().count() <= 40 && !team.chars().any(char::is_control) && team != HOUSE
}

pub async fn mint_house(storage: &dyn Storage, bot: &BotName) -> Result<Secret, Error> {
    let (row, secret) = new(Some(bot.to_string()), Some(HOUSE.into()))?;
    storage.write(vec![Change::Token(row)]).await?;
    Ok(secret)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenHolder {
    /// None: any bot may use the name.
    None,
    /// The referee, for a house bot.
    House,
    /// The bot's owner.
    Owner,
}

pub async fn holder(storage: &dyn Storage, bot: &str) -> Result<TokenHolder, Error> {
    let tokens = storage.list_tokens().await?;
    let is_house = |row: &TokenRow| row.team.as_deref() == Some(HOUSE);
    let of_it = tokens.iter().filter(|row| row.bot.as_deref() == Some(bot));
    Ok(of_it.fold(
        TokenHolder::None,
        |holder, row| if is_house(row) && holder != TokenHolder::Owner { TokenHolder::House } else { TokenHolder::Owner },
    ))
}

/// Revokes the house bots' tokens: at the end of a run, and at the start after a crash.
pub async fn revoke_house(storage: &dyn Storage) -> Result<(), Error> {
    let tokens = storage.list_tokens().await?;
    let ours = tokens.into_iter().filter(|row| row.team.as_deref() == Some(HOUSE));
    let changes: Vec<Change> = ours.map(|row| Change::Revoked { id: row.id }).collect();
    if changes.is_empty() { Ok(()) } else { Ok(storage.write(changes).await?) }
}

/// A token that is not stored yet.
pub(crate) fn new(bot: Option<String>, team: Option<String>) -> Result<(TokenRow, Secret), Error> {
    let secret = Secret::mint()?;
    Ok((TokenRow { id: new_id()?, bot, team, hash: secret.hash(), created_ms: wall_clock_ms() }, secret))
}

/// A random id of 48 bits, which fits any JSON reader; concurrent mints do not collide.
fn new_id() -> Result<u64, Error> {
    Ok(u64::from_be_bytes(Secret::mint()?.0.first_chunk().copied().unwrap_or_default()) >> 16)
}

/// Replaces a token by a new one.
pub async fn rotate(storage: &dyn Storage, id: u64) -> Result<(TokenRow, Secret), Error> {
    let tokens = storage.list_tokens().await?;
    let old = tokens.into_iter().find(|row| row.id == id).ok_or(Error::NoSuchToken { id })?;
    let (row, secret) = new(old.bot, old.team)?;
    storage.write(vec![Change::Revoked { id }, Change::Token(row.clone())]).await?;
    Ok((row, secret))
}

pub async fn revoke(storage: &dyn Storage, id: u64) -> Result<(), Error> {
    let tokens = storage.list_tokens().await?;
    if !tokens.iter().any(|row| row.id == id) {
        return Err(Error::NoSuchToken { id });
    }
    Ok(storage.write(vec![Change::Revoked { id }]).await?)
}

#[cfg(unix)]
#[test]
fn a_private_text_replaces_files_alone_and_leaves_nothing_behind() {
    use std::os::unix::fs::{FileTypeExt, MetadataExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let [file, link, pipe, directory] = ["file", "link", "pipe", "directory"].map(|name| folder.path().join(name));
    symlink(&file, &link).expect("a link");
    std::fs::create_dir(&directory).expect("a folder");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let reading = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe)
    });
    private_text(&pipe, "to a pipe").expect("written");
    assert_eq!(reading.join().expect("no panic").expect("read"), "to a pipe");
    assert!(std::fs::metadata(&pipe).expect("it is there").file_type().is_fifo());
    std::fs::write(&file, "before").expect("written");
    private_text(&link, "through a link").expect("written");
    assert_eq!(std::fs::read_to_string(&file).expect("read"), "through a link");
    assert_eq!(std::fs::symlink_metadata(&file).expect("it is there").mode() & 0o777, 0o600);
    assert!(private_text(&directory, "nowhere").is_err());
    let left = std::fs::read_dir(folder.path())
        .expect("a folder")
        .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().ends_with(".part")));
    assert_eq!(left.count(), 0);
}

#[test]
fn tokens_are_no_formulas_and_are_read_despite_white_space() {
    for _ in 0..1_000 {
        let secret = Secret::mint().expect("random bytes");
        assert!(!secret.to_string().starts_with('-') && format!(" {secret}\r\n").parse() == Ok(secret));
    }
}
