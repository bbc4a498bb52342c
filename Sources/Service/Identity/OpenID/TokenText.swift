import Foundation

/// Bytes as tokens write them: base64 with the alphabet for URLs and without padding (RFC 7515, 2).
enum TokenText {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// `nil` for what `encode` does not write: padding, other characters, bits that are left over. So one value has one text.
    static func decode(_ text: String) -> Data? {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: plain + padding), encode(bytes) == text else { return nil }
        return bytes
    }
}
