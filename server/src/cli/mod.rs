//! The command line: `preau serve` and the tools around it. Their implementations are in the modules
//! concerned.

mod accounts;
mod check;
mod doctor;
pub mod first_admin;
mod moving;
mod serve;
mod settings;
mod version;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::clock::Clock;
use crate::config::{Config, Problem, Secret, Storage};
use crate::db::{self, Db, Place, backup};
use crate::error::{Error, Result};
use crate::files::copies::{self, CopyReport};
use crate::restore_mode;

/// Préau: a language school in one program.
#[derive(Debug, Parser)]
#[command(name = "preau", version, long_version = version::text(), about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the school: both sites, the API and the jobs. Migrates the database first.
    Serve(Box<Config>),
    /// Migrate the database's schema.
    Migrate(Storage),
    /// Fill an empty database with the demo school and print its four accounts.
    Demo {
        #[command(flatten)]
        config: Box<Config>,
        /// Also in production.
        #[arg(long)]
        in_production: bool,
    },
    /// Create an ADMIN account.
    CreateAdmin {
        #[command(flatten)]
        config: Box<Config>,
        /// Its e-mail address.
        #[arg(long)]
        email: String,
        /// Its password; by default generated and printed once.
        #[arg(long, env = "PREAU_ADMIN_PASSWORD", hide_env_values = true)]
        password: Option<Secret>,
        /// Read the password from standard input.
        #[arg(long, conflicts_with = "password")]
        password_stdin: bool,
    },
    /// Remove the second factor of an account whose owner lost phone and recovery codes; the owner is
    /// informed by mail.
    ResetSecondFactor {
        #[command(flatten)]
        config: Box<Config>,
        /// Its e-mail address.
        #[arg(long)]
        email: String,
    },
    /// Back up the whole database to a file, and uploaded files to `FILE.files`, while the school runs.
    Backup {
        #[command(flatten)]
        storage: Storage,
        /// The file to write; must not exist yet.
        file: PathBuf,
    },
    /// Create the database from a backup, and restore its uploaded files. Refuses an existing database; jobs
    /// are paused until `preau doctor`.
    Restore {
        #[command(flatten)]
        storage: Storage,
        /// A file written by `preau backup`.
        file: PathBuf,
        /// Leave the database as it is and restore only the files that are missing or damaged.
        #[arg(long)]
        files_only: bool,
    },
    /// Do what `preau restore` does after it has created the database, for one that was restored by other
    /// means (`pg_restore`, a snapshot of the disk, a point in time). Stop the school first; jobs are paused
    /// until `preau doctor`.
    MarkRestored(Storage),
    /// Move the school from its SQLite file to an empty PostgreSQL database, completely or not at all. Stop
    /// the school first.
    MigrateData {
        #[command(flatten)]
        storage: Storage,
        /// `postgres://user:password@host/database`.
        #[arg(long, env = "PREAU_MIGRATE_TO", hide_env_values = true)]
        to: Secret,
    },
    /// Check all prerequisites of serving, without serving: settings, database, disk, files, mails, payments,
    /// network.
    Check {
        #[command(flatten)]
        config: Box<Config>,
        /// Send a test mail to this address.
        #[arg(long, value_name = "ADDRESS")]
        mail_to: Option<lettre::message::Mailbox>,
    },
    /// Check that file, schema, money, seats and mails are consistent; reports problems and fails when there
    /// are any.
    Doctor {
        #[command(flatten)]
        config: Box<Config>,
        /// Resume jobs after a restore although payments differ from the provider's.
        #[arg(long)]
        resume: bool,
    },
    /// Print the API's description (OpenAPI).
    Openapi,
    /// Print the licences of the third-party packages in this program and its sites.
    Licences,
}

/// Parses the command line and runs the command.
#[must_use]
pub fn run() -> ExitCode {
    // One TLS provider for database, mail and payments.
    if rustls::crypto::aws_lc_rs::default_provider().install_default().is_err() {
        return fail("a TLS provider is installed already");
    }
    let command = match command() {
        Ok(command) => command,
        Err(code) => return code,
    };
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return fail(error),
    };
    let place = command.storage().and_then(|storage| Place::of(storage).ok());
    runtime.block_on(execute(command)).unwrap_or_else(|error| {
        fail(match &place {
            Some(place) => db::explain(place, error),
            None => error,
        })
    })
}

/// The command; prints all problems of its settings.
fn command() -> Result<Command, ExitCode> {
    let (matches, unreadable) = settings::read(&Cli::command(), std::env::args_os().collect());
    let command = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).command;
    let is_unreadable = |setting: &&str| unreadable.iter().any(|one| one.setting == **setting);
    let mut broken = command.problems();
    broken.retain(|rule| !rule.settings.iter().any(is_unreadable));
    let broken: Vec<String> = broken.into_iter().map(|rule| rule.what).collect();
    let all: Vec<String> = unreadable.into_iter().map(|one| one.what).chain(broken).collect();
    if all.is_empty() {
        return Ok(command);
    }
    eprintln!("preau: these settings are wrong:\n  - {}", all.join("\n  - "));
    Err(ExitCode::from(2))
}

impl Command {
    /// Every rule that the settings of the command break.
    fn problems(&self) -> Vec<Problem> {
        match self {
            Self::Serve(config)
            | Self::Demo { config, .. }
            | Self::CreateAdmin { config, .. }
            | Self::ResetSecondFactor { config, .. }
            | Self::Check { config, .. }
            | Self::Doctor { config, .. } => config.problems(),
            Self::Openapi | Self::Licences => Vec::new(),
            Self::Migrate(_)
            | Self::Backup { .. }
            | Self::Restore { .. }
            | Self::MarkRestored(_)
            | Self::MigrateData { .. } => self.storage().map(Storage::problems).unwrap_or_default(),
        }
    }

