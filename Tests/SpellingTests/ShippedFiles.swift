import FoundationEssentials
import Spelling
import StaffFiles
import Testing

/// What the folder `boards` of this repository ships for spelling.
enum ShippedFiles {
    static func alphabet(_ language: String) throws -> SpellingAlphabet {
        let name = "spelling.\(language).yaml"
        let (alphabet, findings) = SpellingAlphabetReader.read(try bytes(name), file: name)
        #expect(FindingReport(findings).text == "")
        return try #require(alphabet)
    }

    static func words(_ language: String) throws -> WordList {
        let name = "words.\(language).yaml"
        let (list, findings) = WordListReader.read(try bytes(name), file: name)
        #expect(FindingReport(findings).text == "")
        return try #require(list)
    }

    /// A page of the documentation, by its path in this repository.
    static func page(_ path: String) throws -> String { String(decoding: try file(path), as: UTF8.self) }

    private static func bytes(_ name: String) throws -> [UInt8] { try file("boards/\(name)") }

    private static func file(_ path: String) throws -> [UInt8] {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return Array(try #require(FileManager.default.contents(atPath: "\(root)/\(path)")))
    }
}
