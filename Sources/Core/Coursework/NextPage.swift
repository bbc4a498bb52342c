import Care
public import FoundationEssentials

/// Where a planner goes on, as its `Link` says (RFC 8288): the address is taken as it is.
public enum NextPage: Sendable, Equatable {
    case end
    case next(URL)
    /// At another place, where a token must not go.
    case elsewhere

    /// - Parameter platform: Scheme, host and port to which it must lead.
    public init(link headers: [String], of page: URL, platform: URL) {
        guard let target = headers.lazy.flatMap(Self.links).first(where: { $0.isNext })?.target else {
            self = .end
            return
        }
        guard let next = URL(string: target, relativeTo: page)?.absoluteURL,
            PlatformAddress.isSame(next, platform)
        else {
            self = .elsewhere
            return
        }
        // With the platform's host as it is written there: the address that was looked at is kept by that name, and another way of
        // writing it would be looked up anew.
        var parts = URLComponents(url: next, resolvingAgainstBaseURL: true)
        parts?.host = platform.host
        self = parts?.url.map(NextPage.next) ?? .elsewhere
    }

    /// `<https://…>; rel="next", <…>; rel="last"`: an address may hold commas.
    private static func links(_ header: String) -> [(target: String, isNext: Bool)] {
        var (links, rest) = ([(target: String, isNext: Bool)](), header[...])
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
            let parameters = rest.prefix { $0 != "<" }
            let isNext = parameters.split(separator: ";").contains { part in
                let pair = part.split(separator: "=", maxSplits: 1)
                guard pair.count == 2,
                    pair[0].filter({ !$0.isWhitespace }).lowercased() == "rel"
                else { return false }
                let names = pair[1].prefix { $0 != "," }.filter { $0 != "\"" }
                return names.split(separator: " ").contains { $0.lowercased() == "next" }
            }
            links.append((target, isNext))
        }
        return links
    }
}
