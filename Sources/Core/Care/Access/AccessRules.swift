/// What names, passwords, tokens and codes may be.
public enum AccessRules {
    /// Longest name that somebody logs in with, in characters.
    public static let longestName = 100
    /// Shortest password, in characters as people count them: an emoji of several parts is one. Long ones that are easy to
    /// remember are better than short ones with signs in them.
    public static let shortestPassword = 8
    /// Longest password, in bytes: what is hashed for anybody who asks is bounded.
    public static let longestPassword = 512
    /// The letters and digits of a code: none is confused with another, read aloud or written by hand.
    public static let codeCharacters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    /// How many of them make a code.
    public static let codeLength = 6

    /// `anna  SMITH ` and `Anna Smith` are one person.
    public static func nameKey(_ name: String) -> String {
        name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    /// A code as it is stored, whatever way it was typed: `k7m 4qx` is `K7M4QX`. `nil` if it can be none.
    public static func code(_ text: String) -> String? {
        let code = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard code.count == codeLength, code.allSatisfy(codeCharacters.contains) else { return nil }
        return code
    }

    /// A code as people read it: `K7M-4QX`.
    public static func readable(code: String) -> String {
        "\(code.prefix(codeLength / 2))-\(code.dropFirst(codeLength / 2))"
    }

    public static func checkName(_ name: String, _ field: String) throws(FieldProblem) {
        try FieldChecks.name(name, field, limit: longestName)
    }

    /// Looks whether somebody may choose a password; those that were chosen before go on to work.
    ///
    /// - Parameter name: Whose it shall be: their name is no password.
    public static func checkPassword(
        _ password: String, _ field: String, of name: String? = nil
    ) throws(FieldProblem) {
        guard password.count >= shortestPassword else {
            throw FieldProblem(
                field,
                "it needs at least \(shortestPassword) characters: three words that only you would put together are good"
            )
        }
        guard password.utf8.count <= longestPassword else {
            throw FieldProblem(field, "it is longer than \(longestPassword) bytes")
        }
        if let name, CommonPasswords.isName(password, of: name) {
            throw FieldProblem(
                field, "it is your name, or nearly: choose three words that only you would put together")
        }
        guard !CommonPasswords.contains(password) else {
            throw FieldProblem(
                field,
                "many people have it, so it is tried first: choose three words that only you would put together"
            )
        }
    }

    /// Where somebody who logs in was going: itself, if it is a path of this site that can be read, so that a link cannot send people
    /// anywhere else; otherwise `nil`.
    public static func next(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/"), !path.hasPrefix("//"), path.utf8.count <= 500,
            path.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }),
            !["/login", "/logout"].contains(path), !path.hasPrefix("/login?"), !path.hasPrefix("/login/")
        else { return nil }
        return path
    }

    static func checkToken(_ token: String, _ field: String) throws(FieldProblem) {
        guard (1...200).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { throw FieldProblem(field, "it is not the token of a link") }
    }
}
