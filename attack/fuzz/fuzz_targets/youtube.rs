//! An address that was taken is what a browser takes it for: of YouTube, of the web, or of this site.

#![no_main]

use libfuzzer_sys::fuzz_target;
use preau_core::file::{at, in_link, named_in};
use preau_core::url::{web_address, web_or_own_address, youtube_id};
use url::Url;

const HOSTS: [&str; 5] =
    ["youtu.be", "youtube.com", "m.youtube.com", "music.youtube.com", "youtube-nocookie.com"];

fuzz_target!(|text: &str| {
    let site = Url::parse("https://ecole.test/cours").expect("an address");
    if let Some(id) = youtube_id(text) {
        assert!(id.len() == 11 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        let read = Url::parse(text).expect("an address with a host");
        let host = read.host_str().expect("a host").to_owned();
        assert!(HOSTS.contains(&host.trim_start_matches("www.")), "{text} leads to {host}");
        assert!(text.contains(id));
    }
    if let Ok(address) = web_or_own_address(text) {
        assert_eq!(web_or_own_address(&address).as_ref(), Ok(&address));
        // What a browser cannot read leads nowhere.
        if let Ok(leads) = site.join(&address) {
            assert!(["http", "https"].contains(&leads.scheme()), "{address}");
            assert!(
                !address.starts_with('/') || leads.origin() == site.origin(),
                "{address} leaves the site"
            );
            let uploaded = at(&address).is_some();
            assert!(!uploaded || leads.path() == address, "{address} is another file for a browser");
        }
    }
    if let Ok(address) = web_address(text) {
        assert!(address.starts_with("http://") || address.starts_with("https://"));
    }
    if let Some(file) = in_link(text) {
        assert!(at(file).is_some() && !file.contains(".."));
    }
    for place in named_in(text) {
        assert!(at(&text[place]).is_some());
    }
});
