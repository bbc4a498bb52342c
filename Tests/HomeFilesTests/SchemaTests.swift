import HomeFiles
import PrintedParts
import StaffFiles
import Testing

@Suite("Schemas for editors") struct SchemaTests {
    @Test("The schema of the settings is what the catalogue and the reader know")
    func settings() throws {
        let file = PrintedPart(whole: "boards/beckon.schema.json")
        #expect(try file.has(try SettingsSchema.document().lines), "\(file) is another")
    }

    @Test("The schema of the phrases is what they are, and says when each is said")
    func phrases() throws {
        let english = String(decoding: try contents("boards/phrases.en.yaml"), as: UTF8.self)
        let file = PrintedPart(whole: "boards/phrases.schema.json")
        #expect(try file.has(PhrasesSchema.document(english: english).lines), "\(file) is another")
        let comments = PhraseComments(english)
        #expect(PhraseEntry.all.allSatisfy { !comments[$0.name].isEmpty })
        #expect(comments["ready"] == "Said to the client, who has the switch.")
        #expect(comments["handover_arrival"].hasSuffix("the device's own clock could not be used."))
        #expect(comments["more"] == "Shown on the client's screen.")
    }

    @Test("The reader takes both ends of every range that the catalogue names, and nothing beyond them")
    func ends() throws {
        var times = 0
        for section in SettingsCatalogue.sections {
            for option in section.options {
                guard let limits = SettingsSchema.Limits(option, in: section) else { continue }
                for value in [limits.low, limits.high] {
                    let found = SettingsSchema.findings(value, option, in: section)
                    #expect(!found.contains { $0.message.contains("must be") }, "\(option.name): \(found)")
                }
                for value in try Self.beyond(limits) {
                    #expect(!SettingsSchema.takes(value, option, in: section), "\(option.name): \(value)")
                }
                if limits.isTime { times += 1 }
            }
        }
        #expect(times >= 20)
    }

    /// The next values outside, as far as they can be written.
    private static func beyond(_ limits: SettingsSchema.Limits) throws -> [String] {
        guard limits.isTime else {
            let (low, high) = (try #require(Int(limits.low)), try #require(Int(limits.high)))
            return [String(low - 1), String(high + 1)]
        }
        let low = try StaffDuration.parse(limits.low)
        let high = try StaffDuration.parse(limits.high)
        let shorter = low > .zero ? [StaffDuration.text(low - .milliseconds(1))] : []
        return shorter + [StaffDuration.text(high + .milliseconds(1))]
    }

    @Test(
        "A pattern takes what is in its range, in every unit that people would write",
        arguments: [
            (300, 10_000, "300 ms, 0.3 s, 0.30s, 1.5 s, 10 s, 10.0 s, 0.005 min, 0.1 min"),
            (0, 86_400_000, "0 s, 0 ms, 999999 ms, 86400 s, 86399.9 s, 1439.5 min, 1440 min, 24 h, 0.5 h"),
            (1000, 600_000, "1 s, 1.0 s, 999.9 min"),
            (5, 100, "5 ms, 5.5 ms, 0.005 s, 0.1 s, 100 ms"),
        ])
    func taken(low: Int, high: Int, values: String) throws {
        let limits = Duration.milliseconds(low) ... .milliseconds(high)
        let pattern = try Regex("(?:\(RangePattern.times(limits).joined(separator: "|")))")
        for value in values.split(separator: ", ").map(String.init) {
            let isIn = limits.contains(try StaffDuration.parse(value))
            #expect((value.wholeMatch(of: pattern) != nil) == isIn, "\(value)")
        }
        for value in [
            "\(low - 1) ms", "\(high + 1) ms", "\(high).5 ms", "\(high / 1000 + 1) s", "2", "1,5 s",
            "1. s", ".5 s", "1 sec", "1 d", "",
        ] {
            #expect(value.wholeMatch(of: pattern) == nil, "\(value)")
        }
    }

    @Test("Whole numbers too", arguments: [0...65_535, 3...9, 99...101, 80...450, 1...6])
    func whole(range: ClosedRange<Int>) throws {
        let pattern = try Regex(RangePattern.whole(range))
        let near = [range.lowerBound, range.upperBound].flatMap { [$0 - 1, $0, $0 + 1] }
        for number in near + [0, 7, 10, 100, 1000, 10_000, 65_540, 100_000] {
            #expect((String(number).wholeMatch(of: pattern) != nil) == range.contains(number), "\(number)")
        }
    }
}
