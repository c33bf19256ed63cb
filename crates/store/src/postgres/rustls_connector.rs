//! Encrypted connections with rustls.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName, UnixTime, pem};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;

use super::tls::{Protection, TlsOptions, wrong};
use crate::StoreError;

/// Performs TLS handshakes with servers.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

/// A handshake with one server. A local socket has no host name and is never encrypted.
pub(super) struct Handshake {
    connector: TlsConnector,
    name: Result<ServerName<'static>, InvalidDnsNameError>,
}

/// A connection after the handshake.
pub(super) struct Encrypted<S>(tokio_rustls::client::TlsStream<S>);

pub(super) fn connector(options: &TlsOptions) -> Result<Tls, StoreError> {
    let provider = Arc::new(ring::default_provider());
    let roots = match options.protection {
        Protection::VerifyCa | Protection::VerifyFull => Some(Roots::new(options)?),
        _ => None,
    };
    let checks_name = options.protection == Protection::VerifyFull;
    let verifier = Verifier { roots, checks_name, provider: Arc::clone(&provider) };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(Tls(TlsConnector::from(Arc::new(config))))
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Encrypted<S>;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        let name = ServerName::try_from(host.to_string());
        Ok(Handshake { connector: self.0.clone(), name })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let name =
                self.name.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error));
            Ok(Encrypted(self.connector.connect(name?, stream).await?))
        })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

/// The trusted root certificates.
#[derive(Debug)]
struct Roots {
    list: Vec<CertificateDer<'static>>,
    store: RootCertStore,
}

impl Roots {
    fn new(options: &TlsOptions) -> Result<Roots, StoreError> {
        let list = match &options.roots {
            Some(path) => {
                let failed = |error: pem::Error| wrong(&format!("sslrootcert {path}: {error}"));
                let found = CertificateDer::pem_file_iter(path).map_err(failed)?;
                found.collect::<Result<Vec<_>, _>>().map_err(failed)?
            }
            None => rustls_native_certs::load_native_certs().certs,
        };
        if list.is_empty() {
            let place = options.roots.as_deref().unwrap_or("the system");
            return Err(wrong(&format!("there are no root certificates in {place}")));
        }
        let mut store = RootCertStore::empty();
        // Some of the system's certificates may be unusable; the others still count.
        store.add_parsable_certificates(list.iter().cloned());
        Ok(Roots { list, store })
    }
}

/// rustls rejects a self-signed certificate that is not a root for being a CA certificate; the
/// actual problem is that it is not trusted.
fn untrusted(error: Error) -> Error {
    match error {
        Error::InvalidCertificate(CertificateError::Other(_)) => {
            CertificateError::UnknownIssuer.into()
        }
        error => error,
    }
}

/// Checks as much of a certificate as `sslmode` requires; signatures are always checked.
#[derive(Debug)]
struct Verifier {
    roots: Option<Roots>,
    checks_name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(roots) = &self.roots else { return Ok(ServerCertVerified::assertion()) };
        let parsed = ParsedCertificate::try_from(certificate)?;
        // A server may use a self-signed certificate that the client has as a file: no authority is
        // behind it, and it is trusted as is.
        if !roots.list.contains(certificate) {
            let algorithms = self.provider.signature_verification_algorithms.all;
            verify_server_cert_signed_by_trust_anchor(
                &parsed,
                &roots.store,
                intermediates,
                now,
                algorithms,
            )
            .map_err(untrusted)?;
        }
        if self.checks_name {
            verify_server_name(&parsed, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
