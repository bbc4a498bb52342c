import Foundation
import JWTKit

/// A key by which a provider signs: the public half.
struct ProviderKey: Sendable {
    /// As tokens name it.
    let kid: String?
    /// How it signs.
    let algorithms: Set<SignatureAlgorithm>
    private let key: Key

    private enum Key: Sendable {
        case rsa(JWTKit.Insecure.RSA.PublicKey)
        case p256(ES256PublicKey)
        case p384(ES384PublicKey)
    }

    /// Longest modulus of RSA: 8192 bits in base64, with a byte before them that is 0. A longer one costs seconds to check by.
    private static let longestModulus = 1368

    /// `nil` where the key is for something else, not known here, too weak, or no key.
    init?(_ written: WrittenKey) {
        guard written.isForVerifying else { return nil }
        let all: Set<SignatureAlgorithm>
        do {
            switch (written.type, written.curve) {
            case ("RSA", _):
                guard let modulus = written.modulus, let exponent = written.exponent,
                    modulus.utf8.count <= Self.longestModulus
                else { return nil }
                // It refuses fewer than 2048 bits.
                key = .rsa(try JWTKit.Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent))
                all = [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
            case ("EC", "P-256"):
                guard let x = written.x, let y = written.y else { return nil }
                key = .p256(try ES256PublicKey(parameters: (x, y)))
                all = [.es256]
            case ("EC", "P-384"):
                guard let x = written.x, let y = written.y else { return nil }
                key = .p384(try ES384PublicKey(parameters: (x, y)))
                all = [.es384]
            default: return nil
            }
        } catch { return nil }
        if let name = written.algorithm {
            guard let algorithm = SignatureAlgorithm(rawValue: name), all.contains(algorithm) else {
                return nil
            }
            algorithms = [algorithm]
        } else {
            algorithms = all
        }
        kid = written.kid
    }

    /// Whether this key has signed a token so.
    func hasSigned(_ token: SignedToken, by algorithm: SignatureAlgorithm) async -> Bool {
        guard algorithms.contains(algorithm), !token.signature.isEmpty else { return false }
        // A collection of this key alone: one of several falls back to its first key where it does not know the one that is named.
        let keys = JWTKeyCollection()
        switch (key, algorithm) {
        case (.rsa(let key), .rs256): await keys.add(rsa: key, digestAlgorithm: .sha256)
        case (.rsa(let key), .rs384): await keys.add(rsa: key, digestAlgorithm: .sha384)
        case (.rsa(let key), .rs512): await keys.add(rsa: key, digestAlgorithm: .sha512)
        case (.rsa(let key), .ps256): await keys.add(pss: key, digestAlgorithm: .sha256)
        case (.rsa(let key), .ps384): await keys.add(pss: key, digestAlgorithm: .sha384)
        case (.rsa(let key), .ps512): await keys.add(pss: key, digestAlgorithm: .sha512)
        case (.p256(let key), .es256): await keys.add(ecdsa: key)
        case (.p384(let key), .es384): await keys.add(ecdsa: key)
        case (.rsa, .es256), (.rsa, .es384), (.p256, _), (.p384, _): return false
        }
        // What throws here is a signature of another length.
        do { return try await keys.getKey().verify(token.signature, signs: token.signed) } catch {
            return false
        }
    }
}
