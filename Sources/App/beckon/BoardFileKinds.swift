import ArgumentParser
import Boards
import Foundation
import HomeFiles
import Roles
import Scanning
import Spelling
import StaffFiles

/// What a file of the boards folder holds, by its name: `suggestions.de.yaml`.
enum BoardFileKind {
    case board
    /// What a client can propose.
    case suggestions
    /// The letters for spelling.
    case letters
    /// The words that are suggested while spelling.
    case words

    /// The name decides, not the content: a file with a typing mistake in its first key keeps its kind.
    init(path: String) {
        let parts = URL(fileURLWithPath: path).lastPathComponent.split(separator: ".")
        // `suggestions.yaml` has no language, and may be a board that somebody calls so.
        switch parts.count > 2 ? parts.first : nil {
        case "suggestions": self = .suggestions
        case "spelling": self = .letters
        case "words": self = .words
        case .some, nil: self = .board
        }
    }

    /// The files of these kinds in a folder, by their names; what is no folder, or not there, is itself.
    ///
    /// Throws where the folder cannot be read, or has none of them.
    static func files(at path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
            throw ValidationError("The folder `\(path)` cannot be read: check its permissions.")
        }
        // What is said and shown, and how plans are written, have readers of their own.
        let others = ["phrases.", "texts.", "plan-words.", "."]
        let files = names.filter { name in
            (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && name != "beckon.yaml"
                && !others.contains { name.hasPrefix($0) }
        }
        guard !files.isEmpty else {
            throw ValidationError("There is no board in the folder `\(path)`: boards end in .yaml.")
        }
        return files.sorted().map { URL(fileURLWithPath: path).appendingPathComponent($0).relativePath }
    }
}

extension BoardReading {
    /// What is wrong with a board and all that it opens, or with one of the files beside the boards.
    func findings(_ path: String) throws -> [Finding] {
        let kind = BoardFileKind(path: path)
        if case .board = kind { return try reader().read(path).findings }
        let bytes: [UInt8]
        switch StaffFileReader.loader.load(path, StaffFileLimits.bytes + 1) {
        case .success(let loaded): bytes = loaded
        case .failure(let failure):
            let log = FindingLog(file: path)
            log.error("this file \(failure)", at: .start)
            return log.findings
        }
        switch kind {
        case .board: return []
        case .suggestions:
            let parameters = try settings().scanning
            return SuggestionBankReader(voices: Self.voices, maxCueTime: parameters.maxCueTime)
                .read(bytes, file: path).findings
        case .letters: return SpellingAlphabetReader.read(bytes, file: path).findings
        case .words: return WordListReader.read(bytes, file: path).findings
        }
    }
}
