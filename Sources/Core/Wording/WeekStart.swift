public import Recurrence

/// On which day a week begins, by region: Unicode CLDR 41 (supplementalData.xml, weekData).
public enum WeekStart {
    /// - Parameter region: ISO 3166-1, such as `US`. Where CLDR says nothing of one, a week begins on Monday.
    public static func day(in region: some StringProtocol) -> Weekday {
        others[region.uppercased()] ?? .monday
    }

    /// Of the first tag that is in a page's language and names a region; where none does, what the language's own texts say.
    ///
    /// - Parameter languages: What the reader understands, BCP 47, the preferred one first.
    public static func day(for languages: [String], in translation: Translation) -> Weekday {
        let base = translation.language.lowercased().prefix { $0 != "-" }
        for tag in [translation.language] + languages
        where tag.lowercased().prefix(while: { $0 != "-" }) == base {
            if let region = region(of: tag) { return day(in: region) }
        }
        return translation.firstWeekday
    }

    /// The region that a tag names, `AT` of `de-Latn-AT`; `nil` where it names none.
    static func region(of tag: String) -> Substring? {
        // Behind a letter alone are extensions, such as -u-hc-h12.
        tag.split(separator: "-").dropFirst().prefix { $0.count > 1 }.first { part in
            part.utf8.count == 2 && part.utf8.allSatisfy { (65...90).contains($0 & 0xDF) }
        }
    }

    /// Those regions whose weeks do not begin on Monday.
    private static let others: [String: Weekday] = {
        let days: [(Weekday, String)] = [
            (.friday, "MV"),
            (.saturday, "AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY"),
            (
                .sunday,
                """
                AG AS BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP \
                PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
                """
            ),
        ]
        return days.reduce(into: [:]) { all, entry in
            for region in entry.1.split(separator: " ") { all[String(region)] = entry.0 }
        }
    }()
}
