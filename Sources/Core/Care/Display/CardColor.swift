/// The colour of a card's edge, by which a person finds a category without reading.
public enum CardColor: String, Codable, Sendable, CaseIterable {
    case yellow, green, blue, orange, pink, purple, brown, grey, red, white
}
