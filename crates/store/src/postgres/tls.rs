//! Connection encryption: `sslmode` and `sslrootcert` of a URL, interpreted as in libpq.

use std::fmt::Write as _;

use tokio_postgres::config::SslMode;

use crate::StoreError;

/// How a connection is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protection {
    /// No encryption.
    Disable,
    /// Encryption with any certificate, if the server supports it.
    Prefer,
    /// Encryption with any certificate.
    Require,
    /// The certificate is signed by a root.
    VerifyCa,
    /// The certificate is signed by a root, and for the host of the URL.
    VerifyFull,
}

impl Protection {
    fn parse(text: &str) -> Option<Protection> {
        Some(match text {
            "disable" => Protection::Disable,
            "prefer" => Protection::Prefer,
            "require" => Protection::Require,
            "verify-ca" => Protection::VerifyCa,
            "verify-full" => Protection::VerifyFull,
            _ => return None,
        })
    }

    pub(super) fn mode(self) -> SslMode {
        match self {
            Protection::Disable => SslMode::Disable,
            Protection::Prefer => SslMode::Prefer,
            _ => SslMode::Require,
        }
    }
}

/// The encryption settings of a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TlsOptions {
    pub(super) protection: Protection,
    /// The file of root certificates; the system's roots if `None`.
    pub(super) roots: Option<String>,
}

pub(super) fn wrong(text: &str) -> StoreError {
    StoreError::Unavailable(text.into())
}

/// Extracts the encryption parameters from a URL, and returns the rest of it.
pub(super) fn split(url: &str) -> Result<(String, TlsOptions), StoreError> {
    let (place, parameters) = match url.rsplit_once('?') {
        // A question mark before the host is part of a password.
        Some((place, parameters)) if !parameters.contains('@') => (place, parameters),
        _ => (url, ""),
    };
    let mut rest = place.to_string();
    let (mut mode, mut roots) = (None, None);
    for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
        match parameter.split_once('=') {
            Some(("sslmode", value)) => mode = Some(decoded(value)),
            Some(("sslrootcert", value)) => roots = Some(decoded(value)),
            Some((name @ ("sslcert" | "sslkey" | "sslpassword" | "sslcrl" | "sslcrldir"), _)) => {
                let text = format!("{name} is not supported: sslmode and sslrootcert are");
                return Err(wrong(&text));
            }
            _ => {
                let separator = if rest.len() == place.len() { '?' } else { '&' };
                let _ = write!(rest, "{separator}{parameter}");
            }
        }
    }
    let protection = mode.as_deref().map_or(Some(Protection::Prefer), Protection::parse);
    let protection = protection.ok_or_else(|| {
        wrong("sslmode is one of disable, prefer, require, verify-ca and verify-full")
    })?;
    let roots = roots.filter(|roots| roots != "system");
    // As in libpq: a URL that names roots requires certificates to be verified against them.
    let protection = match (protection, &roots) {
        (Protection::Require, Some(_)) => Protection::VerifyCa,
        (protection, _) => protection,
    };
    Ok((rest, TlsOptions { protection, roots }))
}

/// Percent-decodes a value of a URL.
fn decoded(value: &str) -> String {
    let bytes = value.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = value.get(at + 1..at + 3).and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(|_| *byte == b'%') {
            Some(code) => {
                decoded.push(code);
                at += 3;
            }
            None => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(feature = "tls")]
pub(super) use super::rustls_connector::{Tls, connector};
#[cfg(not(feature = "tls"))]
pub(super) use without_tls::{Tls, connector};

#[cfg(not(feature = "tls"))]
mod without_tls {
    use super::*;

    /// This build does not encrypt connections.
    pub(in super::super) type Tls = tokio_postgres::NoTls;

    pub(in super::super) fn connector(options: &TlsOptions) -> Result<Tls, StoreError> {
        match options.protection {
            Protection::Disable | Protection::Prefer => Ok(tokio_postgres::NoTls),
            _ => Err(wrong("this program was built without TLS")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encryption_parameters_are_removed_from_the_url() {
        let of = |url: &str| split(url).unwrap();
        let (rest, options) = of("postgres://me@host/db");
        assert_eq!(rest, "postgres://me@host/db");
        assert_eq!(options, TlsOptions { protection: Protection::Prefer, roots: None });
        let (rest, options) = of("postgres://h/d?a=1&sslmode=verify-full&b=2&sslrootcert=%2Fr%20s");
        assert_eq!(rest, "postgres://h/d?a=1&b=2");
        assert_eq!(options.protection, Protection::VerifyFull);
        assert_eq!(options.roots.as_deref(), Some("/r s"));
        let (_, options) = of("postgres://h/d?sslmode=require&sslrootcert=/r");
        assert_eq!(options.protection, Protection::VerifyCa);
        let (_, options) = of("postgres://h/d?sslmode=verify-full&sslrootcert=system");
        assert_eq!(options.roots, None);
        assert_eq!(of("postgres://me:a?sslmode=x@h/d").0, "postgres://me:a?sslmode=x@h/d");
    }

    #[test]
    fn invalid_values_are_rejected_with_the_accepted_ones() {
        for url in ["postgres://h/d?sslmode=allow", "postgres://h/d?sslmode="] {
            let error = split(url).unwrap_err().to_string();
            assert!(error.ends_with("disable, prefer, require, verify-ca and verify-full"));
        }
        let error = split("postgres://h/d?sslcert=/x").unwrap_err().to_string();
        assert!(error.ends_with("sslcert is not supported: sslmode and sslrootcert are"));
    }
}
