@testable import Boards
import Scanning
import StaffFiles

/// Files in memory, as a loader sees them.
struct TestFiles {
    var files: [String: [UInt8]]

    init(_ texts: [String: String]) { files = texts.mapValues { Array($0.utf8) } }

    var loader: StaffFileLoader {
        StaffFileLoader { [files] path, limit in
            guard let bytes = files[path] else { return .failure(.init("does not exist")) }
            return .success(Array(bytes.prefix(limit)))
        }
    }
}

extension BoardEdit {
    /// One change alone, as it is made in the bytes.
    static func one(_ change: BoardChange, in bytes: [UInt8]) throws(Problem) -> (
        bytes: [UInt8], path: ItemPath?
    ) {
        let (text, path) = try BoardFile(bytes, name: "b.yaml").applying(change)
        return (text.bytes, path)
    }
}

extension BoardChange {
    /// Out of its group, to right behind that.
    static func moveOut(_ item: ItemAddress, emptied: EmptiedGroup = .refused) -> BoardChange {
        let group = item.path.group
        let above = group.indices.count > 1 ? ItemAddress(group.group) : nil
        return .move(item, to: ItemPlace(in: above, at: group.index + 1), emptied: emptied)
    }
}

/// What is wrong with a text of a board, each with the item it belongs to.
func itemFindings(_ bytes: [UInt8], file: String, loader: StaffFileLoader) -> [ItemFinding] {
    let reader = BoardReader(
        loader: StaffFileLoader { path, limit in
            path == StaffFilePath.normalized(file)
                ? .success(Array(bytes.prefix(limit))) : loader.load(path, limit)
        }, parameters: ScanParameters())
    return ItemFinding.tied(reader.read(file).findings, to: bytes, file: file)
}

/// A board file with these items.
func board(_ items: String, id: String = "home", language: String = "en") -> String {
    "board: \(id)\nname: Home\nlanguage: \(language)\nitems:\n\(items)\n"
}

/// The findings of a board with these items, one a line.
func findings(
    _ items: String, others: [String: String] = [:], parameters: ScanParameters = ScanParameters(),
    voices: BoardVoices = BoardVoices(), language: String = "en"
) -> [String] {
    let files = TestFiles(
        others.merging(["b/home.yaml": board(items, language: language)]) { first, _ in first })
    let reader = BoardReader(loader: files.loader, parameters: parameters, voices: voices)
    return reader.read("b/home.yaml").findings.map(\.description)
}
