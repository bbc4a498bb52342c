public import Care

/// Where somebody can be paid: the body of `PUT /people/{id}/payment-link`.
public struct PaymentLinkChange: Codable, Hashable, Sendable {
    /// `https:` or `payto:` (RFC 8905); absent: none.
    public var link: String?

    public init(link: String?) { self.link = link }

    /// Longest link, in characters.
    static let longest = 500

    /// Only what leads to a page or names an account: a link that a browser would run, or that shows another place than it leads to, is
    /// refused.
    public func check() throws(FieldProblem) {
        guard let link else { return }
        guard link.utf8.count <= Self.longest else {
            throw FieldProblem("link", "it is longer than \(Self.longest) characters")
        }
        let isPlain = link.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"\"'<>\\^`{|}".utf8.contains($0)
        }
        let place = ["https://", "payto://"].first { link.hasPrefix($0) }.map { link.dropFirst($0.count) }
        // No `@`: what stands before one looks like the place that it leads to.
        let host = (place ?? "").prefix { !"/?#".contains($0) }
        let isHost = host.utf8.allSatisfy { byte in
            let sign = Character(Unicode.Scalar(byte))
            return sign.isLetter || sign.isNumber || "-.:".contains(sign)
        }
        guard isPlain, isHost, host.contains(where: \.isLetter) else {
            throw FieldProblem(
                "link", "write a link that begins with https:// or payto://, such as https://paypal.me/anna")
        }
    }
}
