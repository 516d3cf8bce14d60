//! Writes the types of the app's own calls for the dashboard.

use ts_rs::{Config, TS};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web-admin/src/platform/local.d.ts");
const HEAD: &str = r#"// What the desktop app answers by itself, made from `desktop/src/local` by `PREAU_WRITE_TYPES=1 cargo test -p preau-desktop`.
import type { components } from "web-shared/api/schema";

type User = components["schemas"]["User"];
type FieldProblem = components["schemas"]["FieldError"];
type UploadedFile = components["schemas"]["UploadedFile"];

/** A problem in the shape of the school's. */
export interface LocalProblem {
  code: string;
  message?: string;
  params?: Record<string, unknown>;
  fields?: FieldProblem[];
}
"#;

/// A type as an interface, one field a line, in the dashboard's style.
fn declaration<T: TS + 'static>(config: &Config, name: &str) -> String {
    let declared = T::decl(config);
    let declared_type = declared
        .split_once(" = ")
        .map_or(declared.as_str(), |(_, declared_type)| declared_type)
        .trim_end_matches(';');
    let Some(fields) = declared_type.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return format!("\nexport type {name} = {declared_type};\n");
    };
    let mut text = format!("\nexport interface {name} {{\n");
    for line in split(fields).iter().flat_map(|field| field.lines()) {
        let line = line.trim();
        let end = if line.starts_with(['/', '*']) || line.is_empty() { "" } else { ";" };
        let indent = if line.starts_with('*') { "   " } else { "  " };
        if !line.is_empty() {
            text.extend([indent, line, end, "\n"]);
        }
    }
    tidy(&(text + "}\n"))
}

/// Short comments on one line, lists in the dashboard's style.
fn tidy(text: &str) -> String {
    let text = text.replace("  /**\n   * ", "  /** ").replace("\n   */\n", " */\n");
    ["ConflictPart", "Unread", "OfflineCourse"]
        .iter()
        .fold(text, |text, name| text.replace(&format!("Array<{name}>"), &format!("{name}[]")))
}

/// Splits at the commas between fields.
fn split(fields: &str) -> Vec<String> {
    let (mut pieces, mut depth, mut piece, mut comment) = (Vec::new(), 0, String::new(), false);
    let letters: Vec<char> = fields.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        match (letter, letters.get(at + 1)) {
            ('/', Some('*')) => comment = true,
            ('*', Some('/')) => comment = false,
            ('{' | '<' | '[', _) => depth += 1,
            ('}' | '>' | ']', _) => depth -= 1,
            _ => {}
        }
        if *letter == ',' && depth == 0 && !comment {
            pieces.push(std::mem::take(&mut piece));
        } else {
            piece.push(*letter);
        }
    }
    pieces.push(piece);
    pieces
}

fn types() -> String {
    let config = Config::new().with_large_int("number");
    let config = &config;
    [
        HEAD.to_owned(),
        declaration::<crate::school::School>(config, "School"),
        declaration::<crate::connection_state::Connection>(config, "Connection"),
        declaration::<crate::secrets::SecretStorage>(config, "Place"),
        declaration::<crate::error::Disk>(config, "Disk"),
        declaration::<crate::store::Unread>(config, "Unread"),
        declaration::<crate::store::Damage>(config, "Damage"),
        declaration::<super::state::Copying>(config, "Copying"),
        declaration::<super::state::State>(config, "State"),
        declaration::<crate::school::Found>(config, "FoundSchool"),
        declaration::<super::sign_in::BrowserSignIn>(config, "BrowserSignIn"),
        declaration::<super::profiles::Profile>(config, "Profile"),
        declaration::<super::operations::OperationView>(config, "Operation"),
        declaration::<crate::last_change::LastChange>(config, "By"),
        declaration::<super::conflicts::ConflictPart>(config, "ConflictPart"),
        declaration::<super::conflicts::ConflictView>(config, "Conflict"),
        declaration::<crate::store::OfflineCourse>(config, "OfflineCourse"),
        declaration::<crate::pictures::CachedPictures>(config, "KeptPictures"),
        declaration::<super::offline::Offline>(config, "Offline"),
        declaration::<crate::content::FoundLesson>(config, "FoundLesson"),
        declaration::<crate::store::HistoryEntry>(config, "LostText"),
        declaration::<crate::store::Draft>(config, "Draft"),
        declaration::<crate::upload_registry::UploadState>(config, "UploadState"),
        declaration::<crate::upload_registry::Upload>(config, "Upload"),
    ]
    .concat()
}

#[test]
fn the_dashboard_has_the_types_of_the_apps_own_calls() {
    let types = types();
    if std::env::var_os("PREAU_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &types).unwrap();
    }
    let current = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(current, types, "stale: PREAU_WRITE_TYPES=1 cargo test -p preau-desktop");
}
