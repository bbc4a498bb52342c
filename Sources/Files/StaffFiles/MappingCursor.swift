/// Reads the keys of one mapping into typed values, and goes on after every mistake, so that all of them are
/// found at once.
///
/// A value that is wrong has a finding and reads as `nil`, like one that is not there.
public struct MappingCursor {
    /// Where its findings go.
    public let log: FindingLog
    /// Where the mapping begins.
    public let range: SourceRange
    /// How a message calls it: `an item`.
    public let what: String
    private let entries: [String: StaffNode.Entry]
    /// Keys that are there in a wrong spelling, which has its finding already.
    private var mistyped: Set<String> = []
    /// In the order of the file, without those that are unknown.
    public let presentKeys: [Located<String>]

    /// More keys than these are no help to whoever looks for one.
    private static let mostListed = 40

    /// Takes a node that must be a mapping with no other keys than the known ones.
    public init?(_ node: StaffNode, what: String, keys known: [String], log: FindingLog) {
        var meant: Set<String> = []
        var foreign: [Located<String>] = []
        self.init(node, what: what, log: log) { entry in
            guard !known.contains(entry.key.value) else { return true }
            guard !entry.key.value.isEmpty else {
                log.error(
                    "there is no key here: write one before the `:`, or delete the line", at: entry.key.range)
                return false
            }
            if let word = log.guess(for: entry.key.value, among: known) {
                meant.insert(word)
                log.error(
                    "unknown key `\(Excerpt.short(entry.key.value))`: did you mean `\(word)`?",
                    at: entry.key.range)
            } else {
                foreign.append(entry.key)
            }
            return false
        }
        mistyped = meant
        // Several have one cause: the line above them is missing that says whose they are.
        guard let first = foreign.first, !log.hasForeignKeys(in: node.range) else { return }
        let list =
            log.isFull
            ? ""
            : known.count > Self.mostListed
                ? ": delete it, or correct the word" : ": \(what) has \(Self.list(known))"
        log.error(
            foreign.count == 1
                ? "unknown key `\(Excerpt.short(first.value))`\(list)"
                : "unknown keys \(Excerpt.list(foreign.map(\.value)))\(list)", at: first.range)
    }

    /// Takes what a whole file holds, which must be a mapping with no other keys than the known ones.
    ///
    /// - Parameters:
    ///   - root: `nil` where the file is no YAML that can be read, which the log has, or holds nothing, which it gets here.
    ///   - empty: What is told of a file that holds nothing: that it is empty, and what belongs into it.
    public init?(file root: StaffNode?, what: String, keys known: [String], empty: String, log: FindingLog) {
        guard let root else {
            if log.findings.isEmpty { log.error(empty, at: .start) }
            return nil
        }
        self.init(root, what: what, keys: known, log: log)
    }

    /// Takes a node that must be a mapping, whatever its keys.
    public init?(_ node: StaffNode, what: String, log: FindingLog) {
        self.init(node, what: what, log: log) { _ in true }
    }

    private init?(
        _ node: StaffNode, what: String, log: FindingLog, where isKnown: (StaffNode.Entry) -> Bool
    ) {
        let all: [StaffNode.Entry]
        switch node.content {
        case .mapping(let entries): all = entries
        case .empty, .scalar, .sequence:
            log.error("\(what) is written as keys with values, but this is \(node.kind)", at: node.range)
            return nil
        }
        let accepted = all.filter(isKnown)
        entries = Dictionary(accepted.map { ($0.key.value, $0) }) { first, _ in first }
        presentKeys = accepted.map(\.key)
        self.log = log
        range = node.range
        self.what = what
    }

    static func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

    /// The key's place; the mapping's beginning if it is missing.
    public func place(of key: String) -> SourceRange { entries[key]?.key.range ?? range }

    /// Whether the key is there, with a value or without.
    public func has(_ key: String) -> Bool { entries[key] != nil }

    /// Whether the key is missing, and not only misspelt, which has its finding already.
    public func isMissing(_ key: String) -> Bool { entries[key] == nil && !mistyped.contains(key) }

    /// The node of a key; a finding if it has no value.
    public func node(_ key: String) -> StaffNode? {
        guard let entry = entries[key] else { return nil }
        if case .empty = entry.value.content {
            log.error("`\(key)` has no value: write one, or delete the line", at: entry.key.range)
            return nil
        }
        return entry.value
    }

    /// Reports a missing key.
    public func require(_ key: String, because reason: String) {
        guard isMissing(key) else { return }
        log.error("\(what) needs `\(key)`: \(reason)", at: range)
    }

    /// The text of a single value: as it is written, without space at its ends, on one line.
    public func string(_ key: String) -> Located<String>? {
        guard let node = node(key) else { return nil }
        return Self.string(node, name: "`\(key)`", log: log)
    }

    static func string(_ node: StaffNode, name: String, log: FindingLog) -> Located<String>? {
        switch node.content {
        case .scalar(let text, _):
            let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !line.isEmpty else {
                log.error("\(name) is empty: write something between the quotes", at: node.range)
                return nil
            }
            return Located(line, at: node.range)
        case .empty:
            log.error("\(name) is empty: write a value, or delete the line", at: node.range)
        case .sequence, .mapping:
            log.error(
                "\(name) is one value, but this is \(node.kind): put a text that begins with `{` or `[` into quotes",
                at: node.range)
        }
        return nil
    }

    /// A list of texts exactly as they are written, for a command's arguments.
    public func verbatimStrings(_ key: String) -> [Located<String>]? {
        guard let list = sequence(key) else { return nil }
        return list.value.compactMap { node in
            if case .scalar(let text, _) = node.content { return Located(text, at: node.range) }
            log.error("an entry of `\(key)` is one value, but this is \(node.kind)", at: node.range)
            return nil
        }
    }

    /// A list of texts; a single text counts as a list of one.
    public func strings(_ key: String) -> [Located<String>]? {
        guard let node = node(key) else { return nil }
        switch node.content {
        case .sequence(let nodes):
            return nodes.compactMap { Self.string($0, name: "this entry of `\(key)`", log: log) }
        case .empty, .scalar, .mapping:
            return Self.string(node, name: "`\(key)`", log: log).map { [$0] }
        }
    }

    /// The entries of a list.
    public func sequence(_ key: String) -> Located<[StaffNode]>? {
        guard let node = node(key) else { return nil }
        switch node.content {
        case .sequence(let nodes): return Located(nodes, at: node.range)
        case .empty, .scalar, .mapping:
            log.error(
                "`\(key)` is a list, but this is \(node.kind): begin each of its entries with `- ` on a new line",
                at: node.range)
            return nil
        }
    }

    /// A mapping in this one. A key without a value counts as a missing key: all its values are left out.
    public func mapping(_ key: String, what: String, keys: [String]) -> MappingCursor? {
        guard let entry = entries[key] else { return nil }
        if case .empty = entry.value.content { return nil }
        return MappingCursor(entry.value, what: what, keys: keys, log: log)
    }
}

/// Shortens what a message repeats from a file.
enum Excerpt {
    /// The first 40 characters.
    static func short(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }

    /// The first five of some words, and how many more there are.
    static func list(_ words: [String]) -> String {
        let shown = words.prefix(5).map { "`\(short($0))`" }.joined(separator: ", ")
        return words.count > 5 ? "\(shown) and \(words.count - 5) more" : shown
    }
}
