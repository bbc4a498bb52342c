public import FoundationEssentials

/// The content lines of a calendar, unfolded (RFC 5545, 3.1), one after the other.
///
/// Lines end with LF or CRLF. Bytes that are no UTF-8 are read as Latin-1, which older programs write. One that is too long is cut.
public struct CalendarLines: Sequence, Sendable {
    /// Of one unfolded line, bytes.
    public static let longest = 64 * 1024

    /// One unfolded line.
    public struct Line: Sendable, Equatable {
        /// That on which it begins, from 1 on.
        public let number: Int
        public let text: String
    }

    private let bytes: [UInt8]

    public init(_ bytes: Data) {
        // A mark of the order of bytes is no part of the first line.
        self.bytes = Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes)
    }

    public func makeIterator() -> Iterator { Iterator(bytes) }

    public struct Iterator: IteratorProtocol {
        private let bytes: [UInt8]
        /// Where the next line begins, and what number that line has.
        private var (place, number) = (0, 1)

        fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

        public mutating func next() -> Line? {
            var first = number
            var line: [UInt8] = []
            var isCut = false
            while place < bytes.count {
                let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.endIndex
                var part = bytes[place..<end]
                if part.last == 0x0D { part = part.dropLast() }
                let isFolded = part.first == 0x20 || part.first == 0x09
                if !isFolded, !line.isEmpty, !part.isEmpty { break }
                if line.isEmpty { first = number } else { part = part.dropFirst() }
                let kept = part.prefix(CalendarLines.longest - line.count)
                isCut = isCut || kept.count < part.count
                line.append(contentsOf: kept)
                place = Swift.min(end + 1, bytes.endIndex)
                number += 1
            }
            return line.isEmpty ? nil : Line(number: first, text: Self.text(line, isCut: isCut))
        }

        private static func text(_ line: [UInt8], isCut: Bool) -> String {
            // A letter that the cut went through is no reason to take all the others for another alphabet's.
            if isCut { return String(decoding: line, as: UTF8.self) }
            return String(validating: line, as: UTF8.self)
                ?? String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
        }
    }
}
