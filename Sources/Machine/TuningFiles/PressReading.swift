import Foundation
import Glibc
public import Scanning
public import WholeFiles

/// The stored records of presses; can be read at any time, even while a kiosk runs.
public struct PressReading: Sendable {
    /// Oldest first.
    public var records: [PressRecord] = []
    /// When each of them was stored, in days since 1970-01-01 by the clock of that moment.
    private var storedOn: [Int] = []
    /// From the first day to the last, counted from 1970-01-01.
    public var days: ClosedRange<Int>?
    /// Lines that could not be read: half written when the power was cut, or damaged.
    public var unreadable = 0

    /// Reads the kept records of a home. A home without any gives none.
    public static func read(home: String) throws(WholeFileError) -> PressReading {
        let folder = TuningFolder(home: home)
        var reading = PressReading()
        // Without the lock: if the files are rotated at this moment, some of the oldest are missing once.
        let older = try WholeFile.read(folder.olderPresses, limit: PressLog.largestFile * 4)
        let newer = try WholeFile.read(folder.presses, limit: PressLog.largestFile * 4)
        for bytes in [older, newer] { if let bytes { reading.take(bytes) } }
        return reading
    }

    /// The records with their days, which never go back, and the last of which is at most `today`.
    ///
    /// A clock that was wrong for a while makes nothing older or newer than it is: a day that cannot be, or is after today, counts as that of
    /// the record before. Where today itself cannot be, the last day that can takes its place, so that nothing is taken for old.
    ///
    /// - Parameter today: Days since 1970-01-01.
    /// - Returns: The records, oldest first, and the day that counts as today.
    public func dated(today: Int = TuningFolder.today) -> (
        records: [(record: PressRecord, day: Int)], today: Int
    ) {
        let possible = storedOn.filter(Self.possibleDays.contains)
        let present =
            Self.possibleDays.contains(today) ? today : possible.max() ?? Self.possibleDays.lowerBound
        var day = possible.first { $0 <= present } ?? present
        let dated = zip(records, storedOn).map { record, stored in
            if Self.possibleDays.contains(stored), stored <= present { day = max(day, stored) }
            return (record: record, day: day)
        }
        return (dated, present)
    }

    /// From 2020, before which nothing was kept, to the end of 2099.
    private static let possibleDays = 18_262..<47_482

    /// Erases all records; the client's pace and the journal of changes are no records of presses and stay.
    ///
    /// - Returns: how many there were.
    public static func forget(home: String) throws(WholeFileError) -> Int {
        let folder = TuningFolder(home: home)
        guard access(folder.path, F_OK) == 0 else { return 0 }
        let count = (try? read(home: home).records.count) ?? 0
        try folder.locked { () throws(WholeFileError) in
            for path in [folder.presses, folder.olderPresses, folder.damagedPresses] {
                // Emptied first, so that a reader or a backup that has it open keeps nothing either.
                _ = truncate(path, 0)
                guard unlink(path) == 0 || errno == ENOENT else {
                    throw .cannotWrite(path: path, errno: errno)
                }
            }
        }
        return count
    }

    private mutating func take(_ bytes: [UInt8]) {
        let decoder = JSONDecoder()
        var lines = bytes.split(separator: UInt8(ascii: "\n"))
        if let first = lines.first, first + [UInt8(ascii: "\n")] == PressLine.heading { lines.removeFirst() }
        // Decoding all lines at once is several times faster, and works unless something is damaged.
        let all = [UInt8(ascii: "[")] + lines.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
        if let decoded = try? decoder.decode([PressLine].self, from: Data(all)), decoded.count == lines.count
        {
            decoded.forEach { add($0) }
            return
        }
        for line in lines {
            if let decoded = try? decoder.decode(PressLine.self, from: Data(line)) {
                add(decoded)
            } else {
                unreadable += 1
            }
        }
    }

    private mutating func add(_ line: PressLine) {
        records.append(line.record)
        storedOn.append(line.day)
        let known = days ?? line.day...line.day
        days = min(known.lowerBound, line.day)...max(known.upperBound, line.day)
    }
}
