//! Checks of where a request comes from and goes to.
//!
//! A browser lets the pages of any site send requests here: with the password that its user has
//! given to this server, and from the user's machine, where an unlimited server may listen. Nothing
//! that changes something may follow from one. Clients other than browsers send neither `Origin`
//! nor `Sec-Fetch-Site`, and nothing is asked of them.

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Version};
use axum::middleware::Next;
use axum::response::Response;
use ennead_host::Failure;
use ennead_protocol::Code;

use crate::app::App;
use crate::{CallFailure, Config};

/// How the page that sends a request relates to its target; browsers let no script set it.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The `Host` that a proxy has replaced.
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// Rejects requests that name no single host, and changes that pages of other sites ask for.
pub(crate) async fn check_request(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, CallFailure> {
    check_host(request.version(), request.headers())?;
    if !request.method().is_safe() {
        check_site(&app.config, request.headers())?;
    }
    Ok(next.run(request).await)
}

/// RFC 9112, 3.2: a second host would let a proxy and the server disagree on the target.
fn check_host(version: Version, headers: &HeaderMap) -> Result<(), Failure> {
    match headers.get_all(HOST).iter().count() {
        1 => Ok(()),
        0 if version < Version::HTTP_11 => Ok(()),
        count => {
            let text = format!("a request has one Host header, and this one has {count}");
            Err(Failure::new(Code::BadRequest, text))
        }
    }
}

/// Rejects a request of a page that belongs neither to this server nor to a configured origin.
pub(crate) fn check_site(config: &Config, headers: &HeaderMap) -> Result<(), Failure> {
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_string();
    let site = headers.get(SITE).map(text);
    let origin = headers.get(ORIGIN).map(text);
    let is_configured =
        origin.as_ref().is_some_and(|origin| config.origins.iter().any(|known| known == origin));
    let is_own = || {
        let host = origin.as_deref().map(|origin| origin.split_once("://").map(|(_, host)| host));
        host.is_none_or(|host| host.is_some_and(|host| is_host(config, headers, host)))
    };
    let is_allowed = match site.as_deref() {
        Some("same-origin") => true,
        Some("none") | None => is_own(),
        Some(_) => false,
    };
    match is_allowed || is_configured {
        true => Ok(()),
        false => Err(Failure::new(Code::Forbidden, "pages of other sites may not do this here")),
    }
}

/// Whether the client has sent the request to this host.
fn is_host(config: &Config, headers: &HeaderMap, host: &str) -> bool {
    let is_this = |name: &HeaderName| {
        headers
            .get(name)
            .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(host.as_bytes()))
    };
    is_this(&HOST) || (config.trust_proxy && is_this(&FORWARDED_HOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a change with these headers is made.
    fn allows(config: &Config, headers: &[(&str, &str)]) -> bool {
        let mut map = HeaderMap::from_iter([(HOST, HeaderValue::from_static("games.example"))]);
        for (name, value) in headers {
            map.append(
                HeaderName::try_from(*name).unwrap(),
                HeaderValue::try_from(*value).unwrap(),
            );
        }
        check_site(config, &map).is_ok()
    }

    #[test]
    fn pages_of_other_sites_change_nothing() {
        let mut config = Config::new(String::new());
        config.origins = vec!["https://friend.example".into()];
        let (origin, site) = ("origin", "sec-fetch-site");
        let allowed: [&[(&str, &str)]; 7] = [
            &[],
            &[(origin, "https://games.example")],
            &[(origin, "https://Games.example")],
            &[(origin, "https://games.example"), (site, "same-origin")],
            // The proxy in front has replaced the host.
            &[(origin, "https://public.example"), (site, "same-origin")],
            &[(origin, "https://friend.example"), (site, "cross-site")],
            &[(site, "none")],
        ];
        let refused: [&[(&str, &str)]; 9] = [
            &[(origin, "https://evil.example")],
            &[(origin, "https://evil.example"), (site, "cross-site")],
            &[(origin, "https://evil.example"), (site, "none")],
            // A page of another scheme or port of the same host.
            &[(origin, "http://games.example"), (site, "cross-site")],
            &[(origin, "http://games.example:8080")],
            &[(site, "same-site")],
            &[(site, "something new")],
            &[(origin, "null")],
            &[(origin, "")],
        ];
        for headers in allowed {
            assert!(allows(&config, headers), "{headers:?}");
        }
        for headers in refused {
            assert!(!allows(&config, headers), "{headers:?}");
        }
    }

    #[test]
    fn a_trusted_proxy_names_the_public_host() {
        let headers =
            [("origin", "https://public.example"), ("x-forwarded-host", "public.example")];
        let mut config = Config::new(String::new());
        assert!(!allows(&config, &headers));
        config.trust_proxy = true;
        assert!(allows(&config, &headers));
    }

    #[test]
    fn a_request_names_one_host() {
        let hosts = |count: usize| {
            let mut headers = HeaderMap::new();
            for _ in 0..count {
                headers.append(HOST, HeaderValue::from_static("games.example"));
            }
            headers
        };
        check_host(Version::HTTP_11, &hosts(1)).unwrap();
        check_host(Version::HTTP_10, &hosts(0)).unwrap();
        for (version, count) in
            [(Version::HTTP_11, 0), (Version::HTTP_11, 2), (Version::HTTP_10, 2)]
        {
            assert_eq!(check_host(version, &hosts(count)).unwrap_err().code, Code::BadRequest);
        }
    }
}
