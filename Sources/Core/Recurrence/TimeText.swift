/// Reads fixed numbers of ASCII digits, as dates and times are written.
struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next so many digits, which must all be there.
    mutating func number(_ digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
            rest.removeFirst()
        }
        return value
    }

    /// Goes over a sign, if it is there.
    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, UInt32(byte) == sign.value else { return false }
        rest.removeFirst()
        return true
    }
}

/// A number with zeros in front.
func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

extension Decoder {
    /// A value that is written as one text.
    func decodeText<Value: LosslessStringConvertible>(_ wanted: String) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Value(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "`\(text.prefix(60))` is not \(wanted)")
        }
        return value
    }
}

extension Encoder {
    func encodeText(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}

extension FixedWidthInteger {
    /// Division that rounds down, also below zero; the divisor is above zero.
    func dividedDown(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// What is left of `dividedDown`: from zero to below the divisor.
    func remainderDown(by divisor: Self) -> Self {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
