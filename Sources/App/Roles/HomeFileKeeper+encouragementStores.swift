public import Care
import Encouragement
import Foundation
import HomeFiles
import StaffFiles

extension HomeFileKeeper {
    /// A file of encouragement, the home's own or one that ships.
    private struct StoreFile {
        var name: String
        var isOwn: Bool
        var bytes: [UInt8]
        /// `nil` where it has mistakes.
        var store: EncouragementStore?
        /// Where each item begins, from 1, by id.
        var lines: [String: Int]
        var mistake: String?
    }

    /// What encourages the clients of the home, file by file.
    public func encouragementStores() -> EncouragementStores {
        let own = fileNames(in: .encouragement).map {
            String($0.dropFirst(HomeFileKind.encouragementFolder.count))
        }
        let shipped =
            share.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.encouragementFolder) }
            ?? []
        let names = Set(own).union(shipped.filter(HomeFilePlace.isName))
        return EncouragementStores(
            stores: names.sorted().compactMap { name in
                // What cannot be read is told where files are listed.
                (try? storeFile(name)).map { told($0) }
            }, sounds: beside(Self.soundEndings), videos: beside(Self.videoEndings))
    }

    private static let soundEndings: Set = ["wav", "flac", "ogg", "oga", "opus"]
    private static let videoEndings: Set = ["webm", "mp4", "m4v"]
    /// More are not offered: they can be typed.
    private static let mostBeside = 200

    /// The files with such endings in the folder of encouragement.
    private func beside(_ endings: Set<String>) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.encouragementFolder)) ?? []
        return Array(
            names.filter { name in
                !name.hasPrefix(".") && endings.contains((name.split(separator: ".").last ?? "").lowercased())
            }.sorted().prefix(Self.mostBeside))
    }

    /// Adds, changes or removes one sentence or tip. A file that ships becomes the home's own by that.
    public func changeEncouragement(
        _ name: String, _ change: EncouragementChange
    ) throws(CareProblem) -> EncouragementStores.Store {
        let place = try HomeFilePlace(HomeFileKind.encouragementFolder + name, in: home)
        let known = try storeFile(name)
        guard change.version == known.map({ Self.version(of: $0.bytes) }) else {
            throw CareProblem(
                .conflict, "\(name) was changed by somebody else meanwhile", field: "version")
        }
        let text = try changed(known, name, change)
        let (file, _) = try write(
            place.name,
            FileChange(
                text: text, version: known.flatMap { $0.isOwn ? Self.version(of: $0.bytes) : nil }))
        guard let made = try storeFile(name), made.bytes == Array(file.text.utf8) else {
            throw CareProblem(
                .conflict, "\(name) was changed by somebody else at the same moment", field: "version")
        }
        return told(made)
    }

    // MARK: - Reading

    private func storeFile(_ name: String) throws(CareProblem) -> StoreFile? {
        let place = try HomeFilePlace(HomeFileKind.encouragementFolder + name, in: home)
        let isOwn = place.exists
        guard let root = isOwn ? home.path : share?.folder else { return nil }
        let path = isOwn ? place.path : "\(root)/\(HomeFileKind.encouragementFolder)\(name)"
        guard isOwn || FileManager.default.fileExists(atPath: path) else { return nil }
        guard case .success(let bytes) = HomeFolder.read(path, limit: StaffFileLimits.bytes + 1) else {
            throw CareProblem(.storeFailed, "\(name) cannot be read now")
        }
        let reader = EncouragementReader(
            loader: StaffFileLoader { path, limit in
                // For recordings, only the type is looked at.
                HomeFolder.read(path, limit: min(limit, StaffFileLoader.headLength))
            }, languages: .machine)
        let (store, findings) = reader.read(bytes, file: path, root: root)
        let mistake = findings.first { $0.severity == .error }
        return StoreFile(
            name: name, isOwn: isOwn, bytes: bytes, store: store,
            lines: EncouragementReader.lines(bytes, file: path),
            mistake: mistake.map { "\(name), line \($0.line): \(told($0.message))" })
    }

    private func told(_ file: StoreFile) -> EncouragementStores.Store {
        EncouragementStores.Store(
            id: file.name, kind: file.store?.kind, language: file.store?.language, isOwn: file.isOwn,
            version: Self.version(of: file.bytes), items: file.store.map { stored($0, file) } ?? [],
            mistake: file.mistake)
    }

    private func stored(_ store: EncouragementStore, _ file: StoreFile) -> [StoredEncouragement] {
        let root = file.isOwn ? home.path : share?.folder ?? home.path
        /// As the file names it.
        func name(_ path: String) -> String {
            let folder = "\(root)/\(HomeFileKind.encouragementFolder)"
            if path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
            return path.hasPrefix(root + "/") ? "../" + path.dropFirst(root.count + 1) : path
        }
        return store.items.map { item in
            StoredEncouragement(
                id: item.id, text: item.text, author: item.author, source: item.source,
                categories: item.categories, sound: item.recording.map(name), video: item.video.map(name))
        }
    }

    // MARK: - Changing

    private func changed(
        _ known: StoreFile?, _ name: String, _ change: EncouragementChange
    ) throws(CareProblem) -> String {
        guard let known else {
            guard let item = change.item, change.replaces == nil else {
                throw CareProblem(.notFound, "there is no file \(name) in this home", field: "id")
            }
            let (kind, language) = try Self.parts(name)
            return EncouragementText.whole(kind, language: language, [item])
        }
        guard let store = known.store else {
            throw CareProblem(
                .notAcceptable, "this file has a mistake: mend it as a text first", field: "id")
        }
        var items = stored(store, known)
        var text = EncouragementText(String(decoding: known.bytes, as: UTF8.self))
        if let old = change.replaces {
            guard let index = items.firstIndex(where: { $0.id == old }), let line = known.lines[old] else {
                throw CareProblem(
                    .conflict, "somebody has removed this sentence or tip meanwhile", field: "replaces")
            }
            let next = known.lines.values.filter { $0 > line }.min()
            text.replace(itemAt: line, before: next, with: change.item)
            if let item = change.item { items[index] = item } else { items.remove(at: index) }
        } else if let item = change.item {
            text.append(item)
            items.append(item)
        }
        guard !items.isEmpty else {
            throw CareProblem(
                .notAcceptable, "a file needs at least one sentence or tip: remove the file instead",
                field: "item")
        }
        if let item = change.item, items.count(where: { $0.id == item.id }) > 1 {
            throw CareProblem(
                .notAcceptable, "the id `\(item.id)` is taken: write another", field: "id")
        }
        // However the file is written: what it says counts.
        return says(text.text, items, store, known)
            ? text.text : EncouragementText.whole(store.kind, language: store.language, items)
    }

    /// Whether a text says just these items.
    private func says(
        _ text: String, _ items: [StoredEncouragement], _ store: EncouragementStore, _ known: StoreFile
    ) -> Bool {
        let path = "\(home.encouragementFolder)/\(known.name)"
        let reader = EncouragementReader(loader: StaffFileLoader { HomeFolder.read($0, limit: $1) })
        guard let read = reader.read(Array(text.utf8), file: path, root: home.path).store else {
            return false
        }
        var own = known
        own.isOwn = true
        return read.kind == store.kind && read.language == store.language && stored(read, own) == items
    }

    /// `quotes-house.fr.yaml`: what a new file of this name has.
    private static func parts(_ name: String) throws(CareProblem) -> (EncouragementKind, String) {
        let parts = name.split(separator: ".")
        let kind = EncouragementKind.allCases.first { parts.first?.hasPrefix($0.rawValue) == true }
        guard parts.count == 3, let kind, LanguageTag.isWellFormed(String(parts[1])) else {
            throw CareProblem(
                .notAcceptable,
                "a new file is called after its kind and language, such as `quotes.fr.yaml` or `tips-house.en.yaml`",
                field: "id")
        }
        return (kind, String(parts[1]))
    }
}
