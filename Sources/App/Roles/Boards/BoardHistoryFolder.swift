import Boards
import Foundation
import StaffFiles
import WholeFiles

/// The last versions of one board on the disk, so that steps can be taken back after a restart too.
///
/// Each version is a file of its own, named for its content, so that a step writes one small file and the list. What cannot be read is no
/// version: the history then goes on with what is there.
struct BoardHistoryFolder {
    /// What the list says of a version; its text is in the file of that name.
    struct Entry: Codable, Equatable {
        var version: String
        var by: String?
        var at: Date
        var change: BoardChange.Summary?
    }

    /// The oldest first, with the place of the present one.
    struct List: Codable, Equatable {
        var entries: [Entry]
        var position: Int
    }

    /// A list of so many steps is much shorter.
    private static let longestList = 256 * 1024
    let path: String
    private var listPath: String { "\(path)/steps.json" }

    /// - Parameter path: A folder for this board alone.
    init(_ path: String) { self.path = path }

    /// What is known without reading the versions themselves; `nil` where nothing is kept.
    func list() -> List? {
        // A list that cannot be read is as good as none: steps begin anew.
        guard let bytes = (try? WholeFile.read(listPath, limit: Self.longestList)) ?? nil,
            let list = try? JSONDecoder().decode(List.self, from: Data(bytes)),
            list.entries.indices.contains(list.position)
        else { return nil }
        return list
    }

    /// The history, up to what the file is now: what somebody else has written meanwhile is a step of its own.
    ///
    /// - Parameter now: When that is noticed.
    func history(of bytes: [UInt8], now: Date) -> BoardHistory {
        guard let list = list(), let kept = kept(list) else {
            return BoardHistory(.init(bytes, by: nil, at: now))
        }
        var history = kept
        history.record(.init(bytes, by: nil, at: now, change: .init(.text)))
        return history
    }

    /// The versions around the present one of which every text is there.
    private func kept(_ list: List) -> BoardHistory? {
        let read = list.entries.map { entry -> BoardHistory.Version? in
            let bytes = (try? WholeFile.read(file(entry.version), limit: StaffFileLimits.bytes + 1)) ?? nil
            guard let bytes, HomeFileKeeper.version(of: bytes) == entry.version else { return nil }
            return .init(bytes, by: entry.by, at: entry.at, change: entry.change)
        }
        let after = read[list.position...].prefix { $0 != nil }
        let before = read[..<list.position].reversed().prefix { $0 != nil }.reversed()
        guard !after.isEmpty else { return nil }
        return BoardHistory((Array(before) + after).compactMap(\.self), position: before.count)
    }

    /// Keeps it, and removes what is no longer in it.
    func keep(_ history: BoardHistory) throws(WholeFileError) {
        // If there is no place for the folder, writing into it says so.
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let entries = history.versions.map {
            Entry(
                version: HomeFileKeeper.version(of: $0.bytes), by: $0.author, at: $0.time, change: $0.change)
        }
        for (entry, version) in zip(entries, history.versions)
        where !FileManager.default.fileExists(atPath: file(entry.version)) {
            try WholeFile.write(version.bytes, to: file(entry.version))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(List(entries: entries, position: history.position)) else {
            return
        }
        try WholeFile.write(Array(data), to: listPath)
        let kept = Set(entries.map { "\($0.version).yaml" } + ["steps.json"])
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        // What cannot be removed is only litter.
        for name in names where !kept.contains(name) {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private func file(_ version: String) -> String { "\(path)/\(version).yaml" }
}
