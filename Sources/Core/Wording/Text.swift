public import Recurrence

/// Something to be said or shown, in whichever language its reader has: the name of a text of the `texts` files, and what is filled in.
public indirect enum Text: Hashable, Sendable {
    /// A text by its name, such as `now.title`, with values for its placeholders.
    case named(String, [String: Value])
    /// What people have written, and what is the same in every language.
    case verbatim(String)
    /// What the program has written in English, as its API does: said by the text of the group `problem` or `finding` that matches
    /// it, and as it stands where none does.
    case written(String)
    /// Some, one after the other, with something between them.
    case joined([Text], separator: String)
    /// "Ada, Ben and Carl".
    case list([Text])
    /// With a capital letter where it begins, for what is part of a sentence or a sentence of its own.
    case capitalized(Text)
    /// The same with a full stop, unless there is an end already.
    case sentence(Text)

    /// What is filled in for a placeholder.
    public enum Value: Hashable, Sendable {
        case text(Text)
        /// A count of things: its text may have a form for each category of plural. Grouped as its language does.
        case number(Int)
        /// With so many digits after the decimal mark.
        case decimal(Double, places: Int)
        /// `18:05`.
        case time(WallTime)
        /// `Tuesday 3 March`, with the year where it is another one than today's.
        case day(CalendarDay, today: CalendarDay)
        /// `Tuesday`.
        case weekday(Weekday)
        /// `March 2026`.
        case month(CalendarDay)
    }

    public init(_ name: String, _ values: [String: Value] = [:]) { self = .named(name, values) }

    /// A text whose form follows a count, which it may name as `{count}`.
    public init(_ name: String, count: Int, _ values: [String: Value] = [:]) {
        self = .named(name, values.merging(["count": .number(count)]) { _, count in count })
    }

    public static let empty = Text.verbatim("")
}

extension Text.Value: ExpressibleByStringInterpolation {
    /// What people have written, as it stands.
    public init(stringLiteral value: String) { self = .text(.verbatim(value)) }

    public static func verbatim(_ text: String) -> Self { .text(.verbatim(text)) }
}
