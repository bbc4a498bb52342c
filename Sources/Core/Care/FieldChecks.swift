/// What texts, ids and lists may be, the same for everything that people write.
public enum FieldChecks {
    /// Longest name or label, in characters.
    public static let shortText = 500
    /// Longest text that is spoken or kept for staff.
    public static let longText = 2000
    /// Longest id.
    static let longestID = 64

    /// What a person reads or hears; not empty.
    public static func text(_ text: String, _ field: String, limit: Int = shortText) throws(FieldProblem) {
        guard !text.isInvisible else { throw FieldProblem(field, "it is empty") }
        try clean(text, field, limit: limit)
    }

    /// What somebody is called by, or something is chosen by: not empty, and without what could make it read as another.
    public static func name(_ name: String, _ field: String, limit: Int = shortText) throws(FieldProblem) {
        try text(name, field, limit: limit)
        if let mark = DirectionMarks.first(in: name) {
            throw FieldProblem(
                field,
                "it holds an invisible mark of the direction of writing (\(mark.codePoint)): delete it all and type it again"
            )
        }
    }

    /// The same where it may be left out, but not be blank.
    public static func name(_ name: String?, _ field: String, limit: Int = shortText) throws(FieldProblem) {
        if let name { try Self.name(name, field, limit: limit) }
    }

    /// The same where it may be left out, but not be blank.
    public static func text(_ text: String?, _ field: String, limit: Int = shortText) throws(FieldProblem) {
        if let text { try Self.text(text, field, limit: limit) }
    }

    /// The same where it may be blank.
    public static func clean(_ text: String, _ field: String, limit: Int) throws(FieldProblem) {
        guard text.unicodeScalars.count <= limit else {
            throw FieldProblem(field, "it is longer than \(limit) characters")
        }
        // Line ends and tabs come from board files; the others would only disturb terminals and voices.
        let isClean = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control || ["\n", "\r", "\t"].contains(scalar)
        }
        guard isClean else { throw FieldProblem(field, "it holds a control character") }
    }

    /// A short word that programs use: letters a to z, digits and `-`. Capitals only where `beckon.yaml` has them, too.
    public static func id(_ id: String, _ field: String, mayHaveCapitals: Bool = false) throws(FieldProblem) {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): mayHaveCapitals
            default: false
            }
        }
        guard isPlain, (1...longestID).contains(id.utf8.count) else {
            throw FieldProblem(
                field,
                "`\(id.prefix(80))` is not an id: write 1 to \(longestID) of the letters a to z, digits and `-`, such as `warm-milk`"
            )
        }
    }

    public static func number(
        _ number: Int, _ field: String, in range: ClosedRange<Int>, _ unit: String
    ) throws(FieldProblem) {
        guard range.contains(number) else {
            throw FieldProblem(
                field, "\(number) must be from \(range.lowerBound) to \(range.upperBound) \(unit)")
        }
    }
}

extension String {
    /// Whether it is invisible: blanks, joiners, marks of direction.
    var isInvisible: Bool {
        unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                // The braille pattern without dots.
                || properties.generalCategory == .format || scalar == "\u{2800}"
        }
    }
}
