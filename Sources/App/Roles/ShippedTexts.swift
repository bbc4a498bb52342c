import Foundation
import HomeFiles
import StaffFiles
public import Wording

extension SharedFiles {
    /// What pages, screens and messages say, in each language that ships; English, in which all texts are, is the first.
    ///
    /// Throws: `RolesError.filesRefused` where a file is not as it was shipped.
    public func translations() throws(RolesError) -> [Translation] {
        let english = try texts("texts.en.yaml", model: nil)
        let first = Translation(language: english.language, texts: english.patterns)
        var all = [first]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: boardsFolder)) ?? []
        for name in names.sorted()
        where name.hasPrefix("texts.") && name.hasSuffix(".yaml") && name != "texts.en.yaml" {
            let other = try texts(name, model: english.patterns)
            all.append(
                Translation(
                    language: other.language, texts: other.patterns, fallback: first, isWhole: other.isWhole))
        }
        return all
    }

    private func texts(
        _ name: String, model: [String: TextPattern]?
    ) throws(RolesError) -> TextsReader.Texts {
        let path = "\(boardsFolder)/\(name)"
        let bytes: [UInt8]
        switch HomeFolder.read(path, limit: StaffFileLimits.bytes) {
        case .success(let read): bytes = read
        case .failure(let failure):
            let log = FindingLog(file: path)
            log.error("this file \(failure)", at: .start)
            throw .filesRefused(log.findings)
        }
        let (texts, findings) = TextsReader.read(bytes, file: path, model: model)
        guard let texts else { throw .filesRefused(findings) }
        return texts
    }
}
