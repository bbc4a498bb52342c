import Care

/// An address to which mail is sent, as far as it can be judged without asking anybody.
enum MailAddress {
    /// In front of the `@`: what RFC 5322 calls a dot-atom, in which nothing has to be quoted.
    private static let local = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~.")

    /// - Parameter field: As the API names where it was written.
    /// - Returns: The address without spaces around it.
    static func check(_ text: String, in field: String) throws(FieldProblem) -> String {
        let address = text.trimmed
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), address.utf8.count <= 254,
            parts[0].allSatisfy(local.contains), !parts[0].hasPrefix("."), !parts[0].hasSuffix("."),
            !parts[0].contains(".."), HostName.isName(String(parts[1]))
        else {
            throw FieldProblem(
                field, "`\(text.prefix(80))` is not a mail address, such as `anna@example.org`.")
        }
        return address
    }

    /// What stands after the `@` of an address that was checked.
    static func domain(of address: String) -> Substring { address.split(separator: "@").last ?? "" }
}
