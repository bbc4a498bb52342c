import ArgumentParser
import Boards
import Care
import Foundation
import HomeFiles
import Roles
import Scanning
import Spelling
import StaffFiles

/// The files beside the boards, and the boards themselves.
enum BoardFiles {
    /// Whether a file of this name is one of them. What is said, shown and set, and how plans are written, have readers of their own.
    static func isChecked(_ path: String) -> Bool {
        switch HomeFileKind(path: path) {
        case .board, .suggestions, .letters, .words: true
        case .phrases, .settings, .exercise, .encouragement, nil: false
        }
    }

    /// Those in a folder, by their names; what is no folder, or not there, is itself.
    ///
    /// Throws where the folder cannot be read, or has none.
    static func files(at path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
            throw ValidationError("The folder `\(path)` cannot be read: check its permissions.")
        }
        let files = names.filter { name in
            (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && !name.hasPrefix(".") && isChecked(name)
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
        let kind = HomeFileKind(path: path)
        if case .board = kind { return try reader().read(path).findings }
        let bytes: [UInt8]
        switch StaffFileReader.loader.load(path, StaffFileLimits.bytes + 1) {
        case .success(let loaded): bytes = loaded
        case .failure(let failure):
            return failure.findings(of: path)
        }
        switch kind {
        case .board, .phrases, .settings, .exercise, .encouragement, nil: return []
        case .suggestions:
            let parameters = try settings().scanning
            return SuggestionBankReader(voices: Self.voices, maxCueTime: parameters.maxCueTime)
                .read(bytes, file: path).findings
        case .letters: return SpellingAlphabetReader.read(bytes, file: path).findings
        case .words: return WordListReader.read(bytes, file: path).findings
        }
    }
}

extension HomeFileKind {
    fileprivate init?(path: String) { self.init(fileName: URL(fileURLWithPath: path).lastPathComponent) }
}
