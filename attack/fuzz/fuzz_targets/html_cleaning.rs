//! Whatever staff pastes: what comes out of the cleaning is on the list, stays as it is, and runs nothing.

#![no_main]

use html5gum::{DefaultEmitter, Token, Tokenizer};
use libfuzzer_sys::fuzz_target;
use preau_fuzz::allowed::{ATTRIBUTES, TAGS};
use preau_fuzz::html::clean;
use url::Url;

fuzz_target!(|text: &str| {
    let once = clean(text);
    assert_eq!(clean(&once), once, "cleaned again it is another text");
    let site = Url::parse("https://ecole.test/cours").expect("an address");
    for token in
        Tokenizer::new_with_emitter(once.as_str(), DefaultEmitter::<usize>::new_with_span()).flatten()
    {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                assert!(TAGS.contains(&name.as_str()), "<{name}> in {once}");
                for (attribute, value) in &tag.attributes {
                    let attribute = String::from_utf8_lossy(attribute).into_owned();
                    assert!(ATTRIBUTES.contains(&attribute.as_str()), "{attribute} in {once}");
                    let value = String::from_utf8_lossy(&value.value).into_owned();
                    leads_nowhere_wrong(&site, &attribute, &value);
                }
            }
            Token::Comment(_) | Token::Doctype(_) => panic!("a comment or doctype in {once}"),
            Token::EndTag(_) | Token::String(_) | Token::Error(_) => {}
        }
    }
});

/// As a browser reads it, an address is of the web, of mail, or of this site.
fn leads_nowhere_wrong(site: &Url, attribute: &str, value: &str) {
    let allowed: &[&str] = match attribute {
        "href" => &["http", "https", "mailto"],
        "src" => &["http", "https"],
        _ => return,
    };
    // What a browser cannot read leads nowhere.
    let Ok(leads) = site.join(value) else { return };
    assert!(allowed.contains(&leads.scheme()), "{attribute}={value}");
    let own = value.starts_with('/');
    assert!(attribute != "src" || !own || leads.host_str() == site.host_str(), "{attribute}={value}");
}
