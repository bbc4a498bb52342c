import Care
public import StaffFiles

/// Reads a store of quotes or tips, `encouragement/tips.en.yaml`, and checks for what would trouble whoever hears them.
public struct EncouragementReader {
    /// Characters: some twelve seconds when it is spoken.
    static let textLimit = 300
    static let nameLimit = 200
    static let idLimit = 64
    /// Its title and its address.
    static let sourceLimit = 300
    static let mostItems = 2000
    static let mostCategories = 5

    private static let keys = ["encouragement", "language", "items"]
    private static let itemKeys = ["id", "text", "author", "source", "categories", "sound", "video"]

    private let loader: StaffFileLoader
    private let languages: LanguageCheck

    /// - Parameters:
    ///   - loader: How the sounds and videos that it names are looked at.
    ///   - languages: Which languages the voices speak.
    public init(loader: StaffFileLoader, languages: LanguageCheck = .form) {
        self.loader = loader
        self.languages = languages
    }

    /// Reads the bytes of one file.
    ///
    /// - Parameters:
    ///   - file: The path as the loader knows it and as findings shall name it.
    ///   - root: The folder out of which no file may be named; the file's own folder if `nil`.
    /// - Returns: The store, or `nil` if there is any error; and the findings, by place.
    public func read(
        _ bytes: [UInt8], file: String, root: String? = nil
    ) -> (store: EncouragementStore?, findings: [Finding]) {
        let (node, log) = StaffFile.read(bytes, file: file)
        let files = FileReferences(
            paths: StaffFilePath(start: file, root: root), base: file, folder: "encouragement",
            loader: loader,
            log: log)
        let store = store(node, files, log)
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : store, findings)
    }

    /// In which line each item begins, from 1, by its id: for whoever changes one of them.
    public static func lines(_ bytes: [UInt8], file: String) -> [String: Int] {
        let (node, log) = StaffFile.read(bytes, file: file)
        guard let node,
            let cursor = MappingCursor(node, what: "a store of encouragement", keys: keys, log: log),
            let items = cursor.sequence("items")
        else { return [:] }
        var lines: [String: Int] = [:]
        for item in items.value.prefix(mostItems) {
            guard let cursor = MappingCursor(item, what: "an item", keys: itemKeys, log: log),
                let id = cursor.string("id")
            else { continue }
            lines[id.value] = lines[id.value] ?? cursor.range.line
        }
        return lines
    }

    private func store(_ root: StaffNode?, _ files: FileReferences, _ log: FindingLog) -> EncouragementStore?
    {
        guard
            let cursor = MappingCursor(
                file: root, what: "a store of encouragement", keys: Self.keys,
                empty: "this file is empty: it needs `encouragement`, `language` and `items`", log: log)
        else { return nil }
        cursor.require("encouragement", because: "`quotes` or `tips`")
        cursor.require("language", because: "such as `en-GB`, so that it is pronounced correctly")
        cursor.require("items", because: "a list of what is said")
        let kind = cursor.enumeration("encouragement", EncouragementStore.Kind.self)
        let language = cursor.string("language")
        if let language, !LanguageTag.isWellFormed(language.value) {
            log.error(
                "`\(language.value)` is not a language tag, such as `en-GB`\(LanguageTag.suggestion(for: language.value))",
                at: language.range)
        }
        if let language { languages.warn(of: language, in: log) }
        let nodes = cursor.sequence("items")
        if let nodes, nodes.value.isEmpty {
            log.error("this store has no items: give it some", at: cursor.place(of: "items"))
        }
        if let nodes, nodes.value.count > Self.mostItems {
            log.error(
                "\(nodes.value.count) items: at most \(Self.mostItems) fit in one file",
                at: cursor.place(of: "items"))
        }
        var lines: [String: Int] = [:]
        let items = (nodes?.value.prefix(Self.mostItems) ?? []).compactMap {
            item($0, kind?.value ?? .quotes, files, log, &lines)
        }
        return EncouragementStore(
            kind: kind?.value ?? .quotes, language: language?.value ?? "en", items: items)
    }

    private func item(
        _ node: StaffNode, _ kind: EncouragementKind, _ files: FileReferences, _ log: FindingLog,
        _ lines: inout [String: Int]
    ) -> Encouragement? {
        guard let cursor = MappingCursor(node, what: "an item", keys: Self.itemKeys, log: log) else {
            return nil
        }
        cursor.require("id", because: "a short name, the same in every language: what was heard goes by it")
        cursor.require("text", because: "what is said")
        cursor.require("categories", because: "such as `[courage]`, so that it can be chosen")
        let id = cursor.string("id")
        if let id {
            if id.value.count > Self.idLimit
                || !id.value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            {
                log.error("`id` is a short word of letters from a to z, digits and `-`", at: id.range)
            }
            if let first = lines[id.value] {
                log.error(
                    "the id `\(id.value)` is taken by the item in line \(first): write another", at: id.range)
            }
            lines[id.value] = lines[id.value] ?? cursor.range.line
        }
        let categories = cursor.strings("categories") ?? []
        if cursor.has("categories"), !(1...Self.mostCategories).contains(categories.count) {
            log.error(
                "an item has from 1 to \(Self.mostCategories) categories", at: cursor.place(of: "categories"))
        }
        for category in categories where !EncouragementSettings.isCategory(category.value) {
            log.error("a category is a short word, such as `courage`", at: category.range)
        }
        return Encouragement(
            kind: kind, id: id?.value ?? "", text: text("text", Self.textLimit, cursor, log) ?? "",
            author: text("author", Self.nameLimit, cursor, log),
            source: text("source", Self.sourceLimit, cursor, log), categories: categories.map(\.value),
            recording: files.sound("sound", cursor), video: files.video("video", cursor))
    }

    private func text(_ key: String, _ limit: Int, _ cursor: MappingCursor, _ log: FindingLog) -> String? {
        guard let text = cursor.string(key) else { return nil }
        if text.value.count > limit {
            log.error(
                "`\(key)` has \(text.value.count) characters, at most \(limit) can be listened to: write a shorter one",
                at: text.range)
        }
        return text.value
    }
}
