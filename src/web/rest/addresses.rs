//! The addresses of the referee for other machines, which the projector shows to a class.

use super::{HttpResult, JsonResult, Query, Services};
use crate::{Config, Error};
use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use protocol::Addresses;
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Deserialize;
use std::net::{IpAddr, SocketAddr};

/// The addresses of the site, the best first: the public names of the options, or the machine's addresses without loopback.
pub fn pages(config: &Config) -> Vec<String> {
    let bind = config.bind;
    if config.public_names().next().is_some() {
        // A proxy in front of the referee uses the usual port and TLS.
        let proxied = !config.trusted_proxy.is_empty();
        return config.public_names().map(|name| public(name, (!proxied).then_some(bind.port()))).collect();
    }
    let reachable = |address: &IpAddr| !address.is_loopback() && !address.is_unspecified();
    let own = if bind.ip().is_unspecified() {
        if_addrs::get_if_addrs().unwrap_or_default().into_iter().map(|interface| interface.ip()).filter(reachable).collect()
    } else {
        vec![bind.ip()]
    };
    let mut own: Vec<IpAddr> = own.into_iter().filter(reachable).filter(|address| !is_link_local(address)).collect();
    // IPv4 addresses are shorter to type.
    own.sort_by_key(|address| (address.is_ipv6(), *address));
    own.into_iter().map(|address| format!("http://{}/", SocketAddr::new(address, bind.port()))).collect()
}

fn is_link_local(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    }
}

/// A public name as an address: with the port on which the referee itself listens, if it does and the name has none.
fn public(name: &str, port: Option<u16>) -> String {
    match port {
        None => format!("https://{name}/"),
        Some(port) if port != 80 && !name.contains(':') => format!("http://{name}:{port}/"),
        Some(_) => format!("http://{name}/"),
    }
}

/// Where browsers and bots find this referee from other machines.
#[utoipa::path(get, path = "/v1/addresses", tag = "health", responses(
    (status = 200, description = "The addresses; none if it listens on this machine alone.", body = Addresses,
        example = json!({"pages": ["http://192.168.1.20:8080/"]})),
))]
pub async fn list(services: Services) -> JsonResult<Addresses> {
    let asked = services.clone();
    let pages = services.report(move || pages(&asked.config)).await?;
    Ok(Json(Addresses { pages }))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// The place of the address in the list, from 0; the first if left out.
    at: Option<usize>,
}

/// An address of this referee as a QR code.
#[utoipa::path(get, path = "/v1/addresses/qr.svg", tag = "health", params(Which), responses(
    (status = 200, description = "The code.", body = String, content_type = "image/svg+xml"),
))]
pub async fn code(services: Services, Query(which): Query<Which>) -> HttpResult {
    let asked = services.clone();
    let draw = move || {
        let pages = pages(&asked.config);
        if pages.is_empty() {
            return Err(Error::LoopbackOnly);
        }
        let address = pages.get(which.at.unwrap_or(0));
        let code = address.and_then(|address| QrCode::with_error_correction_level(address.as_bytes(), EcLevel::M).ok());
        let code = code.ok_or_else(|| Error::NotFound { path: "/v1/addresses/qr.svg".into() })?;
        let colour = |text| svg::Color(text);
        Ok(code.render::<svg::Color>().quiet_zone(true).dark_color(colour("#14201b")).light_color(colour("#ffffff")).build())
    };
    let svg = services.report(draw).await??;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-cache")], svg).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_name_becomes_an_address() {
        assert_eq!(public("arbitre.example", Some(8080)), "http://arbitre.example:8080/");
        assert_eq!(public("arbitre.example:9000", Some(8080)), "http://arbitre.example:9000/");
        assert_eq!(public("arbitre.example", Some(80)), "http://arbitre.example/");
        assert_eq!(public("arbitre.example", None), "https://arbitre.example/");
    }
}
