//! What an operator wants to know of the machine, and whose token this is.

use super::Services;
use super::access::{Actor, Operator};
use crate::Error;
use axum::Json;
use axum::extract::State;
use protocol::{Machine, Rights};
use runtime::free_bytes;
use std::path::Path;

/// Whose token the request shows.
#[utoipa::path(get, path = "/v1/rights", tag = "operator", security(("token" = []), ()), responses(
    (status = 200, description = "What it may do.", body = Rights, example = json!({"operator": true, "bot": null, "open": false})),
))]
pub async fn rights(actor: Actor, State(services): State<Services>) -> Json<Rights> {
    let open = actor.must_organise(&services).await.is_ok();
    Json(Rights { operator: actor.must_operate().is_ok(), bot: actor.bot().map(str::to_string), open })
}

/// Memory, load and disk of the machine, as far as the system tells, and how busy the referee is.
#[utoipa::path(get, path = "/v1/admin/machine", tag = "operator", security(("token" = [])), responses(
    (status = 200, description = "How it is.", body = Machine),
))]
pub async fn machine(_: Operator, State(services): State<Services>) -> Result<Json<Machine>, Error> {
    let folder = services.folder.as_deref().map(Path::to_path_buf);
    let mut machine = services.tournaments.reports.submit(move |_| look(folder.as_deref()))?.done().await?;
    machine.connections = u64::try_from(services.counters.connections.get()).unwrap_or(0);
    machine.matches = services.matches.count() as u64;
    machine.longest_step_us = u64::try_from(services.life.steps.longest().as_micros()).unwrap_or(u64::MAX);
    machine.storage_trouble = services.storage.trouble();
    machine.storage_warning = services.storage.warning();
    Ok(Json(machine))
}

/// What the system tells. Files of the system are read, and so a thread for work does it.
fn look(folder: Option<&Path>) -> Machine {
    Machine {
        memory_bytes: field("/proc/self/status", "VmRSS:"),
        memory_free_bytes: field("/proc/meminfo", "MemAvailable:"),
        load: std::fs::read_to_string("/proc/loadavg").ok().and_then(|text| text.split(' ').next()?.parse().ok()),
        processors: std::thread::available_parallelism().map_or(1, |number| number.get() as u32),
        disk_free_bytes: folder.and_then(free_bytes),
        disk_used_bytes: folder.and_then(|folder| {
            let sizes = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len()));
            Some(sizes.sum())
        }),
        ..Machine::default()
    }
}

/// A field of such a file, which is given in kB.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1_024)
}
