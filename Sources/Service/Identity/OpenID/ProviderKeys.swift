public import Foundation

/// The keys by which a provider signs (a JWK set, RFC 7517, 5). Those that are for something else, or not known here, are left out
/// before any of them is used: providers show keys for encryption, too, and new kinds, and one key must not spoil the others.
public struct ProviderKeys: Sendable {
    /// A longer set is not read, bytes.
    public static let longestBody = 262_144
    /// More are not kept: the first that can be used.
    public static let most = 100

    private let keys: [ProviderKey]

    /// - Throws: ``ProviderFault/unreadable`` or ``ProviderFault/noUsableKey``.
    public init(_ body: Data) throws(ProviderFault) {
        guard body.count <= Self.longestBody else { throw .unreadable }
        do { keys = try JSONDecoder().decode(Written.self, from: body).usable } catch { throw .unreadable }
        if keys.isEmpty { throw .noUsableKey }
    }

    /// How many can be used.
    public var count: Int { keys.count }

    /// Whether any of them can have signed a token with this header.
    public func has(_ header: TokenHeader) -> Bool { !candidates(for: header).isEmpty }

    /// Whom a token may be signed by.
    ///
    /// A token that names its key is checked by that key alone, or by those of the same name. One that names none is checked only where
    /// there is a single key for its algorithm: else a provider must name it (OpenID Connect Core 1.0, 10.1).
    func candidates(for header: TokenHeader) -> [ProviderKey] {
        let able = keys.filter { $0.algorithms.contains(header.algorithm) }
        guard let kid = header.kid else { return able.count == 1 ? able : [] }
        return able.filter { $0.kid?.isExactly(kid) ?? false }
    }

    private struct Written: Decodable {
        var usable: [ProviderKey] = []

        enum CodingKeys: String, CodingKey { case keys }

        init(from decoder: any Decoder) throws {
            var list = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .keys)
            while !list.isAtEnd, usable.count < ProviderKeys.most {
                if let key = try list.decode(Entry.self).key.flatMap(ProviderKey.init) { usable.append(key) }
            }
        }
    }

    /// One of a set, whatever it is: reading it never fails.
    private struct Entry: Decodable {
        var key: WrittenKey?

        init(from decoder: any Decoder) throws {
            do { key = try WrittenKey(from: decoder) } catch { key = nil }
        }
    }
}
