import Foundation

/// The three parts of a signed token (RFC 7515, 3.1).
struct SignedToken {
    /// JSON.
    let header: Data
    /// JSON.
    let claims: Data
    let signature: Data
    /// What the signature signs.
    let signed: Data

    init(_ token: String) throws(IDTokenFault) {
        guard token.utf8.count <= IDToken.longest else { throw .malformed }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = TokenText.decode(String(parts[0])), !header.isEmpty,
            let claims = TokenText.decode(String(parts[1])), !claims.isEmpty,
            let signature = TokenText.decode(String(parts[2]))
        else { throw .malformed }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = Data("\(parts[0]).\(parts[1])".utf8)
    }
}
