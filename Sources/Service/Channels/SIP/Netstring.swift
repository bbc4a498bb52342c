/// Messages of baresip's control connection: their length in decimal digits, a colon, the bytes, a comma.
enum Netstring {
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(bytes.count):".utf8) + bytes + [UInt8(ascii: ",")]
    }

    /// Finds the messages in what comes, in whatever pieces it comes.
    struct Reader {
        /// What comes is no row of netstrings, or one that is far longer than any of baresip's.
        struct Broken: Error {}

        private static let longest = 65_536
        private var waiting: [UInt8] = []

        mutating func add(_ bytes: some Sequence<UInt8>) { waiting += bytes }

        /// The next whole message; `nil` where more has to come.
        mutating func next() throws(Broken) -> [UInt8]? {
            var count = 0
            var digits = 0
            for byte in waiting {
                if byte == UInt8(ascii: ":") { break }
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw Broken() }
                count = count * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
                guard count <= Self.longest, digits <= 5 else { throw Broken() }
            }
            guard digits < waiting.count else { return nil }
            guard digits > 0 else { throw Broken() }
            let end = digits + 1 + count
            guard waiting.count > end else { return nil }
            guard waiting[end] == UInt8(ascii: ",") else { throw Broken() }
            let message = Array(waiting[(digits + 1)..<end])
            waiting.removeFirst(end + 1)
            return message
        }
    }
}
