/// Checks whether a voice speaks a language that a file names; which voices a machine has, its synthesiser knows, which this
/// module does not ask.
public struct LanguageCheck: Sendable {
    /// Whether a voice speaks it (BCP 47). Asked only of languages that are well formed.
    public let isSpoken: @Sendable (String) -> Bool

    public init(_ isSpoken: @escaping @Sendable (String) -> Bool) { self.isSpoken = isSpoken }

    /// Checks only whether it can be a language at all.
    public static let form = LanguageCheck { _ in true }

    /// What is read aloud in a language without a voice is heard, and hard to understand: that keeps no file from use.
    public func warn(of language: Located<String>, in log: FindingLog) {
        guard LanguageTag.isWellFormed(language.value), !isSpoken(language.value) else { return }
        log.warning(
            "no voice of eSpeak NG on this machine speaks `\(language.value)`, so an English one says it all: write a language that `espeak-ng --voices` lists",
            at: language.range)
    }
}
