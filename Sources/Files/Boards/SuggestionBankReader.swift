import Care
public import StaffFiles

/// Reads the file with what a client can propose, `suggestions.en.yaml`, and checks for what would trouble a person.
public struct SuggestionBankReader {
    /// Beyond these a pass of scanning takes too long to wait for.
    static let comfortableGroups = 25
    static let comfortableSuggestions = 20
    /// Characters; longer ones are a mistake, for nobody listens that long while scanning.
    static let labelLimit = 80
    static let sayLimit = 300
    /// An emoji is one character, in some combinations a few.
    private static let symbolLimit = 4

    private static let keys = ["language", "groups"]
    private static let groupKeys = ["id", "label", "symbol", "cue", "suggestions"]
    private static let suggestionKeys = ["id", "label", "symbol", "cue", "say", "called"]

    private let voices: BoardVoices
    private let maxCueTime: Duration

    /// - Parameters:
    ///   - voices: How labels will sound.
    ///   - maxCueTime: Longer cues are cut while scanning.
    public init(voices: BoardVoices = BoardVoices(), maxCueTime: Duration = .seconds(10)) {
        self.voices = voices
        self.maxCueTime = maxCueTime
    }

    /// Reads the bytes of the file.
    ///
    /// - Parameter file: The path as findings shall name it.
    /// - Returns: The bank, or `nil` if there is any error; and the findings, by place.
    public func read(_ bytes: [UInt8], file: String) -> (bank: SuggestionBank?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file)
        let bank = bank(root, file, log)
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : bank, findings)
    }

    private func bank(_ root: StaffNode?, _ file: String, _ log: FindingLog) -> SuggestionBank? {
        guard
            let cursor = MappingCursor(
                file: root, what: "a bank of suggestions", keys: Self.keys,
                empty: "this file is empty: a bank of suggestions needs `language` and `groups`", log: log)
        else { return nil }
        cursor.require("language", because: "such as `en-GB`, so that it is pronounced correctly")
        cursor.require("groups", because: "what can be proposed, in groups")
        let language = cursor.string("language")
        if let language, !LanguageTag.isWellFormed(language.value) {
            log.error(
                "`\(language.value)` is not a language tag, such as `en-GB`\(LanguageTag.suggestion(for: language.value))",
                at: language.range)
        }
        let nodes = cursor.sequence("groups")
        if let nodes, nodes.value.isEmpty {
            log.error("this bank has no groups: give it some", at: cursor.place(of: "groups"))
        }
        if let nodes, nodes.value.count > Self.comfortableGroups {
            log.warning(
                "\(nodes.value.count) groups: scanning offers one after the other, so \(Self.comfortableGroups) should do",
                at: cursor.place(of: "groups"))
        }
        let tongue = language?.value ?? "en"
        let groups = (nodes?.value ?? []).compactMap { group($0, tongue, log) }
        checkIDs(groups.map(\.read), "group", log)
        checkIDs(groups.flatMap(\.read.children), "suggestion", log)
        checkLabels(groups.flatMap(\.read.children), log)
        let board = ReadBoard(
            path: file, board: Board(id: "", name: "", language: tongue, items: []), items: [], log: log)
        let ears = SoundCheck(board: board, voices: voices, maxCueTime: maxCueTime)
        ears.check(groups.map(\.read))
        for group in groups { ears.check(group.read.children) }
        return SuggestionBank(language: tongue, groups: groups.map(\.group))
    }

    // MARK: - Groups and suggestions

    /// A group, and the same as an item of a board with its places: it is scanned like one, and checked like one.
    private func group(
        _ node: StaffNode, _ language: String, _ log: FindingLog
    ) -> (group: SuggestionBank.Group, read: ReadItem)? {
        guard let cursor = MappingCursor(node, what: "a group", keys: Self.groupKeys, log: log) else {
            return nil
        }
        cursor.require("label", because: "it is what scanning says")
        cursor.require("suggestions", because: "what can be proposed")
        let nodes = cursor.sequence("suggestions")
        if let nodes, nodes.value.isEmpty {
            log.error(
                "this group is empty: give it suggestions, or delete it", at: cursor.place(of: "suggestions"))
        }
        if let nodes, nodes.value.count > Self.comfortableSuggestions {
            log.warning(
                "\(nodes.value.count) suggestions in one group: scanning offers one after the other, so put some into another group, \(Self.comfortableSuggestions) should do",
                at: cursor.place(of: "suggestions"))
        }
        let children = (nodes?.value ?? []).compactMap { suggestion($0, language, log) }
        let (item, places) = item(cursor, language, action: .group(children.map(\.read.item)), log)
        let group = SuggestionBank.Group(
            id: item.id, label: item.label, cue: item.cue, symbol: item.symbol,
            suggestions: children.map(\.suggestion))
        return (
            group, ReadItem(item: item, range: cursor.range, places: places, children: children.map(\.read))
        )
    }

    private func suggestion(
        _ node: StaffNode, _ language: String, _ log: FindingLog
    ) -> (suggestion: SuggestionBank.Suggestion, read: ReadItem)? {
        guard
            let cursor = MappingCursor(node, what: "a suggestion", keys: Self.suggestionKeys, log: log)
        else { return nil }
        cursor.require("label", because: "it is what scanning says")
        // What it will be on the board once a caregiver has said yes.
        let (item, places) = item(cursor, language, action: .request(.normal), log)
        let suggestion = SuggestionBank.Suggestion(
            id: item.id, label: item.label, cue: item.cue, say: item.say, called: item.called,
            symbol: item.symbol)
        return (suggestion, ReadItem(item: item, range: cursor.range, places: places, children: []))
    }

    private func item(
        _ cursor: MappingCursor, _ language: String, action: BoardItem.Action, _ log: FindingLog
    ) -> (item: BoardItem, places: [ItemKey: SourceRange]) {
        func text(_ key: ItemKey, limit: Int) -> String? {
            guard let text = cursor.string(key.rawValue) else { return nil }
            if text.value.count > limit {
                log.error(
                    "`\(key.rawValue)` has \(text.value.count) characters, at most \(limit) can be listened to: write a shorter one",
                    at: text.range)
            }
            return text.value
        }
        let label = text(.label, limit: Self.labelLimit) ?? ""
        let item = BoardItem(
            id: ItemReader.id(cursor.string(ItemKey.id.rawValue), label: label, cursor, log), label: label,
            cue: text(.cue, limit: Self.labelLimit) ?? label,
            say: text(.say, limit: Self.sayLimit) ?? label, symbol: symbol(cursor, log),
            called: text(.called, limit: Self.labelLimit) ?? ItemReader.called(label, language: language),
            action: action)
        var places: [ItemKey: SourceRange] = [:]
        for key in ItemKey.allCases where cursor.has(key.rawValue) {
            places[key] = cursor.place(of: key.rawValue)
        }
        return (item, places)
    }

    /// A proposal travels to the caregivers' pages, and a picture's path would mean nothing there.
    private func symbol(_ cursor: MappingCursor, _ log: FindingLog) -> String? {
        guard let symbol = cursor.string(ItemKey.symbol.rawValue) else { return nil }
        guard !FileKind.isPicturePath(symbol.value), symbol.value.count <= Self.symbolLimit else {
            log.error(
                "a suggestion's symbol is one emoji: a picture can be given to it on the board",
                at: symbol.range)
            return nil
        }
        return symbol.value
    }

    // MARK: - Duplicates

    private func checkIDs(_ items: [ReadItem], _ what: String, _ log: FindingLog) {
        var lines: [String: Int] = [:]
        for item in items where !item.item.id.isEmpty {
            if let first = lines[item.item.id] {
                let isWritten = item.places[.id] != nil
                log.error(
                    "the id `\(item.item.id)` is taken by the \(what) in line \(first): "
                        + (isWritten
                            ? "write another" : "it was made from the label, so write another `id: `"),
                    at: item.place(of: isWritten ? .id : .label))
            }
            lines[item.item.id] = lines[item.item.id] ?? item.range.line
        }
    }

    /// The same label in two groups is the same need for the caregiver who decides on it. Within a group, the
    /// check by sound finds it.
    private func checkLabels(_ items: [ReadItem], _ log: FindingLog) {
        var lines: [String: Int] = [:]
        for item in items where !item.item.label.isEmpty {
            let words = FoldedText.words(item.item.label)
            if let first = lines[words], !words.isEmpty {
                log.error(
                    "`\(item.item.label)` is already in line \(first): delete one, or give it another label",
                    at: item.place(of: .label))
            }
            lines[words] = lines[words] ?? item.range.line
        }
    }
}