    fn storage(&self) -> Option<&Storage> {
        match self {
            Self::Serve(config)
            | Self::Demo { config, .. }
            | Self::CreateAdmin { config, .. }
            | Self::ResetSecondFactor { config, .. }
            | Self::Check { config, .. }
            | Self::Doctor { config, .. } => Some(&config.storage),
            Self::Migrate(storage)
            | Self::Backup { storage, .. }
            | Self::Restore { storage, .. }
            | Self::MarkRestored(storage)
            | Self::MigrateData { storage, .. } => Some(storage),
            Self::Openapi | Self::Licences => None,
        }
    }
}

async fn execute(command: Command) -> Result<ExitCode> {
    match command {
        Command::Serve(config) => return serve::serve(*config).await,
        Command::Migrate(storage) => {
            let db = open_school(&storage).await?;
            let version = db.newest_schema().map(db::schema_text).unwrap_or_default();
            println!("The schema is up to date (version {version}).");
            db.close().await;
        }
        Command::Demo { config, in_production } => accounts::fill_demo(*config, in_production).await?,
        Command::CreateAdmin { config, email, password, password_stdin } => {
            let password = if password_stdin { Some(accounts::password_from_stdin()?) } else { password };
            accounts::create_admin(*config, &email, password).await?;
        }
        Command::ResetSecondFactor { config, email } => {
            accounts::reset_second_factor(*config, &email).await?;
        }
        Command::Backup { storage, file } => return back_up(&storage, &file).await,
        Command::Restore { storage, file, files_only: true } => return restore_files(&storage, &file).await,
        Command::Restore { storage, file, files_only: false } => return restore(&storage, &file).await,
        Command::MarkRestored(storage) => mark_restored(&storage).await?,
        Command::MigrateData { storage, to } => moving::move_school(&storage, &to).await?,
        Command::Check { config, mail_to } => return check::check(&config, mail_to).await,
        Command::Doctor { config, resume } => return doctor::doctor(*config, resume).await,
        Command::Openapi => {
            let text = crate::router::document().to_pretty_json();
            println!("{}", text.map_err(|error| Error::internal(error.to_string()))?);
        }
        Command::Licences => print_licences()?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_licences() -> Result<()> {
    let text = crate::site::licences_text()
        .ok_or_else(|| Error::internal("this program was built without its sites: run `make build`"))?;
    match std::io::stdout().write_all(&text) {
        // The reader of the pipe may stop before its end.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::internal(error.to_string()))
        }
        _ => Ok(()),
    }
}

async fn back_up(storage: &Storage, file: &Path) -> Result<ExitCode> {
    backup::backup(&Place::of(storage)?, file).await?;
    println!("The database was copied to {}.", file.display());
    let db = Db::open_existing(storage).await?;
    let report = copies::save(&db, storage, file).await?;
    db.close().await;
    Ok(report_copies(&report, &format!("copied to {}", copies::files_folder(file).display())))
}

/// Reports the copied files; fails when some are lost.
fn report_copies(CopyReport { copied, failed }: &CopyReport, done: &str) -> ExitCode {
    if *copied > 0 {
        println!("{copied} files were {done}.");
    }
    for line in failed {
        eprintln!("preau: file not {done}: {line}");
    }
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn restore(storage: &Storage, file: &Path) -> Result<ExitCode> {
    make_data_dir(storage)?;
    backup::restore(&Place::of(storage)?, file).await?;
    let db = begin_restored(Db::open(storage).await?).await?;
    let report = copies::restore(&db, storage, file).await?;
    db.close().await;
    println!("The database was restored. {JOBS_PAUSED}");
    if !report.failed.is_empty() {
        eprintln!(
            "preau: once their cause is mended, `preau restore --files-only {}` brings the others back",
            file.display()
        );
    }
    Ok(report_copies(&report, "brought back"))
}

const JOBS_PAUSED: &str = "Jobs are paused until `preau doctor` has compared the payments.";

/// Migrates a restored database and records that it was restored.
async fn begin_restored(db: Db) -> Result<Db> {
    db.migrate().await?;
    restore_mode::begin(&db, &Clock::System).await?;
    Ok(db)
}

async fn mark_restored(storage: &Storage) -> Result<()> {
    let db = begin_restored(Db::open_existing(storage).await?).await?;
    db.close().await;
    println!("The database is marked as restored. {JOBS_PAUSED}");
    Ok(())
}

async fn restore_files(storage: &Storage, file: &Path) -> Result<ExitCode> {
    let db = Db::open_existing(storage).await?;
    let report = copies::restore(&db, storage, file).await?;
    db.close().await;
    Ok(report_copies(&report, "brought back"))
}

/// Opens and migrates the database; creates the data folder when it does not exist, for its owner only.
async fn open_school(storage: &Storage) -> Result<Db> {
    make_data_dir(storage)?;
    let db = Db::open(storage).await?;
    db.migrate().await?;
    moving::refuse_moved_school(&db).await?;
    Ok(db)
}

fn make_data_dir(storage: &Storage) -> Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(&storage.data_dir).map_err(|error| {
        Error::internal(format!(
            "the data folder {} cannot be made ({error}): make it for this program's account, or choose another with \
             PREAU_DATA_DIR",
            storage.data_dir.display()
        ))
    })
}

fn fail(why: impl std::fmt::Display) -> ExitCode {
    eprintln!("preau: {why}");
    ExitCode::FAILURE
}
