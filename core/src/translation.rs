//! Translations of content into other languages of the interface. A text without a language is in the school's.

use crate::code::Code;
use crate::language::UiLanguage;
use crate::problem::{Fields, Problem};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The translation of a text into one language.
pub trait Translation: Clone + Serialize + DeserializeOwned {
    fn lang(&self) -> UiLanguage;
}

/// A translation as a form sends it.
pub(crate) trait Sent {
    type Checked: Translation;

    fn lang(&self) -> Option<&str>;

    /// Its validated texts; faults are added to `fields`.
    fn texts(&self, lang: Option<UiLanguage>, fields: &mut Fields) -> Option<Self::Checked>;
}

/// The translations of a text in `own`, each into a different language. Faults are under `translations[n]`.
pub(crate) fn all<S: Sent>(sent: &[S], own: UiLanguage, fields: &mut Fields) -> Option<Vec<S::Checked>> {
    let mut seen = vec![own];
    let mut checked = Vec::new();
    for (n, translation) in sent.iter().enumerate() {
        let one = one(translation, &mut seen);
        checked.extend(fields.nest(&format!("translations[{n}]"), one));
    }
    (checked.len() == sent.len()).then_some(checked)
}

fn one<S: Sent>(translation: &S, seen: &mut Vec<UiLanguage>) -> Result<S::Checked, Problem> {
    let mut fields = Fields::default();
    let lang = translation.lang().filter(|code| !code.is_empty()).map(UiLanguage::parse);
    let lang = fields.require("lang", lang);
    if let Some(lang) = lang {
        if seen.contains(&lang) {
            fields.refuse("lang", Code::Duplicate);
        }
        seen.push(lang);
    }
    match translation.texts(lang, &mut fields) {
        Some(checked) if fields.is_empty() => Ok(checked),
        Some(_) | None => Err(fields.into_problem()),
    }
}

/// The translation for a reader of `wanted`; none when the text itself is in that language, or has no translation.
pub fn of<T: Translation>(translations: &[T], own: UiLanguage, wanted: UiLanguage) -> Option<&T> {
    translations.iter().find(|one| one.lang() == wanted && wanted != own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faq::{FaqTranslation, FaqTranslationInput};

    fn sent(lang: &str) -> FaqTranslationInput {
        FaqTranslationInput {
            lang: Some(lang.into()),
            question: Some("?".into()),
            answer: Some("<p>!</p>".into()),
        }
    }

    fn read(sent: &[FaqTranslationInput]) -> Result<Vec<FaqTranslation>, Vec<(String, Code)>> {
        let mut fields = Fields::default();
        let all = all(sent, UiLanguage::Fr, &mut fields);
        let faults = fields.into_problem().fields.into_iter().map(|field| (field.name, field.code));
        all.ok_or(faults.collect())
    }

    #[test]
    fn each_language_has_one_translation_and_none_is_the_texts_own() {
        let languages: Vec<_> =
            read(&[sent("zh"), sent("en")]).unwrap().iter().map(Translation::lang).collect();
        assert_eq!(languages, [UiLanguage::Zh, UiLanguage::En]);
        let name = |n: usize| format!("translations[{n}].lang");
        assert_eq!(
            read(&[sent("en"), sent("EN"), sent("fr")]).unwrap_err(),
            [(name(1), Code::Duplicate), (name(2), Code::Duplicate)]
        );
        assert_eq!(read(&[sent("klingon")]).unwrap_err(), [(name(0), Code::InvalidValue)]);
        assert_eq!(read(&[sent("")]).unwrap_err(), [(name(0), Code::Required)]);
    }

    #[test]
    fn a_reader_gets_their_language_or_the_text_itself() {
        let translations = read(&[sent("en")]).unwrap();
        let of = |wanted| of(&translations, UiLanguage::Fr, wanted).map(Translation::lang);
        assert_eq!(of(UiLanguage::En), Some(UiLanguage::En));
        assert_eq!((of(UiLanguage::It), of(UiLanguage::Fr)), (None, None));
    }
}
