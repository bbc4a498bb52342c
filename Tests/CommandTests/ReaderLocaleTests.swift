import Foundation
import Recurrence
import Roles
import Testing
import Wording

@testable import beckon

@Suite("The reader's language and dates")
struct ReaderLocaleTests {
    private static let day = CalendarDay("2026-03-03") ?? .first
    private static let evening = WallTime("2026-03-03T18:05") ?? .first
    private static let night = WallTime("2026-03-03T00:07") ?? .first

    private func locale(_ environment: [String: String], home: String? = nil) throws -> ReaderLocale {
        ReaderLocale(environment, home: home, try SharedFiles.find().translations())
    }

    @Test(
        "Dates are those of LC_TIME",
        arguments: [
            ("de_DE.UTF-8", "Dienstag, 3. März 2026", "18:05", "00:07"),
            ("en_GB.UTF-8", "Tuesday 3 March 2026", "18:05", "00:07"),
            ("en_US.UTF-8", "Tuesday, March 3, 2026", "6:05 pm", "12:07 am"),
            ("en_AU", "Tuesday 3 March 2026", "6:05 pm", "12:07 am"),
            ("fr_FR@euro", "mardi 3 mars 2026", "18:05", "00:07"),
            ("C", "2026-03-03", "18:05", "00:07"), ("POSIX", "2026-03-03", "18:05", "00:07"),
            ("C.UTF-8", "2026-03-03", "18:05", "00:07"), ("", "2026-03-03", "18:05", "00:07"),
            ("sv_SE.UTF-8", "2026-03-03", "18:05", "00:07"), ("../../etc", "2026-03-03", "18:05", "00:07"),
        ])
    func dates(locale name: String, day: String, evening: String, night: String) throws {
        let locale = try locale(["LC_TIME": name])
        #expect(locale.day(Self.day) == day)
        #expect(locale.time(Self.evening) == evening && locale.time(Self.night) == night)
    }

    @Test("LC_ALL goes before the category, that before LANG, and what is empty is not set") func order()
        throws
    {
        #expect(
            try locale(["LC_ALL": "de_DE", "LC_TIME": "fr_FR", "LANG": "en_US"]).words.weekday(.monday)
                == "Montag")
        #expect(
            try locale(["LC_ALL": "", "LC_TIME": "fr_FR", "LANG": "en_US"]).words.weekday(.monday) == "lundi")
        #expect(try locale(["LANG": "de_AT.UTF-8"]).words.weekday(.monday) == "Montag")
        #expect(try locale(["LC_ALL": "C", "LANG": "de_DE"]).isISO)
    }

    @Test("Sentences are the reader's, else the home's, else English") func sentences() throws {
        let text = Text("status.all_well")
        #expect(try locale(["LC_MESSAGES": "de_DE"], home: "fr").words(text) == "Alles in Ordnung.")
        #expect(try locale(["LC_MESSAGES": "C"], home: "fr").words(text) == "Tout va bien.")
        #expect(try locale([:], home: "de-AT").words(text) == "Alles in Ordnung.")
        #expect(try locale([:], home: "sv").words(text) == "All is well.")
        // A language that has words for the client's screen alone.
        #expect(try locale(["LANG": "tr_TR"], home: "de").words(text) == "Alles in Ordnung.")
    }

    @Test("One's dates do not change the numbers and lists of the other") func mixed() throws {
        let locale = try locale(["LC_MESSAGES": "en_GB", "LC_TIME": "de_DE"])
        #expect(locale.words.decimal(1.5, places: 1) == "1.5" && locale.words.list(["a", "b"]) == "a and b")
        #expect(locale.day(Self.day).contains("Dienstag"))
    }

    @Test(
        "The dates of a routine stand below each other in each language",
        arguments: ["", "de_DE", "en_US", "tr_TR"])
    func columns(name: String) throws {
        let run = CommandLine(
            [
                "routine", "preview", "--rule", "FREQ=DAILY;INTERVAL=17", "--start", "2026-03-05T08:00",
                "--zone",
                "Etc/UTC", "--limit", "6",
            ], environment: ["LANG": name])
        let times = run.output.split(separator: "\n").dropFirst(2).prefix(5).map(String.init)
        #expect(times.count == 5 && Set(times.map(\.count)).count == 1, "\(run.output)\(run.error)")
    }
}
