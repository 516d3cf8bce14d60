//! Time and randomness, passed in as parameters: the only file that may request either from the system.

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, NaiveDate, SubsecRound as _, Utc};
use rand::Rng as _;
use sha2::{Digest as _, Sha256};

/// A source of the current time. Truncated to milliseconds, so that the text form in SQLite sorts correctly.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's clock.
    System,
    /// A clock that is set by hand, for tests.
    Manual(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// A clock that stays at `start` until it is advanced.
    #[must_use]
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self::Manual(Arc::new(Mutex::new(start.trunc_subsecs(3))))
    }

    /// The current time in UTC, to the millisecond.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        match self {
            #[allow(clippy::disallowed_methods, reason = "the one place that reads the clock")]
            Self::System => Utc::now().trunc_subsecs(3),
            Self::Manual(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Today's date in Paris.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        preau_core::calendar::paris_day(self.now())
    }

    /// Advances a manual clock; has no effect on the system's clock.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(at) = self {
            *at.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }
}

/// Source of identifiers and secrets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ids;

impl Ids {
    /// 256 random bits as URL-safe text: for tokens that grant access.
    #[must_use]
    pub fn token(&self) -> String {
        URL_SAFE_NO_PAD.encode(random_bytes::<32>())
    }

    /// 128 random bits, as 32 lower-case hexadecimal digits.
    #[must_use]
    pub fn hex128(&self) -> String {
        hex(&random_bytes::<16>())
    }

    /// Random bytes.
    #[must_use]
    pub fn random_bytes<const N: usize>(&self) -> [u8; N] {
        random_bytes()
    }

    /// A readable random password of 16 letters and digits.
    #[must_use]
    pub fn password(&self) -> String {
        const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789A";
        random_bytes::<16>().iter().map(|byte| char::from(LETTERS[usize::from(*byte) % 32])).collect()
    }
}

#[allow(clippy::disallowed_methods, reason = "the one source of randomness")]
fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

/// An instant as JSON: UTC with `Z` and milliseconds. For `#[serde(serialize_with = "clock::instant")]`.
pub fn instant<S: serde::Serializer>(at: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&instant_text(*at))
}

/// As [`instant`], for an optional one.
#[allow(clippy::ref_option, reason = "serde passes the field by reference")]
pub fn maybe_instant<S: serde::Serializer>(
    at: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&at.map(instant_text), serializer)
}

/// `2026-03-02T09:00:00.000Z`.
#[must_use]
pub fn instant_text(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

/// SHA-256 as hexadecimal text, for storing tokens and comparing bodies.
#[must_use]
pub fn sha256_hex(data: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(data))
}

/// Bytes as lower-case hexadecimal text.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}
