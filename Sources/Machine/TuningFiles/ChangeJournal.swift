public import Foundation
public import WholeFiles

/// The journal of tuning: who changed which options of the settings, and when.
public struct ChangeJournal: Sendable {
    /// One option and its values as the file has them.
    public struct Change: Codable, Hashable, Sendable {
        public var option: String
        public var from: String
        public var to: String

        public init(option: String, from: String, to: String) {
            self.option = option
            self.from = from
            self.to = to
        }
    }

    /// One approval, or the reverting of the last one.
    public struct Entry: Codable, Hashable, Sendable {
        public enum Kind: String, Codable, Sendable {
            case approved, reverted
        }

        /// RFC 3339.
        public var at: Date
        public var by: String
        public var kind: Kind
        public var changes: [Change]

        public init(at: Date, by: String, kind: Kind, changes: [Change]) {
            self.at = at
            self.by = by
            self.kind = kind
            self.changes = changes
        }
    }

    private let folder: TuningFolder

    /// - Parameter home: the home folder's path.
    public init(home: String) { folder = TuningFolder(home: home) }

    /// Its entries, oldest first, and how many lines cannot be read.
    public func entries() throws(WholeFileError) -> (entries: [Entry], unreadable: Int) {
        guard let bytes = try WholeFile.read(folder.changes, limit: 1 << 22) else { return ([], 0) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        let entries = lines.compactMap { try? decoder.decode(Entry.self, from: Data($0)) }
        return (entries, lines.count - entries.count)
    }

    /// The approval that `--revert` would revert: the last that has not been.
    public func lastApproval() throws(WholeFileError) -> Entry? {
        var open: [Entry] = []
        for entry in try entries().entries {
            switch entry.kind {
            case .approved: open.append(entry)
            case .reverted: _ = open.popLast()
            }
        }
        return open.last
    }

    /// Adds an entry; it is on the disk when this returns.
    public func add(_ entry: Entry) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = Array(try encoder.encode(entry)) + [UInt8(ascii: "\n")]
        try folder.make()
        try folder.locked { () throws(WholeFileError) in try WholeFile.append(line, to: folder.changes) }
    }
}
