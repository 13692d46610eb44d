//! A prover's table on disk, and files that replace others atomically.

use crate::error::{Error, Failure};
use search::TranspositionTable;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The header of a table's file; entries of 16 bytes follow.
const HEADER: &[u8] = b"arbitre proof table 3\n";

/// A new version of a file, written beside it.
pub struct FileReplacement<'a> {
    pub file: &'a Path,
    beside: PathBuf,
    pub out: File,
}

impl FileReplacement<'_> {
    pub fn create(file: &Path) -> Result<FileReplacement<'_>, Error> {
        // The whole name, since a table and a proof may differ by their extension alone.
        let mut beside = file.as_os_str().to_owned();
        beside.push(format!(".draft-{}", std::process::id()));
        let out = File::create(&beside).map_err(|error| Error::in_file(file, &error))?;
        Ok(FileReplacement { file, out, beside: beside.into() })
    }

    pub fn commit(&self) -> io::Result<()> {
        self.out.sync_all()?;
        fs::rename(&self.beside, self.file)
    }
}

impl Drop for FileReplacement<'_> {
    fn drop(&mut self) {
        // After a commit there is nothing to remove.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Reads the entries of a file into a table; returns how many there are.
pub fn load(file: &Path, table: &TranspositionTable) -> Result<usize, Error> {
    let mut input = BufReader::new(File::open(file)?);
    let mut header = [0; HEADER.len()];
    if input.read_exact(&mut header).is_err() || header != HEADER {
        return Err(Failure::NoTable.into());
    }
    let (mut entry, mut count) = ([[0_u8; 8]; 2], 0);
    while !input.fill_buf()?.is_empty() {
        for word in &mut entry {
            input.read_exact(word).map_err(|_| Failure::CutTable)?;
        }
        table.restore(entry.map(u64::from_le_bytes));
        count += 1;
    }
    Ok(count)
}

/// Writes a table to a file, which stays as it was if this is interrupted.
pub fn save(file: &Path, table: &TranspositionTable) -> Result<(), Error> {
    let mut draft = FileReplacement::create(file)?;
    let write = |draft: &mut FileReplacement| {
        let mut out = BufWriter::new(&mut draft.out);
        out.write_all(HEADER)?;
        table.entries().flatten().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        out.flush()?;
        drop(out);
        draft.commit()
    };
    write(&mut draft).map_err(|error| Error::in_file(file, &error))
}
