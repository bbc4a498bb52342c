/// Takes the silence away with which a synthesiser begins and ends: a label should sound at once, and the time to
/// press should begin when the words have ended.
struct SilenceTrimmer {
    /// About −54 dB: below the quietest consonant of eSpeak NG, above its rounding.
    private static let threshold: Float = 64
    /// What is kept before the first loud sample (1 ms) and after the last (10 ms), in samples of 22,050 Hz.
    private static let leadKept = 22
    private static let tailKept = 220

    private let keepsTail: Bool
    private var hasBegun = false
    private var held: [Float] = []

    init(keepsTail: Bool) { self.keepsTail = keepsTail }

    /// The samples that are surely wanted; silence is held back until something follows it.
    mutating func process(_ input: [Float]) -> [Float] {
        held.append(contentsOf: input)
        if !hasBegun {
            guard let first = held.firstIndex(where: { abs($0) >= Self.threshold }) else {
                held.removeFirst(max(0, held.count - Self.leadKept))
                return []
            }
            hasBegun = true
            held.removeFirst(max(0, first - Self.leadKept))
        }
        guard let last = held.lastIndex(where: { abs($0) >= Self.threshold }) else { return [] }
        let ready = Array(held[...last])
        held.removeFirst(last + 1)
        return ready
    }

    /// The end: the pause that was held back, or its first 10 ms.
    mutating func finish() -> [Float] {
        defer { held = [] }
        guard hasBegun else { return [] }
        return keepsTail ? held : Array(held.prefix(Self.tailKept))
    }
}
