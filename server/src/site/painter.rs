//! The painter: one thread with a JavaScript engine that runs the public site's own parts and answers HTML.
//!
//! The engine reaches nothing but reads of our own API, as a visitor without an account. Its time, its memory and the
//! orders that wait for it are bounded; who finds it busy gets no painting and does without.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::Router;
use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Promise, Runtime};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::files::{painter_program, painter_version};
use super::kept::{Source, ask};

/// Orders that may wait. More, and the browsers paint for themselves.
const QUEUE: usize = 16;
/// Longest one painting may take, its calls of the API included.
// A debug build paints several times slower, often beside other work.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });
/// Longest the engine may take to read its program.
const START: Duration = Duration::from_secs(30);
/// Most memory the engine may hold, in bytes. At rest it holds a tenth.
const MEMORY: usize = 256 * 1024 * 1024;
/// Priority of the painter's thread, as `nice` counts: a tenth of the others' share.
#[cfg(target_os = "linux")]
const PRIORITY: i32 = 10;
/// The engine's own bound, and the thread's beyond it, in bytes.
const JS_STACK: usize = 4 * 1024 * 1024;
const THREAD_STACK: usize = 8 * 1024 * 1024;

/// Which page to paint, and for whom.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Order {
    pub path: String,
    /// With its question mark, or empty.
    pub query: String,
    pub language: &'static str,
    pub today: chrono::NaiveDate,
    pub origin: String,
    pub nonce: String,
}

/// What the site's own parts make of an address.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub(super) enum Painting {
    Page {
        status: u16,
        head: String,
        html: String,
        /// What the browser needs to take over, as JSON.
        data: String,
    },
    Redirect {
        status: u16,
        to: String,
    },
    /// A page that each browser makes for itself.
    Own,
    /// Something in the page does not work in here.
    Failed {
        error: String,
    },
}

/// A painting, the route it belongs to and the answers of the API it was made of.
#[derive(Clone, Debug)]
pub(super) struct Painted {
    pub painting: Painting,
    /// The pattern of the page's address, such as `/cours/:slug`; empty for an address without a page.
    pub route: String,
    pub sources: Vec<Source>,
}

struct Job {
    order: Order,
    done: oneshot::Sender<Option<Painted>>,
}

pub(super) struct Painter {
    api: Router,
    jobs: OnceLock<SyncSender<Job>>,
    ready: Arc<AtomicBool>,
}

impl Painter {
    pub(super) fn new(api: Router) -> Self {
        Self { api, jobs: OnceLock::new(), ready: Arc::default() }
    }

    /// Paints; `None` when that is not possible now.
    pub(super) async fn paint(&self, order: Order) -> Option<Painted> {
        let jobs = self.jobs.get_or_init(|| start(self.api.clone(), self.ready.clone()));
        if !self.ready.load(Ordering::Acquire) {
            return None;
        }
        let (done, painted) = oneshot::channel();
        jobs.try_send(Job { order, done }).ok()?;
        painted.await.ok().flatten()
    }
}

/// Starts the thread. It ends when the painter is dropped.
fn start(api: Router, ready: Arc<AtomicBool>) -> SyncSender<Job> {
    let (jobs, waiting) = sync_channel(QUEUE);
    let server = Handle::current();
    let thread = std::thread::Builder::new().name("painter".into()).stack_size(THREAD_STACK);
    let spawned = thread.spawn(move || work(&api, &server, &ready, &waiting));
    if let Err(error) = spawned {
        tracing::error!(%error, "no thread for the painter");
    }
    jobs
}

fn work(api: &Router, server: &Handle, ready: &AtomicBool, waiting: &Receiver<Job>) {
    yield_to_others();
    let mut next = None;
    // An engine that gave up, or whose program is old, makes room for another.
    loop {
        let version = painter_version();
        let engine = match Engine::new(api, server) {
            Ok(engine) => engine,
            Err(error) => {
                tracing::error!(error, "the painter does not start: the browsers paint for themselves");
                ready.store(false, Ordering::Release);
                return;
            }
        };
        ready.store(true, Ordering::Release);
        loop {
            let Some(job) = next.take().or_else(|| waiting.recv().ok()) else { return };
            if version != painter_version() {
                next = Some(job);
                break;
            }
            if !job.done.is_closed() && !engine.fill(job) {
                break;
            }
        }
    }
}

