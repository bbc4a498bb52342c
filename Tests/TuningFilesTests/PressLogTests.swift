import Foundation
import Logging
import OwnFolders
import Scanning
import Synchronization
import Testing

@testable import TuningFiles
import WholeFiles

/// A home of its own for one test, and what the log of staff says.
final class TuningHome: Sendable {
    private let own: OwnFolder
    let said = Mutex<[String]>([])

    init() throws { own = try OwnFolder() }

    var path: String { own.path }
    var folder: TuningFolder { TuningFolder(home: path) }
    var logger: Logger { Logger(label: "test") { _ in Listener(home: self) } }

    func log(largestFile: Int = PressLog.largestFile, day: Int = 20_000) -> PressLog {
        PressLog(home: path, logger: logger, largestFile: largestFile) { day }
    }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    private struct Listener: LogHandler {
        let home: TuningHome
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        init(home: TuningHome) { self.home = home }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { home.said.withLock { $0.append("\(event.message)") } }
    }
}

private func touch(_ milliseconds: Int) -> PressRecord {
    .touch(.init(held: .milliseconds(milliseconds), needed: .milliseconds(200)))
}

@Suite struct PressLogTests {
    @Test("What is kept is read again, for its user's eyes alone") func whatIsKeptIsRead() throws {
        let home = try TuningHome()
        let records: [PressRecord] = [
            .choice(
                .init(
                    id: .init(rawValue: .max), mode: .inverse, pattern: .rowColumn,
                    scanTime: .milliseconds(1500),
                    extra: .milliseconds(700), sinceCueEnded: .milliseconds(-120),
                    sinceCueBegan: .milliseconds(300),
                    lateBy: .zero, passes: 2, steps: 14, isContinued: true, leadsOn: true)),
            .choice(
                .init(
                    id: .init(rawValue: 0), mode: .step, pattern: .linear, scanTime: .seconds(2),
                    sinceCueEnded: nil,
                    sinceCueBegan: nil)),
            .undone(.init(rawValue: 7), .wentBack),
            .press(
                .init(use: .choice(.init(rawValue: 7)), held: .milliseconds(200), sincePrevious: .seconds(2))),
            .press(.init(use: .wake, held: .seconds(1), sincePrevious: nil)),
            .press(.init(use: .nothing, held: .seconds(1), sincePrevious: nil)),
            .ignored(.init(reason: .releaseTime, sincePress: .milliseconds(180))),
            touch(40),
            .gaveUp(
                .init(mode: .automatic, pattern: .groupItem, scanTime: .seconds(1), passes: 3, steps: 18)),
        ]
        let log = home.log()
        records.forEach(log.keep)
        log.flush()
        let reading = try PressReading.read(home: home.path)
        #expect(reading.records == records)
        #expect(reading.days == 20_000...20_000)
        #expect(reading.unreadable == 0)
        #expect(try home.mode(home.folder.presses) == 0o600)
        #expect(try home.mode(home.folder.path) == 0o700)
        #expect(home.said.withLock { $0 } == [])
    }

