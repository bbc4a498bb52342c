import Foundation

/// Text of a header: as it is where that is safe, else in encoded words (RFC 2047).
enum EncodedWords {
    /// A word of so many bytes has 64 characters; with the longest header's name in front of it, a line has at most 76.
    private static let longest = 39

    /// Line ends and other control characters become spaces, so that no text can begin another header.
    static func encode(_ text: String) -> String {
        let line = String(
            text.unicodeScalars.map { Character($0.properties.generalCategory == .control ? " " : $0) }
        ).trimmed
        if line.utf8.count <= 60, !line.contains("=?"), line.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) {
            return line
        }
        var words: [[UInt8]] = [[]]
        for scalar in line.unicodeScalars {
            // Never within a character's bytes: each word is read by itself.
            let bytes = Array(String(Character(scalar)).utf8)
            if words[words.count - 1].count + bytes.count > longest { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
