import Care
import Chance
import Foundation
import Testing

@Suite("Times that no clock shows")
struct CareTimeTests {
    private static let seconds: [Double] = [
        0, 1e9, 1.774e9, 253_402_300_799.998, 253_402_300_799.999, 253_402_300_799.9999, 253_402_300_800,
        1e12,
        9.3e15, 1e17, 1e300, .infinity, .greatestFiniteMagnitude, -1, -1e9, -62_135_596_800,
        -62_135_596_800.001,
        -62_135_769_600, -1e12, -1e15, -1e300, -.infinity, .nan,
    ]

    @Test("Every time can be written, and what was written can be read as the same", arguments: seconds)
    func written(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let text = CareJSON.string(from: date)
        let read = try #require(CareJSON.date(from: text))
        #expect(text.count == 24 && CareJSON.string(from: read) == text)
        #expect(CareJSON.milliseconds(of: read) == CareJSON.milliseconds(of: date))
        #expect(CareJSON.times.contains(read))
    }

    @Test("Any time between -1e15 and 1e15 is written and read back unchanged")
    func random() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let size = Double.random(in: -15...15, using: &generator)
            let seconds = Bool.random(using: &generator) ? pow(10, size) : -pow(10, size)
            let text = CareJSON.string(from: Date(timeIntervalSince1970: seconds))
            let read = try #require(CareJSON.date(from: text), "\(seconds) \(text)")
            #expect(CareJSON.string(from: read) == text)
            guard abs(seconds) < 6e10 else { continue }
            #expect(abs(read.timeIntervalSince1970 - seconds) < 0.000_51, "\(seconds) \(text)")
        }
    }

    @Test(
        "What lies beyond is the end, and says nothing",
        arguments: [
            ("9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59.999Z"),
            ("9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59.999Z"),
            ("10000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"),
            ("318857-05-20T17:46:40.000Z", nil), ("+318857-05-20T17:46:40.000Z", "9999-12-31T23:59:59.999Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
            ("0001-01-01T00:00:00+23:59", "0001-01-01T00:00:00.000Z"),
            ("-0002-12-19T14:13:20.000Z", "0001-01-01T00:00:00.000Z"),
        ] as [(String, String?)])
    func beyond(text: String, end: String?) {
        let date = CareJSON.date(from: text)
        #expect(date.map(CareJSON.string) == end)
        if let date { #expect(!CareJSON.isUsable(date)) }
    }

    @Test(
        "A clock that is only wrong still says something",
        arguments: ["0001-01-01T00:00:00.001Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59.998Z"])
    func wrong(text: String) throws { #expect(CareJSON.isUsable(try #require(CareJSON.date(from: text)))) }

    @Test(
        "A malformed time is refused",
        arguments: [
            "2026-02-29T00:00:00Z", "2026-03-28T25:00:00Z", "2026-03-28T02:60:00Z", "2026-03-28T02:30:61Z",
            "2026-03-28T02:30:00", "2026-03-28T02:30:00.Z", "2026-03-28T02:30:00+1:00",
            "2026-03-28T02:30:00Zx",
            "99999999999999999999-01-01T00:00:00Z", "2026-3-28T02:30:00Z", "٢٠٢٦-03-28T02:30:00Z",
        ])
    func none(text: String) { #expect(CareJSON.date(from: text) == nil) }

    @Test("An id made by a clock that has gone mad is an id", arguments: seconds)
    func ids(seconds: Double) {
        var generator = SeededGenerator(seed: 3)
        let id = UUID.version7(at: Date(timeIntervalSince1970: seconds), using: &generator)
        #expect(id.uuid.6 >> 4 == 7)
    }

    @Test(
        "A report without a usable time has that of its arrival, marked, and is the same when it comes again")
    func arrival() throws {
        let noon = Date(timeIntervalSince1970: 1_774_699_200)
        let note = RequestNote(id: UUID(), text: "Tea", at: CareJSON.times.upperBound)
        let kept = note.arriving(at: noon)
        #expect(kept.at == noon && kept.isTimeOfArrival)
        #expect(kept.isSame(as: note.arriving(at: noon + 60)))
        var other = note
        other.text = "Coffee"
        #expect(!kept.isSame(as: other.arriving(at: noon)))
        let dated = RequestNote(id: note.id, text: "Tea", at: noon)
        #expect(!dated.arriving(at: noon + 5).isTimeOfArrival && !kept.isSame(as: dated.arriving(at: noon)))
        let text = String(decoding: try CareJSON.encoder().encode(kept), as: UTF8.self)
        #expect(text.contains(#""time_is_arrival":true"#))
        #expect(!String(decoding: try CareJSON.encoder().encode(dated), as: UTF8.self).contains("time_is"))
    }

    @Test(
        "What people plan lies in the years 2000 to 2200",
        arguments: [
            ("1999-12-31T23:59:59.999Z", false), ("2000-01-01T00:00:00Z", true),
            ("2200-12-31T23:59:59Z", true), ("2201-01-01T00:00:00Z", false),
            ("9999-12-31T23:59:59.9999Z", false),
        ])
    func planned(text: String, isIn: Bool) throws {
        #expect(PlannedTimes.contains(try #require(CareJSON.date(from: text))) == isIn)
    }
}
