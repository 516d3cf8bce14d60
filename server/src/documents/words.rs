//! Texts of documents in four languages. French is always printed, alone or next to the other one.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use preau_core::language::UiLanguage;
use serde::Deserialize;

use crate::error::{Error, Result};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Words {
    pub invoice: String,
    pub credit_note: String,
    pub buyer: String,
    pub issued: String,
    pub paid: String,
    pub means: String,
    pub means_of: BTreeMap<String, String>,
    pub reservation: String,
    pub original: String,
    pub dated: String,
    pub learner: String,
    pub period: String,
    pub item: String,
    pub quantity: String,
    pub unit: String,
    pub amount: String,
    /// With `{day}`, `{left}`, `{all}` and `{full}`.
    pub late_entry: String,
    /// With `{title}`, `{left}`, `{all}` and `{amount}`.
    pub late_module: String,
    /// With `{title}` and `{amount}`.
    pub whole_module: String,
    pub net: String,
    pub vat: String,
    pub total: String,
    pub credited_total: String,
    /// By the mention as in the settings.
    pub vat_grounds: BTreeMap<String, String>,
    pub paid_in_full: String,
    pub paid_back: String,
    /// Of a reservation that moved to another course.
    pub carried_over: String,
    pub siret: String,
    pub activity: String,
    pub certificate: CertificateWords,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CertificateWords {
    pub title: String,
    pub declares: String,
    pub followed: String,
    pub by_hand: String,
    pub language: String,
    pub duration: String,
    pub hour: String,
    pub hours: String,
    /// Of attendance.
    pub attended: String,
    /// With `{attended}` and `{held}`.
    pub attended_of: String,
    pub dates: String,
    /// With `{first}` and `{last}`.
    pub date_range: String,
    /// With `{first}`.
    pub one_day: String,
    pub number: String,
    pub issued: String,
    pub for_the_school: String,
    pub verify: String,
    pub picture: String,
    /// Taught languages by code.
    pub languages: BTreeMap<String, String>,
}

static WORDS: LazyLock<Vec<(UiLanguage, Option<Words>)>> = LazyLock::new(|| {
    let texts = [
        (UiLanguage::Fr, include_str!("texts/fr.json")),
        (UiLanguage::En, include_str!("texts/en.json")),
        (UiLanguage::It, include_str!("texts/it.json")),
        (UiLanguage::Zh, include_str!("texts/zh.json")),
    ];
    texts.into_iter().map(|(language, text)| (language, serde_json::from_str(text).ok())).collect()
});

/// The words of a language.
pub(super) fn of(language: UiLanguage) -> Result<&'static Words> {
    let found = WORDS.iter().find(|(one, _)| *one == language).and_then(|(_, words)| words.as_ref());
    found.ok_or_else(|| Error::internal(format!("the words of papers in {language} are damaged")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_words() {
        for language in UiLanguage::ALL {
            let words = of(*language).unwrap();
            assert_eq!(words.means_of.keys().collect::<Vec<_>>(), ["CARD", "CASH", "CHEQUE", "TRANSFER"]);
            assert_eq!(words.certificate.languages.keys().collect::<Vec<_>>(), ["en", "fr", "it", "zh"]);
            assert!(
                words.certificate.date_range.contains("{first}")
                    && words.certificate.date_range.contains("{last}")
            );
            assert!(words.certificate.one_day.contains("{first}"));
            let attended_of = &words.certificate.attended_of;
            assert!(attended_of.contains("{attended}") && attended_of.contains("{held}"));
        }
    }
}
