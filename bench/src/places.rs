//! Storage of loaded schools: each is loaded once and copied for each measurement, so that all begin with the
//! same rows.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::clock;
use crate::cluster::{Cluster, copy_folder, run};
use crate::database::Database;
use crate::error::Result;
use crate::load::{self, Size};
use crate::school::Setup;

/// The two database engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// The name of the engine in the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// The benchmark's folder.
pub struct Places {
    program: PathBuf,
    root: PathBuf,
    /// The benchmark's PostgreSQL server.
    pub cluster: Cluster,
}

/// A loaded school.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub engine: Engine,
    name: String,
    /// Seconds that loading took; nothing when it was loaded before.
    pub seconds: Option<f64>,
}

impl Loaded {
    /// The loading time as text.
    pub fn told(&self) -> Option<String> {
        self.seconds.map(|seconds| format!("{seconds:.0} s ({})", self.name.replace('_', ", courses: ")))
    }
}

impl Places {
    /// Opens the folder, and starts PostgreSQL in it.
    pub async fn open(program: PathBuf, root: PathBuf) -> Result<Self> {
        std::fs::create_dir_all(&root)?;
        let cluster = Cluster::start(&root.join("postgres")).await?;
        Ok(Self { program, root, cluster })
    }

    /// Loads a school of this size, unless it was loaded today.
    pub async fn loaded(&self, engine: Engine, size: Size) -> Result<Loaded> {
        let name = format!("{}_{}", engine.word(), size.courses);
        let stamp = self.root.join(format!("{name}.stamp"));
        let wanted = format!("{size:?} {} {}", clock::now().date_naive(), self.schema().await?);
        let there = match engine {
            Engine::Sqlite => self.folder(&name).join("preau.db").is_file(),
            Engine::Postgres => self.cluster.has(&name).await?,
        };
        if there && std::fs::read_to_string(&stamp).is_ok_and(|kept| kept == wanted) {
            return Ok(Loaded { engine, name, seconds: None });
        }
        println!("loading {} with {} courses …", engine.name(), size.courses);
        let begun = Instant::now();
        let _ = std::fs::remove_dir_all(self.folder(&name));
        std::fs::create_dir_all(self.folder(&name))?;
        if engine == Engine::Postgres {
            self.cluster.make_database(&name, "template0").await?;
        }
        run(&mut self.setup(engine, &name).command("migrate")).await?;
        run(&mut self.setup(engine, &name).command("demo")).await?;
        let mut db = self.connect(engine, &name).await?;
        load::load(&mut db, size).await?;
        db.close().await?;
        std::fs::write(stamp, wanted)?;
        Ok(Loaded { engine, name, seconds: Some(begun.elapsed().as_secs_f64()) })
    }

    /// A copy of a loaded school for measuring; `use_for` distinguishes it from other copies.
    pub async fn copy(&self, school: &Loaded, use_for: &str) -> Result<Setup> {
        let name = format!("{}_{use_for}", school.name);
        let folder = self.folder(&name);
        let _ = std::fs::remove_dir_all(&folder);
        copy_folder(&self.folder(&school.name), &folder).await?;
        if school.engine == Engine::Postgres {
            self.cluster.make_database(&name, &school.name).await?;
        }
        // The copy is flushed to disk before anything is measured.
        run(&mut tokio::process::Command::new("sync")).await?;
        Ok(self.setup(school.engine, &name))
    }

    /// Size of a school's database on disk in megabytes.
    pub async fn megabytes(&self, school: &Loaded) -> Result<f64> {
        let bytes = match school.engine {
            Engine::Sqlite => {
                i64::try_from(std::fs::metadata(self.folder(&school.name).join("preau.db"))?.len())?
            }
            Engine::Postgres => {
                let mut db = self.connect(school.engine, &school.name).await?;
                db.number("SELECT pg_database_size(current_database())", &[]).await?
            }
        };
        Ok(crate::stats::number(bytes) / 1e6)
    }

    /// Connections to an empty database for plain transactions.
    pub async fn bare(&self, engine: Engine) -> Result<Vec<Database>> {
        /// Connections for concurrent buyers; SQLite has one writer.
        const WRITERS: usize = 8;
        let mut all = Vec::new();
        if engine == Engine::Postgres {
            self.cluster.make_database("bare", "template0").await?;
            for _ in 0..WRITERS {
                all.push(Database::postgres(&self.cluster.url("bare")).await?);
            }
        } else {
            let folder = self.folder("bare");
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder)?;
            all.push(Database::sqlite(&folder.join("bare.db")).await?);
        }
        Ok(all)
    }

    /// The folder of one school.
    fn folder(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The folder, for scripts.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn setup(&self, engine: Engine, name: &str) -> Setup {
        Setup {
            program: self.program.clone(),
            folder: self.folder(name),
            database_url: (engine == Engine::Postgres).then(|| self.cluster.url(name)),
            smtp_url: None,
        }
    }

    async fn connect(&self, engine: Engine, name: &str) -> Result<Database> {
        self.setup(engine, name).database().await
    }

    /// Identifies the schema: the version that the program prints when it migrates.
    async fn schema(&self) -> Result<String> {
        let scratch = self.root.join("schema");
        let setup = Setup { folder: scratch.clone(), ..self.setup(Engine::Sqlite, "schema") };
        let said = setup.command("migrate").output().await?;
        let _ = std::fs::remove_dir_all(scratch);
        Ok(String::from_utf8_lossy(&said.stdout).trim().to_owned())
    }
}
