import Foundation
import Recurrence
import Testing

@testable import Wording

@Suite("Weeks begin as Unicode CLDR says, or as the language's own texts do")
struct WeekStartTests {
    /// Of Debian's package unicode-cldr-core.
    private static let file = "/usr/share/unicode/cldr/common/supplemental/supplementalData.xml"

    @Test("Each region has the first day that CLDR says")
    func regions() throws {
        let text = try String(contentsOfFile: Self.file, encoding: .utf8)
        let days = ["mon": Weekday.monday, "fri": .friday, "sat": .saturday, "sun": .sunday]
        var compared = 0
        for element in text.components(separatedBy: "<firstDay ").dropFirst() {
            let attributes = String(element.prefix { $0 != ">" })
            // Another one that is usual too, such as Sunday in Great Britain.
            guard !attributes.contains("alt=") else { continue }
            func attribute(_ name: String) throws -> Substring {
                let range = try #require(attributes.range(of: "\(name)=\""))
                return attributes[range.upperBound...].prefix { $0 != "\"" }
            }
            let day = try #require(days[String(try attribute("day"))])
            for region in try attribute("territories").split(whereSeparator: \.isWhitespace) {
                compared += 1
                #expect(WeekStart.day(in: region) == day, "\(region)")
            }
        }
        #expect(compared > 140)
    }

    private func english(_ first: String) throws -> Translation {
        Translation(language: "en", texts: ["format.first_weekday": try TextPattern(first)])
    }

    @Test(
        "A reader's region counts where it is of the page's language",
        arguments: [
            (["en-US", "en"], Weekday.sunday), (["en", "de-AT", "en-us"], .sunday), (["en-GB"], .monday),
            (["de-US", "en"], .monday), (["en-Latn-AE"], .saturday), (["en-MV-u-hc-h12"], .friday),
            (["en-u-rg-uszzzz"], .monday), ([], .monday), (["en-001"], .monday), (["", "-", "en-"], .monday),
        ])
    func readers(languages: [String], first: Weekday) throws {
        #expect(WeekStart.day(for: languages, in: try english("1")) == first)
    }

    @Test("Without a region the language's own texts say it") func ownTexts() throws {
        #expect(WeekStart.day(for: ["en", "de-US"], in: try english("7")) == .sunday)
        #expect(WeekStart.day(for: [], in: try english("none")) == .monday)
    }
}
