public import FoundationEssentials

extension UUID {
    /// A UUID of version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then random bits, so that ids
    /// sort by the time of the press.
    public static func version7(
        at date: Date, using generator: inout some RandomNumberGenerator
    ) -> UUID {
        // Within 48 bits, whatever a clock says.
        let milliseconds = UInt64(max(0, CareJSON.milliseconds(of: date)))
        let high = generator.next() as UInt64
        let low = generator.next() as UInt64
        func byte(_ value: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: value >> (index * 8))
        }
        return UUID(
            uuid: (
                byte(milliseconds, 5), byte(milliseconds, 4), byte(milliseconds, 3), byte(milliseconds, 2),
                byte(milliseconds, 1), byte(milliseconds, 0),
                0x70 | (byte(high, 0) & 0x0f), byte(high, 1),
                0x80 | (byte(high, 2) & 0x3f), byte(high, 3),
                byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5)
            ))
    }
}
