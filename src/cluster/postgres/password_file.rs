//! The password file of PostgreSQL: `PGPASSFILE`, or `.pgpass` in the home folder, with a line `HOST:PORT:DATABASE:USER:PASSWORD` for each
//! database, where `*` stands for anything and `\` takes the next character as it is.

use std::path::PathBuf;
use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// The password for a connection that names none, if the file has it. A file that others may read is not used, as with `libpq`.
pub fn password(connection: &Config, port: u16) -> Option<String> {
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".pgpass"));
    let file = std::env::var_os("PGPASSFILE").map(PathBuf::from).or_else(home)?;
    let metadata = std::fs::metadata(&file).ok()?;
    if runtime::system::is_shared(&metadata) {
        tracing::warn!("{} is not used: others may read it (chmod 600)", file.display());
        return None;
    }
    find(&std::fs::read_to_string(file).ok().filter(|_| metadata.is_file())?, connection, port)
}

fn find(text: &str, connection: &Config, port: u16) -> Option<String> {
    let host = match connection.get_hosts().first()? {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(_) => "localhost".into(),
    };
    let user = connection.get_user()?;
    let wanted = [&*host, &port.to_string(), connection.get_dbname().unwrap_or(user), user];
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let fits = fields.len() == 5 && fields.iter().zip(wanted).all(|(field, wanted)| field == "*" || field == wanted);
        fits.then(|| fields[4].clone())
    })
}

fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut characters) = (vec![String::new()], line.chars());
    while let Some(character) = characters.next() {
        let last = fields.last_mut().expect("there is one");
        match character {
            '\\' => last.extend(characters.next()),
            ':' => fields.push(String::new()),
            other => last.push(other),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let text = "# a comment\nother:5432:cup:ann:no\ndb:*:cup:bob:no\ndb:5432:cup:ann:one\\:two\\\\three\n*:*:*:*:last\n";
        for (address, password) in
            [("postgres://ann@db/cup", "one:two\\three"), ("postgres://cyd@db/cup", "last"), ("postgres://bob@db/cup", "no")]
        {
            assert_eq!(find(text, &address.parse().expect("an address"), 5432).as_deref(), Some(password), "{address}");
        }
        assert_eq!(find("db:5433:cup:ann:no\nshort:line\n", &"postgres://ann@db/cup".parse().expect("an address"), 5432), None);
    }
}
