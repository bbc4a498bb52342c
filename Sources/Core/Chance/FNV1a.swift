/// A hash that is the same in every run, which Swift's own are not. It tells texts apart that nobody has chosen to be alike: it is no
/// protection against somebody who does.
public enum FNV1a {
    /// The 64-bit FNV-1a of these bytes (Fowler, Noll, Vo; RFC 9923).
    public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The same for what is in memory as one piece, many times as fast.
    public static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { bytes in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return hash
        }
    }
}
