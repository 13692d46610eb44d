//! A prover's table on the disk, and files that take the place of others only when they are whole.

use crate::error::{Error, Failure};
use search::Table;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// How the file of a table begins; entries of 16 bytes follow.
const HEAD: &[u8] = b"arbitre proof table 3\n";

/// A file that takes the place of another when it is whole.
pub struct Draft<'a> {
    /// The other one.
    pub file: &'a Path,
    beside: PathBuf,
    /// Where it is written.
    pub out: File,
}

impl Draft<'_> {
    /// Begins a draft beside a file.
    pub fn create(file: &Path) -> io::Result<Draft<'_>> {
        // The whole name, since a table and a proof may differ by their extension alone.
        let mut beside = file.as_os_str().to_owned();
        beside.push(format!(".draft-{}", std::process::id()));
        Ok(Draft { file, out: File::create(&beside)?, beside: beside.into() })
    }

    /// Puts it where the file was.
    pub fn keep(&self) -> io::Result<()> {
        self.out.sync_all()?;
        fs::rename(&self.beside, self.file)
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        // It is not there any more if it was kept.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Gives a table what an earlier start has left; how many positions that were.
pub fn take_up(file: &Path, table: &Table) -> Result<usize, Error> {
    let mut input = BufReader::new(File::open(file)?);
    let mut head = [0; HEAD.len()];
    if input.read_exact(&mut head).is_err() || head != HEAD {
        return Err(Failure::NoTable.into());
    }
    let (mut words, mut taken) = ([[0_u8; 8]; 2], 0);
    while !input.fill_buf()?.is_empty() {
        for word in &mut words {
            input.read_exact(word).map_err(|_| Failure::CutTable)?;
        }
        table.restore(words.map(u64::from_le_bytes));
        taken += 1;
    }
    Ok(taken)
}

/// Keeps a table for the next start. Who is killed meanwhile leaves the old one.
pub fn keep(file: &Path, table: &Table) -> io::Result<()> {
    let mut draft = Draft::create(file)?;
    let mut out = BufWriter::new(&mut draft.out);
    out.write_all(HEAD)?;
    for word in table.entries().flatten() {
        out.write_all(&word.to_le_bytes())?;
    }
    out.flush()?;
    drop(out);
    draft.keep()
}
