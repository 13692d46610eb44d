//! The door: takes connections, no more than there is room for, and none that dawdles.

use crate::Error;
use crate::app::App;
use crate::config::duration;
use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

/// Serves every connection that comes, until the referee stops.
pub async fn listen(app: Arc<App>, mut listener: impl Listener, router: Router) {
    loop {
        let (stream, _) = tokio::select! {
            connection = listener.accept() => connection,
            () = app.stop.cancelled() => return,
        };
        let open = app.connections.fetch_add(1, Relaxed);
        let (app, router) = (app.clone(), router.clone());
        app.tasks.clone().spawn(async move {
            if open >= app.config.max_connections {
                turn_away(stream, &Error::TooManyConnections { most: app.config.max_connections }).await;
            } else {
                serve(&app, stream, router).await;
            }
            app.connections.fetch_sub(1, Relaxed);
        });
    }
}

async fn serve(app: &App, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, router: Router) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(duration(app.config.hello_within))
        .max_buf_size(16 * 1_024)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = app.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Says why there is no room.
async fn turn_away(mut stream: impl AsyncWrite + Unpin, why: &Error) {
    let body = serde_json::to_string(&why.problem()).expect("a problem is writable as JSON");
    let length = body.len();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: {length}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n"
    );
    // Whoever is turned away may have left.
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
    let _ = stream.shutdown().await;
}
