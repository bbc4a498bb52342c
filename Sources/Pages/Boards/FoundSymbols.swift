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
    /// How many pictures are to be shown next, where there are more; `nil` where all are there.
    let more: String?
    /// The words that were searched for.
    private(set) var words = ""
    /// Whether there is something to choose, whether it can be searched, and whether somebody is looking through it.
    private(set) var isOffered = false
    private(set) var isSearchable = false
    private(set) var isOpen = false

    /// As many pictures as fit a sheet: the others are found by their names, or come with each "more".
    static let step = 40
    /// The field that says how many pictures are shown: what asks for more and for a search.
    static let shown = "pictures"

    /// - Parameters:
    ///   - found: What a search has found; `nil` where nobody has searched.
    ///   - pictures: All beside the boards.
    ///   - prefix: What stands before the path of a picture; `nil` where none can be shown.
    ///   - most: As many pictures as are shown.
    init(
        _ found: SymbolPage?, pictures: [String] = [], at prefix: String?,
        showing most: Int = FoundSymbols.step
    ) {
        let all = prefix == nil ? [] : found?.pictures ?? pictures
        let own = all.prefix(most)
        more = all.count > most ? "\(most + Self.step)" : nil
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

    /// How many pictures a form or an address asks for.
    static func most(_ fields: PageFields) -> Int {
        min(max(fields[shown].flatMap { Int($0) } ?? step, step), 100_000)
    }

    /// Whether a form was sent to see other pictures alone, and nothing else of it is looked at.
    static func isAsked(_ call: PageCall) -> Bool { call.form[shown] != nil }

    /// The pictures beside the boards for whoever may see them, those that a form asks for; none where they cannot be read: a symbol can be
    /// typed all the same.
    static func pictures(_ call: PageCall) async -> FoundSymbols {
        let prefix = call.request.viewer.flatMap { ShownSymbol.pictures($0.person) }
        let words = prefix == nil ? nil : call.form["search"]
        let all: SymbolPage? = prefix == nil ? nil : try? await found(call, words)
        var shown = FoundSymbols(
            nil, pictures: all?.pictures ?? [], at: prefix, showing: most(call.form))
        shown.searched = words != nil
        shown.words = words ?? ""
        shown.isSearchable = shown.more != nil || shown.searched || call.form[Self.shown] != nil
        shown.isOffered = !shown.symbols.isEmpty || shown.searched
        shown.isOpen = isAsked(call)
        return shown
    }

    /// A page of nothing else.
    static let alone = "<div data-symbols>\(Form.foundSymbols)</div>"
}
