//! `token`: mint, list and revoke tokens in a referee's folder, whether the referee runs or not.

use crate::error::{Error, Failure, text_of};
use crate::language::localized;
use crate::output::{Output, print};
#[cfg(feature = "cluster")]
use cluster::DatabaseUrl;
use contest::tokens::class_key::ClassKey;
use contest::tokens::class_list::{self, ExistingTokens};
use contest::{BotName, tokens};
use server::{StorageLocation, StoragePlace};
use std::path::PathBuf;

/// Mint, list and revoke tokens
#[derive(Debug, clap::Args)]
pub struct TokenArgs {
    /// Data folder of the referee; `memory` stores nothing
    #[arg(long, env = "ARBITRE_DATA", default_value = "./arbitre-data", global = true)]
    data: StorageLocation,
    /// Database of the stored data: postgres://USER:PASSWORD@HOST/DATABASE?schema=NAME
    #[cfg(feature = "cluster")]
    #[arg(long, env = "ARBITRE_STORE", hide_env_values = true, value_name = "URL", global = true)]
    store: Option<DatabaseUrl>,
    /// File that contains the value of --store, since every user of the machine can read a command line
    #[cfg(feature = "cluster")]
    #[arg(long, env = "ARBITRE_STORE_FILE", value_name = "FILE", value_parser = cluster::read_store_file, global = true)]
    store_file: Option<DatabaseUrl>,
    #[command(subcommand)]
    act: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Print a new token; it can't be shown again
    Mint {
        /// The bot it is for
        #[arg(required_unless_present = "operator")]
        bot: Option<BotName>,
        /// Make it an operator's token instead
        #[arg(long, conflicts_with = "bot")]
        operator: bool,
    },
    /// Mint tokens for a class: reads a CSV with the columns name and team, and prints it with a column token
    ///
    /// Repeated, it prints the same tokens and mints missing ones, for a list that has grown or was lost.
    Class {
        /// The list; `-` is standard input
        file: PathBuf,
        /// Replace the tokens of every bot on the list by a new one
        #[arg(long)]
        rotate: bool,
        /// Write the tokens to this file, which only its owner can read, as a whole or not at all
        #[arg(long)]
        output: Option<PathBuf>,
    },
    /// Replace a token: print a new one and revoke the old one
    Rotate {
        /// The old one's id
        id: u64,
    },
    /// List the valid tokens: id, and bot or `(operator)`
    List,
    /// Make a token invalid
    Revoke {
        /// Its id
        id: u64,
    },
}

impl TokenArgs {
    pub async fn run(self) -> Result<(), Error> {
        let storage_place = StoragePlace {
            data: self.data,
            #[cfg(feature = "cluster")]
            store: self.store,
            #[cfg(feature = "cluster")]
            store_file: self.store_file,
        };
        let place = &storage_place.location();
        if !server::is_there(place).await? {
            // Another folder's referee would not know the tokens.
            return Err(Failure::NothingStored { place: place.to_string() }.into());
        }
        let opened = server::open_beside(place).await?;
        let storage = &*opened.storage;
        match self.act {
            Action::Mint { bot: None, .. } => {
                // Commands on this machine find the first operator's token in the folder.
                let first = tokens::mint_first_operator(storage, storage_place.folder()).await?;
                let token = if let Some(token) = first { token } else { tokens::mint(storage, None, None).await?.1 };
                print_token(format!("{token}\n"))?;
            }
            Action::Mint { bot, .. } => print_token(format!("{}\n", tokens::mint(storage, bot, None).await?.1))?,
            Action::Class { file, rotate, output } => {
                let (list, known) = (text_of(&file)?, if rotate { ExistingTokens::Replace } else { ExistingTokens::Keep });
                let key = ClassKey::of(storage).await?;
                let class = class_list::mint(storage, &key, &list, &bots::HouseConfig::usual_names(), known).await?;
                match output {
                    Some(file) => tokens::private_text(&file, &class.csv()).map_err(|error| Error::in_file(&file, &error))?,
                    None => print_token(class.csv())?,
                }
                let not_shown = class.not_shown();
                if !not_shown.is_empty() {
                    eprintln!("arbitre: {}", localized(&Failure::NotShown { bots: not_shown.into_iter().map(String::from).collect() }));
                }
            }
            Action::Rotate { id } => print_token(format!("{}\n", tokens::rotate(storage, id).await?.1))?,
            Action::List => {
                for row in storage.list_tokens().await? {
                    println!("{}\t{}", row.id, row.bot.unwrap_or_else(|| localized(&Output::Operator)));
                }
            }
            Action::Revoke { id } => tokens::revoke(storage, id).await?,
        }
        opened.close();
        Ok(())
    }
}

/// Standard output may be a full disk, and a token is not shown again.
fn print_token(text: String) -> Result<(), Error> {
    Ok(print(text).map_err(|source| Failure::OutputFull { source })?)
}
