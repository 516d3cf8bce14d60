//! Content in other languages of the interface: the requested language, and the storage of translations.

use preau_core::language::UiLanguage;
use preau_core::translation::Translation;
use serde::Serialize;

use crate::error::{Error, Result};

/// The language of `?lang=`; nothing: the content in its own language, with its translations.
///
/// # Errors
/// `invalid_value` under `lang`.
pub(crate) fn parse_language(lang: Option<&str>) -> Result<Option<UiLanguage>> {
    lang.map(UiLanguage::parse).transpose().map_err(|fault| Error::field("lang", fault))
}

/// The translations of a row, a JSON array in their column. Omitted in responses for one language.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Translations<T>(Option<Vec<T>>);

impl<T> Translations<T> {
    pub(crate) const HIDDEN: Self = Self(None);

    pub(crate) const fn are_hidden(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn all(&self) -> &[T] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl<T: Translation> TryFrom<String> for Translations<T> {
    type Error = serde_json::Error;

    fn try_from(json: String) -> Result<Self, serde_json::Error> {
        serde_json::from_str(&json).map(|all| Self(Some(all)))
    }
}

/// As stored in their column.
pub(crate) fn to_column<T: Translation>(translations: &[T]) -> String {
    serde_json::json!(translations).to_string()
}
