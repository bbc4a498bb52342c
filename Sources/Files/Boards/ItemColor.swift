import Care
import StaffFiles

/// The categories of the modified Fitzgerald key, which many who use communication boards have learnt: each word
/// has the colour of its kind.
///
/// After E. Fitzgerald, Straight Language for the Deaf (1929), as boards use it today: J. J. Thistle and
/// K. M. Wilkinson, Working Memory Demands of Aided AAC Systems (2009), by
/// <https://communicationcommunity.com/fitzgerald-key-for-aac>; the colours of people, verbs, descriptions, nouns and
/// social words are those of <https://www.tvcc.on.ca/resource/fitzgerald-key-colour-coding>. Versions differ in the
/// others: a home that uses another writes colours.
enum FitzgeraldCategory: String, CaseIterable {
    case people, actions, descriptions, things, social, questions, adverbs, other

    var color: CardColor {
        switch self {
        case .people: .yellow
        case .actions: .green
        case .descriptions: .blue
        case .things: .orange
        case .social: .pink
        case .questions: .purple
        case .adverbs: .brown
        case .other: .grey
        }
    }
}

enum ItemColor {
    /// What can be written: a colour, or a category of the key.
    static let words = CardColor.allCases.map(\.rawValue) + FitzgeraldCategory.allCases.map(\.rawValue)

    static func read(_ cursor: MappingCursor) -> CardColor? {
        guard let word = cursor.word(ItemKey.color.rawValue, of: words)?.value else { return nil }
        return CardColor(rawValue: word) ?? FitzgeraldCategory(rawValue: word)?.color
    }
}
