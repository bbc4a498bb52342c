import Foundation

/// What is left of a name for eyes and ears: two names that look alike have the same (UTS #39, skeletons).
///
/// Invisible characters, widths, styles and blanks make no difference, and neither do capitals or characters that Unicode takes for
/// confusable. A name has two skeletons, because one would not do: folding capitals first hides that a Greek `Ν` looks like an `N`
/// (its small letter looks like a `v`); looking at shapes first hides that `ИВАН` and `Иван` are one name. Names are alike where either is the same.
/// What looks alike is not transitive, so skeletons are compared and not sorted by.
///
/// The work is linear in the length of the name, which its message bounds.
public struct NameSkeleton: Hashable, Sendable {
    /// Small letters, then what they look like.
    public let letters: String
    /// What the name looks like as it is written, then small letters. An `L` stays: a capital `I` looks like an `l`, but `Ian` is not `Lan`.
    public let shape: String

    public init(_ name: String) {
        let base = Self.base(name)
        // A `1` looks like an `l`, but `Room 1` is not `Room L`: that is for the shape to say.
        letters = Self.text(
            Self.settled(Self.folded(base), Self.folded) { $0 == ["l"] ? nil : $0 })
        shape = Self.text(Self.settled(base, Self.foldedButL) { $0 })
    }

    /// Whether a person could take one name for the other. A name of which nothing is left is like none.
    public func isAlike(_ other: NameSkeleton) -> Bool {
        (letters == other.letters && !letters.isEmpty) || (shape == other.shape && !shape.isEmpty)
    }

    /// Whether two names could be taken for one another.
    public static func areAlike(_ name: String, _ other: String) -> Bool {
        NameSkeleton(name).isAlike(NameSkeleton(other))
    }

    /// A name as it is typed: the same for `anna SMITH `, `Anna Smith` and `Ａｎｎａ Smith`, but not for letters
    /// of another script. For finding somebody by their name, so that a lookalike does not match.
    public static func typed(_ name: String) -> String { text(folded(base(name))) }

    // MARK: - Steps

    /// As often as prototypes and folding are taken in turn; a test shows that nothing needs more.
    private static let rounds = 4

    /// Decomposed, without what cannot be seen.
    private static func base(_ name: String) -> [Unicode.Scalar] {
        decomposed(name.unicodeScalars.filter { !isIgnored($0) })
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
    }

    /// NFKD: the letters of NFKC, taken apart. Two texts have the same NFKC exactly if they have the same NFKD.
    private static func decomposed(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        let text = String(String.UnicodeScalarView(scalars))
        return Array(text.decomposedStringWithCompatibilityMapping.unicodeScalars)
    }

    /// Each character as what it looks like, then folded, until nothing changes any more.
    private static func settled(
        _ scalars: [Unicode.Scalar], _ fold: ([Unicode.Scalar]) -> [Unicode.Scalar],
        taking: ([Unicode.Scalar]) -> [Unicode.Scalar]?
    ) -> [Unicode.Scalar] {
        var now = scalars
        for _ in 0..<rounds {
            let next = fold(decomposed(now.flatMap { Confusables.prototypes[$0].flatMap(taking) ?? [$0] }))
            if next == now { break }
            now = next
        }
        return now
    }

    /// Without capitals, as full case folding has it: a small letter's capital's small letters, so `ß` is `ss` and `ς` is `σ`.
    private static func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        decomposed(scalars.flatMap(fold))
    }

    private static func foldedButL(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        decomposed(scalars.flatMap { $0 == "L" ? [$0] : fold($0) })
    }

    private static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if scalar.isASCII { return Array(scalar.properties.lowercaseMapping.unicodeScalars) }
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        let capital = small.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
        return capital.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }

    /// Blanks around it are nothing, and between its words one.
    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        let words = scalars.split { $0.properties.isWhitespace }.map { String(String.UnicodeScalarView($0)) }
        return words.joined(separator: " ")
    }
}
