//! One run: all parts on both engines, and the report.

use std::time::{Duration, Instant};

use tokio::signal::unix::{SignalKind, signal};

use crate::error::Result;
use crate::lines::freshness::{self, Watched};
use crate::lines::growth::Side;
use crate::lines::{Pace, checkout, growth, learning, reading, running, sign_in, tables};
use crate::load::Size;
use crate::places::{Engine, Loaded, Places};
use crate::report::{Line, Part};
use crate::school::{School, Setup, client};
use crate::{Options, clock, load_generator, machine, person, report, sizing};

/// Growth is measured against a school smaller by this factor, but of at least `SMALLEST` thousandths.
const SMALLER: i64 = 100;
const SMALLEST: i64 = 10;

/// The results for the report.
#[derive(Default)]
struct Findings {
    parts: Vec<Part>,
    loads: Vec<String>,
    sizes: Vec<sizing::Measured>,
}

impl Findings {
    fn add(&mut self, heading: String, lines: Vec<Line>) {
        if lines.is_empty() {
            return;
        }
        let part = Part { heading, lines };
        println!("{}", part.plain());
        self.parts.push(part);
    }
}

/// Runs the requested measurements and writes the report.
pub async fn run(options: &Options) -> Result<()> {
    load_generator::check().await?;
    let begun = Instant::now();
    let program = std::path::absolute(&options.program)?;
    let places = Places::open(program, std::path::absolute(&options.folder)?).await?;
    let mut stop = signal(SignalKind::terminate())?;
    let outcome = tokio::select! {
        outcome = measure(&places, options) => outcome,
        _ = stop.recv() => Err("it was asked to stop".into()),
    };
    places.cluster.stop().await?;
    let findings = outcome?;
    let text = section(options, &findings, begun.elapsed())?;
    if let Some(document) = &options.report {
        report::write(document, &text)?;
    }
    let missed = findings.parts.iter().flat_map(|part| &part.lines).filter(|line| line.is_missed()).count();
    println!("{missed} targets missed, {:.0} s in all", begun.elapsed().as_secs_f64());
    Ok(())
}

async fn measure(places: &Places, options: &Options) -> Result<Findings> {
    let mut findings = Findings::default();
    let writes = Box::pin(writes_of_a_purchase(places, options)).await?;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let large = places.loaded(engine, Size::of(options.thousandths)).await?;
        let small = places.loaded(engine, Size::of((options.thousandths / SMALLER).max(SMALLEST))).await?;
        for school in [&large, &small] {
            findings.loads.extend(school.told());
        }
        findings.sizes.push(sizing::Measured {
            engine,
            users: Size::of(options.thousandths).users,
            megabytes: places.megabytes(&large).await?,
        });
        Box::pin(one_engine(places, options, &large, writes, &mut findings)).await?;
        Box::pin(grown(places, options, &small, &large, &mut findings)).await?;
    }
    Ok(findings)
}

fn wants(options: &Options, part: &str) -> bool {
    options.only.is_empty() || options.only.iter().any(|only| only == part)
}

/// The same for both engines, which run the same statements.
async fn writes_of_a_purchase(places: &Places, options: &Options) -> Result<checkout::Writes> {
    if !wants(options, "checkout") {
        return Ok(checkout::Writes { transactions: 1, rows: 1 });
    }
    let small = places.loaded(Engine::Sqlite, Size::of(SMALLEST)).await?;
    checkout::count_writes(places, &small).await
}

/// All measurements on one large school.
async fn one_engine(
    places: &Places,
    options: &Options,
    large: &Loaded,
    writes: checkout::Writes,
    findings: &mut Findings,
) -> Result<()> {
    let name = large.engine.name();
    let setup = places.copy(large, "run").await?;
    let mut start = Vec::new();
    if wants(options, "running") {
        start.push(running::starts(name, &setup).await?);
        start.push(running::at_rest(name, &setup).await?);
    }
    let school = setup.start().await?;
    let measured = Box::pin(in_use(places, options, large, &setup, &school, writes)).await;
    if wants(options, "running") {
        start.push(running::under_load(name, school.memory()?));
        start.push(running::size(&setup)?);
    }
    school.stop().await?;
    for (heading, lines) in measured? {
        findings.add(heading, lines);
    }
    findings.add(format!("Running on {name}"), start);
    Ok(())
}

