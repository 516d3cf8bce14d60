//! A taught language as staff writes it: its names, code, slug, position and optional flag.

use crate::code::Code;
use crate::editing::{Form, double_option, place};
use crate::file::FileKind;
use crate::problem::{Fault, Fields};
use crate::text;
use crate::url::address_of;
use serde::Deserialize;

/// Maximum length of a name, in characters.
pub const MAX_NAME: usize = 100;

/// The ISO 639-1 codes.
const CODES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz \
    ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu \
    ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd \
    ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss \
    st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// A language as sent by a form. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LanguageInput {
    /// In French, at most 100 characters.
    pub name: Option<String>,
    /// In English, when the site is to say it otherwise than in French; so with the other languages of the interface.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub name_en: Option<Option<String>>,
    /// In Italian.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub name_it: Option<Option<String>>,
    /// In Chinese.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub name_zh: Option<Option<String>>,
    /// ISO 639-1, in any case; no two languages have the same.
    pub code: Option<String>,
    /// Its word in addresses; absent for a new language: made of its name.
    pub slug: Option<String>,
    /// Its position among the languages, from 1; absent for a new language: the last.
    pub order_index: Option<i64>,
    /// Address of an image, of the web or of this site.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub flag: Option<Option<String>>,
    /// The client's own id of a new language (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated language. The server checks that its code is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaughtLanguage {
    pub name: String,
    pub name_en: Option<String>,
    pub name_it: Option<String>,
    pub name_zh: Option<String>,
    pub code: String,
    pub slug: String,
    /// None: the last position.
    pub order_index: Option<i64>,
    pub flag: Option<String>,
}

impl Form for LanguageInput {
    type Content = TaughtLanguage;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&TaughtLanguage>, fields: &mut Fields) -> Option<TaughtLanguage> {
        let name = self.name.as_ref().or(before.map(|old| &old.name));
        let name = fields.require("name", name.map(|name| text::required_line(name, MAX_NAME)));
        let name_en =
            fields.check("nameEn", translation(self.name_en.as_ref(), before.map(|old| &old.name_en)));
        let name_it =
            fields.check("nameIt", translation(self.name_it.as_ref(), before.map(|old| &old.name_it)));
        let name_zh =
            fields.check("nameZh", translation(self.name_zh.as_ref(), before.map(|old| &old.name_zh)));
        let code = self.code.as_ref().or(before.map(|old| &old.code));
        let code = fields.require("code", code.map(|code| language_code(code)));
        let flag = match &self.flag {
            Some(sent) => sent.as_deref().filter(|flag| !flag.trim().is_empty()),
            None => before.and_then(|old| old.flag.as_deref()),
        };
        let flag = fields.check("flag", flag.map(|url| address_of(url, &[FileKind::Image])).transpose());
        let order_index = place(self.order_index, before.and_then(|old| old.order_index), fields);
        let slug = match (self.slug.as_ref(), before) {
            (Some(sent), _) => fields.check("slug", slug(sent))?,
            (None, Some(old)) => old.slug.clone(),
            (None, None) => slug_of(name.as_ref()?, code.as_ref()?),
        };
        Some(TaughtLanguage {
            name: name?,
            name_en: name_en?,
            name_it: name_it?,
            name_zh: name_zh?,
            code: code?,
            slug,
            order_index,
            flag: flag?,
        })
    }
}

/// A name in another language of the interface; an empty one clears like null.
fn translation(
    sent: Option<&Option<String>>,
    before: Option<&Option<String>>,
) -> Result<Option<String>, Fault> {
    let text = sent.or(before).and_then(Option::as_deref).filter(|name| !name.trim().is_empty());
    text.map(|name| text::required_line(name, MAX_NAME)).transpose()
}

/// The default slug of a language: from its name, or its code where the name has no letters.
pub fn slug_of(name: &str, code: &str) -> String {
    slug(name).unwrap_or_else(|_| code.to_owned())
}

/// A slug.
fn slug(text: &str) -> Result<String, Fault> {
    let slug = text::slug(&text::required_line(text, MAX_NAME)?);
    if slug.is_empty() { Err(Code::InvalidValue.into()) } else { Ok(slug) }
}