    @Test("A record has no hour, no word and no item") func aRecordHasNoWord() throws {
        let home = try TuningHome()
        let log = home.log()
        log.keep(touch(40))
        log.flush()
        let text = try String(contentsOfFile: home.folder.presses, encoding: .utf8)
        #expect(
            text
                == "{\"beckon\":\"presses\",\"format\":1}\n{\"day\":20000,\"held\":40,\"needed\":200,\"record\":\"touch\"}\n"
        )
    }

    @Test("Two files are the most there is, and the newest stay") func theNewestStay() throws {
        let home = try TuningHome()
        let log = home.log(largestFile: 2000)
        for index in 0..<500 { log.keep(touch(index)) }
        log.flush()
        let reading = try PressReading.read(home: home.path)
        #expect(reading.unreadable == 0)
        #expect((30...80).contains(reading.records.count))
        #expect(reading.records == (500 - reading.records.count..<500).map(touch))
        for path in [home.folder.presses, home.folder.olderPresses] {
            #expect(try #require(FileManager.default.contents(atPath: path)).count <= 2000)
        }
    }

    /// The days of records that were stored on these days, and the day that counts as today.
    private func dated(_ days: [Int], today: Int) throws -> [Int] {
        let home = try TuningHome()
        for (index, day) in days.enumerated() {
            let log = home.log(day: day)
            log.keep(touch(index))
            log.flush()
        }
        let dated = try PressReading.read(home: home.path).dated(today: today)
        #expect(dated.records.map(\.record) == days.indices.map(touch))
        return dated.records.map(\.day) + [dated.today]
    }

    @Test(
        "Each record has its day, and a clock that was wrong makes none older or newer",
        arguments: [
            ([], 20_010, []),
            ([20_000, 20_001, 20_001], 20_010, [20_000, 20_001, 20_001]),
            // 1970, before the time was known, and 9999.
            ([0, 20_000, 0, 20_002], 20_010, [20_000, 20_000, 20_000, 20_002]),
            ([20_000, 2_932_896, 20_002], 20_010, [20_000, 20_000, 20_002]),
            // Set back, and ahead by a year.
            ([20_005, 20_001, 20_006], 20_010, [20_005, 20_005, 20_006]),
            ([20_000, 20_365, 20_001], 20_010, [20_000, 20_000, 20_001]),
            ([-5, .max, .min], 20_010, [20_010, 20_010, 20_010]),
        ] as [([Int], Int, [Int])]) func datedRecords(days: [Int], today: Int, expected: [Int]) throws
    {
        #expect(try dated(days, today: today) == expected + [today])
    }

    @Test(
        "Where today cannot be, nothing is older than the newest record", arguments: [0, -1, 2_932_896, .max])
    func datedToday(today: Int) throws {
        #expect(try dated([20_000, 20_003], today: today) == [20_000, 20_003, 20_003])
        #expect(try dated([0], today: today) == [18_262, 18_262])
    }

    @Test("Half a line and zeros from a power cut are skipped; the next record begins a new line")
    func halfALineIsPassedOver() throws {
        let home = try TuningHome()
        var log = home.log()
        log.keep(touch(1))
        log.flush()
        let handle = try #require(FileHandle(forWritingAtPath: home.folder.presses))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"day\":20000,\"he".utf8) + Data(repeating: 0, count: 100))
        try handle.close()
        log = home.log()
        log.keep(touch(2))
        log.flush()
        let reading = try PressReading.read(home: home.path)
        #expect(reading.records == [touch(1), touch(2)])
        #expect(reading.unreadable == 1)
    }

    @Test(
        "A file that is not a file of records is set aside and reported",
        arguments: [
            Data("SQLite format 3".utf8), Data(repeating: 0, count: 4096), Data((0...255).map { UInt8($0) }),
        ])
    func whatIsNoneIsSetAside(bytes: Data) throws {
        let home = try TuningHome()
        try FileManager.default.createDirectory(atPath: home.folder.path, withIntermediateDirectories: true)
        try bytes.write(to: URL(fileURLWithPath: home.folder.presses))
        #expect(try PressReading.read(home: home.path).records.isEmpty)
        let log = home.log()
        log.keep(touch(2))
        log.flush()
        #expect(try PressReading.read(home: home.path).records == [touch(2)])
        #expect(FileManager.default.contents(atPath: home.folder.damagedPresses) == bytes)
        #expect(
            home.said.withLock { $0 } == [
                "the records of presses were damaged and are set aside; new ones are started"
            ])
    }

    @Test(
        "Impossible values count as damage, not data",
        arguments: ["9223372036854775807", "-90000000", "1e300", "\"1\""])
    func impossibleValuesAreDamage(value: String) throws {
        let home = try TuningHome()
        try FileManager.default.createDirectory(atPath: home.folder.path, withIntermediateDirectories: true)
        let line = "{\"day\":20000,\"held\":\(value),\"needed\":200,\"record\":\"touch\"}\n"
        try (Data(PressLine.heading) + Data(line.utf8)).write(to: URL(fileURLWithPath: home.folder.presses))
        let reading = try PressReading.read(home: home.path)
        #expect(reading.records.isEmpty)
        #expect(reading.unreadable == 1)
    }

    @Test("Forgetting erases everything, also while a kiosk runs, which goes on") func forgettingErases()
        throws
    {
        let home = try TuningHome()
        let log = home.log(largestFile: 200)
        for index in 0..<5 { log.keep(touch(index)) }
        log.flush()
        try Data("x".utf8).write(to: URL(fileURLWithPath: home.folder.damagedPresses))
        let kept = try PressReading.read(home: home.path).records.count
        #expect(kept > 0)
        #expect(try PressReading.forget(home: home.path) == kept)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path) == ["lock"])
        #expect(try PressReading.forget(home: home.path) == 0)
        log.keep(touch(9))
        log.flush()
        #expect(try PressReading.read(home: home.path).records == [touch(9)])
    }

    @Test("Two that write and one that reads at once leave every line whole") func everyLineStaysWhole()
        throws
    {
        let home = try TuningHome()
        let logs = [home.log(largestFile: 20_000), home.log(largestFile: 20_000)]
        for index in 0..<300 {
            logs[index % 2].keep(touch(index))
            if index % 50 == 0 { #expect(try PressReading.read(home: home.path).unreadable == 0) }
        }
        for log in logs { log.flush() }
        let reading = try PressReading.read(home: home.path)
        #expect(reading.unreadable == 0)
        #expect(Set(reading.records) == Set((0..<300).map(touch)))
    }

    @Test("A home that cannot be written is reported once, and when it works again") func troubleIsSaidOnce()
        throws
    {
        let home = try TuningHome()
        // A file where the folder should be: root, too, cannot write into that.
        try Data().write(to: URL(fileURLWithPath: home.folder.path))
        let log = home.log()
        log.keep(touch(1))
        log.keep(touch(2))
        log.flush()
        #expect(home.said.withLock { $0 } == ["presses are not recorded for tuning"])
        try FileManager.default.removeItem(atPath: home.folder.path)
        log.keep(touch(3))
        log.flush()
        #expect(home.said.withLock { $0 }.last == "presses are recorded for tuning again")
        #expect(try PressReading.read(home: home.path).records == [touch(3)])
    }
}

