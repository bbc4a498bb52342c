public import FoundationEssentials

/// The last versions of one board file, so that steps can be taken back and made again.
///
/// Whoever writes the file records what was written, and what others have written meanwhile. A step is only taken from the
/// bytes that the file really has: nothing that somebody else has written since is lost by it.
public struct BoardHistory: Equatable, Sendable {
    /// What the file was.
    public struct Version: Equatable, Sendable {
        public var bytes: [UInt8]
        /// Who wrote it; `nil` for somebody with a text editor.
        public var author: String?
        /// When it was written, or noticed.
        public var time: Date
        /// What was changed by it; `nil` for what the history began with.
        public var change: BoardChange.Summary?

        public init(
            _ bytes: [UInt8], by author: String?, at time: Date, change: BoardChange.Summary? = nil
        ) {
            self.bytes = bytes
            self.author = author
            self.time = time
            self.change = change
        }
    }

    /// Why no step was taken.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// There is none in this direction.
        case atEnd
        /// The file is not what it was after the last step: record it first.
        case changed

        public var description: String {
            switch self {
            case .atEnd: "There is nothing more to undo or redo."
            case .changed:
                "Somebody else has changed this board meanwhile, so nothing was changed. Look at it again."
            }
        }
    }

    /// As many changes can be taken back: a day of work.
    public static let usualSteps = 100
    /// What a hundred versions of a large board are, four times the shipped one.
    public static let usualBytes = 8 * 1_048_576

    /// The most steps back, and the most bytes of all versions; the current one is kept whatever its size is.
    public let maximumSteps: Int
    public let maximumBytes: Int
    /// The oldest first.
    public private(set) var versions: [Version]
    /// The index of the version that the file has.
    public private(set) var position: Int

    /// Begins with what the file is.
    public init(
        _ first: Version, maximumSteps: Int = usualSteps, maximumBytes: Int = usualBytes
    ) {
        versions = [first]
        position = 0
        self.maximumSteps = max(0, maximumSteps)
        self.maximumBytes = maximumBytes
    }

    /// Goes on with what was kept of it; `nil` where that is none.
    public init?(
        _ versions: [Version], position: Int, maximumSteps: Int = usualSteps, maximumBytes: Int = usualBytes
    ) {
        guard versions.indices.contains(position) else { return nil }
        self.versions = versions
        self.position = position
        self.maximumSteps = max(0, maximumSteps)
        self.maximumBytes = maximumBytes
    }

    public var current: Version { versions[position] }

    /// The version that is taken back by the next undo: whose change, and when; `nil` if there is none.
    public var undoable: Version? { position > 0 ? current : nil }

    /// The version that comes by the next redo; `nil` if there is none.
    public var redoable: Version? { position + 1 < versions.count ? versions[position + 1] : nil }

    /// Takes note of a new version. What was undone before cannot come again then. The same bytes are no new version.
    public mutating func record(_ version: Version) {
        guard version.bytes != current.bytes else { return }
        versions.removeSubrange((position + 1)...)
        versions.append(version)
        position += 1
        var bytes = versions.reduce(0) { $0 + $1.bytes.count }
        while position > 0, position > maximumSteps || bytes > maximumBytes {
            bytes -= versions.removeFirst().bytes.count
            position -= 1
        }
    }

    /// Says who has made the present version, where that was not known when it was noticed.
    public mutating func sign(by author: String?) { versions[position].author = author }

    /// One step back.
    ///
    /// - Parameter bytes: What the file is now.
    /// - Returns: The version to be written.
    public mutating func undo(from bytes: [UInt8]) throws(Problem) -> Version { try step(-1, from: bytes) }

    /// One step on again.
    ///
    /// - Parameter bytes: What the file is now.
    /// - Returns: The version to be written.
    public mutating func redo(from bytes: [UInt8]) throws(Problem) -> Version { try step(1, from: bytes) }

    private mutating func step(_ step: Int, from bytes: [UInt8]) throws(Problem) -> Version {
        guard bytes == current.bytes else { throw .changed }
        guard versions.indices.contains(position + step) else { throw .atEnd }
        position += step
        return current
    }
}
