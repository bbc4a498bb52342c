public import FoundationEssentials

/// Base32 (RFC 4648, 6), in which authenticator apps take a secret that is typed: its alphabet has no 0, 1 and 8.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    /// Capital letters, without padding.
    public static func encode(_ bytes: Data) -> String {
        var text = ""
        // What is not written yet: its lowest `waiting` bits.
        var bits: UInt32 = 0
        var waiting = 0
        for byte in bytes {
            bits = (bits << 8 | UInt32(byte)) & 0xfff
            waiting += 8
            while waiting >= 5 {
                waiting -= 5
                text.append(alphabet[Int(bits >> waiting & 31)])
            }
        }
        if waiting > 0 { text.append(alphabet[Int(bits << (5 - waiting) & 31)]) }
        return text
    }

    /// Small letters, spaces and hyphens are taken too, and padding at the end where it is complete.
    ///
    /// - Returns: `nil` for other characters, for a length that no bytes have, and if bits are left over that are not 0.
    public static func decode(_ text: String) -> Data? {
        guard text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
        var letters = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }[...]
        let padded = letters.count
        while letters.last == "=" { letters.removeLast() }
        guard letters.count == padded || (padded.isMultiple(of: 8) && padded - letters.count <= 6) else {
            return nil
        }
        var bytes = Data()
        var bits: UInt32 = 0
        var waiting = 0
        for letter in letters {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            bits = (bits << 5 | UInt32(value)) & 0xfff
            waiting += 5
            if waiting >= 8 {
                waiting -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> waiting))
            }
        }
        // Five or more bits that are left over are a letter that says nothing.
        guard waiting < 5, bits & (1 << waiting - 1) == 0 else { return nil }
        return bytes
    }
}
