//! Type-erased handlers: the code that axum and tower generate around a handler is compiled once, not once
//! per call of the API.
//!
//! Without this, each of two hundred handlers instantiates some sixty generic functions, and the compiler
//! proves for each of them again that the handler's whole future is `Send`: half of the server's compile
//! time.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use crate::context::AppContext;

type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Any handler of the API.
#[derive(Clone)]
pub struct AnyHandler(Arc<dyn Fn(Request, AppContext) -> Answer + Send + Sync>);

impl AnyHandler {
    /// Erases the handler's type.
    pub fn new<T: 'static>(handler: impl Handler<T, AppContext>) -> Self {
        Self(Arc::new(move |request, app| Box::pin(handler.clone().call(request, app))))
    }
}

impl Handler<(), AppContext> for AnyHandler {
    type Future = Answer;

    fn call(self, request: Request, app: AppContext) -> Answer {
        (self.0)(request, app)
    }
}

/// The routes of handlers with `#[utoipa::path]`, like `utoipa_axum::routes!`, each handler wrapped in
/// [`AnyHandler`].
#[macro_export]
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        use utoipa_axum::PathItemExt as _;
        let mut schemas = Vec::new();
        let mut paths = utoipa::openapi::path::Paths::new();
        let mut router = axum::routing::MethodRouter::<$crate::context::AppContext>::new();
        $(
            let (path, item, methods) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            let handler = $crate::http::handler::AnyHandler::new($handler);
            for method in &methods {
                router = router.on(method.to_method_filter(), handler.clone());
            }
            paths.add_path_operation(&path, methods, item);
        )+
        (schemas, paths, router)
    }};
}
