//! Settings from files: `NAME_FILE` names a file that holds the value of `NAME`, as secrets are mounted.

use clap::Command;

/// Gives every setting with an environment variable its `…_FILE` twin.
///
/// # Errors
/// In words: files that cannot be read, settings that are given twice.
pub(super) fn with_files(command: Command) -> Result<Command, Vec<String>> {
    let mut problems = Vec::new();
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    let mut command = command;
    for name in names {
        command = command.mut_subcommand(name, |one| {
            one.mut_args(|arg| {
                let name = arg.get_env().map(|name| name.to_string_lossy().into_owned());
                let Some(name) = name.filter(|_| arg.get_action().takes_values()) else { return arg };
                match from_file(&name) {
                    // Clap keeps defaults for the life of the program.
                    Ok(Some(value)) => arg.default_value(&*value.leak()).hide_default_value(true),
                    Ok(None) => arg,
                    Err(problem) => {
                        if !problems.contains(&problem) {
                            problems.push(problem);
                        }
                        arg
                    }
                }
            })
        });
    }
    if problems.is_empty() { Ok(command) } else { Err(problems) }
}

fn from_file(name: &str) -> Result<Option<String>, String> {
    let twin = format!("{name}_FILE");
    let Some(file) = std::env::var_os(&twin) else { return Ok(None) };
    if std::env::var_os(name).is_some() {
        return Err(format!("{name} and {twin} are both set; keep one"));
    }
    let value =
        std::fs::read_to_string(&file).map_err(|error| format!("{twin}: {}: {error}", file.display()))?;
    Ok(Some(value.trim_end_matches(['\r', '\n']).to_owned()))
}
