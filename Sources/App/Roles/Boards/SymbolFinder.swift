import Boards
public import Care
import Synchronization
import WholeFiles

/// Finds emoji by their names, which Debian's package `unicode-cldr-core` has in many languages. Each language is read when somebody first
/// searches in it, and kept: some 200 KB.
public final class SymbolFinder: Sendable {
    /// Where the package puts them.
    public static let standardFolder = "/usr/share/unicode/cldr/common/annotations"

    /// A file of names has some 300 KB.
    private static let longestFile = 4 << 20
    private static let most = 60
    private let folder: String
    private let known = Mutex<[String: EmojiNames]>([:])

    public init(folder: String = standardFolder) { self.folder = folder }

    /// Those whose names or key words fit, the nearest first: in the reader's language, then in English.
    ///
    /// - Parameter language: BCP 47.
    public func search(_ text: String, language: String) -> SymbolPage {
        let base = String(language.lowercased().prefix { $0 != "-" })
        let names = (base == "en" ? ["en"] : [base, "en"]).map(names)
        var found: [SymbolPage.Symbol] = []
        for entry in names.flatMap({ $0.search(text, limit: Self.most) })
        where found.count < Self.most && !found.contains(where: { $0.symbol == entry.emoji }) {
            found.append(.init(symbol: entry.emoji, name: entry.name))
        }
        return SymbolPage(symbols: found, hasNames: names.contains { !$0.isEmpty })
    }

    private func names(_ language: String) -> EmojiNames {
        // It becomes part of a path.
        guard (2...3).contains(language.utf8.count), language.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return EmojiNames()
        }
        return known.withLock { known in
            if let names = known[language] { return names }
            let bytes = (try? WholeFile.read("\(folder)/\(language).xml", limit: Self.longestFile)) ?? nil
            guard let bytes else { return EmojiNames() }
            let names = EmojiNames(bytes)
            known[language] = names
            return names
        }
    }
}
