import Care

/// What the fields of several channels have in common.
enum ChannelChecks {
    /// Longest token or shared secret, in bytes.
    static let longestSecret = 500

    /// The address of a server, such as `https://ntfy.example.org`, perhaps with a path, without a query.
    static func server(_ text: String, _ field: String) throws(FieldProblem) -> ChannelAddress {
        let address = try url(text, field)
        guard !address.hasQuery else {
            throw FieldProblem(
                field, "a server’s address has no question mark: leave out what begins with it")
        }
        return address
    }

    static func url(_ text: String, _ field: String) throws(FieldProblem) -> ChannelAddress {
        do throws(ChannelHTTP.Failure) { return try ChannelAddress(text) } catch {
            throw FieldProblem(field, error.description)
        }
    }

    /// What stands in a line of HTTP.
    static func token(_ token: String, _ field: String) throws(FieldProblem) {
        guard token.utf8.count <= longestSecret, token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw FieldProblem(
                field,
                "a token is one line of letters, digits and signs without spaces: copy all of it once more")
        }
    }
}
