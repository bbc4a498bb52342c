import Boards
import Scanning
import StaffFiles

/// Files in memory, as a loader sees them.
struct TestFiles {
    var files: [String: [UInt8]]

    init(_ texts: [String: String]) { files = texts.mapValues { Array($0.utf8) } }

    var loader: BoardLoader {
        BoardLoader { [files] path, limit in
            guard let bytes = files[path] else { return .failure(.init("does not exist")) }
            return .success(Array(bytes.prefix(limit)))
        }
    }
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
