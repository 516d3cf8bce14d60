//! The legal pages of a school: legal notice, terms of sale, privacy.
//!
//! A published version is never edited; the newest is in force. The server has already sanitised its text.

use crate::code::Code;
use crate::keyword::keywords;
use crate::problem::{Fault, Problem};
use crate::text;
use serde::Deserialize;

/// Maximum length of a page, in characters.
pub const MAX_PAGE: usize = 100_000;

keywords! {
    /// Kind of page.
    PageKind {
        /// Mentions légales.
        Legal = "LEGAL",
        /// Conditions générales de vente.
        Terms = "TERMS",
        /// Confidentialité.
        Privacy = "PRIVACY",
    }
}

impl PageKind {
    /// Its path on the site, and its name in the API.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Legal => "mentions-legales",
            Self::Terms => "cgv",
            Self::Privacy => "confidentialite",
        }
    }

    /// The page with this slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.slug() == slug)
    }
}

/// A new version as sent by the editor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageInput {
    /// Rich text.
    pub html: Option<String>,
}

impl PageInput {
    /// The text of a new version.
    ///
    /// # Errors
    /// `required`, `too_long` under `html`.
    pub fn parse(&self) -> Result<String, Problem> {
        let html = self.html.as_deref().ok_or(Fault::new(Code::Required));
        html.and_then(|html| text::required_rich(html, MAX_PAGE))
            .map_err(|fault| Problem::field("html", fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_is_found_at_its_address() {
        for kind in PageKind::ALL {
            assert_eq!(PageKind::from_slug(kind.slug()), Some(*kind));
        }
        assert_eq!(PageKind::from_slug("LEGAL"), None);
    }

    #[test]
    fn a_page_says_something() {
        let page = |html: &str| PageInput { html: Some(html.into()) }.parse().map_err(|problem| problem.code);
        assert_eq!(page("<p>a</p>").as_deref(), Ok("<p>a</p>"));
        assert_eq!(page("<p> </p>"), Err(Code::Required));
        assert_eq!(page(&"a".repeat(MAX_PAGE + 1)), Err(Code::TooLong));
        assert_eq!(PageInput::default().parse().unwrap_err().fields[0].name, "html");
    }
}
