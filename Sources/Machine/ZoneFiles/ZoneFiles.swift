import Care
import Foundation
public import Recurrence
import StaffFiles
import Synchronization
import WholeFiles

/// The machine's time zones, as its tzdata package keeps them: one file each, named as the zone.
///
/// A zone is read once. When the package was updated, `refresh` reads what has changed again, and what was missing before.
public final class ZoneFiles: Sendable {
    /// The folder, without a slash at its end.
    public let folder: String

    private let state = Mutex(State())

    private struct State {
        var known: [String: Known] = [:]
        /// Zones whose file is missing or cannot be read. Bounded.
        var missing: Set<String> = []
    }

    private struct Known {
        var rules: ZoneRules
        var stamp: Stamp?
    }

    /// Changes when a file is replaced.
    private struct Stamp: Equatable {
        var modified: Date?
        var size: Int?
        var file: Int?
    }

    /// Where the packages of all Linux distributions put them.
    public static let usualFolder = "/usr/share/zoneinfo"
    /// How many missing names are looked for again.
    private static let mostMissing = 100
    /// The largest files have some 4 KB.
    private static let longest = 1 << 20

    /// - Parameter folder: `nil`: the one that the environment's `TZDIR` names, as for other programs, or the usual one.
    public init(folder: String? = nil) {
        let named = ProcessInfo.processInfo.environment["TZDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        self.folder = folder ?? named ?? Self.usualFolder
    }

    /// The rules of a zone, by its IANA name.
    ///
    /// - Parameter guesses: Whether the error names the zone that was probably meant, which costs a walk through the folder.
    public func rules(for id: String, guesses: Bool = true) throws(ZoneFilesError) -> ZoneRules {
        if let rules = state.withLock({ $0.known[id]?.rules }) { return rules }
        do throws(ZoneFilesError) {
            let read = try self.read(id, guesses: guesses)
            state.withLock { $0.known[id] = read }
            return read.rules
        } catch {
            state.withLock { state in
                guard isName(id), state.missing.count < Self.mostMissing else { return }
                state.missing.insert(id)
            }
            throw error
        }
    }

    /// Reads again the zones whose files were replaced, and the missing ones; returns the names of those
    /// whose rules have changed. If a file cannot be read, for example while a package is being installed,
    /// the earlier rules stay.
    public func refresh() -> Set<String> {
        var changed: Set<String> = []
        let (known, missing) = state.withLock { ($0.known, $0.missing) }
        for id in Set(known.keys).union(missing) {
            let stamp = stamp(id)
            guard known[id].map({ $0.stamp != stamp }) ?? (stamp != nil),
                // An error: the earlier rules stay, and the next call tries again.
                let new = try? read(id)
            else { continue }
            state.withLock { state in
                state.known[id] = new
                state.missing.remove(id)
            }
            if new.rules != known[id]?.rules { changed.insert(id) }
        }
        return changed
    }

    private func isName(_ id: String) -> Bool {
        ZoneRules.isWellFormed(id) && id.first?.isUppercase == true
    }

    /// The names of all zones there are, sorted.
    public func names() -> [String] {
        let all = FileManager.default.subpaths(atPath: folder) ?? []
        return all.filter { name in
            // Files that are no zones have endings or small initials; `posix/` and `right/` hold all zones again.
            isName(name) && !isFolder(name)
        }.sorted()
    }

    private func isFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
            && isFolder.boolValue
    }

    private func read(_ id: String, guesses: Bool = false) throws(ZoneFilesError) -> Known {
        func unknown() -> ZoneFilesError { .unknown(id, meant: guesses ? guess(id) : nil) }
        guard isName(id) else { throw unknown() }
        let path = "\(folder)/\(id)"
        // Read before the bytes: if the file is replaced meanwhile, it is read again the next time.
        let stamp = stamp(id)
        let bytes: [UInt8]?
        do {
            bytes = try WholeFile.read(path, limit: Self.longest)
        } catch WholeFileError.notAFile {
            throw unknown()
        } catch {
            throw .unreadable(path: path, why: error.description)
        }
        guard let bytes else {
            if id == ZoneRules.utc.id { return Known(rules: .utc) }
            guard FileManager.default.fileExists(atPath: folder) else { throw .noZones(folder: folder) }
            throw unknown()
        }
        do {
            return Known(rules: try ZoneRules(id: id, tzif: bytes), stamp: stamp)
        } catch {
            throw .unreadable(path: path, why: error.description)
        }
    }

    private func stamp(_ id: String) -> Stamp? {
        // Through links, as older names are.
        let path = URL(fileURLWithPath: "\(folder)/\(id)").resolvingSymlinksInPath().path
        // An error: it is gone.
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        return Stamp(
            modified: attributes[.modificationDate] as? Date,
            size: (attributes[.size] as? NSNumber)?.intValue,
            file: (attributes[.systemFileNumber] as? NSNumber)?.intValue)
    }

    /// The zone that was probably meant: a typing error, or only the town.
    private func guess(_ id: String) -> String? {
        guard id.utf8.count <= 64 else { return nil }
        let names = names()
        let town = id.lowercased().replacing(" ", with: "_")
        return names.first { $0.lowercased().split(separator: "/").last.map(String.init) == town }
            ?? DidYouMean.guess(for: id, among: names)
    }
}
