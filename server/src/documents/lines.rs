//! Breaks text into lines.

use super::canvas::Style;
use super::font::Fonts;

/// The lines of a text: broken at spaces and between Chinese characters, within a word only when it is too
/// long.
pub(super) fn lines(fonts: &Fonts, width: f32, style: Style, text: &str) -> Vec<String> {
    let fits = |line: &str| fonts.width(style.face, line.trim_end_matches(' ')) * style.size <= width;
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        if !fits(&format!("{line}{piece}")) && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in piece.chars() {
            if !fits(&format!("{line}{letter}")) && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    lines.push(line);
    lines.into_iter().map(|line| line.trim_matches(' ').to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Words with the space after them, and Chinese characters with their punctuation.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut open = false;
    for letter in text.chars() {
        let closing = "，。、：；！？）》”".contains(letter);
        match pieces.last_mut() {
            Some(piece) if closing || open && !is_chinese(letter) => piece.push(letter),
            _ => pieces.push(letter.to_string()),
        }
        open = letter != ' ' && !is_chinese(letter) && !closing;
    }
    pieces
}

fn is_chinese(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::font::Face;

    const PLAIN: Style = Style { face: Face::Text, size: 10.0, colour: [0; 3], lang: "fr" };

    #[test]
    fn lines_break_at_spaces_between_signs_and_in_endless_words() {
        let fonts = Fonts::load().unwrap();
        let broken = |text: &str, width: f32| lines(fonts, width, PLAIN, text);
        assert_eq!(broken("Cours d’italien", 500.0), ["Cours d’italien"]);
        assert_eq!(broken("Cours d’italien", 50.0), ["Cours", "d’italien"]);
        assert_eq!(broken("汉语课程，第一级", 31.0), ["汉语课", "程，第", "一级"]);
        assert!(broken(&"x".repeat(80), 60.0).len() > 4);
        assert_eq!(broken("120,00\u{a0}€", 20.0).concat(), "120,00\u{a0}€");
        assert!(broken("  ", 50.0).is_empty());
    }
}
