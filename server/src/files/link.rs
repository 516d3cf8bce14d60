//! Signed links by which pictures and media players read protected files: they contain the user and the
//! expiry.

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use preau_core::file;
use serde::Deserialize;
use sha2::Sha256;

use crate::clock::hex;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::html;

/// Minimum life of a link; the maximum is twice that. All links of one such period are the same, so that
/// responses with links, and the browser's cache, stay valid.
const LIFE: Duration = Duration::hours(6);

/// Creates and verifies links.
pub struct Links {
    key: String,
}

/// The parameters of a link.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LinkParameters {
    /// Who may read by it.
    by: Option<i64>,
    /// Until when, in seconds since 1970.
    until: Option<i64>,
    /// That the school gave it.
    seal: Option<String>,
}

impl AppContext {
    /// Links by which protected files are read.
    #[must_use]
    pub(crate) fn file_links(&self) -> &Links {
        self.part()
    }
}

impl Links {
    pub(crate) const fn new(key: String) -> Self {
        Self { key }
    }

    /// A link to the file for this user.
    pub(super) fn create(&self, address: &str, user_id: i64, now: DateTime<Utc>) -> Result<String> {
        let life = LIFE.num_seconds();
        let until = (now.timestamp() / life + 2) * life;
        let seal = self.mac(address, user_id, until)?;
        Ok(format!("{address}?by={user_id}&until={until}&seal={seal}"))
    }

    /// A link, when the address is one of an uploaded file.
    pub(crate) fn create_optional(
        &self,
        address: Option<&str>,
        user_id: i64,
        now: DateTime<Utc>,
    ) -> Result<Option<String>> {
        let address = address.filter(|address| file::at(address).is_some());
        address.map(|address| self.create(address, user_id, now)).transpose()
    }

    /// A rich text of protected content with links for this user; nothing when it contains no file.
    pub(crate) fn create_in_html(
        &self,
        html: &str,
        user_id: i64,
        now: DateTime<Utc>,
    ) -> Result<Option<String>> {
        html::link_files(html, |address| self.create(address, user_id, now))
    }

    /// The user of this link; nothing when it is invalid or has expired.
    pub(super) fn verify(
        &self,
        address: &str,
        link: &LinkParameters,
        now: DateTime<Utc>,
    ) -> Result<Option<i64>> {
        let LinkParameters { by: Some(by), until: Some(until), seal: Some(seal) } = link else {
            return Ok(None);
        };
        let expected = self.mac(address, *by, *until)?;
        let genuine: bool = subtle::ConstantTimeEq::ct_eq(expected.as_bytes(), seal.as_bytes()).into();
        Ok((genuine && *until > now.timestamp()).then_some(*by))
    }

    fn mac(&self, address: &str, user_id: i64, until: i64) -> Result<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes())
            .map_err(|_| Error::internal("unusable key of links"))?;
        mac.update(format!("{address}\n{user_id}\n{until}").as_bytes());
        Ok(hex(&mac.finalize().into_bytes()[..16]))
    }
}
