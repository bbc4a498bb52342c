import Care
import Crypto
public import FoundationEssentials

/// A code on paper that lets somebody in once without their app: `K7M4Q-X2PHB`, 50 random bits.
///
/// Only its hash is kept. With so many bits nobody finds a code by trying here; whoever has the store itself finds the secret of the app
/// beside it.
public enum RecoveryCode {
    /// How many letters and digits one has, without its hyphen.
    private static let length = 10

    public static func make(using generator: inout some RandomNumberGenerator) -> String {
        let characters = AccessRules.codeCharacters
        let code = String(
            (0..<length).map { _ in characters[Int.random(in: characters.indices, using: &generator)] })
        return "\(code.prefix(length / 2))-\(code.dropFirst(length / 2))"
    }

    /// As many as somebody gets at once. That two of them are alike is less likely than one in 10¹³.
    public static func makeAll(using generator: inout some RandomNumberGenerator) -> [String] {
        var codes: [String] = []
        for _ in 0..<RecoveryCodes.count { codes.append(make(using: &generator)) }
        return codes
    }

    /// A code as it is hashed, whatever way it was typed: `k7m4q x2phb` is `K7M4QX2PHB`. `nil` if it can be none.
    public static func plain(_ typed: String) -> String? {
        guard let code = TypedCode.plain(typed, length: length),
            code.allSatisfy(AccessRules.codeCharacters.contains)
        else { return nil }
        return code
    }

    /// SHA-256 of what was typed, by which it is looked up. `nil` if it can be no code.
    public static func hash(_ typed: String) -> Data? {
        plain(typed).map { Data(SHA256.hash(data: Data($0.utf8))) }
    }
}
