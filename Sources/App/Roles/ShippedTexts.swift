import Foundation
import HomeFiles
import StaffFiles
import Synchronization
public import Wording

/// What was read, by its folder: what ships does not change while a program runs.
private let known = Mutex<[String: [Translation]]>([:])

extension SharedFiles {
    /// What pages, screens and messages say, in each language that ships; English, in which all texts are, is the first. Read once in a
    /// process.
    ///
    /// Throws: `RolesError.filesRefused` where a file is not as it was shipped.
    public func translations() throws(RolesError) -> [Translation] {
        if let read = known.withLock({ $0[folder] }) { return read }
        let read = try readTranslations()
        known.withLock { $0[folder] = read }
        return read
    }

    private func readTranslations() throws(RolesError) -> [Translation] {
        let english = try texts("texts.en.yaml", model: nil)
        let first = Translation(language: english.language, texts: english.patterns)
        var all = [first]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: boardsFolder)) ?? []
        let others = names.filter { $0.hasPrefix("texts.") && $0.hasSuffix(".yaml") && $0 != "texts.en.yaml" }
        // A country's way of writing stands on its language, which must be there before it.
        for name in others.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
            let other = try texts(name, model: english.patterns)
            let own = all.first { $0.language == other.language.prefix { $0 != "-" } }
            all.append(
                Translation(
                    language: other.language, texts: other.patterns, fallback: own ?? first,
                    isWhole: other.isWhole || own?.isWhole ?? false))
        }
        return all
    }

    private func texts(
        _ name: String, model: [String: TextPattern]?
    ) throws(RolesError) -> TextsReader.Texts {
        let path = "\(boardsFolder)/\(name)"
        let (texts, findings) = TextsReader.read(try Self.bytes(of: path), file: path, model: model)
        guard let texts else { throw .filesRefused(findings) }
        return texts
    }

    /// A file that ships.
    static func bytes(of path: String) throws(RolesError) -> [UInt8] {
        switch HomeFolder.read(path, limit: StaffFileLimits.bytes) {
        case .success(let read): return read
        case .failure(let failure):
            throw .filesRefused(failure.findings(of: path))
        }
    }
}
