import StaffFiles

/// Changes single sentences in the bytes of a file of phrases and leaves every other byte as it is.
///
/// As with the settings, the result is verified: it is read again, and must say what it said before but for these sentences.
public enum PhrasesEdit {
    /// The new bytes.
    ///
    /// - Parameters:
    ///   - sentences: By their keys.
    ///   - shipped: What is said in place of a phrase that is missing.
    public static func setting(
        _ sentences: [String: String], in bytes: [UInt8], file: String, shipped: Phrases?
    ) throws(SettingsEdit.Problem) -> [UInt8] {
        let (before, findings) = PhrasesReader.read(bytes, file: file, shipped: shipped)
        guard let before else {
            throw .refused(findings)
        }
        var wanted = texts(in: bytes, file: file)
        var changed = bytes
        for (key, text) in sentences.sorted(by: { $0.key < $1.key }) {
            let names = PhraseEntry.all.map(\.name)
            guard names.contains(key) else {
                let guess = DidYouMean.suffix(for: key, among: names)
                throw .unfit("there is no phrase `\(key)`\(guess)")
            }
            guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw .unfit("`\(key)` is one line: remove the line break")
            }
            wanted[key] = text
            changed = try SettingsEdit.set(
                .init(section: "phrases", option: key, text: scalar(text)), in: changed, file: file)
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
        throw .byHand(.init(section: "phrases", option: key, text: text), file: file, line: 1)
    }

    /// The sentences that the file has, by their keys.
    public static func texts(in bytes: [UInt8], file: String) -> [String: String] {
        SettingsEdit.entries(of: "phrases", in: bytes, file: file)
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
        if isPlain { return text }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
