//! A report for support: versions, settings, state, number of pending operations, and the last lines of the
//! log. It contains no content and no secrets: the app's own values are chosen here, and possible secrets are
//! removed from the log lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::clock::instant_text;
use crate::context::AppContext;
use crate::error::Result;
use crate::logging;
use crate::profile::OpenProfile;
use crate::school::KNOWN_API;

/// Number of log lines.
const LINES: usize = 400;
/// Variables of the network's proxies; the report says only whether they are set.
const PROXIES: &[&str] = &["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];

/// The text of the report.
pub(crate) fn report(context: &AppContext) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {value}");
    };
    line("preau-desktop", env!("CARGO_PKG_VERSION"));
    line("known API", &KNOWN_API.to_string());
    line("written", &instant_text(context.clock.now()));
    line("system", &format!("{} {}", std::env::consts::OS, std::env::consts::ARCH));
    line("system name", &system_name());
    for name in PROXIES {
        let is_set =
            [(*name).to_owned(), name.to_lowercase()].iter().any(|name| std::env::var_os(name).is_some());
        line(name, if is_set { "set" } else { "not set" });
    }
    app_section(context, &mut line);
    let profiles = context.data.profiles();
    line("profiles", &profiles.len().to_string());
    if let Some(open) = context.open()
        && let Err(error) = profile_section(&open, &mut line)
    {
        line("not all could be read", &redacted(&error.to_string()));
    }
    line("log", "");
    for logged in logging::last_lines(context.data.folder(), LINES) {
        text.push_str(&without_home(&redacted(&logged)));
        text.push('\n');
    }
    text
}

fn app_section(context: &AppContext, line: &mut impl FnMut(&str, &str)) {
    let school = context.school().map(|school| school.address);
    let status = context.status();
    line("school", school.as_deref().unwrap_or("none"));
    line("disk", &json!(status.disk).to_string());
    line("locked", &status.locked.is_some().to_string());
}

fn profile_section(open: &OpenProfile, line: &mut impl FnMut(&str, &str)) -> Result<()> {
    {
        let status = open.connection_state.status();
        line("connection", &json!(status.connection).to_string());
        line("looked at", &status.checked.to_string());
        line("sending", &status.syncing.to_string());
        line("copied at", &status.copied_at.map(instant_text).unwrap_or_default());
    }
    line("secret", &json!(open.profile.session).to_string());
    let queue = open.store.queue()?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for operation in queue.operations() {
        let state = serde_json::to_value(&operation.state)?;
        let state =
            state.as_object().and_then(|state| state.keys().next().cloned()).unwrap_or_else(|| word(&state));
        let of = format!("{} {} {state}", operation.kind, word(&serde_json::to_value(operation.action)?));
        *counts.entry(of).or_default() += 1;
    }
    line("operations", &queue.operations().len().to_string());
    for (of, count) in counts {
        line(&of, &count.to_string());
    }
    line("drafts", &open.store.drafts()?.len().to_string());
    line("texts that lost", &open.store.history()?.len().to_string());
    line("copied", &open.store.setting::<bool>("copied")?.unwrap_or_default().to_string());
    line("last copy", &open.store.setting::<String>("lastSync")?.unwrap_or_default());
    line("database", &format!("{} bytes", size(open.store.path())));
    line("damaged databases", &open.store.damage()?.len().to_string());
    Ok(())
}

fn word(value: &serde_json::Value) -> String {
    value.as_str().unwrap_or_default().to_lowercase()
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map(|about| about.len()).unwrap_or_default()
}

/// `Debian GNU/Linux 13 (trixie)`, where the system has that in a file.
fn system_name() -> String {
    let text = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    name.unwrap_or("unknown").trim_matches('"').to_owned()
}

/// The path of the home folder may contain a person's name.
fn without_home(line: &str) -> String {
    let home = directories::BaseDirs::new().map(|dirs| dirs.home_dir().display().to_string());
    home.filter(|home| home.len() > 1).map_or_else(|| line.to_owned(), |home| line.replace(&home, "~"))
}

/// Words that are followed by a secret.
const NAMES: &[&str] =
    &["password", "passe", "token", "secret", "authorization", "bearer", "cookie", "challenge"];
/// Minimum length of a word, in characters, that may be a token.
const LONG: usize = 20;
const HIDDEN: &str = "[…]";

/// A log line without possible secrets: e-mail addresses, long words such as tokens, and what follows the
/// name of a secret.
fn redacted(line: &str) -> String {
    let is_of_word = |letter: char| letter.is_alphanumeric() || "-_.+%@".contains(letter);
    let (mut text, mut named) = (String::new(), false);
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let in_word = is_of_word(first);
        let end = rest.find(|letter| is_of_word(letter) != in_word).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        if !in_word {
            text.push_str(piece);
            // The end of a sentence or a list: what follows is unrelated.
            named &= !piece.contains([',', ';', ')', '}', '&']);
            continue;
        }
        let lower = piece.to_lowercase();
        let is_name = NAMES.iter().any(|name| lower.contains(name));
        let hidden = !is_name && (named || is_email(&lower) || is_token(piece));
        text.push_str(if hidden { HIDDEN } else { piece });
        named = is_name;
    }
    text
}

fn is_email(word: &str) -> bool {
    word.contains('@') || word.contains("%40")
}

fn is_token(word: &str) -> bool {
    let has = |is: fn(&char) -> bool| word.chars().any(|letter| is(&letter));
    let mixed = has(char::is_ascii_digit) || has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase);
    word.chars().count() >= LONG && mixed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_removed_from_log_lines() {
        let cases = [
            ("no answer reason=\"refused (os error 111)\"", "no answer reason=\"refused (os error 111)\""),
            (
                "2026-11-24T22:00:00.123456Z  INFO preau_desktop::app: x",
                "2026-11-24T22:00:00.123456Z  INFO preau_desktop::app: x",
            ),
            ("password=abricot-7&next=1", "password=[…]&next=1"),
            ("{\"password\": \"abricot-7\", \"a\": 1}", "{\"password\": \"[…]\", \"a\": 1}"),
            ("Authorization: Bearer abricot", "Authorization: Bearer […]"),
            ("accessToken abricot expired", "accessToken […] expired"),
            ("from lea@ecole.fr and lea%40ecole.fr", "from […] and […]"),
            ("eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI0MiJ9", "[…]"),
            ("école", "école"),
        ];
        for (line, wanted) in cases {
            assert_eq!(redacted(line), wanted, "{line}");
        }
    }
}
