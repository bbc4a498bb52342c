import Foundation
import HomeFiles
import PlanSentences
import Recurrence
import StaffFiles
import Testing

/// The words that ship, and a home in which sentences are read: it is Wednesday, 4 March 2026, ten o'clock.
enum PlanHome {
    static let languages = ["en", "de", "fr", "es", "tr"]
    static let zone = "Europe/Berlin"
    static let people = [
        PlanPerson(id: "tom", name: "Tom", kind: .client),
        PlanPerson(id: "anna", name: "Anna Berg", kind: .caregiver),
        PlanPerson(id: "ben", name: "Ben", kind: .caregiver),
    ]

    static func now() throws -> WallTime { try #require(WallTime("2026-03-04T10:00")) }

    /// Read once for all tests.
    private static let grammars: [String: Result<PlanGrammar, any Error>] = Dictionary(
        uniqueKeysWithValues: languages.map { language in
            (
                language,
                Result {
                    let name = "plan-words.\(language).yaml"
                    let (words, findings) = PlanWordsReader.read(try file("boards/\(name)"), file: name)
                    #expect(FindingReport(findings).text == "")
                    return PlanGrammar(try #require(words))
                }
            )
        })

    static func grammar(_ language: String) throws -> PlanGrammar {
        try #require(grammars[language]).get()
    }

    static func reader(_ language: String) throws -> PlanSentenceReader {
        PlanSentenceReader(try grammar(language))
    }

    /// A file of this repository.
    static func file(_ path: String) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: "\(root)/\(path)")))
    }

    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
}
