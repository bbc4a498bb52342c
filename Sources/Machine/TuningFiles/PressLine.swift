import Foundation
import Scanning

/// A record as one line of the file: its own fields, and the day on which it was stored.
struct PressLine: Codable {
    var record: PressRecord
    /// Days since 1970-01-01; the hour is left out for privacy.
    var day: Int

    private enum Key: String, CodingKey {
        case day
    }

    init(record: PressRecord, day: Int) {
        self.record = record
        self.day = day
    }

    init(from decoder: any Decoder) throws {
        record = try PressRecord(from: decoder)
        day = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .day)
    }

    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(day, forKey: .day)
    }

    /// The first line of each file identifies it, so that no other file is mistaken for it.
    static let heading = Array(#"{"beckon":"presses","format":1}"#.utf8) + [UInt8(ascii: "\n")]

    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}
