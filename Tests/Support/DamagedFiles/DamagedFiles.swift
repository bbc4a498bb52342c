import Chance

/// Files as a bad disk, a bad editor or a bad day leaves them; the same on every run for the same seed.
public struct DamagedFiles {
    private var generator: SeededGenerator

    public init(seed: Int) { generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed) &+ 1) }

    private static let pieces = [
        "[", "]", "{", "}", ": ", "- ", "\n", "\t", "&a ", "*a", "<<: ", "!!", "'", "\"", "|", ">", "#",
        "---\n", "%",
        "\u{0}", "\u{2028}", "👩‍👩‍👧‍👦", "\r", "\\x", "group: [", "open: ", "../", "label: ", "? ", ",", "~",
        "\u{FEFF}", "é\u{301}",
    ]

    /// A file with one to six damages.
    public mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1:
                bytes.insert(
                    contentsOf: Array((Self.pieces.randomElement(using: &generator) ?? "").utf8), at: place)
            case 2:
                bytes.removeSubrange(
                    place..<min(place + Int.random(in: 1...20, using: &generator), bytes.count))
            case 3: bytes = Array(bytes[..<place])
            case 4:
                let end = min(place + Int.random(in: 1...200, using: &generator), bytes.count)
                bytes.insert(
                    contentsOf: Array(bytes[place..<end]),
                    at: Int.random(in: 0...bytes.count, using: &generator))
            default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
            }
        }
        return bytes
    }
}
