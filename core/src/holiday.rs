//! The public holidays of France, art. L3133-1 of the labour code, and the two of Alsace-Moselle.

use crate::calendar::add_days;
use crate::keyword::keywords;
use chrono::{Datelike, NaiveDate};

keywords! {
    /// A public holiday.
    Holiday {
        NewYear = "NEW_YEAR",
        /// In Alsace-Moselle only.
        GoodFriday = "GOOD_FRIDAY",
        EasterMonday = "EASTER_MONDAY",
        LabourDay = "LABOUR_DAY",
        VictoryDay = "VICTORY_DAY",
        Ascension = "ASCENSION",
        WhitMonday = "WHIT_MONDAY",
        NationalDay = "NATIONAL_DAY",
        Assumption = "ASSUMPTION",
        AllSaints = "ALL_SAINTS",
        Armistice = "ARMISTICE",
        Christmas = "CHRISTMAS",
        /// 26 December, in Alsace-Moselle only.
        SecondChristmasDay = "SECOND_CHRISTMAS_DAY",
    }
}

impl Holiday {
    /// Its name.
    pub const fn french(self) -> &'static str {
        match self {
            Self::NewYear => "Jour de l'an",
            Self::GoodFriday => "Vendredi saint",
            Self::EasterMonday => "Lundi de Pâques",
            Self::LabourDay => "Fête du Travail",
            Self::VictoryDay => "Victoire de 1945",
            Self::Ascension => "Ascension",
            Self::WhitMonday => "Lundi de Pentecôte",
            Self::NationalDay => "Fête nationale",
            Self::Assumption => "Assomption",
            Self::AllSaints => "Toussaint",
            Self::Armistice => "Armistice de 1918",
            Self::Christmas => "Noël",
            Self::SecondChristmasDay => "Saint-Étienne",
        }
    }

    /// Whether it is one by the local law of Alsace-Moselle alone.
    pub const fn is_local(self) -> bool {
        matches!(self, Self::GoodFriday | Self::SecondChristmasDay)
    }

    /// Its day in this year.
    fn day(self, year: i32) -> Option<NaiveDate> {
        let fixed = |month, day| NaiveDate::from_ymd_opt(year, month, day);
        let after_easter = |days| easter(year).map(|easter| add_days(easter, days));
        match self {
            Self::NewYear => fixed(1, 1),
            Self::GoodFriday => easter(year).map(|easter| crate::calendar::subtract_days(easter, 2)),
            Self::EasterMonday => after_easter(1),
            Self::LabourDay => fixed(5, 1),
            Self::VictoryDay => fixed(5, 8),
            Self::Ascension => after_easter(39),
            Self::WhitMonday => after_easter(50),
            Self::NationalDay => fixed(7, 14),
            Self::Assumption => fixed(8, 15),
            Self::AllSaints => fixed(11, 1),
            Self::Armistice => fixed(11, 11),
            Self::Christmas => fixed(12, 25),
            Self::SecondChristmasDay => fixed(12, 26),
        }
    }
}

/// The public holiday on this day; those of Alsace-Moselle are included where its law applies.
pub fn holiday(day: NaiveDate, alsace_moselle: bool) -> Option<Holiday> {
    let applies = |holiday: &&Holiday| alsace_moselle || !holiday.is_local();
    let mut all = Holiday::ALL.iter().filter(applies);
    all.find(|holiday| holiday.day(day.year()) == Some(day)).copied()
}

/// Every public holiday of a year, in order.
pub fn holidays(year: i32, alsace_moselle: bool) -> Vec<(NaiveDate, Holiday)> {
    let applies = |holiday: &&Holiday| alsace_moselle || !holiday.is_local();
    let all = Holiday::ALL.iter().filter(applies);
    let mut days: Vec<_> = all.filter_map(|holiday| Some((holiday.day(year)?, *holiday))).collect();
    days.sort_unstable();
    days
}

/// Whether this day is a public holiday in all of France.
pub fn is_public_holiday(day: NaiveDate) -> bool {
    holiday(day, false).is_some()
}

/// Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher.
fn easter(year: i32) -> Option<NaiveDate> {
    let (golden, century, of_century) = (year % 19, year / 100, year % 100);
    let moon_shift = (century - (century + 8) / 25 + 1) / 3;
    let epact = (19 * golden + century - century / 4 - moon_shift + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - epact - of_century % 4) % 7;
    let late = (golden + 11 * epact + 22 * weekday) / 451;
    let days = epact + weekday - 7 * late + 114;
    NaiveDate::from_ymd_opt(year, u32::try_from(days / 31).ok()?, u32::try_from(days % 31 + 1).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    #[test]
    fn holidays_are_those_of_the_law() {
        let of_2027 = [
            "01-01", "03-29", "05-01", "05-06", "05-08", "05-17", "07-14", "08-15", "11-01", "11-11", "12-25",
        ];
        let found: Vec<String> = day("2027-01-01")
            .iter_days()
            .take(365)
            .filter(|day| is_public_holiday(*day))
            .map(|day| day.format("%m-%d").to_string())
            .collect();
        assert_eq!(found, of_2027);
        let listed: Vec<_> =
            holidays(2027, false).into_iter().map(|(day, _)| day.format("%m-%d").to_string()).collect();
        assert_eq!(listed, of_2027);
    }

    #[test]
    fn alsace_and_moselle_have_two_more() {
        let local: Vec<_> = holidays(2027, true)
            .into_iter()
            .filter(|(_, holiday)| holiday.is_local())
            .map(|(day, _)| day.to_string())
            .collect();
        assert_eq!(local, ["2027-03-26", "2027-12-26"]);
        assert_eq!(holidays(2027, true).len(), holidays(2027, false).len() + 2);
        assert_eq!(holiday(day("2027-03-26"), true), Some(Holiday::GoodFriday));
        assert_eq!(holiday(day("2027-03-26"), false), None);
    }

    #[test]
    fn easter_is_where_the_calendars_have_it() {
        for sunday in
            ["1961-04-02", "2000-04-23", "2008-03-23", "2011-04-24", "2026-04-05", "2038-04-25", "2049-04-18"]
        {
            assert_eq!(easter(day(sunday).year()), Some(day(sunday)));
        }
    }
}