@Suite struct PaceFileTests {
    @Test("The pace outlives a restart") func thePaceOutlivesARestart() throws {
        let home = try TuningHome()
        #expect(PaceFile(home: home.path, logger: home.logger).load() == nil)
        let pace = Pace(base: .milliseconds(1500), steps: -3, fitted: .milliseconds(1400), fittedOn: 20_000)
        let file = PaceFile(home: home.path, logger: home.logger)
        file.save(Pace(base: .seconds(2)))
        file.save(pace)
        file.flush()
        #expect(PaceFile(home: home.path, logger: home.logger).load() == pace)
        #expect(try home.mode(home.folder.pace) == 0o600)
        #expect(home.said.withLock { $0 } == [])
    }

    @Test(
        "A damaged pace is ignored and reported",
        arguments: [
            "", "{}", "{\"scan_time\":1,\"steps\":0}", "[1,2",
            "{\"scan_time\":1500,\"steps\":0,\"fitted\":99999999}",
        ])
    func aDamagedPaceIsNone(text: String) throws {
        let home = try TuningHome()
        try FileManager.default.createDirectory(atPath: home.folder.path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: home.folder.pace))
        #expect(PaceFile(home: home.path, logger: home.logger).load() == nil)
        #expect(home.said.withLock { $0.count } == 1)
    }
}

@Suite struct ChangeTests {
    private func entry(_ kind: ChangeJournal.Entry.Kind, _ to: String) -> ChangeJournal.Entry {
        .init(
            at: Date(timeIntervalSince1970: 1_700_000_000), by: "Anna", kind: kind,
            changes: [.init(option: "scan_time", from: "1.5 s", to: to)])
    }

    @Test("The journal gives the values in force and the last approval") func theJournalTells() throws {
        let home = try TuningHome()
        let journal = ChangeJournal(home: home.path)
        #expect(try journal.lastApproval() == nil)
        try journal.add(entry(.approved, "1 s"))
        try journal.add(entry(.approved, "2 s"))
        #expect(try journal.lastApproval() == entry(.approved, "2 s"))
        try journal.add(entry(.reverted, "1.5 s"))
        #expect(try journal.lastApproval() == entry(.approved, "1 s"))
        try journal.add(entry(.reverted, "1.5 s"))
        #expect(try journal.lastApproval() == nil)
        #expect(try journal.entries().entries.count == 4)
        #expect(try home.mode(home.folder.changes) == 0o600)
    }

    @Test("The settings are replaced whole, the old ones kept, rights and links as they were")
    func theSettingsAreReplacedWhole() throws {
        let home = try TuningHome()
        let real = home.path + "/real.yaml"
        let link = home.path + "/beckon.yaml"
        try Data("old".utf8).write(to: URL(fileURLWithPath: real))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        let rewrite = try SettingsRewrite(path: link)
        try rewrite.replace(with: Array("new".utf8))
        #expect(FileManager.default.contents(atPath: real) == Data("new".utf8))
        #expect(FileManager.default.contents(atPath: real + ".bak") == Data("old".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
        #expect(try home.mode(real) == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).count == 3)
    }

    @Test("Somebody else's change at the same moment is not overwritten") func othersAreNotOverwritten()
        throws
    {
        let home = try TuningHome()
        let path = home.path + "/beckon.yaml"
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        let rewrite = try SettingsRewrite(path: path)
        try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: WholeFileError.changedMeanwhile(path: path)) {
            try rewrite.replace(with: Array("new".utf8))
        }
        #expect(FileManager.default.contents(atPath: path) == Data("theirs".utf8))
    }

    @Test("A missing settings file, or a folder in its place, is reported") func whatIsNoFileIsSaid() throws {
        let home = try TuningHome()
        #expect(throws: WholeFileError.notAFile(path: home.path)) { try SettingsRewrite(path: home.path) }
        #expect(throws: WholeFileError.cannotRead(path: home.path + "/none", errno: 2)) {
            try SettingsRewrite(path: home.path + "/none")
        }
    }
}
