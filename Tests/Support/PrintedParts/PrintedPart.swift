import Foundation
import Synchronization

/// A part of a file of this repository that follows from the code: a test prints it and compares. `scripts/write-printed` has the
/// same tests write it instead.
public struct PrintedPart {
    public enum Problem: Error, Equatable {
        case noPlace(file: String, anchor: String)
    }

    private let file: String
    private let anchors: [String]
    /// `nil` is the end of the file.
    private let end: String?
    private let boundary: String?

    private static let isWriting = ProcessInfo.processInfo.environment["BECKON_WRITE_PRINTED"] == "1"
    /// Tests run side by side, and several print parts of one file.
    private static let lock = Mutex(())
    private static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// - Parameters:
    ///   - file: From the repository's root.
    ///   - anchors: What stands before it, one after the other, with anything between them.
    ///   - end: What stands after it; if nothing such follows, it goes to the end of the file.
    ///   - boundary: What ends the part of the file that the second anchor begins: the others and the end stand before it.
    public init(_ file: String, after anchors: [String], before end: String, within boundary: String? = nil) {
        self.file = file
        self.anchors = anchors
        self.end = end
        self.boundary = boundary
    }

    /// A file all of which follows from the code.
    public init(whole file: String) {
        self.file = file
        anchors = []
        end = nil
        boundary = nil
    }

    /// The rows of the first table under a heading, which is a whole line.
    public init(_ file: String, tableUnder heading: String) {
        self.init(file, after: ["\n\(heading)\n", "\n|---", "\n"], before: "\n\n")
    }

    /// Whether the file has these lines there; while printed parts are written, they are put there first.
    public func has(_ lines: [String]) throws -> Bool {
        let wanted = lines.joined(separator: "\n")
        return try Self.lock.withLock { _ in
            let url = Self.repository.appending(path: file)
            var text = try String(contentsOf: url, encoding: .utf8)
            let place = try place(in: text)
            if text[place] == wanted { return true }
            guard Self.isWriting else { return false }
            text.replaceSubrange(place, with: wanted)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return true
        }
    }

    private func place(in text: String) throws -> Range<String.Index> {
        var (start, stop) = (text.startIndex, text.endIndex)
        for (number, anchor) in anchors.enumerated() {
            guard let found = text.range(of: anchor, range: start..<stop) else {
                throw Problem.noPlace(file: file, anchor: anchor)
            }
            start = found.upperBound
            if number == 1, let boundary, let closing = text.range(of: boundary, range: start..<stop) {
                stop = closing.lowerBound
            }
        }
        if let end, let found = text.range(of: end, range: start..<stop) { return start..<found.lowerBound }
        return start..<(text.hasSuffix("\n") ? text.index(before: text.endIndex) : text.endIndex)
    }
}

extension PrintedPart: CustomStringConvertible {
    public var description: String {
        anchors.isEmpty ? file : "\(file), after \(anchors.map(\.debugDescription).joined(separator: ", "))"
    }
}