/// Paintings are a gift: where processors are short, the API and what is kept come first.
#[cfg(target_os = "linux")]
fn yield_to_others() {
    // Linux gives each thread a priority of its own.
    if let Err(error) = rustix::process::setpriority_process(None, PRIORITY) {
        tracing::debug!(%error, "the painter keeps the priority of the others");
    }
}

#[cfg(not(target_os = "linux"))]
const fn yield_to_others() {}

struct Engine {
    runtime: Runtime,
    context: Context,
    deadline: Arc<std::sync::Mutex<Instant>>,
    sources: Rc<RefCell<Vec<Source>>>,
}

impl Engine {
    fn new(api: &Router, server: &Handle) -> Result<Self, String> {
        let program = painter_program().ok_or("it is not built")?.data;
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(JS_STACK);
        let deadline = Arc::new(std::sync::Mutex::new(Instant::now() + START));
        let until = deadline.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || {
            until.lock().is_ok_and(|until| Instant::now() > *until)
        })));
        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        let sources = Rc::<RefCell<Vec<Source>>>::default();
        let (api, server, asked) = (api.clone(), server.clone(), sources.clone());
        let answer = move |address: String| {
            let (source, body) = server.block_on(ask(&api, &address));
            let answer = serde_json::json!([source.status, body]).to_string();
            asked.borrow_mut().push(source);
            answer
        };
        context.with(|ctx| {
            let globals = ctx.globals();
            Function::new(ctx.clone(), answer)
                .and_then(|answer| globals.set("ask", answer))
                .and_then(|()| ctx.eval::<(), _>(&*program))
                .catch(&ctx)
                .map_err(|error| error.to_string())
        })?;
        Ok(Self { runtime, context, deadline, sources })
    }

    /// Paints and hands over; whether the engine may go on.
    fn fill(&self, Job { order, done }: Job) -> bool {
        let started = Instant::now();
        let painted = self.paint(&order);
        let (page, ms) = (kind_of(&order.path), started.elapsed().as_millis());
        let fit = painted.is_ok();
        let painted = match painted {
            Ok(Painted { painting: Painting::Failed { error }, .. }) => {
                tracing::warn!(page, ms, error, "a page cannot be painted");
                None
            }
            Ok(painted) => {
                tracing::debug!(page, ms, "painted");
                Some(painted)
            }
            Err(error) => {
                tracing::warn!(page, ms, error, "the painter gave up on a page");
                None
            }
        };
        // Whoever waited may have left.
        let _ = done.send(painted);
        fit
    }

    fn paint(&self, order: &Order) -> Result<Painted, String> {
        let order = serde_json::to_string(order).map_err(|error| error.to_string())?;
        if let Ok(mut deadline) = self.deadline.lock() {
            *deadline = Instant::now() + LONGEST;
        }
        self.sources.borrow_mut().clear();
        let painting =
            self.context.with(|ctx| call(&ctx, order).catch(&ctx).map_err(|error| error.to_string()))?;
        self.runtime.run_gc();
        let (route, painting) = serde_json::from_str(&painting).map_err(|error| error.to_string())?;
        Ok(Painted { painting, route, sources: self.sources.take() })
    }
}

/// What is logged of an address: its first part, for the rest is what visitors type.
fn kind_of(path: &str) -> &str {
    let end = path.char_indices().skip(1).find(|(_, c)| *c == '/').map_or(path.len(), |(end, _)| end);
    &path[..end]
}

fn call(ctx: &Ctx<'_>, order: String) -> rquickjs::Result<String> {
    let paint: Function<'_> = ctx.globals().get("paint")?;
    paint.call::<_, Promise<'_>>((order,))?.finish()
}
