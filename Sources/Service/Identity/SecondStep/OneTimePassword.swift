import Crypto
public import FoundationEssentials

/// The six digits of an authenticator app: TOTP (RFC 6238) with SHA-1, which is what every app takes.
///
/// The home's clock and that of the app may be apart by up to half a minute: the code of the 30 seconds before and of those after are
/// right too. It is up to the caller to count wrong codes: there are only a million.
public enum OneTimePassword {
    /// For how long a code is shown, seconds.
    public static let period = 30
    public static let digits = 6
    /// How many periods before and after the present one are taken.
    public static let window = 1
    /// How many random bytes make a secret: as many as SHA-1 gives (RFC 4226, 4).
    public static let secretLength = 20

    /// Further away is no period: no calendar of a machine reaches 900 million years.
    private static let furthest = 1e15

    /// A new secret of 20 bytes.
    public static func secret(using generator: inout some RandomNumberGenerator) -> Data {
        Data((0..<secretLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// The number of the period in which a moment is; 0 began with 1970. Negative before that.
    public static func step(at moment: Date) -> Int64 {
        let steps = (moment.timeIntervalSince1970 / Double(period)).rounded(.down)
        return Int64(abs(steps) < furthest ? steps : steps > 0 ? furthest : -furthest)
    }

    /// The code of a period: six digits, with zeros in front.
    public static func code(secret: Data, step: Int64) -> String {
        code(secret: secret, counter: UInt64(bitPattern: step), digits: digits)
    }

    /// HOTP (RFC 4226, 5.3).
    ///
    /// - Parameter digits: 1 to 9.
    static func code(secret: Data, counter: UInt64, digits: Int) -> String {
        let message = withUnsafeBytes(of: counter.bigEndian) { Data($0) }
        let hash = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
        let offset = Int(hash[hash.count - 1] & 0x0f)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let text = String(number % (0..<digits).reduce(UInt32(1)) { power, _ in power * 10 })
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// To which period a code belongs that somebody has typed; spaces and hyphens in it do not matter.
    ///
    /// It takes the same time whether the code is right, and where it is wrong.
    ///
    /// - Parameter lastStep: The period of the code that was taken last: it, and those before it, are not taken again (RFC 6238, 5.2).
    ///   `.min` where none was.
    /// - Returns: `nil` if it is wrong, or was used.
    public static func match(
        _ typed: String, secret: Data, at moment: Date, after lastStep: Int64
    ) -> Int64? {
        guard let typed = TypedCode.plain(typed, length: digits) else { return nil }
        let now = step(at: moment)
        var found: Int64?
        // The last one that has this code: if two have it, neither is taken twice.
        for step in now - Int64(window)...now + Int64(window)
        where TypedCode.isSame(typed, code(secret: secret, step: step)) && step > lastStep {
            found = step
        }
        return found
    }

    /// What an app reads from a QR code: `otpauth://totp/Home:anna?secret=…`, the Key URI format of Google Authenticator. Names of more
    /// than 60 bytes are cut, so that the code stays one that a camera can read.
    ///
    /// - Parameters:
    ///   - account: Whose it is, as the app shows it.
    ///   - issuer: The home's name.
    public static func address(secret: Data, account: String, issuer: String) -> String {
        let (account, issuer) = (label(account), label(issuer))
        return "otpauth://totp/\(issuer):\(account)?secret=\(Base32.encode(secret))&issuer=\(issuer)"
            + "&algorithm=SHA1&digits=\(digits)&period=\(period)"
    }

    /// Part of an address: percent signs before all but letters, digits, and `-._~` (RFC 3986, 2.3). A colon parts issuer and account, so
    /// it can stand in neither.
    private static func label(_ name: String) -> String {
        var bytes: [UInt8] = []
        for character in name.split(whereSeparator: { $0 == ":" || $0.isWhitespace }).joined(separator: " ") {
            guard bytes.count + character.utf8.count <= 60 else { break }
            bytes += character.utf8
        }
        return bytes.map { byte in
            let character = Character(UnicodeScalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || "-._~".contains(character) {
                return String(character)
            }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
