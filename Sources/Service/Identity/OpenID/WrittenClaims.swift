import Foundation

/// What a token claims, as it is written (OpenID Connect Core 1.0, 2 and 5.1).
struct WrittenClaims: Decodable {
    var issuer: String?
    /// Empty where none is named.
    var audiences: [String]
    var authorizedParty: String?
    /// Seconds since 1970, as are the next two.
    var expires: TimeInterval
    var issued: TimeInterval
    var notBefore: TimeInterval?
    var nonce: String?
    var accessTokenHash: String?
    var profile: WrittenProfile

    enum CodingKeys: String, CodingKey {
        case nonce
        case issuer = "iss"
        case audiences = "aud"
        case authorizedParty = "azp"
        case expires = "exp"
        case issued = "iat"
        case notBefore = "nbf"
        case accessTokenHash = "at_hash"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try members.decodeIfPresent(String.self, forKey: .issuer)
        do { audiences = try members.decodeIfPresent([String].self, forKey: .audiences) ?? [] } catch {
            // One may stand there without a list.
            audiences = [try members.decode(String.self, forKey: .audiences)]
        }
        authorizedParty = try members.decodeIfPresent(String.self, forKey: .authorizedParty)
        expires = try members.decode(TimeInterval.self, forKey: .expires)
        issued = try members.decode(TimeInterval.self, forKey: .issued)
        notBefore = try members.decodeIfPresent(TimeInterval.self, forKey: .notBefore)
        nonce = try members.decodeIfPresent(String.self, forKey: .nonce)
        accessTokenHash = try members.decodeIfPresent(String.self, forKey: .accessTokenHash)
        profile = try WrittenProfile(from: decoder)
    }
}
