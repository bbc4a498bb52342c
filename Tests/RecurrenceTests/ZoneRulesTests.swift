import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Zones from TZif bytes")
struct ZoneRulesTests {
    /// A file with one offset and a last line.
    static func file(footer: String, version: UInt8 = 0x32, offset: Int32 = 0) -> [UInt8] {
        func number(_ value: Int32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ((3 - $0) * 8)) }
        }
        let header: [UInt8] = Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15)
        let counts = [0, 0, 0, 0, 1, 4].flatMap { number($0) }
        let block = number(offset) + [0, 0] + Array("LMT\0".utf8)
        return header + counts + block + header + counts + block + Array("\n\(footer)\n".utf8)
    }

    @Test(
        "The last line is read in all its forms",
        arguments: [
            ("UTC0", "2026-07-01T12:00", 0), ("<+0545>-5:45", "2026-07-01T12:00", 20_700),
            ("EST5EDT,M3.2.0,M11.1.0", "2026-07-01T12:00", -14_400),
            ("EST5EDT,M3.2.0,M11.1.0", "2026-12-01T12:00", -18_000),
            // South of the equator summer spans the new year.
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T12:00", 39_600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T12:00", 36_000),
            // Hours before the day and after it.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-07-01T12:00", -3600),
            ("XXX-2YYY,M3.4.4/50,M10.4.4/50", "2026-03-28T12:00", 10_800),
            // Summer all year; days counted with and without 29 February.
            ("XXX3EDT4,0/0,J365/23", "2026-01-01T00:00", -14_400),
            ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:30", 3600),
            ("AAA0BBB,59/0,300/0", "2028-02-29T00:30", 3600), ("AAA0BBB,59/0,300/0", "2027-02-28T23:30", 0),
        ])
    func footers(footer: String, utc: String, offset: Int) throws {
        let standard: [String: Int32] = ["XXX3EDT4,0/0,J365/23": -14_400]
        let zone = try ZoneRules(id: "Test", tzif: Self.file(footer: footer, offset: standard[footer] ?? 0))
        #expect(zone.offset(at: try Routines.instant(utc)) == offset)
    }

    @Test(
        "An invalid last line is refused",
        arguments: [
            "X", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.6.0,M10.5.0", "CET-99CEST,M3.5.0,M10.5.0",
            "CET-1CEST,M3.5.0,M10.5.0/999", "CET-1CEST,J0,J300", "CET-1CEST,M3.5.0,M10.5.0,", "<CET-1",
        ])
    func badFooters(footer: String) {
        #expect(throws: ZoneRulesError.badFooter(footer)) {
            try ZoneRules(id: "Test", tzif: Self.file(footer: footer))
        }
    }

    @Test("A file that is not a zone is refused")
    func noZones() {
        for (bytes, error) in [
            ([], ZoneRulesError.notTZif), (Array("Hello, world, this is a text.".utf8), .notTZif),
            (Array("TZif2".utf8), .truncated), (Self.file(footer: "UTC0", version: 0), .tooOld),
            (Self.file(footer: "UTC0", offset: 200_000), .damaged("an offset of 200000 s")),
            (Array(Self.file(footer: "UTC0").dropLast()), .truncated),
        ] {
            #expect(throws: error) { try ZoneRules(id: "Test", tzif: bytes) }
        }
    }

    @Test("No byte of a file, whatever it becomes, brings the engine down")
    func damage() throws {
        let whole = Array(
            try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Dublin")))
        let summer = try Routines.time("2030-07-01T12:00")
        var read = 0
        for index in stride(from: 0, to: whole.count, by: 3) {
            for value: UInt8 in [0x00, 0xFF, whole[index] ^ 0x80] {
                var bytes = whole
                bytes[index] = value
                // An error: refused, which is well.
                guard let zone = try? ZoneRules(id: "Test", tzif: bytes) else { continue }
                read += 1
                for time in [WallTime.first, summer, .last] {
                    _ = zone.reading(of: time)
                    _ = zone.local(of: zone.instant(of: time))
                }
                for date in [
                    Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity),
                    Date(timeIntervalSince1970: .nan),
                ] {
                    _ = zone.local(of: date)
                }
            }
            _ = try? ZoneRules(id: "Test", tzif: Array(whole.prefix(index)))
        }
        #expect(read > 1000)
    }
}
