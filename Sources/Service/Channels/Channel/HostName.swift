/// Names and addresses of machines, as settings hold them.
enum HostName {
    private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
    private static let addressLetters = Set("0123456789abcdefABCDEF:.")

    /// Whether it is a name of DNS or an IPv4 address: parts of 1 to 63 letters, digits and hyphens, with dots between them.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && parts.allSatisfy { part in
                (1...63).contains(part.utf8.count) && part.allSatisfy(letters.contains)
                    && !part.hasPrefix("-")
                    && !part.hasSuffix("-")
            }
    }

    /// Whether it is a name, or an address of IPv6 without brackets. An address is looked at no further: nothing in it can be
    /// mistaken for something else, and a wrong one has no server.
    static func isHost(_ text: String) -> Bool {
        isName(text)
            || (text.contains(":") && text.utf8.count <= 45 && text.allSatisfy(addressLetters.contains))
    }
}

extension String {
    /// Without white space around it.
    var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension [String: String] {
    /// The value without spaces around it; `nil` where there is none or an empty one.
    func filled(_ name: String) -> String? {
        guard let value = self[name]?.trimmed, !value.isEmpty else { return nil }
        return value
    }
}
