import Foundation

/// The request by which a code that a browser has brought is exchanged for tokens (RFC 6749, 4.1.3; RFC 7636, 4.5).
public struct CodeExchange: Sendable, Equatable {
    public static let contentType = "application/x-www-form-urlencoded"

    /// The form.
    public let body: String
    /// The header `Authorization`; `nil` where none is sent.
    public let authorization: String?

    /// - Parameters:
    ///   - verifier: Of the ``AuthorizationRequest`` that the browser was sent with.
    ///   - redirectURI: The same as in that request.
    ///   - secret: Not looked at where `authentication` is `.none`.
    public init(
        code: String, verifier: String, redirectURI: String, clientID: String, secret: String?,
        authentication: ClientAuthentication
    ) {
        var form = [
            (name: "grant_type", value: "authorization_code"), (name: "code", value: code),
            (name: "redirect_uri", value: redirectURI), (name: "code_verifier", value: verifier),
        ]
        switch authentication {
        case .basic:
            // Both are escaped before they are joined (RFC 6749, 2.3.1): there may be a colon in them.
            let both = "\(QueryText.escaped(clientID)):\(QueryText.escaped(secret ?? ""))"
            authorization = "Basic " + Data(both.utf8).base64EncodedString()
        case .post:
            form += [(name: "client_id", value: clientID), (name: "client_secret", value: secret ?? "")]
            authorization = nil
        case .none:
            form += [(name: "client_id", value: clientID)]
            authorization = nil
        }
        body = QueryText.joined(form)
    }
}