/// Measurements on a running school; its memory is read afterwards.
async fn in_use(
    places: &Places,
    options: &Options,
    large: &Loaded,
    setup: &Setup,
    school: &School,
    writes: checkout::Writes,
) -> Result<Vec<(String, Vec<Line>)>> {
    let pace =
        Pace { time: Duration::from_secs(options.seconds), rounds: options.rounds, folder: places.root() };
    let (engine, name) = (large.engine, large.engine.name());
    let mut db = setup.database().await?;
    let mut parts = Vec::new();
    if wants(options, "reading") {
        parts.push((format!("Reading on {name}"), reading::measure(name, school, &mut db, pace).await?));
    }
    if wants(options, "freshness") {
        let watched = watched(school, reading::listing(&mut db).await?).await?;
        let mut lines = vec![freshness::same_server(name, school, &watched).await?];
        if engine == Engine::Postgres {
            let other = setup.start().await?;
            lines.push(freshness::other_server(name, school, &other, &watched).await?);
            other.stop().await?;
        }
        parts.push((format!("Changes on {name}"), lines));
    }
    if wants(options, "signing-in") {
        parts.push((format!("Signing in on {name}"), sign_in::measure(name, school, &mut db, pace).await?));
    }
    if wants(options, "learning") {
        parts.push((format!("Learning on {name}"), learning::measure(name, school, &mut db, pace).await?));
    }
    if wants(options, "checkout") {
        let market = checkout::Market::open(school, &mut db, checkout::SIDE_BY_SIDE).await?;
        let lines = checkout::measure(places, engine, &market, writes, pace).await?;
        parts.push((format!("Buying on {name}"), lines));
    }
    if wants(options, "tables") {
        parts.push((format!("The dashboard's tables on {name}"), tables::measure(name, school).await?));
    }
    db.close().await?;
    Ok(parts)
}

/// The first course of this listing.
async fn watched(school: &School, listing: String) -> Result<Watched> {
    let page = person::read(&client()?, &format!("{}{listing}", school.url)).await?;
    Ok(Watched { course: page["items"][0]["id"].as_i64().ok_or("an empty listing")?, listing })
}

/// The same requests to the large school and to the small one.
async fn grown(
    places: &Places,
    options: &Options,
    small: &Loaded,
    large: &Loaded,
    findings: &mut Findings,
) -> Result<()> {
    if !wants(options, "growth") {
        return Ok(());
    }
    let setups = (places.copy(small, "small").await?, places.copy(large, "large").await?);
    let (few, many) = (setups.0.start().await?, setups.1.start().await?);
    let mut databases = (setups.0.database().await?, setups.1.database().await?);
    let name = large.engine.name();
    let lines = growth::measure(
        name,
        Side { school: &few, db: &mut databases.0 },
        Side { school: &many, db: &mut databases.1 },
    )
    .await?;
    findings.add(format!("Growth on {name}"), lines);
    few.stop().await?;
    many.stop().await
}

/// The section of the document.
fn section(options: &Options, findings: &Findings, took: Duration) -> Result<String> {
    let size = Size::of(options.thousandths);
    let parts: Vec<String> = findings.parts.iter().map(Part::markdown).collect();
    let loads = if findings.loads.is_empty() {
        "It was loaded before.".to_owned()
    } else {
        format!("Loading it took {}.", findings.loads.join(", "))
    };
    Ok(format!(
        "## Under load\n\n\
         A school of {} courses, {} people, {} reservations and {} lesson views, served by the released program; asked by\n\
         `wrk` over {} connections, or by people side by side where that is said. A floor is measured in turn with what is\n\
         compared with it, {} times {} seconds each; medians. The floor of reading is a bare axum server that answers the\n\
         same bytes with the same headers, compressed as browsers ask for it; the floor of buying are transactions that\n\
         write as many rows into a table without any index. {loads} Written by `make bench`.\n\n\
         {}\n\
         {}\n\
         Measured on {} on {}, which also ran the one who asked and, for PostgreSQL, the database (load {:.1} at the end;\n\
         {:.0} minutes in all).",
        size.courses,
        size.users,
        size.reservations,
        size.views,
        load_generator::CONNECTIONS,
        options.rounds,
        options.seconds,
        parts.join("\n"),
        sizing::table(&findings.sizes),
        clock::now().date_naive(),
        machine::description()?,
        machine::load()?,
        took.as_secs_f64() / 60.0,
    ))
}
