import Care

/// Numbers as people write them.
enum TelephoneNumber {
    /// The longest of the world have 15 digits (ITU-T E.164). Whatever has fewer than 5 is a service's, or help's.
    private static let digits = 5...15

    /// - Parameter field: As the API names where it was written.
    /// - Returns: Digits, after a plus where there is one.
    static func check(_ text: String, in field: String) throws(FieldProblem) -> String {
        let number = text.filter { !$0.isWhitespace && !"-/().".contains($0) }
        let rest = number.drop { $0 == "+" }
        guard number.count - rest.count <= 1, digits.contains(rest.count),
            rest.allSatisfy({ $0.isASCII && $0.isNumber })
        else {
            throw FieldProblem(
                field, "`\(text.prefix(40))` is not a telephone number, such as `+49 171 1234567`.")
        }
        return number
    }
}
