import Foundation

/// By which key and how a token says that it is signed. It is read before anything is checked by it: what says otherwise than a key that
/// the provider shows is refused, and keys in the header, or addresses of keys (`jwk`, `jku`, `x5c`, `x5u`), are not looked at.
public struct TokenHeader: Sendable, Equatable {
    /// Which of the provider's keys; `nil` where it has only one.
    public let kid: String?
    public let algorithm: SignatureAlgorithm

    /// - Throws: ``IDTokenFault/malformed`` or ``IDTokenFault/algorithm``. A header with `crit` (RFC 7515, 4.1.11) is malformed: none of
    ///   what that could ask for is known here. So is one of a token that is meant for something else, such as `at+jwt` (RFC 8725, 3.11).
    public init(of token: String) throws(IDTokenFault) {
        try self.init(SignedToken(token))
    }

    init(_ token: SignedToken) throws(IDTokenFault) {
        let written: Written
        do { written = try JSONDecoder().decode(Written.self, from: token.header) } catch {
            throw .malformed
        }
        guard !written.isCritical, !(written.type ?? "").lowercased().hasSuffix("+jwt") else {
            throw .malformed
        }
        guard let algorithm = SignatureAlgorithm(rawValue: written.algorithm) else { throw .algorithm }
        kid = written.kid
        self.algorithm = algorithm
    }

    private struct Written: Decodable {
        var algorithm: String
        var kid: String?
        var type: String?
        /// Whether there is a `crit`, whatever is in it.
        var isCritical: Bool

        enum CodingKeys: String, CodingKey {
            case kid, crit
            case algorithm = "alg"
            case type = "typ"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            algorithm = try members.decode(String.self, forKey: .algorithm)
            kid = try members.decodeIfPresent(String.self, forKey: .kid)
            type = try members.decodeIfPresent(String.self, forKey: .type)
            isCritical = members.contains(.crit)
        }
    }
}
