//! The files in `deploy` against the program: a setting with a misspelt name would be ignored without a word.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

#[test]
fn every_setting_in_the_files_for_deployment_is_one_of_the_program() {
    let help =
        Command::new(env!("CARGO_BIN_EXE_preau")).args(["serve", "--help"]).env_clear().output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let known: BTreeSet<&str> =
        help.split("[env: ").skip(1).map(|rest| rest.split(['=', ']']).next().unwrap()).collect();
    assert!(known.contains("PREAU_ADDR"), "{help}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy");
    for file in ["Containerfile", "compose.yaml", "preau.env", "check-container"] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let named = settings_in(&text);
        assert!(!named.is_empty(), "{file}");
        for name in named {
            let value_of = name.strip_suffix("_FILE").unwrap_or(name);
            assert!(known.contains(value_of), "{file} names {name}, which is no setting of `preau serve`");
        }
    }
}

fn settings_in(text: &str) -> BTreeSet<&str> {
    const BEGINNINGS: [&str; 6] = ["PREAU_", "DATABASE_", "SMTP_", "STRIPE_", "GOOGLE_", "OIDC_"];
    text.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
        .filter(|word| BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)))
        .collect()
}
