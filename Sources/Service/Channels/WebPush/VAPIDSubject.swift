import Care

/// Whom the operators of push services can ask about what this home sends (RFC 8292 §2.1). Apple refuses one that nobody outside could
/// reach, and says only `BadJwtToken`.
enum VAPIDSubject {
    /// Ends of names that are known in one's own network alone (RFC 6761, RFC 6762, and what routers use).
    private static let inside: Set<String> = [
        "localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "invalid",
    ]
    /// What may stand before the `@`: of RFC 5322's atoms what needs no escape in a URI.
    private static let local = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.!$&'*+-/=_~".utf8)

    /// What is signed: `ben@example.org` becomes `mailto:ben@example.org`, a page with https stays as it is.
    static func uri(_ typed: String) throws(FieldProblem) -> String {
        guard !typed.isEmpty else { throw FieldProblem("settings.contact", "it is missing") }
        let isPage = typed.hasPrefix("https://")
        let uri = isPage || typed.hasPrefix("mailto:") ? typed : "mailto:" + typed
        guard isPage ? isOutside(page: uri) : isOutside(mail: uri.dropFirst("mailto:".count)) else {
            throw FieldProblem(
                "settings.contact",
                "write an e-mail address, such as ben@example.org, or a page with https: Apple refuses what nobody outside can reach"
            )
        }
        return uri
    }

    private static func isOutside(page: String) -> Bool {
        guard let address = try? ChannelAddress(page) else { return false }
        return isOutside(host: address.host)
    }

    private static func isOutside(mail: Substring) -> Bool {
        let parts = mail.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ local.contains($0) }),
            let address = try? ChannelAddress("https://\(parts[1])"),
            // Nothing but a host stands there.
            address.host == parts[1].lowercased()
        else { return false }
        return isOutside(host: address.host)
    }

    private static func isOutside(host: String) -> Bool {
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return false }
        // The last label of an IPv4 address is a number.
        return last.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            && !inside.contains(String(last)) && !host.hasSuffix(".home.arpa")
    }
}
