import Foundation
import Recurrence
import Roles
import StaffFiles
import Wording
import ZoneFiles

/// In which language, and with which dates, a command speaks to whoever has typed it: as the variables of the locale say
/// (POSIX.1-2017, 8.2), else as the home does.
struct ReaderLocale {
    /// Their texts, with their dates.
    let words: Translation
    /// Whether dates are those of ISO 8601: no locale is set, or none whose words ship.
    let isISO: Bool

    /// - Parameters:
    ///   - home: The home's language.
    ///   - translations: Those that ship; English first.
    init(_ environment: [String: String], home: String? = nil, _ translations: [Translation]) {
        func translation(_ tag: String) -> Translation? {
            let base = tag.lowercased().prefix { $0 != "-" }
            return translations.first { $0.language.lowercased().prefix { $0 != "-" } == base }
        }
        let english = translations.first ?? Translation(language: "en", texts: [:])
        let messages = Self.tag("LC_MESSAGES", environment).flatMap(translation)
        let homes = home.flatMap(translation)
        let said = [messages, homes].compactMap { $0 }.first(where: \.isWhole) ?? english
        let time = Self.tag("LC_TIME", environment)
        let dates = time.flatMap(translation)
        isISO = dates == nil
        words = Translation(
            language: said.language, texts: dates.map { Self.formats($0, time ?? "") } ?? Self.iso,
            fallback: said)
    }

    /// As this process's terminal has it.
    static func current(home: String? = nil) -> ReaderLocale {
        let translations = (try? SharedFiles.find().translations()) ?? []
        return ReaderLocale(Terminal.current.environment, home: home, translations)
    }

    /// English whatever the terminal says, for what programs read: they must find the same words everywhere.
    static var forPrograms: ReaderLocale {
        ReaderLocale([:], home: "en", (try? SharedFiles.find().translations()) ?? [])
    }

    /// For a sentence that is in English whatever the terminal says: its dates are English too, as the reader's country writes them.
    static func inEnglish(_ environment: [String: String]) -> ReaderLocale {
        let time = tag("LC_TIME", environment)
        let isEnglish = time.map { $0.lowercased().prefix { $0 != "-" } == "en" } ?? true
        return ReaderLocale(
            isEnglish ? ["LC_TIME": time ?? ""] : ["LC_TIME": "en"], home: "en",
            (try? SharedFiles.find().translations()) ?? [])
    }

    /// `en-US` for `en_US.UTF-8`; `nil` for `C`, `POSIX`, and where nothing is set. The first one that is set counts, and an empty
    /// one is not set.
    private static func tag(_ category: String, _ environment: [String: String]) -> String? {
        let value =
            ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = value.prefix { $0 != "." && $0 != "@" }
        return ["", "C", "POSIX"].contains(name) ? nil : String(name).replacing("_", with: "-")
    }

    // MARK: - Dates

    /// How a language writes dates; English by country (Unicode CLDR, `timeFormats` and `dateFormats`).
    private static func formats(_ language: Translation, _ tag: String) -> [String: TextPattern] {
        var formats: [String: TextPattern] = [:]
        // Numbers and lists belong to the language of what is said.
        for name in language.names where Self.datesBegin.contains(where: name.hasPrefix) {
            formats[name] = language.pattern(name)
        }
        let parts = tag.split(separator: "-").map { $0.uppercased() }
        guard parts.first == "EN", let country = parts.dropFirst().last else { return formats }
        if ["AU", "CA", "IN", "NZ", "PH", "US"].contains(country) {
            formats["format.time_morning"] = pattern("{hour12}:{minute} am")
            formats["format.time_afternoon"] = pattern("{hour12}:{minute} pm")
        }
        if ["CA", "PH", "US"].contains(country) {
            formats["format.day"] = pattern("{weekday}, {month} {day}")
            formats["format.day_of_year"] = pattern("{weekday}, {month} {day}, {year}")
        }
        return formats
    }

    private static let datesBegin = [
        "format.time", "format.day", "format.month", "format.weekday", "format.first_weekday",
    ]

    private static let iso: [String: TextPattern] = {
        var formats: [String: String] = [
            "format.time_morning": "{hour2}:{minute}", "format.time_afternoon": "{hour2}:{minute}",
            "format.day": "{year}-{month}-{day2}", "format.day_of_year": "{year}-{month}-{day2}",
        ]
        for month in 1...12 { formats["format.month_\(month)"] = (month < 10 ? "0" : "") + "\(month)" }
        return formats.compactMapValues(pattern)
    }()

    /// What is written in this file, which is right.
    private static func pattern(_ text: String) -> TextPattern? { try? TextPattern(text) }

    /// `Tuesday 3 March 2026`, `Tuesday, March 3, 2026` or `2026-03-03`.
    func day(_ day: CalendarDay) -> String { words.day(day, today: day.parts.year > 1 ? .first : .last) }

    /// `18:05`, `6:05 pm`; seconds are shown only where there are some, and then by the clock of 24 hours.
    func time(_ time: WallTime) -> String {
        time.second == 0 ? words.time(time) : String(time.description.dropFirst(11))
    }

    /// `Tuesday 3 March 2026 18:05`, by this machine's clocks.
    func dayAndTime(_ date: Date) -> String {
        let local = Self.local(date)
        return "\(day(local.day)) \(time(WallTime(clamping: local.seconds - Int64(local.second))))"
    }

    /// As this machine's clocks show a moment.
    static func local(_ date: Date) -> WallTime {
        let rules = try? ZoneFiles().rules(for: MachineZone.id(), guesses: false)
        return (rules ?? .utc).local(of: date)
    }

    /// A day that stands in a column with others: with its weekday also in ISO's form.
    func dayInColumn(_ day: CalendarDay) -> String {
        isISO ? "\(day.weekday.name.prefix(3)) \(day)" : self.day(day)
    }
}
