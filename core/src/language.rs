//! Taught languages, and the languages of the interface and mails.
//!
//! The database may have more taught languages; these four have names, pages and a level test.

use crate::code::Code;
use crate::keyword::keywords;
use crate::problem::Fault;
use crate::text::fold;

keywords! {
    /// A taught language.
    SchoolLanguage {
        French = "FRENCH",
        English = "ENGLISH",
        Italian = "ITALIAN",
        Chinese = "CHINESE",
    }
}

impl SchoolLanguage {
    /// ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Self::French => "fr",
            Self::English => "en",
            Self::Italian => "it",
            Self::Chinese => "zh",
        }
    }

    pub const fn french_name(self) -> &'static str {
        match self {
            Self::French => "Français",
            Self::English => "Anglais",
            Self::Italian => "Italien",
            Self::Chinese => "Chinois",
        }
    }

    pub const fn english_name(self) -> &'static str {
        match self {
            Self::French => "French",
            Self::English => "English",
            Self::Italian => "Italian",
            Self::Chinese => "Chinese",
        }
    }

    /// Finds a language by code, French or English name, regardless of case and accents.
    pub fn recognise(text: &str) -> Option<Self> {
        let wanted = fold(text);
        Self::ALL.iter().copied().find(|language| {
            [language.code(), language.french_name(), language.english_name()]
                .into_iter()
                .any(|name| fold(name) == wanted)
        })
    }
}

keywords! {
    /// A language of the interface and of mails.
    #[derive(Default)]
    UiLanguage {
        #[default]
        Fr = "fr",
        En = "en",
        It = "it",
        Zh = "zh",
    }
}

impl UiLanguage {
    /// Parses a code in any case, with or without a region: `en-GB`.
    ///
    /// # Errors
    /// `invalid_value` for other languages.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let lower = text.trim().to_lowercase();
        lower
            .split(['-', '_'])
            .next()
            .and_then(|code| code.parse().ok())
            .ok_or(Fault::new(Code::InvalidValue))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_recognised_by_any_of_its_names() {
        let cases = [
            ("fr", Some(SchoolLanguage::French)),
            ("FRANÇAIS", Some(SchoolLanguage::French)),
            ("francais", Some(SchoolLanguage::French)),
            ("french", Some(SchoolLanguage::French)),
            ("Anglais", Some(SchoolLanguage::English)),
            ("ENGLISH", Some(SchoolLanguage::English)),
            (" italien ", Some(SchoolLanguage::Italian)),
            ("zh", Some(SchoolLanguage::Chinese)),
            ("chinois", Some(SchoolLanguage::Chinese)),
            ("", None),
            ("klingon", None),
            ("fre", None),
        ];
        for (text, expected) in cases {
            assert_eq!(SchoolLanguage::recognise(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_interface_speaks_french_unless_told() {
        assert_eq!(UiLanguage::default(), UiLanguage::Fr);
        assert_eq!(UiLanguage::parse("en-GB"), Ok(UiLanguage::En));
        assert_eq!(UiLanguage::parse("ZH_cn"), Ok(UiLanguage::Zh));
        assert_eq!(UiLanguage::parse("de"), Err(Code::InvalidValue.into()));
    }
}
