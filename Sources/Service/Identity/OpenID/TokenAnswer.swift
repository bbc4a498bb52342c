public import Foundation

/// What a provider answers where a code is exchanged (OpenID Connect Core 1.0, 3.1.3.3 and 3.1.3.4).
public enum TokenAnswer: Sendable, Equatable {
    /// A longer answer is not read, bytes.
    public static let longestBody = 65_536

    /// - Parameters:
    ///   - idToken: Not yet checked.
    ///   - accessToken: Opens what more is told about somebody; `nil` where there is none, or none that is shown by `Bearer`.
    case tokens(idToken: String, accessToken: String?)
    /// Why there are none: `invalid_grant` for a code that is used or too old, `invalid_client` for a wrong id or secret of this home
    /// (RFC 6749, 5.2). At most 60 of the characters a to z and `_`.
    case refused(String)

    /// - Throws: ``ProviderFault/unreadable`` for anything else, and where a token is no printable ASCII.
    public init(_ body: Data) throws(ProviderFault) {
        guard body.count <= Self.longestBody else { throw .unreadable }
        let written: Written
        do { written = try JSONDecoder().decode(Written.self, from: body) } catch { throw .unreadable }
        if let error = written.error {
            let plain = error.utf8.filter { byte in
                byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            }
            self = .refused(String(decoding: plain.prefix(60), as: UTF8.self))
            return
        }
        guard let idToken = written.idToken, Self.isPlain(idToken) else { throw .unreadable }
        guard let accessToken = written.accessToken,
            (written.tokenType ?? "Bearer").lowercased() == "bearer"
        else {
            self = .tokens(idToken: idToken, accessToken: nil)
            return
        }
        guard Self.isPlain(accessToken) else { throw .unreadable }
        self = .tokens(idToken: idToken, accessToken: accessToken)
    }

    /// A token goes into a header: nothing in it may end a line.
    private static func isPlain(_ token: String) -> Bool {
        !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    private struct Written: Decodable {
        var error: String?
        var idToken: String?
        var accessToken: String?
        var tokenType: String?

        enum CodingKeys: String, CodingKey {
            case error
            case idToken = "id_token"
            case accessToken = "access_token"
            case tokenType = "token_type"
        }
    }
}