/// An ISO 639-1 code in lower case.
///
/// # Errors
/// `required`, `invalid_value`.
pub fn language_code(text: &str) -> Result<String, Fault> {
    let code = text.trim().to_lowercase();
    if code.is_empty() {
        return Err(Code::Required.into());
    }
    if CODES.split(' ').any(|known| known == code) { Ok(code) } else { Err(Code::InvalidValue.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(json: &str) -> LanguageInput {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_language_has_a_name_and_a_code() {
        let made = input(r#"{"name": " Espagnol ", "code": " ES ", "flag": "/assets/es.svg"}"#);
        let made = made.create().unwrap().content;
        let expected = ("Espagnol", "es", Some("/assets/es.svg"));
        assert_eq!((made.name.as_str(), made.code.as_str(), made.flag.as_deref()), expected);
        assert_eq!(input("{}").change(&made).unwrap(), made);
        assert_eq!((made.slug.as_str(), made.order_index), ("espagnol", None));
        assert_eq!(input(r#"{"flag": null}"#).change(&made).unwrap().flag, None);
        assert_eq!(input(r#"{"flag": " "}"#).change(&made).unwrap().flag, None);
    }

    #[test]
    fn a_language_has_a_name_in_each_language_of_the_interface_and_a_word_for_addresses() {
        let made = input(
            r#"{"name": "Arabe dialectal", "nameEn": " Spoken Arabic ", "nameIt": "", "nameZh": "阿拉伯语", "code": "ar"}"#,
        );
        let made = made.create().unwrap().content;
        assert_eq!(made.slug, "arabe-dialectal");
        assert_eq!((made.name_en.as_deref(), made.name_it.as_deref()), (Some("Spoken Arabic"), None));
        assert_eq!(
            input(r#"{"name": "Arabe"}"#).change(&made).unwrap().slug,
            "arabe-dialectal",
            "addresses stay"
        );
        assert_eq!(input(r#"{"slug": "Arabe d'Égypte"}"#).change(&made).unwrap().slug, "arabe-d-egypte");
        assert_eq!(input(r#"{"nameZh": null}"#).change(&made).unwrap().name_zh, None);
        assert_eq!(input(r#"{"name": "…", "code": "es"}"#).create().unwrap().content.slug, "es");
    }

    #[test]
    fn each_field_has_its_bounds() {
        let cases = [
            ("{}", vec![("name", Code::Required), ("code", Code::Required)]),
            (r#"{"name": " ", "code": ""}"#, vec![("name", Code::Required), ("code", Code::Required)]),
            (r#"{"name": "a", "code": "esp"}"#, vec![("code", Code::InvalidValue)]),
            (r#"{"name": "a", "code": "xx"}"#, vec![("code", Code::InvalidValue)]),
            (r#"{"name": "a", "code": "de fr"}"#, vec![("code", Code::InvalidValue)]),
            (r#"{"name": "a", "code": "de", "flag": "javascript:x"}"#, vec![("flag", Code::InvalidValue)]),
            (r#"{"name": "a", "code": "de", "slug": "!"}"#, vec![("slug", Code::InvalidValue)]),
            (r#"{"name": "a", "code": "de", "nameEn": "a\u0007"}"#, vec![("nameEn", Code::ControlCharacter)]),
            (r#"{"name": "a", "code": "de", "orderIndex": 0}"#, vec![("orderIndex", Code::TooSmall)]),
        ];
        for (json, expected) in cases {
            let problem = input(json).create().unwrap_err();
            let found: Vec<_> =
                problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect();
            assert_eq!(found, expected, "{json}");
        }
    }

    #[test]
    fn the_codes_are_those_of_the_standard() {
        let codes: std::collections::BTreeSet<_> = CODES.split(' ').collect();
        assert_eq!(codes.len(), CODES.split(' ').count(), "none stands twice");
        assert!(codes.iter().all(|code| code.len() == 2 && code.bytes().all(|b| b.is_ascii_lowercase())));
        for known in ["de", "el", "fr", "en", "it", "zh", "ja", "ar", "uk"] {
            assert!(codes.contains(known), "{known}");
        }
    }
}
