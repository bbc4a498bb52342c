import Foundation
import HomeFiles
public import PlanSentences
import StaffFiles

extension SharedFiles {
    /// The words in which plans are said, in each language that ships, by the language.
    ///
    /// Throws: `RolesError.filesRefused` where a file is not as it was shipped.
    public func planGrammars() throws(RolesError) -> [String: PlanGrammar] {
        var all: [String: PlanGrammar] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: boardsFolder)) ?? []
        for name in names.sorted() where name.hasPrefix("plan-words.") && name.hasSuffix(".yaml") {
            let path = "\(boardsFolder)/\(name)"
            let (words, findings) = PlanWordsReader.read(try Self.bytes(of: path), file: path)
            guard let words else { throw .filesRefused(findings) }
            all[words.language] = PlanGrammar(words)
        }
        return all
    }
}
