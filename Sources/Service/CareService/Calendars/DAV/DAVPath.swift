import Care
import Foundation

/// Where the addresses lead that a CalDAV server names, and which of them may be followed with a password.
enum DAVPath {
    /// - Parameters:
    ///   - href: A path, or a whole address.
    ///   - base: Where it was read.
    /// - Returns: `nil` where it leads to somebody else.
    static func url(_ href: String, from base: URL) -> URL? {
        guard let url = URL(string: href, relativeTo: base)?.absoluteURL,
            let checked = try? PlatformAddress.url(url.absoluteString), mayFollow(checked, from: base)
        else { return nil }
        return checked
    }

    /// Whether a password that was given for one server may go to another: to one of the same domain, as large ones have many. What
    /// `caldav.example.com` names may be at `p07-caldav.example.com`.
    static func mayFollow(_ url: URL, from base: URL) -> Bool {
        guard !PlatformAddress.isSame(url, base) else { return true }
        guard url.scheme?.lowercased() == "https", base.scheme?.lowercased() == "https",
            let host = url.host?.lowercased(), let known = base.host?.lowercased(),
            // An address of numbers has no domain.
            known.contains(where: \.isLetter), !known.contains(":")
        else { return false }
        guard !host.hasSuffix("." + known) else { return true }
        let parent = known.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
        return parent.count >= 2
            && (host == parent.joined(separator: ".") || host.hasSuffix("." + parent.joined(separator: ".")))
    }

    /// A collection's address, with the slash at its end without which what is in it would be looked for beside it.
    static func collection(_ url: URL) -> URL {
        guard !url.path(percentEncoded: true).hasSuffix("/"),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        parts.percentEncodedPath += "/"
        return parts.url ?? url
    }

    /// By which a resource is known, however its server writes its path this time: `%40` or `@`.
    static func key(_ url: URL) -> String { url.path(percentEncoded: false) }

    /// That of something in a collection; `nil` for the collection itself, and for what is elsewhere.
    static func key(_ href: String, in collection: URL) -> String? {
        guard let url = URL(string: href, relativeTo: collection)?.absoluteURL,
            PlatformAddress.isSame(url, collection)
        else { return nil }
        let (path, folder) = (key(url), key(collection))
        return path.hasPrefix(folder) && path != folder ? path : nil
    }
}
