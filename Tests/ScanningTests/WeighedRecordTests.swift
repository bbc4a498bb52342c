import Foundation
import Scanning
import Testing

@Suite("Weighed presses as they are kept") struct WeighedRecordTests {
    static let records: [PressRecord] = [
        .weighed(
            .init(
                offers: [
                    .init(since: .milliseconds(2750), wanted: 0.265, meant: 0.012),
                    .init(since: .milliseconds(-120), wanted: 1, meant: 0.9),
                ], watched: .milliseconds(4210), verdict: .chose, choice: .init(rawValue: .max))),
        .weighed(
            .init(
                offers: [.init(since: .zero, wanted: 0, meant: 0)], watched: .zero, verdict: .asked)),
        .weighed(
            .init(
                offers: [.init(since: .seconds(86_400), wanted: 0.001, meant: 0.999)],
                watched: .seconds(86_400),
                verdict: .passed)),
        .visit(
            .init(beginning: .woken, wanted: 0.982, offers: 3.25, missed: 0.104, silence: .milliseconds(9500))
        ),
        .visit(.init(beginning: .opened, wanted: 0, offers: 0, missed: 0, silence: .zero)),
        .visit(
            .init(beginning: .continued, wanted: 1, offers: 1000, missed: 1000, silence: .seconds(86_400))),
        .visit(.init(beginning: .wentUp, wanted: 0.5, offers: 0.001, missed: 0, silence: .milliseconds(1))),
    ]

    @Test("What is kept is read again", arguments: records) func whatIsKeptIsReadAgain(record: PressRecord)
        throws
    {
        let line = try JSONEncoder().encode(record)
        #expect(try JSONDecoder().decode(PressRecord.self, from: line) == record)
    }

    @Test("Times are in whole milliseconds, and parts in whole thousandths") func roundedNumbers() throws {
        let fine = PressRecord.weighed(
            .init(
                offers: [.init(since: .microseconds(812_600), wanted: 0.26549, meant: 0.98951)],
                watched: .microseconds(1_999_500), verdict: .chose))
        let line = try JSONEncoder().encode(fine)
        let kept = PressRecord.weighed(
            .init(
                offers: [.init(since: .milliseconds(813), wanted: 0.265, meant: 0.99)], watched: .seconds(2),
                verdict: .chose))
        #expect(try JSONDecoder().decode(PressRecord.self, from: line) == kept)
    }

    @Test("A kept line looks like this") func aKeptLine() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let lines = try Self.records.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        #expect(
            lines[1]
                == #"{"offers":[{"meant":0,"since":0,"wanted":0}],"record":"weighed","verdict":"asked","watched":0}"#
        )
        #expect(
            lines[3]
                == #"{"begun":"woken","missed":104,"offers":3250,"record":"visit","silence":9500,"wanted":982}"#
        )
        #expect(lines[6].contains(#""begun":"went_up""#))
    }

    @Test("No part is more than all") func noPartIsMoreThanAll() throws {
        let line =
            #"{"record":"weighed","offers":[{"since":800,"wanted":5000,"meant":1001}],"watched":1,"verdict":"chose"}"#
        let record = try JSONDecoder().decode(PressRecord.self, from: Data(line.utf8))
        #expect(
            record
                == .weighed(
                    .init(
                        offers: [.init(since: .milliseconds(800), wanted: 1, meant: 1)],
                        watched: .milliseconds(1),
                        verdict: .chose)))
    }

    @Test(
        "What nobody writes is refused",
        arguments: [
            // Longer than a day, and fewer than none.
            #"{"record":"weighed","offers":[{"since":86400001,"wanted":1,"meant":1}],"watched":1,"verdict":"chose"}"#,
            #"{"record":"weighed","offers":[{"since":-86400001,"wanted":1,"meant":1}],"watched":1,"verdict":"chose"}"#,
            #"{"record":"weighed","offers":[{"since":1,"wanted":-1,"meant":1}],"watched":1,"verdict":"chose"}"#,
            #"{"record":"weighed","offers":[{"since":1,"wanted":1,"meant":1000001}],"watched":1,"verdict":"chose"}"#,
            #"{"record":"weighed","offers":[],"watched":86400001,"verdict":"chose"}"#,
            #"{"record":"visit","begun":"woken","wanted":-1,"offers":1,"missed":1,"silence":1}"#,
            #"{"record":"visit","begun":"woken","wanted":1,"offers":1000001,"missed":1,"silence":1}"#,
            #"{"record":"visit","begun":"woken","wanted":1,"offers":1,"missed":1,"silence":86400001}"#,
            // Words that do not exist, and fields that are missing.
            #"{"record":"weighed","offers":[{"since":1,"wanted":1,"meant":1}],"watched":1,"verdict":"lost"}"#,
            #"{"record":"visit","begun":"slept","wanted":1,"offers":1,"missed":1,"silence":1}"#,
            #"{"record":"weighed","watched":1,"verdict":"chose"}"#,
            #"{"record":"weighed","offers":[{"wanted":1,"meant":1}],"watched":1,"verdict":"chose"}"#,
            #"{"record":"weighed","offers":[{"since":1,"wanted":1,"meant":1}],"verdict":"chose"}"#,
            #"{"record":"visit","begun":"woken","wanted":1,"offers":1,"missed":1}"#,
            #"{"record":"visit","wanted":1,"offers":1,"missed":1,"silence":1}"#,
            // Numbers that are none.
            #"{"record":"weighed","offers":[{"since":0.8,"wanted":1,"meant":1}],"watched":1,"verdict":"chose"}"#,
            #"{"record":"weighed","offers":[{"since":1e300,"wanted":1,"meant":1}],"watched":1,"verdict":"chose"}"#,
            #"{"record":"visit","begun":"woken","wanted":"1","offers":1,"missed":1,"silence":1}"#,
        ])
    func whatNobodyWritesIsRefused(line: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PressRecord.self, from: Data(line.utf8))
        }
    }
}
