/// What a CalDAV server answers with the status 207: what it says of each resource.
public struct DAVAnswer: Sendable, Equatable {
    /// So many resources are read of one answer.
    public static let mostResources = 20_000
    /// So many elements may be in what is said of one.
    static let mostElements = 2000

    public var resources: [DAVResource] = []
    /// From where on changes are told the next time (RFC 6578).
    public var syncToken: String?
    /// Whether the server has left something out because it was too much (RFC 6578, 3.6).
    public var isCut = false

    /// - Parameter bytes: The body; its length is bounded by whoever has taken it.
    public init(_ bytes: [UInt8]) throws(XMLReadError) {
        var scanner = XMLScanner(bytes)
        guard case .begin(.dav("multistatus"), _)? = try scanner.next() else { throw .malformed }
        while let piece = try scanner.next() {
            guard case .begin(let name, let attributes) = piece else { continue }
            let element = try Self.element(name, attributes, &scanner)
            switch name {
            case .dav("response"): try take(element)
            case .dav("sync-token"): syncToken = element.trimmed
            default: break
            }
        }
    }

    private mutating func take(_ response: XMLElement) throws(XMLReadError) {
        guard resources.count < Self.mostResources else { throw .tooLarge }
        guard let resource = DAVResource(response) else { return }
        if resource.status == 507 { isCut = true } else { resources.append(resource) }
        // One status for several, without anything else (RFC 4918, 14.24).
        for more in response.all(.dav("href")).dropFirst() {
            var other = resource
            other.href = more.trimmed
            resources.append(other)
        }
        guard resources.count <= Self.mostResources else { throw .tooLarge }
    }

    /// An element with all that is in it; its beginning is behind.
    private static func element(
        _ name: XMLName, _ attributes: [String: String], _ scanner: inout XMLScanner
    ) throws(XMLReadError) -> XMLElement {
        var open = [XMLElement(name: name, attributes: attributes)]
        var count = 1
        while let piece = try scanner.next() {
            switch piece {
            case .begin(let name, let attributes):
                count += 1
                guard count <= mostElements else { throw .tooLarge }
                open.append(XMLElement(name: name, attributes: attributes))
            case .text(let text): open[open.count - 1].text += text
            case .end:
                let done = open.removeLast()
                guard !open.isEmpty else { return done }
                open[open.count - 1].children.append(done)
            }
        }
        throw .malformed
    }
}
