import StaffFiles
import Wording

/// Changes single sentences in the bytes of a file of phrases and leaves every other byte as it is.
///
/// As with the settings, the result is verified: it is read again, and must say what it said before but for these sentences.
public enum PhrasesEdit {
    /// The new bytes.
    ///
    /// - Parameters:
    ///   - sentences: By their keys. What ships for all numbers, in place of one plain sentence, brings the other forms with it.
    ///   - shipped: What is said in place of a phrase that is missing.
    ///   - standard: The sentences that ship, by their keys.
    public static func setting(
        _ sentences: [String: String], in bytes: [UInt8], file: String, shipped: Phrases?,
        standard: [String: String] = [:]
    ) throws(SettingsEdit.Problem) -> [UInt8] {
        let (before, findings) = PhrasesReader.read(bytes, file: file, shipped: shipped)
        guard let before else {
            throw .refused(findings)
        }
        var wanted = texts(in: bytes, file: file)
        var changed = bytes
        for (key, text) in sentences.sorted(by: { $0.key < $1.key }) {
            let (name, form) = parts(of: key)
            let entry = PhraseEntry.all.first { $0.name == name }
            guard entry.map({ form == nil || $0.counted != nil }) ?? (PhraseEntry.withFormForOne(key) != nil)
            else {
                let guess = DidYouMean.suffix(for: key, among: PhraseEntry.all.map(\.name))
                throw .unfit("there is no phrase `\(key)`\(guess)")
            }
            guard !text.contains(where: \.isNewline) else {
                throw .unfit("`\(key)` is one line: remove the line break")
            }
            guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw .unfit("`\(key)` has a character that cannot be said: delete it all and type it again")
            }
            if let newer = PhraseEntry.withFormForOne(key), let form = oneForm(of: newer, in: wanted) {
                throw .unfit("`\(key)` is never said, because `\(newer.name)` has `one`: change `\(form)`")
            }
            var value = place(of: key, text)
            if let forms = entry.flatMap({ formsPutBack(of: $0, as: text, in: wanted, standard) }) {
                value.text = flow(forms)
                wanted[key] = nil
                for (form, text) in forms { wanted["\(key).\(form.rawValue)"] = text }
            } else {
                wanted[key] = text
            }
            changed = try SettingsEdit.set(value, in: changed, file: file)
        }
        let (after, left) = PhrasesReader.read(changed, file: file, shipped: shipped)
        guard let after else {
            throw .unfit(
                left.first { $0.severity == .error }?.message ?? "it would no longer be a file of phrases")
        }
        let isSame =
            after.language == before.language && after.reasons == before.reasons
            && after.skipReasons == before.skipReasons && texts(in: changed, file: file) == wanted
        if isSame { return changed }
        let (key, text) = sentences.first ?? ("", "")
        throw .byHand(place(of: key, text), file: file, line: 1)
    }

    /// The forms that ship, where they take the place of a plain sentence that stands for all numbers.
    private static func formsPutBack(
        of entry: PhraseEntry, as text: String, in own: [String: String], _ standard: [String: String]
    ) -> [(form: PluralCategory, text: String)]? {
        guard own[entry.name] != nil, entry.nameForOne.flatMap({ own[$0] }) == nil else { return nil }
        let forms = PluralCategory.allCases.compactMap { form in
            standard["\(entry.name).\(form.rawValue)"].map { (form: form, text: $0) }
        }
        return forms.contains { $0.form == .other && $0.text == text } ? forms : nil
    }

    private static func flow(_ forms: [(form: PluralCategory, text: String)]) -> String {
        "{ " + forms.map { "\($0.form.rawValue): \(quoted($0.text))" }.joined(separator: ", ") + " }"
    }

    /// The key of the form for one thing; `nil` where there is none of its own.
    private static func oneForm(of entry: PhraseEntry, in own: [String: String]) -> String? {
        let key = "\(entry.name).\(PluralCategory.one.rawValue)"
        return own[key] == nil ? nil : key
    }

    /// `still_waiting.one` is the form for one thing of `still_waiting`.
    private static func parts(of key: String) -> (name: String, form: PluralCategory?) {
        let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let form = PluralCategory(rawValue: parts[1]) else { return (key, nil) }
        return (parts[0], form)
    }

    private static func place(of key: String, _ text: String) -> SettingsEdit.Value {
        let (name, form) = parts(of: key)
        return form.map { .init(section: "phrases.\(name)", option: $0.rawValue, text: quoted(text)) }
            ?? .init(section: "phrases", option: name, text: scalar(text))
    }

    /// The sentences that the file has, by their keys; forms by `still_waiting.one`.
    public static func texts(in bytes: [UInt8], file: String) -> [String: String] {
        guard let root = StaffFile.read(bytes, file: file).root, case .mapping(let sections) = root.content,
            let found = sections.first(where: { $0.key.value == "phrases" }),
            case .mapping(let phrases) = found.value.content
        else { return [:] }
        var texts: [String: String] = [:]
        for phrase in phrases {
            switch phrase.value.content {
            case .scalar(let text, _): texts[phrase.key.value] = text
            case .mapping(let forms):
                for case (let form, .scalar(let text, _)) in forms.map({ ($0.key.value, $0.value.content) }) {
                    texts["\(phrase.key.value).\(form)"] = text
                }
            case .empty, .sequence: break
            }
        }
        return texts
    }

    /// The keys under which a sentence is changed: one for each form where the file, or else the one that ships, has several.
    public static func keys(
        of entry: PhraseEntry, in own: [String: String], shipped: [String: String]
    ) -> [String] {
        // One of the two is said.
        let older =
            entry.nameForOne.flatMap { own[$0] == nil || oneForm(of: entry, in: own) != nil ? nil : $0 }
            .map { [$0] } ?? []
        let forms = PluralCategory.allCases.filter { older.isEmpty || $0 != .one }
            .map { "\(entry.name).\($0.rawValue)" }.filter { own[$0] != nil || shipped[$0] != nil }
        return (own[entry.name] != nil || forms.isEmpty ? [entry.name] : forms) + older
    }

    /// What ships for a key, whichever forms there are.
    public static func standard(of key: String, _ entry: PhraseEntry, in shipped: [String: String]) -> String
    {
        let other = shipped["\(entry.name).\(PluralCategory.other.rawValue)"] ?? shipped[entry.name]
        let one = key == entry.nameForOne ? shipped["\(entry.name).\(PluralCategory.one.rawValue)"] : nil
        return shipped[key] ?? one ?? other ?? ""
    }

    /// What the comments above the sentences say of them: the words above the first of a group are those of all.
    public static func purposes(in text: String) -> [String: String] {
        var (purposes, comment): ([String: String], [String]) = ([:], [])
        var isComment = false
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " }
            if line.hasPrefix("#") {
                if !isComment { comment = [] }
                comment.append(String(line.dropFirst().drop { $0 == " " }))
            } else if let colon = line.firstIndex(of: ":") {
                purposes[String(line[..<colon])] = comment.joined(separator: " ")
            }
            isComment = line.hasPrefix("#")
        }
        return purposes
    }

    /// As YAML takes it for these very words: plain where nothing in it means something, else in quotes.
    static func scalar(_ text: String) -> String {
        let isPlain =
            (text.first?.isLetter ?? false) && !text.contains(": ") && !text.contains(" #")
            && !text.hasSuffix(":")
            && !text.hasSuffix(" ") && text.contains(" ")
        return isPlain ? text : quoted(text)
    }

    /// Also where it stands in braces, in which a comma would end it.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
