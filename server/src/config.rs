//! Every setting of the school: a flag of `preau serve` and an environment variable.
//!
//! Read once at start; all problems are listed at once. Secrets may also come from `NAME_FILE`. Nothing
//! else in the server reads the environment.

mod place;
mod rules;
pub(crate) mod smtp;
mod values;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
use url::Url;

pub use place::Place;
pub use rules::Problem;

/// How long `/readyz` fails in production before connections are refused: a load balancer that checks every
/// two seconds has then seen it fail twice.
const SHUTDOWN_DELAY: Duration = Duration::from_secs(5);

/// A setting that never appears in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The secret itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Secret {
    fn from(value: &str) -> Self {
        Self(value.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Environment {
    /// Loopback only; sandbox payments and `.eml` mails.
    Development,
    /// The production environment.
    Production,
}

/// Who takes the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaymentProvider {
    /// Test cards, no account needed.
    Sandbox,
    /// Stripe.
    Stripe,
}

/// Where the school's data is stored.
#[derive(Args, Clone, Debug)]
pub struct Storage {
    /// Folder of the database, mails and files.
    #[arg(long, env = "PREAU_DATA_DIR", default_value = "./data")]
    pub data_dir: PathBuf,
    /// `sqlite:FILE` or `postgres://…`; absent: `preau.db` in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_parser = values::database_url)]
    pub database_url: Option<Secret>,
    /// `s3://BUCKET/FOLDER` of an S3-compatible store; absent: uploaded files are stored in the data folder.
    #[arg(long, env = "PREAU_FILES", value_parser = values::bucket)]
    pub files: Option<Url>,
    /// Address of that store; absent: Amazon's.
    #[arg(long, env = "PREAU_FILES_ENDPOINT", value_parser = values::web_address)]
    pub files_endpoint: Option<Url>,
    /// Its region.
    #[arg(long, env = "PREAU_FILES_REGION", default_value = "us-east-1")]
    pub files_region: String,
    /// Key id for that store; absent, with its secret: the machine's own credentials.
    #[arg(long, env = "PREAU_FILES_KEY_ID")]
    pub files_key_id: Option<String>,
    /// The key's secret.
    #[arg(long, env = "PREAU_FILES_SECRET_KEY", hide_env_values = true)]
    pub files_secret_key: Option<Secret>,
    /// Maximum number of connections to PostgreSQL.
    #[arg(long, env = "PREAU_DATABASE_CONNECTIONS", default_value = "16", value_parser = values::count::<u32>)]
    pub database_connections: u32,
}

/// Network settings.
#[derive(Args, Clone, Debug)]
pub struct Network {
    /// Address to serve on.
    #[arg(long, env = "PREAU_ADDR", default_value = "127.0.0.1:8080", value_parser = values::socket_address)]
    pub addr: SocketAddr,
    /// Loopback address for metrics; absent: no metrics.
    #[arg(long, env = "PREAU_METRICS_ADDR", value_parser = values::socket_address)]
    pub metrics_addr: Option<SocketAddr>,
    /// Public address of the school; links in mails are built from it.
    #[arg(long, env = "PREAU_PUBLIC_URL", value_parser = values::web_address)]
    pub public_url: Option<Url>,
    /// Proxies whose `X-Forwarded-For` is trusted (addresses or networks, separated by commas).
    #[arg(long, env = "PREAU_TRUSTED_PROXIES", value_delimiter = ',', value_parser = values::network)]
    pub trusted_proxies: Vec<IpNet>,
    /// Maximum number of open connections.
    #[arg(long, env = "PREAU_MAX_CONNECTIONS", default_value = "10000", value_parser = values::count::<usize>)]
    pub max_connections: usize,
    /// Seconds during which `/readyz` fails while requests are still served, after the server was asked to
    /// stop; absent: 5 in production, else 0.
    #[arg(long, env = "PREAU_SHUTDOWN_DELAY", value_parser = values::seconds)]
    pub shutdown_delay: Option<u64>,
}

/// Mail settings.
#[derive(Args, Clone, Debug)]
pub struct Mail {
    /// `smtp://user:password@host:port` or `smtps://…`; absent: `.eml` files in the data folder. `?tls=` is
    /// `required` or `opportunistic`; by default a password is never sent to another machine without TLS.
    #[arg(long, env = "SMTP_URL", hide_env_values = true, value_parser = values::smtp_url)]
    pub smtp_url: Option<Secret>,
    /// Sender of every mail.
    #[arg(long, env = "PREAU_MAIL_FROM", default_value = "Préau <bonjour@preau.example>", value_parser = values::mailbox)]
    pub mail_from: String,
    /// Recipient of bookings and contact messages; absent: the sender's address.
    #[arg(long, env = "PREAU_MAIL_ADMIN", value_parser = values::mailbox)]
    pub mail_admin: Option<String>,
}

/// Payment settings.
#[derive(Args, Clone, Debug)]
pub struct Payment {
    /// Card provider.
    #[arg(long = "payment", env = "PREAU_PAYMENT", value_enum, default_value = "sandbox")]
    pub provider: PaymentProvider,
    /// Stripe secret key.
    #[arg(long, env = "STRIPE_SECRET_KEY", hide_env_values = true)]
    pub stripe_secret_key: Option<Secret>,
    /// Stripe publishable key.
    #[arg(long, env = "STRIPE_PUBLISHABLE_KEY")]
    pub stripe_publishable_key: Option<String>,
    /// Stripe webhook signing secrets, separated by commas during a rotation.
    #[arg(long, env = "STRIPE_WEBHOOK_SECRET", hide_env_values = true)]
    pub stripe_webhook_secret: Option<Secret>,
    /// Base address of Stripe's API.
    #[arg(long, env = "STRIPE_API_BASE", default_value = "https://api.stripe.com", value_parser = values::web_address)]
    pub stripe_api_base: Url,
}

/// Settings of signing in with Google.
#[derive(Args, Clone, Debug)]
pub struct Google {
    /// OAuth client id; absent: no Google buttons.
    #[arg(long, env = "GOOGLE_CLIENT_ID")]
    pub google_client_id: Option<String>,
    /// OpenID Connect issuer.
    #[arg(long, env = "OIDC_ISSUER", default_value = "https://accounts.google.com", value_parser = values::web_address)]
    pub oidc_issuer: Url,
}

/// All settings of `preau serve`.
#[derive(Args, Clone, Debug)]
pub struct Config {
    #[command(flatten)]
    pub storage: Storage,
    #[command(flatten)]
    pub network: Network,
    #[command(flatten)]
    pub mail: Mail,
    #[command(flatten)]
    pub payment: Payment,
    #[command(flatten)]
    pub google: Google,
    /// The environment.
    #[arg(long = "env", env = "PREAU_ENV", value_enum, default_value = "development")]
    pub environment: Environment,
    /// Address of the school's online meeting room for the 15-minute call.
    #[arg(long, env = "PREAU_MEETING_URL", value_parser = values::web_address)]
    pub meeting_url: Option<Url>,
    /// Fill an empty database with the demo school at start (development only).
    #[arg(long, env = "PREAU_DEMO", value_parser = clap::builder::FalseyValueParser::new())]
    pub demo: bool,
    /// Password of the three demo accounts; absent: random, printed once.
    #[arg(long, env = "PREAU_DEMO_PASSWORD", hide_env_values = true)]
    pub demo_password: Option<Secret>,
    /// Log filter: levels by part of the program.
    #[arg(long, env = "RUST_LOG", default_value = "info,sqlx=warn", value_parser = values::log_filter)]
    pub log: String,
}

impl Config {
    /// Whether the environment is production.
    #[must_use]
    pub fn is_production(&self) -> bool {
        self.environment == Environment::Production
    }

    /// The public address of the school, without a trailing slash.
    #[must_use]
    pub fn public_url(&self) -> String {
        match &self.network.public_url {
            Some(url) => url.as_str().trim_end_matches('/').to_owned(),
            None => format!("http://localhost:{}", self.network.addr.port()),
        }
    }

    /// How long requests are still served after the server was asked to stop and `/readyz` fails.
    #[must_use]
    pub fn shutdown_delay(&self) -> Duration {
        let default = if self.is_production() { SHUTDOWN_DELAY } else { Duration::ZERO };
        self.network.shutdown_delay.map_or(default, Duration::from_secs)
    }

    /// Whether mails cannot be sent in production: they stay in the outbox.
    #[must_use]
    pub fn keeps_mails(&self) -> bool {
        self.is_production() && self.mail.smtp_url.is_none()
    }

    /// Whether `peer` is a proxy whose forwarded address is trusted.
    #[must_use]
    pub fn trusts(&self, peer: IpAddr) -> bool {
        self.network.trusted_proxies.iter().any(|network| network.contains(&peer))
    }
}
