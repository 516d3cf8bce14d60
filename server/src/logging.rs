//! Logging: readable in development, JSON in production, always to standard error. Log lines never contain
//! addresses with their parameters, e-mail addresses, names, tokens or mail contents.

use std::fmt;
use std::io::IsTerminal as _;

use serde::Serialize;
use serde_json::{Map, Value};
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::{FormatFields as _, JsonFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormattedFields};
use tracing_subscriber::registry::{LookupSpan, Scope};

use crate::config::Environment;

/// Starts logging with this filter, which was validated with the settings.
pub fn init(environment: Environment, filter: &str) {
    // A line that cannot be written, because of a full disk or a closed pipe, is lost: reporting that on the
    // same output would panic.
    let lines = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    match environment {
        Environment::Development => {
            lines.with_target(false).with_ansi(std::io::stderr().is_terminal()).init();
        }
        Environment::Production => lines.fmt_fields(JsonFields::new()).event_format(JsonLines).init(),
    }
}

/// One flat object on each line: the common fields, the event's own, and those of the enclosing spans, such
/// as the request's id. The formatter of `tracing-subscriber` nests spans in objects of their own.
struct JsonLines;

#[derive(Serialize)]
struct Line<'a> {
    timestamp: String,
    level: &'a str,
    target: &'a str,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> FormatEvent<S, JsonFields> for JsonLines {
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut timestamp = String::new();
        SystemTime.format_time(&mut Writer::new(&mut timestamp))?;
        let mut fields = Map::new();
        for span in context.event_scope().into_iter().flat_map(Scope::from_root) {
            if let Some(formatted) = span.extensions().get::<FormattedFields<JsonFields>>() {
                add(&mut fields, &formatted.fields);
            }
        }
        let mut own = String::new();
        JsonFields::new().format_fields(Writer::new(&mut own), event)?;
        add(&mut fields, &own);
        // These names are reserved for the common fields.
        for name in ["timestamp", "level", "target"] {
            fields.remove(name);
        }
        let meta = event.metadata();
        let line = Line { timestamp, level: meta.level().as_str(), target: meta.target(), fields };
        writeln!(writer, "{}", serde_json::to_string(&line).map_err(|_| fmt::Error)?)
    }
}

/// Adds fields formatted as an object; a later one replaces an earlier one of the same name.
fn add(fields: &mut Map<String, Value>, object: &str) {
    if let Ok(Value::Object(more)) = serde_json::from_str(object) {
        fields.extend(more);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn each_line_is_one_flat_object_with_the_id_of_its_request() {
        let written = Written::default();
        let out = written.clone();
        let lines = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::INFO)
            .with_writer(move || out.clone())
            .fmt_fields(JsonFields::new())
            .event_format(JsonLines);
        tracing::subscriber::with_default(lines.finish(), || {
            let request = tracing::info_span!("request", request_id = "a1");
            request.in_scope(|| {
                tracing::info_span!("inner", step = 2).in_scope(|| {
                    tracing::warn!(status = 503, why = "a \"reason\"\nof two lines", "not done");
                });
            });
            tracing::info!("alone");
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let [first, second] = lines.as_slice() else { panic!("{text}") };
        let expected: [(&str, Value); 7] = [
            ("level", "WARN".into()),
            ("target", module_path!().into()),
            ("message", "not done".into()),
            ("request_id", "a1".into()),
            ("step", 2.into()),
            ("status", 503.into()),
            ("why", "a \"reason\"\nof two lines".into()),
        ];
        for (name, value) in expected {
            assert_eq!(first[name], value, "{name}");
        }
        assert_eq!(first.as_object().unwrap().len(), 8, "{first}");
        assert!(first["timestamp"].as_str().unwrap().ends_with('Z'));
        assert_eq!((&second["message"], second.get("request_id")), (&"alone".into(), None));
    }
}
