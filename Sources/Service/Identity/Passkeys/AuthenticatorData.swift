import Crypto
import FoundationEssentials

/// What an authenticator says of itself, its owner and the credential (W3C Web Authentication, 6.1).
struct AuthenticatorData {
    struct Flags: OptionSet {
        var rawValue: UInt8

        /// Somebody has touched it.
        static let present = Flags(rawValue: 0x01)
        /// Its owner has shown that it is they: by face, finger or PIN.
        static let verified = Flags(rawValue: 0x04)
        /// It may be copied to other devices of its owner.
        static let backupEligible = Flags(rawValue: 0x08)
        /// It has been.
        static let backedUp = Flags(rawValue: 0x10)
        static let hasCredential = Flags(rawValue: 0x40)
        static let hasExtensions = Flags(rawValue: 0x80)
    }

    struct Credential: Equatable {
        /// 1 to 1023 bytes.
        var id: Data
        /// COSE, as it was told.
        var key: Data
    }

    /// Longer is none, bytes.
    static let longest = 16_384

    /// SHA-256 of the host for which it was made.
    let hostHash: Data
    let flags: Flags
    /// How often it has signed; 0 where it does not count.
    let count: UInt32
    /// When one is made.
    let credential: Credential?

    init(_ bytes: Data) throws(PasskeyFault) {
        guard bytes.count <= Self.longest else { throw .malformed }
        var reader = CBORReader(bytes)
        hostHash = try reader.take(32)
        flags = Flags(rawValue: UInt8(truncatingIfNeeded: try reader.number(of: 1)))
        count = UInt32(truncatingIfNeeded: try reader.number(of: 4))
        credential = try flags.contains(.hasCredential) ? Self.credential(&reader) : nil
        if flags.contains(.hasExtensions) {
            // None was asked for, so what they say is not looked at.
            guard case .map = try reader.item() else { throw .malformed }
        }
        guard reader.isAtEnd, flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw .malformed
        }
    }

    private static func credential(_ reader: inout CBORReader) throws(PasskeyFault) -> Credential {
        // The authenticator's model, which does not matter.
        _ = try reader.take(16)
        let length = try reader.number(of: 2)
        guard (1...1023).contains(length) else { throw .malformed }
        let id = try reader.take(length)
        let (key, bytes) = try reader.itemAndBytes()
        guard case .map = key else { throw .malformed }
        return Credential(id: id, key: bytes)
    }

    /// Looks whether it is for this host, and its owner has shown that it is they.
    func check(host: String) throws(PasskeyFault) {
        guard hostHash == Data(SHA256.hash(data: Data(host.utf8))) else { throw .wrongHost }
        guard flags.contains(.present) else { throw .notPresent }
        guard flags.contains(.verified) else { throw .notVerified }
    }
}
