//! Dates and amounts in the format of each language.

use chrono::{DateTime, Datelike as _, NaiveDate, TimeDelta, Utc};
use preau_core::calendar::{paris_day, paris_time, parse_time};
use preau_core::language::UiLanguage;
use preau_core::money::Cents;

const FRENCH_MONTHS: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];
const ENGLISH_MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const ITALIAN_MONTHS: [&str; 12] = [
    "gennaio",
    "febbraio",
    "marzo",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "agosto",
    "settembre",
    "ottobre",
    "novembre",
    "dicembre",
];

/// A date in a language: `1er octobre 2026`.
#[must_use]
pub fn date(language: UiLanguage, day: NaiveDate) -> String {
    let (number, month, year) = (day.day(), day.month0() as usize, day.year());
    let written = |months: [&str; 12], number: String| format!("{number} {} {year}", months[month]);
    match language {
        UiLanguage::Fr if number == 1 => written(FRENCH_MONTHS, "1er".to_owned()),
        UiLanguage::Fr => written(FRENCH_MONTHS, number.to_string()),
        UiLanguage::En => written(ENGLISH_MONTHS, number.to_string()),
        UiLanguage::It => written(ITALIAN_MONTHS, number.to_string()),
        UiLanguage::Zh => format!("{year}年{}月{number}日", month + 1),
    }
}

const WEEKDAYS: [[&str; 7]; 4] = [
    ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
    ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"],
];

/// A date with its weekday: `jeudi 1er octobre 2026`.
pub(crate) fn long_date(language: UiLanguage, day: NaiveDate) -> String {
    let number = day.weekday().num_days_from_monday() as usize;
    let date = date(language, day);
    match language {
        UiLanguage::Fr => format!("{} {date}", WEEKDAYS[0][number]),
        UiLanguage::En => format!("{} {date}", WEEKDAYS[1][number]),
        UiLanguage::It => format!("{} {date}", WEEKDAYS[2][number]),
        UiLanguage::Zh => format!("{date}{}", WEEKDAYS[3][number]),
    }
}

/// From a local time on for so many minutes: `18 h 30 – 20 h 00`.
pub(crate) fn span(language: UiLanguage, start: &str, minutes: i64) -> String {
    let end = parse_time(start).map(|start| start.overflowing_add_signed(TimeDelta::minutes(minutes)).0);
    let from = clock(language, start);
    end.map_or_else(
        |_| from.clone(),
        |end| format!("{from} – {}", clock(language, &end.format("%H:%M").to_string())),
    )
}

/// An instant in Paris time: `1er octobre 2026 à 9 h 05 (heure de Paris)`.
pub(crate) fn moment(language: UiLanguage, at: DateTime<Utc>) -> String {
    let day = date(language, paris_day(at));
    let time = clock(language, &paris_time(at).format("%H:%M").to_string());
    match language {
        UiLanguage::Fr => format!("{day} à {time} (heure de Paris)"),
        UiLanguage::En => format!("{day} at {time} (Paris time)"),
        UiLanguage::It => format!("{day} alle {time} (ora di Parigi)"),
        UiLanguage::Zh => format!("{day} {time}（巴黎时间）"),
    }
}

/// A time of day, `09:05`, in a language: `9 h 05`.
pub(crate) fn clock(language: UiLanguage, time: &str) -> String {
    match (language, time.split_once(':')) {
        (UiLanguage::Fr, Some((hour, minute))) => {
            format!("{}\u{a0}h\u{a0}{minute}", hour.strip_prefix('0').unwrap_or(hour))
        }
        _ => time.to_owned(),
    }
}

/// An amount in a language.
#[must_use]
pub fn money(language: UiLanguage, amount: Cents) -> String {
    let french = amount.to_string();
    let bare = french.trim_end_matches("\u{a0}€");
    match language {
        UiLanguage::Fr => french,
        UiLanguage::It => format!("{}\u{a0}€", bare.replace('\u{202f}', ".")),
        UiLanguage::En | UiLanguage::Zh => format!("€{}", bare.replace(',', ".").replace('\u{202f}', ",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_in_paris() {
        let at = "2026-10-01T22:05:00Z".parse().unwrap();
        assert_eq!(moment(UiLanguage::Fr, at), "2 octobre 2026 à 0\u{a0}h\u{a0}05 (heure de Paris)");
        assert_eq!(clock(UiLanguage::Fr, "17:45"), "17\u{a0}h\u{a0}45");
        let day = paris_day(at);
        assert_eq!(long_date(UiLanguage::Fr, day), "vendredi 2 octobre 2026");
        assert_eq!(long_date(UiLanguage::Zh, day), "2026年10月2日星期五");
        assert_eq!(span(UiLanguage::It, "18:30", 90), "18:30 – 20:00");
        assert_eq!(moment(UiLanguage::Zh, at), "2026年10月2日 00:05（巴黎时间）");
    }

    #[test]
    fn days_and_amounts_follow_the_language() {
        let day = NaiveDate::from_ymd_opt(2026, 10, 1).unwrap();
        let cases = [
            (UiLanguage::Fr, "1er octobre 2026", "1\u{202f}234,50\u{a0}€"),
            (UiLanguage::En, "1 October 2026", "€1,234.50"),
            (UiLanguage::It, "1 ottobre 2026", "1.234,50\u{a0}€"),
            (UiLanguage::Zh, "2026年10月1日", "€1,234.50"),
        ];
        for (language, written_day, written_amount) in cases {
            assert_eq!(date(language, day), written_day);
            assert_eq!(money(language, Cents(123_450)), written_amount);
        }
    }
}
