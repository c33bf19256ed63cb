//! Connections, and attempts that survive losing one.

use std::time::Duration;

use deadpool_postgres::{
    Client, ClientWrapper, Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod,
    Runtime, Timeouts,
};
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::Config;

use super::fault::Fault;
use super::tls::{self, Tls};
use crate::StoreError;

/// The most connections of one node.
const CONNECTIONS: usize = 16;
/// The time limit of one attempt.
const ATTEMPT: Duration = Duration::from_secs(5);
/// How long to retry after a lost connection; a restart of the database takes less.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(50);
/// A dead peer is detected after about this time.
const SILENCE: Duration = Duration::from_secs(10);

/// A task for a connection. It may run more than once: `again` says that an earlier attempt may
/// have succeeded without a response.
pub(super) trait DatabaseTask: Sync {
    type Output: Send;

    fn attempt(
        &self,
        client: &mut Client,
        again: bool,
    ) -> impl Future<Output = Result<Self::Output, Fault>> + Send;
}

/// Connections to one database.
pub(super) struct Connections {
    pool: Pool,
}

impl Connections {
    pub(super) fn new(config: Config, tls: Tls) -> Result<Self, StoreError> {
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(config, tls, recycling);
        let timeouts =
            Timeouts { wait: Some(ATTEMPT), create: Some(ATTEMPT), recycle: Some(ATTEMPT) };
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .post_create(Hook::async_fn(|client, _| Box::pin(enforce_durability(client))))
            .timeouts(timeouts)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Connections { pool })
    }

    /// A connection for work of any length.
    pub(super) async fn client(&self) -> Result<Client, Fault> {
        Ok(self.pool.get().await?)
    }

    /// One attempt.
    pub(super) async fn once<T: DatabaseTask>(
        &self,
        task: &T,
        again: bool,
    ) -> Result<T::Output, Fault> {
        let mut client = self.pool.get().await?;
        let result = match timeout(ATTEMPT, task.attempt(&mut client, again)).await {
            Ok(result) => result,
            Err(_) => Err(Fault::Lost(format!("no answer within {} s", ATTEMPT.as_secs()))),
        };
        if let Err(Fault::Lost(_)) = &result {
            // This connection may be broken, so do not return it to the pool.
            drop(Object::take(client));
        }
        result
    }

    /// Retries until the outcome is known or the time is up.
    pub(super) async fn persist<T: DatabaseTask>(&self, task: &T) -> Result<T::Output, StoreError> {
        let patience = Instant::now() + PATIENCE;
        let mut again = false;
        loop {
            match self.once(task, again).await {
                Ok(answer) => return Ok(answer),
                Err(Fault::Final(error)) => return Err(error),
                Err(Fault::Lost(text)) if Instant::now() > patience => {
                    return Err(StoreError::Unavailable(text));
                }
                Err(Fault::Lost(text)) => tracing::debug!(%text, "the database is asked again"),
            }
            again = true;
            sleep(PAUSE).await;
        }
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

/// Makes a connection's commits durable, whatever the database, the role or the URL configure.
/// Settings that wait for more than the local disk are kept.
const ENFORCE: &str = "SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'";

async fn enforce_durability(client: &mut ClientWrapper) -> Result<(), HookError> {
    client.execute(ENFORCE, &[]).await.map(drop).map_err(HookError::Backend)
}

/// The connection parameters, and the encryption.
pub(super) fn config(url: &str) -> Result<(Config, Tls), StoreError> {
    let (url, options) = tls::split(url)?;
    // The parser's errors may quote their input, which may contain a password.
    let mut config: Config = url.parse().map_err(|_| {
        StoreError::Unavailable(
            "not a URL of the form postgres://user:password@host:port/database".into(),
        )
    })?;
    config.ssl_mode(options.protection.mode());
    if config.get_application_name().is_none() {
        config.application_name("ennead");
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(ATTEMPT);
    }
    config
        .keepalives_idle(SILENCE)
        .keepalives_interval(SILENCE / 4)
        .keepalives_retries(4)
        .tcp_user_timeout(SILENCE);
    Ok((config, tls::connector(&options)?))
}
