public import Foundation

/// What a provider says of itself: its `openid-configuration` (OpenID Connect Discovery 1.0, 3 and 4).
public struct ProviderDiscovery: Sendable, Equatable {
    /// A longer document is not read, bytes.
    public static let longestBody = 65_536

    /// Exactly as the provider writes it, with or without a slash at its end: tokens are compared with it.
    public let issuer: String
    /// Where a browser is sent.
    public let authorization: URL
    /// Where the browser's code is exchanged for tokens.
    public let token: URL
    /// Where the keys are by which tokens are signed.
    public let keys: URL
    /// Where more is told about somebody who has logged in; `nil` where nothing is.
    public let userInfo: URL?
    /// Whether it names itself in the browser's answer, too (RFC 9207).
    public let namesIssuer: Bool
    /// The ways in which a home may show its secret.
    private let authentications: Set<String>

    /// Where a provider describes itself.
    ///
    /// - Parameter issuer: With or without a slash at its end; the slash is not doubled.
    /// - Returns: `nil` unless it is https, or http on this machine, without name, password, query and fragment.
    public static func address(of issuer: URL) -> URL? {
        var text = issuer.absoluteString
        guard EndpointAddress.url(text) != nil, !text.contains("?") else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        return URL(string: text + "/.well-known/openid-configuration")
    }

    /// Reads the document.
    ///
    /// - Parameter issuer: As it was asked. One that differs by a single slash is another one: whoever took it for the same could be
    ///   led from one provider to another.
    /// - Throws: ``ProviderFault``. Where a list is left out, what the specification says about that is taken. One exception: a provider
    ///   that lists no methods of RFC 7636 is sent S256 all the same, as some (Microsoft's) know it and do not say so, and those that
    ///   do not know it must pass over it (RFC 6749, 3.1).
    public init(_ body: Data, issuer: String) throws(ProviderFault) {
        guard body.count <= Self.longestBody else { throw .unreadable }
        let written: Written
        do { written = try JSONDecoder().decode(Written.self, from: body) } catch { throw .unreadable }
        guard written.issuer.isExactly(issuer) else { throw .otherIssuer }
        guard let authorization = EndpointAddress.url(written.authorization),
            let token = EndpointAddress.url(written.token), let keys = EndpointAddress.url(written.keys)
        else { throw .unreadable }
        if let text = written.userInfo {
            guard let url = EndpointAddress.url(text) else { throw .unreadable }
            userInfo = url
        } else {
            userInfo = nil
        }
        let authentications = Set(written.authentications ?? ["client_secret_basic"])
        guard (written.responseTypes ?? ["code"]).contains("code"),
            (written.responseModes ?? ["query"]).contains("query"),
            (written.grantTypes ?? ["authorization_code"]).contains("authorization_code"),
            (written.challengeMethods ?? ["S256"]).contains("S256"),
            !authentications.isDisjoint(with: ["client_secret_basic", "client_secret_post", "none"])
        else { throw .noSuchFlow }
        guard
            (written.algorithms ?? [SignatureAlgorithm.rs256.rawValue])
                .contains(where: { SignatureAlgorithm(rawValue: $0) != nil })
        else { throw .noUsableKey }
        self.issuer = issuer
        self.authorization = authorization
        self.token = token
        self.keys = keys
        namesIssuer = written.namesIssuer ?? false
        self.authentications = authentications
    }

    /// How a home shows at ``token`` who it is.
    ///
    /// - Parameter hasSecret: Whether the provider has given it a secret. Where it has not, the proof of RFC 7636 has to do; providers
    ///   that take that often do not list it.
    public func authentication(hasSecret: Bool) -> ClientAuthentication {
        if !hasSecret { return .none }
        if authentications.contains("client_secret_basic") { return .basic }
        return authentications.contains("client_secret_post") ? .post : .none
    }

    /// Whether what a browser brings back may have come from this provider, and not from another one that wants the code (RFC 9207).
    ///
    /// - Parameter issuer: The parameter `iss`; `nil` where there was none.
    public func isAnswer(from issuer: String?) -> Bool {
        if let issuer { issuer.isExactly(self.issuer) } else { !namesIssuer }
    }

    private struct Written: Decodable {
        var issuer: String
        var authorization: String
        var token: String
        var keys: String
        var userInfo: String?
        var responseTypes: [String]?
        var responseModes: [String]?
        var grantTypes: [String]?
        var challengeMethods: [String]?
        var authentications: [String]?
        var algorithms: [String]?
        var namesIssuer: Bool?

        enum CodingKeys: String, CodingKey {
            case issuer
            case authorization = "authorization_endpoint"
            case token = "token_endpoint"
            case keys = "jwks_uri"
            case userInfo = "userinfo_endpoint"
            case responseTypes = "response_types_supported"
            case responseModes = "response_modes_supported"
            case grantTypes = "grant_types_supported"
            case challengeMethods = "code_challenge_methods_supported"
            case authentications = "token_endpoint_auth_methods_supported"
            case algorithms = "id_token_signing_alg_values_supported"
            case namesIssuer = "authorization_response_iss_parameter_supported"
        }
    }
}
