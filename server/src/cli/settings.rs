//! Settings from flags, the environment and files: all unreadable ones are reported together.
//!
//! `NAME_FILE` is the path of a file with the value of `NAME`, as secrets are mounted. Clap stops at the
//! first value that does not parse, so each is first parsed individually; the others are then parsed by clap
//! as usual.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::ffi::{OsStr, OsString};

use clap::builder::{OsStringValueParser, Resettable};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// Values from files, by variable.
type Files = BTreeMap<String, String>;

/// A setting with an invalid value.
pub(super) struct Unreadable {
    /// Its environment variable.
    pub setting: String,
    /// What is wrong, and what is expected.
    pub what: String,
}

/// Parses the command line for `command`; also returns the settings that were left out because they are
/// invalid. Ends the program when the command line itself is wrong.
pub(super) fn read(command: &Command, mut line: Vec<OsString>) -> (ArgMatches, Vec<Unreadable>) {
    let name = line.get(1).and_then(|word| word.to_str()).unwrap_or_default().to_owned();
    let Some(chosen) = command.find_subcommand(&name) else {
        return (command.clone().get_matches_from(line), Vec::new());
    };
    let (files, mut unreadable) = from_files(chosen);
    let as_text = |arg: Arg| {
        let arg = with_file(arg, &files);
        if is_setting(&arg) { arg.value_parser(OsStringValueParser::new()) } else { arg }
    };
    let texts =
        command.clone().mut_subcommand(&name, |one| one.mut_args(as_text)).try_get_matches_from(&line);
    // Otherwise the command line is wrong, which is reported below.
    if let Ok(texts) = texts
        && let Some((_, texts)) = texts.subcommand()
    {
        unreadable.extend(
            chosen.get_arguments().filter(|arg| is_setting(arg)).flat_map(|arg| rejected_values(arg, texts)),
        );
    }
    let is_unreadable = |arg: &Arg| unreadable.iter().any(|one| one.setting == variable(arg));
    for arg in chosen.get_arguments().filter(|arg| is_unreadable(arg)) {
        line = without(line, arg);
    }
    let readable = |arg: Arg| {
        if is_unreadable(&arg) { unparsed(arg) } else { with_file(arg, &files) }
    };
    let matches = command.clone().mut_subcommand(&name, |one| one.mut_args(readable)).get_matches_from(line);
    (matches, unreadable)
}

/// Whether it is a flag with a value and an environment variable.
fn is_setting(arg: &Arg) -> bool {
    arg.get_long().is_some() && arg.get_env().is_some() && arg.get_action().takes_values()
}

fn variable(arg: &Arg) -> String {
    arg.get_env().unwrap_or_default().to_string_lossy().into_owned()
}

/// The contents of the files in `…_FILE` variables.
fn from_files(chosen: &Command) -> (Files, Vec<Unreadable>) {
    let (mut files, mut unreadable) = (Files::new(), Vec::new());
    for setting in chosen.get_arguments().filter(|arg| is_setting(arg)).map(variable) {
        match from_file(&setting) {
            Ok(None) => {}
            Ok(Some(value)) => {
                files.insert(setting, value);
            }
            Err(what) => unreadable.push(Unreadable { setting, what }),
        }
    }
    (files, unreadable)
}

fn from_file(name: &str) -> Result<Option<String>, String> {
    let twin = format!("{name}_FILE");
    let Some(file) = std::env::var_os(&twin) else { return Ok(None) };
    if std::env::var_os(name).is_some() {
        return Err(format!("{name} and {twin} are both set; keep one"));
    }
    let value = std::fs::read_to_string(&file).map_err(|error| {
        format!("{twin}: {} cannot be read ({error}); name a file that this account may read", file.display())
    })?;
    Ok(Some(value.trim_end_matches(['\r', '\n']).to_owned()))
}

fn with_file(arg: Arg, files: &Files) -> Arg {
    match files.get(&variable(&arg)).filter(|_| is_setting(&arg)) {
        // Clap requires defaults that live as long as the program.
        Some(value) => arg.default_value(&*value.clone().leak()).hide_default_value(true),
        None => arg,
    }
}

/// An argument that is not parsed; a required one gets an empty value, which is not used.
fn unparsed(arg: Arg) -> Arg {
    let arg = arg.env(Resettable::Reset);
    if arg.is_required_set() { arg.required(false).default_value("") } else { arg }
}

/// Each value of a setting that its own parser rejects.
fn rejected_values(arg: &Arg, texts: &ArgMatches) -> Vec<Unreadable> {
    let source = texts.value_source(arg.get_id().as_str());
    let values = texts.get_raw(arg.get_id().as_str()).into_iter().flatten();
    let refused = values.filter_map(|value| Some((value, expectation(arg, value)?)));
    let unreadable = refused.map(|(value, expected)| {
        let setting = variable(arg);
        let place = match source {
            Some(ValueSource::CommandLine) => format!("--{} ({setting})", arg.get_long().unwrap_or_default()),
            Some(ValueSource::EnvVariable) => setting.clone(),
            _ => format!("{setting} (from {setting}_FILE)"),
        };
        let shown = if arg.is_hide_env_values_set() {
            "cannot be read".to_owned()
        } else {
            format!("is \"{}\"", value.to_string_lossy())
        };
        Unreadable { what: format!("{place} {shown}; {expected}"), setting }
    });
    unreadable.collect()
}

/// What is expected instead of this value; nothing when it is valid.
fn expectation(arg: &Arg, value: &OsStr) -> Option<String> {
    let mut word = OsString::from(format!("--{}=", arg.get_long()?));
    word.push(value);
    let alone =
        Command::new("alone").no_binary_name(true).arg(arg.clone().env(Resettable::Reset).required(false));
    let error = alone.try_get_matches_from([word]).err()?;
    let possible: Vec<_> = arg.get_possible_values().iter().map(|one| one.get_name().to_owned()).collect();
    Some(match error.source() {
        Some(reason) => reason.to_string(),
        None if !possible.is_empty() => format!("expected {}", possible.join(" or ")),
        None => "expected a value".to_owned(),
    })
}

/// The command line without a flag and its value.
fn without(line: Vec<OsString>, arg: &Arg) -> Vec<OsString> {
    let flag = format!("--{}", arg.get_long().unwrap_or_default());
    let with_value = format!("{flag}=");
    let mut words = line.into_iter();
    let mut rest = Vec::new();
    while let Some(word) = words.next() {
        if word == flag.as_str() {
            words.next();
        } else if !word.to_string_lossy().starts_with(&with_value) {
            rest.push(word);
        }
    }
    rest
}
