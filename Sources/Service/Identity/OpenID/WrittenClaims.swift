import Crypto
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

/// Whom a token or an answer of `userinfo` is about, as it is written. What is of another kind counts as left out.
struct WrittenProfile: Decodable {
    var subject: String?
    var name: String?
    var picture: String?

    enum CodingKeys: String, CodingKey {
        case name, picture
        case subject = "sub"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) -> String? {
            do { return try members.decodeIfPresent(String.self, forKey: key) } catch { return nil }
        }
        subject = text(.subject)
        name = text(.name)
        picture = text(.picture)
    }
}

extension SignatureAlgorithm {
    /// The left half of a token's digest, in base64 for URLs, as `at_hash` has it (OpenID Connect Core 1.0, 3.1.3.6).
    func halfHash(of token: String) -> String {
        let bytes = Data(token.utf8)
        switch self {
        case .rs256, .ps256, .es256: return TokenText.encode(SHA256.hash(data: bytes).prefix(16))
        case .rs384, .ps384, .es384: return TokenText.encode(SHA384.hash(data: bytes).prefix(24))
        case .rs512, .ps512: return TokenText.encode(SHA512.hash(data: bytes).prefix(32))
        }
    }
}
