//! The keys that sign certificates. They are kept permanently, so that every code remains verifiable; the newest signs.
//!
//! The first is generated when the school first starts; a row `certificate 2` among the server's keys would be the
//! next.

use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use preau_core::certificate::{SignedCode, Summary, key_id};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_all;

/// Name of the first key among the server's keys.
pub const FIRST: &str = "certificate";

/// A public key for verifying codes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CertificateKey)]
pub struct PublicKey {
    /// Key id as contained in codes.
    pub id: String,
    /// Ed25519, its 32 bytes in base64url.
    pub public_key: String,
}

struct Key {
    name: String,
    id: String,
    pair: Ed25519KeyPair,
}

/// All keys, newest first.
pub struct Keys(Vec<Key>);

const ALL: &str = "
    SELECT name, secret FROM server_keys WHERE name = 'certificate' OR name LIKE 'certificate %'
    ORDER BY created_at DESC, name DESC";

impl Keys {
    /// The keys in the database.
    pub async fn load(conn: &mut Conn) -> Result<Self> {
        let rows = fetch_all!(conn, (String, String), ALL)?;
        rows.into_iter().map(|(name, secret)| Key::new(name, &secret)).collect::<Result<_>>().map(Self)
    }

    /// Signs a certificate's summary with the key of this name; deterministic.
    pub fn sign(&self, name: &str, summary: &Summary) -> Result<SignedCode> {
        let key = self.0.iter().find(|key| key.name == name);
        let key = key.ok_or_else(|| Error::internal("a certificate's key is gone"))?;
        let signed = summary.to_sign(&key.id)?;
        let signature = key.pair.sign(signed.as_bytes());
        let signature = signature.as_ref().try_into().map_err(|_| Error::internal("not by Ed25519"))?;
        Ok(SignedCode::new(signed, signature))
    }

    /// Whether one of the keys signed it.
    #[must_use]
    pub fn verify(&self, code: &SignedCode) -> bool {
        let key = self.0.iter().find(|key| key.id == code.key());
        key.is_some_and(|key| {
            let key = UnparsedPublicKey::new(&ED25519, key.pair.public_key().as_ref());
            key.verify(code.signed(), code.signature()).is_ok()
        })
    }

    /// The public keys, for checking codes.
    #[must_use]
    pub fn public(&self) -> Vec<PublicKey> {
        let public = |key: &Key| PublicKey {
            id: key.id.clone(),
            public_key: URL_SAFE_NO_PAD.encode(key.pair.public_key()),
        };
        self.0.iter().map(public).collect()
    }
}

impl Key {
    fn new(name: String, secret: &str) -> Result<Self> {
        let damaged = || Error::internal(format!("the key {name} is damaged"));
        let seed = URL_SAFE_NO_PAD.decode(secret).map_err(|_| damaged())?;
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).map_err(|_| damaged())?;
        let id = key_id(&Sha256::digest(pair.public_key().as_ref()));
        Ok(Self { name, id, pair })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The pages are tested against the same table.
    #[test]
    fn codes_are_signed_and_known_as_the_table_says() {
        let table: Value =
            serde_json::from_str(include_str!("../../../../core/cases/certificate.json")).unwrap();
        let key = Key::new("certificate".to_owned(), table["seed"].as_str().unwrap()).unwrap();
        let keys = Keys(vec![key]);
        let public = &keys.public()[0];
        assert_eq!(table["key"]["id"], public.id);
        assert_eq!(table["key"]["publicKey"], public.public_key);
        let mut signed = 0;
        for case in table["cases"].as_array().unwrap() {
            let Some(text) = case["code"].as_str() else { continue };
            let code = SignedCode::read(text).unwrap();
            assert_eq!(case["signed"], keys.verify(&code), "{text}");
            if keys.verify(&code) {
                assert_eq!(keys.sign("certificate", &code.summary().unwrap()).unwrap(), code);
                signed += 1;
            }
        }
        assert!(signed > 5);
    }

    #[test]
    fn a_damaged_key_is_no_key() {
        assert!(Key::new("certificate".to_owned(), "short").is_err());
        assert!(Key::new("certificate".to_owned(), "not base64!").is_err());
    }
}
