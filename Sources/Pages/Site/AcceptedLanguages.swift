/// The languages that a browser's reader understands, as `Accept-Language` says them (RFC 9110, 12.5.4).
public enum AcceptedLanguages {
    /// As many bytes are read; a reader with more languages than that has named the first ones.
    static let most = 500

    /// BCP 47 tags, the preferred one first; empty where nothing can be read.
    public static func tags(_ header: String?) -> [String] {
        let ranges = (header ?? "").prefix(most).split(separator: ",").compactMap {
            part -> (String, Double)? in
            let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let tag = fields.first, !tag.isEmpty, tag != "*",
                tag.utf8.allSatisfy({ byte in
                    Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                        || byte == UInt8(ascii: "-")
                })
            else { return nil }
            let quality = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            return quality ?? 1 > 0 ? (tag, min(quality ?? 1, 1)) : nil
        }
        // Swift's sort keeps the order of equals.
        return ranges.sorted { $0.1 > $1.1 }.map(\.0)
    }
}
