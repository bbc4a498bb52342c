/// `HOST:PORT`, with an IPv6 address in brackets.
public struct ListenAddress: Equatable, Sendable {
    /// A name or address, without brackets.
    public var host: String
    /// 0–65535; 0 takes any free port.
    public var port: Int

    /// Whether only this machine itself can reach it.
    public var isLoopback: Bool {
        host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// `nil` if the text is none.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(digits)
        else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":"),
                host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" })
            else {
                return nil
            }
        } else if !host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }) {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.host = host
        self.port = Int(port)
    }
}
