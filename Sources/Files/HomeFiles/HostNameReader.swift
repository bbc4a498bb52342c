import StaffFiles

/// Reads `service.names`: hosts as browsers write them, without `https://` and without a port.
enum HostNameReader {
    /// The longest name that DNS knows.
    private static let longest = 253
    private static let most = 20

    static func read(_ service: MappingCursor) -> [String] {
        guard let names = service.strings("names") else { return [] }
        if names.count > most {
            service.log.error("`names` may have at most \(most) names", at: service.place(of: "names"))
        }
        return names.compactMap { name in
            guard let host = host(name.value) else {
                service.log.error(
                    "`\(short(name.value))` is not a host name: write it as `beckon.example.org`, without `https://`, port or `*`, and one "
                        + "with other letters than a to z as browsers send it, `xn--…`", at: name.range)
                return nil
            }
            return host
        }
    }

    /// A name or address in small letters; `nil` for what is none.
    private static func host(_ text: String) -> String? {
        let isAddress = text.hasPrefix("[") && text.hasSuffix("]")
        let host = isAddress ? String(text.dropFirst().dropLast()) : text
        let isPlain = host.allSatisfy { character in
            character.isASCII
                && (character.isLetter || character.isNumber || ".-_".contains(character)
                    || isAddress && character == ":")
        }
        guard isPlain, (1...longest).contains(host.count), host.first != ".", !host.contains("..") else {
            return nil
        }
        return host.lowercased()
    }

    private static func short(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}
