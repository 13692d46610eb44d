//! `doctor`: puts a bot through everything that a day of tournaments has in store, against a referee of its own, and says what to change.

mod course;
mod examination;
mod finding;
mod link;
mod own;
pub mod patient;
mod report;
mod step;
mod trouble;

use crate::error::Error;
use crate::language::said;
use crate::remote::{self, Content, Remote};
use contest::BotName;
use examination::Examination;
use finding::Finding;
use link::Link;
use patient::Patient;
use referee::{Micros, TimeControl};
use report::{Report, Told};
use runtime::net;
use server::Config;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;

/// Where bots look for a referee if nobody tells them otherwise.
const USUAL: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8080);

/// Rehearse the day of a tournament with a bot, in two minutes, and tell what to change
///
/// The bot plays short games against this program, which referees them as a real referee would, and makes trouble on the way. The exit
/// status is 0 if no step failed.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("bot").required(true).args(["wait", "command"])))]
pub struct Doctor {
    /// Wait for a bot of this name, instead of starting one
    #[arg(long, value_name = "NAME")]
    wait: Option<BotName>,
    /// Where the bot is to connect [default: 127.0.0.1:8080, or another port if that one is taken]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// The time control of whole games, of which there are three
    #[arg(long, default_value = "60s")]
    time: TimeControl,
    /// How long the bot may take to connect [default: 30s; with `--wait` 5min]
    #[arg(long)]
    patience: Option<Micros>,
    /// Print the findings as one JSON object
    #[arg(long)]
    json: bool,
    /// Tell the referee at this address how it went, such as http://HOST:8080: a tournament may demand a passed rehearsal
    #[arg(long, value_name = "REFEREE")]
    report: Option<String>,
    /// The bot's token, where the referee asks for one
    #[arg(long, env = "ARBITRE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The command that starts the bot. It finds the address in the variable ARBITRE_URL; `{url}` stands for it in the command
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// A listener where the bot is to connect.
async fn bind(wish: Option<SocketAddr>) -> Result<TcpListener, Error> {
    const FLAG: &str = "--listen";
    if let Some(address) = wish {
        return Ok(net::bind(address, FLAG).await?);
    }
    match net::bind(USUAL, FLAG).await {
        Ok(listener) => Ok(listener),
        Err(_) => Ok(net::bind(SocketAddr::new(USUAL.ip(), 0), FLAG).await?),
    }
}

impl Doctor {
    /// Examines the bot, and prints the report. Says whether no step failed.
    ///
    /// # Errors
    /// When there is nothing to examine: no such program, or no such address.
    pub async fn run(self, config: Config) -> Result<bool, Error> {
        let listener = bind(self.listen).await?;
        let address = listener.local_addr()?;
        let link = Link::new(self.wait.as_ref().map(ToString::to_string));
        if !self.json {
            match &self.wait {
                Some(name) => println!("{}\n", said(&Told::Waiting { name: name.to_string(), address: address.to_string() })),
                None => println!("{}\n", said(&Told::Starting { address: address.to_string() })),
            }
        }
        let accepting = tokio::spawn(accept(listener, address, link.clone()));
        let patient = Patient::new(self.command, address);
        // A person takes longer than a program.
        let usual = Micros::from_secs(if self.wait.is_some() { 300 } else { 30 });
        let patience = Duration::from_micros(self.patience.unwrap_or(usual).0);
        let mut config = config;
        config.contest.ready_within = Micros::from_secs(15);
        let examination = Examination::prepare(config, link, patient, address, patience, self.time).await?;
        let is_json = self.json;
        let told = |finding: &Finding| {
            if !is_json {
                print!("{}", report::text(finding));
            }
        };
        let examined = examination.run(&step::day(), told).await;
        accepting.abort();
        let report = Report::of(examined?);
        if self.json {
            println!("{}", report.json())
        } else {
            println!("\n{}", report.summary())
        }
        if let (Some(referee), Some(bot)) = (&self.report, &report.bot) {
            let site = referee.replacen("ws", "http", usize::from(referee.starts_with("ws"))).trim_end_matches("/ws").to_string();
            let remote = Remote::new(&site, self.token.clone());
            let path = format!("/v1/bots/{}/rehearsal", remote::escaped(bot));
            let failed = serde_json::json!({"failed": report.failed()});
            let tell = move || remote.send(ureq::http::Method::PUT, &path, Content::Json(&failed)).map(drop);
            tokio::task::spawn_blocking(tell).await??;
            eprintln!("{}", said(&Told::Reported { referee: referee.clone() }));
        }
        Ok(report.passed)
    }
}

/// Takes connections while there is a referee, and refuses them while there is none.
async fn accept(first: TcpListener, address: SocketAddr, link: Link) {
    let mut listener = Some(first);
    loop {
        let is_open = link.look(|desk| desk.door.is_some());
        if is_open && listener.is_none() {
            listener = TcpListener::bind(address).await.ok();
        }
        if !is_open {
            listener = None;
        }
        let Some(door) = &listener else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        tokio::select! {
            accepted = door.accept() => if let Ok((stream, _)) = accepted {
                // A small message does not wait for another.
                let _ = stream.set_nodelay(true);
                tokio::spawn(link.clone().serve(stream));
            },
            () = tokio::time::sleep(Duration::from_millis(20)) => {}
        }
    }
}

#[cfg(test)]
mod tests;
