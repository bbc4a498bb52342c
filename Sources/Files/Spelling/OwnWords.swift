/// The words that one person has written before, so that they come first.
public struct OwnWords: Equatable, Sendable {
    /// The least used are forgotten beyond this.
    public static let limit = 500

    /// How often each was written, and when last, counted in words.
    private var uses: [String: (count: Int, last: Int)] = [:]
    private var clock = 0

    public init() {}

    /// Takes what was written earlier, the oldest first.
    public init(texts: [String]) {
        for text in texts { add(text) }
    }

    /// Remembers the words of a text that was spoken or proposed.
    public mutating func add(_ text: String) {
        for word in text.split(whereSeparator: { !SpelledText.isOfWord($0) }).map(String.init)
        where word.contains(where: \.isLetter) && word.count > 1 {
            clock += 1
            uses[word] = ((uses[word]?.count ?? 0) + 1, clock)
        }
        guard uses.count > Self.limit else { return }
        for word in ranked.dropFirst(Self.limit) { uses[word] = nil }
    }

    /// The most used first, of equals the latest.
    var ranked: [String] {
        uses.sorted { ($0.value.count, $0.value.last) > ($1.value.count, $1.value.last) }.map(\.key)
    }

    public static func == (one: OwnWords, other: OwnWords) -> Bool { one.ranked == other.ranked }
}
