//! `doctor`: examines a bot against its own referee, with the faults of a tournament day, and advises what to change.

mod examination;
mod fault;
mod finding;
mod judge;
pub mod program;
mod proxy;
mod record;
mod referee;
mod report;
mod step;

use crate::error::Error;
use crate::language::localized;
use crate::output::{json_line, print};
use crate::remote::{self, JSON, Remote};
use ::referee::{Micros, TimeControl};
use contest::BotName;
use examination::Examination;
use finding::Finding;
use program::BotProgram;
use proxy::Proxy;
use report::{DoctorOutput, DoctorReport};
use runtime::net;
use server::Config;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::TcpListener;

/// The referee's default address.
const USUAL: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8080);

/// Rehearse a tournament day with a bot, and report what to fix
///
/// In two minutes the bot plays short games against this program, which referees them as a real referee would, and injects faults. The exit
/// status is 0 if no step failed.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("bot").required(true).args(["wait", "command"])))]
pub struct Doctor {
    /// Wait for a bot of this name, instead of starting one
    #[arg(long, value_name = "NAME")]
    wait: Option<BotName>,
    /// Address for the bot to connect to [default: any free port; with `--wait` 127.0.0.1:8080, or another port if that one is in use]
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<SocketAddr>,
    /// The time control of whole games, of which there are three
    #[arg(long, default_value = "60s")]
    time: TimeControl,
    /// Timeout for the bot to connect [default: 30s; with `--wait` 5min]
    #[arg(long)]
    connect_timeout: Option<Micros>,
    /// Print the findings as one JSON object
    #[arg(long)]
    json: bool,
    /// Send the result to the referee at --server: a tournament may demand a passed rehearsal
    #[arg(long, requires = "server")]
    report: bool,
    /// The referee for --report: HOST:PORT, http://HOST:PORT or https://HOST
    #[arg(long, env = "ARBITRE_SERVER")]
    server: Option<bots::Address>,
    /// The bot's token, where the referee asks for one
    #[arg(long, env = "ARBITRE_BOT_TOKEN", hide_env_values = true, value_parser = remote::token)]
    token: Option<String>,
    /// The command that starts the bot. The environment variable ARBITRE_SERVER holds the address; so does `{url}` in the command
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// A program is given its address: at the usual one, commands without `--server` would reach the doctor instead of a referee.
async fn bind(chosen: Option<SocketAddr>, is_started_by_hand: bool) -> Result<TcpListener, Error> {
    const FLAG: &str = "--bind";
    if is_started_by_hand
        && chosen.is_none()
        && let Ok(listener) = net::bind(USUAL, FLAG).await
    {
        return Ok(listener);
    }
    Ok(net::bind(chosen.unwrap_or(SocketAddr::new(USUAL.ip(), 0)), FLAG).await?)
}

impl Doctor {
    /// Examines the bot, prints the report, and fails if a step failed.
    pub async fn run(self, config: Config) -> Result<ExitCode, Error> {
        let listener = bind(self.bind, self.wait.is_some()).await?;
        let address = listener.local_addr()?;
        let proxy = Proxy::new(self.wait.as_ref().map(ToString::to_string));
        if !self.json {
            let address = address.to_string();
            let waiting = self.wait.as_ref().map(|name| DoctorOutput::Waiting { name: name.to_string(), address: address.clone() });
            println!("{}\n", localized(&waiting.unwrap_or(DoctorOutput::Starting { address })));
        }
        let program = BotProgram::new(self.command, address);
        // A person takes longer than a program.
        let usual = Micros::from_secs(if self.wait.is_some() { 300 } else { 30 });
        let connect_timeout = Duration::from_micros(self.connect_timeout.unwrap_or(usual).0);
        let examination = Examination::prepare(config, proxy.clone(), program, address, connect_timeout, self.time).await?;
        // From now on there is a referee, so that the listener stays open for the first attempt to connect.
        let accepting = tokio::spawn(accept(listener, address, proxy));
        let print_finding = |finding: &Finding| {
            if !self.json {
                print!("{}", report::text(finding));
            }
        };
        let examined = examination.run(&step::day(), print_finding).await;
        accepting.abort();
        let report = DoctorReport::of(examined?);
        print(if self.json { json_line(&report) } else { format!("\n{}\n", report.summary()).into_bytes() })?;
        if let (Some(referee), Some(bot)) = (self.server.filter(|_| self.report), &report.bot) {
            let remote = Remote::new(&referee, self.token);
            let path = format!("/v1/bots/{}/rehearsal", remote::escaped(bot));
            let failed = serde_json::json!({"failed": report.failed()});
            let submit = move || remote.send(ureq::http::Method::PUT, &path, JSON, failed.to_string()).map(drop);
            tokio::task::spawn_blocking(submit).await??;
            eprintln!("{}", localized(&DoctorOutput::Reported { referee: referee.http() }));
        }
        Ok(if report.passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Accepts connections while there is a referee; closes the listener while there is none.
async fn accept(first: TcpListener, address: SocketAddr, proxy: Proxy) {
    let mut listener = Some(first);
    loop {
        let is_open = proxy.read_state(|shared| shared.referee.is_some());
        if is_open && listener.is_none() {
            listener = TcpListener::bind(address).await.ok();
        }
        if !is_open {
            listener = None;
        }
        let Some(open) = &listener else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        tokio::select! {
            accepted = open.accept() => if let Ok((stream, _)) = accepted {
                // Small messages are sent immediately.
                let _ = stream.set_nodelay(true);
                tokio::spawn(proxy.clone().serve(stream));
            },
            () = tokio::time::sleep(Duration::from_millis(20)) => {}
        }
    }
}

#[cfg(test)]
mod tests;
