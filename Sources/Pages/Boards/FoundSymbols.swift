import Care
import Wording

/// The symbols that a card can get: emoji by their names, and the pictures beside the boards. Alone they are what a script asks for
/// while somebody types.
struct FoundSymbols {
    struct Found {
        let symbol: String
        let photo: String?
        let called: String
    }

    let symbols: [Found]
    /// Whether somebody has searched: then it is said where nothing was found.
    var searched: Bool
    let hasNames: Bool

    /// More pictures than fit a sheet: they are found by their names.
    private static let mostPictures = 40

    /// - Parameters:
    ///   - found: What a search has found; `nil` where nobody has searched.
    ///   - pictures: All beside the boards.
    ///   - prefix: What stands before the path of a picture; `nil` where none can be shown.
    init(_ found: SymbolPage?, pictures: [String] = [], at prefix: String?) {
        let own = (found?.pictures ?? pictures).prefix(Self.mostPictures)
        let names = Dictionary(grouping: own, by: Self.words)
        symbols =
            (found?.symbols ?? []).map { Found(symbol: $0.symbol, photo: nil, called: $0.name) }
            + (prefix.map { prefix in
                own.map { path in
                    let words = Self.words(path)
                    let isOnly = names[words]?.count == 1 && !words.isEmpty
                    return Found(
                        symbol: path, photo: prefix + PageText.escaped(path), called: isOnly ? words : path)
                }
            } ?? [])
        searched = found != nil
        hasNames = found?.hasNames ?? true
    }

    /// A picture's name as people say it: "garden chair" for `photos/garden-chair.png`.
    private static func words(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        return stem.split { "-_ ".contains($0) }.joined(separator: " ")
    }

    /// The search as the service answers it; all pictures where there are no words.
    static func found(_ call: PageCall, _ words: String?) async throws(CareProblem) -> SymbolPage {
        try await call.api.get(
            "symbols", [("search", words), ("language", call.site.translation(for: call.request).language)])
    }

    /// The pictures beside the boards, for whoever may see them; none where they cannot be read: a symbol can be typed all the same.
    static func pictures(_ call: PageCall) async -> [Found] {
        guard let prefix = call.request.viewer.flatMap({ ShownSymbol.pictures($0.person) }) else { return [] }
        let all: SymbolPage? = try? await found(call, nil)
        return FoundSymbols(nil, pictures: all?.pictures ?? [], at: prefix).symbols
    }

    /// A page of nothing else.
    static let alone = "<div data-symbols>\(Form.foundSymbols)</div>"
}
