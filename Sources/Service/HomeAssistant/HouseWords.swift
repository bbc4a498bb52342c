/// What things are called in the house's own program, in the home's language.
public struct HouseWords: Sendable, Equatable {
    /// An entity's name, or a device's kind.
    public enum Name: String, Sendable, CaseIterable {
        case home, client, call, request, calling, met, say, due
        case openCalls = "open_calls"
        case onTheWay = "on_the_way"
        case switchProblem = "switch_problem"
        case soundProblem = "sound_problem"
        case kiosk

        /// The key of the text in `texts.LANGUAGE.yaml`.
        public var key: String { "house.\(rawValue)" }
    }

    private let texts: [Name: String]

    /// - Parameter text: Gives a text by its key.
    public init(_ text: (_ key: String) -> String) {
        texts = Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0, text($0.key)) })
    }

    subscript(_ name: Name) -> String { texts[name] ?? name.rawValue }
}
