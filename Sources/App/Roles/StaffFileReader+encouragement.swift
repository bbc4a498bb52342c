import Boards
import Care
public import Encouragement
import Foundation
import HomeFiles
import Kiosk
import Recurrence
public import StaffFiles
import ZoneFiles

extension StaffFileReader {
    /// More files are a mistake: nobody keeps an eye on so many.
    private static let mostStores = 100
    private static let zones = ZoneFiles()

    /// A store of quotes or tips, and the file in which it stands.
    struct EncouragementFile {
        /// `quotes.en.yaml`.
        var name: String
        var path: String
        /// Whether it is the home's own.
        var isOwn: Bool
        var store: EncouragementStore
    }

    /// What encourages a client, in the language of their first board; and the mistakes.
    func encouragement(_ settings: HomeSettings, for boards: BoardSet) -> (EncouragementMeans, [Finding]) {
        var findings: [Finding] = []
        let shelf = encouragementShelf(boards.boards[boards.start]?.language ?? "en", &findings)
        // A zone that cannot be read is told where the settings are checked.
        let zone = (try? Self.zones.rules(for: settings.zone ?? MachineZone.id())) ?? .utc
        return (
            EncouragementMeans(shelf: shelf, settings: settings.encouragement, zone: zone),
            findings.filter { $0.severity == .error }
        )
    }

    /// All that there is in a language.
    ///
    /// - Parameter language: BCP 47; only its first part counts.
    public func encouragementShelf(_ language: String, _ findings: inout [Finding]) -> EncouragementShelf {
        let stores = encouragementFiles(&findings).map(\.store).filter { $0.isIn(language) }
        return EncouragementShelf(
            language: stores.first?.language ?? language, items: stores.flatMap(\.items))
    }

    /// The stores of all languages, in the order of their names: those that ship, and the home's own. One of the home's takes the place of one
    /// that ships under the same name.
    ///
    /// A file with mistakes is left out and told, and no shipped one takes its place: it might have what somebody has taken out with good reason.
    func encouragementFiles(_ findings: inout [Finding]) -> [EncouragementFile] {
        func names(_ folder: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(
                HomeFilePlace.isName)
        }
        let own = Set(names(home.encouragementFolder))
        let all = own.union(names(share.encouragementFolder)).sorted()
        if all.count > Self.mostStores {
            let log = FindingLog(file: home.encouragementFolder)
            log.error(
                "\(all.count) files of encouragement: at most \(Self.mostStores) are read, so take some away",
                at: .start)
            findings += log.findings
        }
        let reader = EncouragementReader(
            loader: StaffFileLoader { path, limit in HomeFolder.read(path, limit: limit) },
            languages: languages)
        var read: [EncouragementFile] = []
        for name in all.prefix(Self.mostStores) {
            let isOwn = own.contains(name)
            let path = "\(isOwn ? home.encouragementFolder : share.encouragementFolder)/\(name)"
            guard let store = store(path, isOwn ? home.path : share.folder, reader, &findings) else {
                continue
            }
            if let (item, other) = Self.twice(store, beside: read) {
                findings += Self.sameItem(item, in: other, file: path)
            } else {
                read.append(EncouragementFile(name: name, path: path, isOwn: isOwn, store: store))
            }
        }
        return read
    }

    /// The first item that another file of the same kind and language has, too, and that file's name.
    static func twice(
        _ store: EncouragementStore, beside others: [EncouragementFile]
    ) -> (item: String, file: String)? {
        for other in others where other.store.kind == store.kind && other.store.isIn(store.language) {
            let ids = Set(other.store.items.map(\.id))
            if let item = store.items.first(where: { ids.contains($0.id) }) { return (item.id, other.name) }
        }
        return nil
    }

    static func sameItem(_ id: String, in other: String, file path: String) -> [Finding] {
        let log = FindingLog(file: path)
        log.error(
            "the item `\(id)` stands in \(other), too: write another id here, or give this file the name of that one to take its place",
            at: .start)
        return log.findings
    }

    private func store(
        _ path: String, _ root: String, _ reader: EncouragementReader, _ findings: inout [Finding]
    ) -> EncouragementStore? {
        switch HomeFolder.read(path, limit: StaffFileLimits.bytes + 1) {
        case .success(let bytes):
            let (store, found) = reader.read(bytes, file: path, root: root)
            findings += found
            return store
        case .failure(let failure):
            findings += failure.findings(of: path)
            return nil
        }
    }
}

extension EncouragementStore {
    /// The sounds and videos that it names.
    var files: [String] { items.flatMap { [$0.recording, $0.video].compactMap(\.self) } }
}
