//! The measurements as a table on the screen and as a section of `docs/performance.md`.

use std::path::Path;

use crate::error::{Result, because};

/// The verdict on a measured value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The target was met.
    Met,
    /// The target was missed.
    Missed,
    /// There is no target.
    Told,
}

impl Verdict {
    /// The verdict for a target.
    pub const fn of(met: bool) -> Self {
        if met { Self::Met } else { Self::Missed }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "**missed**",
            Self::Told => "",
        }
    }
}

/// One measured value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub what: String,
    pub target: String,
    pub measured: String,
    pub verdict: Verdict,
}

impl Line {
    /// A value with a target.
    pub fn judged(what: impl Into<String>, target: impl Into<String>, measured: String, met: bool) -> Self {
        Self { what: what.into(), target: target.into(), measured, verdict: Verdict::of(met) }
    }

    /// Whether it has a target and missed it.
    pub fn is_missed(&self) -> bool {
        self.verdict == Verdict::Missed
    }

    /// A value without a target.
    pub fn told(what: impl Into<String>, measured: String) -> Self {
        Self { what: what.into(), target: String::new(), measured, verdict: Verdict::Told }
    }
}

/// A table of lines under a heading.
#[derive(Clone, Debug)]
pub struct Part {
    pub heading: String,
    pub lines: Vec<Line>,
}

impl Part {
    /// As Markdown, for the document.
    pub fn markdown(&self) -> String {
        let rows = self.lines.iter().map(|line| {
            let Line { what, target, measured, verdict } = line;
            format!("| {what} | {target} | {measured} | {} |\n", verdict.word())
        });
        format!(
            "**{}**\n\n| what | target | measured | |\n| --- | --- | --- | --- |\n{}",
            self.heading,
            rows.collect::<String>()
        )
    }

    /// As plain text, for the screen.
    pub fn plain(&self) -> String {
        let lines = self.lines.iter().map(|line| {
            let verdict = line.verdict.word().replace('*', "");
            format!("  {:<52} {:<28} {} {verdict}\n", line.what, line.target, line.measured)
        });
        format!("{}\n{}", self.heading, lines.collect::<String>())
    }
}

const BEGIN: &str = "<!-- make bench writes from here -->";
const END: &str = "<!-- make bench writes to here -->";

/// Replaces the section in the document, or appends it.
pub fn write(document: &Path, section: &str) -> Result<()> {
    let old = std::fs::read_to_string(document)?;
    let new = placed(&old, section).map_err(|error| because(&document.display().to_string(), error))?;
    std::fs::write(document, new)?;
    Ok(())
}

fn placed(old: &str, section: &str) -> Result<String> {
    let section = format!("{BEGIN}\n\n{}\n\n{END}", section.trim());
    let Some((before, rest)) = old.split_once(BEGIN) else {
        return Ok(format!("{}\n\n{section}\n", old.trim_end()));
    };
    let (_, after) = rest.split_once(END).ok_or("where the section ends is not marked")?;
    Ok(format!("{before}{section}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_takes_the_place_of_the_one_before_and_leaves_the_rest_alone() {
        let first = placed("# Performance\n\nKept.\n", "new").unwrap();
        assert_eq!(first, format!("# Performance\n\nKept.\n\n{BEGIN}\n\nnew\n\n{END}\n"));
        let more = format!("{first}\nAlso kept.\n");
        let second = placed(&more, "newer").unwrap();
        assert_eq!(second, format!("# Performance\n\nKept.\n\n{BEGIN}\n\nnewer\n\n{END}\n\nAlso kept.\n"));
    }

    #[test]
    fn a_document_without_the_end_of_the_section_is_left_alone() {
        assert!(placed(&format!("a {BEGIN} b"), "new").is_err());
    }

    #[test]
    fn a_missed_target_is_written_as_missed() {
        let lines = vec![
            Line::judged("listing", "at least half", "30 %".into(), false),
            Line::told("size", "40 MB".into()),
        ];
        let part = Part { heading: "Reading".into(), lines };
        assert!(part.markdown().contains("| listing | at least half | 30 % | **missed** |"));
        assert!(part.markdown().contains("| size |  | 40 MB |  |"));
        assert!(part.plain().contains("30 % missed"));
    }
}
