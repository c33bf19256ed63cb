//! A minimal HTTP client for a few small calls.

use std::io;
use std::net::IpAddr;

use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::Address;

/// The longest response accepted.
const MAX_ANSWER: u64 = 1 << 20;

/// A failed call.
#[derive(Debug, Error)]
pub enum HttpError {
    /// The connection failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The response is not HTTP.
    #[error("the answer is not HTTP/1.1 with a body of known length")]
    Answer,
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// The body as text.
    pub body: String,
}

/// Posts JSON.
pub(crate) async fn post(
    address: &Address,
    local: Option<IpAddr>,
    path: &str,
    json: &str,
) -> Result<HttpResponse, HttpError> {
    call_from(address, local, "POST", path, None, json).await
}

/// Makes a call with a bearer token, if there is one.
pub async fn call(
    address: &Address,
    method: &str,
    path: &str,
    token: Option<&str>,
    json: &str,
) -> Result<HttpResponse, HttpError> {
    call_from(address, None, method, path, token, json).await
}

async fn call_from(
    address: &Address,
    local: Option<IpAddr>,
    method: &str,
    path: &str,
    token: Option<&str>,
    json: &str,
) -> Result<HttpResponse, HttpError> {
    let authority = address.authority();
    let authorization =
        token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {authority}\r\nContent-Type: application/json\r\n\
         {authorization}Content-Length: {}\r\nConnection: close\r\n\r\n{json}",
        json.len()
    );
    let mut stream = address.connect(local).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.take(MAX_ANSWER).read_to_end(&mut bytes).await?;
    parse(&String::from_utf8_lossy(&bytes)).ok_or(HttpError::Answer)
}

fn parse(text: &str) -> Option<HttpResponse> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let is_chunked = lines.any(|line| line.to_ascii_lowercase().starts_with("transfer-encoding:"));
    (!is_chunked).then(|| HttpResponse { status, body: body.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let answer = parse("HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}");
        assert_eq!(answer, Some(HttpResponse { status: 201, body: "{}".into() }));
        assert_eq!(parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"), None);
        assert_eq!(parse("SSH-2.0"), None);
        assert_eq!(parse("HTTP/1.1 2\r\n\r\n"), None);
    }
}
