/// How text is shown on what it is written to.
public struct TerminalLook: Equatable, Sendable {
    /// Where lines are broken; `nil` where nothing is, because a program reads it.
    public var columns: Int?
    public var isColoured: Bool

    public init(columns: Int?, isColoured: Bool) {
        self.columns = columns
        self.isColoured = isColoured
    }

    /// For files and pipes.
    public static let plain = TerminalLook(columns: nil, isColoured: false)

    /// Columns below which nothing could be read.
    public static let narrowest = 20
    /// Where nothing says how wide it is.
    public static let usual = 80

    /// What a colour means; nothing is told by colour alone.
    public enum Meaning: String, Sendable {
        case error = "1;31"
        case warning = "1;33"
        case good = "32"
        case place = "1"
        /// What stands beside what matters.
        case aside = "2"
    }

    /// The text in a colour (ECMA-48), where there are colours.
    public func painted(_ text: String, _ meaning: Meaning) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(meaning.rawValue)m\(text)\u{1B}[0m" : text
    }
}
