import FoundationEssentials

extension Data {
    /// - Parameter hexadecimal: Pairs of digits.
    init(hexadecimal: String) {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        self.init(
            stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
